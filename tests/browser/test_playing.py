"""Playing at one screen: by clicking, by dragging, by keyboard, with undo, to the very end."""

import re

from playwright.sync_api import expect


def begin(player):
    player.new_match("historical_setup", allied="you", axis="screen")
    expect(player.prompt).to_contain_text("name your impulse")


def test_the_first_turn_by_clicking_on_the_board(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    player.shot("first-turn")
    page.mouse.click(*player.point("D"))  # 16.3: Zones A to D are active together
    expect(player.prompt).to_contain_text("move a unit")
    page.mouse.move(*player.point("2rtr"))
    expect(player.piece("2rtr")).to_have_class(re.compile("fanned"))
    page.mouse.click(*player.point("2rtr"))
    expect(player.piece("2rtr")).to_have_class(re.compile("selected"))
    expect(player.place("2")).to_have_class(re.compile("goal"))
    player.shot("selected")
    page.mouse.click(*player.point("2"))
    expect(player.piece("2rtr")).to_have_attribute("aria-label", re.compile("in Bir el-Hurush"))
    expect(player.log.filter(has_text="2RTR moves")).to_have_count(1)


def test_a_unit_can_be_dragged(sit, home):
    player = sit(home)
    begin(player)
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    page = player.page
    page.mouse.move(*player.point("7rtr"))
    expect(player.piece("7rtr")).to_have_class(re.compile("fanned"))
    page.mouse.move(*player.point("7rtr"))
    page.mouse.down()
    page.mouse.move(*player.point("3"), steps=6)
    page.mouse.up()
    expect(player.piece("7rtr")).to_have_attribute("aria-label", re.compile("in Sidi Suleiman"))


def test_why_not_tells_the_rule(sit, home):
    player = sit(home)
    begin(player)
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    page = player.page
    player.piece("2rtr").press("Enter")
    page.mouse.click(*player.point("19"))
    why = page.locator(".popover.why")
    expect(why).to_contain_text("Why not?")
    expect(why.locator(".rule")).to_have_text("9.3.3")
    player.shot("why-not")
    why.locator(".rule").click()
    expect(page.locator(".popover.rule-text")).to_contain_text("9.3.3")


def test_the_rules_are_read_in_the_language_of_the_page(sit, home):
    player = sit(home, locale="es-ES")
    page = player.page
    player.new_match("historical_setup", allied="you", axis="screen")
    player.choose("Asalto desde A Buq-Buq, B Bir Nuh, C Sofafi y D Gasr el-Abid")
    player.piece("2rtr").press("Enter")
    page.mouse.click(*player.point("19"))
    page.locator(".popover.why .rule").click()
    rule = page.locator(".popover.rule-text")
    expect(rule).to_contain_text("9.3.3 Zonas")
    expect(rule).to_contain_text("solo por las líneas impresas")
    expect(rule.locator("p[lang=es]")).to_have_count(1)
    player.shot("why-not-es")


def test_odds_are_shown_before_an_attack(sit, home):
    player = sit(home)
    begin(player)
    player.choose("Assault from H Tobruk")
    player.option("Attack").click()
    dialog = player.page.locator("dialog")
    expect(dialog.locator(".odds-row")).not_to_have_count(0)
    player.shot("odds")
    dialog.get_by_role("button", name="Cancel").click()
    expect(player.prompt).to_contain_text("move a unit")
    player.option("Attack").click()
    dialog.locator(".main").click()
    expect(player.prompt).to_contain_text("choose the units that attack")


def test_a_battle_has_a_panel_with_dice(sit, home):
    player = sit(home)
    begin(player)
    page = player.page
    player.choose("Assault from H Tobruk")
    player.option("Attack").click()
    page.locator("dialog .main").click()
    expect(player.option("All of them")).to_be_visible()
    seen = False
    for _ in range(12):
        player.play(most=1, seed=7, quick=0.0)
        if page.locator(".battle-dice .die").count():
            seen = True
            player.shot("battle")
            break
    assert seen
    expect(page.locator(".log-lines .die").first).to_be_visible()


def test_undo_takes_back_and_says_why_it_cannot(sit, home):
    player = sit(home)
    begin(player)
    page = player.page
    player.choose("Regroup")
    expect(player.prompt).to_contain_text("one space")
    page.locator(".undo-row button").click()
    expect(player.prompt).to_contain_text("name your impulse")
    expect(player.log.last).to_contain_text("takes back")
    player.choose("Pass")
    player.choose("Keep it")  # no fuel shortage
    player.choose("Pass")  # the Axis too: the dice are rolled for the night
    expect(player.log.filter(has_text="impulse 2")).to_have_count(1)
    page.get_by_role("button", name="Undo").first.click()
    dialog = page.locator("dialog")  # it needs consent now, and both seats are ours
    dialog.get_by_role("button", name="Ask for an undo").click()
    expect(player.log.filter(has_text="with consent")).to_have_count(1)


def test_the_keyboard_is_enough(sit, home):
    player = sit(home)
    begin(player)
    page = player.page
    page.locator("#main").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    player.place("A").focus()
    page.keyboard.press("Enter")
    expect(player.prompt).to_contain_text("move a unit")
    page.keyboard.press("Escape")
    page.locator("#main").focus()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.getAttribute('data-piece')")
    assert focused
    page.keyboard.press("Enter")
    expect(page.locator(".piece.selected")).to_have_count(1)
    player.shot("keyboard")
    number = page.locator(".prompt").get_attribute("data-number")
    page.keyboard.press("1")
    player.moved_on(number)
    expect(player.log.filter(has_text="moves from")).to_have_count(1)
    page.keyboard.press("u")
    expect(player.log.filter(has_text="takes back")).to_have_count(1)
    page.keyboard.press("+")
    page.keyboard.press("0")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("How the table works")
    expect(page.locator("dialog")).to_contain_text("the British try to relieve Tobruk")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_whole_game_at_one_screen(sit, home):
    player = sit(home)
    begin(player)
    made = player.play(seed=5, quick=0.75)
    assert made > 50
    page = player.page
    expect(page.locator(".prompt.over")).to_contain_text("wins")
    player.shot("finished")
    page.get_by_role("tab", name="Match").click()
    expect(page.get_by_text("The seed, shown now that the match is over")).to_be_visible()


def test_a_curtain_falls_before_sealed_bids(sit, home):
    player = sit(home)
    player.new_match("bids", "historical_setup", allied="you", axis="screen")
    expect(player.prompt).to_contain_text("bid in secret")
    prompt = player.page.locator(".prompt")
    seat = prompt.get_attribute("data-seat")
    assert seat
    player.option("5").first.click()
    dialog = player.page.locator("dialog")
    expect(dialog).to_contain_text("is next")
    dialog.locator(".main").click()
    expect(prompt).not_to_have_attribute("data-seat", seat)
    expect(player.prompt).to_contain_text("bid in secret")
