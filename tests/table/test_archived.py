"""Rules and data change under stored matches: they go on from the last place that still fits."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from khamsin.games import find
from khamsin.kernel.play.archive import verify
from khamsin.kernel.play.journal import parse
from khamsin.table.storage import migrating, schema
from khamsin.table.storage.store import Store
from tests.table.serving import Client, Server, pair, step, until

Option = dict[str, Any]

APPROACH = ("march r1 east", "march b1 west", "halt")
"""What brings two tokens so near that one can spy on the other."""


def serve(folder: Path, storage: dict[str, str], rules: str = "") -> Server:
    return Server(folder, toys=True, environment=None, TOY_RULES=rules, **storage)


def again(server: Server, *clients: Client, **settings: str) -> list[Client]:
    """The server stopped and started with other settings; the same people come back."""
    server.stop()
    server.settings |= settings
    server.start()
    return [server.client(client.person["name"]) for client in clients]


def play(
    people: dict[str, Client], match: str, rng: random.Random, fits: Callable[[Option], bool]
) -> bool:
    """Somebody answers with an option that fits, or with any; gives whether one did fit."""
    table = next(iter(people.values())).table(match)
    side = table["decision"]["to_answer"][0]
    decision = people[side].table(match, seat=side)["decision"]
    wanted = [each for each in decision["options"] if fits(each)]
    near = [each for each in decision["options"] if " ".join(each["words"]) in APPROACH]
    words = rng.choice(wanted or near or decision["options"])["words"]
    assert people[side].choose(match, side, decision["number"], words).status_code == 200
    return bool(wanted)


def spies(option: Option) -> bool:
    return bool(option["verb"] == "spy")


def honest(option: Option) -> bool:
    return not spies(option)


def start(server: Server) -> tuple[Client, Client, str, dict[str, Client]]:
    red, blue, match, _ = pair(server, game="patrol", scenario="campaign", options=["scouts"])
    return red, blue, match, {"red": red, "blue": blue}


def kinds(client: Client, match: str) -> list[str]:
    return [line["kind"] for line in client.table(match)["log"]["lines"]]


def test_what_still_fits_goes_on_as_it_was(tmp_path, storage):
    server = serve(tmp_path, storage)
    red, blue, match, people = start(server)
    rng = random.Random(1)
    for _ in range(8):
        play(people, match, rng, honest)
    before = red.table(match, seat="red")
    assert before["match"]["notices"] == []
    red, blue = again(server, red, blue, TOY_RULES="2")
    after = red.table(match, seat="red")
    assert after["picture"] == before["picture"]
    assert after["match"]["entries"] == before["match"]["entries"]
    assert after["log"]["lines"][-1]["kind"] == "renewed_whole"
    assert after["match"]["notices"] == [after["log"]["lines"][-1]["text"]]
    told = {red.table(match, lang=lang)["match"]["notices"][0] for lang in ("en", "es", "pl")}
    assert len(told) == 3
    # An answer to the decision as it was before comes too late; the next one is taken.
    late = red.choose(match, "red", before["decision"]["number"], ["hold"])
    assert late.status_code == 409
    play({"red": red, "blue": blue}, match, rng, honest)
    assert red.table(match)["match"]["notices"] == []
    (red,) = again(server, red)
    assert kinds(red, match).count("renewed_whole") == 1
    server.stop()
    assert server.troubles() == []


@pytest.mark.parametrize("rules", ["2", "unnumbered"])
def test_what_no_longer_fits_is_dropped_and_everybody_is_told(tmp_path, rules):
    """No more spies: the match goes on from the last mark before the first of them.

    So it does if the rules have changed and nobody has given them a new number.
    """
    server = serve(tmp_path, {})
    red, blue, match, people = start(server)
    rng = random.Random(3)
    pictures: dict[int, Any] = {}
    while not play(people, match, rng, spies):
        table = red.table(match, seat="red")
        pictures[table["match"]["entries"]] = table["picture"]
    for _ in range(3):
        play(people, match, rng, honest)
    before = red.table(match, seat="red")["match"]
    red, blue = people["red"], people["blue"] = again(server, red, blue, TOY_RULES=rules)
    table = red.table(match, seat="red")
    here = table["match"]["entries"]
    assert 0 < here < before["entries"]
    assert table["picture"] == pictures[here]
    assert table["match"]["renewed"] == before["renewed"] + 1
    line = table["log"]["lines"][-1]
    assert line["kind"] == "renewed_part"
    assert str(here) in line["text"]
    assert kinds(blue, match)[-1] == kinds(server.client("a watcher"), match)[-1] == "renewed_part"
    # Nothing is lost, and nothing is told to the wrong side.
    for client, side in ((red, "red"), (blue, "blue")):
        lost = re.findall(r"^~ (\w+) (.*)$", journal(client, match), re.MULTILINE)
        assert len(lost) == before["entries"] - here
        assert all(words == "?" for seat, words in lost if seat != side)
        assert any(words != "?" for seat, words in lost if seat == side) or side == "blue"
    while red.table(match)["result"] is None:
        play(people, match, rng, honest)
    text = journal(red, match)
    assert "~ red spy" in text or "~ blue spy" in text
    (red,) = again(server, red)
    assert journal(red, match) == text
    assert kinds(red, match).count("renewed_part") == 1
    server.stop()
    assert server.troubles() == []


def journal(client: Client, match: str) -> str:
    answer = client.ask("GET", f"/matches/{match}/journal")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_where_nothing_fits_the_match_begins_anew(tmp_path):
    server = serve(tmp_path, {})
    red, blue, match, people = start(server)
    rng = random.Random(4)
    for _ in range(6):
        play(people, match, rng, honest)
    count = red.table(match)["match"]["entries"]
    red, blue = people["red"], people["blue"] = again(server, red, blue, TOY_RULES="3")
    table = red.table(match, seat="red")
    assert "renewed_start" in [line["kind"] for line in table["log"]["lines"]]
    assert table["match"]["notices"]
    assert journal(red, match).count("\n~ ") == count
    for _ in range(4):
        play(people, match, rng, honest)
    now = red.table(match)["match"]["entries"]
    (red,) = again(server, red)
    assert red.table(match)["match"]["entries"] == now  # it is not begun anew again and again
    server.stop()
    assert server.troubles() == []


def test_a_match_that_cannot_even_be_set_up_can_be_carried_away(tmp_path):
    server = serve(tmp_path, {})
    red, blue, match, people = start(server)
    rng = random.Random(5)
    for _ in range(9):
        if red.table(match)["result"] is None:  # with its dice the match may be over so soon
            play(people, match, rng, honest)
    whole = [line.split() for line in journal(red, match).partition("---\n")[2].splitlines()]
    red, blue = again(server, red, blue, TOY_RULES="4")
    for path in ("table", "overlays", "why?seat=red&words=hold"):
        refused = red.ask("GET", f"/matches/{match}/{path}")
        assert refused.status_code == 409
        assert refused.json()["error"]["code"] == "unplayable"
    cards = [*red.get("/matches", list="mine"), *red.get("/matches", list="finished")]
    assert match in [card["id"] for card in cards]
    seats = {"red": red, "blue": blue, "": server.client("a watcher")}
    for side, client in seats.items():
        lines = [line.split() for line in journal(client, match).partition("---\n")[2].splitlines()]
        assert len(lines) == len(whole)
        for line, known in zip(lines, whole, strict=True):
            assert line[0] == known[0]
            assert (line[1:] != ["?"]) == (line[0] == side)
    # It goes on as soon as the table knows the scenario again.
    red, blue = again(server, red, blue, TOY_RULES="")
    play({"red": red, "blue": blue}, match, rng, honest)
    server.stop()
    assert server.troubles() == []


def test_a_private_match_is_carried_away_by_its_own_people_only(tmp_path):
    server = serve(tmp_path, {})
    red, _, match, _ = pair(server, game="patrol", scenario="campaign", private=True)
    (red,) = again(server, red, TOY_RULES="4")
    assert journal(red, match)
    assert server.client("a stranger").ask("GET", f"/matches/{match}/journal").status_code == 404
    server.stop()


@pytest.mark.parametrize("private", [True, False])
def test_a_visitor_does_not_sit_where_a_bot_does(tmp_path, private):
    """Whoever has not signed in is nobody, and so is a bot: that makes him none of the two."""
    server = serve(tmp_path, {})
    red = server.client("one against a bot")
    match = begun(red, private)
    while red.table(match)["result"] is not None:  # they have thrown well: what is over is open
        match = begun(red, private)
    (red,) = again(server, red, TOY_RULES="4")
    answer = server.client().ask("GET", f"/matches/{match}/journal")
    if private:
        assert answer.status_code == 404
    else:
        lines = answer.text.partition("---\n")[2].splitlines()
        told = [line for line in lines if line.split()[1:] != ["?"]]
        assert any(line.startswith("blue") for line in lines)
        assert told == []
    assert re.search(r"^red [^?]", journal(red, match), re.MULTILINE)
    server.stop()


def begun(red: Client, private: bool) -> str:
    """A match against a bot, six answers on."""
    seats = {"red": {"kind": "you"}, "blue": {"kind": "bot", "bot": "random"}}
    match: str = red.match("patrol", "campaign", seats=seats, private=private)["id"]
    for number in range(6):
        decision = until(lambda: mine(red, match))
        if decision["prompt"]:
            words = random.Random(number).choice(decision["options"])["words"]
            assert red.choose(match, "red", decision["number"], words).status_code == 200
    until(lambda: mine(red, match))
    return match


def mine(client: Client, match: str) -> Any:
    """What this player is asked, once the bot has answered; an empty prompt when it is over."""
    table = client.table(match)
    if table["result"] is not None:
        return {"prompt": ""}
    return table["decision"] if table["decision"]["yours"] else None


def test_what_is_over_stays_over(tmp_path):
    """By the rules of then, or given up: the result stands and the file is the same."""
    server = serve(tmp_path, {})
    red, blue, match, people = start(server)
    rng = random.Random(6)
    while red.table(match)["result"] is None:
        play(people, match, rng, spies)
    before, text = red.table(match), journal(red, match)
    assert " spy " in text
    red, blue = again(server, red, blue, TOY_RULES="2")
    after = red.table(match)
    assert after["result"] == before["result"]
    assert after["match"]["status"] == "finished"
    assert after["decision"] is None
    assert after["log"]["lines"][-1]["kind"] == "renewed_over"
    assert after["match"]["notices"]
    assert journal(red, match) == text
    assert match in [card["id"] for card in blue.get("/matches", list="finished")]
    red, blue = again(server, red, blue)
    assert kinds(red, match).count("renewed_over") == 1
    assert journal(blue, match) == text
    server.stop()
    assert server.troubles() == []


def test_of_several_processes_one_renews_a_match(tmp_path, postgres):
    database = {"DATABASE": postgres.database()}
    first = serve(tmp_path, database)
    red, _, match, people = start(first)
    rng = random.Random(3)
    while not play(people, match, rng, spies):
        pass
    first.stop()
    servers = [serve(tmp_path, database, "2") for _ in range(2)]
    clients = [server.client(name) for server in servers for name in (red.person["name"],)]
    tables = [client.table(match) for client in clients]
    assert tables[0]["log"] == tables[1]["log"]
    assert kinds(clients[0], match).count("renewed_part") == 1
    # A process that was forgotten when the others were renewed does not play it under old rules.
    old = serve(tmp_path, database)
    refused = old.client(red.person["name"]).ask("GET", f"/matches/{match}/table")
    assert refused.json()["error"]["code"] == "newer_rules"
    for server in (*servers, old):
        server.stop()
        assert server.troubles() == []


def test_damage_costs_what_came_after_it(tmp_path):
    server = Server(tmp_path)
    one, two, match, (allied, axis) = pair(server)
    rng = random.Random(1)
    while one.table(match)["match"]["entries"] < 60:
        step({allied: one, axis: two}, match, rng)
    server.stop()
    acts = schema.acts
    with_answer = sa.and_(acts.c.match == match, acts.c.kind == "answer", acts.c.number == 50)
    store = Store(server.settings["DATABASE"])
    with store._writer.begin() as connection:
        connection.execute(acts.update().where(with_answer).values(body="dice nothing 1"))
    store.close()
    server.start()
    one, two = (server.client(client.person["name"]) for client in (one, two))
    table = one.table(match)
    assert 0 < table["match"]["entries"] < 52
    assert table["log"]["lines"][-1]["kind"] == "renewed_part"
    assert step({allied: one, axis: two}, match, rng)
    server.stop()
    assert len(server.troubles()) == 1  # told to the operator


# -- data packs --------------------------------------------------------------------------------


def own_pack(folder: Path, change: tuple[str, str] = ("", "")) -> Path:
    """A pack of one's own called `mine`, with a value changed."""
    pack = folder / "battleaxe" / "mine"
    shutil.rmtree(pack, ignore_errors=True)
    shutil.copytree(find("battleaxe").folder / "data", pack)
    for path in pack.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(*change, 1) if change[0] else text, encoding="utf-8")
    return pack


