"""Who sits where: bots, people who leave, clocks, and letters to those who are away."""

from __future__ import annotations

import random
import time
from typing import Any

from tests.table.serving import LOCAL_KEY, Client, Server, pair, step, until
from tests.table.sinks import confirmed


def test_bots_play_a_seat_of_one_who_left(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(1)
    step({allied: one, axis: two}, match, rng)
    two.post(f"/matches/{match}/seats", side=axis, leave=True)
    table = one.table(match)
    assert table["match"]["status"] == "waiting"
    decision = table["decision"]
    refused = one.choose(match, allied, decision["number"], decision["options"][0]["words"])
    assert refused.json()["error"]["code"] == "not_started"
    one.post(f"/matches/{match}/seats", side=axis, bot="random")
    assert one.table(match)["match"]["status"] == "playing"
    for _ in range(60):  # until the bot has answered something
        table = until(lambda: _mine_or_over(one, match, allied))
        text = one.ask("GET", f"/matches/{match}/journal").text
        if f"\n{axis} " in text:
            break
        options = table["decision"]["options"]
        words = rng.choice(options)["words"]
        assert one.choose(match, allied, table["decision"]["number"], words).status_code == 200
    assert f"\n{axis} " in text
    # He comes back and takes his seat again; a stranger could not.
    server.client("a passer-by").post(f"/matches/{match}/seats", 403, side=axis, person=True)
    two.post(f"/matches/{match}/seats", side=axis, person=True)
    assert two.table(match)["match"]["you"]["sides"] == [axis]


def _mine_or_over(client: Client, match: str, side: str) -> Any:
    table = client.table(match, seat=side)
    is_mine = table["decision"] is not None and side in table["decision"]["to_answer"]
    return table if is_mine or table["result"] else None


def test_bots_of_both_kinds_play_to_the_end(plain):
    one = plain.client("onlooker")
    seats = {"allied": {"kind": "bot", "bot": "greedy"}, "axis": {"kind": "bot", "bot": "random"}}
    match = one.match(seats=seats)["id"]
    with one.live(match) as live:
        entries = live.next("table")["match"]["entries"]
        for _ in range(5):
            entries, before = live.next("table")["match"]["entries"], entries
            assert entries > before
        # Bots work in processes of their own: the server answers at once meanwhile.
        began = time.monotonic()
        one.get("/me")
        assert time.monotonic() - began < 10
    table = until(lambda: (t := one.table(match))["result"] and t, 120)
    assert table["match"]["seed"]


def test_of_several_processes_one_asks_the_bot(postgres, tmp_path):
    """The one in which it became the bot's turn; the other looks on."""
    asked = tmp_path / "asked"
    more = {"DATABASE": postgres.database(), "TOY_ASKED": str(asked)}
    first, second = (Server(tmp_path, toys=True, **more) for _ in range(2))
    one, watcher = first.client("one"), second.client("a watcher")
    match = one.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "bot", "bot": "noting"}})
    match = match["id"]
    rng = random.Random(3)
    answers: list[str] = []
    with one.live(match) as mine, watcher.live(match) as theirs:
        mine.next("table")
        theirs.next("table")
        while len(answers) < 12:
            decision = until(lambda: _mine_or_over(one, match, "allied"))["decision"]
            words = rng.choice(decision["options"])["words"]
            assert one.choose(match, "allied", decision["number"], words).status_code == 200
            lines = one.ask("GET", f"/matches/{match}/journal").text.splitlines()
            answers = [line for line in lines if line.startswith("axis ")]
        until(lambda: _mine_or_over(one, match, "allied"))
        lines = one.ask("GET", f"/matches/{match}/journal").text.splitlines()
        answers = [line for line in lines if line.startswith("axis ")]
        entries = one.table(match)["match"]["entries"]
        while theirs.next("table")["match"]["entries"] < entries:
            pass
    # It is not even asked where only one thing can be done.
    assert 0 < len(asked.read_text().splitlines()) <= len(answers)
    for server in (first, second):
        server.stop()
        assert server.troubles() == []


