"""Sheets so small that every game on them can be gone through by brute force."""

from __future__ import annotations

from rollwright import Game, GameSpec, parse_spec
from rollwright.games.qwixx import Qwixx, QwixxSheet, QwixxState
from rollwright.sheet import SheetSpec, parse_sheet_spec

COLOURS = ("red", "yellow", "green", "blue")


def small_qwixx_sheet(faces: int) -> SheetSpec:
    """A sheet of Qwixx for dice with so many faces: two rows upwards, two downwards."""
    upwards = list(range(2, 2 * faces + 1))
    lines = [f'name = "small"\ntitle = "small Qwixx"\nfaces = {faces}']
    for row, colour in enumerate(COLOURS):
        numbers = upwards if row < 2 else upwards[::-1]
        fields = " ".join(f"{colour[0].upper()}{number}" for number in numbers)
        lines.append(f'[[line]]\nname = "{colour}"\nletter = "{colour[0]}"\nfields = "{fields}"')
    return parse_sheet_spec("\n".join(lines))


def small_qwixx(faces: int, options: str) -> Qwixx:
    """A game of Qwixx for one player with dice of so many faces."""
    return Qwixx(parse_spec(f"qwixx(players=1, {options})"), small_qwixx_sheet(faces))


def merge_qwixx(state: QwixxState) -> tuple[object, ...]:
    """What the future of a game of Qwixx for one player depends on."""
    rows = tuple((row[-1] if row else -1, len(row)) for row in state.sheets[0].rows)
    return (
        state.phase,
        rows,
        state.closed,
        state.sheets[0].misthrows,
        state.roll,
        state.white_mark,
    )


def merge_like_qwixx(state: QwixxState) -> tuple[object, ...]:
    """The same before a roll, sheets that differ by a swap of like rows being one."""
    rows = [
        (99, 99) if closed else (row[-1] if row else -1, len(row))
        for row, closed in zip(state.sheets[0].rows, state.closed, strict=True)
    ]
    pairs = sorted((sorted(rows[:2]), sorted(rows[2:])))
    return (tuple(map(tuple, pairs)), state.sheets[0].misthrows)
