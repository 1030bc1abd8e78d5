"""The daily challenge: a game alone that everybody plays with the same dice.

The server keeps nothing of it but the secret behind all days' dice. A page sends the moves made so
far and learns what that comes to; its own storage holds the moves, the results and the streaks.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from threading import Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ..daily import (
    Challenge,
    Course,
    Judge,
    Verdict,
    challenge_secret,
    commitment_of,
    create_challenge,
    create_judge,
    judge_course,
)
from ..daily.challenge import ASKED, MOST_MOVES, OVER, OWN, ROLLING
from ..errors import IllegalAction, InputError
from ..game import Json
from ..i18n import T, Text, Tn
from ..solve.compiled import NotCompiled
from ..spec import families, find_family
from ..vocabulary import word
from . import coach_pages
from .asks import describe_answers
from .bodies import Fields
from .presenters import Presenter, presenter_of
from .refusal import Refusal
from .tables import family_in, fields_in, house_of, reader_of, visitor_in
from .workroom import workroom_of

SEAL = "daily"
MOST_LENGTH = 12
"""Of a move."""

BEST, CLOSE, MISSED, FREE = "●", "◐", "○", "·"
"""A turn in a shared line: nothing lost, little, more; and one without a choice."""

CLOSE_LOSS = {"qwingo": 0.3}
"""Up to which loss a turn was close, in numbers; in points `POINTS_CLOSE`."""
POINTS_CLOSE = 1.0
NO_LOSS = 0.005


# The requests


async def daily_front(_: Request) -> Response:
    """GET /daily: the first game's challenge."""
    return RedirectResponse(f"/daily/{families()[0].name}", 303)


async def daily_page(request: Request) -> Response:
    """GET /daily/FAMILY: the page of today's challenge."""
    family = family_in(request)
    challenge = await _challenge(request, family, _today())
    workroom_of(request).prepare(_judge, family)
    seals = [await _seal(request, family, _today() + timedelta(days=n)) for n in (-1, 0, 1)]
    view = describe(challenge, challenge.play(()))
    return HTMLResponse(
        coach_pages.daily(reader_of(request), challenge.game, view, seals, marks_meaning())
    )


async def daily_view(request: Request) -> Response:
    """POST /daily/FAMILY: what the moves made so far come to."""
    challenge, course = await _played(request)
    return JSONResponse(describe(challenge, course))


async def daily_result(request: Request) -> Response:
    """POST /daily/FAMILY/result: how a finished game compares with the best play."""
    challenge, course = await _played(request)
    if challenge.next_step(course.state) != OVER:
        raise Refusal(409, "running", T("The game is not over yet."))
    family = challenge.game.spec.family
    verdict = await workroom_of(request).run(
        visitor_in(request).address,
        lambda: judge_course(challenge, course, _judge(family)),
        key=f"daily {family} {hash(course)}",
    )
    return JSONResponse(describe_verdict(challenge, verdict, reader_of(request).base_url))


_judges: dict[str, Judge] = {}
_judging = Lock()


def _judge(family: str) -> Judge:
    """The judge of a family, the same for all days; made only once, since that may take long."""
    with _judging:
        if family not in _judges:
            secret = challenge_secret("", family, date.min)
            try:
                _judges[family] = create_judge(create_challenge(family, date.min, secret))
            except NotCompiled as error:
                raise Refusal(409, "judge", error.text) from None
        return _judges[family]


def _today() -> date:
    """The day everywhere: that of UTC."""
    return datetime.fromtimestamp(time.time(), UTC).date()


async def _secret(request: Request, family: str, day: date) -> str:
    return challenge_secret(await house_of(request).store.sealed(SEAL), family, day)


async def _challenge(request: Request, family: str, day: date) -> Challenge:
    return create_challenge(family, day, await _secret(request, family, day))


async def _seal(request: Request, family: str, day: date) -> Json:
    """The hash of a day's secret, which is told as soon as the day is over."""
    secret = await _secret(request, family, day)
    is_past = day < _today()
    return {
        "day": day.isoformat(),
        "commitment": commitment_of(secret),
        "secret": secret if is_past else None,
    }


async def _played(request: Request) -> tuple[Challenge, Course]:
    """The challenge that a request names, and the course of its moves."""
    family = family_in(request)
    fields = await fields_in(request)
    day = _day_in(fields)
    moves = fields.texts("moves", MOST_MOVES, MOST_LENGTH)
    fields.done()
    challenge = await _challenge(request, family, day)
    try:
        return challenge, challenge.play(moves)
    except IllegalAction as error:
        raise Refusal(422, "illegal", error.text, error.rule) from error
    except InputError as error:
        raise Refusal(422, "moves", error.text) from error


def _day_in(fields: Fields) -> date:
    """Today, or the day before for those who play over midnight."""
    text = fields.text("day", most=10)
    today = _today()
    for day in (today, today - timedelta(days=1)):
        if text == day.isoformat():
            return day
    raise Refusal(409, "day", T("That day is over. Today’s challenge is that of {day}.", day=today))


# What a page shows


