"""`make load ARGS=--site`: the table inside a page, beside the table of a server in the same run.

    python -m benchmarks.load --site [--slow 4] [--game SLUG ...] [--level LEVEL ...] [--turns 4]
                                     [--built FOLDER] [--json FILE]

In a real Chromium: what is fetched and how long it takes until the first unit is lit, from nothing
and from what the browser has kept, on this processor and on one slowed down; how long greedy and
veteran take for an answer and for a whole turn in every game, in the page and at a server; and how
much memory that takes. A slower processor is one that stands still most of the time: all of the
page does, its workers too. Beside each time stands that of the processor, which says more where
others work on the same machine.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import gzip
import json
import os
import shutil
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Page, Playwright, sync_playwright

from khamsin.bots import make_bot
from khamsin.bots.collector import calm_collector
from khamsin.games import GAMES, find
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.transfer import wrap
from khamsin.table.bots import worker
from khamsin.table.bots.job import Job
from tests.browser.conftest import FLAGS, SETTINGS
from tests.browser.player import Player
from tests.browser.site import Site
from tests.table.serving import LOCAL_KEY, Client, Server

PATIENCE = 600_000  # milliseconds
LIT = ", ".join(
    f".board {what}" for what in (".piece.lit", ".piece.selected", ".place.lit", ".place.goal")
)
LEVELS = ("greedy", "veteran")
TICK = 0.02  # seconds that a slow processor runs before it stands still
EVERY = 15  # a question for a bot is kept, and the next so many are not
QUESTIONS = 8  # of each game
THINK = """async (jobs) => {
  const bots = new Worker("inside/bot_worker.js", { type: "module" });
  const ask = (job) => new Promise((done) => {
    bots.onmessage = ({ data }) => done(data.answer);
    const world = Uint8Array.from(atob(job.world), (letter) => letter.charCodeAt(0));
    bots.postMessage({ ...job, id: 1, world }, [world.buffer]);
  });
  await ask(jobs[0]); // it is loaded, and so is the game
  const times = [];
  for (const job of jobs) {
    const began = performance.now();
    if (!await ask(job)) throw new Error("a bot failed");
    times.push((performance.now() - began) / 1000);
  }
  bots.terminate();
  return times;
}"""
ASK = """async ([method, path, given]) => {
  const { get, post } = await import("./transport/transport.js");
  return method === "GET" ? get(path, given) : post(path, given);
}"""


class Chromium:
    """A browser with a profile of its own, as a player has one, and what its processes use."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        self.context = playwright.chromium.launch_persistent_context(
            folder, executable_path=path, args=FLAGS, locale="en-GB"
        )
        self.context.add_init_script(SETTINGS)
        self.context.set_default_timeout(PATIENCE)
        (self._first,) = _with_words(f"--user-data-dir={folder}".encode(), b"--type=")

    def used(self) -> float:
        """Seconds of the processor, of all its processes together."""
        ticks, total = os.sysconf("SC_CLK_TCK"), 0.0
        for number in _begun_by(self._first):
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                total += (int(words[11]) + int(words[12])) / ticks
        return total

    def pages(self) -> list[int]:
        """The processes of its pages."""
        ours = _begun_by(self._first)
        return [number for number in _with_words(b"--type=renderer") if number in ours]

    def memory(self) -> float:
        """Megabytes of the pages, each with its share of what several have."""
        total = 0.0
        for number in self.pages():
            with contextlib.suppress(OSError):
                rollup = Path(f"/proc/{number}/smaps_rollup").read_text()
                total += int(rollup.split("Pss:")[1].split()[0]) / 1000
        return total

    @contextlib.contextmanager
    def slowed(self, factor: float) -> Iterator[None]:
        """All pages stand still for all but one part of the time."""
        if factor <= 1:
            yield
            return
        over = threading.Event()

        def brake() -> None:
            while not over.is_set():
                pages = self.pages()
                for _ in range(10):
                    time.sleep(TICK)
                    _tell(pages, signal.SIGSTOP)
                    time.sleep(TICK * (factor - 1))
                    _tell(pages, signal.SIGCONT)

        thread = threading.Thread(target=brake)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _with_words(wanted: bytes, refused: bytes = b"\0\0\0") -> list[int]:
    """Processes by what they were started with."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes()
            if wanted in words and refused not in words:
                found.append(int(process.name))
    return found


def _begun_by(first: int) -> set[int]:
    """A process, those that it has started, and those that they have."""
    children: dict[int, list[int]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(process.name))
    found, coming = set[int](), [first]
    while coming:
        found.add(number := coming.pop())
        coming += children.get(number, [])
    return found


def _tell(processes: list[int], what: signal.Signals) -> None:
    for number in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, what)


class Opened(NamedTuple):
    """How long it took until something could be chosen."""

    what: str
    slow: float
    lobby: float
    lit: float
    processor: float
    fetched: int
    compressed: int
    memory: float


def openings(chromium: Chromium, site: Site, slow: float) -> Iterator[Opened]:
    """From nothing to the first lit unit; then, from what was kept, to that of the same match."""
    address = site.url
    for what in ("from nothing", "from the cache"):
        page = chromium.context.new_page()
        site.fetched.clear()
        before = chromium.used()
        with chromium.slowed(slow):
            began = time.perf_counter()
            page.goto(address)
            lobby = 0.0
            if what == "from nothing":
                page.locator(".hero .button.main").wait_for()
                lobby = time.perf_counter() - began
                Player(page, site, Path(), []).new_match(game="battleaxe")
            page.locator(LIT).first.wait_for(state="attached")
            lit = time.perf_counter() - began
            size, packed = _sizes(site)
            used = chromium.used() - before
            address = page.url
            memory = chromium.memory()
            page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        yield Opened(what, slow, lobby, lit, used, size, packed, memory)
        page.close()


def _sizes(site: Site) -> tuple[int, int]:
    """Bytes of what was fetched, as they are and as most hosts send them: compressed."""
    whole = packed = 0
    for path in site.fetched:
        name = path.partition("?")[0].removeprefix("/games/khamsin/") or "index.html"
        data = (site.folder / name).read_bytes()
        whole += len(data)
        packed += len(data if name.endswith((".zip", ".zst", ".png")) else gzip.compress(data, 6))
    return whole, packed


# -- answers ---------------------------------------------------------------------------------


def questions(slug: str, level: str) -> list[Job]:
    """Some that came up in a game between two greedy bots."""
    game, rng, found = find(slug), Random(1), list[Job]()
    match = Match(game, Setup(game.scenarios[0].id), SeededDice("site"))
    bots = {side: make_bot("greedy", Random(2)) for side in game.sides}
    asked = 0
    while match.decision is not None and len(found) < QUESTIONS:
        side = match.to_answer[0]
        if len(match.legal(side)) > 1:
            asked += 1
            if asked % EVERY == 0:
                found.append(Job(slug, side, level, asked, wrap(match.imagine(side, rng))))
        match.choose(bots[side].choose(Seat(match, side)), side)
    return found


class Answers(NamedTuple):
    """How long a level takes for an answer: in the page, and in a process of a server."""

    game: str
    level: str
    page: list[float]
    server: list[float]


def answers(page: Page, slug: str, level: str) -> Answers:
    """The same questions here and there."""
    asked = questions(slug, level)
    jobs = [
        {**each._asdict(), "seed": str(each.seed), "world": base64.b64encode(each.world).decode()}
        for each in asked
    ]
    here = page.evaluate(THINK, jobs)
    there = []
    for each in asked:
        began = time.perf_counter()
        worker.answer(each)
        there.append(time.perf_counter() - began)
    return Answers(slug, level, here, there)


# -- turns -----------------------------------------------------------------------------------


class Asker(Protocol):
    """A table that is asked, wherever it runs."""

    def get(self, path: str, **query: Any) -> Any:
        """Look at something."""

    def post(self, path: str, **body: Any) -> Any:
        """Do something."""


class InPage:
    """The table inside a page, over the page's own wire."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def get(self, path: str, **query: Any) -> Any:
        return self._page.evaluate(ASK, ["GET", path, query])

    def post(self, path: str, **body: Any) -> Any:
        return self._page.evaluate(ASK, ["POST", path, body])


