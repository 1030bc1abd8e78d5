"""What people may do at a table: each function checks a wish and gives the events to store.

Nothing is changed here. An empty list means that the wish has come true already, so that sending
it twice is harmless; a `Refusal` says why it cannot be granted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..dice import Chance
from ..errors import IllegalAction, InputError, StaleAnswer
from ..game import PASS, Action, Decision, Seat
from ..i18n import T, Text
from ..match import Match
from ..spec import find_family
from . import events as kinds
from .bot_words import default_bot
from .events import NewEvent
from .keys import hash_secret
from .names import bot_name, check_avatar, check_bot, check_name
from .refusal import Refusal
from .settings import Limits
from .table import BOT, LOBBY, OPEN, OVER, PERSON, PLAY, TYPED_DICE, LiveTable


@dataclass(frozen=True, slots=True)
class Shown:
    """What real dice show: `faces` from 1 in the order of the dice, or `roll`, as in records."""

    faces: list[int] | None = None
    roll: dict[str, Any] | None = None

    @property
    def is_given(self) -> bool:
        """Whether anything was said."""
        return self.faces is not None or self.roll is not None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who asks for something: the hashes of the secrets that came with the request."""

    keys: frozenset[str] = frozenset()
    is_host: bool = False


# Who asks


def own_seat(table: LiveTable, person: Person, seat: int) -> Seat:
    """The seat, if the person may answer for it."""
    if not 0 <= seat < len(table.seats):
        raise Refusal(422, "seat", T("There is no such seat at this table."))
    if seat not in table.seats_of(person.keys):
        raise Refusal(403, "seat", T("This is not your seat."))
    return Seat(seat)


def _as_host(person: Person) -> None:
    if not person.is_host:
        raise Refusal(403, "host", T("Only the host of the table can do that."))


def _running(table: LiveTable) -> Match:
    if table.match is None:
        raise Refusal(409, "lobby", T("The game has not begun."))
    if table.phase != PLAY:
        raise Refusal(409, "over", T("The game is over."))
    return table.match


def _check_new_name(table: LiveTable, name: str, limits: Limits) -> str:
    """A name for a new person at the table; names differ in more than capitals."""
    checked = check_name(name, limits)
    if checked.casefold() in (seat.name.casefold() for seat in table.seats if seat.name):
        raise Refusal(422, "name", T("Somebody here is called {name} already.", name=checked))
    return checked


# The lobby


def _in_lobby(table: LiveTable) -> None:
    if table.phase != LOBBY:
        raise Refusal(409, "started", T("The game has begun; you can watch it."))


def join(
    table: LiveTable,
    person: Person,
    wish: tuple[str, str | None, int | None],
    secrets: tuple[str, str],
    limits: Limits,
) -> tuple[int, list[NewEvent]]:
    """Take a seat: `wish` is name, avatar and seat; `secrets` are of the browser and the link.

    Gives the seat as well. Joining twice with one name, as a double click does, changes nothing.
    """
    name, avatar, seat = wish
    joined = " ".join(name.split()).casefold()
    for own in table.seats_of(person.keys):
        if table.seats[own].name.casefold() == joined:
            return own, []
    _in_lobby(table)
    checked = _check_new_name(table, name, limits)
    free = table.open_seats()
    if not free:
        raise Refusal(409, "full", T("All seats are taken; you can watch."))
    if seat is not None and seat not in free:
        raise Refusal(409, "taken", T("That seat is taken; choose another."))
    chosen = free[0] if seat is None else seat
    owner, token = (hash_secret(secret) for secret in secrets)
    data = {
        "seat": chosen,
        "name": checked,
        "avatar": check_avatar(avatar, [row.avatar for row in table.seats]),
        "owner": owner,
        "token": token,
    }
    return chosen, [NewEvent(kinds.JOIN, data, (owner, token))]


def leave(table: LiveTable, person: Person, seat: int) -> list[NewEvent]:
    """Give up a seat: in the lobby it is open again, in the game a bot answers for it."""
    own = own_seat(table, person, seat)
    if table.phase == LOBBY:
        return [NewEvent(kinds.LEAVE, {"seat": own})]
    _running(table)
    return _handed(table, own, default_bot(table.options.family))


