"""How likely each side is to win, from wells and strength. The weights are guesses."""

from __future__ import annotations

from math import exp

from oasis.model.pieces import EMIR, RAIDERS, SIDES
from oasis.model.state import State
from oasis.rules.victory import points

_WELL, _LATE, _STRENGTH = 0.2, 0.6, 0.15


def evaluate(g: State) -> dict[str, float]:
    """Points count the more the later it is (8.1); the Emir wins a tie."""
    ahead = points(g, RAIDERS) - points(g, EMIR) - 0.5
    stronger = 0
    for number, unit in enumerate(g.pack.units):
        stronger += g.strength(number) if unit.side == RAIDERS else -g.strength(number)
    odds = ahead * (_WELL + _LATE * g.turn / g.scenario.turns) + stronger * _STRENGTH
    raiders = 1 / (1 + exp(-odds))
    return {SIDES[RAIDERS]: raiders, SIDES[EMIR]: 1 - raiders}
