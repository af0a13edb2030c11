"""4 Movement: who may move, the step itself, the march, and leaving the map."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, LEFT, NOBODY, ROMMEL, SIDES, WAITING
from khamsin.games.gazala.model.state import BY_HQ, BY_ROMMEL, State
from khamsin.games.gazala.rules.combat.losses import play_out_chit
from khamsin.games.gazala.rules.control import pass_through, put, remove
from khamsin.kernel.game import Refused
from khamsin.kernel.play.decision import Option, choose_one
from khamsin.kernel.play.state import changed

from .cost import (
    ENEMY_THERE,
    allowance,
    leaving_cost,
    on_road,
    points_left,
    step_cost,
    why_not_step,
)
from .reach import reach, way_to
from .reaction import reacting_units, reactions

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
TOO_FAR = Refused("4.33", "too_far")


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


def why_not_go(g: State, units: tuple[int, ...], place: int) -> Refused | None:
    """Why units cannot move to a hex together: the way there is closed, or too long."""
    for unit in units:
        reason = why_not_move(g, unit)
        if reason is not None:
            return reason
    if reach(g, units).hexes & g.pack.sets.bit[place]:
        return None
    if g.here[1 - g.pack.side_of[units[0]]][place]:
        return ENEMY_THERE
    start = g.place[units[0]]
    if start >= 0 and g.pack.board.adjacent(start, place):
        return why_not_step(g, units, start, place) or TOO_FAR
    return TOO_FAR


def activate(g: State, unit: int) -> None:
    """2.1.active, 2.1.inactive, 6.12.b, R44, R56 A unit acts, with the supply of this impulse."""
    g.acted[unit] |= BY_ROMMEL if g.chit == ROMMEL else BY_HQ
    if g.due[unit] >= 0:
        g.supply[unit] = g.due[unit]


# -- the step --------------------------------------------------------------------------------


async def pay_step(g: State, units: tuple[int, ...], here: int, there: int) -> None:
    """4.1 Units that move together pay for the hex that they enter."""
    side = g.pack.side_of[units[0]]
    zoc = g.zoc[1 - side]
    if here >= 0 and zoc[here] and zoc[there]:
        await _lock_shelter(g, side, there, units)
    for unit in units:
        linked = on_road(g, unit)
        cost = step_cost(g, unit, here, there)
        g.spent[unit] = min(g.spent[unit] + cost, allowance(g, unit))
        g.road[unit] = int(linked)
        if g.cross[unit] != NOBODY:
            g.cross = changed(g.cross, unit, NOBODY)
        g.moved[unit] = 1
        g.arrived[unit] |= here == WAITING
        activate(g, unit)


async def _lock_shelter(g: State, side: int, there: int, units: tuple[int, ...]) -> None:
    """4.43 One unit that has not moved will not move this turn; its owner says which one.

    He is not asked if one of them could not move any more anyway.
    """
    still = [u for u in g.here[side][there] if not g.moved[u] and u not in units]
    if any(g.locked[unit] for unit in still):
        return
    shelter = next((unit for unit in still if _is_done(g, unit)), NOBODY)
    if shelter == NOBODY:
        options: list[Option] = [("lock", g.unit_id(unit)) for unit in still]
        answer = await choose_one(SIDES[side], "shelter", options, "4.43", place=g.place_id(there))
        shelter = g.pack.unit_index[answer[1]]
    g.locked[shelter] = 1
    g.tell("locked", "4.43", unit=g.unit_id(shelter), place=g.place_id(there))


def _is_done(g: State, unit: int) -> bool:
    """Whether a unit cannot move any more this turn, whatever is drawn."""
    side = g.pack.side_of[unit]
    all_chits = BY_HQ if side == ALLIED else BY_HQ | BY_ROMMEL
    if g.due[unit] >= 0 or unit in reacting_units(g, side):
        return False
    return g.acted[unit] == all_chits


async def march(g: State, units: tuple[int, ...], goal: int) -> None:
    """4.1, R58 Units go to a hex by the cheapest way; an armoured car that reacts ends it."""
    names = tuple(g.unit_id(unit) for unit in units)
    start = here = g.place[units[0]]
    begin = "off" if start < 0 else g.place_id(start)
    near, enemies = g.pack.sets.near, g.held[1 - g.pack.side_of[units[0]]]
    for there in way_to(g, units, goal):
        await pay_step(g, units, here, there)
        for unit in units:
            pass_through(g, unit, here, there)
        here = there
        if there != goal and not enemies & near[there]:
            continue  # nobody is there to see them
        for unit in units:
            put(g, unit, there)
        if await reactions(g, units, there) and there != goal:
            goal = there
            break
    g.tell("moved", "4.1", units=names, start=begin, place=g.place_id(goal))


def leave_map(g: State, units: tuple[int, ...]) -> None:
    """4.34, R29 Units go over their own edge, for good."""
    for unit in units:
        activate(g, unit)
        g.moved[unit] = 1
        g.tell("left_map", "4.34", unit=g.unit_id(unit), place=g.place_id(g.place[unit]))
        remove(g, unit, LEFT)
        if g.pack.is_hq[unit]:
            play_out_chit(g, unit)


def may_leave_map(g: State, units: tuple[int, ...]) -> bool:
    """4.34, R29 From a hex of the own edge, for one point and the cost of leaving a ZOC."""
    side, place = g.pack.side_of[units[0]], g.place[units[0]]
    if place not in g.pack.exits[side] or any(g.cross[unit] != NOBODY for unit in units):
        return False
    if not any(g.spent[unit] for unit in units):
        return True
    price = g.pack.numbers.exit_cost
    in_zoc = g.zoc[1 - side][place]
    return all(
        points_left(g, unit) >= price + (leaving_cost(g, unit) if in_zoc else 0) for unit in units
    )
