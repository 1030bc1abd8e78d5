"""The guided first games as data: a few steps each, with what may be tapped told by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..game import PASS, Action, Game, Json, Seat
from ..i18n import T, Text
from ..render.svg import field_id
from ..spec import create_game
from ..vocabulary import word
from .examples import qwingo_sheet, qwinto_sheet, qwixx_sheet

_ME = Seat(0)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is said over which sheet and dice, and what the reader should tap.

    `ask` names a phase of the game in which the reader answers; `right` are the good fields, all
    legal ones where it is empty. `called` is Qwingo's number.
    """

    text: tuple[Text, ...]
    sheet: Json
    roll: Json | None = None
    ask: str | None = None
    right: tuple[str, ...] = ()
    done: Text | None = None
    wrong: Text | None = None


_QWIXX = (
    Step(
        (
            T("This is your sheet: four rows of numbers, two going up and two going down."),
            T("You cross numbers from left to right. What you skip is gone for good."),
        ),
        qwixx_sheet(),
    ),
    Step(
        (
            T("The white dice are for everybody: 1 and 2 make 3."),
            T("Cross a 3 where you skip the fewest numbers."),
        ),
        qwixx_sheet(),
        {"white": [1, 2], "red": 5, "yellow": 1, "green": 6, "blue": 4},
        "white",
        ("r3", "y3"),
        T("Well done: only the 2 is lost."),
        T("That would skip nine numbers. In which row is the 3 near the left end?"),
    ),
    Step(
        (
            T("Whoever rolls may also add one white and one coloured die, in that colour’s row."),
            T("5 or 6, and the green 6: tap green 12 or green 11."),
        ),
        qwixx_sheet(red=[3]),
        {"white": [5, 6], "red": 2, "yellow": 4, "green": 6, "blue": 3},
        "colour",
        ("g12", "g11"),
        T("Two crosses in one turn are the best you can get."),
        T("That is possible as well, but it skips more. Look at the green row."),
    ),
    Step(
        (
            T("You rolled and can or want to cross nothing? That is a misthrow: five points less."),
            T("The others just pass; for them it costs nothing."),
        ),
        qwixx_sheet(red=[3, 4], green=[12, 11], blue=[12]) | {"misthrows": 1},
    ),
    Step(
        (
            T("With five crosses in a row you may cross its last number, and the lock with it."),
            T("Two sixes: close the red row."),
        ),
        qwixx_sheet(red=[3, 4, 6, 8, 9], yellow=[2, 5], green=[12, 11, 9], blue=[12]),
        {"white": [6, 6], "red": 2, "yellow": 3, "green": 4, "blue": 3},
        "white",
        ("r12",),
        T("Closed for everybody, and the red die leaves the game."),
        T("Possible, but there is something better: the end of the red row."),
    ),
    Step(
        (
            T("The more crosses in a row, the more each is worth: 1, 3, 6, 10, 15, up to 78."),
            T("Two closed rows, or somebody’s fourth misthrow, end the game. That is all!"),
        ),
        qwixx_sheet(red=[3, 4, 6, 8, 9, 12], yellow=[2, 5, 6], green=[12, 11, 9], blue=[12, 10])
        | {"closed": ["red"]},
    ),
)

_QWINTO = (
    Step(
        (
            T("Three rows that cross each other. Each row is filled with growing numbers."),
            T("You may begin anywhere and leave gaps; nothing is written at the letters."),
        ),
        qwinto_sheet(),
    ),
    Step(
        (
            T("Whoever rolls takes one, two or three dice. The sum goes into a row of these dice."),
            T(
                "Orange 3 and yellow 5 make 8. Small numbers belong left, great ones right: "
                "tap one."
            ),
        ),
        qwinto_sheet(),
        {"orange": 3, "yellow": 5},
        "entries",
        ("o4", "o5", "y3", "y4", "y5", "y6"),
        T("Good: there is room on both sides."),
        T("Eight is rather in the middle; leave room for smaller and greater numbers."),
    ),
    Step(
        (
            T("Left must stay smaller, right greater. And no number twice in a column!"),
            T("Orange shows 6, and a 6 stands in the yellow row already. What is left?"),
        ),
        qwinto_sheet(orange={1: 2, 4: 9}, yellow={3: 6}),
        {"orange": 6},
        "entries",
        ("o3",),
        T("Right, it is the only place."),
    ),
    Step(
        (
            T("Three fields above each other with a pentagon pay extra: the number in it."),
            T("The purple 5 fills this column."),
        ),
        qwinto_sheet(orange={1: 3, 3: 7}, yellow={2: 4}, purple={1: 1, 5: 8}),
        {"purple": 5},
        "entries",
        ("p3",),
        T("Five extra points."),
        T("Look at the framed columns: one lacks only its pentagon."),
    ),
    Step(
        (
            T("You rolled and write nothing? That is a misthrow: five points less."),
            T("Before that you may roll all your dice once again."),
        ),
        qwinto_sheet(orange={1: 3, 3: 7}, yellow={2: 4}, purple={1: 1, 3: 5, 5: 8})
        | {"misthrows": 1},
    ),
    Step(
        (
            T("A full row counts its last number, any other one point for each number."),
            T("Two full rows of one player, or a fourth misthrow, end the game. That is all!"),
        ),
        qwinto_sheet(
            orange={1: 1, 2: 2, 3: 4, 4: 6, 5: 8, 6: 10, 7: 13, 8: 15, 9: 18},
            yellow={2: 3, 3: 5, 5: 9, 7: 12},
            purple={1: 2, 3: 4, 5: 8, 6: 11, 8: 14},
        ),
    ),
)

