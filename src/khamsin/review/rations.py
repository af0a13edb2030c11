"""How much each decision is thought about: a glance at many, then a longer look at a few.

In a large game one trial may take longer than a glance. Glances that see nothing are given up soon,
and fewer decisions get the time that is left: so the whole keeps to its time, and what was looked
at was looked at well enough to tell something.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from khamsin.bots.search.budget import Budget

from .data import Asked, Seen
from .decisions import GLANCES, LOOKS, promising

GLANCING = 0.4  # the part of the time that the glances take
BLIND = 6  # fewer tries of lines tell nothing
PATIENCE = 2  # glances that may see nothing before no more are cast
NEEDED = 12  # tries that a longer look should have room for

UNSEEN: Seen = {"hope": 0.0, "tries": 0, "seconds": 0.0, "costly": None}


class Thought(NamedTuple):
    """What is to be thought about next."""

    asked: Asked
    budget: Budget
    stage: str
    """Of the seed: the second look imagines other worlds than the first."""
    share: float
    """How much of the time is gone before it."""


class Thoughts(NamedTuple):
    """What came of them."""

    seen: list[Seen]
    """Of the longer looks."""
    looked: int
    """At so many decisions for long enough to tell something."""


def thoughts(asked: Sequence[Asked], budget: Budget) -> Generator[Thought, Seen, Thoughts]:
    """Yield one thought after the other, and be sent what came of it."""
    glances: list[Seen] = []
    for number, each in enumerate(asked):
        if budget.rounds is None and _are_blind(glances):
            break
        share = GLANCING * number / len(asked)
        glances.append((yield Thought(each, _part(budget, GLANCING / GLANCES), "glance", share)))
    told = {each["at"] for each, seen in zip(asked, glances, strict=False) if _tells(seen, budget)}
    unseen = [UNSEEN] * (len(asked) - len(glances))
    chosen = promising(asked, [*glances, *unseen])
    left = _left(budget, glances)
    chosen = chosen[: _room(budget, left, glances)]
    looks: list[Seen] = []
    for number, each in enumerate(chosen):
        if left <= 0 and looks and budget.rounds is None:
            break
        share = GLANCING + (1 - GLANCING) * number / len(chosen)
        part = Budget(max(left, 0.0) / (len(chosen) - number), budget.rounds)
        seen = yield Thought(each, part, "look", share)
        left -= seen["seconds"]
        looks.append(seen)
        if _tells(seen, budget):
            told.add(each["at"])
    return Thoughts(looks, len(told))


def _part(budget: Budget, share: float) -> Budget:
    return Budget(budget.seconds * share, budget.rounds)


def _tells(seen: Seen, budget: Budget) -> bool:
    return budget.rounds is not None or seen["tries"] >= BLIND


def _are_blind(glances: Sequence[Seen]) -> bool:
    first = glances[:PATIENCE]
    return len(first) == PATIENCE and all(seen["tries"] < BLIND for seen in first)


def _left(budget: Budget, glances: Sequence[Seen]) -> float:
    """What is left for the longer looks: half of what was meant for them at least."""
    spent = sum([seen["seconds"] for seen in glances])
    return max(budget.seconds - spent, (1 - GLANCING) / 2 * budget.seconds)


def _room(budget: Budget, left: float, glances: Sequence[Seen]) -> int:
    """How many looks there is time for, as long as the tries took so far."""
    tries = sum([seen["tries"] for seen in glances])
    if budget.rounds is not None or not tries:
        return LOOKS
    price = sum([seen["seconds"] for seen in glances]) / tries
    return min(max(int(left / max(NEEDED * price, 1e-6)), 1), LOOKS)