STRONGER = ("other_unit = 1", "other_unit = 2")


def test_a_match_with_ones_own_pack(tmp_path):
    packs = tmp_path / "packs"
    pack = own_pack(packs, STRONGER)
    digest = find("battleaxe", pack).pack
    assert digest != find("battleaxe").pack
    server = Server(tmp_path, PACKS=str(packs))
    one = server.client("one")
    assert one.get("/games")[0]["packs"] == ["mine"]
    assert one.get("/games/battleaxe/scene", pack="mine")["pieces"]
    assert one.ask("GET", "/games/battleaxe/scene?pack=nowhere").status_code == 404
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}
    for wrong in ("nowhere", "../battleaxe/mine", ".."):
        refused = one.post(
            "/matches", status=400, game="battleaxe", scenario="standard", pack=wrong, seats=seats
        )
        assert refused["error"]["code"] == "setup"
    match = one.match(pack="mine", seats=seats)["id"]
    rng = random.Random(1)
    people = {"allied": one, "axis": one}
    for _ in range(30):
        step(people, match, rng)
    assert one.table(match)["match"]["pack"] == "mine"
    assert f"\npack {digest}\n" in journal(one, match)
    # As long as the pack is there the match goes on; a copy and a file of it keep it too.
    (one,) = again(server, one)
    people = {"allied": one, "axis": one}
    before = one.table(match)
    assert before["match"]["notices"] == []
    step(people, match, rng)
    copy = one.post(f"/matches/{match}/fork", entries=3)["id"]
    made = one.post("/matches/import", file=journal(one, match))
    assert one.table(copy)["match"]["pack"] == one.table(made["id"])["match"]["pack"] == "mine"
    # Without it nothing is thrown away: the match waits.
    shutil.move(pack, tmp_path / "elsewhere")
    (one,) = again(server, one)
    refused = one.ask("GET", f"/matches/{match}/table")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_pack")
    assert f"\npack {digest}\n" in journal(one, match)
    shutil.move(tmp_path / "elsewhere", pack)
    (one,) = again(server, one)
    assert one.table(match)["match"]["entries"] > before["match"]["entries"]
    server.stop()
    assert server.troubles() == []


