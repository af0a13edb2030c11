"""`make load`: many matches at once, played at random through the real API, and what it costs.

    python -m benchmarks.load [--matches 200] [--seconds 60] [--rate 1000]
                              [--database URL] [--processes 1]
    python -m benchmarks.load --club ...        (see benchmarks/club)
    python -m benchmarks.load --pages ...       (see benchmarks/pages)
    python -m benchmarks.load --site ...        (see benchmarks/site)

Two people sit at each match, each with a WebSocket of his own; whoever is asked sends any of his
options and waits until it is acknowledged. Each match keeps a timetable that asks for its share of
the rate, however long the answers take: who is late chooses at once. Two whose match is over begin
another. Latency is the time from sending to acknowledgement, so the commit is in it; so is, in the
second row, the time that a choice was late. Afterwards every acknowledged choice is looked for in
the journals.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.typing import Origin


def percentiles(taken: list[float]) -> str:
    """Milliseconds."""
    times = sorted(taken) or [0.0]
    at = [times[min(len(times) - 1, int(len(times) * p))] for p in (0.5, 0.95, 0.99, 1)]
    return "p50 {:.0f} ms  p95 {:.0f} ms  p99 {:.0f} ms  most {:.0f} ms".format(
        *(1000 * one for one in at)
    )


class Option(msgspec.Struct):
    words: list[str]


class Decision(msgspec.Struct):
    number: int
    to_answer: list[str]
    yours: bool
    options: list[Option] = []


class Message(msgspec.Struct):
    """What a player must know of a message; the rest is passed over."""

    type: str
    done: list[int] = []
    status: int | None = None
    entries: int = 0
    decision: Decision | None = None
    result: dict[str, Any] | None = None


READ = msgspec.json.Decoder(Message)


@dataclass
class Seat:
    side: str
    cookie: str
    csrf: str


@dataclass
class Game:
    match: str
    seats: list[Seat]
    due: float = 0.0
    """When the next choice of this match is to be made."""
    acknowledged: list[str] = field(default_factory=list)


@dataclass
class Tally:
    latencies: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    """The same, counted from when the timetable wanted the choice."""
    stale: int = 0
    errors: list[str] = field(default_factory=list)
    tables: int = 0
    bytes: int = 0
    finished: int = 0


class Load:
    def __init__(
        self, url: str, process: int, matches: int, rate: float, http: httpx.AsyncClient
    ) -> None:
        self.url = url
        self.http = http
        self.process = process
        self.matches = matches
        self.pause = matches / rate
        self.tally = Tally()
        self.games: list[Game] = []
        self.ends = 0.0
        self.begins = 0.0
        self.used = 0.0
        self.own = 0.0

    # -- before ------------------------------------------------------------------------------

    async def prepare(self) -> None:
        self.games = await asyncio.gather(*(self._sit_down(n) for n in range(self.matches)))

    async def _sit_down(self, number: int) -> Game:
        seats: list[Seat] = []
        for side in ("allied", "axis"):
            body = {"name": f"{side} {number}", "password": "sandstorm 41"}
            answer = await self._post("/api/people", body, None)
            cookie = answer.headers["set-cookie"].partition(";")[0]
            seats.append(Seat(side, cookie, answer.json()["csrf"]))
        return await self._begin(seats)

    async def _begin(self, seats: list[Seat]) -> Game:
        body = {
            "game": "battleaxe",
            "scenario": "standard",
            "seats": {"allied": {"kind": "you"}, "axis": {"kind": "invite"}},
        }
        made = (await self._post("/api/matches", body, seats[0])).json()
        token = made["invites"]["axis"].rpartition("/")[2]
        await self._post("/api/join", {"token": token}, seats[1])
        return Game(made["id"], seats)

    async def _post(self, path: str, body: Any, seat: Seat | None) -> httpx.Response:
        headers = {"Origin": self.url}
        if seat is not None:
            headers |= {"Cookie": seat.cookie, "X-Khamsin-CSRF": seat.csrf}
        self.http.cookies.clear()
        answer = await self.http.post(path, json=body, headers=headers)
        answer.raise_for_status()
        return answer

    # -- playing -----------------------------------------------------------------------------

    async def play(self, seconds: float) -> None:
        self.begins = time.perf_counter() + 5
        self.ends = self.begins + seconds
        await asyncio.gather(self._watch(), *(self._pair(game) for game in list(self.games)))

    async def _watch(self) -> None:
        """What the server uses while the match is on, without the sitting down."""
        await asyncio.sleep(self.begins - time.perf_counter())
        before, own = processor_time(self.process), time.process_time()
        await asyncio.sleep(self.ends - time.perf_counter())
        self.used, self.own = processor_time(self.process) - before, time.process_time() - own

    async def _pair(self, game: Game) -> None:
        while True:
            await asyncio.gather(*(self._player(game, seat) for seat in game.seats))
            if time.perf_counter() > self.ends:
                return
            game = await self._begin(game.seats)
            self.games.append(game)

    async def _player(self, game: Game, seat: Seat) -> None:
        address = self.url.replace("http", "ws", 1)
        rng = random.Random(f"{game.match} {seat.side}")
        async with connect(
            f"{address}/api/matches/{game.match}/live?seat={seat.side}",
            origin=Origin(self.url),
            additional_headers={"Cookie": seat.cookie},
            compression=None,
            max_size=None,
            open_timeout=60,
            ping_interval=None,
        ) as live:
            await asyncio.sleep(max(0.0, self.begins - time.perf_counter()))
            game.due = time.perf_counter() + rng.random() * self.pause
            sent = wanted = 0.0
            words: list[str] = []
            answered = -1
            while (left := self.ends - time.perf_counter()) > 0 or sent:
                try:
                    async with asyncio.timeout(max(left, 0) + (30 if sent else 0)):
                        text = await live.recv()
                except TimeoutError:
                    if sent:
                        self.tally.errors.append("no answer")
                    return
                message = READ.decode(text)
                if message.done:
                    now = time.perf_counter()
                    self.tally.latencies.append(now - sent)
                    self.tally.delays.append(now - wanted)
                    game.acknowledged.append(" ".join([seat.side, *words]))
                    sent = 0.0
                if message.type == "error":
                    sent = 0.0
                    if message.status == 409:
                        self.tally.stale += 1
                    else:
                        self.tally.errors.append(str(text))
                elif message.type == "table":
                    self.tally.tables += 1
                    self.tally.bytes += len(text)
                    if message.result is not None:
                        self.tally.finished += 1
                        return
                    decision = message.decision
                    if decision is None or not decision.yours or decision.number == answered:
                        continue
                    if sent or time.perf_counter() > self.ends:
                        continue
                    wanted, game.due = game.due, game.due + self.pause * rng.uniform(0.5, 1.5)
                    await asyncio.sleep(max(0.0, wanted - time.perf_counter()))
                    words = rng.choice(decision.options).words
                    answered = decision.number
                    body = {
                        "type": "choose",
                        "seat": seat.side,
                        "number": decision.number,
                        "words": words,
                        "ref": 1,
                    }
                    sent = time.perf_counter()
                    await live.send(msgspec.json.encode(body).decode())

    # -- afterwards --------------------------------------------------------------------------

    async def lost(self) -> int:
        """Acknowledged choices that are not in the journal."""
        missing = 0
        for game in self.games:
            headers = {"Cookie": game.seats[0].cookie}
            self.http.cookies.clear()
            answer = await self.http.get(f"/api/matches/{game.match}/journal", headers=headers)
            lines = answer.text.partition("---\n")[2].splitlines()
            for choice in game.acknowledged:
                if choice in lines:
                    lines.remove(choice)
                else:
                    missing += 1
        return missing

    def report(self, seconds: float, lost: int) -> None:
        tally, server = self.tally, self.used

        print(f"matches {self.matches}, clients {2 * self.matches}, {seconds:.0f} s")
        print(f"choices       {len(tally.latencies)}  ({len(tally.latencies) / seconds:.0f}/s)")
        print(f"latency       {percentiles(tally.latencies)}")
        print(f"  when due    {percentiles(tally.delays)}")
        print(f"tables sent   {tally.tables}  ({tally.bytes / 1e6 / seconds:.1f} MB/s)")
        print(f"stale {tally.stale}, errors {len(tally.errors)}, lost choices {lost}")
        print(f"matches that ended {tally.finished // 2}")
        each = server / max(1, len(tally.latencies)) * 1000
        print(f"server        {server / seconds:.2f} cores, {each:.2f} ms of processor a choice")
        print(f"clients       {self.own / seconds:.2f} cores")
        print(
            f"load average  {os.getloadavg()[0]:.1f} (above {os.cpu_count()}: others want it too)"
        )
        for error in tally.errors[:3]:
            print("  ", error[:200])


def processor_time(process: int) -> float:
    """Seconds of processor time of a process and its children."""
    total = 0.0
    ticks = os.sysconf("SC_CLK_TCK")
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) == process or int(words[1]) == process:
                total += (int(words[11]) + int(words[12])) / ticks
    return total


async def run(options: argparse.Namespace, url: str, process: int) -> bool:
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=120) as http:
        load = Load(url, process, options.matches, options.rate, http)
        print(f"{2 * options.matches} people sit down ...")
        await load.prepare()
        await load.play(options.seconds)
        lost = await load.lost()
    load.report(options.seconds, lost)
    return not load.tally.errors and not lost


def main() -> int:
    if sys.argv[1:2] == ["--club"]:
        from benchmarks.club.__main__ import main as club  # noqa: PLC0415 - it stands on this one

        return club(sys.argv[2:])
    if sys.argv[1:2] == ["--pages"]:
        from benchmarks.pages import main as pages  # noqa: PLC0415 - it needs a browser

        return pages(sys.argv[2:])
    if sys.argv[1:2] == ["--site"]:
        from benchmarks.site import main as site  # noqa: PLC0415 - it needs a browser

        return site(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=1000, help="choices a second, all together")
    parser.add_argument("--database", default="")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "KHAMSIN_DATABASE": options.database or f"sqlite:///{folder}/load.db",
            "KHAMSIN_PORT": str(port),
            "KHAMSIN_LIMITS": "10000",
        }
        words = ["-m", "khamsin.table", "serve", "--processes", str(options.processes)]
        command = [sys.executable, *words]
        server = subprocess.Popen(command, env=os.environ | settings)
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(300):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"{url}/api/me")
                    break
                time.sleep(0.1)
            return 0 if asyncio.run(run(options, url, server.pid)) else 1
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    sys.exit(main())
