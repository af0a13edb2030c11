"""Invitations: a link for one seat, used once, good for two weeks, withdrawn when the host likes.

Only the hash of a link is stored, so it is shown when it is made and never again. A new link for a
seat takes the place of the old one.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

import sqlalchemy as sa

from khamsin.table.errors import ApiError, gone
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment

LIFE = 14 * 24 * 3600.0
"""Seconds that a link is good for."""


class Invitation(NamedTuple):
    """What is stored of a link."""

    token: str
    """The hash of what the link holds."""
    match: str
    chair: str
    until: float
    used: float | None
    person: int | None
    """Who used it."""

    def check(self, now: float) -> None:
        """Refuse a link that was used, or is too old."""
        if self.used is not None:
            raise ApiError(409, "invitation_used")
        if self.until < now:
            raise ApiError(410, "invitation_expired")

    def use(self, person: int, now: float) -> sa.Executable:
        """What is written when somebody sits down by it."""
        mine = schema.invites.c.token == self.token
        return schema.invites.update().where(mine).values(used=now, person=person)


class Invitations:
    """All that are out."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, token: str) -> Invitation:
        """The invitation that a link is for."""
        wanted = schema.invites.c.token == hashed(token)
        found = await self._read(wanted)
        if not found:
            raise gone()
        return found[0]

    async def of(self, match: str) -> list[dict[str, object]]:
        """The links of a match, for whoever set it up."""
        people = await self._store.read(
            lambda c: dict(
                c.execute(
                    sa.select(schema.people.c.id, schema.people.c.name)
                    .join(schema.invites, schema.invites.c.person == schema.people.c.id)
                    .where(schema.invites.c.match == match)
                )
                .tuples()
                .all()
            )
        )
        return [
            {
                "chair": each.chair,
                "until": moment(each.until),
                "used": None if each.used is None else moment(each.used),
                "by": None if each.person is None else people.get(each.person),
            }
            for each in await self._read(schema.invites.c.match == match)
        ]

    async def make(self, match: str, chair: str, now: float) -> str:
        """A new link for a seat; an older one is good no more."""
        token, row = new(match, chair, now)

        def write(connection: sa.Connection) -> None:
            connection.execute(_without(match, chair))
            connection.execute(schema.invites.insert().values(**row))

        await self._store.write(write)
        return token

    async def withdraw(self, match: str, chair: str) -> None:
        """Nobody sits down by the link of this seat any more."""
        await self._store.write(lambda c: c.execute(_without(match, chair)))

    async def _read(self, wanted: sa.ColumnElement[bool]) -> list[Invitation]:
        table = schema.invites.c
        columns = [table[name] for name in Invitation._fields]
        query = sa.select(*columns).where(wanted).order_by(table.chair)
        return [
            Invitation._make(row)
            for row in await self._store.read(lambda c: c.execute(query).all())
        ]


def new(match: str, chair: str, now: float) -> tuple[str, dict[str, object]]:
    """A secret for a link, and the row that is stored of it."""
    token = secrets.token_urlsafe(24)
    row = {"token": hashed(token), "match": match, "chair": chair, "until": now + LIFE}
    return token, row


def hashed(token: str) -> str:
    """What is stored of a link."""
    return hashlib.sha256(b"khamsin invitation " + token.encode()).hexdigest()


def _without(match: str, chair: str) -> sa.Executable:
    table = schema.invites.c
    return schema.invites.delete().where(table.match == match, table.chair == chair)
