"""Gazala 1942 in the browser: a move by clicking, by keyboard and on a phone; combat; overlays.

A match on file is opened at the moment in question, so that nobody waits for the dice.
"""

import random
import re
from functools import cache

from playwright.sync_api import expect

from khamsin.bots.greedy import GreedyBot
from khamsin.games import find
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat

PHONE = {"width": 390, "height": 844}


@cache
def filed(prompt, verb):
    """A match between two greedy bots, up to a question with such an option, as a file."""
    match = Match(find("gazala"), Setup("opening"), SeededDice("browser"))
    bot = GreedyBot(random.Random(1))
    while True:
        ask, side = match.decision, match.to_answer[0]
        assert ask is not None
        if ask.prompt == prompt and any(option[0] == verb for option in match.legal(side)):
            return journal_of(match).text()
        match.choose(bot.choose(Seat(match, side)), side)


def open_at(player, tmp_path, prompt, verb):
    """Open the file on the page; all seats are the player's own."""
    file = tmp_path / "gazala.journal"
    file.write_text(filed(prompt, verb), encoding="utf-8")
    player.go("#/")
    player.page.locator("input[type=file]").set_input_files(file)
    player.page.get_by_role("button", name="show my side").click()
    player.page.locator(".option").first.wait_for()


def take(player, words):
    """Click an option of the list, known by its words."""
    number = player.page.locator(".prompt").get_attribute("data-number")
    player.page.locator(f".option[data-words='{words}']").click()
    player.moved_on(number)


GOAL = """() => [...document.querySelectorAll('.option[data-words^="to "]')]
    .map((option) => option.dataset.words.split(" ")[1])
    .find((place) => {
        const light = document.querySelector(`[data-place="${place}"] .light`);
        const { x, y, width, height } = light.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top?.closest("[data-place]")?.dataset.place === place;
    })"""
"""A hex that the unit in hand can reach and that nothing covers on the screen."""


def test_a_movement_phase_by_mouse_and_keyboard(sit, home, tmp_path):
    player = sit(home, viewport={"width": 1280, "height": 800})
    page = player.page
    open_at(player, tmp_path, "move", "unit")
    expect(player.prompt).to_contain_text("take a unit or stack in hand")
    expect(page.locator(".phases")).to_contain_text("Movement phase")

    page.mouse.move(*player.point("15_2_i"))  # fans the stack out
    expect(player.piece("15_2_i")).to_have_class(re.compile("fanned"))
    number = page.locator(".prompt").get_attribute("data-number")
    page.mouse.click(*player.point("15_2_i"))
    player.moved_on(number)
    expect(page.locator(".cost")).not_to_have_count(0)  # what every hex costs
    player.rest()
    place = page.evaluate(GOAL)
    player.shot("gazala-move")
    number = page.locator(".prompt").get_attribute("data-number")
    page.mouse.click(*player.point(place))
    player.moved_on(number)
    expect(player.piece("15_2_i")).to_have_attribute("aria-label", re.compile(place))
    expect(player.log.filter(has_text=re.compile(f"2/15.*{place}"))).to_have_count(1)
    page.keyboard.press("u")
    expect(player.piece("15_2_i")).not_to_have_attribute("aria-label", re.compile(f"in {place}"))

    # The same with keys alone; a hex that is closed tells why.
    number = page.locator(".prompt").get_attribute("data-number")
    player.piece("15_3_i").press("Enter")
    player.moved_on(number)
    player.place("0912").press("Enter")
    expect(page.locator(".popover.why .rule")).to_have_text("4.32")
    page.keyboard.press("Escape")
    player.rest()
    place = page.evaluate(GOAL)
    number = page.locator(".prompt").get_attribute("data-number")
    player.place(place).press("Enter")
    player.moved_on(number)
    expect(player.piece("15_3_i")).to_have_attribute("aria-label", re.compile(place))
    player.option("End the movement phase").click()
    expect(page.locator(".phases")).to_contain_text(re.compile("Armour phase|Combat phase"))


def test_what_players_count(sit, home, tmp_path):
    """Zones of control, supply, the formation that is activated, the range of its HQ."""
    player = sit(home, viewport={"width": 1280, "height": 800}, color_scheme="dark")
    page = player.page
    open_at(player, tmp_path, "move", "unit")
    page.get_by_role("button", name="Show on the map").click()
    for name in ("zoc_allied", "supply_axis"):
        tinted = page.locator(".tint").count()
        page.locator(f".overlay-list input[value={name}]").check()
        expect(page.locator(".tint")).not_to_have_count(tinted)
    player.shot("gazala-overlays-dark")
    page.locator(".overlay-list input[value=activation]").check()
    expect(page.locator(".ring")).to_have_count(1)
    expect(page.locator(".tint.side-a, .tint.side-b")).not_to_have_count(0)
    page.keyboard.press("Escape")
    player.shot("gazala-activation-dark")


def test_an_attack_names_every_shift_with_its_rule(sit, home, tmp_path):
    player = sit(home, viewport={"width": 1280, "height": 800})
    page = player.page
    open_at(player, tmp_path, "combat", "attack")
    page.locator(".option[data-words^='attack ']").first.click()
    dialog = page.locator("dialog")
    expect(dialog.locator(".columns .start, .columns .end")).not_to_have_count(0)
    expect(dialog.locator(".odds-row")).not_to_have_count(0)
    player.shot("gazala-odds")
    number = page.locator(".prompt").get_attribute("data-number")
    dialog.locator(".main").click()
    player.moved_on(number)
    take(player, "all")
    take(player, "yes")  # the aircraft
    battle = page.locator(".battle")
    expect(battle.locator(".ladder .end")).to_have_count(1)
    named = battle.locator(".ladder").inner_text()
    for shift, rule in (("Defender's HQ", "10.12"), ("Aircraft", "10.5")):
        assert re.search(rf"{shift}\s+{rule}", named)
    expect(battle.locator("td.row-now.column-now")).to_have_count(1)
    player.shot("gazala-battle")


def test_a_phone(sit, home, tmp_path):
    player = sit(home, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page = player.page
    open_at(player, tmp_path, "move", "unit")
    player.shot("gazala-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    number = page.locator(".prompt").get_attribute("data-number")
    page.touchscreen.tap(*player.point("15_2_i"))  # fans the stack out
    expect(player.piece("15_2_i")).to_have_class(re.compile("fanned"))
    page.touchscreen.tap(*player.point("15_2_i"))
    player.moved_on(number)
    expect(page.locator(".cost")).not_to_have_count(0)
    player.rest()
    place = page.evaluate(GOAL)
    player.shot("gazala-phone-reach")
    number = page.locator(".prompt").get_attribute("data-number")
    page.touchscreen.tap(*player.point(place))
    player.moved_on(number)
    expect(player.piece("15_2_i")).to_have_attribute("aria-label", re.compile(place))


def test_a_unit_to_be_set_up_need_not_be_picked_and_the_map_shows_where_it_can_go(sit, home):
    player = sit(home, viewport={"width": 1440, "height": 900})
    page = player.page
    player.new_match(game="gazala", axis="you", allied="bot:recruit")
    page.get_by_role("button", name="Set them up myself").click()
    expect(player.prompt).to_contain_text("choose where 200 (I) begins")
    expect(player.option("Place the rest for me")).to_be_visible()
    x, y = player.point("2704")
    box = page.locator(".board-view").bounding_box()
    assert box is not None
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
    number = page.locator(".prompt").get_attribute("data-number")
    page.mouse.click(x, y)
    player.moved_on(number)
    expect(player.log.last).to_contain_text("200 (I) begins in 2704")
