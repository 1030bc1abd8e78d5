"""The requests about one table, for browsers and programs alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from ..i18n import T
from ..record import format_record, format_record_json
from ..spec import families
from . import pages, plans
from .bodies import Fields, read_fields
from .creation import read_wish
from .events import NewEvent
from .house import House, Plan
from .keys import hash_secret, is_secret, new_secret, parse_code
from .plans import Person
from .refusal import Refusal
from .room import Listener, Room
from .stream import EventStream
from .table import LiveTable
from .views import view as make_view
from .visitors import Visitor, base_url, set_cookies, wants_json, welcome

MOST_SEATS = 26
MOST_EVENTS = 10**9


def house_of(request: Request) -> House:
    """The house of this application."""
    house: House = request.app.state.house
    return house


def visitor_in(request: Request) -> Visitor:
    """Who sends this request, as the guard has found out."""
    visitor: Visitor = request.state.visitor
    return visitor


def reader_of(request: Request) -> pages.Reader:
    """For whom a page is."""
    address = base_url(request, house_of(request).settings)
    return pages.Reader(request.state.language, request.url.path, address)


async def room_in(request: Request) -> Room:
    """The table that the path names."""
    code = parse_code(request.path_params["code"])
    room = None if code is None else await house_of(request).room(code)
    if room is None:
        raise Refusal(404, "unknown", T("There is no table with this code."))
    return room


def family_in(request: Request) -> str:
    """The game that the path names."""
    name: str = request.path_params["family"]
    if name not in [family.name for family in families()]:
        raise Refusal(404, "unknown", T("There is no such game."))
    return name


async def fields_in(request: Request) -> Fields:
    """The fields of the body."""
    return await read_fields(request, house_of(request).settings.limits.body_bytes)


def _number_in(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal(422, "field", T("“{name}” must be the number of an event.", name=name))
    return int(text)


# Making a table and taking part


async def create(request: Request) -> Response:
    """POST /tables: a new table."""
    house, visitor = house_of(request), visitor_in(request)
    fields = await fields_in(request)
    form = fields.given() if fields.is_form else {}
    try:
        wish = read_wish(fields, house.settings.limits)
        fields.done()
    except Refusal as refusal:
        family = str(form.get("game"))
        if wants_json(request) or family not in [known.name for known in families()]:
            raise
        reader = reader_of(request)
        return HTMLResponse(pages.new_table(reader, family, refusal.text, form), refusal.status)
    _count_new_table(request)
    cookies: dict[str, str] = {}
    owner = hash_secret(welcome(visitor, cookies))
    event, tokens = wish.event(owner)
    room = await house.create(event)
    room.saw(frozenset({owner}))
    if not room.table.open_seats():
        await house.act(room, lambda t: plans.start(t, Person(is_host=True)))
    code = room.table.code
    seats = [_seat_link(request, seat, token) for seat, token in tokens.items()]
    url = f"{base_url(request, house.settings)}/t/{code}"
    response = _done(request, code, {"code": code, "url": url, "seats": seats}, 201)
    set_cookies(response, cookies, house.settings)
    return response


def _count_new_table(request: Request) -> None:
    if request.app.state.table_rates.take(visitor_in(request).address):
        raise Refusal(429, "tables", T("Too many new tables from your address; try again later."))


def _seat_link(request: Request, seat: int, token: str) -> dict[str, object]:
    url = f"{base_url(request, house_of(request).settings)}/s/{token}"
    return {"seat": seat, "token": token, "url": url}


def _done(request: Request, code: str, data: dict[str, Any], status: int = 200) -> Response:
    """The answer to something that was done: JSON for programs, the table for browsers."""
    if wants_json(request):
        return JSONResponse(data, status)
    return RedirectResponse(f"/t/{code}", 303)


async def join(request: Request) -> Response:
    """POST /t/CODE/join: take an open seat."""
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    fields = await fields_in(request)
    name = fields.text("name")
    avatar = fields.optional_text("avatar")
    seat = fields.optional_integer("seat", 0, MOST_SEATS)
    fields.done()
    cookies: dict[str, str] = {}
    secrets = (welcome(visitor, cookies), new_secret())
    taken = -1

    def plan(table: LiveTable) -> list[NewEvent]:
        nonlocal taken
        person = room.person(visitor.keys)
        taken, events = plans.join(
            table, person, (name, avatar, seat), secrets, house.settings.limits
        )
        return events

    stored = await house.act(room, plan)
    data: dict[str, Any] = {"number": room.table.number, "seat": taken}
    if stored:
        data |= _seat_link(request, taken, secrets[1])
    response = _done(request, room.table.code, data)
    set_cookies(response, cookies, house.settings)
    return response


async def personal_link(request: Request) -> Response:
    """GET /s/TOKEN: this browser may answer for the seat from now on."""
    token, house, visitor = request.path_params["token"], house_of(request), visitor_in(request)
    code = await house.store.find(hash_secret(token)) if is_secret(token) else None
    room = None if code is None else await house.room(code)
    if room is None or not room.table.seats_of([hash_secret(token)]):
        raise Refusal(
            404, "unknown", T("This link is not valid any more. Ask for a new one at the table.")
        )
    cookies: dict[str, str] = {}
    owner = hash_secret(welcome(visitor, cookies))
    await house.act(room, lambda table: plans.add_owner(table, hash_secret(token), owner))
    response = RedirectResponse(f"/t/{room.table.code}", 303)
    set_cookies(response, cookies, house.settings)
    return response


# Looking at it


async def show(request: Request) -> Response:
    """GET /t/CODE: the page of the table, or its view as JSON."""
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    table = room.table
    address = base_url(request, house.settings)
    if wants_json(request):
        after = _number_in(request, "after")
        await house.look_up_to(room, after)
        room.looked(visitor.keys)
        house.refresh(room)
        if after and after == table.number:
            return JSONResponse({"number": table.number})
        return Response(room.view(visitor.keys, address), media_type="application/json")
    if request.path_params["code"] != table.code:
        return RedirectResponse(f"/t/{table.code}", 303)
    await _take_back_seats(house, room, visitor)
    reader = reader_of(request)
    shown = make_view(table, room.reader(visitor.keys, address), room.presence)
    return Response(
        pages.table(reader, table.code, shown, pages.layout(table.game)), media_type="text/html"
    )


async def _take_back_seats(house: House, room: Room, visitor: Visitor) -> None:
    """Who opens the page takes back the seats that were handed to a bot meanwhile."""
    await house.act(room, lambda table: plans.returns(table, room.person(visitor.keys)))


async def stream(request: Request) -> EventStream:
    """GET /t/CODE/stream: the view, and again whenever it changes."""
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 0
    after = max(after, _number_in(request, "after"))
    if house.is_closing:
        raise Refusal(503, "closing", T("The server is being restarted; one moment."))
    listener = Listener(visitor.keys, visitor.address, base_url(request, house.settings))
    house.admit(room, listener)
    await house.look_up_to(room, after)
    await _take_back_seats(house, room, visitor)
    return EventStream(house, room, listener, after)


async def record(request: Request) -> Response:
    """GET /t/CODE/record.txt or .json: the record, as far as it may be known."""
    room = await room_in(request)
    form = request.path_params["form"]
    if form not in ("txt", "json"):
        raise Refusal(404, "unknown", T("There is no such page."))
    table = room.table
    match = table.match
    if match is None:
        raise Refusal(409, "lobby", T("The game has not begun."))
    if table.game.view(match.state, None) != match.state:
        raise Refusal(409, "secret", T("The record can be read when all sheets are open."))
    name = f"rollwright-{table.code}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "json":
        return JSONResponse(format_record_json(match.record), headers=headers)
    return PlainTextResponse(format_record(match.record), headers=headers)


async def qr_code(request: Request) -> Response:
    """GET /t/CODE/qr.svg: the address of the table, to be scanned."""
    room = await room_in(request)
    url = f"{base_url(request, house_of(request).settings)}/t/{room.table.code}"
    code = segno.make(url, error="m", micro=False)
    drawing = code.svg_inline(scale=8, border=4, light="#fff", dark="#000", omitsize=True)
    svg = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg, media_type="image/svg+xml")


# Acting


def _deed(
    read: Callable[[Fields], Callable[[LiveTable, Person, House], list[NewEvent]]],
) -> Callable[[Request], Awaitable[Response]]:
    """A route that reads fields, does what they ask for, and answers with the event number."""

    async def route(request: Request) -> Response:
        room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
        fields = await fields_in(request)
        plan = read(fields)
        fields.done()
        number = await _act(house, room, visitor, plan)
        return _done(request, room.table.code, {"number": number})

    route.__name__ = read.__name__
    route.__doc__ = read.__doc__
    return route


async def _act(
    house: House,
    room: Room,
    visitor: Visitor,
    plan: Callable[[LiveTable, Person, House], list[NewEvent]],
) -> int:
    room.saw(visitor.keys)
    bound: Plan = lambda table: plan(table, room.person(visitor.keys), house)  # noqa: E731
    await house.act(room, bound)
    return room.table.number


def _seat_field(fields: Fields) -> int:
    return fields.integer("seat", 0, MOST_SEATS)


@_deed
def leave(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/leave: give up a seat."""
    seat = _seat_field(fields)
    return lambda table, person, _: plans.leave(table, person, seat)