def test_nobody_takes_a_seat_that_is_not_free(plain):
    one, two, match, (allied, axis) = pair(plain)
    stranger = plain.client("somebody else")
    for side in (allied, axis):
        stranger.post(f"/matches/{match}/seats", status=409, side=side, person=True)
        stranger.post(f"/matches/{match}/seats", status=403, side=side, bot="random")
        stranger.post(f"/matches/{match}/seats", status=403, side=side, leave=True)
    two.post(f"/matches/{match}/seats", status=403, side=allied, bot="random")
    two.post(f"/matches/{match}/seats", status=400, side=axis, bot="nobody")
    two.post(f"/matches/{match}/seats", status=400, side=axis)
    two.post(f"/matches/{match}/seats", status=400, side="nowhere", leave=True)
    # Who plays one side does not get the other as well.
    two.post(f"/matches/{match}/seats", side=axis, leave=True)
    one.post(f"/matches/{match}/seats", side=axis, bot="random")
    third = plain.client("a third")
    third.post(f"/matches/{match}/seats", status=403, side=axis, person=True)


def test_an_invitation_is_for_one(plain):
    one, two, match, (_, axis) = pair(plain)
    made = one.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "invite"}})
    token = made["invites"]["axis"].rpartition("/")[2]
    assert two.post("/join", token=token)["side"] == axis
    assert two.post("/join", token=token)["match"] == made["id"]  # again: he sits there already
    plain.client("too late").post("/join", status=409, token=token)
    plain.client("too late").post("/join", status=404, token="guessed")
    assert match != made["id"]


def test_bids_may_change_the_sides(plain):
    """18.1 Who bid more plays the Allies, wherever he sat: the seat goes with the person."""
    one, two, match, (allied, axis) = pair(plain, options=["bids"])
    for client, side, which in ((one, allied, 0), (two, axis, -1)):
        decision = client.table(match, seat=side)["decision"]
        options = sorted((o["words"] for o in decision["options"]), key=lambda w: int(w[1]))
        client.choose(match, side, decision["number"], options[which])
    assert two.table(match)["match"]["you"]["sides"] == [allied]
    assert one.table(match)["match"]["you"]["sides"] == [axis]
    assert one.ask("GET", f"/matches/{match}/table?seat={allied}").status_code == 403
    step({allied: two, axis: one}, match, random.Random(1))


# -- clocks ----------------------------------------------------------------------------------


def test_a_clock_runs_for_who_is_to_answer(plain):
    one, _, match, (allied, axis) = pair(plain, clock={"reserve": 1000, "increment": 5})
    time.sleep(0.3)
    seats = {seat["side"]: seat["clock"] for seat in one.table(match)["match"]["seats"]}
    assert seats[allied]["running"]
    assert seats[allied]["left"] < 1000
    assert seats[axis] == {"left": 1000, "running": False}


def test_a_clock_that_runs_out_hands_the_seat_to_a_bot(server):
    more = {"clock": {"reserve": 1, "increment": 0}, "on_timeout": "bot random"}
    _, two, match, (allied, _) = pair(server, **more)

    def taken() -> bool:
        holder = two.table(match)["match"]["seats"][0]["holder"]
        return bool(holder["kind"] == "bot")

    until(taken)
    kinds = [line["kind"] for line in two.table(match)["log"]["lines"]]
    assert "offer_time" in kinds
    until(lambda: two.table(match)["match"]["entries"] > 2)
    assert allied


def test_a_clock_that_runs_out_offers_the_win(plain):
    one, two, match, (allied, axis) = pair(plain, clock={"reserve": 1, "increment": 0})
    until(lambda: "time" in two.table(match)["offers"])
    one.post(f"/matches/{match}/offers/time", status=409, accept=True)
    two.post(f"/matches/{match}/offers/time", accept=False)
    seats = two.table(match)["match"]["seats"]
    assert seats[0]["clock"]["left"] > 0
    until(lambda: "time" in two.table(match)["offers"])
    two.post(f"/matches/{match}/offers/time", accept=True)
    assert one.table(match)["result"]["winner"] == axis
    assert allied != axis


# -- letters ---------------------------------------------------------------------------------


