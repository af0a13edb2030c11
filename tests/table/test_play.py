"""A match at the table, from set-up to result, on both kinds of storage."""

import random

from tests.table.serving import pair, step


def test_a_whole_match_by_http(server):
    one, two, match, (allied, axis) = pair(server)
    clients = {allied: one, axis: two}
    rng = random.Random(1)
    commitment = one.table(match)["match"]["commitment"]
    steps = 0
    while step(clients, match, rng):
        steps += 1
        if steps == 40:  # enough of it; the rest is given up
            break
    table = one.table(match)
    assert "seed" not in table["match"]
    assert table["match"]["commitment"] == commitment
    one.post(f"/matches/{match}/resign", seat=allied)
    table = two.table(match)
    assert table["result"]["winner"] == axis
    assert table["match"]["status"] == "finished"
    from khamsin.kernel.play.dice import commitment as hashed

    assert hashed(table["match"]["seed"]) == commitment


def test_a_choice_must_be_offered_and_for_the_open_decision(server):
    one, two, match, (allied, axis) = pair(server)
    decision = one.table(match)["decision"]
    assert decision["yours"]
    assert not two.table(match)["decision"]["yours"]
    assert "options" not in two.table(match)["decision"]
    words = decision["options"][0]["words"]
    number = decision["number"]
    refused = one.choose(match, allied, number, ["fly", "away"])
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "not_offered"
    assert two.choose(match, axis, number, words).status_code == 409
    assert two.choose(match, allied, number, words).status_code == 403
    assert one.choose(match, allied, number + 1, words).status_code == 409
    assert one.table(match)["match"]["entries"] == 0
    assert one.choose(match, allied, number, words).json() == {"entries": 1}
    late = one.choose(match, allied, number, words)
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "stale"


def test_why_not(server):
    one, _, match, (allied, _) = pair(server)
    refused = one.get(f"/matches/{match}/why", seat=allied, words="1_8 9")["refused"]
    assert refused["rule"] == "8.0b"
    assert refused["text"]
    assert one.ask("GET", f"/matches/{match}/why?seat=axis&words=1_8+9").status_code == 403


def test_refusals_speak_three_languages(server):
    one, _, match, (allied, _) = pair(server)
    body = {"seat": allied, "number": 999, "words": ["pass"]}
    answers = [
        one.ask("POST", f"/matches/{match}/choices?lang={language}", json=body)
        for language in ("en", "es", "pl")
    ]
    assert {answer.status_code for answer in answers} == {409}
    assert len({answer.json()["error"]["text"] for answer in answers}) == 3


