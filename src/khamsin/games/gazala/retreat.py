"""9.4 Retreats: hex by hex, away from the enemy, or steps instead."""

from __future__ import annotations

from khamsin.kernel.decision import Choose, Option, listed

from .ground import go, has_room
from .losses import lose_step
from .pieces import AXIS, NOBODY, SIDES
from .state import Battle, State


def is_passable(g: State, units: tuple[int, ...], here: int, there: int) -> bool:
    """9.42, 9.57 A step that the units could make in normal movement, points and ZOC aside."""
    pack = g.pack
    side = pack.unit_side[units[0]]
    edge = pack.board.edge(here, there)
    if g.here[1 - side][there] or (side == AXIS and g.mines[edge]):
        return False
    return not (pack.is_cliff[edge] and any(pack.is_mech[unit] for unit in units))


def retreat_hexes(
    g: State, units: tuple[int, ...], threats: list[int], path: tuple[int, ...]
) -> tuple[list[int], bool]:
    """9.41, 9.42, R21, R52 The best hexes to go to next, and whether each costs a step (12.3).

    First out of enemy ZOC and farther away, then out of ZOC at all, then to friends in a ZOC.
    """
    pack = g.pack
    side, here = pack.unit_side[units[0]], path[-1]
    zoc, friends, distance = g.zoc[1 - side], g.here[side], pack.board.distance
    far = min(distance(threat, here) for threat in threats)
    ranks: list[list[int]] = [[], [], [], []]
    for there in pack.board.neighbours[here]:
        if there in path or not is_passable(g, units, here, there):
            continue
        if not has_room(g, there, units):
            continue
        if not zoc[there]:
            farther = min(distance(threat, there) for threat in threats) > far
            ranks[0 if farther else 1].append(there)
        elif friends[there]:
            ranks[2].append(there)
        elif g.has("retreat_through_zoc"):
            ranks[3].append(there)
    for rank, hexes in enumerate(ranks):
        if hexes:
            return hexes, rank == 3
    return [], False


async def retreat(
    g: State, b: Battle, units: tuple[int, ...], hexes: int, threats: list[int]
) -> int:
    """9.4 Units of one hex retreat. Returns how many hexes the farthest of them came.

    Hexes that cannot be retreated are taken as steps (9.43).
    """
    b.retreated = (*b.retreated, *units)
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(units, (g.place[units[0]],))]
    farthest = 0
    stranded: list[tuple[tuple[int, ...], int]] = []
    while groups:
        group, path = groups.pop()
        group = tuple([unit for unit in group if g.place[unit] >= 0])
        gone = len(path) - 1
        if gone:
            farthest = max(farthest, gone)
        if not group or gone == hexes:
            b.paths.append(path[1:])
            continue
        open_hexes, costs_step = retreat_hexes(g, group, threats, path)
        if not open_hexes:
            if len(group) > 1 and any(retreat_hexes(g, (u,), threats, path)[0] for u in group):
                groups += [((unit,), path) for unit in reversed(group)]
            else:
                b.paths.append(path[1:])
                stranded.append((group, hexes - gone))
            continue
        answer = await _where(g, group, open_hexes)
        if answer == ("apart",):
            groups += [((unit,), path) for unit in reversed(group)]
            continue
        there = g.pack.board.at(answer[1])
        _go_back(g, group, there)
        if costs_step:  # 12.3
            group = await lose_one_of(g, b, group, "12.3")
        groups.append((group, (*path, there)))
    for group, missing in _together(g, stranded):
        await cannot_retreat(g, b, group, missing)
    return farthest


async def _where(g: State, group: tuple[int, ...], hexes: list[int]) -> Option:
    options: list[Option] = [("to", g.hex_id(there)) for there in hexes]
    if len(options) == 1:
        return options[0]
    if len(group) > 1:
        options.append(("apart",))  # R21: stacked units may go different ways
    side = SIDES[g.pack.unit_side[group[0]]]
    return await Choose(
        side, "retreat_to", listed(options), "9.41", place=g.hex_id(g.place[group[0]])
    )


def _go_back(g: State, group: tuple[int, ...], there: int) -> None:
    start = g.hex_id(g.place[group[0]])
    for unit in group:
        go(g, unit, there)
    names = tuple(g.unit_id(unit) for unit in group)
    g.tell("retreated", "9.4", units=names, start=start, place=g.hex_id(there))


def _together(
    g: State, stranded: list[tuple[tuple[int, ...], int]]
) -> list[tuple[tuple[int, ...], int]]:
    """9.43, R59 Units that are stuck in one hex take their missing hexes together."""
    found: dict[int, tuple[tuple[int, ...], int]] = {}
    for group, missing in stranded:
        alive = tuple([unit for unit in group if g.place[unit] >= 0])
        if alive:
            place = g.place[alive[0]]
            old, most = found.get(place, ((), 0))
            found[place] = ((*old, *alive), max(most, missing))
    return list(found.values())


async def cannot_retreat(g: State, b: Battle, group: tuple[int, ...], missing: int) -> None:
    """9.43 A step for each hex that cannot be retreated."""
    g.tell("cannot_retreat", "9.43", place=g.hex_id(g.place[group[0]]), hexes=missing)
    for _ in range(missing):
        if group:
            group = await lose_one_of(g, b, group, "9.43")


async def lose_one_of(g: State, b: Battle, group: tuple[int, ...], rule: str) -> tuple[int, ...]:
    """The owner chooses which of these units loses a step; HQs come last (10.11)."""
    troops = [unit for unit in group if not g.pack.is_hq[unit]] or list(group)
    options: list[Option] = [("lose", g.unit_id(unit)) for unit in troops]
    answer = options[0]
    if len(options) > 1:
        side = SIDES[g.pack.unit_side[group[0]]]
        answer = await Choose(side, "loss", listed(options), rule)
    unit = g.pack.unit_index[answer[1]]
    left = lose_step(g, unit, rule)
    replace_in(b, unit, left)
    return tuple(
        [left if other == unit else other for other in group if other != unit or left >= 0]
    )


def replace_in(b: Battle, unit: int, left: int) -> None:
    """9.31 The battle goes on with what is left of a unit."""
    if left == unit:
        return
    keep = () if left == NOBODY else (left,)
    b.attackers = _swap(b.attackers, unit, keep)
    b.defenders = _swap(b.defenders, unit, keep)
    if unit in b.retreated:
        b.retreated = (*b.retreated, *keep)


def _swap(units: tuple[int, ...], unit: int, keep: tuple[int, ...]) -> tuple[int, ...]:
    if unit not in units:
        return units
    return (*[other for other in units if other != unit], *keep)
