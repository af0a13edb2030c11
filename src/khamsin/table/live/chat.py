"""Chat at a table: who may say something, and what an administrator takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from khamsin.table.errors import ApiError, forbidden, gone
from khamsin.table.match import viewers
from khamsin.table.match.chat_lines import line
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store

if TYPE_CHECKING:
    from khamsin.table.live.updates import Hub
    from khamsin.table.match.rooms import Rooms
    from khamsin.table.people.accounts import Person


class Talk:
    """Says it, and takes it away."""

    def __init__(self, store: Store, rooms: Rooms, hub: Hub) -> None:
        self._store = store
        self._rooms = rooms
        self._hub = hub

    async def say(self, match: str, person: Person, text: str, now: float) -> int:
        """Say something to everybody at the table; gives the number of the line."""
        async with self._rooms.enter(match) as table_match:
            viewers.may_watch(table_match, person.id)
            if not table_match.chairs_of(person.id):
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
