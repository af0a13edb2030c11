"""Turns at something of which there is little: bots' thinking time, shared between people.

Every question is stamped when it is asked (start-time fair queueing): with the stamp of the
question that is being answered, or, if whoever asks has used more than that lately, with where his
own questions end. The lowest stamp comes next. So somebody with sixty matches gets as much as
somebody with one, and both get all of it while they are alone. Questions of matches that nobody
sits at are stamped apart and answered when nobody waits. One account is given at most so many
answers at once.

`stamp` is all of it. `Turns` keeps the stamps of one process; `queue` those of all processes that
share a PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import NamedTuple

from .job import Share


def stamp(lowest: float | None, due: float | None, cost: float) -> tuple[float, float]:
    """The stamp of a question, and where its owner's questions then end: from the lowest stamp of
    those that wait or are being answered, and from where his ended until now.
    """
    start = max(lowest or 0.0, due or 0.0)
    return start, start + cost


class _Waiter(NamedTuple):
    share: Share
    stamp: float
    number: int
    asked: float
    ready: asyncio.Future[None]


class Turns:
    """So many places, and those who wait for one."""

    def __init__(self, places: int, each: int) -> None:
        self._free = places
        self._each = each
        """How many places one account may have."""
        self._due: dict[tuple[bool, int], float] = {}
        self._inside: list[_Waiter] = []
        self._waiting: list[_Waiter] = []
        self._number = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def age(self) -> float:
        """For how many seconds the first of them has waited."""
        began = min((waiter.asked for waiter in self._waiting), default=None)
        return 0.0 if began is None else time.monotonic() - began

    @contextlib.asynccontextmanager
    async def place(self, share: Share) -> AsyncIterator[None]:
        """Wait for a place and hold it."""
        waiter = self._stamped(share)
        self._waiting.append(waiter)
        try:
            self._admit()
            await self._wait(waiter)
            began = time.monotonic()
            try:
                yield
            finally:
                # What it cost is known only now.
                key = share.urgent, share.owner
                self._due[key] += time.monotonic() - began - share.cost
                self._leave(waiter)
        finally:
            self._admit()
            self._forget()

    def _stamped(self, share: Share) -> _Waiter:
        key = share.urgent, share.owner
        present = [w.stamp for w in (*self._waiting, *self._inside) if w.share.urgent == key[0]]
        start, self._due[key] = stamp(min(present, default=None), self._due.get(key), share.cost)
        self._number += 1
        ready = asyncio.get_running_loop().create_future()
        return _Waiter(share, start, self._number, time.monotonic(), ready)

    async def _wait(self, waiter: _Waiter) -> None:
        try:
            await waiter.ready
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif waiter in self._inside:
                self._leave(waiter)  # it was his turn already
            raise

    def _leave(self, waiter: _Waiter) -> None:
        self._inside.remove(waiter)
        self._free += 1

    def _admit(self) -> None:
        while self._free:
            # Whoever was called off waits no more, though he may not have heard of it yet.
            able = [w for w in self._waiting if not w.ready.done() and self._may(w.share.owner)]
            if not able:
                return
            following = min(able, key=lambda w: (not w.share.urgent, w.stamp, w.number))
            self._waiting.remove(following)
            self._inside.append(following)
            self._free -= 1
            following.ready.set_result(None)

    def _may(self, owner: int) -> bool:
        return sum(waiter.share.owner == owner for waiter in self._inside) < self._each

    def _forget(self) -> None:
        """With nobody there, nobody is behind."""
        if not self._waiting and not self._inside:
            self._due = {}
