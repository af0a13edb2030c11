"""Turns at something of which there is little: bots' thinking time, shared between people.

Whoever has used the least of it lately comes next, so somebody with sixty matches gets as much as
somebody with one. Matches that nobody sits at are played when nobody waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import NamedTuple


class _Waiter(NamedTuple):
    owner: int
    urgent: bool
    number: int
    ready: asyncio.Future[None]


class Turns:
    """So many places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._used: dict[int, float] = {}  # seconds, of everybody who is in or waits
        self._count: dict[int, int] = {}  # how often each is in or waits
        self._waiting: list[_Waiter] = []
        self._number = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def place(self, owner: int, *, urgent: bool) -> AsyncIterator[None]:
        """Wait for a place and hold it."""
        if owner not in self._used:
            # Whoever comes anew has no credit from before, but goes before those who are busy.
            self._used[owner] = min(self._used.values(), default=0.0) - 0.001
        self._count[owner] = self._count.get(owner, 0) + 1
        try:
            await self._wait(owner, urgent)
            began = time.monotonic()
            try:
                yield
            finally:
                self._used[owner] += time.monotonic() - began
                self._free += 1
        finally:
            self._count[owner] -= 1
            if not self._count[owner]:
                del self._count[owner], self._used[owner]
            self._admit()

    async def _wait(self, owner: int, urgent: bool) -> None:
        self._number += 1
        waiter = _Waiter(owner, urgent, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._admit()
        try:
            await waiter.ready
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter.ready.cancelled():
                self._free += 1  # it was his turn already
            raise

    def _admit(self) -> None:
        # Whoever was called off waits no more, though he may not have heard of it yet.
        self._waiting = [waiter for waiter in self._waiting if not waiter.ready.done()]
        while self._free and self._waiting:
            following = min(
                self._waiting, key=lambda w: (not w.urgent, self._used[w.owner], w.number)
            )
            self._waiting.remove(following)
            self._free -= 1
            following.ready.set_result(None)
