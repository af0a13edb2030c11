"""Sessions: a random token in a cookie, of which only the hash is stored.

The token against forged requests follows from the session's, so a page that was given it by
`GET /api/me` can prove that it is ours, and nothing more must be stored.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import NamedTuple

import sqlalchemy as sa

from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import accounts
from .accounts import Person

LIFE = 90 * 24 * 3600.0
_KNOWN = 5000


class Session(NamedTuple):
    """Somebody who is signed in, and the token that his page must send with every change."""

    token: str
    person: Person
    csrf: str


def csrf_of(token: str) -> str:
    """The token against forged requests."""
    return hashlib.sha256(b"khamsin csrf " + token.encode()).hexdigest()


def _hashed(token: str) -> str:
    return hashlib.sha256(b"khamsin session " + token.encode()).hexdigest()


class Sessions:
    """Everybody who is signed in."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[float, Session]] = OrderedDict()
        # A session that was ended in another process is forgotten here soon.
        self._fresh = 5.0 if store.is_shared else 60.0

    async def begin(self, person: Person) -> Session:
        """Sign somebody in."""
        token = secrets.token_urlsafe(32)
        now = time.time()
        row = {"token": _hashed(token), "person": person.id, "created": now, "until": now + LIFE}

        def insert(connection: sa.Connection) -> None:
            connection.execute(schema.sessions.delete().where(schema.sessions.c.until < now))
            connection.execute(schema.sessions.insert().values(**row))

        await self._store.write(insert)
        return Session(token, person, csrf_of(token))

    async def find(self, token: str | None) -> Session | None:
        """Whose cookie this is."""
        if not token or len(token) > 100:
            return None
        known = self._known.get(token)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        hashed = _hashed(token)
        person = await self._store.read(lambda c: _read(c, hashed))
        if person is None:
            self._known.pop(token, None)
            return None
        session = Session(token, person, csrf_of(token))
        self._known[token] = (time.monotonic() + self._fresh, session)
        self._known.move_to_end(token)
        if len(self._known) > _KNOWN:
            self._known.popitem(last=False)
        return session

    def forget(self, token: str) -> None:
        """Read it again next time: something about the person has changed."""
        self._known.pop(token, None)

    async def end(self, token: str) -> None:
        """Sign somebody out."""
        self._known.pop(token, None)
        hashed = _hashed(token)
        await self._store.write(
            lambda c: c.execute(schema.sessions.delete().where(schema.sessions.c.token == hashed))
        )


def _read(connection: sa.Connection, hashed: str) -> Person | None:
    sessions = schema.sessions.c
    number = connection.execute(
        sa.select(sessions.person).where(sessions.token == hashed, sessions.until > time.time())
    ).scalar_one_or_none()
    return None if number is None else accounts.by_id(connection, number)
