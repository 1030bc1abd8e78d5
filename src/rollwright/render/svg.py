"""Sheets as SVG: pure functions from a sheet's JSON to text.

Inside a page the drawing takes its colours from the page's style sheet, by class names; a
drawing of its own carries the same colours with it, light and dark.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from ..game import Game, Json
from ..sheet import Field, Line, SheetSpec
from .symbols import SYMBOLS

CELL, GAP, HEAD, PAD = 40, 4, 26, 8
"""Sizes in units of the drawing: a field, the space between fields, the head of a row, the edge."""

PITCH = CELL + GAP


class Swatch(NamedTuple):
    """The colours of a line: its band, the letter on it, its fields and the print in them."""

    band: str
    on_band: str
    cell: str
    ink: str


LIGHT: dict[str, Swatch] = {
    "red": Swatch("#c3403a", "#ffffff", "#fdebe7", "#8c1f17"),
    "yellow": Swatch("#e5b527", "#3a2a00", "#fdf3d3", "#664a00"),
    "green": Swatch("#27794a", "#ffffff", "#e2f3e3", "#14532d"),
    "blue": Swatch("#2c6bb5", "#ffffff", "#e3edfa", "#163f78"),
    "orange": Swatch("#e08330", "#2e1500", "#fdecdc", "#7f3a04"),
    "purple": Swatch("#7a4bb0", "#ffffff", "#efe6fa", "#4f2486"),
    "banana": Swatch("#ecc94b", "#3a2a00", "#fdf6da", "#5f4700"),
    "cup": Swatch("#8a6246", "#ffffff", "#f5ebe1", "#5b3a22"),
    "donut": Swatch("#c2477f", "#ffffff", "#fce8f1", "#84204f"),
    "watermelon": Swatch("#2f7d47", "#ffffff", "#e4f3e5", "#1b5430"),
    "icecream": Swatch("#3f77ab", "#ffffff", "#e4eff9", "#1d4a75"),
}
DARK: dict[str, Swatch] = {
    "red": Swatch("#96352f", "#ffffff", "#43282a", "#ffb4a9"),
    "yellow": Swatch("#8a6a12", "#ffffff", "#3f3921", "#f5d77a"),
    "green": Swatch("#22643d", "#ffffff", "#213b2d", "#9fe0b4"),
    "blue": Swatch("#27568f", "#ffffff", "#22344d", "#a9ccff"),
    "orange": Swatch("#91500f", "#ffffff", "#46311f", "#ffc48f"),
    "purple": Swatch("#5d3a90", "#ffffff", "#352b4a", "#d6bfff"),
    "banana": Swatch("#7d6518", "#ffffff", "#3c3721", "#f2da86"),
    "cup": Swatch("#6d4c36", "#ffffff", "#3a302a", "#e6c8b0"),
    "donut": Swatch("#943562", "#ffffff", "#432a38", "#ffb3d2"),
    "watermelon": Swatch("#276339", "#ffffff", "#233a2b", "#a6deb6"),
    "icecream": Swatch("#325f8a", "#ffffff", "#26374a", "#b2d4f5"),
}
PAPER, PEN, QUIET = ("#fffdf7", "#25282c"), ("#1f2758", "#f6f0e1"), ("#6b665c", "#aaa599")
"""The sheet, what is written on it, and small print: light and dark."""

STROKES = (
    "M9 10C15 15 25 24 31.5 31M31 9C25 14 15 25 8.5 31",
    "M8.5 8.5C16 16 23 23 31 32M32 10.5C24 16 15 24 9.5 31.5",
    "M10 9C14 15 26 25 31 30.5M30.5 8C24 16 16 23 8 30",
    "M8 11C16 15 24 24 32 30M31.5 10C26 15 14 24 9 32",
)
"""Crosses as a pen makes them, in a field of 40 × 40; neighbours get different ones."""

Content = int | bool
"""What is written in a field: a number, or True for a cross."""


def field_id(sheet: SheetSpec, index: int) -> str:
    """The notation of a field: its line's letter, and its number or its place on the line."""
    field = sheet.fields[index]
    name = field.position + 1 if field.number is None else field.number
    return f"{sheet.lines[field.line].letter}{name}"


def contents(sheet: SheetSpec, data: Json) -> dict[str, Content]:
    """What is written in which field of a sheet given as JSON."""
    written: dict[str, Content] = {}
    for line in sheet.lines:
        entries = data[line.name]
        for position, index in enumerate(line.fields):
            number = sheet.fields[index].number
            if number is not None:
                if number in entries:
                    written[field_id(sheet, index)] = True
            elif entries[position] is not None:
                written[field_id(sheet, index)] = entries[position]
    return written


