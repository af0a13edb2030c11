"""Every way by which a match leaves its table or becomes another, and who may take it how far."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections import Counter
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from khamsin.table.http.addresses import ADDRESSES
from tests.table.serving import PASSWORD, Client, Server, pair, step, until
from tests.table.test_accounts import again
from tests.table.test_club import admin_command
from tests.table.test_secrecy import CARD, knowledge
from tests.table.test_strangers import HIDDEN, SIDES, anybody, refusal

BOT = {"kind": "bot", "bot": "random"}


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
    seats = {"axis": {"kind": "invite"}, "allied": BOT}
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
    seats = {"axis": {"kind": "you"}, "allied": BOT}
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


# -- every address, for everybody who may come ------------------------------------------------


@pytest.mark.parametrize("private", [False, True])
def test_no_address_tells_anybody_more_than_his_seat_may_know(tmp_path, storage, private):
    """Whatever there is to be read, by players, the host, those who were there, and strangers.

    The addresses are those of the application itself, so that a new one is tried as well.
    """
    server = Server(tmp_path, toys=True, **storage)
    match, seats = _full_house(server, private)
    players = {side: seats[side] for side in ("red", "blue")}
    received: list[tuple[str, int, str]] = []
    opened: Counter[str] = Counter()
    rng = random.Random(5)
    for _ in range(3):
        for _ in range(4):
            step(players, match, rng)
        entries = seats["red"].table(match)["match"]["entries"]
        for who, client in seats.items():
            client.received.clear()
            for path in _readable(match, entries):
                answer = client.ask("GET", path)
                assert answer.status_code < 500, answer.text
                opened[who] += answer.status_code == 200
            if who not in players:
                _takes_nothing(client, match, entries)
            _listens(client, match)
            received += [(who, entries, text) for text in client.received]
    players["red"].post(f"/matches/{match}/resign", seat="red")
    journal = players["red"].ask("GET", f"/matches/{match}/journal").text
    (seed,) = re.findall(r"^seed (\S+)$", journal, re.MULTILINE)
    known = knowledge(journal)
    assert known[None][-1] < known["red"][-1]
    for who, at, text in received:
        side = who if who in players else None
        assert seed not in text
        assert set(CARD.findall(text)) <= known[side][at], (who, text)
    told = {
        side: {card for who, _, text in received if who == side for card in CARD.findall(text)}
        for side in players
    }
    assert all(told.values())
    assert told["red"] != told["blue"]
    assert min(opened[who] for who in players) > 80
    assert min(opened.values()) > 15
    server.stop()
    assert server.troubles() == []


def _full_house(server: Server, private: bool) -> tuple[str, dict[str, Client]]:
    """A match that one has set up for others, with whoever may come near it."""
    seats = {name: server.client(name) for name in ("host", "red", "blue", "former", "kicked")}
    admin = _admin(server)
    invited = {side: {"kind": "invite"} for side in ("red", "blue")}
    made = seats["host"].match("patrol", "campaign", seats=invited, private=private)
    match = str(made["id"])
    _follow(seats["blue"], made["invites"]["blue"])
    for name in ("kicked", "former", "red"):  # one after the other
        _follow(seats[name], made["invites"]["red"])
        step({"red": seats[name], "blue": seats["blue"]}, match, random.Random(1))
        if name == "kicked":
            admin.post(f"/admin/matches/{match}/kick", side="red")
        elif name == "former":
            seats[name].post(f"/matches/{match}/seats", side="red", leave=True)
        if name != "red":
            made["invites"] = seats["host"].post(f"/matches/{match}/invites", side="red")
            made["invites"] = {"red": made["invites"]["invite"]}
    stranger, blocked, banned = (server.client(name) for name in ("stranger", "blocked", "banned"))
    for side in ("red", "blue"):
        seats[side].post("/blocks", name="blocked", blocked=True)
    admin.post(f"/admin/people/{banned.person['id']}", banned=True)
    token = stranger.post("/me/tokens", name="bot", scopes=["read", "matches"], password=PASSWORD)
    program = server.client()
    program.http.headers["Authorization"] = f"Bearer {token['token']}"
    others = {"stranger": stranger, "blocked": blocked, "banned": banned, "admin": admin}
    return match, seats | others | {"program": program, "visitor": server.client()}


def _admin(server: Server) -> Client:
    one = server.client("admin")
    done = admin_command(server, "make", "admin")
    assert done.returncode == 0, done.stderr
    return again(server, one)


def _follow(client: Client, link: str) -> None:
    client.post("/join", token=link.rpartition("/")[2])


def _readable(match: str, entries: int) -> list[str]:
    """Every address that can be read, from each seat where that can be asked for."""
    names = {"match": match, "slug": "patrol", "rule": "4.4", "name": "red", "event": "none"}
    found = []
    for each in ADDRESSES:
        if each.method != "GET":
            continue
        path = each.path.removeprefix("/api").replace("{entries}", str(entries // 2))
        fields = {field.name for field in msgspec.structs.fields(each.query)}
        query = {"since": "0", "words": "march r1 east", "list": "archive"}
        asked = {name: value for name, value in query.items() if name in fields}
        for seat in ("", "red", "blue") if "seat" in fields else ("",):
            found.append(f"{path.format_map(names)}?{httpx.QueryParams(asked | {'seat': seat})}")
    return found


def _takes_nothing(client: Client, match: str, entries: int) -> None:
    """No copy, no review, no advice, no part in it."""
    refused: list[tuple[str, dict[str, Any]]] = [
        *(("fork", {"entries": entries, "seat": seat}) for seat in ("", "red", "blue")),
        ("review", {}),
        ("embedding", {"allowed": True}),
        ("chat", {"text": "who has fuel?"}),
        ("undo", {"seat": "red"}),
        ("offers", {"kind": "undo", "to": 0, "seat": "red"}),
        ("resign", {"seat": "red"}),
        ("seats", {"side": "red", "person": True}),
        ("usual", {"seat": "red", "number": 0}),
        ("stop", {}),
    ]
    for path, body in refused:
        assert client.ask("POST", f"/matches/{match}/{path}", json=body).status_code >= 400, path


def _listens(client: Client, match: str) -> None:
    """What a socket tells, to whoever gets one; and whatever can be asked on it."""
    for seat in ("", "red", "blue"):
        with contextlib.suppress(InvalidStatus), client.live(match, seat=seat) as live:
            live.next("table")
            for other in ("red", "blue"):
                live.send(type="look", seat=other, ref=other)
                live.send(type="hint", seat=other, number=0, ref="hint")
            live.send(type="ping", ref="last")
            while live.next().get("ref") != "last":
                pass


# -- bots in the seat of another ---------------------------------------------------------------


@pytest.mark.attack
def test_a_bot_does_not_take_back_what_its_player_would_not(server):
    """One attacks, sees what was hidden, and takes it back: not while the other is away."""
    one, two, match, _ = pair(server, **HIDDEN)
    people = {"allied": one, "axis": two}
    for number in range(12):
        step(people, match, random.Random(number))
    two.post(f"/matches/{match}/seats", side="axis", leave=True)
    one.post(f"/matches/{match}/seats", side="axis", bot="random")
    before = one.table(match)["match"]["entries"]
    one.post(f"/matches/{match}/offers", kind="undo", to=before - 4, seat="allied")
    table = one.table(match)
    assert table["match"]["entries"] >= before
    assert table["offers"] == {}
    assert "undo_declined" in [line["kind"] for line in table["log"]["lines"]]
    # With a bot that was there from the beginning it is his own affair.
    alone = one.match(**HIDDEN, seats={"allied": {"kind": "you"}, "axis": BOT})["id"]
    for number in range(3):
        answer_as(one, alone, "allied", random.Random(number))
    until(lambda: one.table(alone, seat="allied")["decision"]["yours"])
    one.post(f"/matches/{alone}/offers", kind="undo", to=0, seat="allied")
    assert "undone_agreed" in [line["kind"] for line in one.table(alone)["log"]["lines"]]


@pytest.mark.attack
def test_nobody_weakens_the_bot_of_another_because_he_sat_there_once(plain):
    one, two = anybody(plain), anybody(plain)
    match = one.match(**HIDDEN, seats={side: {"kind": "you"} for side in SIDES})["id"]
    one.post(f"/matches/{match}/seats", side="axis", leave=True)
    link = one.post(f"/matches/{match}/invites", side="axis")["invite"]
    two.post("/join", token=link.rpartition("/")[2])
    two.post(f"/matches/{match}/seats", side="axis", leave=True)
    one.post(f"/matches/{match}/seats", side="axis", bot="recruit")
    weaker = {"side": "axis", "bot": "random"}
    assert refusal(one, f"/matches/{match}/seats", **weaker) == "agreed_bot"


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
