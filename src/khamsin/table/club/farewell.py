"""Deleting an account: whoever goes leaves his matches playable and his name nowhere.

What was played stays as it is: answers, dice and digests do not change, and the row of the person
remains under a pseudonym. The one thing rewritten in the acts of matches is the name that
was written down when he sat down.
"""

from __future__ import annotations

import json

import sqlalchemy as sa

from khamsin.table.match import acts
from khamsin.table.match.actions import Play
from khamsin.table.match.rooms import Rooms
from khamsin.table.names import pseudonym, skeleton
from khamsin.table.people.accounts import People, Person
from khamsin.table.people.sessions import Ended, Sessions
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store


class Farewell:
    """Sees people off."""

    def __init__(
        self, store: Store, people: People, sessions: Sessions, rooms: Rooms, play: Play
    ) -> None:
        self._store = store
        self._people = people
        self._sessions = sessions
        self._rooms = rooms
        self._play = play

    async def take_leave(self, person: Person, password: str, now: float) -> None:
        """Delete the account of whoever knows its password."""
        await self._people.prove(person.id, password)
        await self.see_off(person.id, now)

    async def see_off(self, person: int, now: float) -> None:
        """Delete an account.

        Seats are left first; what is deleted then is deleted in one transaction. Should the first
        fail, the account is there as before.
        """
        await self._sessions.end_all(person)  # from here on he does nothing more
        await self._play.vacate(person)
        await self.erase(person, now)

    async def erase(self, person: int, now: float) -> None:
        """Take the name out of everything, and everything else of the person away."""
        written = await self._store.read(lambda c: written_names(c, person))
        ended = Ended(person)

        def write(connection: sa.Connection) -> None:
            erase(connection, person, written, now)
            self._sessions.delete(connection, ended)
            self._store.announce(connection, renamed=person)

        await self._store.write(write)
        self._sessions.hear(ended)
        self._rooms.renamed(person)


def written_names(connection: sa.Connection, person: int) -> list[tuple[str, int, str]]:
    """Where the name was written down at matches: match, number, and the body without it."""
    table = schema.acts.c
    rows = connection.execute(
        sa.select(table.match, table.number, table.body).where(
            table.kind == acts.SEAT, table.body.contains(f'"person": {person},')
        )
    )
    found = []
    for match, number, body in rows:
        data: dict[str, object] = json.loads(body)
        if data["person"] == person:
            found.append((match, number, json.dumps(data | {"name": pseudonym(person)})))
    return found


def erase(
    connection: sa.Connection, person: int, written: list[tuple[str, int, str]], now: float
) -> None:
    """Inside a write: the name is replaced, everything that was only his is deleted."""
    name = pseudonym(person)
    for match, number, body in written:
        mine = sa.and_(schema.acts.c.match == match, schema.acts.c.number == number)
        connection.execute(schema.acts.update().where(mine).values(body=body))
    chat, people, blocks = schema.chat, schema.people, schema.blocks
    connection.execute(chat.update().where(chat.c.person == person).values(name=name))
    for table in (
        schema.tokens,
        schema.passkeys,
        schema.notices,
        schema.notes,
        schema.ratings,
        schema.pushes,
    ):
        connection.execute(table.delete().where(table.c.person == person))
    either = sa.or_(blocks.c.person == person, blocks.c.other == person)
    connection.execute(blocks.delete().where(either))
    connection.execute(
        people.update()
        .where(people.c.id == person)
        .values(
            name=name,
            folded=name.casefold(),
            skeleton=skeleton(name),
            password="",
            email="",
            confirmed=None,
            webhook="",
            admin=False,
            deleted=now,
        )
    )
