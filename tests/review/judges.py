"""Evaluators to test the coach with, and a tiny game that one of them has solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import exp
from typing import Any, NamedTuple

import numpy as np

from rollwright import Action, Chance, Decision, Game, Seat, Terminal
from rollwright.bots.evaluator import Evaluator, Values
from rollwright.dice import Die, Roll, Stream, seed_key
from rollwright.game import Json, Score, shared_places
from rollwright.record import Answered, Rolled, Step
from rollwright.spec import GameSpec


def as_values(means: Sequence[Sequence[float]], margins: Sequence[Sequence[float]]) -> Values:
    mean = np.array(means, dtype=np.float64)
    return Values(mean, np.array(margins, dtype=np.float64), np.zeros_like(mean))


@dataclass
class Played:
    """What the coach reads of a record, for any game."""

    game: Game[Any]
    steps: tuple[Step, ...]
    path: tuple[Any, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"seat {n}" for n in range(self.game.spec.players))

    def states(self) -> Iterator[Any]:
        return iter(self.path)


def played(moves: Sequence[tuple[Any, Step | None]], game: Game[Any]) -> Any:
    """A record made of the moves of `rollwright.testing.walk.walk`."""
    steps = tuple(step for _, step in moves if step is not None)
    return Played(game, steps, tuple(state for state, _ in moves))


class PointsJudge:
    """A crude evaluator of all games: the points as they stand, looking nowhere ahead."""

    exact = False
    settings: Json = {"name": "points", "version": 1}  # noqa: RUF012

    def values(self, game: Game[Any], states: Sequence[Any]) -> Values:
        found = [self._value(game, state) for state in states]
        return as_values([means for means, _ in found], [margins for _, margins in found])

    def _value(self, game: Game[Any], state: Any) -> tuple[list[float], list[float]]:
        totals = [float(score.total) for score in game.scores(state)]
        if len(totals) == 1:
            sign = -1 if game.result_unit == "turns" else 1
            return [sign * totals[0]], [sign * totals[0]]
        margins = [
            total - max(other for seat, other in enumerate(totals) if seat != own)
            for own, total in enumerate(totals)
        ]
        if isinstance(game.node(state), Terminal):
            places = game.places(state)
            shares = [(place == 1) * (0.5 + 0.5 * (places.count(1) == 1)) for place in places]
            return shares, margins
        return [1 / (1 + exp(-margin / 10)) for margin in margins], margins

    def expected(self, game: Game[Any], state: Any) -> Values:
        return self.values(game, [state])

    def ahead(self, game: Game[Any], state: Any) -> Values:
        node = game.node(state)
        assert isinstance(node, Decision)
        joint = {}
        for seat in node.seats:
            actions, values = self.answers(game, state, seat)
            joint[seat] = actions[int(np.argmax(values.mean[:, seat]))]
        return self.values(game, [game.play(state, joint)])

    def answers(self, game: Game[Any], state: Any, seat: Seat) -> tuple[tuple[Action, ...], Values]:
        node = game.node(state)
        assert isinstance(node, Decision)
        replies = {other: game.legal(state, other)[0] for other in node.seats}
        legal = game.legal(state, seat)
        after = [game.play(state, {**replies, seat: action}) for action in legal]
        return legal, self.values(game, after)


@dataclass
class Skewed:
    """An evaluator for one player that orders answers well, but gets all values wrong."""

    exactly: Evaluator
    factor: float = 0.8
    exact: bool = False
    settings: Json = field(default_factory=lambda: {"name": "skewed", "version": 1})

    def _skew(self, game: Game[Any], state: Any, values: Values) -> Values:
        if isinstance(game.node(state), Terminal):
            return values
        return Values(self.factor * values.mean, self.factor * values.margin, values.error)

    def values(self, game: Game[Any], states: Sequence[Any]) -> Values:
        found = [self._skew(game, s, self.exactly.values(game, [s])) for s in states]
        mean, margin, error = (np.vstack(column) for column in zip(
            *((v.mean, v.margin, v.error) for v in found), strict=True))  # fmt: skip
        return Values(mean, margin, error)

    def expected(self, game: Game[Any], state: Any) -> Values:
        return self._skew(game, state, self.exactly.expected(game, state))

    def ahead(self, game: Game[Any], state: Any) -> Values:
        return self._skew(game, state, self.exactly.ahead(game, state))

    def answers(self, game: Game[Any], state: Any, seat: Seat) -> tuple[tuple[Action, ...], Values]:
        return self.exactly.answers(game, state, seat)


class GrabState(NamedTuple):
    phase: str
    turn: int
    points: tuple[int, ...]
    shown: int = 0


class Grab:
    """A tiny game: a die is rolled, and all may grab. Whoever grabs alone gets what it shows; then
    the seat whose turn it is takes a point, or takes one from the next seat."""

    TURNS = 3

    def __init__(self, players: int) -> None:
        self.spec = GameSpec("qwixx", players, ())  # for its scale
        self.seats = tuple(Seat(seat) for seat in range(players))

    def initial(self) -> GrabState:
        return GrabState("roll", 1, (0,) * len(self.seats))

    def active(self, state: GrabState) -> Seat:
        return Seat((state.turn - 1) % len(self.seats))

    def turn(self, state: GrabState) -> int:
        return state.turn

    def node(self, state: GrabState) -> Any:
        match state.phase:
            case "roll":
                return Chance((Die("die", 3, 0),), state.turn)
            case "grab":
                return Decision("grab", self.seats)
            case "take":
                return Decision("take", (self.active(state),))
        return Terminal()

    def legal(self, state: GrabState, seat: Seat) -> tuple[Action, ...]:
        node = self.node(state)
        return (Action(0), Action(1)) if seat in getattr(node, "seats", ()) else ()

    def roll(self, state: GrabState, roll: Roll) -> GrabState:
        return state._replace(phase="grab", shown=roll[0])

    def play(self, state: GrabState, joint: dict[Seat, Action]) -> GrabState:
        points = list(state.points)
        if state.phase == "grab":
            grabbers = [seat for seat, action in joint.items() if action]
            if len(grabbers) == 1:
                points[grabbers[0]] += state.shown
            return state._replace(phase="take", points=tuple(points))
        active = self.active(state)
        if joint[active]:
            points[(active + 1) % len(points)] -= 1
        points[active] += 1
        is_last = state.turn == self.TURNS
        turn = state.turn if is_last else state.turn + 1
        return GrabState("over" if is_last else "roll", turn, tuple(points))

    def view(self, state: GrabState, seat: Seat | None) -> GrabState:
        return state

    def scores(self, state: GrabState) -> tuple[Score, ...]:
        return tuple(Score((), (), 0, total) for total in state.points)

    def places(self, state: GrabState) -> tuple[int, ...]:
        return shared_places([(total,) for total in state.points])

    def format_action(self, state: GrabState, action: Action) -> str:
        return str(action)

    def format_roll(self, state: GrabState, roll: Roll) -> str:
        return str(roll[0])

    def format_roll_json(self, state: GrabState, roll: Roll) -> Json:
        return {"die": roll[0]}


class AgainstRandom:
    """The exact values of `Grab` to each seat that plays as well as possible, if all others answer
    at random."""

    exact = True
    settings: Json = {"name": "against random", "version": 1}  # noqa: RUF012

    def __init__(self) -> None:
        self._known: dict[GrabState, tuple[list[float], list[float]]] = {}
        self._points = PointsJudge()

    def _value(self, game: Any, state: GrabState) -> tuple[list[float], list[float]]:
        if state not in self._known:
            self._known[state] = self._work_out(game, state)
        return self._known[state]

    def _work_out(self, game: Any, state: GrabState) -> tuple[list[float], list[float]]:
        node = game.node(state)
        if isinstance(node, Terminal):
            return self._points._value(game, state)
        if isinstance(node, Chance):
            found = [self._value(game, game.roll(state, roll)) for roll in node.rolls()]
            return _mean([means for means, _ in found]), _mean([margins for _, margins in found])
        pairs = [self._best(game, state, seat) for seat in game.seats]
        return [mean for mean, _ in pairs], [margin for _, margin in pairs]

    def _best(self, game: Any, state: GrabState, seat: Seat) -> tuple[float, float]:
        node = game.node(state)
        actions = game.legal(state, seat) or (None,)
        rows = [self._row(game, state, node, seat, action) for action in actions]
        means = [row[0][seat] for row in rows]
        best = rows[int(np.argmax(means))]
        return best[0][seat], best[1][seat]

    def _row(
        self, game: Any, state: GrabState, node: Decision, seat: Seat, action: Action | None
    ) -> tuple[list[float], list[float]]:
        """The values after an answer, over all answers of the others."""
        others = [other for other in node.seats if other != seat]
        found = []
        for replies in product((Action(0), Action(1)), repeat=len(others)):
            joint = dict(zip(others, replies, strict=True))
            if action is not None:
                joint[seat] = action
            found.append(self._value(game, game.play(state, joint)))
        return _mean([means for means, _ in found]), _mean([margins for _, margins in found])

    def values(self, game: Any, states: Sequence[GrabState]) -> Values:
        found = [self._value(game, state) for state in states]
        return as_values([means for means, _ in found], [margins for _, margins in found])

    def expected(self, game: Any, state: GrabState) -> Values:
        return self.values(game, [state])

    def ahead(self, game: Any, state: GrabState) -> Values:
        return self.values(game, [state])

    def answers(self, game: Any, state: GrabState, seat: Seat) -> tuple[tuple[Action, ...], Values]:
        legal = game.legal(state, seat)
        rows = [self._row(game, state, game.node(state), seat, action) for action in legal]
        return legal, as_values([means for means, _ in rows], [margins for _, margins in rows])


def _mean(rows: Sequence[Sequence[float]]) -> list[float]:
    return [float(mean) for mean in np.mean(np.array(rows), axis=0)]


def grab_at_random(players: int, seed: int, best: AgainstRandom | None = None) -> Any:
    """A game of `Grab`: everybody answers at random, but seat 1 as well as possible with `best`."""
    game, stream = Grab(players), Stream(seed_key(f"grab {seed}"))
    state, moves = game.initial(), []
    while not isinstance(node := game.node(state), Terminal):
        step: Step
        if isinstance(node, Chance):
            step = Rolled((1 + stream.below(3),))
            after = game.roll(state, step.roll)
        else:
            joint = {seat: Action(stream.below(2)) for seat in node.seats}
            if best is not None and 1 in joint:
                actions, values = best.answers(game, state, Seat(1))
                joint[Seat(1)] = actions[int(np.argmax(values.mean[:, 1]))]
            step = Answered(tuple(joint.items()))
            after = game.play(state, joint)
        moves.append((state, step))
        state = after
    return played([*moves, (state, None)], game)  # type: ignore[arg-type]
