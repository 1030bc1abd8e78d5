"""The dice of the table: the rules T4 of docs/rules/table.md."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rollwright import (
    Chance,
    CommittedDice,
    DiceError,
    Die,
    InputError,
    Match,
    RecordError,
    ScriptedDice,
    SeededDice,
    Stream,
    TypedDice,
    UndoError,
    create_game,
    format_record,
    parse_record,
)

from .positions import after_setup, finished_match, qwixx, say, say_all

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "table.md"
SECRET = "0123456789abcdef" * 4


def test_t4_1_all_faces_are_equally_likely() -> None:
    assert qwixx().chance.total == 6**6
    die = Chance((Die("die", 6, 0),), 1).distribution()
    assert {die.probability((face,)) for face in range(1, 7)} == {Fraction(1, 6)}


def test_t4_1_words_that_would_favour_some_faces_are_skipped() -> None:
    class Words(Stream):
        left = [2**64 - 1, 2**64 - 4, 2**64 - 5]  # noqa: RUF012 - read once

        def word(self) -> int:
            return self.left.pop(0)

    assert 2**64 % 6 == 4
    assert Words(0).below(6) == (2**64 - 5) % 6 == 5
    assert Words.left == []


def test_t4_1_the_source_is_named() -> None:
    sources = (SeededDice(7), SeededDice(7, 2), TypedDice(), ScriptedDice([]))
    assert [dice.label for dice in sources] == ["seed:7", "seed:7#2", "typed", "scripted"]
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", CommittedDice().label)


def test_t4_2_a_seed_means_the_same_dice_whatever_was_drawn_before() -> None:
    node = qwixx().chance
    used = SeededDice("abc")
    for turn in range(1, 50):
        used.draw(Chance(node.dice, turn))
    assert used.draw(node) == SeededDice("abc").draw(node) == (1, 4, 4, 6, 2, 5)
    assert SeededDice("abc", 1).draw(node) != SeededDice("abc").draw(node)


def test_t4_2_a_die_that_left_does_not_change_the_others() -> None:
    faces = SeededDice(9).draw(qwixx().chance)
    assert SeededDice(9).draw(qwixx("closed=y").chance) == faces[:3] + faces[4:]


def test_t4_3_a_roll_typed_in_wrongly_is_corrected_until_the_next_one() -> None:
    match = Match(create_game("qwixx(players=2)"), TypedDice())
    match.roll((3, 4, 1, 1, 1, 1))
    say_all(match, {"a": "r7", "b": "r7"})
    match.correct((3, 5, 1, 1, 1, 1))
    assert match.state.phase == "white"
    assert match.state.sheets[0].rows[0] == ()
    say_all(match, {"a": "r8", "b": "r8"})
    assert match.state.sheets[1].rows[0] == (6,)


def test_t4_3_dice_of_the_program_cannot_be_typed_in_or_corrected() -> None:
    match = Match(create_game("qwixx(players=2)"), SeededDice(1))
    with pytest.raises(DiceError):
        match.roll((1, 1, 1, 1, 1, 1))
    match.roll()
    with pytest.raises(UndoError):
        match.correct((1, 1, 1, 1, 1, 1))


def test_t4_4_the_secret_is_shown_after_the_game_only() -> None:
    dice = CommittedDice(SECRET)
    running = Match(create_game("qwixx(players=2)"), dice)
    assert running.record.secret is None
    assert SECRET not in format_record(running.record)
    over = finished_match("qwixx(players=2)", dice)
    assert over.record.secret == SECRET
    assert f'[Secret "{SECRET}"]' in format_record(over.record)


def test_t4_4_a_secret_has_64_hexadecimal_digits() -> None:
    assert CommittedDice().secret != CommittedDice().secret
    for secret in ("", "abc", SECRET.upper(), SECRET + "0"):
        with pytest.raises(InputError):
            CommittedDice(secret)


def test_t4_5_the_commitment_is_the_sha_256_of_the_secret_as_text() -> None:
    dice = CommittedDice(SECRET)
    assert (
        dice.commitment
        == hashlib.sha256(SECRET.encode()).hexdigest()
        == "a8ae6e6ee929abea3afcfc5258c8ccd6f85273e0d4626d26c7279f3250f77c8e"
    )
    node = qwixx().chance
    assert dice.draw(node) == SeededDice(SECRET).draw(node)


def test_t4_5_a_secret_that_does_not_fit_its_commitment_is_refused() -> None:
    text = format_record(finished_match("qwixx(players=2)", CommittedDice(SECRET)).record)
    assert parse_record(text).final()
    with pytest.raises(RecordError, match="SHA-256"):
        parse_record(text.replace(SECRET, SECRET[::-1]))


@pytest.fixture(scope="module")
def face() -> Callable[..., int]:
    """The function of the program printed in the rules."""
    program = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert program is not None
    code = "\n".join(line.removeprefix("  ") for line in program[1].splitlines())
    names: dict[str, Any] = {}
    exec(code, names)
    found: Callable[..., int] = names["face"]
    return found


def test_t4_6_the_printed_program_computes_the_dice(face: Callable[..., int]) -> None:
    dice = tuple(Die(str(index), sides, index) for index, sides in enumerate((6, 6, 2, 3, 5, 6)))
    for seed in ("7", "täglich", SECRET):
        for match in (0, 1, 123_456):
            for turn, roll in ((0, 0), (1, 0), (1, 1), (77, 2)):
                shown = SeededDice(seed, match).draw(Chance(dice, turn, roll))
                computed = [face(seed, match, turn, roll, d.index, d.sides) for d in dice]
                assert list(shown) == computed


def test_t4_6_the_printed_first_roll_is_right(face: Callable[..., int]) -> None:
    match = Match(create_game("qwixx"), SeededDice(7))
    shown = match.roll()
    assert list(shown) == [face("7", 0, 1, 0, die) for die in range(6)] == [5, 3, 2, 1, 4, 6]
    printed = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert "of Qwixx: " + ", ".join(map(str, shown)) in printed


def test_t4_6_the_dice_of_each_game_have_the_printed_indices(face: Callable[..., int]) -> None:
    match = Match(create_game("qwinto(players=6, start=random)"), SeededDice("lot"))
    assert match.roll() == (face("lot", 0, 0, 0, 0, 6),) == (5,)
    active = "abcdef"[match.state.active]
    say(match, active, "yp")
    assert match.roll() == (face("lot", 0, 1, 0, 1), face("lot", 0, 1, 0, 2))
    say(match, active, "reroll")
    assert match.roll() == (face("lot", 0, 1, 1, 1), face("lot", 0, 1, 1, 2))
    table = after_setup("qwingo").play("call 60")
    assert SeededDice("lot").draw(table.chance) == (face("lot", 0, 1, 0, 0),)


def test_t4_7_a_script_must_be_long_enough_and_used_up() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    match = Match(create_game("qwixx(players=1)"), dice)
    with pytest.raises(DiceError, match="1 roll"):
        dice.finish()
    match.roll()
    dice.finish()
    say(match, "a", "-")
    say(match, "a", "-")
    with pytest.raises(DiceError, match="only 1 roll"):
        match.roll()


def test_t4_8_a_record_with_other_rolls_than_promised_is_refused() -> None:
    text = format_record(finished_match("qwixx(players=1)", SeededDice(7)).record)
    assert "1a w53 r2 y1 g4 b6" in text
    with pytest.raises(RecordError) as caught:
        parse_record(text.replace("1a w53 r2", "1a w53 r3", 1).replace("w53", "w35", 1))
    assert (caught.value.rule, caught.value.turn) == ("T4", 1)
