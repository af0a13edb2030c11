"""Who writes to the storage: one at a time, several jobs in one commit, nobody told before its end.

A commit waits for the disk. The writer's thread takes everything that has been asked for in the
meantime into the next transaction, so that a hundred choices a moment cost one wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

_BATCH = 256  # jobs in one commit
_GATHER = 0.003  # seconds the writer waits for more, when it was busy a moment ago


@dataclass(slots=True)
class Append:
    """Acts to be added to a match, and what follows from them."""

    match: str
    rows: list[dict[str, Any]]
    columns: dict[str, Any]
    also: list[sa.Executable] = field(default_factory=list)


class Job(NamedTuple):
    """Something to be written: any work, or acts."""

    work: Work[Any] | None
    append: Append | None


Commit = Callable[[list[Job]], list[Any]]
"""Writes everything in one transaction; each result is a value or an exception."""


class Writer(Protocol):
    """Has jobs committed, in the order in which they come."""

    def start(self) -> None:
        """The storage is ready."""

    def stop(self) -> None:
        """Write what is left, then end."""

    async def put(self, job: Job) -> Any:
        """What came of a job, once it is safe."""


WriterMaker = Callable[[Commit], Writer]


class _Waiting(NamedTuple):
    """A job, and who waits for it."""

    job: Job
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class ThreadWriter:
    """Writes in a thread of its own."""

    def __init__(self, commit: Commit) -> None:
        self._commit = commit
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="khamsin-write", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is left, then end."""
        self._jobs.put(None)
        self._thread.join()

    async def put(self, job: Job) -> Any:
        """What came of a job; whoever goes away meanwhile: what is queued will be written."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(_Waiting(job, future, loop))
        return await future

    def _write(self) -> None:
        was_busy = False
        while True:
            first = self._jobs.get()
            if first is None:
                return
            batch = [first]
            if was_busy:
                # Under load a commit for few costs as much as one for many.
                time.sleep(_GATHER)
            last = False
            with contextlib.suppress(queue.Empty):
                while len(batch) < _BATCH:
                    more = self._jobs.get_nowait()
                    if more is None:
                        last = True
                        break
                    batch.append(more)
            _tell(batch, self._commit([waiting.job for waiting in batch]))
            was_busy = len(batch) > 1
            if last:
                return


def _tell(batch: list[_Waiting], results: list[Any]) -> None:
    """Hand the results back to the event loops that wait, one call for each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for waiting, result in zip(batch, results, strict=True):
        loops.setdefault(waiting.loop, []).append((waiting.future, result))
    for loop, ready in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits
            loop.call_soon_threadsafe(_settle, ready)


def _settle(ready: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in ready:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
            future.exception()  # looked at, even if whoever waited has gone
        else:
            future.set_result(result)
