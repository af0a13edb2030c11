"""9 Movement: what a step costs, and why a unit may not make it."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import FULL
from khamsin.games.battleaxe.model.state import ACTIVE, IDLE, State
from khamsin.kernel.game import Refused

from .control import is_contested, is_free, move_unit
from .june15 import is_locked

LOCKED = Refused("16.0", "locked")
STATIC = Refused("R11", "static")
NOT_ACTIVE = Refused("9.1.1", "not_active")
HAS_ATTACKED = Refused("11.0a", "has_attacked")
STOPPED = Refused("9.2a", "stopped_by_enemy")
NO_POINTS = Refused("9.2a", "no_points")
NOT_ADJACENT = Refused("9.1b", "not_adjacent")
ESCARPMENT = Refused("9.3.2", "escarpment")
NO_LINE = Refused("9.3.3", "no_line")
STACK_FULL = Refused("9.3.1", "stack_full")
CLOSED = Refused("9.2.1b", "closed_after_attack")
FREE_FIRST = Refused("9.3.4", "free_first")
ZONE_COSTS_ALL = Refused("9.2b", "zone_costs_all")
TOO_DEAR = Refused("9.2a", "too_dear")


def allowance(g: State, unit: int) -> int:
    """22.g, 14.2.2 The printed factor, one less out of supply."""
    factor = g.pack.unit_mf[unit]
    return factor + g.pack.numbers.out_of_supply_mf if g.oos[unit] else factor


def entry_cost(g: State, side: int, space: int) -> int:
    """9.2b The price of an Area, by what stands in it or beside it (R10, 15.1b)."""
    numbers = g.pack.numbers
    enemies = g.here[1 - side]
    if enemies[space]:
        for enemy in enemies[space]:
            if g.steps[enemy] == FULL:
                return numbers.movement_cost_enemy_full
        return numbers.movement_cost_enemy_reduced
    for near in g.pack.area_neighbours[space]:
        if enemies[near]:
            return numbers.movement_cost_vacant_near_enemy
    return numbers.movement_cost_vacant


def why_not_act(g: State, unit: int) -> Refused | None:
    """9.1.1 Only units activated in this Assault act, and an attack is the last thing they do."""
    status = g.status[unit]
    if status == ACTIVE:
        return None
    if is_locked(g, unit):
        return LOCKED
    return NOT_ACTIVE if status == IDLE else HAS_ATTACKED


def why_not_move(g: State, unit: int) -> Refused | None:
    """Why this unit may make no step at all in this Assault."""
    if g.status[unit] != ACTIVE:
        return why_not_act(g, unit)
    if g.pack.unit_mf[unit] == 0:
        return STATIC
    if g.spent[unit] >= allowance(g, unit):
        stopped = g.spent[unit] and is_contested(g, g.place[unit])
        return STOPPED if stopped else NO_POINTS
    return None


def why_not_adjacent(g: State, start: int, space: int) -> Refused | None:
    """3.1, R4 Spaces that units can cross between; 9.3.3, 15.1a Zones only along their lines."""
    pack = g.pack
    if space in pack.neighbours[start]:
        return None
    if pack.board.barrier(start, space):
        return ESCARPMENT
    return NO_LINE if pack.is_zone[space] or pack.is_zone[start] else NOT_ADJACENT


def why_not_enter(g: State, unit: int, space: int) -> Refused | None:
    """9.2, 9.3 Why a unit that can move may not make this step."""
    pack = g.pack
    start = g.place[unit]
    side = pack.side_of[unit]
    if space not in pack.neighbours[start]:
        return why_not_adjacent(g, start, space)
    if len(g.here[side][space]) >= pack.stacking[space]:
        return STACK_FULL
    if space in g.attacked:
        return CLOSED
    if g.here[1 - side][start] and not is_free(g, space, side):
        return FREE_FIRST  # 9.2c
    spent = g.spent[unit]
    if not spent:
        return None  # 9.2d: a unit that has spent nothing may always make one step
    if pack.is_zone[space]:
        return ZONE_COSTS_ALL
    if spent + entry_cost(g, side, space) > allowance(g, unit):
        return TOO_DEAR
    return None


def open_steps(g: State, side: int, start: int) -> list[int]:
    """9.2, 9.3 The spaces open to whoever of a side stands here, whatever points they cost."""
    here, enemies, control = g.here[side], g.here[1 - side], g.control
    stacking, attacked = g.pack.stacking, g.attacked
    leaves_enemies = bool(enemies[start])  # 9.2c
    goals: list[int] = []
    for space in g.pack.neighbours[start]:
        if len(here[space]) >= stacking[space] or space in attacked:
            continue
        if leaves_enemies and (enemies[space] or control[space] != side):
            continue
        goals.append(space)
    return goals


def steps_of(g: State, unit: int, opened: dict[int, list[int]]) -> list[int]:
    """Every space an active unit may step into now, those that `why_not_enter` does not refuse.

    What is open does not depend on the unit but on where it stands, so `opened` keeps it by space
    while one list of options is made.
    """
    pack, spent = g.pack, g.spent[unit]
    left = allowance(g, unit) - spent
    if left <= 0 or pack.unit_mf[unit] == 0:
        return []
    start, side = g.place[unit], pack.side_of[unit]
    goals = opened.get(start)
    if goals is None:
        goals = opened[start] = open_steps(g, side, start)
    if not spent:
        return goals  # 9.2d
    return [s for s in goals if not pack.is_zone[s] and entry_cost(g, side, s) <= left]


def step(g: State, unit: int, space: int) -> None:
    """9.1b One step: pay, go, take control; an enemy there stops the unit (9.2a)."""
    side = g.pack.side_of[unit]
    limit = allowance(g, unit)
    start = g.place[unit]
    if g.pack.is_zone[space] or g.here[1 - side][space]:
        g.spent[unit] = limit
    else:
        g.spent[unit] = min(limit, g.spent[unit] + entry_cost(g, side, space))
    g.entered_from[unit] = start
    g.tell("moved", "9.1b", unit=g.unit_id(unit), start=g.place_id(start), place=g.place_id(space))
    move_unit(g, unit, space)
