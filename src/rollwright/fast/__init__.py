"""Compiled kernels of the games, for whole batches of matches between simple bots.

Importing this package imports neither numpy nor numba; `open_matches` does, where it can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from ..errors import RollwrightError
from ..i18n import T, Text
from ..spec import GameSpec

if TYPE_CHECKING:
    from .matches import KernelMatches

__all__ = ["NoKernel", "load_kernel", "open_matches"]


class NoKernel(RollwrightError):
    """A game or a bot that no kernel can play here; the text says why."""


def load_kernel(family: str, module: str | None = None) -> ModuleType:
    """The compiled kernel of a game, that of this package or the named module.

    Raises `NoKernel` where there is none or nothing is compiled: its functions could be run as
    plain Python, but whoever asks for it asks for speed, and has a better way without.
    """
    compiling = import_module(".compile", __name__)
    if compiling.numba_error is not None:
        reason = compiling.numba_error
        raise NoKernel(T("numba cannot be loaded ({reason})", reason=reason)) from reason
    if not compiling.is_compiling:
        raise NoKernel(T("numba is switched off by NUMBA_DISABLE_JIT"))
    try:
        return import_module(module or f"{__name__}.{family}")
    except ModuleNotFoundError as error:
        raise NoKernel(T("there is no kernel for {family}", family=family)) from error


def open_matches(
    spec: GameSpec,
    bots: Sequence[str],
    seed: str,
    notice: Callable[[Text], None] | None = None,
    module: str | None = None,
) -> KernelMatches:
    """Matches of a game between bots, one for each seat, on the game's kernel.

    The kernel is that of this package, or `module`, the full name of one that knows more bots.
    `notice` is told before the kernel is compiled, which takes a while and happens once. Raises
    `NoKernel` where the game or a bot has none.
    """
    kernel = load_kernel(spec.family, module)
    from .matches import KernelMatches

    return KernelMatches(kernel, spec, bots, seed, notice)
