"""How long tables and records are kept in the store."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from rollwright.web import Keeping, Settings
from rollwright.web.settings import changed_settings

from .players import Player, play_to_the_end
from .serving import LiveServer, Stream, serving, settings_for, wait_until

LOBBY, PLAY, OVER = "lobby", "play", "over"
DAY = 24 * 3600 * 1000
RECORD = (
    '[Format "rollwright 1"] [Game "qwixx(players=1)"] [Rules "1"] [Seats "ann"]\n\n'
    "1a w34 r1 y1 g1 b1 : r7 / -\n"
)


def make_tables(server: LiveServer) -> dict[str, str]:
    """A table in each phase, by phase."""
    ann = server.client()
    codes = {
        LOBBY: ann.create("qwixx", "Ann", "open")["code"],
        PLAY: ann.create("qwixx", "Ann", "Ben")["code"],
        OVER: ann.create("qwixx(max_misthrows=1)", "Ann")["code"],
    }
    ann.do(codes[PLAY], "roll", turn=1)
    assert play_to_the_end([Player(ann, codes[OVER])])["phase"] == OVER
    return codes


def age(folder: Path, codes: Iterable[str], days: float, made_only: bool = False) -> None:
    """Let tables have been made, and everything at them have happened, so many days ago."""
    at = time.time_ns() // 1_000_000 - int(days * DAY)
    connection = sqlite3.connect(folder / "tables.db")
    for code in codes:
        connection.execute("UPDATE tables SET created = ? WHERE code = ?", (at, code))
        if not made_only:
            connection.execute("UPDATE events SET at = ? WHERE code = ?", (at, code))
    connection.commit()
    connection.close()


def kept(folder: Path) -> set[str]:
    """The tables in the store; nothing else may be there of those that were removed."""
    connection = sqlite3.connect(folder / "tables.db", isolation_level=None)
    connection.execute("BEGIN")
    codes, of_events, of_keys = (
        {code for (code,) in connection.execute(f"SELECT DISTINCT code FROM {name}")}
        for name in ("tables", "events", "keys")
    )
    connection.close()
    assert codes == of_events == of_keys
    return codes


def after_a_start(settings: Settings, folder: Path, expected: set[str]) -> None:
    """Start a server, and wait until these tables are left; then a moment more."""
    with serving(settings):
        wait_until(lambda: kept(folder) == expected)
        time.sleep(0.2)
    assert kept(folder) == expected


def test_lobbies_go_after_30_days_finished_games_after_a_year_others_after_two(
    tmp_path: Path,
) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as server:
        codes = make_tables(server)
    everything = set(codes.values())
    age(tmp_path, everything, 29)
    after_a_start(settings, tmp_path, everything)
    age(tmp_path, everything, 31)
    after_a_start(settings, tmp_path, {codes[PLAY], codes[OVER]})
    age(tmp_path, {codes[PLAY], codes[OVER]}, 366)
    after_a_start(settings, tmp_path, {codes[PLAY]})
    age(tmp_path, {codes[PLAY]}, 731)
    after_a_start(settings, tmp_path, set())


def test_the_last_event_counts_not_the_day_on_which_a_table_was_made(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as server:
        codes = make_tables(server)
    age(tmp_path, codes.values(), 5000, made_only=True)
    after_a_start(settings, tmp_path, set(codes.values()))


def test_0_days_keep_tables_for_ever(tmp_path: Path) -> None:
    changes = ["keep_lobby=0", "keep_unfinished=0", "keep_finished=3", "keep_review=0"]
    settings = changed_settings(settings_for(tmp_path), changes)
    assert settings.keeping == Keeping(0, 3, 0, 0)
    with serving(settings) as server:
        codes = make_tables(server)
    age(tmp_path, codes.values(), 5000)
    after_a_start(settings, tmp_path, {codes[LOBBY], codes[PLAY]})


def test_a_table_that_is_open_is_not_removed_however_old(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "open")["code"]
        stream = Stream(ann, code)
        assert stream.view()["phase"] == LOBBY
        age(tmp_path, [code], 5000)
        house = server.app.state.house
        days = {LOBBY: 30.0}
        removing = house.store.remove_old(days, house.rooms.keys())
        assert server.run(removing) == 0
        assert server.run(house.store.remove_old(days, ())) == 1
        stream.close()


@pytest.mark.parametrize("change", ["keep_lobby=-1", "keep_finished=x"])
def test_days_are_numbers(change: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=change):
        changed_settings(settings_for(tmp_path), [change])


# Records of reviews


def age_records(folder: Path, days: float) -> None:
    """Let all records have been looked at for the last time so many days ago."""
    at = time.time_ns() // 1_000_000 - int(days * DAY)
    connection = sqlite3.connect(folder / "tables.db")
    connection.execute("UPDATE records SET at = ?", (at,))
    connection.commit()
    connection.close()


def kept_record(folder: Path) -> float | None:
    """How many days ago the only record was looked at; None where it is gone."""
    connection = sqlite3.connect(folder / "tables.db")
    row = connection.execute("SELECT at FROM records").fetchone()
    connection.close()
    return None if row is None else (time.time_ns() // 1_000_000 - row[0]) / DAY


def test_a_record_goes_a_year_after_somebody_last_looked_at_its_review(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as server:
        ann = server.client()
        url = ann.post("/review", {"record": RECORD}).json()["url"]
        age_records(tmp_path, 364)
        assert ann.http.get(url, headers={"Accept": "text/html"}).status_code == 200
        wait_until(lambda: (kept_record(tmp_path) or 0) < 1)
        store = server.app.state.house.store
        assert server.run(store.remove_old_records(365.0)) == 0
        age_records(tmp_path, 366)
    with serving(settings) as server:
        wait_until(lambda: kept_record(tmp_path) is None)
        assert server.client().get(url).status_code == 404


def test_0_days_keep_a_record_for_ever(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as server:
        server.client().post("/review", {"record": RECORD})
        age_records(tmp_path, 5000)
        assert server.run(server.app.state.house.store.remove_old_records(0)) == 0
    assert kept_record(tmp_path) is not None