def start(table: LiveTable, person: Person) -> list[NewEvent]:
    """Begin the game with those who are there; seats that are still open are taken away."""
    if table.phase != LOBBY:
        return []
    _as_host(person)
    problem = start_problem(table)
    if problem is not None:
        raise Refusal(409, "seats", problem)
    seats = [index for index, seat in enumerate(table.seats) if seat.kind != OPEN]
    return [NewEvent(kinds.START, {"seats": seats})]


def start_problem(table: LiveTable) -> Text | None:
    """Why the game cannot begin with those who are there; None if it can."""
    taken = len(table.seats) - len(table.open_seats())
    allowed = find_family(table.options.family).seats
    if taken not in allowed:
        least, most = allowed.start, allowed.stop - 1
        return T("This game needs {least} to {most} players.", least=least, most=most)
    if table.options.dice == TYPED_DICE and not table.people():
        return T("Somebody must be there to roll the real dice.")
    return None


def fill(table: LiveTable, person: Person, seat: int, bot: str | None) -> list[NewEvent]:
    """Let a bot take a seat in the lobby, or (None) free the seat."""
    _in_lobby(table)
    _as_host(person)
    if not 0 <= seat < len(table.seats):
        raise Refusal(422, "seat", T("There is no such seat at this table."))
    row = table.seats[seat]
    if bot is None:
        return [] if row.kind == OPEN else [NewEvent(kinds.FILL, {"seat": seat, "bot": None})]
    if row.kind == PERSON:
        raise Refusal(409, "taken", T("Somebody sits there; free the seat first."))
    checked = check_bot(bot, table.options.family)
    if row.bot == checked:
        return []
    others = [other.name for index, other in enumerate(table.seats) if index != seat]
    name = bot_name(checked, others)
    return [NewEvent(kinds.FILL, {"seat": seat, "bot": checked, "name": name})]


# The game


def answer(
    table: LiveTable, person: Person, seat: int, decision: int, action: str
) -> list[NewEvent]:
    """Answer for a seat. The same answer sent again is fine; the owner takes back a handed seat."""
    own = own_seat(table, person, seat)
    if table.answers.get((decision, own)) == action:
        return []
    match = _running(table)
    if (decision, own) in table.answers:
        raise Refusal(
            409,
            "answered",
            T("You have answered this already, with {action}; take that back first.",
              action=table.answers[decision, own]),
        )  # fmt: skip
    return [*_returned(table, own), _checked_answer(table, match, own, decision, action)]


def hint(table: LiveTable, person: Person, seat: int, decision: int) -> list[NewEvent]:
    """Ask the coach about the present decision; asking again about the same one is free."""
    own = own_seat(table, person, seat)
    if not table.options.hints:
        raise Refusal(403, "hints", T("This table is played without hints."))
    match = _running(table)
    if decision != match.decision or own not in match.waiting or len(match.legal(own)) < 2:
        raise Refusal(409, "stale", T("There is nothing to decide for this seat now."))
    if (decision, own) in table.hinted:
        return []
    return [NewEvent(kinds.HINT, {"seat": own, "decision": decision})]


def _checked_answer(
    table: LiveTable, match: Match, seat: Seat, decision: int, text: str
) -> NewEvent:
    try:
        if decision != match.decision or seat not in match.waiting:
            match.submit(decision, seat, PASS)
        action = table.game.parse_action(match.state, text)
        if action not in match.legal(seat):
            match.submit(decision, seat, action)
    except IllegalAction as error:
        raise Refusal(422, "illegal", error.text, error.rule) from error
    except StaleAnswer as error:
        raise Refusal(409, "stale", error.text) from error
    except InputError as error:
        raise Refusal(422, "input", error.text) from error
    canonical = table.game.format_action(match.state, action)
    return _answer_event(seat, decision, canonical, None)


def _answer_event(seat: Seat, decision: int, action: str, by: str | None) -> NewEvent:
    data = {"seat": seat, "decision": decision, "action": action, "by": by}
    return NewEvent(kinds.ANSWER, data)


def default_answers(table: LiveTable, seats: Iterable[Seat], by: str) -> list[NewEvent]:
    """The harmless answers of seats that are still waited for."""
    match = table.match
    if match is None or not isinstance(match.node, Decision):
        return []
    return [
        _answer_event(
            seat,
            match.decision,
            table.game.format_action(match.state, table.game.default(match.state, seat)),
            by,
        )
        for seat in seats
        if seat in match.waiting
    ]


