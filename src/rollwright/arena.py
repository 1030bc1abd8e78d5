"""Bots play matches: one, or many with statistics that depend on the seed only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .bots import Bot
from .dice import Chance, DiceSource, bot_stream
from .game import Decision, Game, Seat
from .match import Match


def answer_bots(match: Match, bots: dict[Seat, Bot], seed: int | str, number: int = 0) -> None:
    """Let every bot that is asked answer the present decision, without seeing other answers.

    `seed` and `number`, the number of the match, choose the streams of the bots.
    """
    decision, resolved = match.decision, match.resolved
    waiting = [seat for seat in match.waiting if seat in bots]
    choices = {
        seat: bots[seat].choose(
            match.game.view(match.state, seat),
            seat,
            match.legal(seat),
            bot_stream(seed, number, resolved, seat),
        )
        for seat in waiting
    }
    for seat, choice in choices.items():
        match.submit(decision, seat, choice.action)


def play_match(
    game: Game[Any],
    bots: Sequence[Bot],
    dice: DiceSource,
    seed: int | str = 0,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> Match:
    """Play one match of bots to its end."""
    match = Match(game, dice, names)
    seated = {Seat(seat): bot for seat, bot in enumerate(bots)}
    while not match.is_over:
        if isinstance(match.node, Chance):
            match.roll()
        elif isinstance(match.node, Decision):
            answer_bots(match, seated, seed, number)
    return match
