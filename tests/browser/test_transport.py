"""What page and server say to each other: tables made of differences, one road for a choice."""

import json
import random
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from khamsin.table.show.patch import changes
from tests.some import some
from tests.table.serving import LOCAL_KEY, Server, pair, step
from tests.table.test_patch import tree

LISTEN = """async (match) => {
  const { follow } = await import("/transport/transport.js");
  window.heard = [];
  const hear = (message) => { if (message.type === "table") window.heard.push(message); };
  const from = { seat: () => null, since: () => 0 };
  window.live = follow(match, { ...from, hear, online: () => {}, refused: () => {} });
}"""

PATCH = """async (pairs) => {
  const { patched } = await import("/transport/patch.js");
  return pairs.map(([old, patch]) => {
    const before = JSON.stringify(old);
    const made = patched(old, patch);
    return [made, before === JSON.stringify(old)];
  });
}"""


def test_the_browser_makes_the_same_of_any_patch(sit, home):
    page = sit(home).page
    rng = random.Random(2)
    trees = [({"root": tree(rng)}, {"root": tree(rng)}) for _ in range(300)]
    made = page.evaluate(PATCH, [[old, changes(old, new)] for old, new in trees])
    for (_, new), (told, is_unharmed) in some(zip(trees, made, strict=True)):
        assert json.dumps(told, sort_keys=True) == json.dumps(new, sort_keys=True)
        assert is_unharmed


def until(page: Page, what: str) -> None:
    """Wait; the page itself may not evaluate texts, its policy forbids it."""
    for _ in range(600):
        if page.evaluate(what):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {what}")


def test_a_page_that_listens_has_the_whole_table(sit, club):
    one, two, match, (allied, axis) = pair(club)
    page = sit(club, "Onlooker").page
    page.evaluate(LISTEN, match)
    until(page, "heard.length > 0")
    rng = random.Random(4)
    for _ in range(12):
        step({allied: one, axis: two}, match, rng)
    table = club.client("a watcher").table(match)
    until(page, f"heard.at(-1).match.entries === {table['match']['entries']}")
    last = page.evaluate("heard.at(-1)")
    assert "patch" in last
    assert last["picture"] == table["picture"]
    assert last["match"]["seats"] == table["match"]["seats"]
    page.evaluate("live.close()")


def test_a_gap_is_mended(sit, club):
    """A page that missed a message opens the socket anew instead of drawing nonsense."""
    one, two, match, (allied, axis) = pair(club)
    page = sit(club, "Forgetful").page
    page.evaluate(
        """() => {
          const Real = WebSocket;
          window.WebSocket = class extends Real {
            set onmessage(take) {
              let count = 0;
              super.onmessage = (event) => {
                count += 1;
                if (count !== 2 || window.lost) take(event);
                else window.lost = true;
              };
            }
          };
        }"""
    )
    page.evaluate(LISTEN, match)
    until(page, "heard.length > 0")
    rng = random.Random(4)
    for _ in range(6):
        step({allied: one, axis: two}, match, rng)
    table = club.client("a watcher").table(match)
    until(page, f"heard.at(-1).match.entries === {table['match']['entries']}")
    assert page.evaluate("window.lost")
    assert page.evaluate("heard.at(-1).picture") == table["picture"]
    page.evaluate("live.close()")


# -- one road for a choice -------------------------------------------------------------------


class Line:
    """The sockets of a page, with a hand on them."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Any] = []
        self.is_cut = False
        """Whether the page is to lose its socket instead of hearing that its choice is stored."""
        self.is_deaf = False
        """Whether the page is to hear no table for now."""
        page.route_web_socket("**/live?*", self._open)

    @property
    def choices(self) -> list[Any]:
        return [message for message in self.sent if message["type"] == "choose"]

    def _open(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_server(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            server.send(text)

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if self.is_cut and "done" in message:
                self.is_cut = False
                socket.close()
                server.close()
            elif not (self.is_deaf and message["type"] == "table"):
                socket.send(text)

        socket.on_message(to_server)
        server.on_message(to_page)


def entries(page: Page) -> int:
    """How many entries the journal of the match has that is open."""
    asked = "(id) => fetch(`/api/matches/${id}/table`).then((answer) => answer.json())"
    table = page.evaluate(asked, page.url.rpartition("/")[2])
    return int(table["match"]["entries"])


def test_a_choice_goes_over_the_socket_alone(sit, home):
    player = sit(home)
    line = Line(player.page)
    player.new_match("historical_setup", allied="you", axis="screen")
    expect(player.prompt).to_be_visible()
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    player.choose("Regroup")
    player.choose("End the Regroup")
    assert [choice["words"] for choice in line.choices] == [["regroup"], ["done"]]
    assert not [one for one in asked if "/choices" in one or "/table" in one]


def test_a_choice_whose_answer_is_lost_is_made_once(sit, home):
    """The socket breaks after the server has stored the choice and before it has said so."""
    player = sit(home)
    line = Line(player.page)
    player.new_match("historical_setup", allied="you", axis="screen")
    expect(player.prompt).to_be_visible()
    before = entries(player.page)
    line.is_cut = True
    player.choose("Regroup")
    assert not line.is_cut
    assert entries(player.page) == before + 1
    assert len(line.choices) == 1
    expect(player.page.locator(".toast.error")).to_have_count(0)
    player.choose("End the Regroup")


def test_a_choice_without_a_connection_is_kept_and_sent(sit, tmp_path):
    server = Server(tmp_path, LOCAL_KEY=LOCAL_KEY)
    player = sit(server)
    for words in ("WebSocket", "Failed to load resource", "ERR_CONNECTION_REFUSED"):
        player.allow(words)
    player.new_match("historical_setup", allied="you", axis="screen")
    expect(player.prompt).to_be_visible()
    before = entries(player.page)
    number = player.page.locator(".prompt").get_attribute("data-number")
    server.kill()
    offline = player.page.locator(".offline")
    expect(offline).to_be_visible()
    option = player.page.get_by_role("button", name="Regroup", exact=True)
    option.click()
    expect(offline).to_contain_text("Your choice is kept")
    option.click()  # once is enough
    server.start()
    player.moved_on(number)
    expect(offline).to_be_hidden()
    assert entries(player.page) == before + 1
    expect(player.page.locator(".toast.error")).to_have_count(0)
    server.stop()


def test_of_two_windows_the_second_is_told(sit, home):
    """A window that has not heard of the answer given in another one: told so, and shown it."""
    one, two = sit(home), sit(home)
    one.new_match("historical_setup", allied="you", axis="screen")
    expect(one.prompt).to_be_visible()
    line = Line(two.page)
    two.go("#/" + one.page.url.partition("#/")[2])
    expect(two.prompt).to_be_visible()
    two.option("Regroup").first.wait_for()
    line.is_deaf = True
    before = entries(one.page)
    one.choose("Regroup")
    line.is_deaf = False
    two.choose("Regroup")
    expect(two.page.locator(".toast.error")).to_contain_text(re.compile("has moved on"))
    assert entries(two.page) == before + 1
