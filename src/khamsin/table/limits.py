"""Rate limits: a bucket for each kind of request and each person or address.

Most are kept in memory, and each process counts by itself: they keep a process from being flooded,
and what reaches another one does not flood it. What is tried at the door is counted in the storage
if several processes share it, or somebody could try his passwords at each of them.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

import sqlalchemy as sa

from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store

from .errors import ApiError

_BUCKETS = 20_000
_KEPT = 3600.0  # seconds after which a bucket in the storage is full again in any case


class Limiter:
    """Lets so many through a second, and some more at once."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, who: str, rate: float, burst: float) -> None:
        """Let one through, or refuse it and say when to come again."""
        now = time.monotonic()
        key = (kind, who)
        level, at = self._buckets.get(key, (burst, now))
        level = _level(level, now - at, rate, burst)
        if level < 1:
            self._buckets[key] = (level, now)
            raise _too_many(level, rate)
        self._buckets[key] = (level - 1, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _BUCKETS:
            self._buckets.popitem(last=False)

    def fill(self, kind: str, who: str) -> None:
        """Begin anew: it was no guess."""
        self._buckets.pop((kind, who), None)


async def fill_shared(store: Store, key: str) -> None:
    """The same, for all processes together."""
    table = schema.buckets
    await store.write(lambda c: c.execute(table.delete().where(table.c.key == key)))


def neighbourhood(address: str) -> str:
    """Whose limit an address counts for: of IPv6 one household has a whole /64.

    >>> neighbourhood("2001:db8:1:2:aaaa::1")
    '2001:db8:1:2::/64'
    >>> neighbourhood("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4:
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))


async def take_shared(store: Store, key: str, rate: float, burst: float) -> None:
    """The same, counted by all processes together."""
    table, now = schema.buckets, time.time()
    mine = table.c.key == key

    def take(connection: sa.Connection) -> float:
        connection.execute(table.delete().where(table.c.time < now - _KEPT))
        row = connection.execute(sa.select(table).where(mine).with_for_update()).one_or_none()
        if row is None:
            connection.execute(table.insert().values(key=key, level=burst - 1, time=now))
            return burst
        level = _level(row.level, max(0.0, now - row.time), rate, burst)
        left = level - 1 if level >= 1 else level
        connection.execute(table.update().where(mine).values(level=left, time=now))
        return level

    try:
        level = await store.write(take)
    except Conflict:  # two processes have met somebody for the first time at once
        level = await store.write(take)
    if level < 1:
        raise _too_many(level, rate)


def _level(level: float, passed: float, rate: float, burst: float) -> float:
    return min(burst, level + passed * rate)


def _too_many(level: float, rate: float) -> ApiError:
    return ApiError(429, "too_many", retry=(1 - level) / rate)
