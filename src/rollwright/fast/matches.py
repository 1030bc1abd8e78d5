"""Matches of one game between the same bots, played on the game's kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from ..dice import seed_key
from ..errors import InputError
from ..i18n import T, Text
from ..spec import GameSpec, create_game, parse_call
from . import NoKernel
from .compile import new_record
from .jit import cache_folder_of

Results = npt.NDArray[np.int32]
"""A row for each match: its turns, the total of each seat, the place of each seat."""


class KernelMatches:
    """Matches of a game with its options fixed, one bot for each seat.

    A kernel whose bots need tables or weights has a function `load_weights`, whose arrays follow
    the other arguments of its `play_batch`.

    Several threads may call `play` at the same time: compiled code runs without the GIL, and
    nothing but the rules is shared.
    """

    def __init__(
        self,
        kernel: ModuleType,
        spec: GameSpec,
        bots: Sequence[str],
        seed: str,
        notice: Callable[[Text], None] | None = None,
    ) -> None:
        game = create_game(spec)
        if not kernel.can_play(game):
            raise NoKernel(T("the kernel does not know a sheet of that size"))
        self._kernel = kernel
        self._rules = kernel.make_rules(game)
        self._policies = [_policy(kernel, bot) for bot in bots]
        self._key = np.uint64(seed_key(seed))
        self._weights: tuple[npt.NDArray[Any], ...] = getattr(kernel, "load_weights", tuple)()
        self._compile(spec.family, notice)

    def _compile(self, family: str, notice: Callable[[Text], None] | None) -> None:
        """Compile or load all that `play` needs; a mark in the cache tells that it is there."""
        folder = cache_folder_of(self._kernel)
        mark = folder / f"{family}.compiled" if folder is not None else None
        if notice is not None and (mark is None or not mark.exists()):
            notice(
                T("Compiling {family} for this machine; this happens once and takes a few seconds.",
                  family=family)
            )  # fmt: skip
        self.play(range(0))
        if mark is not None:
            mark.touch()

    def play(self, numbers: range, rotation: int = 0) -> Results:
        """The results of the matches with these numbers, which must follow each other.

        Seat s is played by bot s + `rotation`, counted around the table.
        """
        kernel, seats = self._kernel, len(self._policies)
        players = new_record(kernel.PLAYERS)
        for seat in range(seats):
            kind, parameter = self._policies[(seat + rotation) % seats]
            players.kind[seat], players.parameter[seat] = kind, parameter
        results = np.zeros((len(numbers), 1 + 2 * seats), np.int32)
        state, work = new_record(kernel.STATE), new_record(kernel.WORK)
        first = numbers.start
        kernel.play_batch(
            self._rules, players, self._key, first, state, work, results, *self._weights
        )
        return results


def _policy(kernel: ModuleType, bot: str) -> tuple[int, float]:
    """The kind and the parameter by which the kernel plays what a bot of that name plays.

    A parameter that is a word belongs to the name: the kernel knows ``name(parameter=word)``.
    """
    name, parameters = parse_call(bot)
    words = ", ".join(f"{key}={value}" for key, value in parameters.items())
    if f"{name}({words})" in kernel.POLICIES:
        name, parameters = f"{name}({words})", {}
    if name not in kernel.POLICIES:
        raise NoKernel(T("the bot {bot} is not compiled", bot=bot))
    kind, defaults = kernel.POLICIES[name]
    if not set(parameters) <= set(defaults):
        raise InputError(T("The bot {name} has no such parameter.", name=bot))
    values = defaults | {key: float(value) for key, value in parameters.items()}
    return kind, next(iter(values.values()), 0.0)
