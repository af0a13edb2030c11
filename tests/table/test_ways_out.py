"""Every way by which a match leaves its table or becomes another, and who may take it how far."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from tests.table.serving import Client, Server

HIDDEN = {"game": "rommel", "scenario": "1940"}
SIDES = ("allied", "axis")


def anybody(server: Server) -> Client:
    return server.client(f"somebody {time.monotonic_ns()}")


def refusal(client: Client, path: str, **body: object) -> str:
    answer = client.ask("POST", path, json=body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["code"])


def begun_alone(client: Client) -> str:
    """The file of a match that somebody has begun for himself."""
    match = client.match(**HIDDEN, seats={side: {"kind": "you"} for side in SIDES})["id"]
    return client.ask("GET", f"/matches/{match}/journal", params={"seat": "axis"}).text


def hand(client: Client, match: str, side: str) -> Any:
    return client.table(match, seat=side)["picture"]


# -- copies ----------------------------------------------------------------------------------


@pytest.mark.attack
def test_a_host_who_does_not_sit_in_his_sandbox_does_not_copy_it(server):
    """He has set it up for a guest and a bot, and has seen no hand of it."""
    host, guest = anybody(server), anybody(server)
    seats = {"axis": {"kind": "invite"}, "allied": {"kind": "bot", "bot": "random"}}
    made = host.post("/matches/import", file=begun_alone(host), seats=seats)
    guest.post("/join", token=made["invites"]["axis"].rpartition("/")[2])
    match = made["id"]
    for number in range(12):
        answer_as(guest, match, "axis", random.Random(number))
    entries = guest.table(match)["match"]["entries"]
    body = {"entries": entries}
    assert refusal(host, f"/matches/{match}/fork", **body) == "hidden_fork"
    assert refusal(host, f"/matches/{match}/fork", **body, seat="axis") == "not_your_seat"


@pytest.mark.attack
def test_a_copy_of_a_sandbox_does_not_open_the_hand_of_a_bot(server):
    one = anybody(server)
    seats = {"axis": {"kind": "you"}, "allied": {"kind": "bot", "bot": "random"}}
    match = one.post("/matches/import", file=begun_alone(one), seats=seats)["id"]
    for number in range(12):
        answer_as(one, match, "axis", random.Random(number))
    entries = one.table(match)["match"]["entries"]
    copies = [
        one.post(f"/matches/{match}/fork", entries=entries, seat="axis")["id"] for _ in range(4)
    ]
    assert all(one.table(each)["match"]["imagined"] for each in copies)
    assert all(hand(one, each, "axis") == hand(one, match, "axis") for each in copies)
    assert len({str(hand(one, each, "allied")) for each in copies}) > 1
    assert refusal(one, f"/matches/{match}/seats", side="allied", person=True) == "two_hands"


def answer_as(client: Client, match: str, side: str, rng: random.Random) -> None:
    """Answer anything when it is this side's turn; bots play meanwhile."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        decision = client.table(match, seat=side)["decision"]
        if decision is None:
            return
        if decision["yours"]:
            words = rng.choice(decision["options"])["words"]
            assert client.choose(match, side, decision["number"], words).status_code == 200
            return
        time.sleep(0.05)
    raise AssertionError("the bot does not answer")
