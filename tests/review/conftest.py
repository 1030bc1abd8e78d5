from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from rollwright import create_game
from rollwright.review.exact import ExactQwingo, ExactQwixx
from rollwright.solve.store import Store


@pytest.fixture(scope="session", autouse=True)
def session_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """No test reads or writes the tables of the person who runs it; all share one folder."""
    store = Store(tmp_path_factory.mktemp("solutions"))
    with patch("rollwright.solve.qwixx.user_store", return_value=store):
        yield store


@pytest.fixture(scope="session")
def qwixx_alone(session_store: Store) -> ExactQwixx:
    return ExactQwixx(create_game("qwixx(players=1)"))  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def qwingo_alone() -> ExactQwingo:
    return ExactQwingo(create_game("qwingo(players=1)"))  # type: ignore[arg-type]
