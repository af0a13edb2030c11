"""The table inside a page, driven as its worker drives it: requests, a socket, what is kept."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from khamsin.bots.search.budget import Budget
from khamsin.games import find
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.journal import parse
from khamsin.page import thinking
from khamsin.page.inside import Inside, begin
from tests import loop
from tests.table.test_storage import old

PATIENCE = 60.0


class Page:
    """What the browser gives the table: a place to keep its file, and somebody who thinks."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.kept: list[bytes] = []
        self.fails = False
        self.csrf = ""
        self.table: Inside

    async def keep(self) -> None:
        """Store the file as it is now."""
        await asyncio.sleep(0)
        if self.fails:
            raise OSError("no room")
        self.kept.append(self.file.read_bytes())

    async def think(self, *_job: object) -> None:
        """Nobody thinks: the table plays anything."""

    async def advise(
        self, edition: str, side: str, seconds: float, seed: str, world: bytes, kind: str
    ) -> str | None:
        """What the worker for bots would say."""
        held = SimpleNamespace(to_bytes=lambda: world)
        return thinking.advise(edition, side, min(seconds, 1.0), seed, held, kind)

    async def open(self) -> None:
        """Open the table, and learn who we are."""
        self.table = await begin(str(self.file), self.keep, self.think, self.advise)
        self.csrf = (await self.ask("GET", "/api/me"))["csrf"]

    async def ask(self, method: str, target: str, body: object = None, status: int = 200) -> Any:
        """Ask for something; the answer must have this status."""
        headers = {"x-khamsin-csrf": self.csrf}
        if body is not None:
            headers["content-type"] = "application/json"
        said = "" if body is None else json.dumps(body)
        found = await self.table.ask(method, target, json.dumps(headers), said)
        assert found.status == status, found.body
        return json.loads(found.body)

    def room(self, match: str) -> Any:
        """The match as the table in the worker holds it: the truth."""
        return self.table.app.state.table.rooms._rooms[match].table_match

    async def seen(self, match: str) -> Any:
        """Everything that the page is sent of a match, seen from the Allied seat."""
        of = f"/api/matches/{match}"
        asked = ("table?seat=allied", "overlays?seat=allied")
        found = [await self.ask("GET", f"{of}/{what}") for what in asked]
        found.append(await self.heard_first(f"{of}/live?seat=allied"))
        for table in (found[0], found[2]):
            table["match"]["you"].pop("may_undo")  # an imagined match begins at its last mark
            table["match"]["you"].pop("why_not_undo", None)
        return found

    async def heard_first(self, target: str) -> Any:
        """What a socket says when it is opened."""
        heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        socket = self.table.socket(target, lambda what, said: heard.put_nowait((what, said)))
        assert await heard.get() == ("open", None)
        first = json.loads((await heard.get())[1])
        socket.close()
        await socket.ended()
        return first

    async def until_mine(self, match: str) -> dict[str, Any]:
        """Wait until it is the Allies' turn; gives their decision."""
        while True:
            table = await self.ask("GET", f"/api/matches/{match}/table?seat=allied")
            decision: dict[str, Any] | None = table["decision"]
            if decision is not None and "allied" in decision["to_answer"] and decision["options"]:
                return decision
            await asyncio.sleep(0.05)

    async def battleaxe(self) -> str:
        """Set up a match for two at this screen; gives its name."""
        seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}
        wanted = {"game": "battleaxe", "scenario": "standard", "seats": seats}
        made = await self.ask("POST", "/api/matches", wanted)
        return str(made["id"])


def play(file: Path, story: Callable[[Page], Awaitable[Any]]) -> Any:
    """Open a page, let the story happen, close it; gives what it came to."""

    async def whole() -> Any:
        page = Page(file)
        await page.open()
        try:
            return await story(page)
        finally:
            await page.table.close()

    return loop.run(asyncio.wait_for(whole(), PATIENCE))


