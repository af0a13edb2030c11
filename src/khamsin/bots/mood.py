"""How a side is led for a while: what its judgement weighs more, or less, than usual.

Where a turn is hundreds of small marches, no single one of them decides anything. A mood decides
them all at once: the tree search tries whole turns in several moods and keeps to the best.
"""

from __future__ import annotations

from typing import NamedTuple


class Mood(NamedTuple):
    """By how much the usual weights are multiplied."""

    goals: float = 1.0
    """How strongly goals draw."""
    fights: float = 1.0
    """How much is hoped of fights: what the enemy would lose."""
    dangers: float = 1.0
    """How much enemies nearby are feared."""
    thrift: float = 1.0
    """How dear the means are that a move costs."""
    focus: int | None = None
    """The one goal, by its number, that draws; the others do not."""


PLAIN = Mood()

MOODS = (
    PLAIN,
    Mood(goals=2.0),  # keen
    Mood(goals=2.5, fights=2.0, dangers=0.2),  # reckless
    Mood(fights=2.0, dangers=0.5),  # fierce
    Mood(fights=0.6, dangers=2.5),  # wary
    Mood(goals=0.3),  # steady
)
"""The usual one first."""

FOCUSED = Mood(goals=3.0)
"""How one goal is gone for, or held, at the cost of all others."""


def focused(goals: int) -> tuple[Mood, ...]:
    """For each of so many goals the mood in which only that one counts."""
    return tuple([FOCUSED._replace(focus=goal) for goal in range(goals)])
