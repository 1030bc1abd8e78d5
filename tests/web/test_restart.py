from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rollwright import InputError, SeededDice
from rollwright.web.schema import VERSION, check_database

from .players import Player, play_to_the_end
from .serving import serving, settings_for, wait_until


def test_a_game_goes_on_where_it_was_after_a_restart_with_the_same_next_roll(
    tmp_path: Path,
) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        player = Player(ann, code)
        for _ in range(8):
            player.act(ann.view(code))
        wait_until(lambda: len(ann.view(code)["asks"]) == 2 or not player.act(ann.view(code)))
        ask = ann.view(code)["asks"][0]
        ann.do(code, "answer", seat=0, decision=ask["decision"], action="-")
        before = ann.view(code)
        secret = server.app.state.house.rooms[code].table.bot_seed
        cookies = dict(ann.http.cookies)
    with serving(settings) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        after = ann.view(code)
        assert after["asks"] == before["asks"]
        assert after["sheets"] == before["sheets"]
        assert after["pending"] == before["pending"]
        assert after["log"] == before["log"]
        match = server.app.state.house.rooms[code].table.match
        player = Player(ann, code)
        wait_until(lambda: ann.view(code)["roll"] is not None or not player.act(ann.view(code)))
        promised = SeededDice(secret).draw(match.node)
        ann.do(code, "roll", turn=match.node.turn)
        shown = [die["face"] for die in ann.view(code)["dice"]]
        assert shown == list(promised)
        assert play_to_the_end([player])["phase"] == "over"


def test_an_answer_given_before_a_restart_cannot_be_given_again(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        ann.do(code, "roll", turn=1)
        ask = ann.view(code)["asks"][0]
        action = ask["actions"][0]["action"]
        ann.do(code, "answer", seat=0, decision=ask["decision"], action=action)
        cookies = dict(ann.http.cookies)
    with serving(settings) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        assert ann.view(code)["pending"]["0"]["action"] == action
        again = {"seat": 0, "decision": ask["decision"]}
        assert ann.refused(code, "answer", **again, action="-") == (409, "answered")
        ann.do(code, "answer", **again, action=action)


def test_a_finished_game_stays_in_the_list_with_its_result(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as server:
        ann = server.client()
        code = ann.create("qwixx(max_misthrows=1)", "Ann", "Ben")["code"]
        totals = play_to_the_end([Player(ann, code)])["result"]["totals"]
        cookies = dict(ann.http.cookies)
    with serving(settings) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        table = ann.get("/").json()["tables"][0]
        assert (table["code"], table["phase"], table["totals"]) == (code, "over", totals)
        assert ann.view(code)["result"]["totals"] == totals


def test_two_servers_on_one_sqlite_file_see_each_others_tables(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as one, serving(settings) as two:
        ann, ben = one.client(), two.client()
        code = ann.create("qwixx", "Ann", "open")["code"]
        ben.join(code, "Ben")
        ann.do(code, "start")
        assert ben.refused(code, "join", name="Zoe") == (409, "started")
        number = ann.do(code, "roll", turn=1)["number"]
        wait_until(lambda: ben.view(code)["number"] >= number)
        decision = ben.view(code)["asks"][0]["decision"]
        ben.do(code, "answer", seat=1, decision=decision, action="-")
        ann.do(code, "answer", seat=0, decision=decision, action="-")
        assert ann.view(code)["asks"][0]["phase"] == "colour"


def test_a_database_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    check_database(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE rollwright SET version = ?", (VERSION + 1,))
    connection.close()
    with pytest.raises(InputError, match="newer rollwright"):
        check_database(f"sqlite:///{path}")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, this is not a database at all." * 50)
    with pytest.raises(InputError, match="cannot be opened"):
        check_database(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear Ann")
