"""``rollwright bots``: who there is to play against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..i18n import T
from .options import JsonSwitch, argument

if TYPE_CHECKING:
    from ..bots import BotInfo

HELP = T("list the bots")


def run(
    spec: Annotated[
        str | None, argument("SPEC", T("only bots that play this game, such as qwixx"))
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """List the bots with what they play and what they do."""
    from ..bots import bot_infos
    from ..spec import parse_spec
    from .console import create_table, print_json, show

    infos = bot_infos(None if spec is None else parse_spec(spec).family, alone=True)
    if as_json:
        bots = [
            {"name": info.name, "games": _parameters(info), "does": str(info.meaning)}
            for info in infos
        ]
        print_json({"bots": bots})
        return
    table = create_table(T("bot"), T("plays"), T("what it does"))
    for info in infos:
        plays = [
            game
            + (f" ({', '.join(f'{n}={v}' for n, v in parameters.items())})" if parameters else "")
            for game, parameters in _parameters(info).items()
        ]
        table.add_row(info.name, "\n".join(plays), str(info.meaning))
    show(
        table,
        T("A bot may be written name(parameter=value), and one of your own package.module:Class."),
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
