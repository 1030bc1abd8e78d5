"""How a job is cut into parts, and who plays them, does not matter."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from rollwright import parse_spec
from rollwright.arena import Job, simulate
from rollwright.arena.job import Part, prepare_job
from rollwright.arena.running import FIRST_PART, LARGEST_PART, local_workers, run_job

QWIXX = parse_spec("qwixx")


def rows_of(job: Job, workers: int, matches: int = 500, first: int = 0) -> list[list[int]]:
    with local_workers(job, workers) as crew:
        parts = list(run_job(job, matches, crew, first=first))
    numbers = [number for part in parts for number in part.numbers]
    assert numbers == list(range(first, first + matches))
    return [row for part in parts for row in part.rows.tolist()]


@pytest.mark.parametrize("workers", [2, 5])
def test_kernel_gives_the_same_rows_to_any_number_of_threads(workers: int) -> None:
    job = prepare_job(QWIXX, ("ga", "random"), "s")
    assert job.compiled
    assert rows_of(job, 1) == rows_of(job, workers)


def test_readable_rules_give_the_same_rows_as_the_kernel_in_two_processes() -> None:
    kernel, rules = (Job(QWIXX, ("greedy", "random"), "s", compiled) for compiled in (True, False))
    assert rows_of(kernel, 1, 30, 7) == rows_of(rules, 2, 30, 7)


def test_rotations_of_a_part_follow_each_other() -> None:
    job = prepare_job(parse_spec("qwixx", 3), ("ga", "random", "greedy"), "s")
    with local_workers(job, 2) as crew:
        parts = list(run_job(job, 100, crew, rotations=3))
    assert [part.rotation for part in parts] == [0, 1, 2] * (len(parts) // 3)
    for first, second, third in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        assert first.numbers == second.numbers == third.numbers


def test_rotation_seats_the_next_bot_first() -> None:
    bots = ("ga", "random", "greedy")
    turned = (*bots[1:], bots[0])
    spec = parse_spec("qwixx", 3)
    for compiled in (True, False):
        found = Job(spec, bots, "s", compiled).play(range(9), 1).rows
        assert found.tolist() == Job(spec, turned, "s", compiled).play(range(9)).rows.tolist()


class Clockwork(Job):
    """A job in which every match takes a thousandth of a second, by its own clock."""

    def play(self, numbers: range, rotation: int = 0) -> Part:
        rows = np.zeros((len(numbers), 5), np.int32)
        return Part(numbers, rotation, rows, 0.0, len(numbers) / 1000)


def test_parts_grow_until_they_take_a_quarter_of_a_second() -> None:
    job = Clockwork(QWIXX, ("ga", "ga"), "s", compiled=True)
    with local_workers(job, 1) as crew:
        sizes = [len(part.numbers) for part in run_job(job, 5_000, crew)]
    assert sizes[:3] == [FIRST_PART, 160, 250]
    assert max(sizes) == 250 < LARGEST_PART
    assert sum(sizes) == 5_000


def test_few_matches_are_shared_by_all_workers() -> None:
    job = Clockwork(QWIXX, ("ga", "ga"), "s", compiled=True)
    with local_workers(job, 4) as crew:
        sizes = [len(part.numbers) for part in run_job(job, 16, crew)]
    assert sizes[:8] == [1] * 8
    assert max(sizes) <= 2


def wanted_seconds() -> dict[int, float]:
    """By thread: how long it ran or was ready to run, while others had the processors."""
    found = {}
    for task in Path("/proc/self/task").iterdir():
        ran, waited, _ = (task / "schedstat").read_text().split()
        found[int(task.name)] = (int(ran) + int(waited)) / 1e9
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="no such figures here")
def test_two_workers_are_1_8_times_as_fast_as_one_on_a_run_of_20_seconds() -> None:
    """As it would be on two processors of their own: other programs may run on this machine."""
    spec, bots, games = parse_spec("qwinto"), ("greedy", "greedy"), 600_000
    begun = time.process_time()
    one = simulate(spec, bots, games, "1")
    work_of_one = time.process_time() - begun
    assert work_of_one > 20

    samples: list[tuple[float, dict[int, float]]] = []
    begun = time.process_time()
    two = simulate(
        spec,
        bots,
        games,
        "1",
        workers=2,
        progress=lambda _: samples.append((time.perf_counter(), wanted_seconds())),
    )
    work_of_two = time.process_time() - begun
    assert one == two
    (first, before), (last, after) = samples[1], samples[-1]
    busy = [(after[task] - before[task]) / (last - first) for task in after if task in before]
    assert sum(share for share in busy if share > 0.1) * work_of_one / work_of_two > 1.8
