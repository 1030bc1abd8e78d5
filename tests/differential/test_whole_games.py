"""Whole games: kernel and readable rules give the same results for the same seed and bots."""

from __future__ import annotations

import pytest

from rollwright.arena import Job
from rollwright.dice import Stream, seed_key
from rollwright.spec import find_family

from .twins import random_spec

BOTS = {
    "qwixx": ("random", "greedy", "greedy(skip=0)", "greedy(skip=4)", "ga"),
    "qwinto": ("random", "greedy", "greedy(far=0.5)"),
    "qwingo": ("random", "random", "random", "greedy"),
}

COUNTS = {"qwixx": 150, "qwinto": 60, "qwingo": 8}


def compare(family: str, number: int) -> None:
    """One game and its rotation, with any options and any bots."""
    stream = Stream(seed_key(f"whole {family} {number}"))
    spec = random_spec(find_family(family), stream)
    bots = tuple(stream.choice(BOTS[family]) for _ in range(spec.players))
    rotation = stream.below(spec.players)
    compiled = Job(spec, bots, f"seed{number}", compiled=True)
    readable = Job(spec, bots, f"seed{number}", compiled=False)
    numbers = range(number, number + 1)
    found, expected = (job.play(numbers, rotation).rows for job in (compiled, readable))
    assert found.tolist() == expected.tolist(), (str(spec), bots, rotation)


@pytest.mark.parametrize("family", COUNTS)
def test_any_bots_play_the_same_games(family: str) -> None:
    for number in range(COUNTS[family]):
        compare(family, number)


@pytest.mark.slow
@pytest.mark.parametrize("family", COUNTS)
def test_any_bots_play_twenty_times_as_many_games_the_same(family: str) -> None:
    first = COUNTS[family]
    for number in range(first, 21 * first):
        compare(family, number)
