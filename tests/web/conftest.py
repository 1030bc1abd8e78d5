from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .serving import Client, LiveServer, serving, settings_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that the tests of a module share."""
    folder: Path = tmp_path_factory.mktemp("web")
    with serving(settings_for(folder)) as live:
        yield live


@pytest.fixture
def new_client(server: LiveServer) -> Callable[..., Client]:
    """Makes clients of the shared server."""
    return server.client
