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
