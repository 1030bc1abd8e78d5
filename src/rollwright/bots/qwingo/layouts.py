"""Where the expert writes its starting numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ...dice import Stream
from ...game import Action
from ...games.qwingo import STARTING_NUMBERS, Column, Qwingo
from .shapes import PRINTED
from .weights import Net

Sheet = Sequence[Column]


class Layouts:
    """Layouts with how often each is chosen, for columns of any length.

    A layout is a box for each starting number; the columns are drawn, all equally likely.
    """

    def __init__(self, game: Qwingo, net: Net) -> None:
        self._game = game
        scaled = (net.layouts * (game.boxes - 1) * 2 + PRINTED - 1) // (2 * PRINTED - 2)
        self._layouts = [tuple(layout) for layout in scaled.tolist()]
        self._shares = net.shares.tolist()

    def entry(self, sheet: Sheet, stream: Stream) -> Action:
        """A box for the next starting number, as a layout has it that agrees with the sheet.

        Where none does, another player has begun; then all layouts count.
        """
        boxes = self._written(sheet)
        pairs = list(zip(self._layouts, self._shares, strict=True))
        fitting = [pair for pair in pairs if pair[0][: len(boxes)] == boxes and pair[1]] or pairs
        free = self._free(sheet)
        drawn = stream.below(sum(share for _, share in fitting) * len(free))
        limits = accumulate(share for _, share in fitting)
        layout = next(
            layout
            for (layout, _), limit in zip(fitting, limits, strict=True)
            if drawn // len(free) < limit
        )
        column = free[drawn % len(free)]
        return Action(self._game.sheet.field(column, layout[len(boxes)]) + 1)

    def completed(self, sheet: Sheet, stream: Stream) -> tuple[Column, ...]:
        """A sheet with all starting numbers: those that are missing as some layout has them."""
        layout = self._drawn(stream)
        columns = [list(column) for column in sheet]
        free = self._free(sheet)
        for number, box in zip(STARTING_NUMBERS, layout, strict=True):
            if not any(number in column for column in columns):
                columns[free.pop(stream.below(len(free)))][box] = number
        return tuple(tuple(column) for column in columns)

    def _drawn(self, stream: Stream) -> tuple[int, ...]:
        drawn = stream.below(sum(self._shares))
        limits = accumulate(self._shares)
        return next(
            layout for layout, limit in zip(self._layouts, limits, strict=True) if drawn < limit
        )

    def _written(self, sheet: Sheet) -> tuple[int, ...]:
        """The boxes of the starting numbers that stand on a sheet."""
        found = []
        for number in STARTING_NUMBERS:
            found += [column.index(number) for column in sheet if number in column]
        return tuple(found)

    def _free(self, sheet: Sheet) -> list[int]:
        return [index for index, column in enumerate(sheet) if set(column) == {None}]
