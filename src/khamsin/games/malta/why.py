"""Why not? The reason, with its rule, that a unit may not do something now."""

from __future__ import annotations

from khamsin.kernel.game import Refused

from .infiltration import infiltration_hexes, why_not_infiltrate
from .movement import (
    ENEMY_THERE,
    TOO_FAR,
    budget,
    may_enter,
    reach,
    why_not_strategic,
    why_not_tactical,
)
from .pieces import SIDES, WARSHIP
from .recovery import break_targets, why_not_break_through
from .stacks import is_blocked
from .state import State
from .support import attackable, why_not_attack, why_not_fire

NOT_YOURS = Refused("2.1.active", "not_your_unit")
NOT_YOUR_TURN = Refused("2.1.active", "not_your_turn")
NOT_ON_MAP = Refused("6.0", "not_on_map")
NO_MOVES_NOW = Refused("4.24", "no_moves_now")
NO_ENEMY = Refused("9.15", "no_enemy")
ALREADY_ATTACKED = Refused("9.12", "hex_attacked")
NOBODY_ABLE = Refused("9.11", "nobody_able")
NOT_ADJACENT = Refused("9.11", "not_adjacent")
NOBODY_THROUGH = Refused("10.3", "nobody_through")

MOVES = ("strategic", "tactical", "infiltration")
FIGHTS = ("attack", "breakthrough")
GUNS = ("support", "defend")


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """Answer for a unit, a unit and a hex, and `attack <hex>`."""
    pack = g.pack
    if words[:1] == ("attack",) and len(words) > 1 and words[1] in pack.board.index:
        return _why_not_attack(g, side, pack.board.at(words[1]))
    while words and words[0] not in pack.unit_index:
        words = words[1:]
    if not words:
        return None
    unit = pack.unit_index[words[0]]
    place = words[1] if len(words) > 1 and words[1] in pack.board.index else ""
    if SIDES[pack.side[unit]] != side:
        return NOT_YOURS
    if g.place[unit] < 0:
        return NOT_ON_MAP
    if g.phase in GUNS and pack.units[unit].gun is not None:
        return why_not_fire(g, unit)
    if SIDES[g.active] != side:
        return NOT_YOUR_TURN
    if g.phase == "breakthrough":
        return why_not_break_through(g, unit)
    if g.phase in FIGHTS:
        return why_not_attack(g, unit)
    if g.phase not in MOVES or pack.kind[unit] == WARSHIP:
        return NO_MOVES_NOW
    return _why_not_move(g, unit, pack.board.at(place) if place else -1)


def _why_not_move(g: State, unit: int, h: int) -> Refused | None:
    if g.phase == "infiltration":
        reason = why_not_infiltrate(g, unit)
        if reason is None and h >= 0 and h not in infiltration_hexes(g, unit):
            return NOT_ADJACENT
        return reason
    is_strategic = g.phase == "strategic"
    reason = why_not_strategic(g, unit) if is_strategic else why_not_tactical(g, unit)
    if reason is not None or h < 0:
        return reason
    if h < g.pack.land and not may_enter(g, unit, h):
        return ENEMY_THERE
    best = reach(g, unit, budget(g, unit), strategic=is_strategic, first=True)
    return None if h in best else TOO_FAR


def _why_not_attack(g: State, side: str, h: int) -> Refused | None:
    if SIDES[g.active] != side:
        return NOT_YOUR_TURN
    if g.phase not in FIGHTS:
        return NO_MOVES_NOW
    if h >= g.pack.land or not is_blocked(g, g.active, h):
        return NO_ENEMY
    if h in g.attacked:
        return ALREADY_ATTACKED
    if g.phase == "breakthrough":
        return None if h in break_targets(g) else NOBODY_THROUGH
    return None if h in attackable(g, g.active) else NOBODY_ABLE
