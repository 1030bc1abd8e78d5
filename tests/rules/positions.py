"""Positions written as text, and a table at which they are played in the notation of people.

A Qwixx sheet is ``R2,3,4 G12,11 P1 closed=yb``: crosses by row, misthrows, and rows that somebody
else has closed. A Qwinto sheet is ``o1=3 p9=17 P2``, a Qwingo sheet ``b1=10 c3=22``: fields and
what is written there. Sheets that are not given are empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rollwright import (
    Chance,
    Decision,
    Game,
    IllegalAction,
    Match,
    Score,
    ScriptedDice,
    Seat,
    Terminal,
    create_game,
)
from rollwright.dice import DiceSource
from rollwright.game import Json

LETTERS = "abcdef"


def seat_of(letter: str) -> Seat:
    return Seat(LETTERS.index(letter))


@dataclass(frozen=True)
class Table:
    """A game at a state; nothing is changed, every step gives a new table."""

    game: Game[Any]
    state: Any

    @property
    def asked(self) -> str:
        """The letters of the seats that are asked now."""
        node = self.game.node(self.state)
        seats = node.seats if isinstance(node, Decision) else ()
        return "".join(LETTERS[seat] for seat in seats)

    @property
    def dice(self) -> tuple[str, ...]:
        """The names of the dice that are rolled now."""
        node = self.game.node(self.state)
        return tuple(die.name for die in node.dice) if isinstance(node, Chance) else ()

    @property
    def chance(self) -> Chance:
        """The chance node at which the table is."""
        node = self.game.node(self.state)
        assert isinstance(node, Chance)
        return node

    @property
    def is_over(self) -> bool:
        return isinstance(self.game.node(self.state), Terminal)

    @property
    def active(self) -> str:
        """The letter of the active seat."""
        seat = self.game.active(self.state)
        assert seat is not None
        return LETTERS[seat]

    @property
    def scores(self) -> tuple[Score, ...]:
        return self.game.scores(self.state)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score.total for score in self.scores)

    @property
    def places(self) -> tuple[int, ...]:
        return self.game.places(self.state)

    def sheet(self, letter: str) -> Json:
        return self.game.format_sheet(self.state, seat_of(letter))

    def legal(self, letter: str) -> set[str]:
        """All legal answers of a seat, as text."""
        actions = self.game.legal(self.state, seat_of(letter))
        return {self.game.format_action(self.state, action) for action in actions}

    def why_not(self, letter: str, answer: str) -> str | None:
        """The number of the rule that forbids an answer; None if it is legal."""
        joint = {
            seat_of(other): self.game.default(self.state, seat_of(other)) for other in self.asked
        }
        joint[seat_of(letter)] = self.game.parse_action(self.state, answer)
        try:
            self.game.play(self.state, joint)
        except IllegalAction as error:
            return error.rule
        return None

    def play(self, answers: str) -> Table:
        """The table after a joint answer: one word a seat that is asked, in their order."""
        words = [answers] if len(self.asked) == 1 else answers.split()
        joint = {
            seat_of(letter): self.game.parse_action(self.state, word)
            for letter, word in zip(self.asked, words, strict=True)
        }
        return Table(self.game, self.game.play(self.state, joint))

    def roll(self, text: str) -> Table:
        """The table after a roll, in the notation of records."""
        roll = self.game.parse_roll(self.state, text)
        return Table(self.game, self.game.roll(self.state, roll))


def new_table(spec: str) -> Table:
    """A table before anything has happened."""
    game = create_game(spec)
    return Table(game, game.initial())


def qwixx_json(game: Game[Any], text: str = "") -> Json:
    """A Qwixx sheet as JSON."""
    names = {line.letter: line.name for line in game.sheet.lines}
    data: Json = {name: [] for name in names.values()}
    for word in text.split():
        if word.startswith("closed="):
            data["closed"] = [names[letter] for letter in word.removeprefix("closed=")]
        elif word.startswith("P"):
            data["misthrows"] = int(word[1:])
        else:
            data[names[word[0].lower()]] = [int(number) for number in word[1:].split(",")]
    return data


def qwixx(
    *sheets: str, roll: str | None = None, spec: str = "qwixx(players=2)", active: str = "a"
) -> Table:
    """A table of Qwixx before a roll, or after the `roll`, such as ``w34 r2 g6``.

    Coloured dice that are in the game but not named show 1.
    """
    game = create_game(spec)
    texts = sheets + ("",) * (game.spec.players - len(sheets))
    state = game.parse_state(
        {
            "phase": "roll",
            "turn": 1,
            "active": seat_of(active),
            "sheets": [qwixx_json(game, text) for text in texts],
            "roll": None,
            "white_mark": "-",
        }
    )
    table = Table(game, state)
    return table if roll is None else roll_qwixx(table, roll)


def roll_qwixx(table: Table, text: str) -> Table:
    """The table after a roll in which coloured dice that are not named show 1."""
    named = {word[0]: word for word in text.split()}
    coloured = [name[0] for name in table.dice[2:]]
    assert set(named) <= {"w", *coloured}, "a die that has left the game cannot be rolled"
    words = [named["w"], *(named.get(letter, f"{letter}1") for letter in coloured)]
    return table.roll(" ".join(words))


def written_json(game: Game[Any], text: str = "") -> Json:
    """A Qwinto or Qwingo sheet as JSON."""
    by_letter = {line.letter: line for line in game.sheet.lines}
    data: Json = {line.name: [None] * len(line.fields) for line in game.sheet.lines}
    for word in text.split():
        if word.startswith("P"):
            data["misthrows"] = int(word[1:])
            continue
        field, number = word.split("=")
        data[by_letter[field[0]].name][int(field[1:]) - 1] = int(number)
    return data


def _written_position(spec: str, sheets: tuple[str, ...], roll: Json, active: str) -> Table:
    game = create_game(spec)
    texts = sheets + ("",) * (game.spec.players - len(sheets))
    data = [written_json(game, text) for text in texts]
    return Table(game, game.position(data, roll, seat_of(active)))


def qwinto(*sheets: str, roll: str, spec: str = "qwinto(players=2)", active: str = "a") -> Table:
    """A table of Qwinto after the last roll of a turn, such as ``o3 p4``, before the entries."""
    names = {"o": "orange", "y": "yellow", "p": "purple"}
    faces: Json = {names[word[0]]: int(word[1:]) for word in roll.split()}
    return _written_position(spec, sheets, faces, active)


def qwingo(
    *sheets: str, called: int, face: str, spec: str = "qwingo(players=2)", active: str = "a"
) -> Table:
    """A table of Qwingo after the call and the roll, before the entries."""
    return _written_position(spec, sheets, {"called": called, "face": face}, active)


def with_state(table: Table, **changes: object) -> Table:
    """The same table with some entries of its state, as JSON, replaced."""
    data = table.game.format_state(table.state) | changes
    return Table(table.game, table.game.parse_state(data))


STARTING_ANSWERS = ("b1=10", "c1=20", "d1=30", "w1=40", "i1=50")


def after_setup(spec: str, *answers: str) -> Table:
    """A table of Qwingo when every seat has given the same answers in the set-up."""
    table = new_table(spec)
    for answer in answers or STARTING_ANSWERS:
        table = table.play(" ".join([answer] * len(table.asked)))
    return table


def scripted_match(spec: str, *rolls: tuple[int, ...]) -> Match:
    """A match whose dice show these rolls."""
    return Match(create_game(spec), ScriptedDice(rolls))


def say(match: Match, letter: str, answer: str) -> None:
    """Let a seat answer the present decision of a match."""
    match.submit(match.decision, seat_of(letter), match.game.parse_action(match.state, answer))


def say_all(match: Match, answers: Mapping[str, str]) -> None:
    """Let several seats answer the present decision, in this order."""
    decision = match.decision
    for letter, answer in answers.items():
        action = match.game.parse_action(match.state, answer)
        match.submit(decision, seat_of(letter), action)


def finished_match(spec: str, dice: DiceSource) -> Match:
    """A match in which everybody always gives the last of his legal answers."""
    match = Match(create_game(spec), dice)
    while not match.is_over:
        if isinstance(match.node, Chance):
            match.roll()
        for seat in match.waiting:
            match.submit(match.decision, seat, match.legal(seat)[-1])
    return match
