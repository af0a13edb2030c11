"""9.4 Retreats: hex by hex, away from the enemy, or steps instead."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, SIDES
from khamsin.games.gazala.model.state import Battle, State
from khamsin.games.gazala.rules.control import go, has_room
from khamsin.games.gazala.rules.movement.cost import is_barred_west
from khamsin.kernel.play.decision import Option, choose_one

from .hits import give_up_step, lose_one_of
from .losses import free_battalion

STAY: Option = ("stay",)


def is_passable(g: State, units: tuple[int, ...], here: int, there: int) -> bool:
    """9.42, 9.57 A step that the units could make in normal movement, points and ZOC aside."""
    pack = g.pack
    side = pack.side_of[units[0]]
    edge = pack.board.edge(here, there)
    if g.here[1 - side][there] or (side == AXIS and g.mines[edge]):
        return False
    return all(is_open_ground(g, unit, here, there) for unit in units)


def is_open_ground(g: State, unit: int, here: int, there: int) -> bool:
    """9.42, 9.57 No cliff for vehicles; in a withdrawal not straight west (7.6, R31)."""
    pack = g.pack
    if is_barred_west(g, pack.side_of[unit]) and pack.west_of[here] == there:
        return False
    return not (pack.is_mech[unit] and pack.is_cliff[pack.board.edge(here, there)])


class WaysOut(NamedTuple):
    """9.41 The best hexes that a unit may retreat to next, and whether each costs a step (12.3)."""

    hexes: list[int]
    cost_a_step: bool


def retreat_hexes(g: State, unit: int, threats: list[int], path: tuple[int, ...]) -> WaysOut:
    """9.41, 9.42, R21, R52 Where a unit may go next, by the first priority that has a hex.

    Out of enemy ZOC and farther from the threats; out of ZOC; to friends in a ZOC; by 12.3 into a
    ZOC without friends, for a step. Never to a hex of the path so far.
    """
    pack = g.pack
    side, here = pack.side_of[unit], path[-1]
    zoc, friends, distance = g.zoc[1 - side], g.here[side], pack.board.distance
    far = min(distance(threat, here) for threat in threats)
    farther: list[int] = []
    free: list[int] = []
    to_friends: list[int] = []
    into_zoc: list[int] = []
    for there in pack.board.neighbours[here]:
        if there in path or not is_passable(g, (unit,), here, there):
            continue
        if not has_room(g, there, (unit,)):
            continue
        if not zoc[there]:
            is_farther = min(distance(threat, there) for threat in threats) > far
            (farther if is_farther else free).append(there)
        elif friends[there]:
            to_friends.append(there)
        elif g.has("retreat_through_zoc"):
            into_zoc.append(there)
    best = farther or free or to_friends
    return WaysOut(best or into_zoc, cost_a_step=not best and bool(into_zoc))


def retreat_options(
    g: State, group: tuple[int, ...], threats: list[int], path: tuple[int, ...]
) -> list[Option]:
    """9.41, R21 Where a stack may go together; where each unit may go by itself.

    A hex is open to the stack if it is among the best for every unit in it, with room for all.
    """
    ways = {unit: retreat_hexes(g, unit, threats, path) for unit in group}
    first = ways[group[0]].hexes
    shared = [there for there in first if all(there in way.hexes for way in ways.values())]
    options: list[Option] = [
        ("to", g.place_id(there)) for there in shared if has_room(g, there, group)
    ]
    # 12.3: apart, the first to enter a ZOC loses the step; together, any of them.
    has_choice = len(options) != 1 or any(
        way.cost_a_step or len(way.hexes) > 1 for way in ways.values()
    )
    if len(group) > 1 and has_choice:
        options += [
            ("apart", g.unit_id(unit), g.place_id(there))
            for unit, way in ways.items()
            for there in way.hexes
        ]
    options += [("lose", g.unit_id(unit)) for unit in group if _would_fit(g, unit, threats, path)]
    if all(way.cost_a_step or not way.hexes for way in ways.values()):
        options.append(STAY)
    return options


def _would_fit(g: State, unit: int, threats: list[int], path: tuple[int, ...]) -> bool:
    """9.42, R59 A brigade has no way, but would have one as a battalion."""
    battalion = free_battalion(g, unit)
    if battalion == NOBODY or retreat_hexes(g, unit, threats, path).hexes:
        return False
    return bool(retreat_hexes(g, battalion, threats, path).hexes)


class Retreat:
    """9.4 The retreat of the units of one hex: whose, from whom, and what has come of it so far."""

    __slots__ = ("farthest", "side", "stranded", "threats")

    def __init__(self, side: int, threats: list[int]) -> None:
        self.side = side
        self.threats = threats
        self.farthest = 0
        """9.51 The most hexes that were retreated, or that the dead could not retreat."""
        self.stranded: dict[int, tuple[tuple[int, ...], int]] = {}
        """9.43, R59 By hex the units that found no way on, and the hexes they miss together."""

    def reach(self, hexes: int) -> None:
        """9.51 The enemy may follow as far as this, if not farther."""
        self.farthest = max(self.farthest, hexes)

    def strand(self, place: int, units: tuple[int, ...], missing: int) -> None:
        """9.43, R59 Units that are stuck in one hex take their missing hexes together."""
        others, most = self.stranded.get(place, ((), 0))
        self.stranded[place] = ((*others, *units), max(most, missing))


async def retreat(g: State, b: Battle, r: Retreat, units: tuple[int, ...], hexes: int) -> None:
    """9.4 The units of one hex retreat."""
    b.retreated = (*b.retreated, *units)
    await fall_back(g, b, r, units, (g.place[units[0]],), hexes)


async def take_missing_hexes(g: State, b: Battle, r: Retreat) -> int:
    """9.43, R59 Hexes that could not be retreated become steps, when all stacks have gone.

    Returns how far the enemy may follow (9.51).
    """
    for _, (group, missing) in sorted(r.stranded.items()):
        if not await cannot_retreat(g, b, group, missing):
            r.reach(missing)
    return r.farthest


async def fall_back(
    g: State, b: Battle, r: Retreat, group: tuple[int, ...], path: tuple[int, ...], hexes: int
) -> None:
    """9.41, 9.42, R21, R59 Hex by hex, together as long as their owner likes.

    Who leaves the stack goes all of his way before the others go on. `path` begins with the hex
    where they stood; `hexes` are still to go.
    """
    while group and hexes:
        answer = await choose_one(
            SIDES[r.side], "retreat_to", retreat_options(g, group, r.threats, path), "9.41",
            place=g.place_id(path[-1]),
        )  # fmt: skip
        if answer == STAY:
            r.strand(path[-1], group, hexes)
            break
        if answer[0] == "lose":
            group = give_up_step(g, b, group, g.pack.unit_index[answer[1]], "9.42")
            continue
        there = g.pack.board.at(answer[-1])
        if answer[0] == "apart":
            unit = g.pack.unit_index[answer[1]]
            group = tuple([other for other in group if other != unit])
            alone = await retreat_to(g, b, (unit,), there)
            await fall_back(g, b, r, alone, (*path, there), hexes - 1)
        else:
            group = await retreat_to(g, b, group, there)
            path, hexes = (*path, there), hexes - 1
    gone = path[1:]
    b.paths.append(gone)
    r.reach(len(gone))
    if not group:
        r.reach(hexes)  # 9.51: the hexes that the dead could not retreat


async def retreat_to(g: State, b: Battle, group: tuple[int, ...], there: int) -> tuple[int, ...]:
    """9.4, 12.3 One hex back; in an enemy ZOC without friends one of them loses a step.

    Returns who is left of them.
    """
    side = g.pack.side_of[group[0]]
    costs_step = g.zoc[1 - side][there] and not g.here[side][there]
    start = g.place_id(g.place[group[0]])
    for unit in group:
        go(g, unit, there)
    names = tuple(g.unit_id(unit) for unit in group)
    g.tell("retreated", "9.4", units=names, start=start, place=g.place_id(there))
    return await lose_one_of(g, b, group, "12.3") if costs_step else group


async def cannot_retreat(
    g: State, b: Battle, group: tuple[int, ...], missing: int
) -> tuple[int, ...]:
    """9.43 A step for each hex that cannot be retreated. Returns who is left."""
    g.tell("cannot_retreat", "9.43", place=g.place_id(g.place[group[0]]), hexes=missing)
    for _ in range(missing):
        if group:
            group = await lose_one_of(g, b, group, "9.43")
    return group
