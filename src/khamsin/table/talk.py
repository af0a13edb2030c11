"""Talk at a table: who may say something, what was said, and who does not want to read it."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from . import schema, viewers
from .errors import ApiError, forbidden, gone
from .store import Conflict, Store
from .times import moment

if TYPE_CHECKING:
    from .live import Hub
    from .people import Person
    from .rooms import Rooms


class Talk:
    """Says it, and takes it away."""

    def __init__(self, store: Store, rooms: Rooms, hub: Hub) -> None:
        self._store = store
        self._rooms = rooms
        self._hub = hub

    async def say(self, match: str, person: Person, text: str, now: float) -> int:
        """Say something to everybody at the table; gives the number of the line."""
        async with self._rooms.enter(match) as ledger:
            viewers.may_watch(ledger, person.id)
            if not ledger.chairs_of(person.id):
                raise forbidden("not_your_seat")  # onlookers hold their tongues
            said = await self._rooms.chat(match)
            number = len(said)
            row = {"match": match, "number": number, "time": now, "text": text}

            def insert(connection: sa.Connection) -> None:
                named = row | {"person": person.id, "name": person.name}
                connection.execute(schema.chat.insert().values(**named))
                self._store.announce(connection, chat=match)

            try:
                await self._store.write(insert)
            except Conflict:
                raise ApiError(409, "stale") from None
            if not self._store.is_shared:
                said.append(line(number, now, person.name, text, None, person.id))
        self._hub.chatted(match)
        return number

    async def remove(self, match: str, number: int, now: float) -> None:
        """Take a line away, for everybody and for ever; that there was one is still seen."""
        table = schema.chat

        def write(connection: sa.Connection) -> bool:
            mine = sa.and_(table.c.match == match, table.c.number == number)
            done = connection.execute(table.update().where(mine).values(text="", removed=now))
            self._store.announce(connection, retold=match)
            return done.rowcount == 1

        if not await self._store.write(write):
            raise gone()
        self._hub.retold(match)


def line(
    number: int, time: float, by: str, text: str, removed: float | None, person: int
) -> dict[str, Any]:
    """One line, as rooms keep it."""
    said: dict[str, Any] = {"n": number, "at": moment(time), "by": by, "text": text}
    if removed is not None:
        said["removed"] = True
    return said | {"person": person}


def shown(lines: list[dict[str, Any]], blocked: Container[int]) -> list[dict[str, Any]]:
    """The lines for a reader: nothing of those whom he has blocked."""
    return [
        {"n": each["n"], "at": each["at"], "by": "", "text": "", "hidden": True}
        if each["person"] in blocked
        else {name: value for name, value in each.items() if name != "person"}
        for each in lines
    ]


def read(connection: sa.Connection, match: str, since: int) -> list[dict[str, Any]]:
    """What is stored."""
    chat = schema.chat.c
    rows = connection.execute(
        sa.select(chat.number, chat.time, chat.name, chat.text, chat.removed, chat.person)
        .where(chat.match == match, chat.number >= since)
        .order_by(chat.number)
    )
    return [line(*row) for row in rows]
