"""Many games of Qwixx under perfect play, alone, played by a kernel."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..dice import seed_key
from .compiled import load_kernels
from .qwixx import QwixxSolution


def play_perfectly(
    solution: QwixxSolution, seed: int | str, games: int, first: int = 0
) -> npt.NDArray[np.int32]:
    """The final points, the turns and the closed rows of so many games.

    They are the matches of the seed from number `first` on, with the dice of `SeededDice` and the
    answers of the bot `perfect`. Raises `NotCompiled` where numba cannot be loaded.
    """
    kernels = load_kernels("qwixx_play")
    results = np.zeros((games, 3), np.int32)
    model, room = solution.model.numbers, kernels.new_room()
    values = np.asarray(solution.table)
    kernels.play_games(model, values, room, np.uint64(seed_key(seed)), first, results)
    return results
