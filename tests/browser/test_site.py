"""The table inside a page: the same table, without a server."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from khamsin.games import GAMES, find
from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.journal import parse
from tests.browser.test_hints import THOUGHT
from tests.browser.test_lessons import STEPS, go_on, step
from tests.browser.test_lessons import begin as begin_lesson
from tests.some import some
from tests.table.serving import until

GOLDEN = Path(__file__).parents[1] / "golden"
LINKS = """() => [...document.querySelectorAll("a[href], link[href], img[src]")]
  .map((one) => one.href || one.src)
  .filter((one) => one.startsWith(location.origin)).map((one) => one.split("#")[0])"""
SCREEN = """() => [".board-view > svg", ".prompt", ".options-box", ".goal-strip", ".log-lines"].map(
  (part) => document.querySelector(part)?.outerHTML)"""
ASK = """async ([method, path, given]) => {
  const { get, post } = await import("./transport/transport.js");
  return method === "GET" ? get(path, given) : post(path, given);
}"""

pytestmark = pytest.mark.xdist_group("site")  # it is built once


def begin(player):
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="screen")
    expect(player.prompt).to_contain_text("name your impulse")


def test_a_whole_game_against_the_computer(sit, site):
    """Set up, played to its end against a bot in its own worker, with a result."""
    player = sit(site)
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="bot:greedy")
    expect(player.prompt).to_contain_text("name your impulse")
    assert player.play() > 20
    player.page.locator(".result, .over").first.wait_for()
    player.shot("site-over")


def setups(game) -> list[tuple[str, list[str]]]:
    """Every scenario as it is printed, and with all the options that go with it."""
    found: list[tuple[str, list[str]]] = []
    for scenario in game.scenarios:
        fit: list[str] = []
        for each in game.options:
            with contextlib.suppress(SetupError):
                game.check_setup(Setup(scenario.id, (*fit, each.id)))
                fit.append(each.id)
        found += [(scenario.id, options) for options in ([], fit)]
    return found


def ask(page, method, path, **given):
    """Ask the table, as often as it takes: it bears no more than people do."""
    for _ in range(60):
        with contextlib.suppress(Error):
            return page.evaluate(ASK, [method, path, given])
        page.wait_for_timeout(250)
    return page.evaluate(ASK, [method, path, given])


def test_every_scenario_and_option_is_played_in_the_page(sit, site):
    """Both sides at one screen, or alone: a match is made, and the first answers are taken.

    All games in one page: to start Python in it takes longer than the rest.
    """
    page = sit(site).page
    for game in some([find(slug) for slug in GAMES]):
        seats = {side: {"kind": "you"} for side in game.sides}
        for scenario, options in some(setups(game)):
            wish = {"game": game.slug, "scenario": scenario, "options": options, "seats": seats}
            match = f"/matches/{ask(page, 'POST', '/matches', **wish)['id']}"
            for _ in range(3):
                side = ask(page, "GET", f"{match}/table")["decision"]["to_answer"][0]
                seen = ask(page, "GET", f"{match}/table", seat=side)["decision"]
                given = {"seat": side, "number": seen["number"]}
                ask(page, "POST", f"{match}/choices", **given, words=seen["options"][0]["words"])
            assert ask(page, "GET", f"{match}/table")["match"]["entries"] >= 3, wish


@pytest.mark.parametrize("end", ["closed", "killed"])
def test_a_page_that_ends_loses_nothing(sit, site, end):
    """What was chosen is there when the page is opened again."""
    player = sit(site)
    begin(player)
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    address, context = player.page.url, player.page.context
    if end == "killed":
        session = context.browser.new_browser_cdp_session()
        for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                os.kill(process["id"], signal.SIGKILL)
    player.page.close()
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".prompt h2")).to_contain_text("move a unit")


def test_it_opens_without_a_network_after_the_first_visit(sit, site):
    """The files are kept: the table, a match in it and a new one."""
    player = sit(site)
    begin(player)
    player.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    player.page.context.set_offline(True)
    player.page.reload()
    expect(player.prompt).to_contain_text("name your impulse")
    begin(player)


def test_one_window_has_the_table(sit, site):
    """Another one says so, and takes it over if the player wants that."""
    player = sit(site)
    begin(player)
    other = player.page.context.new_page()
    other.goto(player.page.url)
    expect(other.locator(".inside")).to_contain_text("another window")
    other.get_by_role("button", name="Go on here").click()
    expect(other.locator(".prompt h2")).to_contain_text("name your impulse")
    expect(player.page.locator(".inside")).to_contain_text("moved to another window")
    other.locator(".option").first.click()
    expect(other.locator(".prompt h2")).not_to_contain_text("name your impulse")


def test_why_not_and_odds_are_the_same(sit, site):
    """The reasons of the rules, with their numbers."""
    player = sit(site)
    begin(player)
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    player.piece("2rtr").press("Enter")
    player.page.mouse.click(*player.point("19"))
    why = player.page.locator(".popover.why")
    expect(why.locator(".rule")).to_have_text("9.3.3")
    why.locator(".rule").click()
    expect(player.page.locator(".popover.rule-text")).to_contain_text(re.compile("9.3.3"))


def test_a_lesson_is_learned_without_a_network(sit, site):
    """From its first card to its last."""
    player = sit(site)
    page = player.page
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    begin_lesson(player)
    while go_on(page):
        pass
    steps, goal = STEPS["battleaxe"]
    assert step(page) == steps
    expect(page.locator(".goal-strip")).to_contain_text(goal)


def test_the_same_screen_as_at_a_table(sit, home, site, tmp_path):
    """A match that was saved looks the same in the page, down to the last line of its map."""
    players = sit(home), sit(site)
    for game in some(GAMES):
        golden = min((GOLDEN / game).glob("*.khamsin")).read_text(encoding="utf-8")
        file = tmp_path / f"{game}.journal"
        head, _, lines = golden.partition("---\n")
        head = "".join(line for line in head.splitlines(True) if not line.startswith("seed "))
        file.write_text(head + "---\n" + "".join(lines.splitlines(True)[:150]), encoding="utf-8")
        screens: list[Any] = []
        for player in players:
            player.go("#/")
            player.page.locator(".hero input[type=file]").set_input_files(file)
            if find(game).rules.hidden:
                player.page.locator("dialog .main").click()  # the curtain between two at one screen
            player.page.locator(".option").first.wait_for()
            player.rest()
            player.shot(f"same-{game}-{len(screens)}")
            screens.append(player.page.evaluate(SCREEN))
        assert None not in screens[0][:2], game
        assert screens[0] == screens[1], game


def test_a_file_goes_out_and_a_match_goes_on_elsewhere(sit, club, site):
    """What is saved here opens in `khamsin`, also where pieces are hidden; a link carries the
    match to a hosted table, where a friend takes a side.
    """
    player = sit(site)
    page = player.page
    player.new_match(game="rommel", axis="you", allied="screen")
    assert player.play(40) == 40
    page.locator("[data-tab=match]").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download the match").click()
    file = Path(coming.value.path()).read_text(encoding="utf-8")
    entries = len(load(parse(file), find("rommel")).match.entries)
    assert entries >= 40
    page.get_by_label("Address of the table").fill(club.url)
    page.get_by_role("button", name="Prepare the link").click()
    link = page.locator(".friend a.main").get_attribute("href")
    player.shot("site-friend")
    host = sit(club, "carrier")
    host.page.goto(link)
    host.page.locator("select[name=seat-axis]").select_option("you")
    host.page.locator("select[name=seat-allied]").select_option("invite")
    host.shot("site-continue")
    host.page.get_by_role("button", name="Go on here").click()
    invitation = host.page.locator("input.invite").input_value()
    host.page.get_by_role("link", name="To the table").click()
    expect(host.page.locator(".board-view")).to_be_visible()
    guest = sit(club, "carried")
    guest.page.goto(invitation)
    guest.page.locator("main .button.main, main button.main").first.click()
    expect(guest.page.locator(".board-view")).to_be_visible()
    for one in (host, guest):
        expect(one.page.locator(".sandbox-mark")).to_be_visible()
    host.page.goto(f"{club.url}/#/continue/nonsense")
    expect(host.page.locator("main")).to_contain_text("carries no match")


def test_a_new_version_waits_until_it_is_wanted(sit, site):
    """It is announced; the match that is being played stays, and goes on in it."""
    player = sit(site)
    begin(player)
    page = player.page
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    player.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    worker, news = site.folder / "offline.js", site.folder / "index.html"
    old = {path: path.read_text(encoding="utf-8") for path in (worker, news)}
    try:
        worker.write_text(re.sub(r'STATE = "\w+"', 'STATE = "newer"', old[worker]))
        news.write_text(old[news].replace("<title>", '<meta name="newer" content=""><title>'))
        page.reload()
        expect(page.locator(".update")).to_contain_text("A new version")
        assert not page.locator("meta[name=newer]").count()
        expect(player.prompt).to_contain_text("move a unit")
        page.get_by_role("button", name="Use it now").click()
        page.wait_for_selector("meta[name=newer]", state="attached")
        expect(player.prompt).to_contain_text("move a unit")
        until(lambda: len(page.evaluate("() => caches.keys()")) == 1)  # the old one goes
    finally:
        for path, text in old.items():
            path.write_text(text, encoding="utf-8")


def test_it_can_be_installed_and_asks_to_be_kept(sit, site):
    """A manifest with icons that the browser takes; with the first match it asks for storage that
    is not cleared away.
    """
    player = sit(site)
    page = player.page
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window of a test leaves no trace, and so nothing can be installed from it.
    assert {each["errorId"] for each in found} <= {"in-incognito"}
    page.evaluate(
        "() => { navigator.storage.persist = async () => { window.asked = true; return true; }; }"
    )
    begin(player)
    assert until(lambda: page.evaluate("() => window.asked"))


def test_how_to_play_is_part_of_it(sit, site):
    """From the lobby to the pages of the games; no link of theirs leads nowhere."""
    player = sit(site, viewport={"width": 390, "height": 844})
    page = player.page
    page.get_by_role("link", name="How to play, and more").click()
    player.shot("site-docs")
    looked: set[str] = set()
    coming = {page.url}
    while coming - looked:
        address = (coming - looked).pop()
        looked.add(address)
        if not address.endswith((".html", "/")):
            assert page.request.get(address).ok, address
        elif address != site.url:
            assert page.goto(address).ok, address
            coming |= set(page.evaluate(LINKS))
    assert {f"{site.url}docs/play/{game}.html" for game in (*GAMES, "browser")} <= {
        *looked,
        f"{site.url}docs/play/battleaxe.html",  # its page is the one about the browser
    }
    assert site.url in looked


def test_what_would_you_do(sit, site):
    """The worker for bots says it, and what it says is shown as at any table."""
    player = sit(site)
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="bot:greedy")
    expect(player.prompt).to_contain_text("name your impulse")
    player.page.locator(".advice-ask").click()
    expect(player.page.locator(".plan-head")).not_to_have_count(0, timeout=THOUGHT)
    player.shot("site-hint")
    number = player.page.locator(".prompt").get_attribute("data-number")
    player.page.locator(".advice-do").click()
    player.moved_on(number)
