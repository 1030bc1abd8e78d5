"""Styles for the looks of a drawing: full colour, sixteen colours, and none at all.

Nothing is told by colour alone: the texts carry letters and signs (`rollwright.render.sheets`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

from rich.color import Color, blend_rgb
from rich.style import Style

from ..render.segments import Edge, Look, Segment


class Depth(Enum):
    """How many colours the terminal has."""

    FULL = "full"
    SIXTEEN = "sixteen"
    NONE = "none"


def depth_of(color_system: str | None, no_color: bool) -> Depth:
    """The depth for the colour system that Rich has found; NO_COLOR is obeyed."""
    if no_color or color_system is None:
        return Depth.NONE
    return Depth.SIXTEEN if color_system in ("standard", "windows") else Depth.FULL


_FULL = {
    "red": "#b3261e",
    "yellow": "#e0a800",
    "green": "#2c7a36",
    "blue": "#1f5fb0",
    "orange": "#ee7a1a",
    "purple": "#76389f",
    "white": "#e8e6e1",
    "banana": "#e0a800",
    "cup": "#7a5546",
    "donut": "#b8397c",
    "watermelon": "#2c7a36",
    "icecream": "#1c7f91",
    "lightning": "#e8e6e1",
}
"""The colour of rows and dice by their names, dark enough for white text or light enough for
black."""

_SIXTEEN = {
    "red": ("bright_white", "red"),
    "yellow": ("black", "yellow"),
    "green": ("black", "green"),
    "blue": ("bright_white", "blue"),
    "orange": ("bright_white", "red"),
    "purple": ("bright_white", "magenta"),
    "white": ("black", "white"),
    "banana": ("black", "yellow"),
    "cup": ("bright_white", "red"),
    "donut": ("bright_white", "magenta"),
    "watermelon": ("black", "green"),
    "icecream": ("black", "cyan"),
    "lightning": ("black", "white"),
}

_BLACK, _WHITE = "#16130f", "#ffffff"
_LIGHT = frozenset({"yellow", "orange", "banana", "white", "lightning"})

_NO_COLOUR = {
    Look.TITLE: Style(bold=True),
    Look.FAINT: Style(dim=True),
    Look.LABEL: Style(bold=True),
    Look.SKIPPED: Style(dim=True),
    Look.LEGAL: Style(bold=True),
    Look.CURSOR: Style(bold=True, reverse=True),
    Look.CROSS: Style(bold=True),
    Look.ENTRY: Style(bold=True),
    Look.PENDING: Style(bold=True, underline=True),
    Look.DIE: Style(bold=True),
    Look.BADGE: Style(reverse=True),
    Look.ALERT: Style(bold=True),
}

_SIXTEEN_LOOKS = {
    Look.TITLE: Style(bold=True),
    Look.FAINT: Style(dim=True),
    Look.SKIPPED: Style(dim=True),
    Look.LEGAL: Style(bold=True, color="black", bgcolor="bright_white"),
    Look.CURSOR: Style(bold=True, color="black", bgcolor="bright_cyan"),
    Look.CROSS: Style(bold=True),
    Look.ENTRY: Style(bold=True),
    Look.PENDING: Style(bold=True, color="black", bgcolor="bright_green"),
    Look.BUTTON: Style(bold=True),
    Look.BADGE: Style(reverse=True, bold=True),
    Look.ALERT: Style(bold=True, reverse=True),
}

_FULL_LOOKS = {
    Look.TITLE: Style(bold=True),
    Look.FAINT: Style(dim=True),
    Look.LEGAL: Style(bold=True, color=_BLACK, bgcolor="#b9f1ff"),
    Look.CURSOR: Style(bold=True, color=_BLACK, bgcolor="#2fc8ee"),
    Look.PENDING: Style(bold=True, color=_BLACK, bgcolor="#9be48f"),
    Look.BUTTON: Style(bold=True),
    Look.BADGE: Style(bold=True, color=_WHITE, bgcolor="#3b4a5a"),
    Look.ALERT: Style(bold=True, color=_BLACK, bgcolor="#ffb68a"),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """Turns segments into styled text for a terminal of some depth."""

    depth: Depth

    def style(self, segment: Segment) -> Style:
        """The style of a segment, the margin of a field being drawn in half blocks."""
        style = _style(self.depth, segment.look, segment.colour)
        if segment.edge is Edge.NONE:
            return style
        return Style(color=style.bgcolor) if style.bgcolor is not None else Style()

    def text(self, segment: Segment) -> str:
        """The text of a segment; margins are filled where there are colours to fill them with."""
        if segment.edge is Edge.NONE or self.style(segment).color is None:
            return segment.text
        return ("▄" if segment.edge is Edge.TOP else "▀") * len(segment.text)


@cache
def _style(depth: Depth, look: Look, colour: str) -> Style:
    if depth is Depth.NONE:
        return _NO_COLOUR.get(look, Style())
    if depth is Depth.SIXTEEN:
        return _sixteen(look, colour)
    return _full(look, colour)


def _sixteen(look: Look, colour: str) -> Style:
    if look in (Look.FIELD, Look.LABEL, Look.DIE) and colour in _SIXTEEN:
        foreground, background = _SIXTEEN[colour]
        return Style(color=foreground, bgcolor=background, bold=look is not Look.FIELD)
    return _SIXTEEN_LOOKS.get(look, Style())


def _full(look: Look, colour: str) -> Style:
    base = _FULL.get(colour)
    if base is None or look in _FULL_LOOKS:
        return _FULL_LOOKS.get(look, Style(bold=look in (Look.CROSS, Look.ENTRY)))
    foreground = _BLACK if colour in _LIGHT else _WHITE
    if look is Look.SKIPPED:
        return Style(color=_mixed(base, "#808080", 0.35), bgcolor=_mixed(base, _BLACK, 0.72))
    if look in (Look.CROSS, Look.ENTRY):
        return Style(bold=True, color=_BLACK, bgcolor=_mixed(base, _WHITE, 0.78))
    return Style(color=foreground, bgcolor=base, bold=look is not Look.FIELD)


def _mixed(colour: str, other: str, part: float) -> str:
    """`colour` with a `part` of `other` in it."""
    first, second = (Color.parse(name).get_truecolor() for name in (colour, other))
    return blend_rgb(first, second, part).hex
