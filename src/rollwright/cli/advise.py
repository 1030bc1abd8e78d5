"""``rollwright advise``: which answer to a roll is best, and what the others lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from ..errors import InputError
from ..game import Json, Seat
from ..i18n import T
from .options import JsonSwitch, SpecArgument, option
from .solving import finite

if TYPE_CHECKING:
    from rich.table import Table

    from ..game import Game
    from ..solve.solo import SoloSolution

HELP = T("rank the answers to a roll by what they are worth")

WHITE = "white"


def run(
    spec: SpecArgument,
    sheets: Annotated[
        str,
        option(
            "--sheets", T("the list of all sheets as JSON, @FILE, or - for standard input"), "J"
        ),
    ],
    roll: Annotated[
        str, option("--roll", T("the roll as JSON, @FILE, or - for standard input"), "J")
    ],
    seat: Annotated[str, option("--seat", T("the seat that asks, from 0"), "I")] = "0",
    active: Annotated[str, option("--active", T("the seat that rolled, from 0"), "I")] = "0",
    white: Annotated[
        str | None,
        option("--white", T("the answer with the white dice, such as r7, or - for passing"), "A"),
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """Rank all legal answers; after --white those with the coloured dice."""
    from ..solve.solo import solve
    from ..spec import create_game
    from .console import print_json, show
    from .inputs import parse_number, parse_spec_for, read_json
    from .solving import show_solving

    if sheets == roll == "-":
        raise InputError(T("Only one of --sheets and --roll can be read from standard input."))
    given = read_json("--sheets", sheets)
    if not isinstance(given, list) or not given:
        raise InputError(T("--sheets must be a list of sheets, such as [{{…}}]."))
    game = create_game(parse_spec_for(spec, len(given)))
    if game.spec.players > 1:
        raise InputError(
            T(
                "The answers are ranked exactly, which is possible for one player only: {right}.",
                right=f"{game.spec.family}(players=1)",
            )
        )
    own = Seat(parse_number("--seat", seat, 0, game.spec.players - 1))
    roller = Seat(parse_number("--active", active, 0, game.spec.players - 1))
    state = game.position(given, read_json("--roll", roll), roller)
    asked = state if white is None else _after_white(game, state, white)
    with show_solving() as report:
        solution = solve(game, report)
    candidates = _candidates(game, solution, asked, own, solution.already(state))
    is_exact = not candidates or solution.is_exact(asked)
    if as_json:
        print_json({"candidates": candidates, "exact": is_exact})
        return
    if not candidates:
        show(T("The game is over after that answer."))
        return
    show(_table(game, candidates))
    if not is_exact:
        show(T("These are the fewest turns that may be possible: as if every later call fitted."))


def _after_white(game: Game[Any], state: Any, white: str) -> Any:
    """The state after an answer with the white dice; `InputError` where there is none."""
    if WHITE not in game.answer_phases:
        raise InputError(T("{game} has no answer with the white dice.", game=game.spec.family))
    return game.play(state, {Seat(0): game.parse_action(state, white)})


def _candidates(
    game: Game[Any], solution: SoloSolution, state: Any, seat: Seat, already: float
) -> list[Json]:
    """The legal answers, the best first, each with what is still to come from this sheet on."""
    if not game.legal(state, seat):
        return []
    sign = -1 if game.result_unit == "turns" else 1
    values = {action: value - already for action, value in solution.answers(state).items()}
    best = max(sign * value for value in values.values())
    ranked = sorted(values, key=lambda action: -sign * values[action])
    return [
        {
            "action": game.format_action(state, action),
            "value": finite(values[action]),
            "loss": finite(best - sign * values[action]),
        }
        for action in ranked
    ]


def _table(game: Game[Any], candidates: list[Json]) -> Table:
    from .console import create_table

    in_turns = game.result_unit == "turns"
    heading = T("further turns") if in_turns else T("further points")
    table = create_table(T("answer (- passes)"), heading, T("loss"), numbers_from=1)
    for candidate in candidates:
        value, loss = (
            "–" if candidate[key] is None else f"{candidate[key]:.4f}" for key in ("value", "loss")
        )
        table.add_row(candidate["action"], value, loss)
    return table
