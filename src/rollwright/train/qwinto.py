"""Training for Qwinto: ``python -m rollwright.train qwinto``.

Two networks are trained by self-play, one after the other: the first values sheets, the second
knows from these values who will win. Each writes a checkpoint a minute, from which the same command
goes on. `--write` puts what is in the folder into the package.
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
    """Train both networks for the given time, or write them into the package."""
    parser = argparse.ArgumentParser(prog="python -m rollwright.train qwinto", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the checkpoints are")
    parser.add_argument("--seed", default="qwinto")
    parser.add_argument("--points-minutes", type=float, default=45, help="for the first network")
    parser.add_argument("--company-minutes", type=float, default=25, help="for the second")
    parser.add_argument("--write", action="store_true", help="write the package's weights only")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.write:
        write_package(options.folder)
        return
    points = qwinto_points.Trainer(options.folder, options.seed)
    run(points, options.points_minutes, (1e-3, 1e-4), qwinto_points.report)
    company = qwinto_company.CompanyTrainer(options.folder, options.seed, points.mean)
    run(company, options.company_minutes, (3e-4, 3e-5), qwinto_company.report)


def run(
    training: Training,
    minutes: float,
    rates: tuple[float, float],
    report: Callable[[Floats], str],
) -> None:
    """Train so long, with rates that fall from the first to the last; a line a minute."""
    training.load()
    begun = reported = time.monotonic()
    while (spent := (time.monotonic() - begun) / 60) < minutes:
        training.play_and_learn(rates[0] * (rates[1] / rates[0]) ** (spent / minutes))
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            training.save()
            line = report(training.results)
            print(f"{spent:.0f} min, round {training.round}: {line}", flush=True)
            training.results[:] = 0
    training.save()


def write_package(folder: Path) -> None:
    """Write the means of the latest weights of both networks into the package."""
    with np.load(folder / qwinto_points.FILE) as data:
        net = Net(*(data[f"mean_{name}"] for name in Net._fields))
        used = (data["second_table"] != 0).any(axis=1)
    with np.load(folder / qwinto_company.FILE) as data:
        company = Company(*(data[f"mean_{name}"] for name in Company._fields))
    with as_file(files("rollwright.bots").joinpath("data", FILE)) as path:
        write_networks(path, Networks(net, company), used)


if __name__ == "__main__":
    main()
