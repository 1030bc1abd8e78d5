"""What the presenters of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ...dice import Die
from ...game import PASS, Action, Game, Json, Score, Seat
from ...i18n import T, Text, Tn
from ...record import Answered, Rolled, Step
from ...spec import Option, find_family, format_value
from ...vocabulary import word

NameOf = Callable[[int], str]

G = TypeVar("G", bound=Game[Any])


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; an important one is announced."""

    seat: int | None
    text: Text
    important: bool = False


@dataclass(frozen=True, slots=True)
class DieFace:
    """A die that lies on the table; `face` is a number, or the name of a symbol."""

    name: str
    letter: str
    colour: str
    face: int | str


class Presenter(ABC, Generic[G]):
    """The words of one game with its options fixed."""

    def __init__(self, game: G) -> None:
        self.game = game
        initial = game.initial()
        # In Qwingo's set-up an action names its number as well: b1=10 is the field b1.
        self.field_ids = tuple(
            game.format_action(initial, Action(index + 1)).partition("=")[0]
            for index in range(len(game.sheet.fields))
        )
        self.field_labels = tuple(map(self.field_label, range(len(game.sheet.fields))))

    # What a game defines

    @abstractmethod
    def field_label(self, index: int) -> Text:
        """What a field is called."""

    @abstractmethod
    def action_label(self, state: Any, seat: Seat, action: Action) -> Text:
        """What an answer does, in a few words."""

    @abstractmethod
    def question(self, state: Any, seat: Seat) -> Text:
        """What the seat is asked, without saying who asks."""

    @abstractmethod
    def situation(self, state: Any, seat: Seat | None, name: NameOf) -> Text:
        """What lies on the table and what `seat`, who reads it, is asked; None only watches."""

    @abstractmethod
    def roll_line(self, state: Any, name: str) -> Text:
        """What was rolled, for the log; `state` is the one after the roll."""

    @abstractmethod
    def answer_line(self, state: Any, seat: Seat, action: Action, name: str) -> Text | None:
        """What a seat answered, for the log; None where that is not worth a line."""

    @abstractmethod
    def news(self, before: Any, after: Any, name: NameOf) -> Iterator[Text]:
        """What a step changed for everybody, such as a row that was closed."""

    @abstractmethod
    def dice_faces(self, state: Any) -> Iterable[tuple[str, int | str]]:
        """The dice that lie on the table: name and face, in order."""

    @abstractmethod
    def number(self, state: Any, seat: Seat, action: Action) -> int | None:
        """The number that an answer writes or calls; None for a cross."""

    # What most games share

    def action_kind(self, state: Any, action: Action) -> str:
        """What sort of answer this is: ``mark``, or what only some games have."""
        return "mark"

    def action_dice(self, state: Any, action: Action) -> list[str]:
        """The dice that an answer chooses."""
        return []

    def fitting_lines(self, state: Any, seat: Seat, action: Action) -> list[str]:
        """The lines of the own sheet in which a called number would fit."""
        return []

    def skipped_fields(self, state: Any, seat: Seat, action: Action) -> list[str]:
        """The fields that a mark gives up."""
        return []

    def lost_fields(self, state: Any, seat: Seat) -> list[str]:
        """The empty fields that can never be marked again."""
        return []

    def symbols(self, die: Die) -> list[str] | None:
        """The faces of a die that shows symbols instead of numbers."""
        return None

    def roll_label(self, dice: Sequence[Die]) -> Text:
        """What the button that rolls says."""
        return Tn("Roll the die", "Roll {n} dice", len(dice))

    def written_fields(self, before: Any, after: Any, seat: Seat) -> list[str]:
        """The fields that were empty and no longer are."""
        old, new = (self._marked(state, seat) for state in (before, after))
        return [self.field_ids[index] for index in sorted(new - old)]

    @abstractmethod
    def _marked(self, state: Any, seat: Seat) -> set[int]:
        """The indices of the fields of a sheet that hold something."""

    def skips(self, state: Any, seat: Seat, action: Action) -> int:
        """How many numbers an entry leaves out."""
        return 0

    def warning(self, state: Any, seat: Seat, action: Action) -> Text | None:
        """Why a legal answer may be regretted, where everybody would say so."""
        return None

    def called(self, state: Any) -> int | None:
        """The number that was called, where the game has one."""
        return None

    def short(self, state: Any, seat: Seat, action: Action, gain: int) -> str:
        """The change of the score, with its sign; nothing where there is none."""
        return f"{gain:+d}".replace("-", "−") if gain else ""

    def letter(self, die_name: str) -> str:
        """The letter of a die: that of the line with its name, else of its colour."""
        for line in self.game.sheet.lines:
            if line.name == die_name:
                return line.letter
        return self.colour(die_name)[:1]

    def colour(self, die_name: str) -> str:
        """The colour of a die: ``white 1`` is white."""
        return die_name.split()[0]

    def dice(self, state: Any) -> list[DieFace]:
        """The dice that lie on the table, in order."""
        return [
            DieFace(name, self.letter(name), self.colour(name), face)
            for name, face in self.dice_faces(state)
        ]

    def describe_dice(self, state: Any) -> list[Json]:
        """The dice that lie on the table, as pages draw them."""
        return [
            {
                "name": die.name,
                "word": str(word(die.name)),
                "letter": die.letter,
                "colour": die.colour,
                "face": die.face,
            }
            for die in self.dice(state)
        ]

    def die_word(self, die: Die) -> Text:
        """What a die is called."""
        return word(die.name)

    def option_lines(self) -> list[Text]:
        """What differs from the official game, one plain sentence an option."""
        family = find_family(self.game.spec.family)
        options = dict(self.game.spec.options)
        return [
            self._option_line(option, options[option.name])
            for option in family.options
            if options[option.name] != option.default
        ]

    def _option_line(self, option: Option, value: Any) -> Text:
        words = {True: T("yes"), False: T("no")}
        shown = words[value] if isinstance(value, bool) else format_value(value)
        return T("{meaning}: {value}", meaning=option.meaning, value=shown)

    def roll_prompt(self, seat: Seat | None, is_mine: bool, typed: bool, name: NameOf) -> Text:
        """What is said while dice are to be rolled."""
        if seat is None:
            return T("The dice say who begins.")
        if typed:
            if is_mine:
                return T("Roll your dice and enter what they show.")
            return T("{name} rolls real dice and enters what they show.", name=name(seat))
        if is_mine:
            return T("It is your turn: roll the dice.")
        return T("{name} rolls the dice.", name=name(seat))

    # The log

    def lines(self, before: Any, step: Step, after: Any, name: NameOf) -> Iterator[Line]:
        """The lines of the log for one step."""
        if isinstance(step, Rolled):
            yield self._roll_line(before, after, name)
            return
        yield from self._answer_lines(before, step, after, name)
        for text in self.news(before, after, name):
            yield Line(None, text, important=True)

    def _roll_line(self, before: Any, after: Any, name: NameOf) -> Line:
        roller = self.game.active(before)
        if roller is None:
            first = self.game.active(after) or Seat(after.active)
            return Line(None, T("{name} begins.", name=name(first)))
        return Line(int(roller), self.roll_line(after, name(roller)))

    def _answer_lines(
        self, before: Any, step: Answered, after: Any, name: NameOf
    ) -> Iterator[Line]:
        hidden = self.game.view(after, None)
        for seat, action in step.joint:
            if self.game.format_sheet(hidden, seat) != self.game.format_sheet(after, seat):
                continue
            if self.score(after, seat).misthrows < self.score(before, seat).misthrows:
                yield Line(int(seat), T("{name} takes a misthrow.", name=name(seat)))
                continue
            text = self.answer_line(before, seat, action, name(seat))
            if text is not None:
                yield Line(int(seat), text)

    def winner_line(self, state: Any, name: NameOf) -> Text:
        """Who has won."""
        places = self.game.places(state)
        scores = self.game.scores(state)
        winners = [seat for seat, place in enumerate(places) if place == 1]
        total = scores[winners[0]].total
        if len(places) == 1:
            return self.solo_line(state, total)
        if len(winners) > 1:
            *names, last = (name(seat) for seat in winners)
            return T("{names} and {last} share the first place.", names=", ".join(names), last=last)
        return self.win_line(name(winners[0]), total)

    def solo_line(self, state: Any, total: int) -> Text:
        """The result of a game alone."""
        return Tn("The game is over: {n} point.", "The game is over: {n} points.", total)

    def win_line(self, name: str, total: int) -> Text:
        """The result of a game with one winner."""
        return Tn("{name} wins with {n} point.", "{name} wins with {n} points.", total, name=name)

    @abstractmethod
    def score(self, state: Any, seat: Seat) -> Score:
        """The score of one sheet alone; of Qwingo the filled boxes, also for somebody alone."""

    def worth(self, state: Any, seat: Seat) -> int:
        """What a sheet counts now."""
        score = self.score(state, seat)
        parts = (*score.lines, *score.bonus)
        return sum(points for _, points in parts) + score.misthrows

    def result_rows(self, state: Any) -> list[tuple[str, Text, list[int]]]:
        """The scores broken down: ``line``, ``bonus`` or ``misthrow``, its word, the numbers."""
        scores = self.game.scores(state)
        rows: list[tuple[str, Text, list[int]]] = []
        for number, (name, _) in enumerate(scores[0].lines):
            rows.append(("line", word(name), [score.lines[number][1] for score in scores]))
        if scores[0].bonus:
            points = [sum(p for _, p in score.bonus) for score in scores]
            rows.append(("bonus", T("bonus"), points))
        if any(score.misthrows for score in scores):
            rows.append(("misthrow", T("misthrows"), [score.misthrows for score in scores]))
        return rows

    def is_field(self, action: Action) -> bool:
        """Whether an answer writes into a field of the sheet."""
        return PASS < action <= len(self.field_ids)
