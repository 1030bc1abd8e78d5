"""Whether views hide what they must, and show a seat all that its answers depend on."""

from __future__ import annotations

import json
from typing import Any

from ..dice import Stream
from ..game import Decision, Game, Seat, Terminal
from .faults import require
from .walk import random_joint


def check_views(game: Game[Any], state: Any, stream: Stream) -> None:
    """Legality follows from the own view; secrets and closed sheets are not in it."""
    node = game.node(state)
    seats = tuple(map(Seat, range(game.spec.players)))
    for seat in (*seats, None):
        view = game.view(state, seat)
        require(game.view(view, seat) == view, f"the view of {seat} is not stable", game, state)
        require(game.node(view) == node, f"the view of {seat} has another node", game, state)
        data = json.loads(json.dumps(game.format_state(view)))
        require(game.parse_state(data) == view, f"the view of {seat} is misread", game, state)
    for seat in seats:
        view = game.view(state, seat)
        require(
            game.legal(view, seat) == game.legal(state, seat),
            f"seat {seat} has other legal answers on its own view",
            game,
            state,
        )
        require(
            game.format_sheet(view, seat) == game.format_sheet(state, seat),
            f"seat {seat} does not see its own sheet",
            game,
            state,
        )
    if isinstance(node, Decision) and node.secret:
        _check_secret(game, state, node, stream)
    if ("open_sheets", False) in game.spec.options and not isinstance(node, Terminal):
        _check_closed_sheets(game, state)


def _check_secret(game: Game[Any], state: Any, node: Decision, stream: Stream) -> None:
    """What a seat sees after a secret answer must not depend on what others have answered."""
    joint = random_joint(game, state, stream)
    following = game.play(state, joint)
    after = game.node(following)
    if not (isinstance(after, Decision) and after.secret):
        return
    for seat in node.seats:
        for other in node.seats:
            changed = joint | {other: game.legal(state, other)[-1]}
            if other != seat and changed != joint:
                found = game.play(state, changed)
                require(
                    game.view(found, seat) == game.view(following, seat)
                    and game.view(found, None) == game.view(following, None),
                    f"the secret answer of seat {other} can be seen by others",
                    game,
                    state,
                )


def _check_closed_sheets(game: Game[Any], state: Any) -> None:
    blank = game.initial()
    for seat in (*map(Seat, range(game.spec.players)), None):
        view = game.view(state, seat)
        for other in map(Seat, range(game.spec.players)):
            require(
                other == seat or game.format_sheet(view, other) == game.format_sheet(blank, other),
                f"{seat} can see the closed sheet of seat {other}",
                game,
                state,
            )
