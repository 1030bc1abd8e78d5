"""``rollwright serve`` as people start it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rollwright.errors import InputError
from rollwright.web.server import DEFAULT_PORT, lan_address, open_socket

from .processes import free_port, server_process
from .serving import Client, Stream


def refused(*options: str, **environment: str) -> str:
    """What is said when it does not start."""
    command = [sys.executable, "-m", "rollwright", "serve", *options]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=os.environ | environment
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_it_prints_its_address_and_stops_at_once_with_open_streams(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server_process(f"sqlite:///{tmp_path}/x.db", log, "--log", "info") as server:
        ann = Client(server.url)
        code = ann.create("qwixx", "Ann", "Ben")["code"]
        Stream(ann, code).view()
        assert server.stop() < 4
        ann.close()
    text = log.read_text()
    assert f"{server.url}/" in text
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert {"time", "level", "logger", "message"} <= lines[0].keys()
    assert any("POST create 201" in line["message"] for line in lines)


def test_without_a_port_the_next_free_one_is_taken() -> None:
    taken = open_socket("127.0.0.1", None)
    with taken, open_socket("127.0.0.1", None) as other:
        ports = [listener.getsockname()[1] for listener in (taken, other)]
    assert ports[0] >= DEFAULT_PORT
    assert ports[1] > ports[0]


def test_a_port_that_was_asked_for_and_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        database = f"sqlite:///{tmp_path}/x.db"
        said = refused("--host", "127.0.0.1", "--port", port, "--db", database)
    assert f"Port {port} is taken" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "70000"], "65535"),
        (["--db", "mysql://x"], "sqlite:///FILE"),
        (["--db", "sqlite:////no/such/folder/x.db"], "does not exist"),
        (["--base-url", "dice.example"], "https://dice.example"),
        (["--log", "loud"], "warning"),
        (["--set", "colour=3"], "tables_per_hour"),
    ],
)
def test_what_cannot_be_served_is_explained_in_one_line(
    options: list[str], words: str, tmp_path: Path
) -> None:
    said = refused("--port", "0", *options, XDG_DATA_HOME=str(tmp_path))
    assert words in said
    assert len(said.splitlines()) == 1


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "x.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE rollwright (version INTEGER NOT NULL)")
    connection.execute("INSERT INTO rollwright VALUES (99)")
    connection.commit()
    connection.close()
    assert "newer rollwright" in refused("--port", "0", "--db", f"sqlite:///{path}")


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(InputError, match="no address of this machine"):
        open_socket("192.0.2.1", free_port())


def test_the_address_in_the_local_network_is_no_loopback() -> None:
    address = lan_address()
    assert address is None or not address.startswith("127.")
