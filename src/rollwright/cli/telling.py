"""A game told in sentences, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from ..dice import Chance, Roll
from ..game import PASS, Action, Decision, Game
from ..i18n import T, Text
from ..record import Record, Rolled, Step
from ..vocabulary import word

Move = tuple[Any, Step, Any]
"""The state before a step, the step, and the state after it."""


def tell(record: Record) -> Iterator[str]:
    """One paragraph a turn; raises `RecordError` as `Record.states` does."""
    game = record.game
    states = list(record.states())
    moves = zip(states, record.steps, states[1:], strict=False)
    for turn, group in groupby(moves, key=lambda move: game.turn(move[0])):
        sentences = [str(text) for move in group for text in _sentences(game, move, record.seats)]
        heading = T("Turn {turn}:", turn=turn) if turn else T("Before the first turn:")
        yield " ".join([str(heading), *sentences])


def _sentences(game: Game[Any], move: Move, names: Sequence[str]) -> Iterator[Text]:
    before, step, after = move
    if isinstance(step, Rolled):
        yield _tell_roll(game, before, step.roll, names)
        return
    for seat, action in step.joint:
        yield _tell_answer(game, before, names[seat], action)
    for name, old, new in zip(names, game.scores(before), game.scores(after), strict=True):
        if new.misthrows < old.misthrows:
            yield T("{name} takes a misthrow.", name=name)


def _tell_roll(game: Game[Any], state: Any, roll: Roll, names: Sequence[str]) -> Text:
    node, active = game.node(state), game.active(state)
    assert isinstance(node, Chance)
    shown = game.format_roll_json(state, roll)
    if active is None:
        return T("The lot says that {name} begins.", name=names[shown["start"]])
    symbols = [value for value in shown.values() if isinstance(value, str)]
    faces = [str(word(symbol)) for symbol in symbols] or [
        f"{word(die.name)} {face}" for die, face in zip(node.dice, roll, strict=True)
    ]
    return T("{name} rolls {faces}.", name=names[active], faces=", ".join(faces))


def _tell_answer(game: Game[Any], state: Any, name: str, action: Action) -> Text:
    node = game.node(state)
    assert isinstance(node, Decision)
    answer = game.format_action(state, action)
    if action == PASS:
        return T("{name} passes.", name=name)
    match node.phase, answer:
        case (("white" | "colour"), _):
            return T("{name} crosses {answer}.", name=name, answer=answer)
        case "choose", _:
            return T("{name} takes the dice {answer}.", name=name, answer=answer)
        case _, "keep":
            return T("{name} keeps the roll.", name=name)
        case _, "reroll":
            return T("{name} rolls these dice again.", name=name)
        case "call", _:
            return T("{name} calls {number}.", name=name, number=answer.removeprefix("call "))
        case "setup", _:
            return T("{name} writes {answer}.", name=name, answer=answer)
    return T("{name} enters the number at {answer}.", name=name, answer=answer)
