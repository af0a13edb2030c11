"""6.6 Artillery limbers to move, and deploys to fire."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import allowance

from .reach import budget, reach


def is_light(g: State, unit: int) -> bool:
    """6.6 Parachute and glider artillery."""
    return g.pack.units[unit].subtype in ("parachute", "glider")


def limber_cost(g: State, unit: int) -> int:
    """6.6 In half points."""
    numbers = g.pack.tables.numbers
    return numbers.light_limber if is_light(g, unit) else numbers.limber


def deploy_cost(g: State, unit: int) -> int:
    """6.6 In half points; field artillery needs its whole allowance."""
    return g.pack.tables.numbers.light_deploy if is_light(g, unit) else allowance(g, unit)


def limbered_reach(g: State, unit: int, *, strategic: bool) -> dict[int, tuple[int, int]]:
    """6.6 Where deployed artillery could go with what limbering leaves it."""
    left = budget(g, unit) - limber_cost(g, unit)
    return reach(g, unit, left, strategic=strategic, first=False)


def can_deploy(g: State, unit: int, left: int, spent: int) -> bool:
    """5.4, 6.6, 12.4 Limbered artillery outside enemy zones of control, with the points for it."""
    if g.pack.kind[unit] != ARTILLERY or g.deployed[unit]:
        return False
    if g.zoc[1 - g.pack.side_of[unit]][g.place[unit]]:
        return False
    return left >= deploy_cost(g, unit) if is_light(g, unit) else spent == 0
