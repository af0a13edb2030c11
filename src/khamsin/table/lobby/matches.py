"""New matches: set up by people, copied into a sandbox, or read from a file; and lists of them."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.bots import bots_for
from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError, SetupError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import AnyMatch, Entry
from khamsin.table.errors import ApiError, bad
from khamsin.table.match import acts, editions, invitations
from khamsin.table.match.acts import Act
from khamsin.table.match.clocks import Terms
from khamsin.table.match.quotas import Quotas
from khamsin.table.match.records import LESSONS, Holder, Record, lesson_in
from khamsin.table.match.seating import seat, seat_rows
from khamsin.table.match.table_match import FINISHED, TableMatch
from khamsin.table.people.accounts import Person
from khamsin.table.people.blocks import strangers_to
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment

_LONGEST_RECORD = 100
PAGE = 50
"""Matches on a page of a list."""


class Wanted(NamedTuple):
    """A match that somebody wants to set up."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seats: dict[str, Holder]
    private: bool
    clock: Terms | None
    on_timeout: str
    sandbox: bool = False
    pack: str = ""
    origin: str = ""
    rated: bool = False
    event: str = ""


class Filter(NamedTuple):
    """What somebody looks for in a list."""

    game: str = ""
    who: str = ""
    """Letters in the name of somebody who sits there or set it up."""
    page: int = 0


def _narrowed(query: sa.Select[Any], wanted: Filter) -> sa.Select[Any]:
    matches, seats, people = schema.matches.c, schema.seats.c, schema.people.c
    if wanted.game:
        query = query.where(matches.game == wanted.game)
    if wanted.who:
        letters = people.folded.contains(wanted.who.casefold(), autoescape=True)
        named = sa.select(people.id).where(letters)
        sits = sa.select(seats.match).where(seats.person.in_(named))
        query = query.where(sa.or_(matches.creator.in_(named), matches.id.in_(sits)))
    return query