def test_letters_go_to_those_who_are_away(sinks, tmp_path):
    server = Server(
        tmp_path,
        SMTP_HOST="127.0.0.1",
        SMTP_PORT=str(sinks.mail_port),
        AWAY_AFTER="0.5",
        WEBHOOKS_ANYWHERE="yes",
    )
    one, two, match, (allied, axis) = pair(server)
    hook = sinks.hook
    two.post("/me", webhook=hook, language="pl")
    confirmed(two, sinks, "two@example.org")
    confirmed(one, sinks, "one@example.org")
    with one.live(match) as live:
        live.next("table")
        one.post(f"/matches/{match}/draw", seat=allied)
        until(lambda: sinks.letters and sinks.calls)
        assert "To: two@example.org" in sinks.letters[0]
        assert match in sinks.letters[0]
        assert sinks.calls[0]["kind"] == "offer"
        assert [notice["kind"] for notice in two.get("/notices")] == ["offer"]
        two.post(f"/matches/{match}/offers/draw", accept=True)
        until(lambda: one.table(match)["result"])
        time.sleep(1.2)
    # The first was here all the time: no letter for him, and none twice.
    assert len(sinks.letters) == 1
    assert all("one@example.org" not in letter for letter in sinks.letters)
    newest = two.get("/notices")[0]["id"]
    two.post("/notices", upto=newest, match="another")
    assert two.get("/notices") != []
    two.post("/notices", upto=newest, match=match)
    assert two.get("/notices") == []
    letters = two.get("/me")["letters"]
    assert letters.pop("push")  # the key with which a browser asks for news
    assert letters == {"mail": True, "webhooks": True}
    two.post("/notices", upto=newest)
    assert axis
    server.stop()
    assert server.troubles() == []


def test_whose_turn_it_is_gets_a_letter_unless_he_has_answered(sinks, tmp_path):
    server = Server(
        tmp_path, SMTP_HOST="127.0.0.1", SMTP_PORT=str(sinks.mail_port), AWAY_AFTER="1.5"
    )
    one, two, match, (allied, axis) = pair(server, options=["bids"])
    confirmed(one, sinks, "one@example.org")
    confirmed(two, sinks, "two@example.org")
    # 18.1 Both are asked; who bids more plays the Allies and goes on.
    for client, side, which in ((one, allied, -1), (two, axis, 0)):
        decision = client.table(match, seat=side)["decision"]
        options = sorted((o["words"] for o in decision["options"]), key=lambda w: int(w[1]))
        assert client.choose(match, side, decision["number"], options[which]).status_code == 200
    assert "turn" in [notice["kind"] for notice in two.get("/notices")]
    # The second has answered before a letter was due, so he gets none; the first is asked again.
    until(lambda: sinks.letters)
    assert "To: one@example.org" in sinks.letters[0]
    assert match in sinks.letters[0]
    time.sleep(1.0)
    assert not any("two@example.org" in letter for letter in sinks.letters)
    server.stop()
    assert server.troubles() == []


def test_a_webhook_does_not_lead_inside(sinks, tmp_path):
    server = Server(tmp_path, AWAY_AFTER="0.2")
    one, two, match, (allied, _) = pair(server)
    two.post("/me", webhook=sinks.hook)
    two.post("/me", status=400, webhook="file:///etc/passwd")
    one.post(f"/matches/{match}/draw", seat=allied)
    until(lambda: "may lead to" in server.log.read_text())
    assert sinks.calls == []
    server.stop()


# -- one's own computer ----------------------------------------------------------------------


def test_the_table_on_ones_own_computer(tmp_path):
    server = Server(tmp_path, LOCAL_KEY=LOCAL_KEY)
    stranger = Client(server.url)
    stranger.post("/session", status=401, key="guessed")
    stranger.post("/people", status=403, name="Ann", password="sandstorm 41")
    stranger.post("/matches", status=401, game="battleaxe", scenario="standard")
    stranger.http.close()
    me = server.client()
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen", "name": "Ben"}}
    match = me.match(seats=seats)["id"]
    table = me.table(match)
    assert table["match"]["you"]["sides"] == ["allied", "axis"]
    assert [seat["holder"]["kind"] for seat in table["match"]["seats"]] == ["person", "screen"]
    rng = random.Random(2)
    for _ in range(6):
        step({"allied": me, "axis": me}, match, rng)
    # Nobody else is there to be asked.
    me.post(f"/matches/{match}/offers", kind="undo", to=1, seat="allied")
    assert me.table(match)["match"]["entries"] == 1
    server.stop()
    assert server.troubles() == []
