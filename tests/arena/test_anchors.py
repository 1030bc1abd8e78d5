"""How well the bots play against themselves: anchors that a change of rules or bots would move."""

from __future__ import annotations

import pytest

from rollwright.arena import simulate
from rollwright.spec import parse_spec


@pytest.mark.parametrize(
    ("spec", "bot", "points", "turns"),
    [
        ("qwixx", "ga", (67.3, 0.5), (22.5, 0.3)),
        ("qwixx", "random", (4.4, 0.5), (16.4, 0.2)),
        ("qwinto", "random", (-5.4, 0.4), (15.2, 0.2)),
        ("qwingo", "random", (42.4, 0.3), (289.7, 3.0)),
    ],
)
def test_points_and_turns_of_two_equal_bots(
    spec: str, bot: str, points: tuple[float, float], turns: tuple[float, float]
) -> None:
    result = simulate(parse_spec(spec), (bot, bot), 30_000, "anchor")
    mean = (result.seats[0].mean + result.seats[1].mean) / 2
    assert mean == pytest.approx(points[0], abs=points[1])
    assert result.turns_mean == pytest.approx(turns[0], abs=turns[1])
