"""`khamsin admin`: what the host does about people, also while the table is running.

It works on the storage that `KHAMSIN_DATABASE` names. Processes on PostgreSQL hear of it at once; a
table on SQLite looks at its sessions every second.
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

from . import moderation


def run(arguments: argparse.Namespace) -> None:
    """Do it, and say what was done."""
    config = from_environment()
    engine = beside(config.database)
    try:
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


def _line(each: dict[str, object]) -> str:
    signs = " ".join(word for word in ("admin", "banned") if each[word])
    return f"{each['name']}\tseen {each['seen']}\t{each['running']} matches\t{signs}".rstrip()
