"""Passkeys: good for their owner at this table, once for each challenge."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from tests.table.authenticator import PRESENT, Authenticator
from tests.table.serving import LOCAL_KEY, PASSWORD, Client, Server
from tests.table.test_accounts import is_in
from tests.table.test_strangers import anybody, refusal


def key(server: Server) -> Authenticator:
    return Authenticator(server.url, "127.0.0.1")


def added(client: Client, device: Authenticator, name: str = "my phone") -> dict[str, Any]:
    options = client.post("/me/passkeys/challenge", password=PASSWORD)
    return dict(client.post("/me/passkeys", name=name, credential=device.create(options)))


def by_passkey(server: Server, device: Authenticator) -> Client:
    client = server.client()
    options = client.post("/session/challenge")
    client._signed(
        client.http.post("/api/session/passkey", json={"credential": device.get(options)})
    )
    return client


def test_signing_in_with_a_passkey(server):
    one, device = anybody(server), key(server)
    assert one.get("/me")["passkeys"]
    assert refusal(one, "/me/passkeys/challenge", password="wrong") == "wrong_old_password"
    made = added(one, device)
    assert one.get("/me/passkeys") == [made]
    assert made["used"] is None
    other = by_passkey(server, device)
    assert other.person["name"] == one.person["name"]
    (seen,) = other.get("/me/passkeys")
    assert (seen["name"], seen["used"] is None) == ("my phone", False)
    by_passkey(server, device)
    # The password is good beside it, and the passkey outlives another password.
    one.post("/me/password", old=PASSWORD, new="a new sandstorm")
    assert not is_in(other)
    third = by_passkey(server, device)
    stranger = anybody(server)
    assert stranger.get("/me/passkeys") == []
    assert stranger.ask("DELETE", f"/me/passkeys/{made['id']}").status_code == 404
    assert third.ask("DELETE", f"/me/passkeys/{made['id']}").status_code == 200
    options = server.client().post("/session/challenge")
    credential = device.get(options)
    assert refusal(server.client(), "/session/passkey", credential=credential) == "bad_passkey"


def test_what_is_wrong_with_a_passkey(server):
    one, two, device = anybody(server), anybody(server), key(server)
    added(one, device)
    stranger = server.client()

    def refused(credential: object) -> bool:
        return refusal(stranger, "/session/passkey", credential=credential) == "bad_passkey"

    # A challenge is answered once.
    once = device.get(stranger.post("/session/challenge"))
    assert stranger.http.post("/api/session/passkey", json={"credential": once}).status_code == 200
    stranger = server.client()
    assert refused(once)
    # One that we did not give, or gave for something else.
    assert refused(device.get({"challenge": "c29tZXRoaW5n"}))
    assert refused(device.get(one.post("/me/passkeys/challenge", password=PASSWORD)))
    # Another page, another host, another key, nobody asked at the device, a copy that lags behind.
    begin = "/session/challenge"
    device.origin = "https://evil.example"
    assert refused(device.get(stranger.post(begin)))
    device.origin, device.host = server.url, "evil.example"
    assert refused(device.get(stranger.post(begin)))
    device.host = "127.0.0.1"
    right, device.key = device.key, key(server).key
    assert refused(device.get(stranger.post(begin)))
    device.key = right
    assert refused(device.get(stranger.post(begin), PRESENT))
    device.count = 0
    assert refused(device.get(stranger.post(begin)))
    assert refused(key(server).get(stranger.post(begin)))
    nonsense: dict[str, Any]
    for nonsense in ({}, {"id": 1}, {"response": {}}, {"response": {"clientDataJSON": "AAAA"}}):
        assert refused(nonsense)
    # Nobody adds his to the account of another, nor the same twice.
    options = one.post("/me/passkeys/challenge", password=PASSWORD)
    mine = key(server).create(options)
    body = {"name": "x", "credential": mine}
    assert refusal(two, "/me/passkeys", **body) == "bad_passkey"
    assert refusal(server.client(), "/me/passkeys", **body) == "unauthenticated"
    device.count = 50
    again = device.create(two.post("/me/passkeys/challenge", password=PASSWORD))
    assert refusal(two, "/me/passkeys", name="x", credential=again) == "bad_passkey"
    unverified = key(server).create(one.post("/me/passkeys/challenge", password=PASSWORD), PRESENT)
    assert refusal(one, "/me/passkeys", name="x", credential=unverified) == "bad_passkey"
    assert len(one.get("/me/passkeys")) == 1
    assert two.get("/me/passkeys") == []


def test_a_passkey_goes_with_its_account(plain):
    one, device = anybody(plain), key(plain)
    added(one, device)
    one.post("/me/delete", password=PASSWORD)
    stranger = plain.client()
    credential = device.get(stranger.post("/session/challenge"))
    assert refusal(stranger, "/session/passkey", credential=credential) == "bad_passkey"


def test_whoever_is_banned_does_not_get_in_by_a_passkey(plain):
    one, device = anybody(plain), key(plain)
    added(one, device)
    with sqlite3.connect(plain.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        storage.execute("UPDATE people SET banned = 1 WHERE id = ?", (one.person["id"],))
    stranger = plain.client()
    credential = device.get(stranger.post("/session/challenge"))
    assert refusal(stranger, "/session/passkey", credential=credential) == "banned"


def test_a_challenge_is_answered_soon(plain):
    one, device = anybody(plain), key(plain)
    added(one, device)
    stranger = plain.client()
    credential = device.get(stranger.post("/session/challenge"))
    with sqlite3.connect(plain.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        storage.execute("UPDATE challenges SET until = 1")
    assert refusal(stranger, "/session/passkey", credential=credential) == "bad_passkey"


@pytest.mark.parametrize("path", ["/me/passkeys/challenge", "/me/tokens"])
def test_at_home_there_is_nothing_to_sign_in_to(tmp_path, path):
    server = Server(tmp_path, LOCAL_KEY=LOCAL_KEY)
    one = server.client()
    assert not one.get("/me")["passkeys"]
    body = (
        {"password": "", "name": "x", "scopes": ["read"]} if "tokens" in path else {"password": ""}
    )
    assert one.ask("POST", path, json=body).status_code == 403
    server.stop()
