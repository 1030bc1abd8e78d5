"""The results of single matches as a file: CSV, or Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import InputError, RollwrightError
from ..i18n import T
from .job import Part

Writer = Callable[[Part], None]


@contextmanager
def open_export(path: Path, seats: int) -> Iterator[Writer]:
    """A function that writes parts to the file, in which each match has one row.

    The columns are ``game``, its number from 0, ``turns``, and for each seat s from 0 ``total_s``
    and ``place_s``. The file appears when all is written. Raises `InputError` for another suffix
    than .csv or .parquet and for a file that cannot be written.
    """
    columns = ["game", "turns"]
    columns += [f"total_{seat}" for seat in range(seats)]
    columns += [f"place_{seat}" for seat in range(seats)]
    writers = {".csv": _csv_writer, ".parquet": _parquet_writer}
    if path.suffix not in writers:
        raise InputError(T("“{path}” must end in .csv or .parquet.", path=path))
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with writers[path.suffix](unfinished, columns) as write:
            yield write
        os.replace(unfinished, path)
    except OSError as error:
        raise InputError(
            T("“{path}” cannot be written: {reason}.", path=path, reason=error.strerror or error)
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _csv_writer(path: Path, columns: list[str]) -> Iterator[Writer]:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)

        def write(part: Part) -> None:
            rows = part.rows.tolist()
            writer.writerows([number, *row] for number, row in zip(part.numbers, rows, strict=True))

        yield write


@contextmanager
def _parquet_writer(path: Path, columns: list[str]) -> Iterator[Writer]:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise RollwrightError(
            T(
                "Parquet needs pyarrow, which is not installed; pip install 'rollwright[parquet]', "
                "or write a .csv file."
            )
        ) from error
    schema = arrow.schema(
        [(name, arrow.int64() if name == "game" else arrow.int32()) for name in columns]
    )
    with parquet.ParquetWriter(path, schema) as writer:

        def write(part: Part) -> None:
            values: list[Any] = [list(part.numbers), *part.rows.T]
            arrays = [
                arrow.array(column, kind.type) for column, kind in zip(values, schema, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))

        yield write
