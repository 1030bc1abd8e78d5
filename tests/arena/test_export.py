from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from rollwright import InputError, RollwrightError, parse_spec
from rollwright.arena import Job, simulate
from rollwright.arena.export import open_export

COLUMNS = ["game", "turns", "total_0", "total_1", "place_0", "place_1"]
BOTS = ("ga", "random")


def export(path: Path, games: int = 120) -> list[list[int]]:
    """What the file should hold."""
    spec = parse_spec("qwixx")
    with open_export(path, 2) as write:
        simulate(spec, BOTS, games, "s", 2, each=write)
    rows = Job(spec, BOTS, "s", compiled=True).play(range(games)).rows.tolist()
    return [[number, *row] for number, row in enumerate(rows)]


def test_csv_has_a_row_for_each_game_in_order(tmp_path: Path) -> None:
    expected = export(tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    assert header == COLUMNS
    assert [[int(cell) for cell in row] for row in rows] == expected


def test_parquet_has_the_same_rows_as_whole_numbers(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    expected = export(tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.column_names == COLUMNS
    assert [str(field.type) for field in table.schema] == ["int64", *["int32"] * 5]
    assert [list(row.values()) for row in table.to_pylist()] == expected


@pytest.mark.parametrize("name", ["games.xlsx", "games", "games.csv.gz"])
def test_other_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"must end in \.csv or \.parquet"):
        export(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory"):
        export(tmp_path / "nowhere" / "games.csv")


def interrupted(path: Path) -> None:
    with open_export(path, 2) as write:
        write(Job(parse_spec("qwixx"), BOTS, "s", compiled=True).play(range(3)))
        raise KeyboardInterrupt


def test_interrupted_run_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("old", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        interrupted(tmp_path / "games.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]
    assert (tmp_path / "games.csv").read_text(encoding="utf-8") == "old"


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RollwrightError, match=r"rollwright\[parquet\]"):
        export(tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []
