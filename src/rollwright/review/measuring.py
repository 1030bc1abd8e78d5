"""Games by which it is measured how much players of all sorts lose: the data behind scale.toml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..arena import play_match
from ..bots import Bot, create_bot
from ..bots.base import UNLIMITED, Budget, Choice
from ..bots.evaluator import Evaluator
from ..bots.levels import LEVEL_NAMES
from ..dice import SeededDice, Stream
from ..game import Action, Game, Seat
from ..games.qwingo import SETUP, Qwingo, QwingoState
from .coach import review_record
from .report import Review


def measured_games(
    game: Game[Any], evaluator: Evaluator, bot: str, seed: str, games: int
) -> Iterator[tuple[Review, Seat]]:
    """The reviews of a bot's games, with the seat in which it sat.

    In company the others are all of one level, each of the other levels in turn. Against one sort
    of opponents alone a rate would tell of these too: a game that is soon decided leaves little
    to lose.
    """
    others = [level for level in LEVEL_NAMES if level != bot]
    players = game.spec.players
    for number in range(games):
        seat = Seat(number % players)
        other = others[number // players % len(others)]
        seated = [_seated(bot if place == seat else other, game) for place in range(players)]
        record = play_match(game, seated, SeededDice(seed, number), seed, number).record
        yield review_record(record, evaluator), seat


def _seated(name: str, game: Game[Any]) -> Bot:
    bot = create_bot(name, game)
    return _DrawnColumns(game, bot) if isinstance(game, Qwingo) and game.players > 1 else bot


class _DrawnColumns:
    """A bot for Qwingo whose starting numbers stand in columns that are drawn.

    Bots that put them in the same columns would have equal sheets to the end, since the die and
    the numbers are those of all, and then no call could favour anybody. People hardly ever do so.
    """

    def __init__(self, game: Qwingo, bot: Bot) -> None:
        self._game = game
        self._bot = bot

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        choice = self._bot.choose(view, seat, legal, stream, budget)
        if view.phase != SETUP:
            return choice
        _, box = self._game.field_of(choice.action)
        return Choice(stream.choice([a for a in legal if self._game.field_of(a)[1] == box]))
