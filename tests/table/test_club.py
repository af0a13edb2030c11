"""A club of strangers: accounts that end, people who are blocked, and those who keep order."""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import subprocess
import sys
from typing import Any

import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.journal import parse
from khamsin.table.club import administering
from tests.table.serving import PASSWORD, ROOT, Client, Server, pair, step, until
from tests.table.test_accounts import again, is_in
from tests.table.test_strangers import anybody, refusal


def admin_command(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"KHAMSIN_DATABASE": server.settings["DATABASE"]}
    return subprocess.run(
        [sys.executable, "-m", "khamsin.table", "admin", *words],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def admin(server: Server) -> Client:
    """Somebody whom the host has made an administrator, while the table runs."""
    one = anybody(server)
    done = admin_command(server, "make", one.person["name"])
    assert done.returncode == 0, done.stderr
    return again(server, one)


def names_at(client: Client, match: str) -> list[str]:
    return [seat["holder"]["name"] for seat in client.table(match)["match"]["seats"]]


def rows(server: Server) -> str:
    """Everything in the storage, as a text."""
    with sqlite3.connect(server.settings["DATABASE"].removeprefix("sqlite:///")) as storage:
        return "\n".join(storage.iterdump())


# -- deleting an account -----------------------------------------------------------------------


def test_whoever_goes_leaves_no_name_and_a_match_that_goes_on(server):
    one, two, match, (allied, axis) = pair(server)
    for _ in range(4):
        step({allied: one, axis: two}, match, random.Random(1))
    alone = two.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "open"}})["id"]
    two.post(f"/matches/{match}/chat", text="good luck")
    two.post(f"/matches/{match}/notes", text="my plan")
    before = one.ask("GET", f"/matches/{match}/journal").text
    name, number = two.person["name"], two.person["id"]
    assert refusal(two, "/me/delete", password="wrong") == "wrong_old_password"
    assert is_in(two)
    other = again(server, two)
    two.post("/me/delete", password=PASSWORD)
    assert not is_in(two)
    assert not is_in(other)
    assert refusal(server.client(), "/session", name=name, password=PASSWORD) == "wrong_password"
    table = one.table(match)
    assert name not in str(table)
    assert f"N.N. {number}" in str(table["log"])
    assert table["chat"]["lines"][0]["by"] == f"N.N. {number}"
    assert table["match"]["status"] == "waiting"
    assert name not in str(one.get("/matches", list="mine"))
    assert server.client().table(alone)["result"]["text"]  # nobody would ever come there
    # What was played is the same to the last line, and goes on.
    after = one.ask("GET", f"/matches/{match}/journal").text
    assert after == before
    parse(after)
    one.post(f"/matches/{match}/seats", side=axis, bot="random")
    until(lambda: one.table(match)["decision"]["to_answer"] == [allied])
    if "sqlite" in server.settings["DATABASE"]:
        assert name not in rows(server)
    # Nobody else is taken for him, and his name is free.
    server.client(name)


def test_a_deleted_name_is_gone_at_every_process(postgres, tmp_path):
    database = postgres.database()
    here, there = (Server(tmp_path, DATABASE=database) for _ in range(2))
    one, two, match, _ = pair(here)
    name = two.person["name"]
    looker = there.client()
    assert name in names_at(looker, match)
    two.post("/me/delete", password=PASSWORD)
    until(lambda: name not in str(looker.table(match)))
    assert name not in str(one.table(match))
    for server in (here, there):
        server.stop()
        assert server.troubles() == []


# -- blocking ----------------------------------------------------------------------------------


def test_ones_own_data_is_a_file(server):
    one, two, match, (allied, _) = pair(server)
    one.post("/me", language="pl", webhook="https://example.org/hook")
    one.post(f"/matches/{match}/chat", text="Guten Morgen")
    two.post(f"/matches/{match}/chat", text="not mine")
    one.post(f"/matches/{match}/notes", text="for me alone")
    two.post(f"/matches/{match}/notes", text="a secret of two")
    one.post("/blocks", name=two.person["name"])
    alone = one.match(seats={})["id"]
    answer = one.ask("GET", "/me/data")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    data = answer.json()
    assert data["account"]["name"] == one.person["name"]
    assert data["settings"] == {
        "email": "",
        "confirmed": False,
        "webhook": "https://example.org/hook",
        "language": "pl",
    }
    assert [(each["id"], each["seats"]) for each in data["matches"]] == [
        (match, [allied]),
        (alone, []),
    ]
    assert [line["text"] for line in data["said"]] == ["Guten Morgen"]
    assert data["notes"] == [{"match": match, "text": "for me alone"}]
    assert data["blocked"] == [two.person["name"]]
    for secret in ("not mine", "a secret of two", "password", "seed"):
        assert secret not in answer.text
    assert server.client().ask("GET", "/me/data").status_code == 401


