"""Sheets as blocks of text: large for the player, compact for the others.

A drawing is made of the printed sheet (`Game.sheet`) and of what `Game.format_sheet` says is
written on it, so that a new layout needs nothing here. Signs that mean the same everywhere:
``[7]`` may be answered now, ``»7«`` is the cursor, ``X7`` is crossed, ``(7)`` is an answer that
can still be taken back, ``<>`` is a framed field, ``-`` belongs to a closed row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..game import Action, Game, Score, Seat
from ..i18n import T, Text, Tn
from ..sheet import Field, SheetSpec
from ..sheet import Line as SheetLine
from ..vocabulary import word
from .segments import Block, Edge, Line, Look, Segment, cell_length, fit, text_line

CROSS = "X"
OPEN, FRAMED, CLOSED = "·", "<>", "-"
_FILLED_DOWNWARDS = frozenset({"qwingo"})
"""Games whose lines are columns on the printed sheet."""


@dataclass(frozen=True, slots=True)
class Content:
    """What is written on one sheet: for each field a text, empty where nothing is.

    `misthrows` is None where the sheet has no boxes for them; `closed` holds the lines that are
    closed for everybody.
    """

    entries: tuple[str, ...]
    misthrows: int | None = None
    closed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Hints:
    """What is marked on the sheet of a seat that is asked."""

    legal: frozenset[Action] = frozenset()
    cursor: Action | None = None
    pending: Action | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """How large a sheet is drawn: lines for each field (1 to 3), and whether words have room."""

    height: int = 1
    wide: bool = False


NO_HINTS = Hints()
SMALL = Size()


def is_filled_downwards(game: Game[Any]) -> bool:
    """Whether the lines of the sheet are columns."""
    return game.spec.family in _FILLED_DOWNWARDS


def has_numbers(sheet: SheetSpec) -> bool:
    """Whether numbers are printed in the fields, to be crossed; else they are written."""
    return sheet.fields[0].number is not None


def read_content(game: Game[Any], view: Any, seat: Seat) -> Content:
    """What is written on the sheet of a seat, as far as the view tells."""
    data = game.format_sheet(view, seat)
    sheet = game.sheet
    entries: list[str] = []
    for line in sheet.lines:
        if has_numbers(sheet):
            crossed = data[line.name]
            entries += [CROSS * (sheet.fields[i].number in crossed) for i in line.fields]
        else:
            entries += ["" if number is None else str(number) for number in data[line.name]]
    closed = data.get("closed", ())
    return Content(
        tuple(entries),
        data.get("misthrows"),
        frozenset(index for index, line in enumerate(sheet.lines) if line.name in closed),
    )


def score_text(game: Game[Any], score: Score) -> Text:
    """The total of a score with its unit."""
    if game.result_unit == "points":
        return Tn("{n} point", "{n} points", score.total)
    if game.result_unit == "turns":
        return Tn("{n} turn", "{n} turns", score.total)
    return Tn("{n} box", "{n} boxes", score.total)


def large_sheet(
    game: Game[Any],
    content: Content,
    hints: Hints = NO_HINTS,
    score: Score | None = None,
    size: Size = SMALL,
) -> Block:
    """A whole sheet; the points of each line are shown where a score is given."""
    drawing = _Drawing(game, content, hints, score, size)
    return tuple(drawing.columns() if is_filled_downwards(game) else drawing.rows())


class _Drawing:
    """One large sheet being drawn."""

    def __init__(
        self,
        game: Game[Any],
        content: Content,
        hints: Hints,
        score: Score | None,
        size: Size,
    ) -> None:
        self.game = game
        self.content = content
        self.hints = hints
        self.score = score
        self.size = size
        self.sheet = game.sheet
        self.letters = {line.name: line.letter for line in game.sheet.lines}

    # Rows

    def rows(self) -> Iterator[Line]:
        """Lines from the left to the right, one below the other."""
        labels = [f" {line.letter} {word(line.name)} " for line in self.sheet.lines]
        width = max(map(len, labels))
        for number, line in enumerate(self.sheet.lines):
            label = Segment(fit(labels[number], width), Look.LABEL, line.name)
            cells = list(self._row_cells(number, line))
            end = self._row_end(number, line)
            yield from self._with_height((label, Segment(" ")), cells, end)
        if self.score is not None and self.score.bonus:
            yield self._bonus_line(width + 1, self.score)
        if self.content.misthrows is not None:
            yield (Segment(" "), *misthrow_line(self.content.misthrows, self.score))

    def _row_cells(self, number: int, line: SheetLine) -> Iterator[Segment]:
        by_column = {self.sheet.fields[index].column: index for index in line.fields}
        gap = Segment(" " * self._gap)
        for column in range(max(self.sheet.columns) + 1):
            index = by_column.get(column)
            yield Segment(" " * self._inner) if index is None else self._cell(index, number)
            if self._gap:
                yield gap

    def _row_end(self, number: int, line: SheetLine) -> Line:
        end: list[Segment] = []
        if has_numbers(self.sheet):
            own = bool(self.content.entries[line.fields[-1]])
            sign = CROSS if own else CLOSED if number in self.content.closed else " "
            end.append(Segment(f"({sign})", Look.CROSS if own else Look.FAINT))
        if self.score is not None:
            end.append(Segment(f"{dict(self.score.lines)[line.name]:>4}", Look.FAINT))
        return tuple(end)

    def _with_height(self, label: Line, cells: Sequence[Segment], end: Line) -> Iterator[Line]:
        """The row as one line, or with blank margins that give the fields more body."""
        indent = Segment(" " * sum(len(segment.text) for segment in label))
        if self.size.height > 2:
            yield (indent, *(_margin(cell, Edge.TOP) for cell in cells))
        yield (*label, *cells, *end)
        if self.size.height > 2:
            yield (indent, *(_margin(cell, Edge.BOTTOM) for cell in cells))
        elif self.size.height == 2:
            yield ()

    def _bonus_line(self, indent: int, score: Score) -> Line:
        """The bonuses, each below the column of its field."""
        columns = {
            self.sheet.fields[index].column: points
            for name, points in score.bonus
            for index in (self.sheet.field(self.sheet.line_letters[name[0]], int(name[1:]) - 1),)
        }
        cells = [
            (f"{columns[column]:+d}" if columns.get(column) else "+·" if column in columns else "")
            .center(self._inner)
            .ljust(self._inner + self._gap)
            for column in range(max(self.sheet.columns) + 1)
        ]
        label = fit(" " + str(T("bonus")), indent)
        total = sum(points for _, points in score.bonus)
        return (Segment(label + "".join(cells), Look.FAINT), Segment(f"{total:>4}", Look.FAINT))

    # Columns

    def columns(self) -> Iterator[Line]:
        """Lines from the top down, side by side."""
        lines = self.sheet.lines
        indent, space = Segment("   "), Segment(" " * self._gap)
        inner = self._inner
        yield self._across(
            indent, [Segment(line.letter.center(inner), Look.LABEL, line.name) for line in lines]
        )
        words = [fit(str(word(line.name)), inner + self._gap - 1) for line in lines]
        yield (indent, Segment(" ".join(words), Look.FAINT))
        for position in range(len(lines[0].fields)):
            cells = [self._cell(line.fields[position], n) for n, line in enumerate(lines)]
            yield self._across(Segment(f"{position + 1:>2} ", Look.FAINT), cells)
            if self.size.height > 1:
                yield ()
        if self.score is not None:
            counts = [
                f"{count}/{len(lines[0].fields)}".center(inner) for _, count in self.score.lines
            ]
            yield (indent, Segment(space.text.join(counts), Look.FAINT))

    def _across(self, label: Segment, cells: Sequence[Segment]) -> Line:
        space = Segment(" " * self._gap)
        line: Line = (label, cells[0])
        for cell in cells[1:]:
            line = (*line, space, cell)
        return line

    # Fields

    @cached_property
    def _is_mixed(self) -> bool:
        """Whether a row has fields of several colours, so that each shows its own letter."""
        return any(
            len({self.sheet.fields[index].colour for index in line.fields}) > 1
            for line in self.sheet.lines
        )

    @cached_property
    def _inner(self) -> int:
        """The width of a field, with the signs on both sides of its number."""
        if is_filled_downwards(self.game):
            return 9 if self.size.wide else 5
        return 5 if self._is_mixed else 4

    @property
    def _gap(self) -> int:
        if is_filled_downwards(self.game):
            return 3 if self.size.wide else 2
        return 0 if self._is_mixed else 1

    def _cell(self, index: int, line: int) -> Segment:
        """One field: its text, its signs, and its look."""
        action = Action(index + 1)
        printed = self.sheet.fields[index]
        entry = self.content.entries[index]
        colour = printed.colour or self.sheet.lines[line].name
        text = self._text(printed, entry)
        look, left, right = self._look(action, printed, entry, line)
        if look is Look.SKIPPED and line in self.content.closed:
            text = CLOSED.center(len(text))
        return Segment(f"{left}{text}{right}", look, colour, action)

    def _text(self, printed: Field, entry: str) -> str:
        width = self._inner - 2
        if printed.number is not None:
            letter = self.letters[str(printed.colour)] if self._is_mixed else ""
            return f"{letter}{printed.number:>2}"
        if entry:
            return entry.rjust(2).center(width)
        return (FRAMED if printed.bonus else OPEN * (2 - width % 2)).center(width)

    def _look(self, action: Action, printed: Field, entry: str, line: int) -> tuple[Look, str, str]:
        if action == self.hints.pending:
            return Look.PENDING, "(", ")"
        if entry == CROSS:
            return Look.CROSS, CROSS, " "
        if entry:
            return (Look.ENTRY, "<", ">") if printed.bonus else (Look.ENTRY, " ", " ")
        if action == self.hints.cursor:
            return Look.CURSOR, "»", "«"
        if action in self.hints.legal:
            return Look.LEGAL, "[", "]"
        if line in self.content.closed or self._is_passed_by(action - 1, line):
            return Look.SKIPPED, " ", " "
        return Look.FIELD, " ", " "

    def _is_passed_by(self, index: int, line: int) -> bool:
        """Whether a printed number lies on the left of a cross."""
        return has_numbers(self.sheet) and any(
            self.content.entries[other] for other in self.sheet.lines[line].fields if other > index
        )


def _margin(cell: Segment, edge: Edge) -> Segment:
    """The blank margin above or below a field."""
    if cell.action is None:
        return Segment(" " * len(cell.text))
    return Segment(" " * len(cell.text), cell.look, cell.colour, cell.action, edge=edge)


def misthrow_line(misthrows: int, score: Score | None = None) -> Line:
    """The misthrows: a tick for each, and what they cost."""
    ticks = " ".join(CROSS * misthrows) or "–"
    cost = f"{score.misthrows:>4}" if score is not None and misthrows else ""
    return (
        Segment(str(T("misthrows")) + " "),
        Segment(ticks, Look.CROSS if misthrows else Look.FAINT),
        Segment(cost, Look.FAINT),
    )


# Compact sheets


def compact_sheet(
    game: Game[Any], content: Content, name: str, score: str = "", narrow: bool = False
) -> Block:
    """A small sheet under a name and a score; where both have no room, the name is cut off.

    `narrow` shows crosses as signs, without their numbers.
    """
    if is_filled_downwards(game):
        lines = list(_compact_columns(game, content))
    else:
        lines = [_compact_row(game, content, n, narrow) for n in range(len(game.sheet.lines))]
        if content.misthrows is not None:
            lines.append(misthrow_line(content.misthrows))
    width = max(sum(len(segment.text) for segment in line) for line in lines)
    room = width - cell_length(score)
    title = name + score if cell_length(name) <= room else fit(name, room) + score
    return (text_line(title, Look.TITLE), *lines)


def _compact_row(game: Game[Any], content: Content, number: int, narrow: bool) -> Line:
    sheet = game.sheet
    line = sheet.lines[number]
    segments = [Segment(line.letter, Look.LABEL, line.name)]
    if narrow:
        segments.append(Segment(" "))
    by_column = {sheet.fields[index].column: index for index in line.fields}
    for column in range(max(sheet.columns) + 1):
        index = by_column.get(column)
        if index is None:
            segments.append(Segment("   "))
            continue
        printed, entry = sheet.fields[index], content.entries[index]
        colour = printed.colour or line.name
        empty = CLOSED if number in content.closed else OPEN
        if narrow and has_numbers(sheet):
            text = entry or empty
        else:
            shown = str(printed.number) if entry == CROSS else entry or empty
            text = f"{shown:>3}"
        segments.append(Segment(text, Look.ENTRY if entry else Look.FIELD, colour))
    if has_numbers(sheet):
        own = bool(content.entries[line.fields[-1]])
        segments.append(Segment(f" {CROSS}" if own else "  ", Look.ENTRY))
    return tuple(segments)


def _compact_columns(game: Game[Any], content: Content) -> Iterator[Line]:
    lines = game.sheet.lines
    yield tuple(Segment(f"{line.letter:>3}", Look.LABEL, line.name) for line in lines)
    for position in range(len(lines[0].fields)):
        yield tuple(
            Segment(
                f"{content.entries[line.fields[position]] or OPEN:>3}",
                Look.ENTRY if content.entries[line.fields[position]] else Look.FIELD,
                line.name,
            )
            for line in lines
        )
