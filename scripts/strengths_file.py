"""Plays the duels by which the bots are measured, and writes their results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import rollwright
from rollwright.bots.levels import LEVEL_NAMES
from rollwright.bots.strengths import FILE, Strength, parse_strength
from rollwright.review.duel import duel
from rollwright.spec import parse_spec

PATH = Path(rollwright.__file__).parent / "bots" / "data" / FILE
SEED = "strength"
PAIRS, FEW = 2000, 500
"""Pairs of a duel; fewer where one bot is far stronger."""

FAR = {("qwingo", "expert"), ("qwinto", "strong")}
"""Levels that are far stronger than the one below."""


class Planned(NamedTuple):
    """A duel to play."""

    game: str
    bots: tuple[str, ...]
    pairs: int


OTHERS = (
    Planned("qwixx(players=2)", ("greedy", "random"), FEW),
    Planned("qwixx(players=2)", ("ga", "greedy"), PAIRS),
    Planned("qwixx(players=2)", ("expert", "ga"), PAIRS),
    Planned("qwinto(players=2)", ("greedy", "random"), FEW),
    Planned("qwinto(players=2)", ("planner", "greedy"), FEW),
    Planned("qwinto(players=2)", ("expert", "planner"), PAIRS),
    Planned("qwingo(players=2)", ("greedy", "random"), FEW),
    Planned("qwingo(players=2)", ("dreamer", "counter"), PAIRS),
    Planned("qwingo(players=2)", ("blocker", "counter"), FEW),
    Planned("qwingo(players=2)", ("expert", "counter"), FEW),
    Planned("qwingo(players=2)", ("expert", "blocker"), FEW),
)


def planned() -> Iterator[Planned]:
    """All duels: each level against the one below it, and bots that are no levels."""
    for family in rollwright.families():
        for below, level in pairwise(LEVEL_NAMES):
            pairs = FEW if (family.name, level) in FAR else PAIRS
            yield Planned(f"{family.name}(players=2)", (level, below), pairs)
    yield from OTHERS


def read() -> dict[tuple[str, tuple[str, ...]], Strength]:
    """What is stored, by game and bots."""
    if not PATH.exists():
        return {}
    stored = [parse_strength(d) for d in json.loads(PATH.read_text(encoding="utf-8"))["duels"]]
    return {(found.game, found.bots): found for found in stored}


def main(arguments: list[str]) -> None:
    """Play the duels of the games that are named, or of all, and write each result at once.

    With --missing, only duels without a stored result are played.
    """
    options = {argument for argument in arguments if argument.startswith("-")}
    families = [argument for argument in arguments if argument not in options]
    plan = list(planned())
    for game, bots, pairs in plan:
        if families and game.partition("(")[0] not in families:
            continue
        if "--missing" in options and (game, bots) in read():
            continue
        found = duel(parse_spec(game), bots, pairs, SEED)
        elo = found.format().get("elo")
        # Read again, as another game's duels may have been played meanwhile.
        results = read()
        results[game, bots] = Strength(
            game,
            bots,
            pairs,
            SEED,
            round(found.score, 4),
            round(found.se, 4),
            None if elo is None else round(elo, 1),
            datetime.now(UTC).date().isoformat(),
        )
        print(
            f"{game}: {bots[0]} against {bots[1]}: {found.score:.4f} ± {found.se:.4f}", flush=True
        )
        order = [results[p.game, p.bots] for p in plan if (p.game, p.bots) in results]
        lines = ",\n".join(f"  {json.dumps(entry.format())}" for entry in order)
        PATH.write_text('{"duels": [\n' + lines + "\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
