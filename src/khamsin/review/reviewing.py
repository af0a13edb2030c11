"""The whole review of a match, from its course to the decisions that cost most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from khamsin.bots.search.budget import Budget
from khamsin.bots.search.second_look import Look
from khamsin.kernel.play.match import Match

from .course import Course, course, position
from .data import Review, Throw
from .decisions import Ask, costly, glances, looks, think
from .luck import luck, throws
from .turning import turning

WALK = 0.1  # of the bar: the way through the match and its dice
SEED = "review"

Tell = Callable[[float], None]


class Reviewing:
    """A review that is being made: what must be thought about is asked for in two rounds, so that
    others can think. The same match, budget by rounds and seed give the same review.
    """

    def __init__(self, match: Match[Any], budget: Budget, tell: Tell = lambda _: None) -> None:
        self.course: Course = course(match)
        self.throws: list[Throw] = throws(self.course, tell)
        self._budget = budget

    def first(self) -> list[Ask]:
        """What deserves a glance."""
        return glances(self.course, self.throws, self._budget)

    def second(self, seen: Sequence[tuple[Ask, Look]]) -> list[Ask]:
        """What deserves more than that."""
        return looks(self.course, seen, self._budget)

    def position(self, ask: Ask) -> Match[Any]:
        """The match as it was when that was asked."""
        return position(self.course.match, ask.at)

    def review(self, glanced: int, seen: Sequence[tuple[Ask, Look]]) -> Review:
        """All of it, with what was seen at the second round."""
        found, match = self.course, self.course.match
        game, result = match.game, match.result
        return {
            "game": game.slug,
            "scenario": match.setup.scenario,
            "options": list(match.setup.options),
            "rules": game.rules_version,
            "pack": game.pack,
            "sides": list(game.sides),
            "entries": len(match.entries),
            "result": None if result is None else result.data(),
            "points": found.points,
            "ticks": found.ticks,
            "turning": turning(found, self.throws),
            "luck": luck(match, self.throws),
            "throws": self.throws,
            "losses": found.losses,
            "ground": found.ground,
            "places": found.places,
            "looked": glanced,
            "costly": costly(found, seen),
        }


def review(
    match: Match[Any], budget: Budget, seed: str = SEED, tell: Tell = lambda _: None
) -> Review:
    """Make a review here and now; `tell` hears how much of the work is done."""
    making = Reviewing(match, budget, lambda share: tell(WALK * share))
    done = WALK

    def looked(asks: Sequence[Ask], share: float) -> list[tuple[Ask, Look]]:
        seen = []
        for number, ask in enumerate(asks, 1):
            seen.append((ask, think(making.position(ask), ask, seed)))
            tell(done + share * number / len(asks))
        return seen

    first = making.first()
    glanced = looked(first, (1 - WALK) / 2)
    done += (1 - WALK) / 2
    seen = looked(making.second(glanced), (1 - WALK) / 2)
    return making.review(len(first), seen)
