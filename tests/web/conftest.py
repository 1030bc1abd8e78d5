from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rollwright.i18n import T
from rollwright.web import coaching
from rollwright.web.refusal import Refusal

from .serving import Client, LiveServer, serving, settings_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that the tests of a module share."""
    folder: Path = tmp_path_factory.mktemp("web")
    with serving(settings_for(folder)) as live:
        yield live


@pytest.fixture(scope="module")
def nobody_judges() -> Iterator[None]:
    """Values of positions are refused at once: where only the form of answers is tested."""

    def refuse(game: object) -> None:
        raise Refusal(409, "judge", T("Nobody judges here."))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coaching, "evaluator_of", refuse)
        yield


@pytest.fixture
def new_client(server: LiveServer) -> Callable[..., Client]:
    """Makes clients of the shared server."""
    return server.client