class Matches:
    """Makes them, and finds them."""

    def __init__(self, store: Store, quotas: Quotas) -> None:
        self._store = store
        self._quotas = quotas

    async def create(
        self,
        wanted: Wanted,
        person: Person,
        entries: list[Entry] | None = None,
        world: AnyMatch | None = None,
        also: Callable[[sa.Connection, TableMatch], None] | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Set a match up, `also` in the same transaction; gives its name and the secret of each
        invitation.
        """
        kinds = {holder.kind for holder in wanted.seats.values()}
        is_open = not wanted.private and "open" in kinds
        if not wanted.event:  # of these somebody has few, and their matches are due
            await self._quotas.check(person.id, is_open=is_open, bots_only=kinds == {"bot"})
        # What was played before is played again; the event loop does not wait for it.
        table_match, made = await asyncio.to_thread(_begin, wanted, person, entries or [], world)
        record = table_match.record
        invited = {
            chair: invitations.new(record.id, chair, record.created)
            for chair, holder in table_match.holders.items()
            if holder.kind == "invite"
        }

        def insert(connection: sa.Connection) -> None:
            row = record._asdict() | table_match.columns()
            row["rated"] = "agreed" if record.rated else ""
            row["options"] = " ".join(record.options)
            row["clock"] = "" if record.clock is None else record.clock.text()
            connection.execute(schema.matches.insert().values(**row))
            connection.execute(schema.acts.insert(), [act.row(record.id) for act in made])
            for act in made:
                if act.kind == acts.SEAT:
                    for statement in seat_rows(record.id, act):
                        connection.execute(statement)
            for _, row in invited.values():
                connection.execute(schema.invites.insert().values(**row))
            if also is not None:
                also(connection, table_match)

        await self._store.write(insert)
        return record.id, {chair: token for chair, (token, _) in invited.items()}

    async def listed(
        self, which: str, person: int | None, wanted: Filter
    ) -> list[dict[str, object]]:
        """A page of cards for the lobby: `mine`, `open`, `finished` or `archive`."""
        matches, seats = schema.matches.c, schema.seats.c
        order: list[Any] = [matches.changed.desc(), matches.id]
        query = sa.select(schema.matches)
        if which == "open":
            banned = sa.select(schema.people.c.id).where(schema.people.c.banned.is_not(None))
            query = query.where(matches.private.is_(False), matches.status == "waiting")
            query = query.where(matches.creator.not_in(banned))
            if person is not None:
                query = query.where(strangers_to(person, matches.creator))
            # The newest of everybody, then the second of everybody: nobody fills the list alone.
            turn = sa.func.row_number().over(partition_by=matches.creator, order_by=order)
            order = [turn, *order]
        elif which == "archive":
            query = query.where(matches.private.is_(False), matches.status == FINISHED)
            query = query.where(matches.sandbox.is_(False))
        else:
            mine = sa.select(seats.match).where(seats.person == person)
            is_mine = sa.or_(matches.id.in_(mine), matches.creator == person)
            status = (
                matches.status == FINISHED if which == "finished" else matches.status != FINISHED
            )
            query = query.where(is_mine, status)
            if which == "finished":  # a lesson that was left is nothing to look back on
                query = query.where(matches.origin.not_like(LESSONS))
        query = _narrowed(query, wanted)
        query = query.order_by(*order).limit(PAGE).offset(wanted.page * PAGE)

        def read(connection: sa.Connection) -> list[dict[str, object]]:
            rows = connection.execute(query).all()
            names = [row.id for row in rows]
            people = schema.people.c
            who = connection.execute(
                sa.select(seats.match, seats.chair, seats.person, seats.bot, people.name)
                .join(schema.people, people.id == seats.person, isouter=True)
                .where(seats.match.in_(names))
            ).all()
            found: dict[str, dict[str, Any]] = {}
            for each in who:
                found.setdefault(each.match, {})[each.chair] = each
            return [_card(row, found.get(row.id, {}), person) for row in rows]

        return await self._store.read(read)

    async def begun(self, game: str, origin: str, person: int) -> str | None:
        """A match of this origin that somebody set up and that is not over."""
        matches = schema.matches.c
        query = sa.select(matches.id).where(
            matches.creator == person,
            matches.game == game,
            matches.origin == origin,
            matches.status != FINISHED,
        )
        return await self._store.read(lambda c: c.execute(query).scalars().first())

    async def finished(self, game: str, person: int) -> list[str]:
        """A person's finished matches of a game, sandboxes aside, the oldest first."""
        matches, seats = schema.matches.c, schema.seats.c
        mine = sa.select(seats.match).where(seats.person == person)
        query = (
            sa.select(matches.id)
            .where(
                matches.id.in_(mine),
                matches.game == game,
                matches.status == FINISHED,
                matches.sandbox.is_(False),
            )
            .order_by(matches.changed.desc())
            .limit(_LONGEST_RECORD)
        )
        found = await self._store.read(lambda c: c.execute(query).scalars().all())
        return [str(match) for match in reversed(found)]


def _begin(
    wanted: Wanted, person: Person, entries: list[Entry], world: AnyMatch | None = None
) -> tuple[TableMatch, list[Act]]:
    """The match with everybody in his seat, and the acts that led there."""
    game = editions.game(editions.edition(wanted.game, wanted.pack))
    now = time.time()
    record = Record(
        id=secrets.token_hex(8),
        game=wanted.game,
        scenario=wanted.scenario,
        options=wanted.options,
        rules=game.rules_version,
        pack=game.pack,
        # It must not be found by trying: its hash is known from the start.
        seed=secrets.token_hex(16),
        creator=person.id,
        private=wanted.private,
        sandbox=wanted.sandbox,
        clock=wanted.clock,
        on_timeout=wanted.on_timeout,
        created=now,
        pack_name=wanted.pack,
        origin=wanted.origin,
        rated=wanted.rated,
        event=wanted.event,
    )
    try:
        table_match = TableMatch(record, game, world)
    except SetupError as error:
        raise ApiError(400, "setup", detail=str(error)) from None
    table_match.record = record._replace(start=table_match.start_digest())
    made = [table_match.enter(entry, now) for entry in entries]
    made += table_match.roll(now)
    made += [seat(table_match, chair, wanted.seats[chair], now) for chair in game.sides]
    return table_match, made


def _card(row: Any, seats: dict[str, Any], person: int | None) -> dict[str, object]:
    known = GAMES.get(row.game)  # an older table may have had other games
    mine = [chair for chair, each in seats.items() if person is not None and each.person == person]
    turn = "over" if row.status == FINISHED else "theirs"
    if row.status == "playing" and set(mine) & set(row.turn.split()):
        turn = "yours"
    return {
        "id": row.id,
        "game": row.game,
        "title": row.game if known is None else known.title,
        "scenario": row.scenario,
        "options": row.options.split(),
        "status": row.status,
        "entries": row.entries,
        "private": row.private,
        "sandbox": row.sandbox,
        "lesson": lesson_in(row.origin),
        "rated": bool(row.rated),
        "event": row.event,
        "created": moment(row.created),
        "changed": moment(row.changed),
        "deadline": None if row.deadline is None else moment(row.deadline),
        "turn": turn,
        "result": json.loads(row.result) if row.result else None,
        "seats": [
            {"side": chair, "name": each.name or each.bot, "bot": bool(each.bot)}
            for chair, each in sorted(seats.items())
        ],
        "you": mine,
    }


def check_bot(name: str, slug: str) -> str:
    """A bot there is, and that knows this game."""
    known = bots_for(slug)
    if name not in known:
        raise bad(f"there is no bot {name!r}; there are: {', '.join(known)}")
    return name


def check_setup(edition: str, scenario: str, options: tuple[str, ...]) -> None:
    """Refuse what the game does not have."""
    try:
        editions.game(edition).check_setup(Setup(scenario, options))
    except KhamsinError as error:
        raise ApiError(400, "setup", detail=str(error)) from None
