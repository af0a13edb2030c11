"""A match begun alone goes on with a friend at a hosted table."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from khamsin.games import find
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.journal import parse
from tests.table.serving import LOCAL_KEY, Client, Server, pair, step


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table of one's own."""
    running = Server(tmp_path_factory.mktemp("home"), LOCAL_KEY=LOCAL_KEY)
    yield running
    running.stop()
    assert running.troubles() == []


def chairs(file: str) -> dict[str, str]:
    """Which chair plays which side at the end of a file."""
    game = find("battleaxe")
    return game.chairs(load(parse(file), game).match.state)


def played(client: Client, *, choices: int, seed: int = 7, **what: Any) -> tuple[str, str]:
    """A match for two at one screen; gives its name and its whole file."""
    both = {side: {"kind": "screen"} for side in ("allied", "axis")}
    match = str(client.match(seats=both, **what)["id"])
    rng = random.Random(seed)
    for _ in range(choices):
        step({"me": client}, match, rng)
    answer = client.ask("GET", f"/matches/{match}/journal", params={"whole": True})
    assert answer.status_code == 200
    return match, answer.text


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("battleaxe", "standard"), ("rommel", "1940"), ("gazala", "opening"), ("malta", "intro")],
)
def test_a_match_goes_on_with_a_friend_elsewhere(home, plain, game, scenario):
    """In every game, those that hide something too: each sees his own side and no more."""
    alone = home.client()
    match, file = played(alone, choices=40, game=game, scenario=scenario)
    assert "?" not in file
    assert "\nseed " not in file
    one, two = (plain.client(f"{name} {time.monotonic_ns()}") for name in ("one", "two"))
    seats = {"axis": {"kind": "you"}, "allied": {"kind": "invite"}}
    made = one.post("/matches/import", file=file, seats=seats)
    (link,) = made["invites"].values()
    two.post("/join", token=link.rpartition("/")[2])
    for side, client in (("axis", one), ("allied", two)):
        before, after = alone.table(match, seat=side), client.table(made["id"], seat=side)
        assert after["picture"] == before["picture"]
        assert after["match"]["you"]["sides"] == [side]
        other = {"axis": "allied", "allied": "axis"}[side]
        assert client.ask("GET", f"/matches/{made['id']}/table?seat={other}").status_code == 403
    rng = random.Random(1)
    for _ in range(5):
        assert step({"axis": one, "allied": two}, made["id"], rng)


def test_seats_are_those_of_the_sides_as_they_are_by_now(home, plain):
    """Where sides are bid for, whoever says "Axis" plays the Axis."""
    bids = {"options": ["bids"], "scenario": "extended"}
    files = [played(home.client(), choices=4, seed=seed, **bids)[1] for seed in range(6)]
    file = next(each for each in files if chairs(each)["axis"] == "allied")
    for mine, other in (("axis", "allied"), ("allied", "axis")):
        one = plain.client(f"bidder {time.monotonic_ns()}")
        seats = {mine: {"kind": "you"}, other: {"kind": "bot", "bot": "random"}}
        made = one.post("/matches/import", file=file, seats=seats)
        assert one.table(made["id"])["match"]["you"]["sides"] == [mine]


@pytest.mark.attack
def test_a_whole_file_is_only_for_who_is_alone_with_a_table(plain):
    one, two, match, _ = pair(plain, game="rommel", scenario="1940")
    for client in (one, two, plain.client()):
        answer = client.ask("GET", f"/matches/{match}/journal", params={"whole": True})
        assert answer.status_code in (401, 403)


@pytest.mark.attack
def test_nobody_is_put_into_a_seat_by_a_file(plain):
    """A file says who plays on in no other way than a new match does."""
    one, _, match, _ = pair(plain)
    file = one.ask("GET", f"/matches/{match}/journal").text
    for seats in (
        {"axis": {"kind": "person", "person": 1}},
        {"blue": {"kind": "you"}},
        {"axis": {"kind": "bot", "bot": "nobody"}},
    ):
        one.post("/matches/import", status=400, file=file, seats=seats)
