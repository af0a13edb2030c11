"""Every lesson of every game is played from its data, step by step, so that none can rot."""

from __future__ import annotations

import re
from typing import Any

import pytest

from khamsin.games import GAMES, find
from khamsin.kernel.play.decision import DICE
from khamsin.kernel.play.match import Match
from khamsin.kernel.teach.lesson import Lesson, entry_for, follow, lesson_of, names_of
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.rulebook import read_rulebook
from khamsin.kernel.text.words import LANGUAGES, load_catalogue

LESSONS = [lesson_of(find(slug), name) for slug in GAMES for name in names_of(find(slug))]
NAMED = [f"{lesson.game.slug}/{lesson.name}" for lesson in LESSONS]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=NAMED)


def wanted(match: Match[Any], lesson: Lesson, number: int) -> list[tuple[str, ...]]:
    """The options that a step takes."""
    step = lesson.steps[number]
    return [option for option in match.legal(lesson.side) if step.takes(option)]


def test_there_is_a_lesson() -> None:
    assert "battleaxe/first" in NAMED


@each_lesson
def test_every_step_is_played(lesson: Lesson) -> None:
    match = lesson.opened()
    for answered, number in enumerate(lesson.asked):
        assert lesson.places[answered] == len(match.entries)
        assert lesson.reached(len(match.entries)) == answered
        assert lesson.question(len(match.entries)) is lesson.steps[number]
        assert lesson.shown(answered)[-1] == number
        where = f"step {number + 1}, {lesson.steps[number].say}"
        assert lesson.side in match.to_answer, where
        options = wanted(match, lesson, number)
        assert options, f"{where}: {lesson.steps[number].do} is not offered"
        assert len(options) < len(match.legal(lesson.side)) or len(options) == 1, where
        match.choose(options[0], lesson.side)
        for line in lesson.steps[number].then:
            assert entry_for(match, line)[0] == line[0]
            assert line[0] in (DICE, *lesson.game.sides), where
            follow(match, line)
        assert match.chance is None, f"{where}: the dice {match.chance} are not in the script"
    assert lesson.places[-1] == len(match.entries)
    assert lesson.question(len(match.entries)) is None
    told = [n for answered in range(len(lesson.places)) for n in lesson.shown(answered)]
    assert told == list(range(len(lesson.steps)))


@each_lesson
def test_going_back_ends_where_a_step_begins(lesson: Lesson) -> None:
    last = lesson.places[-1]
    for entries in range(last + 3):
        place = lesson.places[lesson.reached(entries)]
        assert place <= max(entries, lesson.places[0])
        assert place == lesson.places[0] or place in lesson.places


@each_lesson
def test_what_it_points_at_is_there(lesson: Lesson) -> None:
    scene = lesson.game.presentation.scene(Narrator(lesson.game, "en"))
    known = {row["id"] for kind in ("spaces", "pieces", "boxes") for row in scene[kind]}
    assert lesson.steps
    book = read_rulebook(lesson.game.folder)
    for step in lesson.steps:
        assert set(step.lit) <= known, step.say
        if step.rule:
            book.rule(step.rule)


@each_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_three_languages(lesson: Lesson, language: str) -> None:
    folder = lesson.game.folder / "lessons" / lesson.name
    assert (folder / f"{language}.toml").exists()
    words = load_catalogue(folder, language)
    english = load_catalogue(folder, "en")
    keys = words.keys()
    assert keys == english.keys()
    says = {step.say for step in lesson.steps}
    assert len(says) == len(lesson.steps), "two steps have the same words"
    elses = {key.removeprefix("else.") for key in keys if key.startswith("else.")}
    assert elses <= says | {"other"}
    assert {"title", "else.other", *(f"say.{say}" for say in says)} <= set(keys)
    asked = {lesson.steps[number].say for number in lesson.asked}
    assert elses - {"other"} <= asked
    for key in keys:
        text = words.say(key)
        assert len(text) <= 420, key
        assert not re.search(r"\s{2,}|^\s|\s$", text), key
        if language != "en":
            assert text != english.say(key), f"{key} is English"
