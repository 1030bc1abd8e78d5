"""Kernels are loaded when they are needed: numba takes its time, and may not be there."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from ..errors import RollwrightError
from ..i18n import T


class NotCompiled(RollwrightError):
    """Something that only compiled kernels can do, where numba cannot be loaded."""


def load_kernels(name: str) -> ModuleType:
    """The kernels of that module; `NotCompiled` where numba cannot be loaded.

    They could be run as plain Python, but would take hours.
    """
    from ..fast.compile import numba_error

    if numba_error is not None:
        raise NotCompiled(
            T(
                "This needs numba, which cannot be loaded here ({reason}); install it with: pip "
                "install numba. All else works without it.",
                reason=numba_error,
            )
        ) from numba_error
    return import_module(f".kernels.{name}", __package__)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
