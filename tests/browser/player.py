"""Somebody who plays in a browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site
from tests.table.serving import LOCAL_KEY, Server

PLAY = (Path(__file__).parent / "play.js").read_text(encoding="utf-8")
REST = (Path(__file__).parent / "rest.js").read_text(encoding="utf-8")
PATIENCE = 60_000
"""Milliseconds: a busy machine is no fault."""
expect.set_options(timeout=PATIENCE)


class Player:
    """A page with the few things a person does on it."""

    def __init__(self, page: Page, server: Server | Site, shots: Path, allowed: list[str]) -> None:
        self.page = page
        self.server = server
        self._shots = shots
        self._allowed = allowed

    def allow(self, words: str) -> None:
        """The browser itself may complain of this: a lost connection, a refused request."""
        self._allowed.append(words)

    def sign_in(self, name: str) -> None:
        """With the key of the table at home, with an account elsewhere; not at all on the site."""
        if isinstance(self.server, Site):
            self.page.goto(self.server.url)
        elif "LOCAL_KEY" in self.server.settings:
            self.page.goto(f"{self.server.url}/#key={LOCAL_KEY}")
        else:
            self.page.goto(self.server.url)
            self.page.get_by_label("Name").fill(name)
            self.page.get_by_label("Password").fill("a good password")
            self.page.get_by_role("button", name="New account").click()
        self.page.locator(".hero .button.main").wait_for()

    def new_match(self, *options: str, game: str = "", **seats: str) -> None:
        """Set a match up on the page, and wait for the table."""
        self.go("#/new")
        if game:
            self.page.locator(f"input[name=game][value={game}]").check()
        for option in options:
            self.page.locator(f"input[name=option][value={option}]").check()
        for side, who in seats.items():
            self.page.locator(f"select[name=seat-{side}]").select_option(who)
        self.page.locator(".new-match button[type=submit]").click()

    def go(self, address: str) -> None:
        self.page.evaluate("(address) => { location.hash = address; }", address)

    def play(self, most: int = 5000, seed: int = 1, quick: float = 0.5) -> int:
        """Choose from the list, again and again; gives the number of choices made."""
        return int(self.page.evaluate(PLAY, {"most": most, "seed": seed, "quick": quick}))

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt h2")

    @property
    def log(self) -> Locator:
        return self.page.locator(".log-lines .line-text")

    def option(self, text: str) -> Locator:
        return self.page.locator(".option").filter(has_text=re.compile(text))

    def choose(self, text: str) -> None:
        """Take an option of the list by its words, and wait until the table has moved on."""
        number = self.page.locator(".prompt").get_attribute("data-number")
        self.page.get_by_role("button", name=text, exact=True).first.click()
        self.moved_on(number)

    def moved_on(self, number: str | None) -> None:
        self.page.wait_for_function(
            "(number) => document.querySelector('.prompt')?.dataset.number !== number", arg=number
        )

    def piece(self, unit: str) -> Locator:
        return self.page.locator(f"[data-piece='{unit}']")

    def place(self, place: str) -> Locator:
        return self.page.locator(f"[data-place='{place}']")

    def at(self, unit: str) -> str:
        """Where a unit lies, by its label for those who hear the board."""
        return self.piece(unit).get_attribute("aria-label") or ""

    def rest(self, selector: str = ".board-view > svg") -> dict[str, float]:
        """Wait until the board moves no more; where and how large something is then."""
        box: dict[str, float] = self.page.evaluate(REST, [selector, PATIENCE])
        return box

    def point(self, thing: str) -> tuple[float, float]:
        """Where a piece or a place is on the screen, once it moves no more."""
        box = self.rest(f"[data-piece='{thing}'] .card, [data-place='{thing}'] .light")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def seen(self) -> tuple[float, float, float, float]:
        """The part of the map that is seen: more than that is drawn, see board/view.js."""
        self.rest()
        view = self.page.locator(".board-view > svg").get_attribute("viewBox") or ""
        x, y, w, h = map(float, view.split())
        return x + w * 0.3 / 1.6, y + h * 0.3 / 1.6, w / 1.6, h / 1.6

    def shot(self, name: str) -> None:
        """A picture for people to look at; in CI, where nobody looks, there is none."""
        if self.page.locator(".board-view:visible").count():
            self.rest()
        if os.environ.get("SUITE_SHOTS") == "no":
            return
        self._shots.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self._shots / f"{name}.png")