def turns(table: Asker, slug: str, level: str, wanted: int) -> list[float]:
    """Seconds from a choice of ours to our next one, if the computer had something to say between:
    the first is its set-up, if it has one.
    """
    game, rng, found = find(slug), Random(3), list[float]()
    if len(game.sides) == 1:
        return found  # nobody else is waited for
    mine, theirs = game.sides[1], game.sides[0]
    seats = {mine: {"kind": "you"}, theirs: {"kind": "bot", "bot": level}}
    wish = {"game": slug, "scenario": game.scenarios[0].id, "seats": seats}
    match = table.post("/matches", **wish)["id"]
    began, waited = time.perf_counter(), False
    while len(found) < wanted:
        seen = table.get(f"/matches/{match}/table", seat=mine)
        decision = seen["decision"]
        if decision is None:
            break
        if mine not in decision["to_answer"]:
            waited = True
            time.sleep(0.05)
            continue
        if waited:
            found.append(time.perf_counter() - began)
        options = decision["options"]
        words = (rng.choice(options) if rng.random() < 0.5 else options[-1])["words"]
        body = {"seat": mine, "number": decision["number"], "words": words}
        table.post(f"/matches/{match}/choices", **body)
        began, waited = time.perf_counter(), False
    return found


# -- the report ------------------------------------------------------------------------------