_QWINGO = (
    Step(
        (
            T("Five columns of twelve boxes. Each is filled with growing numbers from the top."),
            T("Whoever fills a column first wins."),
        ),
        qwingo_sheet(),
    ),
    Step(
        (
            T("First everybody secretly writes 10, 20, 30, 40 and 50, one in each column."),
            T("Find a place for the 10. There must be room for the numbers above it, up to 100."),
        ),
        qwingo_sheet(),
        None,
        "setup",
        tuple(f"{column}{box}" for column in "bcdwi" for box in (1, 2, 3)),
        T("Good: near the top, since only nine numbers are smaller."),
        T("That is rather low: what would you write in all the boxes above?"),
    ),
    Step(
        (
            T("Somebody calls a number from 1 to 100 and rolls: 37, and the {face}.",
              face=word("donut")),
            T("Everybody writes it into that column. Where?"),
        ),
        qwingo_sheet(
            banana={2: 10}, cup={4: 30}, donut={3: 20}, watermelon={6: 50}, icecream={5: 40}
        ),
        {"called": 37, "face": "donut"},
        "entries",
        ("d4", "d5", "d6"),
        T("Just right: boxes are left above and below."),
        T("Think of all the numbers up to 100 that should still find a place below."),
    ),
    Step(
        (
            T("Lightning: the number may go into any column. The 55, please."),
            T("Full columns win, so a column that is ahead is a good choice."),
        ),
        qwingo_sheet(
            banana={2: 10, 4: 28, 6: 41},
            cup={4: 30},
            donut={3: 20, 5: 37},
            watermelon={6: 50},
            icecream={5: 40},
        ),
        {"called": 55, "face": "lightning"},
        "entries",
        (),
        T("Fine. The others may have chosen quite differently."),
    ),
    Step(
        (
            T("If the number fits nowhere in the column, nothing happens."),
            T("So call numbers that help you, and that the others cannot use."),
        ),
        qwingo_sheet(
            banana={2: 10, 4: 28, 6: 41, 7: 55},
            cup={4: 30},
            donut={3: 20, 5: 37},
            watermelon={6: 50},
            icecream={5: 40},
        ),
    ),
    Step(
        (
            T("A full column: Qwingo!"),
            T("If several finish together, their next fullest columns decide. That is all!"),
        ),
        qwingo_sheet(
            banana=dict(enumerate((4, 10, 17, 28, 33, 41, 55, 60, 71, 80, 88, 95), start=1)),
            cup={4: 30, 6: 44},
            donut={3: 20, 5: 37, 8: 62},
            watermelon={5: 48, 6: 50},
            icecream={2: 15, 5: 40, 9: 77},
        ),
    ),
)  # fmt: skip

_STEPS = {"qwixx": _QWIXX, "qwinto": _QWINTO, "qwingo": _QWINGO}


def lesson(family: str) -> list[Json]:
    """The steps of a game's lesson, in the current language."""
    game = create_game(f"{family}(players=1)")
    return [_step(game, step) for step in _STEPS[family]]


def _step(game: Game[Any], step: Step) -> Json:
    state = _state(game, step)
    legal = [] if state is None else [a for a in game.legal(state, _ME) if a != PASS]
    marks = [_mark(game, state, action) for action in legal]
    return {
        "text": [str(line) for line in step.text],
        "sheet": step.sheet,
        "dice": _dice(step.roll),
        "called": (step.roll or {}).get("called"),
        "marks": marks,
        "right": list(step.right) or [mark["field"] for mark in marks],
        "done": None if step.done is None else str(step.done),
        "wrong": None if step.wrong is None else str(step.wrong),
    }


def _state(game: Game[Any], step: Step) -> Any:
    """The state in which the reader is asked."""
    if step.ask is None:
        return None
    if step.roll is None:
        return game.initial()
    state = game.position([step.sheet], step.roll, _ME)
    return game.play(state, {_ME: PASS}) if step.ask == "colour" else state


def _mark(game: Game[Any], state: Any, action: Action) -> Json:
    after = game.play(state, {_ME: action})
    field = field_id(game.sheet, action - 1)
    sheet = game.format_sheet(after, _ME)
    return {
        "action": game.format_action(state, action),
        "field": field,
        "label": _label(game, action),
        "number": _number(game, sheet, action),
        "after": sheet,
    }


def _label(game: Game[Any], action: Action) -> str:
    field = game.sheet.fields[action - 1]
    line = word(game.sheet.lines[field.line].name)
    number = field.position + 1 if field.number is None else field.number
    return str(T("{line} {number}", line=line, number=number))


def _number(game: Game[Any], sheet: Json, action: Action) -> int | None:
    field = game.sheet.fields[action - 1]
    if field.number is not None:
        return None
    number: int = sheet[game.sheet.lines[field.line].name][field.position]
    return number


def _dice(roll: Json | None) -> list[Json]:
    """The faces of a roll, die by die."""
    faces: list[Json] = []
    for name, face in (roll or {}).items():
        if name == "white":
            faces += [{"name": f"white {n}", "face": one} for n, one in enumerate(face, start=1)]
        elif name == "face":
            faces.append({"name": "symbol", "face": face})
        elif name != "called":
            faces.append({"name": name, "face": face})
    return faces
