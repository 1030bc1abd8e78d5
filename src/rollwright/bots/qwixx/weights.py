"""The weights of the network, from the package's files."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt

from .inputs import INPUTS, LAST

Weights = npt.NDArray[np.float32]

FILE = "qwixx.npz"


class Net(NamedTuple):
    """The arrays of a network; `network` tells what their rows are."""

    first: Weights
    second: Weights
    last: Weights


@cache
def load_weights() -> Net:
    """The weights of the package."""
    with files(__package__).joinpath("..", "data", FILE).open("rb") as file:
        return read_weights(file)


def read_weights(file: IO[bytes] | Path) -> Net:
    """The weights from a file."""
    with np.load(file) as arrays:
        net = Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))
    units, width = net.first.shape[1], net.second.shape[0]
    if [layer.shape for layer in net] != [(INPUTS, units), (width, units), (LAST, width)]:
        raise ValueError(f"{FILE}: the arrays do not fit the inputs")
    return net


def version_of(net: Net) -> str:
    """A short name of these weights, which changes with any of them."""
    digest = blake2b(digest_size=4)
    for layer in net:
        digest.update(layer.tobytes())
    return digest.hexdigest()
