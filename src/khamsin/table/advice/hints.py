"""Hints: what the computer would do, for somebody who plays against it, or alone.

It thinks in a worker, in the turn of whoever asks, and only of a world imagined for his seat. An
account has one hint at a time: another one, a new decision or a closed page drops the last.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import random
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from khamsin.table.bots import advising
from khamsin.table.bots.advising import Counsel, Inquiry
from khamsin.table.bots.job import Share
from khamsin.table.bots.work import Work
from khamsin.table.config import Config
from khamsin.table.errors import ApiError, forbidden, stale
from khamsin.table.limits import Limiter
from khamsin.table.match.acts import Act
from khamsin.table.match.rooms import Room, Rooms
from khamsin.table.match.table_match import TableMatch
from khamsin.table.match.viewers import why_no_hint

log = logging.getLogger("khamsin.table")

SECONDS = 6.0
"""So long it thinks, of the processor's time."""
WAITING, THINKING, DONE, DROPPED, FAILED = "waiting", "thinking", "done", "dropped", "failed"
_BURST = 6  # hints that may be asked for at once

Tell = Callable[[str, Counsel | None], Awaitable[None]]
"""Is told how far it is, and in the end what came of it."""


class _Hint(NamedTuple):
    match: str
    number: int
    """The decision it is about."""
    by: object
    task: asyncio.Task[None]


class Hints:
    """All that are being thought about for people at this process."""

    def __init__(self, config: Config, rooms: Rooms, limiter: Limiter, work: Work) -> None:
        self._rooms = rooms
        self._limiter = limiter
        self._rate = config.limits.hints / 60
        self._work = work
        self._hints: dict[int, _Hint] = {}
        """By the account that they are for."""
        rooms.listeners.append(self._look)

    async def ask(
        self, match: str, person: int, side: str, number: int, by: object, tell: Tell
    ) -> None:
        """Begin to think about the open decision, for a page; refused where it is not fair."""
        async with self._rooms.enter(match) as table_match:
            why = why_no_hint(table_match, person)
            if why is not None:
                raise forbidden(why)
            if side not in table_match.sides_of(person):
                raise forbidden("not_your_seat")
            if number != table_match.opened or side not in table_match.to_answer:
                raise stale()
            try:
                self._limiter.take("hint", str(person), self._rate, _BURST)
            except ApiError as error:
                raise ApiError(429, "hint_often", retry=error.retry) from None
            rng = random.Random(secrets.randbits(64))
            try:
                asked = await asyncio.to_thread(advising.inquiry, table_match, side, SECONDS, rng)
            except RuntimeError as error:
                raise ApiError(409, "no_world") from error
        self.drop(person)
        task = asyncio.create_task(
            self._think(person, asked, tell),
            context=contextvars.Context(),  # it outlives the message that began it
        )
        hint = self._hints[person] = _Hint(match, number, by, task)
        task.add_done_callback(lambda _: self._forget(person, hint))

    async def chances(self, table_match: TableMatch, side: str) -> dict[str, float]:
        """How likely each side is to win, as far as one of them can know."""
        key = ("chances", side)
        found: dict[str, float] | None = table_match.cache.get(key)
        if found is None:
            rng = random.Random(secrets.randbits(64))
            try:
                asked = await asyncio.to_thread(advising.inquiry, table_match, side, 0.0, rng)
                found = (await asyncio.to_thread(advising.consider, asked)).chances
            except RuntimeError as error:
                raise ApiError(409, "no_world") from error
            table_match.cache[key] = found
        return found

    def drop(self, person: int, by: object = None) -> None:
        """Drop the hint of a person; or only if it was for this page."""
        hint = self._hints.get(person)
        if hint is not None and by in (None, hint.by):
            hint.task.cancel()
            self._forget(person, hint)

    async def stop(self) -> None:
        """Drop all of them."""
        tasks = [hint.task for hint in self._hints.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, person: int, hint: _Hint) -> None:
        if self._hints.get(person) is hint:
            del self._hints[person]

    def _look(self, room: Room, _made: list[Act]) -> None:
        """A hint for a decision that has been made is dropped."""
        table_match = room.table_match
        if table_match is None:
            return
        for person, hint in list(self._hints.items()):
            is_over = hint.number != table_match.opened or why_no_hint(table_match, person)
            if hint.match == room.id and is_over:
                self.drop(person)

    async def _think(self, person: int, asked: Inquiry, tell: Tell) -> None:
        begun = asyncio.Event()
        share = Share(person, urgent=True, quick=False, cost=SECONDS)
        key = f"hint {person} {secrets.token_hex(8)}"

        async def say_begun() -> None:
            await begun.wait()
            await tell(THINKING, None)

        try:
            await tell(WAITING, None)
            saying = asyncio.create_task(say_begun())
            try:
                counsel = await self._work.advise(key, asked, share, begun.set)
            finally:
                saying.cancel()
                await asyncio.wait([saying])
            await tell(FAILED if counsel is None else DONE, counsel)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                await tell(DROPPED, None)
            raise
        except ApiError as error:
            log.info("a hint for %d: %s", person, error)
            await tell(FAILED, None)
        except Exception:
            log.exception("a hint for %d failed", person)
