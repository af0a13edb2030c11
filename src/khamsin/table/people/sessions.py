"""Sessions: a random token in a cookie, of which only the hash is stored.

The token against forged requests follows from the session's, so a page that was given it by
`GET /api/me` can prove that it is ours, and nothing more must be stored. A session that was ended
is good nowhere any more: the other processes are told in the same transaction, and what is
remembered of it here is read again after a second in any case. Sessions in use are read together,
so that a full house costs the storage hardly more than one guest.

A program of somebody's has a session too: a token that it sends with every request, and that is
good for its scopes only (`programs`). One is never taken for the other.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import NamedTuple

import sqlalchemy as sa

from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import accounts
from .accounts import Person

LIFE = 90 * 24 * 3600.0
_KNOWN = 5000
_FRESH = 1.0  # seconds that a session is not read again
_SOON = 0.5  # seconds before that ends when it is read again with another
_TOGETHER = 500  # sessions that are read at once


class Session(NamedTuple):
    """Somebody who is signed in, and the token that his page must send with every change."""

    token: str
    person: Person
    csrf: str
    scopes: frozenset[str] = frozenset()
    """What a program may do with it; of a browser: nothing, it may do everything."""

    @property
    def is_program(self) -> bool:
        """Whether this is the token of a program."""
        return bool(self.scopes)


class Ended(NamedTuple):
    """Sessions that are over: all of a person but one, or a single one; by their hashes."""

    person: int | None
    only: str = ""
    but: str = ""

    def has(self, person: int | None, hashed: str) -> bool:
        """Whether this one is among them."""
        if self.person is None:
            return hashed == self.only
        return person == self.person and hashed != self.but


def csrf_of(token: str) -> str:
    """The token against forged requests."""
    return hashlib.sha256(b"khamsin csrf " + token.encode()).hexdigest()


def hashed(token: str) -> str:
    """What is stored of a session."""
    return hashlib.sha256(b"khamsin session " + token.encode()).hexdigest()


class Sessions:
    """Everybody who is signed in."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[float, Session]] = OrderedDict()
        self._used: set[str] = set()  # those that were asked for since they were read
        self._changes = 0
        self.listeners: list[Callable[[Ended], None]] = []
        """Told of sessions that have ended, here or elsewhere."""

    async def begin(self, person: Person) -> Session:
        """Sign somebody in."""
        token = secrets.token_urlsafe(32)
        now = time.time()
        row = {"token": hashed(token), "person": person.id, "created": now, "until": now + LIFE}

        def insert(connection: sa.Connection) -> None:
            connection.execute(schema.sessions.delete().where(schema.sessions.c.until < now))
            connection.execute(schema.sessions.insert().values(**row))

        await self._store.write(insert)
        return Session(token, person, csrf_of(token))

    async def find(self, token: str | None, *, program: bool = False) -> Session | None:
        """Whose cookie this is, or whose program it is that shows it."""
        session = await self._find(token)
        return session if session is not None and session.is_program is program else None

    async def _find(self, token: str | None) -> Session | None:
        if not token or len(token) > 100:
            return None
        known = self._known.get(token)
        if known is not None and known[0] > time.monotonic():
            self._used.add(token)
            return known[1]
        due = {hashed(each): each for each in (token, *self._due())}
        self._used.difference_update(due.values())
        changes = self._changes
        found = await self._store.read(lambda c: _read(c, due))
        sessions = {each: _session(each, *row) for each, row in found.items()}
        for each in due.values() - sessions.keys():
            self._known.pop(each, None)
        if changes == self._changes:  # else what was read may be old already
            for each, session in sessions.items():
                self._known[each] = (time.monotonic() + _FRESH, session)
                self._known.move_to_end(each)
        while len(self._known) > _KNOWN:
            self._known.popitem(last=False)
        return sessions.get(token)

    def _due(self) -> Iterable[str]:
        """Sessions in use that would have to be read again soon."""
        soon = time.monotonic() + _SOON
        self._used.intersection_update(self._known)
        return islice((each for each in self._used if self._known[each][0] < soon), _TOGETHER)

    async def lost(self, tokens: Iterable[str]) -> set[str]:
        """Which of these tokens are no longer good for anything; nothing is remembered of them."""
        keys = {hashed(token): token for token in tokens}
        table, found = schema.sessions.c, set[str]()
        query = sa.select(table.token).where(table.token.in_(keys), table.until > time.time())
        if keys:
            found = set(await self._store.read(lambda c: c.execute(query).scalars().all()))
        over = {token for key, token in keys.items() if key not in found}
        for token in over:
            self.forget(token)
        return over

    def forget(self, token: str) -> None:
        """Read it again next time: something about the person has changed."""
        self._changes += 1
        self._known.pop(token, None)

    def forget_all(self) -> None:
        """News from other processes may have been lost."""
        self._changes += 1
        self._known.clear()

    async def end(self, token: str) -> None:
        """Sign somebody out."""
        ended = Ended(None, only=hashed(token))
        await self._store.write(lambda c: self.delete(c, ended))
        self.hear(ended)

    async def end_all(self, person: int, *, but: str = "") -> None:
        """Sign somebody out everywhere, but for the session with this token."""
        ended = Ended(person, but=hashed(but) if but else "")
        await self._store.write(lambda c: self.delete(c, ended))
        self.hear(ended)

    def delete(self, connection: sa.Connection, ended: Ended) -> None:
        """Inside a write: they are over, here and at other processes. Then `hear` of it here."""
        delete_sessions(connection, ended)
        self._store.announce(connection, ended=list(ended))

    def hear(self, ended: Ended) -> None:
        """These are over: forget them, and close what was opened by them."""
        self._changes += 1
        for token, (_, session) in list(self._known.items()):
            if ended.has(session.person.id, hashed(token)):
                del self._known[token]
        for listener in self.listeners:
            listener(ended)


def delete_sessions(connection: sa.Connection, ended: Ended) -> None:
    """Take them out of the storage."""
    table = schema.sessions
    mine = table.c.token == ended.only
    if ended.person is not None:
        mine = sa.and_(table.c.person == ended.person, table.c.token != ended.but)
    connection.execute(table.delete().where(mine))


def _session(token: str, person: Person, scopes: str) -> Session:
    return Session(token, person, csrf_of(token), frozenset(scopes.split()))


def _read(connection: sa.Connection, due: Mapping[str, str]) -> dict[str, tuple[Person, str]]:
    """Those of the sessions, by the hash of their token, that are good for something."""
    sessions = schema.sessions.c
    found = connection.execute(
        sa.select(sessions.token, sessions.person, sessions.scopes).where(
            sessions.token.in_(due), sessions.until > time.time()
        )
    ).all()
    people = accounts.by_ids(connection, {row.person for row in found})
    good = (row for row in found if row.person in people)
    return {due[row.token]: (people[row.person], row.scopes) for row in good}
