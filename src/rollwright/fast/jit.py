"""Numba, set up so that a compiled kernel never outlives the sources that it was compiled from.

Importing this module imports numba, and fails where there is none; only `.compile` does so. Numba
looks at the file of a cached function alone and would keep it although a function that it calls,
in another file, has changed. So every state of the sources has a cache folder of its own: the name
of the folder is a digest of all sources in the package of the kernel and in this one. Kernels may
therefore call kernels of their own package and of `rollwright.fast`, and must get everything else
(rules, tables, weights) as arguments.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from llvmlite.binding import get_host_cpu_name
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

_settings: Any = numba.config

# Kernels of the experts hand their longer records on to those of the games; numba takes a record
# that begins with the same fields for a subtype, and warns each time it compiles that.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)

is_switched_on = not _settings.DISABLE_JIT
"""Whether numba compiles; with NUMBA_DISABLE_JIT=1 it does not."""

KEPT_CACHES = 8
"""Caches of so many states of the sources are kept."""

_decorating = threading.Lock()


def compiled(body: F, fastmath: bool) -> F:
    """A function that is compiled on its first call, without the GIL, and kept in the cache."""
    folder = cache_folder(Path(body.__code__.co_filename).parent)
    with _numba_cache(folder):
        jit = numba.njit(cache=folder is not None, nogil=True, fastmath=fastmath)
        return cast(F, jit(body))


@cache
def cache_folder(package: Path) -> Path | None:
    """Where compiled kernels of the modules in the folder `package` are kept.

    None where nothing can be written: then they are compiled anew by every process.
    """
    digest = hashlib.sha256(f"{numba.__version__} {get_host_cpu_name()}".encode())
    for sources in sorted({package, Path(__file__).parent}):
        for source in sorted(sources.glob("*.py")):
            digest.update(source.read_bytes())
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(chosen) if chosen else user_cache_path("rollwright") / "kernels"
    folder = base / f"{package.name}-{digest.hexdigest()[:16]}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old(base, package.name)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _remove_old(base: Path, package: str) -> None:
    """Remove the caches of older sources, all but the newest few."""
    folders = sorted(base.glob(f"{package}-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-KEPT_CACHES]:
        shutil.rmtree(folder, ignore_errors=True)


def cache_folder_of(module: ModuleType) -> Path | None:
    """The cache folder of the kernels in a module."""
    return cache_folder(Path(str(module.__file__)).parent)


@contextmanager
def _numba_cache(folder: Path | None) -> Iterator[None]:
    """Let numba choose `folder` for functions that are decorated meanwhile."""
    with _decorating:
        before = _settings.CACHE_DIR
        _settings.CACHE_DIR = str(folder or "")
        try:
            yield
        finally:
            _settings.CACHE_DIR = before
