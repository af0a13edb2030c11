"""The processes in which bots think: a pool for those that answer at once, one for all others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Protocol

from . import advising, worker
from .advising import Counsel, Inquiry
from .job import QUICK, Job, Reply

log = logging.getLogger("khamsin.table")

_MOST_PROCESSES = 2  # that one bot thinks in
_DROPPED = 100  # inquiries that nobody wants any more and that processes have yet to hear of
_TRIES = 3  # a process that dies takes with it what others were asked in the same pool


class Thinking(Protocol):
    """Where bots of this table think."""

    def stop(self) -> None:
        """Think no more."""

    async def think(self, job: Job) -> Reply | None:
        """What the bot would do; nothing if it fails."""
        ...

    async def advise(self, asked: Inquiry) -> Counsel | None:
        """What can be said of a position; nothing if it fails."""
        ...


class Thinkers:
    """Started when first needed; they end with the process that started them, however it ends."""

    def __init__(self, packs: Path | None, places: int) -> None:
        self._packs = packs
        self._places = places
        self._pools: dict[bool, ProcessPoolExecutor] = {}  # of those that are quick, of others
        self._thinking = 0
        self._leash, self._end = multiprocessing.Pipe(duplex=False)
        flags = 2 * places + _DROPPED
        self._flags = multiprocessing.get_context("spawn").RawArray("b", flags)
        self._free = set(range(flags))

    def stop(self) -> None:
        """End the processes; a bot that is still thinking is stopped."""
        self._end.close()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._leash.close()

    async def think(self, job: Job) -> Reply | None:
        """What the bot would do; nothing if it fails."""
        is_quick = job.bot in QUICK
        self._thinking += not is_quick
        # A bot that is alone may use what the machine has: the server needs little meanwhile.
        processes = 1 if self._thinking > 1 else min(os.cpu_count() or 1, _MOST_PROCESSES)
        try:
            for _ in range(_TRIES):
                pool = self._pool(is_quick)
                try:
                    running = pool.submit(worker.answer, job, processes)
                    return await asyncio.wrap_future(running)
                except BrokenProcessPool:
                    log.warning("a bot's worker process has died; a new one is started")
                    if self._pools.get(is_quick) is pool:  # the first who notices
                        del self._pools[is_quick]
            log.error("the bot %s has brought down %d processes", job.bot, _TRIES)
        except Exception:
            log.exception("%s failed at %s; anything allowed is played", job.bot, job.edition)
        finally:
            self._thinking -= not is_quick
        return None

    async def advise(self, asked: Inquiry) -> Counsel | None:
        """What can be said of a position. Whoever is called off lets the process stop soon."""
        if not self._free:
            log.warning("too many questions are dropped at once")
            return None
        pool, loop = self._pool(is_quick=False), asyncio.get_running_loop()
        flag = self._free.pop()
        self._flags[flag] = 0
        self._thinking += 1

        def done() -> None:
            self._thinking -= 1
            self._free.add(flag)

        def ended(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the table is closed already
                loop.call_soon_threadsafe(done)

        running = None
        try:
            running = pool.submit(advising.consider_while, asked, flag)
            running.add_done_callback(ended)
            return await asyncio.wrap_future(running)
        except asyncio.CancelledError:
            self._flags[flag] = 1
            raise
        except BrokenProcessPool:
            log.warning("a worker process has died; there is no advice about %s", asked.edition)
            if self._pools.get(False) is pool:
                del self._pools[False]
        except Exception:
            log.exception("no advice about %s", asked.edition)
        finally:
            if running is None:
                done()
        return None

    def _pool(self, is_quick: bool) -> ProcessPoolExecutor:
        pool = self._pools.get(is_quick)
        if pool is None:
            pool = self._pools[is_quick] = ProcessPoolExecutor(
                1 if is_quick else self._places,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=worker.prepare,
                initargs=(self._packs, self._leash, self._flags),
            )
        return pool
