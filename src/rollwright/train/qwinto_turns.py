"""The turns of both trainings of Qwinto: as planned, with any answer now and then, or astray.

A network that sees only its own games thinks too little of sheets which they never reach, and so
calls harmless answers of people blunders; and it takes weak players for quick ones. So in half of
the matches some seats play their first turns, or all, as `greedy`, `planner` or `random` does,
wholly or now and then.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt

from ..bots.qwinto.planning import PLANNER_FILL, plan_answer
from ..bots.qwinto.turns import DICE, keeps
from ..fast import qwinto as fast
from ..fast.bits import count_bits, nth_bit
from ..fast.straying import Strays, draw_often, draw_turn, stray_fields
from ..fast.streams import below, chain

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any

compiled = numba.njit(nogil=True)
"""Not kept in a cache: what is compiled here calls kernels of another package, whose changes numba
would not see."""

EXPLORED = 0.02
"""How often an answer is any legal one."""

MOST_STRAYED = 24
"""A seat strays in fewer of its first turns than these, evenly distributed."""

ENDLESS, ALL_TURNS = 4, 1_000_000
"""One seat of so many that stray does so in all turns, unless it gives any answer at random."""

PLANNER = len(fast.POLICIES)

STYLES: npt.NDArray[np.int64] = np.array([fast.RANDOM, fast.GREEDY, fast.GREEDY, PLANNER, PLANNER])
PARAMETERS: npt.NDArray[np.float64] = np.array([0.0, -9.0, 2.0, 4.5, PLANNER_FILL])
"""Policies with their parameters: any answer, two greedy ones (the first passes on the rolls of
others), and two planners."""

STRAYS = np.dtype(
    [
        *((name, *fast.PLAYERS.fields[name][:1]) for name in fast.PLAYERS.names or ()),  # type: ignore[index]
        *stray_fields(fast.SEATS),
    ]
)
"""How the seats of a match stray; the first fields are those of `fast.PLAYERS`."""


@compiled
def draw_strays(rules: Rules, key: np.uint64, strays: Strays) -> None:
    """Draw which seats of a match stray, how, and for how long."""
    astray = below(chain(key, 0), 2) == 1
    for seat in range(rules.players):
        stream = chain(chain(key, 1), seat)
        style = below(chain(stream, 0), len(STYLES))
        strays.kind[seat], strays.parameter[seat] = STYLES[style], PARAMETERS[style]
        strays.turns[seat] = below(chain(stream, 1), MOST_STRAYED)
        if below(chain(stream, 3), ENDLESS) == 0 and strays.kind[seat] != fast.RANDOM:
            strays.turns[seat] = ALL_TURNS
        if not astray:
            strays.turns[seat] = 0
        strays.often[seat] = draw_often(chain(stream, 2))


@compiled
def _stray_answer(
    rules: Rules, state: State, seat: int, strays: Strays, key: np.uint64, work: Work
) -> int:
    """The answer of a seat that strays."""
    if strays.kind[seat] == PLANNER:
        answers = fast.legal(rules, state, seat)
        if answers & (answers - 1):
            return plan_answer(rules, state, seat, strays.parameter[seat], work)
    return fast.choose(rules, state, seat, strays, key, work)


@compiled
def _stray_dice(rules: Rules, state: State, strays: Strays, key: np.uint64, work: Work) -> None:
    """Let the active seat take and roll its dice astray, up to the entries."""
    active = state.active
    while state.phase != fast.ENTRIES:
        if state.phase == fast.ROLL:
            fast.draw(rules, state, key, work)
            fast.roll(rules, state, work)
        else:
            work.answers[active] = _stray_answer(rules, state, active, strays, key, work)
            fast.play(rules, state, work)


@compiled
def begin_turn(
    rules: Rules,
    state: State,
    turn: int,
    chosen: int,
    key: np.uint64,
    strays: Strays,
    work: Work,
) -> None:
    """Take and roll the dice as planned, or now and then any dice, or as a seat strays."""
    draw_turn(rules.players, turn, chain(key, 7), strays)
    if strays.now[state.active]:
        _stray_dice(rules, state, strays, chain(key, 8), work)
        return
    if below(chain(key, 1), int(1 / EXPLORED)) == 0:
        chosen = below(chain(key, 2), len(fast.DICE_SETS))
    number = _rolled(DICE[chosen], chain(key, 3))
    if not keeps(state, chosen, number, work):
        number = _rolled(DICE[chosen], chain(key, 4))
    state.chosen = fast.DICE_SETS[chosen]
    _show(state, number)
    state.phase = fast.ENTRIES


@compiled
def trace(state: State, seat: int, weight: float, strays: Strays) -> float:
    """How much the errors after this turn count for a seat: not at all where it strays."""
    return 0.0 if strays.now[seat] or strays.now[state.active] else weight


@compiled
def play_answers(rules: Rules, state: State, key: np.uint64, strays: Strays, work: Work) -> None:
    """Play the answers in `work.answer`, with any legal ones now and then, and those astray."""
    for seat in range(rules.players):
        work.answers[seat] = work.answer[seat]
        if strays.now[seat]:
            work.answers[seat] = _stray_answer(rules, state, seat, strays, chain(key, 8), work)
        elif below(chain(chain(key, 5), seat), int(1 / EXPLORED)) == 0:
            legal = fast.legal(rules, state, seat)
            pick = below(chain(chain(key, 6), seat), count_bits(legal))
            work.answers[seat] = nth_bit(legal, pick)
    fast.play(rules, state, work)


@compiled
def _rolled(dice: int, key: np.uint64) -> int:
    number = 0
    for die in range(dice):
        number += 1 + below(chain(key, die), fast.FACES)
    return number


@compiled
def _show(state: State, number: int) -> None:
    """Let the chosen dice show any faces with that sum; only the sum matters."""
    left = count_bits(state.chosen)
    for row in range(fast.ROWS):
        state.dice[row] = 0
        if state.chosen >> row & 1:
            left -= 1
            state.dice[row] = min(fast.FACES, number - left)
            number -= state.dice[row]
