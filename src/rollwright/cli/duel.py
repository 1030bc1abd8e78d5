"""``rollwright duel``: which bot is stronger, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..i18n import T, Text, decimal, percent
from .options import JsonSwitch, SpecArgument, option

if TYPE_CHECKING:
    from ..review.duel import Duel

HELP = T("let bots change seats and play with the same dice, to see which one is stronger")

MOST_PAIRS = 10**8

SAFETY_PAIRS = 1_000_000
"""Pairs after which a duel until it is decided gives up, unless told otherwise."""


def run(
    spec: SpecArgument,
    bots: Annotated[
        str,
        option("--bots", T("the bots, one for each seat; the first one is measured"), "A,B"),
    ],
    pairs: Annotated[
        str | None,
        option("--pairs", T("how many deals of dice are played, each with all seats changed"), "N"),
    ] = None,
    seed: Annotated[
        str | None,
        option("--seed", T("the same seed gives the same games; else it is drawn and shown"), "S"),
    ] = None,
    workers: Annotated[
        str | None,
        option("--workers", T("how many games go on at a time; the results are the same"), "W"),
    ] = None,
    until_decided: Annotated[
        bool,
        option(
            "--until-decided",
            T("stop when it is clear whether the first bot is stronger by 3 Elo"),
        ),
    ] = False,
    as_json: JsonSwitch = False,
) -> None:
    """Play the pairs and print what they say about the first bot."""
    import sys
    from secrets import randbelow

    from ..dice import SeededDice
    from ..errors import InputError
    from ..review.duel import duel
    from ..review.statistics import SequentialTest
    from ..spec import parse_spec
    from .console import print_json, show
    from .inputs import allow_own_bots, parse_number, parse_workers, split_list
    from .progress import show_progress, tell

    names = split_list("--bots", bots)
    allow_own_bots(names)
    game = parse_spec(spec, len(names))
    if pairs is None and not until_decided:
        raise InputError(T("Say how many pairs are played, with --pairs or --until-decided."))
    number = SAFETY_PAIRS if pairs is None else parse_number("--pairs", pairs, 1, MOST_PAIRS)
    dice = SeededDice(str(randbelow(10**9)) if seed is None else seed)
    test = SequentialTest() if until_decided else None
    with show_progress(number) as progress:
        result = duel(
            game,
            names,
            number,
            dice.seed,
            parse_workers(workers, number * len(names)),
            test,
            progress,
            tell,
        )
    if as_json:
        print_json(result.format())
        if seed is None:
            print(T("The seed was {seed}.", seed=dice.seed), file=sys.stderr)
        return
    show(*_lines(result), T("The seed was {seed}.", seed=dice.seed))


def _lines(result: Duel) -> list[Text]:
    """The result in sentences."""
    low, high = result.ci95
    lines = [
        T(
            "{bot} against {others}: {pairs} pairs, {games} games.",
            bot=result.bots[0],
            others=", ".join(result.bots[1:]),
            pairs=result.pairs,
            games=result.games,
        ),
        T(
            "Score {score} ± {error} (95 %: {low} to {high}): {wins} won, {ties} shared, "
            "{losses} lost.",
            score=percent(result.score, 2),
            error=percent(result.se, 2),
            low=percent(low, 2),
            high=percent(high, 2),
            wins=result.wins,
            ties=result.ties,
            losses=result.losses,
        ),
        T(
            "Margin {margin} ± {error}.",
            margin=decimal(result.margin, 2, is_signed=True),
            error=decimal(result.margin_se, 2),
        ),
    ]
    if result.elo is not None and result.elo95 is not None:
        low, high = result.elo95
        lines.append(
            T(
                "Elo {elo} (95 %: {low} to {high}).",
                elo=decimal(result.elo, 0, is_signed=True),
                low=decimal(low, 0, is_signed=True),
                high=decimal(high, 0, is_signed=True),
            )
        )
    if result.verdict is not None:
        lines.append(_verdict(result))
    return lines


def _verdict(result: Duel) -> Text:
    from ..review.statistics import Verdict

    bot = result.bots[0]
    if result.verdict is Verdict.STRONGER:
        return T("Decided: {bot} is stronger.", bot=bot)
    if result.verdict is Verdict.NOT_STRONGER:
        return T("Decided: {bot} is not stronger.", bot=bot)
    return T("Not decided: the bots are too close for so many pairs.")
