"""Simple callers for Qwingo: one counts upwards, one blocks whom it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

from ...dice import Stream
from ...game import PASS, Action, Seat
from ...games.qwingo import CALL, HIGHEST, SETUP, STARTING_NUMBERS, Column, Qwingo, QwingoState
from ...i18n import T
from ..base import UNLIMITED, Budget, Choice


def filled(column: Column) -> int:
    """How many numbers stand in a column."""
    return len(column) - column.count(None)


def free_boxes(game: Qwingo, column: Column, number: int) -> tuple[int, int, int, int]:
    """The gap of a number that fits in a column: the boxes around it, and their numbers."""
    above, low, under, high = -1, game.lowest - 1, len(column), HIGHEST + 1
    for box, written in enumerate(column):
        if written is not None and written < number:
            above, low = box, written
        elif written is not None:
            return above, low, box, written
    return above, low, under, high


def even_box(game: Qwingo, column: Column, number: int) -> int:
    """The box where a number that fits divides its gap as evenly as its value does.

    It leaves enough numbers for the boxes on both sides wherever one of the boxes does.
    """
    above, low, under, high = free_boxes(game, column, number)
    box = floor(above + (number - low) * (under - above) / (high - low) + 0.5)
    box = max(box, under - (high - number))
    box = min(box, above + (number - low))
    return max(above + 1, min(under - 1, box))


def even_entry(game: Qwingo, sheet: Sequence[Column], column: int, number: int) -> Action:
    """The answer that enters a number in its even box."""
    return Action(game.sheet.field(column, even_box(game, sheet[column], number)) + 1)


def _fullest_even(game: Qwingo, view: QwingoState, seat: Seat, legal: Sequence[Action]) -> Action:
    """The even box of the fullest column; in the set-up of the first free one."""
    sheet = view.sheets[seat]
    if view.phase == SETUP:
        column, _ = game.field_of(legal[0])
        return even_entry(game, sheet, column, STARTING_NUMBERS[view.entered])
    columns = list(columns_for(game, view, seat))
    if not columns:
        return PASS
    column = max(columns, key=lambda c: filled(sheet[c]) if game.can_complete(sheet[c]) else 0)
    return even_entry(game, sheet, column, view.called or 0)


def columns_for(game: Qwingo, view: QwingoState, seat: Seat) -> Iterator[int]:
    """The columns that the die allows in which the called number fits."""
    for index, column in enumerate(view.sheets[seat]):
        allowed = view.face in (index, len(game.columns))
        if allowed and game.has_room(column, view.called or 0):
            yield index


class CounterQwingoBot:
    """Calls 51, 52, 53 … and writes every number as far up as it fits, in the fullest column."""

    def __init__(self, game: Qwingo) -> None:
        self._game = game

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The next greater number; the top box that is legal."""
        if view.phase == CALL:
            number = STARTING_NUMBERS[-1] + 1 + (view.turn - 1) // self._game.players
            return Choice(self._game.call_action(min(number, HIGHEST)))
        entries = [action for action in legal if action != PASS]
        return Choice(max(entries, key=lambda a: self._filled(view, seat, a), default=PASS))

    def _filled(self, view: QwingoState, seat: Seat, action: Action) -> int:
        column, _ = self._game.field_of(action)
        return filled(view.sheets[seat][column])


class DreamerQwingoBot:
    """Calls any number that comes to its mind, and writes evenly into its fullest columns.

    With `top` it writes its starting numbers into the top boxes, where they leave little room.
    """

    def __init__(self, game: Qwingo, top: int | str = 0) -> None:
        self._game = game
        self._top = int(top)
        if self._top not in (0, 1):
            raise ValueError(T("top must be 0 or 1"))

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """Any call; the even box of the fullest column."""
        if view.phase == CALL:
            return Choice(stream.choice(legal))
        if view.phase == SETUP and self._top:
            return Choice(legal[0])
        return Choice(_fullest_even(self._game, view, seat, legal))


class BlockerQwingoBot:
    """Calls what fits its own sheet and none of the others, and writes evenly.

    A number is worth, for each column, the square of one more than the numbers in the fullest
    such column on any sheet: once if it fits the own column, less once if it fits another's.
    Columns that cannot be completed do not count. Of equal numbers one that fits is called.
    """

    TIE = 1e-6

    def __init__(self, game: Qwingo) -> None:
        self._game = game

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The number worth most; the even box of the fullest column."""
        if view.phase == CALL:
            values = self._values(view, seat, legal)
            best = max(legal, key=lambda action: values[action])
            return Choice(best, values[best])
        return Choice(_fullest_even(self._game, view, seat, legal))

    def _values(
        self, view: QwingoState, seat: Seat, legal: Sequence[Action]
    ) -> dict[Action, float]:
        game = self._game
        columns = []
        for index in range(len(game.columns)):
            fitting = {
                other: sheet[index]
                for other, sheet in enumerate(view.sheets)
                if game.can_complete(sheet[index])
            }
            fullest = max((filled(column) for column in fitting.values()), default=0)
            own = fitting.pop(seat, None)
            columns.append(((1.0 + fullest) ** 2, own, list(fitting.values())))
        values = {}
        for action in legal:
            number, value = game.called_number(action), 0.0
            for weight, own, others in columns:
                fits = own is not None and game.has_room(own, number)
                blocks = any(game.has_room(column, number) for column in others)
                value += weight * ((1.0 + self.TIE) * fits - blocks)
            values[action] = value
        return values
