"""What the expert thinks, by the readable rules and numpy: the same as `foresight` compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...game import PASS, Action, Seat
from ...games.qwingo import ENTRIES, HIGHEST, Column, Qwingo, QwingoState
from .callers import even_box, filled, free_boxes
from .shapes import (
    COLUMNS,
    DEAD,
    EQUAL,
    MOST_FREE,
    PATIENCE,
    ROUNDS,
    SHARE,
    SHORTLIST,
    TENS,
)
from .weights import Net

Floats = npt.NDArray[np.float64]
Sheet = tuple[Column, ...]
Sheets = tuple[Sheet, ...]

HALF = 64
"""The numbers that fit in a column are the bits of two words of so many."""


class Entry(NamedTuple):
    """A column and a box of a sheet."""

    column: int
    box: int


class Outlook(NamedTuple):
    """Chances and margins, a row for each question and a column for each seat."""

    chances: Floats
    margins: Floats


class Mind:
    """The network's view of one game with its options fixed, in company."""

    def __init__(self, game: Qwingo, net: Net) -> None:
        self.game = game
        self._net = net
        self._describe = lru_cache(maxsize=100_000)(self._described)

    # Questions

    def before_call(self, states: Sequence[QwingoState]) -> Outlook:
        """What states before a call are worth as they stand."""
        shape = (len(states), self.game.players)
        outlook = Outlook(np.zeros(shape), np.zeros(shape))
        for caller in {state.active for state in states}:
            rows = [row for row, state in enumerate(states) if state.active == caller]
            found = self._judge([states[row].sheets for row in rows], caller)
            outlook.chances[rows], outlook.margins[rows] = found
        return outlook

    def call(self, state: QwingoState, seat: Seat, numbers: Sequence[int]) -> int:
        """The number, among some, that gives a seat the best chance."""
        if state.turn > PATIENCE:
            going = [n for n in numbers if self._goes_on(state.sheets[seat], n)]
            numbers = going or numbers[:1]
        worth = self._guesses(state, seat, numbers)
        best, highest = numbers[0], -1.0
        left = list(range(len(numbers)))
        for _ in range(min(SHORTLIST, len(numbers))):
            likely = first_best([worth[index] for index in left])
            number = numbers[left.pop(likely)]
            value = float(self.after_calls(state, [number]).chances[0, seat])
            if value > highest + EQUAL:
                best, highest = number, value
        return best

    def after_calls(self, state: QwingoState, numbers: Sequence[int]) -> Outlook:
        """What each of some calls is worth, the mean over the faces of the die."""
        faces = range(len(self.game.columns) + 1)
        rows = []
        for number in numbers:
            settled = [self.settled(_rolled(state, number, face))[1] for face in faces]
            chances, margins = _stack(settled)
            rows.append(Outlook(chances.mean(axis=0)[None], margins.mean(axis=0)[None]))
        return _stack(rows)

    def settled(self, state: QwingoState) -> tuple[dict[Seat, Action], Outlook]:
        """After a roll: what all seats are assumed to answer, and what comes of it."""
        entries = self._settled(state)
        outlook = self._after(state, [entries])
        return {seat: self._action(entries[seat]) for seat in self.game.seats}, outlook

    def after_entries(self, state: QwingoState, seat: Seat, actions: Sequence[Action]) -> Outlook:
        """After a roll: what each of some answers of a seat is worth, the others as assumed."""
        entries = self._settled(state)
        return self._after(state, [{**entries, seat: self._entry(a)} for a in actions])

    # Entries

    def _entry(self, action: Action) -> Entry | None:
        return None if action == PASS else Entry(*self.game.field_of(action))

    def _action(self, entry: Entry | None) -> Action:
        return PASS if entry is None else Action(self.game.sheet.field(*entry) + 1)

    def _must(self, face: int) -> bool:
        option = "lightning_entry" if face == len(self.game.columns) else "symbol_entry"
        return self.game.options[option] == "must"

    def _even(self, sheet: Sheet, number: int) -> list[Entry | None]:
        """The even entry of a number in each column, where it fits."""
        return [
            Entry(index, even_box(self.game, column, number))
            if self.game.has_room(column, number)
            else None
            for index, column in enumerate(sheet)
        ]

    def _assumed(self, state: QwingoState) -> dict[Seat, Entry | None]:
        """What all seats enter when they take the even boxes, each alone."""
        number, face = state.called or 0, state.face or 0
        even = {seat: self._even(state.sheets[seat], number) for seat in self.game.seats}
        if face == len(self.game.columns):
            return {seat: self._best_column(state, seat, even[seat]) for seat in self.game.seats}
        found = {}
        for seat in self.game.seats:
            entry = even[seat][face]
            if entry is not None and not self._must(face):
                column = state.sheets[seat][face]
                after = _entered(state.sheets[seat], entry, number)[face]
                if self.game.can_complete(column) and not self.game.can_complete(after):
                    entry = None
            found[seat] = entry
        return found

    def _best_column(
        self, state: QwingoState, seat: Seat, even: Sequence[Entry | None]
    ) -> Entry | None:
        nobody: dict[Seat, Entry | None] = dict.fromkeys(self.game.seats)
        entries = [entry for entry in even if entry is not None]
        options = entries if self._must(len(self.game.columns)) else [None, *entries]
        if not options:
            return None
        chances = self._after(state, [{**nobody, seat: o} for o in options]).chances
        return options[first_best(chances[:, seat].tolist())]

    def _settled(self, state: QwingoState) -> dict[Seat, Entry | None]:
        """What all seats enter when nobody would rather enter something else."""
        entries = self._assumed(state)
        for _ in range(ROUNDS):
            before = dict(entries)
            for seat in self.game.seats:
                options = self._options(state, seat, entries[seat])
                chances = self._after(state, [{**entries, seat: o} for o in options]).chances
                entries[seat] = options[first_best(chances[:, seat].tolist())]
            if entries == before:
                break
        return entries

    def _options(self, state: QwingoState, seat: Seat, present: Entry | None) -> list[Entry | None]:
        """What a seat may enter, first what it is assumed to."""
        number, face = state.called or 0, state.face or 0
        options = [present]
        if present is not None and not self._must(face):
            options.append(None)
        for index, column in enumerate(state.sheets[seat]):
            allowed = face in (index, len(self.game.columns))
            if allowed and self.game.has_room(column, number):
                above, _, under, _ = free_boxes(self.game, column, number)
                options += [Entry(index, box) for box in range(above + 1, under)]
        return options

    def _after(self, state: QwingoState, joints: Sequence[Mapping[Seat, Entry | None]]) -> Outlook:
        """What joint entries lead to, a row for each."""
        number = state.called or 0
        sheets = [
            tuple(_entered(state.sheets[seat], joint[seat], number) for seat in self.game.seats)
            for joint in joints
        ]
        return self._judge(sheets, self.game.next_seat(state.active))

    # Calls

    def _goes_on(self, sheet: Sheet, number: int) -> bool:
        """Whether a number fits in a column that can be completed, or there is none."""
        alive = [column for column in sheet if self.game.can_complete(column)]
        return not alive or any(self.game.has_room(column, number) for column in alive)

    def _guesses(self, state: QwingoState, seat: Seat, numbers: Sequence[int]) -> list[float]:
        """The chance of a seat after each call, by even entries alone."""
        faces = range(len(self.game.columns) + 1)
        values = []
        for number in numbers:
            outlooks = []
            for face in faces:
                rolled = _rolled(state, number, face)
                outlooks.append(self._after(rolled, [self._assumed(rolled)]))
            values.append(float(_stack(outlooks).chances[:, seat].mean()))
        return values

    # The network

    def _judge(self, positions: Sequence[Sheets], caller: Seat) -> Outlook:
        """What positions are worth before the call of `caller`; finished games by their places."""
        outlook = self._estimate(positions, caller)
        for row, sheets in enumerate(positions):
            full = any(None not in column for sheet in sheets for column in sheet)
            if full or not any(self.game.can_win(sheet) for sheet in sheets):
                outlook.chances[row], outlook.margins[row] = self.result(sheets)
        return outlook

    def result(self, sheets: Sheets) -> tuple[list[float], list[float]]:
        """What a finished game was worth to each seat, and its margins."""
        state = QwingoState(self.game.OVER, 1, Seat(0), sheets)
        places = self.game.places(state)
        worth = 1.0 if places.count(1) == 1 else 0.5
        totals = [sum(map(filled, sheet)) for sheet in sheets]
        margins = [
            float(min(own - other for s, other in enumerate(totals) if s != seat))
            for seat, own in enumerate(totals)
        ]
        return [worth * (place == 1) for place in places], margins

    def _estimate(self, positions: Sequence[Sheets], caller: Seat) -> Outlook:
        seats = self.game.players
        columns = [
            self._describe(column) for sheets in positions for sheet in sheets for column in sheet
        ]
        shape = (len(positions), seats, COLUMNS)
        kinds = np.array([column.kind for column in columns]).reshape(shape)
        traits = np.array([column.traits for column in columns]).reshape(*shape, -1)
        fits = np.array([column.fits for column in columns], np.uint64).reshape(*shape, 2)
        standing = np.zeros((len(positions), seats, seats))
        ahead = np.zeros_like(standing)
        for own, other in permutations(range(seats), 2):
            joint = self._joint(kinds, traits, fits, own, other, caller)
            standing[:, own, other] = joint @ self._net.output
            ahead[:, own, other] = joint @ self._net.margin
        strength = (standing - standing.transpose(0, 2, 1)).sum(axis=2) / (seats - 1)
        chances = np.exp(strength - strength.max(axis=1, keepdims=True))
        leads = TENS * (ahead - ahead.transpose(0, 2, 1))
        leads[:, range(seats), range(seats)] = np.inf
        return Outlook(chances / chances.sum(axis=1, keepdims=True), leads.min(axis=2))

    def _joint(
        self,
        kinds: npt.NDArray[np.int64],
        traits: Floats,
        fits: npt.NDArray[np.uint64],
        own: int,
        other: int,
        caller: int,
    ) -> Floats:
        """The layer above the sum over the columns, for one seat against another."""
        net, players = self._net, self.game.players
        both = np.bitwise_count(fits[:, own] & fits[:, other]).sum(axis=2, dtype=np.int64) * SHARE
        mine, theirs = traits[:, own], traits[:, other]
        only = np.stack([mine[..., 0] - both, theirs[..., 0] - both], axis=2)
        inputs = np.concatenate([mine, theirs, only], axis=2)
        hidden = np.maximum(inputs @ net.traits + net.kinds[kinds[:, own], kinds[:, other]], 0.0)
        near, far = (own - caller) % players, (other - caller) % players
        joint = hidden.sum(axis=1) @ net.joint + net.near[players, near] + net.far[players, far]
        return np.asarray(np.maximum(joint, 0.0))

    def _described(self, column: Column) -> Description:
        """What the network sees of a column."""
        room, free, narrowest, tightest, fits = 0, 0, HIGHEST, 0.0, 0
        for run, low, high in self._gaps(column):
            width = high - low - 1
            free += run
            room += width
            narrowest = min(narrowest, width)
            tightest = max(tightest, run / max(width, 1))
            fits |= (1 << high) - (1 << (low + 1))
        if not self.game.can_complete(column):
            return Description(DEAD, (0, 0), (0.0, 0.0, 0.0))
        words = (fits % (1 << HALF), fits >> HALF)
        traits = (room * SHARE, narrowest * SHARE, tightest)
        return Description(min(free, MOST_FREE), words, traits)

    def _gaps(self, column: Column) -> Iterator[tuple[int, int, int]]:
        """The free boxes between written ones: how many, and the numbers around them."""
        run, low = 0, self.game.lowest - 1
        for number in (*column, HIGHEST + 1):
            if number is None:
                run += 1
                continue
            if run:
                yield run, low, number
            run, low = 0, number


class Description(NamedTuple):
    """What the network sees of a column: its kind, the numbers that fit, its traits."""

    kind: int
    fits: tuple[int, int]
    traits: tuple[float, float, float]


def first_best(values: Sequence[float]) -> int:
    """The index of the greatest value, the first of equal ones."""
    best = 0
    for index, value in enumerate(values):
        if value > values[best] + EQUAL:
            best = index
    return best


def _rolled(state: QwingoState, number: int, face: int) -> QwingoState:
    return state._replace(phase=ENTRIES, called=number, face=face)


def _entered(sheet: Sheet, entry: Entry | None, number: int) -> Sheet:
    if entry is None:
        return sheet
    boxes = list(sheet[entry.column])
    boxes[entry.box] = number
    return (*sheet[: entry.column], tuple(boxes), *sheet[entry.column + 1 :])


def _stack(rows: Sequence[Outlook]) -> Outlook:
    return Outlook(
        np.concatenate([row.chances for row in rows]),
        np.concatenate([row.margins for row in rows]),
    )
