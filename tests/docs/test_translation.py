"""Every text that people read can be extracted for translation."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "rollwright"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name != "i18n.py")


def marks(tree: ast.AST) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("T", "Tn")
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_texts_are_literals_outside_of_f_strings(module: Path) -> None:
    """Babel sees neither a computed text nor one inside an f-string."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for call in marks(tree):
        count = 2 if isinstance(call.func, ast.Name) and call.func.id == "Tn" else 1
        texts = call.args[:count]
        assert all(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in texts), (
            f"line {call.lineno}: a text that is not literal"
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            assert not marks(node), f"line {node.lineno}: a text inside an f-string"


def test_texts_are_marked_at_all() -> None:
    assert sum(len(marks(ast.parse(m.read_text(encoding="utf-8")))) for m in MODULES) > 300
