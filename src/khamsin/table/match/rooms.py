"""The matches being played, in memory: read from the storage when somebody comes, kept in step.

A room is entered by one at a time. What was done in it is committed before anybody is told; if
the commit fails, the room forgets what it knew and reads the match again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import sqlalchemy as sa

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.match import AnyMatch
from khamsin.table.errors import gone, stale
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store
from khamsin.table.storage.writing import Append
from khamsin.table.tasks import keep

from . import acts, editions, imagined
from .acts import Act
from .archived import open_match, unplayable
from .chat_lines import read as read_chat
from .clocks import Terms
from .records import Record
from .table_match import TableMatch

_ROOMS = 1000  # kept in memory, besides those somebody looks at

log = logging.getLogger("khamsin.table")

Listener = Callable[["Room", list[Act]], None]


class _Renewed(Exception):
    """Another process goes on under other rules: what is known here counts no more."""


class Room:
    """One match, and the lock that whoever looks or acts must hold."""

    __slots__ = ("chat", "edition", "id", "lock", "safe", "stored", "table_match", "waiting")

    def __init__(self, match: str) -> None:
        self.id = match
        self.lock = asyncio.Lock()
        self.table_match: TableMatch | None = None
        self.stored = 0
        """Acts that the storage is known to hold; the match here may be behind after a notice."""
        self.safe = 0
        """Acts of the match here that are in the storage too; it may be ahead until the commit."""
        self.waiting = 0
        self.chat: list[dict[str, object]] | None = None
        self.edition = 0  # of the chat: another when lines known here are no longer true

    def new_edition(self) -> None:
        """What is known of the chat is no longer true."""
        self.chat = None
        self.edition += 1

    def is_at(self, count: int) -> None:
        """So many acts are known here and in the storage; a notice may know of more already."""
        self.safe = count
        self.stored = max(self.stored, count)


class Rooms:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.listeners: list[Listener] = []
        """Told of every act after its commit, or when it arrives from another process."""
        self.makers: list[Listener] = []
        """Told only of what was done here: what follows from it is to be done once, here."""
        self.busy: Callable[[str], bool] = lambda _match: False
        """Whether somebody is connected to a match."""
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    @contextlib.asynccontextmanager
    async def enter(self, match: str, *, fresh: bool = True) -> AsyncIterator[TableMatch]:
        """Hold a match as it is in the storage now; not `fresh`: as far as this process knows."""
        room = self._room(match)
        room.waiting += 1
        try:
            async with room.lock:
                table_match = await self._current(room, fresh=fresh)
                try:
                    yield table_match
                finally:
                    # Something was done and then failed: what is in memory is not the match.
                    if room.table_match is not None and room.table_match.acts != room.safe:
                        room.table_match = None
        finally:
            room.waiting -= 1

    async def catch_up(self, table_match: TableMatch) -> None:
        """Inside `enter`: read what other processes have added."""
        room = self._rooms[table_match.record.id]
        try:
            made = await self._read_acts(room, table_match)
        except _Renewed:
            raise stale() from None
        self._tell(room, made)

    async def commit(
        self, table_match: TableMatch, made: list[Act], also: list[sa.Executable] | None = None
    ) -> None:
        """Inside `enter`: write what was done, then tell everybody."""
        if not made:
            return
        room = self._rooms[table_match.record.id]
        rows = [act.row(room.id) for act in made]
        try:
            await self.store.append(Append(room.id, rows, table_match.columns(), also or []))
        except Conflict:
            room.table_match = None
            raise stale() from None
        room.is_at(table_match.acts)
        self._tell(room, made)
        for maker in self.makers:
            maker(room, made)

    @property
    def count(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    def people(self, match: str) -> set[int]:
        """Who sits at a match, as far as it is known here."""
        room = self._rooms.get(match)
        if room is None or room.table_match is None:
            return set()
        holders = room.table_match.holders.values()
        return {holder.person for holder in holders if holder.person is not None}

    async def chat(self, match: str) -> list[dict[str, object]]:
        """Inside `enter`: what was said so far."""
        room = self._room(match)
        if room.chat is not None and not self.store.is_shared:
            return room.chat
        edition, have = room.edition, room.chat or []
        lines = have + await self.store.read(lambda c: read_chat(c, match, len(have)))
        if edition != room.edition:  # something was taken away meanwhile
            return await self.chat(match)
        room.chat = lines
        return lines

    def edition(self, match: str) -> int:
        """Inside `enter`: which edition of the chat this is."""
        return self._room(match).edition

    def forget_chat(self, match: str) -> None:
        """Something that was said has been taken away: read it all again."""
        room = self._rooms.get(match)
        if room is not None:
            room.new_edition()

    def renamed(self, person: int) -> None:
        """Somebody is called otherwise in the storage: read again what he sits or sat at."""
        for room in list(self._rooms.values()):
            room.new_edition()
            if room.table_match is not None and person in room.table_match.people:
                keep(asyncio.create_task(self._forget(room)))

    async def _forget(self, room: Room) -> None:
        async with room.lock:
            room.table_match = None

    def grown(self, match: str, count: int) -> None:
        """Another process has added acts: to be read at once if somebody here looks, else later."""
        room = self._rooms.get(match)
        if room is not None and count > room.stored:
            room.stored = count
        if self.busy(match):
            keep(asyncio.create_task(self._follow(match)))

    def forget_counts(self) -> None:
        """Notices may have been lost: whoever comes next reads the storage again."""
        for match in list(self._rooms):
            keep(asyncio.create_task(self._follow(match, fresh=True)))

    async def _follow(self, match: str, *, fresh: bool = False) -> None:
        try:
            async with self.enter(match, fresh=fresh):
                pass
        except Exception:
            log.warning("match %s could not be read again", match, exc_info=True)

    # -- reading -----------------------------------------------------------------------------

    def _room(self, match: str) -> Room:
        room = self._rooms.get(match)
        if room is None:
            room = self._rooms[match] = Room(match)
            if len(self._rooms) > _ROOMS:
                self._make_space()
        self._rooms.move_to_end(match)
        return room

    def _make_space(self) -> None:
        for match, room in list(self._rooms.items()):
            if len(self._rooms) <= _ROOMS:
                break
            if not room.waiting and not room.lock.locked() and not self.busy(match):
                del self._rooms[match]

    async def _current(self, room: Room, *, fresh: bool) -> TableMatch:
        table_match = room.table_match
        if table_match is None:
            table_match = room.table_match = await self._load(room)
        elif room.stored > table_match.acts or (fresh and self.store.is_shared):
            try:
                made = await self._read_acts(room, table_match)
            except _Renewed:
                table_match = room.table_match = await self._load(room)
                made = []
            self._tell(room, made)
        return table_match

    async def _load(self, room: Room) -> TableMatch:
        """Read a match; if its rules or data have changed, say so in the storage first."""
        while True:
            loaded = await self.store.read(lambda c: load(c, room.id))
            if loaded is None:
                if not self.busy(room.id):
                    self._rooms.pop(room.id, None)
                raise gone()
            table_match, due = loaded
            try:
                if due:
                    rows = [act.row(room.id) for act in due]
                    await self.store.append(Append(room.id, rows, table_match.columns()))
            except Conflict:
                continue  # another process was first
            room.is_at(table_match.acts)
            return table_match

    async def _read_acts(self, room: Room, table_match: TableMatch) -> list[Act]:
        made = await self.store.read(lambda c: _read_acts(c, room.id, table_match.acts))
        if any(act.kind == acts.RENEW for act in made):
            room.table_match = None
            raise _Renewed
        try:
            for act in made:
                table_match.apply(act)
        except Exception:
            room.table_match = None  # half of it is worth nothing
            raise
        room.is_at(table_match.acts)
        return made

    async def archive(self, match: str) -> Archive:
        """What is stored of a match, though it may not be playable here."""
        found = await self.store.read(lambda c: read_archive(c, match))
        if found is None:
            raise gone()
        return found

    def _tell(self, room: Room, made: list[Act]) -> None:
        if made:
            for listener in self.listeners:
                listener(room, made)


class Archive(NamedTuple):
    """A match as it is stored."""

    record: Record
    acts: list[Act]
    result: str


def read_archive(connection: sa.Connection, match: str) -> Archive | None:
    """Read a match."""
    row = connection.execute(
        sa.select(schema.matches).where(schema.matches.c.id == match)
    ).one_or_none()
    if row is None:
        return None
    record = Record(
        id=row.id,
        game=row.game,
        scenario=row.scenario,
        options=tuple(row.options.split()),
        rules=row.rules,
        pack=row.pack,
        seed=row.seed,
        creator=row.creator,
        private=row.private,
        sandbox=row.sandbox,
        clock=Terms.read(row.clock),
        on_timeout=row.on_timeout,
        created=row.created,
        pack_name=row.pack_name,
        origin=row.origin,
        start=row.start,
        rated=bool(row.rated),
        event=row.event,
    )
    return Archive(record, _read_acts(connection, match, 0), row.result)


def load(connection: sa.Connection, match: str) -> tuple[TableMatch, list[Act]] | None:
    """Read a match and play it up to now; with acts that are due if its rules have changed."""
    found = read_archive(connection, match)
    if found is None:
        return None
    record = found.record
    try:
        game = editions.game(record.edition)
    except KhamsinError as error:
        raise unplayable(record, error, "no_pack" if record.pack_name else "unplayable") from error
    try:
        world = _world(connection, record)
        return open_match(record, game, found.acts, found.result, time.time(), world)
    except KhamsinError as error:
        raise unplayable(record, error) from error


def _world(connection: sa.Connection, record: Record) -> AnyMatch | None:
    """The world that a sandbox or a lesson began in, made again; None: it began as any match."""
    if not record.origin:
        return None
    if record.lesson:
        return editions.lesson(record.game, record.lesson).opened()
    origin = imagined.read(record.origin)
    source = read_archive(connection, origin.match)
    if source is None:
        raise KhamsinError(f"the match {origin.match} that it was imagined from is gone")
    game = editions.game(source.record.edition)
    before = _world(connection, source.record)
    table_match, _ = open_match(source.record, game, source.acts[: origin.acts], "", 0.0, before)
    return imagined.world(table_match, origin)


def _read_acts(connection: sa.Connection, match: str, since: int) -> list[Act]:
    table = schema.acts.c
    rows = connection.execute(
        sa.select(table.number, table.time, table.kind, table.body, table.mark)
        .where(table.match == match, table.number >= since)
        .order_by(table.number)
    )
    return [Act(*row) for row in rows]
