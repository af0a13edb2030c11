"""Island of Death in the browser: the planning map, a landing, a move, the odds of an attack."""

import re

from playwright.sync_api import expect


def begin(player):
    """The Axis of the introductory scenario against a program that does anything."""
    player.new_match(game="malta", axis="you", allied="bot:random")
    expect(player.prompt).to_contain_text("deployed or limbered")


def take(player, words):
    """Click an option of the list, known by its words."""
    number = player.page.locator(".prompt").get_attribute("data-number")
    player.page.locator(f".option[data-words='{words}']").click()
    player.moved_on(number)


def until(player, question, most=60):
    """Do as little as can be done until this is asked."""
    for _ in range(most):
        # As long as the other side is asked there are no options; what comes then is looked at.
        player.page.locator(".option").first.wait_for(state="attached")
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

    # What is asked about lies on top of its stack, and is named.
    expect(page.locator(".picked")).to_contain_text("Art 28")
    top = "document.querySelector('.pieces').lastElementChild.getAttribute('aria-label')"
    assert "Art 28" in page.evaluate(top)

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


def test_a_click_on_a_stack_means_the_unit_that_can_do_something(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    until(player, "place artillery, ships and aircraft")
    lit = page.locator(".piece.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_class(re.compile("covered"))  # something else lies on Art 28
    x, y = player.point("art_28")
    page.mouse.click(x, y)  # at once: the stack has no time to fan out
    expect(page.locator(".picked")).to_contain_text("Art 28")
    expect(player.piece("art_28")).to_have_class(re.compile("selected"))


PHONE = {"width": 390, "height": 844}


def test_a_morning_on_a_phone(sit, home):
    player = sit(home, viewport=PHONE, has_touch=True, is_mobile=True)
    page = player.page
    begin(player)
    until(player, "landing forces")
    page.locator("[data-sheet=planning]").tap()
    page.locator(".option[data-words='second tank_t w2_1107']").tap()
    expect(player.piece("tank_t")).to_have_attribute("aria-label", re.compile("2nd wave"))

    until(player, "movement: choose a unit")
    take(player, "unit fr_3_88")
    page.locator(".jump").tap()
    page.touchscreen.tap(*player.point("0808"))  # a step: it may go on, or stop here
    expect(page.locator(".option[data-words=stop]")).to_be_visible()
    page.locator(".option[data-words=stop]").tap()
    expect(player.log.filter(has_text="3/88 moves: 0708 → 0808")).to_have_count(1)

    until(player, "attack a hex")
    page.locator(".option[data-words='attack 1309']").tap()
    odds = page.locator("dialog")
    expect(odds.locator(".rule").filter(has_text="9.3.f")).to_have_count(1)
    box = odds.bounding_box()
    assert box is not None
    assert box["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    odds.locator(".main").tap()
    expect(page.locator(".battle")).to_contain_text("Attack on 1309 Gharghur ridge")
    expect(page.locator(".battle .die")).to_have_count(0)  # nothing has been rolled for it yet


def test_drops_are_planned_by_keyboard(sit, home):
    """Before Operation Hercules: turn and hex of a marker, then a series; only we can see it."""
    player = sit(home, viewport={"width": 1280, "height": 800})
    page = player.page

    def type_and_enter(words):
        number = page.locator(".prompt").get_attribute("data-number")
        page.keyboard.press("/")
        expect(page.locator(".find-option")).to_be_focused()
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        player.moved_on(number)

    def press(key):
        number = page.locator(".prompt").get_attribute("data-number")
        page.keyboard.press(key)
        player.moved_on(number)

    player.go("#/new")
    page.locator("input[name=game][value=malta]").check()
    page.locator("input[name=scenario][value=hercules]").check()
    page.locator("select[name=seat-axis]").select_option("you")
    page.locator("select[name=seat-allied]").select_option("bot:random")
    page.locator(".new-match button[type=submit]").click()
    expect(player.prompt).to_contain_text("Ramcke")
    for hex_ in ("1213", "1512"):
        press("1")  # the morning
        type_and_enter(hex_)
    expect(player.prompt).to_contain_text("plan in secret")
    type_and_enter("Ram 1/3")
    # It waits in its box, which has come into sight; there is nothing to click but the turns.
    expect(page.locator(".picked")).to_contain_text("Ram 1/3")
    expect(page.locator(".piece.hinted")).to_have_count(1)
    expect(page.locator(".piece.hinted")).to_have_attribute("aria-label", re.compile("Ram 1/3"))
    expect(page.locator(".piece.hinted")).to_be_in_viewport()
    player.shot("malta-turn")
    press("1")
    expect(player.prompt).to_contain_text("where is Ram 1/3 to come down")
    player.place("1212").focus()
    press("Enter")  # on the map
    expect(player.log.filter(has_text="Ram 1/3 is planned for 29 June AM in 1212")).to_have_count(1)
    expect(page.get_by_text("Next: attaching units")).to_be_visible()
