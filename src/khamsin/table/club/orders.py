"""What `khamsin admin` leaves to the running table: orders that change matches.

Only a process of the table writes acts, for it has the match in memory. So an order lies in the
storage until one of them takes it; then its outcome lies there until the command has read it.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from functools import partial
from typing import TypedDict

import sqlalchemy as sa

from khamsin.table.errors import ApiError
from khamsin.table.people.accounts import Person
from khamsin.table.show.presenter import error_text
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from .moderation import Moderation

log = logging.getLogger("khamsin.admin")

ORDER, TAKEN, OUTCOME = "order ", "taken ", "outcome "
HOST = Person(0, "the host", "", "", "en", admin=True)


class Order(TypedDict):
    """What is to be done; what it does not need is empty."""

    what: str
    """`kick`, `unsay` or `delete`."""
    match: str
    side: str
    line: int
    person: int


def leave(connection: sa.Connection, order: Order) -> str:
    """Leave an order; gives its name."""
    name = secrets.token_hex(8)
    connection.execute(schema.keys.insert().values(name=ORDER + name, value=json.dumps(order)))
    return name


def withdraw(connection: sa.Connection, name: str) -> bool:
    """Nobody is there to carry it out; whether it was still waiting."""
    keys = schema.keys
    return connection.execute(keys.delete().where(keys.c.name == ORDER + name)).rowcount == 1


def outcome(connection: sa.Connection, name: str) -> str | None:
    """What came of an order, once: empty, or why it was not done; None: nothing yet."""
    keys = schema.keys
    mine = keys.c.name == OUTCOME + name
    found = connection.execute(sa.select(keys.c.value).where(mine)).scalar_one_or_none()
    if found is not None:
        connection.execute(keys.delete().where(mine))
    return None if found is None else str(found)


class Orders:
    """Carries out what was left for the table."""

    def __init__(self, store: Store, moderation: Moderation) -> None:
        self._store = store
        self._moderation = moderation

    async def sweep(self) -> None:
        """Take what lies there; each order goes to one process."""
        for name, text in await self._store.read(_waiting):
            if await self._store.write(partial(_take, name=name)):
                said = await self._done(json.loads(text))
                await self._store.write(partial(_settle, name=name, said=said))

    async def _done(self, order: Order) -> str:
        try:
            await self._carry_out(order)
        except ApiError as error:
            return error_text(error, "en")
        except Exception:
            log.exception("an order of the host failed")
            return "it failed; the log of the table says why"
        return ""

    async def _carry_out(self, order: Order) -> None:
        what = order["what"]
        if what == "kick":
            await self._moderation.kick(HOST, order["match"], order["side"])
        elif what == "unsay":
            await self._moderation.remove_chat(HOST, order["match"], order["line"])
        else:
            await self._moderation.delete_account(HOST, order["person"], time.time())


def _waiting(connection: sa.Connection) -> list[tuple[str, str]]:
    keys = schema.keys.c
    query = sa.select(keys.name, keys.value).where(keys.name.startswith(ORDER))
    return [(str(name).removeprefix(ORDER), str(text)) for name, text in connection.execute(query)]


def _take(connection: sa.Connection, name: str) -> bool:
    keys = schema.keys
    mine = keys.update().where(keys.c.name == ORDER + name)
    return connection.execute(mine.values(name=TAKEN + name)).rowcount == 1


def _settle(connection: sa.Connection, name: str, said: str) -> None:
    keys = schema.keys
    mine = keys.update().where(keys.c.name == TAKEN + name)
    connection.execute(mine.values(name=OUTCOME + name, value=said))
