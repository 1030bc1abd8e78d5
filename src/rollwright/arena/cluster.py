"""An existing Dask cluster as the workers of a job."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InputError, RollwrightError
from ..i18n import T
from .running import Workers

PATIENCE = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """All workers of the Dask cluster whose scheduler is at `address`, such as tcp://host:8786.

    The workers need rollwright in the same version. Raises `InputError` where no scheduler
    answers, and `RollwrightError` where Dask is not installed here or the cluster has no workers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise RollwrightError(
            T("A cluster needs Dask, which is not installed; pip install 'rollwright[cluster]'.")
        ) from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(
            T(
                "No Dask scheduler answers at {address}; start one with dask scheduler and name "
                "the address that it prints, such as tcp://host:8786.",
                address=address,
            )
        ) from error
    with client:
        number = sum(client.nthreads().values())
        if number == 0:
            raise RollwrightError(
                T(
                    "The cluster at {address} has no workers; start some with: dask worker "
                    "{address}.",
                    address=address,
                )
            )
        yield Workers(client.get_executor(pure=False), number, shares_clock=False)