@dataclass(frozen=True)
class _Drawing:
    """What is needed to draw one sheet."""

    sheet: SheetSpec
    written: dict[str, Content]
    closed: Collection[str]
    highlight: Collection[str]
    downwards: bool

    @property
    def locks(self) -> bool:
        """Whether each row ends with a lock: rows of printed numbers do."""
        return self.sheet.fields[0].number is not None

    @property
    def symbols(self) -> bool:
        """Whether lines are named by symbols."""
        return self.sheet.lines[0].name in SYMBOLS

    @property
    def head(self) -> int:
        """The room for a head before the first field of a line."""
        return HEAD if self.locks or self.symbols else 0

    @property
    def corner(self) -> int:
        """The radius of a field's corners; where nothing is printed around, fields are round."""
        return 9 if self.head else CELL // 2

    def origin(self, field: Field) -> tuple[int, int]:
        """The corner of a field."""
        along, across = field.column * PITCH, field.line * (PITCH + GAP)
        if self.downwards:
            return PAD + across + GAP, PAD + HEAD + along + GAP
        return PAD + self.head + along + GAP, PAD + across + GAP

    def size(self) -> tuple[int, int]:
        """Width and height of the whole drawing."""
        along = (1 + max(field.column for field in self.sheet.fields) + self.locks) * PITCH + GAP
        across = len(self.sheet.lines) * (PITCH + GAP)
        if self.downwards:
            return 2 * PAD + across, 2 * PAD + self.head + along
        return 2 * PAD + self.head + along, 2 * PAD + across

    def band(self, line: Line) -> str:
        """The coloured ground of a line, with its letter or symbol."""
        fields = [self.sheet.fields[index] for index in line.fields]
        left, top = self.origin(fields[0])
        right, bottom = self.origin(fields[-1])
        dim = ' opacity=".55"' if line.name in self.closed else ""
        if self.downwards:
            box = _box(left - 2, top - HEAD - 2, CELL + 4, bottom - top + CELL + HEAD + 4, 10)
            head = _symbol(left + 8, top - HEAD, line.name)
        elif self.symbols:
            box = _box(left - HEAD - 2, top - 2, right - left + CELL + HEAD + 4, CELL + 4, 10)
            head = _symbol(left - HEAD, top + 8, line.name)
        elif self.locks:
            box = _box(left - HEAD, top - 2, right - left + 2 * PITCH + HEAD - 2, CELL + 4, 10)
            head = _text(left - HEAD // 2, top + 26, line.letter.upper(), "letter", 15)
            head += self.lock(line, right + PITCH, top)
        else:
            box = _box(left - 2, top - 2, right - left + CELL + 4, CELL + 4, 20)
            gap = _gap(fields)
            head = _text(left + (gap - fields[0].column) * PITCH + CELL // 2, top + 26,
                         line.letter.upper(), "letter", 16)  # fmt: skip
        return f'<g class="c-{line.name}"{dim}><path class="band" d="{box}"/>{head}</g>'

    def lock(self, line: Line, x: int, y: int) -> str:
        """The lock at the end of a row, crossed where this player closed it."""
        last = field_id(self.sheet, line.fields[-1])
        drawing = (
            f'<circle class="cell" cx="{x + 20}" cy="{y + 20}" r="16"/>'
            f'<path class="shackle" d="M{x + 15} {y + 19}v-4a5 5 0 0 1 10 0v4"/>'
            f'<rect class="body" x="{x + 12}" y="{y + 18}" width="16" height="11" rx="2.5"/>'
        )
        return drawing + (_cross(x, y, 1) if last in self.written else "")

    def field(self, index: int) -> str:
        """One field with its print and what is written in it."""
        field = self.sheet.fields[index]
        x, y = self.origin(field)
        name = field_id(self.sheet, index)
        content = self.written.get(name)
        colour = field.colour or self.sheet.lines[field.line].name
        kind, shape = "cell", _box(x, y, CELL, CELL, self.corner)
        if field.bonus:
            kind, shape = "cell pentagon", _pentagon(x, y)
        parts = [f'<path class="{kind}" d="{shape}"/>']
        if name in self.highlight:
            parts.append(f'<path class="hint{" strong" if field.bonus else ""}" d="{shape}"/>')
        if field.number is not None:
            parts.append(_text(x + 20, y + 27, str(field.number), "print", 18))
        if content is True:
            parts.append(_cross(x, y, index))
        elif content is not None:
            parts.append(_text(x + 20, y + 27, str(content), "written", 19))
        return f'<g class="c-{colour}">{"".join(parts)}</g>'


def _symbol(x: int, y: int, name: str) -> str:
    return f'<svg x="{x}" y="{y}" width="24" height="24" viewBox="0 0 48 48">{SYMBOLS[name]}</svg>'


def _gap(fields: list[Field]) -> int:
    """The column that a row leaves out."""
    columns = {field.column for field in fields}
    return next(c for c in range(min(columns), max(columns)) if c not in columns)


def _box(x: int, y: int, width: int, height: int, r: int) -> str:
    return (
        f"M{x + r} {y}h{width - 2 * r}a{r} {r} 0 0 1 {r} {r}v{height - 2 * r}"
        f"a{r} {r} 0 0 1-{r} {r}h-{width - 2 * r}a{r} {r} 0 0 1-{r}-{r}v-{height - 2 * r}"
        f"a{r} {r} 0 0 1 {r}-{r}z"
    )


def _pentagon(x: int, y: int) -> str:
    return f"M{x + 20} {y - 1}L{x + 41} {y + 15} {x + 33} {y + 40}H{x + 7}L{x - 1} {y + 15}z"


def _cross(x: int, y: int, variant: int) -> str:
    stroke = STROKES[variant % len(STROKES)]
    return f'<path class="pen" transform="translate({x} {y})" d="{stroke}"/>'


def _text(x: int, y: int, text: str, kind: str, size: int) -> str:
    place = f'x="{x}" y="{y}" font-size="{size}" text-anchor="middle"'
    return f'<text class="{kind}" {place}>{text}</text>'


def sheet_svg(
    game: Game[Any],
    data: Json,
    title: str,
    *,
    highlight: Collection[str] = (),
    sideways: bool = False,
    standalone: bool = False,
) -> str:
    """The sheet `data` of a game, drawn; `title` says to a screen reader what it shows.

    Fields named in `highlight` (such as ``r7``) get a ring. `sideways` lays columns that are
    filled downwards on their side, where there is more width than height. A `standalone` drawing
    carries its style and can be a file of its own; otherwise the page's style sheet colours it.
    """
    sheet = game.sheet
    drawing = _Drawing(
        sheet=sheet,
        written=contents(sheet, data),
        closed=data.get("closed", ()),
        highlight=highlight,
        downwards=sheet.lines[0].name in SYMBOLS and not sideways,
    )
    width, height = drawing.size()
    style = f"<style>{_style()}</style>" if standalone else ""
    ground = f'<path class="paper" d="{_box(0, 0, width, height, 14)}"/>'
    bands = "".join(drawing.band(line) for line in sheet.lines)
    fields = "".join(drawing.field(index) for index in range(len(sheet.fields)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawn-sheet" viewBox="0 0 {width} '
        f'{height}" width="{width}" height="{height}" role="img" aria-label="{escape(title)}">'
        f"{style}{ground}{bands}{fields}</svg>"
    )


def _style() -> str:
    """The style of a drawing on its own, for light and dark surroundings."""
    common = (
        "text{font-family:system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;"
        "font-weight:650}"
        ".pen{fill:none;stroke-width:4.2;stroke-linecap:round}"
        ".hint,.pentagon{fill:none;stroke-width:2.5}.shackle{fill:none;stroke-width:2.5}.strong{stroke-width:5}"
    )
    return common + _colours(LIGHT, 0) + f"@media(prefers-color-scheme:dark){{{_colours(DARK, 1)}}}"


def _colours(swatches: dict[str, Swatch], theme: int) -> str:
    rules = [
        f".paper{{fill:{PAPER[theme]}}}.pen{{stroke:{PEN[theme]}}}.written{{fill:{PEN[theme]}}}"
    ]
    for name, swatch in swatches.items():
        own = f".c-{name} "
        rules.append(
            f"{own}.band{{fill:{swatch.band}}}{own}.letter{{fill:{swatch.on_band}}}"
            f"{own}.cell{{fill:{swatch.cell}}}{own}.print,{own}.body{{fill:{swatch.ink}}}"
            f"{own}.pentagon,{own}.shackle,{own}.hint{{stroke:{swatch.ink}}}"
        )
    return "".join(rules)
