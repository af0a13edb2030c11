"""People: accounts with passwords, or the one person at his own computer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.table.errors import ApiError, bad, forbidden
from khamsin.table.names import LOCAL, check_name, skeleton
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store

from .passwords import SOMETHING, check_password, hash_password, is_password


class Person(NamedTuple):
    """Somebody who has signed in."""

    id: int
    name: str
    email: str
    webhook: str
    language: str
    confirmed: bool = False
    """Whether the address was found to be his; letters go nowhere else."""
    admin: bool = False


class People:
    """Everybody with an account."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hashing = asyncio.Semaphore(2)  # passwords must not eat the machine

    async def register(self, name: str, password: str, email: str, now: float) -> Person:
        """Make an account."""
        check_name(name)
        check_email(email)
        hashed = await self.hashed(password, name)
        return await self._insert(name, name.casefold(), hashed, email, now)

    async def check_free(self, name: str) -> None:
        """Refuse a name that could be mistaken for somebody's, for a guest at a screen."""
        table = schema.people.c
        query = sa.select(table.id).where(table.skeleton == skeleton(name))
        if await self._store.read(lambda c: c.execute(query).first()) is not None:
            raise ApiError(409, "name_taken")

    async def hashed(self, password: str, name: str) -> str:
        """A new password as it is stored, if it is good enough."""
        check_password(password, name)
        async with self._hashing:
            return await asyncio.to_thread(hash_password, password)

    async def local(self, now: float) -> Person:
        """The one person here, without a password."""
        found = await self._store.read(lambda c: _by_name(c, LOCAL))
        return _person(found) if found else await self._insert("You", LOCAL, "", "", now)

    async def _insert(self, name: str, folded: str, hashed: str, email: str, now: float) -> Person:
        def insert(connection: sa.Connection) -> int:
            values = {"name": name, "folded": folded, "password": hashed, "email": email}
            values["skeleton"] = skeleton(name)
            done = connection.execute(
                schema.people.insert().values(**values, created=now, seen=now)
            )
            key = done.inserted_primary_key
            assert key is not None
            return int(key[0])

        try:
            number = await self._store.write(insert)
        except Conflict:
            raise ApiError(409, "name_taken") from None
        return Person(number, name, email, "", "en")

    async def login(self, name: str, password: str) -> Person:
        """Check name and password; which of them is wrong is not told."""
        found = await self._store.read(lambda c: _by_name(c, name.casefold()))
        fits = await self._fits(password, found.password if found else "")
        if found is None or not fits:
            raise ApiError(401, "wrong_password")
        if found.banned is not None:
            raise forbidden("banned")
        return _person(found)

    async def prove(self, person: int, password: str) -> None:
        """Whoever is signed in must know the password too, for what cannot be undone."""
        table = schema.people.c
        query = sa.select(table.password).where(table.id == person)
        stored = await self._store.read(lambda c: c.execute(query).scalar_one_or_none())
        if not await self._fits(password, stored or ""):
            raise forbidden("wrong_old_password")

    async def _fits(self, password: str, stored: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(is_password, password, stored or SOMETHING)

    async def change(self, person: Person) -> None:
        """Store where letters go and which language they are in. A new address is unconfirmed."""
        check_email(person.email)
        if person.webhook and not person.webhook.startswith(("https://", "http://")):
            raise bad("'webhook' must be an address that begins with https://")
        people = schema.people
        values = {"email": person.email, "webhook": person.webhook, "language": person.language}

        def write(connection: sa.Connection) -> None:
            mine = people.c.id == person.id
            other = sa.and_(mine, people.c.email != person.email)
            connection.execute(people.update().where(other).values(confirmed=None))
            connection.execute(people.update().where(mine).values(**values))

        await self._store.write(write)

    async def seen(self, people: list[int], now: float) -> None:
        """Note who is connected, for other processes and for letters."""
        await self._store.write(
            lambda c: c.execute(
                schema.people.update().where(schema.people.c.id.in_(people)).values(seen=now)
            )
        )

    async def last_seen(self, people: set[int], since: float) -> dict[int, float]:
        """Which of these some process has seen since then, and when last."""
        if not people:
            return {}
        table = schema.people.c
        query = sa.select(table.id, table.seen).where(table.id.in_(people), table.seen > since)
        rows = await self._store.read(lambda c: c.execute(query).all())
        return {row.id: row.seen for row in rows}


_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
"""One recipient: nothing that a mail server would take for two, or for a name with an address."""


def check_email(email: str) -> None:
    """Nothing, or something that looks like the address of one person."""
    if email and (len(email) > 200 or _ADDRESS.fullmatch(email) is None):
        raise bad("'email' must be an e-mail address")


def by_id(connection: sa.Connection, number: int) -> Person | None:
    """Somebody by number, unless he is banned or gone."""
    return by_ids(connection, {number}).get(number)


def by_ids(connection: sa.Connection, numbers: Collection[int]) -> dict[int, Person]:
    """Several by number, without those who are banned or gone."""
    people = schema.people.c
    wanted = _SELECT.where(people.id.in_(numbers), people.deleted.is_(None))
    rows = connection.execute(wanted.where(people.banned.is_(None)))
    return {row.id: _person(row) for row in rows}


def _by_name(connection: sa.Connection, folded: str) -> Any:
    people = schema.people.c
    wanted = _SELECT.where(people.folded == folded, people.deleted.is_(None))
    return connection.execute(wanted).one_or_none()


def _person(row: Any) -> Person:
    known = row.confirmed is not None
    return Person(row.id, row.name, row.email, row.webhook, row.language, known, row.admin)


_SELECT = sa.select(
    *(
        schema.people.c[name]
        for name in ("id", "name", "email", "webhook", "language", "confirmed", "admin")
    ),
    schema.people.c.password,
    schema.people.c.banned,
)
