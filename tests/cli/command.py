"""Runs the command line: in this process where possible, else in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from rollwright.cli.main import main


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output, after which nothing follows."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)


def rollwright(*words: str, stdin: str = "") -> Outcome:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(stdin)):
        status = main(words)
    return Outcome(status, out.getvalue(), err.getvalue())


def succeed(*words: str, stdin: str = "") -> Outcome:
    outcome = rollwright(*words, stdin=stdin)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def refuse(*words: str, stdin: str = "") -> str:
    """The one line that says what is wrong with the input; nothing else is printed."""
    outcome = rollwright(*words, stdin=stdin)
    assert (outcome.status, outcome.out) == (2, ""), outcome
    assert outcome.err.startswith("rollwright: ")
    assert outcome.err.count("\n") == 1
    return outcome.err


def process(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "rollwright", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **settings,
    )
