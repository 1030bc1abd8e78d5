"""Letters that are typed: commands that act at once, and the beginnings of answers and rolls."""

from __future__ import annotations

from ..errors import InputError
from ..i18n import T, Text
from .cursor import Target
from .notation import answer_starts, parse_answer, roll_starts
from .panels import Desk
from .session import Session, Wait

COMMANDS = {"p": "pass", "u": "undo", "r": "redo", "s": "scores", "q": "leave", "c": "correct"}
"""Letters that do something at once, unless an answer may begin with them now; then after Enter."""

LONGEST = 40
"""Characters that can be typed."""


def awaits_roll(session: Session, desk: Desk) -> bool:
    """Whether what is typed is a roll of real dice."""
    return desk.is_correcting or (session.is_typed and session.wait is Wait.ROLL)


def starts(session: Session, desk: Desk) -> frozenset[str]:
    """The characters with which something typed may begin now."""
    game = session.game
    if desk.is_correcting and session.last_roll is not None:
        return roll_starts(game, session.last_roll[1])
    if awaits_roll(session, desk):
        return roll_starts(game, session.match.state)
    if session.asked is None:
        return frozenset()
    return answer_starts(game, session.state_of(session.asked), session.legal)


def read_answer(session: Session, text: str) -> Target:
    """The answer that was typed, legal or not, or else the command of a single letter.

    Raises `InputError`, saying what would be right.
    """
    state = session.state_of(session.asked)
    command = COMMANDS.get(text.strip().lower())
    try:
        action = parse_answer(session.game, state, session.legal, text)
    except InputError:
        if command is None:
            raise
        return command
    return action if command is None or action in session.legal else command


def hint(session: Session, desk: Desk, letter: str) -> Text | None:
    """What Enter would do after a letter that may be a command or begin something else."""
    words = {
        "pass": T("Enter passes, or type on."),
        "redo": T("Enter does it again, or type on."),
        "correct": T("Enter corrects the roll, or type on."),
        "scores": T("Enter hides or shows the scores, or type on."),
    }
    possible = {"redo": session.can_redo, "correct": session.match.can_correct}
    if awaits_roll(session, desk):
        command: Target | None = COMMANDS.get(letter)
    else:
        try:
            command = read_answer(session, letter)
        except InputError:
            return None
    if not isinstance(command, str) or not possible.get(command, True):
        return None
    return words.get(command)
