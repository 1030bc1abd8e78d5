"""``rollwright bench``: how fast kernels, solvers, bots and the program are on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..i18n import T
from .options import JsonSwitch

if TYPE_CHECKING:
    from rich.table import Table

    from ..arena.speed import Figure

HELP = T("measure how fast this machine plays and solves")

KINDS = {
    "kernel": T("Compiled games on one core"),
    "solver": T("Solutions, when their kernels are compiled"),
    "bot": T("Decisions of the readable bots"),
    "start": T("Start of the program"),
}

UNITS = {"games/s": T("games/s"), "ms a decision": T("ms a decision"), "s": T("s")}


def run(as_json: JsonSwitch = False) -> None:
    """Measure, which takes some minutes, and print the figures."""
    from datetime import UTC, datetime

    from ..arena.speed import describe_machine, measure_all
    from ..version import __version__
    from .console import print_json, show
    from .progress import tell

    if not as_json:
        tell(T("Measuring; this takes some minutes."))
    figures = list(measure_all())
    machine = describe_machine()
    if as_json:
        print_json(
            {
                "date": datetime.now(UTC).date().isoformat(),
                "version": __version__,
                "machine": machine,
                "figures": [figure.format() for figure in figures],
            }
        )
        return
    show(
        _table(figures),
        T(
            "Processor time but for what says otherwise. {processor}, {cores} cores, {system}, "
            "Python {python}, numba {numba}.",
            **machine,
        ),
    )


def _table(figures: list[Figure]) -> Table:
    from .console import create_table

    table = create_table("", "", "", numbers_from=1)
    for kind, title in KINDS.items():
        table.add_row(str(title), "", "")
        for figure in figures:
            if figure.kind == kind:
                number = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.3g}"
                table.add_row(f"  {figure.what}", number, str(UNITS[figure.unit]))
    return table
