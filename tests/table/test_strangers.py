"""What somebody might try who wants more than his seat gives him."""

from __future__ import annotations

import random
import sqlite3
import time
from typing import Any

import pytest

from tests.table.serving import Client, Server, pair, step, until
from tests.table.sinks import Sinks, confirmed

HIDDEN = {"game": "rommel", "scenario": "1940"}
SIDES = ("allied", "axis")


def anybody(server: Server) -> Client:
    return server.client(f"somebody {time.monotonic_ns()}")


def refusal(client: Client, path: str, **body: object) -> str:
    answer = client.ask("POST", path, json=body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["code"])


@pytest.mark.attack
@pytest.mark.parametrize("timeout", ["offer", "bot random"])
def test_a_bot_in_a_seat_does_not_open_its_hand(plain, timeout):
    """The clock of one runs out; the other puts a bot there and would like to sit down himself."""
    clock = {"reserve": 1, "increment": 0}
    one, two, match, (allied, axis) = pair(plain, **HIDDEN, clock=clock, on_timeout=timeout)
    first = one.table(match)["decision"]["to_answer"][0]
    late, rival = (two, one) if first == axis else (one, two)
    until(lambda: "time" in rival.table(match)["offers"] or _is_bot(rival, match, first))
    rival.post(f"/matches/{match}/seats", side=first, bot="random")
    assert refusal(rival, f"/matches/{match}/seats", side=first, person=True) == "two_hands"
    # Nor after leaving the seat that he had.
    other = axis if first == allied else allied
    rival.post(f"/matches/{match}/seats", side=other, leave=True)
    assert refusal(rival, f"/matches/{match}/seats", side=first, person=True) == "two_hands"
    assert rival.ask("GET", f"/matches/{match}/table?seat={first}").status_code == 403
    # He may have his own again, and so may the other.
    rival.post(f"/matches/{match}/seats", side=other, person=True)
    late.post(f"/matches/{match}/seats", side=first, person=True)


def _is_bot(client: Client, match: str, side: str) -> bool:
    seats = client.table(match)["match"]["seats"]
    return any(s["side"] == side and s["holder"]["kind"] == "bot" for s in seats)


@pytest.mark.attack
def test_a_bots_hand_is_not_for_its_opponent(plain):
    one = plain.client("curious")
    seats = {"axis": {"kind": "you"}, "allied": {"kind": "bot", "bot": "random"}}
    match = one.match(**HIDDEN, seats=seats)["id"]
    assert refusal(one, f"/matches/{match}/seats", side="allied", person=True) == "two_hands"


def test_who_had_both_hands_from_the_start_may_have_both_again(plain):
    one = plain.client("two minds")
    seats = {"axis": {"kind": "you"}, "allied": {"kind": "screen"}}
    match = one.match(**HIDDEN, seats=seats)["id"]
    one.post(f"/matches/{match}/seats", side="allied", bot="random")
    one.post(f"/matches/{match}/seats", side="allied", person=True)
    # But not once somebody else has held one of them.
    one.post(f"/matches/{match}/invites", status=409, side="allied")
    one.post(f"/matches/{match}/seats", side="allied", leave=True)
    link = one.post(f"/matches/{match}/invites", side="allied")["invite"]
    two = plain.client("a guest")
    two.post("/join", token=link.rpartition("/")[2])
    two.post(f"/matches/{match}/seats", side="allied", leave=True)
    assert refusal(one, f"/matches/{match}/seats", side="allied", person=True) == "two_hands"


@pytest.mark.attack
@pytest.mark.parametrize("kind", ["read", "imagined"])
def test_a_copy_of_a_sandbox_does_not_open_the_hand_of_a_guest(plain, kind):
    """One's own sandbox is copied with all that is in it, until somebody else sits there."""
    one, two = anybody(plain), anybody(plain)
    match = _sandbox(one, kind)
    for number in range(30):
        step({"axis": one}, match, random.Random(number))
    entries = one.table(match)["match"]["entries"]
    truth = _hand(one, match)
    assert _hand(one, _copy(one, match, "axis", entries)) == truth
    one.post(f"/matches/{match}/seats", side="allied", leave=True)
    link = one.post(f"/matches/{match}/invites", side="allied")["invite"]
    two.post("/join", token=link.rpartition("/")[2])
    assert _hand(two, match) == truth
    copied = [_copy(one, match, "axis", entries) for _ in range(3)]
    assert any(_hand(one, each) != truth for each in copied)


