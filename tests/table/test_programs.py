"""Tokens of programs: made and revoked by their owner, good for their scopes and nothing else."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from khamsin.table.http.addresses import ADDRESSES
from khamsin.table.people.programs import SCOPES
from tests.table.serving import PASSWORD, ROOT, Client, Live, Server, pair, until
from tests.table.test_accounts import ends, is_in
from tests.table.test_strangers import anybody, refusal


def token_of(client: Client, *scopes: str, **more: Any) -> dict[str, Any]:
    body = {"name": "my bot", "password": PASSWORD, "scopes": scopes, **more}
    return dict(client.post("/me/tokens", **body))


def program(server: Server, token: str) -> Client:
    """A program that knows a token, and nothing of cookies and pages."""
    made = server.client()
    made.http.headers = httpx.Headers({"Authorization": f"Bearer {token}"})
    return made


def test_a_token_is_shown_once_and_stored_as_a_hash(server):
    one, two = anybody(server), anybody(server)
    wrong: dict[str, Any]
    refused = {"name": "x", "scopes": ["read"], "password": "wrong"}
    assert refusal(one, "/me/tokens", **refused) == "wrong_old_password"
    for wrong in ({"scopes": []}, {"scopes": ["admin"]}, {"name": ""}, {"days": 0}):
        body = {"name": "bot", "scopes": ["read"], "password": PASSWORD, **wrong}
        one.post("/me/tokens", status=400, **body)
    made = token_of(one, "play", "read", days=7)
    assert made["scopes"] == ["read", "play"]
    (listed,) = one.get("/me/tokens")
    assert listed == {name: value for name, value in made.items() if name != "token"}
    assert made["token"] not in one.ask("GET", "/me/data").text
    if "sqlite" in server.settings["DATABASE"]:
        with sqlite3.connect(server.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
            assert made["token"] not in "".join(storage.iterdump())
    # Nobody else sees it, or takes it away.
    assert two.get("/me/tokens") == []
    assert two.ask("DELETE", f"/me/tokens/{made['id']}").status_code == 404
    bot = program(server, made["token"])
    assert bot.get("/me")["person"] == {"id": one.person["id"], "name": one.person["name"]}
    assert one.ask("DELETE", f"/me/tokens/{made['id']}").status_code == 200
    answer = bot.ask("GET", "/me")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")
    assert one.get("/me/tokens") == []
    assert is_in(one)


def test_a_token_is_good_for_its_scopes_only(server):
    one, two, match, (allied, axis) = pair(server)
    looker = program(server, token_of(one, "read")["token"])
    player = program(server, token_of(one, "read", "play")["token"])
    host = program(server, token_of(one, "matches")["token"])
    chat: dict[str, Any] = {"text": "hello"}
    table = f"/matches/{match}/table"
    assert [each.ask("GET", table).status_code for each in (looker, player, host)] == [
        200,
        200,
        403,
    ]
    path = f"/matches/{match}/chat"
    assert [refusal(each, path, **chat) for each in (looker, host)] == ["scope", "scope"]
    player.post(path, **chat)
    new: dict[str, Any] = {"game": "battleaxe", "scenario": "standard"}
    assert [refusal(each, "/matches", **new) for each in (looker, player)] == ["scope", "scope"]
    host.post("/matches", **new)
    # Nothing of the account itself, however good the token.
    every = program(server, token_of(one, *SCOPES)["token"])
    assert every.get("/me")["csrf"] is None
    for address in ADDRESSES:
        if address.scope:
            assert address.scope in SCOPES
            continue
        where = address.path.removeprefix("/api").replace("{match}", match)
        body: dict[str, Any] | None = {} if address.method == "POST" else None
        answer = every.ask(address.method, where, json=body)
        assert answer.status_code == 403, (address.method, where)
        assert answer.json()["error"]["code"] == "scope"
    # What it may see is what its owner may see.
    seat = every.ask("GET", f"/matches/{match}/table", params={"seat": axis})
    assert seat.status_code == 403
    assert every.table(match, seat=allied)["decision"] is not None
    assert two.table(match)["chat"]["lines"][0]["by"] == one.person["name"]


def test_a_token_is_no_cookie_and_a_cookie_no_token(plain):
    one = anybody(plain)
    token = token_of(one, "read")["token"]
    thief = plain.client()
    thief.http.cookies.set("khamsin", token)
    assert thief.get("/me")["person"] is None
    cookie = str(one.http.cookies["khamsin"])
    for wrong in (cookie, "khamsin_nothing", "x" * 500):
        assert program(plain, wrong).ask("GET", "/me").status_code == 401
    # Another kind of authorization is that of a proxy in front of us.
    one.http.headers["Authorization"] = "Basic Zm9vOmJhcg=="
    assert is_in(one)


def test_a_token_ends_with_its_time_and_with_the_password(plain):
    one = anybody(plain)
    late, other = token_of(one, "read"), token_of(one, "read")
    with sqlite3.connect(plain.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        storage.execute(
            "UPDATE sessions SET until = ? WHERE substr(token, 1, 16) = ?",
            (time.time() - 1, late["id"]),
        )
    assert program(plain, late["token"]).ask("GET", "/me").status_code == 401
    assert [each["id"] for each in one.get("/me/tokens")] == [other["id"]]
    bot = program(plain, other["token"])
    assert bot.get("/me")["person"]
    one.post("/me/password", old=PASSWORD, new="a new sandstorm")
    assert bot.ask("GET", "/me").status_code == 401
    assert is_in(one)


def test_there_are_only_so_many_tokens(plain):
    one = anybody(plain)
    for _ in range(20):
        token_of(one, "read")
    body = {"name": "x", "scopes": ["read"], "password": PASSWORD}
    assert refusal(one, "/me/tokens", **body) == "too_many_tokens"


def test_a_socket_by_token_ends_when_it_is_revoked(server):
    one, _, match, (allied, _) = pair(server)
    made = token_of(one, "read")
    address = f"{server.url.replace('http', 'ws', 1)}/api/matches/{match}/live?seat={allied}"
    headers = {"Authorization": f"Bearer {made['token']}"}
    with connect(address, additional_headers=headers) as socket:
        live = Live(socket, [])
        table = live.next("table")
        assert table["match"]["you"]["seat"] == allied
        live.send(type="choose", seat=allied, number=0, words=["pass"], ref=1)
        assert live.next("error")["error"]["code"] == "scope"
        one.ask("DELETE", f"/me/tokens/{made['id']}")
        ends(live)
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
        pass
    assert refused.value.response.status_code == 401
    # Without the header it is a page, and a page must be ours.
    with pytest.raises(InvalidStatus) as refused, connect(address):
        pass
    assert refused.value.response.status_code == 403


def test_the_example_plays_a_whole_match(plain):
    """Two programs in processes of their own, at both seats, to the end."""
    one, two, match, _ = pair(plain)
    bots = []
    for client in (one, two):
        token = token_of(client, "read", "play")["token"]
        words = [sys.executable, "examples/hosted_bot.py", plain.url, token, "0.05"]
        environment = {
            name: value for name, value in os.environ.items() if "PROXY" not in name.upper()
        }
        bots.append(subprocess.Popen(words, cwd=ROOT, env=environment))
    try:
        until(lambda: one.table(match)["result"], 300)
        assert [bot.poll() for bot in bots] == [None, None]
    finally:
        for bot in bots:
            bot.send_signal(signal.SIGTERM)
            bot.wait(60)
    assert one.table(match)["match"]["entries"] > 50
