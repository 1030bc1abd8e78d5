"""Practice: positions in which people go wrong, one at a time; the browser keeps what is known."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ..errors import InputError
from ..game import Game, Json, Seat
from ..i18n import T
from . import coach_pages, explorer
from .coaching import describe_ranking
from .explorer import MOST_ACTION, asked_seat
from .refusal import Refusal
from .tables import family_in, fields_in, reader_of, visitor_in
from .workroom import workroom_of


async def practice_page(request: Request) -> Response:
    """GET /practice/FAMILY: the page, with the keys of all exercises."""
    from ..review.practice import exercises

    family = family_in(request)
    known = exercises(family)
    first = explorer.describe(known[0].position)
    explorer.prepare_ranking(request, known[0].position)
    page = coach_pages.practice(
        reader_of(request), known[0].position.game, [e.key for e in known], first
    )
    return HTMLResponse(page)


async def exercise(request: Request) -> Response:
    """GET /practice/FAMILY/KEY: the position of an exercise, without a word about its answers."""
    found = _exercise_in(request)
    return JSONResponse({"key": found.key, "view": explorer.describe(found.position)})


async def exercise_answer(request: Request) -> Response:
    """POST /practice/FAMILY/KEY: whether an answer is right, and what all of them are worth."""
    found = _exercise_in(request)
    fields = await fields_in(request)
    answer = fields.text("answer", most=MOST_ACTION)
    fields.done()
    position = found.position
    game, state, seat = position.game, position.state(), Seat(asked_seat(position))
    legal = [game.format_action(state, action) for action in game.legal(state, seat)]
    if answer not in legal:
        raise Refusal(
            422, "illegal", T("Possible answers are: {answers}.", answers=", ".join(legal))
        )
    judged = await workroom_of(request).run(
        visitor_in(request).address, _judged, game, state, seat, answer, found.wrong
    )
    return JSONResponse(judged)


def _exercise_in(request: Request) -> Any:
    from ..review.practice import find_exercise

    try:
        return find_exercise(family_in(request), request.path_params["key"])
    except InputError as error:
        raise Refusal(404, "unknown", error.text) from error


def _judged(game: Game[Any], state: Any, seat: Seat, answer: str, wrong: str) -> Json:
    """What an answer is worth beside the others; right is what loses next to nothing."""
    from ..review.scale import scale_for

    ranking = describe_ranking(game, state, seat)
    rows = {row["action"]: row for row in ranking["candidates"]}
    given, best = rows[answer], ranking["candidates"][0]
    is_right = given["loss"] < scale_for(game).inaccuracy
    if given is best:
        verdict = T("Right: {answer} is the best answer.", answer=best["label"])
    elif is_right:
        verdict = T("Good: {answer} loses next to nothing.", answer=given["label"])
    else:
        verdict = T(
            "Better: {best}. It is worth {cost} more.", best=best["label"], cost=given["cost"]
        )
    trap = rows.get(wrong)
    return {
        "right": is_right,
        "verdict": str(verdict),
        # Why the answer is worse; after a right one, why the usual mistake is.
        "why": given["why"] if not is_right else (trap or best)["why"],
        "usual": None if trap is None else trap["label"],
        "ranking": ranking,
    }
