"""`khamsin admin`: what the host does about people, also while the table is running.

It works on the storage that `KHAMSIN_DATABASE` names. Processes on PostgreSQL hear of it at once; a
table on SQLite looks at its sessions every second. What changes matches is left to the running
table (`orders`).
"""

from __future__ import annotations

import argparse
import sys
import time

import sqlalchemy as sa

from khamsin.kernel.errors import KhamsinError
from khamsin.table.config import from_environment
from khamsin.table.errors import ApiError
from khamsin.table.people import links, registration
from khamsin.table.people.recovery import LIFE
from khamsin.table.people.sessions import Ended, delete_sessions
from khamsin.table.storage.store import announce, beside

from . import moderation, orders

PATIENCE = 20.0
"""Seconds that a running table has for an order."""


def run(arguments: argparse.Namespace) -> None:
    """Do it, and say what was done."""
    config = from_environment()
    engine = beside(config.database)
    try:
        if arguments.what in ("kick", "unsay", "delete"):
            said = _order(engine, arguments)
        else:
            with engine.begin() as connection:
                said = _do(connection, arguments.what, arguments.name, config.address)
    except ApiError as error:
        problems = {"not_found": "there is nobody of that name", "is_admin": "unmake him first"}
        raise KhamsinError(problems.get(error.code, error.code)) from None
    finally:
        engine.dispose()
    sys.stdout.write("".join(f"{line}\n" for line in said))


def _do(connection: sa.Connection, what: str, name: str, address: str) -> list[str]:
    if what == "list":
        return [_line(each) for each in moderation.list_people(connection, name, 0)]
    if what in ("close", "open"):
        registration.write(connection, is_open=what == "open")
        return [f"registration: {what}"]
    person = moderation.find(connection, name)
    if what == "link":
        now = time.time()
        email = moderation.email_of(connection, person)
        token = links.make(connection, person, links.PASSWORD, email, now + LIFE, now)
        return [f"{address}/#/reset/{token}"]
    if what in ("make", "unmake"):
        moderation.set_admin(connection, person, admin=what == "make")
    else:
        moderation.set_banned(connection, person, banned=what == "ban")
        delete_sessions(connection, Ended(person))
    if connection.dialect.name == "postgresql":
        announce(connection, "admin", ended=list(Ended(person)))
    return [f"{name}: done"]


def _order(engine: sa.Engine, arguments: argparse.Namespace) -> list[str]:
    """Leave it to the table, and wait for what comes of it."""
    with engine.begin() as connection:
        person = 0
        if arguments.what == "delete":
            person = moderation.find(connection, arguments.name)
            moderation.must_be_common(connection, person)
        order: orders.Order = {
            "what": arguments.what,
            "match": arguments.match,
            "side": arguments.side,
            "line": arguments.line,
            "person": person,
        }
        name = orders.leave(connection, order)
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        with engine.begin() as connection:
            problem = orders.outcome(connection, name)
        if problem:
            raise KhamsinError(problem)
        if problem is not None:
            return [f"{arguments.name or arguments.match}: done"]
        time.sleep(0.1)
    with engine.begin() as connection:
        is_back = orders.withdraw(connection, name)
    if is_back:
        raise KhamsinError("no table is running that could do it; nothing was done")
    raise KhamsinError("the table has not finished; look there whether it was done")


def _line(each: dict[str, object]) -> str:
    signs = " ".join(word for word in ("admin", "banned") if each[word])
    return f"{each['name']}\tseen {each['seen']}\t{each['running']} matches\t{signs}".rstrip()
