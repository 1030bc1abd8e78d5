"""Hints at the table: on request, where the table allows them, and seen by everybody."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..game import Game, Json, Seat
from . import plans
from .coaching import describe_ranking
from .tables import MOST_EVENTS, MOST_SEATS, fields_in, house_of, room_in, visitor_in
from .workroom import workroom_of


async def hint(request: Request) -> Response:
    """POST /t/CODE/hint: what the coach thinks of my possible answers.

    It is told only after it is stored, and so shown to all, that this seat has asked.
    """
    room, house, visitor = await room_in(request), house_of(request), visitor_in(request)
    fields = await fields_in(request)
    seat = fields.integer("seat", 0, MOST_SEATS)
    decision = fields.integer("decision", 0, MOST_EVENTS)
    fields.done()
    table = room.table
    plans.hint(table, room.person(visitor.keys), seat, decision)
    ranking = await workroom_of(request).run(
        visitor.address,
        _ranking,
        table.game,
        table.state,
        seat,
        key=f"hint {table.code} {decision} {seat} {request.state.language}",
    )
    room.saw(visitor.keys)
    await house.act(
        room, lambda table: plans.hint(table, room.person(visitor.keys), seat, decision)
    )
    return JSONResponse({"number": room.table.number, "ranking": ranking})


def _ranking(game: Game[Any], state: Any, seat: int) -> Json:
    return describe_ranking(game, state, Seat(seat))
