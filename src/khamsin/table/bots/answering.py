"""Bots at the table: whenever one is to answer, a worker process is asked what it would do."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import sqlalchemy as sa

from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.transfer import wrap
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.match.actions import Play
from khamsin.table.match.acts import Act
from khamsin.table.match.rooms import Room, Rooms
from khamsin.table.match.seating import people_at
from khamsin.table.match.table_match import PLAYING, TableMatch
from khamsin.table.storage import schema

from . import worker
from .fair import Turns

log = logging.getLogger("khamsin.table")

_QUICK = ("greedy", "random")
"""Bots that answer at once. They have a worker of their own: they wait for nobody who thinks."""

_MOST_RUNS = 8  # of preparations, with dice between them, that are answered at one wish

_MOST_PROCESSES = 2  # that one bot thinks in
_FORGOTTEN = 10.0  # seconds after which any process takes over a bot that has not answered


class Bots:
    """Plays every seat that a bot holds, one task for each match."""

    def __init__(self, config: Config, rooms: Rooms, play: Play) -> None:
        self._config = config
        self._rooms = rooms
        self._play = play
        self._pools: dict[bool, ProcessPoolExecutor] = {}  # of those that are quick, of others
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._thinking = 0
        self._turns = {True: Turns(1), False: Turns(config.bot_workers)}
        self._leash, self._end = multiprocessing.Pipe(duplex=False)
        rooms.makers.append(self._look)

    async def stop(self) -> None:
        """Let the workers go."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._end.close()  # whoever still thinks hears it and goes
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._leash.close()

    @property
    def waiting(self) -> int:
        """How many matches wait for a bot to begin to think."""
        return sum(turns.waiting for turns in self._turns.values())

    def begin(self, match: str) -> None:
        """See to a match in which a bot may be to answer."""
        if match not in self._tasks:
            task = self._tasks[match] = asyncio.create_task(self._play_on(match))
            task.add_done_callback(lambda _: self._tasks.pop(match, None))

    async def sweep(self) -> None:
        """Take over what a process that has ended left undone."""
        matches, seats = schema.matches.c, schema.seats.c
        before = time.time() - _FORGOTTEN
        waiting = (
            sa.select(matches.id)
            .join(schema.seats, seats.match == matches.id)
            .where(matches.status == PLAYING, seats.bot != "", matches.changed < before)
            .where(
                (sa.literal(" ") + matches.turn + " ").like(sa.literal("% ") + seats.chair + " %")
            )
        )
        for match in await self._rooms.store.read(lambda c: list(c.execute(waiting).scalars())):
            self.begin(match)

    def _look(self, room: Room, made: list[Act]) -> None:
        table_match = room.table_match
        if table_match is not None and made and _next(table_match) is not None:
            self.begin(room.id)

    async def _play_on(self, match: str) -> None:
        """Answer for bots until a person must, or the match is over."""
        try:
            while True:
                if self._config.bot_pause:
                    await asyncio.sleep(self._config.bot_pause)
                if not await self._answer(match):
                    return
        except ApiError as error:
            log.info("bot in match %s: %s", match, error)  # it will be taken up by the sweep
        except Exception:
            log.exception("bot in match %s failed", match)

    async def _answer(self, match: str) -> bool:
        async with self._rooms.enter(match) as table_match:
            side = _next(table_match)
            if side is None:
                return False
            number, bot, edition = (
                table_match.opened,
                table_match.holder(side).bot,
                table_match.record.edition,
            )
            people = people_at(table_match)
            owner = min((who for who in people if who), default=table_match.record.creator)
            legal = list(table_match.match.legal(side))
            option: Option | None = legal[0]
            payload = b""
            if len(legal) > 1:
                # Sampling a world may take a while; the room waits, the event loop does not.
                rng = random.Random(secrets.randbits(64))  # noqa: S311 nothing secret hangs on it
                try:
                    payload = wrap(await asyncio.to_thread(table_match.match.imagine, side, rng))
                except RuntimeError:
                    # No world fits what the side has seen. The others must not wait for ever.
                    log.exception("bot in match %s cannot imagine it; it plays anything", match)
                    option = legal[secrets.randbelow(len(legal))]
        if payload:
            async with self._turns[bot in _QUICK].place(owner, urgent=bool(people)):
                option = await self._ask(edition, payload, side, bot)
            if option is None or option not in legal:
                option = legal[secrets.randbelow(len(legal))]
        async with self._rooms.enter(match, fresh=False) as table_match:
            # Somebody may have taken an answer back, or the bot's seat, in the meantime.
            if table_match.opened == number and _next(table_match) == side and option is not None:
                made = table_match.choose(side, option, number, time.time())
                await self._play.commit(table_match, made, None)
        return True

    async def usual(self, match: str, person: int, side: str, number: int) -> int:
        """Answer a person's preparations in the usual way, until something else is asked."""
        for _ in range(_MOST_RUNS):
            async with self._rooms.enter(match) as table_match:
                if not table_match.is_preparing(side):
                    break
                edition, rng = table_match.record.edition, random.Random(secrets.randbits(64))  # noqa: S311
                payload = wrap(await asyncio.to_thread(table_match.match.imagine, side, rng))
            loop, seed = asyncio.get_running_loop(), secrets.randbits(64)
            found = await loop.run_in_executor(
                self._workers(True), worker.usual, edition, payload, side, seed
            )
            number, is_done = await self._play.take(match, person, side, number, found)
            if is_done:
                break
        return number

    async def _ask(self, edition: str, payload: bytes, side: str, bot: str) -> Option | None:
        loop = asyncio.get_running_loop()
        is_quick = bot in _QUICK
        self._thinking += not is_quick
        # A bot that is alone may use what the machine has: the server needs little meanwhile.
        processes = 1 if self._thinking > 1 else min(os.cpu_count() or 1, _MOST_PROCESSES)
        try:
            return await loop.run_in_executor(
                self._workers(is_quick),
                worker.answer,
                *(edition, payload, side, bot, secrets.randbits(64), processes),
            )
        except BrokenProcessPool:
            log.warning("a bot's worker process has died; a new one is started")
            self._pools.pop(is_quick, None)
        except Exception:
            log.exception("the bot %s failed at %s; anything allowed is played", bot, edition)
        finally:
            self._thinking -= not is_quick
        return None

    def _workers(self, is_quick: bool) -> ProcessPoolExecutor:
        """The processes that quick bots are asked in, or all others; started when first needed."""
        pool = self._pools.get(is_quick)
        if pool is None:
            pool = self._pools[is_quick] = ProcessPoolExecutor(
                1 if is_quick else self._config.bot_workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=worker.prepare,
                initargs=(self._config.packs, self._leash),
            )
        return pool


def _next(table_match: TableMatch) -> str | None:
    """The side that a bot is to answer for."""
    if table_match.status != PLAYING:
        return None
    return next(
        (side for side in table_match.to_answer if table_match.holder(side).kind == "bot"), None
    )
