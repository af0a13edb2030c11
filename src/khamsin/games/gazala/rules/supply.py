"""6 Supply: lines from units to headquarters, and from headquarters to a source."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, ISOLATED, ROMMEL, SUPPLIED, UNSUPPLIED
from khamsin.games.gazala.model.state import State
from khamsin.kernel.map.hexsets import union, waves

from .control import stacks

FAR = 999


def is_open(g: State, side: int, place: int) -> bool:
    """6.13 A line may pass: no enemy there, and no enemy ZOC unless a friend is there."""
    if g.here[1 - side][place]:
        return False
    return not g.zoc[1 - side][place] or bool(g.here[side][place])


def open_hexes(g: State, side: int) -> int:
    """6.13 What a line of a side may enter: not enemies, nor their ZOC without friends."""
    enemy = 1 - side
    return g.pack.sets.every & ~(g.held[enemy] | g.zones[enemy] & ~g.held[side])


def lines(g: State, side: int, starts: int, limit: int = FAR) -> list[int]:
    """6.13, 6.15 The hexes that lines from these hexes reach, by the length of the shortest.

    Lines go where foot units can go, over cliffs too (R50); those of the Axis not over mines that
    are not breached (10.82), while forts do not matter.
    """
    passage = g.passage if side == AXIS else g.pack.free_passage
    return waves(starts, open_hexes(g, side), passage.lines, limit)


def flood(g: State, side: int, starts: list[int], limit: int = FAR) -> dict[int, int]:
    """6.13, 6.15 The same hex by hex, each with its length."""
    sets = g.pack.sets
    found = lines(g, side, sets.at(starts), limit)
    return {place: length for length, hexes in enumerate(found) for place in sets.spaces(hexes)}


def live_road(g: State) -> list[int]:
    """6.11, R9 The road hexes joined to the west edge by roads that are open to Axis lines."""
    pack = g.pack
    if not is_open(g, AXIS, pack.road_end):
        return []
    found = [pack.road_end]
    for here in found:  # grows while it is walked
        for there, edge in pack.on_road[here]:
            if there not in found and not g.mines[edge] and is_open(g, AXIS, there):
                found.append(there)
    return found


def sources(g: State, side: int) -> list[int]:
    """6.11, R9 Where supply comes from: the roads of the west; Tobruk and the east edge."""
    if side == AXIS:
        return live_road(g)
    pack = g.pack
    found = [place for place in pack.east if is_open(g, ALLIED, place)]
    if g.control[pack.port] == ALLIED and is_open(g, ALLIED, pack.port):
        found.append(pack.port)
    return found


def headquarters(g: State, side: int) -> list[int]:
    """The HQs of a side on the map; Rommel is no supplier (10.2.c)."""
    hq_of, place = g.pack.hq_of, g.place
    return [hq_of[name] for name in g.pack.corps[side] if place[hq_of[name]] >= 0]


def line_limit(g: State, hq: int) -> int:
    """6.15, 13.11.e How long a line from an HQ to its source may be."""
    if g.pack.side_of[hq] == ALLIED:
        return FAR
    limits = g.pack.numbers.limits
    if hq in g.scenario.long_supply and g.turn <= g.scenario.long_supply_turns:
        return limits["axis_line_long"]
    return limits["axis_line"]


def supplied_headquarters(g: State, side: int) -> list[int]:
    """6.11, R8 The HQs that have a line to a source of their own."""
    sets, place = g.pack.sets, g.place
    found = lines(g, side, sets.at(sources(g, side)))
    within: dict[int, int] = {}
    good: list[int] = []
    for hq in headquarters(g, side):
        limit = line_limit(g, hq)
        if limit not in within:
            within[limit] = union(found[: limit + 1])
        if within[limit] & sets.bit[place[hq]]:
            good.append(hq)
    return good


def statuses(g: State, side: int) -> dict[int, int]:
    """6.11 The supply of every unit of a side on the map, as it is now; kept until one moves."""
    found: dict[int, int] | None = g.cache.get(side)
    if found is None:
        found = g.cache[side] = _statuses(g, side)
    return found


def _statuses(g: State, side: int) -> dict[int, int]:
    pack, place = g.pack, g.place
    sets, here = pack.sets, g.here[side]
    good = supplied_headquarters(g, side)
    supplied = union(lines(g, side, sets.at([place[hq] for hq in good])))
    hqs = headquarters(g, side)
    linked = supplied
    if hqs != good:
        linked = union(lines(g, side, sets.at([place[hq] for hq in hqs])))
    found: dict[int, int] = {}
    for at in sets.spaces(g.held[side]):
        status = SUPPLIED if supplied & sets.bit[at] else UNSUPPLIED
        if not linked & sets.bit[at]:
            status = ISOLATED
        for unit in here[at]:
            if pack.is_hq[unit]:
                known = unit in good or unit == pack.rommel  # R8, R30
                found[unit] = SUPPLIED if known else UNSUPPLIED
            else:
                found[unit] = status
    return found


def check_supply(g: State) -> None:
    """6.0, 6.11 The check of the initial segment."""
    for side in (AXIS, ALLIED):
        for unit, status in statuses(g, side).items():
            g.morning[unit] = g.supply[unit] = status
    g.cache = {}  # 6.23: how far units come depends on it
    for side in (AXIS, ALLIED):
        for status, kind in ((UNSUPPLIED, "unsupplied"), (ISOLATED, "isolated")):
            units = [u for units in stacks(g, side) for u in units if g.supply[u] == status]
            if units:
                g.tell(kind, "6.11", units=tuple(g.unit_id(unit) for unit in units))


def in_line(g: State, side: int) -> int:
    """6.12.a, R43 Hexes with a line within its range to the HQ that is activated and supplied.

    In Rommel's impulse any HQ will do.
    """
    pack = g.pack
    hqs = headquarters(g, side) if g.chit == ROMMEL else [pack.hq_of[g.chit]]
    found = 0
    for hq in hqs:
        if g.supply[hq] == SUPPLIED:
            found |= union(lines(g, side, pack.sets.bit[g.place[hq]], pack.reach[hq]))
    return found
