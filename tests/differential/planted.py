"""Copies of a kernel with a fault planted in them, run as plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from rollwright.fast import streams

from .twins import Difference, Twin, compare_games

PATIENCE = 400
"""Games in which a fault must show."""


@dataclass(frozen=True)
class Planted:
    """A fault: what it is, and the source text that it replaces, which occurs once.

    `near` is the game at which the search begins: one that is known to show a rare fault.
    """

    name: str
    right: str
    wrong: str
    near: int = 0


def plain_copy(kernel: ModuleType, fault: Planted | None = None) -> ModuleType:
    """The kernel's source, with the fault if one is given, uncompiled."""
    path = Path(str(kernel.__file__))
    source = path.read_text(encoding="utf-8")
    if fault is not None:
        assert source.count(fault.right) == 1, f"{fault.name}: the text does not occur once"
        source = source.replace(fault.right, fault.wrong)
    copy = ModuleType(kernel.__name__)
    copy.__package__ = kernel.__package__
    exec(compile(source, str(path), "exec"), copy.__dict__)
    for name, function in list(vars(copy).items()):
        if hasattr(function, "py_func") and function.__module__ == kernel.__name__:
            setattr(copy, name, function.py_func)
    copy.chain = _chain  # type: ignore[attr-defined]
    copy.below = _below  # type: ignore[attr-defined]
    return copy


def _chain(key: int, counter: int) -> np.uint64:
    """Compiled, but of the type that compiled code passes on."""
    return np.uint64(streams.chain(np.uint64(key), int(counter)))


def _below(key: int, bound: int) -> int:
    return streams.below(np.uint64(key), int(bound))


def check_found(twin_of: type[Twin], kernel: ModuleType, fault: Planted) -> None:
    """Play games with the faulty copy until it shows; it must be seen as a difference."""
    copy = plain_copy(kernel, fault)
    with pytest.raises(Difference):
        compare_games(twin_of, copy, range(fault.near, fault.near + PATIENCE), plain=True)
