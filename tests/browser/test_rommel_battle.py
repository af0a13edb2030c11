"""A battle of Rommel in the Desert by mouse: two seats at one screen, blocks, hexes and buttons."""

import re

from playwright.sync_api import expect

ITALIANS = (
    "x_brescia", "x_pavia", "x_bologna", "x_savona", "x_sabratha", "x_trento", "x_trieste",
    "x_corpsart",
)  # fmt: skip
NEXT = """(number) => document.querySelector('dialog')
    || document.querySelector('.prompt')?.dataset.number !== number"""
BRITISH = ("a_22g", "a_7_sg", "a_7_7", "a_11h")


def lift_the_curtain(player):
    dialog = player.page.locator("dialog")
    expect(dialog).to_contain_text("is next")
    dialog.locator(".main").click()


def carry(player, block, place):
    """Click a block, then a hex; all of the map is in sight."""
    page = player.page
    page.get_by_role("button", name="Whole map").click()
    number = page.locator(".prompt").get_attribute("data-number")
    expect(player.piece(block)).to_have_class(re.compile(r"\blit\b"))
    page.mouse.click(*player.point(block))
    expect(player.piece(block)).to_have_class(re.compile("selected"))
    expect(player.place(place)).to_have_class(re.compile("goal"))
    page.mouse.click(*player.point(place))
    return number


def click(player, words):
    """Click an option of the list."""
    page = player.page
    number = page.locator(".prompt").get_attribute("data-number")
    option = page.locator(f".option[data-words='{words}']")
    option.wait_for(state="attached")
    if option.is_hidden():  # of too many only the blocks are listed
        page.locator(f".option-unit[data-unit='{words.split()[1]}']").click()
    option.click()
    return number


def test_a_battle_by_mouse(sit, home):
    player = sit(home, viewport={"width": 1600, "height": 1000})
    page = player.page
    player.new_match(game="rommel", axis="you", allied="screen")
    lift_the_curtain(player)
    expect(player.prompt).to_contain_text("deploy your blocks")
    for block in ITALIANS[:-1]:
        player.moved_on(carry(player, block, "64"))
    carry(player, ITALIANS[-1], "64")
    lift_the_curtain(player)
    for block in BRITISH[:-1]:
        player.moved_on(carry(player, block, "89"))
    carry(player, BRITISH[-1], "89")
    lift_the_curtain(player)
    expect(page.locator("[data-piece^='?allied@89']")).to_have_count(4)  # their backs
    for _ in range(2):
        click(player, "keep")
        lift_the_curtain(player)

    player.moved_on(click(player, "play 1 1"))
    player.moved_on(click(player, "group 64"))
    for block, via in (("x_brescia", "64"), ("x_corpsart", "64"), ("x_trento", "88")):
        player.moved_on(click(player, f"engage {block} 64 89 {via}"))
    player.shot("rommel-attack")
    page.keyboard.press("Escape")
    click(player, "done")
    lift_the_curtain(player)
    player.moved_on(click(player, "accept 89"))
    for block in BRITISH:  # in the order that their player likes, as long as it matters
        number = click(player, f"fire_at {block} infantry")
        page.wait_for_function(NEXT, arg=number)
        if page.locator("dialog").count():
            break
    lift_the_curtain(player)

    # The Allies have fired; after the losses the guns may choose what they fire at.
    guns = page.locator(".option[data-words^='fire_at x_corpsart']")
    for _ in range(9):
        page.locator(".option").first.wait_for()
        if guns.count():
            break
        number = page.locator(".prompt").get_attribute("data-number")
        page.locator(".option").first.click()
        player.moved_on(number)
    battle = page.locator(".battle")
    expect(battle.locator(".throws li")).to_have_count(4)
    expect(battle.locator(".throws")).to_contain_text("11H at infantry: Double Fire")
    player.shot("rommel-battle-1280")
    page.set_viewport_size({"width": 390, "height": 844})  # on a phone nothing sticks out
    battle.scroll_into_view_if_needed()
    player.shot("rommel-battle-390")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 1280, "height": 900})
    guns.first.click()
    lift_the_curtain(player)
    expect(player.log.filter(has_text="Corps Art fires at")).to_have_count(1)
