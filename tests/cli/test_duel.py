"""``rollwright duel``."""

from __future__ import annotations

import pytest

from .command import refuse, rollwright, succeed


def test_json_is_what_is_promised_and_more() -> None:
    words = ("qwixx", "--bots", "ga,random", "--pairs", "40", "--seed", "7", "--json")
    told = succeed("duel", *words).json
    promised = ["pairs", "score", "se", "ci95", "margin"]
    more = ["margin_se", "wins", "ties", "losses", "elo", "elo95"]
    assert list(told) == [*promised, *more]
    assert told["pairs"] == 40
    assert told["ci95"][0] < told["score"] <= told["ci95"][1] <= 1
    assert told["wins"] + told["ties"] + told["losses"] == 80
    assert told["score"] == (told["wins"] + told["ties"] / 2) / 80


def test_same_seed_gives_the_same_whatever_the_workers() -> None:
    words = ("duel", "qwinto", "--bots", "greedy,random", "--pairs", "60", "--seed", "3", "--json")
    assert succeed(*words, "--workers", "1").json == succeed(*words, "--workers", "3").json


def test_words_tell_score_margin_elo_and_seed() -> None:
    words = ("duel", "qwixx", "--bots", "ga,greedy", "--pairs", "300", "--seed", "z")
    first, score, margin, elo, seed = succeed(*words).out.splitlines()
    assert first == "ga against greedy: 300 pairs, 600 games."
    assert score.startswith("Score ")
    assert margin.startswith("Margin +")
    assert elo.startswith("Elo +")
    assert seed == "The seed was z."


def test_until_decided_says_who_is_stronger() -> None:
    words = ("duel", "qwixx", "--bots", "ga,random", "--until-decided", "--seed", "1")
    assert "Decided: ga is stronger." in succeed(*words).out
    assert succeed(*words, "--json").json["verdict"] == "stronger"


def test_drawn_seed_is_told() -> None:
    told = rollwright("duel", "qwixx", "--bots", "ga,random", "--pairs", "3", "--json")
    assert told.err.startswith("The seed was ")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--bots", "ga", "--pairs", "3"), ["at least two bots"]),
        (("--bots", "ga,random"), ["--pairs or --until-decided"]),
        (("--bots", "ga,random", "--pairs", "0"), ["--pairs", "from 1 to"]),
        (("--bots", "ga,wizard", "--pairs", "3"), ["“wizard”"]),
        (("--bots", "ga,ga,ga", "--until-decided"), ["two bots"]),
    ],
)
def test_wrong_words_are_explained(words: tuple[str, ...], parts: list[str]) -> None:
    message = refuse("duel", "qwixx", *words)
    assert all(part in message for part in parts), message
