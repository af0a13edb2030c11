"""What a side may see, built by adding what it may know; and worlds it cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khamsin.kernel.game import Rng
from khamsin.kernel.hexes import distance
from khamsin.kernel.state import Event

from .pack import MARKERS
from .pieces import (
    AT_SEA,
    AXIS,
    COAST_GUN,
    MILITIA,
    NOBODY,
    ORDERS,
    SIDES,
    STRONGPOINT,
    TURNS,
    UNUSED,
    WEATHERS,
)
from .plans import FAR, NEAR, marker_of, origin
from .sequence import BEFORE, DAY
from .state import Battle, State, alter, place_id
from .tables import odds_text

SECRET = (*BEFORE, DAY[0])
"""18.22 Zones and attachments come out in the first initial segment."""


def view(g: State, side: str | None) -> dict[str, Any]:
    """The table as this side (None: an observer) sees it, by the names printed on it."""
    pack = g.pack
    names = pack.hex_ids
    seen: dict[str, Any] = {
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


def _units(g: State, side: str | None) -> dict[str, dict[str, Any]]:
    """Every counter in play; what is printed on a face-down one only for those who may look."""
    pack = g.pack
    found: dict[str, dict[str, Any]] = {}
    is_before = g.phase in SECRET and side != "axis"
    for unit, place in enumerate(g.place):
        if place == UNUSED:
            continue
        of = g.formation[unit]
        if is_before and place == AT_SEA:
            of = pack.units[unit].formation
        shown: dict[str, Any] = {
            "place": place_id(g, unit),
            "level": g.level[unit],
            "order": ORDERS[g.order[unit]],
            "formation": None if of == NOBODY else pack.formation_ids[of],
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
                shown["value"] = pack.unit_ids[g.back[unit]]
        found[pack.unit_ids[unit]] = shown
    return found


def _battle(g: State, b: Battle) -> dict[str, Any]:
    return {
        "place": g.hex_id(b.place),
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


# -- worlds ------------------------------------------------------------------------------------


def imagine(g: State, side: str, rng: Rng, told: Sequence[Event] = ()) -> State:
    """A state that this side cannot tell from `g`: what it cannot know is sampled.

    `told` is what it has heard since: counters that were turned up are what they were seen to be.
    """
    new = g.copy()
    if side == "axis":
        index = g.pack.unit_index
        shown = {
            index[str(event.values["unit"])]: index[str(event.values["value"])]
            for event in told
            if event.kind == "revealed"
        }
        _imagine_counters(new, rng, shown)
    else:
        _imagine_plans(new, rng)
    return new


def _imagine_counters(g: State, rng: Rng, known: dict[int, int]) -> None:
    """16.2, 16.35, 16.51 What is printed on counters that lie face down, or were never shown."""
    pack = g.pack
    for kind in (STRONGPOINT, COAST_GUN):
        units = [u for u in pack.of_kind[kind] if not g.seen[u] and g.place[u] != UNUSED]
        backs = [g.back[unit] for unit in units]
        for unit in [unit for unit in units if unit in known]:
            units.remove(unit)
            backs.remove(known[unit])
            g.back = alter(g.back, unit, known[unit])
        rng.shuffle(backs)
        for unit, back in zip(units, backs, strict=True):
            g.back = alter(g.back, unit, back)
        placed = [number for number, (b, _) in enumerate(g.hidden_setup) if pack.kind[b] == kind]
        hexes = [g.hidden_setup[number][1] for number in placed]
        rng.shuffle(hexes)
        setup = list(g.hidden_setup)
        for number, h in zip(placed, hexes, strict=True):
            setup[number] = (setup[number][0], h)
        g.hidden_setup = tuple(setup)
    risen = pack.of_kind[MILITIA][: g.militia]
    for unit in risen:
        if unit in known:
            g.back = alter(g.back, unit, known[unit])
    shown = [g.back[unit] for unit in risen if g.seen[unit] or unit in known]
    shown += [back for unit, back in known.items() if unit not in risen]
    cup = [back for back in pack.of_kind[MILITIA] if back not in shown]
    rng.shuffle(cup)
    for unit in risen:
        if not g.seen[unit] and unit not in known:
            g.back = alter(g.back, unit, cup.pop())


def _imagine_plans(g: State, rng: Rng) -> None:
    """3.0, 18.21, 19.3 Where drops are planned; before the first day zones and attachments."""
    pack = g.pack
    inland = [h for h in range(pack.land) if pack.is_inland[h]]
    g.marker_plans = tuple(
        [(turn, marker, inland[rng.randrange(len(inland))]) for turn, marker, _ in g.marker_plans]
    )
    plans: list[tuple[int, ...]] = []
    for plan in g.series_plans:
        start = origin(g, marker_of(g, plan[1]))
        far = FAR if distance((0, 0), (plan[2], plan[3])) > NEAR else NEAR
        near = [h for h in pack.within[start][far] if pack.is_inland[h]] or [start]
        there, here = pack.board.hexes[near[rng.randrange(len(near))]], pack.board.hexes[start]
        plans.append((*plan[:2], there[0] - here[0], there[1] - here[1], *plan[4:]))
    g.series_plans = tuple(plans)
    if g.phase in SECRET and g.scenario.chooses_zones:
        for number, zone in enumerate(g.zones):
            if zone != NOBODY:
                g.zones[number] = rng.randrange(len(pack.zones))
        divisions = (pack.div4, pack.div20)
        for unit, place in enumerate(g.place):
            is_attached = pack.units[unit].formation == NOBODY and g.formation[unit] != NOBODY
            if place == AT_SEA and is_attached:
                g.formation = alter(g.formation, unit, divisions[rng.randrange(2)])
