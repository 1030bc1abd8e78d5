"""Positions as plain text: sheets, dice, closed rows and scores, for terminals and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..game import Game, Score, Seat, Terminal
from ..i18n import T, Text, Tn
from ..vocabulary import word
from .segments import Block, Line, Look, Segment, beside, plain, text_line
from .sheets import large_sheet, read_content, score_text

WHITE = "white"


@dataclass(frozen=True, slots=True)
class Face:
    """What one die shows: a number or a word, with the colour of the die and its letter."""

    text: str
    colour: str
    letter: str


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice on the table, and the number that was called before they were rolled."""

    faces: tuple[Face, ...] = ()
    called: int | None = None


def dice_on_table(game: Game[Any], state: Any) -> Dice:
    """What the dice show at a state, as long as the turn in which they were rolled lasts."""
    data = game.format_state(state)
    letters = {line.name: line.letter for line in game.sheet.lines}
    faces: list[Face] = []
    for name, shown in (data.get("roll") or {}).items():
        letter = letters.get(name, name[0])
        values = shown if isinstance(shown, list) else [shown]
        faces += [Face(str(value), name, letter) for value in values]
    if data.get("face") is not None:
        name = data["face"]
        faces.append(Face(str(word(name)), name, letters.get(name, "")))
    return Dice(tuple(faces), data.get("called"))


def dice_line(dice: Dice) -> Line:
    """The dice in one line: ``w[3] w[4] r[2]``."""
    segments: list[Segment] = []
    if dice.called is not None:
        segments += [_called(dice.called), Segment("  ")]
    for face in dice.faces:
        segments += [Segment(f"{face.letter}[{face.text}]", Look.DIE, face.colour), Segment(" ")]
    return tuple(segments[:-1])


def dice_boxes(dice: Dice) -> Block:
    """The dice as boxes of three lines, each with its letter below."""
    blocks: list[Block] = []
    if dice.called is not None:
        blocks.append(((), (_called(dice.called),), ()))
    for face in dice.faces:
        inner = f" {face.text} "
        bottom = (f" {face.letter} " if face.letter else "─").center(len(inner), "─")
        rows = (f"╭{'─' * len(inner)}╮", f"│{inner}│", f"╰{bottom}╯")
        blocks.append(tuple((Segment(row, Look.DIE, face.colour),) for row in rows))
    return beside(blocks, 1) if blocks else ()


def _called(number: int) -> Segment:
    return Segment(str(T("called: {number}", number=number)), Look.TITLE)


def closed_line(game: Game[Any], state: Any) -> Text | None:
    """Which rows are closed for everybody; None where none is, or the game closes none."""
    closed = game.format_sheet(state, Seat(0)).get("closed", [])
    rows = ", ".join(str(word(name)) for name in closed)
    return T("closed: {rows}", rows=rows) if closed else None


def sheet_title(game: Game[Any], name: str, score: Score | None) -> str:
    """The name of a player, with the score where it is shown."""
    return name if score is None else f"{name} · {score_text(game, score)}"


def render_position(game: Game[Any], state: Any, names: Sequence[str] | None = None) -> str:
    """A whole position as plain text: turn, dice, closed rows, and each sheet with its score."""
    shown = names or [str(T("player {n}", n=seat + 1)) for seat in range(game.spec.players)]
    head: list[Line] = [_headline(game, state, shown)]
    dice = dice_on_table(game, state)
    if dice.faces or dice.called is not None:
        head.append(dice_line(dice))
    if closed := closed_line(game, state):
        head.append(text_line(closed))
    blocks: list[Block] = [tuple(head)]
    for seat, score in enumerate(game.scores(state)):
        sheet = large_sheet(game, read_content(game, state, Seat(seat)), score=score)
        blocks.append((text_line(sheet_title(game, shown[seat], score)), *sheet))
    return "\n\n".join(plain(block) for block in blocks)


def _headline(game: Game[Any], state: Any, names: Sequence[str]) -> Line:
    active = game.active(state)
    turn = game.turn(state)
    if isinstance(game.node(state), Terminal):
        text = Tn(
            "{game}: over after {n} turn", "{game}: over after {n} turns", turn, game=game.spec
        )
    elif active is None:
        text = T("{game}: before the first turn", game=game.spec)
    else:
        text = T("{game}: turn {turn}, {name}", game=game.spec, turn=turn, name=names[active])
    return text_line(text)
