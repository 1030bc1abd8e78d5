"""The table, played with keys and clicks."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual.geometry import Size

from rollwright import (
    PASS,
    Action,
    CommittedDice,
    Match,
    ScriptedDice,
    SeededDice,
    TypedDice,
    create_game,
    parse_record,
    read_record,
)
from rollwright.bots.base import Choice
from rollwright.game import Seat
from rollwright.record import Rolled
from rollwright.render.sheets import is_filled_downwards
from rollwright.tui.drawing import Drawing
from rollwright.tui.session import Session, Wait
from rollwright.tui.table import Pace

from .driver import AT_ONCE, NEVER, session_of, sit_down

GAMES = (
    ("qwixx", ("you", "greedy")),
    ("qwixx(layout=mixx_a)", ("you", "greedy", "random")),
    ("qwixx(layout=mixx_b)", ("you",)),
    ("qwinto", ("you", "greedy", "greedy")),
    ("qwinto", ("you",)),
    ("qwingo(boxes=7)", ("greedy", "you")),
    ("qwingo(boxes=4)", ("you",)),
)


@pytest.mark.parametrize(("spec", "seats"), GAMES)
async def test_every_game_is_played_to_its_end_with_keys(
    spec: str, seats: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    session = session_of(spec, seats)
    async with sit_down(session, size=(80, 24)) as table:
        for _ in range(600):
            if session.wait is Wait.NOTHING:
                break
            if "call a number" in table.part("message"):
                await table.type(str(min(49 + session.match.state.turn, 100)))
            else:
                await table.press("enter")
        assert "The game is over" in table.part("message")
        totals = [str(score.total) for score in session.game.scores(session.match.state)]
        row = re.search(r"^ *(points|boxes|turns) .*$", table.part("own"), re.MULTILINE)
        assert row is not None
        assert row[0].split()[1:] == totals
    session.save = path
    session.save_record()
    assert read_record(path).final() == session.match.state


async def test_a_line_says_whose_turn_it_is_and_what_is_asked() -> None:
    async with sit_down(session_of("qwixx", ("you:Ann", "greedy"))) as table:
        assert table.part("message").strip() == "Your turn: roll the dice with Enter."
        await table.press("enter")
        asked = table.part("message").strip()
        assert re.fullmatch(r"Your roll\. White dice: cross \d+ in one row, or pass\.", asked)


async def test_the_cursor_goes_from_legal_field_to_legal_field() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    async with sit_down(session_of("qwixx", ("you", "greedy"), dice), NEVER) as table:
        await table.press("enter")
        seen = []
        for key in ("down", "down", "down", "up", "tab", "tab", "shift+tab", "up", "up", "up"):
            await table.press(key)
            cursor = table.screen.desk.cursor
            assert isinstance(cursor, int)
            seen.append(table.session.game.format_action(table.session.match.state, Action(cursor)))
        assert seen == ["y7", "g7", "b7", "g7", "b7", "-", "b7", "g7", "y7", "r7"]
        await table.press("up")
        assert table.screen.desk.cursor == PASS


async def test_legal_fields_and_the_cursor_are_marked_with_signs() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    async with sit_down(session_of("qwixx", ("you", "greedy"), dice), NEVER) as table:
        await table.press("enter", "down")
        lines = [line for line in table.part("own").splitlines() if "7" in line]
        assert [line[36:40] for line in lines] == ["[ 7]", "» 7«", "[ 7]", "[ 7]"]


async def test_an_answer_can_be_taken_back_and_given_again_before_the_bots_answer() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    session = session_of("qwixx", ("you", "greedy"), dice)
    async with sit_down(session, NEVER) as table:
        await table.press("enter", "enter")
        assert dict(session.match.pending) == {0: 6}
        assert "(r7)" not in table.part("own")
        assert "( 7)" in table.part("own")
        assert "take your answer back with u" in table.part("message")
        await table.press("u")
        assert dict(session.match.pending) == {}
        assert "( 7)" not in table.part("own")
        await table.press("ctrl+y")
        assert dict(session.match.pending) == {0: 6}
        await table.press("u", "r")
        assert "Enter does it again" in table.part("message")
        assert dict(session.match.pending) == {}
        await table.press("enter")
        assert dict(session.match.pending) == {0: 6}
        table.screen.pace = AT_ONCE
        await table.press("u", "enter")
        assert session.match.state.sheets[0].rows[0] == (5,)
        await table.press("u")
        assert "There is nothing to take back" in table.part("message")


async def test_a_lone_choice_can_be_taken_back_until_the_next_roll() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    session = session_of("qwixx", ("you",), dice)
    async with sit_down(session) as table:
        await table.press("enter", "enter", "p")
        assert session.match.game.turn(session.match.state) == 2
        await table.press("u", "u")
        assert session.match.game.turn(session.match.state) == 1
        assert session.match.state.sheets[0].rows == ((), (), (), ())


async def test_passing_that_costs_a_misthrow_is_called_so_and_can_be_taken_back() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    session = session_of("qwixx", ("you",), dice)
    async with sit_down(session) as table:
        await table.press("enter")
        assert table.part("choices").strip() == "[pass]"
        await table.press("p")
        assert "take a misthrow." in table.part("message")
        assert table.part("choices").strip() == "[take a misthrow: -5 points]"
        await table.press("-")
        assert "You take a misthrow: -5 points. u takes it back." in table.part("message")
        assert session.match.state.sheets[0].misthrows == 1
        assert "you: misthrow" in table.part("log")
        await table.press("u")
        assert session.match.state.sheets[0].misthrows == 0


async def test_an_illegal_field_shows_the_rule_and_changes_nothing() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    session = session_of("qwixx", ("you", "greedy"), dice)
    async with sit_down(session, NEVER) as table:
        await table.press("enter")
        await table.type("b12")
        assert "! b12 is not the white sum, 7. [Q3]" in table.part("message")
        own = table.screen.query_one("#own", Drawing)
        region = own.where(12)
        assert region is not None
        await table.pilot.click("#own", offset=(region.x + 1, region.y))
        assert "! r12 is not the white sum, 7." not in table.part("message")
        assert "! y2 is not the white sum, 7. [Q3]" in table.part("message")
        assert session.wait is Wait.ANSWER
        assert dict(session.match.pending) == {}


async def test_what_cannot_be_read_says_what_would_be_right() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    async with sit_down(session_of("qwixx", ("you", "greedy"), dice), NEVER) as table:
        await table.press("enter")
        await table.type("r77")
        assert "! “r77” is no answer; write a row (r y g b)" in table.part("message")


async def test_fields_and_buttons_can_be_clicked() -> None:
    dice = ScriptedDice([(3, 4, 1, 1, 1, 1)])
    session = session_of("qwixx", ("you", "greedy"), dice)
    async with sit_down(session, NEVER) as table:
        await table.pilot.click("#choices", offset=(3, 0))
        assert session.wait is Wait.ANSWER
        region = table.screen.query_one("#own", Drawing).where(17)
        assert region is not None
        await table.pilot.click("#own", offset=(region.x + 2, region.y))
        assert dict(session.match.pending) == {0: 17}
        keys = table.part("keys")
        await table.pilot.click("#keys", offset=(keys.index("u undo") + 1, 0))
        assert dict(session.match.pending) == {}
        await table.pilot.click("#choices", offset=(3, 0))
        assert dict(session.match.pending) == {0: PASS}


async def test_answers_can_be_typed_in_every_game() -> None:
    async with sit_down(session_of("qwixx", ("you",), ScriptedDice([(3, 4, 1, 1, 1, 1)]))) as table:
        await table.press(" ")
        await table.type("R7")
        assert table.session.match.state.sheets[0].rows[0] == (5,)
    async with sit_down(session_of("qwinto", ("you",), ScriptedDice([(2, 3), (4, 5)]))) as table:
        await table.type("oy")
        await table.press("enter")
        await table.type("r")
        await table.press("enter")
        assert "Write 9 in a field" in table.part("message")
        await table.type("o4")
        assert table.session.match.state.sheets[0].numbers[3] == 9
    async with sit_down(session_of("qwingo", ("you",), ScriptedDice([(1,)]))) as table:
        for text in ("b1=10", "c2", "d3", "w4", "i5"):
            await table.type(text)
        await table.press("enter")
        await table.type("call 37")
        await table.press("enter")
        await table.type("b12")
        assert table.session.match.state.sheets[0][0][11] == 37


async def test_p_is_a_die_while_dice_are_chosen_and_passes_while_numbers_are_entered() -> None:
    session = session_of("qwinto(rerolls=0)", ("you", "greedy"), ScriptedDice([(6,)]))
    async with sit_down(session, NEVER) as table:
        await table.type("p")
        assert session.match.state.chosen == (False, False, True)
        await table.press("enter", "p")
        assert "Enter passes, or type on." in table.part("message")
        await table.press("enter")
        assert dict(session.match.pending) == {0: PASS}


async def test_a_number_to_call_is_turned_to_with_arrows_or_typed() -> None:
    session = session_of("qwingo", ("you", "greedy"))
    async with sit_down(session) as table:
        await table.press(*["enter"] * 6)
        assert "call a number from 1 to 100" in table.part("message")
        assert "»call 50«" in table.part("choices")
        await table.press("up", "up", "up", "left")
        assert "»call 79«" in table.part("choices")
        await table.press("up", "up", "up", "right")
        assert "»call 100«" in table.part("choices")
        await table.pilot.click("#choices", offset=(3, 0))
        assert "»call 90«" in table.part("choices")
        await table.type("37")
        assert "called: 37" in table.part("dice")


FIVE_CROSSES_IN_RED = """\
[Format "rollwright 1"] [Game "qwixx"] [Rules "1"] [Seats "Ann; Bob"] [Dice "typed"]
1a w11 r1 y1 g1 b1 : r2 - / -
2b w12 r1 y1 g1 b1 : r3 - / y3
3a w22 r1 y1 g1 b1 : r4 - / -
4b w23 r1 y1 g1 b1 : r5 - / y4
5a w33 r1 y1 g1 b1 : r6 - / -
6b w66 r1 y1 g1 b1 : """


async def test_closings_are_announced_and_the_row_is_marked_as_closed() -> None:
    match = Match.resume(parse_record(FIVE_CROSSES_IN_RED), TypedDice())
    session = Session(match, ("you:Ann", "you:Bob"))
    async with sit_down(session) as table:
        await table.press("-")
        await table.type("r12")
        said = "red is closed: the red die leaves the game."
        assert said in table.part("message")
        assert said in table.part("log").replace("\n    ", " ")
        assert re.search(r"^ r red .* \((X|-)\)", table.part("own"), re.MULTILINE)


async def test_two_people_answer_one_after_the_other_without_seeing_the_others_answer() -> None:
    session = session_of("qwixx", ("you:Ann", "you:Bob"), ScriptedDice([(3, 4, 1, 1, 1, 1)]))
    async with sit_down(session) as table:
        await table.press("enter")
        assert " Ann  Your roll." in table.part("message")
        before = table.text()
        await table.type("g7")
        assert " Bob  White dice: cross 7" in table.part("message")
        assert table.part("own").startswith("Bob")
        assert "g7" not in table.text().replace(before, "")
        assert table.part("others").count("·") == 45
        await table.press("u")
        assert table.part("own").startswith("▶ Ann")
        await table.type("g7")
        await table.type("r7")
        assert session.match.state.sheets[0].rows == ((), (), (5,), ())
        assert session.match.state.sheets[1].rows == ((5,), (), (), ())
        assert table.part("message").split()[:2] == ["Ann", "A"]
        await table.press("u")
        assert "There is nothing to take back" in table.part("message")


async def test_the_secret_set_up_hands_the_keyboard_over_and_shows_nothing_of_the_other() -> None:
    session = session_of("qwingo", ("you:Ann", "you:Bob"))
    async with sit_down(session) as table:
        assert "Pass the keyboard to Ann" in table.part("message")
        assert table.part("own") == ""
        await table.press("enter")
        for text in ("w5", "c6", "i7", "b8", "d9"):
            await table.type(text)
        assert re.search(r"^ 5 .* 10 ", table.part("own"), re.MULTILINE)
        assert not re.search(r"\d", table.part("others").partition("\n")[2])
        await table.press("u")
        await table.type("d12")
        await table.press("enter")
        assert "Pass the keyboard to Bob" in table.part("message")
        assert [table.part(name) for name in ("own", "others", "log")] == ["", "", ""]
        await table.press("enter")
        assert table.part("own").startswith("Bob · 0 boxes")
        boxes = "".join(line[3:] for line in table.part("own").splitlines()[3:15])
        assert not re.search(r"\d", boxes)
        assert not re.search(r"\d", table.part("others").partition("\n")[2])
        await table.press("u")
        assert "Pass the keyboard to Ann" in table.part("message")
        await table.press("enter", "enter", "enter")
        for text in ("b1", "c2", "d3", "w4", "i5"):
            await table.type(text)
        await table.press("enter")
        state = session.match.state
        assert [state.sheets[0][column][box] for column, box in ((3, 4), (1, 5), (2, 11))] == [
            10, 20, 50,
        ]  # fmt: skip
        assert state.sheets[1][0][0] == 10
        assert "Ann: w5=10 c6=20 i7=30 b8=40 d12=50" in " ".join(table.part("log").split())


async def test_hidden_sheets_stay_hidden_between_people() -> None:
    spec = "qwingo(open_sheets=false)"
    session = session_of(spec, ("you:Ann", "you:Bob"), ScriptedDice([(1,), (2,)]))
    async with sit_down(session) as table:
        for column in "bc":
            await table.press("enter")
            for line, box in zip("bcdwi", (1, 2, 3, 4, 5), strict=True):
                await table.type(f"{line}{box if column == 'b' else box + 5}")
            await table.press("enter")
        await table.press("enter")
        assert table.part("own").startswith("▶ Ann")
        assert "Bob · hidden" in table.part("others")
        assert "Bob has answered" in table.part("log")
        await table.type("60")
        await table.press("enter")
        await table.type("b12")
        assert "Pass the keyboard to Bob" in table.part("message")
        assert "60" not in table.part("own") + table.part("log")
        await table.press("enter")
        assert table.part("own").startswith("Bob")
        assert "60" not in table.part("others") + table.part("log").replace("calls 60", "")


async def test_real_dice_are_typed_in_any_short_form_and_a_wrong_roll_is_corrected() -> None:
    session = session_of("qwixx", ("you", "greedy"), TypedDice())
    async with sit_down(session, NEVER) as table:
        assert "type what they show, like w34 r2 y5 g6 b1." in table.part("message")
        assert table.part("choices").strip() == "›▏".replace("›", "› ").strip()
        await table.type("w34 r2")
        assert "! “w34 r2” should be a roll like this: w·· r· y· g· b·." in table.part("message")
        await table.type("34 2 5 6 9")
        assert "! The blue die cannot show 9; it shows 1 to 6." in table.part("message")
        await table.type("34 2 5 6 1")
        assert "cross 7 in one row" in table.part("message")
        await table.type("r7")
        await table.press("c")
        assert "instead of w34 r2 y5 g6 b1" in table.part("message")
        await table.press("escape")
        assert dict(session.match.pending) == {0: 6}
        await table.press("c")
        await table.type("w35 r2 y5 g6 b1")
        assert "cross 8 in one row" in table.part("message")
        assert dict(session.match.pending) == {}
        log = " ".join(table.part("log").split())
        assert "w35 r2 y5 g6 b1 corrected: w35 r2 y5 g6 b1, not w34 r2 y5 g6 b1" in log
        step = session.match.steps[0]
        assert step == Rolled((3, 5, 2, 5, 6, 1))


async def test_the_dice_of_a_bot_are_typed_in_too() -> None:
    session = session_of("qwinto", ("greedy", "you"), TypedDice())
    async with sit_down(session) as table:
        assert "Roll the real dice for greedy and type what they show, like" in table.part(
            "message"
        )
        await table.type("1" * len(session.match.node.dice))  # type: ignore[union-attr]
        assert session.match.trail[1][1] == Rolled((1,) * (len(session.match.steps[1].roll)))  # type: ignore[union-attr]


async def test_a_symbol_is_typed_by_its_beginning() -> None:
    session = session_of("qwingo", ("you",), TypedDice())
    async with sit_down(session) as table:
        await table.press(*["enter"] * 6)
        await table.type("50")
        asked = " ".join(table.part("message").split())
        assert asked.endswith("like banana, cup, donut, watermelon, ice cream, lightning.")
        await table.type("li")
        assert "Lightning: write 50" in table.part("message")


async def test_a_saved_game_is_resumed_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = session_of("qwixx", ("you", "greedy"), SeededDice(5), path)
    async with sit_down(session, size=(80, 24)) as table:
        await table.press(*["enter"] * 7)
        state = session.match.state
        await table.press("q")
    record = read_record(path)
    match = Match.resume(record, SeededDice(5))
    assert match.state == state
    again = Session(match, ("you", "greedy"), seed=1)
    async with sit_down(again, NEVER) as table:
        assert "The game goes on where it was left." in table.part("message")
        assert again.match.state == state
        assert "Turn 1: you" in table.part("log")


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_leaving_keys_end_the_app(key: str) -> None:
    async with sit_down(session_of("qwixx", ("you", "greedy")), NEVER) as table:
        await table.pilot.press(key)
        assert not table.app.is_running


async def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    session = session_of("qwixx", ("you", "greedy"), save=tmp_path / "file" / "game.txt")
    async with sit_down(session) as table:
        await table.press("enter")
        assert "NOT SAVED" in table.part("head")
        assert session.wait is Wait.ANSWER


class BrokenBot:
    """A bot that always fails."""

    def choose(self, *_: Any) -> Choice:
        raise RuntimeError("out of luck")


async def test_a_bot_that_fails_is_told_and_the_game_can_go_on() -> None:
    session = session_of("qwixx", ("you", "greedy"), ScriptedDice([(3, 4, 1, 1, 1, 1)]))
    session.bots[Seat(1)] = BrokenBot()
    async with sit_down(session) as table:
        await table.press("enter")
        await table.type("r7")
        message = " ".join(table.part("message").split())
        assert "The bot greedy failed in turn 1: RuntimeError: out of luck." in message
        assert "Enter lets it play on harmlessly" in message
        assert dict(session.match.pending) == {0: 6}
        await table.press("enter")
        assert session.match.state.sheets[0].rows[0] == (5,)
        assert session.match.state.sheets[1].rows == ((), (), (), ())


class SlowBot:
    """A bot that passes when it is let."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.may_answer = threading.Event()

    def choose(self, *_: Any) -> Choice:
        self.asked.set()
        assert self.may_answer.wait(timeout=10)
        return Choice(PASS)


