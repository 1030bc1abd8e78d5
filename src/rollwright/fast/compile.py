"""Kernels: compiled by numba where it can be loaded; elsewhere the same functions in plain Python.

This is the one place that knows whether there is numba. Every kernel *can be run* everywhere, with
the same results; only where `is_compiling` holds it *is compiled*, a hundred times faster.
Importing this module imports numba (a quarter of a second): only kernels do so.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar, overload

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

numba_error: Exception | None = None
"""Why numba cannot be loaded; None where it is."""

try:
    from . import jit
except Exception as error:  # whatever a broken numba or llvmlite raises
    numba_error = error

is_compiling = numba_error is None and jit.is_switched_on
"""Whether kernels are compiled: numba is there, and NUMBA_DISABLE_JIT=1 does not stop it."""


@overload
def kernel(function: F, /) -> F: ...
@overload
def kernel(*, fastmath: bool = False) -> Callable[[F], F]: ...
def kernel(function: F | None = None, /, *, fastmath: bool = False) -> F | Callable[[F], F]:
    """Compile a function on its first call, without the GIL, and keep it in the user's cache.

    `fastmath` lets sums be added up in any order, which is faster; the last bits then depend on
    the processor. Where nothing is compiled, it is the function itself.
    """

    def decorated(body: F) -> F:
        return jit.compiled(body, fastmath) if is_compiling else body

    return decorated if function is None else decorated(function)


def kernel_or(plain: F) -> Callable[[F], F]:
    """Compile a function; where nothing is compiled, take `plain` instead, by whole arrays."""
    return kernel if is_compiling else lambda _: plain


def new_record(kind: np.dtype[Any]) -> Any:
    """A record of zeros, whose fields are attributes. Kernels take it by reference."""
    if is_compiling:
        return np.zeros(1, kind).view(np.recarray)[0]
    # Plain Python reads the attributes of such records twenty times slower than those of this.
    fields = ((name, kind[name]) for name in kind.names or ())
    return SimpleNamespace(
        **{
            name: np.zeros(field.shape, field.base) if field.shape else field.type(0).item()
            for name, field in fields
        }
    )
