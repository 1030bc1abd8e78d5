from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rollwright.web import Limits, Pace, house

from .serving import GENEROUS, Client, Stream, serving, settings_for, wait_until

NewClient = Callable[..., Client]


def test_a_page_sees_an_answer_as_soon_as_it_is_stored(new_client: NewClient) -> None:
    ann, ben = new_client(), new_client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    stream = Stream(ann, code)
    assert stream.view()["phase"] == "lobby"
    number = ben.join(code, "Ben")["number"]
    assert [seat["name"] for seat in stream.view(number)["seats"]] == ["Ann", "Ben"]
    number = ann.do(code, "start")["number"]
    assert stream.view(number)["phase"] == "play"
    stream.close()


def test_a_page_that_was_away_gets_the_newest_view_at_once(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    number = ann.do(code, "roll", turn=1)["number"]
    stream = Stream(ann, code, after=1)
    assert stream.view()["number"] == number
    stream.close()
    by_header = Stream(ann, code, last_event_id=1)
    assert by_header.view()["number"] == number
    by_header.close()


def test_a_page_that_has_missed_nothing_gets_a_ping_at_once_and_again(
    new_client: NewClient,
) -> None:
    ann = new_client()
    made = ann.create("qwixx", "Ann", "Ben")
    number = ann.view(made["code"])["number"]
    stream = Stream(ann, made["code"], after=number)
    assert stream.frame() == ("ping", number)
    events = {stream.frame()[0] for _ in range(2)}
    assert "ping" in events, "a quiet stream shows that it is alive"
    stream.close()


def test_two_tabs_of_one_seat_see_the_same(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    tabs = [Stream(ann, code), Stream(ann, code)]
    number = ann.do(code, "roll", turn=1)["number"]
    views = [tab.view(number) for tab in tabs]
    assert views[0]["asks"] == views[1]["asks"] != []
    for tab in tabs:
        tab.close()


def test_people_are_online_while_a_page_is_open_and_watchers_are_counted(
    new_client: NewClient,
) -> None:
    ann, ben, zoe = new_client(), new_client(), new_client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    ben.join(code, "Ben")
    stream = Stream(ann, code)
    assert [seat["online"] for seat in stream.view()["seats"]] == [True, False]
    bens = Stream(ben, code)
    stream.view(until=lambda view: view["seats"][1]["online"])
    zoes = Stream(zoe, code)
    stream.view(until=lambda view: view["spectators"] == 1)
    bens.close()
    zoes.close()
    stream.view(until=lambda view: not (view["seats"][1]["online"] or view["spectators"]))
    stream.close()


def test_a_hidden_page_that_only_looks_counts_as_open(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    assert ann.view(code)["seats"][0]["online"] is True


def test_asking_for_news_when_there_is_none_gives_the_number_alone(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    number = ann.view(code)["number"]
    assert ann.view(code, after=number) == {"number": number}
    assert ann.view(code, after=number - 1)["phase"] == "play"


def test_an_old_stream_that_ends_late_does_not_throw_out_the_new_one(
    new_client: NewClient,
) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    old = Stream(ann, code)
    old.view()
    new = Stream(ann, code)
    new.view()
    old.close()
    time.sleep(0.4)  # longer than the farewell of these tests
    assert ann.view(code)["seats"][0]["online"] is True
    number = ann.do(code, "roll", turn=1)["number"]
    assert new.view(number)["number"] == number
    new.close()


def test_a_table_that_everybody_left_waits_and_goes_on_when_somebody_returns(
    tmp_path: Path,
) -> None:
    pace = Pace(bot=0.0, presence=0.2, farewell=0.1, look=0.2)
    with serving(settings_for(tmp_path, pace=pace)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "bot")["code"]
        ann.do(code, "roll", turn=1)
        decision = ann.view(code)["asks"][0]["decision"]
        time.sleep(0.5)
        room = server.app.state.house.rooms[code]
        room.refresh_presence()
        assert not room.is_attended()
        number = room.table.number
        time.sleep(0.3)
        assert room.table.number == number, "nobody is there, so the bot waits"
        ann.do(code, "answer", seat=0, decision=decision, action="-")
        stream = Stream(ann, code)
        assert stream.view(number + 2)["number"] >= number + 2, "the bot has answered"
        stream.close()


def test_a_timer_answers_for_who_is_too_slow(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        made = ann.create("qwixx", "Ann", "Ben", timer=5)
        room = server.app.state.house.rooms[made["code"]]
        stream = Stream(ann, made["code"])
        assert 0 < stream.view()["timer"]["left"] <= 5
        started = time.monotonic()
        view = stream.view(room.table.number + 1)
        assert 3 < time.monotonic() - started < 8
        assert view["node"] == "white", "the dice were rolled"
        stream.close()


def test_a_reader_gets_no_more_streams_than_the_limit(tmp_path: Path) -> None:
    limits = Limits(streams_per_viewer=2, streams_per_address=3, streams_per_table=100)
    with serving(settings_for(tmp_path, limits=limits)) as server:
        ann, ben = server.client(), server.client()
        code = ann.create("qwixx", "Ann", "open")["code"]
        ben.join(code, "Ben")
        streams = [Stream(ann, code) for _ in range(2)]
        for stream in streams:
            stream.view()
        refused = ann.get(f"/t/{code}/stream")
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "streams")
        streams.append(Stream(ben, code))
        streams[-1].view()
        assert ben.get(f"/t/{code}/stream").status_code == 429
        for stream in streams:
            stream.close()


def test_open_streams_do_not_hold_up_the_end_of_the_server(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        stream = Stream(ann, code)
        stream.view()
        started = time.monotonic()
        server.stop()
        assert time.monotonic() - started < 3
        event = stream.frame()
        while event[0] == "ping":
            event = stream.frame()
        assert event == ("end", None)
        stream.close()


def test_operators_see_tables_streams_and_answers_by_route(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        Stream(ann, code).view()
        ann.do(code, "roll", turn=1)
        figures = dict(
            line.rsplit(" ", 1)
            for line in ann.get("/metrics").text.splitlines()
            if not line.startswith("#")
        )
    assert figures["rollwright_live_tables"] == "1"
    assert figures["rollwright_streams"] == "1"
    assert figures["rollwright_tables_created_total"] == "1"
    assert figures['rollwright_events_total{kind="roll"}'] == "1"
    assert figures['rollwright_responses_total{route="create",status="201"}'] == "1"
    assert code not in str(figures)


def test_a_table_that_nobody_attends_leaves_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "SWEEP_SECONDS", 0.05)
    pace = Pace(bot=0.0, presence=0.1, farewell=0.1, look=0.1, unload=0.3)
    with serving(settings_for(tmp_path, pace=pace)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        rooms = server.app.state.house.rooms
        stream = Stream(ann, code)
        stream.view()
        time.sleep(0.5)
        assert code in rooms, "somebody has the page open"
        stream.close()
        wait_until(lambda: code not in rooms)
        assert ann.view(code)["phase"] == "play"


def test_one_connection_too_many_is_told_so_and_the_others_go_on(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, limits=replace(GENEROUS, connections=2))
    with serving(settings) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        stream = Stream(ann, code)
        ann.view(code)
        assert server.client().http.get("/healthz").status_code == 503
        number = ann.do(code, "roll", turn=1)["number"]
        assert stream.view(number)["dice_turn"] == 1
        stream.close()
