"""One running game: collects answers, rolls dice, takes back, and keeps the record.

`Match` is the only part of the core that changes. The web server, the terminal, the simulator and
the arena all use it, so that nobody collects answers in a way of his own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from .dice import Chance, CommittedDice, DiceSource, Roll, TypedDice
from .errors import DiceError, StaleAnswer, UndoError
from .game import Action, Decision, Game, Node, Seat, Terminal
from .i18n import T
from .record import Answered, Record, Rolled, Step, apply_step, check_name

ANSWER, RETRACT, ROLL, CORRECT = "answer", "retract", "roll", "correct"


class Event(NamedTuple):
    """Something that happened to a match from outside; a match can be rebuilt from its events.

    `kind` is one of ANSWER (seat, action), RETRACT (seat), ROLL (roll) and CORRECT (roll).
    Answers that a match gives by itself are no events.
    """

    kind: str
    seat: Seat | None = None
    action: Action | None = None
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class _Move:
    """A resolved step, the state before it, and the seats that had a choice in it.

    `resolved` counts the decisions among the steps up to this one. A state that was forgotten is
    None, and follows from the steps.
    """

    before: Any
    step: Step
    resolved: int
    choosers: tuple[Seat, ...] = ()


class Match:
    """A game being played.

    Answers are addressed to a decision by its number, so that a late one is recognised. They stay
    hidden in `pending` until every seat that is asked has answered; only then the rules see them.
    A seat with a single legal answer gives it without being asked.
    """

    def __init__(
        self, game: Game[Any], dice: DiceSource, names: Sequence[str] | None = None
    ) -> None:
        self.game = game
        self.dice = dice
        players = game.spec.players
        given = names or [f"player {seat + 1}" for seat in range(players)]
        self.names = tuple(check_name(name) for name in given)
        if len(self.names) != players:
            raise ValueError(f"{players} names are needed, not {len(self.names)}")
        self.events: list[Event] = []
        self._state = game.initial()
        self._moves: list[_Move] = []
        self._pending: dict[Seat, Action] = {}
        self._legal: dict[Seat, tuple[Action, ...]] = {}
        self._undone: dict[Seat, list[tuple[Any, Action]]] = {}
        self._decision = 0
        self._node: Node = Terminal()
        self._arrive()

    @classmethod
    def resume(cls, record: Record, dice: DiceSource) -> Match:
        """The match at the end of a record, ready to be continued with `dice`.

        Raises `RecordError` where the record is wrong.
        """
        record.final()
        match = cls(record.game, dice, record.seats)
        for number, step in enumerate(record.steps):
            if number < len(match._moves):
                continue  # answered by the match itself, as there was no choice
            if isinstance(step, Rolled):
                match._take_roll(step.roll)
            else:
                answers = dict(step.joint)
                for seat in match.waiting:
                    match.submit(match._decision, seat, answers[seat])
        return match

    # What is going on

    @property
    def state(self) -> Any:
        """The state after all resolved steps; unfinished answers are not in it."""
        return self._state

    @property
    def node(self) -> Node:
        """What happens next."""
        return self._node

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._node, Terminal)

    @property
    def decision(self) -> int:
        """The number of the present decision; it grows and is never used again."""
        return self._decision

    @property
    def resolved(self) -> int:
        """How many decisions have been resolved; numbers the streams of bots."""
        return self._moves[-1].resolved if self._moves else 0

    @property
    def pending(self) -> Mapping[Seat, Action]:
        """The answers given to the present decision. They are secret until all are in."""
        return MappingProxyType(self._pending)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answer is still missing."""
        if not isinstance(self._node, Decision):
            return ()
        return tuple(seat for seat in self._node.seats if seat not in self._pending)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All resolved steps."""
        return tuple(move.step for move in self._moves)

    @property
    def trail(self) -> tuple[tuple[Any, Step], ...]:
        """All resolved steps, each with the state before it."""
        return self.trail_from(0)

    def trail_from(self, first: int) -> tuple[tuple[Any, Step], ...]:
        """The resolved steps from number `first` on, each with the state before it."""
        moves = self._moves[first:]
        if moves and moves[0].before is None:
            return self._replayed()[first:]
        return tuple((move.before, move.step) for move in moves)

    def _replayed(self) -> tuple[tuple[Any, Step], ...]:
        state, trail = self.game.initial(), []
        for move in self._moves:
            trail.append((state, move.step))
            state = apply_step(self.game, state, move.step)
        return tuple(trail)

    @property
    def last_roll(self) -> int | None:
        """The number of the last roll among the steps; None before the first."""
        for index in range(len(self._moves) - 1, -1, -1):
            if isinstance(self._moves[index].step, Rolled):
                return index
        return None

    def forget_states(self, first: int) -> None:
        """Drop the states before the steps up to number `first`, to save memory.

        `trail` builds them again. States since the last roll are kept: they can be returned to.
        """
        last = len(self._moves) if self.last_roll is None else self.last_roll
        for index in range(min(first, last) - 1, -1, -1):
            if self._moves[index].before is None:
                return
            self._moves[index] = replace(self._moves[index], before=None)

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """All legal answers of a seat to the present decision."""
        return self._legal.get(seat, ())

    @property
    def record(self) -> Record:
        """The record so far; the secret of committed dice is in it only after the game."""
        secret = None
        if self.is_over and isinstance(self.dice, CommittedDice):
            secret = self.dice.secret
        return Record(self.game.spec, self.names, self.steps, self.dice.label, secret)

    # What people do

    def submit(self, decision: int, seat: Seat, action: Action) -> None:
        """Take the answer of a seat to the decision of that number.

        Raises `StaleAnswer` where that is not the present decision or the seat is not asked or
        has answered already, and `IllegalAction` where the rules forbid it; nothing is changed.
        """
        self._check_asked(decision, seat)
        legal = self._legal[seat]
        if action not in legal:
            self._explain_illegal(seat, action)
        action = legal[legal.index(action)]  # the rules' own number, were it given as another type
        undone = self._undone.get(seat, [])
        if undone and undone[-1] == (self._state, action):
            undone.pop()
        else:
            self._undone.pop(seat, None)
        self.events.append(Event(ANSWER, seat, action))
        self._pending[seat] = action
        self._resolve_if_complete()

    def _check_asked(self, decision: int, seat: Seat) -> None:
        if decision != self._decision:
            raise StaleAnswer(T("The game has gone on; that question is no longer asked."))
        if not isinstance(self._node, Decision) or seat not in self._node.seats:
            raise StaleAnswer(T("This seat is not asked now."))
        if seat in self._pending:
            raise StaleAnswer(T("This seat has answered already; take the answer back first."))

    def _explain_illegal(self, seat: Seat, action: Action) -> None:
        """Let the rules say why an answer is illegal."""
        joint = {other: legal[0] for other, legal in self._legal.items()}
        self.game.play(self._state, joint | {seat: action})
        raise AssertionError(f"{self.game.spec}: {action} is not legal, but can be played")

    def roll(self, roll: Roll | None = None) -> Roll:
        """Roll the dice, or take the `roll` that real dice show; returns it."""
        if not isinstance(self._node, Chance):
            raise StaleAnswer(T("No dice are rolled now."))
        if (roll is not None) != isinstance(self.dice, TypedDice):
            if roll is None:
                self.dice.draw(self._node)
            raise DiceError(T("The dice of this game are rolled by the program."))
        shown = self.dice.draw(self._node) if roll is None else self._node.check(roll)
        self._take_roll(shown)
        return shown

    def _take_roll(self, roll: Roll) -> None:
        state = self.game.roll(self._state, roll)
        self.events.append(Event(ROLL, roll=roll))
        self._undone.clear()
        self._move_on(state, Rolled(roll))

    @property
    def can_correct(self) -> bool:
        """Whether the last roll was typed in, so that it can be corrected."""
        return isinstance(self.dice, TypedDice) and self.last_roll is not None

    def correct(self, roll: Roll) -> None:
        """Replace the last roll, which was typed in wrongly; answers given after it are void."""
        index = self.last_roll
        if index is None or not isinstance(self.dice, TypedDice):
            raise UndoError(T("Only the last roll of real dice can be corrected."))
        before = self._moves[index].before
        state = self.game.roll(before, roll)
        self.events.append(Event(CORRECT, roll=tuple(roll)))
        self._undone.clear()
        del self._moves[index:]
        self._state = before
        self._move_on(state, Rolled(tuple(roll)))

    def can_undo(self, seat: Seat) -> bool:
        """Whether `undo` would take something back."""
        return self._is_retractable(seat) or self._last_sole_choice(seat) is not None

    def undo(self, seat: Seat) -> None:
        """Take back the last answer of a seat: an unresolved one, or one that it gave alone.

        Never passes a roll, nor an answer that others have seen and answered to.
        """
        index = self._last_sole_choice(seat)
        if self._is_retractable(seat):
            self._undone.setdefault(seat, []).append((self._state, self._pending.pop(seat)))
        elif index is not None:
            move = self._moves[index]
            assert isinstance(move.step, Answered)
            self._undone.setdefault(seat, []).append((move.before, dict(move.step.joint)[seat]))
            del self._moves[index:]
            self._state = move.before
            self._arrive()
        else:
            raise UndoError(T("There is nothing to take back: the others have answered."))
        self.events.append(Event(RETRACT, seat))

    def _is_retractable(self, seat: Seat) -> bool:
        return seat in self._pending and len(self._legal[seat]) > 1

    def _last_sole_choice(self, seat: Seat) -> int | None:
        """The index of the last choice since the roll, where this seat alone had one.

        None after a game with committed dice: its secret may be known, and with it every roll.
        """
        if self.is_over and isinstance(self.dice, CommittedDice):
            return None
        for index in range(len(self._moves) - 1, -1, -1):
            move = self._moves[index]
            if isinstance(move.step, Rolled):
                return None
            if move.choosers:
                is_free = not any(len(self._legal[s]) > 1 for s in self._pending)
                return index if move.choosers == (seat,) and is_free else None
        return None

    def can_redo(self, seat: Seat) -> bool:
        """Whether `redo` would give the answer again that was taken back last."""
        undone = self._undone.get(seat, [])
        return bool(undone) and undone[-1][0] == self._state and seat not in self._pending

    def undone(self, seat: Seat) -> Action | None:
        """The answer that `redo` would give again; None where there is none."""
        return self._undone[seat][-1][1] if self.can_redo(seat) else None

    def redo(self, seat: Seat) -> None:
        """Give the answer again that this seat took back last."""
        if not self.can_redo(seat):
            raise UndoError(T("There is nothing to do again."))
        self.submit(self._decision, seat, self._undone[seat][-1][1])

    def apply(self, events: Iterable[Event]) -> None:
        """Let stored events happen again, rolls included, to rebuild a match."""
        for event in events:
            if event.kind == ANSWER and event.seat is not None and event.action is not None:
                self.submit(self._decision, event.seat, event.action)
            elif event.kind == RETRACT and event.seat is not None:
                self.undo(event.seat)
            elif event.kind == ROLL and event.roll is not None:
                if not isinstance(self._node, Chance):
                    raise StaleAnswer(T("No dice are rolled now."))
                self._take_roll(self._node.check(event.roll))
            elif event.kind == CORRECT and event.roll is not None:
                self.correct(event.roll)
            else:
                raise ValueError(f"no such event: {event}")

    # How the game goes on

    def _resolve_if_complete(self) -> None:
        while isinstance(self._node, Decision) and not self.waiting:
            joint = {seat: self._pending[seat] for seat in self._node.seats}
            choosers = tuple(seat for seat in joint if len(self._legal[seat]) > 1)
            step = Answered(tuple(joint.items()))
            self._moves.append(_Move(self._state, step, self.resolved + 1, choosers))
            self._state = apply_step(self.game, self._state, step)
            self._open()

    def _move_on(self, state: Any, step: Step) -> None:
        self._moves.append(_Move(self._state, step, self.resolved))
        self._state = state
        self._arrive()

    def _arrive(self) -> None:
        """Take stock of a new state, answer where there is no choice, and go on if all have."""
        self._open()
        self._resolve_if_complete()

    def _open(self) -> None:
        self._node = self.game.node(self._state)
        self._pending = {}
        self._legal = {}
        if isinstance(self._node, Decision):
            self._decision += 1
            self._legal = {s: self.game.legal(self._state, s) for s in self._node.seats}
            self._pending = {s: legal[0] for s, legal in self._legal.items() if len(legal) == 1}