def _usual(times: list[float]) -> str:
    if not times:
        return "-"
    return f"{statistics.median(times):.3g} / {max(times):.3g} s"


def measure(options: argparse.Namespace, playwright: Playwright, folder: Path) -> dict[str, Any]:
    """Everything, printed as it comes."""
    site, report = Site(folder, options.built), dict[str, Any]()
    opened = []
    print("| opened | slowed down | lobby | first unit lit | processor | fetched | memory |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for slow in dict.fromkeys((1.0, options.slow)):
        chromium = Chromium(playwright, folder / f"slow {slow}")
        for each in openings(chromium, site, slow):
            opened.append(each._asdict())
            size = f"{each.fetched / 1e6:.1f} MB, compressed {each.compressed / 1e6:.1f}"
            lobby = f"{each.lobby:.1f} s" if each.lobby else "-"
            print(
                f"| {each.what} | {slow:g} times | {lobby} | {each.lit:.1f} s | "
                f"{each.processor:.1f} s | {size} | {each.memory:.0f} MB |",
                flush=True,
            )
        chromium.context.close()
    report["opened"] = opened
    server = Server(folder, LOCAL_KEY=LOCAL_KEY)
    client = Client(server.url)
    client.sign_in(key=LOCAL_KEY)
    chromium = Chromium(playwright, folder / "player")
    page = chromium.context.new_page()
    page.goto(site.url)
    page.locator(".hero .button.main").wait_for()
    calm_collector()
    print("\nmedian / most of an answer, and of a turn as it is waited for")
    print("| game | level | answer: page | server | turn: page | server | memory of the page |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    report["played"] = []
    for slug in options.game or GAMES:
        for level in options.level or LEVELS:
            single = answers(page, slug, level)
            here = turns(InPage(page), slug, level, options.turns)
            memory = chromium.memory()
            there = turns(client, slug, level, options.turns)
            report["played"].append(
                {**single._asdict(), "turns": here, "server_turns": there, "memory": memory}
            )
            print(
                f"| {slug} | {level} | {_usual(single.page)} | {_usual(single.server)} | "
                f"{_usual(here)} | {_usual(there)} | {memory:.0f} MB |",
                flush=True,
            )
    chromium.context.close()
    client.http.close()
    server.stop()
    site.stop()
    print(f"\nload average {os.getloadavg()[0]:.1f} (of {os.cpu_count()} cores)")
    return report


def main(words: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load --site")
    parser.add_argument("--slow", type=float, default=4, help="how much slower a phone is")
    parser.add_argument("--game", action="append", choices=[*GAMES])
    parser.add_argument("--level", action="append", choices=LEVELS)
    parser.add_argument("--turns", type=int, default=4, help="of the computer, in each match")
    parser.add_argument("--built", type=Path, help="the folder of a site that is built already")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = measure(options, playwright, Path(folder))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1))
    return 0
