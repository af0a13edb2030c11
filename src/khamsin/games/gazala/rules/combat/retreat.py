"""9.4 Retreats: hex by hex, away from the enemy, or steps instead."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, SIDES
from khamsin.games.gazala.model.state import Battle, State
from khamsin.games.gazala.rules.control import go, has_room
from khamsin.games.gazala.rules.movement.reach import is_barred_west
from khamsin.kernel.play.decision import Option, choose_one

from .hits import give_up_step, lose_one_of
from .losses import free_battalion

STAY: Option = ("stay",)


def is_passable(g: State, units: tuple[int, ...], here: int, there: int) -> bool:
    """9.42, 9.57 A step that the units could make in normal movement, points and ZOC aside."""
    pack = g.pack
    side = pack.unit_side[units[0]]
    edge = pack.board.edge(here, there)
    if g.here[1 - side][there] or (side == AXIS and g.mines[edge]):
        return False
    if is_barred_west(g, side) and pack.west_of[here] == there:
        return False  # 7.6, R31
    return not (pack.is_cliff[edge] and any(pack.is_mech[unit] for unit in units))


def retreat_hexes(
    g: State, unit: int, threats: list[int], path: tuple[int, ...]
) -> tuple[list[int], bool]:
    """9.41, 9.42, R21, R52 The best hexes for a unit to go to next, and whether they cost a step.

    First out of enemy ZOC and farther away, then out of ZOC at all, then to friends in a ZOC; by
    12.3 also into a ZOC without friends, for a step.
    """
    pack = g.pack
    side, here = pack.unit_side[unit], path[-1]
    zoc, friends, distance = g.zoc[1 - side], g.here[side], pack.board.distance
    far = min(distance(threat, here) for threat in threats)
    ranks: list[list[int]] = [[], [], [], []]
    for there in pack.board.neighbours[here]:
        if there in path or not is_passable(g, (unit,), here, there):
            continue
        if not has_room(g, there, (unit,)):
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


def retreat_options(
    g: State, group: tuple[int, ...], threats: list[int], path: tuple[int, ...]
) -> list[Option]:
    """9.41, R21 Where a stack may go together; where each unit may go by itself.

    A hex is open to the stack if it is among the best for every unit in it, with room for all.
    """
    ways = {unit: retreat_hexes(g, unit, threats, path) for unit in group}
    first = ways[group[0]][0]
    shared = [there for there in first if all(there in hexes for hexes, _ in ways.values())]
    options: list[Option] = [
        ("to", g.hex_id(there)) for there in shared if has_room(g, there, group)
    ]
    # 12.3: apart, the first to enter a ZOC loses the step; together, any of them.
    has_choice = len(options) != 1 or any(costs or len(hexes) > 1 for hexes, costs in ways.values())
    if len(group) > 1 and has_choice:
        options += [
            ("apart", g.unit_id(unit), g.hex_id(there))
            for unit, (hexes, _) in ways.items()
            for there in hexes
        ]
    options += [("lose", g.unit_id(unit)) for unit in group if _would_fit(g, unit, threats, path)]
    if all(costs or not hexes for hexes, costs in ways.values()):
        options.append(STAY)
    return options


def _would_fit(g: State, unit: int, threats: list[int], path: tuple[int, ...]) -> bool:
    """9.42, R59 A brigade has no way, but would have one as a battalion."""
    battalion = free_battalion(g, unit)
    if battalion == NOBODY or retreat_hexes(g, unit, threats, path)[0]:
        return False
    return bool(retreat_hexes(g, battalion, threats, path)[0])


async def retreat(
    g: State, b: Battle, units: tuple[int, ...], hexes: int, threats: list[int]
) -> int:
    """9.4 Units of one hex retreat. Returns how far the enemy may follow (9.51).

    Hexes that cannot be retreated are taken as steps (9.43).
    """
    side = g.pack.unit_side[units[0]]
    b.retreated = (*b.retreated, *units)
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(units, (g.place[units[0]],))]
    farthest = 0
    stranded: list[tuple[tuple[int, ...], int]] = []
    while groups:
        group, path = groups.pop()
        gone = len(path) - 1
        farthest = max(farthest, gone)
        if not group:
            farthest = max(farthest, hexes - gone)
        if not group or gone == hexes:
            b.paths.append(path[1:])
            continue
        answer = await choose_one(
            SIDES[side], "retreat_to", retreat_options(g, group, threats, path), "9.41",
            place=g.hex_id(path[-1]),
        )  # fmt: skip
        if answer == STAY:
            b.paths.append(path[1:])
            stranded.append((group, hexes - gone))
            continue
        if answer[0] == "lose":
            unit = g.pack.unit_index[answer[1]]
            groups.append((give_up_step(g, b, group, unit, "9.42"), path))
            continue
        going = group
        if answer[0] == "apart":
            going = (g.pack.unit_index[answer[1]],)
            groups.append((tuple([unit for unit in group if unit not in going]), path))
        there = g.pack.board.at(answer[-1])
        costs_step = g.zoc[1 - side][there] and not g.here[side][there]  # 12.3
        _go_back(g, going, there)
        if costs_step:
            going = await lose_one_of(g, b, going, "12.3")
        groups.append((going, (*path, there)))
    for group, missing in _together(g, stranded):
        if not await cannot_retreat(g, b, group, missing):
            farthest = max(farthest, missing)
    return farthest


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
        place = g.place[group[0]]
        old, most = found.get(place, ((), 0))
        found[place] = ((*old, *group), max(most, missing))
    return list(found.values())


async def cannot_retreat(
    g: State, b: Battle, group: tuple[int, ...], missing: int
) -> tuple[int, ...]:
    """9.43 A step for each hex that cannot be retreated. Returns who is left."""
    g.tell("cannot_retreat", "9.43", place=g.hex_id(g.place[group[0]]), hexes=missing)
    for _ in range(missing):
        if group:
            group = await lose_one_of(g, b, group, "9.43")
    return group
