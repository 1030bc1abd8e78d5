"""Measures kernels, solvers, bots and the start of the program.

python bench/speed.py [--commit ID]     adds the figures to bench/results.md
python bench/speed.py --baseline        renews the ratios that tests compare with
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path

from rollwright.arena.speed import Figure, describe_machine, measure_all, measure_kernel
from rollwright.version import __version__

FOLDER = Path(__file__).parent
RESULTS, BASELINE = FOLDER / "results.md", FOLDER / "baseline.json"


def section(figures: list[Figure], commit: str | None) -> str:
    """The figures as a section of the results file."""
    machine = describe_machine()
    lines = [
        "",
        f"## Speed of kernels, solvers and bots · {datetime.now(UTC).date().isoformat()}",
        "",
        f"`scripts/bench` · rollwright {__version__} ({commit or 'no commit'}) · "
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, "
        f"Python {machine['python']}, numba {machine['numba']}.",
        "Processor time but where the clock is named. *Ratio*: matches played while the yardstick "
        "takes a million steps.",
        "",
        "| kind | measured | figure | ratio |",
        "|---|---|---|---|",
    ]
    for figure in figures:
        ratio = "" if figure.ratio is None else number(figure.ratio)
        shown = f"{number(figure.value)} {figure.unit}"
        lines.append(f"| {figure.kind} | {figure.what} | {shown} | {ratio} |")
    return "\n".join(lines) + "\n"


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def renew_baseline() -> None:
    """Measure the ratios of the kernels that the gate names anew."""
    ratios = json.loads(BASELINE.read_text(encoding="utf-8"))
    for name in ratios:
        spec, bot = name.split()
        figure = measure_kernel(spec, bot)
        if figure is not None and figure.ratio is not None:
            ratios[name] = float(f"{figure.ratio:.3g}")
    BASELINE.write_text(json.dumps(ratios, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--commit", help="the state of the sources, for the file")
    parser.add_argument("--baseline", action="store_true", help="renew the ratios only")
    chosen = parser.parse_args()
    if chosen.baseline:
        renew_baseline()
        return
    figures = []
    for figure in measure_all():
        figures.append(figure)
        print(f"{figure.kind:8} {figure.what:45} {number(figure.value):>12} {figure.unit}")
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(section(figures, chosen.commit))


if __name__ == "__main__":
    main()
