"""``rollwright value``: what a sheet of a game for one player is still worth."""

from __future__ import annotations

from ..i18n import T, decimal
from .options import JsonSwitch, SheetOption, SpecArgument

HELP = T("tell what a sheet is still worth alone, under perfect play")


def run(spec: SpecArgument, sheet: SheetOption, as_json: JsonSwitch = False) -> None:
    """Show the mean of the points, or turns, that are still to come before the next turn."""
    from ..solve.solo import solve
    from ..spec import create_game
    from .console import print_json, show
    from .inputs import parse_spec_for, read_json
    from .solving import finite, show_solving

    game = create_game(parse_spec_for(spec, 1))
    data = read_json("--sheet", sheet)
    game.parse_sheet(data)
    with show_solving() as report:
        solution = solve(game, report)
    bounds = solution.further(solution.before_turn(data))
    if as_json:
        known = {"value": finite(bounds.at_least), "exact": bounds.is_exact}
        if not bounds.is_exact:
            known["at_most"] = finite(bounds.at_most)
        print_json(known)
        return
    in_turns = game.result_unit == "turns"
    if finite(bounds.at_least) is None:
        show(T("No column of this sheet can be completed any more."))
    elif not bounds.is_exact:
        show(
            T(
                "Perfect play takes {least} to {most} further turns on average.",
                least=decimal(bounds.at_least, 4),
                most=decimal(bounds.at_most, 4),
            )
        )
    elif in_turns:
        show(T("{value} further turns on average.", value=decimal(bounds.at_least, 4)))
    else:
        show(T("{value} further points on average.", value=decimal(bounds.at_least, 4)))
