"""Hints: asked for over the socket, refused where they are not fair, dropped when they are late."""

from __future__ import annotations

from typing import Any

import pytest

from khamsin.games import GAMES
from tests.some import some
from tests.table.serving import Live, Server, pair

AGAINST = {"allied": {"kind": "you"}, "axis": {"kind": "bot", "bot": "greedy"}}
ALONE = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}


def asked(live: Live, seat: str = "allied", **more: Any) -> dict[str, Any]:
    """Ask about the decision that is open."""
    table = live.next("table")
    number = table["decision"]["number"]
    live.send(type="hint", seat=seat, number=number, ref="h", **more)
    return {"number": number, "table": table}


def states(live: Live) -> list[dict[str, Any]]:
    """What is told of a hint, to its end."""
    heard = [live.next("hint", 240)]
    while heard[-1]["state"] in ("waiting", "thinking"):
        heard.append(live.next("hint", 240))
    return heard


def test_what_would_you_do(server: Any) -> None:
    """Plans with chances, and words that are offered; then the first answer is given."""
    one = server.client("Asks the computer")
    match = one.match(seats=AGAINST)["id"]
    with one.live(match, seat="allied") as live:
        options = asked(live)["table"]["decision"]["options"]
        heard = states(live)
        assert [news["state"] for news in heard] == ["waiting", "thinking", "done"]
        assert {news["ref"] for news in heard} == {"h"}
        hint = heard[-1]["hint"]
        assert {*hint["chances"]} == {"allied", "axis"}
        assert not hint["alone"]
        assert 1 <= len(hint["plans"]) <= 3
        offered = [option["words"] for option in options]
        for plan in hint["plans"]:
            assert plan["steps"][0]["words"] in offered
            assert plan["steps"][0]["text"]
            assert 0 <= plan["chance"] <= 1
        step = hint["plans"][0]["steps"][0]
        number = heard[-1]["number"]
        live.send(type="choose", seat="allied", number=number, words=step["words"], ref=1)
        assert live.next("table")["done"] == [1]


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_it_is_told_in_the_reader_s_language(plain: Any, language: str) -> None:
    one = plain.client(f"Reads {language}")
    match = one.match(seats=ALONE)["id"]
    with one.live(match, seat="allied", lang=language) as live:
        table = asked(live)["table"]
        (*_, done) = states(live)
        texts = {tuple(o["words"]): o["text"] for o in table["decision"]["options"]}
        for plan in some(done["hint"]["plans"]):
            step = plan["steps"][0]
            assert texts[tuple(step["words"])].startswith(step["text"])


def test_never_where_another_person_plays(server: Any) -> None:
    one, two, match, (allied, axis) = pair(server)
    with one.live(match, seat=allied) as live:
        asked(live, allied)
        refused = live.next("error")
        assert (refused["status"], refused["error"]["code"]) == (403, "hint_company")
        assert "Another person" in refused["error"]["text"]
    assert "Another person" in one.table(match)["match"]["you"]["why_no_hint"]
    assert one.ask("GET", f"/matches/{match}/chances").status_code == 403
    # Nor when he has left his seat to a bot: he may come back.
    two.post(f"/matches/{match}/seats", side=axis, bot="greedy")
    with one.live(match, seat=allied) as live:
        asked(live, allied)
        assert live.next("error")["error"]["code"] == "hint_company"


def test_nor_for_those_who_look_on_nor_for_another_seat(server: Any) -> None:
    one, two = server.client("Plays alone"), server.client("Looks over his shoulder")
    match = one.match(seats=AGAINST)["id"]
    with two.live(match) as live:
        asked(live)
        assert live.next("error")["error"]["code"] == "not_your_seat"
    with server.client().live(match) as live:
        asked(live)
        assert live.next("error")["status"] == 401
    with one.live(match, seat="allied") as live:
        asked(live, "axis")
        assert live.next("error")["error"]["code"] == "not_your_seat"
    for client in (two, server.client()):
        assert client.ask("GET", f"/matches/{match}/chances").status_code == 403


