"""Reviews at the table: of matches that are over and nothing else, made once and kept."""

from __future__ import annotations

import time
from typing import Any

from tests.lab.test_page import read
from tests.table.serving import Server, pair

ALONE = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}
PATIENCE = 240


def resigned(client: Any, **more: Any) -> str:
    """A short match that is over: two answers, then somebody gives up."""
    match: str = client.match(seats=ALONE, **more)["id"]
    for _ in range(40):
        decision = client.table(match)["decision"]
        side = decision["to_answer"][0]
        table = client.table(match, seat=side)
        decision = table["decision"]
        words = decision["options"][-1]["words"]
        assert client.choose(match, side, decision["number"], words).status_code == 200
    client.post(f"/matches/{match}/resign", seat="axis")
    return match


def made(client: Any, match: str) -> list[dict[str, Any]]:
    """Ask for a review and wait for it; what was told on the way."""
    told = [client.post(f"/matches/{match}/review")]
    deadline = time.monotonic() + PATIENCE
    while told[-1]["state"] == "working":
        assert time.monotonic() < deadline, "it was not made"
        time.sleep(0.3)
        told.append(client.get(f"/matches/{match}/review"))
    return told


def page(client: Any, match: str, **query: Any) -> Any:
    return client.ask("GET", f"/matches/{match}/review/page", params=query)


def test_a_match_that_is_over_gets_a_review_once(folder: Any, storage: dict[str, str]) -> None:
    server = Server(folder, REVIEW="2", **storage)
    try:
        once(server)
    finally:
        server.stop()
    assert server.troubles() == [], server.log.read_text()


def once(server: Server) -> None:
    one = server.client("Looks back")
    match = resigned(one)
    assert one.get(f"/matches/{match}/review") == {"state": "none", "share": 0.0}
    assert page(one, match).status_code == 404
    told = made(one, match)
    assert told[-1] == {"state": "done", "share": 1.0}
    shares = [each["share"] for each in told]
    assert shares == sorted(shares)
    answer = page(one, match, board=1)
    assert answer.headers["content-disposition"].startswith("attachment")
    reader = read(answer.text)
    assert any(link.startswith(f"#/m/{match}/at/") for link in reader.links)
    text = " ".join(reader.text)
    assert "Turning points" in text
    assert "resign" in text.lower()  # how it ended, though not by the rules
    # As a file it leads nowhere, and it is told in the reader's language.
    alone = read(page(one, match, lang="es").text)
    assert all(link.startswith("#turn") for link in alone.links)
    assert "Momentos decisivos" in " ".join(alone.text)
    # It is not made again, and whoever may watch may read it.
    other = server.client("Reads it")
    assert made(other, match) == [{"state": "done", "share": 1.0}]
    assert page(other, match).status_code == 200
    assert one.table(match)["match"]["reviewed"]


def test_nothing_of_a_running_match(server: Any) -> None:
    one, two, match, (allied, _axis) = pair(server)
    for client in (one, two, server.client("Watches")):
        for method, path in (
            ("GET", "review"),
            ("GET", "review/page"),
            ("POST", "review"),
        ):
            body: dict[str, Any] = {"json": {}} if method == "POST" else {}
            answer = client.ask(method, f"/matches/{match}/{path}", **body)
            assert answer.status_code == 409, answer.text
            assert answer.json()["error"]["code"] == "not_finished"
    assert "reviewed" not in one.table(match, seat=allied)["match"]


def test_whoever_may_not_watch_may_not_read(plain: Any) -> None:
    one = plain.client("Plays in private")
    match = resigned(one, private=True)
    other = plain.client("Is curious")
    for method, path in (("GET", "review"), ("GET", "review/page"), ("POST", "review")):
        body: dict[str, Any] = {"json": {}} if method == "POST" else {}
        assert other.ask(method, f"/matches/{match}/{path}", **body).status_code == 404


def test_nobody_without_an_account_makes_work(plain: Any) -> None:
    match = resigned(plain.client("Has an account"))
    guest = plain.client()
    assert guest.get(f"/matches/{match}/review")["state"] == "none"
    assert guest.ask("POST", f"/matches/{match}/review", json={}).status_code == 401


def test_a_table_that_was_stopped_begins_again(folder: Any) -> None:
    """What was half made when the table ended is no obstacle."""
    first = Server(folder, REVIEW="60")
    one = first.client("Is patient")
    match = resigned(one)
    assert one.post(f"/matches/{match}/review")["state"] == "working"
    first.kill()
    again = Server(folder, DATABASE=first.settings["DATABASE"], REVIEW="2")
    try:
        client = again.client("Is patient")
        assert client.get(f"/matches/{match}/review")["state"] == "none"
        assert made(client, match)[-1]["state"] == "done"
    finally:
        again.stop()
    assert again.troubles() == []
