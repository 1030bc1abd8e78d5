"""Charts of `simulate` and `solve`: what is in them, and what is said when there can be none."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rollwright.cli.plotting import plot_solution
from rollwright.i18n import T, use_language
from rollwright.render.charts import SHOWN, Chart, Series, draw_chart
from rollwright.solve.distribution import Distribution
from rollwright.spec import create_game

from .command import refuse, rollwright, succeed

PNG = b"\x89PNG\r\n\x1a\n"


def texts(path: Path) -> list[str]:
    """All words of an SVG file."""
    root = ElementTree.parse(path).getroot()
    return ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("}text")]


def test_simulation_shows_every_seat_with_its_mean() -> None:
    told = succeed("simulate", "qwixx", "--bots", "greedy,random", "--games", "300", "--seed", "7",
                   "--plot", "seats.svg", "--json").json  # fmt: skip
    first, second = (seat["mean"] for seat in told["seats"])
    words = texts(Path("seats.svg"))
    assert "300 games of qwixx(players=2)" in words
    assert f"a greedy: {first:.2f} on average" in words
    assert f"b random: {second:.2f} on average" in words
    assert {"points", "share of the games"} <= set(words)
    assert not any("perfect play" in word for word in words)


def test_one_player_is_shown_beside_perfect_play() -> None:
    succeed("simulate", "qwingo(players=1, boxes=5)", "--bots", "random", "--games", "200",
            "--seed", "7", "--plot", "alone.svg", "--json")  # fmt: skip
    words = texts(Path("alone.svg"))
    assert "turns" in words
    assert any(word.startswith("perfect play: ") for word in words)


def test_same_results_give_the_same_bytes() -> None:
    for name in ("one", "two"):
        for suffix in ("svg", "png"):
            succeed("simulate", "qwinto", "--bots", "random,random", "--games", "50", "--seed",
                    "7", "--plot", f"{name}.{suffix}", "--json")  # fmt: skip
    assert Path("one.svg").read_bytes() == Path("two.svg").read_bytes()
    assert Path("one.png").read_bytes() == Path("two.png").read_bytes()
    assert Path("one.png").read_bytes().startswith(PNG)
    assert sorted(path.name for path in Path().iterdir()) == [
        "one.png", "one.svg", "two.png", "two.svg"
    ]  # fmt: skip


def test_solution_is_drawn() -> None:
    told = succeed("solve", "qwingo(players=1, boxes=4)", "--plot", "solved.svg", "--json").json
    assert f"perfect: {told['mean']:.2f} on average" in texts(Path("solved.svg"))


def test_another_bot_is_drawn_beside_perfect_play() -> None:
    game = create_game("qwixx(players=1)")
    results, perfect = Distribution({40: 0.5, 60: 0.5}), Distribution({100: 0.25, 120: 0.75})
    plot_solution(Path("both.svg"), game, "ga", results, perfect)
    words = texts(Path("both.svg"))
    assert "ga: 50.00 on average" in words
    assert "perfect play: 115.00 on average" in words


def test_results_too_rare_to_be_seen_do_not_widen_a_chart() -> None:
    shares = {-70: SHOWN / 2, 10: 0.5, 11: 0.5 - SHOWN / 2}
    draw_chart(Chart("rare", T("points"), [Series("bot", shares)]), Path("rare.svg"))
    assert not any("70" in word for word in texts(Path("rare.svg")))


def test_words_are_those_of_the_language() -> None:
    use_language("de")
    try:
        draw_chart(Chart("x", T("points"), [Series("bot", {1: 1.0})]), Path("de.svg"))
    finally:
        use_language("en")
    assert "Punkte" in texts(Path("de.svg"))


@pytest.mark.parametrize("command", ["simulate", "solve"])
def test_another_suffix_is_refused_before_anything_is_worked_out(command: str) -> None:
    words = ["qwixx", "--bots", "ga,ga", "--games", "1000000000"]
    asked = words if command == "simulate" else ["qwixx(players=1)"]
    assert "must end in .svg or .png" in refuse(command, *asked, "--plot", "chart.pdf")


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = refuse("solve", "qwingo(players=1)", "--plot", "chart.svg")
    assert "pip install 'rollwright[plot]'" in said


def test_a_folder_that_is_not_there_is_named() -> None:
    outcome = rollwright("solve", "qwingo(players=1, boxes=3)", "--plot", "nowhere/chart.svg")
    assert outcome.status == 2
    assert "“nowhere/chart.svg” cannot be written: No such file or directory." in outcome.err


def test_there_is_no_chart_of_a_bound() -> None:
    assert "--plot are for qwixx and qwingo" in refuse("solve", "qwinto", "--plot", "c.svg")
