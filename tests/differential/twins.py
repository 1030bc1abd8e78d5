"""A compiled kernel and the readable rules side by side: the same steps, compared after each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from rollwright.bots import Bot, create_bot
from rollwright.dice import Chance, Roll, SeededDice, Stream, bot_stream, seed_key
from rollwright.fast.compile import new_record
from rollwright.fast.streams import BOT_STREAM, DICE_STREAM, chain
from rollwright.game import PASS, Action, Decision, Game, Seat, Terminal
from rollwright.spec import Family, GameSpec, create_game, find_family, make_spec

SEED = "differential"
HABITS = 6
"""How many habits a seat may have; each game says what they are."""

Legal = Mapping[Seat, tuple[Action, ...]]


class Difference(AssertionError):
    """Where kernel and readable rules part."""


class Twin(ABC):
    """A kernel at a state that should be the state of the readable rules.

    `kernel` is a module of `rollwright.fast`, or a copy of one that runs as plain Python: then
    its records need attributes, without which numba takes them faster.
    """

    family: str
    policies: tuple[str, ...]
    sheet_fields: tuple[str, ...]
    """The fields of the kernel's state that hold the sheets."""

    def __init__(self, game: Game[Any], kernel: ModuleType, plain: bool = False) -> None:
        self.game = game
        self.seats = tuple(Seat(seat) for seat in range(game.spec.players))
        self.kernel = kernel
        self.rules, self.state, self.work, self.players = (
            record if plain else np.array([record], kind)[0]
            for record, kind in (
                (kernel.make_rules(game), kernel.RULES),
                (new_record(kernel.STATE), kernel.STATE),
                (new_record(kernel.WORK), kernel.WORK),
                (new_record(kernel.PLAYERS), kernel.PLAYERS),
            )
        )
        self._sheets: dict[Seat, tuple[bytes, Any]] = {}
        kernel.start(self.rules, self.state)

    @abstractmethod
    def decoded(self) -> Any:
        """The kernel's state as one of the readable rules."""

    def sheets(self) -> tuple[Any, ...]:
        """All sheets decoded, anew where they have changed."""
        names = self.sheet_fields
        for seat in self.seats:
            memory = b"".join([self.state[name][seat].tobytes() for name in names])
            if seat not in self._sheets or self._sheets[seat][0] != memory:
                self._sheets[seat] = memory, self.decoded_sheet(seat)
        return tuple([sheet for _, sheet in self._sheets.values()])

    def agree(self, counted: object, kept: object) -> None:
        """Compare what the kernel keeps beside a sheet with the sheet itself."""
        if kept != counted:
            raise Difference(f"{self.game.spec}: {kept} is kept beside a sheet with {counted}")

    @abstractmethod
    def decoded_sheet(self, seat: Seat) -> Any:
        """A sheet as one of the readable rules; what the kernel keeps beside it must agree."""

    @abstractmethod
    def steered_roll(self, state: Any, node: Chance, stream: Stream) -> Roll:
        """A roll that leads to rare events."""

    @abstractmethod
    def steered_answer(
        self, state: Any, seat: Seat, legal: Sequence[Action], habit: int, stream: Stream
    ) -> Action:
        """An answer that leads to rare events, by the habit of a seat."""

    @abstractmethod
    def events(self, before: Any, after: Any) -> Iterator[str]:
        """The rare events between two states."""

    def drawn_policy(self, node: Decision, stream: Stream) -> str:
        """The policy that is compared at a decision: one, since the readable ones are slow."""
        return stream.choice(self.policies)

    def expected_legal(self, state: Any, seat: Seat) -> tuple[Action, ...]:
        """The legal answers of the readable rules."""
        return self.game.legal(state, seat)

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """The kernel's legal answers."""
        bits = int(self.kernel.legal(self.rules, self.state, seat))
        answers = []
        while bits:
            answers.append(Action((bits & -bits).bit_length() - 1))
            bits &= bits - 1
        return tuple(answers)

    def drawn(self, node: Chance, key: np.uint64) -> Roll:
        """What the kernel draws."""
        self.kernel.draw(self.rules, self.state, key, self.work)
        faces = self.work["faces"].tolist()
        return tuple(faces[die.index] for die in node.dice)

    def roll(self, node: Chance, roll: Roll) -> None:
        faces = [0] * len(self.work["faces"])
        for die, face in zip(node.dice, roll, strict=True):
            faces[die.index] = face
        self.work["faces"] = faces
        self.kernel.roll(self.rules, self.state, self.work)

    def play(self, joint: Mapping[Seat, Action]) -> None:
        self.work["answers"] = -1
        for seat, action in joint.items():
            self.work["answers"][seat] = action
        self.kernel.play(self.rules, self.state, self.work)

    def totals(self) -> tuple[int, ...]:
        return tuple([int(self.kernel.total(self.rules, self.state, s)) for s in self.seats])

    def places(self) -> tuple[int, ...]:
        self.kernel.places(self.rules, self.state, self.work)
        return tuple(self.work["places"].tolist()[: len(self.seats)])

    def chosen(self, seat: Seat, policy: str, key: np.uint64) -> Action:
        """What a policy of the kernel answers."""
        kind, parameters = self.kernel.POLICIES[policy]
        self.players["kind"][seat] = kind
        self.players["parameter"][seat] = [*parameters.values(), 0.0][0]
        answer = self.kernel.choose(self.rules, self.state, seat, self.players, key, self.work)
        return Action(int(answer))