def describe(challenge: Challenge, course: Course) -> Json:
    """The view of somebody's challenge."""
    game, state = challenge.game, course.state
    presenter = presenter_of(game.spec)
    step = challenge.next_step(state)
    answers = None
    if step == ASKED:
        answers = describe_answers(presenter, state, OWN, game.legal(state, OWN))
        for action in answers["actions"]:
            # Nothing is said that perfect play would not have to find out as well.
            action["warning"] = None
    return {
        "day": challenge.day.isoformat(),
        "game": str(game.spec),
        "step": step,
        "turn": game.turn(state),
        "turns": challenge.turns,
        "sentence": str(_sentence(challenge, presenter, course, step)),
        "sheet": game.format_sheet(state, OWN),
        "score": _score(presenter, challenge, state),
        "lost": presenter.lost_fields(state, OWN),
        "dice": presenter.describe_dice(state),
        "called": presenter.called(state),
        "coming": [
            {"line": name, "word": str(word(name)), "count": count}
            for name, count in challenge.coming(state).items()
        ],
        "ask": answers,
        "roll": str(_roll_label(challenge, presenter, state)) if step == ROLLING else None,
        "undo": course.can_undo,
        "total": challenge.total(state),
    }


def _score(presenter: Presenter[Any], challenge: Challenge, state: Any) -> Json:
    score = presenter.score(state, OWN).format()
    return {**score, "total": challenge.total(state)}


def _roll_label(challenge: Challenge, presenter: Presenter[Any], state: Any) -> Text:
    if challenge.turns is not None:
        return T("The next number")
    dice = challenge.game.node(state).dice  # type: ignore[union-attr]
    return presenter.roll_label(dice)


def _sentence(challenge: Challenge, presenter: Presenter[Any], course: Course, step: str) -> Text:
    """What is asked, in one sentence."""
    state, turns = course.state, challenge.turns
    if step == OVER:
        return result_line(challenge, challenge.total(state))
    if step == ROLLING and turns is not None:
        turn = challenge.game.turn(state)
        return T("Number {n} of {most} comes next.", n=turn, most=turns)
    if step == ROLLING:
        return T("Roll the dice.")
    if challenge.game.legal(state, OWN) == (0,) and turns is not None:
        return T("The {number} fits nowhere in this column.", number=presenter.called(state))
    if turns is not None:
        return presenter.question(state, OWN)
    return presenter.situation(state, OWN, lambda _: "")


def result_line(challenge: Challenge, total: int) -> Text:
    """A result in words."""
    if challenge.turns is None:
        return Tn("The game is over: {n} point.", "The game is over: {n} points.", total)
    return Tn(
        "{n} of {most} numbers has found a place.",
        "{n} of {most} numbers have found a place.",
        total,
        most=challenge.turns,
    )


def describe_verdict(challenge: Challenge, verdict: Verdict, base_url: str) -> Json:
    """The comparison with the best play, and a text to be shared that gives nothing away."""
    family = challenge.game.spec.family
    marks = "".join(_mark(family, loss) for loss in verdict.losses)
    path = f"{base_url}/daily/{family}"
    lines = [
        T("{game}, daily challenge of {day}", game=find_family(family).title, day=challenge.day),
        _compared(challenge, verdict),
    ]
    return {
        "total": verdict.total,
        "judge": str(verdict.judge),
        "judge_total": verdict.judge_total,
        "mean": _rounded(verdict.mean),
        "luck": _rounded(verdict.luck),
        "loss": _rounded(verdict.loss) if verdict.mean is not None else None,
        "marks": marks,
        "praise": str(_praise(verdict)),
        "share": "\n".join([*map(str, lines), *([marks] if marks else []), path]),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _mark(family: str, loss: float | None) -> str:
    if loss is None:
        return FREE
    if loss < NO_LOSS:
        return BEST
    return CLOSE if loss <= CLOSE_LOSS.get(family, POINTS_CLOSE) else MISSED


def _compared(challenge: Challenge, verdict: Verdict) -> Text:
    if challenge.turns is not None:
        return T(
            "{total} of {most} numbers placed; {judge}: {other}",
            total=verdict.total,
            most=challenge.turns,
            judge=verdict.judge,
            other=verdict.judge_total,
        )
    return T(
        "{total} points; {judge}: {other}",
        total=verdict.total,
        judge=verdict.judge,
        other=verdict.judge_total,
    )


def _praise(verdict: Verdict) -> Text:
    """One friendly sentence about the result."""
    if verdict.losses and verdict.loss < NO_LOSS:
        return T("Every single decision was the best one. Perfect!")
    if verdict.total > verdict.judge_total:
        return T("More than {judge}: today the dice liked your way.", judge=verdict.judge)
    if verdict.total == verdict.judge_total:
        return T("As much as {judge}. Well played!", judge=verdict.judge)
    return T("Tomorrow there are new dice.")


def marks_meaning() -> Sequence[tuple[str, Text]]:
    """The signs of a shared line."""
    return (
        (BEST, T("nothing lost")),
        (CLOSE, T("nearly the best")),
        (MISSED, T("something better was there")),
        (FREE, T("no choice")),
    )
