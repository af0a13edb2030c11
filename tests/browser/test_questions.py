"""No more questions than there are decisions: the usual, single answers, what goes together."""

import re

from playwright.sync_api import expect


def usual(player):
    """Take the usual, and wait for the next question of one's own."""
    page = player.page
    number = page.locator(".prompt").get_attribute("data-number")
    page.locator("button.usual").click()
    player.moved_on(number)
    expect(page.locator(".prompt.yours")).to_be_visible()


def test_the_introduction_of_malta_begins_after_a_few_answers(sit, home):
    player = sit(home)
    page = player.page
    player.new_match(game="malta", axis="you", allied="bot:greedy")
    expect(page.locator(".prompt.yours")).to_be_visible()
    presses = 0
    while page.locator("button.usual").count():
        usual(player)
        presses += 1
        assert presses < 5
    expect(player.prompt).not_to_contain_text("deployed or limbered")
    expect(player.log.filter(has_text="boards")).not_to_have_count(0)  # the landings are prepared
    player.shot("malta-after-usual")


def test_a_usual_deployment_is_offered_and_can_be_changed(sit, home):
    player = sit(home)
    page = player.page
    player.new_match(game="rommel", axis="you", allied="bot:greedy")
    expect(player.prompt).to_contain_text("deploy your blocks")
    player.shot("rommel-usual")
    usual(player)
    # The last block is left, so that all of it can still be looked over and taken back.
    expect(player.prompt).to_contain_text("deploy your blocks")
    expect(page.get_by_text("is deployed in")).to_have_count(7)
    page.locator(".undo-row button").click()
    expect(page.locator(".log-lines").get_by_text("takes back")).to_have_count(1)
    usual(player)  # a short rest is taken whole
    expect(player.prompt).not_to_contain_text("deploy your blocks")


def test_allied_ties_are_broken_if_nobody_wants_it_otherwise(sit, home):
    player = sit(home)
    page = player.page
    player.go("#/new")
    page.locator("input[name=game][value=commander]").check()
    expect(page.locator("input[name=option][value=break_ties]")).to_be_checked()


def test_the_first_turn_of_field_commander_takes_fewer_than_twenty_clicks(sit, home):
    """A stack attacks together, its odds are shown once, and nobody asks for Allied ties."""
    player = sit(home)
    page = player.page
    player.new_match(game="commander")
    expect(player.prompt).to_contain_text("Battle moves")
    clicks = 0
    page.mouse.move(*player.point("gd_66"))
    expect(player.piece("gd_66")).to_have_class(re.compile("fanned"))
    page.mouse.click(*player.point("gd_66"))
    page.locator(".together input").check()
    page.locator(".options .option").click()
    page.locator("dialog .main").click()
    clicks += 4
    # As many as the region can feed; what would cost something is a question of its own.
    expect(player.log.filter(has_text="moves to Marche")).to_have_count(3)
    expect(page.locator(".option").first).to_contain_text("Over the limit of 3")
    assert page.locator("dialog").count() == 0  # one odds dialog for the battle
    while "Battle moves" in player.prompt.inner_text() or clicks < 6:
        number = page.locator(".prompt").get_attribute("data-number")
        page.locator(".option").last.click()
        player.moved_on(number)
        expect(page.locator(".prompt.yours")).to_be_visible()
        clicks += 1
    first = page.locator(".phases li").first.inner_text()
    while page.locator(".phases li").first.inner_text() == first:
        number = page.locator(".prompt").get_attribute("data-number")
        page.locator(".option.last, .option").last.click()
        player.moved_on(number)
        expect(page.locator(".prompt.yours")).to_be_visible()
        clicks += 1
        assert clicks < 20
    player.shot("commander-second-turn")


def test_who_ends_with_units_that_could_move_is_asked_once(sit, home):
    player = sit(home)
    page = player.page
    page.evaluate("localStorage.khamsin = JSON.stringify({})")
    page.reload()
    page.locator(".hero .button.main").wait_for()
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="screen")
    player.choose("Regroup")
    player.option("End the Regroup").click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text(re.compile("units could still go somewhere"))
    player.shot("ask-end")
    dialog.get_by_role("button", name="Cancel").click()
    expect(player.prompt).to_contain_text("one space")
    player.option("End the Regroup").click()
    dialog.locator("input[name=sure]").check()
    dialog.locator(".main").click()
    expect(player.prompt).not_to_contain_text("one space")
    page.locator(".preferences").click()
    expect(page.locator("input[name=end]")).to_be_checked()


def test_units_that_are_only_named_to_be_moved_are_asked_about_too(sit, home):
    player = sit(home)
    page = player.page
    page.evaluate("localStorage.khamsin = JSON.stringify({})")
    page.reload()
    page.locator(".hero .button.main").wait_for()
    player.new_match(game="malta", axis="you", allied="bot:random")
    answers = 0
    while "strategic movement" not in player.prompt.inner_text():
        page.locator("button.usual").wait_for()
        number = page.locator(".prompt").get_attribute("data-number")
        page.keyboard.press("t")  # the usual, as often as it is offered
        player.moved_on(number)
        expect(page.locator(".prompt.yours")).to_be_visible()
        page.locator(".option").first.wait_for()
        answers += 1
        assert answers < 5
    page.keyboard.press("e")
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("3/88, HQ 20")
    dialog.get_by_role("button", name="Cancel").click()
    expect(player.prompt).to_contain_text("strategic movement")


def test_the_key_of_the_way_out_says_why_where_there_is_none(sit, home):
    player = sit(home)
    page = player.page
    player.new_match(game="battleaxe", allied="you", axis="screen")
    expect(player.prompt).to_contain_text("where 11H begins")
    page.keyboard.press("e")
    expect(page.locator(".toast")).to_contain_text("cannot be ended or skipped")
    page.keyboard.press("2")
    expect(player.log.filter(has_text="Bir Nuh")).to_have_count(1)
