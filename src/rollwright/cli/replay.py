"""``rollwright replay``: checks a record step by step, and tells the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..i18n import T, Text
from .options import JsonSwitch, argument

if TYPE_CHECKING:
    from ..record import Record

HELP = T("check a record step by step, and tell the game")


def run(
    file: Annotated[str, argument("FILE", T("the record, ending in .txt or .json"))],
    as_json: JsonSwitch = False,
) -> None:
    """Check a record; an error names the turn and the rule of the first wrong step."""
    from .reading import read_checked

    record = read_checked(file, as_json)
    if as_json:
        _print_json(record)
    else:
        _print(record)


def _print_json(record: Record) -> None:
    from .console import print_json
    from .result import result_json

    result = result_json(record.game, record.final())
    print_json(
        {
            "valid": True,
            "turns": _turns(record),
            **result,
            "cut": record.cut,
            "dice_verified": _is_verified(record),
        }
    )


def _turns(record: Record) -> int:
    """How many turns have begun."""
    before_steps = zip(record.states(), record.steps, strict=False)
    return max((record.game.turn(state) for state, _ in before_steps), default=0)


def _print(record: Record) -> None:
    from ..render.text import render_position
    from .console import show
    from .result import result_table
    from .telling import tell

    game, state = record.game, record.final()
    show(T("{game}, played by {seats}.", game=record.spec, seats=", ".join(record.seats)), "")
    show(*tell(record), "", render_position(game, state, record.seats), "")
    show(result_table(game, state, record.seats))
    if record.cut:
        show(T("The record breaks off: what is missing at its end is left out."))
    show(_dice_sentence(record))


def _is_verified(record: Record) -> bool:
    """Whether the rolls of a checked record were drawn again and compared."""
    from ..dice import parse_dice

    return parse_dice(record.dice, record.secret) is not None


def _dice_sentence(record: Record) -> Text:
    promised = record.dice.startswith("sha256:")
    match promised, _is_verified(record):
        case True, True:
            return T("The dice were promised before the game, and every roll is as promised.")
        case True, False:
            return T(
                "The dice were promised before the game; they can be checked once it is over and "
                "the secret is in the record."
            )
        case False, True:
            return T(
                "The dice come from {seed}, and every roll is as it gives them.", seed=record.dice
            )
    return T("The rolls were typed in, so they cannot be checked.")
