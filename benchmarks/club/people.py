"""The people of a club: who plays, who watches, who looks around."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Origin

from benchmarks.load import READ, Message

from .servers import Club, Table
from .tally import Tally

PASSWORD = "sandstorm 41"  # noqa: S105 of people who live for minutes
TRIES = 60  # seconds that somebody tries to reach the table


@dataclass
class Person:
    """Somebody with an account, a browser, and an address of his own."""

    number: int
    cookie: str = ""
    csrf: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"2001:db8:{self.number // 65536:x}:{self.number % 65536:x}::1"


@dataclass
class Seat:
    """One side of a match, and whoever plays it."""

    match: str
    side: str
    person: Person
    pause: float
    """Seconds between two choices, on average."""
    acknowledged: list[str] = field(default_factory=list)
    bots: int = 0
    """Of the match: how many seats are kept by bots."""


class Crowd:
    """Everybody, and how they reach the table."""

    def __init__(self, club: Club, tally: Tally, http: httpx.AsyncClient) -> None:
        self._club = club
        self._tally = tally
        self._http = http
        self._rng = random.Random(41)
        self.ends = float("inf")

    def _table(self) -> Table:
        """Any process that is up, as a balancer would choose."""
        return self._rng.choice([table for table in self._club.tables if table.is_up])

    async def ask(self, person: Person, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask, and ask again if the connection breaks: of a process that has died, or dies."""
        headers = {
            "Host": self._club.origin.partition("//")[2],
            "Origin": self._club.origin,
            "X-Forwarded-For": person.address,
            **({"Cookie": person.cookie, "X-Khamsin-CSRF": person.csrf} if person.cookie else {}),
        }
        patience = time.monotonic() + TRIES
        while True:
            table = self._table()
            killed = table.killed
            began = time.perf_counter()
            try:
                self._http.cookies.clear()
                address = f"http://127.0.0.1:{table.port}/api{path}"
                answer = await self._http.request(method, address, json=body, headers=headers)
            except httpx.TransportError as why:
                self._broke(f"{method} {path}", why, alone=table.killed == killed)
                if time.monotonic() > patience:
                    raise
                await asyncio.sleep(0.2)
                continue
            self._tally.requests.append(time.perf_counter() - began)
            self._tally.statuses[answer.status_code] += 1
            if answer.status_code >= 500:
                self._tally.errors.append(f"{answer.status_code} {method} {path} {answer.text}")
            return answer

    def _broke(self, what: str, why: Exception, *, alone: bool) -> None:
        self._tally.broken += 1
        if alone:
            left = self.ends - time.monotonic()
            self._tally.broken_alone.append(f"{what}, {left:.0f} s before the end: {why!r}")

    async def register(self, person: Person) -> None:
        body = {"name": f"Member {person.number}", "password": PASSWORD}
        answer = await self.ask(person, "POST", "/people", body)
        answer.raise_for_status()
        person.cookie = answer.headers["set-cookie"].partition(";")[0]
        person.csrf = answer.json()["csrf"]

    async def begin(self, game: str, scenario: str, seats: dict[str, Person | str]) -> str:
        """A match of people, who are invited one by one, and of bots."""
        host = next(who for who in seats.values() if isinstance(who, Person))
        wanted = {
            side: {"kind": "bot", "bot": who}
            if isinstance(who, str)
            else {"kind": "you" if who is host else "invite"}
            for side, who in seats.items()
        }
        body = {"game": game, "scenario": scenario, "seats": wanted}
        answer = await self.ask(host, "POST", "/matches", body)
        answer.raise_for_status()
        made = answer.json()
        for side, link in made["invites"].items():
            guest = seats[side]
            assert isinstance(guest, Person)
            token = link.rpartition("/")[2]
            (await self.ask(guest, "POST", "/join", {"token": token})).raise_for_status()
        return str(made["id"])

    # -- what they do until the evening ends -----------------------------------------------------

    async def play(self, seat: Seat) -> None:
        """Whenever this side is asked, think for a while, then choose anything."""
        rng = random.Random(f"{seat.match} {seat.side}")
        while time.monotonic() < self.ends:
            if not await self._connected(seat.person, seat.match, seat.side, seat, rng):
                return

    async def watch(self, person: Person, match: str) -> None:
        """Look on."""
        while time.monotonic() < self.ends:
            if not await self._connected(person, match, "", None, self._rng):
                return

    async def look_around(self, person: Person, matches: list[str]) -> None:
        """The lobby, a table now and then."""
        rng = random.Random(person.number)
        await asyncio.sleep(rng.uniform(0, 10))
        while time.monotonic() < self.ends:
            path = rng.choice(
                ["/me", "/games", "/matches?list=open", "/matches?list=mine", "/notices"]
                + [f"/matches/{rng.choice(matches)}/table"] * 2
            )
            await self.ask(person, "GET", path)
            await asyncio.sleep(rng.uniform(5, 15))

    async def _connected(
        self, person: Person, match: str, side: str, seat: Seat | None, rng: random.Random
    ) -> bool:
        """One connection, as long as it lasts; whether there is more to do."""
        query = f"?seat={side}" if side else ""
        host = self._club.origin.partition("//")[2]
        table = self._table()
        killed = table.killed
        try:
            async with connect(
                f"ws://{host}/api/matches/{match}/live{query}",
                host="127.0.0.1",
                port=table.port,
                origin=Origin(self._club.origin),
                additional_headers={"Cookie": person.cookie, "X-Forwarded-For": person.address},
                compression=None,
                max_size=None,
                open_timeout=60,
                ping_interval=None,
            ) as live:
                return await self._listen(live, seat, rng)
        except InvalidStatus as refused:
            if refused.response.status_code >= 500:
                self._tally.errors.append(f"{refused.response.status_code} at a socket")
        except (OSError, EOFError, WebSocketException, TimeoutError) as why:
            self._broke("a socket", why, alone=table.killed == killed)
        await asyncio.sleep(rng.uniform(0.1, 1.0))
        return True

    async def _listen(self, live: Any, seat: Seat | None, rng: random.Random) -> bool:
        sent, words, answered = 0.0, [""], -1
        while (left := self.ends - time.monotonic()) > 0 or sent:
            try:
                async with asyncio.timeout(max(left, 0) + (30 if sent else 0)):
                    message = READ.decode(await live.recv())
            except TimeoutError:
                if sent:
                    self._tally.errors.append("a choice was not answered within 30 s")
                return False
            if message.done and seat is not None:
                self._tally.choices.append(time.perf_counter() - sent)
                seat.acknowledged.append(" ".join([seat.side, *words]))
                sent = 0.0
            if message.type == "error":
                sent = 0.0
                self._refused(message)
            if message.type != "table":
                continue
            if message.result is not None:
                return False
            decision = message.decision
            if seat is None or sent or decision is None or not decision.yours:
                continue
            if decision.number == answered or time.monotonic() > self.ends:
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(
                    asyncio.sleep(seat.pause * rng.uniform(0.5, 1.5)), max(left, 0)
                )
            words, answered = rng.choice(decision.options).words, decision.number
            body = {"type": "choose", "seat": seat.side, "number": decision.number, "words": words}
            sent = time.perf_counter()
            await live.send(msgspec.json.encode(body | {"ref": 1}).decode())
        return False

    def _refused(self, message: Message) -> None:
        status = message.status or 0
        self._tally.refused[status] += 1
        if status >= 500 or not status:
            self._tally.errors.append(f"{status} at a socket")

    # -- afterwards ------------------------------------------------------------------------------

    async def lost(self, seat: Seat) -> int:
        """Acknowledged choices that are not in the journal, in the order they were made."""
        query = f"?seat={seat.side}"
        answer = await self.ask(seat.person, "GET", f"/matches/{seat.match}/journal{query}")
        lines = iter(answer.text.partition("---\n")[2].splitlines())
        return sum(choice not in lines for choice in seat.acknowledged)  # each `in` goes on
