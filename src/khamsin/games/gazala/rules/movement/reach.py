"""4 How far units come: points, what a step costs, what forbids it.

Points are counted in halves (R12). A unit names its destination and takes the cheapest way there;
who cares for the way makes several shorter moves with the points that are left.
"""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.gazala.model.pack import FOOT, MECH
from khamsin.games.gazala.model.pieces import ALLIED, AXIS, NOBODY, SUPPLIED, WAITING
from khamsin.games.gazala.model.state import State
from khamsin.kernel.game import Refused

ENEMY_THERE = Refused("4.32", "enemy_there")
MINES = Refused("10.83", "mines")
CLIFF = Refused("9.61", "cliff")
GOING_WEST = Refused("7.6", "going_west")
ZOC_TO_ZOC = Refused("4.43", "zoc_to_zoc")
BREACH_FIRST = Refused("10.86", "cross_the_breach")

OFF_MAP_START = -1


class Reach(NamedTuple):
    """Where units can go: half points to each hex, and the hex before it on the way."""

    spent: dict[int, int]
    came_from: dict[int, int]

    def path(self, goal: int) -> list[int]:
        """The hexes entered on the way, the goal last."""
        path = [goal]
        while self.came_from.get(path[-1], OFF_MAP_START) >= 0:
            path.append(self.came_from[path[-1]])
        path.reverse()
        return path


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


def offers_shelter(g: State, side: int, place: int, units: tuple[int, ...]) -> bool:
    """4.43 A friend stands there who has not moved this turn (and then will not)."""
    return any(not g.moved[other] and other not in units for other in g.here[side][place])


# -- reach -----------------------------------------------------------------------------------


def reach(g: State, units: tuple[int, ...]) -> Reach:
    """4.1 Where these units can go together; kept until something moves."""
    found: Reach | None = g.cache.get(units)
    if found is None:
        found = g.cache[units] = _reach(g, units)
    return found


def _reach(g: State, units: tuple[int, ...]) -> Reach:
    """4.1, 4.4 The hexes in the order of what they cost, each by the cheapest way.

    `best` is what a way to a hex must be cheaper than. It begins with one more than there is, and
    with nothing for hexes where enemies are (4.32).
    """
    pack = g.pack
    side = pack.side_of[units[0]]
    kind = MECH if pack.is_mech[units[0]] else FOOT
    left = min([points_left(g, unit) for unit in units])
    # 4.42, R58: each pays its own way out of a zone, which nobody can pay twice in a move.
    leave = left - min([points_left(g, unit) - leaving_cost(g, unit) for unit in units])
    ways = pack.ways[kind][all(on_road(g, unit) for unit in units)]
    zoc, enter = g.zoc[1 - side], pack.numbers.zoc_enter
    mines = g.mines if side == AXIS else None
    not_west = is_barred_west(g, side)
    start, first = g.place[units[0]], g.cross[units[0]]
    best = [left + 1] * len(pack.place_ids)
    for enemy in pack.units_of[1 - side]:
        if g.place[enemy] >= 0:
            best[g.place[enemy]] = 0
    spent: dict[int, int] = {}
    came_from: dict[int, int] = {}
    by_cost: list[list[int]] = [[] for _ in range(left + 1)]  # every step costs at least one
    for place, cost in _first_hexes(g, units[0], kind):
        if cost < best[place]:
            best[place] = cost
            by_cost[cost].append(place)
    for used, hexes in enumerate(by_cost):
        for here in hexes:
            if best[here] != used:
                continue  # a cheaper way was found since
            spent[here] = used
            in_zoc = zoc[here]
            paid = used + leave if in_zoc else used
            for there, edge, price in ways[here]:
                cost = paid + price
                if cost >= best[there]:
                    continue
                if zoc[there]:
                    cost += enter
                    if cost >= best[there]:
                        continue
                    if in_zoc and not offers_shelter(g, side, there, units):
                        continue  # 4.43
                if mines is not None and mines[edge]:
                    continue  # 10.83
                if not_west and pack.west_of[here] == there:
                    continue  # 7.6, R31
                if first != NOBODY and here == start and edge != first:
                    continue  # R39
                best[there] = cost
                came_from[there] = here
                by_cost[cost].append(there)
    if start >= 0:
        if not any(g.spent[unit] for unit in units):
            _minimum_move(g, units, spent, came_from, left)
        del spent[start]
    return Reach(spent, came_from)


def _first_hexes(g: State, unit: int, kind: int) -> list[tuple[int, int]]:
    """11.11 Where a move begins, and what it has cost: where the unit is, or an entry hex."""
    if g.place[unit] != WAITING:
        return [(g.place[unit], 0)]
    side = g.pack.side_of[unit]
    zoc, enter = g.zoc[1 - side], g.pack.numbers.zoc_enter
    return [
        (place, entry_cost(g, place, kind) + (enter if zoc[place] else 0))
        for place in entry_hexes(g, side)
    ]


def _minimum_move(
    g: State, units: tuple[int, ...], spent: dict[int, int], came_from: dict[int, int], left: int
) -> None:
    """4.12, 4.33 One hex can always be entered, whatever it costs."""
    start = g.place[units[0]]
    for there, _ in g.pack.hexsides_of[start]:
        if there not in spent and why_not_step(g, units, start, there) is None:
            spent[there] = left
            came_from[there] = start


def is_barred_west(g: State, side: int) -> bool:
    """7.6, R31 In a turn of withdrawal no Allied unit goes straight west."""
    return side == ALLIED and g.withdrawing


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
    for neighbour, _, price in pack.ways[kind][on_road(g, unit)][here]:
        if neighbour == there:
            return cost + price
    raise AssertionError("no step")
