"""A match at one terminal: who is asked next, hot-seat, bots, typed dice and saving.

Nothing here draws. The screen asks `Session.wait` what to do next, and calls one of the methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..arena import answer_bots
from ..bots import Bot, create_bot
from ..dice import Chance, DiceSource, TypedDice
from ..errors import RollwrightError, StaleAnswer, UndoError
from ..game import PASS, Action, Decision, Game, Seat
from ..i18n import T, Text
from ..match import Match
from ..record import Answered, Record, Rolled, Step, write_record
from .notation import parse_typed_roll
from .secret import SecretPlan, is_secret


class Wait(Enum):
    """What the match waits for."""

    ANSWER = "a person's answer"
    CONFIRM = "a person's word that the secret answers stand"
    HANDOVER = "the keyboard to change hands"
    ROLL = "a person to roll, or to type what real dice show"
    BOT_ROLL = "the dice of a bot's turn"
    BOTS = "the bots' answers"
    FAILURE = "somebody to see that a bot failed"
    NOTHING = "nothing: the game is over"


class Note(NamedTuple):
    """A remark for the log: after how many steps of the match, and what happened."""

    position: int
    text: Text


def is_person(text: str) -> bool:
    """Whether the text of a seat, ``you`` or ``you:NAME``, means a person at this terminal."""
    return text == "you" or text.startswith("you:")


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the seats, those that occur more than once with a number."""
    return tuple(
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


def misthrow_cost(game: Game[Any], state: Any, seat: Seat) -> int:
    """The points that passing costs this seat now, 0 where it is free."""
    node = game.node(state)
    if not isinstance(node, Decision) or PASS not in game.legal(state, seat):
        return 0
    joint = {other: game.default(state, other) for other in node.seats}
    after = game.play(state, joint | {seat: PASS})
    return game.scores(state)[seat].misthrows - game.scores(after)[seat].misthrows


BotAnswers = dict[Seat, Action]


def _think(
    record: Record, dice: DiceSource, bots: Mapping[Seat, Bot], seed: int | str
) -> BotAnswers:
    """What the bots answer at the end of a record, worked out on a match of its own."""
    match = Match.resume(record, dice)
    asked, steps = match.waiting, len(match.steps)
    answer_bots(match, bots, seed)
    if len(match.steps) == steps:
        answers = dict(match.pending)
    else:
        step = match.steps[steps]
        answers = dict(step.joint) if isinstance(step, Answered) else {}
    return {seat: answers[seat] for seat in asked if seat in bots}


class Session:
    """A match with its people and bots.

    `seen` is the person who looks at the screen; `failure` tells how a bot failed, `trouble` why
    the record could not be saved.
    """

    def __init__(
        self, match: Match, seats: Sequence[str], *, seed: int | str = 0, save: Path | None = None
    ) -> None:
        self.match = match
        self.game = match.game
        self.seed = seed
        self.save = save
        self.people = tuple(Seat(n) for n, text in enumerate(seats) if is_person(text))
        self.bots: dict[Seat, Bot] = {
            Seat(n): create_bot(text, match.game)
            for n, text in enumerate(seats)
            if not is_person(text)
        }
        self.names = shown_names(match.names)
        self.seen: Seat | None = self.people[0] if len(self.people) == 1 else None
        self.failure: Text | None = None
        self.trouble: Text | None = None
        self.notes: list[Note] = []
        self._plans: dict[Seat, SecretPlan] = {}
        self._answered: list[Seat] = []
        self._decision = match.decision
        self._first: Seat | None = None
        self._saved: tuple[Step, ...] | None = None
        self.settle()

    # What is going on

    @property
    def wait(self) -> Wait:
        """What has to happen next."""
        if self.match.is_over:
            return Wait.NOTHING
        if isinstance(self.match.node, Chance):
            is_bots = self.match.game.active(self.match.state) in self.bots or not self.people
            typed = isinstance(self.match.dice, TypedDice)
            return Wait.BOT_ROLL if is_bots and not typed else Wait.ROLL
        seat = self._next_person()
        if seat is None:
            return Wait.FAILURE if self.failure is not None else Wait.BOTS
        if self._must_hand_over(seat):
            return Wait.HANDOVER
        plan = self._plans.get(seat)
        return Wait.CONFIRM if plan is not None and plan.is_complete else Wait.ANSWER

    @property
    def asked(self) -> Seat | None:
        """The person who is asked now; None where it is nobody's, or somebody must come first."""
        return self._next_person() if self.wait in (Wait.ANSWER, Wait.CONFIRM) else None

    @property
    def called(self) -> Seat | None:
        """The person to whom the keyboard must be handed."""
        return self._next_person() if self.wait is Wait.HANDOVER else None

    @property
    def is_typed(self) -> bool:
        """Whether real dice are rolled and typed in."""
        return isinstance(self.match.dice, TypedDice)

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal answers of the person who is asked."""
        seat = self.asked
        if seat is None:
            return ()
        plan = self._plans.get(seat)
        return self.match.legal(seat) if plan is None else plan.legal

    def state_of(self, seat: Seat | None) -> Any:
        """The state as this seat may see it, with its own secret answers so far."""
        plan = self._plans.get(seat) if seat is not None else None
        return self.game.view(self.match.state if plan is None else plan.state, seat)

    def pending_of(self, seat: Seat) -> Action | None:
        """The unresolved answer of a seat, where nobody at this terminal may learn too much."""
        node = self.match.node
        if not isinstance(node, Decision) or len(self.match.legal(seat)) < 2:
            return None
        is_private = len(self.people) > 1 and len(node.seats) > 1
        return None if is_private or node.secret else self.match.pending.get(seat)

    def _next_person(self) -> Seat | None:
        """The person at this terminal who answers next: from the active player on, in turn."""
        waiting = [seat for seat in self.match.waiting if seat in self.people]
        waiting = [s for s in waiting if not (s in self._plans and self._plans[s].is_confirmed)]
        if self._first in waiting:
            return self._first
        start = self.game.active(self.match.state) or 0
        players = self.game.spec.players
        return min(waiting, key=lambda seat: (seat - start) % players, default=None)

    def _must_hand_over(self, seat: Seat) -> bool:
        """Whether what this person may see must not be seen by the one at the screen."""
        if seat == self.seen:
            return False
        state = self.match.state
        return is_secret(self.game, state) or self._sees(seat) != self._sees(self.seen)

    def _sees(self, seat: Seat | None) -> Any:
        return self.game.view(self.match.state, seat)

    # What people do

    def answer(self, action: Action) -> None:
        """Give the answer of the person who is asked; the match's errors say what is wrong."""
        seat = self.asked
        if seat is None:
            raise StaleAnswer(T("You are not asked now."))
        plan = self._plans.get(seat)
        if plan is None:
            self.match.submit(self.match.decision, seat, action)
            self._answered.append(seat)
        elif plan.is_complete:
            raise StaleAnswer(T("All is written; confirm it, or take something back."))
        else:
            plan.answer(action)
        self._first = None
        self.settle()

    def confirm(self) -> None:
        """Let the secret answers of the person who is asked stand."""
        seat = self.asked
        if seat is not None and self.wait is Wait.CONFIRM:
            self._plans[seat].is_confirmed = True
            self._first = None
        self.settle()

    def take_keyboard(self) -> None:
        """The person to whom the keyboard was handed looks at the screen now."""
        self.seen = self.called
        self.settle()

    def roll(self) -> None:
        """Roll the dice."""
        self.match.roll()
        self.settle()

    def type_roll(self, text: str) -> None:
        """Take what real dice show; `InputError` says what would be right."""
        self.match.roll(parse_typed_roll(self.game, self.match.state, text))
        self.settle()

    @property
    def last_roll(self) -> tuple[int, Any] | None:
        """The number of the step with the last roll, and the state before it."""
        for index in range(len(self.match.trail) - 1, -1, -1):
            before, step = self.match.trail[index]
            if isinstance(step, Rolled):
                return index, before
        return None

    def correct(self, text: str) -> None:
        """Replace the last typed roll; the log tells it."""
        last = self.last_roll
        if last is None or not self.match.can_correct:
            raise UndoError(T("There is no roll of real dice to correct."))
        index, before = last
        _, step = self.match.trail[index]
        assert isinstance(step, Rolled)
        roll = parse_typed_roll(self.game, before, text)
        self.match.correct(roll)
        wrong, right = (self.game.format_roll(before, r) for r in (step.roll, roll))
        self.notes.append(
            Note(index, T("corrected: {right}, not {wrong}", right=right, wrong=wrong))
        )
        self.failure = None
        self.settle()

    # Taking back

    @property
    def can_undo(self) -> bool:
        """Whether somebody at this terminal can take something back."""
        return self._plan_to_undo() is not None or self._seat_to_undo() is not None

    @property
    def can_redo(self) -> bool:
        """Whether somebody at this terminal can do again what was taken back."""
        plan = self._asked_plan()
        return (plan is not None and plan.can_redo) or self._seat_to_redo() is not None

    def undo(self) -> None:
        """Take back the last answer that was given at this terminal."""
        plan, seat = self._plan_to_undo(), self._seat_to_undo()
        if plan is not None and not plan.is_confirmed:
            plan.undo()
        elif plan is not None:
            plan.is_confirmed = False
            self._first = next(s for s, other in self._plans.items() if other is plan)
        elif seat is not None:
            self.match.undo(seat)
            self._plans.clear()
            self._first = seat
            if seat in self._answered:
                self._answered.remove(seat)
        else:
            raise UndoError(T("There is nothing to take back: the others have answered."))
        self.settle()

    def redo(self) -> None:
        """Give the answer again that was taken back last."""
        plan, seat = self._asked_plan(), self._seat_to_redo()
        if plan is not None and plan.can_redo:
            plan.redo()
        elif seat is not None:
            self.match.redo(seat)
            self._plans.clear()
            self._answered.append(seat)
        else:
            raise UndoError(T("There is nothing to do again."))
        self._first = None
        self.settle()

    def _asked_plan(self) -> SecretPlan | None:
        seat = self.asked
        return None if seat is None else self._plans.get(seat)

    def _plan_to_undo(self) -> SecretPlan | None:
        """The plan of the person who is asked, or else the one that was confirmed last."""
        asked = self._asked_plan()
        if asked is not None and asked.can_undo:
            return asked
        if self._next_person() is None:
            return None
        confirmed = [plan for plan in self._plans.values() if plan.is_confirmed and plan.can_undo]
        return confirmed[-1] if confirmed else None

    @property
    def _is_planning(self) -> bool:
        return any(plan.answers for plan in self._plans.values())

    def _seat_to_undo(self) -> Seat | None:
        seats = () if self._is_planning else (*reversed(self._answered), *self.people)
        return next((seat for seat in seats if self.match.can_undo(seat)), None)

    def _seat_to_redo(self) -> Seat | None:
        seats = () if self._is_planning else self.people
        return next((seat for seat in seats if self.match.can_redo(seat)), None)

    # What happens by itself

    def thinking(self) -> Callable[[], BotAnswers]:
        """A call that lets the bots think, as long as they like; it does not touch this match.

        `take_answers` must be given what it returns. Raises `BotError` for a bot that fails.
        """
        match = self.match
        return partial(_think, match.record, match.dice, self.bots, self.seed)

    def take_answers(self, decision: int, answers: BotAnswers) -> None:
        """Hand in what the bots answered to that decision, unless people are asked again."""
        if self.wait is Wait.BOTS and decision == self.match.decision:
            for seat in self.match.waiting:
                self.match.submit(decision, seat, answers[seat])
        self.settle()

    def answer_for_bots(self) -> None:
        """Let the bots that failed give a harmless answer, so that the game can go on."""
        self.failure = None
        for seat in self.match.waiting:
            if seat in self.bots:
                action = self.game.default(self.match.state, seat)
                self.match.submit(self.match.decision, seat, action)
        self.settle()

    def settle(self) -> None:
        """Take stock after a change: confirmed secrets are handed in, and the record is saved."""
        while self._hand_in_plans():
            pass
        if self.match.decision != self._decision:
            self._decision = self.match.decision
            self._answered.clear()
        self._prepare_plans()
        self._look()
        if self.match.steps and self.match.steps != self._saved:
            self.save_record()

    def _hand_in_plans(self) -> bool:
        """Give the next secret answers of all people once everybody has confirmed."""
        if not self._plans or not is_secret(self.game, self.match.state):
            self._plans.clear()
            return False
        seats = [seat for seat in self.match.waiting if seat in self.people]
        if not seats or not all(plan.is_confirmed for plan in self._plans.values()):
            return False
        decision = self.match.decision
        for seat in seats:
            self.match.submit(decision, seat, self._plans[seat].next_answer())
        return True

    def _prepare_plans(self) -> None:
        if self._plans or not is_secret(self.game, self.match.state):
            return
        for seat in self.match.waiting:
            if seat in self.people:
                self._plans[seat] = SecretPlan(self.game, self.match.state, seat)

    def _look(self) -> None:
        """Show the sheet of the person who is asked or rolls, where no secret forbids it."""
        active = self.game.active(self.match.state)
        person = active if self.wait is Wait.ROLL and active in self.people else self.asked
        if person is not None and not self._must_hand_over(person):
            self.seen = person

    def save_record(self) -> None:
        """Write the record where it is to be saved; `trouble` tells what stood in the way."""
        self._saved = self.match.steps
        if self.save is None:
            return
        try:
            write_record(self.match.record, self.save)
        except OSError as error:
            reason = error.strerror or str(error)
            self.trouble = T("{path} cannot be written: {reason}.", path=self.save, reason=reason)
        except RollwrightError as error:
            self.trouble = error.text
        else:
            self.trouble = None
