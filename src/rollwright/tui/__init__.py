"""The terminal game. Textual is imported only when a game or the start menu is shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..match import Match


def play(match: Match, seats: Sequence[str], *, seed: int | str, save: Path | None) -> Match:
    """Play a new or resumed match at this terminal until it is over or the players leave.

    `seats` has a text for each seat: ``you`` or ``you:NAME`` is a person at this terminal,
    anything else a bot. `seed` chooses the bots' random streams. The record is written to the
    file `save` after every step and at the end; None saves nothing.

    Raises `InputError` for a bot that does not exist.
    """
    from .app import TableApp
    from .session import Session

    session = Session(match, seats, seed=seed, save=save)
    try:
        TableApp(session).run()
    finally:
        session.save_record()
    return session.match


def choose_game() -> tuple[str, tuple[str, ...]] | None:
    """Ask at this terminal which game is to be played and by whom.

    Returns the text of a spec and a text for each seat, as `play` takes them; None when the user
    leaves.
    """
    from .app import MenuApp

    return MenuApp().run()
