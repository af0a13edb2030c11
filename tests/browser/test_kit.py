"""What games can show: a hex map, hidden blocks, cards, a battle board, procedures, overlays."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

CHECKS = (Path(__file__).parent / "access.js").read_text(encoding="utf-8")
PHONE = {"width": 390, "height": 844}


def begin(player):
    player.new_match(game="skirmish", allied="you", axis="screen")
    lift_the_curtain(player)
    expect(player.prompt).to_contain_text("play a card")


def to_the_battle(player):
    begin(player)
    player.choose("Play none")
    player.option("Attack 0704").click()
    player.page.locator("dialog .main").click()
    expect(player.page.locator(".battle")).to_be_visible()


def lift_the_curtain(player):
    dialog = player.page.locator("dialog")
    expect(dialog).to_contain_text("is next")
    dialog.locator(".main").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hex_map_with_everything_on_it(sit, ground, scheme):
    player = sit(ground, color_scheme=scheme)
    begin(player)
    page = player.page
    player.shot(f"kit-{scheme}")
    assert page.locator(".hexes .soil").count() <= 3  # few elements for all the hexes
    for layer in ("escarpment", "ridge", "creek", "marsh", "works", "highway", "track", "railway"):
        expect(page.locator(f".terrain .drawn.{layer}")).not_to_have_count(0)
    for sign in ("port", "major_port", "fort", "airfield", "oasis", "depot", "base", "victory"):
        expect(page.locator(f".sign-of.{sign}")).to_have_count(1)
    expect(page.locator(".edges .minefield, .edges .breach")).to_have_count(2)
    expect(page.locator(".control .border")).to_have_count(2)  # the front, once for each side
    assert page.evaluate(CHECKS) == []


def test_blocks_of_the_other_side_stand_with_their_backs_to_us(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    expect(player.piece("A1").locator(".strength + .value")).to_have_text("4")
    expect(page.locator("[data-piece^='X']")).to_have_count(0)
    backs = page.locator("[data-piece^='?axis@']")
    expect(backs).to_have_count(5)  # three on the map, two in a box
    expect(backs.locator(".label")).to_have_count(0)
    page.mouse.click(*player.point("?axis@0806.1"))
    expect(page.locator(".inspector")).to_contain_text("Unknown unit, Axis")
    player.choose("Play none")
    player.option("End the move").click()
    expect(page.locator("dialog")).to_be_visible()
    expect(page.locator(".board-view")).to_be_hidden()  # nobody sees what is not his
    lift_the_curtain(player)
    expect(player.prompt).to_contain_text("Axis")
    expect(player.piece("X1")).to_be_visible()
    expect(page.locator("[data-piece^='A']")).to_have_count(0)
    expect(page.locator("[data-piece^='?allied@']")).to_have_count(3)


def test_own_cards_have_faces_and_those_of_others_a_number(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    hands = page.locator(".hand")
    expect(hands.nth(0).locator(".play-card-face.lit")).to_have_count(2)
    expect(hands.nth(1)).to_contain_text("3 cards")
    expect(hands.nth(1).locator(".play-card-face")).to_have_count(0)
    expect(hands.nth(2)).to_contain_text("9 chits")
    number = page.locator(".prompt").get_attribute("data-number")
    page.get_by_role("button", name=re.compile("Full Supply")).last.click()
    player.moved_on(number)
    expect(hands.nth(0).locator(".play-card-face")).to_have_count(1)
    expect(player.log.filter(has_text="plays Full Supply")).to_have_count(1)


def test_the_battle_board(sit, ground):
    player = sit(ground)
    begin(player)
    player.choose("Play none")
    player.option("Attack 0704").click()
    dialog = player.page.locator("dialog")
    expect(dialog.locator(".sums").first).to_contain_text("Strength of the attacker")
    expect(dialog.locator(".columns .end")).to_have_text("2:1")
    player.shot("kit-odds")
    dialog.locator(".main").click()
    battle = player.page.locator(".battle")
    expect(battle.locator(".battle-line")).to_have_count(2)
    expect(battle.locator(".battle-line").nth(1).locator(".portrait")).to_have_count(1)
    expect(battle.locator(".plan")).to_contain_text("One column more.")
    expect(battle.locator(".columns .end")).to_have_text("3:1")
    expect(battle.locator(".throws .die")).to_have_count(2)
    expect(battle.locator("td.row-now.column-now")).to_have_text("DD")
    expect(player.piece("X1")).to_have_class(re.compile("is-revealed"))
    player.shot("kit-battle")
    assert player.page.evaluate(CHECKS) == []


def test_costs_are_shown_for_the_selected_piece_and_overlays_are_remembered(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    player.choose("Play none")
    expect(page.locator(".cost")).to_have_count(0)
    page.mouse.click(*player.point("A3"))
    expect(page.locator(".cost")).not_to_have_count(0)
    page.get_by_role("button", name="Show on the map").click()
    page.get_by_label("Supply").check()
    page.get_by_label("Line of fire").check()
    expect(page.locator(".tint.side-a")).not_to_have_count(0)
    expect(page.locator(".ring")).to_have_count(1)
    expect(page.locator(".counts .arrow.fire")).to_have_count(1)
    page.keyboard.press("Escape")
    player.shot("kit-overlays")
    page.reload()
    lift_the_curtain(player)
    expect(page.locator(".ring")).to_have_count(1)
    page.get_by_role("button", name="Show on the map").click()
    page.get_by_label("Line of fire").uncheck()
    expect(page.locator(".ring")).to_have_count(0)


def test_a_procedure_and_what_comes_next(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    expect(page.locator(".step.now")).to_contain_text("A tie goes to the eastern one.")
    expect(page.locator(".step.done .die")).to_have_count(1)
    page.get_by_role("button", name="Next: Movement").click()
    expect(page.locator(".sequence .now")).to_contain_text("Cards")
    assert page.evaluate(CHECKS) == []


def test_boxes_can_be_closed_and_parts_of_the_map_shown(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    page.get_by_role("button", name="Boxes").click()
    inside = page.locator("[data-piece^='?axis@arrivals']")
    expect(inside).to_have_count(2)
    buttons = page.locator(".sheets").bounding_box()
    name = player.rest("[data-place=arrivals] .box-name")
    below, above = name["y"] + name["height"], buttons["y"] + buttons["height"]
    assert buttons["y"] > below or above < name["y"]  # not on it
    player.shot("kit-boxes")
    page.locator("[data-place=arrivals] .fold").click()
    expect(inside).to_have_count(0)
    expect(page.locator("[data-place=arrivals] .box-count")).to_have_text("2")
    page.reload()
    lift_the_curtain(player)
    expect(page.locator("[data-place=arrivals] .box-count")).to_have_text("2")
    page.locator("[data-place=arrivals] .fold").press("Enter")
    expect(inside).to_have_count(2)


def test_a_long_list_is_searched_by_typing(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    player.choose("Play none")
    assert page.locator(".option").count() > 9
    page.keyboard.press("/")
    expect(page.locator(".find-option")).to_be_focused()
    page.keyboard.type("a3 06")
    shown = page.locator(".option:visible")
    expect(shown).to_have_count(2)
    number = page.locator(".prompt").get_attribute("data-number")
    page.keyboard.press("Enter")
    player.moved_on(number)
    expect(player.log.filter(has_text="moves to 06")).to_have_count(1)
    page.keyboard.press("/")
    page.keyboard.type("end the")
    page.keyboard.press("Escape")
    expect(page.locator(".option:visible")).not_to_have_count(1)


def test_on_a_phone_it_begins_where_the_decision_is(sit, ground):
    player = sit(ground, viewport=PHONE, has_touch=True, is_mobile=True)
    begin(player)
    page = player.page
    player.choose("Play none")
    player.shot("kit-phone")
    card = "[data-piece=A3] .card"
    assert player.rest(card)["width"] > 35
    page.locator("[aria-label='Whole map']").tap()
    expect(player.piece("A3")).to_be_visible()
    small = player.rest(card)["width"]
    page.locator(".jump").tap()
    assert player.rest(card)["width"] > small
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(CHECKS) == []


def test_the_record_of_finished_matches(sit, ground):
    player = sit(ground)
    page = player.page
    begin(player)
    player.play(most=60, quick=1)
    expect(page.locator(".prompt.over")).to_be_visible()
    player.go("#/")
    page.get_by_role("link", name="Skirmish", exact=True).click()
    expect(page.locator(".record tbody tr")).not_to_have_count(0)
    expect(page.get_by_text("finished")).to_be_visible()
    assert page.evaluate(CHECKS) == []
    page.locator(".record a").first.click()
    expect(page.locator(".prompt.over")).to_be_visible()


def test_an_option_under_the_mouse_is_shown_among_the_others(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    player.choose("Play none")
    page.mouse.move(5, 5)
    lit = page.locator(".piece.lit")
    expect(lit).not_to_have_count(0)
    many = lit.count()
    page.locator(".option[data-words*='A3']").first.hover()
    expect(player.piece("A3")).to_have_class(re.compile("hinted"))
    expect(page.locator(".place.hinted")).to_have_count(1)
    expect(lit).to_have_count(many)
    page.mouse.move(5, 5)
    expect(page.locator(".hinted")).to_have_count(0)


def test_the_way_out_stands_apart_and_has_a_key(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    player.choose("Play none")
    out = page.locator(".ways-out .option")
    expect(out).to_have_text(re.compile("End the move"))
    expect(out).to_be_in_viewport()
    number = page.locator(".prompt").get_attribute("data-number")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_be_visible()  # the other side is next
    lift_the_curtain(player)
    player.moved_on(number)


def test_a_glance_tells_what_the_mouse_is_on(sit, ground):
    player = sit(ground)
    begin(player)
    page = player.page
    page.mouse.move(*player.point("A3"))
    expect(page.locator(".glance")).to_contain_text("A3 Bde")
    page.mouse.move(*player.point("?axis@0806.1"))
    expect(page.locator(".glance")).to_contain_text("Unknown unit")
    page.mouse.move(1200, 40)
    expect(page.locator(".glance")).to_be_hidden()


def test_a_view_that_shows_all_stays_where_it_is(sit, ground):
    player = sit(ground, viewport=PHONE, has_touch=True, is_mobile=True)
    begin(player)
    page = player.page
    player.choose("Play none")
    before = player.seen()
    expect(page.locator(".ways-out")).to_be_in_viewport()  # above the list, not below it
    number = page.locator(".prompt").get_attribute("data-number")
    player.option("A3|06").first.tap()
    player.moved_on(number)
    assert player.seen() == before
