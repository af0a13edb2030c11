"""Answers that are not taken, with what there is to say about it."""

from __future__ import annotations

from khamsin.kernel.game import Refused
from khamsin.kernel.teach.lesson import Lesson, Step
from khamsin.table.errors import ApiError


class OffScript(ApiError):
    """The rules allow it, but the lesson goes another way; or it is over."""

    def __init__(self, lesson: Lesson, step: Step | None) -> None:
        super().__init__(422, "lesson" if step else "lesson_over")
        self.lesson = lesson
        self.step = step


class NotOffered(ApiError):
    """The option is not among those offered; the reason if the rules can tell it."""

    def __init__(self, refused: Refused | None) -> None:
        super().__init__(422, "not_offered", rule=None if refused is None else refused.rule)
        self.refused = refused
