"""Qwinto: which dice fit, points now, fields that can never be filled, the misthrow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from ...game import PASS, Action, Json, Seat
from ...games.qwinto import CHOOSE, ENTRIES, KEEP, Qwinto, QwintoSheet, QwintoState
from ...games.turns import fields_between
from ...i18n import T, Text, Tn
from . import Comparison, in_percent, in_points
from .spoken import PASSING

TELLING = 0.03
"""A difference of chances worth a sentence."""


def features(game: Qwinto, state: QwintoState, seat: Seat, action: Action) -> Json:
    """What an answer does.

    Of dice and of rolling again: `fits`, the chance that the sum can be entered in a rolled row.
    Of keeping: `sum`, and `fits`, 1 or 0. Of an entry or passing: `points` won at once;
    `misthrow`; `dead`, the fields that can never be filled any more; `fits`, the greatest chance
    of any dice that their sum can be entered next.
    """
    sheet = state.sheets[seat]
    if state.phase == CHOOSE:
        return {"fits": _chance(game, sheet, game.dice_set(action))}
    if state.phase == KEEP:
        if action == game.reroll:
            return {"fits": _chance(game, sheet, state.chosen)}
        total = sum(state.roll)
        return {"sum": total, "fits": float(_fits(game, sheet, state.chosen, total))}
    after = _after(game, state, seat, action)
    return {
        "points": game.sheet_score(after).total - game.sheet_score(sheet).total,
        "misthrow": after.misthrows > sheet.misthrows,
        "dead": _dead_fields(game, after),
        "fits": max(_chance(game, after, dice) for dice in _dice_sets(game)),
    }


def _after(game: Qwinto, state: QwintoState, seat: Seat, action: Action) -> QwintoSheet:
    """The sheet of a seat after its answer."""
    sheet = state.sheets[seat]
    if action == PASS:
        return sheet._replace(misthrows=sheet.misthrows + (seat == state.active))
    numbers = list(sheet.numbers)
    numbers[action - 1] = sum(state.roll)
    return sheet._replace(numbers=tuple(numbers))


def _dice_sets(game: Qwinto) -> Iterator[tuple[bool, ...]]:
    return (dice for dice in product((False, True), repeat=len(game.sheet.lines)) if any(dice))


def _fits(game: Qwinto, sheet: QwintoSheet, dice: Sequence[bool], total: int) -> bool:
    """Whether a sum of these dice can be entered in one of their rows."""
    alone = QwintoState(ENTRIES, 1, Seat(0), (sheet,))
    for line, is_rolled in zip(game.sheet.lines, dice, strict=True):
        if is_rolled:
            written = [sheet.numbers[index] for index in line.fields]
            for action in fields_between(line.fields, written, total):
                if game.objection_to_writing(alone, action, total) is None:
                    return True
    return False


def _chance(game: Qwinto, sheet: QwintoSheet, dice: Sequence[bool]) -> float:
    """The chance that the sum of these dice can be entered in one of their rows."""
    faces = range(1, game.sheet.faces + 1)
    sums = Counter(sum(roll) for roll in product(faces, repeat=sum(dice)))
    fitting = sum(n for total, n in sums.items() if _fits(game, sheet, dice, total))
    return fitting / sums.total()


def _dead_fields(game: Qwinto, sheet: QwintoSheet) -> int:
    """How many empty fields find no number between their neighbours."""
    most = game.sheet.faces * len(game.sheet.lines)
    dead = 0
    for line in game.sheet.lines:
        left, empty = 0, 0
        for number in (*(sheet.numbers[index] for index in line.fields), most + 1):
            if number is None:
                empty += 1
            else:
                dead += max(0, empty - (number - left - 1))
                left, empty = number, 0
    return dead


def reason(game: Qwinto, c: Comparison) -> Text | None:
    """Why the best answer is better; None where no feature tells."""
    phase = c.state.phase
    if phase == CHOOSE:
        return _about_dice(c)
    if phase == KEEP:
        return _about_rolling_again(c)
    return _about_entries(c) if phase == ENTRIES else None


def _about_dice(c: Comparison) -> Text | None:
    ours, best = c.of_chosen["fits"], c.of_best["fits"]
    if best > ours + TELLING:
        return T(
            "A sum of {best} fits in {better} of all rolls, of {chosen} in {percent}; that "
            "costs {cost}.",
            better=in_percent(best),
            percent=in_percent(ours),
            **c.words,
        )
    if ours > best + TELLING:
        return T(
            "A sum of {best} fits less often than one of {chosen}, but leaves more room where it "
            "fits; that is worth {cost}.",
            **c.words,
        )
    return None


def _about_rolling_again(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if "sum" in best:
        return T(
            "Keeping the {sum} was better by {cost}: a new roll fits in {percent} of all cases.",
            sum=best["sum"],
            percent=in_percent(ours["fits"]),
            cost=c.cost,
        )
    percent = in_percent(best["fits"])
    if not ours["fits"]:
        return T(
            "The {sum} fits nowhere; rolling again fits in {percent} of all cases and is worth "
            "{cost}.",
            sum=ours["sum"],
            percent=percent,
            cost=c.cost,
        )
    return T(
        "The {sum} fits badly; rolling again, which fits in {percent} of all cases, is worth "
        "{cost}.",
        sum=ours["sum"],
        percent=percent,
        cost=c.cost,
    )


def _about_entries(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if ours["misthrow"] and not best["misthrow"]:
        return T("The misthrow costs {cost}; the number could be entered at {best}.", **c.words)
    if best["misthrow"]:
        return T("{chosen} spoils the row: it costs {cost} more than the misthrow.", **c.words)
    if ours["dead"] > best["dead"]:
        return Tn(
            "{chosen} leaves one field more that can never be filled than {best}; that costs "
            "{cost}.",
            "{chosen} leaves {n} fields more that can never be filled than {best}; that costs "
            "{cost}.",
            ours["dead"] - best["dead"],
            **c.words,
        )
    if c.chosen == PASSING:
        return T("Passing costs {cost}; the number fits well at {best}.", **c.words)
    if c.best == PASSING:
        return T("{chosen} takes room from later numbers; passing is worth {cost} more.",
                 **c.words)  # fmt: skip
    if best["points"] > ours["points"]:
        return T(
            "{best} is worth {better} now, {chosen} only {points}; that costs {cost}.",
            better=in_points(best["points"]),
            points=in_points(ours["points"]),
            **c.words,
        )
    if best["fits"] > ours["fits"] + TELLING:
        return T("After {best} the next sum fits in up to {better} of all rolls, after {chosen} "
                 "in {percent}; that costs {cost}.", better=in_percent(best["fits"]),
                 percent=in_percent(ours["fits"]), **c.words)  # fmt: skip
    return None
