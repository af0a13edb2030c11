"""Programs that act for somebody: tokens with scopes, shown once, of which the hash is stored.

They are sessions, so whatever ends all sessions of a person (another password, a ban, signing out
everywhere else) ends them too, at every process and with their sockets.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

import sqlalchemy as sa

from khamsin.table.errors import ApiError, bad, gone
from khamsin.table.names import check_label
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment

from .accounts import People, Person
from .sessions import Ended, Sessions, hashed

SCOPES = ("read", "play", "matches")
"""To look; to answer, offer, resign and chat; to set matches up, sit down and get up."""

MOST = 20
_DAY = 24 * 3600.0
_SHOWN = 16
"""So much of the hash names a token: nobody finds the token by it."""


class Programs:
    """The tokens of everybody's programs."""

    def __init__(self, store: Store, people: People, sessions: Sessions) -> None:
        self._store = store
        self._people = people
        self._sessions = sessions

    async def make(
        self, person: Person, password: str, name: str, scopes: tuple[str, ...], days: int
    ) -> dict[str, object]:
        """A new token; whoever found an open page does not get one."""
        check_label(name)
        if not scopes:
            raise bad("a token needs at least one of: " + ", ".join(SCOPES))
        await self._people.prove(person.id, password)
        token, now = f"khamsin_{secrets.token_urlsafe(32)}", time.time()
        row = {
            "token": hashed(token),
            "person": person.id,
            "created": now,
            "until": now + days * _DAY,
            "name": name,
            "scopes": " ".join(scope for scope in SCOPES if scope in scopes),
        }

        def insert(connection: sa.Connection) -> None:
            if len(_of(connection, person.id)) >= MOST:
                raise ApiError(409, "too_many_tokens")
            connection.execute(schema.sessions.insert().values(**row))

        await self._store.write(insert)
        return {**_shown(row), "token": token}

    async def of(self, person: int) -> list[dict[str, object]]:
        """Somebody's tokens, without what makes them good."""
        rows = await self._store.read(lambda c: _of(c, person))
        return [_shown(row) for row in rows]

    async def revoke(self, person: int, number: str) -> None:
        """A token is good no more, from now on and everywhere."""
        rows = await self._store.read(lambda c: _of(c, person))
        key = next((row["token"] for row in rows if row["token"][:_SHOWN] == number), None)
        if key is None:
            raise gone()
        ended = Ended(None, only=key)
        await self._store.write(lambda c: self._sessions.delete(c, ended))
        self._sessions.hear(ended)


def _of(connection: sa.Connection, person: int) -> list[dict[str, Any]]:
    table = schema.sessions.c
    mine = sa.and_(table.person == person, table.scopes != "", table.until > time.time())
    query = sa.select(schema.sessions).where(mine).order_by(table.created, table.token)
    return [dict(row) for row in connection.execute(query).mappings()]


def _shown(row: dict[str, Any]) -> dict[str, object]:
    return {
        "id": row["token"][:_SHOWN],
        "name": row["name"],
        "scopes": row["scopes"].split(),
        "created": moment(row["created"]),
        "until": moment(row["until"]),
    }
