"""Training for Qwinto: ``python -m rollwright.train qwinto``.

Two networks are trained by self-play, one after the other: the first values sheets, the second
knows from these values who will win. Each writes a checkpoint a minute, from which the same command
goes on. Done in one go, the same seed and rounds give the same weights on machines of one kind.
`--write` puts what is in the folder into the package.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..bots.qwinto.company import Company
from ..bots.qwinto.net import Net
from ..bots.qwinto.weights import FILE, Networks, write_networks
from . import qwinto_company, qwinto_points

Floats = npt.NDArray[np.float64]


class Training(Protocol):
    """What both trainings have in common; `results` are counts for the report since the last."""

    round: int
    results: Floats

    def play_and_learn(self, rate: float) -> None:
        """One round of self-play, and learning from it at this rate."""
        ...

    def save(self) -> None:
        """Write a checkpoint."""
        ...

    def load(self) -> bool:
        """Go on from the checkpoint, if there is one."""
        ...


def main(arguments: Sequence[str] | None = None) -> None:
    """Train both networks for the given rounds, or write them into the package."""
    parser = argparse.ArgumentParser(prog="python -m rollwright.train qwinto", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the checkpoints are")
    parser.add_argument("--seed", default="qwinto")
    parser.add_argument("--points-rounds", type=int, default=3200, help="of 200 matches")
    parser.add_argument("--company-rounds", type=int, default=100, help="of 100 matches")
    parser.add_argument("--write", action="store_true", help="write the package's weights only")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.write:
        write_package(options.folder)
        return
    points = qwinto_points.Trainer(options.folder, options.seed)
    run(points, options.points_rounds, (1e-3, 2e-5), qwinto_points.report)
    company = qwinto_company.CompanyTrainer(options.folder, options.seed, points.mean)
    run(company, options.company_rounds, (3e-4, 3e-5), qwinto_company.report)


def run(
    training: Training,
    rounds: int,
    rates: tuple[float, float],
    report: Callable[[Floats], str],
) -> None:
    """Train up to so many rounds, the rates falling from the first to the last; a line a minute."""
    training.load()
    reported = time.monotonic()
    while training.round < rounds:
        training.play_and_learn(rates[0] * (rates[1] / rates[0]) ** (training.round / rounds))
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            training.save()
            line = report(training.results)
            print(f"round {training.round} of {rounds}: {line}", flush=True)
            training.results[:] = 0
    training.save()


def write_package(folder: Path) -> None:
    """Write the means of the latest weights of both networks into the package."""
    with as_file(files("rollwright.bots").joinpath("data", FILE)) as path:
        write_means(folder, path)


def write_means(folder: Path, file: Path) -> None:
    """Write the means of the latest weights of both checkpoints, as the bots read them."""
    with np.load(folder / qwinto_points.FILE) as data:
        net = Net(*(data[f"mean_{name}"] for name in Net._fields))
        used = (data["second_table"] != 0).any(axis=1)
    with np.load(folder / qwinto_company.FILE) as data:
        company = Company(*(data[f"mean_{name}"] for name in Company._fields))
    write_networks(file, Networks(net, company), used)


if __name__ == "__main__":
    main()
