"""Links in letters: made for one purpose, good for a while, used up by opening them once."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import sqlalchemy as sa

from khamsin.table.storage import schema

EMAIL = "email"
"""Whoever opens it can read what is sent to that address."""
PASSWORD = "password"  # noqa: S105 a purpose
"""Whoever opens it may choose a new password."""


def make(
    connection: sa.Connection, person: int, purpose: str, value: str, until: float, now: float
) -> str:
    """The secret of a new link; an older one for the same purpose is good no more."""
    token = secrets.token_urlsafe(24)
    table = schema.tokens
    old = sa.and_(table.c.person == person, table.c.purpose == purpose)
    connection.execute(table.delete().where(sa.or_(old, table.c.until < now)))
    row = {"token": _hashed(token), "person": person, "purpose": purpose, "value": value}
    connection.execute(table.insert().values(**row, until=until))
    return token


def find(connection: sa.Connection, token: str, purpose: str, now: float) -> Any:
    """What a link was made for; None if it is none, too old, or for something else."""
    table = schema.tokens
    query = sa.select(table).where(
        table.c.token == _hashed(token), table.c.purpose == purpose, table.c.until >= now
    )
    return connection.execute(query).one_or_none()


def use(connection: sa.Connection, token: str, purpose: str, now: float) -> Any:
    """The same, and it is used up."""
    found = find(connection, token, purpose, now)
    if found is not None:
        table = schema.tokens
        done = connection.execute(table.delete().where(table.c.token == found.token))
        if done.rowcount != 1:  # another process was quicker
            return None
    return found


def _hashed(token: str) -> str:
    return hashlib.sha256(b"khamsin letter " + token.encode()).hexdigest()
