"""What the three games have in common: seats take turns, all answer together, somebody starts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ..dice import Chance, Die, Roll
from ..errors import IllegalAction, InputError
from ..game import Action, Decision, Json, Node, Score, Seat, Terminal, shared_places
from ..i18n import T, Text, Tn
from ..sheet import SheetSpec
from ..spec import GameSpec, Option

PLAYERS_LETTERS = "abcdef"
"""The letters by which records name the seats."""

START = Option(
    "start", "first_seat", ("first_seat", "random"), T("who begins: the first seat, or by lot")
)


class Objection(NamedTuple):
    """Why an answer is not legal: the number of the rule, and what it says about the case."""

    rule: str
    text: Text


class TurnState(Protocol):
    """What every state tells: its phase, the turn's number from 1 (0 before), and whose it is."""

    @property
    def phase(self) -> str: ...  # noqa: D102
    @property
    def turn(self) -> int: ...  # noqa: D102
    @property
    def active(self) -> Seat: ...  # noqa: D102


class StateTuple(TurnState, Hashable, Protocol):
    """A state is a named tuple, so that a changed copy is `_replace`."""

    @property
    def _replace(self) -> Callable[..., Any]: ...


S = TypeVar("S", bound=StateTuple)


class TurnGame(ABC, Generic[S]):
    """Rules of a game in turns. A subclass says what is rolled, asked and forbidden.

    Legality has one source: an answer is legal if and only if `objection` is None.
    """

    rules_version = 1
    result_unit = "points"
    answer_phases: tuple[str, ...]

    LOT = "start"
    """The phase before the first turn in which a lot decides who begins."""
    OVER = "over"
    """The phase after the last turn."""

    def __init__(self, spec: GameSpec, sheet: SheetSpec) -> None:
        self.spec = spec
        self.sheet = sheet
        self.options = dict(spec.options)
        self.players = spec.players
        self.seats = tuple(Seat(seat) for seat in range(spec.players))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TurnGame):
            return NotImplemented
        return (type(self), self.spec, self.sheet) == (type(other), other.spec, other.sheet)

    def __hash__(self) -> int:
        return hash((self.spec, self.sheet.checksum))

    def __repr__(self) -> str:
        return f"<{self.spec}>"

    # What a subclass defines

    @abstractmethod
    def dice(self, state: S) -> tuple[tuple[Die, ...], int] | None:
        """The dice rolled at this state and the roll's index in the turn; None if none are."""

    @abstractmethod
    def asked(self, state: S) -> tuple[Seat, ...]:
        """The seats that must answer at this state."""

    @abstractmethod
    def candidates(self, state: S, seat: Seat) -> Iterable[Action]:
        """Answers that may be legal, among them every legal one."""

    @abstractmethod
    def objection(self, state: S, seat: Seat, action: Action) -> Objection | None:
        """Why a seat that is asked may not give this answer; None if it may."""

    @abstractmethod
    def rolled(self, state: S, roll: Roll) -> S:
        """The state after a checked roll."""

    @abstractmethod
    def resolve(self, state: S, joint: Mapping[Seat, Action]) -> S:
        """The state after a checked joint answer."""

    @abstractmethod
    def begin(self, state: S) -> S:
        """The first state after it is settled who begins."""

    @abstractmethod
    def rank_key(self, state: S, seat: Seat) -> tuple[int, ...]:
        """The greatest key is the first place; equal keys share a place."""

    @abstractmethod
    def scores(self, state: S) -> tuple[Score, ...]:
        """The score of each seat as the sheets stand."""

    @abstractmethod
    def objection_to_writing(self, state: S, action: Action, number: int) -> Objection | None:
        """Why `number` may not stand in a field of the only sheet, whatever the dice show."""

    @abstractmethod
    def written(self, state: S, action: Action, number: int) -> S:
        """The state with `number` written in a field of the only sheet."""

    def with_misthrow(self, state: S) -> S:
        """The state with one more misthrow of the active seat, where the sheet has boxes left."""
        raise InputError(T("This game has no misthrows."))

    def with_closed(self, state: S, line: int, closed: bool) -> S:
        """The state with a row that somebody else has closed, or has not after all."""
        raise InputError(T("No row is closed for everybody in this game."))

    # What follows from it

    def is_secret(self, state: S) -> bool:
        """Whether the answers at this state stay hidden after it."""
        return False

    def node(self, state: S) -> Node:
        """What happens next."""
        if state.phase == self.OVER:
            return Terminal()
        if state.phase == self.LOT:
            return Chance((Die("start", self.players, 0),), 0)
        rolled = self.dice(state)
        if rolled is not None:
            dice, index = rolled
            return Chance(dice, state.turn, index)
        return Decision(state.phase, self.asked(state), self.is_secret(state))

    def is_asked(self, state: S, seat: Seat) -> bool:
        """Whether this seat must answer at this state."""
        node = self.node(state)
        return isinstance(node, Decision) and seat in node.seats

    def legal(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """All legal answers of a seat, sorted; empty if and only if it is not asked now."""
        if not self.is_asked(state, seat):
            return ()
        return tuple(
            sorted(
                {a for a in self.candidates(state, seat) if self.objection(state, seat, a) is None}
            )
        )

    def roll(self, state: S, roll: Roll) -> S:
        """The state after dice have been rolled."""
        node = self.node(state)
        if not isinstance(node, Chance):
            raise InputError(T("No dice are rolled now."))
        checked = node.check(roll)
        if state.phase == self.LOT:
            active: S = state._replace(active=Seat(checked[0] - 1))
            return self.begin(active)
        return self.rolled(state, checked)

    def play(self, state: S, joint: Mapping[Seat, Action]) -> S:
        """The state after every seat that is asked has answered."""
        node = self.node(state)
        if not isinstance(node, Decision):
            raise IllegalAction("T2", T("Nobody is asked now."))
        if set(joint) != set(node.seats):
            raise IllegalAction(
                "T2", T("Every seat that is asked must answer, and no other: all answer together.")
            )
        for seat, action in joint.items():
            objection = self.objection(state, seat, action)
            if objection is not None:
                raise IllegalAction(*objection)
        return self.resolve(state, joint)

    def default(self, state: S, seat: Seat) -> Action:
        """A harmless legal answer: pass where that is legal, else the first legal one."""
        legal = self.legal(state, seat)
        if not legal:
            raise IllegalAction("T2", T("This seat is not asked now."))
        return legal[0]

    def turn(self, state: S) -> int:
        """The number of the current turn, from 1; 0 before the first."""
        return state.turn

    def active(self, state: S) -> Seat | None:
        """The seat whose turn it is; None before the first turn."""
        return state.active if state.turn else None

    def next_seat(self, seat: Seat) -> Seat:
        """The seat to the left."""
        return Seat((seat + 1) % self.players)

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in the order of play, beginning with `seat`."""
        return self.seats[seat:] + self.seats[:seat]

    def places(self, state: S) -> tuple[int, ...]:
        """The place of each seat, 1 being the first; equal seats share the better place."""
        return shared_places([self.rank_key(state, seat) for seat in self.seats])

    def rating(self, state: S) -> Text | None:
        """No rating word: most games have none."""
        return None

    def view(self, state: S, seat: Seat | None) -> S:
        """All is open."""
        return state

    # Notation of the lot

    def format_lot_json(self, roll: Roll) -> Json:
        """``{"start": 1}``: the seat that begins, from 0."""
        return {"start": roll[0] - 1}

    def parse_lot_json(self, data: Json) -> Roll:
        """The inverse of `format_lot_json`."""
        read_object(data, T("The lot"), ("start",))
        return (read_count(data["start"], "“start”", self.players - 1) + 1,)

    def format_lot(self, roll: Roll) -> str:
        """``start b``: seat b begins."""
        return f"start {PLAYERS_LETTERS[roll[0] - 1]}"

    def parse_lot(self, text: str) -> Roll:
        """The inverse of `format_lot`."""
        words = text.split()
        letters = PLAYERS_LETTERS[: self.players]
        if len(words) != 2 or words[0] != "start" or words[1] not in tuple(letters):
            raise InputError(
                T("“{text}” should be start and a seat: {seats}.", text=text, seats=letters)
            )
        return (letters.index(words[1]) + 1,)


def fields_between(
    fields: Sequence[int], numbers: Sequence[int | None], number: int
) -> list[Action]:
    """The empty fields of a line between the numbers up to `number` and the greater ones.

    `numbers` holds what is written in each of the `fields`, ascending.
    """
    between: list[Action] = []
    for field, written in zip(fields, numbers, strict=True):
        if written is None:
            between.append(Action(field + 1))
        elif written <= number:
            between.clear()
        else:
            break
    return between


def read_object(
    data: object, what: Text, keys: Sequence[str], optional: Sequence[str] = ()
) -> Json:
    """Check that `data` is a JSON object with these keys and no others."""
    if not isinstance(data, dict):
        raise InputError(T("{what} must be a JSON object {{…}}.", what=what))
    known = [*keys, *optional]
    for key in data:
        if key not in known:
            raise InputError(
                T("{what} has an unknown key “{key}”; it may have: {keys}.",
                  what=what, key=key, keys=", ".join(known))
            )  # fmt: skip
    for key in keys:
        if key not in data:
            raise InputError(T("{what} lacks “{key}”.", what=what, key=key))
    return data


def read_count(data: object, what: str, most: int, least: int = 0) -> int:
    """Check that `data` is a whole number from `least` to `most`."""
    if type(data) is not int or not least <= data <= most:
        raise InputError(
            T("{what} must be a whole number from {least} to {most}, not {value}.",
              what=what, least=least, most=most, value=data)
        )  # fmt: skip
    return data


def read_sheets(data: object, players: int) -> Sequence[Json]:
    """Check that `data` is a list of one sheet for each player."""
    if not isinstance(data, list | tuple) or len(data) != players:
        raise InputError(Tn("There must be {n} sheet.", "There must be {n} sheets.", players))
    return data
