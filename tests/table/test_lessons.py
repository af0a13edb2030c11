"""A lesson at the table: a match like any other, but that one answer is wanted at a time."""

from __future__ import annotations

from typing import Any

import pytest

from khamsin.table.match import editions
from tests.table.serving import Client, Server


@pytest.fixture
def learner(plain: Server, request: pytest.FixtureRequest) -> Client:
    """Somebody who has no lesson under way."""
    client = plain.client()
    client.register(f"l{len(request.node.name)}{request.node.name[5:20]}")
    return client


def begin(client: Client) -> str:
    found: str = client.post("/games/battleaxe/lessons/first")["id"]
    return found


def answer(client: Client, match: str, words: str = "", status: int = 200) -> Any:
    """Do what the lesson wants, or something else."""
    table = client.table(match)
    words = words or table["lesson"]["wanted"][0]
    number = table["decision"]["number"]
    made = client.choose(match, "allied", number, words.split())
    assert made.status_code == status, made.text
    return client.table(match) if status == 200 else made.json()["error"]


def test_the_list_of_games_names_the_lessons_in_each_language(plain, learner):
    for language, title in (("en", "A day at"), ("es", "Un día"), ("pl", "Dzień na")):
        games = {game["slug"]: game for game in learner.get("/games", lang=language)}
        (lesson,) = games["battleaxe"]["lessons"]
        assert lesson["name"] == "first"
        assert lesson["title"].startswith(title)


def test_a_whole_lesson(plain, learner):
    match = begin(learner)
    lesson = editions.lesson("battleaxe", "first")
    table = learner.table(match)
    assert table["match"]["lesson"] == "first"
    assert table["match"]["sandbox"]
    assert table["match"]["private"]
    assert not table["match"]["imagined"]
    told = 0
    for _ in lesson.asked:
        assert not table["lesson"]["is_over"]
        assert table["lesson"]["first"] == told
        told += len(table["lesson"]["cards"])
        assert table["decision"]["yours"]
        table = answer(learner, match)
    assert table["lesson"]["is_over"]
    assert table["lesson"]["wanted"] == []
    assert told + len(table["lesson"]["cards"]) == len(lesson.steps)
    assert answer(learner, match, "pass", 422)["code"] == "lesson_over"
    first = table["lesson"]["first_game"]
    assert learner.post("/matches", **first)["id"]


def test_something_else_is_answered_by_the_lesson_and_changes_nothing(plain, learner):
    match = begin(learner)
    before = learner.table(match)
    error = answer(learner, match, "pass", 422)
    assert error["code"] == "lesson"
    assert error["text"].startswith("Good for later")
    assert answer(learner, match, "assault 99", 422)["code"] == "not_offered"
    assert learner.table(match)["match"]["entries"] == before["match"]["entries"]


def test_a_step_back_takes_the_scripted_answers_with_it(plain, learner):
    match = begin(learner)
    for _ in range(4):
        table = answer(learner, match)
    before = table["match"]["entries"]
    table = answer(learner, match)
    assert table["match"]["entries"] == before + 3, "the Axis has passed and rolled"
    assert table["match"]["you"]["may_undo"]
    learner.post(f"/matches/{match}/undo", seat="allied")
    table = learner.table(match)
    assert table["match"]["entries"] == before
    assert table["lesson"]["wanted"] == ["no"]
    learner.post(f"/matches/{match}/restart", seat="allied")
    table = learner.table(match)
    assert table["match"]["entries"] == table["match"]["first"]
    assert table["lesson"]["wanted"] == ["regroup"]
    while not table["lesson"]["is_over"]:
        table = answer(learner, match)


def test_it_is_there_again_and_nobody_else_sees_it(plain, learner):
    match = begin(learner)
    answer(learner, match)
    assert begin(learner) == match
    other = plain.client()
    other.register("stranger")
    assert other.ask("GET", f"/matches/{match}/table").status_code == 404
    assert [(card["id"], card["lesson"]) for card in learner.get("/matches")] == [(match, "first")]
    learner.post(f"/matches/{match}/stop")
    assert learner.get("/matches") == []
    assert learner.get("/matches", list="finished") == []
    assert begin(learner) != match


def test_it_survives_a_restart_of_the_server(tmp_path):
    server = Server(tmp_path)
    try:
        client = server.client()
        client.register("pupil")
        match = begin(client)
        for _ in range(7):
            table = answer(client, match)
        server.stop()
        server.start()
        client = server.client()
        client.register("pupil")
        again = client.table(match)
        assert again["lesson"] == table["lesson"]
        assert again["picture"] == table["picture"]
        while not again["lesson"]["is_over"]:
            again = answer(client, match)
    finally:
        server.stop()


@pytest.mark.parametrize("path", ["/games/battleaxe/lessons/none", "/games/none/lessons/first"])
def test_there_is_no_such_lesson(plain, learner, path):
    assert learner.ask("POST", path, json={}).status_code == 404


def test_it_has_no_file_and_no_copy(plain, learner):
    match = begin(learner)
    assert learner.ask("GET", f"/matches/{match}/journal").status_code == 409
    entries = learner.table(match)["match"]["entries"]
    learner.post(f"/matches/{match}/fork", 409, entries=entries, seat="allied")
