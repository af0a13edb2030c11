"""4.1, 4.3, 4.4 The points of units, what a step costs them, and what forbids it.

Points are counted in halves (R12).
"""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, NOBODY, SUPPLIED, WAITING
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.model.ways import FOOT, MECH
from khamsin.kernel.game import Refused

ENEMY_THERE = Refused("4.32", "enemy_there")
MINES = Refused("10.83", "mines")
CLIFF = Refused("9.61", "cliff")
GOING_WEST = Refused("7.6", "going_west")
ZOC_TO_ZOC = Refused("4.43", "zoc_to_zoc")
BREACH_FIRST = Refused("10.86", "cross_the_breach")


# -- points ----------------------------------------------------------------------------------


def allowance(g: State, unit: int) -> int:
    """2.1.mp, 6.23 Half points for a whole move; less for mechanised units without supply."""
    pack = g.pack
    points = pack.movement[unit]
    # R30: Rommel needs no supply.
    if unit != pack.rommel and pack.is_mech[unit] and g.status(unit) != SUPPLIED:
        points = -(-points // pack.numbers.divide_by["unsupplied_move"])
    return points * 2


def points_left(g: State, unit: int) -> int:
    """4.12 What a unit may still spend in this phase."""
    return allowance(g, unit) - g.spent[unit]


def leaving_cost(g: State, unit: int) -> int:
    """4.42, R12 Half the printed allowance, in half points."""
    return g.pack.movement[unit]


def on_road(g: State, unit: int) -> bool:
    """4.31, R11, 11.11 Roads and tracks are for who begins its move on one, or off the map."""
    if g.spent[unit]:
        return bool(g.road[unit])
    place = g.place[unit]
    return place == WAITING or g.pack.has_link[place]


# -- steps -----------------------------------------------------------------------------------


def step_cost(g: State, unit: int, here: int, there: int) -> int:
    """4.1, 4.11, 4.42 What one step costs one unit."""
    pack = g.pack
    enemy_zoc = g.zoc[1 - pack.side_of[unit]]
    kind = MECH if pack.is_mech[unit] else FOOT
    cost = pack.numbers.zoc_enter if enemy_zoc[there] else 0
    if here == WAITING:
        return cost + entry_cost(g, there, kind)
    if enemy_zoc[here]:
        cost += leaving_cost(g, unit)
    return cost + pack.prices[kind][on_road(g, unit)][here, there]


def why_not_step(g: State, units: tuple[int, ...], here: int, there: int) -> Refused | None:
    """4.3, 4.43 What forbids a step, whatever points are left."""
    pack = g.pack
    side = pack.side_of[units[0]]
    edge = pack.board.edge(here, there)
    if g.here[1 - side][there]:
        return ENEMY_THERE
    if pack.is_cliff[edge] and any(pack.is_mech[unit] for unit in units):
        return CLIFF
    if side == AXIS and g.mines[edge]:
        return MINES
    if is_barred_west(g, side) and pack.west_of[here] == there:
        return GOING_WEST
    if any(g.cross[unit] not in (NOBODY, edge) for unit in units):
        return BREACH_FIRST
    zoc = g.zoc[1 - side]
    if zoc[here] and zoc[there] and not offers_shelter(g, side, there, units):
        return ZOC_TO_ZOC
    return None


def is_barred_west(g: State, side: int) -> bool:
    """7.6, R31 In a turn of withdrawal no Allied unit goes straight west."""
    return side == ALLIED and g.withdrawing


def offers_shelter(g: State, side: int, place: int, units: tuple[int, ...]) -> bool:
    """4.43 A friend stands there who has not moved this turn (and then will not)."""
    return any(not g.moved[other] and other not in units for other in g.here[side][place])


# -- the edge of the map ---------------------------------------------------------------------


def entry_hexes(g: State, side: int) -> list[int]:
    """11.11, R3 Hexes where reinforcements may enter: under own control, without enemies."""
    pack = g.pack
    hexes = pack.other_entries[side] if g.has("entry_gambut") else pack.entries[side]
    return [h for h in hexes if g.control[h] == side and not g.here[1 - side][h]]


def entry_cost(g: State, place: int, kind: int) -> int:
    """11.11, R62 The first hex, at road or track rate if it has one."""
    pack = g.pack
    costs = [pack.numbers.terrain[pack.terrain[place]][kind]]
    for _, edge in pack.hexsides_of[place]:
        road = pack.board.roads[edge]
        if road:
            costs.append(pack.numbers.links[road][kind])
    return min(costs)
