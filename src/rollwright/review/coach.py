"""The coach: goes through a record and tells what was luck, what was lost, and who did it.

docs/design/review.md defines all terms. Every seat is judged by what it may know of a state, its
*view*; where nothing is hidden all views are the state itself, and are looked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..bots.evaluator import Evaluator, PartlyExact, Values
from ..dice import Chance
from ..game import Action, Decision, Json, Seat, Terminal
from ..record import Answered, Record, Rolled
from .ranking import Ranking, rank
from .report import Answer, AnswerStep, Review, RollStep
from .rollout import Rollouts
from .scale import scale_for
from .worth import NOTHING, Account, Worth, Worths, worth_at

Progress = Callable[[int, int], None]
"""Told how many steps of a record are done, and how many there are."""


def review_record(
    record: Record,
    evaluator: Evaluator,
    progress: Progress | None = None,
    rollouts: Rollouts | None = None,
) -> Review:
    """Judge all decisions and rolls of a record, finished or not.

    With `rollouts` the marked answers are judged anew by playing on from them. Raises
    `RecordError` at the first step that is wrong.
    """
    walk = _Walk(record, evaluator, rollouts)
    states = list(record.states())
    for index, step in enumerate(record.steps):
        before, after = states[index], states[index + 1]
        if isinstance(step, Rolled):
            walk.roll(index, before, step, after)
        else:
            walk.answer(index, before, step, after)
        if progress is not None:
            progress(index + 1, len(record.steps))
    return walk.review(states)


class _Walk:
    """The account of each seat, while a record is gone through step by step."""

    def __init__(self, record: Record, evaluator: Evaluator, rollouts: Rollouts | None) -> None:
        self.game = record.game
        self.names = record.seats
        self.evaluator = evaluator
        self.rollouts = rollouts
        self.scale = scale_for(self.game)
        self.seats = tuple(Seat(seat) for seat in range(self.game.spec.players))
        self.steps: list[RollStep | AnswerStep] = []
        self.decisions = 0
        self.present = self._before(self.game.initial())
        """What the state that is reached is worth, looking ahead."""
        self.accounts = [Account(w, NOTHING, NOTHING, NOTHING, NOTHING) for w in self.present]

    def review(self, states: Sequence[Any]) -> Review:
        return Review(
            self.game,
            self.names,
            self.scale,
            self._settings(),
            self._is_exact(states),
            isinstance(self.game.node(states[-1]), Terminal),
            tuple(self.accounts),
            tuple(self.steps),
        )

    def _settings(self) -> Json:
        if self.rollouts is None:
            return self.evaluator.settings
        return {**self.evaluator.settings, "rollouts": self.rollouts.trials}

    def _is_exact(self, states: Sequence[Any]) -> bool:
        if isinstance(self.evaluator, PartlyExact):
            return all(self.evaluator.is_exact_at(self.game, state) for state in states)
        return self.evaluator.exact

    # Rolls

    def roll(self, index: int, before: Any, step: Rolled, after: Any) -> None:
        expected, self.present = self.present, self._before(after)
        luck = tuple(now - then for now, then in zip(self.present, expected, strict=True))
        for seat in self.seats:
            account = self.accounts[seat]
            self.accounts[seat] = account._replace(luck=account.luck + luck[seat])
        self.steps.append(
            RollStep(
                index,
                self.game.turn(before),
                self.game.active(before),
                self.game.format_roll_json(before, step.roll),
                self.game.format_roll(before, step.roll),
                luck,
                self.present,
            )
        )

    # Answers

    def answer(self, index: int, before: Any, step: Answered, after: Any) -> None:
        node = self.game.node(before)
        assert isinstance(node, Decision)
        joint = dict(step.joint)
        legal = {seat: self.game.legal(before, seat) for seat in node.seats}
        rankings = {
            seat: rank(self.game, self.evaluator, before, seat)
            for seat in node.seats
            if len(legal[seat]) > 1
        }
        answers = tuple(self._judge(before, s, joint[s], rankings.get(s)) for s in node.seats)
        losses = {answer.seat: answer.loss for answer in answers}
        measured = self._after(after)
        expected, self.present = self.present, self._before(after, measured)
        others, drift = [], []
        for seat in self.seats:
            loss = losses.get(seat, NOTHING)
            replies = NOTHING
            if not self._is_secret(after):
                replies = self._replies(seat, joint, rankings, expected, measured)
            rest = self.present[seat] - expected[seat] + loss - replies
            others.append(replies)
            drift.append(rest)
            account = self.accounts[seat]
            self.accounts[seat] = account._replace(
                loss=account.loss + loss, others=account.others + replies,
                drift=account.drift + rest,
            )  # fmt: skip
        self.decisions += 1
        self.steps.append(
            AnswerStep(
                index,
                self.decisions,
                self.game.turn(before),
                self.game.active(before),
                node.phase,
                answers,
                tuple(others),
                tuple(drift),
                self.present,
            )
        )

    def _judge(self, state: Any, seat: Seat, action: Action, ranking: Ranking | None) -> Answer:
        notation = self.game.format_action(state, action)
        if ranking is None:
            return Answer(seat, notation, None, None, False, None)
        if self.rollouts is not None:
            ranking = self.rollouts.refine(ranking, ranking.of(action))
        chosen = ranking.of(action)
        is_counted = ranking.spread > self.scale.obvious
        mark = self.scale.mark(chosen.loss.mean)
        return Answer(seat, notation, ranking, chosen, is_counted, mark)

    def _is_secret(self, state: Any) -> bool:
        """Whether what was answered so far is still hidden: nobody has learned anything."""
        node = self.game.node(state)
        return isinstance(node, Decision) and node.secret

    def _replies(
        self,
        seat: Seat,
        joint: Mapping[Seat, Action],
        rankings: Mapping[Seat, Ranking],
        expected: Worths,
        measured: Worths,
    ) -> Worth:
        """What it is worth to a seat that the others did not answer as was assumed of them."""
        if not any(other != seat for other in rankings):
            return NOTHING
        ranking = rankings.get(seat)
        assumed = expected[seat] if ranking is None else ranking.of(joint[seat]).value
        return measured[seat] - assumed

    # Values

    def _before(self, state: Any, measured: Worths | None = None) -> Worths:
        """What a state is worth, looking ahead over the roll or the answers that come next."""
        node = self.game.node(state)
        if isinstance(node, Terminal):
            return measured or self._after(state)
        look = self.evaluator.expected if isinstance(node, Chance) else self.evaluator.ahead
        return self._by_view(state, lambda view: look(self.game, view))

    def _after(self, state: Any) -> Worths:
        """What a state is worth in the measure of the answers that lead to it."""
        return self._by_view(state, lambda view: self.evaluator.values(self.game, [view]))

    def _by_view(self, state: Any, look: Callable[[Any], Values]) -> Worths:
        """The value to each seat of its own view, equal views being looked at once."""
        found: dict[Any, Values] = {}
        worths = []
        for seat in self.seats:
            view = self.game.view(state, seat)
            if view not in found:
                found[view] = look(view)
            worths.append(worth_at(found[view], 0, seat))
        return tuple(worths)
