"""Qwixx for one player, solved: what every sheet is still worth under perfect play."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..game import Action, Json, Seat, Terminal
from ..games.qwixx import ROLL, Qwixx, QwixxState
from ..i18n import T
from .bounds import Bounds
from .compiled import load_kernels, processors
from .progress import Report, silent
from .qwixx_model import QwixxModel
from .store import Array, Store, user_store

VERSION = 1
"""Of the tables: a new number makes all stored ones void."""

OWN = Seat(0)

_OPTIONS = (
    "marks_to_lock",
    "max_misthrows",
    "rows_to_end",
    "same_row_twice",
    "second_lock",
    "voluntary_misthrow",
)
"""Options that change what a player alone can do. Ties, the lot and the closings of others do not;
`lock_effect` does only on sheets on which the colour of a closed row is in other rows too."""


@dataclass(frozen=True)
class QwixxSolution:
    """The exact value of every sheet of a game of Qwixx for one player.

    `table` holds the mean of the points still to come by sheet and misthrows. `seconds` is what
    it took to work it out, `cached` whether that was done before.
    """

    model: QwixxModel
    table: Array
    seconds: float
    cached: bool

    @property
    def game(self) -> Qwixx:
        """The game that is solved."""
        return self.model.game

    @property
    def value(self) -> float:
        """The mean of the final points under perfect play."""
        return self.expected(self.game.begin(self.game.initial()))

    @property
    def states(self) -> int:
        """How many sheets have been worked out, each for every number of misthrows."""
        return self.model.live_sheets * int(self.model.numbers.max_misthrows)

    def before_turn(self, sheet: Json) -> QwixxState:
        """The state before a roll, from one sheet as JSON."""
        return self.game.parse_state(
            {
                "phase": ROLL,
                "turn": 1,
                "active": OWN,
                "sheets": [sheet],
                "roll": None,
                "white_mark": "-",
            }
        )

    def already(self, state: QwixxState) -> float:
        """The points on the sheet."""
        return self.game.sheet_score(state.sheets[OWN]).total

    def further(self, state: QwixxState) -> Bounds:
        """The mean of the points still to come before a roll; 0 after the end of the game."""
        sheet = state.sheets[OWN]
        value = 0.0
        if sheet.misthrows < self.table.shape[1]:
            number = self.model.sheet_number(sheet, state.closed)
            value = float(self.table[number, sheet.misthrows])
        return Bounds(value, value)

    def is_exact(self, state: QwixxState) -> bool:
        """All values are exact."""
        return True

    def expected(self, state: QwixxState) -> float:
        """The mean of the final points under perfect play from any state on."""
        points = self.already(state)
        if isinstance(self.game.node(state), Terminal):
            return points
        if state.phase == ROLL:
            return points + self.further(state).at_least
        return max(self.answers(state).values())

    def answers(self, state: QwixxState) -> dict[Action, float]:
        """The mean of the final points after each legal answer, in either action."""
        return {
            action: self.expected(self.game.play(state, {OWN: action}))
            for action in self.game.legal(state, OWN)
        }


@dataclass(frozen=True)
class FriendlySolution:
    """What each seat gets on average when nobody interferes with anybody.

    Every player crosses for himself, uses the white dice of the others too, and the game ends for
    him by his own closings and misthrows alone. `seats` begins with the one that rolls first. No
    player of a real game can expect more.
    """

    seats: tuple[float, ...]
    states: int
    seconds: float
    cached: bool


def solve_qwixx(game: Qwixx, report: Report = silent, store: Store | None = None) -> QwixxSolution:
    """The exact solution of Qwixx for one player, from the store or worked out and stored.

    Takes some seconds and about 70 MB the first time, eight times as much for a sheet whose rows
    are not alike. Raises `InputError` for a game of several players, and `NotCompiled` where it
    must be worked out and numba cannot be loaded.
    """
    check_solo(game)
    store = store or user_store()
    model = QwixxModel(game)
    key = table_key(model, "solo")
    stored = store.load(key)
    if stored is not None:
        return QwixxSolution(model, stored.table, stored.facts["seconds"], True)
    tables, seconds = solve_sheets(model, 1, np.float32, report)
    store.save(key, tables[0], {"spec": str(game.spec), "seconds": seconds})
    return QwixxSolution(model, tables[0], seconds, False)


def solve_friendly_qwixx(
    game: Qwixx, report: Report = silent, store: Store | None = None
) -> FriendlySolution:
    """The exact means of all seats when nobody interferes, from the store or worked out.

    Takes some seconds and 22 MB a seat. Raises `NotCompiled` where it must be worked out and
    numba cannot be loaded.
    """
    store = store or user_store()
    model = QwixxModel(game)
    key = table_key(model, f"friendly-{game.players}")
    states = model.live_sheets * int(model.numbers.max_misthrows) * game.players
    stored = store.load(key)
    if stored is not None:
        seats = tuple(float(value) for value in stored.table)
        return FriendlySolution(seats, states, stored.facts["seconds"], True)
    tables, seconds = solve_sheets(model, game.players, np.float32, report)
    means = tables[:, 0, 0]
    store.save(key, means, {"spec": str(game.spec), "seconds": seconds})
    return FriendlySolution(tuple(float(mean) for mean in means), states, seconds, False)


def check_solo(game: Qwixx) -> None:
    """Raise `InputError` for a game of several players."""
    if game.players != 1:
        raise InputError(
            T(
                "{game} cannot be solved, only the game for one player: qwixx(players=1), or "
                "qwixx(players={n}, friendly=true), in which nobody interferes.",
                game=game.spec,
                n=game.players,
            )
        )


def table_key(model: QwixxModel, kind: str) -> str:
    """What a stored table of that kind is the solution of; equal solutions have equal keys."""
    game = model.game
    names = _OPTIONS if model.has_own_dice else ("lock_effect", *_OPTIONS)
    options = " ".join(f"{name}={game.options[name]}" for name in names)
    rules = f"version={VERSION} rules={game.rules_version}"
    return f"qwixx-{kind} {rules} sheet={game.sheet.checksum} {options}"


def solve_sheets(
    model: QwixxModel, players: int, kind: npt.DTypeLike, report: Report = silent
) -> tuple[Array, float]:
    """What every sheet is still worth, by seat, sheet and misthrows, and the seconds it took.

    Each of the `players` crosses for himself, and nobody's closings concern another: seat k rolls
    in k turns, and before uses the white dice of the others. Alone there is seat 0 only.
    """
    report(T("Loading the compiled solver; the first time it is compiled."), 0.0)
    kernels = load_kernels("qwixx_sweep")
    numbers = model.numbers
    levels = int(numbers.max_misthrows)
    tables = np.zeros((players, model.sheets, -(-levels // kernels.LANES), kernels.LANES), kind)
    workers = processors()
    rooms = [kernels.new_room() for _ in range(workers)]
    # All rows are closed at the furthest distance: nothing is worked out there, only compiled.
    kernels.sweep(numbers, rooms[0], tables, model.distances[-1], 0, 1)
    begun = time.perf_counter()
    done = 0
    with ThreadPoolExecutor(workers) as pool:
        for distance in reversed(model.distances):

            def work(first: int, distance: int = distance) -> int:
                return int(kernels.sweep(numbers, rooms[first], tables, distance, first, workers))

            done += sum(pool.map(work, range(workers)))
            report(T("Working out all sheets."), done / model.live_sheets)
    seconds = time.perf_counter() - begun
    solved = np.ascontiguousarray(tables.reshape(players, model.sheets, -1)[:, :, :levels])
    # Read-only, as it comes from the store: kernels are compiled for one kind of array.
    solved.flags.writeable = False
    return solved, seconds
