"""Live updates: exactly what was missed, to everybody, whichever process he is connected to."""

import random
import threading
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from khamsin.table.http.websocket import LOOKS
from tests.table.serving import Server, pair, step


def test_everybody_sees_a_choice_at_once(server):
    one, two, match, (allied, _) = pair(server)
    with one.live(match, seat=allied) as mine, two.live(match) as theirs:
        decision = mine.next("table")["decision"]
        theirs.next("table")
        words = decision["options"][0]["words"]
        mine.send(type="choose", seat=allied, number=decision["number"], words=words, ref=7)
        answer = mine.next("table")
        assert (answer["done"], answer["match"]["entries"]) == ([7], 1)
        seen = theirs.next("table")
        assert seen["match"]["entries"] == 1
        assert not seen["decision"]["yours"]
        assert "done" not in seen
        mine.send(type="choose", seat=allied, number=decision["number"], words=words, ref=8)
        error = mine.next("error")
        assert (error["ref"], error["status"], error["error"]["code"]) == (8, 409, "stale")


def test_a_socket_may_look_from_another_seat(server):
    """Two at one screen change seats on one socket; the first table from a seat is whole."""
    one = server.client("Two at one screen")
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}
    made = one.match(seats=seats)
    match = made["id"]
    with one.live(match, seat="allied") as live:
        assert live.next("table")["match"]["you"]["seat"] == "allied"
        live.send(type="look", seat="axis")
        there = live.next("table")
        assert (there["match"]["you"]["seat"], there["log"]["from"]) == ("axis", 0)
        assert "patch" not in there
        live.send(type="look", seat="axis")
        assert live.next("table")["patch"]["picture"] == []
        live.send(type="look", seat="nobody", ref=3)
        error = live.next("error")
        assert (error["ref"], error["status"]) == (3, 404)


def test_looks_that_come_too_fast_wait_and_are_not_refused(server):
    """A page whose look is refused would stand still for ever."""
    one = server.client("Two in a hurry")
    match = one.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "screen"}})["id"]
    with one.live(match, seat="allied") as live:
        live.next("table")
        began = time.monotonic()
        for n in range(3 * LOOKS):
            live.send(type="ping", ref=n)
        assert [live.next("pong")["ref"] for _ in range(3 * LOOKS)] == [*range(3 * LOOKS)]
        assert time.monotonic() - began > 0.5  # the third score has waited for its turn


def test_nobody_looks_from_a_seat_that_is_not_his(server):
    one, _, match, (allied, axis) = pair(server)
    with one.live(match, seat=allied) as live:
        live.next("table")
        live.send(type="look", seat=axis, ref=1)
        error = live.next("error")
        assert (error["status"], error["error"]["code"]) == (403, "not_your_seat")


def test_bad_messages_are_answered_and_change_nothing(server):
    one, _, match, (allied, _) = pair(server)
    with one.live(match) as live:
        live.next("table")
        for text in ("{", "[]", '"x"', "{}", '{"type": "fly"}', '{"type": "choose"}', "[" * 5000):
            live.socket.send(text)
            assert live.next("error")["error"]["code"] == "bad_request"
        live.socket.send(b"{}")
        assert live.next("error")["error"]["code"] == "bad_request"
        live.send(type="choose", seat=allied, number=0, words=["x" * 99] * 64, ref="r")
        assert live.next("error")["error"]["code"] == "not_offered"
        assert one.table(match)["match"]["entries"] == 0
        live.send(type="ping", ref=1)
        assert live.next("pong")["ref"] == 1