def test_nor_in_lessons_nor_late(plain: Any) -> None:
    one = plain.client("Learns the game")
    lesson = one.get("/games")[0]["lessons"][0]["name"]
    slug = one.get("/games")[0]["slug"]
    match = one.post(f"/games/{slug}/lessons/{lesson}")["id"]
    with one.live(match) as live:
        table = live.next("table")
        number, seat = table["decision"]["number"], table["match"]["you"]["seat"]
        live.send(type="hint", seat=seat, number=number, ref="h")
        assert live.next("error")["error"]["code"] == "hint_lesson"
    match = one.match(seats=AGAINST)["id"]
    with one.live(match, seat="allied") as live:
        number = live.next("table")["decision"]["number"]
        live.send(type="hint", seat="allied", number=number + 7, ref="h")
        assert live.next("error")["error"]["code"] == "stale"
        one.post(f"/matches/{match}/resign", seat="allied")
        live.send(type="hint", seat="allied", number=number, ref="h")
        assert live.next("error")["error"]["code"] == "finished"


def test_a_new_decision_another_question_or_the_player_drops_it(server: Any) -> None:
    one = server.client("In a hurry")
    match = one.match(seats=ALONE)["id"]
    with one.live(match, seat="allied") as live, one.live(match, seat="allied") as other:
        other.next("table")
        found = asked(live)
        assert live.next("hint")["state"] == "waiting"
        live.send(type="unhint")
        assert last(live)["state"] == "dropped"
        live.send(type="hint", seat="allied", number=found["number"], ref="again")
        assert live.next("hint")["ref"] == "again"
        other.send(type="hint", seat="allied", number=found["number"], ref="other")
        assert last(live)["state"] == "dropped"
        assert other.next("hint")["ref"] == "other"
        words = found["table"]["decision"]["options"][0]["words"]
        live.send(type="choose", seat="allied", number=found["number"], words=words, ref=1)
        assert last(other)["state"] == "dropped"


def last(live: Live) -> Any:
    heard = live.next("hint", 240)
    while heard["state"] in ("waiting", "thinking"):
        heard = live.next("hint", 240)
    return heard


def test_who_asks_too_often_is_told_so_once_and_clearly(plain: Any) -> None:
    one = plain.client("Asks and asks")
    match = one.match(seats=ALONE)["id"]
    with one.live(match, seat="allied") as live:
        number = live.next("table")["decision"]["number"]
        for _ in range(12):
            live.send(type="hint", seat="allied", number=number)
        refused = live.next("error", 60)["error"]
        assert refused["code"] == "hint_often"
        assert "moment" in refused["text"]
        live.send(type="ping", ref=1)
        assert live.next("pong")["ref"] == 1


def test_a_closed_page_lets_the_worker_go(tmp_path: Any) -> None:
    server = Server(tmp_path)
    one = server.client("Closes the page")
    match = one.match(seats=ALONE)["id"]
    with one.live(match, seat="allied") as live:
        asked(live)
        assert live.next("hint")["state"] == "waiting"
    with one.live(match, seat="allied") as live:
        asked(live)
        assert states(live)[-1]["state"] == "done"
    server.stop()
    assert server.troubles() == []


@pytest.mark.parametrize("slug", GAMES)
def test_chances_of_victory(plain: Any, slug: str) -> None:
    one = plain.client(f"Wonders at {slug}")
    card = next(each for each in one.get("/games") if each["slug"] == slug)
    first, *others = [side["id"] for side in card["sides"]]
    seats = {first: {"kind": "you"}} | {side: {"kind": "screen"} for side in others}
    match = one.match(game=slug, scenario=card["scenarios"][0]["id"], seats=seats)["id"]
    found = one.get(f"/matches/{match}/chances", seat=first)
    assert {*found["chances"]} == {first, *others}
    assert found["alone"] == (not others)
    assert all(0 <= chance <= 1 for chance in found["chances"].values())
