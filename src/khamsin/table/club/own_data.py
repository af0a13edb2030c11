"""What the table keeps about somebody, for himself to take home."""

from __future__ import annotations

import sqlalchemy as sa

from khamsin.table.people.accounts import Person
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment


class OwnData:
    """Gathers it. The matches themselves are files that each seat can have (`.../journal`)."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: Person) -> dict[str, object]:
        """Account and settings, matches, what was said and noted, and who is blocked."""
        return await self._store.read(lambda c: _gather(c, person))


def _gather(connection: sa.Connection, person: Person) -> dict[str, object]:
    people, chat, notes = schema.people.c, schema.chat.c, schema.notes.c
    sessions = schema.sessions.c
    browsers = sa.select(schema.pushes).where(schema.pushes.c.person == person.id)
    passkeys = sa.select(schema.passkeys).where(schema.passkeys.c.person == person.id)
    programs = sa.select(schema.sessions).where(sessions.person == person.id, sessions.scopes != "")
    account = connection.execute(sa.select(schema.people).where(people.id == person.id)).one()
    said = sa.select(schema.chat).where(chat.person == person.id, chat.removed.is_(None))
    noted = sa.select(schema.notes).where(notes.person == person.id, notes.text != "")
    return {
        "account": {
            "name": account.name,
            "created": moment(account.created),
            "seen": moment(account.seen),
            "administrator": account.admin,
        },
        "settings": {
            "email": account.email,
            "confirmed": account.confirmed is not None,
            "webhook": account.webhook,
            "language": account.language,
        },
        "matches": _matches(connection, person.id),
        "said": [
            {"match": row.match, "time": moment(row.time), "text": row.text}
            for row in connection.execute(said.order_by(chat.time))
        ],
        "notes": [
            {"match": row.match, "text": row.text}
            for row in connection.execute(noted.order_by(notes.match))
        ],
        "blocked": _blocked(connection, person.id),
        "passkeys": [
            {"name": row.name, "created": moment(row.created)}
            for row in connection.execute(passkeys.order_by(schema.passkeys.c.created))
        ],
        "browsers": [
            {"endpoint": row.endpoint, "made": moment(row.made)}
            for row in connection.execute(browsers.order_by(schema.pushes.c.made))
        ],
        "programs": [
            {"name": row.name, "scopes": row.scopes.split(), "created": moment(row.created)}
            for row in connection.execute(programs.order_by(sessions.created))
        ],
    }


def _matches(connection: sa.Connection, person: int) -> list[dict[str, object]]:
    """Those that he has set up or sits at, the oldest first."""
    matches, seats = schema.matches.c, schema.seats.c
    chairs: dict[str, list[str]] = {}
    mine = sa.select(seats.match, seats.chair).where(seats.person == person)
    for match, chair in connection.execute(mine.order_by(seats.chair)):
        chairs.setdefault(match, []).append(chair)
    sits = matches.id.in_(sa.select(seats.match).where(seats.person == person))
    his = sa.select(schema.matches).where(sa.or_(matches.creator == person, sits))
    return [
        {
            "id": row.id,
            "game": row.game,
            "scenario": row.scenario,
            "options": row.options.split(),
            "created": moment(row.created),
            "changed": moment(row.changed),
            "status": row.status,
            "seats": chairs.get(row.id, []),
            "yours": row.creator == person,
        }
        for row in connection.execute(his.order_by(matches.created))
    ]


def _blocked(connection: sa.Connection, person: int) -> list[str]:
    people, blocks = schema.people.c, schema.blocks.c
    query = (
        sa.select(people.name)
        .join(schema.blocks, blocks.other == people.id)
        .where(blocks.person == person)
        .order_by(people.folded)
    )
    return [str(name) for name in connection.execute(query).scalars()]
