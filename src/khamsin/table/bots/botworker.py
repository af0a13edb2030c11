"""A worker of bots: takes questions from the queue in PostgreSQL and lets processes think.

A table process has one inside if its setting says so; `khamsin botworker` is one by itself, on any
machine. All that it reads are jobs, which hold imagined matches; it has no use for anything else in
the database, and can be kept from it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import time
from pathlib import Path

import psycopg

from khamsin.kernel.errors import KhamsinError
from khamsin.table.config import Config, from_environment
from khamsin.table.logs import write_log
from khamsin.table.storage.store import address, plain

from . import queue_schema
from .advising import Inquiry
from .queue import HEARTBEAT, LANES, Queue
from .thinkers import Thinkers

log = logging.getLogger("khamsin.table")

_POLL = 1.0  # seconds between two looks for work of which no news came
_GRACE = 1.0  # seconds that a thought may take when the worker is to end; then others get it
_PRUNE = 60.0  # seconds without a sign of life until a worker is struck off the list


class BotWorker:
    """Works on both lanes: so many deep thoughts at once, and one that is quick."""

    def __init__(self, queue: Queue, packs: Path | None, places: int) -> None:
        self._queue = queue
        self._places = {True: 1, False: places}
        self._thinkers = Thinkers(packs, places)
        queue.takes(self._answer)

    async def run(self) -> None:
        """Work until cancelled. What is not done by then goes back into the queue at once."""
        try:
            async with asyncio.TaskGroup() as both:
                for is_quick, lane in LANES.items():
                    both.create_task(self._work(lane, self._places[is_quick]))
        finally:
            self._thinkers.stop()

    async def _work(self, lane: str, places: int) -> None:
        while True:
            try:
                await queue_schema.check(self._queue.url)  # the table may be another by now
                await self._queue.app.run_worker_async(
                    queues=[lane],
                    concurrency=places,
                    install_signal_handlers=False,
                    delete_jobs="always",
                    fetch_job_polling_interval=_POLL,
                    update_heartbeat_interval=HEARTBEAT,
                    stalled_worker_timeout=_PRUNE,
                    shutdown_graceful_timeout=_GRACE,
                )
            except KhamsinError:
                raise
            except Exception as error:  # noqa: BLE001 the database is away: it will be back
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    raise asyncio.CancelledError from None  # told to end, and in trouble over it
                log.warning("no work for bots: %s", str(error).strip() or type(error).__name__)
            await asyncio.sleep(1)

    async def _answer(self, key: str) -> None:
        job = await self._queue.question(key)
        if isinstance(job, Inquiry):
            await self._advise(key, job)
        elif job is not None:
            began = time.monotonic()
            reply = await self._thinkers.think(job)
            await self._queue.answer(key, reply, time.monotonic() - began)

    async def _advise(self, key: str, asked: Inquiry) -> None:
        """Think about it as long as anybody wants to know."""
        await self._queue.begin(key)
        began = time.monotonic()
        thought = asyncio.create_task(self._thinkers.advise(asked))
        try:
            while not (await asyncio.wait([thought], timeout=_POLL))[0]:
                if await self._queue.question(key) is None:
                    return
            await self._queue.advised(key, thought.result(), time.monotonic() - began)
        finally:
            thought.cancel()


class SharedWork(Queue):
    """The queue, with a worker inside the process of the table unless the host wants none."""

    def __init__(self, config: Config, url: str) -> None:
        super().__init__(url, config.limits.thinking)
        self._worker = None
        if config.bot_workers:
            self._worker = BotWorker(self, config.packs, config.bot_workers)
        self._work: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the queue, and begin to work on it."""
        await super().start()
        if self._worker is not None:
            self._work = asyncio.create_task(self._worker.run())
            self._work.add_done_callback(_tell)

    async def stop(self) -> None:
        """Give back what is being thought about; the rest waits for other workers."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait([self._work])
        await super().stop()


def _tell(work: asyncio.Task[None]) -> None:
    if not work.cancelled() and work.exception() is not None:
        log.error("this process asks its bots no more", exc_info=work.exception())


def run(arguments: argparse.Namespace) -> None:
    """`khamsin botworker`."""
    given = {"KHAMSIN_DATABASE": arguments.database} if arguments.database else {}
    config = from_environment(os.environ | given)
    url = address(config.database)
    if url.get_backend_name() != "postgresql":
        raise KhamsinError("bots are asked through PostgreSQL: give its address by --database")
    write_log(config.log)
    places = arguments.places or config.bot_workers or 1
    try:
        asyncio.run(_serve(plain(url), arguments.packs or config.packs, places))
    except* KhamsinError as group:
        raise group.exceptions[0] from None
    except* psycopg.OperationalError as group:
        why = " ".join(str(group.exceptions[0]).split())
        raise KhamsinError(f"there is no queue to be found: {why}") from None


async def _serve(url: str, packs: Path | None, places: int) -> None:
    await queue_schema.check(url)
    queue = Queue(url)
    await queue.open()
    work = asyncio.create_task(BotWorker(queue, packs, places).run())
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, work.cancel)
    log.info("waiting for bots to be asked")
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await work
    finally:
        await queue.stop()
