"""Tables go over a socket as differences; put together again they are the whole tables."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from khamsin.table.match import viewers
from khamsin.table.show import views
from khamsin.table.show.patch import changes, patched
from tests.table.serving import Server, pair, step
from tests.table.test_secrecy import random_play

Data = dict[str, Any]


def tree(rng: random.Random, depth: int = 3) -> Any:
    """Any plain data, with few names, so that two of them have much in common."""
    if depth and rng.random() < 0.7:
        names = [name for name in "abcde" if rng.random() < 0.6]
        return {name: tree(rng, depth - 1) for name in names}
    return rng.choice([None, 0, 1, True, False, "", "x", [], [1], ["x", {"a": 1}], {}])


def test_any_object_becomes_any_other():
    rng = random.Random(1)
    for _ in range(3000):
        old, new = ({"root": tree(rng)} for _ in range(2))
        before = json.dumps(old)
        patch = json.loads(json.dumps(changes(old, new)))
        assert json.dumps(patched(old, patch), sort_keys=True) == json.dumps(new, sort_keys=True)
        assert json.dumps(old) == before
        assert changes(new, new) == []


class Page:
    """What a client knows after each message."""

    def __init__(self) -> None:
        self.sent: views.Sent | None = None
        self.known: Data = {}

    def hear(self, message: Data) -> Data:
        """Take a message as it comes over the wire; gives the whole table."""
        patch = message.pop("patch", None)
        if patch is None:
            self.known = {"match": message["match"], "picture": message["picture"]}
        else:
            assert "match" not in message
            assert "picture" not in message
            self.known = {
                part: patched(self.known[part], patch[part]) for part in ("match", "picture")
            }
        return message | self.known


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [("battleaxe", "standard", ("bids",)), ("patrol", "campaign", ())],
)
def test_differences_make_the_whole_table(game, scenario, options):
    """Every seat and an onlooker, in two languages, some of them with messages left out."""
    patches = 0
    for seed in range(3):
        rng = random.Random(seed)
        pages: dict[tuple[int, str | None, str], Page] = {}
        for turn, table_match in enumerate(random_play(game, scenario, seed, *options)):
            for person in (1, 2, 3):
                for language in ("en", "pl"):
                    if turn and rng.random() < 0.2:
                        continue  # busy: it gets the next one, compared with its last
                    side = next(iter(table_match.sides_of(person)), None)
                    page = pages.setdefault((person, side, language), Page())
                    viewer = viewers.viewer(table_match, person, side, language)
                    online = frozenset({1} if rng.random() < 0.5 else ())
                    now = float(turn)
                    message, page.sent = views.news(table_match, viewer, 0, now, online, page.sent)
                    patches += "patch" in message
                    whole = views.table(table_match, viewer, 0, now, online)
                    told = page.hear(json.loads(views.encode(message)))
                    assert told == json.loads(views.encode(whole))
            if turn == 120:
                break
    assert patches > 200


def test_differences_are_small_and_shared():
    """Two seats that see the same are told the same bytes, made once."""
    sizes: list[int] = []
    whole = 0
    pages: dict[int, views.Sent | None] = {1: None, 2: None}
    for turn, table_match in enumerate(random_play("battleaxe", "standard", 4)):
        raws = []
        for person, sent in pages.items():
            side = table_match.sides_of(person)[0]
            viewer = viewers.viewer(table_match, person, side, "en")
            message, pages[person] = views.news(table_match, viewer, 0, 1.0, frozenset(), sent)
            if "patch" in message:
                raws.append(message["patch"]["picture"])
            else:
                whole = len(message["picture"])
        if raws:
            assert raws[0] is raws[1]
            sizes.append(len(raws[0]))
        if turn == 150:
            break
    assert sum(sizes) / len(sizes) < whole / 5


def without_presence(match):
    """Who is there comes in messages of its own, perhaps a moment later."""
    seats = [seat | {"holder": seat["holder"] | {"online": None}} for seat in match["seats"]]
    return match | {"seats": seats}


def test_what_comes_over_a_socket(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(3)
    page = Page()
    with two.live(match, seat=axis) as live:
        first = live.next("table", whole=False)
        assert first["serial"] == 1
        assert "patch" not in first
        page.hear(first)
        for number in range(10):
            step({allied: one, axis: two}, match, rng)
            message = live.next("table", whole=False)
            assert message["serial"] == number + 2
            told = page.hear(message)
            wanted = two.table(match, seat=axis)
            assert told["picture"] == wanted["picture"]
            assert without_presence(told["match"]) == without_presence(wanted["match"])
    with two.live(match, seat=axis) as live:  # who comes again gets all of it
        assert live.next("table", whole=False)["picture"] == wanted["picture"]


def test_presence_and_differences_agree(server):
    """Somebody goes and comes; whatever a page was told last, it knows who is there."""
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(3)
    page = Page()
    with one.live(match, seat=allied) as live:
        table = page.hear(live.next("table", whole=False))
        for _ in range(4):
            with two.live(match, seat=axis) as theirs:
                theirs.next("table")
                while not live.next("presence")["online"][axis]:
                    pass
            while live.next("presence")["online"][axis]:
                pass
            # As the page does it, in the table that it has.
            table["match"]["seats"][1]["holder"]["online"] = False
            with two.live(match, seat=axis) as theirs:
                theirs.next("table")
                step({allied: one, axis: two}, match, rng)
                table = page.hear(live.next("table", whole=False))
                while table["match"]["entries"] < one.table(match)["match"]["entries"]:
                    table = page.hear(live.next("table", whole=False))
                assert table["match"]["seats"][1]["holder"]["online"]
            while live.next("presence")["online"][axis]:
                pass


def test_a_table_that_changes_its_seat_is_told_whole(tmp_path):
    """A person who loses a seat looks from elsewhere: nothing is compared across seats."""
    server = Server(tmp_path, toys=True)
    red, _, match, _ = pair(server, game="patrol", scenario="campaign")
    with red.live(match) as live:
        assert live.next("table", whole=False)["match"]["you"]["seat"] == "red"
        red.post(f"/matches/{match}/seats", side="red", leave=True)
        table = live.next("table", whole=False)
        assert "patch" not in table
        assert table["match"]["you"]["seat"] is None
        assert table["log"]["from"] == 0
    server.stop()
    assert server.troubles() == []
