"""Many games, or many rolls, of Qwixx under perfect play, alone, by a kernel."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..dice import seed_key
from ..games.qwixx import QwixxState
from .compiled import load_kernels
from .qwixx import OWN, QwixxSolution


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


def values_of_rolls(
    solution: QwixxSolution, state: QwixxState, rolls: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """The mean of the final points after each roll at a state before one, all answers being best.

    `rolls` has a row for each roll with the faces of all six dice, any for those that have left
    the game. Raises `NotCompiled` where numba cannot be loaded.
    """
    kernels = load_kernels("qwixx_play")
    model, room = solution.model.numbers, kernels.new_room()
    room.row[:] = solution.model.rows_of(state.sheets[OWN], state.closed)
    room.left, room.right = (
        model.pair[room.row[0], room.row[1]],
        model.pair[room.row[2], room.row[3]],
    )
    room.misthrows = state.sheets[OWN].misthrows
    found = np.zeros(len(rolls))
    kernels.best_of_rolls(model, np.asarray(solution.table), room, rolls, found)
    return found + solution.already(state)