async def test_an_answer_can_be_taken_back_while_bots_think() -> None:
    session = session_of("qwixx", ("you", "greedy"), ScriptedDice([(3, 4, 1, 1, 1, 1)]))
    bot = SlowBot()
    session.bots[Seat(1)] = bot
    async with sit_down(session, NEVER) as table:
        await table.press("enter")
        table.screen.pace = AT_ONCE
        await table.pilot.press("r", "7", "enter")
        assert await asyncio.to_thread(bot.asked.wait, 10)
        await table.pilot.press("u")
        assert session.wait is Wait.ANSWER
        bot.may_answer.set()
        await table.settle()
        assert dict(session.match.pending) == {}
        await table.type("g7")
        assert session.match.state.sheets[0].rows == ((), (), (5,), ())
        assert session.match.state.sheets[1].rows == ((), (), (), ())


async def test_scores_can_be_hidden() -> None:
    async with sit_down(session_of("qwixx", ("you", "greedy")), NEVER) as table:
        assert "you · 0 points" in table.part("own")
        assert "greedy · 0" in table.part("others")
        await table.press("s")
        assert "0 points" not in table.text()
        assert table.part("others").splitlines()[0] == "greedy"
        await table.press("s")
        assert "you · 0 points" in table.part("own")


async def test_help_shows_rules_keys_and_the_whole_commitment() -> None:
    dice = CommittedDice("ab" * 32)
    session = session_of("qwixx(rows_to_end=3)", ("you", "greedy"), dice)
    async with sit_down(session, NEVER) as table:
        assert f"dice {dice.commitment[:8]}…" in table.part("head")
        assert f"SHA-256 is {dice.commitment[:8]}…" in table.part("message")
        await table.press("?")
        text = table.text()
        assert "Qwixx in short" in text
        assert "rows_to_end = 3: closed rows that end the game" in text
        assert dice.commitment in text
        assert dice.secret not in text
        await table.press("escape")
        assert table.part("message").strip() == "Your turn: roll the dice with Enter."


