"""A score sheet beside a real table: the pen knows the rules, whatever the dice show."""

import pytest

from rollwright.errors import IllegalAction, InputError, UndoError
from rollwright.game import Action
from rollwright.scoresheet import Closing, Misthrow, ScoreSheet, Write
from rollwright.spec import create_game


def sheet(game: str, *entries: str) -> ScoreSheet:
    """A score sheet with entries such as ``r7``, ``o4=12``, ``x`` (misthrow) and ``close 0``."""
    made = ScoreSheet(create_game(f"{game}(players=1)"))  # type: ignore[arg-type]
    for entry in entries:
        enter(made, entry)
    return made


def enter(made: ScoreSheet, entry: str) -> None:
    if entry == "x":
        made.enter(Misthrow())
    elif entry.startswith(("close", "reopen")):
        made.enter(Closing(int(entry[-1]), entry.startswith("close")))
    else:
        name, _, number = entry.partition("=")
        action = next(
            Action(index + 1)
            for index in range(len(made.game.sheet.fields))
            if made.game.format_action(made.state, Action(index + 1)).partition("=")[0] == name
        )
        printed = made.game.sheet.fields[action - 1].number
        made.enter(Write(action, int(number) if number else printed or 0))


def test_closed_by_another_gives_no_lock() -> None:
    made = sheet("qwixx", "r2", "r3", "r4", "r5", "r6", "close 0")
    assert made.score.total == 15
    with pytest.raises(IllegalAction) as refused:
        enter(made, "r12")
    assert refused.value.rule == "Q5"


def test_closing_by_another_can_be_taken_back() -> None:
    made = sheet("qwixx", "r2", "r3", "close 0")
    assert not any(field <= 11 for field in made.writable())
    made.undo()
    enter(made, "r4")
    assert made.format()["red"] == [2, 3, 4]


def test_a_row_closed_by_another_can_be_opened_again() -> None:
    made = sheet("qwixx", "r2", "close 0", "reopen 0", "r3")
    assert made.format() == {
        "red": [2, 3], "yellow": [], "green": [], "blue": [], "misthrows": 0, "closed": [],
    }  # fmt: skip


def test_a_row_that_is_locked_on_this_sheet_stays_closed() -> None:
    made = sheet("qwixx", "r2", "r3", "r4", "r5", "r6", "r12", "reopen 0")
    assert made.format()["closed"] == ["red"]
    assert made.score.total == 28


def test_bringing_a_die_back_does_not_open_the_lock_without_five() -> None:
    made = sheet("qwixx", "r2", "r3", "close 0", "reopen 0")
    with pytest.raises(IllegalAction) as refused:
        enter(made, "r12")
    assert refused.value.rule == "Q4"


def test_crosses_go_to_the_right_and_the_score_follows() -> None:
    made = sheet("qwixx", "b12", "b11", "b10", "x", "x")
    assert (made.score.total, dict(made.score.lines)["blue"]) == (-4, 6)
    with pytest.raises(IllegalAction) as refused:
        enter(made, "b11")
    assert refused.value.rule == "Q3"


def test_there_are_four_boxes_for_misthrows() -> None:
    for game, rule in (("qwixx", "Q9"), ("qwinto", "W4")):
        made = sheet(game, "x", "x", "x", "x")
        with pytest.raises(IllegalAction) as refused:
            made.enter(Misthrow())
        assert (refused.value.rule, made.score.total) == (rule, -20)


def test_qwinto_checks_row_and_column_and_pays_the_pentagon() -> None:
    made = sheet("qwinto", "p3=5", "y2=3")
    assert dict(made.score.bonus)["p3"] == 0
    with pytest.raises(IllegalAction):
        enter(made, "o1=5")
    enter(made, "o1=4")
    assert dict(made.score.bonus)["p3"] == 5


def test_qwinto_takes_only_numbers_that_dice_can_give() -> None:
    with pytest.raises(IllegalAction, match="1 to 18"):
        sheet("qwinto", "o1=19")


def test_qwingo_ascends_downwards_and_has_no_misthrows() -> None:
    made = sheet("qwingo", "b3=10", "b5=30")
    assert made.writable(20)[:3] == (4, 13, 14)
    with pytest.raises(IllegalAction):
        enter(made, "b4=30")
    with pytest.raises(InputError):
        made.enter(Misthrow())


def test_everything_can_be_taken_back_and_done_again() -> None:
    made = sheet("qwixx", "r2", "x", "close 3")
    full = made.state
    for _ in range(3):
        made.undo()
    assert made.state == made.game.initial()
    with pytest.raises(UndoError):
        made.undo()
    for _ in range(3):
        made.redo()
    assert (made.state, made.can_redo) == (full, False)
    assert ScoreSheet(made.game, made.entries).state == full


def test_a_new_entry_ends_what_can_be_done_again() -> None:
    made = sheet("qwixx", "r2", "r3")
    made.undo()
    enter(made, "r4")
    with pytest.raises(UndoError):
        made.redo()


def test_an_illegal_entry_changes_nothing() -> None:
    made = sheet("qwixx", "r5")
    before = made.state
    for entry in ("r5", "r4", "r12"):
        with pytest.raises(IllegalAction):
            enter(made, entry)
    with pytest.raises(InputError):
        made.enter(Closing(4))
    assert (made.state, made.entries) == (before, (Write(Action(4), 5),))


def test_a_score_sheet_is_for_one() -> None:
    with pytest.raises(InputError):
        ScoreSheet(create_game("qwixx(players=2)"))  # type: ignore[arg-type]
