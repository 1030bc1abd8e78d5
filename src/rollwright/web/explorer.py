"""The sheet explorer: any position of any game, set up by clicking, with its answers ranked.

The server keeps nothing; a position is in the address of its page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ..errors import IllegalAction, InputError
from ..game import Decision, Game, Json, Seat
from ..games.turns import PLAYERS_LETTERS
from ..i18n import T, Text
from ..review.positions import (
    BEFORE_ROLL,
    OF_ROLLER,
    PHASES,
    Position,
    check_roll,
    first_position,
    format_position,
    parse_position,
    position_of,
)
from ..spec import find_family, make_spec
from . import coach_pages
from .asks import describe_answers
from .bodies import Fields
from .coaching import describe_expectation, describe_ranking
from .presenters import Presenter, presenter_of
from .refusal import Refusal
from .tables import family_in, fields_in, reader_of, visitor_in
from .workroom import workroom_of

MOST_PLAYERS = 6
MOST_ACTION = 12

PHASE_WORDS: dict[tuple[str, str], Text] = {
    ("qwixx", "white"): T("the white dice"),
    ("qwixx", "colour"): T("the coloured dice"),
    ("qwixx", "roll"): T("nothing: before the roll"),
    ("qwinto", "choose"): T("which dice to roll"),
    ("qwinto", "keep"): T("keep, or roll again"),
    ("qwinto", "entries"): T("where to enter the sum"),
    ("qwingo", "setup"): T("where to write a starting number"),
    ("qwingo", "call"): T("which number to call"),
    ("qwingo", "entries"): T("where to write the number"),
}


# The requests


async def explorer_page(request: Request) -> Response:
    """GET /explore/FAMILY?a=…: the page with a position; without one, with the beginning."""
    family = family_in(request)
    notice: Text | None = None
    try:
        position = parse_position(family, _query(request))
        check_roll(position.game, position.roll)
        position = _fitted(position)
        view = describe(position)
    except InputError as error:
        position, notice = first_position(family, 1), error.text
        view = describe(position)
    page = coach_pages.explorer(reader_of(request), position.game, view, phase_rows(family), notice)
    return HTMLResponse(page, 200 if notice is None else 422)


async def explorer_view(request: Request) -> Response:
    """POST /explore/FAMILY: what a position looks like, and what may be answered in it."""
    return JSONResponse(describe(await _position_in(request)))


async def explorer_ranking(request: Request) -> Response:
    """POST /explore/FAMILY/ranking: all answers, the best first."""
    position = await _position_in(request)
    state = _state(position)
    if isinstance(state, Text):
        raise Refusal(422, "position", state)
    ranked = await workroom_of(request).run(
        visitor_in(request).address, _rank, position.game, state, Seat(asked_seat(position))
    )
    return JSONResponse(ranked)


def prepare_ranking(request: Request, position: Position) -> None:
    """Let the evaluator of a position be made ready, since its page will soon ask for values."""
    state = _state(position)
    if not isinstance(state, Text):
        seat = Seat(asked_seat(position))
        workroom_of(request).prepare(_rank, position.game, state, seat)


def _rank(game: Game[Any], state: Any, seat: Seat) -> Json:
    if not isinstance(game.node(state), Decision):
        return describe_expectation(game, state, seat)
    return describe_ranking(game, state, seat)


def _query(request: Request) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in found:
            raise InputError(T("“{name}” is given twice.", name=name[:20]))
        found[name] = value
    return found


async def _position_in(request: Request) -> Position:
    """The position that a body describes; its parts are checked where they are used."""
    family = family_in(request)
    fields = await fields_in(request)
    known = find_family(family)
    players = fields.integer("players", known.seats[0], known.seats[-1])
    usual = first_position(family, players).phase
    start = first_position(family, players, fields.choice("phase", PHASES[family], usual))
    rows = fields.rows("sheets", MOST_PLAYERS) or []
    sheets = [row.given() for row in rows[:players]]
    # A position with more players than sheets has empty ones for the others.
    sheets += [start.sheets[n] for n in range(len(sheets), players)]
    position = Position(
        family,
        players,
        tuple(sheets),
        fields.object("roll") or start.roll,
        _seat_in(fields, "active", players),
        _seat_in(fields, "seat", players),
        start.phase,
        fields.text("white", "-", most=MOST_ACTION),
    )
    fields.done()
    check_roll(position.game, position.roll)
    return _fitted(position)


def _seat_in(fields: Fields, name: str, players: int) -> int:
    """A seat; one that is no longer there is the first."""
    seat = fields.optional_integer(name, 0, MOST_PLAYERS - 1) or 0
    return seat if seat < players else 0


def _fitted(position: Position) -> Position:
    """The position with rows closed on all sheets alike, and a roll of the dice that are left."""
    game, sheets = position.game, position.sheets
    if "closed" not in first_position(position.family, 1).sheets[0]:
        return position
    closed = set()
    for sheet in sheets:
        game.parse_sheet(sheet)
        closed |= set(sheet.get("closed", []))
        closed |= {
            line.name
            for line in game.sheet.lines
            if game.sheet.fields[line.fields[-1]].number in sheet[line.name]
        }
    names = [line.name for line in game.sheet.lines]
    shown = [name for name in names if name in closed]
    roll: Json = {"white": position.roll.get("white")}
    roll |= {name: position.roll.get(name, 1) for name in names if name not in closed}
    return Position(
        position.family,
        position.players,
        tuple({**sheet, "closed": shown} for sheet in sheets),
        roll,
        position.active,
        position.seat,
        position.phase,
        position.white,
    )


def asked_seat(position: Position) -> int:
    """Who is asked: the seat that is looked at, or the roller where only he is."""
    return position.active if position.phase in OF_ROLLER else position.seat


def _state(position: Position) -> Any | Text:
    """The state, or why nothing is asked in it. Raises what is wrong with a sheet or a roll."""
    game = position.game
    for sheet in position.sheets:
        game.parse_sheet(sheet)
    try:
        return position.state()
    except (InputError, IllegalAction) as error:
        return error.text


# What a page shows


def describe(position: Position) -> Json:
    """The view of a position."""
    game = position.game
    presenter = presenter_of(game.spec)
    state = _state(position)
    problem, answers, sentence = None, None, None
    seat = Seat(asked_seat(position))
    if isinstance(state, Text):
        problem = str(state)
    elif isinstance(game.node(state), Decision):
        legal = game.legal(state, seat)
        answers = describe_answers(presenter, state, seat, legal)
        sentence = str(presenter.question(state, seat))
    else:
        sentence = str(T("What the position is worth before the roll."))
    return {
        "game": str(game.spec),
        "position": _format(position),
        "url": _address(position),
        "asked": int(seat),
        "problem": problem,
        "sentence": sentence or problem,
        "ask": answers,
        "sheets": list(_sheets(position, presenter, state)),
        "white_answers": _white_answers(position, presenter),
    }


def _format(position: Position) -> Json:
    return {
        "players": position.players,
        "sheets": list(position.sheets),
        "roll": position.roll,
        "active": position.active,
        "seat": position.seat,
        "phase": position.phase,
        "white": position.white,
    }


def _sheets(position: Position, presenter: Presenter[Any], state: Any) -> Iterable[Json]:
    """Each sheet as it stands when the question is asked, with its score."""
    game = position.game
    has_state = not isinstance(state, Text)
    for number, given in enumerate(position.sheets):
        seat = Seat(number)
        sheet = game.format_sheet(state, seat) if has_state else given
        score = game.score_sheet(sheet).format()
        total = presenter.worth(state, seat) if has_state else score.get("total", 0)
        yield {
            "letter": PLAYERS_LETTERS[number],
            "sheet": sheet,
            "score": {**score, "total": score.get("total", total)},
            "lost": presenter.lost_fields(state, seat) if has_state else [],
        }


def _white_answers(position: Position, presenter: Presenter[Any]) -> list[Json]:
    """What the roller may have answered to the white dice, where the coloured dice are next."""
    if position.phase != "colour":
        return []
    game = position.game
    try:
        state = position.white_state()
    except (InputError, IllegalAction):
        return []
    seat = Seat(position.active)
    return [
        {
            "action": game.format_action(state, action),
            "label": str(presenter.action_label(state, seat, action)),
        }
        for action in game.legal(state, seat)
    ]


def explorer_address(game: Game[Any], state: Any, seat: Seat) -> str | None:
    """The explorer's page with the position of a state; None where it has none."""
    if game.spec != make_spec(game.spec.family, {}, game.spec.players):
        return None
    position = position_of(game, state, seat)
    return None if position is None else _address(position)


def _address(position: Position) -> str:
    return f"/explore/{position.family}?{urlencode(format_position(position))}"


def phase_rows(family: str) -> list[tuple[str, Text]]:
    """What may be asked in a position, with its words."""
    return [(phase, PHASE_WORDS[family, phase]) for phase in PHASES[family]]


__all__ = [
    "BEFORE_ROLL",
    "asked_seat",
    "describe",
    "explorer_page",
    "explorer_ranking",
    "explorer_view",
    "phase_rows",
]
