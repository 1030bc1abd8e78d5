"""What people type: answers and rolls, in the notation of records or shorter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..dice import Chance, Roll
from ..errors import StaleAnswer
from ..game import PASS, Action, Game
from ..i18n import T
from ..vocabulary import word

SHOWN_FACES = (3, 4, 2, 5, 6, 1)
"""Faces of the roll that serves as an example."""


def is_field(game: Game[Any], action: Action) -> bool:
    """Whether an answer is a field of the sheet."""
    return PASS < action <= len(game.sheet.fields)


def parse_answer(game: Game[Any], state: Any, legal: Sequence[Action], text: str) -> Action:
    """The answer that was typed: its notation, or the end or beginning of one legal choice.

    ``37`` is understood as ``call 37`` and ``k`` as ``keep``. Raises `InputError` as the game
    does, saying what would be right.
    """
    typed = " ".join(text.lower().split())
    choices = {
        game.format_action(state, action): action
        for action in legal
        if action != PASS and not is_field(game, action)
    }
    if typed in choices:
        return choices[typed]
    ends = [action for name, action in choices.items() if name.split()[-1] == typed]
    begins = [action for name, action in choices.items() if name.startswith(typed)]
    for found in (ends, begins):
        if len(found) == 1:
            return found[0]
    return game.parse_action(state, typed)


def answer_starts(game: Game[Any], state: Any, legal: Sequence[Action]) -> frozenset[str]:
    """The characters with which a typed answer may begin."""
    starts = {game.format_action(state, action)[0] for action in legal if action != PASS}
    if any(is_field(game, action) for action in legal):
        starts |= set(game.sheet.line_letters)
    return frozenset(starts) | frozenset("0123456789")


def _notations(game: Game[Any], state: Any, node: Chance) -> dict[str, Roll]:
    """All rolls of a single die by their notation, which may be a word."""
    if len(node.dice) != 1:
        return {}
    rolls = [(face,) for face in range(1, node.dice[0].sides + 1)]
    return {game.format_roll(state, roll): roll for roll in rolls}


def _names(notations: dict[str, Roll]) -> dict[str, Roll]:
    """The same rolls by the words of the reader's language."""
    return {str(word(notation)).lower(): roll for notation, roll in notations.items()}


def parse_typed_roll(game: Game[Any], state: Any, text: str) -> Roll:
    """What real dice show: the notation of the roll, its digits in order, or a face's beginning.

    Raises `InputError` saying what would be right.
    """
    node = game.node(state)
    if not isinstance(node, Chance):
        raise StaleAnswer(T("No dice are rolled now."))
    typed = " ".join(text.lower().split())
    if re.fullmatch(r"[0-9 ]+", typed):
        return node.check([int(digit) for digit in typed.replace(" ", "")])
    notations = _notations(game, state, node)
    known = notations | _names(notations)
    begun = {roll for name, roll in known.items() if typed and name.startswith(typed)}
    return begun.pop() if len(begun) == 1 else node.check(game.parse_roll(state, typed))


def roll_example(game: Game[Any], state: Any) -> str:
    """A roll of the dice that are rolled now, or all faces of a die with words on it."""
    node = game.node(state)
    if not isinstance(node, Chance):
        return ""
    names = _names(_notations(game, state, node))
    if names and not any(map(str.isdigit, "".join(names))):
        return ", ".join(names)
    shown = (SHOWN_FACES[index % len(SHOWN_FACES)] for index in range(len(node.dice)))
    roll = tuple(min(face, die.sides) for face, die in zip(shown, node.dice, strict=True))
    return game.format_roll(state, roll)


def roll_starts(game: Game[Any], state: Any) -> frozenset[str]:
    """The characters with which a typed roll may begin."""
    node = game.node(state)
    starts = set("0123456789")
    if isinstance(node, Chance):
        notations = _notations(game, state, node)
        roll = game.format_roll(state, (1,) * len(node.dice)).split()
        starts |= {text[0] for text in (*roll, *notations, *_names(notations))}
    return frozenset(starts)
