"""Tournaments and series at the table, from the announcement to the last standings."""

from __future__ import annotations

import sqlite3
from functools import partial
from typing import Any

import pytest

from tests.table.serving import PASSWORD, Client, Server, until
from tests.table.test_club import admin
from tests.table.test_strangers import anybody, refusal

NEW: dict[str, Any] = {
    "title": "Spring cup",
    "form": "swiss",
    "rounds": 2,
    "game": "battleaxe",
    "scenario": "standard",
    "clock": {"reserve": 7 * 24 * 3600, "increment": 0},
}


def announced(organiser: Client, players: list[Client], **more: Any) -> str:
    event = str(organiser.post("/events", **{**NEW, **more})["id"])
    for player in players:
        player.post(f"/events/{event}/entries")
    return event


def page(client: Client, event: str) -> Any:
    return client.get(f"/events/{event}")


def boards(client: Client, event: str, number: int) -> list[Any]:
    """The pairings of a round, once each has its match or its score."""

    def ready() -> list[Any]:
        rows = [row for row in page(client, event)["pairings"] if row["round"] == number]
        return rows if all(row["match"] or row["score"] is not None for row in rows) else []

    return list(until(ready))


def resign(players: dict[str, Client], row: Any, loser: str) -> None:
    """The `first` or the `second` of a pairing gives up."""
    client = players[row[loser]]
    (side,) = client.table(row["match"])["match"]["you"]["sides"]
    client.post(f"/matches/{row['match']}/resign", seat=side)


def people(server: Server, count: int) -> tuple[list[Client], dict[str, Client]]:
    clients = [anybody(server) for _ in range(count)]
    return clients, {client.person["name"]: client for client in clients}


def places(client: Client, event: str) -> dict[str, tuple[int, float]]:
    rows = page(client, event)["standings"]
    return {row["person"]: (row["place"], row["points"]) for row in rows}


def test_a_swiss_of_five(server):
    organiser = anybody(server)
    players, by_name = people(server, 5)
    event = announced(organiser, players)
    players[0].post(f"/events/{event}/entries")  # twice is once
    (card,) = [card for card in organiser.get("/events") if card["id"] == event]
    assert (card["status"], card["players"], card["round"]) == ("open", 5, 0)
    assert page(players[0], event)["you"] == {"organiser": False, "in": True}
    organiser.post(f"/events/{event}/start")
    late = anybody(server)
    assert refusal(late, f"/events/{event}/entries") == "event_closed"
    first = boards(late, event, 1)
    assert [row["second"] is None for row in first] == [False, False, True]
    assert first[-1]["score"] == 1
    for row in first[:2]:
        seats = late.table(row["match"])["match"]["seats"]
        assert [seat["holder"]["name"] for seat in seats] == [row["first"], row["second"]]
        assert late.table(row["match"])["match"]["event"] == event
    # Whose turn it is hears of a match that he did not set up.
    turn = late.table(first[0]["match"])["decision"]["to_answer"][0]
    asked = next(s["holder"]["name"] for s in seats_of(late, first[0]) if s["side"] == turn)
    assert first[0]["match"] in {notice["match"] for notice in by_name[asked].get("/notices")}
    resign(by_name, first[0], "second")
    until(lambda: boards(late, event, 1)[0]["score"] == 1)
    assert page(late, event)["round"] == 1  # the other match is still played
    resign(by_name, first[1], "first")
    second = boards(late, event, 2)
    assert [row["second"] is None for row in second] == [False, False, True]
    assert second[-1]["first"] != first[-1]["first"]
    for row in second[:2]:
        resign(by_name, row, "second")
    done = until(lambda: page(late, event)["status"] == "over" and page(late, event))
    table = places(late, event)
    assert sum(points for _, points in table.values()) == 6
    assert min(table.values())[1] == 2
    assert done["standings"][0]["points"] == 2
    assert refusal(players[0], f"/events/{event}/withdrawals", name="") == "event_closed"


def seats_of(client: Client, row: Any) -> list[Any]:
    return list(client.table(row["match"])["match"]["seats"])


def test_everybody_against_everybody_and_who_goes(server):
    organiser, judge = anybody(server), anybody(server)
    players, by_name = people(server, 3)
    event = announced(organiser, players, form="round_robin", rounds=1)
    organiser.post(f"/events/{event}/start")
    row = next(row for row in boards(judge, event, 1) if row["match"])
    goer = row["second"]
    by_name[goer].post(f"/events/{event}/withdrawals")
    resign(by_name, row, "second")
    # He plays no more: whoever would meet him has won.
    other = next(name for name in by_name if name not in row.values())
    found = until(lambda: page(judge, event)["status"] == "running" and boards(judge, event, 2))
    while page(judge, event)["status"] == "running":
        number = page(judge, event)["round"]
        for each in boards(judge, event, number):
            if each["score"] is None:
                assert goer not in (each["first"], each["second"])
                resign(by_name, each, "second" if each["first"] == other else "first")
        until(partial(is_past, judge, event, number))
    assert found
    table = places(judge, event)
    assert table[other] == (1, 3)  # two wins and the bye
    assert next(r for r in page(judge, event)["standings"] if r["person"] == goer)["withdrawn"]


def is_past(client: Client, event: str, number: int) -> bool:
    """Whether a later round is played, or nothing any more."""
    return bool(page(client, event)["round"] > number) or is_over(client, event)


def is_over(client: Client, event: str) -> bool:
    return bool(page(client, event)["status"] == "over")


