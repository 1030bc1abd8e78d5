"""What the network makes all seats answer, by the readable rules: the same as in `plan`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...game import PASS, Action, Seat
from ...games.qwixx import COLOUR, ROLL, Qwixx, QwixxState
from .estimates import judge
from .weights import Net

Answers = Mapping[Seat, Action]


class Plan(NamedTuple):
    """What all seats answer to the white sum, and the active seat then to the colours."""

    white: dict[Seat, Action]
    colour: Action


class Best(NamedTuple):
    """The best answer of a seat, and the score that it can expect with it."""

    action: Action
    score: float


class Mind:
    """The network's view of one game with its options fixed."""

    def __init__(self, game: Qwixx, net: Net) -> None:
        self.game = game
        self.net = net

    def best(self, after: Mapping[Action, QwixxState], seat: Seat) -> Best:
        """The best of some answers, by the states that follow them."""
        worth = judge(self.game, self.net, tuple(after.values()))
        index = worth.best(seat)
        return Best(tuple(after)[index], float(worth.score[index, seat]))

    def planned(self, state: QwixxState, seat: Seat) -> Best:
        """What a seat answers to the white sum by the plan, and what the plan is worth to it."""
        plan = self.plan(state)
        worth = judge(self.game, self.net, [self.after_plan(state, plan)])
        return Best(plan.white[seat], float(worth.score[0, seat]))

    def plan(self, state: QwixxState) -> Plan:
        """What all are assumed to answer to a roll; `rollwright.bots.qwixx.plan` tells how."""
        replies = self.expected_replies(state)
        return self.complete_plan(state, replies, *self._best_pair(state, replies))

    def expected_replies(self, state: QwixxState) -> dict[Seat, Action]:
        """The others' answers by the white sum alone: the best to the active's white cross."""
        nobody = dict.fromkeys(self.game.seats, PASS)
        active = state.active
        first = nobody | {active: self._best_white(state, nobody, active)}
        return {
            seat: PASS if seat == active else self._best_white(state, first, seat)
            for seat in self.game.seats
        }

    def _best_white(self, state: QwixxState, replies: Answers, seat: Seat) -> Action:
        """The best answer to the white sum if there were no colours."""
        after = {
            action: self._without_colours(state, {**replies, seat: action})
            for action in sorted({PASS, *self.game.legal(state, seat)})
        }
        return self.best(after, seat).action

    def _without_colours(self, state: QwixxState, joint: Answers) -> QwixxState:
        after = self.game.resolve(state, joint)
        if after.phase == COLOUR:
            after = after._replace(phase=ROLL, active=self.game.next_seat(state.active))
        return after

    def _best_pair(self, state: QwixxState, replies: Answers) -> tuple[Action, Action]:
        active = state.active
        pairs, after = [], []
        for white in self.game.legal(state, active):
            middle = self.game.resolve(state, {**replies, active: white})
            for colour, end in self.after_colours(middle).items():
                pairs.append((white, colour))
                after.append(end)
        return pairs[judge(self.game, self.net, after).best(active)]

    def after_colours(self, middle: QwixxState) -> dict[Action, QwixxState]:
        """What follows each answer to the colours; PASS leads to a game that is over already."""
        if middle.phase != COLOUR:
            return {PASS: middle}
        active = middle.active
        return {
            colour: self.game.resolve(middle, {active: colour})
            for colour in self.game.legal(middle, active)
        }

    def complete_plan(
        self, state: QwixxState, replies: Answers, white: Action, colour: Action
    ) -> Plan:
        """The plan with this pair of the active seat, the others answering it as well as they can.

        Each expects the rest to answer as in `replies`.
        """
        answers = {**replies, state.active: white}
        plan = dict(answers)
        for seat in self.game.seats:
            if seat != state.active:
                after = {
                    action: self.after_plan(state, Plan({**answers, seat: action}, colour))
                    for action in self.game.legal(state, seat)
                }
                plan[seat] = self.best(after, seat).action
        return Plan(plan, colour)

    def after_plan(self, state: QwixxState, plan: Plan) -> QwixxState:
        """What a plan leads to; a colour that the white answers have closed is passed."""
        middle = self.game.resolve(state, plan.white)
        if middle.phase != COLOUR:
            return middle
        active = middle.active
        is_possible = plan.colour in self.game.legal(middle, active)
        return self.game.resolve(middle, {active: plan.colour if is_possible else PASS})

    def best_colour(self, state: QwixxState) -> Best:
        """The active seat's best answer to the colours."""
        return self.best(self.after_colours(state), state.active)
