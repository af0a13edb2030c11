"""Advice as it is told to a player: plans in the words of the game, with what they point at."""

from __future__ import annotations

from khamsin.table.bots.advising import Counsel, Plan
from khamsin.table.match.table_match import TableMatch
from khamsin.table.show import presenter


def told(table_match: TableMatch, counsel: Counsel, side: str, language: str) -> dict[str, object]:
    """What a seat is told of the question that it is asked."""
    return {
        **chances(table_match, counsel.chances),
        "plans": [_plan(table_match, plan, side, language) for plan in counsel.plans],
    }


def chances(table_match: TableMatch, found: dict[str, float]) -> dict[str, object]:
    """How likely each side is to win, as the computer reckons; alone, how good a score."""
    return {"chances": found, "alone": len(table_match.game.sides) == 1}


def _plan(table_match: TableMatch, plan: Plan, side: str, language: str) -> dict[str, object]:
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
        "close": plan.is_close,
        "steps": steps,
        "reasons": [
            {"text": say.say(f"reason.{feature}"), "good": change > 0}
            for feature, change in plan.reasons
        ],
        "ways": [{"through": way.through, "side": side} for way in plan.shown.ways],
        "taken": plan.shown.taken,
        "marked": plan.shown.marked,
    }
