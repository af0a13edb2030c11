"""Island of Death in the browser: the planning map, a landing, a move, the odds of an attack."""

import re

from playwright.sync_api import expect


def begin(player):
    """The Axis of the introductory scenario against a program that does anything."""
    player.new_match(game="malta", axis="you", allied="bot:random")
    expect(player.prompt).to_contain_text("deployed or limbered", timeout=20_000)


def take(player, words):
    """Click an option of the list, known by its words."""
    number = player.page.locator(".prompt").get_attribute("data-number")
    player.page.locator(f".option[data-words='{words}']").click()
    player.moved_on(number)


def until(player, question, most=60):
    """Do as little as can be done until this is asked."""
    for _ in range(most):
        if question in player.prompt.inner_text():
            return
        number = player.page.locator(".prompt").get_attribute("data-number")
        last = player.page.locator(".option.last")
        (last if last.count() else player.page.locator(".option")).first.click()
        player.moved_on(number)
    raise AssertionError(f"{question!r} was never asked; now: {player.prompt.inner_text()}")


def test_a_morning_by_hand(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    # What lies face down has no face for us, and nothing tells what it is.
    expect(player.piece("cg_01")).to_have_attribute("aria-label", re.compile("CG 1"))
    expect(player.piece("cg_01").locator(".back-text")).to_have_text("?")

    until(player, "landing forces")
    expect(player.piece("tank_t")).to_have_attribute(
        "aria-label", re.compile("Follow-up box North")
    )
    take(player, "second tank_t w2_1107")
    expect(player.piece("tank_t")).to_have_attribute("aria-label", re.compile("2nd wave"))
    player.shot("malta-landing")

    until(player, "movement: choose a unit")
    take(player, "unit fr_3_88")
    expect(player.prompt).to_contain_text("where does 3/88 go")
    goal = page.locator(".option[data-words^='go ']").first
    place = str(goal.get_attribute("data-words")).split()[1]
    page.mouse.move(5, 5)  # an option under the mouse is shown by itself
    expect(player.place(place)).to_have_class(re.compile("lit"))
    take(player, f"go {place}")
    expect(player.log.filter(has_text="3/88 moves")).to_have_count(1)

    until(player, "attack a hex")
    page.locator(".option[data-words='attack 1309']").click()
    odds = page.locator("dialog")
    expect(odds).to_contain_text("against 1309 Gharghur ridge")
    expect(odds.locator(".rule").filter(has_text="9.3.d")).to_have_count(1)
    player.shot("malta-odds")
    odds.locator(".main").click()
    expect(player.prompt).to_contain_text("which units attack")
    expect(page.locator(".battle")).to_contain_text("Attack on 1309 Gharghur ridge")
