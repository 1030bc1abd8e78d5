"""Kernels are compiled once for each state of the sources, and done without where that fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rollwright.fast import NoKernel, open_matches
from rollwright.i18n import Text
from rollwright.spec import parse_spec

TWO_FILES = """
from pathlib import Path
from rollwright.fast import jit
jit.user_cache_path = lambda name: Path({cache!r})
import sys
sys.path.insert(0, {folder!r})
from kernels.caller import g
print(g(), jit.cache_folder(Path({folder!r}, "kernels")))
"""


def run_python(code: str, **environment: str) -> str:
    outcome = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


def test_change_in_another_file_is_seen_by_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "kernels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(
        "from rollwright.fast.compile import kernel\nfrom .called import f\n"
        "@kernel\ndef g(): return 2 * f()\n"
    )
    code = TWO_FILES.format(cache=str(tmp_path / "cache"), folder=str(tmp_path))
    told = []
    for value in (2, 101):
        source = f"from rollwright.fast.compile import kernel\n@kernel\ndef f(): return {value}\n"
        (package / "called.py").write_text(source)
        told.append(run_python(code).split())
    assert [result for result, _ in told] == ["4", "202"]
    assert told[0][1] != told[1][1]
    assert len(list(Path(told[1][1]).rglob("*.nbc"))) == 2


def test_without_a_cache_folder_kernels_are_compiled_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = (
        "from pathlib import Path\nfrom rollwright.fast import jit\n"
        "from rollwright.fast.streams import mix\nimport numpy as np\n"
        "print(jit.cache_folder(Path(jit.__file__).parent), mix(np.uint64(1)))"
    )
    # A file stands where the cache should be.
    told = run_python(code, NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert told.split() == ["None", "6238072747940578789"]


def test_numba_is_told_apart_from_its_own_cache_folder(tmp_path: Path) -> None:
    code = (
        "import numba\nfrom rollwright.fast import streams\n"
        "print(repr(numba.config.CACHE_DIR), numba.config.CACHE_DIR)"
    )
    assert run_python(code, NUMBA_CACHE_DIR=str(tmp_path)).split()[1] == str(tmp_path)


def test_importing_the_package_loads_no_numba() -> None:
    code = (
        "import sys, rollwright, rollwright.fast, rollwright.arena, rollwright.review.duel\n"
        "print([name for name in ('numpy', 'numba', 'llvmlite') if name in sys.modules])"
    )
    assert run_python(code) == "[]\n"


@pytest.mark.parametrize(
    ("environment", "code", "reason"),
    [
        ({}, "sys.modules['numba'] = None", "numba cannot be loaded"),
        ({"NUMBA_DISABLE_JIT": "1"}, "", "switched off by NUMBA_DISABLE_JIT"),
    ],
)
def test_without_numba_the_reason_is_told(
    environment: dict[str, str], code: str, reason: str
) -> None:
    told = run_python(
        f"import sys\n{code}\n"
        "from rollwright.arena import simulate\nfrom rollwright import parse_spec\n"
        "result = simulate(parse_spec('qwixx'), ['greedy', 'ga'], 3, 1, notice=print)\n"
        "print([seat.mean for seat in result.seats])",
        **environment,
    )
    notice, means = told.splitlines()
    assert notice.startswith("The readable rules play, which takes longer: ")
    assert reason in notice
    compiled = open_matches(parse_spec("qwixx"), ["greedy", "ga"], "1").play(range(3))
    assert means == str(compiled[:, 1:3].mean(axis=0).tolist())


@pytest.mark.parametrize("bot", ["package.module:Class", "expert"])
def test_bot_without_a_kernel_is_named(bot: str) -> None:
    with pytest.raises(NoKernel, match=bot):
        open_matches(parse_spec("qwixx"), [bot, "ga"], "1")


def test_first_time_is_announced_and_the_next_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rollwright.fast.matches.cache_folder_of", lambda module: tmp_path)
    told: list[Text] = []
    for _ in range(2):
        open_matches(parse_spec("qwixx"), ["ga", "ga"], "1", told.append)
    assert [str(notice).split()[:2] for notice in told] == [["Compiling", "qwixx"]]


@pytest.mark.parametrize("family", ["qwixx", "qwinto", "qwingo"])
def test_kernel_from_the_cache_is_ready_within_2_5_seconds_of_processor_time(family: str) -> None:
    open_matches(parse_spec(family), ["random", "random"], "1")
    code = (
        "import time\nfrom rollwright.fast import open_matches\nfrom rollwright import parse_spec\n"
        f"open_matches(parse_spec({family!r}), ['random', 'random'], '1')\n"
        "print(time.process_time())"
    )
    assert float(run_python(code)) < 2.5


def test_same_matches_are_the_same_from_the_middle() -> None:
    matches = open_matches(parse_spec("qwinto"), ["random", "greedy"], "9")
    whole = matches.play(range(50))
    assert matches.play(range(30, 50)).tolist() == whole[30:].tolist()
