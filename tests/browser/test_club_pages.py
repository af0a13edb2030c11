"""Pages of a club: tournaments, ratings, what somebody has played."""

import re

from playwright.sync_api import expect

from tests.browser.test_hosting import PHONE, is_fit
from tests.table.serving import until
from tests.table.test_events import boards, resign


def test_a_tournament_from_the_announcement_to_the_standings(sit, club):
    host = sit(club, "Ritchie")
    page = host.page
    host.go("#/")
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_label("Title").fill("Knightsbridge cup")
    page.get_by_label("Format").select_option("round_robin")
    expect(page.get_by_label("Rounds")).to_have_value("1")
    page.locator("select[name=game]").select_option("battleaxe")
    page.get_by_label("Rated").check()
    page.get_by_label("Title").scroll_into_view_if_needed()
    host.shot("events-new")
    is_fit(host)
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_role("heading", name="Knightsbridge cup")).to_be_visible()
    event = page.evaluate("location.hash").rpartition("/")[2]
    players = {name: club.client(name) for name in ("Ritchie's friend", "Lumsden", "Norrie")}
    for client in players.values():
        client.post(f"/events/{event}/entries")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name="Enter")).to_be_visible()
    page.get_by_role("button", name="Remove: Norrie").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove: Norrie").click()
    expect(page.get_by_text("Norrie")).to_have_count(0)
    players["Norrie"].post(f"/events/{event}/entries")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    looker = players["Norrie"]
    row = next(each for each in boards(looker, event, 1) if each["match"])
    resign(players, row, "second")
    until(lambda: boards(looker, event, 2))
    last = next(each for each in boards(looker, event, 2) if each["match"])
    host.go("#/")
    host.go(f"#/events/{event}")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    page.get_by_label(re.compile(f"^Decide: {re.escape(last['first'])}")).select_option("0.5")
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    host.shot("event-standings")
    is_fit(host)
    page.set_viewport_size(PHONE)
    host.shot("event-standings-phone")
    is_fit(host)
    page.get_by_role("link", name="Match", exact=True).first.click()
    page.get_by_role("tab", name="Match").click()
    expect(page.get_by_role("link", name="Part of a tournament")).to_be_visible()
    page.get_by_role("link", name="Part of a tournament").click()
    page.get_by_role("button", name="Cancel the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel the tournament").click()
    expect(page.get_by_text(re.compile("^Cancelled"))).to_be_visible()


def test_ratings_and_a_player(sit, club):
    from tests.table.test_ratings import rated, rating_of

    one, two, match, (allied, _) = rated(club, 1)
    one.post(f"/matches/{match}/resign", seat=allied)
    until(lambda: rating_of(one, two))
    player = sit(club, "O'Connor")
    page = player.page
    player.go("#/")
    page.get_by_role("link", name="Ratings").click()
    expect(page.get_by_role("heading", name="Ratings")).to_be_visible()  # the lobby has such a link
    page.get_by_role("link", name="Operation Battleaxe").click()
    line = page.get_by_role("row").filter(has_text=two.person["name"])
    expect(line).to_contain_text("1662?")
    player.shot("ratings")
    is_fit(player)
    page.set_viewport_size(PHONE)
    player.shot("ratings-phone")
    is_fit(player)
    line.get_by_role("link").click()
    expect(page.locator(".of-side")).to_contain_text("1")
    expect(page.get_by_text("+162")).to_be_visible()
    player.shot("player-phone")
    is_fit(player)


def test_a_rated_match_is_agreed_when_it_is_set_up(sit, club):
    host = sit(club, "Freyberg")
    page = host.page
    host.go("#/new/battleaxe")
    page.get_by_role("checkbox", name=re.compile("^Rated")).check()
    expect(page.get_by_role("radio", name=re.compile("^Open"))).to_be_checked()
    expect(page.get_by_label("Time for each answer")).to_have_value("7")
    host.allow("400")
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".toast.error")).to_contain_text("two people")
    page.locator("select[name=seat-axis]").select_option("open")
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".clocks li")).to_have_count(2)
    host.go("#/")
    card = (
        page.locator("a.match-card").filter(has_text="Freyberg").or_(page.locator("a.match-card"))
    )
    expect(card.filter(has_text="Rated").first).to_be_visible()
