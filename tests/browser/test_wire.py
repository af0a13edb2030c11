"""The wire of the page: differences put together in a real browser are the whole tables."""

import json
import random

from playwright.sync_api import Page

from khamsin.table.show.patch import changes
from tests.some import some
from tests.table.serving import pair, step
from tests.table.test_patch import tree

LISTEN = """async (match) => {
  const { listen } = await import("/live.js");
  window.heard = [];
  const hear = (message) => { if (message.type === "table") window.heard.push(message); };
  window.wire = listen(match, { seat: () => null, since: () => 0, hear, state: () => {} });
}"""

PATCH = """async (pairs) => {
  const { patched } = await import("/patch.js");
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
    page.evaluate("wire.close()")


def test_a_gap_is_mended(sit, club):
    """A page that missed a message opens the wire anew instead of drawing nonsense."""
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
    page.evaluate("wire.close()")
