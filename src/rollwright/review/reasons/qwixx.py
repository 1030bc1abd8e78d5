"""Qwixx: numbers skipped, points now, locks, misthrows, the next roll, the end of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from ...game import PASS, Action, Json, Seat, Terminal
from ...games.qwixx import Qwixx, QwixxSheet, QwixxState
from ...i18n import T, Text, Tn
from ...vocabulary import word
from . import Comparison, in_percent, in_points

TELLING = 0.03
"""A difference of chances worth a sentence."""


def features(game: Qwixx, state: QwixxState, seat: Seat, action: Action) -> Json:
    """What a cross, or passing, does.

    `row` and `skipped` (the numbers left out), None and [] where nothing is crossed; `gone`, the
    chance that a white sum is one of these; `points` won at once; `locks`; `misthrow`; `missing`,
    the crosses that the row still needs before its lock; `free`, the chance that the next white
    sum can be crossed without skipping anything; `ends`.
    """
    after = _after(game, state, seat, action)
    row, skipped, missing, locks = None, [], None, False
    if action != PASS:
        row, position = game.field_of(action)
        crossed = state.sheets[seat].rows[row]
        numbers = [game.sheet.fields[index].number for index in game.sheet.lines[row].fields]
        skipped = numbers[(crossed[-1] + 1 if crossed else 0) : position]
        missing = max(0, int(game.options["marks_to_lock"]) - len(crossed) - 1)
        locks = position == game.last_position(row)
    before_points = game.sheet_score(state.sheets[seat]).total
    return {
        "row": None if row is None else game.colours[row],
        "skipped": skipped,
        "gone": _chance_of(game, skipped),
        "points": game.sheet_score(after.sheets[seat]).total - before_points,
        "locks": locks,
        "misthrow": after.sheets[seat].misthrows > state.sheets[seat].misthrows,
        "missing": missing,
        "free": _chance_without_skipping(game, after.sheets[seat], after.closed),
        "ends": isinstance(game.node(after), Terminal),
    }


def _after(game: Qwixx, state: QwixxState, seat: Seat, action: Action) -> QwixxState:
    """The state after this answer, everybody else passing or doing what the rules ask for."""
    asked = game.asked(state)
    joint = {other: game.default(state, other) for other in asked if other != seat}
    return game.play(state, {**joint, seat: action})


def _chance_without_skipping(game: Qwixx, sheet: QwixxSheet, closed: Iterable[bool]) -> float:
    """The chance that the white dice show the next number of some open row."""
    wanted = set()
    for row, (crossed, is_closed) in enumerate(zip(sheet.rows, closed, strict=True)):
        following = crossed[-1] + 1 if crossed else 0
        if not is_closed and following < game.last_position(row):
            wanted.add(game.sheet.fields[game.sheet.lines[row].fields[following]].number)
    return _chance_of(game, wanted)


def _chance_of(game: Qwixx, numbers: Collection[int | None]) -> float:
    """The chance that a white sum is one of these numbers."""
    faces = range(1, game.sheet.faces + 1)
    return sum(a + b in numbers for a in faces for b in faces) / len(faces) ** 2


def reason(game: Qwixx, c: Comparison) -> Text | None:
    """Why the best answer is better; None where no feature tells."""
    return (
        _about_the_end(c)
        or _about_misthrows(c)
        or _about_passing(c)
        or _about_skipping(c)
        or _about_what_comes(game, c)
    )


def _about_the_end(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if ours["ends"] and not best["ends"]:
        return T("{chosen} ends the game, which costs {cost}; with {best} it goes on.", **c.words)
    if best["ends"] and not ours["ends"]:
        return T("{best} ends the game at the right moment; letting it go on costs {cost}.",
                 **c.words)  # fmt: skip
    if best["locks"] and not ours["locks"]:
        return T("{best} closes the row for {points} at once; leaving it costs {cost}.",
                 points=in_points(best["points"]), **c.words)  # fmt: skip
    if ours["locks"] and not best["locks"]:
        return T("{chosen} closes the row too early, which costs {cost}; {best} keeps it open.",
                 **c.words)  # fmt: skip
    return None


def _about_misthrows(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if ours["misthrow"] and not best["misthrow"]:
        count = len(best["skipped"])
        if not count:
            return T("The misthrow costs {cost}; {best} would have skipped nothing.", **c.words)
        return Tn(
            "The misthrow costs {cost}; {best} would have skipped one number only.",
            "The misthrow costs {cost}; skipping {n} numbers with {best} would have been cheaper.",
            count,
            **c.words,
        )
    if best["misthrow"] and not ours["misthrow"]:
        return T("Skipping {numbers} in {row} costs {cost} more than a misthrow would.",
                 **c.words, **_skipping(ours))  # fmt: skip
    return None


def _about_passing(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if ours["row"] is None:
        if not best["skipped"]:
            return T("Passing costs {cost}: {best} skips nothing and is worth {points} now.",
                     points=in_points(best["points"]), **c.words)  # fmt: skip
        return Tn(
            "Passing costs {cost}: {best} skips one number only and is worth {points} now.",
            "Passing costs {cost}: {best} skips {n} numbers, but is worth {points} now.",
            len(best["skipped"]),
            points=in_points(best["points"]),
            **c.words,
        )
    if best["row"] is None and ours["skipped"]:
        return T("Skipping {numbers} in {row} costs {cost}; passing keeps them.",
                 **c.words, **_skipping(ours))  # fmt: skip
    return None


def _about_skipping(c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if ours["gone"] <= best["gone"] or best["row"] is None:
        return None
    if not best["skipped"]:
        return T("Skipping {numbers} in {row} costs {cost}; {best} skips nothing.",
                 **c.words, **_skipping(ours))  # fmt: skip
    if len(best["skipped"]) >= len(ours["skipped"]):
        return T(
            "Skipping {numbers} in {row} costs {cost}: the white dice show one of them in "
            "{percent} of all rolls, and one of those that {best} skips in {fewer}.",
            percent=in_percent(ours["gone"]),
            fewer=in_percent(best["gone"]),
            **c.words,
            **_skipping(ours),
        )
    return Tn(
        "Skipping {numbers} in {row} costs {cost}; {best} skips one number only.",
        "Skipping {numbers} in {row} costs {cost}; {best} skips {n} numbers only.",
        len(best["skipped"]),
        **c.words,
        **_skipping(ours),
    )


def _about_what_comes(game: Qwixx, c: Comparison) -> Text | None:
    ours, best = c.of_chosen, c.of_best
    if best["points"] > ours["points"] + 1:
        return T(
            "{best} is worth {better} now, {chosen} only {points}; that costs {cost}.",
            better=in_points(best["points"]),
            points=in_points(ours["points"]),
            **c.words,
        )
    if best["free"] > ours["free"] + TELLING:
        return T(
            "After {best} the next white sum fits without a gap in {better} of all rolls, after "
            "{chosen} in {percent}; that costs {cost}.",
            better=in_percent(best["free"]),
            percent=in_percent(ours["free"]),
            **c.words,
        )
    if best["missing"] is not None and best["missing"] < (ours["missing"] or game_length(game)):
        if best["missing"] == 0:
            return T("{best} makes the lock of its row possible; {chosen} instead costs {cost}.",
                     **c.words)  # fmt: skip
        return Tn(
            "{best} brings its row within one cross of the lock; {chosen} instead costs {cost}.",
            "{best} brings its row within {n} crosses of the lock; {chosen} instead costs {cost}.",
            best["missing"],
            **c.words,
        )
    return None


def game_length(game: Qwixx) -> int:
    """More crosses than any row needs before its lock."""
    return len(game.sheet.lines[0].fields)


def _skipping(ours: Json) -> dict[str, Any]:
    return {"numbers": ", ".join(map(str, ours["skipped"])), "row": word(ours["row"])}
