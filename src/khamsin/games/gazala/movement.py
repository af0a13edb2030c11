"""4 Movement: what a step costs, how far units come, and the step itself.

Points are counted in halves (R12). A unit names its destination and takes the cheapest way there;
who cares for the way makes several shorter moves with the points that are left.
"""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.decision import Choose, Option, listed
from khamsin.kernel.game import Refused

from .ground import has_room, remove, shift
from .losses import play_out_chit
from .pack import FOOT, MECH
from .pieces import ALLIED, AXIS, LEFT, NOBODY, ROMMEL, SIDES, SUPPLIED, WAITING
from .state import BY_HQ, BY_ROMMEL, State

NOT_YOURS = Refused("3.0.b", "not_your_unit")
NOT_ON_MAP = Refused("4.0", "not_on_map")
NOT_ACTIVATED = Refused("7.2.a", "not_activated")
HAS_ACTED = Refused("3.0.b", "has_acted")
OTHER_FORMATION = Refused("7.3", "other_formation")
NEARER_HQ = Refused("3.2", "nearer_hq")
WITH_ROMMEL = Refused("10.2.c", "not_with_rommel")
LOCKED = Refused("4.43", "locked")
STUCK = Refused("10.84", "breach_failed")
MOVE_OVER = Refused("4.1", "move_over")
NO_POINTS = Refused("4.12", "no_points")
ENEMY_THERE = Refused("4.32", "enemy_there")
MINES = Refused("10.83", "mines")
CLIFF = Refused("9.61", "cliff")
GOING_WEST = Refused("7.6", "going_west")
ZOC_TO_ZOC = Refused("4.43", "zoc_to_zoc")
TOO_FAR = Refused("4.33", "too_far")
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
    found: Reach | None = g.memo.get(units)
    if found is None:
        found = g.memo[units] = _reach(g, units)
    return found


def _reach(g: State, units: tuple[int, ...]) -> Reach:
    pack = g.pack
    side = pack.unit_side[units[0]]
    kind = MECH if pack.is_mech[units[0]] else FOOT
    steps, size = pack.steps[kind], len(pack.hex_ids)
    left = min([points_left(g, unit) for unit in units])
    leave = max([leaving_cost(g, unit) for unit in units])
    use_links = all(on_road(g, unit) for unit in units)
    zoc, mines = g.zoc[1 - side], g.mines
    enter = pack.numbers.zoc_enter
    stopped_by_mines, not_west = side == AXIS, is_barred_west(g, side)
    start, first = g.place[units[0]], g.cross[units[0]]
    closed = bytearray(size)  # hexes with enemies, and those that are done
    for enemy in pack.units_of[1 - side]:
        if g.place[enemy] >= 0:
            closed[g.place[enemy]] = 1
    spent: dict[int, int] = {}
    came_from: dict[int, int] = {}
    best: dict[int, int] = {}
    by_cost: list[list[int]] = [[] for _ in range(left + 1)]  # every step costs at least one
    if start == WAITING:
        for place in entry_hexes(g, side):
            cost = entry_cost(g, place, kind) + (enter if zoc[place] else 0)
            if cost <= left:
                best[place] = cost
                by_cost[cost].append(place)
    else:
        by_cost[0].append(start)
    for used, hexes in enumerate(by_cost):
        for here in hexes:
            if closed[here]:
                continue
            closed[here] = 1
            spent[here] = used
            pay = leave if zoc[here] else 0
            for there, edge, open_cost, link_cost, is_west in steps[here]:
                if closed[there] or (stopped_by_mines and mines[edge]) or (is_west and not_west):
                    continue
                if first != NOBODY and here == start and edge != first:
                    continue  # R39
                cost = used + pay + (link_cost if use_links and link_cost else open_cost)
                if zoc[there]:
                    if pay and not offers_shelter(g, side, there, units):
                        continue
                    cost += enter
                if cost <= left and cost < best.get(there, 9999):
                    best[there] = cost
                    came_from[there] = here
                    by_cost[cost].append(there)
    if start >= 0:
        if not any(g.spent[unit] for unit in units):
            _minimum_move(g, units, spent, came_from, left)
        del spent[start]
    return Reach(spent, came_from)


def _minimum_move(
    g: State, units: tuple[int, ...], spent: dict[int, int], came_from: dict[int, int], left: int
) -> None:
    """4.12, 4.33 One hex can always be entered, whatever it costs."""
    start = g.place[units[0]]
    for there, _ in g.pack.sides_of[start]:
        if there not in spent and why_not_step(g, units, start, there) is None:
            spent[there] = left
            came_from[there] = start


def is_barred_west(g: State, side: int) -> bool:
    """7.6, R31 In a turn of withdrawal no Allied unit goes straight west."""
    return side == ALLIED and g.withdrawing


