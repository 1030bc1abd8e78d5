"""Our own small drawings: the faces of Qwingo's die, as the inside of a 48 × 48 SVG."""

from __future__ import annotations

_OUTLINE = 'stroke="#4a3524" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"'

SYMBOLS: dict[str, str] = {
    "banana": (
        f'<g {_OUTLINE}>'
        '<path fill="#f7d24a" d="M11 8c-2 13 3 27 20 31 5 1 9 0 11-3 0-2-1-3-3-3'
        '-12-1-20-11-22-25z"/>'
        '<path fill="none" stroke-opacity=".5" d="M14 12c1 11 7 21 20 24"/>'
        '<path fill="#6b4a23" d="M10.5 9 11 4.5l5 .5.5 4z"/>'
        '</g>'
    ),
    "cup": (
        f'<g {_OUTLINE}>'
        '<path fill="none" d="M17 11c-2-3 2-4 0-7m8 7c-2-3 2-4 0-7"/>'
        '<path fill="none" stroke-width="3.4" d="M33 20c8-2 9 10-1 10"/>'
        '<path fill="#fffaf0" d="M8 15h26v12c0 7-4 10-8 10H16c-4 0-8-3-8-10z"/>'
        '<path fill="#8a5a34" d="M10.5 17.5h21v3.5h-21z" stroke="none"/>'
        '<path fill="#d9cbb6" d="M5 39h32c0 3-3 4.5-6 4.5H11c-3 0-6-1.5-6-4.5z"/>'
        '</g>'
    ),
    "donut": (
        f'<g {_OUTLINE}>'
        '<circle cx="24" cy="24" r="19" fill="#dda560"/>'
        '<path fill="#f08bb4" d="M24 7.5c10 0 16.5 7 16.5 15.5 0 4-2 4-3 6.5s-4 2-6 4.5-5 1-7.5'
        ' 3-5-1-8-1.5-4-4-6-6.5S7.5 26 7.5 23C7.5 14.5 14 7.5 24 7.5z"/>'
        '<circle cx="24" cy="23.5" r="6.5" fill="#fffaf0"/>'
        '</g>'
        '<g stroke="#fff7e6" stroke-width="2.2" stroke-linecap="round">'
        '<path d="m15 16 2-2m9-3 2.5.8M33 17l2 1.6M12.5 25l.4 2.5m6 4.5 2 1m8-1 2-1.2"/></g>'
    ),
    "watermelon": (
        f'<g {_OUTLINE}>'
        '<path fill="#3f9a52" d="M4 15h40c0 14-9 24-20 24S4 29 4 15z"/>'
        '<path fill="#f3f7d8" stroke="none" d="M8 16h32c-.5 11-7 18.5-16 18.5S8.5 27 8 16z"/>'
        '<path fill="#ee5a54" stroke="none" '
        'd="M10.5 16h27c-.8 9-6 15.5-13.5 15.5S11.3 25 10.5 16z"/>'
        '</g>'
        '<g fill="#3a2118"><ellipse cx="17.5" cy="20.5" rx="1.3" ry="2"/>'
        '<ellipse cx="24" cy="19.5" rx="1.3" ry="2"/><ellipse cx="30.5" cy="20.5" rx="1.3" ry="2"/>'
        '<ellipse cx="21" cy="26" rx="1.3" ry="2"/><ellipse cx="27.5" cy="26" rx="1.3" ry="2"/></g>'
    ),
    "icecream": (
        f'<g {_OUTLINE}>'
        '<path fill="#e0a85c" d="M13 23h22L24 45z"/>'
        '<path fill="none" stroke-opacity=".45" '
        'd="m17 25 10.5 13M31 25 20.5 38M24 24l6 7m-6-7-6 7"/>'
        '<path fill="#8fc7ea" d="M12 22c-4 0-4 6 0 5 2 3 5 0 6.5-1 2 3 5 3 7 .5 2 2.5 5 2 6-.5'
        ' 3 2.5 7-1.5 4.5-4C38 11 32 4 24 4s-14 7-12 18z"/>'
        '<path fill="none" stroke="#fff" stroke-opacity=".8" d="M17.5 14c.5-3 2-4.5 4-5.5"/>'
        '</g>'
    ),
    "lightning": (
        f'<path fill="#ffc93d" {_OUTLINE} d="M28 3 9 27h11l-4 18 22-26H26z"/>'
    ),
}  # fmt: skip
"""Each symbol by its name on the sheet or the die."""


def symbol_svg(name: str, size: int = 48) -> str:
    """A drawing of its own, for use outside the pages."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="{size}" '
        f'height="{size}">{SYMBOLS[name]}</svg>'
    )
