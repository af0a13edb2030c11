"""11.6 Retreats: where beaten or cautious units go."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.control import (
    eliminate,
    has_room,
    is_contested,
    is_free,
    move_unit,
)
from khamsin.kernel.play.decision import Option, choose_one


class Refuges(NamedTuple):
    """11.6.2 A rank of the list, A to D, and the spaces of it that are open; D is gone through."""

    rank: str
    spaces: list[int]


def enemy_controlled_nearby(g: State, space: int, side: int) -> int:
    """11.6.2 How many neighbours of a space the enemy controls, for rank A."""
    return sum(1 for near in g.pack.neighbours[space] if g.control[near] != side)


def refuges(g: State, side: int, start: int, visited: tuple[int, ...]) -> Refuges:
    """11.6.2 The best rank that is open from here, and the spaces of it, perhaps none."""
    free: list[int] = []
    contested: list[int] = []
    full: list[int] = []
    for space in g.pack.neighbours[start]:
        if space in visited:
            continue
        is_ours = is_free(g, space, side)
        if not is_ours and not is_contested(g, space):
            continue  # 11.6.4: the enemy's alone
        if not has_room(g, space, side):
            full.append(space)
        elif is_ours:
            free.append(space)
        else:
            contested.append(space)
    if free:
        enemies = {space: enemy_controlled_nearby(g, space, side) for space in free}
        fewest = min(enemies.values())
        return Refuges("A", [space for space in free if enemies[space] == fewest])
    if contested:
        ours = [space for space in contested if g.control[space] == side]
        return Refuges("B", ours) if ours else Refuges("C", contested)
    through = [space for space in full if refuges(g, side, space, (*visited, space)).spaces]  # R14c
    return Refuges("D", through)


def can_retreat(g: State, unit: int) -> bool:
    """11.6.4 Whether the list of priorities leaves this unit any way out."""
    start = g.place[unit]
    return bool(refuges(g, g.pack.side_of[unit], start, (start,)).spaces)


def may_retreat_full(g: State, unit: int, space: int) -> bool:
    """11.5.1 German full units may retreat, but not from an Axis-controlled Stützpunkt."""
    in_stutzpunkt = g.pack.spaces[space].is_stutzpunkt and g.control[space] == AXIS
    return g.pack.is_german[unit] and not in_stutzpunkt


def may_withdraw(g: State, unit: int) -> bool:
    """11.6.3 Whether a defender may leave of its own will after a combat (R15)."""
    space = g.place[unit]
    if g.is_full(unit):
        if g.pack.side_of[unit] == ALLIED:
            return False
        if g.pack.is_german[unit] and not may_retreat_full(g, unit, space):
            return False
    return can_retreat(g, unit)


async def retreat_all(g: State, units: list[int], *, repulsed: bool) -> None:
    """11.6.1 Units retreat one at a time, in their owner's order where room is short (R13)."""
    waiting = units
    while waiting:
        side = g.pack.side_of[waiting[0]]
        answer: Option = ("retreat", g.unit_id(waiting[0]))
        if _order_matters(g, waiting, repulsed=repulsed):
            listed: list[Option] = [("retreat", g.unit_id(each)) for each in waiting]
            answer = await choose_one(SIDES[side], "retreat_next", listed, "11.6.1")
        unit = g.pack.unit_index[answer[1]]
        waiting = [each for each in waiting if each != unit]
        await (fall_back(g, unit) if repulsed else retreat(g, unit))


def _order_matters(g: State, units: list[int], *, repulsed: bool) -> bool:
    """Whether some would find no room where they would go, so that it matters who goes first."""
    side = g.pack.side_of[units[0]]
    room = [g.pack.stacking[s] - len(here) for s, here in enumerate(g.here[side])]
    if repulsed:
        origins = [g.entered_from[unit] for unit in units]
        return any(room[origin] < origins.count(origin) for origin in origins)
    start = g.place[units[0]]
    found = refuges(g, side, start, (start,)).spaces
    return bool(found) and sum(room[space] for space in found) < len(units)


async def retreat(g: State, unit: int) -> None:
    """11.6.1 One unit retreats by the priorities; without a way out it is eliminated (11.6.4)."""
    start = g.place[unit]
    await _retreat_from(g, unit, start, (start,))


async def fall_back(g: State, unit: int) -> None:
    """11.6 A repulsed attacker goes back to where it came from, and on if that is full (R14a)."""
    origin = g.entered_from[unit]
    if has_room(g, origin, g.pack.side_of[unit]):
        _go(g, unit, origin, "11.6")
    else:
        await _retreat_from(g, unit, origin, (g.place[unit], origin))


async def _retreat_from(g: State, unit: int, start: int, visited: tuple[int, ...]) -> None:
    """11.6.2, R14 To a space of the best rank; through a full one (rank D) and on from there."""
    side = g.pack.side_of[unit]
    found = refuges(g, side, start, visited)
    while found.spaces:
        listed: list[Option] = [("to", g.place_id(each)) for each in found.spaces]
        answer = await choose_one(
            SIDES[side], "retreat_to", listed, "11.6.2", unit=g.unit_id(unit), rank=found.rank
        )
        space = g.pack.board.at(answer[1])
        if found.rank != "D":
            _go(g, unit, space, "11.6.2", found.rank)
            return
        visited = (*visited, space)
        found = refuges(g, side, space, visited)
    eliminate(g, unit, "11.6.4")


def _go(g: State, unit: int, space: int, rule: str, rank: str = "") -> None:
    start, place = g.place_id(g.place[unit]), g.place_id(space)
    g.tell("retreated", rule, unit=g.unit_id(unit), start=start, place=place, rank=rank)
    move_unit(g, unit, space)
