"""``rollwright legal``: what may be answered to a roll."""

from __future__ import annotations

from typing import Annotated, Any

from ..errors import InputError
from ..game import Decision, Game, Seat
from ..i18n import T, Text
from .options import JsonSwitch, SheetOption, SpecArgument, option

HELP = T("show the legal answers to a roll on a sheet")

WHITE = "white"
"""The phase whose answer ``--white`` gives."""

OWN, NEIGHBOUR = Seat(0), Seat(1)
"""The seat that has the sheet, and the one that has rolled where it is passive."""

_PHASES = {
    WHITE: T("with the white dice"),
    "colour": T("with a coloured die"),
    "entries": T("entries"),
}


def run(
    spec: SpecArgument,
    sheet: SheetOption,
    roll: Annotated[
        str, option("--roll", T("the roll as JSON, @FILE, or - for standard input"), "J")
    ],
    passive: Annotated[bool, option("--passive", T("another seat has rolled the dice"))] = False,
    white: Annotated[
        str | None,
        option(
            "--white",
            T("the answer with the white dice, such as r7; - or absent: passed"),
            "ANSWER",
        ),
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """List the legal answers to a roll; all other sheets are empty."""
    from ..spec import create_game
    from .console import create_table, print_json, show
    from .inputs import parse_spec_for, read_json

    if sheet == roll == "-":
        raise InputError(T("Only one of --sheet and --roll can be read from standard input."))
    game = create_game(parse_spec_for(spec, 2))
    if passive and game.spec.players < 2:
        raise InputError(T("--passive needs another seat: players must be 2 or more."))
    if white is not None and WHITE not in game.answer_phases:
        raise InputError(T("{game} has no answer with the white dice.", game=game.spec.family))
    empty = game.format_sheet(game.initial(), OWN)
    sheets = [read_json("--sheet", sheet), *[empty] * (game.spec.players - 1)]
    active = NEIGHBOUR if passive else OWN
    state = game.position(sheets, read_json("--roll", roll), active)
    answers = _answers(game, state, {} if white is None else {WHITE: white})
    if as_json:
        print_json(answers)
        return
    table = create_table(T("asked"), T("legal answers (- passes)"))
    for phase, texts in answers.items():
        table.add_row(str(_PHASES.get(phase) or Text(phase)), " ".join(texts))
    show(table)


def _answers(game: Game[Any], state: Any, given: dict[str, str]) -> dict[str, list[str]]:
    """The legal answers of each phase; none where our seat is not asked or the game is over.

    From phase to phase our seat gives the answer of `given`, and passes where there is none.
    """
    answers: dict[str, list[str]] = {}
    for phase in game.answer_phases:
        answers[phase] = []
        node = game.node(state)
        if isinstance(node, Decision) and node.phase == phase:
            answers[phase] = [game.format_action(state, a) for a in game.legal(state, OWN)]
            joint = {seat: game.default(state, seat) for seat in node.seats}
            if phase in given:
                joint[OWN] = game.parse_action(state, given[phase])
            state = game.play(state, joint)
    return answers
