"""``rollwright advise``: which answer to a roll is best, and what the others lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from ..errors import InputError
from ..game import Action, Decision, Json, Seat, Terminal
from ..i18n import T, Text, decimal, percent
from .options import JsonSwitch, SpecArgument, option

if TYPE_CHECKING:
    from rich.table import Table

    from ..bots.evaluator import Evaluator
    from ..game import Game

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
    from ..review.evaluators import evaluator_for
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
    own = Seat(parse_number("--seat", seat, 0, game.spec.players - 1))
    roller = Seat(parse_number("--active", active, 0, game.spec.players - 1))
    state = game.position(given, read_json("--roll", roll), roller)
    answer = None if white is None else _parse_white(game, state, white)
    with show_solving() as report:
        evaluator = evaluator_for(game, report)
    asked = state if answer is None else _after_white(game, evaluator, state, roller, answer)
    candidates = _candidates(game, evaluator, asked, own, state)
    is_exact = _is_exact(game, evaluator, asked)
    if as_json:
        print_json({"candidates": candidates, "exact": is_exact})
        return
    if not candidates:
        show(_why_none(game, asked))
        return
    show(_table(game, candidates))
    if game.result_unit == "turns" and not is_exact:
        show(T("These are the fewest turns that may be possible: as if every later call fitted."))


def _parse_white(game: Game[Any], state: Any, white: str) -> Action:
    """The answer with the white dice; `InputError` in a game without them."""
    if WHITE not in game.answer_phases:
        raise InputError(T("{game} has no answer with the white dice.", game=game.spec.family))
    return game.parse_action(state, white)


def _after_white(
    game: Game[Any], evaluator: Evaluator, state: Any, roller: Seat, answer: Action
) -> Any:
    """The state after the roller's answer with the white dice, all others giving their best."""
    from ..review.ranking import rank

    node = game.node(state)
    assert isinstance(node, Decision)
    joint = {
        seat: rank(game, evaluator, state, seat).best.action
        for seat in node.seats
        if seat != roller
    }
    return game.play(state, {**joint, roller: answer})


def _candidates(
    game: Game[Any], evaluator: Evaluator, state: Any, seat: Seat, given: Any
) -> list[Json]:
    """The legal answers, the best first.

    Alone each has what is still to come from the `given` sheet on; in company the chance to win,
    and the points by which this seat is expected to be ahead.
    """
    from ..review.ranking import rank

    if not game.legal(state, seat):
        return []
    ranking = rank(game, evaluator, state, seat)
    if game.spec.players > 1:
        return [
            {
                "action": candidate.notation,
                "value": candidate.value.mean,
                "margin": candidate.value.margin,
                "loss": candidate.loss.mean,
            }
            for candidate in ranking.candidates
        ]
    return [
        {
            "action": candidate.notation,
            "value": _further(game, given, candidate.value.mean),
            "loss": candidate.loss.mean,
        }
        for candidate in ranking.candidates
    ]


def _further(game: Game[Any], state: Any, value: float) -> float:
    """What of a final total, turns being counted negative, is still to come."""
    if game.result_unit == "turns":
        return -value - (game.turn(state) - 1)
    return value - game.scores(state)[0].total


def _is_exact(game: Game[Any], evaluator: Evaluator, state: Any) -> bool:
    from ..bots.evaluator import PartlyExact

    if isinstance(evaluator, PartlyExact):
        return evaluator.is_exact_at(game, state)
    return evaluator.exact


def _why_none(game: Game[Any], state: Any) -> Text:
    if isinstance(game.node(state), Terminal):
        return T("The game is over after that answer.")
    return T("This seat is not asked then: only the roller may use the coloured dice.")


def _table(game: Game[Any], candidates: list[Json]) -> Table:
    from .console import create_table

    if game.spec.players > 1:
        table = create_table(
            T("answer (- passes)"), T("chance to win"), T("margin"), T("loss"), numbers_from=1
        )
        for candidate in candidates:
            value, loss = (percent(candidate[key], 2) for key in ("value", "loss"))
            margin = decimal(candidate["margin"], 2, is_signed=True)
            table.add_row(candidate["action"], str(value), str(margin), str(loss))
        return table
    in_turns = game.result_unit == "turns"
    heading = T("further turns") if in_turns else T("further points")
    table = create_table(T("answer (- passes)"), heading, T("loss"), numbers_from=1)
    for candidate in candidates:
        numbers = [decimal(candidate[key], 4) for key in ("value", "loss")]
        table.add_row(candidate["action"], *map(str, numbers))
    return table
