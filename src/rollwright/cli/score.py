"""``rollwright score``: what one sheet is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..i18n import T
from .options import JsonSwitch, SheetOption, SpecArgument

if TYPE_CHECKING:
    from rich.table import Table

    from ..game import Score

HELP = T("show the score of one sheet, broken down")


def run(spec: SpecArgument, sheet: SheetOption, as_json: JsonSwitch = False) -> None:
    """Score one sheet."""
    from ..spec import create_game
    from .console import print_json, show
    from .inputs import read_json

    game = create_game(spec)
    score = game.score_sheet(read_json("--sheet", sheet))
    if as_json:
        print_json(score.format())
    else:
        show(_table(score, in_points=game.result_unit == "points"))


def _table(score: Score, in_points: bool) -> Table:
    from ..vocabulary import word
    from .console import create_table

    unit = T("points") if in_points else T("filled boxes")
    table = create_table(T("line"), unit, numbers_from=1)
    for name, value in score.lines:
        table.add_row(str(word(name)), str(value))
    for name, value in score.bonus:
        table.add_row(str(T("bonus {field}", field=name)), str(value))
    if in_points:
        table.add_row(str(T("misthrows")), str(score.misthrows))
    table.add_row(str(T("total")), str(score.total), style="bold")
    return table
