"""One table as its events have made it: seats, settings, the match and the log. Synchronous.

`LiveTable.fold` applies one stored event after the other and is the only way in which a table
changes. What people may ask for is checked in `plans`, which gives the events to store.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..dice import Chance, CommittedDice, DiceSource, TypedDice
from ..game import Game, Seat
from ..i18n import T, Text
from ..match import ROLL as ROLLED
from ..match import Event, Match
from ..spec import make_spec
from . import events as kinds
from .events import StoredEvent
from .presenters import Presenter, presenter_of

PERSON, BOT, OPEN = "person", "bot", "open"
LOBBY, PLAY, OVER = "lobby", "play", "over"
TYPED_DICE, ROLLED_DICE = "typed", "rolled"

LOG_LENGTH = 60
REMEMBERED_ANSWERS = 24


@dataclass(slots=True)
class SeatRow:
    """A seat: who sits there, and the hashes of the browsers and links that may answer for it.

    `bot` is the bot of a bot's seat, or the one that a person's seat was handed to.
    """

    kind: str
    name: str = ""
    avatar: str | None = None
    bot: str | None = None
    owners: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    hints: int = 0

    @property
    def is_driven(self) -> bool:
        """Whether a bot answers for this seat now."""
        return self.bot is not None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log."""

    number: int
    turn: int
    seat: int | None
    text: Text
    important: bool


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What was settled when the table was made."""

    family: str
    options: dict[str, Any]
    dice: str
    timer: int | None
    hints: bool


class LiveTable:
    """The fold of a table's events."""

    def __init__(self, code: str, secret: str) -> None:
        self.code = code
        self._secret = secret
        self.number = 0
        self.phase = LOBBY
        self.hosts: frozenset[str] = frozenset()
        self.seats: list[SeatRow] = []
        self.match: Match | None = None
        self._turn_began = 0
        self.log: deque[LogEntry] = deque(maxlen=LOG_LENGTH)
        self.noted = 0
        self.announcement: LogEntry | None = None
        self.rematch: str | None = None
        self.asked_at = 0
        self.people_answered_at = 0
        self.answers: dict[tuple[int, int], str] = {}
        self.hinted: frozenset[tuple[int, int]] = frozenset()

    # What there is

    @property
    def game(self) -> Game[Any]:
        """The game, with as many players as there are seats."""
        return self._game

    @property
    def presenter(self) -> Presenter[Any]:
        """The words of this game."""
        return self._presenter

    @property
    def state(self) -> Any:
        """The state of the match, or the first one in the lobby."""
        return self._game.initial() if self.match is None else self.match.state

    @property
    def active(self) -> Seat | None:
        """The seat whose turn it is."""
        return None if self.match is None else self._game.active(self.match.state)

    @property
    def commitment(self) -> str | None:
        """The hash of the dice secret, for dice that the server rolls."""
        return self._committed.commitment if self.options.dice == ROLLED_DICE else None

    @property
    def revealed_secret(self) -> str | None:
        """The dice secret, once the game is over."""
        return self._secret if self.phase == OVER and self.commitment else None

    @property
    def committed_dice(self) -> CommittedDice:
        """The server's dice; they also decide who begins where real dice are used."""
        return self._committed

    @property
    def bot_seed(self) -> str:
        """What the streams of the bots are drawn from; as secret as the dice."""
        return self._secret

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.seats[seat].name

    def names(self, seats: Iterable[int]) -> str:
        """The names of some seats, for a sentence."""
        return ", ".join(self.seats[seat].name for seat in seats)

    # Who is who

    def seats_of(self, keys: Iterable[str]) -> tuple[int, ...]:
        """The seats for which somebody with these hashes may answer."""
        known = set(keys)
        return tuple(
            index
            for index, seat in enumerate(self.seats)
            if not known.isdisjoint(seat.owners) or not known.isdisjoint(seat.tokens)
        )

    def people(self) -> tuple[int, ...]:
        """The seats of persons, whoever answers for them now."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.kind == PERSON)

    def open_seats(self) -> tuple[int, ...]:
        """The seats that nobody has taken."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.kind == OPEN)

    def waiting_people(self) -> tuple[Seat, ...]:
        """The seats whose person still has to answer."""
        if self.match is None:
            return ()
        return tuple(s for s in self.match.waiting if not self.seats[s].is_driven)

    def waiting_bots(self) -> tuple[Seat, ...]:
        """The seats for which a bot still has to answer."""
        if self.match is None:
            return ()
        return tuple(s for s in self.match.waiting if self.seats[s].is_driven)

    def rollers(self) -> tuple[int, ...]:
        """The seats whose person may roll the dice now, or type in what they show."""
        if self.match is None or not isinstance(self.match.node, Chance):
            return ()
        return self.dice_hands()

    def dice_hands(self) -> tuple[int, ...]:
        """The seats whose person has the dice in this turn.

        Real dice of a bot may be thrown by anybody; the lot before the first turn is the server's.
        """
        active = self.active
        if active is None:
            return ()
        if not self.seats[active].is_driven:
            return (int(active),)
        return self.people() if self.options.dice == TYPED_DICE else ()

    def last_roll(self) -> tuple[Any, Any] | None:
        """The states before and after the last roll; None before the first."""
        match = self.match
        if match is None or match.last_roll is None:
            return None
        trail = match.trail_from(match.last_roll)
        return trail[0][0], trail[1][0] if len(trail) > 1 else match.state

    @property
    def before_turn(self) -> Any:
        """The state at the beginning of the running turn; between turns, of the one before."""
        match = self.match
        if match is None or match.last_roll is None:
            return self._game.initial()
        return match.trail_from(self._turn_began)[0][0]

    @property
    def summary_key(self) -> tuple[str, ...]:
        """Changes whenever the summary may have: with the names, and with the phase."""
        return (self.phase, *(seat.name for seat in self.seats))

    def summary(self) -> dict[str, Any]:
        """What lists of tables show."""
        is_over = self.match is not None and self.phase == OVER
        return {
            "game": str(self._game.spec),
            "names": [seat.name for seat in self.seats],
            "totals": [s.total for s in self._game.scores(self.state)] if is_over else None,
            "places": list(self._game.places(self.state)) if is_over else None,
        }

    # Events

    def fold(self, event: StoredEvent) -> None:
        """Apply the next event."""
        if event.number != self.number + 1:
            raise ValueError(f"{self.code}: event {event.number} after {self.number}")
        self.number = event.number
        _FOLDS[event.kind](self, event)

    def _create(self, event: StoredEvent) -> None:
        data = event.data
        self.options = TableOptions(
            data["family"], data["options"], data["dice"], data["timer"], data["hints"]
        )
        self.hosts = frozenset(data["hosts"])
        self.seats = [
            SeatRow(
                row["kind"],
                row.get("name", ""),
                row.get("avatar"),
                row.get("bot"),
                tuple(row.get("owners", ())),
                tuple(row.get("tokens", ())),
            )
            for row in data["seats"]
        ]
        self._committed = CommittedDice(self._secret)
        self._set_game(len(self.seats))

    def _set_game(self, players: int) -> None:
        spec = make_spec(self.options.family, self.options.options, players)
        self._presenter = presenter_of(spec)
        self._game: Game[Any] = self._presenter.game  # shared by all tables that play it

    def _join(self, event: StoredEvent) -> None:
        data = event.data
        self.seats[data["seat"]] = SeatRow(
            PERSON, data["name"], data["avatar"], None, (data["owner"],), (data["token"],)
        )
        self._note(event, data["seat"], T("{name} sits down.", name=data["name"]))

    def _leave(self, event: StoredEvent) -> None:
        seat = event.data["seat"]
        self._note(event, None, T("{name} leaves.", name=self.name(seat)))
        self.seats[seat] = SeatRow(OPEN)

    def _fill(self, event: StoredEvent) -> None:
        seat, bot = event.data["seat"], event.data["bot"]
        if bot is None:
            self.seats[seat] = SeatRow(OPEN)
            return
        self.seats[seat] = SeatRow(BOT, event.data["name"], None, bot)
        self._note(event, seat, T("{name} sits down.", name=event.data["name"]))

    def _start(self, event: StoredEvent) -> None:
        self.seats = [self.seats[seat] for seat in event.data["seats"]]
        self._set_game(len(self.seats))
        dice: DiceSource = self._committed
        if self.options.dice == TYPED_DICE:
            dice = TypedDice()
        names = [f"bot:{seat.bot}" if seat.kind == BOT else seat.name for seat in self.seats]
        self.match = Match(self._game, dice, names)
        self.phase = PLAY
        self._note(event, None, T("The game begins."))
        self._arrive(event)

    # Events of the match

    def _running(self) -> Match:
        assert self.match is not None, "the game has not begun"
        return self.match

    def _answer(self, event: StoredEvent) -> None:
        match, data = self._running(), event.data
        seat = Seat(data["seat"])
        if data["by"] == kinds.BY_TIMER:
            self._note(event, seat, T("Time is up for {name}.", name=self.name(seat)))
        elif data["by"] == kinds.BY_HOST:
            self._note(event, seat, T("{name} is passed over this time.", name=self.name(seat)))
        action = self._game.parse_action(match.state, data["action"])
        self._with_log(event, lambda: match.submit(match.decision, seat, action))
        self._remember(data["decision"], seat, data["action"])
        if not self.seats[seat].is_driven:
            self.people_answered_at = event.at

    def _remember(self, decision: int, seat: Seat, action: str) -> None:
        """Keep an answer for a while, so that the same one sent again is recognised."""
        self.answers[decision, seat] = action
        if len(self.answers) > REMEMBERED_ANSWERS:
            del self.answers[next(iter(self.answers))]

    def _forget(self, seat: Seat) -> None:
        for key in reversed(self.answers):
            if key[1] == seat:
                del self.answers[key]
                return

    def _undo(self, event: StoredEvent) -> None:
        match, seat = self._running(), Seat(event.data["seat"])
        is_shown = seat not in match.pending
        match.undo(seat)
        self._forget(seat)
        if is_shown:
            self._note(event, seat, T("{name} takes it back.", name=self.name(seat)))
            self.asked_at = event.at

    def _redo(self, event: StoredEvent) -> None:
        match, seat = self._running(), Seat(event.data["seat"])
        decision, state = match.decision, match.state
        undone = match.undone(seat)
        assert undone is not None, "there is nothing to redo"
        action = self._game.format_action(state, undone)
        self._with_log(event, lambda: match.redo(seat))
        self._remember(decision, seat, action)
        self.people_answered_at = event.at

    def _roll(self, event: StoredEvent) -> None:
        match = self._running()
        rolled = Event(ROLLED, roll=tuple(event.data["roll"]))
        self._with_log(event, lambda: match.apply([rolled]))
        self._look_at_turn(match)

    def _look_at_turn(self, match: Match) -> None:
        """Find the step with which the turn of the last roll began; what was before is history."""
        assert match.last_roll is not None
        trail = match.trail_from(self._turn_began)
        turn = self._game.turn(trail[match.last_roll - self._turn_began][0])
        began = next(n for n, (before, _) in enumerate(trail) if self._game.turn(before) == turn)
        self._turn_began += began
        match.forget_states(self._turn_began)
        match.events.clear()

    def _correct(self, event: StoredEvent) -> None:
        match = self._running()
        self._note(event, event.data["seat"], T("The roll was typed in wrongly and is corrected."))
        last_roll = match.last_roll
        assert last_roll is not None
        match.correct(tuple(event.data["roll"]))
        self.answers.clear()
        self._log_steps(event, last_roll)

    def _with_log(self, event: StoredEvent, act: Callable[[], None]) -> None:
        """Act on the match, and note in the log all steps that came of it."""
        known = len(self._running().steps)
        act()
        self._log_steps(event, known)

    def _log_steps(self, event: StoredEvent, first: int) -> None:
        match = self._running()
        trail = match.trail_from(first)
        for index, (before, step) in enumerate(trail):
            after = trail[index + 1][0] if index + 1 < len(trail) else match.state
            turn = self._game.turn(before)
            for line in self.presenter.lines(before, step, after, self.name):
                self._note(event, line.seat, line.text, line.important, turn)
        if trail:
            self._arrive(event)

    def _arrive(self, event: StoredEvent) -> None:
        """Look at what happens next."""
        match = self._running()
        self.asked_at = event.at
        if match.is_over and self.phase != OVER:
            self.phase = OVER
            self._note(event, None, self.presenter.winner_line(match.state, self.name), True)

    def _hint(self, event: StoredEvent) -> None:
        seat, decision = event.data["seat"], event.data["decision"]
        self.hinted = frozenset({key for key in self.hinted if key[0] == decision})
        self.hinted |= {(decision, seat)}
        self.seats[seat].hints += 1
        self._note(event, seat, T("{name} asks the coach for a hint.", name=self.name(seat)))

    # Events about seats

    def _hand(self, event: StoredEvent) -> None:
        seat, bot = event.data["seat"], event.data["bot"]
        self.seats[seat].bot = bot
        self._note(event, seat, T("A bot answers for {name} now.", name=self.name(seat)))

    def _back(self, event: StoredEvent) -> None:
        seat = event.data["seat"]
        self.seats[seat].bot = None
        self._note(event, seat, T("{name} is back.", name=self.name(seat)))

    def _own(self, event: StoredEvent) -> None:
        seat = self.seats[event.data["seat"]]
        if event.data["owner"] not in seat.owners:
            seat.owners = (*seat.owners, event.data["owner"])

    def _key(self, event: StoredEvent) -> None:
        seat = self.seats[event.data["seat"]]
        seat.tokens = (*seat.tokens, event.data["token"])[-event.data["most"] :]

    def _rematch(self, event: StoredEvent) -> None:
        self.rematch = event.data["code"]

    def _note(
        self,
        event: StoredEvent,
        seat: int | None,
        text: Text,
        important: bool = False,
        turn: int | None = None,
    ) -> None:
        if turn is None:
            turn = 0 if self.match is None else self._game.turn(self.match.state)
        entry = LogEntry(event.number, turn, seat, text, important)
        self.log.append(entry)
        self.noted += 1
        if important:
            self.announcement = entry

    # What is going on, for those who drive it

    def deadline(self, resumed_at: int) -> int | None:
        """When the time of those who are asked is up, in milliseconds since 1970.

        A table that everybody left gets its whole time again when somebody returns.
        """
        if self.options.timer is None or self.phase != PLAY:
            return None
        if not self.waiting_people() and not self.rollers():
            return None
        return max(self.asked_at, resumed_at) + 1000 * self.options.timer


_FOLDS: dict[str, Callable[[LiveTable, StoredEvent], None]] = {
    kinds.CREATE: LiveTable._create,
    kinds.JOIN: LiveTable._join,
    kinds.LEAVE: LiveTable._leave,
    kinds.FILL: LiveTable._fill,
    kinds.START: LiveTable._start,
    kinds.ANSWER: LiveTable._answer,
    kinds.UNDO: LiveTable._undo,
    kinds.REDO: LiveTable._redo,
    kinds.ROLL: LiveTable._roll,
    kinds.CORRECT: LiveTable._correct,
    kinds.HAND: LiveTable._hand,
    kinds.BACK: LiveTable._back,
    kinds.OWN: LiveTable._own,
    kinds.KEY: LiveTable._key,
    kinds.REMATCH: LiveTable._rematch,
    kinds.HINT: LiveTable._hint,
}