def test_a_series_ends_when_it_is_decided(server):
    players, by_name = people(server, 2)
    event = announced(players[0], players, form="series", rounds=3, rated=True)
    third = anybody(server)
    assert refusal(third, f"/events/{event}/entries") == "event_full"
    players[0].post(f"/events/{event}/start")
    (first,) = boards(third, event, 1)
    assert third.table(first["match"])["match"]["rated"]
    resign(by_name, first, "second")
    (second,) = until(lambda: page(third, event)["round"] == 2 and boards(third, event, 2))
    assert (second["first"], second["second"]) == (first["second"], first["first"])  # sides swapped
    resign(by_name, second, "first")
    until(lambda: is_over(third, event))
    assert places(third, event)[first["first"]] == (1, 2)
    assert len(page(third, event)["pairings"]) == 2


def test_who_may_do_what(plain):
    organiser, stranger = anybody(plain), anybody(plain)
    players, by_name = people(plain, 2)
    event = announced(organiser, players)
    for path in ("start", "cancel"):
        assert refusal(stranger, f"/events/{event}/{path}") == "forbidden"
    name = players[0].person["name"]
    assert refusal(stranger, f"/events/{event}/withdrawals", name=name) == "forbidden"
    assert refusal(stranger, f"/events/{event}/withdrawals") == "not_found"
    organiser.post(f"/events/{event}/withdrawals", name=name)
    assert refusal(organiser, f"/events/{event}/start") == "event_empty"
    players[0].post(f"/events/{event}/entries")
    organiser.post(f"/events/{event}/start")
    (row,) = boards(stranger, event, 1)
    result: dict[str, Any] = {"round": 1, "board": 1, "score": 0.5}
    assert refusal(stranger, f"/events/{event}/results", **result) == "forbidden"
    assert refusal(organiser, f"/events/{event}/results", **result | {"board": 7}) == "not_found"
    organiser.post(f"/events/{event}/results", status=400, **result | {"score": 0.7})
    # Nobody plays in another's place, or gets up.
    (side,) = players[0].table(row["match"])["match"]["you"]["sides"]
    seats = f"/matches/{row['match']}/seats"
    assert refusal(players[0], seats, side=side, leave=True) == "rated"
    assert refusal(players[0], seats, side=side, bot="random") == "rated"
    organiser.post(f"/events/{event}/results", **result)
    until(lambda: page(stranger, event)["round"] == 2)
    assert places(stranger, event)[name] == (1, 0.5)
    organiser.post(f"/events/{event}/cancel")
    assert page(stranger, event)["status"] == "cancelled"
    assert refusal(organiser, f"/events/{event}/cancel") == "event_closed"
    assert plain.client().ask("GET", f"/events/{event}").status_code == 401
    assert stranger.ask("GET", "/events/nothing").status_code == 404
    # An administrator ends what somebody has announced.
    other = announced(stranger, [])
    admin(plain).post(f"/events/{other}/cancel")
    assert by_name


@pytest.mark.parametrize(
    "more",
    [
        {"game": "chess"},
        {"game": "commander", "scenario": "gd"},
        {"scenario": "none"},
        {"form": "ladder"},
        {"form": "round_robin", "rounds": 3},
        {"rounds": 0},
        {"rounds": 16},
        {"title": ""},
        {"title": "two\nlines"},
        {"clock": None},
    ],
)
def test_what_cannot_be_announced(plain, more):
    anybody(plain).post("/events", status=400, **{**NEW, **more})


def test_nobody_announces_too_much(plain):
    one = anybody(plain)
    for _ in range(5):
        announced(one, [])
    assert refusal(one, "/events", **NEW) == "too_many_events"


def test_an_account_that_is_gone_loses(plain):
    organiser = anybody(plain)
    players, _ = people(plain, 2)
    event = announced(organiser, players, rounds=1)
    organiser.post(f"/events/{event}/start")
    (row,) = boards(organiser, event, 1)
    players[0].post("/me/delete", password=PASSWORD)
    until(lambda: is_over(organiser, event))
    table = places(organiser, event)
    assert table[players[1].person["name"]] == (1, 1)
    assert players[0].person["name"] not in organiser.ask("GET", f"/events/{event}").text
    assert row["match"]


def test_two_processes_make_each_match_once(postgres, tmp_path):
    database = postgres.database()
    here, there = (Server(tmp_path, DATABASE=database, SWEEP="0.05") for _ in range(2))
    organiser = anybody(here)
    players, by_name = people(here, 8)
    event = announced(organiser, players, rounds=3)
    organiser.post(f"/events/{event}/start")
    for number in (1, 2, 3):
        until(partial(is_past, organiser, event, number - 1))
        rows = boards(organiser, event, number)
        for row in rows:
            resign(by_name, row, "second")
    until(lambda: is_over(organiser, event))
    matches = {row["match"] for row in page(organiser, event)["pairings"]}
    assert len(matches) == 12
    mine = {card["id"] for each in players for card in each.get("/matches", list="finished")}
    assert mine == matches
    assert max(points for _, points in places(organiser, event).values()) == 3
    for server in (here, there):
        server.stop()
        assert server.troubles() == []


def test_a_match_that_was_not_set_up_is_set_up_later(tmp_path):
    """The process died between the pairing and its match."""
    server = Server(tmp_path)
    organiser = anybody(server)
    players, _ = people(server, 2)
    event = announced(organiser, players)
    organiser.post(f"/events/{event}/start")
    (row,) = boards(organiser, event, 1)
    server.kill()
    with sqlite3.connect(server.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        storage.execute("UPDATE pairings SET match = NULL")
    server.start()
    (again,) = boards(organiser, event, 1)
    assert again["match"]
    assert again["match"] != row["match"]
    server.stop()
    assert server.troubles() == []