def test_who_is_blocked_stays_away(server):
    one, pest = anybody(server), anybody(server)
    name = pest.person["name"]
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "open"}}
    mine, his = one.match(seats=seats)["id"], pest.match(seats=seats)["id"]
    invited = one.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "invite"}})

    def listed(client: Client) -> set[str]:
        return {card["id"] for card in client.get("/matches", list="open")} & {mine, his}

    assert listed(one) == listed(pest) == {mine, his}
    one.post("/blocks", name=name)
    assert one.get("/blocks") == [name]
    assert pest.get("/blocks") == []
    assert (listed(one), listed(pest)) == ({mine}, {his})
    sit = {"side": "axis", "person": True}
    assert refusal(pest, f"/matches/{mine}/seats", **sit) == "not_together"
    assert refusal(one, f"/matches/{his}/seats", **sit) == "not_together"
    token = invited["invites"]["axis"].rpartition("/")[2]
    assert refusal(pest, "/join", token=token) == "not_together"
    one.post("/blocks", name=name, blocked=False)
    pest.post("/join", token=token)  # the link was not used up
    assert refusal(one, "/blocks", name="nobody of that name") == "not_found"
    assert refusal(one, "/blocks", name=one.person["name"]) == "bad_request"


def test_what_a_blocked_player_says_is_not_heard(server):
    one, two, match, _ = pair(server)
    two.post(f"/matches/{match}/chat", text="you fool")
    with one.live(match) as live:
        assert live.next("table")["chat"]["lines"][0]["text"] == "you fool"
        one.post("/blocks", name=two.person["name"])
        (line,) = live.next("chat")["lines"]
        assert (line["text"], line["by"], line["hidden"]) == ("", "", True)
        two.post(f"/matches/{match}/chat", text="are you there")
        (line,) = live.next("chat")["lines"]
        assert line["hidden"]
    assert "fool" not in str(one.table(match)["chat"])
    assert "fool" in str(two.table(match)["chat"])


# -- administrators ----------------------------------------------------------------------------


def test_administration_is_for_administrators(plain):
    one, two, match, (_, axis) = pair(plain)
    for method, path, body in (
        ("GET", "/admin/people", None),
        ("POST", f"/admin/people/{two.person['id']}", {"banned": True}),
        ("DELETE", f"/admin/people/{two.person['id']}/sessions", None),
        ("GET", f"/admin/matches/{match}", None),
        ("POST", f"/admin/matches/{match}/kick", {"side": axis}),
        ("DELETE", f"/admin/matches/{match}/chat/0", None),
    ):
        assert one.ask(method, path, json=body).status_code == 403, path
        stranger = plain.client()
        assert stranger.ask(method, path, json=body).status_code == 401, path
    assert is_in(two)


