"""Bots at the table: when one is to answer, it is asked what it would do in an imagined match."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import random
import secrets
import time
from collections.abc import Callable

import sqlalchemy as sa

from khamsin.bots.search.tree import Stage
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.match.actions import Play
from khamsin.table.match.acts import Act
from khamsin.table.match.rooms import Room, Rooms
from khamsin.table.match.table_match import PLAYING, TableMatch
from khamsin.table.storage import schema

from . import job as jobs
from . import preparing
from .memories import Memories
from .work import Backlog, Work

log = logging.getLogger("khamsin.table")

_MOST_RUNS = 8  # of preparations, with dice between them, that are answered at one wish
_FORGOTTEN = 10.0  # seconds after which any process takes over a bot that has not answered


class Bots:
    """Plays every seat that a bot holds, one task for each match."""

    def __init__(self, config: Config, rooms: Rooms, play: Play, work: Work) -> None:
        self._config = config
        self._rooms = rooms
        self._play = play
        self._work = work
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._memories = Memories()
        self.listeners: list[Callable[[str, str, Stage], None]] = []
        """Told of each match in which a bot begins to think: its side, and of what."""
        # While other processes share the storage, one of them may be at it.
        self._patience = _FORGOTTEN if rooms.store.is_shared else 0.0
        rooms.makers.append(self._look)

    async def start(self) -> None:
        """Open where they are asked."""
        await self._work.start()

    async def stop(self) -> None:
        """Ask no more, and let the workers go."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._work.stop()

    async def backlog(self) -> Backlog:
        """What waits for a worker."""
        return await self._work.backlog()

    def begin(self, match: str) -> None:
        """See to a match in which a bot may be to answer."""
        if match not in self._tasks:
            task = self._tasks[match] = asyncio.create_task(
                self._play_on(match),
                context=contextvars.Context(),  # it outlives the request that began it
            )
            task.add_done_callback(lambda _: self._tasks.pop(match, None))

    async def sweep(self) -> None:
        """Take over what a process that has ended left undone."""
        thought_about = await self._work.sweep()
        matches, seats = schema.matches.c, schema.seats.c
        before = time.time() - self._patience
        waiting = (
            sa.select(matches.id)
            .join(schema.seats, seats.match == matches.id)
            .where(matches.status == PLAYING, seats.bot != "", matches.changed < before)
            .where(
                (sa.literal(" ") + matches.turn + " ").like(sa.literal("% ") + seats.chair + " %")
            )
        )
        for match in await self._rooms.store.read(lambda c: list(c.execute(waiting).scalars())):
            if match not in thought_about:
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
        job, share, option = None, None, None
        async with self._rooms.enter(match) as table_match:
            side = _next(table_match)
            if side is None:
                return False
            number = table_match.opened
            key = f"{match} {number}"
            legal = list(table_match.match.legal(side))
            seat = match, side, table_match.holder(side).bot
            if len(legal) == 1:
                option = legal[0]
                self._memories.answered_for(seat)
            else:
                share = jobs.share(table_match, side)
                if not await self._work.knows(key):
                    # Sampling a world may take a while; the room waits, the event loop does not.
                    rng = random.Random(secrets.randbits(64))
                    try:
                        memory = self._memories.of(seat)
                        job = await asyncio.to_thread(jobs.job, table_match, side, rng, memory)
                        self._tell(match, side, job.stage(table_match))
                    except RuntimeError:
                        # No world fits what the side has seen. The others must not wait for ever.
                        log.exception("bot in match %s cannot imagine it; it plays anything", match)
                        option = legal[secrets.randbelow(len(legal))]
        if option is None and share is not None:
            reply = await self._work.ask(match, key, job, share)
            if reply is None or reply.option not in legal:
                option = legal[secrets.randbelow(len(legal))]
            else:
                option = reply.option
                self._memories.keep(seat, reply.memory)
        async with self._rooms.enter(match, fresh=False) as table_match:
            # Somebody may have taken an answer back, or the bot's seat, in the meantime.
            if table_match.opened == number and _next(table_match) == side and option is not None:
                made = table_match.choose(side, option, number, time.time())
                await self._play.commit(table_match, made, None)
        if share is not None:
            await self._work.settle(key)
        return True

    def _tell(self, match: str, side: str, stage: Stage | None) -> None:
        if stage is not None:
            for listener in self.listeners:
                listener(match, side, stage)

    async def usual(self, match: str, person: int, side: str, number: int) -> int:
        """Answer a person's preparations in the usual way, until something else is asked."""
        for _ in range(_MOST_RUNS):
            async with self._rooms.enter(match) as table_match:
                if not table_match.is_preparing(side):
                    break
                rng = random.Random(secrets.randbits(64))
                world = await asyncio.to_thread(table_match.match.imagine, side, rng)
            found = await asyncio.to_thread(preparing.usual, world, side, rng)
            number, is_done = await self._play.take(match, person, side, number, found)
            if is_done:
                break
        return number


def _next(table_match: TableMatch) -> str | None:
    """The side that a bot is to answer for."""
    if table_match.status != PLAYING:
        return None
    return next(
        (side for side in table_match.to_answer if table_match.holder(side).kind == "bot"), None
    )
