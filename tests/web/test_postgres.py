"""Several server processes on one PostgreSQL, which the tests start themselves."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from rollwright import InputError, parse_record
from rollwright.web.notices import Notice, parse_notice
from rollwright.web.schema import check_database
from rollwright.web.settings import database_url

from .players import Player, play_to_the_end
from .processes import PostgreSQL, postgresql
from .serving import Client, LiveServer, Stream, serving, settings_for, wait_until

pytestmark = pytest.mark.xdist_group("postgresql")


@contextmanager
def running() -> Iterator[PostgreSQL]:
    """A PostgreSQL server in a short path, since it has a socket there."""
    with (
        tempfile.TemporaryDirectory(prefix="rollwright-") as folder,
        postgresql(Path(folder)) as server,
    ):
        yield server


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The URL of the database that the tests share; it is never stopped."""
    with running() as server:
        yield server.url


@pytest.fixture
def own_database() -> Iterator[PostgreSQL]:
    """A database for a test that stops it, which would break the connections of other servers."""
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def two_servers(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[LiveServer, LiveServer]]:
    """Two applications with nothing in common but the database."""
    settings = settings_for(tmp_path_factory.mktemp("pg"), database=database)
    with serving(settings) as one, serving(settings) as two:
        yield one, two


Two = tuple[LiveServer, LiveServer]


def _moved(client: Client, server: LiveServer) -> Client:
    """The same browser at another server."""
    moved = server.client()
    moved.http.cookies.update(client.http.cookies)
    return moved


def test_an_answer_at_one_server_is_seen_on_the_stream_of_the_other(two_servers: Two) -> None:
    one, two = two_servers
    ann, ben = one.client(), two.client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    ben.join(code, "Ben")
    stream = Stream(ben, code)
    stream.view()
    number = ann.do(code, "start")["number"]
    assert stream.view(number)["phase"] == "play"
    started = time.monotonic()
    number = ann.do(code, "roll", turn=1)["number"]
    assert stream.view(number)["node"] == "white"
    assert time.monotonic() - started < 3, "a notice, not the next sweep"


def test_people_at_another_server_are_shown_as_online(two_servers: Two) -> None:
    one, two = two_servers
    ann, ben = one.client(), two.client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    ben.join(code, "Ben")
    stream = Stream(ann, code)
    Stream(ben, code).view()
    assert stream.view(until=lambda view: view["seats"][1]["online"])["spectators"] == 0


def test_a_game_is_played_to_the_end_at_two_servers(two_servers: Two) -> None:
    one, two = two_servers
    ann, ben = one.client(), two.client()
    code = ann.create("qwixx(max_misthrows=2)", "Ann", "bot", "open")["code"]
    ben.join(code, "Ben")
    ann.do(code, "start")
    view = play_to_the_end([Player(ann, code), Player(ben, code)])
    wait_until(lambda: ann.view(code)["phase"] == "over" == ben.view(code)["phase"])
    assert ann.view(code)["result"] == ben.view(code)["result"] == view["result"]
    record = parse_record(ben.get(f"/t/{code}/record.txt").text)
    assert list(record.result() or ()) == view["result"]["totals"]


def test_answers_that_arrive_at_both_servers_at_once_are_all_kept(two_servers: Two) -> None:
    one, two = two_servers
    ann = one.client()
    code = ann.create("qwixx", *"ABCDE")["code"]
    ann.do(code, "roll", turn=1)
    decision = ann.view(code)["asks"][0]["decision"]
    other = _moved(ann, two)
    with ThreadPoolExecutor(4) as threads:
        sent = [
            threads.submit(
                client.post,
                f"/t/{code}/answer",
                {"seat": seat, "decision": decision, "action": "-"},
            )
            for seat in range(5)
            for client in (ann, other)
        ]
    assert [answer.result().status_code for answer in sent] == [200] * 10
    view = other.view(code)
    assert view["node"] == "colour"
    assert view["number"] == 8, "create, start, roll, and each answer once"


def test_a_page_that_moves_to_the_other_server_names_what_it_has_seen(two_servers: Two) -> None:
    one, two = two_servers
    ann = one.client()
    code = ann.create("qwixx", "Ann", "Ben")["code"]
    other = _moved(ann, two)
    other.view(code)
    number = ann.do(code, "roll", turn=1)["number"]
    assert other.view(code, after=number) == {"number": number}


def test_old_tables_are_removed_with_their_events_and_keys(two_servers: Two, database: str) -> None:
    one, _ = two_servers
    ann = one.client()
    old, young = (ann.create("qwixx", "Ann", "open")["code"] for _ in range(2))
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        for statement in (
            "UPDATE tables SET created = 0 WHERE code = :code",
            "UPDATE events SET at = 0 WHERE code = :code",
        ):
            connection.execute(text(statement), {"code": old})
    assert one.run(one.app.state.house.store.remove_old({"lobby": 30.0}, ())) == 1
    with engine.begin() as connection:
        for name in ("tables", "events", "keys"):
            codes = set(connection.execute(text(f"SELECT code FROM {name}")).scalars())
            assert old not in codes
            assert young in codes
    engine.dispose()


def test_while_the_database_is_down_answers_are_refused_and_then_accepted_again(
    own_database: PostgreSQL, tmp_path: Path
) -> None:
    with serving(settings_for(tmp_path, database=own_database.url)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        stream = Stream(ann, code)
        stream.view()
        own_database.stop()
        try:
            answer = ann.post(f"/t/{code}/roll", {"turn": 1})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
            assert answer.headers["retry-after"] == "2"
            assert ann.view(code)["node"] == "roll", "what was not stored is not shown"
            assert ann.get("/healthz").status_code == 503
        finally:
            own_database.start()
        wait_until(lambda: ann.post(f"/t/{code}/roll", {"turn": 1}).status_code == 200)
        assert stream.view(until=lambda view: view["node"] == "white")["number"] == 3
        wait_until(lambda: ann.get("/healthz").status_code == 200)


def test_the_schema_is_made_once_and_a_newer_one_is_refused(database: str) -> None:
    url = database_url(database)
    check_database(url)
    engine = create_engine(url)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM rollwright")).scalar() == 1
        connection.execute(text("UPDATE rollwright SET version = version + 1"))
    try:
        with pytest.raises(InputError, match="newer rollwright"):
            check_database(url)
    finally:
        with engine.begin() as connection:
            connection.execute(text("UPDATE rollwright SET version = version - 1"))
        engine.dispose()


def test_a_server_that_is_not_there_is_one_clear_message() -> None:
    with pytest.raises(InputError, match="cannot be opened") as error:
        check_database(database_url("postgresql://ann:hunter2@127.0.0.1:1/x"))
    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize("notice", [Notice("ABCDE", 7), Notice("ABCDE", 0, "f00d", (0, 2))])
def test_notices_are_read_as_they_were_sent(notice: Notice) -> None:
    assert parse_notice(notice.format()) == notice