def random_spec(family: Family, stream: Stream) -> GameSpec:
    """A game with any options, each at its default half of the time, and often two seats."""
    options = {
        option.name: stream.choice(option.choices) for option in family.options if stream.below(2)
    }
    players = stream.choice(tuple(family.seats)) if stream.below(2) else 2
    return make_spec(family.name, options, players)


def compare_games(
    twin_of: type[Twin], kernel: ModuleType, numbers: range, plain: bool = False
) -> Counter[str]:
    """Play games with both, all options at random; returns how often rare events occurred."""
    events: Counter[str] = Counter()
    family = find_family(twin_of.family)
    for number in numbers:
        stream = Stream(seed_key(f"{SEED} {family.name} {number}"))
        game: Any = create_game(random_spec(family, stream))
        # Asked for the same sheets many times.
        game.sheet_score = cache(game.sheet_score)
        events += compare_game(twin_of(game, kernel, plain), number, stream)
    return events


def compare_game(twin: Twin, number: int, stream: Stream) -> Counter[str]:
    """Play one game with both and raise `Difference` at the first step that is not the same."""
    game, events, check = twin.game, Counter[str](), _Check(twin, number)
    habits = [stream.below(HABITS) for _ in twin.seats]
    state = game.initial()
    check.results(state)
    while not isinstance(node := game.node(state), Terminal):
        legal = check.state_and_legal(state)
        if isinstance(node, Chance):
            drawn = check.draw(state, node)
            roll = twin.steered_roll(state, node, stream) if stream.below(8) else drawn
            twin.roll(node, roll)
            following = game.roll(state, roll)
        else:
            check.policy(twin.drawn_policy(node, stream), state, node, legal)
            joint = {
                seat: twin.steered_answer(state, seat, legal[seat], habits[seat], stream)
                for seat in node.seats
            }
            twin.play(joint)
            following = game.play(state, joint)
            if following.sheets is not state.sheets:
                check.results(following)
        events.update(twin.events(state, following))
        state = following
    check.state_and_legal(state)
    return events


class _Check:
    """What is compared at each step of a game."""

    def __init__(self, twin: Twin, number: int) -> None:
        self.twin, self.game, self.number = twin, twin.game, number
        self.dice = SeededDice(SEED, number)
        key = np.uint64(seed_key(SEED))
        self.dice_key = np.uint64(chain(chain(key, DICE_STREAM), number))
        self.bots_key = np.uint64(chain(chain(key, BOT_STREAM), number))
        self.bots: dict[str, Bot] = {n: create_bot(n, self.game) for n in twin.policies}
        self.resolved = 0

    def same(self, found: object, expected: object, what: str, state: Any) -> None:
        if found != expected:
            raise Difference(
                f"{self.game.spec}, game {self.number}: {what} should be {expected}, is {found}, "
                f"at {state}"
            )

    def state_and_legal(self, state: Any) -> Legal:
        self.same(self.twin.decoded(), state, "the state", state)
        legal = {seat: self.twin.expected_legal(state, seat) for seat in self.twin.seats}
        for seat, answers in legal.items():
            self.same(self.twin.legal(seat), answers, f"what seat {seat} may answer", state)
        return legal

    def results(self, state: Any) -> None:
        totals = tuple([score.total for score in self.game.scores(state)])
        self.same(self.twin.totals(), totals, "the totals", state)
        self.same(self.twin.places(), self.game.places(state), "the places", state)

    def draw(self, state: Any, node: Chance) -> Roll:
        roll = self.dice.draw(node)
        self.same(self.twin.drawn(node, self.dice_key), roll, "the roll", state)
        return roll

    def policy(self, name: str, state: Any, node: Decision, legal: Legal) -> None:
        for seat in node.seats:
            if len(legal[seat]) > 1:
                stream = bot_stream(SEED, self.number, self.resolved, seat)
                view = self.game.view(state, seat)
                choice = self.bots[name].choose(view, seat, legal[seat], stream)
                found = self.twin.chosen(seat, name, self.bots_key)
                self.same(found, choice.action, f"the answer of {name}", state)
        self.resolved += 1


def without_pass(legal: Sequence[Action]) -> list[Action]:
    return [action for action in legal if action != PASS]
