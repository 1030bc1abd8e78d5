"""The weights of the network, from the package's files."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy as np

from .shapes import WEIGHTS

FILE = "qwingo.npz"

Net: TypeAlias = Any
"""A record of the weights; its fields are those of `shapes.WEIGHTS`."""


@cache
def load_network() -> Net:
    """The network of the package."""
    with files(__package__).joinpath("..", "data", FILE).open("rb") as file:
        return read_network(file)


def read_network(file: IO[bytes] | Path) -> Net:
    """The network of an open file or a path."""
    net = np.zeros(1, WEIGHTS).view(np.recarray)[0]
    with np.load(file) as arrays:
        for name in WEIGHTS.names or ():
            net[name][...] = arrays[name]
    return net


def save_network(net: Net, path: Path) -> None:
    """Write a network to a file, in single precision."""
    arrays: dict[str, Any] = {}
    for name in WEIGHTS.names or ():
        values = np.array(net[name])
        arrays[name] = values.astype(np.float32 if values.dtype == np.float64 else np.int32)
    np.savez_compressed(path, **arrays)


def version_of(net: Net) -> str:
    """A short name of these weights, which changes with any of them."""
    return blake2b(net.tobytes(), digest_size=4).hexdigest()
