"""Playing with others: two browsers, a bot, a server that dies and comes back."""

import re

from playwright.sync_api import expect


def invite(host, guest):
    """The host sets a match up and sends the link; the guest takes the seat."""
    host.new_match("historical_setup", allied="you", axis="invite")
    link = host.page.locator("input.invite").input_value()
    host.page.get_by_role("link", name="Go to the table").click()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    expect(guest.page.locator(".prompt")).to_contain_text("Waiting")


def test_two_browsers_play_one_match(sit, club):
    host, guest = sit(club, "Wavell"), sit(club, "Rommel")
    invite(host, guest)
    expect(host.prompt).to_contain_text("name your impulse")
    host.choose("Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid")
    expect(guest.log.filter(has_text="The Allies assault")).to_have_count(1)
    host.choose("End the Assault")
    host.choose("Keep it")
    expect(guest.prompt).to_contain_text("Axis player, name your impulse")
    expect(host.prompt).to_contain_text("Waiting")
    guest.shot("remote-axis")
    guest.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_label("Write a message").fill("Good evening, General.")
    guest.page.get_by_role("button", name="Send").click()
    host.page.get_by_role("tab", name="Chat").click()
    expect(host.page.locator(".chat-lines")).to_contain_text("Good evening, General.")


def test_news_in_the_middle_of_a_click_do_not_swallow_it(sit, club):
    host, guest = sit(club, "Wilson"), sit(club, "Gambara")
    invite(host, guest)
    button = host.option("Regroup")
    button.hover()
    host.page.mouse.down()
    guest.page.get_by_role("tab", name="Match").click()
    guest.page.get_by_role("button", name="Offer a draw").click()
    expect(host.page.locator(".offer")).to_be_visible()
    where = button.bounding_box()
    assert where
    host.page.mouse.move(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    host.page.mouse.up()
    expect(host.prompt).to_contain_text("one space")


def test_undo_beyond_the_dice_needs_consent(sit, club):
    host, guest = sit(club, "Auchinleck"), sit(club, "Balbo")
    invite(host, guest)
    host.choose("Regroup")
    host.choose("End the Regroup")
    host.choose("Keep it")
    guest.choose("Pass")  # and the night is rolled for
    guest.page.get_by_role("button", name="Undo").first.click()
    guest.page.locator("dialog").get_by_role("button", name="Ask for an undo").click()
    expect(host.page.locator(".offer")).to_contain_text("asks to undo")
    host.shot("consent")
    host.page.get_by_role("button", name="Agree").click()
    expect(host.page.locator(".offer")).to_have_count(0)
    expect(host.log.filter(has_text="with consent")).to_have_count(1)


def test_against_a_bot(sit, home):
    player = sit(home)
    player.new_match("historical_setup", allied="you", axis="bot:greedy")
    expect(player.prompt).to_contain_text("name your impulse")
    made = player.play(most=25, seed=11, quick=0.5)
    assert made == 25
    expect(player.log.filter(has_text=re.compile("The Axis"))).not_to_have_count(0)


def test_it_mends_itself_when_the_server_dies(sit, club, home, tmp_path):
    from tests.table.serving import LOCAL_KEY, Server

    server = Server(tmp_path, LOCAL_KEY=LOCAL_KEY)
    player = sit(server)
    for words in ("WebSocket", "Failed to load resource", "ERR_CONNECTION_REFUSED"):
        player.allow(words)
    player.new_match("historical_setup", allied="you", axis="screen")
    player.choose("Regroup")
    before = player.log.count()
    server.kill()
    expect(player.page.locator(".offline")).to_be_visible()
    player.shot("offline")
    server.start()
    expect(player.page.locator(".offline")).to_be_hidden()
    expect(player.log).to_have_count(before)
    player.choose("End the Regroup")
    expect(player.prompt).to_contain_text("Fuel Shortage")
    server.stop()


def test_the_list_of_matches_refreshes_itself(sit, club):
    """Whose turn it is changes in the list, without anybody loading the page again."""
    host, guest = sit(club, "Ritchie"), sit(club, "Cruewell")
    invite(host, guest)
    guest.go("#/")
    card = guest.page.locator("a.match-card")
    expect(card).to_have_class(re.compile("turn-theirs"))
    card.focus()
    host.choose("Regroup")
    host.choose("End the Regroup")
    host.choose("Keep it")
    expect(card).to_have_class(re.compile("turn-yours"))
    expect(card).to_be_focused()
