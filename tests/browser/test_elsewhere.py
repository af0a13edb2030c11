"""Outside our own pages: a replay in a page of somebody else, news while no page is open."""

import http.server
import threading

import pytest
from playwright.sync_api import expect

from tests.browser.test_hosting import PHONE, is_fit
from tests.table.serving import pair, step, until


@pytest.fixture
def blog():
    """A page of somebody else, with whatever is put into it."""
    words = {"page": ""}

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(words["page"].encode())

        def log_message(self, *_words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    words["address"] = f"http://localhost:{server.server_address[1]}/"
    yield words
    server.shutdown()
    server.server_close()


def test_a_replay_stands_in_a_page_of_somebody_else(sit, club, blog):
    import random

    one, two, match, (allied, axis) = pair(club)
    rng = random.Random(4)
    for _ in range(6):
        step({allied: one, axis: two}, match, rng)
    one.post(f"/matches/{match}/resign", seat=allied)
    player = sit(club, "Morshead")
    page = player.page
    source = f"{club.url}/embed/{match}"
    frame = f'<iframe src="{source}" title="Replay" width="900" height="640"></iframe>'
    blog["page"] = f"<!doctype html><title>Blog</title>{frame}"
    for word in ("404", "frame-ancestors", "X-Frame-Options", "Failed to load", "Refused to"):
        player.allow(word)
    page.goto(blog["address"])
    expect(page.frame_locator("iframe").locator(".board")).to_have_count(0)
    one.post(f"/matches/{match}/embedding", allowed=True)
    page.goto(blog["address"])
    inside = page.frame_locator("iframe")
    expect(inside.locator(".board")).to_be_visible()
    expect(inside.locator(".replay output")).to_contain_text("0 / ")
    inside.get_by_role("button", name="One step forward").click()
    expect(inside.locator(".replay output")).to_contain_text("1 / ")
    expect(inside.get_by_role("tab")).to_have_count(0)
    player.shot("embedded")
    # At the table whoever set it up finds the words for such a page, and the archive has it.
    page.goto(f"{club.url}/#/archive")
    expect(page.locator(f"a.match-card[href='#/m/{match}/at/0']")).to_be_visible()
    player.shot("archive")
    is_fit(player)
    page.set_viewport_size(PHONE)
    is_fit(player)


PRETEND = """
const keys = { p256dh: KEY, auth: SECRET };
const endpoint = "https://push.example/browser";
let on = null;
const browser = {
  endpoint,
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: async () => { on = null; return true; },
};
PushManager.prototype.subscribe = async (options) => {
  window.asked = options.applicationServerKey.length;
  on = browser;
  return browser;
};
PushManager.prototype.getSubscription = async () => on;
Notification.requestPermission = async () => "granted";
"""


def test_a_browser_is_asked_to_tell_of_news(sit, club):
    """What the maker of the browser would give is made up, what he would send is sent by hand."""
    from tests.table.test_push import Browser

    known = Browser("").subscription
    player = sit(club, "Wilson")
    page = player.page
    page.context.grant_permissions(["notifications"], origin=club.url)
    page.add_init_script(
        PRETEND.replace("KEY", repr(known["key"])).replace("SECRET", repr(known["secret"]))
    )
    page.reload()
    tools = page.context.new_cdp_session(page)
    found = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"])
    )
    tools.send("ServiceWorker.enable")
    page.get_by_role("link", name="Settings: Wilson").click()
    section = page.locator("fieldset").filter(has_text="Notifications in this browser")
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
    section.get_by_role("button", name="Turn on").click()
    expect(section.get_by_role("button", name="Turn off")).to_be_visible()
    assert page.evaluate("window.asked") == 65
    player.shot("push")
    is_fit(player)
    told = '{"title": "Khamsin", "text": "Your turn: Gazala", "url": "/#/m/1"}'
    until(lambda: page.evaluate("1") and found)  # what the tools tell is heard while we ask
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": club.url, "registrationId": found[0]["registrationId"], "data": told},
    )
    shown = (
        "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
        ".then((all) => all.map((each) => [each.title, each.body]))"
    )
    # Not wait_for_function: it takes a promise for an answer.
    assert until(lambda: page.evaluate(shown)) == [["Khamsin", "Your turn: Gazala"]]
    section.get_by_role("button", name="Turn off").click()
    expect(section.get_by_role("button", name="Turn on")).to_be_visible()
