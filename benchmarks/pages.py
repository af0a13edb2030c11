"""`make load ARGS=--pages`: what a phone loads, how long it takes, and how smoothly a map moves.

    python -m benchmarks.load --pages [--slow 4] [--game SLUG ...] [--json FILE]

In a real Chromium with the window of a phone, at its own speed and on a processor slowed down
(`--slow` times): bytes and requests of the first page and of the first board, the time until
something is lit there, from nothing and from the browser's cache, and the time a frame takes while
the map is moved. The yardstick of every row is a fixed piece of work in the same page: times are
given as multiples of it too. The table that runs inside a page is measured by `benchmarks.site`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from khamsin.games import GAMES, find
from tests.browser.conftest import FLAGS, SETTINGS
from tests.browser.player import Player
from tests.table.serving import LOCAL_KEY, Server

PHONE = ViewportSize(width=390, height=844)
PATIENCE = 300_000  # milliseconds
LIT = ".board .piece.lit, .board .place.lit, .option"
LOOK = """(wanted) => new Promise((done) => { const look = () => {
  document.querySelector("dialog .main")?.click(); // a curtain between two at one screen
  if (document.querySelector(wanted)) done(); else setTimeout(look, 10);
}; look(); })"""
WORK = """() => {
  const began = performance.now(); let sum = 0;
  for (let n = 0; n < 5e6; n += 1) sum = (sum + n * n) % 1000003;
  return performance.now() - began + sum * 0;
}"""
PAN = """async (seconds) => {
  const frame = document.querySelector(".board-view"), box = frame.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const finger = { pointerId: 1, pointerType: "touch", isPrimary: true, bubbles: true, buttons: 1 };
  const at = (type, dx, dy) => frame.querySelector("svg").dispatchEvent(
    new PointerEvent(type, { ...finger, clientX: x + dx, clientY: y + dy }));
  const times = []; let last = 0; const began = performance.now();
  at("pointerdown", 0, 0);
  await new Promise((done) => { const step = (now) => {
    if (last) times.push(now - last);
    last = now;
    const t = (performance.now() - began) / 1000;
    at("pointermove", 150 * Math.sin(2 * t), 200 * Math.sin(1.3 * t));
    if (t < seconds) requestAnimationFrame(step); else done();
  }; requestAnimationFrame(step); });
  at("pointerup", 0, 0);
  return times;
}"""


class Load(NamedTuple):
    """What came over the wire, and how long it took until the page could be used."""

    seconds: float
    bytes: int
    requests: int


class Wire:
    """Counts what a page fetches, as it goes over the wire."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes = self.requests = 0
        session.send("Network.enable")
        session.on("Network.responseReceived", self._answered)
        session.on("Network.requestServedFromCache", self._had)
        session.on("Network.loadingFinished", self._came)

    def _answered(self, event: dict[str, Any]) -> None:
        self.requests += not event["response"].get("fromDiskCache")

    def _had(self, _: dict[str, Any]) -> None:
        self.requests -= 1

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


class Phone:
    """A page in the window of a phone, on a processor slowed down."""

    def __init__(self, browser: Browser, host: Server, slow: float) -> None:
        self.context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        self.context.add_init_script(SETTINGS)
        self.host = host
        self.slow = slow

    def page(self) -> tuple[Page, Wire]:
        """A new page, counted from its first byte."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        session = self.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": self.slow})
        return page, Wire(session)

    def open(self, address: str, wanted: str) -> tuple[Page, Load]:
        """Go to an address, and wait until something is there."""
        page, wire = self.page()
        began = time.perf_counter()
        page.goto(address)
        page.evaluate(LOOK, wanted)
        return page, Load(time.perf_counter() - began, wire.bytes, wire.requests)

    def work(self, page: Page) -> float:
        """Seconds for the yardstick."""
        return float(page.evaluate(WORK)) / 1000


def front(host: Server) -> str:
    """The address of the first page."""
    return f"{host.url}/#key={LOCAL_KEY}"


def row(name: str, load: Load, work: float) -> str:
    """A line of the table."""
    size = f"{load.bytes / 1e6:6.2f} MB in {load.requests:3} requests"
    return f"  {name:34} {load.seconds:6.2f} s ({load.seconds / work:6.1f} x)  {size}"


def boards(
    browser: Browser, host: Server, slow: float, games: list[str]
) -> Iterator[dict[str, Any]]:
    """The first page, then the first board of every game: from nothing, and from the cache."""
    phone = Phone(browser, host, slow)
    page, load = phone.open(front(host), ".hero .button.main")
    work = phone.work(page)
    print(f"processor slowed down {slow:g} times; the yardstick takes {work * 1000:.0f} ms")
    print(row("first page, from nothing", load, work))
    yield {"what": "first page", "slow": slow, "yardstick": work, **load._asdict()}
    player = Player(page, host, Path(), [])
    for slug in games:
        game = find(slug)
        player.new_match(game=slug, **dict.fromkeys(game.sides[1:], "screen"))
        page.evaluate(LOOK, LIT)
        address = page.url
        cold = Phone(browser, host, slow)
        with contextlib.closing(cold.open(front(host), ".hero .button.main")[0]):
            pass
        for name, reader in (("board", cold), ("board, from the cache", phone)):
            seen, load = reader.open(address, LIT)
            print(row(f"{slug}, {name}", load, work))
            frames = sorted(seen.evaluate(PAN, 3))
            late = frames[int(0.95 * len(frames))]
            usual = statistics.median(frames)
            print(f"    moving the map: {usual:.0f} ms a frame, 95 % under {late:.0f} ms")
            found = {"what": name, "game": slug, "slow": slow, "yardstick": work}
            yield found | load._asdict() | {"frame": usual, "frame95": late}
            seen.close()
        cold.context.close()
    phone.context.close()


def main(words: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load --pages")
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--game", action="append", choices=[*GAMES])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(words)
    games: list[str] = options.game or [*GAMES]
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        server = Server(Path(folder), LOCAL_KEY=LOCAL_KEY)
        print("The table")
        for slow in (1, options.slow):
            found += boards(browser, server, slow, games)
        server.stop()
        browser.close()
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))
    return 0
