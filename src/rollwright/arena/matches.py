"""Bots play one match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..bots import Bot
from ..dice import Chance, DiceSource, bot_stream
from ..errors import IllegalAction, RollwrightError
from ..game import Decision, Game, Seat
from ..i18n import T
from ..match import Match


class BotError(RollwrightError):
    """A bot that fails or breaks the rules; the text names it."""


@contextmanager
def _blaming(bot: str, turn: int) -> Iterator[None]:
    """Turn whatever goes wrong inside into an error that names the bot."""
    try:
        yield
    except IllegalAction as error:
        raise BotError(
            T("The bot {bot} broke the rules in turn {turn}: {reason} [{rule}]",
              bot=bot, turn=turn, reason=error.text, rule=error.rule)
        ) from error  # fmt: skip
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise BotError(
            T("The bot {bot} failed in turn {turn}: {reason}.", bot=bot, turn=turn, reason=reason)
        ) from error


def answer_bots(
    match: Match,
    bots: Mapping[Seat, Bot],
    seed: int | str,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> None:
    """Let every bot that is asked answer the present decision, without seeing other answers.

    `seed` and `number`, the number of the match, choose the streams of the bots. Raises
    `BotError` for a bot that fails or answers against the rules; it is called as in `names`, or as
    its seat in the match.
    """
    game, decision, resolved = match.game, match.decision, match.resolved
    turn, names = game.turn(match.state), names or match.names
    choices = {}
    for seat in match.waiting:
        if seat in bots:
            view = game.view(match.state, seat)
            stream = bot_stream(seed, number, resolved, seat)
            with _blaming(names[seat], turn):
                choices[seat] = bots[seat].choose(view, seat, match.legal(seat), stream)
    for seat, choice in choices.items():
        with _blaming(names[seat], turn):
            match.submit(decision, seat, choice.action)


def finish_match(
    match: Match,
    bots: Mapping[Seat, Bot],
    seed: int | str,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> Match:
    """Play a match to its end, wherever it stands; every seat must be a bot's."""
    while not match.is_over:
        if isinstance(match.node, Chance):
            match.roll()
        elif isinstance(match.node, Decision):
            answer_bots(match, bots, seed, number, names)
    return match


def play_match(
    game: Game[Any],
    bots: Sequence[Bot],
    dice: DiceSource,
    seed: int | str = 0,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> Match:
    """Play one match of bots from its beginning to its end."""
    return finish_match(Match(game, dice, names), _seated(bots), seed, number)


def _seated(bots: Sequence[Bot]) -> dict[Seat, Bot]:
    return {Seat(seat): bot for seat, bot in enumerate(bots)}
