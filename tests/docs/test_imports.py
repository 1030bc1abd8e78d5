"""Imports go one way (docs/design/architecture.md): read from the import statements themselves."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwright

SOURCE = Path(rollwright.__file__).parent

RULES_KNOW = frozenset(("game", "dice", "sheet", "spec", "errors", "i18n", "version", "vocabulary"))
CORE = RULES_KNOW | {"record", "match"}
LEAVES = frozenset(("cli", "tui", "web"))

MAY_IMPORT = {
    **dict.fromkeys(CORE, CORE),
    "__init__": CORE | {"games"},
    "games": RULES_KNOW,
    "fast": RULES_KNOW,
    "bots": CORE | {"games", "fast", "solve"},
    "solve": CORE | {"games", "fast"},
    "arena": CORE | {"games", "fast", "bots", "solve"},
    "review": CORE | {"games", "fast", "bots", "solve", "arena"},
    "daily": CORE | {"games", "bots", "solve"},
    "render": CORE | {"games"},
    "scoresheet": CORE | {"games"},
    "testing": CORE | {"arena", "bots"},
    "tui": CORE | {"games", "fast", "bots", "solve", "arena", "review", "render", "scoresheet"},
    "web": CORE
    | {"games", "fast", "bots", "solve", "arena", "review", "render", "scoresheet", "daily"},
}
"""What each module or package may import from this project, besides itself.

`cli` starts everything; `train` and `__main__` are imported by nobody.
"""

HEAVY = {
    *("numpy", "numba", "rich", "typer", "textual", "starlette", "uvicorn", "jinja2"),
    *("sqlalchemy", "segno", "platformdirs", "hypothesis", "pytest"),
}


PARTS = {path.stem for path in SOURCE.iterdir()}


def part(name: str) -> str:
    """The module or package directly below the project that a full name belongs to."""
    pieces = name.split(".")
    return pieces[1] if len(pieces) > 1 and pieces[1] in PARTS else "__init__"


def module_name(path: Path) -> str:
    pieces = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(pieces[:-1] if pieces[-1] == "__init__" else pieces)


def imported(path: Path) -> Iterator[str]:
    """The full names of all modules, or names in them, that a file imports from this project."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("rollwright"))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base += node.module.split(".") if node.module else []
            if base[:1] == ["rollwright"]:
                yield from (".".join([*base, name.name]) for name in node.names)


FILES = sorted(SOURCE.rglob("*.py"))
EDGES = [(module_name(path), name) for path in FILES for name in imported(path)]


def test_the_reader_of_imports_sees_relative_and_absolute_ones() -> None:
    assert ("rollwright.match", "rollwright.record.Record") in EDGES
    assert ("rollwright.games.qwixx", "rollwright.game.PASS") in EDGES
    assert len(EDGES) > 100


@pytest.mark.parametrize("importer", sorted({part(module_name(path)) for path in FILES}))
def test_imports_go_one_way(importer: str) -> None:
    allowed = MAY_IMPORT.get(importer)
    if allowed is None:
        assert importer in {"cli", "train", "__main__"}, f"{importer} is not in MAY_IMPORT"
        return
    wrong = [
        f"{module} imports {name}"
        for module, name in EDGES
        if part(module) == importer and part(name) not in {*allowed, importer}
    ]
    assert not wrong


def test_nobody_imports_train_and_nobody_but_the_command_line_imports_a_leaf() -> None:
    for module, name in EDGES:
        target = part(name)
        if target != part(module):
            assert target != "train", f"{module} imports {name}"
            assert target not in LEAVES or part(module) in {"cli", "__main__"}, module


def test_the_rules_of_one_game_know_no_other_game() -> None:
    games = {family.name for family in rollwright.families()}
    for module, name in EDGES:
        package, _, own = module.removeprefix("rollwright.").rpartition(".")
        if package in ("games", "fast") and (game := own.split("_")[0]) in games:
            others = tuple(f"rollwright.{package}.{other}" for other in games - {game})
            assert not name.startswith(others), f"{module} imports {name}"


@pytest.mark.parametrize("module", ["rollwright", "rollwright.bots", "rollwright.testing"])
def test_importing_the_core_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(run.stdout.split())
    assert "rollwright" in loaded
    assert not loaded & HEAVY