def test_who_comes_again_gets_exactly_what_he_missed(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(6)
    have: list[Any] = []
    for _ in range(5):
        with two.live(match, seat=axis, since=len(have)) as live:
            table = live.next("table")
            assert table["log"]["from"] == len(have)
            have += table["log"]["lines"]
        for _ in range(3):
            step({allied: one, axis: two}, match, rng)
        one.post(f"/matches/{match}/offers", kind="draw", seat=allied)
        two.post(f"/matches/{match}/offers/draw", accept=False)
    have += two.table(match, seat=axis, since=len(have))["log"]["lines"]
    assert have == two.table(match, seat=axis)["log"]["lines"]


def test_many_choices_while_nobody_reads_are_one_message(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(7)
    with two.live(match, seat=axis) as live:
        lines = live.next("table")["log"]["lines"]
        for _ in range(10):
            step({allied: one, axis: two}, match, rng)
        wanted = two.table(match, seat=axis)["log"]["lines"]
        while len(lines) < len(wanted):
            log = live.next("table")["log"]
            assert log["from"] == len(lines)
            lines += log["lines"]
        assert lines == wanted


def test_presence(server):
    one, two, match, (allied, axis) = pair(server)
    with one.live(match) as live:
        live.next("table")
        with two.live(match):
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline:
                seats = one.table(match)["match"]["seats"]
                if all(seat["holder"]["online"] for seat in seats):
                    break
            assert all(seat["holder"]["online"] for seat in seats)
        gone = live.next("presence")
        while gone["online"][axis]:
            gone = live.next("presence")
        assert gone["online"] == {allied: True, axis: False}


def test_the_table_tells_that_a_bot_thinks_and_of_what(server):
    """A whole turn is planned at its first question, and those that follow go on from there."""
    one = server.client("ann")
    seats = {"allied": {"kind": "bot", "bot": "veteran"}, "axis": {"kind": "you"}}
    made = one.post("/matches", game="battleaxe", scenario="standard", seats=seats)
    with one.live(made["id"]) as live:
        told = [live.next("thinking", 60) for _ in range(2)]
        assert [each["side"] for each in told] == ["allied"] * 2
        assert "on" in [each["stage"] for each in told]
        assert all(0 < each["seconds"] <= 5 for each in told)
        one.post(f"/matches/{made['id']}/stop")


def test_a_socket_from_another_page_is_refused(server):
    one, _, match, _ = pair(server)
    one.url, url = "http://evil.example", one.url
    from websockets.sync.client import connect

    address = url.replace("http", "ws", 1) + f"/api/matches/{match}/live"
    cookie = {"Cookie": "; ".join(f"{k}={v}" for k, v in one.http.cookies.items())}
    for origin in (Origin("http://evil.example"), None):
        with pytest.raises(InvalidStatus) as refused:
            connect(
                address,
                origin=None if origin is None else Origin(origin),
                additional_headers=cookie,
            )
        assert refused.value.response.status_code == 403


def test_two_choices_for_one_decision_one_wins(server):
    one, _, match, (allied, _) = pair(server)
    two = server.client(one.person["name"])  # the same person in another window
    for _ in range(12):
        decision = one.table(match, seat=allied)["decision"]
        if allied not in decision["to_answer"]:
            break
        answers: list[int] = []

        def send(client, words, decision=decision, answers=answers):
            answers.append(client.choose(match, allied, decision["number"], words).status_code)

        options = [option["words"] for option in decision["options"]]
        threads = [
            threading.Thread(target=send, args=(client, words))
            for client, words in ((one, options[0]), (two, options[-1]))
        ]
        before = one.table(match)["match"]["entries"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409]
        assert one.table(match)["match"]["entries"] > before


def test_two_processes_share_one_postgresql(postgres, tmp_path):
    database = postgres.database()
    first = Server(tmp_path, DATABASE=database)
    second = Server(tmp_path, DATABASE=database)
    try:
        one, two, match, (allied, axis) = pair(first)
        there = second.client(two.person["name"])  # the second player, on the second process
        here = {allied: one, axis: there}
        rng = random.Random(8)
        with one.live(match, seat=allied) as mine, there.live(match, seat=axis) as theirs:
            lines = [mine.next("table")["log"]["lines"], theirs.next("table")["log"]["lines"]]
            for _ in range(15):
                step(here, match, rng)
            wanted = one.table(match, seat=allied)["log"]["lines"]
            for live, have in zip((mine, theirs), lines, strict=True):
                while len(have) < len(wanted):
                    log = live.next("table")["log"]
                    assert log["from"] == len(have)
                    have.extend(log["lines"])
            assert lines[0] == lines[1] == wanted
            one.post(f"/matches/{match}/chat", text="hello over there")
            assert theirs.next("chat")["lines"][0]["text"] == "hello over there"
        # The same decision answered in both processes: the storage decides.
        for _ in range(10):
            side, client = next(
                (s, c) for s, c in here.items() if s in one.table(match)["decision"]["to_answer"]
            )
            window = (second if client is one else first).client(client.person["name"])
            decision = client.table(match, seat=side)["decision"]
            words = [option["words"] for option in decision["options"]]
            answers: list[int] = []

            def send(who, what, side=side, decision=decision, answers=answers):
                answers.append(who.choose(match, side, decision["number"], what).status_code)

            threads = [
                threading.Thread(target=send, args=(client, words[0])),
                threading.Thread(target=send, args=(window, words[-1])),
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answers) == [200, 409]
            assert client.table(match)["log"] == window.table(match)["log"]
    finally:
        first.stop()
        second.stop()
    assert first.troubles() == second.troubles() == []


def test_presence_across_two_processes(postgres, tmp_path):
    """Who is connected to another process is online here too, and everybody is told."""
    database = postgres.database()
    first, second = (Server(tmp_path, DATABASE=database) for _ in range(2))
    try:
        one, two, match, (allied, axis) = pair(first)
        there = second.client(two.person["name"])
        with one.live(match, seat=allied) as mine:
            online = {
                s["side"]: s["holder"]["online"] for s in mine.next("table")["match"]["seats"]
            }
            assert online == {allied: True, axis: False}
            with there.live(match, seat=axis) as theirs:
                theirs.next("table")
                while mine.next("presence")["online"] != {allied: True, axis: True}:
                    pass
                while theirs.next("presence")["online"] != {allied: True, axis: True}:
                    pass
            while mine.next("presence")["online"] != {allied: True, axis: False}:
                pass
    finally:
        first.stop()
        second.stop()
    assert first.troubles() == second.troubles() == []


def test_who_goes_from_one_process_is_gone(postgres, tmp_path):
    """That a process has noted him itself a moment ago does not bring him back."""
    server = Server(tmp_path, DATABASE=postgres.database(), SWEEP="0.3")
    one, two, match, (allied, axis) = pair(server)
    with one.live(match, seat=allied) as mine:
        mine.next("table")
        with two.live(match, seat=axis) as theirs:
            theirs.next("table")
            time.sleep(0.7)  # long enough to be noted
        while mine.next("presence")["online"][axis]:
            pass
        ends = time.monotonic() + 1.5
        while (left := ends - time.monotonic()) > 0:
            try:
                assert not mine.next("presence", left)["online"][axis]
            except TimeoutError:
                break
    server.stop()
    assert server.troubles() == []


def test_who_signs_out_is_cut_off(server):
    one, _, match, (allied, _) = pair(server)
    window = server.client(one.person["name"])
    with one.live(match) as cut, window.live(match) as stays:
        decision = cut.next("table")["decision"]
        stays.next("table")
        assert one.ask("DELETE", "/session").status_code == 200
        with pytest.raises(ConnectionClosed):
            cut.next("nothing of this kind", patience=5)
        words = decision["options"][0]["words"]
        stays.send(type="choose", seat=allied, number=decision["number"], words=words, ref=1)
        assert stays.next("table")["done"] == [1]
