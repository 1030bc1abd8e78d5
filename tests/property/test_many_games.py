"""Ten thousand random games of each family, under options drawn at random, without an error."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

from rollwright import families
from rollwright.testing.marathon import Tally, play_random_games

CHUNK = 250


@pytest.mark.parametrize("family", [family.name for family in families()])
def test_random_games_without_an_error(family: str) -> None:
    tally = play_random_games(family, 0, 80 if family != "qwingo" else 15)
    assert tally.games >= 15
    assert tally.specs > 0.5 * tally.games
    assert tally == play_random_games(family, 0, tally.games), "a number fixes the whole game"


@pytest.mark.slow
@pytest.mark.parametrize("family", [family.name for family in families()])
def test_ten_thousand_random_games_without_an_error(family: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        starts = range(0, 10_000, CHUNK)
        tallies = list(pool.map(play_random_games, [family] * 40, starts, [CHUNK] * 40))
    total = Tally(*map(sum, zip(*tallies, strict=True)))
    assert total.games == 10_000
    assert total.turns > 10 * total.games
    assert total.sole_winners > 0.7 * total.games
