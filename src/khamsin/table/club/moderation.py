"""What an administrator does: look up people, ban them, sign them out, see what was said where.

He sees who sits at a match and what was said there, and nothing of what lies on its table. The
functions are used by the pages of the table and, on the storage alone, by `khamsin admin`.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import sqlalchemy as sa

from khamsin.table.errors import bad, forbidden, gone
from khamsin.table.names import LOCAL
from khamsin.table.people.sessions import Ended, Sessions, delete_sessions
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment

if TYPE_CHECKING:
    from khamsin.table.live.chat import Talk
    from khamsin.table.match.actions import Play
    from khamsin.table.match.rooms import Rooms
    from khamsin.table.people.accounts import Person

    from .farewell import Farewell

log = logging.getLogger("khamsin.admin")

PAGE = 50
"""People on a page of the list."""


class Moderation:
    """Everything an administrator may do."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        sessions: Sessions,
        play: Play,
        talk: Talk,
        farewell: Farewell,
    ) -> None:
        self._farewell = farewell
        self._store = store
        self._rooms = rooms
        self._sessions = sessions
        self._play = play
        self._talk = talk

    async def people(self, search: str, page: int) -> list[dict[str, object]]:
        """A page of the list of people."""
        return await self._store.read(lambda c: list_people(c, search, page))

    async def ban(self, by: Person, person: int, *, banned: bool) -> None:
        """Close an account, or open it again."""
        if person == by.id:
            raise bad("nobody bans himself")
        ended = Ended(person)

        def write(connection: sa.Connection) -> None:
            set_banned(connection, person, banned=banned)
            if banned:
                self._sessions.delete(connection, ended)

        await self._store.write(write)
        if banned:
            self._sessions.hear(ended)
        log.warning("%s %s person %s", by.name, "bans" if banned else "unbans", person)

    async def delete_account(self, by: Person, person: int, now: float) -> None:
        """Take somebody's name out of everything; administrators are left alone."""
        await self._store.read(lambda c: must_be_common(c, person))
        await self._farewell.see_off(person, now)
        log.warning("%s deletes the account of person %s", by.name, person)

    def note(self, what: str) -> None:
        """Log something else that an administrator has done."""
        log.warning("%s", what)

    async def end_sessions(self, by: Person, person: int) -> None:
        """Sign somebody out everywhere."""
        await self._sessions.end_all(person)
        log.warning("%s signs person %s out", by.name, person)

    async def kick(self, by: Person, match: str, side: str) -> None:
        """Somebody must leave a seat and cannot take it again."""
        await self._play.kick(match, side)
        log.warning("%s kicks %s from match %s", by.name, side, match)

    async def remove_chat(self, by: Person, match: str, number: int) -> None:
        """Take away what was said."""
        await self._talk.remove(match, number, time.time())
        log.warning("%s removes line %s of match %s", by.name, number, match)

    async def look(self, match: str) -> dict[str, object]:
        """Who sits at a match, and what was said there; nothing of what is played."""
        async with self._rooms.enter(match) as table_match:
            said = await self._rooms.chat(match)
            record = table_match.record
            return {
                "id": match,
                "game": record.game,
                "title": table_match.game.title,
                "status": table_match.status,
                "private": record.private,
                "seats": [
                    {
                        "side": side,
                        "kind": table_match.holder(side).kind,
                        "name": table_match.holder(side).name or table_match.holder(side).bot,
                    }
                    for side in table_match.game.sides
                ],
                "chat": [dict(line) for line in said],
            }


def list_people(connection: sa.Connection, search: str, page: int) -> list[dict[str, object]]:
    """People by name, the newest first; with what they have going on."""
    people, matches = schema.people.c, schema.matches.c
    running = (
        sa.select(sa.func.count())
        .where(matches.creator == people.id, matches.status != "finished")
        .scalar_subquery()
    )
    query = (
        sa.select(schema.people, running.label("running"))
        .where(people.folded != LOCAL, people.deleted.is_(None))
        .order_by(people.id.desc())
        .limit(PAGE)
        .offset(page * PAGE)
    )
    if search:
        query = query.where(people.folded.contains(search.casefold(), autoescape=True))
    return [
        {
            "id": row.id,
            "name": row.name,
            "created": moment(row.created),
            "seen": moment(row.seen),
            "confirmed": row.confirmed is not None,
            "admin": row.admin,
            "banned": row.banned is not None,
            "running": row.running,
        }
        for row in connection.execute(query)
    ]


def find(connection: sa.Connection, name: str) -> int:
    """The number of somebody by name."""
    people = schema.people.c
    query = sa.select(people.id).where(people.folded == name.casefold(), people.deleted.is_(None))
    found = connection.execute(query).scalar_one_or_none()
    if found is None:
        raise gone()
    return int(found)


def email_of(connection: sa.Connection, person: int) -> str:
    """The address of somebody."""
    people = schema.people.c
    return str(connection.execute(sa.select(people.email).where(people.id == person)).scalar_one())


def set_admin(connection: sa.Connection, person: int, *, admin: bool) -> None:
    """Make somebody an administrator, or no longer; he signs in anew."""
    people = schema.people
    connection.execute(people.update().where(people.c.id == person).values(admin=admin))
    delete_sessions(connection, Ended(person))


def must_be_common(connection: sa.Connection, person: int) -> None:
    """Refuse administrators, and accounts that are no more."""
    people = schema.people
    row = connection.execute(
        sa.select(people.c.admin, people.c.deleted).where(people.c.id == person)
    ).one_or_none()
    if row is None or row.deleted is not None:
        raise gone()
    if row.admin:
        raise forbidden("is_admin")


def set_banned(connection: sa.Connection, person: int, *, banned: bool) -> None:
    """Close an account, or open it again. Administrators are not banned, but by the host."""
    people = schema.people
    must_be_common(connection, person)
    value = time.time() if banned else None
    connection.execute(people.update().where(people.c.id == person).values(banned=value))
