"""Field Commander: Rommel, which one plays alone: the Allied procedure, battles, the log."""

import re

from playwright.sync_api import expect


def begin(player, scenario="na", *options):
    page = player.page
    player.go("#/new")
    page.locator("input[name=game][value=commander]").check()
    page.locator(f"input[name=scenario][value={scenario}]").check()
    for option in options:
        page.locator(f"input[name=option][value={option}]").check()
    expect(page.locator("select[name^=seat-]")).to_have_count(1)
    page.locator(".new-match button[type=submit]").click()
    expect(player.prompt).to_contain_text("Battle moves")


def test_options_of_other_campaigns_are_not_offered(sit, home):
    player = sit(home)
    page = player.page
    player.go("#/new")
    page.locator("input[name=game][value=commander]").check()
    expect(page.get_by_text("Stukas on call")).to_be_visible()
    expect(page.get_by_text("Malta neutralised")).to_be_hidden()
    page.locator("input[name=scenario][value=na]").check()
    expect(page.get_by_text("Stukas on call")).to_be_hidden()
    expect(page.get_by_text("Malta neutralised")).to_be_visible()
    expect(page.get_by_text("40 VP or more")).to_be_visible()


def test_a_battle_has_plans_to_click_and_the_allies_are_followed_step_by_step(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    player.shot("commander-first")
    player.option("Move 15th Panzer to Agedabia").click()
    dialog = page.locator("dialog")
    expect(dialog.locator(".odds-row")).to_have_count(2)
    player.shot("commander-odds")
    dialog.locator(".main").click()
    expect(player.log.filter(has_text="15th Panzer moves to Agedabia")).to_have_count(1)
    player.choose("End the battle moves")
    expect(player.prompt).to_contain_text("buy Battle Plans")
    player.shot("commander-plans")
    page.locator(".hand, .hands").get_by_text("German 88").first.click()
    expect(player.log.filter(has_text="The Axis buys German 88")).to_have_count(1)
    player.choose("No more plans: fight")
    expect(page.locator(".battle .die").first).to_be_visible()  # fought out or not, its dice stay
    procedure = page.get_by_text("The Allies, step by step")
    for seed in range(100):  # the dice are the table's own, so nobody knows when it comes
        if procedure.count():
            break
        player.play(most=1, seed=seed)
    expect(procedure).to_be_visible()
    player.shot("commander-procedure")


def test_a_whole_campaign_is_played_and_stands_in_the_log(sit, home):
    player = sit(home)
    page = player.page
    begin(player, "na", "break_ties")
    player.play(most=1500, seed=5, quick=1)
    expect(page.locator(".prompt")).to_contain_text(re.compile("campaign is lost|Time has run out"))
    player.go("#/record/commander")
    expect(page.locator("table.record tbody tr").first).to_contain_text("North Africa")
    player.shot("commander-record")


def test_it_fits_a_phone(sit, home):
    player = sit(home, viewport={"width": 390, "height": 800}, has_touch=True)
    page = player.page
    player.go("#/new")
    page.locator("input[name=game][value=commander]").check()
    page.locator(".new-match button[type=submit]").click()
    expect(player.prompt).to_contain_text("Battle moves")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.shot("commander-phone")
