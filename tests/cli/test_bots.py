from __future__ import annotations

from rollwright.bots import bot_infos

from .command import succeed


def test_every_bot_is_listed_with_its_games_and_what_it_does() -> None:
    bots = succeed("bots", "--json").json["bots"]
    infos = bot_infos(alone=True)
    assert [bot["name"] for bot in bots] == [info.name for info in infos]
    assert [list(bot["games"]) for bot in bots] == [list(info.factories) for info in infos]
    assert all(bot["does"] for bot in bots)


def test_parameters_are_listed_with_their_defaults() -> None:
    bots = {bot["name"]: bot for bot in succeed("bots", "--json").json["bots"]}
    assert bots["greedy"]["games"]["qwixx"] == {"skip": 2}
    assert bots["random"]["games"]["qwixx"] == {}
    assert "qwixx (skip=2)" in succeed("bots").out


def test_game_or_spec_lists_only_the_bots_that_play_it() -> None:
    names = [bot["name"] for bot in succeed("bots", "qwinto(players=3)", "--json").json["bots"]]
    assert names == [info.name for info in bot_infos("qwinto", alone=True)]
    assert "ga" not in names


def test_own_bots_are_mentioned() -> None:
    assert "package.module:Class" in succeed("bots").out


def test_measured_strengths_are_listed_with_date_and_command() -> None:
    bots = {bot["name"]: bot for bot in succeed("bots", "--json").json["bots"]}
    (found,) = [entry for entry in bots["ga"]["strengths"] if entry["game"] == "qwixx(players=2)"]
    assert found["bots"] == ["ga", "greedy"]
    assert 0.6 < found["score"] < 0.65
    assert found["date"] == "2026-11-30"
    assert found["command"] == (
        'rollwright duel "qwixx(players=2)" --bots "ga,greedy" --pairs 2000 --seed strength'
    )
    shown = succeed("bots", "qwixx").out
    assert "qwixx: 62.5% ± 0.7" in shown
    assert "(2026-11-30)" in shown


def test_only_strengths_in_the_game_that_was_asked_for_are_listed() -> None:
    assert "qwinto: " not in succeed("bots", "qwixx").out
