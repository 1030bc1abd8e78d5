"""What a game is: rules without randomness, clocks or names, over immutable states.

A game tells what happens next at a state (`Game.node`): dice are rolled, seats must answer, or
the game is over. Decisions are *joint*: every seat that is asked answers, and the rules see the
complete set of answers only, so that no order of seats can matter. `rollwright.match` collects
the answers, and is the only part of the core that changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NewType, Protocol, TypeVar

from .dice import Chance, Roll
from .i18n import Text
from .sheet import SheetSpec
from .spec import GameSpec

Seat = NewType("Seat", int)
"""A place at the table, from 0, in the order of play."""

Action = NewType("Action", int)
"""An answer: 0 is PASS, then the fields of the sheet in order, then the roller's own choices."""

PASS = Action(0)

S = TypeVar("S", bound=Hashable)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """A node at which all `seats` must answer, without knowing each other's answers.

    `phase` says what is asked. A `secret` decision stays hidden from the other seats even when
    it is resolved, until the last secret decision in a row is.
    """

    phase: str
    seats: tuple[Seat, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Terminal:
    """A node at which the game is over."""


Node = Chance | Decision | Terminal


@dataclass(frozen=True, slots=True)
class Score:
    """What a sheet is worth: points (or counts) by line, bonuses and misthrows, and their total."""

    lines: tuple[tuple[str, int], ...]
    bonus: tuple[tuple[str, int], ...]
    misthrows: int
    total: int

    def format(self) -> Json:
        """The score as JSON."""
        return {
            "lines": dict(self.lines),
            "bonus": dict(self.bonus),
            "misthrows": self.misthrows,
            "total": self.total,
        }


class Game(Protocol[S]):
    """One game with its options fixed; it is immutable and holds no randomness.

    A state is an immutable, hashable tuple. Methods never change one, and `IllegalAction` or
    `InputError` is raised before anything is done.
    """

    @property
    def spec(self) -> GameSpec:
        """The name of the game with its options."""
        ...

    @property
    def rules_version(self) -> int:
        """Changes whenever a rule does, so that an old record can be told from a new one."""
        ...

    @property
    def sheet(self) -> SheetSpec:
        """The printed sheet."""
        ...

    @property
    def answer_phases(self) -> tuple[str, ...]:
        """The phases, in order, in which a seat answers what a roll of the dice offers."""
        ...

    @property
    def result_unit(self) -> str:
        """What `Score.total` counts: ``points``, ``boxes`` or ``turns`` (fewer are better)."""
        ...

    def initial(self) -> S:
        """The state before anything has happened."""
        ...

    def node(self, state: S) -> Node:
        """What happens next."""
        ...

    def legal(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """All legal answers of a seat, sorted; empty if and only if it is not asked now."""
        ...

    def roll(self, state: S, roll: Roll) -> S:
        """The state after dice have been rolled."""
        ...

    def play(self, state: S, joint: Mapping[Seat, Action]) -> S:
        """The state after every seat that is asked has answered.

        Raises `IllegalAction`, naming the rule, for an illegal or missing answer.
        """
        ...

    def default(self, state: S, seat: Seat) -> Action:
        """A harmless legal answer, for a seat whose time is up."""
        ...

    def turn(self, state: S) -> int:
        """The number of the current turn, from 1; 0 before the first."""
        ...

    def active(self, state: S) -> Seat | None:
        """The seat whose turn it is; None before the first turn."""
        ...

    def scores(self, state: S) -> tuple[Score, ...]:
        """The score of each seat as the sheets stand."""
        ...

    def places(self, state: S) -> tuple[int, ...]:
        """The place of each seat, 1 being the first; equal seats share the better place."""
        ...

    def rating(self, state: S) -> Text | None:
        """The rating word of a finished game alone, where the rules have one."""
        ...

    def view(self, state: S, seat: Seat | None) -> S:
        """The state as `seat`, or a spectator (None), may know it."""
        ...

    def format_action(self, state: S, action: Action) -> str:
        """The notation of an answer at this state."""
        ...

    def parse_action(self, state: S, text: str) -> Action:
        """The answer that `text` stands for at this state, legal or not."""
        ...

    def format_roll(self, state: S, roll: Roll) -> str:
        """The notation of a roll of the dice that are rolled at this state."""
        ...

    def parse_roll(self, state: S, text: str) -> Roll:
        """The roll that `text` stands for at this state."""
        ...

    def format_roll_json(self, state: S, roll: Roll) -> Json:
        """The same roll as JSON."""
        ...

    def parse_roll_json(self, state: S, data: Json) -> Roll:
        """The roll that `data` stands for at this state."""
        ...

    def format_state(self, state: S) -> Json:
        """The state as JSON."""
        ...

    def parse_state(self, data: Json) -> S:
        """The state that `data` describes; `InputError` says what is wrong with it."""
        ...

    def parse_sheet(self, data: Json) -> Hashable:
        """One sheet from JSON, checked against the rules of what can be written where."""
        ...

    def format_sheet(self, state: S, seat: Seat) -> Json:
        """The sheet of a seat as JSON."""
        ...

    def score_sheet(self, data: Json) -> Score:
        """The score of one sheet given as JSON."""
        ...

    def position(self, sheets: Sequence[Json], roll: Json, active: Seat) -> S:
        """The state just after a roll, at the first answer that it offers, from JSON."""
        ...


def shared_places(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places from keys of which the greatest is the first; equal keys share a place."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
