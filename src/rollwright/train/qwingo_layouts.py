"""Find the layouts of starting numbers that the expert for Qwingo mixes.

Two players choose their layouts in secret. What a pair of layouts is worth is what the trained
network says of it before the first call, the mean over the columns in which the numbers may
stand. From even columns on an answer that beats the present mixture is added, found by moving one
number by one box after the other, until nothing beats it by more than a trifle; the mixture is
that of fictitious play.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..bots.qwingo.compiled import CompiledMind
from ..bots.qwingo.shapes import COLUMNS, LAYOUTS, PRINTED
from ..bots.qwingo.weights import Net, read_network, save_network
from ..dice import Stream, seed_key
from ..game import Seat
from ..games.qwingo import CALL, STARTING_NUMBERS, Column, Qwingo, QwingoState
from ..spec import create_game

Layout = tuple[int, ...]
Floats = npt.NDArray[np.float64]

EVEN: Layout = (0, 2, 3, 4, 5)
"""The boxes that divide the columns as evenly as the numbers do."""

DEALS = 12
"""Ways to lay the numbers out over the columns, the same for all layouts."""

TRIFLE = 0.002
ROUNDS_OF_PLAY = 20_000


class LayoutGame:
    """The secret choice of layouts, by the eyes of a network."""

    def __init__(self, net: Net) -> None:
        game = create_game("qwingo(players=2)")
        assert isinstance(game, Qwingo)
        self._mind = CompiledMind(game, net)
        streams = [Stream(seed_key(f"deal {deal}")) for deal in range(DEALS)]
        self._deals = [(_order(stream), _order(stream)) for stream in streams]
        self._known: dict[tuple[Layout, Layout], float] = {}

    def worth(self, own: Layout, other: Layout) -> float:
        """The chance of one layout against another, whoever calls first."""
        if (own, other) not in self._known:
            states = [
                QwingoState(CALL, 1, Seat(caller), (_sheet(own, mine), _sheet(other, theirs)))
                for mine, theirs in self._deals
                for caller in range(2)
            ]
            chance = float(self._mind.before_call(states).chances[:, 0].mean())
            self._known[own, other], self._known[other, own] = chance, 1.0 - chance
        return self._known[own, other]

    def best_answer(self, layouts: list[Layout], shares: Floats) -> tuple[Layout, float]:
        """A layout that no neighbour excels against a mixture, and how well it does."""

        def against(own: Layout) -> float:
            pairs = zip(layouts, shares, strict=True)
            return float(sum(share * self.worth(own, other) for other, share in pairs))

        best = max(layouts, key=against)
        while (better := max(_neighbours(best), key=against)) != best:
            best = better
        return best, against(best)

    def mixture(self, layouts: list[Layout]) -> Floats:
        """How often each layout is chosen after many rounds of fictitious play."""
        worth = np.array([[self.worth(own, other) for other in layouts] for own in layouts])
        counts = np.ones(len(layouts))
        for _ in range(ROUNDS_OF_PLAY):
            counts[int(np.argmax(worth @ counts))] += 1
        shares: Floats = counts / counts.sum()
        return shares


def find_layouts(net: Net) -> None:
    """Write the mixture into a network."""
    game = LayoutGame(net)
    layouts, shares = [EVEN], np.ones(1)
    while len(layouts) < LAYOUTS:
        answer, chance = game.best_answer(layouts, shares)
        print(f"{answer} has {chance:.4f} against the mixture of {len(layouts)}", flush=True)
        if chance < 0.5 + TRIFLE or answer in layouts:
            break
        layouts.append(answer)
        shares = game.mixture(layouts)
    set_layouts(net, layouts, shares)


def set_layouts(net: Net, layouts: list[Layout], shares: Floats) -> None:
    """Write layouts and how often each is chosen, in thousandths, into a network."""
    net.layouts[...] = layouts[0]
    net.shares[...] = 0
    net.layouts[: len(layouts)] = layouts
    net.shares[: len(layouts)] = np.round(1000 * shares)


def _neighbours(layout: Layout) -> list[Layout]:
    """The layout and those with one number one box away."""
    moved = (
        (*layout[:index], other, *layout[index + 1 :])
        for index, box in enumerate(layout)
        for other in (box - 1, box + 1)
        if 0 <= other < PRINTED
    )
    return [layout, *moved]


def _order(stream: Stream) -> tuple[int, ...]:
    free = list(range(COLUMNS))
    return tuple(free.pop(stream.below(len(free))) for _ in range(COLUMNS))


def _sheet(layout: Layout, order: tuple[int, ...]) -> tuple[Column, ...]:
    columns: list[list[int | None]] = [[None] * PRINTED for _ in range(COLUMNS)]
    for number, box, column in zip(STARTING_NUMBERS, layout, order, strict=True):
        columns[column][box] = number
    return tuple(tuple(column) for column in columns)


def main(arguments: list[str] | None = None) -> None:
    """Read a network, find its layouts, and write both to another file."""
    parser = argparse.ArgumentParser(description="Find the layouts of the expert for Qwingo.")
    parser.add_argument("network", type=Path, help="a network that was trained")
    parser.add_argument("output", type=Path, help="the file to write")
    chosen = parser.parse_args(arguments)
    net = read_network(chosen.network)
    find_layouts(net)
    save_network(net, chosen.output)


if __name__ == "__main__":
    main()
