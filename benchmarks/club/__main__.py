"""`make load ARGS="--club"`: an evening of a whole club, with accidents.

    python -m benchmarks.club [--people 1000] [--matches 300] [--seconds 600]
                              [--tables 2] [--workers 2] [--pause 10] [--database URL]

Two processes of the table and two workers of bots stand on one PostgreSQL, with the limits of a
real table; everybody comes from an address of his own. Of a third of the matches one side is a
bot's, one in fifteen is bots alone. Whoever plays no match watches one or looks around in the
lobby. After a third of the time a table process is killed, after half of it a worker; both are
started again five seconds later. At the end every acknowledged choice is looked for in the
journals, what the bots owe is waited for, and the attacks of the tests (`pytest -m attack`) are
tried on the table. It fails if a choice is lost, an answer is of 5xx, a connection breaks that
was not with a killed process, something is logged as an error, or an attack gets through.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import httpx

from benchmarks.load import percentiles
from tests.table.postgres import Postgres
from tests.table.serving import ROOT

from .people import Crowd, Person, Seat
from .servers import SECRET, Club
from .tally import Tally

GAMES = [("battleaxe", "standard"), ("rommel", "1940"), ("gazala", "opening")]
BOTS = ["greedy", "recruit"]
AT_ONCE = 16  # who come in at the same time
DOWN = 5.0  # seconds until what was killed is started again


class Evening:
    def __init__(self, options: argparse.Namespace, club: Club, http: httpx.AsyncClient) -> None:
        self.options = options
        self.club = club
        self.http = http
        self.tally = Tally()
        self.crowd = Crowd(club, self.tally, http)
        self.seats: list[Seat] = []
        self.matches: list[str] = []
        self.used = 0.0
        self._began = time.monotonic()

    async def run(self) -> bool:
        people = [Person(number) for number in range(self.options.people)]
        self._say(f"{len(people)} people come in ...")
        await several(self.crowd.register, people)
        self._say(f"{self.options.matches} matches are set up ...")
        idle = await self._set_up(people)
        self.tally.requests.clear()
        seconds = self.options.seconds
        self.crowd.ends = time.monotonic() + seconds
        began = time.monotonic()
        before = self._processor_time()
        self._say(f"they play for {seconds:.0f} s ...")
        watchers, lookers = idle[: len(idle) // 2], idle[len(idle) // 2 :]
        rng = random.Random(1)
        look = asyncio.create_task(self._look_at_bots())
        await asyncio.gather(
            *(self.crowd.play(seat) for seat in self.seats),
            *(self.crowd.watch(person, rng.choice(self.matches)) for person in watchers),
            *(self.crowd.look_around(person, self.matches) for person in lookers),
            self._accidents(seconds),
        )
        took = time.monotonic() - began
        self.used += self._processor_time() - before
        look.cancel()
        self._say("what was acknowledged is looked for ...")
        lost = sum(await several(self.crowd.lost, self.seats))
        owed = await self._owed()
        self._say("the attacks of the tests ...")
        attacks = await asyncio.to_thread(attack, self.club.origin)
        stops = await asyncio.to_thread(self.club.stop)
        return self._report(took, lost, owed, attacks, max(stops))

    async def _set_up(self, people: list[Person]) -> list[Person]:
        """Matches of all kinds; gives who has nothing to play."""
        cards = (await self.crowd.ask(people[0], "GET", "/games")).json()
        sides = {card["slug"]: [side["id"] for side in card["sides"]] for card in cards}
        scenarios = {card["slug"]: [each["id"] for each in card["scenarios"]] for card in cards}
        rng = random.Random(2)
        waiting = list(people)
        rng.shuffle(waiting)

        async def one(number: int) -> None:
            slug, scenario = GAMES[number % len(GAMES)]
            if scenario not in scenarios[slug]:
                scenario = scenarios[slug][0]
            first, second = sides[slug]
            if number % 15 == 0:
                host = people[number]
                await self._alone(host, slug, scenario, sides[slug])
                return
            host = waiting.pop()
            guest = BOTS[number // 3 % 2] if number % 3 == 1 else waiting.pop()
            seats: dict[str, Person | str] = {first: host, second: guest}
            match = await self.crowd.begin(slug, scenario, seats)
            self.matches.append(match)
            for side, who in seats.items():
                if isinstance(who, Person):
                    self.seats.append(Seat(match, side, who, self.options.pause))

        await several(one, range(self.options.matches))
        return waiting

    async def _alone(self, host: Person, slug: str, scenario: str, sides: list[str]) -> None:
        seats = {side: {"kind": "bot", "bot": bot} for side, bot in zip(sides, BOTS, strict=True)}
        body = {"game": slug, "scenario": scenario, "seats": seats}
        answer = await self.crowd.ask(host, "POST", "/matches", body)
        answer.raise_for_status()
        self.matches.append(answer.json()["id"])

    async def _accidents(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 3)
        for which, after in ((self.club.tables[-1], seconds / 6), (self.club.workers[0], 0.0)):
            self.used += which.processor_time()  # it would be forgotten
            self.tally.kills.append(which.name)
            began = time.monotonic()
            await self.club.accident(which, DOWN)
            await asyncio.sleep(max(0.0, after - (time.monotonic() - began)))

    def _say(self, what: str) -> None:
        print(f"{time.monotonic() - self._began:5.0f} s  {what}", flush=True)

    def _processor_time(self) -> float:
        return sum(each.processor_time() for each in (*self.club.tables, *self.club.workers))

    # -- what the table says about itself --------------------------------------------------------

    async def _metric(self, name: str) -> float:
        address = f"http://127.0.0.1:{self.club.tables[0].port}/metrics"
        headers = {"Authorization": f"Bearer {SECRET}"}
        text = (await self.http.get(address, headers=headers, timeout=10)).text
        found = re.search(rf"^khamsin_{name} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else float("nan")

    async def _look_at_bots(self) -> None:
        while True:
            with contextlib.suppress(httpx.TransportError):
                self.tally.backlog.append(await self._metric("bots_waiting_seconds"))
            await asyncio.sleep(1)

    async def _owed(self) -> int:
        """Matches against people in which a bot is to answer, and does not within a minute."""
        mine = [seat for seat in self.seats if self._has_bot(seat.match)]
        deadline = time.monotonic() + 60
        owing = mine
        while owing and time.monotonic() < deadline:
            still = await several(self._is_owed, owing)
            owing = [seat for seat, owes in zip(owing, still, strict=True) if owes]
            await asyncio.sleep(1)
        return len(owing)

    def _has_bot(self, match: str) -> bool:
        return sum(seat.match == match for seat in self.seats) == 1

    async def _is_owed(self, seat: Seat) -> bool:
        query = f"?seat={seat.side}"
        path = f"/matches/{seat.match}/table{query}"
        decision = (await self.crowd.ask(seat.person, "GET", path)).json()["decision"]
        return decision is not None and seat.side not in decision["to_answer"]

    def _report(self, took: float, lost: int, owed: int, attacks: str, stop: float) -> bool:
        tally, options = self.tally, self.options
        troubles = self.club.troubles()
        asked = len(tally.requests)
        acknowledged = sum(len(seat.acknowledged) for seat in self.seats)
        fives = sum(count for status, count in tally.statuses.items() if status >= 500)
        print(f"people {options.people}, matches {options.matches}, {took:.0f} s")
        print(f"killed        {', '.join(tally.kills)}")
        print(f"choices       {acknowledged}  ({acknowledged / took:.1f}/s), lost {lost}")
        print(f"  latency     {percentiles(tally.choices)}")
        print(f"requests      {asked}  ({asked / took:.1f}/s), 5xx {fives}")
        print(f"  latency     {percentiles(tally.requests)}")
        refused = ", ".join(f"{status}: {count}" for status, count in sorted(tally.refused.items()))
        print(f"refused       {refused or 'nothing'}")
        alone = len(tally.broken_alone)
        print(f"connections   {tally.broken} broken, {alone} of them by nothing we did")
        age = sorted(tally.backlog) or [0.0]
        print(
            f"bots          first in the queue waited p50 {age[len(age) // 2]:.1f} s, "
            f"most {age[-1]:.1f} s; owed at the end {owed}"
        )
        print(f"processor     {self.used / took:.2f} cores for tables and workers")
        print(f"attacks       {attacks}")
        print(f"stopped       within {stop:.1f} s")
        print(f"load average  {os.getloadavg()[0]:.1f} (of {os.cpu_count()} cores)")
        print("\n| people, matches, time | killed | choices, lost | p50 / p95 / p99 / most | 5xx |")
        print("| --- | --- | --- | --- | --- |")
        print(
            f"| {options.people}, {options.matches}, {took:.0f} s | {', '.join(tally.kills)} "
            f"| {acknowledged}, {lost} | {percentiles(tally.choices)} | {fives} of {asked} |\n"
        )
        for each in [*tally.broken_alone[:40], *tally.errors[:5], *troubles[:5]]:
            print("  ", each[:300])
        attacked = "failed" in attacks or "passed" not in attacks
        wrong = [lost, fives, tally.errors, tally.broken_alone, owed, troubles, attacked]
        return not any(wrong)


def attack(origin: str) -> str:
    """What the attacks of the tests came to: pytest's last line."""
    words = ["-m", "pytest", "-q", "-m", "attack", "-p", "no:cacheprovider", "tests/table"]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"KHAMSIN_CLUB": origin},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.strip().splitlines() or [done.stderr.strip()]
    if done.returncode:
        print("\n".join(line for line in lines if line[:1] in ">E"))
    return " ".join([*(line for line in lines if line.startswith("FAILED")), lines[-1]])


