"""2.1.control, 5.1, 7 Who stands where: putting units down, zones of control, stacking."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    COAST_GUN,
    FOOT,
    HQ,
    LEADER,
    MILITIA,
    NEAR,
    STRONGPOINT,
    WARSHIP,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import is_remnant, is_zero, zoc_attack
from khamsin.kernel.map.placement import relocate


def put(g: State, unit: int, place: int) -> None:
    """Move a counter to a hex or a box; control and zones of control follow."""
    pack = g.pack
    side = pack.side_of[unit]
    old = g.place[unit]
    if old == place:
        return
    if not g.own[side]:  # copies of the table keep these stacks
        g.here[side] = g.here[side][:]
        g.own[side] = True
    relocate(g.place, g.here[side], unit, place)
    if pack.kind[unit] in (LEADER, COAST_GUN, WARSHIP):
        return
    if 0 <= old < pack.land:
        _counted(g, side, old, -1)
        refresh(g, side, old)
        if g.count[1 - side][old] and not g.count[side][old]:
            g.control[old] = 1 - side  # R30: who came down among enemies and is gone
    if 0 <= place < pack.land:
        g.control[place] = side  # 2.1.control, R30
        _counted(g, side, place, 1)
        refresh(g, side, place)


def _counted(g: State, side: int, h: int, change: int) -> None:
    """Keep up who is near whom."""
    count = g.count[side]
    count[h] += change
    if count[h] == (1 if change > 0 else 0):
        near1, near2 = g.near1[side], g.near2[side]
        near1[h] += change
        for n in g.pack.touch[h]:
            near1[n] += change
        for n in g.pack.within[h][NEAR]:
            near2[n] += change


def is_land_unit(g: State, unit: int) -> bool:
    """R19, R30 What counts as a unit for distances and control: no leader, gun or ship."""
    return g.pack.kind[unit] not in (LEADER, COAST_GUN, WARSHIP)


def refresh(g: State, side: int, h: int) -> None:
    """5.0, 5.1, 6.52 Bring up to date how one hex hinders enemies: its zones, the way in."""
    g.bars[side][h] = _bars(g, side, h)
    new = exertion(g, side, h)
    old = g.exerts[side][h]
    if new == old:
        return
    zoc = g.zoc[side]
    if old:
        for n in g.pack.near[h] if old == 1 else g.pack.open_sides[h]:
            zoc[n] -= 1
    if new:
        for n in g.pack.near[h] if new == 1 else g.pack.open_sides[h]:
            zoc[n] += 1
    g.exerts[side][h] = new


def refresh_all(g: State, side: int) -> None:
    """The same for every hex of a side, when supply or order has changed all over the map."""
    for h, units in enumerate(g.here[side]):
        if units or g.exerts[side][h]:
            refresh(g, side, h)


def exertion(g: State, side: int, h: int) -> int:
    """5.1, R58 0: none; 1: over every hexside that foot can cross; 2: not over bare rises."""
    kind, move_class = g.pack.kind, g.pack.move_class
    foot = vehicles = 0
    for unit in g.here[side][h]:
        what = kind[unit]
        if what == STRONGPOINT:
            return 1  # 16.21
        if what == ARTILLERY:
            if g.deployed[unit] and g.ammo[unit]:
                return 1
        elif what not in (LEADER, COAST_GUN):
            if move_class[unit] == FOOT:
                foot += zoc_attack(g, unit)
            else:
                vehicles += zoc_attack(g, unit)
    enough = g.pack.limits.zoc_strength
    if foot >= enough:
        return 1
    return 2 if foot + vehicles >= enough else 0


def in_enemy_zoc(g: State, side: int, h: int) -> bool:
    """5.2 Whether a hex lies in the zone of control of this side's enemy."""
    return g.zoc[1 - side][h] > 0


def blocks(g: State, unit: int) -> bool:
    """6.52 Whether a counter keeps enemies out of its hex: not leaders, guns, zero strength."""
    return g.pack.kind[unit] not in (LEADER, COAST_GUN) and not is_zero(g, unit)


def _bars(g: State, side: int, h: int) -> bool:
    return any(blocks(g, unit) for unit in g.here[side][h])


def is_blocked(g: State, side: int, h: int) -> bool:
    """6.52 Whether enemies of this side bar the hex."""
    return g.bars[1 - side][h] > 0


def has_units(g: State, side: int, h: int) -> bool:
    """Whether this side has a land unit in the hex (R19)."""
    return g.count[side][h] > 0


def near_enemy(g: State, side: int, h: int, far: int) -> bool:
    """6.2, 17.7, R19 Whether an enemy land unit is within so many hexes."""
    if far == NEAR:
        return g.near2[1 - side][h] > 0
    count = g.count[1 - side]
    return any(count[n] for n in g.pack.within[h][far])


def next_to_enemy(g: State, side: int, h: int) -> bool:
    """11.5, 16.11, R19 Whether an enemy land unit is in an adjacent hex."""
    enemy = 1 - side
    return g.near1[enemy][h] > (g.count[enemy][h] > 0)


def load(g: State, side: int, h: int) -> int:
    """7.0, 7.1 The stacking of a hex in half battalions."""
    return _load_of(g, g.here[side][h])


def load_with(g: State, h: int, units: tuple[int, ...]) -> int:
    """7.1, R45 What the stacking of a hex would be with these units there too."""
    here = g.here[g.pack.side_of[units[0]]][h]
    return _load_of(g, (*here, *[unit for unit in units if unit not in here]))


def _load_of(g: State, units: Sequence[int]) -> int:
    """7.1, R21, R45 What units count together; the first HQ is free."""
    kind, is_battalion = g.pack.kind, g.pack.is_battalion
    halves = hqs = 0
    for unit in units:
        what = kind[unit]
        if what in (LEADER, COAST_GUN, MILITIA):
            continue
        if what == HQ:
            hqs += 1
        elif is_battalion[unit] and not is_remnant(g, unit):
            halves += 2
        else:
            halves += 1
    return halves + max(0, hqs - 1)


def weight(g: State, unit: int) -> int:
    """7.1 What one unit adds to the stacking of a hex, in half battalions."""
    what = g.pack.kind[unit]
    if what in (LEADER, COAST_GUN, MILITIA, HQ):
        return 0
    return 2 if g.pack.is_battalion[unit] and not is_remnant(g, unit) else 1


def land_units(g: State, side: int) -> list[int]:
    """All land units of a side on the map, hex by hex."""
    kind = g.pack.kind
    return [
        unit for units in g.here[side] for unit in units if kind[unit] not in (LEADER, COAST_GUN)
    ]


def reacts(g: State, unit: int) -> bool:
    """17.7 On the first morning and noon an Allied unit acts only with an Axis unit near."""
    if not g.scenario.delayed_reaction or g.pack.side_of[unit] != ALLIED:
        return True
    near = g.pack.limits.reaction
    if g.day != g.scenario.first_day or g.turn >= len(near):
        return True
    return near_enemy(g, ALLIED, g.place[unit], near[g.turn])
