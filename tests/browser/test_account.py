"""My account: passkeys at a device that is not there, and tokens for programs."""

import re

from playwright.sync_api import expect

from tests.browser.test_hosting import PHONE, is_fit

PASSWORD = "a good password"  # of everybody here


def device(page):
    """A device of Chromium's own that has passkeys and says yes."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return tools, made["authenticatorId"]


def section(page, title):
    return page.locator("form.profile").filter(has=page.locator("legend", has_text=title))


def test_a_passkey_is_added_used_and_removed(sit, club):
    player = sit(club, "Wavell", viewport=PHONE)
    page = player.page
    tools, authenticator = device(page)
    # A passkey belongs to a name, and an address of numbers is none.
    named = club.url.replace("127.0.0.1", "localhost")
    page.goto(f"{named}/#/")
    page.get_by_label("Name").fill("Wavell")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Settings: Wavell").click()
    keys = section(page, "Passkeys")
    expect(keys).to_contain_text("No passkeys.")
    keys.get_by_label("Name of the passkey").fill("Cairo")
    keys.get_by_label("Current password").fill("wrong")
    player.allow("403")
    keys.get_by_role("button", name="Add a passkey").click()
    expect(keys.get_by_role("status")).to_have_text("Wrong password.")
    keys.get_by_label("Current password").fill(PASSWORD)
    keys.get_by_role("button", name="Add a passkey").click()
    expect(keys.locator("li")).to_contain_text("Cairo")
    expect(keys.locator("li")).to_contain_text("not used yet")
    player.shot("account-passkeys-phone")
    is_fit(player)
    page.get_by_role("button", name="Sign out", exact=True).click()
    is_fit(player)
    player.shot("account-sign-in-phone")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("link", name="Settings: Wavell").click()
    expect(keys.locator("li")).to_contain_text("last used")
    keys.get_by_role("button", name="Remove: Cairo").click()
    expect(keys).to_contain_text("No passkeys.")
    page.get_by_role("button", name="Sign out", exact=True).click()
    player.allow("401")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".toast.error")).to_contain_text("not known here")
    tools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": authenticator})


def test_a_token_is_made_and_revoked(sit, club):
    player = sit(club, "Gott")
    page = player.page
    page.get_by_role("link", name="Settings: Gott").click()
    programs = section(page, "Programs")
    expect(programs).to_contain_text("No tokens.")
    programs.get_by_label("Name of the program").fill("Desert fox")
    programs.get_by_label("Current password").fill(PASSWORD)
    programs.get_by_role("button", name="Make a token").click()
    token = programs.get_by_role("textbox", name="Desert fox")
    expect(token).to_have_value(re.compile("khamsin_"))
    expect(programs.locator("li")).to_contain_text("look at matches, play in your seats and chat")
    programs.scroll_into_view_if_needed()
    player.shot("account-tokens")
    is_fit(player)
    programs.get_by_role("button", name="Revoke: Desert fox").click()
    expect(programs).to_contain_text("No tokens.")
    expect(token).to_have_count(0)