def test_a_pack_that_was_corrected(tmp_path):
    """What was played stands as far as it would have come out the same."""
    packs = tmp_path / "packs"
    own_pack(packs)
    server = Server(tmp_path, PACKS=str(packs))
    one = server.client("one")
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}
    match = one.match(pack="mine", seats=seats)["id"]
    people = {"allied": one, "axis": one}
    rng = random.Random(2)
    while not one.ask("GET", f"/matches/{match}/journal").text.count("\ndice ") >= 8:
        step(people, match, rng)
    count = one.table(match)["match"]["entries"]
    digest = find("battleaxe", own_pack(packs, STRONGER)).pack
    (one,) = again(server, one)
    table = one.table(match)
    assert table["log"]["lines"][-1]["kind"] in ("renewed_part", "renewed_whole")
    assert 0 < table["match"]["entries"] <= count
    text = journal(one, match)
    assert f"\npack {digest}\n" in text
    people = {"allied": one, "axis": one}
    for _ in range(10):
        step(people, match, rng)
    one.post(f"/matches/{match}/resign", seat="allied")
    assert verify(parse(journal(one, match)), find("battleaxe", packs / "battleaxe" / "mine")) > 0
    server.stop()
    assert server.troubles() == []


# -- older storages ----------------------------------------------------------------------------

