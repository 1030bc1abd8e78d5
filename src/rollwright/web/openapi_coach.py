"""The coach's part of the OpenAPI document."""

from __future__ import annotations

from ..daily.challenge import ASKED, MOST_MOVES, OVER, ROLLING
from ..review.positions import PHASES
from ..review.scale import MARKS
from .daily import MOST_LENGTH
from .explorer import MOST_ACTION, MOST_PLAYERS
from .openapi_parts import (
    BOOL,
    CODE,
    NUMBER,
    SEAT,
    TEXT,
    Schema,
    answer_of,
    get,
    list_of,
    object_of,
    optional,
    post,
    ref,
)
from .review_views import RECORD_BYTES

_AMOUNT: Schema = {"type": "number"}
_KEY: Schema = {"name": "key", "in": "path", "required": True, "schema": TEXT}


def coach_schemas() -> Schema:
    """The schemas of the coach's requests and answers."""
    return {**_daily_schemas(), **_explorer_schemas(), **_review_schemas()}


def coach_paths(family: Schema) -> Schema:
    """The coach's paths; `family` describes that part of a path."""
    return {
        "/daily/{family}": post(
            "daily_view",
            "what the moves of today's challenge come to; nothing is kept",
            ref("DailyMoves"),
            family,
            answer=answer_of("the position", ref("Daily")),
        ),
        "/daily/{family}/result": post(
            "daily_result",
            "how a finished game of the day compares with the best play",
            ref("DailyMoves"),
            family,
            answer=answer_of("the comparison", ref("DailyResult")),
        ),
        "/practice/{family}/{key}": {
            **get(
                "exercise",
                "a position to practise",
                answer_of(
                    "the position",
                    object_of({"key": TEXT, "view": ref("Explored")}, ("key", "view")),
                ),
                family,
                _KEY,
                refusals=(404,),
            ),
            **post(
                "exercise_answer",
                "whether an answer is right, and what all of them are worth",
                object_of({"answer": {"type": "string", "maxLength": MOST_ACTION}}, ("answer",)),
                family,
                _KEY,
                answer=answer_of("the verdict", ref("ExerciseVerdict")),
            ),
        },
        "/review": post(
            "review_record",
            "hand in a record to be reviewed",
            object_of({"record": {"type": "string", "maxLength": RECORD_BYTES}}, ("record",)),
            answer=answer_of("where the review is", object_of({"key": TEXT, "url": TEXT})),
            status=201,
        ),
        "/review/{key}": get(
            "review",
            "the review of a record that was handed in",
            answer_of("the review", ref("Review")),
            _KEY,
            refusals=(404, 409, 422),
        ),
        "/t/{code}/hint": post(
            "hint",
            "what the coach thinks of my answers; everybody sees that I have asked",
            object_of(
                {"seat": SEAT, "decision": {"type": "integer", "minimum": 0, "maximum": 10**9}},
                ("seat", "decision"),
            ),
            CODE,
            answer=answer_of(
                "the ranking",
                object_of({"number": NUMBER, "ranking": ref("Ranking")}, ("number", "ranking")),
            ),
        ),
        "/t/{code}/review": get(
            "table_review",
            "the review of a finished table",
            answer_of("the review", ref("Review")),
            CODE,
            refusals=(404, 409, 422),
        ),
        "/explore/{family}": post(
            "explorer_view",
            "what a position looks like, and what may be answered in it",
            ref("Position"),
            family,
            answer=answer_of("the position", ref("Explored")),
        ),
        "/explore/{family}/ranking": post(
            "explorer_ranking",
            "all answers in a position, the best first",
            ref("Position"),
            family,
            answer=answer_of("the ranking; without answers before a roll", ref("Ranking")),
        ),
    }


def _daily_schemas() -> Schema:
    coming = {"line": TEXT, "word": TEXT, "count": NUMBER}
    view: Schema = {
        "day": TEXT,
        "game": TEXT,
        "step": {"enum": [ROLLING, ASKED, OVER]},
        "turn": NUMBER,
        "turns": optional(NUMBER),
        "sentence": TEXT,
        "sheet": {"type": "object"},
        "score": {"type": "object", "description": "as in views, with `total`"},
        "lost": list_of(TEXT),
        "dice": list_of({"type": "object"}),
        "called": optional(NUMBER),
        "coming": list_of(object_of(coming, tuple(coming))),
        "ask": optional(
            object_of(
                {"actions": list_of(ref("Action")), "pass": optional(ref("Pass"))},
                ("actions", "pass"),
            )
        ),
        "roll": optional(TEXT),
        "undo": {**BOOL, "description": "whether the last move may be left out again"},
        "total": {"type": "integer"},
    }
    result: Schema = {
        "total": {"type": "integer"},
        "judge": TEXT,
        "judge_total": {"type": "integer"},
        "mean": optional(_AMOUNT),
        "luck": optional(_AMOUNT),
        "loss": optional(_AMOUNT),
        "marks": TEXT,
        "praise": TEXT,
        "share": TEXT,
    }
    return {
        "DailyMoves": object_of(
            {
                "day": {"type": "string", "maxLength": 10, "description": "such as 2026-11-30"},
                "moves": {
                    **list_of({"type": "string", "maxLength": MOST_LENGTH}),
                    "maxItems": MOST_MOVES,
                    "description": "`roll` where dice come next, else an answer such as r7",
                },
            },
            ("day",),
        ),
        "Daily": object_of(view, tuple(view)),
        "DailyResult": object_of(result, tuple(result)),
    }