async def first_choice(page: Page, match: str) -> dict[str, Any]:
    """What may be answered now."""
    table = await page.ask("GET", f"/api/matches/{match}/table?seat=allied")
    decision: dict[str, Any] = table["decision"]
    words = decision["options"][0]["words"]
    return {"seat": "allied", "number": decision["number"], "words": words}


def test_a_choice_is_kept_before_it_is_acknowledged(tmp_path: Path) -> None:
    """What the browser has stored when the answer comes is the match with the choice in it."""

    async def story(page: Page) -> Any:
        match = await page.battleaxe()
        choice = await first_choice(page, match)
        done = await page.ask("POST", f"/api/matches/{match}/choices", choice)
        assert done["entries"] == 1
        kept = page.kept[-1]
        await page.table.close()
        page.file.unlink()
        page.file.write_bytes(kept)  # the tab is gone, the browser's storage is what is left
        await page.open()
        table = await page.ask("GET", f"/api/matches/{match}/table?seat=allied")
        return table["match"]["entries"]

    assert play(tmp_path / "table.db", story) == 1


def test_what_the_browser_does_not_store_is_not_acknowledged(tmp_path: Path) -> None:
    """No room in the browser's storage: the player is told, and nothing is claimed to be done."""

    async def story(page: Page) -> Any:
        match = await page.battleaxe()
        choice = await first_choice(page, match)
        page.fails = True
        refused = await page.ask("POST", f"/api/matches/{match}/choices", choice, status=503)
        return refused["error"]["code"]

    assert play(tmp_path / "table.db", story) == "storage"


def test_a_socket_tells_the_table_and_takes_choices(tmp_path: Path) -> None:
    """The same messages as over a network."""

    async def story(page: Page) -> Any:
        match = await page.battleaxe()
        heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        target = f"/api/matches/{match}/live?seat=allied"
        socket = page.table.socket(target, lambda what, said: heard.put_nowait((what, said)))
        assert await heard.get() == ("open", None)
        table = json.loads((await heard.get())[1])
        decision = table["decision"]
        words = decision["options"][0]["words"]
        choice = {"type": "choose", "seat": "allied", "number": 0, "words": words, "ref": 7}
        socket.say(json.dumps(choice))
        after = json.loads((await heard.get())[1])
        socket.close()
        assert (await heard.get())[0] == "close"
        await socket.ended()
        return after["done"]

    assert play(tmp_path / "table.db", story) == [7]


@pytest.mark.parametrize("target", ["/api/matches/none/live", "/api/nothing"])
def test_a_socket_to_nowhere_is_closed(tmp_path: Path, target: str) -> None:
    """It never opens."""

    async def story(page: Page) -> Any:
        heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        page.table.socket(target, lambda what, said: heard.put_nowait((what, said)))
        return (await heard.get())[0]

    assert play(tmp_path / "table.db", story) == "close"


@pytest.mark.parametrize(
    ("game", "scenario", "least"),
    [("rommel", "1940", 6), ("gazala", "opening", 0), ("malta", "intro", 0)],
)
def test_two_worlds_look_the_same_to_the_page(
    tmp_path: Path, game: str, scenario: str, least: int
) -> None:
    """Whatever the page is sent of a hidden game, a world that its player cannot tell from the true
    one gives the very same bytes: the truth stays in the worker.
    """

    async def story(page: Page) -> Any:
        seats = {"allied": {"kind": "you"}, "axis": {"kind": "bot", "bot": "random"}}
        wanted = {"game": game, "scenario": scenario, "seats": seats}
        match = (await page.ask("POST", "/api/matches", wanted))["id"]
        differed = 0
        for seed in range(12):
            decision = await page.until_mine(match)
            table_match = page.room(match)
            truth = table_match.match
            mine = await page.seen(match)
            table_match.match = truth.imagine("allied", random.Random(seed))
            table_match.cache = {}
            theirs = await page.seen(match)
            differed += table_match.match.state.data() != truth.state.data()
            table_match.match, table_match.cache = truth, {}
            assert mine == theirs
            assert table_match.record.seed not in str(mine)
            words = decision["options"][seed % len(decision["options"])]["words"]
            choice = {"seat": "allied", "number": decision["number"], "words": words}
            await page.ask("POST", f"/api/matches/{match}/choices", choice)
        return differed

    assert play(tmp_path / "table.db", story) > least