async def several(work: Callable[[Any], Awaitable[Any]], what: Iterable[Any]) -> list[Any]:
    """Do it for each, some at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(each: Any) -> Any:
        async with gate:
            return await work(each)

    return await asyncio.gather(*(one(each) for each in what))


async def run(options: argparse.Namespace, database: str, folder: Path) -> bool:
    club = Club(database, options.tables, options.workers, folder)
    limits = httpx.Limits(
        max_connections=200,
        max_keepalive_connections=50,
        keepalive_expiry=2,  # sooner than the server, or both may close and use it at once
    )
    try:
        await club.start()
        async with httpx.AsyncClient(limits=limits, timeout=60) as http:
            return await Evening(options, club, http).run()
    finally:
        for each in (*club.workers, *club.tables):
            if each.process is not None and each.process.poll() is None:
                each.process.kill()
                each.process.wait()


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.club")
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pause", type=float, default=10, help="seconds that people think")
    parser.add_argument("--database", default="", help="an empty PostgreSQL; else one is made")
    options = parser.parse_args(words)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing is left running
    cluster = None if options.database else Postgres(fsync="on")
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = options.database or (cluster.database() if cluster else "")
            return 0 if asyncio.run(run(options, database, Path(folder))) else 1
    finally:
        if cluster is not None:
            cluster.remove()


if __name__ == "__main__":
    sys.exit(main())