def _explorer_schemas() -> Schema:
    seat: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_PLAYERS - 1}
    position: Schema = {
        "players": {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
        "sheets": {
            **list_of({"type": "object", "description": "a sheet, as in records"}),
            "maxItems": MOST_PLAYERS,
        },
        "roll": {"type": "object", "description": "a roll, as in records"},
        "active": seat,
        "seat": seat,
        "phase": {"enum": sorted({phase for phases in PHASES.values() for phase in phases})},
        "white": {
            "type": "string",
            "maxLength": MOST_ACTION,
            "description": "the roller's answer to the white dice, before the coloured ones",
        },
    }
    sheet = {"letter": TEXT, "sheet": {"type": "object"}, "score": {"type": "object"}}
    sheet |= {"lost": list_of(TEXT)}
    view: Schema = {
        "game": TEXT,
        "position": ref("Position"),
        "url": {"type": "string", "description": "the page with this position"},
        "asked": seat,
        "problem": {**optional(TEXT), "description": "why nothing is asked"},
        "sentence": TEXT,
        "ask": optional(
            object_of(
                {"actions": list_of(ref("Action")), "pass": optional(ref("Pass"))},
                ("actions", "pass"),
            )
        ),
        "sheets": list_of(object_of(sheet, tuple(sheet))),
        "white_answers": list_of(object_of({"action": TEXT, "label": TEXT}, ("action", "label"))),
    }
    ranking: Schema = {
        "unit": TEXT,
        "exact": BOOL,
        "judge": TEXT,
        "value": TEXT,
        "candidates": list_of(ref("Candidate")),
    }
    candidate: Schema = {
        "action": TEXT,
        "label": TEXT,
        "field": optional(TEXT),
        "number": optional(NUMBER),
        "skipped": list_of(TEXT),
        "dice": list_of(TEXT),
        "value": {"type": "string", "description": "in the unit of the ranking, to be read"},
        "margin": {
            **optional(TEXT),
            "description": "points, or filled boxes, ahead of the best other player",
        },
        "loss": {**_AMOUNT, "description": "against the best: points, turns, or chance to win"},
        "cost": TEXT,
        "change": {
            "type": "string",
            "description": "the cost with its sign, empty for what is too little to be seen",
        },
        "mark": optional({"enum": list(MARKS)}),
        "mark_word": optional(TEXT),
        "why": optional(TEXT),
    }
    return {
        "Position": object_of(position, ("players",)),
        "Explored": object_of(view, tuple(view)),
        "Ranking": object_of(ranking, tuple(ranking)),
        "Candidate": object_of(candidate, tuple(candidate)),
        "ExerciseVerdict": object_of(
            {
                "right": BOOL,
                "verdict": TEXT,
                "why": optional(TEXT),
                "usual": {**optional(TEXT), "description": "what is often answered here"},
                "ranking": ref("Ranking"),
            },
            ("right", "verdict", "why", "usual", "ranking"),
        ),
    }


def _review_schemas() -> Schema:
    account = {
        "type": "object",
        "additionalProperties": _AMOUNT,
        "description": "start + luck + loss + others + drift = result, and without_luck is the "
        "result less the luck; losses are negative",
    }
    figures: Schema = {"mean": account, "margin": account}
    seat: Schema = {
        "seat": NUMBER,
        "letter": TEXT,
        "name": TEXT,
        **figures,
        "shown": {
            **object_of(figures, tuple(figures)),
            "description": "the same in tenths of a point or turn, or of one per cent of chance, "
            "rounded so that they add up",
        },
        "decisions": NUMBER,
        "error_rate": {**optional(_AMOUNT), "description": "lost in a decision, on average"},
        "accuracy": optional(_AMOUNT),
        "rating": optional(TEXT),
        "marks": {"type": "object", "additionalProperties": NUMBER},
    }
    answer: Schema = {
        "seat": NUMBER,
        "mark": optional({"enum": list(MARKS)}),
        "counted": BOOL,
        "label": TEXT,
        "chosen": optional(TEXT),
        "why": optional(TEXT),
        "candidates": list_of(ref("Candidate")),
        "explore": {**optional(TEXT), "description": "the explorer's page with this position"},
    }
    step: Schema = {
        "step": NUMBER,
        "turn": NUMBER,
        "active": optional(NUMBER),
        "text": TEXT,
        "values": {**list_of(_AMOUNT), "description": "what each seat has after the step"},
        "luck": {**optional(list_of(_AMOUNT)), "description": "of a roll, for each seat"},
        "sheets": list_of({"type": "object"}),
        "scores": list_of({"type": "integer"}),
        "dice": list_of({"type": "object"}),
        "called": optional(NUMBER),
        "answers": list_of(object_of(answer, tuple(answer))),
        "phase": TEXT,
    }
    slip: Schema = {
        "step": NUMBER,
        "turn": NUMBER,
        "seat": NUMBER,
        "mark": {"enum": list(MARKS)},
        "mark_word": TEXT,
        "label": TEXT,
        "better": TEXT,
        "change": TEXT,
        "loss": _AMOUNT,
        "why": TEXT,
    }
    review: Schema = {
        "game": TEXT,
        "family": TEXT,
        "unit": {"enum": ["chance", "points", "turns"]},
        "unit_word": TEXT,
        "margin_word": {**optional(TEXT), "description": "what the margins count, in company"},
        "judge": TEXT,
        "exact": BOOL,
        "finished": BOOL,
        "seats": list_of(object_of(seat, tuple(seat))),
        "start": list_of(_AMOUNT),
        "steps": list_of(object_of(step, tuple(name for name in step if name != "phase"))),
        "end": {"type": "object"},
        "slips": {
            **list_of(object_of(slip, tuple(slip))),
            "description": "the marked answers, the most costly first",
        },
    }
    return {"Review": object_of(review, tuple(review))}
