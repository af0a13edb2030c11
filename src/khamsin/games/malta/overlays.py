"""What players count on the map: zones of control, supply, flak, and what one piece can reach."""

from __future__ import annotations

from khamsin.kernel.scene import Arrow, Overlay
from khamsin.kernel.shown import halves
from khamsin.kernel.telling import Telling

from .drawing import SPACING
from .gunnery import has_line
from .movement import budget, path_to, reach, why_not_move
from .pack import MARKERS
from .pieces import AA, ALLIED, ARTILLERY, AXIS, COAST_GUN, NOBODY, SIDES, WARSHIP
from .state import State
from .strength import allowance, gun_of
from .supply import allied_sources, axis_sources, flood
from .why import MOVES

_AA_RANGE = 3  # 16.12, 17.52, 19.41
_FAR, _NEAR = 5, 3  # 19.22


def overlays(g: State, side: str | None, telling: Telling, piece: str = "") -> list[Overlay]:
    """Those of the whole map, and those of one piece if one is given."""
    found = [_zoc(g, number, telling) for number in (ALLIED, AXIS)]
    found += [_supply(g, number, telling) for number in (ALLIED, AXIS)]
    found += [_flak(g, telling), _objectives(g, telling)]
    if piece in MARKERS and g.dz[MARKERS.index(piece)] != NOBODY:
        found.append(_drop_zone(g, piece, telling))
    unit = g.pack.unit_index.get(piece, NOBODY)
    if unit == NOBODY or g.place[unit] < 0:
        return found
    is_gun = g.pack.kind[unit] in (ARTILLERY, WARSHIP, COAST_GUN)
    if is_gun and (g.seen[unit] or side == SIDES[ALLIED]):
        found.append(_range(g, unit, telling))
    if g.place[unit] < g.pack.land and allowance(g, unit) and not g.deployed[unit]:
        is_moving = g.active == g.pack.side[unit] and g.phase in MOVES and g.moving != unit
        if not is_moving or why_not_move(g, unit) is None:
            found.append(_reach(g, unit, telling))
    return found


def _zoc(g: State, side: int, telling: Telling) -> Overlay:
    """5.0, 5.1 Strong where the hex itself exerts one, weaker where it only reaches."""
    return {
        "id": f"zoc_{SIDES[side]}",
        "label": telling.say("scene.overlay_zoc", {"side": SIDES[side]}),
        "side": SIDES[side],
        "spaces": {
            g.hex_id(h): 3 if g.exerts[side][h] else 1 if g.zoc[side][h] == 1 else 2
            for h in range(g.pack.land)
            if g.zoc[side][h] or g.exerts[side][h]
        },
    }


def _supply(g: State, side: int, telling: Telling) -> Overlay:
    """8.1-8.2 Sources, and the hexes from which an HQ that has one can be reached."""
    pack = g.pack
    spaces: dict[str, int] = {}
    lines: list[Arrow] = []
    for number, formation in enumerate(pack.formations):
        hq = formation.hq
        if formation.side != side or g.place[hq] < 0:
            continue
        far = flood(g, side, [g.place[hq]])
        sources = axis_sources(g, number) if side == AXIS else allied_sources(g)
        open_ = [h for h in sources if far[h] >= 0]
        for h, distance in enumerate(far):
            if distance >= 0:
                name = g.hex_id(h)
                spaces[name] = max(spaces.get(name, 0), 2 if open_ else 1)
        if open_:
            nearest = min(open_, key=lambda h: far[h])
            spaces[g.hex_id(nearest)] = 3
            lines.append(
                {
                    "through": [g.hex_id(nearest), g.unit_id(hq)],
                    "kind": "supply",
                    "side": SIDES[side],
                }
            )
    return {
        "id": f"supply_{SIDES[side]}",
        "label": telling.say("scene.overlay_supply", {"side": SIDES[side]}),
        "side": SIDES[side],
        "spaces": spaces,
        "lines": lines,
    }


def _flak(g: State, telling: Telling) -> Overlay:
    """19.41 How many anti-aircraft units each hex has within three hexes."""
    guns = [g.place[unit] for unit in g.pack.of_kind[AA] if g.place[unit] >= 0]
    counts = {
        h: sum(g.pack.distance[h][gun] <= _AA_RANGE for gun in guns) for h in range(g.pack.land)
    }
    return {
        "id": "flak",
        "label": telling.say("scene.overlay_aa"),
        "side": SIDES[ALLIED],
        "spaces": {g.hex_id(h): min(count, 3) for h, count in counts.items() if count},
        "text": {g.hex_id(h): f"+{count}" for h, count in counts.items() if count},
    }


def _objectives(g: State, telling: Telling) -> Overlay:
    """20.0 Cities, airfields and towns: dark where the Axis holds them."""
    pack = g.pack
    counted = [*pack.surrender_cities, *pack.airfields, *pack.towns]
    return {
        "id": "surrender",
        "label": telling.say("scene.overlay_surrender"),
        "side": SIDES[AXIS],
        "spaces": {g.hex_id(h): 3 if g.control[h] == AXIS else 1 for h in counted},
    }


def _drop_zone(g: State, marker: str, telling: Telling) -> Overlay:
    """19.22, 19.33 Where series may be planned: three hexes off, one of them five."""
    h = g.dz[MARKERS.index(marker)]
    far = g.pack.distance[h]
    return {
        "id": "drop",
        "label": telling.say("scene.overlay_drop", {"unit": marker}),
        "side": SIDES[AXIS],
        "spaces": {
            g.hex_id(n): 3 if far[n] <= _NEAR else 1
            for n in range(g.pack.land)
            if far[n] <= _FAR and g.pack.is_inland[n]
        },
    }


def _range(g: State, unit: int, telling: Telling) -> Overlay:
    """2.1.range, 16.54 The hexes in range; of a coast gun those that it can also see."""
    gun, at = gun_of(g, unit), g.place[unit]
    is_coast_gun = g.pack.kind[unit] == COAST_GUN
    spaces: dict[str, int] = {}
    for h, distance in enumerate(g.pack.distance[at]):
        if distance > gun.range or (not is_coast_gun and h >= g.pack.land):
            continue
        if is_coast_gun and not has_line(g, at, h):
            continue
        close = is_coast_gun and distance <= g.pack.tables.numbers.gun_close
        spaces[g.hex_id(h)] = 3 if close else 2
    return {
        "id": "range",
        "label": telling.say("scene.overlay_range", {"unit": g.unit_id(unit)}),
        "side": SIDES[g.pack.side[unit]],
        "spaces": spaces,
        "rings": [{"at": g.unit_id(unit), "radius": gun.range * SPACING, "text": str(gun.range)}],
    }


def _reach(g: State, unit: int, telling: Telling) -> Overlay:
    """6.1 Where it could go with all its points, and what that costs."""
    left = g.moving_left if g.moving == unit else budget(g, unit)
    best = reach(g, unit, left, strategic=False, first=g.moving != unit)
    start = g.place[unit]
    return {
        "id": "reach",
        "label": telling.say("scene.overlay_reach", {"unit": g.unit_id(unit)}),
        "side": SIDES[g.pack.side[unit]],
        "spaces": {
            g.hex_id(h): 3 if len(path_to(best, start, h)) == 1 else 1 if cost == left else 2
            for h, (cost, _) in best.items()
        },
        "text": {g.hex_id(h): halves(cost) for h, (cost, _) in best.items()},
        "auto": True,
    }
