"""Requests that are broken, too big or of the wrong kind: always a clear 4xx."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rollwright.web import Limits, bodies
from rollwright.web.limits import Rates, address_group

from .serving import Client, LiveServer, serving, settings_for

NewClient = Callable[..., Client]
JSON_HEADERS = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"{\xff}",
        b'{"game": NaN}',
        b'{"game": Infinity}',
        b'{"timer": ' + b"9" * 5000 + b"}",
        b"[" * 16_000,
        b'{"a":' * 3_000,
        b'{"game": {"a": {"a": {"a": {"a": {"a": {"a": 1}}}}}}}',
        b'{"game": "\\ud800"}',
        b'{"\\udfff": 1}',
    ],
)
def test_json_that_is_none_is_400(new_client: NewClient, body: bytes) -> None:
    answer = new_client().http.post("/tables", content=body, headers=JSON_HEADERS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "json")


@pytest.mark.parametrize(
    ("deed", "data"),
    [
        ("answer", {}),
        ("answer", {"seat": "0", "decision": 1, "action": "-"}),
        ("answer", {"seat": 0.0, "decision": 1, "action": "-"}),
        ("answer", {"seat": True, "decision": 1, "action": "-"}),
        ("answer", {"seat": -1, "decision": 1, "action": "-"}),
        ("answer", {"seat": 0, "decision": 10**30, "action": "-"}),
        ("answer", {"seat": 0, "decision": 1, "action": ["-"]}),
        ("answer", {"seat": 0, "decision": 1, "action": "x" * 21}),
        ("answer", {"seat": 0, "decision": 1, "action": "-", "extra": 1}),
        ("roll", {"turn": 1, "faces": "123456"}),
        ("roll", {"turn": 1, "faces": [1.5]}),
        ("roll", {"turn": 1, "roll": []}),
        ("join", {"name": 5}),
        ("join", {"name": "x" * 500}),
        ("undo", {"seat": None}),
    ],
)
def test_fields_of_the_wrong_kind_are_422_and_named(
    new_client: NewClient, deed: str, data: dict[str, object]
) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    assert ann.refused(code, deed, **data) == (422, "field")


def test_a_body_of_another_type_is_415(new_client: NewClient) -> None:
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/xml"):
        answer = new_client().http.post(
            "/tables", content=b"game=qwixx", headers={"Content-Type": kind}
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (415, "type")


def test_a_body_over_16_kb_is_413_announced_or_not(new_client: NewClient) -> None:
    ann = new_client()
    long = b'{"game": "' + b"x" * 17_000 + b'"}'
    told = ann.http.post("/tables", content=long, headers=JSON_HEADERS)
    assert (told.status_code, told.json()["error"]["code"]) == (413, "size")

    def chunks() -> Iterator[bytes]:
        for start in range(0, len(long), 1000):
            yield long[start : start + 1000]

    untold = ann.http.post("/tables", content=chunks(), headers=JSON_HEADERS)
    assert untold.status_code == 413


def test_a_body_that_does_not_arrive_is_408(
    new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)

    def slowly() -> Iterator[bytes]:
        yield b"{"
        time.sleep(1)
        yield b"}"

    answer = new_client().http.post("/tables", content=slowly(), headers=JSON_HEADERS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (408, "slow")


def test_a_form_with_hundreds_of_fields_is_400(new_client: NewClient) -> None:
    answer = new_client().http.post(
        "/tables",
        content="&".join(f"seat={n}" for n in range(300)),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 400


def test_methods_that_a_page_does_not_have_are_405_and_say_which_it_has(
    new_client: NewClient,
) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "bot")["code"]
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        answer = ann.http.request(method, f"/t/{code}")
        assert answer.status_code == 405
        assert "GET" in answer.headers["allow"]
    assert ann.http.get(f"/t/{code}/answer").status_code == 405


def test_head_is_get_without_a_body_also_for_streams(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "bot")["code"]
    for path in ("/", f"/t/{code}", f"/t/{code}/stream", "/healthz", f"/t/{code}/qr.svg"):
        answer = ann.http.head(path)
        assert (answer.status_code, answer.content) == (200, b""), path


@pytest.mark.parametrize("after", ["-1", "x", "1" * 30, "١"])
def test_a_number_of_an_event_that_is_none_is_422(new_client: NewClient, after: str) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "bot")["code"]
    assert ann.get(f"/t/{code}", after=after).status_code == 422


def test_a_number_from_the_future_shows_what_there_is(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    assert ann.view(code, after=999_999)["number"] == ann.view(code)["number"]


# Limits


def test_one_address_makes_so_many_tables_an_hour(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, limits=Limits(tables_per_hour=2))) as server:
        ann = server.client()
        statuses = [ann.post("/tables", {"game": "qwixx"}).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]
        assert ann.get("/").status_code == 200


def test_one_address_asks_so_often_and_is_told_when_to_come_back(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.5, request_burst=3)
    with serving(settings_for(tmp_path, limits=limits)) as server:
        ann = server.client()
        answers = [ann.get("/") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].headers["retry-after"] == "2"
        assert ann.get("/healthz").status_code == 200, "operators are not counted"


def test_a_server_full_of_attended_tables_takes_no_more(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, limits=Limits(live_tables=2))) as server:
        ann = server.client()
        statuses = [ann.post("/tables", {"game": "qwixx"}).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]


def test_tables_that_nobody_attends_make_room(server: LiveServer, new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    house = server.app.state.house
    number = ann.do(code, "roll", turn=1)["number"]
    house._unload(house.rooms[code])
    assert code not in house.rooms
    assert ann.view(code)["number"] == number


def test_a_table_does_not_grow_without_end(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, limits=Limits(events_per_table=5))) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        ann.do(code, "roll", turn=1)
        decision = ann.view(code)["asks"][0]["decision"]
        ann.do(code, "answer", seat=0, decision=decision, action="-")
        ann.do(code, "undo", seat=0)
        answer = ann.post(f"/t/{code}/answer", {"seat": 0, "decision": decision, "action": "-"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "long")


def test_permits_come_back_with_time_and_addresses_do_not_share_them() -> None:
    rates = Rates(per_second=1000.0, burst=1)
    assert rates.take("a") == 0.0
    assert rates.take("b") == 0.0
    wait = rates.take("a")
    assert wait <= 0.001


def test_many_addresses_do_not_fill_the_memory() -> None:
    rates = Rates(per_second=0.001, burst=1)
    for number in range(25_000):
        rates.take(str(number))
    assert len(rates._buckets) <= 10_000


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unix", "unix"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host: str, group: str) -> None:
    assert address_group(host) == group