async def test_the_result_reveals_the_secret_of_the_dice_and_how_to_check_it() -> None:
    dice = CommittedDice("cd" * 32)
    async with sit_down(session_of("qwinto(rerolls=0)", ("you",), dice), size=(120, 40)) as table:
        for _ in range(300):
            if table.session.wait is Wait.NOTHING:
                break
            await table.press("o", "enter", "enter", "p", "enter", "-")
        result = table.part("own")
        assert table.session.match.state.sheets[0].misthrows == 4
        assert dice.commitment in result
        assert f"printf %s {dice.secret} | sha256sum" in result
        assert re.search(r"^ *misthrows +-20$", result, re.MULTILINE)


async def test_qwingo_alone_ends_with_its_rating() -> None:
    async with sit_down(session_of("qwingo(boxes=2)", ("you",)), size=(80, 24)) as table:
        for _ in range(300):
            if table.session.wait is Wait.NOTHING:
                break
            await table.press("enter")
        assert table.session.match.state.turn == 1
        assert "1 turn: Professional." in table.part("own")
        await table.press("enter")
        assert "»show the result«  [leave]" in table.part("choices")
        assert table.part("own").splitlines()[1].split() == ["b", "c", "d", "w", "i"]


@pytest.mark.parametrize("size", [(40, 20), (80, 12), (1, 1)])
async def test_a_screen_that_is_too_small_says_so(size: tuple[int, int]) -> None:
    async with sit_down(session_of("qwixx", ("you", "greedy")), NEVER, size) as table:
        text = " ".join(table.text().split())
        assert text == (
            f"This window is too small: {size[0]} × {size[1]}. The table needs 50 × 16."
        )
        await table.pilot.resize_terminal(80, 24)
        await table.settle()
        assert "Your turn: roll the dice with Enter." in table.part("message")
        assert table.part("own").startswith("▶ you · 0 points")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize(
    ("spec", "players"), [("qwixx(layout=mixx_a)", 2), ("qwinto", 2), ("qwingo", 2)]
)
async def test_the_own_sheet_is_wholly_on_the_screen(
    spec: str, players: int, size: tuple[int, int]
) -> None:
    session = session_of(spec, ("you", *["greedy"] * (players - 1)))
    async with sit_down(session, NEVER, size) as table:
        await table.pilot.pause()
        for name in ("own", "others"):
            drawing = table.screen.query_one(f"#{name}", Drawing)
            area = table.screen.query_one(f"#{name}-area")
            assert drawing.size == Size(*drawing.virtual_size)
            assert area.region.contains_region(drawing.region), name
        log = table.screen.query_one("#log-area").region
        assert log.bottom <= size[1] - 1
        assert log.right <= size[0]
        assert (log.x > 0) == (size[0] >= 98 or is_filled_downwards(session.game))


