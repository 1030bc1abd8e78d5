"""Histograms of final results as SVG or PNG, drawn by matplotlib where that is installed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, RollwrightError
from ..i18n import T, Text, decimal, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".png")

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of the series; colour-blind people tell them apart, and lines differ in their dashes too."""

DASHES = ("solid", "dashed", "dashdot", "dotted", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))

PERFECT_COLOUR = "#222222"

SHOWN = 2e-5
"""Results that are rarer than this, at either end, are not drawn."""


@dataclass(frozen=True)
class Series:
    """The share of the games that end with each result, and what this is called."""

    name: str
    shares: Mapping[int, float]

    @property
    def mean(self) -> float:
        """The mean result."""
        return sum(result * share for result, share in self.shares.items())


@dataclass(frozen=True)
class Chart:
    """What a chart shows: its title, what the results are, and the series.

    `perfect` is drawn as a curve beside the series.
    """

    title: str
    results: Text
    series: Sequence[Series]
    perfect: Series | None = None


def check_chart(path: Path) -> None:
    """Raise an error, before anything is worked out, where no chart can be drawn as this file."""
    if path.suffix not in SUFFIXES:
        raise InputError(T("“{path}” must end in .svg or .png.", path=path))
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise RollwrightError(
            T("A chart needs matplotlib, which is not installed; pip install 'rollwright[plot]'.")
        ) from error


def draw_chart(chart: Chart, path: Path) -> None:
    """Write a chart as a file, the same bytes for the same chart.

    Raises `InputError` for another suffix than .svg and .png and for a file that cannot be
    written, and `RollwrightError` where matplotlib is not installed.
    """
    check_chart(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "rollwright",
        "font.size": 11,
    }
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with rc_context(settings):
            figure = Figure(figsize=(9, 5), layout="constrained")
            _draw(figure.add_subplot(), chart)
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(unfinished, format=path.suffix[1:], dpi=150, metadata=metadata)
        os.replace(unfinished, path)
    except OSError as error:
        raise InputError(
            T("“{path}” cannot be written: {reason}.", path=path, reason=error.strerror or error)
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _draw(axes: Axes, chart: Chart) -> None:
    for index, series in enumerate(chart.series):
        first, shares = _steps(series)
        edges = [first - 0.5 + step for step in range(len(shares) + 1)]
        alone = len(chart.series) == 1
        colour = COLOURS[index % len(COLOURS)]
        axes.stairs(
            shares,
            edges,
            fill=alone,
            color=colour,
            alpha=0.55 if alone else 1.0,
            linewidth=1.6,
            linestyle="solid" if alone else DASHES[index % len(DASHES)],
            label=_label(series),
        )
    if chart.perfect is not None:
        first, shares = _steps(chart.perfect)
        results = range(first, first + len(shares))
        label = _label(chart.perfect)
        axes.plot(results, shares, color=PERFECT_COLOUR, linewidth=1.8, label=label)
    axes.set_title(chart.title)
    axes.set_xlabel(str(chart.results))
    axes.set_ylabel(str(T("share of the games")))
    axes.yaxis.set_major_formatter(lambda share, _: str(percent(share)))
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color="#cccccc", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)


def _label(series: Series) -> str:
    return str(T("{name}: {mean} on average", name=series.name, mean=decimal(series.mean, 2)))


def _steps(series: Series) -> tuple[int, list[float]]:
    """The least result that is drawn, and the shares from it to the greatest one."""
    drawn = [result for result, share in series.shares.items() if share >= SHOWN]
    first, last = min(drawn), max(drawn)
    return first, [series.shares.get(result, 0.0) for result in range(first, last + 1)]
