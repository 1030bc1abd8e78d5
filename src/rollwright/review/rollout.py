"""Rollouts: answers judged by playing on from them many times, with the same dice for each.

The first roll of the trials goes evenly over the faces, and what a trial owes to the luck of its
rolls, by the evaluator, is taken off its result: luck has mean zero, so the mean stays what it is
and only its error gets smaller (a control variate).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Any

import numpy as np

from ..bots.evaluator import Evaluator
from ..dice import Chance, DiceSource, Roll, SeededDice, Stream, seed_key
from ..game import Action, Decision, Game, Seat, Terminal
from .ranking import Candidate, Ranking
from .scale import scale_for
from .worth import NOTHING, Worth, Worths, worths_at

BLOCK = 36
"""Trials between two looks: in each block two dice show every pair of faces once."""

CLEAR = 2.33
"""Standard errors by which an answer must be behind: it is called worse wrongly in 1 % of cases."""

CONTENDERS = 3
"""So many of the best answers are rolled out beside the one that was given."""


class StratifiedDice:
    """The dice of one trial: the first roll is part of an even design, the others are random.

    In each block of trials the first two dice show every pair of faces equally often, and each
    other die every face; which trial shows what is drawn anew for every block.
    """

    label = "scripted"

    def __init__(self, seed: str, trial: int) -> None:
        self._random = SeededDice(seed, trial)
        block, self._place = divmod(trial, BLOCK)
        self._key = seed_key(f"{seed} {block}")
        self._is_first = True

    def draw(self, chance: Chance) -> Roll:
        """The roll for this chance node."""
        is_first, self._is_first = self._is_first, False
        if not is_first or any(BLOCK % die.sides**2 for die in chance.dice):
            return self._random.draw(chance)
        stream = Stream(self._key)
        pair = self._drawn(stream)
        second = pair // chance.dice[0].sides
        numbers = [pair, second, *(self._drawn(stream) for _ in chance.dice[2:])]
        return tuple(
            1 + number % die.sides for number, die in zip(numbers, chance.dice, strict=False)
        )

    def _drawn(self, stream: Stream) -> int:
        """What this trial gets when the numbers below BLOCK are dealt to its block."""
        numbers = list(range(BLOCK))
        for last in range(BLOCK - 1, 0, -1):
            other = stream.below(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]
        return numbers[self._place]


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How answers are rolled out.

    At most `trials` for each answer, in blocks, until the best is clear of all others. A trial
    ends after `horizon` more turns with the evaluator's value, or with the game where it is None.
    Where `is_adjusted` is False, luck stays in the results. `progress` is called after each trial.
    """

    game: Game[Any]
    evaluator: Evaluator
    trials: int
    horizon: int | None = None
    seed: str = "rollout"
    is_adjusted: bool = True
    progress: Callable[[], None] | None = None

    def refine(self, ranking: Ranking, chosen: Candidate) -> Ranking:
        """The ranking with a marked answer, and the best ones, rolled out.

        Answers that are not rolled out keep their distance from the best one. The ranking stays as
        it is where the answer is good, and where hidden sheets forbid to play on.
        """
        is_marked = scale_for(self.game).mark(chosen.loss.mean) is not None
        if not is_marked or self._is_hidden(ranking.state):
            return ranking
        best = ranking.candidates[:CONTENDERS]
        rolled = self.roll_out(ranking, best if chosen in best else (*best, chosen))
        leader = rolled[0]
        done = {candidate.action for candidate in rolled}
        offset = leader.value - ranking.of(leader.action).value
        rest = [
            replace(c, value=c.value + offset, loss=leader.value - c.value - offset)
            for c in ranking.candidates
            if c.action not in done
        ]
        return replace(ranking, candidates=(*rolled, *rest))

    def _is_hidden(self, state: Any) -> bool:
        """Whether the sheets of the other seats are not known, so that nobody can play them."""
        node = self.game.node(state)
        is_open = dict(self.game.spec.options).get("open_sheets", True)
        is_secret = isinstance(node, Decision) and node.secret
        return self.game.spec.players > 1 and (is_secret or not is_open)

    def roll_out(self, ranking: Ranking, contenders: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """The contenders with values, losses and their standard errors by trials, best first."""
        replies = self.replies(ranking)
        tallies = [_Tally(candidate) for candidate in contenders]
        for trial in range(self.trials):
            for tally in tallies:
                joint = {**replies, ranking.seat: tally.candidate.action}
                after = self.game.play(ranking.state, joint)
                result = self.play_on(after, StratifiedDice(self.seed, trial))
                tally.results.append(result[ranking.seat])
            if self.progress is not None:
                self.progress()
            if (trial + 1) % BLOCK == 0 and _is_settled(tallies):
                break
        leader = max(tallies, key=lambda tally: tally.mean.mean)
        found = [tally.outcome(leader) for tally in tallies]
        return tuple(sorted(found, key=lambda candidate: candidate.loss.mean))

    def replies(self, ranking: Ranking) -> dict[Seat, Action]:
        """What the evaluator assumes of the other seats that are asked at the same time."""
        node = self.game.node(ranking.state)
        assert isinstance(node, Decision)
        return {s: self._best(ranking.state, s) for s in node.seats if s != ranking.seat}

    def _best(self, state: Any, seat: Seat) -> Action:
        legal = self.game.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        actions, values = self.evaluator.answers(self.game, state, seat)
        return actions[int(np.argmax(values.mean[:, seat]))]

    def play_on(self, state: Any, dice: DiceSource) -> Worths:
        """The result of one trial for each seat, less its luck where that is taken off."""
        luck = [NOTHING] * self.game.spec.players
        last = inf if self.horizon is None else self.game.turn(state) + self.horizon
        while not isinstance(node := self.game.node(state), Terminal):
            if self.game.turn(state) > last:
                break
            if isinstance(node, Decision):
                state = self.game.play(state, {s: self._best(state, s) for s in node.seats})
                continue
            before, state = state, self.game.roll(state, dice.draw(node))
            if self.is_adjusted:
                gained = self._luck(before, state)
                luck = [old + new for old, new in zip(luck, gained, strict=True)]
        result = worths_at(self.evaluator.values(self.game, [state]), 0)
        return tuple(got - lucky for got, lucky in zip(result, luck, strict=True))

    def _luck(self, before: Any, after: Any) -> Worths:
        """What a roll was worth to each seat; the lot is never rolled after a decision."""
        expected = worths_at(self.evaluator.expected(self.game, before), 0)
        found = worths_at(self.evaluator.ahead(self.game, after), 0)
        return tuple(now - then for now, then in zip(found, expected, strict=True))


@dataclass(slots=True)
class _Tally:
    """The results of the trials of one answer, in the order of the trials."""

    candidate: Candidate
    results: list[Worth] = field(default_factory=list)

    @property
    def mean(self) -> Worth:
        n = len(self.results)
        return Worth(sum(r.mean for r in self.results) / n, sum(r.margin for r in self.results) / n)

    def outcome(self, leader: _Tally) -> Candidate:
        """The candidate as the trials judge it."""
        return replace(
            self.candidate,
            value=self.mean,
            loss=leader.mean - self.mean,
            error=standard_error([result.mean for result in self.results]),
            loss_error=self.error_behind(leader),
        )

    def error_behind(self, leader: _Tally) -> float:
        """The standard error of the difference: trials of one number have the same dice."""
        pairs = zip(leader.results, self.results, strict=True)
        return standard_error([ahead.mean - behind.mean for ahead, behind in pairs])


def _is_settled(tallies: Sequence[_Tally]) -> bool:
    """Whether the best answer is clear of all others."""
    leader = max(tallies, key=lambda tally: tally.mean.mean)
    return all(
        leader.mean.mean - tally.mean.mean >= CLEAR * tally.error_behind(leader)
        for tally in tallies
        if tally is not leader
    )


def standard_error(results: Sequence[float]) -> float:
    """The standard error of the mean of independent results.

    The even first roll makes the mean more accurate than this says.
    """
    n = len(results)
    if n < 2:
        return inf
    mean = sum(results) / n
    return sqrt(sum((result - mean) ** 2 for result in results) / (n * (n - 1)))
