"""Dice, their exact distributions, random streams and the sources that rolls come from.

Random numbers are counter-based: the face of a die is a function of the seed and of the counters
(match, turn, roll, die), whatever was drawn before. A duel can so repeat the dice of a turn, a
game can be resumed from its record, and compiled kernels draw the same faces.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): its finaliser is chained over the
counters, and every draw is reduced by rejection, so that all faces are exactly equally likely.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Generic, Protocol, TypeVar

from . import vocabulary
from .errors import DiceError, InputError
from .i18n import T, Tn

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)
X = TypeVar("X")

Roll = tuple[int, ...]
"""The faces shown by the dice of a chance node, from 1, in the order of its dice."""

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_DICE_STREAM = 0
_BOT_STREAM = 1


@dataclass(frozen=True, slots=True)
class Distribution(Generic[V]):
    """Values with exact whole-number weights; `probability` gives fractions."""

    weights: Mapping[V, int]

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(self.weights.values())

    def probability(self, value: V) -> Fraction:
        """The exact probability of `value`, 0 where it cannot occur."""
        return Fraction(self.weights.get(value, 0), self.total)

    def map(self, function: Callable[[V], W]) -> Distribution[W]:
        """The distribution of `function(value)`."""
        weights: dict[W, int] = {}
        for value, weight in self.weights.items():
            image = function(value)
            weights[image] = weights.get(image, 0) + weight
        return Distribution(weights)

    def mean(self, function: Callable[[V], int | Fraction]) -> Fraction:
        """The exact mean of `function(value)`."""
        return Fraction(sum(w * function(v) for v, w in self.weights.items())) / self.total


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its name, its number of equally likely faces, and its place in the streams.

    `index` is fixed for each die of a game, so that a die shows the same faces of a seed whether
    or not another die has left the game.
    """

    name: str
    sides: int
    index: int


@dataclass(frozen=True, slots=True)
class Chance:
    """A node at which dice are rolled: which dice, in which turn, as which roll of that turn."""

    dice: tuple[Die, ...]
    turn: int
    roll: int = 0

    @property
    def total(self) -> int:
        """The number of equally likely rolls."""
        return prod(die.sides for die in self.dice)

    def rolls(self) -> Iterator[Roll]:
        """All rolls, each of weight 1, in lexicographic order."""
        return product(*(range(1, die.sides + 1) for die in self.dice))

    def distribution(self) -> Distribution[Roll]:
        """All rolls with their weights (46,656 for six ordinary dice)."""
        return Distribution(dict.fromkeys(self.rolls(), 1))

    def check(self, roll: Sequence[int]) -> Roll:
        """Return `roll` as a tuple, or raise `InputError` naming the die that cannot show that."""
        if len(roll) != len(self.dice):
            names = ", ".join(str(vocabulary.word(die.name)) for die in self.dice)
            raise InputError(
                T(
                    "{n} faces were given, but these dice are rolled: {names}.",
                    n=len(roll),
                    names=names,
                )
            )
        for die, face in zip(self.dice, roll, strict=True):
            if type(face) is not int or not 1 <= face <= die.sides:
                raise InputError(
                    T(
                        "The {die} die cannot show {face}; it shows 1 to {sides}.",
                        die=vocabulary.word(die.name),
                        face=face,
                        sides=die.sides,
                    )
                )
        return tuple(roll)


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def _chain(key: int, *counters: int) -> int:
    for counter in counters:
        key = _mix((key + _GOLDEN * (counter + 1)) & _MASK)
    return key


def seed_key(seed: int | str) -> int:
    """The 64-bit key of a seed: BLAKE2b of its text, a digest of eight bytes read big-endian."""
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "big")


