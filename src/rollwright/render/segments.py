"""Drawings as lines of segments: text that can be read as it is, with a look and an answer.

The text alone is complete: brackets, letters and signs carry everything that colours show too. A
segment may also stand for an answer, so that a terminal knows which field was clicked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from textwrap import wrap as wrap_text

from rich.cells import cell_len, set_cell_size

from ..game import Action


class Look(Enum):
    """What a segment is, so that a terminal can choose a style for it."""

    TEXT = "text"
    TITLE = "title"
    FAINT = "faint"
    LABEL = "label"
    FIELD = "field"
    SKIPPED = "skipped"
    LEGAL = "legal"
    CURSOR = "cursor"
    CROSS = "cross"
    ENTRY = "entry"
    PENDING = "pending"
    DIE = "die"
    BUTTON = "button"
    BADGE = "badge"
    ALERT = "alert"


class Edge(Enum):
    """Which half of the line a segment fills with its background, where it is not all of it."""

    NONE = "none"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text with one look. `colour` is a name that is printed on the sheet, or empty.

    `action` is the answer that the segment stands for; `command` names what else a click on it
    asks for. An `edge` is the blank margin of a field above (BOTTOM half) or below (TOP half) it.
    """

    text: str
    look: Look = Look.TEXT
    colour: str = ""
    action: Action | None = None
    command: str = ""
    edge: Edge = Edge.NONE


Line = tuple[Segment, ...]
Block = tuple[Line, ...]


def text_line(text: object, look: Look = Look.TEXT) -> Line:
    """A line of one segment."""
    return (Segment(str(text), look),)


def cell_length(text: str) -> int:
    """The terminal cells that a text takes; some characters take two."""
    return cell_len(text)


def line_width(line: Line) -> int:
    """The terminal cells that a line takes."""
    return sum(cell_length(segment.text) for segment in line)


def block_width(block: Block) -> int:
    """The width of the widest line."""
    return max((line_width(line) for line in block), default=0)


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells: padded, or cut off with an ellipsis."""
    if cell_len(text) > width > 1:
        return (
            set_cell_size(text, width - 1).rstrip()
            + "…"
            + " " * (width - 1 - cell_len(set_cell_size(text, width - 1).rstrip()))
        )
    return set_cell_size(text, width)


def pad(line: Line, width: int) -> Line:
    """The line filled with blanks up to `width`."""
    missing = width - line_width(line)
    return (*line, Segment(" " * missing)) if missing > 0 else line


def beside(blocks: Sequence[Block], gap: int) -> Block:
    """Blocks side by side, `gap` cells apart, aligned at the top."""
    height = max((len(block) for block in blocks), default=0)
    columns = []
    for block in blocks:
        width = block_width(block)
        columns.append(
            [pad(line, width) for line in block] + [pad((), width)] * (height - len(block))
        )
    space = (Segment(" " * gap),)
    lines = []
    for row in zip(*columns, strict=True):
        joined = row[0]
        for line in row[1:]:
            joined = (*joined, *space, *line)
        lines.append(joined)
    return tuple(lines)


def flow(blocks: Sequence[Block], width: int, gap: int = 2) -> Block:
    """Blocks side by side as far as `width` reaches, then below, a blank line between them."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        needed = block_width(block)
        if not rows or used + gap + needed > width:
            rows.append([block])
            used = needed
        else:
            rows[-1].append(block)
            used += gap + needed
    lines: list[Line] = []
    for row in rows:
        if lines:
            lines.append(())
        lines += beside(row, gap)
    return tuple(lines)


def wrap(segments: Iterable[Segment], width: int, gap: int = 1) -> Block:
    """Segments in lines of at most `width` cells, never broken inside, `gap` cells apart."""
    lines: list[Line] = []
    for segment in segments:
        addition = (Segment(" " * gap), segment)
        if lines and line_width(lines[-1]) + line_width(addition) <= width:
            lines[-1] = (*lines[-1], *addition)
        else:
            lines.append((segment,))
    return tuple(lines)


def faint(block: Block) -> Block:
    """The same block, drawn as something that is past."""
    return tuple(
        tuple(replace(segment, look=Look.FAINT, colour="", action=None) for segment in line)
        for line in block
    )


def plain(block: Block) -> str:
    """The block as plain text, without blanks at the ends of lines."""
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in block)


def paragraph(text: object, width: int, look: Look = Look.TEXT, indent: int = 0) -> Block:
    """A text in lines of at most `width` cells, all but the first one indented."""
    return tuple((Segment(line, look),) for line in _wrapped(str(text), max(width, 10), indent))


@lru_cache(maxsize=4096)
def _wrapped(text: str, width: int, indent: int) -> tuple[str, ...]:
    return tuple(wrap_text(text, width, subsequent_indent=" " * indent))