def test_an_administrator_keeps_order(server):
    judge = admin(server)
    assert judge.get("/me")["person"]["admin"]
    one, pest, match, (allied, axis) = pair(server, private=True)
    pest.post(f"/matches/{match}/chat", text="an insult")
    seen: dict[str, Any] = judge.get(f"/admin/matches/{match}")
    assert [line["text"] for line in seen["chat"]] == ["an insult"]
    # He sees who sits there, and nothing of what lies on a table that is not for him.
    assert {seat["name"] for seat in seen["seats"]} == {one.person["name"], pest.person["name"]}
    assert set(seen) == {"id", "game", "title", "status", "private", "seats", "chat"}
    assert judge.ask("GET", f"/matches/{match}/table").status_code == 404
    with one.live(match) as live:
        live.next("table")
        assert judge.ask("DELETE", f"/admin/matches/{match}/chat/0").status_code == 200
        (line,) = live.next("chat")["lines"]
        if "removed" not in line:  # what was said while he came in is told once more
            (line,) = live.next("chat")["lines"]
        assert (line["text"], line["removed"]) == ("", True)
    assert judge.ask("DELETE", f"/admin/matches/{match}/chat/7").status_code == 404
    if "sqlite" in server.settings["DATABASE"]:
        assert "an insult" not in rows(server)
    # Out of the match, and not back into it.
    judge.post(f"/admin/matches/{match}/kick", side=axis)
    assert refusal(judge, f"/admin/matches/{match}/kick", side=axis) == "nobody_there"
    assert pest.ask("GET", f"/matches/{match}/table").status_code == 404
    link = one.post(f"/matches/{match}/invites", side=axis)["invite"].rpartition("/")[2]
    assert refusal(pest, "/join", token=link) == "kicked"
    assert one.table(match)["match"]["status"] == "waiting"
    # Out of the house.
    (found,) = judge.get("/admin/people", search=pest.person["name"].upper())
    assert (found["id"], found["banned"]) == (pest.person["id"], False)
    open_ = pest.match(seats={"allied": {"kind": "you"}, "axis": {"kind": "open"}})["id"]
    judge.post(f"/admin/people/{pest.person['id']}", banned=True)
    assert not is_in(pest)
    wanted = {"name": pest.person["name"], "password": PASSWORD}
    assert refusal(server.client(), "/session", **wanted) == "banned"
    assert open_ not in {card["id"] for card in one.get("/matches", list="open")}
    judge.post(f"/admin/people/{pest.person['id']}", banned=False)
    again(server, pest)
    # Signed out.
    assert judge.ask("DELETE", f"/admin/people/{one.person['id']}/sessions").status_code == 200
    assert not is_in(one)
    # Not himself, nor another administrator.
    me = judge.person["id"]
    judge.post(f"/admin/people/{me}", status=400, banned=True)
    judge.post("/admin/people/99999999", status=404, banned=True)
    assert allied


def test_the_host_names_administrators_and_bans_beside_the_running_table(plain):
    one = anybody(plain)
    name = one.person["name"]
    nobody = admin_command(plain, "make", "nobody of that name")
    assert (nobody.returncode, nobody.stderr) == (2, "khamsin: there is nobody of that name\n")
    assert admin_command(plain, "ban", name).returncode == 0
    until(lambda: not is_in(one))
    listed = admin_command(plain, "list", name)
    assert name in listed.stdout
    assert "banned" in listed.stdout
    assert admin_command(plain, "unban", name).returncode == 0
    again(plain, one)
    # A way in for whoever has forgotten his password and has no address.
    link = admin_command(plain, "link", name).stdout.strip()
    plain.client().post("/reset", token=link.rpartition("/")[2], password="a new sandstorm")
    again(plain, one, "a new sandstorm")


def test_an_administrator_deletes_an_account(server):
    judge = admin(server)
    one, pest, match, (_, axis) = pair(server)
    pest.post(f"/matches/{match}/chat", text="an insult")
    name, number = pest.person["name"], pest.person["id"]
    for client, status in ((one, 403), (server.client(), 401)):
        client.post(f"/admin/people/{number}/delete", status=status)
    judge.post(f"/admin/people/{number}/delete")
    assert not is_in(pest)
    assert refusal(server.client(), "/session", name=name, password=PASSWORD) == "wrong_password"
    table = one.table(match)
    assert name not in str(table)
    assert table["chat"]["lines"][0]["by"] == f"N.N. {number}"
    one.post(f"/matches/{match}/seats", side=axis, bot="random")  # and on it goes
    judge.post(f"/admin/people/{number}/delete", status=404)
    assert refusal(judge, f"/admin/people/{judge.person['id']}/delete") == "is_admin"


