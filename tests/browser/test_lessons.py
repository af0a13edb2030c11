"""A lesson in the browser: from the lobby through every step to one's first game."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

CHECKS = (Path(__file__).parent / "access.js").read_text(encoding="utf-8")
STEPS = {"battleaxe": (41, "2 of 10 VP"), "commander": (23, "")}
"""How many there are, and what the goals say at the end."""
SHOTS = (1, 5, 8, 11, 16, 20, 24, 33, 41)


def begin(player, game="battleaxe"):
    player.page.locator(f".learn[data-game={game}]").click()
    player.page.locator(".lesson-text").wait_for()


def step(page) -> int:
    return int(page.locator(".lesson-step").inner_text().split()[0])


def go_on(page) -> bool:
    """Do what the card says; False at the end."""
    before = page.locator(".lesson-step").inner_text()
    following = page.locator(".lesson [data-does=next]")
    if following.count():
        following.click()
    elif page.locator(".lesson [data-does=play]").count():
        return False
    else:
        unit = page.locator(".option-unit.lesson-points")  # of too many answers, only units
        if unit.count():
            unit.first.click()
        page.locator(".option.lesson-points").first.click()
        page.locator("dialog .main, .lesson-step").first.wait_for()
        odds = page.locator("dialog .odds-box")
        page.wait_for_function(
            "(before) => document.querySelector('dialog .main')"
            " || document.querySelector('.lesson-step').textContent !== before",
            arg=before,
        )
        if odds.count():
            page.locator("dialog .main").click()
    expect(page.locator(".lesson-step")).not_to_have_text(before)
    return True


@pytest.mark.parametrize("game", STEPS)
def test_a_whole_lesson_and_then_the_first_game(sit, club, game):
    player = sit(club, f"new{game}")
    page = player.page
    player.shot("lesson-lobby")
    begin(player, game)
    seen = []
    while True:
        seen.append(step(page))
        if seen[-1] in SHOTS:
            player.shot(f"lesson-{game}-{seen[-1]}")
        if not go_on(page):
            break
    assert seen == list(range(1, STEPS[game][0] + 1))
    expect(page.locator(".goal-strip")).to_contain_text(STEPS[game][1])
    page.locator(".lesson [data-does=play]").click()
    expect(page.locator(".lesson")).to_have_count(0)
    page.locator(".option").first.wait_for()


def test_it_points_refuses_and_goes_back(sit, club):
    player = sit(club, "pupil")
    page = player.page
    begin(player)
    expect(page.locator(".lesson-rings circle")).to_have_count(1)
    go_on(page)
    expect(page.locator(".goals.lesson-points")).to_have_count(1)
    go_on(page)
    expect(page.locator(".lesson-rings circle")).to_have_count(2)
    go_on(page)
    expect(page.locator(".option.lesson-points")).to_have_text(re.compile("Regroup"))
    player.allow("422")
    page.locator(".option[data-words=pass]").click()
    expect(page.locator(".toast")).to_have_text(re.compile("^Good for later"))
    assert step(page) == 4
    go_on(page)
    # On the map, as anywhere, here by keys: pick the unit up, then the place.
    for thing in ("[data-piece='22gds']", "[data-place='7']"):
        page.locator(f".board-view {thing}").first.focus()
        page.keyboard.press("Enter")
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^6 "))
    page.reload()
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^6 "))
    page.locator(".lesson [data-does=back]").click()
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^5 "))
    page.locator(".lesson [data-does=restart]").click()
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^1 "))
    assert page.evaluate(CHECKS) == []
    page.locator(".lesson [data-does=leave]").click()
    page.locator(".hero").wait_for()
    begin(player)
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^1 "))


def test_it_is_left_and_gone_on_with(sit, club):
    """It waits where it was left; only who wants to begins anew. Nor is the end of a move asked."""
    player = sit(club, "truant")
    page = player.page
    page.evaluate("localStorage.khamsin = '{}'")
    page.reload()
    begin(player)
    while step(page) < 9:
        go_on(page)  # ends the regrouping too, with most units unmoved
    page.locator(".lesson [data-does=leave]").click()
    expect(page.locator(".learn[data-game=battleaxe]")).to_contain_text("go on with the lesson")
    expect(page.locator(".learn[data-game=commander]")).to_contain_text("learn it in")
    player.shot("lesson-begun")
    begin(player)
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^9 "))
    page.locator(".lesson [data-does=leave]").click()
    page.locator(".learn-again").click()
    expect(page.locator(".lesson-step")).to_have_text(re.compile("^1 "))


@pytest.mark.parametrize(("game", "asks"), [("rommel", 16), ("gazala", 15)])
def test_the_answer_is_in_sight_where_there_are_too_many_to_list(sit, club, game, asks):
    player = sit(club, f"many{game}")
    page = player.page
    begin(player, game)
    while step(page) < asks:
        go_on(page)
    pointed = page.locator(".options .lesson-points")
    expect(pointed.first).to_be_in_viewport()
    player.shot(f"lesson-{game}-many")
    go_on(page)


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_it_fits_the_screen(sit, club, size):
    player = sit(club, f"p{size[0]}", viewport={"width": size[0], "height": size[1]})
    page = player.page
    begin(player)
    for _ in range(4):
        go_on(page)
    assert page.evaluate(CHECKS) == []
    box = page.locator(".lesson").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    player.shot(f"lesson-move-{size[0]}")
    for _ in range(8):
        go_on(page)


@pytest.mark.parametrize(("language", "words"), [("es-ES", "Es la tarde"), ("pl-PL", "Jest pop")])
def test_in_other_languages(sit, home, language, words):
    player = sit(home, locale=language)
    begin(player)
    expect(player.page.locator(".lesson-text")).to_contain_text(words)


def test_on_a_low_screen_the_answers_stand_below_the_question(sit, club):
    """In a battle, too; what explains them follows. No mark of a sandbox hides the map."""
    player = sit(club, "low", viewport={"width": 1366, "height": 768})
    page = player.page
    begin(player, "commander")
    while "buy Battle Plans" not in player.prompt.inner_text():
        assert go_on(page)
    expect(page.locator(".battle")).to_be_visible()
    expect(page.locator(".option").first).to_be_in_viewport()
    answers, battle = (
        page.locator(".options-box").bounding_box(),
        page.locator(".battle").bounding_box(),
    )
    assert answers is not None
    assert battle is not None
    assert answers["y"] < battle["y"]
    expect(page.locator(".sandbox-mark")).to_have_count(0)
    # No button is lower than what it says.
    low = "(all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    assert page.locator(".option").evaluate_all(low) == 0
    page.locator(".side-top").evaluate("(top) => { top.scrollTop = 300; }")
    number = page.locator(".prompt").get_attribute("data-number")
    while page.locator(".prompt").get_attribute("data-number") == number:
        assert go_on(page)
    expect(page.locator(".side-top")).to_have_js_property("scrollTop", 0)
    expect(page.locator(".option.lesson-points").first).to_be_in_viewport()
