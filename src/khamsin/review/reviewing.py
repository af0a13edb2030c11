"""The whole review of a match, from its course to the decisions that cost most.

It is made in steps, each of plain data, so that others may take them: a `sketch`, then a thought
about each stretch that deserves a glance, then about those that still promise something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from khamsin.bots.search.budget import Budget
from khamsin.kernel.play.match import AnyMatch

from .course import course, position
from .data import Asked, Review, Seen, Sketch
from .decisions import glance, glanced, look, promising, think
from .luck import luck, throws
from .turning import turning

WALK = 0.1  # of the bar: the way through the match and its dice
SEED = "review"

Tell = Callable[[float], None]


def sketch(match: AnyMatch, tell: Tell = lambda _: None) -> Sketch:
    """Everything that can be seen on the way through a match, and what to think about."""
    found = course(match)
    fallen = throws(found, tell)
    game, result = match.game, match.result
    review: Review = {
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
        "turning": turning(found, fallen),
        "luck": luck(match, fallen),
        "throws": fallen,
        "losses": found.losses,
        "ground": found.ground,
        "places": found.places,
        "looked": 0,
        "costly": [],
    }
    return {"review": review, "asked": glanced(found, fallen)}


def finished(sketched: Sketch, seen: Sequence[Seen]) -> Review:
    """The review, with what came of the last thoughts; what cost most comes first."""
    costly = [each["costly"] for each in seen if each["costly"] is not None]
    costly.sort(key=lambda each: (-each["lost"], each["at"]))
    return {**sketched["review"], "looked": len(sketched["asked"]), "costly": costly}


def review(
    match: AnyMatch, budget: Budget, seed: str = SEED, tell: Tell = lambda _: None
) -> Review:
    """Make a review here and now; `tell` hears how much of the work is done."""
    sketched = sketch(match, lambda share: tell(WALK * share))
    half = (1 - WALK) / 2

    def looked(asked: Sequence[Asked], each: Budget, done: float) -> list[Seen]:
        seen = []
        for number, ask in enumerate(asked, 1):
            seen.append(think(position(match, ask["at"]), ask, each, f"{seed}.{done}"))
            tell(done + half * number / len(asked))
        return seen

    first = looked(sketched["asked"], glance(budget), WALK)
    second = looked(promising(sketched["asked"], first), look(budget), WALK + half)
    return finished(sketched, second)
