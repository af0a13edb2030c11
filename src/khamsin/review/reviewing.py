"""The whole review of a match, from its course to the decisions that cost most.

It is made in steps, each of plain data, so that others may take them: a `sketch`, then a thought
about each stretch that deserves a glance, then about those that still promise something.
"""

from __future__ import annotations

from collections.abc import Callable

from khamsin.bots.search.budget import Budget
from khamsin.kernel.play.match import AnyMatch

from .course import course, position
from .data import Review, Sketch
from .decisions import glanced, think
from .luck import luck, throws
from .rations import Thoughts, thoughts
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


def finished(sketched: Sketch, found: Thoughts) -> Review:
    """The review, with what came of the last thoughts; what cost most comes first."""
    costly = [each["costly"] for each in found.seen if each["costly"] is not None]
    costly.sort(key=lambda each: (-each["lost"], each["at"]))
    asked = len(sketched["asked"])
    return {**sketched["review"], "looked": found.looked, "asked": asked, "costly": costly}


def review(
    match: AnyMatch, budget: Budget, seed: str = SEED, tell: Tell = lambda _: None
) -> Review:
    """Make a review here and now; `tell` hears how much of the work is done."""
    sketched = sketch(match, lambda share: tell(WALK * share))
    plan = thoughts(sketched["asked"], budget)
    seen = None
    while True:
        try:
            # The first step of a generator takes no answer.
            thought = next(plan) if seen is None else plan.send(seen)
        except StopIteration as end:
            tell(1.0)
            return finished(sketched, end.value)
        tell(WALK + (1 - WALK) * thought.share)
        world = position(match, thought.asked["at"])
        seen = think(world, thought.asked, thought.budget, f"{seed}.{thought.stage}")
