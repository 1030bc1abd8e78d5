"""Games from the command line. A person needs a terminal; here a stand-in plays in its place."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from rollwright import Chance, Match, SeededDice, create_game, read_record
from rollwright.arena import answer_bots, play_match
from rollwright.bots import create_bot
from rollwright.dice import CommittedDice, TypedDice
from rollwright.game import Seat

from .command import refuse, rollwright, succeed


def kept(folder: str) -> list[Path]:
    """The files in a folder of the user's data."""
    return sorted((Path.cwd().parent / "data" / "rollwright" / folder).glob("*"))


class Screen:
    """Stands in for the terminal game: random answers for everybody, for some turns."""

    def __init__(self) -> None:
        self.turns = 1000
        self.seats: tuple[str, ...] = ()
        self.seed: int | str = ""
        self.match: Match | None = None
        self.choice: tuple[str, tuple[str, ...]] | None = None

    def play(
        self, match: Match, seats: Sequence[str], *, seed: int | str, save: Path | None
    ) -> Match:
        self.match, self.seats, self.seed = match, tuple(seats), seed
        bots = {Seat(n): create_bot("random", match.game) for n in range(len(seats))}
        last = match.game.turn(match.state) + self.turns
        while not match.is_over and match.game.turn(match.state) < last:
            if not isinstance(match.node, Chance):
                answer_bots(match, bots, seed)
            elif isinstance(match.dice, TypedDice):
                match.roll((1,) * len(match.node.dice))
            else:
                match.roll()
        return match

    def choose_game(self) -> tuple[str, tuple[str, ...]] | None:
        return self.choice


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal with a person in front of it."""
    screen = Screen()
    module = ModuleType("rollwright.tui")
    module.play = screen.play  # type: ignore[attr-defined]
    module.choose_game = screen.choose_game  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "rollwright.tui", module)
    monkeypatch.setattr("rollwright.cli.console.has_terminal", lambda: True)
    return screen


# Bots alone


def test_bots_play_to_the_end_and_their_record_is_kept() -> None:
    told = succeed(
        "play", "qwixx", "--seats", "greedy,ga", "--seed", "3", "--record", "game.txt", "--json"
    ).json
    assert told == {
        "seats": ["bot:greedy", "bot:ga"],
        "scores": [59, 65],
        "places": [2, 1],
        "finished": True,
        "turns": 17,
        "record": "game.txt",
    }
    record = read_record(Path("game.txt"))
    assert (record.seats, record.dice) == (("bot:greedy", "bot:ga"), "seed:3")
    assert record.result() == (59, 65)


def test_seeded_game_is_that_of_the_arena() -> None:
    succeed("play", "qwinto", "--seats", "random,random", "--seed", "x", "--record", "game.txt")
    game = create_game("qwinto")
    match = play_match(game, [create_bot("random", game)] * 2, SeededDice("x"), "x")
    assert read_record(Path("game.txt")).steps == match.steps


def test_result_in_words_names_the_winner_first_and_the_file() -> None:
    out = succeed("play", "qwixx", "--seats", "greedy,ga", "--seed", "3", "--record", "g.txt").out
    lines = [line.split() for line in out.splitlines()]
    assert lines[2:4] == [["1.", "bot:ga", "65"], ["2.", "bot:greedy", "59"]]
    assert lines[4][-1] == "g.txt"


def test_g9_game_alone_shows_its_rating() -> None:
    record = ("--record", "g.txt")
    out = succeed("play", "qwingo(players=1)", "--seats", "random", "--seed", "5", *record).out
    assert "(unrated)" in out


def test_without_record_the_game_is_kept_in_the_data_folder() -> None:
    first = succeed("play", "qwixx", "--seats", "greedy,greedy", "--json").json["record"]
    second = succeed("play", "qwixx", "--seats", "greedy,greedy", "--json").json["record"]
    assert kept("games") == sorted([Path(first), Path(second)])
    assert first.endswith("-qwixx.txt")


def test_unseeded_dice_are_promised_and_their_secret_is_revealed() -> None:
    succeed("play", "qwixx", "--seats", "greedy,greedy", "--record", "game.json")
    record = read_record(Path("game.json"))
    assert record.secret is not None
    assert CommittedDice(record.secret).label == record.dice
    assert succeed("replay", "game.json", "--json").json["dice_verified"] is True
    assert kept("secrets") == []


def test_number_of_seats_is_the_number_of_players() -> None:
    succeed("play", "qwixx", "--seats", "random,random,random", "--record", "game.txt")
    assert read_record(Path("game.txt")).spec.players == 3


def test_seats_must_agree_with_players() -> None:
    message = refuse("play", "qwixx(players=3)", "--seats", "greedy,greedy")
    assert "3 seats, but 2 were given" in message


def test_commas_in_brackets_do_not_part_seats() -> None:
    seats = "greedy(skip=1), greedy(skip=3)"
    succeed("play", "qwixx", "--seats", seats, "--seed", "1", "--record", "game.txt")
    names = ("bot:greedy(skip=1)", "bot:greedy(skip=3)")
    assert read_record(Path("game.txt")).seats == names


def test_existing_file_is_never_overwritten() -> None:
    Path("game.txt").write_text("mine", encoding="utf-8")
    message = refuse("play", "qwixx", "--seats", "greedy,greedy", "--record", "game.txt")
    assert "game.txt is there already" in message
    assert "--resume game.txt" in message
    assert Path("game.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("path", "part"),
    [("game.pdf", ".txt or .json"), ("file/game.txt", "file/game.txt cannot be written")],
)
def test_record_that_cannot_be_written_is_refused_before_the_game(path: str, part: str) -> None:
    Path("file").touch()
    assert part in refuse("play", "qwixx", "--seats", "greedy,greedy", "--record", path)


def test_real_dice_need_a_person() -> None:
    message = refuse("play", "qwixx", "--seats", "greedy,greedy", "--dice", "typed")
    assert "seat a person with you" in message


FAULTY = """
class Faulty:
    def __init__(self, game, last="3"):
        self.game, self.last = game, int(last)

    def choose(self, view, seat, legal, stream, budget=None):
        from rollwright.bots import Choice
        if self.game.turn(view) > self.last:
            raise OSError("out of ideas")
        return Choice(legal[0])
