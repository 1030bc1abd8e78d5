"""Solved tables in the user's cache folder: checked whenever they are opened, never trusted.

A file is ``MAGIC``, the length of its header, a digest of all that follows, the header as JSON,
and the table, aligned so that it can be mapped into memory. A file that is damaged, cut off, of
another version or of something else counts as missing, and is written anew by its next user.
Files are written under another name and then renamed, so that nobody ever sees half of one and
two processes that solve the same game do each other no harm.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

MAGIC = b"rollwright table\n\0\r\n"
VERSION = 1
"""Of this format. What a table holds has a version of its own, in the key."""

ALIGNMENT = 64
_DIGEST_BYTES = 32
_FIXED = struct.Struct(f"<{len(MAGIC)}sI{_DIGEST_BYTES}s")
_LONGEST_HEADER = 1 << 16
_KINDS = ("float32", "float64")

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Stored:
    """A table with the facts that were stored beside it."""

    table: Array
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of tables, each under a key that says exactly what it is the solution of."""

    folder: Path

    def path(self, key: str) -> Path:
        """Where the table of that key is kept."""
        name = hashlib.blake2b(key.encode(), digest_size=8).hexdigest()
        return self.folder / f"{key.split()[0]}-{name}.table"

    def load(self, key: str) -> Stored | None:
        """The table of that key, mapped into memory and not to be changed; None if there is none.

        The whole file is read once to check its digest.
        """
        try:
            with self.path(key).open("rb") as file:
                content = np.memmap(file, np.uint8, "r")
        except (OSError, ValueError):
            return None
        return _read(content, key)

    def save(self, key: str, table: Array, facts: dict[str, Any]) -> bool:
        """Keep a table; returns whether that was possible, as it need not be."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=self.folder)
        except OSError:
            return False
        try:
            data = np.ascontiguousarray(table)
            with os.fdopen(handle, "wb") as file:
                write_file(file, _header(key, data, facts), data.data.cast("B"))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self.path(key))
        except OSError:
            return False
        else:
            return True
        finally:
            with suppress(OSError):
                os.unlink(name)


def user_store() -> Store:
    """The store in the cache folder of the user."""
    return Store(user_cache_path("rollwright") / "solutions")


def _header(key: str, table: Array, facts: dict[str, Any]) -> bytes:
    return json.dumps(
        {
            "version": VERSION,
            "key": key,
            "kind": table.dtype.name,
            "shape": table.shape,
            "facts": facts,
        }
    ).encode()


def write_file(file: BinaryIO, header: bytes, data: memoryview) -> None:
    """Write a file with this header and this table, and the digest of both."""
    padded = header + b" " * (-(_FIXED.size + len(header)) % ALIGNMENT)
    digest = hashlib.blake2b(padded, digest_size=_DIGEST_BYTES)
    digest.update(data)
    file.write(_FIXED.pack(MAGIC, len(padded), digest.digest()))
    file.write(padded)
    file.write(data)


def _read(content: npt.NDArray[np.uint8], key: str) -> Stored | None:
    if len(content) < _FIXED.size:
        return None
    magic, length, digest = _FIXED.unpack(content[: _FIXED.size].tobytes())
    rest = content[_FIXED.size :]
    if magic != MAGIC or length > min(len(rest), _LONGEST_HEADER):
        return None
    if hashlib.blake2b(rest.data, digest_size=_DIGEST_BYTES).digest() != digest:
        return None
    try:
        header = json.loads(rest[:length].tobytes())
        if (header["version"], header["key"]) != (VERSION, key) or header["kind"] not in _KINDS:
            return None
        table = rest[length:].view(header["kind"]).reshape(header["shape"])
        return Stored(table, header["facts"])
    except (ValueError, KeyError, TypeError):
        return None
