"""Server processes of their own, which can be killed, and PostgreSQL for them."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """``rollwright serve`` in a process of its own."""

    def __init__(self, database: str, port: int, log: Path, *options: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._command = [
            sys.executable, "-m", "rollwright", "serve", "--host", "127.0.0.1", "--port", str(port),
            "--db", database, *options,
        ]  # fmt: skip
        self._log = log
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log)
        until = time.monotonic() + 60
        while True:
            assert self.process.poll() is None, self._log.read_text()
            try:
                if httpx2.get(f"{self.url}/healthz", timeout=5).status_code == 200:
                    return
            except httpx2.TransportError:
                assert time.monotonic() < until, self._log.read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill it: no signal handler runs, nothing is saved."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> float:
        """End it gracefully; the seconds that took."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)
        return time.monotonic() - started


@contextmanager
def server_process(
    database: str, log: Path, *options: str, port: int | None = None
) -> Iterator[ServerProcess]:
    """A server process for the length of a block."""
    server = ServerProcess(database, port or free_port(), log, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


# PostgreSQL


def _programs() -> Path | None:
    """The folder of PostgreSQL's server programs."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    config = shutil.which("pg_config")
    if config:
        folder = Path(subprocess.check_output([config, "--bindir"], text=True).strip())
        if (folder / "initdb").exists():
            return folder
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


def require_postgresql() -> Path:
    """Where PostgreSQL is; else the test is skipped with a hint, and fails where CI is set."""
    programs = _programs()
    if programs is not None:
        return programs
    hint = "PostgreSQL is missing: apt-get install postgresql"
    if os.environ.get("CI") == "true":
        pytest.fail(hint)
    pytest.skip(hint)


class PostgreSQL:
    """A PostgreSQL server of its own in a folder, which its own user can reach."""

    def __init__(self, folder: Path) -> None:
        self._programs = require_postgresql()
        self._data, port = folder / "data", free_port()
        self._data.mkdir()
        self._as_user: list[str] = []
        if os.getuid() == 0:
            folder.chmod(0o755)
            shutil.chown(folder, "postgres")
            shutil.chown(self._data, "postgres")
            self._as_user = ["runuser", "-u", "postgres", "--"]
        self._log = folder / "log"
        self._options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self.url = f"postgresql://rollwright@127.0.0.1:{port}/postgres"
        making = ["-A", "trust", "-U", "rollwright", "--no-sync", "-E", "UTF8"]
        self._run("initdb", *making, "--locale=C.UTF-8")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._run("pg_ctl", "-w", "-l", str(self._log), "-o", self._options, "start")

    def stop(self) -> None:
        """Stop it at once: all connections break."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *options: str) -> None:
        command = [f"{self._programs}/{program}", "-D", str(self._data), *options]
        subprocess.run([*self._as_user, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def postgresql(folder: Path) -> Iterator[PostgreSQL]:
    """A running PostgreSQL server for the length of a block."""
    server = PostgreSQL(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