def test_a_file_saved_here_opens_here_and_elsewhere(tmp_path: Path) -> None:
    """The file is the journal that `khamsin` reads, and a journal of `khamsin` opens here."""

    async def story(page: Page) -> Any:
        match = await page.battleaxe()
        choice = await first_choice(page, match)
        await page.ask("POST", f"/api/matches/{match}/choices", choice)
        headers = json.dumps({"x-khamsin-csrf": page.csrf})
        file = (await page.table.ask("GET", f"/api/matches/{match}/journal", headers, "")).body
        journal = parse(file.decode())
        assert len(load(journal, find("battleaxe")).match.entries) == 1
        again = await page.ask("POST", "/api/matches/import", {"file": file.decode()})
        table = await page.ask("GET", f"/api/matches/{again['id']}/table")
        return table["match"]["entries"]

    assert play(tmp_path / "table.db", story) == 1


def test_requests_pass_the_same_door_as_anywhere(tmp_path: Path) -> None:
    """Without the token nothing is changed, though it comes from inside."""

    async def story(page: Page) -> Any:
        page.csrf = "forged"
        wanted = {"game": "battleaxe", "scenario": "standard"}
        refused = await page.ask("POST", "/api/matches", wanted, status=403)
        return refused["error"]["code"]

    assert play(tmp_path / "table.db", story) == "csrf"


def test_a_match_that_is_over_is_reviewed_inside_the_page(tmp_path: Path) -> None:
    """The worker for bots runs the tasks of a review; of a running match there is none."""

    async def story(page: Page) -> Any:
        page.table.app.state.table.reviews._budget = Budget(0.5)
        match = await page.battleaxe()
        of = f"/api/matches/{match}"
        refused = await page.ask("GET", f"{of}/review", status=409)
        assert refused["error"]["code"] == "not_finished"
        for _ in range(20):
            table = await page.ask("GET", f"{of}/table")
            side = table["decision"]["to_answer"][0]
            decision = (await page.ask("GET", f"{of}/table?seat={side}"))["decision"]
            words = decision["options"][-1]["words"]
            choice = {"seat": side, "number": decision["number"], "words": words}
            await page.ask("POST", f"{of}/choices", choice)
        await page.ask("POST", f"{of}/resign", {"seat": "axis"})
        told = await page.ask("POST", f"{of}/review", {})
        while told["state"] == "working":
            await asyncio.sleep(0.1)
            told = await page.ask("GET", f"{of}/review")
        found = await page.table.ask("GET", f"{of}/review/page?board=1", "{}", "")
        return told["state"], found.status, found.body.decode()

    state, status, html = play(tmp_path / "table.db", story)
    assert (state, status) == ("done", 200)
    assert "Turning points" in html


def test_matches_outlive_a_new_version(tmp_path: Path) -> None:
    """What a browser kept of an older program is brought up to date as on a server: the storage,
    and a match that was played by other rules.
    """
    file = tmp_path / "table.db"
    engine = sa.create_engine(f"sqlite:///{file}")
    old(engine, 1)
    engine.dispose()

    async def story(page: Page) -> Any:
        match = await page.battleaxe()
        await page.ask("POST", f"/api/matches/{match}/choices", await first_choice(page, match))
        before = await page.ask("GET", f"/api/matches/{match}/table")
        await page.table.close()
        with sqlite3.connect(page.file) as storage:
            storage.execute("UPDATE matches SET rules = 0, pack = 'older' WHERE id = ?", (match,))
        await page.open()
        after = await page.ask("GET", f"/api/matches/{match}/table")
        assert after["match"]["renewed"] > (before["match"].get("renewed") or 0)
        assert after["picture"] == before["picture"]
        return after["match"]["entries"]

    assert play(file, story) == 1
