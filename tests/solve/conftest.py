from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from rollwright import create_game
from rollwright.solve.qwixx import QwixxSolution, solve_qwixx
from rollwright.solve.store import Store

USERS = ("qwixx", "qwixx_policies", "qwinto_bound")


@pytest.fixture(scope="session")
def session_store(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Store:
    """The tables that are worked out once for all tests, whichever process runs them."""
    base = tmp_path_factory.getbasetemp()
    return Store((base if worker_id == "master" else base.parent) / "solutions")


@pytest.fixture(autouse=True)
def no_tables_of_the_user(session_store: Store) -> Iterator[None]:
    """No test reads or writes the tables of the person who runs it."""
    patches = [
        patch(f"rollwright.solve.{name}.user_store", return_value=session_store) for name in USERS
    ]
    for each in patches:
        each.start()
    yield
    for each in patches:
        each.stop()


@pytest.fixture(scope="session")
def solved(session_store: Store) -> QwixxSolution:
    """The official game for one player."""
    game = create_game("qwixx(players=1)")
    return solve_qwixx(game, store=session_store)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store of one's own, empty."""
    return Store(tmp_path / "solutions")
