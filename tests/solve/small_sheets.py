"""Sheets so small that every game on them can be gone through by brute force."""

from __future__ import annotations

from rollwright import parse_spec
from rollwright.games.qwinto import Qwinto, QwintoState
from rollwright.games.qwixx import Qwixx, QwixxState
from rollwright.sheet import SheetSpec, parse_sheet_spec

COLOURS = ("red", "yellow", "green", "blue")

MIXED = ("R2 Y3 R4", "Y2 R3 Y4", "G4 B3 G2", "B4 G3 B2")
"""For dice with two faces: the middle number of every row has the colour of its neighbour."""


def qwixx_sheet(faces: int, rows: tuple[str, ...] | None = None) -> SheetSpec:
    """A sheet of Qwixx for dice with so many faces: two rows upwards, two downwards."""
    upwards = list(range(2, 2 * faces + 1))
    lines = [f'name = "small"\ntitle = "small Qwixx"\nfaces = {faces}']
    for row, colour in enumerate(COLOURS):
        numbers = upwards if row < 2 else upwards[::-1]
        plain = " ".join(f"{colour[0].upper()}{number}" for number in numbers)
        fields = rows[row] if rows else plain
        lines.append(f'[[line]]\nname = "{colour}"\nletter = "{colour[0]}"\nfields = "{fields}"')
    return parse_sheet_spec("\n".join(lines))


def small_qwixx(
    faces: int, options: str, *, players: int = 1, rows: tuple[str, ...] | None = None
) -> Qwixx:
    """A game of Qwixx with dice of so many faces, for one player."""
    return Qwixx(parse_spec(f"qwixx(players={players}, {options})"), qwixx_sheet(faces, rows))


def qwixx_rows(state: QwixxState) -> tuple[object, ...]:
    """What the future of the first sheet depends on, before a roll."""
    sheet = state.sheets[0]
    rows = [(99, 99) if shut else (row[-1] if row else -1, len(row)) for row, shut in
            zip(sheet.rows, state.closed, strict=True)]  # fmt: skip
    return (*rows, sheet.misthrows)


def merge_like(state: QwixxState) -> tuple[object, ...]:
    """The same, sheets that differ only by a swap of like rows being one."""
    *rows, misthrows = qwixx_rows(state)
    pairs = sorted((sorted(rows[:2]), sorted(rows[2:])))  # type: ignore[type-var]
    return (str(pairs), misthrows)


def small_qwinto(faces: int, rows: tuple[str, str, str], options: str = "") -> Qwinto:
    """A game of Qwinto for one player on rows such as ``. o *``."""
    lines = [f'name = "small"\ntitle = "small Qwinto"\nfaces = {faces}']
    for name, fields in zip(("orange", "yellow", "purple"), rows, strict=True):
        lines.append(f'[[line]]\nname = "{name}"\nletter = "{name[0]}"\nfields = "{fields}"')
    spec = parse_spec(f"qwinto(players=1, {options})" if options else "qwinto(players=1)")
    return Qwinto(spec, parse_sheet_spec("\n".join(lines)))


def merge_qwinto(state: QwintoState) -> tuple[object, ...]:
    """What the future of a game of Qwinto for one player depends on."""
    return (state.phase, state.sheets, state.chosen, sum(state.roll), state.rerolls)