def bot_answers(table: LiveTable, decision: int, answers: dict[Seat, Action]) -> list[NewEvent]:
    """The answers of bots, as far as they are still waited for."""
    match = table.match
    if match is None or match.decision != decision:
        return []
    return [
        _answer_event(
            seat, decision, table.game.format_action(match.state, answers[seat]), kinds.BY_BOT
        )
        for seat in match.waiting
        if seat in answers and answers[seat] in match.legal(seat) and table.seats[seat].is_driven
    ]


def undo(table: LiveTable, person: Person, seat: int) -> list[NewEvent]:
    """Take back the last answer of a seat."""
    own = own_seat(table, person, seat)
    if not _running(table).can_undo(own):
        raise Refusal(409, "undo", T("There is nothing to take back: the others have answered."))
    return [NewEvent(kinds.UNDO, {"seat": own})]


def redo(table: LiveTable, person: Person, seat: int) -> list[NewEvent]:
    """Give the answer again that was taken back last."""
    own = own_seat(table, person, seat)
    if not _running(table).can_redo(own):
        raise Refusal(409, "redo", T("There is nothing to do again."))
    return [NewEvent(kinds.REDO, {"seat": own})]


def roll(table: LiveTable, person: Person, turn: int, shown: Shown) -> list[NewEvent]:
    """Roll the dice of a turn, or enter what real dice show.

    A turn whose dice have been rolled by the same person already is fine, wherever it has led to.
    """
    own = table.seats_of(person.keys)
    if not own:
        raise Refusal(403, "seat", T("You have no seat at this table."))
    if _has_rolled(table, own, turn):
        return []
    match = _running(table)
    if not isinstance(match.node, Chance):
        raise Refusal(409, "stale", T("No dice are rolled now."))
    if turn != match.node.turn:
        raise Refusal(409, "stale", T("The game has gone on; that roll is no longer asked."))
    if set(own).isdisjoint(table.rollers()):
        raise Refusal(403, "roll", T("It is somebody else's turn to roll."))
    if table.options.dice == TYPED_DICE:
        return [_typed_roll(table, kinds.ROLL, match.state, shown, own)]
    if shown.is_given:
        raise Refusal(422, "roll", T("The dice of this table are rolled by the server."))
    return server_roll(table)


def _has_rolled(table: LiveTable, own: Sequence[int], turn: int) -> bool:
    """Whether the last roll was that of this turn, and one of these seats had the dice."""
    match, rolled = table.match, table.last_roll()
    if match is None or rolled is None or table.game.turn(rolled[0]) != turn:
        return False
    if isinstance(match.node, Chance) and match.node.turn == turn:
        return False  # the same dice are to be rolled again
    roller = table.game.active(rolled[0])
    return roller in own or (roller is not None and table.seats[roller].is_driven)


def _typed_roll(
    table: LiveTable, kind: str, state: Any, shown: Shown, own: Sequence[int]
) -> NewEvent:
    node = table.game.node(state)
    assert isinstance(node, Chance)
    try:
        if shown.roll is not None:
            faces = node.check(table.game.parse_roll_json(state, shown.roll))
        elif shown.faces is not None:
            faces = node.check(shown.faces)
        else:
            raise Refusal(422, "roll", T("Enter what your real dice show."))
    except InputError as error:
        raise Refusal(422, "roll", error.text) from error
    hands = table.dice_hands()
    seat = next((seat for seat in own if seat in hands), own[0])
    return NewEvent(kind, {"roll": list(faces), "seat": seat})


def server_roll(table: LiveTable) -> list[NewEvent]:
    """The roll of the server's committed dice where one is due; the lot is always the server's."""
    match = table.match
    if match is None or not isinstance(match.node, Chance):
        return []
    if table.options.dice == TYPED_DICE and table.active is not None:
        return []
    roll = table.committed_dice.draw(match.node)
    return [NewEvent(kinds.ROLL, {"roll": list(roll), "seat": None})]


def correct(table: LiveTable, person: Person, shown: Shown) -> list[NewEvent]:
    """Correct the roll that was typed in last."""
    match = _running(table)
    own = table.seats_of(person.keys)
    if set(own).isdisjoint(table.dice_hands()):
        raise Refusal(403, "roll", T("Only who has the dice in this turn can correct the roll."))
    rolled = table.last_roll()
    if rolled is None or not match.can_correct or table.game.active(rolled[0]) is None:
        raise Refusal(409, "correct", T("Only the last roll of real dice can be corrected."))
    return [_typed_roll(table, kinds.CORRECT, rolled[0], shown, own)]