def why_not_step(g: State, units: tuple[int, ...], here: int, there: int) -> Refused | None:
    """4.3, 4.43 What forbids a step, whatever points are left."""
    pack = g.pack
    side = pack.unit_side[units[0]]
    edge = pack.board.edge(here, there)
    if g.here[1 - side][there]:
        return ENEMY_THERE
    if pack.is_cliff[edge] and any(pack.is_mech[unit] for unit in units):
        return CLIFF
    if side == AXIS and g.mines[edge]:
        return MINES
    if is_barred_west(g, side) and pack.board.toward(here, "W") == there:
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
    for _, edge in pack.sides_of[place]:
        road = pack.board.roads[edge]
        if road:
            costs.append(pack.numbers.links[road][kind])
    return min(costs)


def step_cost(g: State, unit: int, here: int, there: int) -> int:
    """4.1, 4.11, 4.42 What one step costs one unit."""
    pack = g.pack
    enemy_zoc = g.zoc[1 - pack.unit_side[unit]]
    kind = MECH if pack.is_mech[unit] else FOOT
    cost = pack.numbers.zoc_enter if enemy_zoc[there] else 0
    if here == WAITING:
        return cost + entry_cost(g, there, kind)
    if enemy_zoc[here]:
        cost += leaving_cost(g, unit)
    for step in pack.steps[kind][here]:
        if step.there == there:
            linked = step.link_cost and on_road(g, unit)
            return cost + (step.link_cost if linked else step.open_cost)
    raise AssertionError("no step")


# -- who may move ----------------------------------------------------------------------------


def why_not_active(g: State, unit: int) -> Refused | None:
    """7.2.a, 7.3, 10.2.c Why a unit cannot be activated in this impulse."""
    if g.due[unit] >= 0:
        return None
    if g.place[unit] < 0:
        return NOT_ON_MAP
    by = BY_ROMMEL if g.chit == ROMMEL else BY_HQ
    if g.acted[unit] & by:
        return HAS_ACTED
    if g.chit == ROMMEL:
        return WITH_ROMMEL
    if g.formation[unit] in g.pack.hq_of:
        return OTHER_FORMATION
    return NEARER_HQ


def why_not_move(g: State, unit: int) -> Refused | None:
    """4.0, 4.1, 4.12 Why a unit cannot move (on) now."""
    reason = why_not_active(g, unit)
    if reason is not None:
        return reason
    if g.locked[unit]:
        return LOCKED
    if g.stuck[unit]:
        return STUCK
    if g.spent[unit]:
        if unit not in g.moving:
            return MOVE_OVER
        if points_left(g, unit) <= 0:
            return NO_POINTS
    return None


def why_not_go(g: State, unit: int, place: int) -> Refused | None:
    """Why a unit cannot move to a hex: the way there is closed, or too long."""
    reason = why_not_move(g, unit)
    if reason is not None:
        return reason
    if place in reach(g, (unit,)).spent:
        return None
    if g.here[1 - g.pack.unit_side[unit]][place]:
        return ENEMY_THERE
    start = g.place[unit]
    if start >= 0 and g.pack.board.adjacent(start, place):
        return why_not_step(g, (unit,), start, place) or TOO_FAR
    return TOO_FAR


def activate(g: State, unit: int) -> None:
    """2.1.active, 2.1.inactive, 6.12.b, R44, R56 A unit acts, with the supply of this impulse."""
    g.acted[unit] |= BY_ROMMEL if g.chit == ROMMEL else BY_HQ
    if g.due[unit] >= 0:
        g.supply[unit] = g.due[unit]


# -- the step --------------------------------------------------------------------------------


def go(g: State, unit: int, there: int) -> None:
    """A unit goes to a neighbouring hex, in whatever way; a fort it crosses will fall (10.7.b)."""
    here = g.place[unit]
    if here >= 0 and g.pack.unit_side[unit] == AXIS:
        edge = g.pack.board.edge(here, there)
        if g.forts[edge] and edge not in g.crossed:
            g.crossed = (*g.crossed, edge)
    shift(g, unit, there)


def take_step(g: State, units: tuple[int, ...], there: int) -> None:
    """4.1 Units that move together enter a hex and pay for it."""
    here = g.place[units[0]]
    side = g.pack.unit_side[units[0]]
    zoc = g.zoc[1 - side]
    if here >= 0 and zoc[here] and zoc[there]:
        _lock_shelter(g, side, there, units)
    for unit in units:
        linked = on_road(g, unit)
        cost = step_cost(g, unit, here, there)
        g.spent[unit] = min(g.spent[unit] + cost, allowance(g, unit))
        g.road[unit] = int(linked)
        g.cross[unit] = NOBODY
        g.moved[unit] = 1
        activate(g, unit)
    for unit in units:
        go(g, unit, there)