@_deed
def start(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/start: begin the game."""
    return lambda table, person, _: plans.start(table, person)


@_deed
def answer(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/answer: answer a decision for a seat."""
    seat = _seat_field(fields)
    decision = fields.integer("decision", 0, MOST_EVENTS)
    action = fields.text("action", most=20)
    return lambda table, person, _: plans.answer(table, person, seat, decision, action)


@_deed
def undo(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/undo: take back the last answer of a seat."""
    seat = _seat_field(fields)
    return lambda table, person, _: plans.undo(table, person, seat)


@_deed
def redo(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/redo: give the answer again that was taken back."""
    seat = _seat_field(fields)
    return lambda table, person, _: plans.redo(table, person, seat)


@_deed
def roll(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/roll: roll the dice of a turn, or say what real dice show."""
    turn = fields.integer("turn", 0, MOST_EVENTS)
    fields.optional_integer("seat", 0, MOST_SEATS)
    shown = plans.Shown(fields.faces("faces"), fields.object("roll"))
    return lambda table, person, _: plans.roll(table, person, turn, shown)


@_deed
def correct(fields: Fields) -> Callable[..., list[NewEvent]]:
    """POST /t/CODE/correct: correct the roll that was typed in last."""
    shown = plans.Shown(fields.faces("faces"), fields.object("roll"))
    return lambda table, person, _: plans.correct(table, person, shown)


async def seat(request: Request) -> Response:
    """POST /t/CODE/seats/N: hand a seat over, let it pass, free it, or take it back."""
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    number = request.path_params["seat"]
    fields = await fields_in(request)
    bot = fields.optional_text("bot", most=40)
    wishes = [name for name in ("pass", "open", "mine") if fields.switch(name)]
    fields.done()
    if len(wishes) + (bot is not None) != 1:
        raise Refusal(422, "field", T("Send one of: {names}.", names="bot, open, pass, mine"))

    def plan(table: LiveTable, person: Person, _: House) -> list[NewEvent]:
        if wishes == ["mine"]:
            return plans.take_back(table, person, number)
        if wishes == ["pass"]:
            return plans.pass_over(table, person, number)
        if table.match is not None and bot is not None:
            return plans.hand_over(table, person, number, bot)
        return plans.fill(table, person, number, bot)

    done = await _act(house, room, visitor, plan)
    return _done(request, room.table.code, {"number": done})


async def seat_link(request: Request) -> Response:
    """POST /t/CODE/seats/N/link: a new personal link for the own seat."""
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    number, secret = request.path_params["seat"], new_secret()
    fields = await fields_in(request)
    fields.done()
    await _act(
        house,
        room,
        visitor,
        lambda table, person, _: plans.add_key(
            table, person, number, secret, house.settings.limits
        ),
    )
    data = {"number": room.table.number, **_seat_link(request, number, secret)}
    data["qr"] = segno.make(str(data["url"]), error="m", micro=False).svg_inline(
        scale=8, border=4, light="#fff", dark="#000", omitsize=True
    )
    return JSONResponse(data, 201)


async def rematch(request: Request) -> Response:
    """POST /t/CODE/rematch: the same people play again, at a new table."""
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    fields = await fields_in(request)
    fields.done()
    async with room.rematch_lock:
        event = plans.rematch_table(room.table, room.person(visitor.keys))
        if event is not None:
            _count_new_table(request)
            new = await house.create(event)
            await house.act(new, lambda t: plans.start(t, Person(is_host=True)))
            code = new.table.code
            await house.act(room, lambda table: plans.rematch(table, code))
    code = room.table.rematch or ""
    return _done(request, code, {"number": room.table.number, "url": f"/t/{code}"})
