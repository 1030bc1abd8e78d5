"""Sittings: a match with who plays it and where it is kept, begun or resumed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..bots import Bot
from ..dice import CommittedDice, DiceSource, SeededDice, TypedDice, parse_dice
from ..errors import InputError
from ..game import Seat
from ..i18n import T
from ..match import Match
from ..record import Record, read_record
from ..spec import GameSpec, create_game
from .saving import (
    COMMITTED,
    check_new,
    find_secret,
    forget_secret,
    keep_secret,
    new_record_path,
    save_record,
)
from .seating import create_bots, is_person, seat_names, seat_word


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match, the words that seat people and bots, the bots, and the file that keeps the record.

    `seed` chooses the streams of the bots. With a seed or a secret it is the same whenever the
    game is resumed, so that the bots answer the same.
    """

    match: Match
    words: tuple[str, ...]
    bots: dict[Seat, Bot]
    seed: str
    path: Path

    @property
    def has_people(self) -> bool:
        """Whether somebody must be asked."""
        return any(map(is_person, self.words))

    def save(self) -> None:
        """Write the record, and keep the dice secret for as long as the record does not tell it."""
        keep_secret(self.match.dice)
        save_record(self.match.record, self.path)
        if self.match.is_over:
            forget_secret(self.match.dice.label)


def begin(spec: GameSpec, words: Sequence[str], dice: DiceSource, path: Path | None) -> Sitting:
    """A new game."""
    game = create_game(spec)
    bots = create_bots(words, game)
    match = Match(game, dice, seat_names(words))
    if path is not None:
        check_new(path)
    return Sitting(
        match, tuple(words), bots, _bots_seed(dice), path or new_record_path(spec.family)
    )


def resume(path: Path, words: Sequence[str] | None, save_as: Path | None) -> Sitting:
    """The game of a record, to be continued with the dice that it began with.

    `words` are needed only to allow bots that are somebody's own code; they must agree with it.
    """
    record = read_record(path)
    if record.result() is not None:
        raise InputError(T("The game in {path} is over; rollwright replay shows it.", path=path))
    if save_as is not None and save_as != path:
        check_new(save_as)
    if words is not None and seat_names(words) != record.seats:
        raise InputError(
            T(
                "The seats of {path} are {seats}; --seats cannot change them.",
                path=path,
                seats=",".join(map(seat_word, record.seats)),
            )
        )
    seats = tuple(map(seat_word, record.seats))
    if words is None:
        _refuse_foreign_code(seats)
    dice = _dice_of(record)
    match = Match.resume(record, dice)
    return Sitting(match, seats, create_bots(seats, match.game), _bots_seed(dice), save_as or path)


def _refuse_foreign_code(words: Sequence[str]) -> None:
    """A record may come from anywhere: what it names is not run unless the user says so."""
    for word in words:
        if ":" in word and not is_person(word):
            raise InputError(
                T(
                    "The record names the bot {bot}, which is a program of its own. If you trust "
                    "it, add: --seats {seats}",
                    bot=word,
                    seats=",".join(words),
                )
            )


def _dice_of(record: Record) -> DiceSource:
    """The dice with which a record goes on, its rolls so far having been checked against them."""
    if record.dice == TypedDice.label:
        return TypedDice()
    secret = find_secret(record.dice) if record.dice.startswith(COMMITTED) else None
    dice = parse_dice(record.dice, secret)
    if dice is None:
        raise InputError(T("Scripted dice cannot be rolled on."))
    replace(record, secret=secret).final()
    return dice


def _bots_seed(dice: DiceSource) -> str:
    if isinstance(dice, SeededDice):
        return dice.seed
    if isinstance(dice, CommittedDice):
        return dice.secret
    return secrets.token_hex(8)
