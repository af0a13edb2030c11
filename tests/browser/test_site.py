"""The table inside a page: the same table, without a server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_hints import THOUGHT

pytestmark = pytest.mark.xdist_group("site")  # it is built once


def begin(player):
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="screen")
    expect(player.prompt).to_contain_text("name your impulse")


def test_a_whole_game_against_the_computer(sit, site):
    """Set up, played to its end against a bot in its own worker, with a result."""
    player = sit(site)
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="bot:greedy")
    expect(player.prompt).to_contain_text("name your impulse")
    assert player.play() > 20
    player.page.locator(".result, .over").first.wait_for()
    player.shot("site-over")


def test_a_closed_tab_loses_nothing(sit, site):
    """What was chosen is there when the page is opened again."""
    player = sit(site)
    begin(player)
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    address = player.page.url
    player.page.close()
    page = player.page.context.new_page()
    page.goto(address)
    expect(page.locator(".prompt h2")).to_contain_text("move a unit")


def test_it_opens_without_a_network_after_the_first_visit(sit, site):
    """The files are kept: the table, a match in it and a new one."""
    player = sit(site)
    begin(player)
    player.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    player.page.context.set_offline(True)
    player.page.reload()
    expect(player.prompt).to_contain_text("name your impulse")
    begin(player)


def test_one_window_has_the_table(sit, site):
    """Another one says so, and takes it over if the player wants that."""
    player = sit(site)
    begin(player)
    other = player.page.context.new_page()
    other.goto(player.page.url)
    expect(other.locator(".inside")).to_contain_text("another window")
    other.get_by_role("button", name="Go on here").click()
    expect(other.locator(".prompt h2")).to_contain_text("name your impulse")
    expect(player.page.locator(".inside")).to_contain_text("moved to another window")
    other.locator(".option").first.click()
    expect(other.locator(".prompt h2")).not_to_contain_text("name your impulse")


def test_why_not_and_odds_are_the_same(sit, site):
    """The reasons of the rules, with their numbers."""
    player = sit(site)
    begin(player)
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    player.piece("2rtr").press("Enter")
    player.page.mouse.click(*player.point("19"))
    why = player.page.locator(".popover.why")
    expect(why.locator(".rule")).to_have_text("9.3.3")
    why.locator(".rule").click()
    expect(player.page.locator(".popover.rule-text")).to_contain_text(re.compile("9.3.3"))


def test_what_would_you_do(sit, site):
    """The worker for bots says it, and what it says is shown as at any table."""
    player = sit(site)
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="bot:greedy")
    expect(player.prompt).to_contain_text("name your impulse")
    player.page.locator(".advice-ask").click()
    expect(player.page.locator(".plan-head")).not_to_have_count(0, timeout=THOUGHT)
    player.shot("site-hint")
    number = player.page.locator(".prompt").get_attribute("data-number")
    player.page.locator(".advice-do").click()
    player.moved_on(number)
