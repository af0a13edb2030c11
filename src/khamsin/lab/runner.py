"""Has games played: in this process, in several, or on a cluster. Every finished game is kept."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import NamedTuple

from khamsin.bots.collector import calm_collector
from khamsin.kernel.errors import KhamsinError

from .record import Record, Work
from .store import Store

PATIENCE = 10  # seconds to wait for a cluster to answer
AHEAD = 2  # games that wait for each worker, so that none waits for a game


class Crew(NamedTuple):
    """Who plays: so many processes on this machine, or the Dask cluster at an address."""

    jobs: int = 1
    cluster: str = ""


ALONE = Crew()
"""This process, and no other."""


def play(work: Work, number: int) -> Record:
    """Play one game; a bug names the game it was met in."""
    try:
        return work.play(number)
    except KhamsinError:
        raise  # it says enough: a bot of somebody's own has failed
    except Exception as error:
        seed = work.identity()["seed"]
        raise RuntimeError(f"game {number} of seed {seed!r} failed: {error!r}") from error


def run(
    work: Work,
    numbers: Iterable[int],
    store: Store,
    crew: Crew,
    progress: Callable[[int], None] = lambda _: None,
    is_enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play these games, but for those in the store, until `is_enough` says so.

    Whatever stops it, an error or Ctrl-C, the store has every game that was finished.
    """
    todo = iter([number for number in numbers if number not in store])
    progress(len(store.records))
    if crew == ALONE:
        for each in todo:
            if is_enough():
                return
            store.add(play(work, each))
            progress(len(store.records))
        return
    with _executor(crew, work) as (executor, workers):
        waiting: set[Future[Record]] = set()
        while not is_enough():
            while len(waiting) < workers() * AHEAD and (number := next(todo, None)) is not None:
                waiting.add(executor.submit(play, work, number))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                store.add(future.result())
            progress(len(store.records))


@contextmanager
def _executor(crew: Crew, work: Work) -> Generator[tuple[Executor, Callable[[], int]]]:
    """What games are submitted to, and how many it can play at once."""
    with _cluster(crew.cluster, work) if crew.cluster else _processes(crew.jobs) as both:
        yield both


# -- this machine ------------------------------------------------------------------------------


@contextmanager
def _processes(jobs: int) -> Generator[tuple[Executor, Callable[[], int]]]:
    others = set(active_children())
    # "spawn" is the one way of starting workers that is alike on all systems.
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_settle)
    _start(executor, jobs)
    try:
        yield executor, lambda: jobs
    except BrokenProcessPool as error:
        raise KhamsinError(
            "a worker died, perhaps for want of memory; --out FOLDER goes on where it stopped"
        ) from error
    finally:
        # Nobody waits for games that are not wanted any more; with slow bots that may be minutes.
        for worker in set(active_children()) - others:
            worker.terminate()
        executor.shutdown(cancel_futures=True)


def _start(executor: Executor, jobs: int) -> None:
    """Ctrl-C is for this process alone: its workers are born deaf to it, and end when it does."""
    if current_thread() is not main_thread():  # who cannot hear it either
        return
    hears = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            executor.submit(_settle)
    finally:
        signal.signal(signal.SIGINT, hears)


def _settle() -> None:
    """A worker leaves Ctrl-C to its master, also where it does not inherit that, and saves time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calm_collector()


# -- a cluster ---------------------------------------------------------------------------------


@contextmanager
def _cluster(address: str, work: Work) -> Generator[tuple[Executor, Callable[[], int]]]:
    """The Dask cluster at this address. It plays the games of a worker that died once more."""
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host
    except ImportError:
        raise KhamsinError("a cluster needs Dask: pip install 'khamsin[lab]'") from None
    try:
        get_address_host(address)  # a client with a wrong address would take long to give up
        client = Client(address, set_as_default=False, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise KhamsinError(f"there is no Dask scheduler at {address} ({error})") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise KhamsinError(f"no worker has come to the scheduler at {address}") from None
        _compare(client.run(work.identity), work.identity())
        executor = client.get_executor(pure=False)
        try:
            yield executor, lambda: max(1, sum(client.nthreads().values()))
        finally:
            executor.shutdown(wait=False)


def _compare(theirs: dict[str, dict[str, object]], ours: dict[str, object]) -> None:
    """Games of other rules or data would be another study."""
    for worker, told in sorted(theirs.items()):
        for name, value in ours.items():
            if told[name] != value:
                raise KhamsinError(f"the worker {worker} has another {name}: {told[name]}")
