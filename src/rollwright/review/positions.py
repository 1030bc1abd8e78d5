"""Positions that somebody sets up: whose sheets, which dice, what is asked; and as a short text.

The text is made for addresses that are pasted into a mail: the parameters of a query, such as

    players=2&a=r2.r5.g12.x1&b=-&closed=blue&active=a&seat=b&phase=white&roll=w34.r2.y5.g6

with a sheet for each seat: fields by their letters and numbers (``o4-13`` where the number is
written), ``x1`` for a misthrow, ``-`` for an empty sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..errors import IllegalAction, InputError
from ..game import PASS, Game, Json, Seat
from ..games import qwingo, qwinto, qwixx
from ..i18n import T
from ..spec import create_game, find_family

SEAT_LETTERS = "abcdef"
EMPTY, MISTHROW, SEPARATOR = "-", "x", "."
MOST_TEXT = 600
"""The most characters of one parameter."""

BEFORE_ROLL = "roll"

PHASES = {
    "qwixx": (qwixx.WHITE, qwixx.COLOUR, BEFORE_ROLL),
    "qwinto": (qwinto.CHOOSE, qwinto.KEEP, qwinto.ENTRIES),
    "qwingo": (qwingo.SETUP, qwingo.CALL, qwingo.ENTRIES),
}
"""What may be asked, by family; before the roll of Qwixx nothing is."""

OF_ROLLER = frozenset((qwixx.COLOUR, qwinto.CHOOSE, qwinto.KEEP, qwingo.CALL))
"""Phases in which only the seat that rolls is asked."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position by its parts; `white` is the roller's answer to the white dice before a colour.

    `roll` is the JSON of a roll, empty where none is needed. Nothing is checked before `state`.
    """

    family: str
    players: int
    sheets: tuple[Json, ...]
    roll: Json
    active: int
    seat: int
    phase: str
    white: str = "-"

    @property
    def game(self) -> Game[Any]:
        """The game, by its official rules."""
        return create_game(self.family, self.players)

    def state(self) -> Any:
        """The state; raises `InputError` or `IllegalAction` where there is no such position."""
        game = self.game
        if self.phase not in PHASES[self.family]:
            phases = ", ".join(PHASES[self.family])
            raise InputError(T("“phase” may be: {phases}.", phases=phases))
        common: Json = {
            "phase": self.phase, "turn": 1, "active": self.active, "sheets": list(self.sheets)
        }  # fmt: skip
        if self.phase == BEFORE_ROLL:
            return _going_on(game, game.parse_state(common | {"roll": None, "white_mark": "-"}))
        if self.phase == qwinto.CHOOSE:
            more = {"chosen": None, "roll": None, "rerolls": 0}
            return _going_on(game, game.parse_state(common | more))
        if self.phase == qwingo.SETUP:
            more = {"entered": self._starting_numbers(), "called": None, "face": None}
            return game.parse_state(common | more | {"turn": 0})
        if self.phase == qwingo.CALL:
            more = {"entered": len(qwingo.STARTING_NUMBERS), "called": None, "face": None}
            return _going_on(game, game.parse_state(common | more))
        state = game.position(list(self.sheets), self.roll, Seat(self.active))
        if self.phase == qwinto.KEEP:
            return state._replace(phase=qwinto.KEEP)
        if self.phase == qwixx.COLOUR:
            joint = dict.fromkeys(range(self.players), PASS)
            joint[self.active] = game.parse_action(state, self.white)
            return game.play(state, {Seat(seat): action for seat, action in joint.items()})
        return state

    def _starting_numbers(self) -> int:
        """How many starting numbers the seat that is looked at has written."""
        game, sheet = self.game, self.sheets[self.seat]
        game.parse_sheet(sheet)
        written = sum(n is not None for line in game.sheet.lines for n in sheet[line.name])
        if written >= len(qwingo.STARTING_NUMBERS):
            raise InputError(T("All starting numbers are written."))
        return written

    def white_state(self) -> Any:
        """The state in which the roller gives the white answer that comes before the colour."""
        return replace(self, phase=qwixx.WHITE).state()


def position_of(game: Game[Any], state: Any, seat: int) -> Position | None:
    """The position that is a state at which `seat` is asked; None for what no position can tell.

    The turn's number and earlier rolls of the turn are not part of a position.
    """
    family, data = game.spec.family, game.format_state(state)
    if data["phase"] not in PHASES[family]:
        return None
    sheets = list(data["sheets"])
    roll: Json = data.get("roll") or {}
    white = "-"
    if data["phase"] == qwingo.ENTRIES and family == "qwingo":
        roll = {"called": data["called"], "face": data["face"]}
    if data["phase"] == qwixx.COLOUR and data["white_mark"] != "-":
        white = data["white_mark"]
        own = sheets[data["active"]]
        line = game.sheet.lines[game.sheet.line_letters[white[0]]].name
        crossed = [number for number in own[line] if str(number) != white[1:]]
        sheets[data["active"]] = {**own, line: crossed}
        # A row that this mark has closed was open before.
        sheets = [{**s, "closed": [row for row in s["closed"] if row != line]} for s in sheets]
    position = Position(
        family,
        game.spec.players,
        tuple(sheets),
        roll,
        data["active"],
        seat,
        data["phase"],
        white,
    )
    try:
        again = position.game.format_state(position.state())
    except (InputError, IllegalAction):
        return None
    known = {name: value for name, value in data.items() if name not in ("turn", "rerolls")}
    return position if known.items() <= again.items() else None


def _going_on(game: Any, state: Any) -> Any:
    """The same state; raises `InputError` where the sheets have ended the game."""
    sheets = [game.format_sheet(state, seat) for seat in range(game.spec.players)]
    for sheet in sheets:
        game.parse_sheet(sheet)
    if game.ends_game(state):
        raise InputError(T("The game is over on these sheets."))
    return state


def check_roll(game: Game[Any], roll: Json) -> None:
    """Raise `InputError` unless `roll` has the form of a roll of this game."""
    names = [line.name for line in game.sheet.lines]
    if game.spec.family == "qwingo":
        fits = (
            set(roll) == {"called", "face"}
            and type(roll["called"]) is int
            and 0 <= roll["called"] <= qwingo.HIGHEST
            and roll["face"] in (*names, qwingo.LIGHTNING)
        )
    else:
        white = roll.get("white", [1, 1])
        faces = [face for name, face in roll.items() if name != "white"]
        fits = (
            set(roll) <= {*names, "white"}
            and isinstance(white, list)
            and len(white) == 2
            and all(
                type(face) is int and 1 <= face <= game.sheet.faces for face in (*white, *faces)
            )
        )
    if not fits:
        raise InputError(T("This is no roll of the game."))


def first_position(family: str, players: int, phase: str = "") -> Position:
    """The beginning of a game, with a roll where the first question needs one.

    Without a `phase` the question is the one that is met most often.
    """
    game = create_game(family, players)
    sheet = game.format_sheet(game.initial(), Seat(0))
    roll: Json = {}
    if family == "qwixx":
        roll = {"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1}
    elif family == "qwinto":
        roll = {"orange": 3, "purple": 4}
    else:
        roll = {"called": 37, "face": "donut"}
    if family == "qwingo" and phase != qwingo.SETUP:
        for number, name, box in zip(
            qwingo.STARTING_NUMBERS, ("banana", "donut", "cup", "icecream", "watermelon"),
            (1, 2, 3, 4, 5), strict=True,
        ):  # fmt: skip
            sheet[name][box] = number
    asked = phase or {"qwixx": qwixx.WHITE}.get(family, "entries")
    return Position(family, players, (sheet,) * players, roll, 0, 0, asked)


# As text


def format_position(position: Position) -> dict[str, str]:
    """The position as parameters of a query."""
    letters = SEAT_LETTERS[: position.players]
    parameters = {"players": str(position.players)}
    for letter, sheet in zip(letters, position.sheets, strict=True):
        parameters[letter] = _format_sheet(position.game, sheet)
    if closed := position.sheets[0].get("closed"):
        parameters["closed"] = SEPARATOR.join(closed)
    parameters |= {"active": letters[position.active], "seat": letters[position.seat]}
    parameters["phase"] = position.phase
    if position.roll:
        parameters["roll"] = _format_roll(position.game, position.roll)
    if position.phase == qwixx.COLOUR:
        parameters["white"] = position.white
    return parameters


def _format_sheet(game: Game[Any], sheet: Json) -> str:
    words = []
    for line in game.sheet.lines:
        for index, entry in enumerate(sheet[line.name]):
            if game.sheet.fields[0].number is not None:
                words.append(f"{line.letter}{entry}")
            elif entry is not None:
                words.append(f"{line.letter}{index + 1}-{entry}")
    if sheet.get("misthrows"):
        words.append(f"{MISTHROW}{sheet['misthrows']}")
    return SEPARATOR.join(words) or EMPTY


def _format_roll(game: Game[Any], roll: Json) -> str:
    if "face" in roll:
        return f"{roll['called']}{SEPARATOR}{roll['face']}"
    words = []
    for name, face in roll.items():
        shown = face if isinstance(face, list) else [face]
        words.append(name[0] + "".join(map(str, shown)))
    return SEPARATOR.join(words)


def parse_position(family: str, parameters: Mapping[str, str]) -> Position:
    """The position that parameters of a query describe; what is missing is as at the beginning.

    Raises `InputError` for what cannot be read; whether it can be played `Position.state` says.
    """
    for name, text in parameters.items():
        if len(text) > MOST_TEXT:
            raise InputError(T("“{name}” is too long.", name=name[:20]))
    players = _parse_players(family, parameters.get("players", "1"))
    start = first_position(family, players, parameters.get("phase", ""))
    game, letters = start.game, SEAT_LETTERS[:players]
    known = {"players", "closed", "active", "seat", "phase", "roll", "white", *letters}
    for name in parameters:
        if name not in known:
            raise InputError(
                T("There is no “{name}” in a position; it may have: {known}.",
                  name=name[:20], known=", ".join(sorted(known)))
            )  # fmt: skip
    sheets = tuple(
        _parse_sheet(game, parameters[letter]) if letter in parameters else sheet
        for letter, sheet in zip(letters, start.sheets, strict=True)
    )
    if "closed" in parameters:
        closed = [name for name in parameters["closed"].split(SEPARATOR) if name]
        sheets = tuple({**sheet, "closed": closed} for sheet in sheets)
    return Position(
        family,
        players,
        sheets,
        _parse_roll(game, parameters["roll"]) if "roll" in parameters else start.roll,
        _parse_letter(letters, parameters.get("active", "a"), "active"),
        _parse_letter(letters, parameters.get("seat", "a"), "seat"),
        start.phase,
        parameters.get("white", "-"),
    )


def _parse_players(family: str, text: str) -> int:
    seats = find_family(family).seats
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) in seats):
        raise InputError(
            T("“players” must be a whole number from {least} to {most}.",
              least=seats[0], most=seats[-1])
        )  # fmt: skip
    return int(text)


def _parse_letter(letters: str, text: str, name: str) -> int:
    if len(text) != 1 or text not in letters:
        raise InputError(T("“{name}” must be one of: {seats}.", name=name, seats=letters))
    return letters.index(text)


def _parse_sheet(game: Game[Any], text: str) -> Json:
    sheet: Json = game.format_sheet(game.initial(), Seat(0))
    has_numbers = game.sheet.fields[0].number is not None
    for token in text.split(SEPARATOR) if text != EMPTY else ():
        found = re.fullmatch(r"([a-z])(\d{1,2})(?:-(\d{1,3}))?", token)
        if found is None:
            raise InputError(T("“{text}” is no field of a sheet.", text=token[:20]))
        letter, place, number = found[1], int(found[2]), found[3]
        if letter == MISTHROW and number is None and "misthrows" in sheet:
            sheet["misthrows"] = place
            continue
        line = game.sheet.line_letters.get(letter)
        entries = None if line is None else sheet[game.sheet.lines[line].name]
        if entries is None or (number is None) != has_numbers:
            raise InputError(T("“{text}” is no field of a sheet.", text=token[:20]))
        if has_numbers:
            entries.append(place)
        elif 1 <= place <= len(entries):
            entries[place - 1] = int(number or 0)
        else:
            raise InputError(T("“{text}” is no field of a sheet.", text=token[:20]))
    return sheet


def _parse_roll(game: Game[Any], text: str) -> Json:
    problem = InputError(T("“{text}” is no roll of this game.", text=text[:40]))
    words = text.split(SEPARATOR)
    if game.spec.family == "qwingo":
        if len(words) != 2 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 4):
            raise problem
        return {"called": int(words[0]), "face": words[1]}
    names = {line.letter: line.name for line in game.sheet.lines} | {"w": "white"}
    roll: Json = {}
    for word in words:
        name = names.get(word[:1])
        faces = word[1:]
        if name is None or not (faces.isascii() and faces.isdigit() and len(faces) < 3):
            raise problem
        roll[name] = [int(face) for face in faces] if name == "white" else int(faces)
    return roll


__all__ = [
    "BEFORE_ROLL",
    "MOST_TEXT",
    "OF_ROLLER",
    "PHASES",
    "SEAT_LETTERS",
    "Position",
    "check_roll",
    "first_position",
    "format_position",
    "parse_position",
    "position_of",
]
