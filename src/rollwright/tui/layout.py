"""Where the parts of the table go on a screen of some size: pure arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..render.segments import Block, block_width
from ..render.sheets import Size

SMALLEST_WIDTH, SMALLEST_HEIGHT = 50, 16
"""Columns and lines below which the table says that it needs more room."""

WIDE = 98
"""Columns from which the log stands beside a sheet of rows."""

_LOG_WIDTHS = (24, 44)
_LOG_HEIGHT = 4


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the body, in cells from its upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The size of the own sheet, and where it, the others' sheets and the log are."""

    size: Size
    own: Region
    others: Region
    log: Region

    @property
    def log_is_beside(self) -> bool:
        """Whether the log has something on its left."""
        return self.log.x > 0


Sheet = Callable[[Size], Block]
Sheets = Callable[[int], Block]


def arrange(width: int, height: int, own: Sheet, others: Sheets, downwards: bool) -> Arrangement:
    """Arrange a body of this size; `own` draws the own sheet, `others` fits a width."""
    if downwards:
        return _beside_columns(width, height, own, others)
    if width >= WIDE:
        return _log_beside(width, height, own, others)
    return _all_below(width, height, own, others)


def _beside_columns(width: int, height: int, own: Sheet, others: Sheets) -> Arrangement:
    """A tall sheet on the left; on the right the others above the log."""
    sizes = [Size(2, True), Size(1, True), Size(1, False)]
    size = next(
        (
            s
            for s in sizes
            if block_width(own(s)) + 2 + block_width(others(40)) <= width - 2
            and block_width(own(s)) + 40 <= width
            and len(own(s)) <= height
        ),
        sizes[-1],
    )
    left = min(block_width(own(size)) + 3, width * 2 // 3)
    right = width - left
    block = others(right - 1)
    upper = len(block) + 1 if block else 0
    if upper > height - _LOG_HEIGHT + 1:  # show the first row of sheets, and let the others scroll
        first = next((n for n, line in enumerate(block) if not line), len(block))
        upper = min(first, height - _LOG_HEIGHT + 1)
    return Arrangement(
        size,
        Region(0, 0, left, height),
        Region(left, 0, right, upper),
        Region(left, upper, right, height - upper),
    )


def _tallest(own: Sheet, room: int) -> Size:
    """The tallest sheet of rows that fits into `room` lines."""
    sizes = [Size(3), Size(2), Size(1)]
    return next((size for size in sizes if len(own(size)) <= room), sizes[-1])


def _log_beside(width: int, height: int, own: Sheet, others: Sheets) -> Arrangement:
    """The own sheet above the others, the log on the right."""
    least, most = _LOG_WIDTHS
    side = max(least, min(most, width - block_width(own(Size())) - 3))
    main = width - side
    block = others(main - 1)
    below = len(block) + 1 if block else 0
    size = _tallest(own, height - below)
    upper = min(len(own(size)) + 1, height)
    return Arrangement(
        size,
        Region(0, 0, main, upper),
        Region(0, upper, main, height - upper),
        Region(main, 0, side, height),
    )


def _all_below(width: int, height: int, own: Sheet, others: Sheets) -> Arrangement:
    """The own sheet above the others, the log below."""
    block = others(width - 1)
    size = _tallest(own, height - len(block) - 2 * _LOG_HEIGHT)
    upper = min(len(own(size)), max(height - 2 * _LOG_HEIGHT, height // 2))
    middle = min(len(block), max(height - upper - _LOG_HEIGHT, 0))
    if height - upper - middle > 2 * _LOG_HEIGHT:
        upper += 1
    lower = height - upper - middle
    return Arrangement(
        size,
        Region(0, 0, width, upper),
        Region(0, upper, width, middle),
        Region(0, upper + middle, width, lower),
    )
