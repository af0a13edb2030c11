"""Games on a real Dask cluster, one of whose workers is killed in the middle."""

import json
import os
import signal
import sys

import pytest
from distributed import LocalCluster

from khamsin.kernel.errors import KhamsinError
from khamsin.lab import runner
from khamsin.lab.runner import Crew, run
from khamsin.lab.simulate import Plan, simulate
from khamsin.lab.store import GAMES, Store

PLAN = Plan("battleaxe", "standard", (), (("allied", "random"), ("axis", "random")), "1941")
GAMES_PLAYED = 16


@pytest.fixture(scope="module")
def cluster():
    """Two workers, each a process of its own, as on two machines."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.filterwarnings("default")  # a dying worker makes Dask say much
def test_a_worker_that_is_killed_loses_no_game_and_none_counts_twice(cluster, tmp_path):
    victims = [worker.pid for worker in cluster.workers.values()]
    store = Store(tmp_path, PLAN)

    def kill_one(done: int) -> None:
        if done >= GAMES_PLAYED // 4 and victims:
            os.kill(victims.pop(), signal.SIGKILL)
            victims.clear()

    run(PLAN, range(GAMES_PLAYED), store, Crew(cluster=cluster.scheduler_address), kill_one)
    assert not victims
    lines = (tmp_path / GAMES).read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in lines) == list(range(GAMES_PLAYED))
    assert store.first(GAMES_PLAYED) == simulate(PLAN, GAMES_PLAYED)


def test_workers_with_other_data_are_refused(cluster):
    """What another version or another pack played would be another study."""
    other = Moody("1")
    with pytest.raises(KhamsinError, match="has another posture"):
        run(other, range(2), Store(), Crew(cluster=cluster.scheduler_address))


class Moody:
    """Work that looks different on every machine."""

    def __init__(self, seed):
        self.seed = seed

    def identity(self):
        return {"seed": self.seed, "posture": os.getpid()}

    def play(self, number):
        raise AssertionError("it should not have come to that")


def test_a_scheduler_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(runner, "PATIENCE", 0.5)
    with pytest.raises(KhamsinError, match="no Dask scheduler at tcp://127"):
        run(PLAN, range(2), Store(), Crew(cluster="tcp://127.0.0.1:9"))


@pytest.mark.parametrize("wrong", ["nonsense", "foo://host:8786", "tcp://host:port"])
def test_an_address_that_is_none_is_named_at_once(wrong):
    with pytest.raises(KhamsinError, match=f"no Dask scheduler at {wrong} "):
        run(PLAN, range(2), Store(), Crew(cluster=wrong))


def test_a_scheduler_without_workers_is_named(monkeypatch):
    monkeypatch.setattr(runner, "PATIENCE", 0.5)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(KhamsinError, match="no worker has come"),
    ):
        run(PLAN, range(2), Store(), Crew(cluster=empty.scheduler_address))


def test_without_dask_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(KhamsinError, match=r"pip install 'khamsin\[lab\]'"):
        run(PLAN, range(2), Store(), Crew(cluster="tcp://127.0.0.1:9"))
