"""Writes the stored games and counts anew, and prints what has changed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from rollwright import CommittedDice, Match, SeededDice, create_game, families, write_record
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.testing import count_successors

TESTS = Path(__file__).parent.parent / "tests"
SECRET = "5eed" * 16


def golden_specs() -> Iterator[tuple[str, str]]:
    """A file name and a spec for every printed sheet of every game, and for the rarer headers."""
    for family in families():
        layouts = [option for option in family.options if option.name == "layout"]
        for option in layouts:
            for layout in option.choices:
                yield f"{family.name}_{layout}", f"{family.name}(layout={layout}, players=2)"
        if not layouts:
            yield family.name, f"{family.name}(players=2)"
        yield f"{family.name}_solo", f"{family.name}(players=1)"
        yield f"{family.name}_by_lot", f"{family.name}(players=3, start=random)"


def golden_match(name: str, spec: str) -> Match:
    """The match of a stored game; games alone have committed dice."""
    game = create_game(spec)
    dice = CommittedDice(SECRET) if game.spec.players == 1 else SeededDice("golden", len(name))
    names = ("greedy", "random", "greedy")[: game.spec.players]
    bots = [create_bot(bot, game) for bot in names]
    return play_match(game, bots, dice, "golden")


def format_positions(positions: list[dict[str, Any]]) -> str:
    """Positions as JSON, one line for each entry."""
    blocks = []
    for position in positions:
        entries = (f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in position.items())
        blocks.append(" {\n" + ",\n".join(entries) + "\n }")
    return "[\n" + ",\n".join(blocks) + "\n]\n"


def count_anew(path: Path) -> None:
    """Replace the counts of all positions in a file, keeping their depth."""
    positions = json.loads(path.read_text(encoding="utf-8"))
    for position in positions:
        game = create_game(position["game"])
        state = game.parse_state(position["state"])
        counts = count_successors(game, state, len(position["counts"]))
        position["counts"] = [list(count) for count in counts]
    path.write_text(format_positions(positions), encoding="utf-8")


def main() -> None:
    """Write all files, and print a diff of those that were different."""
    counts = sorted((TESTS / "counts" / "positions").glob("*.json"))
    records = TESTS / "golden" / "records"
    stored = {path: path.read_text(encoding="utf-8") for path in [*counts, *records.glob("*.*")]}
    for name, spec in golden_specs():
        match = golden_match(name, spec)
        for suffix in (".txt", ".json"):
            write_record(match.record, records / f"{name}{suffix}")
    for path in counts:
        count_anew(path)
    changed = 0
    for path in sorted({*counts, *records.glob("*.*")}):
        before, after = stored.get(path, ""), path.read_text(encoding="utf-8")
        name = str(path.relative_to(TESTS))
        lines = unified_diff(before.splitlines(True), after.splitlines(True), name, name)
        changed += before != after
        sys.stdout.writelines(lines)
    print(f"{changed} files have changed")


if __name__ == "__main__":
    main()
