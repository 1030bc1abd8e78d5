"""Qwingo: which columns a call fits, boxes that can never be filled, the fullest column."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import PASS, Action, Json, Seat
from ...games.qwingo import CALL, HIGHEST, SETUP, STARTING_NUMBERS, Column, Qwingo, QwingoState
from ...i18n import T, Text, Tn
from ...vocabulary import word
from . import Comparison


def features(game: Qwingo, state: QwingoState, seat: Seat, action: Action) -> Json:
    """What an answer does.

    Of a call: `number`; `own`, how many columns of this seat it fits, and `left`, the free boxes
    of the fullest of these; `others`, how many columns of another seat it fits at most, None
    alone. Of an entry or passing: `column`, None where nothing is
    written; `left`, the free boxes of that column afterwards; `dead`, how many boxes of the sheet
    find no number any more; `open`, the numbers that still fit that column.
    """
    if state.phase == CALL:
        return _features_of_call(game, state, seat, game.called_number(action))
    sheet = state.sheets[seat]
    if action == PASS:
        return {"column": None, "left": None, "dead": _dead_boxes(game, sheet), "open": None}
    column, box = game.field_of(action)
    number = STARTING_NUMBERS[state.entered] if state.phase == SETUP else state.called
    boxes = (*sheet[column][:box], number, *sheet[column][box + 1 :])
    after = (*sheet[:column], boxes, *sheet[column + 1 :])
    return {
        "column": game.columns[column],
        "left": boxes.count(None),
        "dead": _dead_boxes(game, after),
        "open": sum(game.has_room(boxes, n) for n in range(game.lowest, HIGHEST + 1)),
    }


def _features_of_call(game: Qwingo, state: QwingoState, seat: Seat, number: int) -> Json:
    fitting = [
        [column.count(None) for column in sheet if game.has_room(column, number)]
        for sheet in state.sheets
    ]
    others = [len(columns) for other, columns in enumerate(fitting) if other != seat]
    return {
        "number": number,
        "own": len(fitting[seat]),
        "left": min(fitting[seat], default=None),
        "others": max(others, default=None),
    }


def _dead_boxes(game: Qwingo, sheet: Sequence[Column]) -> int:
    """How many free boxes find no number between their neighbours."""
    dead = 0
    for column in sheet:
        above, free = game.lowest - 1, 0
        for number in (*column, HIGHEST + 1):
            if number is None:
                free += 1
            else:
                dead += max(0, free - (number - above - 1))
                above, free = number, 0
    return dead


def reason(game: Qwingo, c: Comparison) -> Text | None:
    """Why the best answer is better; None where no feature tells."""
    return _about_calls(c) if c.state.phase == CALL else _about_entries(c)


def _about_calls(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    numbers = {"number": ours["number"], "better": best["number"], "cost": c.cost}
    if best["own"] > ours["own"]:
        return T("{better} fits {more} of your columns, {number} only {fewer}; that costs {cost}.",
                 more=best["own"], fewer=ours["own"], **numbers)  # fmt: skip
    if best["left"] is not None and (ours["left"] is None or best["left"] < ours["left"]):
        return Tn(
            "{better} fits a column with one free box, {number} does not; that costs {cost}.",
            "{better} fits a column with only {n} free boxes, {number} does not; that costs "
            "{cost}.",
            best["left"],
            **numbers,
        )
    if ours["others"] is not None and best["others"] < ours["others"]:
        return T(
            "{number} fits somebody else in more columns than {better}: {more} against {fewer}; "
            "that costs {cost}.",
            more=ours["others"],
            fewer=best["others"],
            **numbers,
        )
    return None


def _about_entries(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if ours["dead"] > best["dead"]:
        return Tn(
            "{chosen} leaves one box more that can never be filled than {best}; that costs {cost}.",
            "{chosen} leaves {n} boxes more that can never be filled than {best}; that costs "
            "{cost}.",
            ours["dead"] - best["dead"],
            **c.words,
        )
    if ours["column"] is None:
        return T("Passing costs {cost}; {best} would have filled a box.", **c.words)
    if best["column"] is None:
        return T("{chosen} takes room from later numbers; passing is worth {cost} more.",
                 **c.words)  # fmt: skip
    if best["column"] != ours["column"] and best["left"] < ours["left"]:
        return T("The {column} column is nearer to its end; {best} instead of {chosen} is worth "
                 "{cost}.", column=word(best["column"]), **c.words)  # fmt: skip
    if best["open"] > ours["open"]:
        return T("After {best} {more} numbers still fit the column, after {chosen} only {fewer}; "
                 "that costs {cost}.", more=best["open"], fewer=ours["open"],
                 **c.words)  # fmt: skip
    return None
