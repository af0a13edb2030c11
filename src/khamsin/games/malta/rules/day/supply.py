"""8 Supply: routes, sources, who is supplied; 12.56 where artillery can draw ammunition."""

from __future__ import annotations

from itertools import compress

from khamsin.games.malta.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.control import has_units, land_units, refresh_all
from khamsin.kernel.map.trace import trace


def flood(g: State, side: int, starts: list[int]) -> list[int]:
    """8.2 How far each hex is from these by supply route; -1 where none leads within 12 hexes."""
    far = [-1] * g.pack.land
    shut = shut_hexes(g, side)
    for h, length in trace(g.pack.near, starts, shut, g.pack.limits.route).items():
        far[h] = length
    return far


def shut_hexes(g: State, side: int) -> bytearray:
    """5.2.a, 5.3, 8.2 Hexes that no route enters: enemy units, and their zones without a friend."""
    mine, theirs = g.count[side], g.count[1 - side]
    shut = bytearray(g.zoc[1 - side])
    for h in compress(range(g.pack.land), mine):
        shut[h] = 0
    for h in compress(range(g.pack.land), theirs):
        shut[h] = 1
    return shut


def axis_sources(g: State, formation: int) -> list[int]:
    """8.51, 19.11, 19.12 What an Axis HQ may draw on."""
    pack = g.pack
    sources = [
        h
        for h in pack.beaches
        if g.landed[h] and g.control[h] == AXIS and not g.beach_blocked[g.day]
    ]
    marker = pack.formations[formation].marker
    if marker != NOBODY and g.dz[marker] != NOBODY and not has_units(g, ALLIED, g.dz[marker]):
        sources.append(g.dz[marker])
    if formation == pack.div80:
        sources += [h for h in pack.airfields if g.control[h] == AXIS]
    return sources


def allied_sources(g: State) -> list[int]:
    """8.52, R22 Allied cities and forts that stand."""
    return [h for h in g.pack.cities if g.control[h] == ALLIED] + [
        h for h in g.pack.forts if g.forts[h] and not has_units(g, AXIS, h)
    ]


def supply_check(g: State, side: int) -> None:
    """8.0, 8.1-8.13, 8.53, 16.8, R43 Judge every unit of a side in its status phase."""
    if g.now < g.pack.limits.supply_from:
        return
    pack = g.pack
    reached: list[list[int] | None] = []
    for number, formation in enumerate(pack.formations):
        hq = formation.hq
        if formation.side != side or g.place[hq] < 0:
            reached.append(None)
            continue
        far = flood(g, side, [g.place[hq]])
        sources = axis_sources(g, number) if side == AXIS else allied_sources(g)
        reached.append(far if any(far[h] >= 0 for h in sources) else None)
    fed = _fed(g) if side == ALLIED else None
    changed: list[int] = []
    for unit in land_units(g, side):
        place, formation_of = g.place[unit], g.formation[unit]
        route = reached[formation_of] if formation_of != NOBODY else None
        is_supplied = (route is not None and route[place] >= 0) or (fed is not None and fed[place])
        if bool(g.unsupplied[unit]) == is_supplied:
            g.unsupplied = alter(g.unsupplied, unit, int(not is_supplied))
            changed.append(unit)
    if changed:
        refresh_all(g, side)
        cut = [unit for unit in changed if g.unsupplied[unit]]
        back = [unit for unit in changed if not g.unsupplied[unit]]
        if cut:
            g.tell("unsupplied", "8.12", units=g.names(cut))
        if back:
            g.tell("supplied", "8.13", units=g.names(back))


def _fed(g: State) -> list[bool]:
    """8.52 The hexes in or next to Allied cities and standing forts."""
    fed = [False] * g.pack.land
    for h in allied_sources(g):
        fed[h] = True
        for n in g.pack.touch[h]:
            fed[n] = True
    return fed


def ammunition_reach(g: State, side: int) -> list[int]:
    """12.56, R49 How far each hex is from where ammunition is handed out."""
    pack = g.pack
    if side == AXIS:
        hexes = sorted({*pack.beaches, *pack.ports})
        starts = [h for h in hexes if g.control[h] == AXIS]
    else:
        starts = [h for h in pack.allied_sources if not has_units(g, AXIS, h)]
    zoc = g.zoc[1 - side]
    starts = [
        h for h in starts if not has_units(g, 1 - side, h) and (not zoc[h] or has_units(g, side, h))
    ]
    return flood(g, side, starts)
