"""What would you do? Asked, thought about, shown on the board, done; and refused against people."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_company import invite

PHONE = {"width": 390, "height": 844}
SIDES = {
    "battleaxe": ("allied", "axis"),
    "commander": ("axis",),
    "gazala": ("allied", "axis"),
    "malta": ("allied", "axis"),
    "rommel": ("allied", "axis"),
}


def ask(player):
    """Ask by the button, and wait for the plans."""
    page = player.page
    page.locator(".advice-ask").click()
    expect(page.locator(".advice")).to_be_visible()
    expect(page.locator(".plan-head")).not_to_have_count(0)


def begin(player, game, *options):
    """Against the computer, at the first question for which there is advice."""
    mine, *others = SIDES[game]
    player.new_match(*options, game=game, **{mine: "you"}, **dict.fromkeys(others, "bot:greedy"))
    expect(player.page.locator(".advice-ask, .usual").first).to_be_visible()


def prepared(player):
    """Past the preparations, in the usual way."""
    page = player.page
    while page.locator(".usual").count():
        number = page.locator(".prompt").get_attribute("data-number")
        page.locator(".usual").click()
        player.moved_on(number)
        expect(page.locator(".advice-ask, .usual").first).to_be_visible()


@pytest.mark.parametrize("game", SIDES)
def test_what_would_you_do(sit, home, game):
    """The plans with their chances and reasons, one of them on the board; then it is done."""
    player = sit(home)
    page = player.page
    begin(player, game)
    prepared(player)
    ask(player)
    player.shot(f"hint-{game}")
    plans = page.locator(".plan-line")
    assert 1 <= plans.count() <= 3
    expect(page.locator(".plan-line.shown")).to_have_count(1)
    expect(page.locator(".plan-chance").first).to_contain_text("%")
    first = page.locator(".plan-first").first.text_content()
    for n in range(plans.count()):
        page.locator(".plan-head").nth(n).click()
        expect(page.locator(".plan-line.shown .plan-number")).to_have_text(str(n + 1))
        player.shot(f"hint-{game}-{n + 1}")
    page.locator(".plan-head").first.click()
    number = page.locator(".prompt").get_attribute("data-number")
    page.locator(".advice-do").click()
    dialog = page.locator("dialog[open] button.main")
    page.wait_for_function(
        "(number) => document.querySelector('dialog[open]')"
        " || document.querySelector('.prompt')?.dataset.number !== number",
        arg=number,
    )
    if dialog.count():
        dialog.click()
    player.moved_on(number)
    assert first
    player.shot(f"hint-{game}-done")


@pytest.mark.parametrize("game", SIDES)
def test_on_a_phone(sit, home, game):
    player = sit(home, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page = player.page
    begin(player, game)
    prepared(player)
    ask(player)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".advice").scroll_into_view_if_needed()
    player.shot(f"hint-{game}-phone")
    page.locator(".advice-away").click()
    expect(page.locator(".advice")).to_have_count(0)
