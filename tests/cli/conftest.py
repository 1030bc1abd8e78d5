from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rollwright.fast import open_matches
from rollwright.spec import parse_spec


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels() -> None:
    """No test is the first one to compile, which would be told."""
    for family in ("qwixx", "qwinto", "qwingo"):
        open_matches(parse_spec(family), ["random", "random"], "1")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has an empty working folder, an empty data folder and English."""
    for name in ("LANGUAGE", "LC_MESSAGES", "LANG", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("faulty_player", "own_player"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
