"""A lesson as the learner sees it: what is to be told until the next answer, and where to look."""

from __future__ import annotations

from khamsin.kernel.teach.lesson import Lesson, Step
from khamsin.table.match.records import Holder
from khamsin.table.match.table_match import TableMatch
from khamsin.table.match.viewers import Viewer


def lesson(table_match: TableMatch, viewer: Viewer) -> dict[str, object] | None:
    """The present step; None: this is no lesson, or not the learner's seat."""
    found = table_match.lesson
    if found is None or viewer.side != found.side:
        return None
    words = found.words(viewer.language)
    entries = len(table_match.match.entries)
    shown = found.shown(found.reached(entries))
    question = found.question(entries)
    legal = table_match.match.legal(found.side) if question is not None else []
    return {
        "title": words.say("title"),
        "first": shown.start,
        "steps": len(found.steps),
        "cards": [
            {
                "text": words.say(f"say.{step.say}"),
                "rule": step.rule or None,
                "panel": step.panel,
                "lit": step.lit,
            }
            for step in found.steps[shown.start : shown.stop]
        ],
        "wanted": [" ".join(option) for option in legal if question and question.takes(option)],
        "is_over": question is None,
        "first_game": first_game(found),
    }


def first_game(lesson: Lesson) -> dict[str, object]:
    """What is played after it, as `POST /api/matches` takes it."""
    seats = {
        side: {"kind": "you"} if side == lesson.first_side else {"kind": "bot", "bot": "recruit"}
        for side in lesson.game.sides
    }
    setup = lesson.first_game
    return {
        "game": lesson.game.slug,
        "scenario": setup.scenario,
        "options": setup.options,
        "seats": seats,
        "private": True,
    }


def card(lesson: Lesson, language: str) -> dict[str, object]:
    """A lesson in the list of games."""
    title = lesson.words(language).say("title")
    return {"name": lesson.name, "title": title, "minutes": lesson.minutes}


def otherwise(lesson: Lesson, step: Step, language: str) -> str:
    """What is told to somebody who does something else than the step asks for."""
    words = lesson.words(language)
    key = f"else.{step.say}"
    return words.say(key if key in words else "else.other")


def holders(lesson: Lesson, person: int, name: str) -> dict[str, Holder]:
    """Who sits where: the others answer by the script, whoever they are."""
    return {
        side: Holder("person", person, name)
        if side == lesson.side
        else Holder("bot", bot="recruit")
        for side in lesson.game.sides
    }
