"""``rollwright bots``: who there is to play against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..i18n import T, decimal, percent
from .options import JsonSwitch, argument

if TYPE_CHECKING:
    from ..bots import BotInfo
    from ..bots.strengths import Strength
    from ..i18n import Text

HELP = T("list the bots")


def run(
    spec: Annotated[
        str | None, argument("SPEC", T("only bots that play this game, such as qwixx"))
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """List the bots with what they play, what they do and how strong they were measured to be."""
    from ..bots import bot_infos
    from ..bots.strengths import strengths_of
    from ..spec import parse_spec
    from .console import create_table, print_json, show

    family = None if spec is None else parse_spec(spec).family
    infos = bot_infos(family, alone=True)
    if as_json:
        bots = [
            {
                "name": info.name,
                "games": _parameters(info),
                "does": str(info.meaning),
                "strengths": [
                    {**found.format(), "command": found.command}
                    for found in strengths_of(info.name)
                ],
            }
            for info in infos
        ]
        print_json({"bots": bots})
        return
    table = create_table(T("bot"), T("plays"), T("what it does"), T("measured strength"))
    for info in infos:
        plays = [
            game
            + (f" ({', '.join(f'{n}={v}' for n, v in parameters.items())})" if parameters else "")
            for game, parameters in _parameters(info).items()
        ]
        measured = [
            str(_strength(found))
            for found in strengths_of(info.name)
            if family in (None, found.family)
        ]
        table.add_row(info.name, "\n".join(plays), str(info.meaning), "\n".join(measured))
    show(
        table,
        T("A bot may be written name(parameter=value), and one of your own package.module:Class."),
        T(
            "Strength is the share of wins, half of the shared ones added, when two change seats "
            "and play on with the same dice. With --json each duel comes with its command."
        ),
    )


def _strength(found: Strength) -> Text:
    return T(
        "{game}: {score} ± {error} against {other} ({date})",
        game=found.family,
        score=percent(found.score),
        error=decimal(100 * found.se),
        other=", ".join(found.bots[1:]),
        date=found.date,
    )


def _parameters(info: BotInfo) -> dict[str, dict[str, object]]:
    """The parameters of a bot with their defaults, for each game that it plays."""
    from inspect import signature

    return {
        game: {
            p.name: p.default for p in signature(factory).parameters.values() if p.name != "game"
        }
        for game, factory in info.factories.items()
    }