def _sandbox(client: Client, kind: str) -> str:
    """One that is read from a file, or one of a world that is imagined."""
    match = client.match(**HIDDEN, seats={side: {"kind": "you"} for side in SIDES})["id"]
    if kind == "imagined":
        return _copy(client, match, "axis", 0)
    file = client.ask("GET", f"/matches/{match}/journal", params={"seat": "axis"}).text
    return str(client.post("/matches/import", file=file)["id"])


def _copy(client: Client, match: str, seat: str, entries: int) -> str:
    return str(client.post(f"/matches/{match}/fork", entries=entries, seat=seat)["id"])


def _hand(client: Client, match: str) -> Any:
    """What the Allies hold and nobody else may know."""
    return client.table(match, seat="allied")["picture"]


def test_where_nothing_is_hidden_a_bots_seat_may_be_taken(plain):
    one = plain.client("an open mind")
    seats = {"axis": {"kind": "you"}, "allied": {"kind": "bot", "bot": "random"}}
    match = one.match(seats=seats)["id"]
    one.post(f"/matches/{match}/seats", side="allied", person=True)


# -- invitations -----------------------------------------------------------------------------


def invited(server: Server) -> tuple[Client, str, str]:
    host = anybody(server)
    made = host.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "invite"}})
    return host, made["id"], made["invites"]["axis"].rpartition("/")[2]


@pytest.mark.attack
def test_a_link_is_used_once(server):
    host, match, token = invited(server)
    guest, stranger = anybody(server), anybody(server)
    guest.post("/join", token=token)
    guest.post("/join", token=token)  # he sits there already
    assert refusal(stranger, "/join", token=token) == "invitation_used"
    guest.post(f"/matches/{match}/seats", side="axis", leave=True)
    for client in (host, stranger, guest):
        assert refusal(client, "/join", token=token) == "invitation_used"
    host.post(f"/matches/{match}/seats", side="axis", bot="random")
    assert refusal(stranger, "/join", token=token) == "invitation_used"
    guest.post(f"/matches/{match}/seats", side="axis", person=True)
    (link,) = host.get(f"/matches/{match}/invites")
    assert link["chair"] == "axis"
    assert link["used"]
    assert link["by"] == guest.get("/me")["person"]["name"]


@pytest.mark.attack
def test_a_link_is_withdrawn_and_made_anew_by_the_host_alone(server):
    host, match, token = invited(server)
    guest = anybody(server)
    for method, path, body in (
        ("GET", "invites", None),
        ("POST", "invites", {"side": "axis"}),
        ("DELETE", "invites/axis", None),
    ):
        answer = guest.ask(method, f"/matches/{match}/{path}", json=body)
        assert answer.status_code == 403
    newer = host.post(f"/matches/{match}/invites", side="axis")["invite"].rpartition("/")[2]
    assert refusal(guest, "/join", token=token) == "not_found"
    assert host.ask("DELETE", f"/matches/{match}/invites/axis").status_code == 200
    assert host.get(f"/matches/{match}/invites") == []
    assert refusal(guest, "/join", token=newer) == "not_found"
    newest = host.post(f"/matches/{match}/invites", side="axis")["invite"].rpartition("/")[2]
    guest.post("/join", token=newest)


