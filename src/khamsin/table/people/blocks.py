"""Blocking: whoever does not want to meet somebody here does not.

Neither of the two sits down at a match of the other, finds it in the list, or reads what the
blocked one says. A match that both sit at already goes on.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from khamsin.table.errors import ApiError, bad, gone
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

_MOST = 500


class Blocks:
    """Who has blocked whom."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def names(self, person: int) -> list[str]:
        """Whom somebody has blocked."""
        people, table = schema.people.c, schema.blocks.c
        query = (
            sa.select(people.name)
            .join(schema.blocks, table.other == people.id)
            .where(table.person == person)
            .order_by(people.folded)
        )
        return [str(name) for name in await self._store.read(lambda c: c.execute(query).scalars())]

    async def of(self, person: int | None) -> frozenset[int]:
        """The same, by number."""
        if person is None:
            return frozenset()
        table = schema.blocks.c
        query = sa.select(table.other).where(table.person == person)
        return await self._store.read(lambda c: frozenset(c.execute(query).scalars()))

    async def change(self, person: int, name: str, now: float, *, blocked: bool) -> None:
        """Block somebody, or do so no more."""
        people, table = schema.people.c, schema.blocks

        def write(connection: sa.Connection) -> None:
            known = sa.select(people.id).where(people.folded == name.casefold())
            other = connection.execute(known.where(people.deleted.is_(None))).scalar_one_or_none()
            if other is None:
                raise gone()
            if other == person:
                raise bad("'name' must be somebody else's")
            mine = table.c.person == person
            connection.execute(table.delete().where(mine, table.c.other == other))
            if blocked:
                count = sa.select(sa.func.count()).where(mine)
                if connection.execute(count).scalar_one() >= _MOST:
                    raise ApiError(409, "too_many_blocked")
                connection.execute(table.insert().values(person=person, other=other, made=now))
            self._store.announce(connection, blocks=person)

        await self._store.write(write)

    async def between(self, person: int, others: Iterable[int | None]) -> bool:
        """Whether somebody and one of the others do not want to meet."""
        those = {other for other in others if other is not None} - {person}
        if not those:
            return False
        table = schema.blocks.c
        query = sa.select(table.person).where(
            sa.or_(
                sa.and_(table.person == person, table.other.in_(those)),
                sa.and_(table.other == person, table.person.in_(those)),
            )
        )
        return await self._store.read(lambda c: c.execute(query.limit(1)).first() is not None)


def strangers_to(person: int | None, column: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """A condition: whoever stands in the column is none that this person does not want to meet."""
    table = schema.blocks.c
    mine = sa.select(table.other).where(table.person == person)
    theirs = sa.select(table.person).where(table.other == person)
    return sa.and_(column.not_in(mine), column.not_in(theirs))