async def test_five_players_scroll_on_a_small_screen() -> None:
    session = session_of("qwinto", ("you", *["greedy"] * 5))
    async with sit_down(session, NEVER, (80, 24)) as table:
        await table.pilot.pause()
        area = table.screen.query_one("#others-area")
        assert area.max_scroll_y > 0
        await table.press("]")
        await table.pilot.pause()
        assert area.scroll_y > 0


async def test_without_colours_no_colour_is_sent_and_signs_say_it_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = session_of("qwixx", ("you", "greedy"), ScriptedDice([(3, 4, 1, 1, 1, 1)]))
    async with sit_down(session, NEVER) as table:
        await table.press("enter")
        await table.type("r7")
        for drawing in table.screen.query(Drawing):
            for y in range(len(drawing.block)):
                for segment in drawing.render_line(y):
                    style = segment.style or Style()
                    for colour in (style.color, style.bgcolor):
                        assert colour is None or colour.is_default, segment
        dice = " ".join(table.part("dice").split())
        assert dice.endswith("w ╯ ╰ w ╯ ╰ r ╯ ╰ y ╯ ╰ g ╯ ╰ b ╯")
        assert "▄" not in table.text()


async def test_bots_alone_can_be_watched() -> None:
    session = session_of("qwixx(rows_to_end=1)", ("greedy", "greedy"))
    async with sit_down(session) as table:
        assert session.match.is_over
        assert "The game is over: greedy" in table.part("message")


async def test_enter_does_nothing_for_a_moment_after_a_new_question() -> None:
    session = session_of("qwixx", ("you", "greedy"), ScriptedDice([(3, 4, 1, 1, 1, 1)]))
    async with sit_down(session, Pace(3600, 3600, 3600)) as table:
        table.screen.pace = NEVER
        await table.press("enter")
        table.screen.pace = Pace(3600, 3600, 3600)
        await table.press("enter")
        assert session.wait is Wait.ANSWER
        assert dict(session.match.pending) == {}


async def test_who_begins_is_drawn_by_lot() -> None:
    session = session_of("qwixx(start=random)", ("you", "greedy"), ScriptedDice([(1,)]))
    async with sit_down(session, NEVER) as table:
        assert "Press Enter to draw lots for who begins." in table.part("message")
        await table.press("enter")
        assert "The lot falls on you." in " ".join(table.part("log").split())


def test_create_game_is_the_same_for_the_driver() -> None:
    assert session_of("qwixx", ("you", "greedy")).game == create_game("qwixx(players=2)")
