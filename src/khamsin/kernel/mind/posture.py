"""How a side is led for a while: what its judgement weighs more, or less, than usual.

Where a turn is hundreds of small marches, no single one of them decides anything. A posture decides
them all at once: the tree search tries whole turns in several postures and keeps to the best.
"""

from __future__ import annotations

from typing import NamedTuple


class Posture(NamedTuple):
    """By how much the usual weights are multiplied, or what is added to them."""

    goals: float = 1.0
    """How strongly goals draw."""
    fights: float = 1.0
    """How much is hoped of fights: what the enemy would lose."""
    dangers: float = 1.0
    """How much enemies nearby are feared."""
    thrift: float = 1.0
    """How much the means count that a move costs."""
    guards: float = 0.0
    """What each point of strength on ground that decides the game is worth besides."""
    prudence: float = 0.0
    """How much what is laid down before the battle heeds what the enemy may do: 0 to 1."""
    focus: int | None = None
    """The one goal, by its number, that draws; the others do not."""


PLAIN = Posture()

KEEN = Posture(goals=2.0)
RECKLESS = Posture(goals=2.5, fights=2.0, dangers=0.2)
FIERCE = Posture(fights=2.0, dangers=0.5)
WARY = Posture(fights=0.6, dangers=2.5)
STEADY = Posture(goals=0.3)
POSTURES = (PLAIN, KEEN, RECKLESS, FIERCE, WARY, STEADY)

FOCUSED = Posture(goals=3.0)
"""How one goal is gone for, or held, at the cost of all others."""


def focused(goals: int, temper: Posture = FOCUSED) -> tuple[Posture, ...]:
    """For each of so many goals the posture in which only that one counts."""
    return tuple([temper._replace(focus=goal) for goal in range(goals)])
