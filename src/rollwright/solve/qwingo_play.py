"""Many games of Qwingo under perfect play, alone, played by a kernel."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..dice import Chance, DiceSource, SeededDice, seed_key
from ..fast import NoKernel
from ..game import Action, Terminal
from ..games.qwingo import CALL, SETUP, STARTING_NUMBERS, Qwingo, QwingoState
from ..i18n import T
from .compiled import load_kernels
from .qwingo import OWN, QwingoSolution

MOST_BOXES = 12
"""With more boxes in a column the numbers run short too often."""


def play_perfectly(
    solution: QwingoSolution, seed: int | str, games: int, first: int = 0
) -> npt.NDArray[np.int32]:
    """The turns of so many games.

    They are the matches of the seed from number `first` on, with the dice of `SeededDice` and the
    answers of the bot `perfect`. One game in 5,000 comes to a point where the numbers may run
    short; from there on the solution is asked turn by turn. Raises `NoKernel` for more than
    `MOST_BOXES` boxes, and `NotCompiled` where numba cannot be loaded.
    """
    boxes = solution.game.boxes
    if boxes > MOST_BOXES:
        raise NoKernel(T("with more than {n} boxes the numbers may run short", n=MOST_BOXES))
    turns = np.zeros(games, np.int32)
    kernels = load_kernels("qwingo_play")
    kernels.play_games(boxes, np.uint64(seed_key(seed)), first, turns)
    for index in np.flatnonzero(turns < 0):
        dice = SeededDice(seed, first + int(index))
        turns[index] = _finish(solution, dice, -int(turns[index]))
    return turns


def _finish(solution: QwingoSolution, dice: DiceSource, turns: int) -> int:
    """The turns of a match, of which the kernel has played the first few."""
    game = solution.game
    state = game.initial()
    while not isinstance(node := game.node(state), Terminal):
        if isinstance(node, Chance):
            state = game.roll(state, dice.draw(node))
            continue
        if state.phase == SETUP:
            action = solution.first_box(state)
        elif state.turn <= turns:
            action = _ascending(game, state)
        elif state.phase == CALL:
            action = game.call_action(solution.best_call(state.sheets[OWN]))
        else:
            action = solution.best_entry(state)
        state = game.play(state, {OWN: action})
    return state.turn


def _ascending(game: Qwingo, state: QwingoState) -> Action:
    """What the kernel plays: the next number, in the column of the die or the fullest."""
    if state.phase == CALL:
        return game.call_action(max(STARTING_NUMBERS) + state.turn)
    columns = state.sheets[OWN]
    column = state.face or 0
    if column == len(columns):
        column = min(range(len(columns)), key=lambda index: columns[index].count(None))
    return Action(game.sheet.field(column, columns[column].index(None)) + 1)
