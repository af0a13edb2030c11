"""Looking: replay, sandbox, files, languages, a phone, dark and light, and who cannot see."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.table.serving import until

CHECKS = (Path(__file__).parent / "access.js").read_text(encoding="utf-8")


def begin(player):
    player.new_match("historical_setup", allied="you", axis="screen")
    expect(player.prompt).to_contain_text("name your impulse")


def test_replay_and_sandbox(sit, home):
    player = sit(home)
    begin(player)
    player.play(most=12, seed=2, quick=0.2)
    page = player.page
    match = page.evaluate("location.hash.split('/')[2]")
    page.get_by_role("button", name="Rewind").click()
    expect(page.locator(".replay")).to_be_visible()
    expect(page).to_have_url(re.compile("/at/"))
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="One step back").click()
    page.locator(".replay input[type=range]").fill("3")
    expect(page.locator(".replay .where")).to_contain_text("3 /")
    player.shot("replay")
    expect(page).to_have_url(re.compile("/at/3$"))
    page.get_by_label("Seen as").select_option("axis")
    expect(page.locator(".replay .where")).to_contain_text("3 /")
    page.get_by_role("button", name="Try it out from here").click()
    expect(page.locator(".replay")).to_be_hidden()
    assert page.evaluate("location.hash.split('/')[2]") != match
    player.play(most=2, seed=1, quick=0.0)  # a table like any other
    player.go(f"#/m/{match}/at/5")  # every position has an address
    expect(page.locator(".replay .where")).to_contain_text("5 /")
    page.get_by_role("button", name="Back to the current position").click()
    expect(page.locator(".replay")).to_be_hidden()


def test_files_to_keep(sit, home, tmp_path):
    player = sit(home)
    begin(player)
    player.play(most=5, seed=2, quick=0.2)
    page = player.page
    page.get_by_role("tab", name="Match").click()
    player.shot("match")
    saved = {}
    for name in ("Download the match", "Download the board as SVG", "Download the board as PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        saved[name] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[name])
    assert saved["Download the board as SVG"].read_text(encoding="utf-8").startswith("<svg")
    assert saved["Download the board as PNG"].read_bytes()[:4] == b"\x89PNG"
    player.go("#/")
    page.locator("input[type=file]").set_input_files(saved["Download the match"])
    expect(page.locator(".prompt")).to_be_visible()
    expect(page).to_have_url(re.compile("#/m/"))


def test_the_log_has_filters_and_rules_can_be_read(sit, home):
    player = sit(home)
    begin(player)
    player.play(most=8, seed=4, quick=0.1)
    page = player.page
    everything = player.log.count()
    page.get_by_role("button", name="Moves", exact=True).click()
    expect(player.log).not_to_have_count(everything)
    assert 0 < player.log.count() < everything
    page.get_by_role("button", name="All", exact=True).click()
    page.locator(".prompt .rule").hover()
    expect(page.locator(".popover.rule-text")).to_be_visible()
    player.shot("rule")


def test_a_close_look_and_overlays(sit, home):
    player = sit(home)
    begin(player)
    page = player.page
    page.mouse.click(*player.point("12"))
    expect(page.locator(".inspector")).to_contain_text("Ghot Adhidiba")
    page.get_by_role("button", name="Show on the map").click()
    page.get_by_label("Axis supply").check()
    expect(page.locator(".tint.side-b")).not_to_have_count(0)
    player.shot("supply")
    page.keyboard.press("Escape")
    player.play(most=2, seed=1, quick=0.0)
    with page.expect_response("**/positions/*/overlays*"):  # the same can be counted in the past
        page.get_by_role("button", name="Rewind").click()
        page.get_by_role("button", name="One step back").click()
    expect(page.locator(".tint.side-b")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Your decision"), ("es", "Tu decisión"), ("pl", "Twoja decyzja")],
)
def test_three_languages(sit, home, language, words):
    player = sit(home)
    begin(player)
    page = player.page
    page.locator("select.language").select_option(language)
    expect(page.locator(".prompt .state")).to_contain_text(words)
    assert page.evaluate("document.documentElement.lang") == language
    assert not re.search(r"\b[a-z]+\.[a-z]+_?[a-z]*\b(?=$)", page.locator(".tabs").inner_text())
    player.shot(f"language-{language}")


def test_a_phone(sit, home):
    player = sit(home, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    player.shot("phone-lobby")
    begin(player)
    page = player.page
    player.shot("phone")
    page.locator(".option").first.tap()
    expect(player.prompt).to_contain_text("move a unit")
    page.touchscreen.tap(*player.point("7rtr"))  # fans the stack out
    expect(player.piece("7rtr")).to_have_class(re.compile("fanned"))
    page.touchscreen.tap(*player.point("7rtr"))
    expect(player.piece("7rtr")).to_have_class(re.compile("selected"))
    player.shot("phone-selected")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*player.point("3"))
    expect(player.log.filter(has_text="7RTR moves")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_cannot_see_or_point(sit, home, scheme):
    """Names, roles, labels, contrast, order: what a machine can check of accessibility."""
    player = sit(home, color_scheme=scheme)
    page = player.page
    assert page.evaluate(CHECKS) == []
    player.go("#/new")
    page.locator(".new-match").wait_for()
    assert page.evaluate(CHECKS) == []
    begin(player)
    player.play(most=6, seed=4, quick=0.1)
    for tab in ("Log", "Inspect", "Chat", "Match"):
        page.get_by_role("tab", name=tab).click()
        assert page.evaluate(CHECKS) == []
    player.shot(f"table-{scheme}")
    page.keyboard.press("?")
    assert page.evaluate(CHECKS) == []


def test_tab_goes_through_what_is_lit(sit, home):
    player = sit(home)
    begin(player)
    page = player.page
    page.locator("#main").focus()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_js_property("tagName", "SUMMARY")  # the goals
    page.keyboard.press("Tab")
    seen = set()
    for _ in range(5):
        thing = page.evaluate(
            "document.activeElement.getAttribute('data-place') || document.activeElement.tagName"
        )
        seen.add(thing)
        page.keyboard.press("Tab")
    assert {"A", "B", "C", "D", "H"} <= seen


@pytest.mark.parametrize("size", [(1400, 900), (1024, 768)])
def test_sizes(sit, home, size):
    player = sit(home, viewport={"width": size[0], "height": size[1]}, color_scheme="dark")
    begin(player)
    player.play(most=30, seed=8, quick=0.15)
    player.shot(f"size-{size[0]}")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_what_optional_rules_do_is_told_in_the_language_of_the_page(sit, home):
    player = sit(home)
    page = player.page
    player.go("#/new")
    effect = page.locator("input[value=luftwaffe] + span small")
    expect(effect).to_contain_text("From the start of the second turn")
    page.locator("select.language").select_option("es")
    expect(effect).to_contain_text("Desde el comienzo del segundo turno")
    page.locator("select.language").select_option("pl")
    expect(effect).to_contain_text("Od początku drugiej tury")


def test_the_lobby_shows_the_games(sit, home):
    player = sit(home)
    page = player.page
    expect(page.locator(".game-card svg .terrain")).to_have_count(5)
    assert page.evaluate(CHECKS) == []
    page.locator(".game-card").filter(has_text="Gazala 1942").click()
    expect(page.locator("input[name=game][value=gazala]")).to_be_checked()


def test_who_plays_is_told_in_the_language_of_the_page(sit, home):
    player = sit(home)
    page = player.page
    player.new_match("historical_setup", allied="you", axis="bot:random")
    expect(page.locator(".option")).not_to_have_count(0)
    match = page.evaluate("location.hash.split('/')[2]")
    page.locator("select.language").select_option("es")
    expect(page.locator(".prompt .state")).to_contain_text("Tu decisión")
    player.go("#/")
    card = page.locator(f".match-card[href='#/m/{match}']")
    expect(card).to_contain_text("Aliados: Tú")
    expect(card).not_to_contain_text("random")


def test_the_log_begins_at_its_end(sit, home):
    player = sit(home)
    begin(player)
    player.play(most=12, seed=2, quick=0.2)
    page = player.page
    page.reload()
    expect(player.log).not_to_have_count(0)
    last = page.locator(".log-lines .line").last
    expect(last).to_be_in_viewport()


def test_the_whole_of_the_map_is_first_the_sheet_that_is_played_on(sit, home):
    player = sit(home)
    player.new_match(game="commander")
    page = player.page
    expect(page.locator(".option")).not_to_have_count(0)
    expect(page.locator("[data-sheet]")).to_have_count(0)  # the other campaigns are not offered
    page.keyboard.press("0")
    one = player.seen()
    page.keyboard.press("+")
    page.keyboard.press("0")
    assert player.seen() == pytest.approx(one, abs=2)
    page.keyboard.press("0")
    assert player.seen()[3] > 2 * one[3]  # three of them, one below the other


def test_nothing_but_map_is_shown_where_there_is_enough_of_it(sit, home):
    player = sit(home, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(player)
    page = player.page
    page.locator(".option").first.tap()
    expect(player.prompt).to_contain_text("move a unit")
    x, y, w, h = player.seen()
    width, height = page.evaluate(
        "(() => { const b = document.querySelector('.terrain .desert'); "
        "return [b.width.baseVal.value, b.height.baseVal.value]; })()"
    )
    assert x >= -1
    assert y >= -1
    assert x + w <= width + 1
    assert y + h <= height + 1


def test_what_comes_late_does_not_cover_what_was_opened_since(sit, home):
    player = sit(home)
    page = player.page
    player.go("#/new")
    expect(page.locator(".new-match")).to_be_visible()
    held = []
    lists = re.compile(r"/api/matches\?.*list=")

    def hold(route):
        held.append(route)

    page.route(lists, hold)
    with page.expect_request(re.compile(r"/api/matches\?.*list=finished")):
        player.go("#/")
    player.go("#/new/gazala")
    expect(page.locator("input[name=game][value=gazala]")).to_be_checked()
    # Of the lobby three, and one of the page for new matches; they are heard of while we ask.
    until(lambda: page.evaluate("true") and len(held) == 4)
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    expect(page.locator("input[name=game][value=gazala]")).to_be_checked()
    expect(page.locator(".hero")).to_have_count(0)
