"""The end of a game: places, scores broken down, and how to check the dice."""

from __future__ import annotations

from collections.abc import Iterator

from ..dice import CommittedDice, SeededDice
from ..game import Seat
from ..i18n import T, Text, Tn
from ..render.segments import Block, Line, Look, Segment, fit, paragraph, text_line
from ..vocabulary import word
from .session import Session

_COLUMN = 14


def result_block(session: Session, width: int) -> Block:
    """The whole result, to be scrolled where it does not fit."""
    return tuple(_lines(session, width - 4))


def _lines(session: Session, width: int) -> Iterator[Line]:
    game, state = session.game, session.match.state
    yield ()
    yield from ((Segment("  "), *line) for line in _table(session))
    rating = game.rating(state)
    if rating is not None:
        yield ()
        yield (Segment("  "), *text_line(_rating_sentence(session, rating), Look.TITLE))
    yield ()
    for text in (*dice_texts(session), saved_text(session)):
        yield from ((Segment("  "), *line) for line in paragraph(text, width))


def _table(session: Session) -> Iterator[Line]:
    """A column for each player: place, lines, bonus, misthrows and total."""
    game, state = session.game, session.match.state
    scores = game.scores(state)
    places = game.places(state)
    names = [fit(name, _COLUMN - 2).rstrip() for name in session.names]
    yield _row("", names, Look.TITLE)
    if game.spec.players > 1:
        shared = [places.count(place) > 1 for place in places]
        shown = [
            str(T("{place}. (shared)", place=place) if both else T("{place}.", place=place))
            for place, both in zip(places, shared, strict=True)
        ]
        yield _row(str(T("place")), shown, Look.TITLE)
    for index, (name, _) in enumerate(scores[0].lines):
        yield _row(str(word(name)), [str(score.lines[index][1]) for score in scores])
    if scores[0].bonus:
        yield _row(str(T("bonus")), [str(sum(p for _, p in score.bonus)) for score in scores])
    if "misthrows" in game.format_sheet(state, Seat(0)):
        yield _row(str(T("misthrows")), [str(score.misthrows) for score in scores])
    units = {"points": T("points"), "boxes": T("boxes"), "turns": T("turns")}
    yield _row(str(units[game.result_unit]), [str(s.total) for s in scores], Look.TITLE)


def _row(label: str, cells: list[str], look: Look = Look.TEXT) -> Line:
    return (Segment(fit(label, 12), look), *(Segment(cell.rjust(_COLUMN), look) for cell in cells))


def _rating_sentence(session: Session, rating: Text) -> Text:
    turns = session.game.turn(session.match.state)
    return Tn("{n} turn: {rating}.", "{n} turns: {rating}.", turns, rating=rating)


def dice_texts(session: Session) -> Iterator[Text]:
    """Where the dice came from, and how anybody can check them."""
    dice = session.match.dice
    if isinstance(dice, SeededDice):
        yield T("The dice came from the seed {seed}: it gives the same dice again.", seed=dice.seed)
    if not isinstance(dice, CommittedDice):
        return
    yield T("The dice were fixed before the game; their SHA-256 is {hash}.", hash=dice.commitment)
    if session.match.is_over:
        yield T("Their secret was {secret}.", secret=dice.secret)
        yield T("To check it: printf %s {secret} | sha256sum", secret=dice.secret)
    else:
        yield T("The secret is told after the game, so that anybody can check it.")


def saved_text(session: Session) -> Text:
    """Where the record is."""
    if session.trouble is not None:
        return session.trouble
    if session.save is None:
        return T("This game is not saved.")
    return T("The game is saved in {path}.", path=session.save)
