"""A real Chromium at a real table. Every test also asserts that the page complained of nothing.

Where `SUITE_SECOND_TRY` is set, as `.ci/run` does, a test that fails is tried once more, and is
listed at the end with what went wrong the first time.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.browser.player import PATIENCE, Player
from tests.browser.site import Site
from tests.table.serving import LOCAL_KEY, Server

SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SETTINGS = """
try { localStorage.khamsin ??= JSON.stringify({ asksEnd: false }); } catch { /* about:blank */ }
"""
"""Most tests end a phase with units that could still move; those about it set it otherwise."""
OPEN = Callable[..., Player]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Of the tests in this folder, and of no others."""
    if os.environ.get("SUITE_SECOND_TRY"):
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's own Chromium; scripts/system-packages installs it on Debian."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "there is no chromium; run: sh scripts/system-packages chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table on one's own computer."""
    folder = tmp_path_factory.mktemp("home")
    server = Server(folder, module="tests.browser.quick_table", LOCAL_KEY=LOCAL_KEY)
    yield server
    server.stop()
    assert server.troubles() == []


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table at home with a toy on it that shows everything a client can show."""
    folder = tmp_path_factory.mktemp("ground")
    server = Server(folder, module="tests.browser.skirmish_table", LOCAL_KEY=LOCAL_KEY)
    yield server
    server.stop()
    assert server.troubles() == []


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table for many, with accounts; one for each file, so that names are free in the next."""
    server = Server(tmp_path_factory.mktemp("club"))
    yield server
    server.stop()
    assert server.troubles() == []


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The table that runs inside a page."""
    built = Site(tmp_path_factory.mktemp("site"))
    yield built
    built.stop()


@pytest.fixture(autouse=True)
def _nobody_has_been_here(request: pytest.FixtureRequest) -> None:
    """The second try finds a club without the accounts and matches of the first."""
    if getattr(request.node, "execution_count", 1) > 1 and "club" in request.fixturenames:
        request.getfixturevalue("club").begin_anew()


@pytest.fixture
def sit(browser: Browser) -> Iterator[OPEN]:
    """Open a page at a server; several pages are several people."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    allowed: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    def open_page(server: Server | Site, name: str = "", **how: object) -> Player:
        settings: dict[str, object] = {
            "viewport": {"width": 1400, "height": 900},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        context = browser.new_context(**(settings | how))  # type: ignore[arg-type]
        context.add_init_script(SETTINGS)
        contexts.append(context)
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        player = Player(page, server, SHOTS, allowed)
        player.sign_in(name)
        return player

    yield open_page
    # Before the pages are torn down: what a browser says of sockets cut off then is not theirs.
    left = [text for text in complaints if not any(word in text for word in allowed)]
    for context in contexts:
        context.close()
    assert left == []
