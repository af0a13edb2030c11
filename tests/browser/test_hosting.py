"""A table for many: terms and clocks of slow matches, settings of an account, notices."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.test_company import invite
from tests.table.test_club import admin_command

CHECKS = (Path(__file__).parent / "access.js").read_text(encoding="utf-8")
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}


def is_fit(player):
    """Nothing to complain of, for those who hear the page and those with a small screen."""
    assert player.page.evaluate(CHECKS) == []
    width = player.page.viewport_size["width"]
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_open_match_with_clocks(sit, club):
    host, guest = sit(club, "Cunningham"), sit(club, "Bastico", viewport=PHONE)
    page = host.page
    host.go("#/new")
    expect(page.get_by_label("When time runs out")).to_be_hidden()
    expect(page.get_by_role("radio", name="Private")).to_be_checked()
    page.locator("input[name=option][value=historical_setup]").check()
    page.locator("select[name=seat-axis]").select_option("open")
    expect(page.get_by_role("radio", name=re.compile("^Open"))).to_be_checked()
    page.get_by_label("Time for each answer").select_option("3 days")
    page.get_by_label("When time runs out").select_option("bot greedy")
    page.get_by_label("When time runs out").scroll_into_view_if_needed()
    host.shot("hosted-new")
    is_fit(host)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".clocks li")).to_have_count(2)
    expect(page.locator(".clocks li.running")).to_have_count(0)  # nobody has come yet
    match = page.evaluate("location.hash")

    guest.go("#/new")
    is_fit(guest)
    guest.go("#/")
    guest.page.locator(f"a.match-card[href='{match}']").click()
    guest.page.get_by_role("tab", name="Match").click()
    guest.page.get_by_role("button", name=re.compile("Play .* myself")).click()
    running = guest.page.locator(".clocks li.running")
    expect(running).to_have_count(1)
    expect(running).to_contain_text("Allied")
    expect(running.get_by_role("timer")).to_have_text("2 d 23 h")
    expect(running).to_contain_text("running")
    guest.shot("clocks-phone")
    is_fit(guest)

    expect(page.locator(".clocks li.running")).to_have_count(1)
    host.shot("clocks")
    host.go("#/")
    card = page.locator(f"a.match-card[href='{match}']")
    expect(card).to_contain_text("Time left: 2 d 23 h")
    host.shot("hosted-lobby")
    is_fit(host)


def test_settings_are_kept_or_refused(sit, club):
    player = sit(club, "Graziani", viewport=PHONE)
    page = player.page
    page.get_by_role("link", name="Settings: Graziani").click()
    page.get_by_label("E-mail address").fill("graziani@example.org")
    page.get_by_label("Webhook").fill("ftp://example.org")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Not saved")).to_contain_text("https://")
    expect(page.get_by_label("Webhook")).to_be_focused()
    player.shot("settings-refused")
    is_fit(player)
    page.get_by_label("Webhook").fill("https://example.org/hook")
    expect(page.get_by_text("Not saved")).to_have_count(0)
    page.get_by_label("Webhook").press("Enter")
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    player.allow("503")
    page.route("**/api/me?*", lambda route: route.fulfill(status=503, body="{}"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Not saved")).to_be_visible()
    page.unroute("**/api/me?*")
    page.get_by_label("Language of pages and e-mail").select_option("pl")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Zapisano.")).to_be_visible()
    player.shot("settings-pl")
    page.reload()
    expect(page.get_by_label("Adres e-mail")).to_have_value("graziani@example.org")
    expect(page.get_by_label("Webhook")).to_have_value("https://example.org/hook")
    is_fit(player)
    page.get_by_role("button", name="Wyloguj", exact=True).click()
    expect(page.get_by_label("Hasło", exact=True)).to_be_visible()
    expect(page.locator(".bell")).to_have_count(0)


def test_the_bell_tells_what_happened(sit, club):
    host, guest = sit(club, "Messervy"), sit(club, "Cavallero", viewport=PHONE, color_scheme="dark")
    invite(host, guest)
    page = guest.page
    bell = page.locator(".bell")
    expect(bell).to_have_attribute("aria-label", "No new notifications")
    match = page.evaluate("location.hash")
    guest.go("#/")
    expect(page.locator(".hero")).to_be_visible()
    host.page.get_by_role("tab", name="Match").click()
    host.page.get_by_role("button", name="Offer a draw").click()
    expect(host.page.locator(".offer")).to_be_visible()
    bell.press("Enter")
    expect(bell).to_have_attribute("aria-label", "1 new notification")
    news = page.get_by_role("dialog", name="Notifications")
    expect(news.locator("a")).to_be_focused()
    guest.shot("notices")
    is_fit(guest)
    page.keyboard.press("Enter")
    expect(page.locator(".offer")).to_be_visible()
    assert page.evaluate("location.hash") == match
    expect(bell).to_have_attribute("aria-label", "No new notifications")  # seen at the table
    is_fit(guest)

    guest.go("#/")
    expect(page.locator(".hero")).to_be_visible()
    host.page.get_by_role("button", name="Resign").click()
    host.page.locator("dialog .main").click()
    expect(host.page.locator(".prompt.over")).to_be_visible()
    guest.go("#/new")
    expect(bell).to_have_attribute("aria-label", "1 new notification")
    bell.click()
    expect(news).to_contain_text("The match is over")
    news.get_by_role("button", name="Mark all as read").click()
    expect(bell).to_be_focused()
    expect(bell).to_have_attribute("aria-label", "No new notifications")
    page.reload()
    expect(bell).to_have_attribute("aria-label", "No new notifications")


def test_the_host_sees_and_renews_his_invitations(sit, club):
    host, guest = sit(club, "Gott"), sit(club, "Nehring", viewport=PHONE)
    page = host.page
    host.go("#/new")
    page.locator("select[name=seat-axis]").select_option("invite")
    page.get_by_role("button", name="Start the match").click()
    old = page.locator("input.invite").input_value()
    page.get_by_role("link", name="Go to the table").click()
    page.get_by_role("tab", name="Match").click()
    links = page.locator(".invites")
    expect(links).to_contain_text("not used yet, valid until")
    host.shot("invitations")
    is_fit(host)
    links.get_by_role("button", name="New link for Axis").click()
    new = links.locator("input.invite").input_value()
    assert new != old
    guest.allow("404")
    guest.go(old[old.index("#") :])
    guest.page.get_by_role("button", name="Take the seat").click()
    expect(guest.page.locator(".toast.error")).to_contain_text("nothing here")
    guest.go(new[new.index("#") :])
    guest.page.get_by_role("button", name="Take the seat").click()
    expect(guest.page.locator(".board, svg").first).to_be_visible()
    page.reload()
    page.get_by_role("tab", name="Match").click()
    expect(links).to_contain_text("used by Nehring")
    expect(links.get_by_role("button", name="New link")).to_have_count(0)
    is_fit(host)


def test_another_password_and_the_end_of_an_account(sit, club):
    player = sit(club, "Neame", viewport=PHONE)
    page = player.page
    player.allow("403")
    player.allow("401")
    player.go("#/me")
    form = page.locator("form").filter(has_text="Change the password")
    form.get_by_label("Current password").fill("not this one")
    form.get_by_label("New password").fill("a better password")
    form.get_by_role("button", name="Change the password").click()
    expect(form.get_by_role("status")).to_have_text("Wrong password.")
    form.get_by_label("Current password").fill("a good password")
    form.get_by_role("button", name="Change the password").click()
    expect(form.get_by_role("status")).to_contain_text("Changed.")
    player.shot("account")
    is_fit(player)
    with page.expect_download() as file:
        page.get_by_role("link", name="Download your data").click()
    assert json.loads(file.value.path().read_text("utf-8"))["account"]["name"] == "Neame"
    end = page.locator("form").filter(has_text="Delete the account")
    end.get_by_label("Current password").fill("a better password")
    end.get_by_role("button", name="Delete it").click()
    page.locator("dialog .main").click()
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    page.get_by_label("Name").fill("Neame")
    page.get_by_label("Password").fill("a better password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".toast.error")).to_contain_text("Wrong name or password")


def test_an_administrator_takes_away_what_was_said(sit, club):
    judge, host, guest = sit(club, "Maitland"), sit(club, "Crocker"), sit(club, "Tellera")
    judge.allow("401")  # whoever is made an administrator signs in anew
    assert admin_command(club, "make", "Maitland").returncode == 0
    invite(host, guest)
    match = guest.page.evaluate("location.hash")
    guest.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_label("Write a message").fill("an insult")
    guest.page.get_by_role("button", name="Send").click()
    host.page.get_by_role("tab", name="Chat").click()
    expect(host.page.locator(".chat-lines")).to_contain_text("an insult")
    page = judge.page
    page.reload()
    page.get_by_label("Name").fill("Maitland")
    page.get_by_label("Password").fill("a good password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".hero").wait_for()
    judge.go("#/me")
    page.get_by_role("link", name="Administration").click()
    page.get_by_label("Part of a name").fill("tel")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".people li")).to_have_count(1)
    page.get_by_label("Address of the match").fill(match)
    page.get_by_role("button", name="Seats and chat").click()
    judge.shot("administration")
    is_fit(judge)
    page.set_viewport_size(PHONE)
    judge.shot("administration-phone")
    is_fit(judge)
    page.get_by_role("button", name="Remove: an insult").click()
    page.locator("dialog .main").click()
    expect(host.page.locator(".chat-lines")).to_contain_text("removed by the host")
    expect(host.page.locator(".chat-lines")).not_to_contain_text("an insult")
    for now, then in (("Close", "Open"), ("Open", "Close")):
        page.get_by_role("button", name=f"{now} registration").click()
        page.locator("dialog .main").click()
        expect(page.get_by_role("button", name=f"{then} registration")).to_be_visible()
        expect(page.locator("dialog")).to_have_count(0)
    # The other does not want to meet him again either.
    host.page.get_by_role("tab", name="Match").click()
    host.page.get_by_role("button", name="Block: Tellera").click()
    with host.page.expect_response("**/blocks*"):
        host.page.locator("dialog .main").click()
    host.go("#/me")
    expect(host.page.locator(".blocked")).to_contain_text("Tellera")
    is_fit(host)
    host.page.get_by_role("button", name="Unblock: Tellera").click()
    expect(host.page.locator(".blocked")).to_contain_text("Nobody.")


def test_a_match_is_found_by_game_and_name(sit, club):
    host, looker = sit(club, "Freyberg"), sit(club, "Navarini", viewport=WIDE)
    host.new_match(allied="you", axis="open")
    host.page.wait_for_url(re.compile("#/m/"))
    match = host.page.evaluate("location.hash")
    page = looker.page
    found = page.locator(f"a.match-card[href='{match}']")
    page.get_by_label("Player name").fill("freyb")
    page.get_by_label("Player name").press("Enter")
    expect(found).to_be_visible()
    expect(page.get_by_label("Player name")).to_be_focused()
    expect(page.locator("a.match-card")).to_have_count(1)
    looker.shot("search")
    is_fit(looker)
    page.get_by_label("Game", exact=True).select_option(index=2)
    expect(page.get_by_text("No match found.")).to_be_visible()
    page.get_by_label("Game", exact=True).select_option("")
    expect(found).to_be_visible()
    page.set_viewport_size(PHONE)
    looker.shot("search-phone")
    is_fit(looker)
    host.page.get_by_role("tab", name="Match").click()
    host.page.get_by_role("button", name="Resign").click()
    host.page.locator("dialog .main").click()
    expect(host.page.locator(".prompt.over")).to_be_visible()
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", name="Archived")).to_be_visible()
    expect(found).to_be_visible()
    looker.go("#/p/freyberg")
    expect(page.get_by_role("heading", name="Freyberg")).to_be_visible()
    expect(page.locator(".player td").nth(1)).to_have_text("1")
    looker.shot("player-phone")
    is_fit(looker)


def test_the_host_helps_somebody_to_a_new_password(sit, club):
    player = sit(club, "Ramcke", viewport=PHONE)
    page = player.page
    player.allow("401")
    player.allow("404")
    link = admin_command(club, "link", "Ramcke").stdout.strip()
    player.go(link[link.index("#") :])
    page.get_by_label("New password").fill("another good password")
    player.shot("reset")
    is_fit(player)
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    page.get_by_label("Name").fill("Ramcke")
    page.get_by_label("Password").fill("another good password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".hero .button.main").wait_for()
    player.go(link[link.index("#") :])  # it is used up
    page.get_by_label("New password").fill("a third good password")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("status").filter(has_text="has expired")).to_be_visible()


def test_whoever_set_bots_to_play_can_stop_them(sit, club):
    host = sit(club, "Alexander", viewport=WIDE)
    host.new_match(allied="bot:greedy", axis="bot:greedy")
    host.page.get_by_role("tab", name="Match").click()
    host.page.get_by_role("button", name="Stop the match").click()
    host.page.locator("dialog .main").click()
    expect(host.page.locator(".prompt.over")).to_be_visible()
    expect(host.page.get_by_role("button", name="Stop the match")).to_have_count(0)
    host.shot("stopped")
