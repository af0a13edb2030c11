"""Whether people may make accounts: as the host has set it, unless an administrator closes it."""

from __future__ import annotations

import time

import sqlalchemy as sa

from khamsin.table.config import Config
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

_NAME = "registration"
_FRESH = 1.0  # seconds that it is not read again


class Registration:
    """Asked by every page, so it is not read each time."""

    def __init__(self, config: Config, store: Store) -> None:
        self._is_possible = config.registration and not config.is_local
        self._store = store
        self._known = (0.0, True)

    async def is_open(self) -> bool:
        """Whether a new account can be made here and now."""
        until, is_open = self._known
        if self._is_possible and until < time.monotonic():
            is_open = await self._store.read(read)
            self._known = (time.monotonic() + _FRESH, is_open)
        return self._is_possible and is_open

    async def set(self, *, is_open: bool) -> None:
        """Close it, or open it again, at all processes."""
        await self._store.write(lambda c: write(c, is_open=is_open))
        self._known = (0.0, is_open)


def read(connection: sa.Connection) -> bool:
    """Whether an administrator has left it open."""
    keys = schema.keys.c
    return connection.execute(sa.select(keys.value).where(keys.name == _NAME)).first() is None


def write(connection: sa.Connection, *, is_open: bool) -> None:
    """Close it, or open it again."""
    table = schema.keys
    connection.execute(table.delete().where(table.c.name == _NAME))
    if not is_open:
        connection.execute(table.insert().values(name=_NAME, value="closed"))
