"""`rollwright bench`, and the gate: no kernel may become much slower by the yardstick.

bench/baseline.json holds the ratios of a quiet machine; `python bench/speed.py --baseline` renews
them.
"""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from rollwright.arena import speed
from rollwright.arena.speed import Figure, measure_bot, measure_kernel, measure_start
from rollwright.cli.main import main

BASELINE = Path(__file__).parents[2] / "bench" / "baseline.json"
RATIOS: dict[str, float] = json.loads(BASELINE.read_text(encoding="utf-8"))

SLOWEST = 0.6
"""A kernel may have this much of its ratio on a busy machine."""

ATTEMPTS = 4
"""Other work on the machine can spoil a measurement, but hardly as many."""

FIGURES = [
    Figure("kernel", "qwixx(players=2) ga", 123456.7, "games/s", 250.0),
    Figure("solver", "qwixx(players=1)", 4.25, "s"),
    Figure("bot", "qwixx(players=2) ga", 0.0433, "ms a decision"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", RATIOS)
def test_kernel_is_not_much_slower_than_it_was(name: str) -> None:
    spec, bot = name.split()
    ratios = []
    for _ in range(ATTEMPTS):
        figure = measure_kernel(spec, bot)
        assert figure is not None
        assert figure.ratio is not None
        ratios.append(figure.ratio)
        if ratios[-1] >= SLOWEST * RATIOS[name]:
            return
    pytest.fail(f"{name}: {ratios} of the yardstick, {RATIOS[name]} before")


def test_gate_covers_every_game_and_the_simple_bots() -> None:
    assert {name.split("(")[0] for name in RATIOS} == {"qwixx", "qwinto", "qwingo"}
    assert {"random", "greedy", "ga", "perfect"} <= {name.split()[1] for name in RATIOS}


def test_kernel_is_measured_by_matches_and_by_the_yardstick() -> None:
    figure = measure_kernel("qwixx(players=2)", "random", seconds=0.02)
    assert figure is not None
    assert (figure.kind, figure.unit) == ("kernel", "games/s")
    assert figure.value > 10_000
    assert figure.ratio is not None
    assert figure.ratio > 10


def test_bot_that_is_not_compiled_has_no_kernel_figure() -> None:
    assert measure_kernel("qwingo(players=1, boxes=13)", "perfect", seconds=0.01) is None


def test_bot_and_start_take_some_time() -> None:
    assert 0.0001 < measure_bot("qwixx(players=2)", "greedy").value < 10
    with patch.object(speed, "STARTS", 1):
        assert 0.01 < measure_start("version", "--version").value < 10


def test_json_of_bench(capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(speed, "measure_all", return_value=iter(FIGURES)):
        assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["date", "version", "machine", "figures"]
    assert list(told["machine"]) == ["processor", "cores", "system", "python", "numba"]
    assert told["figures"][0] == {
        "kind": "kernel",
        "what": "qwixx(players=2) ga",
        "value": 123456.7,
        "unit": "games/s",
        "ratio": 250.0,
    }
    assert "ratio" not in told["figures"][1]


def test_table_of_bench(capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(speed, "measure_all", return_value=iter(FIGURES)):
        assert main(["bench"]) == 0
    out = capsys.readouterr().out
    assert "123,457" in out
    assert "0.0433" in out
    assert "numba" in out
