"""What the readable bot and the evaluator ask about a position, compiled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel
from ...fast.qwingo import COLUMNS, EMPTY, Rules, State, enter, next_seat, start
from .foresight import (
    foresee,
    foresee_margins,
    prepare_answers,
    settled_answer,
    think_action,
    weigh_call,
)
from .network import Network, Thoughts, read_position

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@kernel
def fill_sheets(rules: Rules, state: State, numbers: Numbers) -> None:
    """Write sheets, indexed by seat, column and box, into a state."""
    start(rules, state)
    for seat in range(rules.players):
        for column in range(COLUMNS):
            for box in range(rules.boxes):
                if numbers[seat, column, box] != EMPTY:
                    action = 1 + column * rules.boxes + box
                    enter(rules, state, seat, action, numbers[seat, column, box])


@kernel
def ask_positions(
    rules: Rules,
    net: Network,
    sheets: Numbers,
    callers: Numbers,
    state: State,
    thoughts: Thoughts,
    chances: Floats,
    margins: Floats,
) -> None:
    """The chances and margins before a call, a row for each position."""
    for index in range(len(callers)):
        fill_sheets(rules, state, sheets[index])
        read_position(rules, net, state, callers[index], thoughts)
        over = foresee(rules, net, state, callers[index], thoughts)
        foresee_margins(rules, net, state, callers[index], over, thoughts)
        for seat in range(rules.players):
            chances[index, seat] = thoughts.chances[seat]
            margins[index, seat] = thoughts.margins[seat]


@kernel
def ask_calls(
    rules: Rules,
    net: Network,
    state: State,
    numbers: Numbers,
    thoughts: Thoughts,
    chances: Floats,
    margins: Floats,
) -> None:
    """The chances and margins after each of some calls, a row for each."""
    read_position(rules, net, state, next_seat(rules, state.active), thoughts)
    for index in range(len(numbers)):
        weigh_call(rules, net, state, numbers[index], thoughts)
        for seat in range(rules.players):
            chances[index, seat] = thoughts.means[seat]
            margins[index, seat] = thoughts.mean_margins[seat]


@kernel
def ask_settled(rules: Rules, net: Network, state: State, thoughts: Thoughts) -> None:
    """After a roll: what all are assumed to answer, and the chances and margins after that."""
    caller = next_seat(rules, state.active)
    prepare_answers(rules, net, state, thoughts)
    over = foresee(rules, net, state, caller, thoughts)
    foresee_margins(rules, net, state, caller, over, thoughts)
    for seat in range(rules.players):
        thoughts.answers[seat] = settled_answer(rules, seat, thoughts)


@kernel
def ask_entries(
    rules: Rules,
    net: Network,
    state: State,
    seat: int,
    actions: Numbers,
    thoughts: Thoughts,
    chances: Floats,
    margins: Floats,
) -> None:
    """The chances and margins after each of some answers of a seat, a row for each."""
    caller = next_seat(rules, state.active)
    prepare_answers(rules, net, state, thoughts)
    for index in range(len(actions)):
        think_action(rules, state, seat, actions[index], state.called, thoughts)
        over = foresee(rules, net, state, caller, thoughts)
        foresee_margins(rules, net, state, caller, over, thoughts)
        for other in range(rules.players):
            chances[index, other] = thoughts.chances[other]
            margins[index, other] = thoughts.margins[other]
