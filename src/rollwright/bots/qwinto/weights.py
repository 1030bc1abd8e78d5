"""The weights of the networks of Qwinto, from the package's file."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .company import FACTS, PAIR_WIDTH, Company
from .features import FEATURES
from .net import GROUPS, SECOND_WIDTH, WIDTH, Net

FILE = "qwinto.npz"

STEP = 1 / 512
"""The weights of features are whole multiples of this: so they need little room in the file."""

Array = npt.NDArray[Any]


class Networks(NamedTuple):
    """What sheets are worth, and who wins by that."""

    net: Net
    company: Company


@cache
def load_networks() -> Networks:
    """The networks of the package."""
    with files(__package__).joinpath("..", "data", FILE).open("rb") as file:
        return read_networks(file)


def load_weights() -> tuple[Array, ...]:
    """The arrays of both networks, as the arguments of compiled functions."""
    net, company = load_networks()
    return (*net, *company)


def read_networks(file: Any) -> Networks:
    """The networks from an open file or a path. Raises `ValueError` if their sizes are wrong."""
    with np.load(file) as arrays:
        table = np.zeros((FEATURES, WIDTH), np.float32)
        steps = arrays["table_high"].astype(np.int16) * 256 + arrays["table_low"]
        table[arrays["rows"]] = steps * np.float32(STEP)
        net = Net(table, *(_floats(arrays[f"net_{name}"]) for name in Net._fields[1:]))
        company = Company(*(_floats(arrays[f"company_{name}"]) for name in Company._fields))
    if net.second.shape != (GROUPS, WIDTH, SECOND_WIDTH) or company.own.shape != (
        FACTS,
        PAIR_WIDTH,
    ):
        raise ValueError(f"{FILE}: the arrays do not fit the networks")
    return Networks(net, company)


def write_networks(file: Path, networks: Networks, used: Array) -> None:
    """Write what `read_networks` reads; of the features only those that were ever `used`."""
    net, company = networks
    rows = np.flatnonzero(used).astype(np.int32)
    steps = np.clip(np.rint(net.table[rows] / STEP), -32768, 32767).astype(np.int16)
    arrays = {
        "rows": rows,
        # Apart from each other, as the one is nearly constant and the other nearly random.
        "table_high": (steps >> 8).astype(np.int8),
        "table_low": (steps & 255).astype(np.uint8),
        **{f"net_{name}": getattr(net, name) for name in Net._fields[1:]},
        **{f"company_{name}": weights for name, weights in company._asdict().items()},
    }
    np.savez_compressed(file, **arrays)


def _floats(array: Array) -> npt.NDArray[np.float32]:
    return np.ascontiguousarray(array, np.float32)


@cache
def version() -> str:
    """A short name of the package's weights, which changes with any of them."""
    digest = blake2b(digest_size=4)
    for weights in load_weights():
        digest.update(weights.tobytes())
    return digest.hexdigest()