class Stream:
    """Random numbers from a 64-bit key: SplitMix64, reproducible for ever."""

    __slots__ = ("_state",)

    def __init__(self, key: int) -> None:
        self._state = key

    def word(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        return _mix(self._state)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, all exactly equally likely."""
        limit = (1 << 64) - (1 << 64) % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def choice(self, values: Sequence[X]) -> X:
        """One of `values`, all equally likely."""
        return values[self.below(len(values))]


def bot_stream(seed: int | str, match: int, decision: int, seat: int) -> Stream:
    """The stream that a bot may use for one decision of one match.

    `decision` counts the resolved decisions of the match from 0. The stream has nothing in
    common with the dice of the same seed.
    """
    return Stream(_chain(seed_key(seed), _BOT_STREAM, match, decision, seat))


class DiceSource(Protocol):
    """Where rolls come from. `label` says so in the header of a record."""

    @property
    def label(self) -> str:
        """What the record's Dice header says, without giving away coming dice of a table."""
        ...

    def draw(self, chance: Chance) -> Roll:
        """The roll for this chance node; `DiceError` where the source cannot give one."""
        ...


class SeededDice:
    """Dice from a seed. The same seed, match, turn and roll always show the same faces."""

    def __init__(self, seed: int | str, match: int = 0) -> None:
        self.seed = str(seed)
        if not (re.fullmatch(r'[^\s#"\[\]\\]{1,100}', self.seed) and self.seed.isprintable()):
            raise InputError(
                T('A seed is 1 to 100 visible characters, but no # " [ ] or backslash.')
            )
        self.match = match
        self._key = _chain(seed_key(seed), _DICE_STREAM, match)

    @property
    def label(self) -> str:
        """``seed:S``, with ``#M`` for a match other than the first of that seed."""
        return f"seed:{self.seed}" + (f"#{self.match}" if self.match else "")

    def draw(self, chance: Chance) -> Roll:
        """The roll for this chance node."""
        key = _chain(self._key, chance.turn, chance.roll)
        return tuple(Stream(_chain(key, die.index)).below(die.sides) + 1 for die in chance.dice)


class ScriptedDice:
    """Rolls given beforehand, in order. `finish` raises unless all were used."""

    label = "scripted"

    def __init__(self, rolls: Iterable[Sequence[int]]) -> None:
        self._rolls = [tuple(roll) for roll in rolls]
        self._used = 0

    def draw(self, chance: Chance) -> Roll:
        """The next roll of the script."""
        if self._used == len(self._rolls):
            raise DiceError(
                Tn("The script has only {n} roll.", "The script has only {n} rolls.", self._used)
            )
        roll = chance.check(self._rolls[self._used])
        self._used += 1
        return roll

    def finish(self) -> None:
        """Raise `DiceError` where rolls of the script were not used."""
        if left := len(self._rolls) - self._used:
            raise DiceError(
                Tn(
                    "{n} roll of the script was not used.",
                    "{n} rolls of the script were not used.",
                    left,
                )
            )


class TypedDice:
    """Real dice on a real table: every roll is given to `Match.roll`, none is drawn."""

    label = "typed"

    def draw(self, chance: Chance) -> Roll:
        """Raise `DiceError`: somebody has to type in what the real dice show."""
        names = ", ".join(str(vocabulary.word(die.name)) for die in chance.dice)
        raise DiceError(T("Roll your real dice and enter what they show: {names}.", names=names))


class CommittedDice:
    """Dice fixed by a secret whose SHA-256 is shown before the game and which is revealed after.

    Anybody can check the commitment with a common tool: it is the SHA-256 of the secret's text
    (64 hexadecimal digits), and the rolls are those of `SeededDice` with that text as the seed.
    """

    def __init__(self, secret: str | None = None) -> None:
        self.secret = secrets.token_hex(32) if secret is None else secret
        if not re.fullmatch(r"[0-9a-f]{64}", self.secret):
            raise InputError(T("A dice secret is 64 hexadecimal digits."))
        self._dice = SeededDice(self.secret)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret's text, as 64 hexadecimal digits."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def label(self) -> str:
        """``sha256:`` and the commitment."""
        return f"sha256:{self.commitment}"

    def draw(self, chance: Chance) -> Roll:
        """The roll for this chance node."""
        return self._dice.draw(chance)


def parse_dice(label: str, secret: str | None = None) -> DiceSource | None:
    """The source that a record's Dice header names; None where its rolls cannot be drawn again.

    Typed and scripted rolls cannot, nor can committed ones while the secret is not known.
    Raises `InputError` for an unknown header and for a secret that does not fit its commitment.
    """
    if label in ("typed", "scripted", ""):
        return None
    if found := re.fullmatch(r"seed:(.*?)(?:#([0-9]{1,18}))?", label):
        return SeededDice(found[1], int(found[2] or 0))
    if re.fullmatch(r"sha256:[0-9a-f]{64}", label):
        if secret is None:
            return None
        dice = CommittedDice(secret)
        if dice.label != label:
            raise InputError(
                T(
                    "The dice secret does not fit: its SHA-256 is {found}, but {promised} was "
                    "promised before the game.",
                    found=dice.commitment,
                    promised=label.removeprefix("sha256:"),
                )
            )
        return dice
    raise InputError(
        T(
            "“{label}” is not a source of dice; write typed, scripted, seed:… or sha256:….",
            label=label,
        )
    )