def test_the_log_only_grows_and_is_sent_from_where_one_asks(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(2)
    for _ in range(8):
        step({allied: one, axis: two}, match, rng)
    log = one.table(match)["log"]
    assert [line["n"] for line in log["lines"]] == list(range(log["to"]))
    rest = one.table(match, since=3)["log"]
    assert rest["lines"] == log["lines"][3:]
    assert rest["from"] == 3


def test_undo_leaves_a_trace(server):
    one, two, match, (allied, _) = pair(server)
    decision = one.table(match)["decision"]
    one.choose(match, allied, decision["number"], decision["options"][0]["words"])
    before = one.table(match)
    assert before["match"]["you"]["may_undo"]
    one.post(f"/matches/{match}/undo", seat=allied)
    after = two.table(match)
    assert after["match"]["entries"] == 0
    assert after["log"]["to"] == before["log"]["to"] + 1
    assert after["log"]["lines"][-1]["kind"] == "undone"
    # The decision is the same, its number is not: what was sent for the old one comes too late.
    again = one.table(match)["decision"]
    assert again["number"] > decision["number"]
    late = one.choose(match, allied, decision["number"], again["options"][0]["words"])
    assert late.status_code == 409
    one.post(f"/matches/{match}/undo", status=409, seat=allied)
    text = one.ask("GET", f"/matches/{match}/journal").text
    assert f"~ {allied} " in text


def test_undo_with_consent(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(3)
    while one.table(match)["match"]["entries"] < 20:
        step({allied: one, axis: two}, match, rng)
    one.post(f"/matches/{match}/offers", kind="undo", to=4, seat=allied)
    assert two.table(match)["offers"]["undo"] == {"by": allied, "agreed": [], "to": 4}
    one.post(f"/matches/{match}/offers", status=409, kind="undo", to=2, seat=allied)
    one.post(f"/matches/{match}/offers/undo", status=409, accept=True)
    two.post(f"/matches/{match}/offers/undo", accept=False)
    assert two.table(match)["offers"] == {}
    one.post(f"/matches/{match}/offers", kind="undo", to=4, seat=allied)
    two.post(f"/matches/{match}/offers/undo", accept=True)
    table = one.table(match)
    assert table["match"]["entries"] == 4
    assert table["log"]["lines"][-1]["kind"] == "undone_agreed"
    assert step({allied: one, axis: two}, match, rng)


def test_an_agreed_draw(server):
    one, two, match, (allied, _) = pair(server)
    one.post(f"/matches/{match}/draw", seat=allied)
    assert two.table(match)["offers"]["draw"]["by"] == allied
    two.post(f"/matches/{match}/offers/draw", accept=True)
    result = one.table(match)["result"]
    assert result["winner"] is None
    assert one.table(match)["match"]["seed"]
    refused = one.post(f"/matches/{match}/resign", status=409, seat=allied)
    assert refused["error"]["code"] == "finished"


def test_earlier_positions_and_a_sandbox(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(4)
    seen = []
    for _ in range(6):
        table = one.table(match, seat=allied)
        seen.append((table["match"]["entries"], table["picture"]))
        step({allied: one, axis: two}, match, rng)
    for entries, picture in seen:
        then = one.get(f"/matches/{match}/positions/{entries}/table", seat=allied)
        assert then["picture"] == picture
        assert isinstance(one.get(f"/matches/{match}/positions/{entries}/overlays"), list)
    for what in ("table", "overlays"):
        at = f"/matches/{match}/positions"
        assert one.ask("GET", f"{at}/999/{what}").status_code == 404
        assert one.ask("GET", f"{at}/2/{what}?seat={axis}").status_code == 403
    copy = two.post(f"/matches/{match}/fork", entries=3, seat=axis)["id"]
    table = two.table(copy)
    assert table["match"]["sandbox"]
    assert table["match"]["entries"] == 3
    assert table["match"]["you"]["sides"] == [allied, axis]
    assert one.ask("GET", f"/matches/{copy}/table").status_code == 404
    step({allied: two, axis: two}, copy, rng)


def test_a_file_goes_out_and_comes_in_again(server):
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(5)
    for _ in range(10):
        step({allied: one, axis: two}, match, rng)
    text = one.ask("GET", f"/matches/{match}/journal").text
    assert "\nseed " not in text
    made = two.post("/matches/import", file=text)
    assert two.table(made["id"])["picture"] == one.table(match)["picture"]
    refused = two.post("/matches/import", status=400, file=text + "axis fly away\n")
    assert refused["error"]["code"] == "journal"
    assert "axis fly away" in refused["error"]["text"] or "line" in refused["error"]["text"]
    spanish = two.post("/matches/import?lang=es", status=400, file=text + "axis fly away\n")
    assert spanish["error"]["text"].startswith("Este archivo de partida no se puede leer")
    one.post(f"/matches/{match}/resign", seat=allied)
    text = one.ask("GET", f"/matches/{match}/journal").text
    assert "\nseed " in text
    from khamsin.games import find
    from khamsin.kernel.play.archive import verify
    from khamsin.kernel.play.journal import parse

    assert verify(parse(text), find("battleaxe")) >= 0


def test_lists_of_matches(server):
    one, two, match, (allied, _) = pair(server)
    mine = {card["id"]: card for card in one.get("/matches", list="mine")}
    assert mine[match]["turn"] == "yours"
    assert {c["id"]: c["turn"] for c in two.get("/matches", list="mine")}[match] == "theirs"
    free = one.match(seats={allied: {"kind": "you"}})["id"]
    hidden = one.match(seats={allied: {"kind": "you"}}, private=True)["id"]
    stranger = server.client("a stranger")
    listed = [card["id"] for card in stranger.get("/matches", list="open")]
    assert free in listed
    assert hidden not in listed
    assert stranger.ask("GET", f"/matches/{hidden}/table").status_code == 404
    assert stranger.table(free)["match"]["you"]["observer"]
    one.post(f"/matches/{match}/resign", seat=allied)
    assert match in [card["id"] for card in two.get("/matches", list="finished")]
    assert match not in [card["id"] for card in two.get("/matches", list="mine")]


def test_talk_and_notes(server):
    one, two, match, _ = pair(server)
    with two.live(match) as live:
        first = live.next("table")
        assert first["chat"]["lines"] == []
        one.post(f"/matches/{match}/chat", text="Guten Morgen, Żółw!")
        said = live.next("chat")
        assert [line["text"] for line in said["lines"]] == ["Guten Morgen, Żółw!"]
    one.post(f"/matches/{match}/notes", text="attack at dawn")
    assert one.table(match)["notes"] == "attack at dawn"
    assert two.table(match)["notes"] == ""
    stranger = server.client("a stranger")
    stranger.post(f"/matches/{match}/chat", status=403, text="psst")
    assert [line["by"] for line in stranger.table(match)["chat"]["lines"]] == [one.person["name"]]


def test_games_and_rules_are_named_in_the_readers_language(plain):
    one = plain.client("reader")
    titles = {
        lang: one.ask("GET", f"/games/battleaxe/rules/9.3.2?lang={lang}").json()["title"]
        for lang in ("en", "es", "pl")
    }
    assert titles["en"] == "Escarpment"
    assert len(set(titles.values())) == 3
    spanish = one.ask("GET", "/games/battleaxe/rules/9.3.2?lang=es").json()
    assert spanish["text"].startswith("Ninguna unidad cruza jamás")
    assert spanish["language"] == "es"
    cards = {lang: one.ask("GET", f"/games?lang={lang}").json()[0] for lang in ("en", "pl")}
    for what in ("scenarios", "options"):
        assert cards["en"][what][0]["title"] != cards["pl"][what][0]["title"]
    assert all(option["effect"].endswith(".") for option in cards["en"]["options"])
