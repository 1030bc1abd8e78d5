"""The sentences that say whose turn it is and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..dice import Chance
from ..game import PASS, Action, Decision, Game, Seat
from ..games import qwingo, qwinto, qwixx
from ..i18n import T, Text, Tn
from ..vocabulary import word
from .notation import roll_example
from .session import Session, Wait, misthrow_cost


@dataclass(frozen=True, slots=True)
class Question:
    """A decision as one seat is asked it."""

    game: Game[Any]
    state: Any
    seat: Seat
    legal: Sequence[Action]

    @property
    def is_active(self) -> bool:
        """Whether it is this seat's turn."""
        return self.game.active(self.state) == self.seat

    @property
    def facts(self) -> dict[str, Any]:
        """The state as JSON."""
        return self.game.format_state(self.state)

    @property
    def cost(self) -> int:
        """The points that passing costs."""
        return misthrow_cost(self.game, self.state, self.seat)

    @property
    def may_pass(self) -> bool:
        """Whether passing is legal."""
        return PASS in self.legal


def sentence(session: Session) -> Text:
    """Whose turn it is and what is asked, for the person who looks at the screen."""
    match, game = session.match, session.game
    wait = session.wait
    if wait is Wait.NOTHING:
        return result_sentence(game, match.state, session.names)
    if wait is Wait.HANDOVER:
        name = session.names[session.called or 0]
        return T("Pass the keyboard to {name}; press Enter when the others look away.", name=name)
    if wait is Wait.CONFIRM:
        return T("All written. Press Enter if it may stand, or u to take something back.")
    if wait is Wait.FAILURE:
        return T("{reason} Enter lets it play on harmlessly; q leaves.", reason=session.failure)
    if wait in (Wait.ROLL, Wait.BOT_ROLL):
        return _roll_sentence(session)
    if wait is Wait.BOTS:
        return _bots_sentence(session)
    seat = session.asked
    assert seat is not None
    state = session.state_of(seat)
    return question_sentence(Question(game, state, seat, session.legal))


def _roll_sentence(session: Session) -> Text:
    match, game, state = session.match, session.game, session.match.state
    active = game.active(state)
    node = match.node
    assert isinstance(node, Chance)
    count = len(node.dice)
    mine = active in session.people
    if session.is_typed:
        example = roll_example(game, state)
        if active is None:
            return T("Draw lots for who begins, and type it, like {example}.", example=example)
        if mine:
            return T(
                "Roll your real dice and type what they show, like {example}.", example=example
            )
        return T(
            "Roll the real dice for {name} and type what they show, like {example}.",
            name=session.names[active],
            example=example,
        )
    if active is None:
        return T("Press Enter to draw lots for who begins.")
    if mine:
        return Tn(
            "Your turn: roll the die with Enter.", "Your turn: roll the dice with Enter.", count
        )
    name = session.names[active]
    return Tn("{name} rolls the die …", "{name} rolls the dice …", count, name=name)


def _bots_sentence(session: Session) -> Text:
    names = ", ".join(session.names[seat] for seat in session.match.waiting)
    if session.can_undo:
        return T("Waiting for {names}. You can still take your answer back with u.", names=names)
    return T("Waiting for {names}.", names=names)


def question_sentence(question: Question) -> Text:
    """What a person is asked."""
    node = question.game.node(question.state)
    phase = node.phase if isinstance(node, Decision) else ""
    ask = _QUESTIONS.get((question.game.spec.family, phase))
    return T("Your answer, please.") if ask is None else ask(question)


def _qwixx_white(question: Question) -> Text:
    total = sum(question.facts["roll"]["white"])
    if not question.may_pass:
        return T("White dice: cross {total} in one row.", total=total)
    if question.is_active:
        return T("Your roll. White dice: cross {total} in one row, or pass.", total=total)
    return T("White dice: cross {total} in one row, or pass.", total=total)