def test_a_link_does_not_last_for_ever(plain):
    host, match, token = invited(plain)
    with sqlite3.connect(plain.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        storage.execute("UPDATE invites SET until = ? WHERE match = ?", (time.time() - 1, match))
    assert refusal(anybody(plain), "/join", token=token) == "invitation_expired"
    assert refusal(host, "/join", token=token) == "invitation_expired"


# -- letters ---------------------------------------------------------------------------------


@pytest.mark.attack
@pytest.mark.parametrize(
    "address",
    [
        "a@example.org,b@example.net",
        "a@example.org;b@example.net",
        "a@example.org b@example.net",
        '"a@example.org" <b@example.net>',
        "a@example.org\nBcc: b@example.net",
        "a@localhost",
        "a@@example.org",
    ],
)
def test_an_address_is_that_of_one_person(plain, address):
    anybody(plain).post("/me", status=400, email=address)


def letters_server(folder, sinks: Sinks, limits: str = "1000", **more: Any) -> Server:
    return Server(
        folder,
        LIMITS=limits,
        SMTP_HOST="127.0.0.1",
        SMTP_PORT=str(sinks.mail_port),
        AWAY_AFTER="0.3",
        WEBHOOKS_ANYWHERE="yes",
        RETRY="1",
        **more,
    )


def test_nobody_is_written_to_who_has_not_confirmed_his_address(sinks, tmp_path):
    server = letters_server(tmp_path, sinks)
    one, two, match, (allied, _) = pair(server)
    two.post("/me", email="victim@example.org")
    until(lambda: sinks.letters)
    one.post(f"/matches/{match}/draw", seat=allied)
    time.sleep(1.5)
    # Only the question whether the address is his, and that no more than a few times an hour.
    assert len(sinks.letters) == 1
    assert "/#/confirm/" in sinks.letters[0]
    codes = [two.ask("POST", "/me/confirm").status_code for _ in range(6)]
    assert codes == [200, 200, 429, 429, 429, 429]
    stranger = anybody(server)
    stranger.post("/me", email="Victim@example.org")  # the same address, by another account
    assert stranger.ask("POST", "/me/confirm").status_code == 429
    assert len(sinks.letters) == 3
    server.stop()


def three_offers(one: Client, two: Client) -> list[str]:
    """Draws offered to the second in three matches, one right after the other."""
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "invite"}}
    made = [one.match(seats=seats) for _ in "abc"]
    for each in made:
        two.post("/join", token=each["invites"]["axis"].rpartition("/")[2])
    for each in made:
        one.post(f"/matches/{each['id']}/draw", seat="allied")
    return [each["id"] for each in made]


def test_what_waits_at_the_same_time_comes_together_and_what_is_withdrawn_not_at_all(
    sinks, tmp_path
):
    # It looks only every four seconds what is to be sent, so that a busy machine is no fault.
    server = letters_server(tmp_path, sinks, SWEEP="4")
    one, two, match, (allied, _) = pair(server)
    confirmed(two, sinks, "two@example.org")
    for _ in range(12):
        one.post(f"/matches/{match}/draw", seat=allied)
        one.post(f"/matches/{match}/offers/draw", accept=False)
    time.sleep(4.5)
    # Nothing is waiting any more; what stood when it looked may be out already.
    assert "".join(sinks.letters).count(match) <= 2
    sinks.letters.clear()
    others = three_offers(one, two)
    until(lambda: all(match in "".join(sinks.letters) for match in others))
    time.sleep(4.5)
    assert len(sinks.letters) < len(others)
    server.stop()


def test_offers_and_withdrawals_do_not_flood_anybody(sinks, tmp_path):
    server = letters_server(tmp_path, sinks, limits="1")
    one, two, _, _ = pair(server)
    confirmed(two, sinks, "two@example.org")
    others = three_offers(one, two)
    until(lambda: sinks.letters)
    for number in range(20):
        one.post(f"/matches/{others[number % 3]}/offers/draw", accept=False)
        time.sleep(0.1)
        one.post(f"/matches/{others[number % 3]}/draw", seat="allied")
        time.sleep(0.4)
    assert len(sinks.letters) <= 6
    server.stop()


def test_a_slow_webhook_holds_up_nobody_else(sinks, tmp_path):
    server = letters_server(tmp_path, sinks)
    slow, quick, host = anybody(server), anybody(server), anybody(server)
    slow.post("/me", webhook=sinks.drip)
    confirmed(quick, sinks, "quick@example.org")
    for guest in (slow, quick):
        made = host.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "invite"}})
        guest.post("/join", token=made["invites"]["axis"].rpartition("/")[2])
        host.post(f"/matches/{made['id']}/draw", seat="allied")
        time.sleep(1)  # the slow one is under way before the other is due
    began = time.monotonic()
    until(lambda: sinks.letters)
    assert time.monotonic() - began < 8  # the slow one is given up after 15
    assert sinks.dripping
    server.stop()


def test_a_letter_survives_a_mail_server_that_is_down(sinks, tmp_path):
    server = letters_server(tmp_path, sinks)
    one, two, match, (allied, _) = pair(server)
    confirmed(two, sinks, "two@example.org")
    sinks.mail_works = False
    one.post(f"/matches/{match}/draw", seat=allied)
    until(lambda: "could not be sent" in server.log.read_text())
    assert sinks.letters == []
    sinks.mail_works = True
    (letter,) = until(lambda: sinks.letters)
    assert match in letter
    time.sleep(1.5)
    assert len(sinks.letters) == 1
    server.stop()
