"""One's own account: passwords, sessions that end at once and everywhere, names of one's own."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed

from tests.table.serving import PASSWORD, Client, Live, Server, pair, until
from tests.table.sinks import Sinks, confirmed
from tests.table.test_strangers import anybody, letters_server, refusal


def again(server: Server, client: Client, password: str = PASSWORD) -> Client:
    """The same person in another browser."""
    other = server.client()
    other.sign_in(name=client.person["name"], password=password)
    return other


def is_in(client: Client) -> bool:
    return client.get("/me")["person"] is not None


def ends(live: Live) -> None:
    """The table hangs up soon, whatever it has to say before."""
    with contextlib.suppress(ConnectionClosed):
        while live.next(patience=5):
            pass


def link_of(letter: str, kind: str) -> str:
    return letter.replace("=\r\n", "").split(f"/#/{kind}/")[1].split()[0]


def test_another_password_ends_all_other_sessions(server):
    one = anybody(server)
    other = again(server, one)
    assert refusal(one, "/me/password", old="wrong", new="a new sandstorm") == "wrong_old_password"
    assert is_in(other)
    for new in ("12345678", "        ", "aaaaaaaa", "PassWord1", "x" * 201, one.person["name"]):
        one.post("/me/password", status=400, old=PASSWORD, new=new)
    one.post("/me/password", old=PASSWORD, new="a new sandstorm")
    assert is_in(one)
    assert not is_in(other)
    stranger = server.client()
    stranger.post("/session", status=401, name=one.person["name"], password=PASSWORD)
    again(server, one, "a new sandstorm")


def test_signing_out_everywhere_but_here(server):
    one = anybody(server)
    others = [again(server, one) for _ in "ab"]
    assert one.ask("DELETE", "/me/sessions").status_code == 200
    assert is_in(one)
    assert not any(is_in(other) for other in others)


def test_a_session_ends_at_once_at_every_process(postgres, tmp_path):
    """Neither the cookie nor a socket outlives the sign-out, though another process did it."""
    database = postgres.database()
    here, there = (Server(tmp_path, DATABASE=database) for _ in range(2))
    one, _, match, (allied, _) = pair(here)
    elsewhere = there.client()
    elsewhere.http.cookies = one.http.cookies
    elsewhere.http.headers["X-Khamsin-CSRF"] = one.http.headers["X-Khamsin-CSRF"]
    with elsewhere.live(match, seat=allied) as live:
        live.next("table")
        assert is_in(elsewhere)
        assert one.ask("DELETE", "/session").status_code == 200
        began = time.monotonic()
        ends(live)
        assert time.monotonic() - began < 10  # and not with its next question
    assert not is_in(elsewhere)
    for server in (here, there):
        server.stop()
        assert server.troubles() == []


def test_a_session_deleted_in_the_storage_is_soon_over(plain):
    one, _, match, _ = pair(plain)
    with one.live(match) as live:
        live.next("table")
        assert is_in(one)
        with sqlite3.connect(plain.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
            storage.execute("DELETE FROM sessions WHERE person = ?", (one.person["id"],))
        ends(live)
    assert not is_in(one)  # what ended the one has ended the other


def test_a_forgotten_password(sinks, tmp_path, storage):
    server = letters_server(tmp_path, sinks, **storage)
    one = anybody(server)
    confirmed(one, sinks, "one@example.org")
    stranger = server.client()
    # The answer is the same whether there is such an address or not, confirmed or not.
    two = anybody(server)
    two.post("/me", email="two@example.org")
    sinks.letters.clear()
    for address in ("nobody@example.org", "two@example.org", "One@example.org"):
        assert stranger.post("/forgotten", email=address) == {}
    (letter,) = until(lambda: sinks.letters)
    assert "To: one@example.org" in letter
    token = link_of(letter, "reset")
    stranger.post("/reset", status=400, token=token, password="12345678")
    assert is_in(one)
    stranger.post("/reset", token=token, password="a new sandstorm")
    assert not is_in(one)
    assert refusal(stranger, "/reset", token=token, password="another sandstorm") == "not_found"
    again(server, one, "a new sandstorm")
    # Nobody is flooded by it.
    for sent in (2, 3):  # one after the other: letters need not arrive in the order of the links
        stranger.post("/forgotten", email="one@example.org")
        until(partial(lambda count: len(sinks.letters) == count, sent))
    for _ in range(3):
        stranger.post("/forgotten", email="one@example.org")
    time.sleep(0.5)
    assert len(sinks.letters) == 3
    # Of several links the last one is good, and not for ever.
    first, last = (link_of(letter, "reset") for letter in sinks.letters[1:])
    assert refusal(stranger, "/reset", token=first, password="another sandstorm") == "not_found"
    if not storage:
        with sqlite3.connect(server.settings["DATABASE"].removeprefix("sqlite:///")) as file:
            file.execute("UPDATE tokens SET until = ?", (time.time() - 1,))
        late = refusal(stranger, "/reset", token=last, password="another sandstorm")
        assert late == "not_found"
    server.stop()
    assert server.troubles() == []


def test_the_way_to_a_new_password_cannot_be_turned_by_an_open_page(sinks: Sinks, tmp_path):
    """Whoever finds a page left open changes the address, and would get a new password there."""
    server = letters_server(tmp_path, sinks)
    one = anybody(server)
    confirmed(one, sinks, "one@example.org")
    assert refusal(one, "/me", email="thief@example.org") == "wrong_old_password"
    one.post("/me", email="one@example.org", webhook="")  # nothing is changed by it
    assert one.get("/me")["person"]["email"] == "one@example.org"
    one.post("/me", email="new@example.org", password=PASSWORD)
    assert not one.get("/me")["person"]["confirmed"]
    server.stop()


def test_without_a_mail_server_the_host_must_be_asked(plain):
    assert refusal(plain.client(), "/forgotten", email="one@example.org") == "no_mail"


@pytest.mark.attack
@pytest.mark.parametrize(
    "twin",
    ["Erwin Rommel", "ERWIN-ROMMEL", "\u0415rwin R\u043emmel", "Erwin Romme\u217c", "erwinrommeI"],
)
def test_a_name_is_not_mistaken_for_another(plain, twin):
    plain.client("Erwin Rommel")
    stranger = plain.client()
    stranger.post("/people", status=409, name=twin, password=PASSWORD)


def test_a_guest_at_a_screen_is_not_called_like_somebody_else(plain):
    plain.client("Erwin Rommel")
    one = anybody(plain)
    body = {"game": "battleaxe", "scenario": "standard"}
    for guest in ("erwin rommel", "Erwin R0mmel"):
        seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen", "name": guest}}
        assert refusal(one, "/matches", **body, seats=seats) == "name_taken"
    seats = {"allied": {"kind": "you", "name": "Erwin Rommel"}, "axis": {"kind": "screen"}}
    assert refusal(one, "/matches", **body, seats=seats) == "bad_request"
    one.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "screen", "name": "A cousin"}})


@pytest.mark.parametrize("name", ["N.N. 7", "n n 77", "NN"])
def test_nobody_takes_the_name_of_those_who_are_gone(plain, name):
    plain.client().post("/people", status=409, name=name, password=PASSWORD)


def test_one_account_is_not_guessed_at_from_many_addresses(tmp_path):
    server = Server(tmp_path, LIMITS="1", PROXY="yes")
    one = server.client()
    one.register("Auchinleck")
    guesser = server.client()

    def guess(address: str, name: str = "auchinleck") -> int:
        body = {"name": name, "password": "guess"}
        headers = {"X-Forwarded-For": address}
        return guesser.ask("POST", "/session", json=body, headers=headers).status_code

    # Sixty addresses of one household, then sixty households.
    codes = [guess(f"2001:db8::{n:x}", f"somebody {n}") for n in range(1, 61)]
    assert 10 <= codes.count(401) <= 13
    codes = [guess(f"2001:db8:0:{n:x}::1") for n in range(1, 61)]
    assert 10 <= codes.count(401) <= 12
    assert codes[-1] == 429
    server.stop()
