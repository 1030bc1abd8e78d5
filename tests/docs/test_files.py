"""No file names a registry, or a place on the machine that it was written on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HOSTS = (
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.",
    "deb.de" + "bian.org",
    "/sim" + "ple/",
)
PLACES = tuple(f"/{folder}/" for folder in ("work", "root", "home", "Users"))
PATTERN = re.compile(
    "|".join([*map(re.escape, HOSTS), *(rf"(?<![\w.~-]){re.escape(place)}" for place in PLACES)])
)


def kept_files() -> list[Path]:
    """All files that are, or are about to be, in the repository."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("this is no working tree of git")
    listed = subprocess.run(
        [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        timeout=60,
    )
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


def test_the_pattern_finds_what_it_should() -> None:
    for text in (f"see {PLACES[0]}x", f'"{PLACES[1]}"', f"https://{HOSTS[0]}{HOSTS[-1]}"):
        assert PATTERN.search(text), text
    for text in ("network/x", "docs/work/x", "at home/", "simple/"):
        assert not PATTERN.search(text), text


def test_no_file_names_a_registry_or_a_place_on_this_machine() -> None:
    files = kept_files()
    assert len(files) > 40
    found = []
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line) < 5000 and (match := PATTERN.search(line)):
                found.append(f"{path.relative_to(ROOT)}:{number}: {match[0]}")
    assert not found


def test_no_generated_file_is_kept() -> None:
    wrong = re.compile(r"(^|/)(__pycache__|\.hypothesis|\.venv|dist|build)/|\.pyc$|uv\.lock$")
    assert not [path for path in kept_files() if wrong.search(str(path.relative_to(ROOT)))]