"""


def test_failing_bot_is_named_and_the_game_is_saved_as_far_as_it_went() -> None:
    Path("faulty_player.py").write_text(FAULTY, encoding="utf-8")
    seats = "greedy,faulty_player:Faulty(last=3)"
    message = refuse("play", "qwixx", "--seats", seats, "--seed", "1", "--record", "game.txt")
    assert "bot:faulty_player:Faulty(last=3) failed in turn 4: OSError: out of ideas" in message
    assert succeed("replay", "game.txt", "--json").json["turns"] == 4


# Seats


@pytest.mark.parametrize(
    ("seats", "parts"),
    [
        ("bob,you", ["“bob”", "random, greedy, ga", "you:NAME"]),
        ("you,gredy", ["“gredy”", "greedy", "you:NAME"]),
        ("you,you", ["“you”", "you:Ann,you:Bob"]),
        ("you:Ann,you: Ann", ["“Ann”", "different names"]),
        ("you:bot:x", ["“bot:x”", "another name"]),
        ("you:a;b", ["“a;b”", "semicolon"]),
        ("you:" + "x" * 41, ["1 to 40 characters"]),
        ("you,", ["--seats", "name is missing"]),
    ],
)
def test_seats_that_cannot_be_read(seats: str, parts: list[str]) -> None:
    message = refuse("play", "qwixx", "--seats", seats)
    assert all(part in message for part in parts), message


def test_person_without_a_terminal_is_refused_and_leaves_no_file() -> None:
    for words in (("qwixx",), ("qwixx", "--seats", "you,greedy")):
        assert "needs a terminal" in refuse("play", *words)
    assert kept("games") == kept("secrets") == []


def test_without_a_terminal_there_is_no_menu() -> None:
    assert "Name the game to be played: qwixx, qwinto, qwingo." in refuse("play")


def test_menu_needs_no_seats(screen: Screen) -> None:
    assert "Name the game" in refuse("play", "--seats", "you,greedy")


@pytest.mark.parametrize(
    ("spec", "seats"),
    [
        ("qwixx", ("you", "greedy")),
        ("qwixx(players=1)", ("you",)),
        ("qwinto(players=3)", ("you", "greedy", "greedy")),
    ],
)
def test_one_person_plays_against_greedy(screen: Screen, spec: str, seats: tuple[str, ...]) -> None:
    screen.turns = 0
    succeed("play", spec)
    assert screen.seats == seats


def test_menu_chooses_game_and_seats(screen: Screen) -> None:
    screen.turns = 0
    screen.choice = ("qwinto", ("you:Ann", "you:Bob", "greedy"))
    succeed("play")
    assert screen.match is not None
    assert str(screen.match.game.spec) == "qwinto(players=3)"
    assert screen.match.names == ("Ann", "Bob", "bot:greedy")


def test_leaving_the_menu_plays_nothing(screen: Screen) -> None:
    assert succeed("play").out == ""
    assert kept("games") == []


def test_real_dice_are_typed_in(screen: Screen) -> None:
    succeed("play", "qwixx(players=1)", "--dice", "typed", "--record", "game.txt")
    assert read_record(Path("game.txt")).dice == "typed"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--dice", "loaded"), "--dice may be rolled, typed"),
        (("--dice", "typed", "--seed", "1"), "--seed rolls the dice"),
    ],
)
def test_dice_that_cannot_be(words: tuple[str, ...], part: str) -> None:
    assert part in refuse("play", "qwixx", *words)


# Leaving and coming back


def test_person_who_leaves_is_told_how_to_go_on(screen: Screen) -> None:
    screen.turns = 3
    out = succeed("play", "qwixx", "--record", "my game.txt").out
    assert out.endswith("go on with: rollwright play --resume 'my game.txt'\n")
    assert succeed("replay", "my game.txt", "--json").json["turns"] == 3


def test_secret_is_kept_for_the_user_alone_until_the_game_is_over(screen: Screen) -> None:
    screen.turns = 3
    succeed("play", "qwixx", "--record", "game.txt")
    record = read_record(Path("game.txt"))
    assert record.secret is None
    (secret,) = kept("secrets")
    assert record.dice == f"sha256:{secret.name}"
    assert secret.stat().st_mode & 0o777 == 0o600
    assert secret.parent.stat().st_mode & 0o777 == 0o700
    seed = screen.seed

    screen.turns = 1000
    succeed("play", "--resume", "game.txt")
    assert screen.seats == ("you", "greedy")
    assert screen.seed == seed
    assert succeed("replay", "game.txt", "--json").json["dice_verified"] is True
    assert kept("secrets") == []


def test_seeded_game_of_bots_goes_on_as_if_it_had_never_stopped() -> None:
    words = ("play", "qwinto", "--seats", "random,random", "--seed", "9", "--record", "game.txt")
    succeed(*words)
    whole = Path("game.txt").read_text(encoding="utf-8")
    cut = whole.index("\n10b ")
    Path("game.txt").write_text(whole[:cut], encoding="utf-8")
    succeed("play", "--resume", "game.txt")
    assert Path("game.txt").read_text(encoding="utf-8") == whole


def test_resumed_game_can_be_saved_elsewhere(screen: Screen) -> None:
    screen.turns = 2
    succeed("play", "qwixx", "--record", "first.txt")
    before = Path("first.txt").read_text(encoding="utf-8")
    succeed("play", "--resume", "first.txt", "--record", "second.json")
    assert Path("first.txt").read_text(encoding="utf-8") == before
    assert len(read_record(Path("second.json")).steps) > len(read_record(Path("first.txt")).steps)
    refusal = refuse("play", "--resume", "first.txt", "--record", "second.json")
    assert "second.json is there already" in refusal


def test_typed_game_goes_on_with_typed_dice(screen: Screen) -> None:
    screen.turns = 1
    succeed("play", "qwixx(players=1)", "--dice", "typed", "--record", "game.txt")
    succeed("play", "--resume", "game.txt")
    assert screen.match is not None
    assert isinstance(screen.match.dice, TypedDice)


def test_secret_that_is_not_on_this_machine(screen: Screen) -> None:
    screen.turns = 1
    succeed("play", "qwixx", "--record", "game.txt")
    (secret,) = kept("secrets")
    secret.unlink()
    message = refuse("play", "--resume", "game.txt")
    assert "is not on this machine" in message
    assert str(secret) in message


def test_rolls_that_were_changed_are_found_before_the_game_goes_on(screen: Screen) -> None:
    screen.turns = 1
    succeed("play", "qwixx(players=1)", "--record", "game.txt")
    text = Path("game.txt").read_text(encoding="utf-8")
    start = text.index("\n1a w") + len("\n1a w")
    face = text[start]
    Path("game.txt").write_text(
        text[:start] + str(int(face) % 6 + 1) + text[start + 1 :], encoding="utf-8"
    )
    assert "Turn 1" in refuse("play", "--resume", "game.txt")


def test_game_that_is_over_cannot_go_on() -> None:
    succeed("play", "qwixx", "--seats", "greedy,greedy", "--record", "game.txt")
    assert "is over" in refuse("play", "--resume", "game.txt")


@pytest.mark.parametrize(
    ("words", "option"),
    [(("qwixx",), "SPEC"), (("--seed", "1"), "--seed"), (("--dice", "rolled"), "--dice")],
)
def test_what_the_record_says_cannot_be_said_again(words: tuple[str, ...], option: str) -> None:
    message = refuse("play", "--resume", "game.txt", *words)
    assert f"{option} cannot be given with --resume" in message


def test_missing_record_cannot_go_on() -> None:
    assert "missing.txt cannot be read" in refuse("play", "--resume", "missing.txt")


def test_scripted_game_cannot_go_on() -> None:
    header = '[Format "rollwright 1"] [Game "qwixx"] [Rules "1"] [Seats "a; b"] [Dice "scripted"]'
    Path("game.txt").write_text(f"{header}\n", encoding="utf-8")
    assert "Scripted dice" in refuse("play", "--resume", "game.txt")


def test_record_does_not_run_somebody_elses_code() -> None:
    Path("own_player.py").write_text(FAULTY.replace("> self.last", "> 99"), encoding="utf-8")
    header = (
        '[Format "rollwright 1"] [Game "qwixx(players=2)"] [Rules "1"] '
        '[Seats "bot:greedy; bot:own_player:Faulty"] [Dice "seed:1"]'
    )
    Path("game.txt").write_text(f"{header}\n", encoding="utf-8")
    message = refuse("play", "--resume", "game.txt")
    assert "own_player:Faulty" in message
    assert "--seats greedy,own_player:Faulty" in message
    assert "own_player" not in sys.modules
    succeed("play", "--resume", "game.txt", "--seats", "greedy,own_player:Faulty")
    assert read_record(Path("game.txt")).result() is not None


def test_seats_cannot_change_when_a_game_goes_on(screen: Screen) -> None:
    screen.turns = 1
    succeed("play", "qwixx", "--record", "game.txt")
    message = refuse("play", "--resume", "game.txt", "--seats", "you,random")
    assert "you,greedy" in message


def test_game_is_saved_when_the_screen_breaks(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(match: Match, *_: object, **__: object) -> None:
        match.roll()
        raise RuntimeError("no such colour")

    monkeypatch.setattr(sys.modules["rollwright.tui"], "play", break_off)
    outcome = rollwright("play", "qwixx", "--record", "game.txt")
    assert outcome.status == 1
    assert len(read_record(Path("game.txt")).steps) == 1
