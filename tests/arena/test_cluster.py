"""A real Dask cluster of two workers on this machine plays the same games."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from rollwright import InputError, RollwrightError, parse_spec
from rollwright.arena import Simulation, simulate
from rollwright.arena.cluster import cluster_workers

pytest.importorskip("distributed")

CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers={workers}, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
"""Prints its address and lives until its standard input ends."""


def start_cluster(workers: int, folder: str) -> Iterator[str]:
    script = os.path.join(folder, "cluster.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(CLUSTER.format(workers=workers))
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()
        process.wait(timeout=60)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from start_cluster(2, str(tmp_path_factory.mktemp("cluster")))


def play(spec: str, bots: tuple[str, ...], games: int, address: str | None) -> Simulation:
    workers = (lambda job: cluster_workers(address)) if address else None
    return simulate(parse_spec(spec, len(bots)), bots, games, "s", open_workers=workers)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_two_workers_give_the_results_of_this_process(cluster: str) -> None:
    with cluster_workers(cluster) as crew:
        assert crew.number == 2
    assert play("qwixx", ("ga", "random"), 3_000, cluster) == play(
        "qwixx", ("ga", "random"), 3_000, None
    )


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_own_bot_is_played_by_the_readable_rules_of_the_workers(cluster: str) -> None:
    bots = ("rollwright.bots.simple:GaQwixxBot", "random")
    found = play("qwixx", bots, 12, cluster)
    assert found.seats[0].mean == play("qwixx", ("ga", "random"), 12, None).seats[0].mean


def test_address_without_a_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwright.arena.cluster.PATIENCE", "1s")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with (
        pytest.raises(InputError, match="No Dask scheduler answers"),
        cluster_workers(f"tcp://127.0.0.1:{port}"),
    ):
        pass


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(RollwrightError, match=r"rollwright\[cluster\]"),
        cluster_workers("tcp://127.0.0.1:8786"),
    ):
        pass