# Seats in the game


def hand_over(table: LiveTable, person: Person, seat: int, bot: str) -> list[NewEvent]:
    """Let a bot answer for an absent person."""
    _as_host(person)
    _running(table)
    checked = check_bot(bot, table.options.family)
    return _handed(table, _person_seat(table, seat), checked)


def _handed(table: LiveTable, seat: Seat, bot: str) -> list[NewEvent]:
    if table.seats[seat].bot == bot:
        return []
    return [NewEvent(kinds.HAND, {"seat": seat, "bot": bot})]


def _person_seat(table: LiveTable, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind == BOT:
        raise Refusal(422, "seat", T("No person sits there."))
    return Seat(seat)


def host_tools(table: LiveTable, seat: int) -> list[str]:
    """What the host can do about an absent person: let a bot answer, or pass this once."""
    if table.phase != PLAY or table.seats[seat].is_driven:
        return []
    is_rolling = seat in table.rollers() and table.options.dice != TYPED_DICE
    if is_rolling or Seat(seat) in table.waiting_people():
        return ["pass", "bot"]
    return ["bot"]


def pass_over(table: LiveTable, person: Person, seat: int) -> list[NewEvent]:
    """Let an absent person pass this once: the harmless answer, or the server's roll."""
    _as_host(person)
    _running(table)
    absent = _person_seat(table, seat)
    if absent in table.rollers() and table.options.dice != TYPED_DICE:
        return server_roll(table)
    events = default_answers(table, [absent], kinds.BY_HOST)
    if not events:
        raise Refusal(409, "stale", T("Nothing is asked of {name} now.", name=table.name(seat)))
    return events


def take_back(table: LiveTable, person: Person, seat: int) -> list[NewEvent]:
    """Answer for the own seat again."""
    own = own_seat(table, person, seat)
    return _returned(table, own)


def _returned(table: LiveTable, seat: Seat) -> list[NewEvent]:
    row = table.seats[seat]
    if row.kind == PERSON and row.is_driven and table.phase == PLAY:
        return [NewEvent(kinds.BACK, {"seat": seat})]
    return []


def returns(table: LiveTable, person: Person) -> list[NewEvent]:
    """What follows when somebody opens the page: handed seats are theirs again."""
    return [event for seat in table.seats_of(person.keys) for event in _returned(table, Seat(seat))]


# Links


def add_owner(table: LiveTable, key: str, owner: str) -> list[NewEvent]:
    """Give a browser (`owner`, a hash) access to the seat of a personal link (`key`, its hash)."""
    return [
        NewEvent(kinds.OWN, {"seat": seat, "owner": owner}, (owner,))
        for seat in table.seats_of([key])
        if owner not in table.seats[seat].owners
    ]


def add_key(
    table: LiveTable, person: Person, seat: int, secret: str, limits: Limits
) -> list[NewEvent]:
    """Another personal link for the own seat; the oldest ones cease to work."""
    own = own_seat(table, person, seat)
    token = hash_secret(secret)
    data = {"seat": own, "token": token, "most": limits.links_per_seat}
    return [NewEvent(kinds.KEY, data, (token,))]


# Playing again


def rematch_table(table: LiveTable, person: Person) -> NewEvent | None:
    """The first event of a table for the same people; None where there is one already."""
    if not table.seats_of(person.keys):
        raise Refusal(403, "seat", T("You have no seat at this table."))
    if table.rematch is not None:
        return None
    if table.phase != OVER:
        raise Refusal(409, "running", T("The game is still going on."))
    options = table.options
    seats = []
    hashes: set[str] = set()
    for row in table.seats:
        keys = {"owners": sorted(row.owners), "tokens": list(row.tokens)}
        hashes.update(row.owners, row.tokens)
        bot = row.bot if row.kind == BOT else None
        seats.append({"kind": row.kind, "name": row.name, "avatar": row.avatar, "bot": bot, **keys})
    data = {
        "family": options.family,
        "options": options.options,
        "dice": options.dice,
        "timer": options.timer,
        "hints": options.hints,
        "hosts": sorted(table.hosts),
        "seats": seats,
    }
    return NewEvent(kinds.CREATE, data, tuple(sorted(hashes)))


def rematch(table: LiveTable, code: str) -> list[NewEvent]:
    """Tell the table where the same people play again."""
    return [] if table.rematch is not None else [NewEvent(kinds.REMATCH, {"code": code})]
