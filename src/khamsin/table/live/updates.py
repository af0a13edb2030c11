"""Live updates: who is connected to which match, and what each of them is sent.

A connection has a flag, not a queue: however many acts come while it is busy, it is sent the
table as it is now, with the lines of the log that it has not got. Slow readers cost nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.websockets import WebSocket

from khamsin.bots.search.tree import Stage
from khamsin.table.errors import ApiError
from khamsin.table.match import viewers
from khamsin.table.match.acts import Act
from khamsin.table.match.chat_lines import shown
from khamsin.table.match.rooms import Room, Rooms
from khamsin.table.match.table_match import TableMatch
from khamsin.table.people.accounts import People
from khamsin.table.people.blocks import Blocks
from khamsin.table.people.sessions import Ended, Sessions
from khamsin.table.show import views


class Heard(NamedTuple):
    """What a page has been told of the chat: so many lines."""

    edition: int
    blocked: frozenset[int]
    """Whose talk was left out."""
    lines: int


class Connection:
    """One page that looks at one match."""

    def __init__(self, socket: WebSocket, match: str, person: int | None, seat: str | None) -> None:
        self.socket = socket
        self.match = match
        self.person = person
        self.seat = seat
        self.side: str | None = None  # whose log the number below counts in
        self.language = "en"
        self.since = 0
        self.heard = Heard(0, frozenset(), 0)
        self.first: dict[str, object] = {}  # what goes with the first table only
        self.has_table = False  # the first table has been sent
        self.sent: views.Sent | None = None  # what the next one is compared with
        self.serial = 0  # how many tables have been sent
        self.table = True  # what is due
        self.chat = False
        self.presence = False
        self.thought: dict[str, object] | None = None  # what a bot has begun to think of
        self.wake = asyncio.Event()
        self.sending = asyncio.Lock()
        self.is_closed = False
        self.is_refused = False
        self.token = ""  # of the session behind it
        self.session = ""  # its hash
        self.chosen: list[str | int | None] = []  # choices that are stored and not yet acknowledged

    def done(self, ref: str | int | None) -> None:
        """A choice is safely stored. The next table, which it has changed, says so."""
        self.chosen.append(ref)
        self.table = True
        self.wake.set()

    def look(self, seat: str | None) -> None:
        """The next table is seen from here."""
        self.seat = seat
        self.table = True
        self.wake.set()

    async def send(self, message: dict[str, object]) -> None:
        """Send one message; not two at once."""
        data = views.encode(message).decode()
        async with self.sending:
            await self.socket.send_text(data)


class Online:
    """Who is connected: to this process, or to another on the same storage."""

    __slots__ = ("elsewhere", "here")

    def __init__(self) -> None:
        self.here: dict[int, int] = {}  # each with the number of his connections
        self.elsewhere: set[int] = set()

    def __contains__(self, person: object) -> bool:
        """Whether somebody is connected."""
        return person in self.here or person in self.elsewhere


class Hub:
    """All connections of this process, and what is known of those to others."""

    def __init__(
        self, rooms: Rooms, people: People, sessions: Sessions, blocks: Blocks, sweep: float
    ) -> None:
        self._rooms = rooms
        self._blocks = blocks
        self._sessions = sessions
        sessions.listeners.append(self.hang_up)
        self._people = people
        self._by_match: dict[str, set[Connection]] = {}
        self._online = Online()
        self._by_person = self._online.here
        self._left: dict[int, float] = {}  # who went from here, and when
        self._told: set[int] = set()  # who was online when everybody was told last
        self._patience = 2 * sweep + 1.0  # seconds until whom nobody has seen again is gone
        self._sockets: dict[str, int] = {}
        rooms.listeners.append(self._changed)
        rooms.busy = self._by_match.__contains__

    def online(self) -> Online:
        """Everybody who is connected, here or to another process."""
        return self._online

    @property
    def sockets(self) -> int:
        """How many connections there are."""
        return sum(self._sockets.values())

    def is_online(self, person: int) -> bool:
        """Whether somebody is connected, here or to another process."""
        return person in self._online

    def admit(self, key: str, most: int) -> None:
        """Count the connections of a person or an address; too many are refused."""
        count = self._sockets.get(key, 0)
        if count >= most:
            raise ApiError(429, "too_many", retry=5.0)
        self._sockets[key] = count + 1

    def leave(self, key: str) -> None:
        """One less."""
        self._sockets[key] -= 1
        if not self._sockets[key]:
            del self._sockets[key]

    def join(self, connection: Connection) -> None:
        """Somebody comes."""
        self._by_match.setdefault(connection.match, set()).add(connection)
        if connection.person is not None:
            count = self._by_person.get(connection.person, 0)
            self._by_person[connection.person] = count + 1
            if not count:
                self._presence(connection.match)

    def part(self, connection: Connection) -> None:
        """Somebody goes."""
        connection.is_closed = True
        connection.wake.set()
        here = self._by_match.get(connection.match, set())
        here.discard(connection)
        if not here:
            self._by_match.pop(connection.match, None)
        if connection.person is not None:
            count = self._by_person.get(connection.person, 1) - 1
            if count:
                self._by_person[connection.person] = count
            else:
                self._by_person.pop(connection.person, None)
                self._left[connection.person] = time.time()
                self._presence(connection.match)

    def hang_up(self, ended: Ended) -> None:
        """Somebody has signed out, here or elsewhere: what he looked at is closed."""
        self._refuse(lambda each: bool(each.token) and ended.has(each.person, each.session))

    def _refuse(self, which: Callable[[Connection], bool]) -> None:
        for connections in list(self._by_match.values()):
            for connection in list(connections):
                if which(connection):
                    connection.is_refused = True
                    connection.wake.set()

    async def _check_sessions(self) -> None:
        """Close what was opened by sessions that are no more, however they ended."""
        open_ = {each.token for here in self._by_match.values() for each in here if each.token}
        lost = await self._sessions.lost(open_)
        if lost:
            self._refuse(lambda each: each.token in lost)

    async def sweep(self) -> None:
        """Note who is here, for other processes and for letters; and see who is there."""
        now = time.time()
        await self._check_sessions()
        people = sorted(self._by_person)
        if people:
            await self._people.seen(people, now)
        self._left = {who: at for who, at in self._left.items() if at > now - self._patience}
        seats = {match: self._rooms.people(match) for match in self._by_match}
        if self._rooms.store.is_shared:
            asked = set().union(*seats.values()) - self._by_person.keys()
            found = await self._people.last_seen(asked, now - self._patience)
            # Whom this process saw last before he went from here is nowhere else.
            self._online.elsewhere.clear()
            self._online.elsewhere.update(
                who for who, at in found.items() if at > self._left.get(who, 0.0)
            )
        online = self._by_person.keys() | self._online.elsewhere
        changed, self._told = online ^ self._told, online
        for match, sitting in seats.items():
            if sitting & changed:
                self._presence(match)

    def chatted(self, match: str) -> None:
        """Somebody said something."""
        for connection in self._by_match.get(match, ()):
            connection.chat = True
            connection.wake.set()

    def retold(self, match: str) -> None:
        """Something that was said has been taken away: everybody reads all of it again."""
        self._rooms.forget_chat(match)
        self.chatted(match)

    def reblocked(self, person: int) -> None:
        """Somebody has blocked another, or does so no more."""
        for connections in self._by_match.values():
            for connection in connections:
                if connection.person == person:
                    connection.chat = True
                    connection.wake.set()

    def thinks(self, match: str, side: str, stage: Stage) -> None:
        """A bot has begun to think: everybody may know of what, and for how long at most."""
        about = {"side": side, "stage": stage.name, "seconds": round(stage.seconds, 1)}
        for connection in self._by_match.get(match, ()):
            connection.thought = {"type": "thinking", **about}
            connection.wake.set()

    def _changed(self, room: Room, made: list[Act]) -> None:
        del made
        for connection in self._by_match.get(room.id, ()):
            connection.table = True
            connection.wake.set()

    def _presence(self, match: str) -> None:
        for connection in self._by_match.get(match, ()):
            connection.presence = True
            connection.wake.set()

    async def serve(self, connection: Connection) -> None:
        """Send what is due, again and again, until the connection is closed."""
        while not connection.is_closed:
            connection.wake.clear()
            if connection.is_refused:
                raise ApiError(401, "unauthenticated")
            message = await self._next(connection)
            if message is not None:
                await connection.send(message)
            else:
                await connection.wake.wait()

    async def listen(self, connection: Connection) -> tuple[list[dict[str, object]], Heard]:
        """Inside `enter`: all that was said, and what there is to know when it is shown."""
        blocked = await self._blocks.of(connection.person)
        lines = await self._rooms.chat(connection.match)
        heard = Heard(self._rooms.edition(connection.match), blocked, len(lines))
        return lines, heard

    async def _next(self, connection: Connection) -> dict[str, Any] | None:
        if connection.table:
            async with self._rooms.enter(
                connection.match, fresh=not connection.has_table
            ) as table_match:
                connection.table = connection.presence = False
                return {"type": "table", **self._table(table_match, connection)}
        if connection.thought:
            thought, connection.thought = connection.thought, None
            return thought
        if connection.chat:
            async with self._rooms.enter(connection.match, fresh=False):
                connection.chat = False
                lines, heard = await self.listen(connection)
            known = heard._replace(lines=connection.heard.lines) == connection.heard
            since = connection.heard.lines if known else 0
            connection.heard = heard
            if since < len(lines):
                return {"type": "chat", "from": since, "lines": shown(lines[since:], heard.blocked)}
        if connection.presence:
            async with self._rooms.enter(connection.match, fresh=False) as table_match:
                connection.presence = False
                if connection.sent is not None:  # what it says of the seats is told by this now
                    card = connection.sent.card | {"seats": None}
                    connection.sent = connection.sent._replace(card=card)
                online = self.online()
                seats = {
                    side: table_match.holder(side).kind == "bot"
                    or table_match.holder(side).person in online
                    for side in table_match.game.sides
                }
            return {"type": "presence", "online": seats}
        return None

    def _table(self, table_match: TableMatch, connection: Connection) -> dict[str, object]:
        viewer = viewers.viewer(table_match, connection.person, None, connection.language)
        wanted = connection.seat or connection.side
        if wanted in table_match.sides_of(connection.person) or (
            wanted and table_match.over is not None
        ):
            viewer = viewer._replace(side=wanted)
        if connection.has_table and viewer.side != connection.side:
            connection.since = 0  # another seat, another log, another picture
            connection.sent = None
        connection.side = viewer.side
        shown, connection.sent = views.news(
            table_match, viewer, connection.since, time.time(), self.online(), connection.sent
        )
        connection.since = shown["log"]["to"]
        connection.has_table = True
        connection.serial += 1
        shown |= connection.first
        connection.first = {}
        if connection.chosen:
            shown["done"] = connection.chosen
            connection.chosen = []
        return {"serial": connection.serial, **shown}