def _qwixx_colour(question: Question) -> Text:
    if not question.may_pass:
        return T("A white and a coloured die: cross a sum of the two.")
    if question.cost:
        return T("A white and a coloured die: cross a sum of the two, or take a misthrow.")
    return T("A white and a coloured die: cross a sum of the two, or pass.")


def _qwinto_choose(question: Question) -> Text:
    return T("Your turn: which dice do you roll?")


def _qwinto_keep(question: Question) -> Text:
    total = sum(question.facts["roll"].values())
    return T("You rolled {total}. Keep it, or roll all of these dice again?", total=total)


def _qwinto_entries(question: Question) -> Text:
    total = sum(question.facts["roll"].values())
    if not question.may_pass:
        return T("Write {total} in a field.", total=total)
    if question.cost:
        return T("Write {total} in a field, or take a misthrow.", total=total)
    return T("Write {total} in a field, or pass.", total=total)


def _qwingo_setup(question: Question) -> Text:
    notation = question.game.format_action(question.state, question.legal[0])
    number = notation.partition("=")[2]
    return T("Secretly write {number} into a column that has no number yet.", number=number)


def _qwingo_call(question: Question) -> Text:
    names = [question.game.format_action(question.state, a) for a in question.legal]
    low, high = names[0].split()[-1], names[-1].split()[-1]
    return T("Your turn: call a number from {low} to {high}.", low=low, high=high)


def _qwingo_entries(question: Question) -> Text:
    called, face = question.facts["called"], question.facts["face"]
    if face in (line.name for line in question.game.sheet.lines):
        if question.may_pass:
            return T("Write {called} in the {column} column, or pass.",
                     called=called, column=word(face))  # fmt: skip
        return T("Write {called} in the {column} column.", called=called, column=word(face))
    if question.may_pass:
        return T("Lightning: write {called} in any column, or pass.", called=called)
    return T("Lightning: write {called} in any column.", called=called)


_QUESTIONS: dict[tuple[str, str], Callable[[Question], Text]] = {
    ("qwixx", qwixx.WHITE): _qwixx_white,
    ("qwixx", qwixx.COLOUR): _qwixx_colour,
    ("qwinto", qwinto.CHOOSE): _qwinto_choose,
    ("qwinto", qwinto.KEEP): _qwinto_keep,
    ("qwinto", qwinto.ENTRIES): _qwinto_entries,
    ("qwingo", qwingo.SETUP): _qwingo_setup,
    ("qwingo", qwingo.CALL): _qwingo_call,
    ("qwingo", qwingo.ENTRIES): _qwingo_entries,
}


def choice_text(game: Game[Any], state: Any, action: Action) -> Text | str:
    """What the log says of an answer that is no field."""
    name = game.format_action(state, action)
    letters = game.sheet.line_letters
    if name.startswith("call "):
        return T("calls {number}", number=name.removeprefix("call "))
    if set(name) <= set(letters):
        return ", ".join(str(word(game.sheet.lines[letters[letter]].name)) for letter in name)
    return choice_label(game, state, action)


def choice_label(game: Game[Any], state: Any, action: Action) -> str:
    """What a button says of an answer that is no field: its notation where that is short."""
    name = game.format_action(state, action)
    if name == "keep":
        return str(T("keep"))
    if name == "reroll":
        return str(T("roll again"))
    if name.startswith("call "):
        return str(T("call {number}", number=name.removeprefix("call ")))
    if name in game.sheet.line_letters:
        return f"{name} {word(game.sheet.lines[game.sheet.line_letters[name]].name)}"
    return name


def result_sentence(game: Game[Any], state: Any, names: Sequence[str]) -> Text:
    """Who has won."""
    if game.spec.players == 1:
        return T("The game is over.")
    firsts = [name for name, place in zip(names, game.places(state), strict=True) if place == 1]
    if len(firsts) == 1:
        return T("The game is over: {name} wins.", name=firsts[0])
    return T("The game is over: {names} share the first place.", names=", ".join(firsts))
