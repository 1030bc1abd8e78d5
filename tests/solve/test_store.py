"""Stored tables: what is not exactly what was stored counts as missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rollwright.solve import store as store_module
from rollwright.solve.qwixx import solve_qwixx
from rollwright.solve.store import ALIGNMENT, MAGIC, Store

from .small_sheets import small_qwixx

KEY = "test-table version=1"
TABLE = np.arange(24, dtype=np.float32).reshape(6, 4)


@pytest.fixture
def path(store: Store) -> Path:
    """The file of a table that has been stored."""
    assert store.save(KEY, TABLE, {"seconds": 1.5})
    return store.path(KEY)


def test_a_table_comes_back_with_its_facts(store: Store, path: Path) -> None:
    stored = store.load(KEY)
    assert stored is not None
    assert (stored.table == TABLE).all()
    assert stored.table.dtype == np.float32
    assert stored.facts == {"seconds": 1.5}


def test_a_table_is_mapped_and_cannot_be_changed(store: Store, path: Path) -> None:
    stored = store.load(KEY)
    assert stored is not None
    base = stored.table
    while base.base is not None and not isinstance(base, np.memmap):
        base = base.base
    assert isinstance(base, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        stored.table[0, 0] = 1.0


def test_the_table_is_aligned(path: Path) -> None:
    assert (path.stat().st_size - TABLE.nbytes) % ALIGNMENT == 0


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut in the magic": lambda content: content[:5],
    "cut in the header": lambda content: content[:100],
    "cut in the table": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "other magic": lambda content: b"X" + content[1:],
    "line ends changed": lambda content: content.replace(b"\r\n", b"\n"),
    "one bit in the header": lambda content: flip(content, 70),
    "one bit in the table": lambda content: flip(content, len(content) - 3),
    "one bit in the digest": lambda content: flip(content, len(MAGIC) + 10),
    "endless header": lambda content: (
        content[: len(MAGIC)] + b"\xff\xff\xff\xff" + content[len(MAGIC) + 4 :]
    ),
    "text": lambda content: b"not a table at all, but long enough to have been one " * 20,
    "zeros": lambda content: bytes(len(content)),
}


def flip(content: bytes, index: int) -> bytes:
    return content[:index] + bytes([content[index] ^ 4]) + content[index + 1 :]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_file_counts_as_missing(store: Store, path: Path, damage: str) -> None:
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert store.load(KEY) is None


def test_file_of_another_version_counts_as_missing(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "VERSION", 2)
    assert store.load(KEY) is None


def test_file_of_another_table_counts_as_missing(store: Store, path: Path) -> None:
    other = "test-table version=2"
    path.rename(store.path(other))
    assert store.load(other) is None


@pytest.mark.parametrize("header", [b"[]", b"null", b'{"version": 1}', b"\xff\xfe"])
def test_foreign_header_with_a_fitting_digest_counts_as_missing(
    store: Store, path: Path, header: bytes
) -> None:
    with path.open("wb") as file:
        store_module.write_file(file, header, memoryview(b""))
    assert store.load(KEY) is None


def test_no_file_and_a_folder_count_as_missing(store: Store) -> None:
    assert store.load(KEY) is None
    store.path(KEY).mkdir(parents=True)
    assert store.load(KEY) is None


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file" / "solutions")
    assert not store.save(KEY, TABLE, {})
    assert store.load(KEY) is None


def test_nothing_is_left_behind_where_the_name_is_taken_by_a_folder(store: Store) -> None:
    store.path(KEY).mkdir(parents=True)
    (store.path(KEY) / "file").write_text("in the way")
    assert not store.save(KEY, TABLE, {})
    assert [path.name for path in store.folder.iterdir()] == [store.path(KEY).name]


def test_a_table_is_replaced_under_the_eyes_of_a_reader(store: Store, path: Path) -> None:
    before = store.load(KEY)
    assert store.save(KEY, TABLE + 1, {})
    after = store.load(KEY)
    assert before is not None
    assert after is not None
    assert (before.table == TABLE).all()
    assert (after.table == TABLE + 1).all()


def test_a_damaged_solution_is_worked_out_again_and_replaced(store: Store) -> None:
    game = small_qwixx(2, "marks_to_lock=1, max_misthrows=2")
    first = solve_qwixx(game, store=store)
    (path,) = store.folder.iterdir()
    path.write_bytes(flip(path.read_bytes(), path.stat().st_size // 2))
    second = solve_qwixx(game, store=store)
    third = solve_qwixx(game, store=store)
    assert [first.cached, second.cached, third.cached] == [False, False, True]
    assert first.value == second.value == third.value
    assert third.seconds == second.seconds


def test_options_that_change_nothing_alone_share_a_table(store: Store) -> None:
    solve_qwixx(small_qwixx(2, "marks_to_lock=1"), store=store)
    same = "marks_to_lock=1, tie=fewer_misthrows, start=random, lock_effect=next_roll"
    assert solve_qwixx(small_qwixx(2, same), store=store).cached
    assert not solve_qwixx(small_qwixx(2, "marks_to_lock=2"), store=store).cached


WRITER = """
import sys
import numpy as np
from pathlib import Path
from rollwright.solve.store import Store
store = Store(Path(sys.argv[1]))
table = np.full((50_000, 4), float(sys.argv[2]), np.float32)
for _ in range(20):
    assert store.save("test-both", table, {})
    stored = store.load("test-both")
    assert stored is not None and len(set(stored.table.ravel().tolist())) == 1
"""


def test_two_processes_at_once_do_each_other_no_harm(store: Store) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(store.folder), str(number)])
        for number in (1, 2)
    ]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    assert [path.suffix for path in store.folder.iterdir()] == [".table"]
