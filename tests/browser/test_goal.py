"""The goal in sight: what each side needs and where it stands, in all games, large and small."""

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844}
NAMED = {
    "battleaxe": "of 10 VP",
    "commander": "0 of 3 Objectives",
    "gazala": "of 3 goals",
    "malta": "0% called off",
    "rommel": "blocks",
}


@pytest.mark.parametrize("game", NAMED)
def test_the_goal_is_always_in_sight(sit, home, game):
    player = sit(home, viewport={"width": 1366, "height": 768})
    page = player.page
    player.new_match(game=game)
    strip = page.locator(".goal-strip")
    expect(strip).to_contain_text(NAMED[game])
    expect(page.locator(".goal-list")).to_be_hidden()
    player.shot(f"goal-{game}-1366")
    page.keyboard.press("g")
    expect(page.locator(".goal")).not_to_have_count(0)
    expect(page.locator(".goal .rule").first).to_be_visible()
    tints = page.locator(".tint").count()
    page.locator(".light-goals").click()
    expect(page.locator(".tint")).not_to_have_count(tints)
    expect(page.locator(".goal-list")).to_be_hidden()  # the map is to be seen
    player.shot(f"goal-{game}-lit")
    page.keyboard.press("g")
    player.shot(f"goal-{game}-open")
    page.locator(".light-goals").click()
    expect(page.locator(".tint")).to_have_count(tints)


@pytest.mark.parametrize("game", NAMED)
def test_on_a_phone(sit, home, game):
    """One low line; unfolded it lies over the map, and lighting the places folds it."""
    player = sit(home, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page = player.page
    player.new_match(game=game)
    strip = page.locator(".goal-strip")
    expect(strip).to_contain_text(NAMED[game])
    box = strip.bounding_box()
    assert box is not None
    assert box["height"] <= 34
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    player.shot(f"goal-{game}-phone")
    strip.click()
    player.shot(f"goal-{game}-phone-open")
    page.locator(".light-goals").click()
    expect(page.locator(".goal-list")).to_be_hidden()
    expect(page.locator(".tint")).not_to_have_count(0)
