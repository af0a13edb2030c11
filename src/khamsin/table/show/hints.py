"""Advice as it is told to a player: plans in the words of the game, with what they point at."""

from __future__ import annotations

from typing import Any

from khamsin.table.bots.advising import Counsel, Plan
from khamsin.table.match.table_match import TableMatch

from . import presenter

SURELY = 1.4  # standard errors by which plans are told apart: there are two, and one is known


def told(table_match: TableMatch, counsel: Counsel, side: str, language: str) -> dict[str, Any]:
    """What a seat is told of the question that it is asked."""
    best = counsel.plans[:1]
    return {
        **chances(table_match, counsel.chances),
        "plans": [
            _plan(table_match, plan, side, language)
            | {"close": plan is not best[0] and not _is_apart(best[0], plan)}
            for plan in counsel.plans
        ],
    }


def chances(table_match: TableMatch, found: dict[str, float]) -> dict[str, Any]:
    """How likely each side is to win, as the computer reckons; alone, how good a score."""
    return {"chances": found, "alone": len(table_match.game.sides) == 1}


def _is_apart(best: Plan, other: Plan) -> bool:
    """Whether one is better than another by more than luck explains.

    Errors are those of the distance to one plan that all were compared with, which may be one of
    these two; its own is of no use here, and is the larger one.
    """
    return best.chance - other.chance > SURELY * min(best.error, other.error)


def _plan(table_match: TableMatch, plan: Plan, side: str, language: str) -> dict[str, Any]:
    edition = table_match.record.edition
    say = presenter.narrator(edition, language)
    steps = []
    for prompt, words in plan.answers:
        pieces, places = presenter.about(edition, words)
        text = say.option(words, prompt)
        steps.append({"words": words, "text": text, "pieces": pieces, "places": places})
    return {
        "chance": plan.chance,
        "error": plan.error,
        "steps": steps,
        "reasons": [
            {"text": say.say(f"reason.{feature}"), "good": change > 0}
            for feature, change in plan.reasons
        ],
        "ways": [{"through": way.through, "side": side} for way in plan.shown.ways],
        "taken": plan.shown.taken,
        "marked": plan.shown.marked,
    }
