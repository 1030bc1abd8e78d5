"""Distributions, random streams with pinned values, and the sources that rolls come from."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rollwright import (
    Chance,
    CommittedDice,
    DiceError,
    Die,
    Distribution,
    InputError,
    ScriptedDice,
    SeededDice,
    Stream,
    TypedDice,
    bot_stream,
)
from rollwright.dice import Roll, parse_dice, seed_key

NAMES = ("white 1", "white 2", "red", "yellow", "green", "blue")
SIX = tuple(Die(name, 6, index) for index, name in enumerate(NAMES))
SECRET = "0123456789abcdef" * 4


def test_a_distribution_has_exact_probabilities() -> None:
    sums = Chance(SIX[:2], 1).distribution().map(sum)
    assert sums.total == 36
    assert sums.probability(7) == Fraction(1, 6)
    assert sums.probability(13) == 0
    assert sums.mean(lambda total: total) == 7
    assert sums.mean(lambda total: Fraction(total, 2)) == Fraction(7, 2)
    assert sorted(sums.weights) == list(range(2, 13))


def test_mapped_values_that_meet_add_their_weights() -> None:
    assert Distribution({1: 2, 2: 3, 3: 5}).map(lambda n: n % 2).weights == {1: 7, 0: 3}


def test_six_dice_have_46656_rolls_in_order() -> None:
    chance = Chance(SIX, 1)
    rolls = list(chance.rolls())
    assert len(rolls) == chance.total == chance.distribution().total == 6**6 == 46656
    assert rolls[0] == (1,) * 6
    assert rolls == sorted(rolls)


@pytest.mark.parametrize(
    "roll, message",
    [
        ((1, 2), "2 faces were given, but these dice are rolled: first white, second white, red"),
        ((1, 2, 3, 4, 5, 6, 1), "7 faces"),
        ((1, 2, 7, 1, 1, 1), "The red die cannot show 7; it shows 1 to 6"),
        ((0, 2, 3, 1, 1, 1), "The first white die cannot show 0"),
        ((1, 2, 3, 4, 5, True), "The blue die cannot show True"),
        ((1, 2, 3, 4, 5, "6"), "The blue die cannot show 6"),
        ((1, 2, 3, 4, 5, 6.0), "The blue die cannot show 6.0"),
    ],
)
def test_a_wrong_roll_names_the_die(roll: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Chance(SIX, 1).check(roll)


# Streams: these values may never change, since seeds and records of people rest on them


def test_splitmix64_gives_the_published_words() -> None:
    assert Stream(0).word() == 0xE220A8397B1DCDAF
    stream = Stream(1234567)
    assert [stream.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 7, "golden", "ä"])
def test_the_key_of_a_seed_is_blake2b_of_its_text(seed: int | str) -> None:
    digest = hashlib.blake2b(str(seed).encode("utf-8"), digest_size=8).digest()
    assert seed_key(seed) == int.from_bytes(digest, "big")
    assert seed_key("7") == seed_key(7)


@pytest.mark.parametrize(
    "seed, rolls",
    [
        (0, [(1, 2, 2, 5, 4, 4), (4, 4, 4, 3, 5, 2), (6, 3, 5, 1, 4, 3)]),
        (1, [(2, 3, 2, 1, 5, 6), (3, 1, 1, 3, 6, 2), (3, 5, 2, 3, 1, 4)]),
        ("golden", [(2, 6, 1, 6, 3, 3), (1, 4, 4, 5, 1, 2), (2, 1, 2, 4, 6, 2)]),
    ],
)
def test_a_seed_means_the_same_dice_for_ever(seed: int | str, rolls: list[Roll]) -> None:
    dice = SeededDice(seed)
    assert [dice.draw(Chance(SIX, turn)) for turn in (1, 2, 3)] == rolls


def test_match_and_repeated_rolls_have_streams_of_their_own() -> None:
    dice = SeededDice(7, 3)
    rolls = [dice.draw(Chance(SIX, 5, again)) for again in (0, 1, 2)]
    assert rolls == [(6, 1, 2, 3, 1, 2), (6, 4, 5, 1, 6, 1), (2, 6, 3, 4, 3, 5)]
    assert SeededDice(7, 2).draw(Chance(SIX, 5)) != rolls[0]


def test_the_order_of_drawing_does_not_matter() -> None:
    first, second = SeededDice("order"), SeededDice("order")
    turns = [Chance(SIX, turn, again) for turn in range(1, 20) for again in range(2)]
    forward = {chance: first.draw(chance) for chance in turns}
    backward = {chance: second.draw(chance) for chance in reversed(turns)}
    assert forward == backward


def test_a_die_shows_the_same_whether_or_not_others_have_left() -> None:
    dice = SeededDice(11)
    for turn in range(1, 200):
        all_six = dice.draw(Chance(SIX, turn))
        without = (SIX[0], SIX[1], SIX[3], SIX[5])
        assert dice.draw(Chance(without, turn)) == (all_six[0], all_six[1], all_six[3], all_six[5])


CRITICAL = {5: 20.5, 35: 66.6}
"""Chi-square exceeded by chance once in a thousand, by degrees of freedom."""


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 for n in counts.values()) / expected + missing * expected


@pytest.mark.parametrize("seed", [1, "b", 2026])
def test_all_faces_and_all_pairs_are_equally_frequent(seed: int | str) -> None:
    dice = SeededDice(seed)
    rolls = [dice.draw(Chance(SIX, turn)) for turn in range(1, 6001)]
    for die in range(6):
        assert chi_square(Counter(roll[die] for roll in rolls), 6) < CRITICAL[5]
    for one, other in ((0, 1), (0, 2), (4, 5)):
        pairs = Counter((roll[one], roll[other]) for roll in rolls)
        assert chi_square(pairs, 36) < CRITICAL[35]
    following = Counter(
        (roll[0], after[0]) for roll, after in zip(rolls[::2], rolls[1::2], strict=True)
    )
    assert chi_square(following, 36) < CRITICAL[35]


def test_games_of_one_seed_are_independent() -> None:
    first_rolls = Counter(
        SeededDice("many", match).draw(Chance(SIX[:2], 1)) for match in range(6000)
    )
    assert chi_square(Counter(first_rolls), 36) < CRITICAL[35]


def test_below_draws_again_where_a_word_would_favour_small_numbers() -> None:
    class Fixed(Stream):
        words = iter([2**64 - 1, 2**64 - 2, 8])

        def word(self) -> int:
            return next(self.words)

    assert 2**64 % 3 == 1
    assert Fixed(0).below(3) == (2**64 - 2) % 3
    assert Stream(5).below(1) == 0


def test_choice_is_one_of_the_values() -> None:
    stream = Stream(3)
    assert {stream.choice("abc") for _ in range(60)} == set("abc")


def test_streams_of_bots_differ_from_dice_and_from_each_other() -> None:
    assert bot_stream(7, 1, 2, 3).below(100) == 64
    places = list(product((0, 1), (0, 1, 2), (0, 1, 2)))
    words = [bot_stream(7, *place).word() for place in places]
    assert len(set(words)) == len(places)
    chances = [
        Chance((Die("d", 2**32, die),), turn, roll)
        for turn, roll, die in product((0, 1), (0, 1, 2), (0, 1, 2))
    ]
    dice = {SeededDice(7).draw(chance)[0] - 1 for chance in chances}
    assert not dice & {bot_stream(7, *place).below(2**32) for place in places}


# Sources


def test_scripted_dice_must_fit_and_must_all_be_used() -> None:
    dice = ScriptedDice([(1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1)])
    assert dice.draw(Chance(SIX, 1)) == (1, 2, 3, 4, 5, 6)
    with pytest.raises(InputError, match="5 faces were given"):
        dice.draw(Chance(SIX, 2))
    with pytest.raises(DiceError, match="1 roll of the script was not used"):
        dice.finish()
    assert dice.draw(Chance(SIX[:5], 2)) == (1, 1, 1, 1, 1)
    dice.finish()
    with pytest.raises(DiceError, match="The script has only 2 rolls"):
        dice.draw(Chance(SIX, 3))


def test_unused_rolls_are_counted() -> None:
    with pytest.raises(DiceError, match="3 rolls of the script were not used"):
        ScriptedDice([(1,)] * 3).finish()


def test_typed_dice_are_never_drawn() -> None:
    with pytest.raises(DiceError, match="enter what they show: first white, second white"):
        TypedDice().draw(Chance(SIX[:2], 1))


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    dice = CommittedDice(SECRET)
    assert dice.commitment == hashlib.sha256(SECRET.encode()).hexdigest()
    assert dice.label == f"sha256:{dice.commitment}"
    assert dice.draw(Chance(SIX, 4)) == SeededDice(SECRET).draw(Chance(SIX, 4))


def test_fresh_secrets_are_64_digits_and_differ() -> None:
    secrets = {CommittedDice().secret for _ in range(20)}
    assert len(secrets) == 20
    assert all(len(secret) == 64 for secret in secrets)


@pytest.mark.parametrize("secret", ["", "5eed", SECRET.upper(), SECRET + "0", SECRET[:-1] + "\n"])
def test_a_secret_must_be_64_hexadecimal_digits(secret: str) -> None:
    with pytest.raises(InputError, match="64 hexadecimal digits"):
        CommittedDice(secret)


@pytest.mark.parametrize(
    "seed", ["", "a b", 'a"', "a#1", "[a]", "\\", "a\n", "x" * 101, "\ud800", "\x00"]
)
def test_a_seed_must_fit_into_a_header(seed: str) -> None:
    with pytest.raises(InputError, match="A seed is 1 to 100 visible characters"):
        SeededDice(seed)


@pytest.mark.parametrize(
    "seed, match, label",
    [
        (7, 0, "seed:7"),
        ("a:b", 0, "seed:a:b"),
        ("ä", 12, "seed:ä#12"),
        (-3, 1, "seed:-3#1"),
    ],
)
def test_a_seed_is_read_back_from_its_label(seed: int | str, match: int, label: str) -> None:
    dice = SeededDice(seed, match)
    assert dice.label == label
    again = parse_dice(label)
    assert isinstance(again, SeededDice)
    assert (again.seed, again.match) == (str(seed), match)
    assert again.draw(Chance(SIX, 9)) == dice.draw(Chance(SIX, 9))


@pytest.mark.parametrize("label", ["typed", "scripted", "", CommittedDice(SECRET).label])
def test_some_dice_cannot_be_drawn_again(label: str) -> None:
    assert parse_dice(label) is None


def test_committed_dice_are_read_back_with_their_secret_only() -> None:
    label = CommittedDice(SECRET).label
    dice = parse_dice(label, SECRET)
    assert isinstance(dice, CommittedDice)
    assert dice.secret == SECRET
    with pytest.raises(InputError, match=r"does not fit: its SHA-256 is .* but .* was promised"):
        parse_dice(label, SECRET[::-1])
    with pytest.raises(InputError, match="64 hexadecimal digits"):
        parse_dice(label, "x")


@pytest.mark.parametrize(
    "label",
    [
        "dice",
        "seed:",
        "seed:a b",
        "seed:1#",
        "seed:1#٣",
        "seed:1#-1",
        "seed:1#" + "9" * 5000,
        "sha256:",
        "sha256:" + SECRET[:-1],
        "sha256:" + SECRET.upper(),
        "SEED:1",
        "\ud800",
        "seed:\ud800",
    ],
)
def test_other_labels_are_refused(label: str) -> None:
    with pytest.raises(InputError):
        parse_dice(label)
