"""How many unfinished matches one person may have set up: in all, in the list, and among bots."""

from __future__ import annotations

import sqlalchemy as sa

from khamsin.table.config import Limits
from khamsin.table.errors import ApiError
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from .table_match import FINISHED, WAITING


class Quotas:
    """Counts them in the storage, so for all processes together."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits

    async def check(self, person: int, *, is_open: bool, bots_only: bool) -> None:
        """Refuse one more match of this kind."""
        matches, seats = schema.matches.c, schema.seats.c
        mine = sa.and_(matches.creator == person, matches.status != FINISHED)
        await self._count(mine, self._limits.matches, "too_many_matches")
        if is_open:
            listed = sa.and_(mine, matches.status == WAITING, matches.private.is_(False))
            await self._count(listed, self._limits.open, "too_many_open")
        if bots_only:
            sat = sa.select(seats.match).where(seats.person.is_not(None))
            alone = sa.and_(mine, matches.status != WAITING, matches.id.not_in(sat))
            await self._count(alone, self._limits.bots_only, "too_many_bots")

    async def _count(self, which: sa.ColumnElement[bool], most: int, code: str) -> None:
        query = sa.select(sa.func.count()).select_from(schema.matches).where(which)
        if await self._store.read(lambda c: c.execute(query).scalar_one()) >= most:
            raise ApiError(409, code)
