"""The compiled random streams are those of `rollwright.dice`."""

from __future__ import annotations

import numpy as np
import pytest

from rollwright.dice import Chance, Die, SeededDice, Stream, bot_stream, seed_key
from rollwright.fast.bits import count_bits, lowest_bit, nth_bit
from rollwright.fast.compile import kernel
from rollwright.fast.streams import BOT_STREAM, DICE_STREAM, below, chain


def key_of(*counters: int, seed: str = "s") -> np.uint64:
    key = np.uint64(seed_key(seed))
    for counter in counters:
        key = np.uint64(chain(key, counter))
    return key


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 44, 100, 101, 2**31, 2**62])
def test_numbers_below_a_bound_are_those_of_the_stream(bound: int) -> None:
    for key in (0, 1, 2**63, 2**64 - 1, *(seed_key(n) for n in range(200))):
        assert below(np.uint64(key), bound) == Stream(key).below(bound)


def test_numbers_are_rejected_as_often_as_in_the_stream() -> None:
    # Below 2^62 + 1 a quarter of all words is rejected.
    bound = 2**62 + 1
    first_rejected = 0
    for key in range(300):
        first_rejected += Stream(key).word() >= 3 * bound
        assert below(np.uint64(key), bound) == Stream(key).below(bound)
    assert 50 < first_rejected < 100


def test_dice_of_a_match_are_those_of_the_seed() -> None:
    dice = tuple(Die(str(index), 6, index) for index in range(6))
    for match in (0, 1, 10**9):
        for turn in (1, 2, 77):
            for roll in (0, 1):
                drawn = SeededDice("s", match).draw(Chance(dice, turn, roll))
                key = key_of(DICE_STREAM, match, turn, roll)
                faces = [1 + below(np.uint64(chain(key, die.index)), 6) for die in dice]
                assert tuple(faces) == drawn


def test_bots_stream_is_that_of_seed_match_decision_and_seat() -> None:
    for match, decision, seat in ((0, 0, 0), (3, 17, 1), (10**6, 400, 5)):
        stream = bot_stream("s", match, decision, seat)
        assert below(key_of(BOT_STREAM, match, decision, seat), 10**6) == stream.below(10**6)


@kernel
def compiled_bits(word: int, index: int) -> tuple[int, int, int]:
    return lowest_bit(word), count_bits(word), nth_bit(word, index)


@pytest.mark.parametrize("word", [1, 2, 0b1011000, 2**45 - 1, 2**62 + 4, 2**62])
def test_bits_are_the_same_compiled_and_not(word: int) -> None:
    places = [place for place in range(63) if word >> place & 1]
    for index, place in enumerate(places):
        assert compiled_bits(word, index) == (places[0], len(places), place)
    assert (lowest_bit(word), count_bits(word)) == (places[0], len(places))
