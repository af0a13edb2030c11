"""A game from outside in the browser: a person plays a turn by mouse, a bot answers."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.table.serving import LOCAL_KEY, Server


@pytest.fixture
def oasis(outside, tmp_path) -> Iterator[Server]:
    """A table at home where a sixth game is installed."""
    server = Server(tmp_path, environment=outside, LOCAL_KEY=LOCAL_KEY)
    yield server
    server.stop()
    assert server.troubles() == []


def take(player, unit):
    """Click on a unit; a stack is fanned out when the mouse comes over it."""
    player.page.mouse.move(*player.point(unit))
    expect(player.piece(unit)).not_to_have_class(re.compile("covered"))
    player.page.mouse.click(*player.point(unit))
    expect(player.piece(unit)).to_have_class(re.compile("selected"))


def test_a_turn_by_mouse_against_a_bot(sit, oasis):
    player = sit(oasis)
    page = player.page
    player.new_match(game="oasis", raiders="you", emir="bot:greedy")
    expect(player.prompt).to_contain_text("move a unit one step")
    player.shot("oasis-first-turn")

    # Two units ride to Three Palms; one that cannot go there is told why.
    take(player, "spears")
    page.mouse.click(*player.point("bir"))
    why = page.locator(".popover.why")
    expect(why).to_contain_text("no common border")
    expect(why.locator(".rule")).to_have_text("5.1")
    page.keyboard.press("Escape")
    for unit in ("red_banner", "salt_riders"):
        take(player, unit)
        expect(player.place("bir")).to_have_class(re.compile("goal"))
        page.mouse.click(*player.point("bir"))
        expect(player.piece(unit)).to_have_attribute("aria-label", re.compile("in Three Palms"))
    player.choose("End the movement")

    # The odds stand there before the die is thrown.
    page.mouse.click(*player.point("bir"))
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("Repulse")
    player.shot("oasis-odds")
    dialog.locator(".main").click()
    expect(player.log.filter(has_text="The Raiders attack in Three Palms")).to_have_count(1)

    # The bot plays its half, and the next turn begins; losses are chosen as they come.
    begun = player.log.filter(has_text="The Raiders begin turn 2.")
    for _ in range(12):
        if begun.count():
            break
        player.play(most=1, quick=1.0)
    expect(begun).to_have_count(1)
    player.shot("oasis-second-turn")
