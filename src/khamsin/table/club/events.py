"""Tournaments and series: who enters, who meets whom, how it stands.

A round is paired in one transaction; its matches are set up one by one, each together with the
line that says which pairing it is for, so that a process that dies in between leaves nothing
twice and nothing out. The sweep takes results from matches that have ended, and begins the next
round when all are in.
"""

from __future__ import annotations

import logging
import secrets
import time
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.table.errors import ApiError, bad, forbidden, gone
from khamsin.table.lobby.matches import Matches, Wanted
from khamsin.table.match import editions
from khamsin.table.match.clocks import Terms
from khamsin.table.match.records import Holder
from khamsin.table.match.table_match import TableMatch
from khamsin.table.names import check_label
from khamsin.table.people.accounts import Person
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store

from . import event_pages
from .pairing import ROUND_ROBIN, SERIES
from .rounds import (
    CANCELLED,
    OPEN,
    RUNNING,
    assign,
    entered,
    is_due,
    locked,
    missing,
    must_organise,
    named,
    next_round,
    take_results,
    tell,
    this,
)

log = logging.getLogger("khamsin.table")

PAGE = 50
MOST = 64
"""People in a tournament; of those where everybody meets everybody: 16."""
_MOST_ALL = 16
_AT_ONCE = 5  # events of one organiser that are not over


class New(NamedTuple):
    """What an event is to be."""

    title: str
    form: str
    rounds: int
    game: str
    scenario: str
    options: tuple[str, ...]
    clock: Terms
    rated: bool


