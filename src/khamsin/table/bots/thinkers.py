"""The processes in which bots think: a pool for those that answer at once, one for all others."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Protocol

from khamsin.kernel.play.decision import Option

from . import advising, worker
from .advising import Counsel, Inquiry
from .job import QUICK, Job

log = logging.getLogger("khamsin.table")

_MOST_PROCESSES = 2  # that one bot thinks in
_MOST_INQUIRIES = 64  # under way at once; there are far fewer places
_TRIES = 3  # a process that dies takes with it what others were asked in the same pool


class Thinking(Protocol):
    """Where bots of this table think."""

    def stop(self) -> None:
        """Think no more."""

    async def think(self, job: Job) -> Option | None:
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
        self._flags = multiprocessing.get_context("spawn").Array("b", _MOST_INQUIRIES)
        self._free = set(range(_MOST_INQUIRIES))

    def stop(self) -> None:
        """Let them go; whoever still thinks hears it and goes."""
        self._end.close()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._leash.close()

    async def think(self, job: Job) -> Option | None:
        """What the bot would do; nothing if it fails."""
        is_quick = job.bot in QUICK
        self._thinking += not is_quick
        # A bot that is alone may use what the machine has: the server needs little meanwhile.
        processes = 1 if self._thinking > 1 else min(os.cpu_count() or 1, _MOST_PROCESSES)
        try:
            for _ in range(_TRIES):
                pool = self._pool(is_quick)
                try:
                    running = pool.submit(worker.answer, *job, processes)
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
        flag = self._free.pop()
        self._flags[flag] = 0
        self._thinking += 1
        try:
            running = self._pool(is_quick=False).submit(advising.consider_while, asked, flag)
        except BrokenProcessPool:
            self._thinking -= 1
            self._free.add(flag)
            self._pools.pop(False, None)
            return None

        def done() -> None:
            self._thinking -= 1
            self._free.add(flag)

        loop = asyncio.get_running_loop()
        running.add_done_callback(lambda _: loop.call_soon_threadsafe(done))
        try:
            return await asyncio.wrap_future(running)
        except asyncio.CancelledError:
            self._flags[flag] = 1
            raise
        except BrokenProcessPool:
            log.warning("a worker process has died of a question about %s", asked.edition)
            self._pools.pop(False, None)
        except Exception:
            log.exception("no advice about %s", asked.edition)
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
