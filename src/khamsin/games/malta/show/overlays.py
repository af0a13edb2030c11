"""What players count on the map: zones of control, supply, flak, and what one piece can reach."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    AA,
    ALLIED,
    ARTILLERY,
    AXIS,
    COAST_GUN,
    MILITIA,
    NOBODY,
    SIDES,
    WARSHIP,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import allowance, gun_of
from khamsin.games.malta.rules.day.supply import allied_sources, axis_sources, flood
from khamsin.games.malta.rules.movement.artillery import limber_cost
from khamsin.games.malta.rules.movement.infiltration import (
    infiltration_bonus,
    infiltration_hexes,
    why_not_infiltrate,
)
from khamsin.games.malta.rules.movement.leaders import movement_bonuses
from khamsin.games.malta.rules.movement.movement import why_not_strategic, why_not_tactical
from khamsin.games.malta.rules.movement.reach import budget, path_to, reach
from khamsin.games.malta.rules.sea.gunnery import gun_range, has_line
from khamsin.kernel.show.scene import Arrow, Overlay
from khamsin.kernel.show.summaries import halves
from khamsin.kernel.text.narrator import Narrator

from .drawing import SPACING
from .why import MOVES

_AA_RANGE = 3  # 16.12, 17.52, 19.41
_FAR, _NEAR = 5, 3  # 19.22


def overlays(g: State, side: str | None, narrator: Narrator, piece: str = "") -> list[Overlay]:
    """Those of the whole map, and those of one piece if one is given."""
    found = [_zoc(g, number, narrator) for number in (ALLIED, AXIS)]
    found += [_supply(g, number, narrator) for number in (ALLIED, AXIS)]
    found += [_flak(g, narrator), _objectives(g, narrator)]
    if piece in MARKERS and g.dz[MARKERS.index(piece)] != NOBODY:
        found.append(_drop_zone(g, piece, narrator))
    unit = g.pack.unit_index.get(piece, NOBODY)
    if unit == NOBODY or g.place[unit] < 0:
        return found
    is_gun = g.pack.kind[unit] in (ARTILLERY, WARSHIP, COAST_GUN)
    if is_gun and (g.seen[unit] or side == SIDES[ALLIED]):
        found.append(_range(g, unit, narrator))
    if g.place[unit] < g.pack.land and g.pack.kind[unit] not in (COAST_GUN, MILITIA):
        found += _ways(g, unit, narrator)
    return found


def _ways(g: State, unit: int, narrator: Narrator) -> list[Overlay]:
    """6.1-6.4 Where a unit can go: in its own movement now, at any other time in its next."""
    if not allowance(g, unit):
        return []
    if g.active != g.pack.side_of[unit] or g.phase not in MOVES:
        g = g.copy()
        movement_bonuses(g, g.pack.side_of[unit])  # 14.1: not those of the last phase
        return [_reach(g, unit, narrator)]
    if g.phase == "infiltration":
        return [_slip(g, unit, narrator)] if why_not_infiltrate(g, unit) is None else []
    is_strategic = g.phase == "strategic"
    if g.moving == unit:
        return [_reach(g, unit, narrator, strategic=is_strategic)]
    found: list[Overlay] = []
    if is_strategic and why_not_strategic(g, unit) is None:
        found.append(_reach(g, unit, narrator, strategic=True))
    if why_not_tactical(g, unit) is None:
        found.append(_reach(g, unit, narrator))
    return found


def _zoc(g: State, side: int, narrator: Narrator) -> Overlay:
    """5.0, 5.1 Strong where the hex itself exerts one, weaker where it only reaches."""
    return {
        "id": f"zoc_{SIDES[side]}",
        "label": narrator.say("scene.overlay_zoc", {"side": SIDES[side]}),
        "side": SIDES[side],
        "spaces": {
            g.place_id(h): 3 if g.exerts[side][h] else 1 if g.zoc[side][h] == 1 else 2
            for h in range(g.pack.land)
            if g.zoc[side][h] or g.exerts[side][h]
        },
    }


def _supply(g: State, side: int, narrator: Narrator) -> Overlay:
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
                name = g.place_id(h)
                spaces[name] = max(spaces.get(name, 0), 2 if open_ else 1)
        if open_:
            nearest = min(open_, key=lambda h: far[h])
            spaces[g.place_id(nearest)] = 3
            lines.append(
                {
                    "through": [g.place_id(nearest), g.unit_id(hq)],
                    "kind": "supply",
                    "side": SIDES[side],
                }
            )
    return {
        "id": f"supply_{SIDES[side]}",
        "label": narrator.say("scene.overlay_supply", {"side": SIDES[side]}),
        "side": SIDES[side],
        "spaces": spaces,
        "lines": lines,
    }


def _flak(g: State, narrator: Narrator) -> Overlay:
    """19.41 How many anti-aircraft units each hex has within three hexes."""
    guns = [g.place[unit] for unit in g.pack.of_kind[AA] if g.place[unit] >= 0]
    counts = {
        h: sum(g.pack.distance[h][gun] <= _AA_RANGE for gun in guns) for h in range(g.pack.land)
    }
    return {
        "id": "flak",
        "label": narrator.say("scene.overlay_aa"),
        "side": SIDES[ALLIED],
        "spaces": {g.place_id(h): min(count, 3) for h, count in counts.items() if count},
        "text": {g.place_id(h): f"+{count}" for h, count in counts.items() if count},
    }


def _objectives(g: State, narrator: Narrator) -> Overlay:
    """20.0 Cities, airfields and towns: dark where the Axis holds them."""
    pack = g.pack
    counted = [*pack.surrender_cities, *pack.airfields, *pack.towns]
    return {
        "id": "surrender",
        "label": narrator.say("scene.overlay_surrender"),
        "side": SIDES[AXIS],
        "spaces": {g.place_id(h): 3 if g.control[h] == AXIS else 1 for h in counted},
    }


def _drop_zone(g: State, marker: str, narrator: Narrator) -> Overlay:
    """19.22, 19.33 Where series may be planned: three hexes off, one of them five."""
    h = g.dz[MARKERS.index(marker)]
    far = g.pack.distance[h]
    return {
        "id": "drop",
        "label": narrator.say("scene.overlay_drop", {"unit": marker}),
        "side": SIDES[AXIS],
        "spaces": {
            g.place_id(n): 3 if far[n] <= _NEAR else 1
            for n in range(g.pack.land)
            if far[n] <= _FAR and g.pack.is_inland[n]
        },
    }


def _range(g: State, unit: int, narrator: Narrator) -> Overlay:
    """2.1.range, 16.54 The hexes in range; of a coast gun those that it can also see."""
    at = g.place[unit]
    is_coast_gun = g.pack.kind[unit] == COAST_GUN
    far = gun_range(g, unit) if is_coast_gun else gun_of(g, unit).range
    spaces: dict[str, int] = {}
    for h, distance in enumerate(g.pack.distance[at]):
        if distance > far or (not is_coast_gun and h >= g.pack.land):
            continue
        if is_coast_gun and not has_line(g, at, h):
            continue
        close = is_coast_gun and distance <= g.pack.tables.numbers.gun_close
        spaces[g.place_id(h)] = 3 if close else 2
    return {
        "id": "range",
        "label": narrator.say("scene.overlay_range", {"unit": g.unit_id(unit)}),
        "side": SIDES[g.pack.side_of[unit]],
        "spaces": spaces,
        "rings": [{"at": g.unit_id(unit), "radius": far * SPACING, "text": str(far)}],
    }


def _reach(g: State, unit: int, narrator: Narrator, *, strategic: bool = False) -> Overlay:
    """6.1, 6.2, 6.6 Where it could go with all its points, and what that costs.

    Of guns in position: once they have limbered, which is in the price.
    """
    most = budget(g, unit)
    left = g.moving_left if g.moving == unit else most
    price = limber_cost(g, unit) if g.deployed[unit] else 0
    best = reach(
        g, unit, left - price, strategic=strategic, first=left == most and not price, onward=True
    )
    start = g.place[unit]
    key = "march" if strategic else "reach"
    return {
        "id": key,
        "label": narrator.say(f"scene.overlay_{key}", {"unit": g.unit_id(unit)}),
        "side": SIDES[g.pack.side_of[unit]],
        "spaces": {
            g.place_id(h): 3
            if len(path_to(best, start, h)) == 1
            else 1
            if cost + price == left
            else 2
            for h, (cost, _) in best.items()
        },
        "text": {g.place_id(h): halves(cost + price) for h, (cost, _) in best.items()},
        "auto": True,
    }


def _slip(g: State, unit: int, narrator: Narrator) -> Overlay:
    """6.41 The hexes that a unit may try to slip into, and the least die that takes it there."""
    success = g.pack.tables.numbers.infiltration_success
    least = {h: success - infiltration_bonus(g, unit, h) for h in infiltration_hexes(g, unit)}
    return {
        "id": "slip",
        "label": narrator.say("scene.overlay_slip", {"unit": g.unit_id(unit)}),
        "side": SIDES[g.pack.side_of[unit]],
        "spaces": {
            g.place_id(h): 3 if die <= 1 else 2 if die <= 6 else 1 for h, die in least.items()
        },
        "text": {
            g.place_id(h): f"{max(1, die)}+" if die <= 6 else "\N{EN DASH}"
            for h, die in least.items()
        },
        "auto": True,
    }
