"""What answers are called in a sentence: words, where records have letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game import PASS, Action, Game
from ...games.qwingo import CALL, Qwingo
from ...games.qwinto import CHOOSE, Qwinto
from ...games.qwixx import Qwixx
from ...i18n import T, Text
from ...vocabulary import word

PASSING = T("passing")


def spoken(game: Game[Any], state: Any, action: Action) -> str | Text:
    """An answer at a state, as it is called within a sentence; the notation for other games."""
    if action == PASS:
        return PASSING
    if isinstance(game, Qwixx):
        return _cross(game, action)
    if isinstance(game, Qwinto):
        return _dice_or_entry(game, state.phase, state.roll, action)
    if isinstance(game, Qwingo):
        if state.phase == CALL:
            return str(game.called_number(action))
        column, box = game.field_of(action)
        return T("box {box} ({column})", box=box + 1, column=word(game.columns[column]))
    return game.format_action(state, action)


def _cross(game: Qwixx, action: Action) -> Text:
    """The colour and number of a field; on mixed sheets the row as well."""
    field = game.sheet.fields[action - 1]
    row = game.sheet.lines[field.line].name
    colour, number = word(field.colour or row), field.number
    if field.colour in (None, row):
        return T("{colour} {number}", colour=colour, number=number)
    return T("{colour} {number} in the {row} row", colour=colour, number=number, row=word(row))


def _dice_or_entry(game: Qwinto, phase: str, roll: Sequence[int], action: Action) -> Text:
    if phase == CHOOSE:
        return _dice(game, game.dice_set(action))
    if action == game.keep:
        return T("keeping the {total}", total=sum(roll))
    if action == game.reroll:
        return T("rolling again")
    field = game.sheet.fields[action - 1]
    row = word(game.sheet.lines[field.line].name)
    return T("field {place} in {row}", place=field.position + 1, row=row)


def _dice(game: Qwinto, chosen: Sequence[bool]) -> Text:
    names = [word(colour) for colour, taken in zip(game.colours, chosen, strict=True) if taken]
    if len(names) == 1:
        return T("{first} alone", first=names[0])
    if len(names) == 2:
        return T("{first} and {second}", first=names[0], second=names[1])
    return T("all three dice")
