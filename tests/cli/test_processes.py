"""What only a process of its own can show: imports, interrupts, pipes and the entry point."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from .command import process

HEAVY = {"numpy", "numba", "textual", "multiprocessing", "starlette", "uvicorn", "sqlalchemy"}
CLI_ONLY = {"rich", "typer", "pydantic", "jinja2", "platformdirs"}


def modules_after(code: str) -> set[str]:
    """The top-level modules that are loaded once `code` has run."""
    listing = f"{code}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_import_of_the_package_loads_nothing_heavy() -> None:
    loaded = modules_after("import rollwright")
    assert "rollwright" in loaded
    assert not loaded & (HEAVY | CLI_ONLY)


@pytest.mark.parametrize("words", [["--help"], ["simulate", "--help"], ["--version"], ["bots"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    loaded = modules_after(f"from rollwright.cli.main import main; main({words!r})")
    assert "typer" in loaded
    assert not loaded & HEAVY


def test_module_and_command_are_the_same_program() -> None:
    command = Path(sys.executable).with_name("rollwright")
    installed = subprocess.run([command, "bots"], capture_output=True, text=True, check=True)
    assert process("bots").stdout == installed.stdout != ""


def test_refusal_has_status_2_and_nothing_on_standard_output() -> None:
    done = process("score", "qwix", "--sheet", "{}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rollwright: There is no game “qwix”")


def test_person_without_a_terminal_is_refused() -> None:
    done = process("play", "qwixx")
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr


def test_workers_of_the_command_give_one_json_object() -> None:
    words = ("qwixx", "--bots", "random,random", "--games", "20", "--seed", "1", "--workers", "2")
    done = process("simulate", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 20


def test_output_that_a_terminal_cannot_spell_does_not_fail() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = process("play", "--help", env=environment)
    assert (done.returncode, done.stderr) == (0, "")


def test_reader_that_goes_away_is_no_error_to_talk_about() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rollwright", "--help"],
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rollwright", "bots", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "No space left" in done.stderr


SLOW_BOT = """
import pathlib, time

class Slow:
    def __init__(self, game): pass
    def choose(self, view, seat, legal, stream, budget=None):
        pathlib.Path("playing").touch()
        time.sleep(60)
"""


def heed_interrupts() -> None:
    """What a shell starts in the background ignores interrupts, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupt_ends_quietly_with_130(workers: str) -> None:
    Path("slow_bot.py").write_text(SLOW_BOT, encoding="utf-8")
    words = ["simulate", "qwixx", "--bots", "slow_bot:Slow", "--games", "99", "--workers", workers]
    running = subprocess.Popen(
        [sys.executable, "-m", "rollwright", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    deadline = time.monotonic() + 30
    while not Path("playing").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out) == (130, b"")
    assert err.count(b"\n") == 1
    assert err.startswith(b"The readable rules play")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
def test_person_plays_in_a_terminal_and_leaves_with_q() -> None:
    screen, terminal = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "rollwright", "play", "qwixx", "--record", "game.txt"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        env=os.environ | {"TERM": "xterm-256color"},
        start_new_session=True,
    ) as running:
        os.close(terminal)
        drawn = b""
        while b"bot:greedy" not in drawn:
            assert select.select([screen], [], [], 30)[0], "nothing more is drawn"
            drawn += os.read(screen, 65536)
        os.write(screen, b"q")
        reader = threading.Thread(target=drain, args=(screen,), daemon=True)
        reader.start()
        out, _ = running.communicate(timeout=30)
    os.close(screen)
    assert running.returncode == 0
    assert out.endswith("go on with: rollwright play --resume game.txt\n")


def drain(descriptor: int) -> None:
    """Read what a terminal shows until its last writer is gone."""
    try:
        while os.read(descriptor, 65536):
            pass
    except OSError:
        return
