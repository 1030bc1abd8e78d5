"""``rollwright play``: a game in the terminal, or between bots without drawing it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import InputError
from ..i18n import T
from .options import JsonSwitch, argument, option

if TYPE_CHECKING:
    from ..dice import DiceSource
    from ..spec import GameSpec
    from .sitting import Sitting

HELP = T("play a game in the terminal, or let bots play one")

ROLLED, TYPED = "rolled", "typed"


def run(
    spec: Annotated[
        str | None,
        argument("SPEC", T("the game with its options; without it you choose from a menu")),
    ] = None,
    seats: Annotated[
        str | None,
        option(
            "--seats",
            T("who plays: you or you:NAME is a person, anything else a bot; else you and greedy"),
            "A,B",
        ),
    ] = None,
    seed: Annotated[
        str | None, option("--seed", T("the same seed gives the same dice and bots"), "S")
    ] = None,
    record: Annotated[
        str | None,
        option(
            "--record",
            T("where the game is saved, ending in .txt or .json; else in your data folder"),
            "FILE",
        ),
    ] = None,
    dice: Annotated[
        str | None,
        option(
            "--dice",
            T("rolled by the program (the default), or typed in from real dice"),
            f"{ROLLED}|{TYPED}",
        ),
    ] = None,
    resume: Annotated[
        str | None, option("--resume", T("go on with the game of this record"), "FILE")
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """Play a game from where it stands to its end, or until the person leaves."""
    from .sitting import begin

    words = None if seats is None else _split_seats(seats)
    save = None if record is None else Path(record)
    if resume is not None:
        sitting = _resumed(resume, {"SPEC": spec, "--seed": seed, "--dice": dice}, words, save)
    else:
        chosen = _chosen(spec, words)
        if chosen is None:
            return
        sitting = begin(*chosen, _new_dice(dice, seed), save)
    _play(sitting)
    _report(sitting, as_json)


def _split_seats(text: str) -> tuple[str, ...]:
    from .inputs import allow_own_bots, split_list
    from .seating import is_person

    words = split_list("--seats", text)
    allow_own_bots([word for word in words if not is_person(word)])
    return words


def _resumed(
    path: str, fixed: dict[str, str | None], words: tuple[str, ...] | None, save: Path | None
) -> Sitting:
    """The game of a record; what its header says cannot be given again."""
    from .sitting import resume

    for name, value in fixed.items():
        if value is not None:
            raise InputError(
                T("{option} cannot be given with --resume: the record names it.", option=name)
            )
    return resume(Path(path), words, save)


def _chosen(
    spec: str | None, words: tuple[str, ...] | None
) -> tuple[GameSpec, tuple[str, ...]] | None:
    """The game and who plays it, from the command line or the menu; None if the person left it."""
    from ..spec import families, parse_spec
    from .console import has_terminal
    from .seating import PERSON

    if spec is None:
        if words is not None or not has_terminal():
            names = ", ".join(family.name for family in families())
            raise InputError(T("Name the game to be played: {names}.", names=names))
        from ..tui import choose_game

        choice = choose_game()
        if choice is None:
            return None
        spec, words = choice
    if words is None:
        words = (PERSON, *["greedy"] * (parse_spec(spec).players - 1))
    return parse_spec(spec, len(words)), words


def _new_dice(kind: str | None, seed: str | None) -> DiceSource:
    from ..dice import CommittedDice, SeededDice, TypedDice

    if kind not in (None, ROLLED, TYPED):
        raise InputError(
            T("--dice may be {kinds}, not “{kind}”.", kinds=f"{ROLLED}, {TYPED}", kind=kind)
        )
    if kind == TYPED:
        if seed is not None:
            raise InputError(T("--seed rolls the dice, so they cannot be typed in as well."))
        return TypedDice()
    return CommittedDice() if seed is None else SeededDice(seed)


def _play(sitting: Sitting) -> None:
    """Play on; whatever happens, the game is saved as far as it went."""
    from ..arena import finish_match
    from ..dice import TypedDice
    from .console import has_terminal

    if sitting.has_people and not has_terminal():
        raise InputError(
            T("A person needs a terminal to play in; without one only bots play: --seats greedy,…")
        )
    if not sitting.has_people and isinstance(sitting.match.dice, TypedDice):
        raise InputError(T("Somebody must type in what the dice show; seat a person with you."))
    sitting.save()
    try:
        if sitting.has_people:
            from ..tui import play

            play(sitting.match, sitting.words, seed=sitting.seed, save=sitting.path)
        else:
            finish_match(sitting.match, sitting.bots, sitting.seed)
    finally:
        sitting.save()


def _report(sitting: Sitting, as_json: bool) -> None:
    """How the game ended or stands, and where it is saved."""
    from .console import print_json, show
    from .result import result_json, result_table

    match = sitting.match
    if as_json:
        result = result_json(match.game, match.state)
        turns = match.game.turn(match.state)
        print_json(
            {"seats": list(match.names), **result, "turns": turns, "record": str(sitting.path)}
        )
        return
    table = result_table(match.game, match.state, match.names)
    if match.is_over:
        show(table, T("The game is saved in {path}", path=sitting.path))
    else:
        command = f"rollwright play --resume {shlex.quote(str(sitting.path))}"
        show(table, T("The game is saved; go on with: {command}", command=command))
