"""Rommel in the Desert by hand: deployment, cards, a Move, and on until a month is over."""

import re

from playwright.sync_api import expect


def begin(player):
    """The Axis of 1940 against a program that does anything."""
    player.go("#/new")
    page = player.page
    page.locator("input[name=game][value=rommel]").check()
    page.locator("input[name=scenario][value='1940']").check()
    page.locator("select[name=seat-axis]").select_option("you")
    page.locator("select[name=seat-allied]").select_option("bot:random")
    page.locator(".new-match button[type=submit]").click()
    expect(player.prompt).to_contain_text("deploy your blocks")


def send(player, block, place):
    """Pick a block up and say where it is to go; by keyboard, wherever the map is scrolled to."""
    number = player.page.locator(".prompt").get_attribute("data-number")
    expect(player.piece(block)).to_have_class(re.compile(r"\blit\b"))
    player.piece(block).press("Enter")
    expect(player.piece(block)).to_have_class(re.compile("selected"))
    expect(player.place(place)).to_have_class(re.compile("goal"))
    player.place(place).press("Enter")
    player.moved_on(number)


def test_a_month_by_hand(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    # Hundreds of options: their blocks are listed, and a number picks one up.
    blocks = page.locator(".option-unit")
    expect(blocks).to_have_count(8)
    expect(page.locator(".option:visible")).to_have_count(0)
    page.keyboard.press("2")
    expect(blocks).to_have_count(0)
    expect(page.locator(".option:visible")).not_to_have_count(0)
    expect(page.locator(".how")).to_contain_text("Pick a green place")
    page.keyboard.press("Escape")
    expect(blocks).to_have_count(8)
    for block in ("x_brescia", "x_trento"):
        send(player, block, "64")
    expect(player.piece("x_trento")).to_have_attribute("aria-label", re.compile("in Ft. Capuzzo"))
    player.play(most=6)  # the others anywhere
    player.choose("Keep the hand")
    expect(page.locator(".phases")).to_contain_text("Axis turn")

    # A Basic turn: one real card, a Group Move, one block sent off.
    page.locator(".option[data-words='play 1 1']").click()
    expect(player.prompt).to_contain_text("name a Group or Regroup Move")
    player.choose("Group Move from Ft. Capuzzo")
    send(player, "x_trento", "62")
    expect(player.piece("x_trento")).to_have_attribute("aria-label", re.compile("in El Adem"))
    expect(player.log.filter(has_text="Trento moves from Ft. Capuzzo")).to_have_count(1)
    page.keyboard.press("Escape")  # Trento is still selected: it could try a Forced March
    player.choose("End of movement")

    # From now on the Axis Passes until the Allies do as well: then the month is over.
    month = page.locator(".phases")
    for _ in range(80):
        page.locator(".option").first.wait_for(state="attached")  # many are not shown
        if "October 1940" in month.inner_text():
            break
        passing = page.locator(".option[data-words='play 0 0']")
        if passing.count():
            number = page.locator(".prompt").get_attribute("data-number")
            passing.click()
            player.moved_on(number)
        else:
            player.play(most=1, quick=1.0)
    expect(month).to_contain_text("October 1940")
    expect(player.log.filter(has_text="month 1 is over")).to_have_count(1)
    player.shot("rommel-month")