class Events:
    """Everything about them."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    # -- what people do ----------------------------------------------------------------------

    async def create(self, organiser: Person, new: New) -> str:
        """Announce one; people may enter from now on."""
        check_label(new.title)
        if len(editions.game(new.game).sides) != 2:
            raise bad("an event is for a game of two sides")
        events = schema.events
        row = new._asdict() | {
            "id": secrets.token_hex(8),
            "options": " ".join(new.options),
            "clock": new.clock.text(),
            "organiser": organiser.id,
            "created": time.time(),
            "status": OPEN,
            "round": 0,
        }
        mine = sa.and_(events.c.organiser == organiser.id, events.c.status.in_((OPEN, RUNNING)))

        def insert(connection: sa.Connection) -> None:
            count = sa.select(sa.func.count()).select_from(events).where(mine)
            if connection.execute(count).scalar_one() >= _AT_ONCE:
                raise ApiError(409, "too_many_events")
            connection.execute(events.insert().values(**row))

        await self._store.write(insert)
        return str(row["id"])

    async def enter(self, event: str, person: Person) -> None:
        """Somebody wants to play."""

        def write(connection: sa.Connection) -> None:
            row = locked(connection, event)
            if row.status != OPEN:
                raise ApiError(409, "event_closed")
            inside = entered(connection, event)
            most = {SERIES: 2, ROUND_ROBIN: _MOST_ALL}.get(row.form, MOST)
            if person.id in inside:
                return
            if len(inside) >= most:
                raise ApiError(409, "event_full")
            values = {"event": event, "person": person.id, "entered": time.time()}
            connection.execute(schema.entries.insert().values(**values))

        await self._store.write(write)

    async def leave(self, event: str, by: Person, name: str = "") -> None:
        """Somebody plays no more; the organiser may say so of others. His match goes on."""
        entries, now = schema.entries, time.time()

        def write(connection: sa.Connection) -> None:
            row = locked(connection, event)
            person = by.id
            if name and name.casefold() != by.name.casefold():
                if row.organiser != by.id:
                    raise forbidden()
                person = named(connection, name)
            mine = sa.and_(entries.c.event == event, entries.c.person == person)
            if row.status == OPEN:
                done = connection.execute(entries.delete().where(mine))
            elif row.status == RUNNING:
                done = connection.execute(entries.update().where(mine).values(withdrawn=now))
            else:
                raise ApiError(409, "event_closed")
            if done.rowcount != 1:
                raise gone()

        await self._store.write(write)

    async def start(self, event: str, by: Person) -> None:
        """Nobody enters any more; the first round begins."""

        def write(connection: sa.Connection) -> None:
            row = locked(connection, event)
            must_organise(row, by)
            if row.status != OPEN:
                raise ApiError(409, "event_closed")
            if len(entered(connection, event)) < 2:
                raise ApiError(409, "event_empty")
            for seed, person in enumerate(entered(connection, event), 1):
                entries = schema.entries
                mine = sa.and_(entries.c.event == event, entries.c.person == person)
                connection.execute(entries.update().where(mine).values(seed=seed))
            next_round(connection, row)

        await self._store.write(write)
        await self._seat(event)

    async def cancel(self, event: str, by: Person) -> None:
        """It is over without an end; matches that are being played go on."""

        def write(connection: sa.Connection) -> None:
            row = locked(connection, event)
            if not by.admin:
                must_organise(row, by)
            if row.status not in (OPEN, RUNNING):
                raise ApiError(409, "event_closed")
            assign(connection, event, status=CANCELLED)

        await self._store.write(write)

    async def decide(self, event: str, by: Person, number: int, board: int, score: float) -> None:
        """The organiser says how a match counts that will not end, or ended in no way."""
        table = schema.pairings

        def write(connection: sa.Connection) -> None:
            row = locked(connection, event)
            must_organise(row, by)
            if row.status != RUNNING or number != row.round:
                raise ApiError(409, "event_closed")
            where = this(event, number, board)
            done = connection.execute(
                table.update().where(where, table.c.second.is_not(None)).values(score=score)
            )
            if done.rowcount != 1:
                raise gone()

        await self._store.write(write)
        log.info("%s decides board %s of round %s of %s: %s", by.name, board, number, event, score)
        await self._advance(event)

    # -- what is shown -----------------------------------------------------------------------

    async def listed(self, page: int) -> list[dict[str, object]]:
        """A page of events, those that can be entered first, then those that are played."""
        events, people, entries = schema.events.c, schema.people.c, schema.entries.c
        count = (
            sa.select(sa.func.count())
            .where(entries.event == events.id, entries.withdrawn.is_(None))
            .scalar_subquery()
        )
        order = sa.case((events.status == OPEN, 0), (events.status == RUNNING, 1), else_=2)
        query = (
            sa.select(schema.events, people.name, count.label("players"))
            .join(schema.people, people.id == events.organiser)
            .order_by(order, events.created.desc())
            .limit(PAGE)
            .offset(page * PAGE)
        )
        rows = await self._store.read(lambda c: c.execute(query).all())
        return [
            {**event_pages.card(row), "organiser": row.name, "players": row.players} for row in rows
        ]

    async def of(self, event: str, person: int) -> dict[str, object]:
        """Everything about one."""
        return await self._store.read(lambda c: event_pages.read(c, event, person))

    # -- what goes by itself -----------------------------------------------------------------

    async def sweep(self) -> None:
        """Take results in, begin rounds, set up matches that are missing."""
        running = sa.select(schema.events.c.id).where(schema.events.c.status == RUNNING)
        for event in await self._store.read(lambda c: list(c.execute(running).scalars())):
            await self._advance(event)

    async def _advance(self, event: str) -> None:
        if await self._store.read(lambda c: is_due(c, event)):
            await self._store.write(lambda c: take_results(c, event))
        await self._seat(event)

    async def _seat(self, event: str) -> None:
        """Set up the matches of this round that are not there yet."""
        for row, due, people in await self._store.read(lambda c: missing(c, event)):
            one, two = people[due.first], people[due.second]
            sides = editions.game(row.game).sides
            seats = {
                side: Holder("person", person.id, person.name)
                for side, person in zip(sides, (one, two), strict=True)
            }
            wanted = Wanted(
                row.game,
                row.scenario,
                tuple(row.options.split()),
                seats,
                False,
                Terms.read(row.clock),
                "offer",
                rated=row.rated,
                event=event,
            )
            where = this(event, due.round, due.board)

            def note(
                connection: sa.Connection, table_match: TableMatch, where: Any = where
            ) -> None:
                table, match = schema.pairings, table_match.record.id
                free = sa.and_(where, table.c.match.is_(None), table.c.score.is_(None))
                done = connection.execute(table.update().where(free).values(match=match))
                if done.rowcount != 1:
                    raise _Taken
                tell(connection, table_match)

            try:
                await self._matches.create(wanted, people[row.organiser], also=note)
            except (_Taken, Conflict):
                continue  # another process was quicker
            except ApiError as error:
                log.warning("event %s: a match cannot be set up: %s", event, error)


class _Taken(Exception):
    """There is a match for this pairing already."""