def _lock_shelter(g: State, side: int, there: int, units: tuple[int, ...]) -> None:
    """4.43 One unit that has not moved will not move this turn; rather one that could not now."""
    still = [u for u in g.here[side][there] if not g.moved[u] and u not in units]
    if any(g.locked[unit] for unit in still):
        return
    still.sort(key=lambda unit: (not g.acted[unit], g.due[unit] >= 0, unit))
    g.locked[still[0]] = 1


async def march(g: State, units: tuple[int, ...], goal: int) -> None:
    """4.1, R58 Units go to a hex by the cheapest way; an armoured car that reacts ends it."""
    names = tuple(g.unit_id(unit) for unit in units)
    start = g.place[units[0]]
    path = reach(g, units).path(goal)
    if start >= 0:
        path = path[1:]
    begin = "off" if start < 0 else g.hex_id(start)
    for there in path:
        take_step(g, units, there)
        if await reactions(g, units, there) and there != goal:
            goal = there
            break
    g.tell("moved", "4.1", units=names, start=begin, place=g.hex_id(goal))


def leave_map(g: State, units: tuple[int, ...]) -> None:
    """4.34, R29 Units go over their own edge, for good."""
    for unit in units:
        activate(g, unit)
        g.moved[unit] = 1
        g.tell("left_map", "4.34", unit=g.unit_id(unit), place=g.hex_id(g.place[unit]))
        remove(g, unit, LEFT)
        if g.pack.is_hq[unit]:
            play_out_chit(g, unit)


def may_leave_map(g: State, units: tuple[int, ...]) -> bool:
    """4.34, R29 From a hex of the own edge, for one point and the cost of leaving a ZOC."""
    side, place = g.pack.unit_side[units[0]], g.place[units[0]]
    if place not in g.pack.exits[side] or any(g.cross[unit] != NOBODY for unit in units):
        return False
    if not any(g.spent[unit] for unit in units):
        return True
    price = g.pack.numbers.exit_cost
    in_zoc = g.zoc[1 - side][place]
    return all(
        points_left(g, unit) >= price + (leaving_cost(g, unit) if in_zoc else 0) for unit in units
    )


# -- armoured cars (10.3) --------------------------------------------------------------------


def reacting_units(g: State, side: int) -> list[int]:
    """10.3, 13.11.d Units with the movement of armoured cars, and those a scenario adds."""
    pack = g.pack
    found = [unit for unit in pack.cars[side] if g.place[unit] >= 0]
    found += [u for u in g.scenario.reacting if pack.unit_side[u] == side and g.place[u] >= 0]
    return found


def reaction_hexes(g: State, unit: int) -> list[int]:
    """10.3, R35 One hex, without enemies and out of their ZOC, where there is room."""
    pack = g.pack
    side, here = pack.unit_side[unit], g.place[unit]
    enemies, zoc = g.here[1 - side], g.zoc[1 - side]
    not_west = is_barred_west(g, side)
    return [
        step.there
        for step in pack.steps[MECH][here]
        if not enemies[step.there]
        and not zoc[step.there]
        and not (side == AXIS and g.mines[step.side])
        and not (not_west and step.is_west)
        and has_room(g, step.there, (unit,))
    ]


async def reactions(g: State, movers: tuple[int, ...], place: int) -> bool:
    """10.3, R35 Enemy armoured cars beside a hex just entered may go one hex away, at once."""
    side = 1 - g.pack.unit_side[movers[0]]
    near = g.pack.board.neighbours[place]
    waiting = [unit for unit in reacting_units(g, side) if g.place[unit] in near]
    reacted = False
    while waiting:
        options = reaction_options(g, waiting)
        if len(options) == 1:
            break
        answer = await Choose(
            SIDES[side],
            "react",
            listed(options),
            "10.3",
            place=g.hex_id(place),
        )
        if answer == ("stay",):
            break
        unit = g.pack.unit_index[answer[1]]
        start = g.hex_id(g.place[unit])
        go(g, unit, g.pack.board.at(answer[2]))
        g.tell("reacted", "10.3", unit=answer[1], start=start, place=answer[2])
        waiting = [other for other in waiting if other != unit]
        reacted = True
    return reacted


def reaction_options(g: State, units: list[int]) -> list[Option]:
    """10.3 Each car's hexes, or none of them."""
    options: list[Option] = [
        ("react", g.unit_id(unit), g.hex_id(there))
        for unit in units
        for there in reaction_hexes(g, unit)
    ]
    options.append(("stay",))
    return options
