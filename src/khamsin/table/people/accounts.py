"""People: accounts with passwords, or the one person at his own computer."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.table.errors import ApiError, bad
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store

_COST, _BLOCK, _LANES = 2**14, 8, 1
_SOMETHING = "scrypt$16384$8$1$00$00"  # compared with when there is no such name, to take as long

LOCAL = "local"
"""The name, as stored, of the one person of a table on one's own computer."""


class Person(NamedTuple):
    """Somebody who has signed in."""

    id: int
    name: str
    email: str
    webhook: str
    language: str
    confirmed: bool = False
    """Whether the address was found to be his; letters go nowhere else."""


class People:
    """Everybody with an account."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hashing = asyncio.Semaphore(2)  # passwords must not eat the machine

    async def register(self, name: str, password: str, email: str, now: float) -> Person:
        """Make an account."""
        check_name(name)
        if not 8 <= len(password) <= 200:
            raise bad("'password' must have 8 to 200 characters")
        check_email(email)
        async with self._hashing:
            hashed = await asyncio.to_thread(hash_password, password)
        return await self._insert(name, name.casefold(), hashed, email, now)

    async def local(self, now: float) -> Person:
        """The one person here, without a password."""
        found = await self._store.read(lambda c: _by_name(c, LOCAL))
        return found[0] if found else await self._insert("You", LOCAL, "", "", now)

    async def _insert(self, name: str, folded: str, hashed: str, email: str, now: float) -> Person:
        def insert(connection: sa.Connection) -> int:
            values = {"name": name, "folded": folded, "password": hashed, "email": email}
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
        stored = found[1] if found and found[1] else _SOMETHING
        async with self._hashing:
            fits = await asyncio.to_thread(is_password, password, stored)
        if found is None or not fits:
            raise ApiError(401, "wrong_password")
        return found[0]

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


def check_name(name: str) -> None:
    """A name others can read and nobody can be deceived by."""
    fits = 2 <= len(name) <= 30 and name == " ".join(name.split())
    if not fits or not all(c.isalnum() or c in " -_.'" for c in name) or name.casefold() == LOCAL:
        raise bad("'name' must have 2 to 30 letters, digits, blanks or any of - _ . '")


_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
"""One recipient: nothing that a mail server would take for two, or for a name with an address."""


def check_email(email: str) -> None:
    """Nothing, or something that looks like the address of one person."""
    if email and (len(email) > 200 or _ADDRESS.fullmatch(email) is None):
        raise bad("'email' must be an e-mail address")


def hash_password(password: str) -> str:
    """As it is stored: the parameters, the salt, the hash."""
    salt = secrets.token_bytes(16)
    key = _scrypt(password, salt, _COST, _BLOCK, _LANES)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${key.hex()}"


def is_password(password: str, stored: str) -> bool:
    """Whether it fits what is stored."""
    _, cost, block, lanes, salt, key = stored.split("$")
    made = _scrypt(password, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(made, bytes.fromhex(key))


def _scrypt(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    data = password.encode("utf-8", "replace")
    return hashlib.scrypt(data, salt=salt, n=cost, r=block, p=lanes, dklen=32)


def by_id(connection: sa.Connection, number: int) -> Person | None:
    """Somebody by number."""
    people = schema.people.c
    row = connection.execute(_SELECT.where(people.id == number)).one_or_none()
    return None if row is None else _person(row)


def _by_name(connection: sa.Connection, folded: str) -> tuple[Person, str] | None:
    row = connection.execute(_SELECT.where(schema.people.c.folded == folded)).one_or_none()
    return None if row is None else (_person(row), row.password)


def _person(row: Any) -> Person:
    return Person(row.id, row.name, row.email, row.webhook, row.language, row.confirmed is not None)


_SELECT = sa.select(
    schema.people.c.id,
    schema.people.c.name,
    schema.people.c.email,
    schema.people.c.webhook,
    schema.people.c.language,
    schema.people.c.confirmed,
    schema.people.c.password,
)
