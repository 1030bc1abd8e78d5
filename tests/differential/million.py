"""Compares kernels and readable rules over as many steered games as wanted; run by hand.

    python -m tests.differential.million FAMILY --log FILE [--first N] [--games N] [--workers N]

The log gets a line for each block of games in which every step was the same, and a run leaves out
the blocks that are there already: it can be stopped at any time and go on later. In the end it
prints all that the log has of the family as a row for bench/results.md. A difference ends it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from rollwright.fast import load_kernel

from .qwingo_twin import QwingoTwin
from .qwinto_twin import QwintoTwin
from .qwixx_twin import QwixxTwin
from .twins import Twin, compare_games

TWINS: dict[str, type[Twin]] = {"qwixx": QwixxTwin, "qwinto": QwintoTwin, "qwingo": QwingoTwin}
BLOCK = 500


class Compared(NamedTuple):
    """Games that were compared, the processor time in seconds, and how often rare events were."""

    family: str
    first: int
    seconds: float
    events: dict[str, int]


def compare_block(family: str, first: int) -> Compared:
    """Compare the games of one block; raises `Difference`."""
    begun = time.process_time()
    events = compare_games(TWINS[family], load_kernel(family), range(first, first + BLOCK))
    return Compared(family, first, time.process_time() - begun, dict(events))


def read_log(log: Path, family: str) -> list[Compared]:
    """What a log has of a family, in the order of the games."""
    if not log.exists():
        return []
    blocks = [Compared(*json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]
    return sorted(block for block in blocks if block.family == family)


def compare(log: Path, family: str, wanted: range, workers: int) -> None:
    """Compare the wanted blocks that the log does not have."""
    done = {block.first for block in read_log(log, family)}
    left = [first for first in wanted if first not in done]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool, log.open("a") as file:
        for block in pool.map(partial(compare_block, family), left):
            print(json.dumps(block), file=file, flush=True)


def summary(blocks: Sequence[Compared]) -> str:
    """The blocks as a row of a table."""
    events = Counter[str]()
    for block in blocks:
        events.update(block.events)
    told = ", ".join(f"{event} {count:,}" for event, count in sorted(events.items()))
    last = blocks[-1].first + BLOCK - 1
    minutes = sum(block.seconds for block in blocks) / 60
    return (
        f"| {blocks[0].family} | {len(blocks) * BLOCK:,} | {blocks[0].first:,} to {last:,} | "
        f"{minutes:.0f} min | {told} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("family", choices=TWINS)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0, help=f"a multiple of {BLOCK}")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    wanted = range(chosen.first, chosen.first + chosen.games, BLOCK)
    compare(chosen.log, chosen.family, wanted, chosen.workers)
    print(summary(read_log(chosen.log, chosen.family)))


if __name__ == "__main__":
    main()
