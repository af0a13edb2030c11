"""Ratings: Glicko-2 as published, and which matches count."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from khamsin.table.club.glicko import Rating, idle, rate
from tests.table.serving import PASSWORD, Client, Server, pair, step, until
from tests.table.test_club import admin
from tests.table.test_programs import program, token_of
from tests.table.test_strangers import anybody, refusal

WEEK = {"reserve": 7 * 24 * 3600, "increment": 0}
TERMS: dict[str, Any] = {"rated": True, "clock": WEEK}


def test_the_published_example():
    """Glickman 2022, pages 4 and 5; he rounds on the way, so the last figure may differ by one."""
    opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    new = rate(Rating(1500, 200, 0.06), list(zip(opponents, (1, 0, 0), strict=True)))
    assert new.rating == pytest.approx(1464.06, abs=0.011)
    assert new.deviation == pytest.approx(151.52, abs=0.005)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_what_a_rating_does():
    one, two = Rating(), Rating()
    won, lost = rate(one, [(two, 1)]), rate(two, [(one, 0)])
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.deviation == lost.deviation < 350
    assert rate(one, [(two, 0.5)]).rating == pytest.approx(1500)
    # Beating a stronger one is worth more, and who is known well moves less.
    known = Rating(1500, 60)
    assert rate(known, [(Rating(1800, 60), 1)]).rating > rate(known, [(Rating(1200, 60), 1)]).rating
    assert rate(known, [(two, 1)]).rating < won.rating
    # Something unheard of makes somebody less steady.
    shock = [(Rating(800, 30), 0)] * 5
    assert rate(Rating(2200, 30), shock).volatility > 0.06
    assert idle(known, 12).deviation > known.deviation
    assert idle(known, 1e9).deviation == 350


def rated(server: Server, answers: int = 0) -> tuple[Client, Client, str, list[str]]:
    """A rated match in which each side has answered."""
    one, two, match, sides = pair(server, **TERMS)
    people = dict(zip(sides, (one, two), strict=True))
    rng = random.Random(1)
    while answers and not both_answered(one, match):
        step(people, match, rng)
    return one, two, match, sides


def both_answered(client: Client, match: str) -> bool:
    text = client.ask("GET", f"/matches/{match}/journal").text.partition("---")[2]
    words = {line.split()[0] for line in text.splitlines() if line}
    return {"allied", "axis"} <= words


def rating_of(looker: Client, client: Client) -> Any:
    games = looker.get(f"/people/{client.person['name']}")["games"]
    return next((game["rating"] for game in games if game["game"] == "battleaxe"), None)


def test_a_rated_match_changes_both_ratings_once(server):
    one, two, match, (allied, axis) = rated(server, 1)
    assert one.table(match)["match"]["rated"]
    one.post(f"/matches/{match}/resign", seat=allied)
    lost = until(lambda: rating_of(one, one))
    won = rating_of(one, two)
    assert (lost["rating"], won["rating"]) == (1338, 1662)
    assert (lost["lost"], won["won"], won["played"], won["sure"]) == (1, 1, 1, False)
    (game,) = one.get(f"/people/{two.person['name']}")["games"]
    assert [(side["side"], side["won"]) for side in game["sides"]] == [(axis, 1)]
    (played,) = one.get(f"/people/{two.person['name']}")["matches"]
    assert (played["id"], played["change"]) == (match, 162)
    board = one.get("/ratings/battleaxe")
    names = [row["name"] for row in board]
    assert names.index(two.person["name"]) < names.index(one.person["name"])
    # Not twice, though somebody looks again and again.
    until(lambda: rating_of(one, two) == won)
    assert one.get("/ratings/rommel") == []
    assert one.ask("GET", "/ratings/chess").status_code == 404
    assert server.client().ask("GET", "/ratings/battleaxe").status_code == 401
    # Whoever goes is in no list.
    two.post("/me/delete", password=PASSWORD)
    assert two.person["name"] not in [row["name"] for row in one.get("/ratings/battleaxe")]


def test_a_draw_between_equals_changes_nothing_but_the_certainty(plain):
    one, two, match, (allied, _) = rated(plain, 1)
    one.post(f"/matches/{match}/draw", seat=allied)
    two.post(f"/matches/{match}/offers/draw", accept=True)
    known = until(lambda: rating_of(one, one))
    assert (known["rating"], known["drawn"]) == (1500, 1)
    assert known["deviation"] < 350


@pytest.mark.parametrize(
    "more",
    [
        {"clock": None},
        {"private": True},
        {"on_timeout": "bot random"},
        {"seats": {"allied": {"kind": "you"}, "axis": {"kind": "bot", "bot": "random"}}},
        {"seats": {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}},
        {"seats": {"allied": {"kind": "you"}, "axis": {"kind": "you"}}},
        {"game": "commander", "scenario": "gd", "seats": {"axis": {"kind": "you"}}},
    ],
)
def test_what_cannot_be_rated_is_refused(plain, more):
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "open"}}
    body = {"game": "battleaxe", "scenario": "standard", "seats": seats, **TERMS, **more}
    assert refusal(anybody(plain), "/matches", **body) == "rated"


def test_nobody_gets_out_of_a_rated_match_or_lets_others_play_it(plain):
    one, two, match, (allied, axis) = rated(plain, 1)
    seats = f"/matches/{match}/seats"
    assert refusal(one, seats, side=allied, leave=True) == "rated"
    assert refusal(one, seats, side=allied, bot="random") == "rated"
    bot = program(plain, token_of(one, "read", "play")["token"])
    decision = one.table(match, seat=allied)["decision"]
    asked = decision["to_answer"][0]
    answer = bot.choose(match, asked, decision["number"], ["pass"])
    assert answer.json()["error"]["code"] == "no_programs"
    assert two.table(match)["match"]["status"] == "playing"
    # Before it has begun one may get up again; but nobody sits down at both sides.
    seating = {allied: {"kind": "you"}, axis: {"kind": "open"}}
    fresh = one.match(seats=seating, **TERMS)["id"]
    assert refusal(one, f"/matches/{fresh}/seats", side=axis, person=True) == "rated"
    assert refusal(one, f"/matches/{fresh}/seats", side=axis, bot="random") == "rated"
    one.post(f"/matches/{fresh}/seats", side=allied, leave=True)


def test_what_was_not_played_by_two_does_not_count(plain):
    judge = admin(plain)
    # Nobody has answered.
    one, two, match, (allied, axis) = rated(plain)
    one.post(f"/matches/{match}/resign", seat=allied)
    # Somebody had to leave, another finished it.
    three, four, other, _ = rated(plain, 1)
    judge.post(f"/admin/matches/{other}/kick", side=axis)
    link = three.post(f"/matches/{other}/invites", side=axis)["invite"].rpartition("/")[2]
    late = anybody(plain)
    late.post("/join", token=link)
    late.post(f"/matches/{other}/resign", seat=axis)
    # Not agreed to be rated.
    five, six, casual, _ = pair(plain)
    five.post(f"/matches/{casual}/resign", seat=allied)
    # One that counts ends after them, and is looked at after them.
    seven, eight, last, _ = rated(plain, 1)
    seven.post(f"/matches/{last}/resign", seat=allied)
    until(lambda: rating_of(judge, seven))
    for client in (one, two, three, four, late, five, six):
        assert rating_of(judge, client) is None
    names = {row["name"] for row in judge.get("/ratings/battleaxe")}
    assert {seven.person["name"], eight.person["name"]} <= names
    assert not names & {each.person["name"] for each in (one, two, three, four, late, five, six)}


def test_two_processes_rate_a_match_once(postgres, tmp_path):
    database = postgres.database()
    here, there = (Server(tmp_path, DATABASE=database, SWEEP="0.05") for _ in range(2))
    played = [rated(here, 1) for _ in range(3)]
    for one, _, match, (allied, _) in played:
        one.post(f"/matches/{match}/resign", seat=allied)
    for one, two, _, _ in played:
        assert until(partial(rating_of, one, one))["played"] == 1
        assert rating_of(one, two)["rating"] == 1662
    for server in (here, there):
        server.stop()
        assert server.troubles() == []