LATER = (
    *(schema.pairings, schema.entries, schema.events, schema.rated, schema.ratings),
    *(schema.passkeys, schema.challenges, schema.pushes, schema.keys),
    *(schema.buckets, schema.tokens, schema.blocks, schema.reviews),
)
"""Tables that version 1 did not have."""


def test_a_storage_of_version_1_is_brought_up_to_date(tmp_path, storage):
    server = Server(tmp_path, **storage)
    one, two, match, (allied, axis) = pair(server)
    for _ in range(5):
        step({allied: one, axis: two}, match, random.Random(1))
    before = one.table(match)
    server.stop()
    store = Store(server.settings["DATABASE"])
    with store._writer.begin() as connection:
        for index in ("people_skeleton", "ix_matches_rated"):
            connection.execute(sa.text(f"DROP INDEX {index}"))
        for late in LATER:
            late.drop(connection)
        later = ("pack_name", "origin", "start", "result", "rated", "event", "embed")
        for table, column in (
            ("acts", "mark"),
            *(("matches", name) for name in later),
            *(("sessions", name) for name in ("name", "scopes")),
            *(("invites", name) for name in ("until", "used", "person")),
            *(("notices", name) for name in ("mailed", "called", "pushed", "tries", "next")),
            *(("people", name) for name in ("confirmed", "skeleton", "admin", "banned", "deleted")),
            ("chat", "removed"),
        ):
            connection.execute(sa.text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        migrating.mark.drop(connection)
        connection.execute(schema.version.update().values(number=1))
    store.close()
    server.start()
    one, two = (server.client(client.person["name"]) for client in (one, two))
    after = one.table(match)
    assert after["picture"] == before["picture"]
    assert after["log"] == before["log"]
    step({allied: one, axis: two}, match, random.Random(1))
    (link,) = one.get(f"/matches/{match}/invites")
    assert link["used"]  # somebody sits there by it
    server.stop()
    assert server.troubles() == []
