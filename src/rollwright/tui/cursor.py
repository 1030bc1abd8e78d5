"""Moving a cursor between things on the screen, by where they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from ..render.segments import Block, Edge, Segment, cell_length

Target = int | str
"""What can be chosen: an answer, or the name of a command."""


class Direction(Enum):
    """Where an arrow key points: columns to the right, lines down."""

    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


@dataclass(frozen=True, slots=True)
class Spot:
    """A target and the middle of where it is drawn."""

    target: Target
    x: float
    y: int


def target_of(segment: Segment) -> Target | None:
    """What a click on the segment asks for."""
    return segment.action if segment.action is not None else segment.command or None


def spots(block: Block, top: int = 0) -> Iterator[Spot]:
    """All targets of a block whose first line is line `top` of the screen."""
    for y, line in enumerate(block, start=top):
        x = 0
        for segment in line:
            width = cell_length(segment.text)
            target = target_of(segment)
            if target is not None and segment.edge is Edge.NONE:
                yield Spot(target, x + width / 2, y)
            x += width


def neighbour(found: list[Spot], current: Target | None, direction: Direction) -> Target | None:
    """The nearest target in a direction, or the present one where there is none.

    Targets right ahead are nearer than those aside; without a present one, the first is taken.
    """
    here = next((spot for spot in found if spot.target == current), None)
    if here is None:
        return found[0].target if found else None
    right, down = direction.value
    best, least = current, float("inf")
    for spot in found:
        ahead = (spot.x - here.x) * right / 2 + (spot.y - here.y) * down
        aside = abs(spot.y - here.y) * 3 if right else abs(spot.x - here.x) / 2
        if right and spot.y != here.y:
            continue
        if ahead > 0 and ahead + aside < least:
            best, least = spot.target, ahead + aside
    return best


def following(found: list[Spot], current: Target | None, step: int) -> Target | None:
    """The next (1) or the last (-1) target in reading order, going round."""
    targets = [spot.target for spot in found]
    if not targets:
        return None
    if current not in targets:
        return targets[0 if step > 0 else -1]
    return targets[(targets.index(current) + step) % len(targets)]
