"""Scores for the options of a question, by the function for that kind of question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch


class Judgement(Protocol):
    """One look at a table."""

    scorers: dict[str, Callable[[Option], float]]
    """What an option is worth, by the prompt of the question."""

    def rule_of_thumb(self, option: Option) -> float:
        """What it is worth where no function scores this kind of question."""
        ...


def scored(world: AnyMatch, judgement: Judgement, options: list[Option]) -> list[float]:
    """Score each option of the question that is open."""
    decision = world.decision
    assert decision is not None
    score = judgement.scorers.get(decision.prompt, judgement.rule_of_thumb)
    return [score(option) for option in options]
