"""News to browsers that are closed: encrypted for them, signed by us, sent nowhere else."""

from __future__ import annotations

import base64
import json
import secrets
import sqlite3
import time
from typing import Any
from urllib.parse import urlsplit

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.table.authenticator import b64
from tests.table.serving import LOCAL_KEY, PASSWORD, Client, Server, pair, until
from tests.table.sinks import Sinks
from tests.table.test_strangers import anybody, letters_server, refusal


class Browser:
    """What a browser knows of its subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = secrets.token_bytes(16)

    @property
    def subscription(self) -> dict[str, Any]:
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "key": b64(public), "secret": b64(self._secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret)
        return dict(json.loads(text))


def subscribed(client: Client, endpoint: str) -> Browser:
    browser = Browser(endpoint)
    client.post("/me/browsers", **browser.subscription)
    return browser


def test_a_closed_browser_is_told_whose_turn_it_is(sinks: Sinks, tmp_path, storage):
    server = letters_server(tmp_path, sinks, **storage)
    one, two, match, (allied, _) = pair(server)
    key = two.get("/me")["letters"]["push"]
    phone, desk = subscribed(two, f"{sinks.push}/phone"), subscribed(two, f"{sinks.push}/desk")
    assert two.get("/me/browsers") == {"count": 2}
    one.post(f"/matches/{match}/draw", seat=allied)
    until(lambda: len(sinks.pushed) >= 2)
    time.sleep(1.5)
    told = {path: (headers, body) for path, headers, body in sinks.pushed}
    assert len(sinks.pushed) == 2  # each once
    for browser, path in ((phone, "/push/phone"), (desk, "/push/desk")):
        headers, body = told[path]
        assert match.encode() not in body  # only this browser can read it
        news = browser.read(body)
        assert news["url"] == f"{server.url}/#/m/{match}"
        assert "Battleaxe" in news["text"]
        check_signature(headers["Authorization"], key, sinks.push, server.url)
        assert headers["Content-Encoding"] == "aes128gcm"
    # Not in this one any more; nobody else is told in it either.
    stranger = anybody(server)
    stranger.post("/me/browsers/remove", endpoint=phone.endpoint)
    assert two.get("/me/browsers") == {"count": 2}
    two.post("/me/browsers/remove", endpoint=phone.endpoint)
    assert two.get("/me/browsers") == {"count": 1}
    server.stop()
    assert server.troubles() == []


def check_signature(said: str, key: str, endpoint: str, table: str) -> None:
    parts = dict(part.split("=", 1) for part in said.removeprefix("vapid ").split(","))
    assert parts["k"] == key
    signed, _, signature = parts["t"].rpartition(".")
    point = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    raw = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = signed.split(".")[1]
    told = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    where = urlsplit(endpoint)
    assert told["aud"] == f"{where.scheme}://{where.netloc}"
    assert told["sub"] == f"https://{urlsplit(table).hostname}"
    assert time.time() < told["exp"] < time.time() + 24 * 3600


def test_a_browser_that_is_gone_is_forgotten_and_trouble_is_tried_again(sinks, tmp_path):
    server = letters_server(tmp_path, sinks)
    one, two, match, (allied, _) = pair(server)
    browser = subscribed(two, f"{sinks.push}/phone")
    sinks.push_status = 503
    one.post(f"/matches/{match}/draw", seat=allied)
    until(lambda: "could not be sent" in server.log.read_text())
    assert two.get("/me/browsers") == {"count": 1}
    sinks.push_status = 201
    seen = len(sinks.pushed)
    until(lambda: len(sinks.pushed) > seen)
    assert browser.read(sinks.pushed[-1][2])["url"].endswith(match)
    sinks.push_status = 410
    one.post(f"/matches/{match}/offers/draw", accept=False)
    time.sleep(0.1)
    one.post(f"/matches/{match}/draw", seat=allied)
    until(lambda: two.get("/me/browsers") == {"count": 0})
    server.stop()
    assert server.troubles() == []


def test_the_key_stays_the_same(tmp_path, storage):
    server = Server(tmp_path, **storage)
    key = anybody(server).get("/me")["letters"]["push"]
    assert len(key) == 87
    server.kill()
    server.start()
    assert server.client().get("/me")["letters"]["push"] == key
    server.stop()
    off = Server(tmp_path, **storage, PUSH="no")
    one = anybody(off)
    assert one.get("/me")["letters"]["push"] == ""
    body = Browser("https://push.example/x").subscription
    assert refusal(one, "/me/browsers", **body) == "no_push"
    off.stop()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "ftp://push.example/x"},
        {"endpoint": "https://"},
        {"endpoint": "https://me:secret@push.example/x"},
        {"key": "AAAA"},
        {"key": "!"},
        {"secret": "AAAA"},
    ],
)
def test_what_is_no_browser_is_refused(plain, wrong):
    body = Browser("https://push.example/x").subscription | wrong
    anybody(plain).post("/me/browsers", status=400, **body)


def test_nobody_makes_us_call_inside(sinks, tmp_path):
    """An address inside our network is refused when it is called, whatever its name was."""
    server = Server(tmp_path, AWAY_AFTER="0.3", RETRY="1")
    one, two, match, (allied, _) = pair(server)
    inside = f"https://127.0.0.1:{urlsplit(sinks.push).port}/push"
    subscribed(two, inside)
    one.post(f"/matches/{match}/draw", seat=allied)
    until(lambda: "may lead to" in server.log.read_text())
    assert sinks.pushed == []
    server.stop()


def test_a_person_has_so_many_browsers_and_a_browser_one_person(plain):
    one, two = anybody(plain), anybody(plain)
    for number in range(12):
        subscribed(one, f"https://push.example/{number}")
    assert one.get("/me/browsers") == {"count": 10}
    subscribed(two, "https://push.example/11")  # somebody else uses that computer now
    assert one.get("/me/browsers") == {"count": 9}
    listed = [each["endpoint"] for each in one.get("/me/data")["browsers"]]
    assert len(listed) == 9
    one.post("/me/delete", password=PASSWORD)
    with sqlite3.connect(plain.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        owners = {row[0] for row in storage.execute("SELECT person FROM pushes")}
    assert one.person["id"] not in owners


def test_at_home_there_is_no_such_thing(tmp_path):
    server = Server(tmp_path, LOCAL_KEY=LOCAL_KEY)
    assert server.client().get("/me")["letters"]["push"] == ""
    server.stop()
