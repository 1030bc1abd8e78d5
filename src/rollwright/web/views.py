"""The view: all that one reader may know of a table, as JSON in the current language.

Three parts make it: what follows from the position, what all readers share at this moment, and
what is one reader's own. Each is encoded once and kept as long as it holds, so that a table with
many readers costs little.
Nothing of a hidden sheet, an unfinished answer of somebody else or a coming roll is in any of them.
"""

from __future__ import annotations

import json
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..dice import Chance, Die
from ..game import Action, Decision, Seat
from ..games.turns import PLAYERS_LETTERS
from ..i18n import T, current_language
from ..record import Rolled
from . import plans
from .asks import describe_ask
from .bot_words import opponents
from .table import LOG_LENGTH, OVER, PLAY, TYPED_DICE, LiveTable, LogEntry


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a view: their seats, whether they are the host, and where they reach the server."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """Which seats have somebody with an open page, how many people watch, and a change count.

    `resumed_at` is when the table was last returned to, in milliseconds since 1970.
    """

    online: frozenset[int] = frozenset()
    spectators: int = 0
    changes: int = 0
    resumed_at: int = 0


NOBODY = Presence()


@dataclass(slots=True)
class ViewCache:
    """Encoded parts of the views of one table, each as long as it holds.

    `position` and `asks` belong to a state of the match and a decision, `shared` and `watching`
    (readers without a seat) to one moment. `log` has the last lines, and how many there were.
    """

    state: object = None
    decision: int = -1
    position: dict[str, bytes] = field(default_factory=dict)
    asks: dict[tuple[str, int], bytes] = field(default_factory=dict)
    log: dict[str, tuple[int, deque[bytes]]] = field(default_factory=dict)
    moment: tuple[int, ...] = ()
    shared: dict[str, bytes] = field(default_factory=dict)
    watching: dict[tuple[str, Reader], bytes] = field(default_factory=dict)

    def turn_to(self, table: LiveTable, presence: Presence) -> None:
        """Forget what no longer holds."""
        decision = 0 if table.match is None else table.match.decision
        if table.match is None or (self.state, self.decision) != (table.state, decision):
            self.state, self.decision = table.state, decision
            self.position.clear()
            self.asks.clear()
        # What a timer shows is old soon.
        quarter = 0 if table.options.timer is None else int(time.monotonic() * 4)
        moment = (table.number, presence.changes, quarter)
        if self.moment != moment:
            self.moment = moment
            self.shared.clear()
            self.watching.clear()


def encode_view(
    table: LiveTable, reader: Reader, presence: Presence = NOBODY, cache: ViewCache | None = None
) -> bytes:
    """The view of one reader as JSON text, in the current language."""
    cache = ViewCache() if cache is None else cache
    cache.turn_to(table, presence)
    language = current_language()
    position = cache.position.get(language)
    if position is None:
        position = cache.position[language] = _encode(position_view(table))[1:-1]
    shared = cache.shared.get(language)
    if shared is None:
        shared = cache.shared[language] = _encode(shared_view(table, presence))[1:-1]
    own = cache.watching.get((language, reader))
    if own is None:
        match = table.match
        asked = [s for s in map(Seat, reader.seats) if match is not None and s in match.waiting]
        asks = b",".join(_encoded_ask(table, seat, cache) for seat in asked)
        own = _encode(own_view(table, reader))[1:-1] + b',"asks":[' + asks + b"]"
        if not reader.seats:
            cache.watching[language, reader] = own
    log = b",".join(_encoded_log(table, language, cache))
    return b'{%b,"log":[%b],%b,%b}' % (shared, log, position, own)


def view(table: LiveTable, reader: Reader, presence: Presence = NOBODY) -> dict[str, Any]:
    """The view of one reader, in the current language."""
    decoded: dict[str, Any] = json.loads(encode_view(table, reader, presence))
    return decoded


def _encode(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _encoded_log(table: LiveTable, language: str, cache: ViewCache) -> deque[bytes]:
    """The lines of the log, each encoded once."""
    noted, lines = cache.log.get(language, (0, deque[bytes](maxlen=LOG_LENGTH)))
    if noted != table.noted:
        first = max(0, len(table.log) - (table.noted - noted))
        lines.extend(_encode_entry(entry) for entry in islice(table.log, first, None))
        cache.log[language] = table.noted, lines
    return lines


def _encode_entry(entry: LogEntry) -> bytes:
    return _encode(
        {
            "number": entry.number,
            "turn": entry.turn,
            "seat": entry.seat,
            "text": str(entry.text),
            "important": entry.important,
        }
    )


# What all readers share


def position_view(table: LiveTable) -> dict[str, Any]:
    """What follows from the position alone: the game, the sheets and the dice on the table."""
    options = table.options
    return {
        "code": table.code,
        "kind": "match",
        "game": str(table.game.spec),
        "family": options.family,
        "title": table.game.sheet.title,
        "options": [str(line) for line in table.presenter.option_lines()],
        "dice_source": options.dice,
        "commitment": table.commitment,
        "hints": options.hints,
        "turn": 0 if table.match is None else table.game.turn(table.match.state),
        "node": _node(table),
        **_dice(table),
        "result": _result(table),
        **(_sheets(table, Reader()) if _is_open(table) else {}),
    }


def shared_view(table: LiveTable, presence: Presence) -> dict[str, Any]:
    """What everybody may know of this moment, without the log."""
    announcement = table.announcement
    return {
        "number": table.number,
        "phase": table.phase,
        "secret": table.revealed_secret,
        "timer": _timer(table, presence),
        "spectators": presence.spectators,
        "seats": _seats(table, presence),
        "roll": _roll(table),
        "announce": None if announcement is None else str(announcement.text),
        "rematch": None if table.rematch is None else f"/t/{table.rematch}",
    }


def _is_open(table: LiveTable) -> bool:
    """Whether everybody may see all sheets, so that they belong to what all readers share."""
    return bool(table.game.view(table.state, None) == table.state)


def _timer(table: LiveTable, presence: Presence) -> dict[str, Any] | None:
    if table.options.timer is None:
        return None
    deadline = table.deadline(presence.resumed_at)
    left = None if deadline is None else round(max(0.0, deadline / 1000 - time.time()), 1)
    return {"seconds": table.options.timer, "left": left}


def _node(table: LiveTable) -> str:
    if table.match is None:
        return "lobby"
    node = table.match.node
    if isinstance(node, Chance):
        return "roll"
    return node.phase if isinstance(node, Decision) else "over"


def _seats(table: LiveTable, presence: Presence) -> list[dict[str, Any]]:
    match = table.match
    active = table.active
    places = table.game.places(match.state) if match is not None and match.is_over else None
    rows = []
    for index, seat in enumerate(table.seats):
        rows.append(
            {
                "seat": index,
                "letter": PLAYERS_LETTERS[index],
                "name": seat.name,
                "avatar": seat.avatar,
                "kind": seat.kind,
                "bot": seat.bot,
                "online": index in presence.online,
                "answered": _answered(table, index),
                "active": active == index,
                "hints": seat.hints,
                "place": None if places is None else places[index],
            }
        )
    return rows


def _answered(table: LiveTable, seat: int) -> bool | None:
    """Whether a seat that is asked has answered; None for one that is not asked.

    A seat without a choice counts as not asked.
    """
    match = table.match
    if match is None or len(match.legal(Seat(seat))) < 2:
        return None
    return seat not in match.waiting


def _roll(table: LiveTable) -> dict[str, Any] | None:
    """The dice that are rolled next, and the seats whose person may do so."""
    match = table.match
    if match is None or not isinstance(match.node, Chance):
        return None
    return {
        "turn": match.node.turn,
        "seats": list(table.rollers()),
        "dice": [_describe_die(table, die) for die in match.node.dice],
        "label": str(table.presenter.roll_label(match.node.dice)),
    }


def _describe_die(table: LiveTable, die: Die) -> dict[str, Any]:
    presenter = table.presenter
    return {
        "name": die.name,
        "word": str(presenter.die_word(die)),
        "letter": presenter.letter(die.name),
        "colour": presenter.colour(die.name),
        "faces": die.sides,
        "symbols": presenter.symbols(die),
    }


def _dice(table: LiveTable) -> dict[str, Any]:
    """The dice as they lie on the table since the last roll, and whose turn that was."""
    rolled = table.last_roll()
    if rolled is None or table.active is None:
        return {"dice": [], "dice_turn": 0, "called": None}
    before, after = rolled
    state = table.state
    called = table.presenter.called(state)
    if called is None:
        called = table.presenter.called(after)
    dice = table.presenter.describe_dice(after)
    return {"dice": dice, "dice_turn": table.game.turn(before), "called": called}


def _result(table: LiveTable) -> dict[str, Any] | None:
    if table.match is None or table.phase != OVER:
        return None
    state, game = table.match.state, table.game
    rating = game.rating(state)
    return {
        "places": list(game.places(state)),
        "unit": game.result_unit,
        "rating": None if rating is None else str(rating),
        "rows": [
            {"kind": kind, "label": str(label), "values": values}
            for kind, label, values in table.presenter.result_rows(state)
        ],
        "totals": [score.total for score in game.scores(state)],
        "winner_sentence": str(table.presenter.winner_line(state, table.name)),
    }


# What is one reader's own


def own_view(table: LiveTable, reader: Reader) -> dict[str, Any]:
    """What depends on who reads, without the questions: own answers, hidden sheets, the host."""
    match = table.match
    mine = [Seat(seat) for seat in reader.seats]
    return {
        "you": list(reader.seats),
        "host": reader.is_host,
        "sentence": str(sentence(table, reader)),
        "pending": _pending(table, mine),
        "join_url": f"{reader.base_url}/t/{table.code}",
        "undo": {str(s): match is not None and match.can_undo(s) for s in mine},
        "redo": {str(s): match is not None and match.can_redo(s) for s in mine},
        "correct": _correctable(table, reader),
        **({} if _is_open(table) else _sheets(table, reader)),
        **_host_part(table, reader),
    }


def _correctable(table: LiveTable, reader: Reader) -> dict[str, Any] | None:
    """The dice of the last roll with their faces, for who may correct it."""
    match, rolled = table.match, table.last_roll()
    if match is None or rolled is None or table.phase != PLAY or not match.can_correct:
        return None
    before = rolled[0]
    node = table.game.node(before)
    if set(reader.seats).isdisjoint(table.dice_hands()) or table.game.active(before) is None:
        return None
    assert isinstance(node, Chance)
    assert match.last_roll is not None
    last = match.steps[match.last_roll]
    assert isinstance(last, Rolled)
    return {"dice": [_describe_die(table, die) for die in node.dice], "faces": list(last.roll)}


def _pending(table: LiveTable, mine: list[Seat]) -> dict[str, dict[str, Any]]:
    """The own answers that are not resolved yet."""
    match = table.match
    if match is None:
        return {}
    return {
        str(seat): _describe_pending(table, seat, match.pending[seat])
        for seat in mine
        if seat in match.pending and len(match.legal(seat)) > 1
    }


def _describe_pending(table: LiveTable, seat: Seat, action: Action) -> dict[str, Any]:
    presenter, state = table.presenter, table.state
    return {
        "action": table.game.format_action(state, action),
        "field": presenter.field_ids[action - 1] if presenter.is_field(action) else None,
        "number": presenter.number(state, seat, action),
        "label": str(presenter.action_label(state, seat, action)),
    }


def _sheets(table: LiveTable, reader: Reader) -> dict[str, list[Any]]:
    """Sheets and scores, what was written last and what is lost; None and [] for hidden sheets."""
    game, state, presenter = table.game, table.state, table.presenter
    shown = game.view(state, Seat(reader.seats[0]) if reader.seats else None)
    since = table.before_turn
    worth = game.scores(state)
    parts: dict[str, list[Any]] = {"sheets": [], "scores": [], "fresh": [], "lost": []}
    for seat in (Seat(index) for index in range(len(table.seats))):
        sheet: Any = game.format_sheet(state, seat)
        if seat not in reader.seats and game.format_sheet(shown, seat) != sheet:
            sheet = None
        is_hidden = sheet is None
        score = {**worth[seat].format(), "total": worth[seat].total}
        fresh = [] if is_hidden else presenter.written_fields(since, state, seat)
        parts["sheets"].append(sheet)
        parts["scores"].append(None if is_hidden else score)
        parts["fresh"].append(fresh)
        parts["lost"].append([] if is_hidden else presenter.lost_fields(state, seat))
    return parts


def _host_part(table: LiveTable, reader: Reader) -> dict[str, Any]:
    """What the host can do: begin, fill seats with bots, help when somebody is absent."""
    is_lobby = table.match is None
    problem = plans.start_problem(table)
    tools: list[dict[str, Any]] = []
    bots: list[dict[str, Any]] = []
    if reader.is_host:
        bots = [
            {
                "name": opponent.bot,
                "level": opponent.level,
                "title": opponent.title,
                "label": opponent.label,
                "meaning": str(opponent.meaning),
            }
            for opponent in opponents(table.options.family)
        ]
        tools = [
            {"seat": seat, "name": table.name(seat), "can": can}
            for seat in table.people()
            if seat not in reader.seats and (can := plans.host_tools(table, seat))
        ]
    return {
        "can_start": is_lobby and reader.is_host and problem is None,
        "why_not": str(problem) if is_lobby and problem is not None else None,
        "host_tools": tools,
        "bots": bots,
    }


def _encoded_ask(table: LiveTable, seat: Seat, cache: ViewCache) -> bytes:
    """What a seat is asked, encoded."""
    key = current_language(), seat
    kept = cache.asks.get(key)
    if kept is None:
        kept = cache.asks[key] = _encode(describe_ask(table, seat))
    return kept


def sentence(table: LiveTable, reader: Reader) -> Any:
    """What this reader is asked now, or whom the table waits for, in one plain sentence."""
    match, presenter = table.match, table.presenter
    if match is None:
        return _lobby_sentence(table, reader)
    if table.phase == OVER:
        return presenter.winner_line(match.state, table.name)
    if isinstance(match.node, Chance):
        is_mine = not set(reader.seats).isdisjoint(table.rollers())
        return presenter.roll_prompt(
            table.active, is_mine, table.options.dice == TYPED_DICE, table.name
        )
    waiting = match.waiting
    asked = [seat for seat in waiting if seat in reader.seats]
    if asked and len(reader.seats) == 1:
        return presenter.situation(match.state, asked[0], table.name)
    if asked:
        question = presenter.question(match.state, asked[0])
        return T("{name}: {question}", name=table.name(asked[0]), question=question)
    if reader.seats and waiting:
        return T("Waiting for {names}.", names=table.names(waiting))
    return presenter.situation(match.state, None, table.name)


def _lobby_sentence(table: LiveTable, reader: Reader) -> Any:
    if table.open_seats():
        if not reader.seats:
            return T("Take a seat, or watch.")
        return T("Waiting for people to sit down.")
    return T("All seats are taken.") if not reader.is_host else T("All are here: begin the game.")
