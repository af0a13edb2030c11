"""Why not? The reason, with its rule."""

from __future__ import annotations

from khamsin.kernel.game import Refused
from oasis.model.pieces import NOWHERE, SIDES
from oasis.model.state import FIGHT, MARCH, State
from oasis.rules.combat import why_not_attack
from oasis.rules.movement import why_not_enter

NOT_YOURS = Refused("5.1", "not_your_unit")
NOT_YOUR_HALF = Refused("4.1", "not_your_half")
LOST = Refused("3.2", "lost_unit")
ALREADY_THERE = Refused("5.1", "already_there")
NOT_MOVING = Refused("4.2", "not_moving")
NOT_FIGHTING = Refused("4.2", "not_fighting")


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """Answer for `move <unit> <area>`, `<unit> <area>` and `attack <area>`."""
    units, areas = g.pack.unit_index, g.pack.board.index
    if words[:1] == ("attack",) and len(words) == 2 and words[1] in areas:
        if side != SIDES[g.half]:
            return NOT_YOUR_HALF
        return why_not_attack(g, areas[words[1]]) if g.phase == FIGHT else NOT_FIGHTING
    if words[:1] == ("move",):
        words = words[1:]
    if len(words) == 2 and words[0] in units and words[1] in areas:
        return _why_not_go(g, side, units[words[0]], areas[words[1]])
    return None


def _why_not_go(g: State, side: str, unit: int, area: int) -> Refused | None:
    if SIDES[g.pack.units[unit].side] != side:
        return NOT_YOURS
    if g.place[unit] == NOWHERE:
        return LOST
    if side != SIDES[g.half]:
        return NOT_YOUR_HALF
    if g.phase != MARCH:
        return NOT_MOVING
    return ALREADY_THERE if g.place[unit] == area else why_not_enter(g, unit, area)
