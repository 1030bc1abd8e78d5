"""Stored games: they replay to the same end and are written byte for byte as they were.

`scripts/golden` writes them anew after an intended change.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwright import Match, Terminal, families, parse_record, read_record, write_record
from rollwright.dice import parse_dice
from rollwright.record import Rolled
from rollwright.testing import check_record

FOLDER = Path(__file__).parent / "records"
FILES = sorted(FOLDER.glob("*.*"))
TEXTS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_stored_game_is_written_as_it_was(path: Path, tmp_path: Path) -> None:
    record = read_record(path)
    write_record(record, tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    assert not record.cut


@pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])
def test_text_and_json_hold_the_same_game(path: Path) -> None:
    record = read_record(path)
    assert record == read_record(path.with_suffix(".json"))
    check_record(record)


@pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])
def test_a_stored_game_ends_with_its_result_and_its_dice_show_it_again(path: Path) -> None:
    record = read_record(path)
    assert isinstance(record.game.node(record.final()), Terminal)
    (line,) = [x for x in path.read_text(encoding="utf-8").splitlines() if "[Result" in x]
    assert line == f'[Result "{" ".join(map(str, record.result() or ()))}"]'
    dice = parse_dice(record.dice, record.secret)
    assert dice is not None
    match = Match(record.game, dice, record.seats)
    for number, step in enumerate(record.steps):
        if number < len(match.steps):
            continue
        if isinstance(step, Rolled):
            assert match.roll() == step.roll
        else:
            answers = dict(step.joint)
            for seat in match.waiting:
                match.submit(match.decision, seat, answers[seat])
    assert match.record == record


def test_every_printed_sheet_of_every_game_has_a_stored_game() -> None:
    stored = {path.stem for path in TEXTS}
    assert stored == {path.stem for path in FOLDER.glob("*.json")}
    for family in families():
        layouts = {str(o) for x in family.options if x.name == "layout" for o in x.choices}
        expected = {f"{family.name}_{layout}" for layout in layouts} or {family.name}
        assert expected <= stored
        assert {f"{family.name}_solo", f"{family.name}_by_lot"} <= stored


def test_committed_dice_reveal_their_secret_in_the_record() -> None:
    record = parse_record((FOLDER / "qwixx_solo.txt").read_text(encoding="utf-8"))
    assert record.dice.startswith("sha256:")
    assert record.secret == "5eed" * 16
