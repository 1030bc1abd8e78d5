"""A widget that shows a block of segments, and tells what was clicked in it."""

from __future__ import annotations

from rich.segment import Segment as RichSegment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..render.segments import Block, block_width, cell_length
from .cursor import Target, target_of
from .palette import Palette


class Drawing(Widget):
    """A block of segments, styled by a palette."""

    can_focus = False
    ALLOW_SELECT = False

    class Picked(Message):
        """Something with a target was clicked."""

        def __init__(self, target: Target) -> None:
            super().__init__()
            self.target = target

    def __init__(self, palette: Palette, id: str) -> None:
        super().__init__(id=id)
        self._palette = palette
        self.block: Block = ()

    def show(self, block: Block) -> None:
        """Show another block."""
        if block != self.block:
            self.block = block
            self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the block."""
        return block_width(self.block)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines."""
        return len(self.block)

    def render_line(self, y: int) -> Strip:
        """One line of the block."""
        if y >= len(self.block):
            return Strip.blank(self.size.width, self.rich_style)
        palette = self._palette
        strip = Strip(
            [RichSegment(palette.text(part), palette.style(part)) for part in self.block[y]]
        )
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def where(self, target: Target) -> Region | None:
        """The cells in which a target is drawn."""
        for y, line in enumerate(self.block):
            x = 0
            for segment in line:
                width = cell_length(segment.text)
                if target_of(segment) == target:
                    return Region(x, y, width, 1)
                x += width
        return None

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        event.stop()
        if event.y >= len(self.block):
            return
        x = 0
        for segment in self.block[event.y]:
            x += cell_length(segment.text)
            if event.x < x:
                target = target_of(segment)
                if target is not None:
                    self.post_message(self.Picked(target))
                return