def test_the_host_keeps_order_from_the_command_line(tmp_path, storage):
    """What changes matches is done by the table that runs, and the command says what came of it."""
    server = Server(tmp_path, **storage)
    one, pest, match, (_, axis) = pair(server)
    pest.post(f"/matches/{match}/chat", text="an insult")
    name = pest.person["name"]
    done = admin_command(server, "unsay", match, "0")
    assert (done.returncode, done.stdout) == (0, f"{match}: done\n"), done.stderr
    assert one.table(match)["chat"]["lines"][0]["removed"]
    assert admin_command(server, "kick", match, axis).returncode == 0
    link = one.post(f"/matches/{match}/invites", side=axis)["invite"].rpartition("/")[2]
    assert refusal(pest, "/join", token=link) == "kicked"
    for words, says in (
        (("kick", match, axis), "that seat is empty"),
        (("kick", match, "french"), "there is no side 'french'"),
        (("kick", "nothing", axis), "no"),
        (("unsay", match, "7"), "no"),
        (("delete", "nobody at all"), "nobody of that name"),
    ):
        done = admin_command(server, *words)
        assert done.returncode == 2
        assert says in done.stderr.lower(), done.stderr
        assert "Traceback" not in done.stderr
    assert admin_command(server, "make", one.person["name"]).returncode == 0
    assert "unmake him first" in admin_command(server, "delete", one.person["name"]).stderr
    assert admin_command(server, "delete", name).returncode == 0
    assert not is_in(pest)
    assert name not in admin_command(server, "list").stdout
    server.stop()
    assert server.troubles() == []


def test_an_order_of_the_host_waits_for_nobody(tmp_path, monkeypatch):
    server = Server(tmp_path)
    _, _, match, (_, axis) = pair(server)
    server.stop()
    monkeypatch.setenv("KHAMSIN_DATABASE", server.settings["DATABASE"])
    monkeypatch.setattr(administering, "PATIENCE", 0.5)
    wanted = argparse.Namespace(what="kick", name="", match=match, side=axis, line=0)
    with pytest.raises(KhamsinError, match="nothing was done"):
        administering.run(wanted)
    assert "'order " not in rows(server)


def test_registration_is_closed_while_the_table_runs(tmp_path, storage):
    server = Server(tmp_path, **storage)
    judge = admin(server)
    one, visitor = anybody(server), server.client()
    one.post("/admin/registration", status=403, open=False)

    def takes() -> tuple[bool, int]:
        body = {"name": f"newcomer {random.getrandbits(40)}", "password": PASSWORD}
        status = visitor.ask("POST", "/people", json=body).status_code
        visitor.http.cookies.clear()
        return visitor.get("/me")["registration"], status

    assert takes() == (True, 200)
    assert judge.post("/admin/registration", open=False) == {"open": False}
    assert takes() == (False, 403)
    again(server, one)  # who has an account gets in
    assert admin_command(server, "open").stdout == "registration: open\n"
    until(lambda: takes() == (True, 200))
    assert admin_command(server, "close").returncode == 0
    until(lambda: takes() == (False, 403))
    server.stop()
    server.settings["REGISTRATION"] = "no"  # what the host has closed nobody opens
    server.start()
    assert admin_command(server, "open").returncode == 0
    visitor = server.client()
    assert takes() == (False, 403)
    judge = again(server, judge)
    assert refusal(judge, "/admin/registration", open=True) == "registration_closed"
    server.stop()
    assert server.troubles() == []


# -- what was played ---------------------------------------------------------------------------


def test_profiles_and_the_archive_tell_of_finished_open_matches(server):
    one, two, match, (allied, axis) = pair(server)
    name = two.person["name"]
    looker = anybody(server)

    def archived(**wanted: str) -> set[str]:
        found = {card["id"] for card in looker.get("/matches", list="archive", **wanted)}
        return found & {match, hidden}

    _, three, hidden, _ = pair(server, private=True)
    assert looker.get(f"/people/{name}")["games"] == []
    assert archived() == set()
    one.post(f"/matches/{match}/resign", seat=allied)
    three.post(f"/matches/{hidden}/resign", seat=axis)
    (row,) = looker.get(f"/people/{name.upper()}")["games"]
    assert (row["game"], row["played"], row["won"], row["lost"]) == ("battleaxe", 1, 1, 0)
    (played,) = looker.get(f"/people/{one.person['name']}")["matches"]
    assert (played["id"], played["outcome"]) == (match, "lost")
    # Of a private match nothing is told, nor of addresses.
    assert looker.get(f"/people/{three.person['name']}")["matches"] == []
    assert archived(who=name) == archived() == {match}
    assert set(looker.get(f"/people/{name}")) == {"name", "since", "games", "matches"}
    assert looker.ask("GET", "/people/nobody of that name").status_code == 404
    assert server.client().ask("GET", f"/people/{name}").status_code == 401
    two.post("/me/delete", password=PASSWORD)
    assert looker.ask("GET", f"/people/{name}").status_code == 404
