"""The log of a match: every roll, what everybody answered, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..game import PASS, Action, Game, Seat, Terminal
from ..i18n import T, Text
from ..match import Match
from ..record import Answered, Rolled, Step
from ..render.sheets import CROSS, read_content
from ..vocabulary import word
from .notation import is_field
from .secret import is_secret
from .session import Note
from .wording import choice_text


class Kind(Enum):
    """What an entry of the log is."""

    TURN = "turn"
    ROLL = "roll"
    ANSWER = "answer"
    NEWS = "news"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log; `seat` is whose answer it tells, `is_forced` that there was no choice."""

    kind: Kind
    text: Text
    seat: Seat | None = None
    is_forced: bool = False


Trail = Sequence[tuple[Any, Step]]


class Journal:
    """The log of a match as one viewer may read it; only what is new is worked out anew."""

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self._match = match
        self._names = names
        self._trail: Trail = ()
        self._visible: frozenset[Seat] = frozenset()
        self._moves: list[tuple[Entry, ...]] = []

    def entries(self, viewer: Seat | None, notes: Sequence[Note] = ()) -> tuple[Entry, ...]:
        """All entries in order; `notes` are put in where they belong."""
        self._update(viewer)
        entries: list[Entry] = []
        for index, move in enumerate(self._moves):
            entries += move
            entries += [Entry(Kind.NOTE, n.text) for n in notes if n.position == index]
        return tuple(entries)

    def _update(self, viewer: Seat | None) -> None:
        match = self._match
        trail = match.trail
        visible = visible_seats(match.game, match.state, viewer)
        known = 0
        if visible == self._visible:
            pairs = zip(trail, self._trail, strict=False)
            known = next(
                (n for n, (new, old) in enumerate(pairs) if new != old),
                min(len(trail), len(self._trail)),
            )
        # The last known entry may have been the last of the match then, and is not now.
        known = max(0, known - 1)
        states = [state for state, _ in trail] + [match.state]
        self._trail, self._visible = trail, visible
        self._moves[known:] = [
            tuple(self._describe(states, index)) for index in range(known, len(trail))
        ]

    def _describe(self, states: Sequence[Any], index: int) -> Iterator[Entry]:
        game, names = self._match.game, self._names
        before, step = self._trail[index]
        after = states[index + 1]
        active = game.active(before)
        turn = game.turn(before)
        is_first = index == 0 or game.turn(states[index - 1]) != turn
        if is_first and active is not None and turn:
            yield Entry(Kind.TURN, T("Turn {turn}: {name}", turn=turn, name=names[active]))
        if isinstance(step, Rolled):
            if active is None:
                name = names[step.roll[0] - 1]
                yield Entry(Kind.ROLL, T("The lot falls on {name}.", name=name))
            else:
                yield Entry(Kind.ROLL, word(game.format_roll(before, step.roll)))
        elif is_secret(game, before):
            if not is_secret(game, after):
                yield from self._secrets(index)
        else:
            yield from self._answers(before, step, after)
        yield from _news(game, before, after)

    def _answers(self, before: Any, step: Answered, after: Any) -> Iterator[Entry]:
        for seat, action in step.joint:
            game, name = self._match.game, self._names[seat]
            forced = len(game.legal(before, seat)) == 1
            if seat not in self._visible:
                text = T("{name} has answered", name=name)
            else:
                answer = answer_text(game, before, after, seat, action)
                text = T("{name}: {answer}", name=name, answer=answer)
            yield Entry(Kind.ANSWER, text, seat, forced)

    def _secrets(self, last: int) -> Iterator[Entry]:
        """The answers to all secret decisions up to the last one, seat by seat."""
        game = self._match.game
        words: dict[Seat, list[str]] = {}
        for before, step in self._trail[: last + 1]:
            if isinstance(step, Answered) and is_secret(game, before):
                for seat, action in step.joint:
                    words.setdefault(seat, []).append(game.format_action(before, action))
        for seat, answers in words.items():
            name = self._names[seat]
            if seat in self._visible:
                text = T("{name}: {answer}", name=name, answer=" ".join(answers))
            else:
                text = T("{name} has answered", name=name)
            yield Entry(Kind.ANSWER, text)


def visible_seats(game: Game[Any], state: Any, viewer: Seat | None) -> frozenset[Seat]:
    """The seats whose sheets the viewer sees as they are."""
    view = game.view(state, viewer)
    seats = (Seat(seat) for seat in range(game.spec.players))
    return frozenset(
        seat for seat in seats if game.format_sheet(view, seat) == game.format_sheet(state, seat)
    )


def answer_text(game: Game[Any], before: Any, after: Any, seat: Seat, action: Action) -> Text | str:
    """What an answer was, and what it did: a cross, a number in a field, a pass, a misthrow."""
    if action == PASS:
        only = game.legal(before, seat) == (PASS,)
        if game.scores(after)[seat].misthrows < game.scores(before)[seat].misthrows:
            return T("nothing fits: misthrow") if only else T("misthrow")
        return T("nothing fits") if only else T("passes")
    if not is_field(game, action):
        return choice_text(game, before, action)
    field = game.format_action(before, action)
    entry = read_content(game, after, seat).entries[action - 1]
    if entry == CROSS:
        return field
    return T("{number} at {field}", number=entry, field=field)


def _news(game: Game[Any], before: Any, after: Any) -> Iterator[Entry]:
    """Rows that were closed by a step, and the end of the game."""
    for name in new_closings(game, before, after):
        colour = word(name)
        text = T("{colour} is closed: the {colour} die leaves the game.", colour=colour)
        yield Entry(Kind.NEWS, text)
    if isinstance(game.node(after), Terminal):
        yield Entry(Kind.NEWS, T("The game is over."))


def new_closings(game: Game[Any], before: Any, after: Any) -> list[str]:
    """The lines that are closed for everybody after a step, and were open before it."""
    was, now = (game.format_sheet(state, Seat(0)).get("closed", []) for state in (before, after))
    return [name for name in now if name not in was]
