"""The Python examples of the README, the docs and the docstrings of modules run as they stand."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULES = sorted(ROOT.glob("src/rollwright/**/*.py"))


def blocks(text: str) -> list[str]:
    return BLOCK.findall(text)


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def run(code: list[str], name: str) -> dict[str, object]:
    """Run the blocks one after the other, as a reader would, in one namespace."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    for number, block in enumerate(code, start=1):
        exec(compile(block, f"{name}, example {number}", "exec"), namespace)
    return namespace


def test_blocks_are_found() -> None:
    assert blocks("a\n```python\nx = 1\n```\n```sh\nls\n```\n```python\ny\n```\n") == [
        "x = 1\n",
        "y\n",
    ]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = blocks(page.read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    namespace = run(code, page.name)
    assert len(namespace) >= 1 + bool(code)


WITH_EXAMPLES = [path for path in MODULES if blocks(docstring(path))]


@pytest.mark.parametrize(
    "path", WITH_EXAMPLES, ids=[str(p.relative_to(ROOT)) for p in WITH_EXAMPLES]
)
def test_the_examples_of_a_docstring_run(path: Path) -> None:
    assert len(run(blocks(docstring(path)), path.name)) > 1


def test_the_package_shows_an_example() -> None:
    assert ROOT / "src/rollwright/__init__.py" in WITH_EXAMPLES
