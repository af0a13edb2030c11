"""The matches being played, in memory: read from the storage when somebody comes, kept in step.

A room is entered by one at a time. What was done in it is committed before anybody is told; if
the commit fails, the room forgets what it knew and reads the match again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Any

import sqlalchemy as sa

from khamsin.kernel.errors import KhamsinError

from . import schema, voice
from .acts import Act
from .clocks import Terms
from .errors import ApiError, gone, stale
from .ledger import Ledger, Record
from .store import Append, Conflict, Store
from .times import moment

_ROOMS = 1000  # kept in memory, besides those somebody looks at

log = logging.getLogger("khamsin.table")

Listener = Callable[["Room", list[Act]], None]


class Room:
    """One match, and the lock that whoever looks or acts must hold."""

    __slots__ = ("chat", "id", "ledger", "lock", "stored", "waiting")

    def __init__(self, match: str) -> None:
        self.id = match
        self.lock = asyncio.Lock()
        self.ledger: Ledger | None = None
        self.stored = 0
        """Acts that the storage is known to hold; the ledger may be behind after a notice."""
        self.waiting = 0
        self.chat: list[dict[str, Any]] | None = None


class Rooms:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.listeners: list[Listener] = []
        """Told of every act after its commit, or when it arrives from another process."""
        self.busy: Callable[[str], bool] = lambda _match: False
        """Whether somebody is connected to a match."""
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    @contextlib.asynccontextmanager
    async def enter(self, match: str, *, fresh: bool = True) -> AsyncIterator[Ledger]:
        """Hold a match as it is in the storage now; not `fresh`: as far as this process knows."""
        room = self._room(match)
        room.waiting += 1
        try:
            async with room.lock:
                ledger = await self._current(room, fresh=fresh)
                try:
                    yield ledger
                finally:
                    # Something was done and then failed: what is in memory is not the match.
                    if room.ledger is not None and room.ledger.acts != room.stored:
                        room.ledger = None
        finally:
            room.waiting -= 1

    async def catch_up(self, ledger: Ledger) -> None:
        """Inside `enter`: read what other processes have added."""
        room = self._rooms[ledger.record.id]
        made = await self._read_acts(room, ledger)
        self._tell(room, made)

    async def commit(
        self, ledger: Ledger, made: list[Act], also: list[sa.Executable] | None = None
    ) -> None:
        """Inside `enter`: write what was done, then tell everybody."""
        if not made:
            return
        room = self._rooms[ledger.record.id]
        rows = [act.row(room.id) for act in made]
        try:
            await self.store.append(Append(room.id, rows, ledger.columns(), also or []))
        except Conflict:
            room.ledger = None
            raise stale() from None
        room.stored = ledger.acts
        self._tell(room, made)

    async def chat(self, match: str) -> list[dict[str, Any]]:
        """Inside `enter`: what was said so far."""
        room = self._room(match)
        if room.chat is None or self.store.is_shared:
            have = room.chat or []
            room.chat = have + await self.store.read(lambda c: _read_chat(c, match, len(have)))
        return room.chat

    def grown(self, match: str, count: int) -> None:
        """Another process has added acts."""
        room = self._rooms.get(match)
        if room is not None and count > room.stored:
            room.stored = count
        if room is not None or self.busy(match):
            _keep(asyncio.create_task(self._follow(match)))

    def forget_counts(self) -> None:
        """Notices may have been lost: whoever comes next reads the storage again."""
        for match in list(self._rooms):
            _keep(asyncio.create_task(self._follow(match, fresh=True)))

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

    async def _current(self, room: Room, *, fresh: bool) -> Ledger:
        ledger = room.ledger
        if ledger is None:
            ledger = await self.store.read(lambda c: load(c, room.id))
            if ledger is None:
                if not self.busy(room.id):
                    self._rooms.pop(room.id, None)
                raise gone()
            room.ledger = ledger
            room.stored = ledger.acts
        elif room.stored > ledger.acts or (fresh and self.store.is_shared):
            made = await self._read_acts(room, ledger)
            self._tell(room, made)
        return ledger

    async def _read_acts(self, room: Room, ledger: Ledger) -> list[Act]:
        made = await self.store.read(lambda c: _read_acts(c, room.id, ledger.acts))
        for act in made:
            ledger.apply(act)
        room.stored = ledger.acts
        return made

    def _tell(self, room: Room, made: list[Act]) -> None:
        if made:
            for listener in self.listeners:
                listener(room, made)


_tasks: set[asyncio.Task[None]] = set()


def _keep(task: asyncio.Task[None]) -> None:
    """The event loop keeps only weak references to tasks."""
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def load(connection: sa.Connection, match: str) -> Ledger | None:
    """Read a match and play it up to now."""
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
    )
    game = voice.game(record.game)
    if record.pack != game.pack:
        # With other data the same answers may lead elsewhere without anybody noticing.
        raise _unplayable(record, f"data pack {record.pack}, not {game.pack}")
    ledger = Ledger(record, game)
    try:
        for act in _read_acts(connection, match, 0):
            ledger.apply(act)
    except KhamsinError as error:
        raise _unplayable(record, str(error)) from error
    return ledger


def _unplayable(record: Record, why: str) -> ApiError:
    log.error("match %s of %s cannot be played on: %s", record.id, record.game, why)
    return ApiError(409, "unplayable")


def _read_acts(connection: sa.Connection, match: str, since: int) -> list[Act]:
    acts = schema.acts.c
    rows = connection.execute(
        sa.select(acts.number, acts.time, acts.kind, acts.body)
        .where(acts.match == match, acts.number >= since)
        .order_by(acts.number)
    )
    return [Act(*row) for row in rows]


def _read_chat(connection: sa.Connection, match: str, since: int) -> list[dict[str, Any]]:
    chat = schema.chat.c
    rows = connection.execute(
        sa.select(chat.number, chat.time, chat.name, chat.text)
        .where(chat.match == match, chat.number >= since)
        .order_by(chat.number)
    )
    return [
        {"n": number, "at": moment(time), "by": name, "text": text}
        for number, time, name, text in rows
    ]
