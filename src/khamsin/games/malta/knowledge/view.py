"""What a side may see, built by adding what it may know."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    AXIS,
    NOBODY,
    ORDERS,
    SIDES,
    TURNS,
    UNUSED,
    WEATHERS,
)
from khamsin.games.malta.model.state import Battle, State, whereabouts
from khamsin.kernel.game import View
from khamsin.kernel.play.odds import odds_text

from .known import SECRET


def view(g: State, side: str | None) -> View:
    """The table as this side (None: an observer) sees it, by the names printed on it."""
    pack = g.pack
    names = pack.place_ids
    seen: View = {
        "phase": g.phase,
        "day": pack.days[g.day],
        "turn": TURNS[g.turn],
        "active": SIDES[g.active],
        "weather": WEATHERS[g.weather],
        "air": g.air,
        "air_on": [names[h] for h in g.air_on],
        "raids": g.raids,
        "stockpile": g.stockpile,
        "lost": {name: g.lost[number] for number, name in enumerate(SIDES)},
        "navy": g.navy,
        "militia": g.militia,
        "markers": {
            name: None if g.dz[number] == NOBODY else names[g.dz[number]]
            for number, name in enumerate(MARKERS)
        },
        "axis_hexes": [names[h] for h, owner in enumerate(g.control) if owner == AXIS],
        "forts": [names[h] for h in pack.forts if g.forts[h]],
        "landed": [names[h] for h in pack.beaches if g.landed[h]],
        "militia_rolled": [names[h] for h, rolled in enumerate(g.rolled) if rolled],
        "units": _units(g, side),
        "fires": [[pack.unit_ids[u], names[h], kind] for u, h, kind in g.fires],
        "guards": [[pack.unit_ids[u], names[h]] for u, h in g.guards],
        "shots": [list(shot) for shot in g.shots],
        "series": [[pack.unit_ids[s[2]], names[s[1]]] for s in g.series],
        "attacked": [names[h] for h in g.attacked],
        "moving": None if g.moving == NOBODY else [pack.unit_ids[g.moving], g.moving_left],
        "cancelled": g.cancelled,
        "battle": None if g.battle is None else _battle(g, g.battle),
    }
    if side == "axis" or g.phase not in SECRET:
        seen["zones"] = [None if zone == NOBODY else pack.zone_ids[zone] for zone in g.zones]
    if side == "axis":
        seen["marker_plans"] = [
            [pack.turn_name(turn), MARKERS[marker], names[h]] for turn, marker, h in g.marker_plans
        ]
        seen["series_plans"] = [
            [pack.turn_name(plan[0]), list(plan[2:4]), [pack.unit_ids[u] for u in plan[4:]]]
            for plan in g.series_plans
        ]
    if side == "allied":
        seen["hidden_setup"] = [[pack.unit_ids[back], names[h]] for back, h in g.hidden_setup]
    return seen


def _units(g: State, side: str | None) -> dict[str, View]:
    """Every counter in play; what is printed on a face-down one only for those who may look."""
    pack = g.pack
    names, formations, hexes = pack.unit_ids, pack.formation_ids, pack.place_ids
    found: dict[str, View] = {}
    for unit, place in enumerate(g.place):
        if place == UNUSED:
            continue
        of = g.formation[unit]
        shown: View = {
            "place": hexes[place] if place >= 0 else whereabouts(g, unit),
            "level": g.level[unit],
            "order": ORDERS[g.order[unit]],
            "formation": None if of == NOBODY else formations[of],
            "did": g.did[unit],
        }
        if g.unsupplied[unit]:
            shown["unsupplied"] = True
        if g.ammo[unit]:
            shown["rounds"] = g.ammo[unit]
        if g.deployed[unit]:
            shown["deployed"] = True
        if g.adc[unit]:
            shown["adc"] = True
        if g.due[unit] != NOBODY:
            shown["due"] = pack.turn_name(min(g.due[unit], len(pack.days) * len(TURNS) - 1))
        if pack.is_hidden[unit]:
            shown["seen"] = bool(g.seen[unit])
            if g.seen[unit] or side == "allied":
                shown["value"] = names[g.back[unit]]
        found[names[unit]] = shown
    return found


def _battle(g: State, b: Battle) -> View:
    return {
        "place": g.place_id(b.place),
        "attacker": SIDES[b.attacker],
        "attackers": list(g.names(b.attackers)),
        "defenders": list(g.names(b.defenders)),
        "support": [[[g.unit_id(u), doubled] for u, doubled in marks] for marks in b.support],
        "leaders": [None if u == NOBODY else g.unit_id(u) for u in b.leaders],
        "attack": b.attack,
        "defence": b.defence,
        "odds": odds_text(b.level) if b.line else "",
        "modifiers": [list(modifier) for modifier in b.modifiers],
        "line": b.line,
        "roll": b.roll,
        "result": b.result,
        "drop": b.is_drop,
        "breakthrough": b.is_breakthrough,
    }
