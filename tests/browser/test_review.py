"""The review of a match in the browser: made while one waits, shown, and a way to the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from khamsin.bots import make_bot
from khamsin.games import find
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.table.serving import LOCAL_KEY, Server

PHONE = {"width": 390, "height": 844}
LONG = 120_000  # milliseconds: the machine may be busy


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table at home that does not think long about reviews."""
    server = Server(tmp_path_factory.mktemp("study"), LOCAL_KEY=LOCAL_KEY, REVIEW="2")
    yield server
    server.stop()
    assert server.troubles() == []


def played(slug: str) -> str:
    """A match from beginning to end, as a file."""
    game = find(slug)
    match: Match[Any] = Match(game, Setup(game.scenarios[0].id), SeededDice("review"))
    bot = make_bot("greedy", Random(1))
    while match.result is None:
        side = match.to_answer[0]
        match.choose(bot.choose(Seat(match, side)), side)
    return journal_of(match).text()


def test_from_the_end_of_a_match_to_its_review_and_to_the_board(
    sit: Callable[..., Any], study: Server
) -> None:
    match = study.client().post("/matches/import", file=played("battleaxe"))["id"]
    player = sit(study, viewport={"width": 1280, "height": 900})
    page = player.page
    page.goto(f"{study.url}/#/m/{match}")
    page.locator(".prompt.over").get_by_role("link", name="Review", exact=True).click()
    expect(page.locator("progress")).to_be_visible()
    turns = page.locator(".review .plot a.turn")
    expect(turns.first).to_be_visible(timeout=LONG)
    expect(page.locator("progress")).to_be_hidden()
    player.shot("review-battleaxe")
    # By the keyboard: the first turning point, and from its board back to the review.
    turns.first.focus()
    expect(turns.first).to_have_accessible_name(re.compile(r"^1\. .*%"))
    at = turns.first.get_attribute("href")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(str(at)) + "$"))
    expect(page.locator(".replay output")).to_contain_text(str(at).rpartition("/")[2])
    page.locator(".replay").get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".review h1")).to_have_text("Operation Battleaxe")
    page.locator(".review summary").first.click()  # the graph for those who cannot see it
    expect(page.locator(".review details table").first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "#/m/" not in text
    # The list of matches that are over leads here too.
    page.goto(f"{study.url}/#/")
    page.locator(".to-review").first.click()
    expect(page.locator(".review .plot a.turn").first).to_be_visible()


@pytest.fixture(scope="module")
def campaign(study: Server) -> str:
    """A campaign that is over."""
    return str(study.client().post("/matches/import", file=played("commander"))["id"])


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_it_fits_a_phone_in_every_language(
    sit: Callable[..., Any], study: Server, campaign: str, language: str
) -> None:
    player = sit(
        study, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark", locale=language
    )
    page = player.page
    page.goto(f"{study.url}/#/m/{campaign}/review")
    expect(page.locator(".review h2").first).to_be_visible(timeout=LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    player.shot(f"review-commander-{language}-phone")


def test_a_running_match_leads_to_no_review(sit: Callable[..., Any], study: Server) -> None:
    player = sit(study)
    player.new_match(game="battleaxe")
    expect(player.page.locator(".prompt")).to_be_visible()
    assert player.page.get_by_role("link", name="Review", exact=True).count() == 0
