"""The strongest bot for Qwingo: the network in company, the exact solution alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ...dice import Stream
from ...fast import NoKernel, load_kernel
from ...game import Action, Seat
from ...games.qwingo import CALL, HIGHEST, SETUP, Qwingo, QwingoState
from ...i18n import T
from ..base import UNLIMITED, Bot, Budget, Choice
from ..perfect import PerfectQwingoBot

if TYPE_CHECKING:
    from .compiled import CompiledMind
    from .layouts import Layouts
    from .mind import Mind


def open_mind(game: Qwingo) -> CompiledMind | Mind:
    """What the network thinks of a game: compiled where that is possible, else by numpy."""
    # Imported late: the network needs numpy.
    from .mind import Mind
    from .weights import load_network

    try:
        compiled = load_kernel("qwingo", f"{__package__}.compiled")
    except NoKernel:
        return Mind(game, load_network())
    mind: CompiledMind = compiled.CompiledMind(game, load_network())
    return mind


class ExpertQwingoBot:
    """Answers with the greatest chance to win, as a trained network sees it.

    Alone it plays by the exact solution. Sheets that may not be looked at are taken for copies of
    its own. The network was trained with the official rules; other options are obeyed. With
    `calls` it considers only so many numbers when it calls, drawn from all.
    """

    def __init__(self, game: Qwingo, calls: int | str = 0) -> None:
        self._game = game
        self._calls = int(calls)
        if not 0 <= self._calls <= HIGHEST:
            raise ValueError(T("calls must be from 0 to {most}", most=HIGHEST))
        self._alone: Bot | None = PerfectQwingoBot(game) if game.players == 1 else None

    @cached_property
    def _mind(self) -> CompiledMind | Mind:
        return open_mind(self._game)

    @cached_property
    def _layouts(self) -> Layouts:
        from .layouts import Layouts
        from .weights import load_network

        return Layouts(self._game, load_network())

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The best of the `legal` answers; in the set-up one of its layouts."""
        if self._alone is not None:
            return self._alone.choose(view, seat, legal, stream, budget)
        if view.phase == SETUP:
            return Choice(self._layouts.entry(view.sheets[seat], stream))
        if not self._game.options["open_sheets"]:
            view = view._replace(sheets=(view.sheets[seat],) * self._game.players)
        if view.phase == CALL:
            considered = [stream.choice(legal) for _ in range(self._calls)] or legal
            numbers = [self._game.called_number(action) for action in considered]
            return Choice(self._game.call_action(self._mind.call(view, seat, numbers)))
        return self._entry(view, seat, legal)

    def _entry(self, view: QwingoState, seat: Seat, legal: Sequence[Action]) -> Choice:
        from .mind import first_best

        chances = self._mind.after_entries(view, seat, legal).chances[:, seat].tolist()
        best = first_best(chances)
        return Choice(legal[best], chances[best])
