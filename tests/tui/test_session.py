"""The session: who is asked when, and what is saved; without any screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rollwright import (
    Action,
    InputError,
    Match,
    SeededDice,
    StaleAnswer,
    TypedDice,
    UndoError,
    create_game,
    read_record,
)
from rollwright.game import Seat
from rollwright.tui import play
from rollwright.tui.app import TableApp
from rollwright.tui.journal import Journal, Kind
from rollwright.tui.session import Session, Wait, is_person, misthrow_cost, shown_names

from .driver import session_of


def test_you_with_or_without_a_name_is_a_person() -> None:
    texts = ("you", "you:Ann", "youth", "greedy")
    assert [is_person(text) for text in texts] == [True, True, False, False]


def test_names_that_occur_twice_get_numbers() -> None:
    assert shown_names(("you", "greedy", "ga", "greedy")) == ("you", "greedy 1", "ga", "greedy 2")


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(InputError, match="There is no bot “gredy” for qwixx"):
        session_of("qwixx", ("you", "gredy"))


def test_people_are_asked_from_the_active_player_on() -> None:
    session = session_of("qwixx", ("you:Ann", "greedy", "you:Cid"), TypedDice())
    session.type_roll("111111")
    assert session.asked == 0
    session.answer(Action(0))
    assert session.asked == 2
    assert session.pending_of(Seat(0)) is None
    session.answer(Action(0))
    assert session.wait is Wait.BOTS
    assert [session.pending_of(Seat(seat)) for seat in (0, 2)] == [None, None]
    session.undo()
    assert session.asked == 2
    session.undo()
    assert session.asked == 0
    session.redo()
    assert session.asked == 2
    session.answer(Action(0))
    with pytest.raises(StaleAnswer, match="You are not asked now"):
        session.answer(Action(0))


def test_passing_costs_a_misthrow_only_in_the_last_action_of_the_active_player() -> None:
    session = session_of("qwixx", ("you:Ann", "you:Bob"), TypedDice())
    game, match = session.game, session.match
    assert misthrow_cost(game, match.state, Seat(0)) == 0
    session.type_roll("342561")
    assert misthrow_cost(game, match.state, Seat(0)) == 0
    session.answer(Action(0))
    session.answer(Action(0))
    assert misthrow_cost(game, match.state, Seat(0)) == 5
    assert misthrow_cost(game, match.state, Seat(1)) == 0


def test_every_step_is_saved_and_so_is_what_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.txt"
    session = session_of("qwinto", ("you",), SeededDice(5), path)
    assert not path.exists()
    session.answer(session.legal[0])
    assert len(read_record(path).steps) == 1
    session.roll()
    assert len(read_record(path).steps) == 2
    with pytest.raises(UndoError):
        session.undo()
    session.answer(session.legal[0])
    steps = len(session.match.steps)
    assert len(read_record(path).steps) == steps
    session.undo()
    assert len(read_record(path).steps) == len(session.match.steps) < steps


def test_a_path_with_another_ending_is_told(tmp_path: Path) -> None:
    session = session_of("qwinto", ("you",), SeededDice(5), tmp_path / "game.doc")
    session.answer(session.legal[0])
    assert session.trouble is not None
    assert "must end in .txt or .json" in str(session.trouble)


def test_play_saves_even_where_the_app_breaks_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(app: TableApp) -> None:
        app.session.answer(app.session.legal[0])
        app.session.save = path
        raise KeyboardInterrupt

    path = tmp_path / "game.txt"
    monkeypatch.setattr(TableApp, "run", break_off)
    match = Match(create_game("qwinto(players=1)"), SeededDice(1), ["Ann"])
    with pytest.raises(KeyboardInterrupt):
        play(match, ["you:Ann"], seed=1, save=None)
    assert len(read_record(path).steps) == 1


def test_play_returns_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableApp, "run", lambda app: None)
    match = Match(create_game("qwixx"), SeededDice(1))
    assert play(match, ["you", "greedy"], seed=1, save=None) is match


def test_the_package_imports_without_textual() -> None:
    code = "import sys, rollwright.tui, rollwright.render.text; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def log_of(session: Session) -> list[str]:
    journal = Journal(session.match, session.names)
    return [str(entry.text) for entry in journal.entries(session.seen, session.notes)]


def test_the_log_tells_rolls_answers_and_misthrows() -> None:
    session = session_of("qwixx", ("you:Ann", "you:Bob"), TypedDice())
    session.type_roll("342561")
    session.answer(session.game.parse_action(session.match.state, "g7"))
    session.answer(Action(0))
    session.answer(Action(0))
    session.type_roll("111111")
    session.answer(Action(0))
    session.answer(Action(0))
    session.answer(Action(0))
    assert log_of(session) == [
        "Turn 1: Ann",
        "w34 r2 y5 g6 b1",
        "Ann: g7",
        "Bob: passes",
        "Ann: passes",
        "Turn 2: Bob",
        "w11 r1 y1 g1 b1",
        "Ann: passes",
        "Bob: passes",
        "Bob: misthrow",
    ]


def test_the_log_forgets_what_is_taken_back_and_keeps_up() -> None:
    session = session_of("qwinto", ("you:Ann",), TypedDice())
    journal = Journal(session.match, session.names)
    session.answer(session.game.parse_action(session.match.state, "oy"))
    assert [str(e.text) for e in journal.entries(Seat(0))] == ["Turn 1: Ann", "Ann: orange, yellow"]
    session.undo()
    assert journal.entries(Seat(0)) == ()
    session.answer(session.game.parse_action(session.match.state, "p"))
    session.type_roll("5")
    entries = journal.entries(Seat(0))
    assert [str(entry.text) for entry in entries] == ["Turn 1: Ann", "Ann: purple", "p5"]
    assert [entry.kind for entry in entries] == [Kind.TURN, Kind.ANSWER, Kind.ROLL]
    session.answer(session.game.parse_action(session.match.state, "keep"))
    session.answer(session.game.parse_action(session.match.state, "p4"))
    assert [str(entry.text) for entry in journal.entries(Seat(0))][3:] == [
        "Ann: keep",
        "Ann: 5 at p4",
    ]
