"""16.1 Air-landing on captured airfields, and the AA fire that meets it."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    AA,
    ALLIED,
    ARTILLERY,
    AXIS,
    BREAKDOWN,
    NOBODY,
    RAIN,
    SIDES,
)
from khamsin.games.malta.model.state import FLEW_IN, State, alter
from khamsin.games.malta.rules.combat.losses import choose_victim, eliminate
from khamsin.games.malta.rules.control import has_units, next_to_enemy
from khamsin.games.malta.rules.movement.breakdown import break_down, why_not_break
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one, listed


def companies(g: State, unit: int) -> int:
    """16.11 What a unit counts when it flies in: artillery two companies, everything else one."""
    return g.pack.limits.airland_artillery if g.pack.kind[unit] == ARTILLERY else 1


def open_airfields(g: State) -> list[int]:
    """16.11 Axis airfields with no Allied unit next to them."""
    return [
        h
        for h in g.pack.airfields
        if g.control[h] == AXIS and not has_units(g, ALLIED, h) and not next_to_enemy(g, AXIS, h)
    ]


def landed_so_far(g: State) -> int:
    """16.11 Companies that have flown in this turn."""
    return sum(companies(g, unit) for unit, did in enumerate(g.did) if did & FLEW_IN)


def flies_in(g: State, unit: int) -> bool:
    """16.1, 16.14 The 80th Division and the commandos, in the Breakdown Box."""
    pack = g.pack
    if g.place[unit] != BREAKDOWN:
        return False
    pool = pack.pool_of[unit]
    if pool != NOBODY:
        return pack.pool_ids[pool].startswith("it_gl")
    return pack.units[unit].entry == "airfield"


def airland_options(g: State) -> list[Option]:
    """16.1, 16.11 Battalions that may break down, and units that may land where."""
    left = g.pack.limits.airland_companies - landed_so_far(g)
    hexes = open_airfields(g)
    if left < 1 or not hexes:
        return []
    pack = g.pack
    options: list[Option] = []
    known: set[tuple[int, int]] = set()
    for unit, place in enumerate(g.place):
        if place != BREAKDOWN or not flies_in(g, unit):
            continue
        if pack.is_battalion[unit] and pack.kind[unit] != ARTILLERY:
            if why_not_break(g, unit) is None:
                options.append(("break", g.unit_id(unit)))
            continue
        key = (pack.pool_of[unit], g.formation[unit])
        if key[0] != NOBODY:
            if key in known:
                continue
            known.add(key)
        if companies(g, unit) <= left:
            options += [("land", g.unit_id(unit), g.place_id(h)) for h in hexes]
    return options


async def airland_phase(g: State) -> None:
    """4.24, 16.1, 16.15 Not in rain, not at night."""
    if g.active != AXIS or g.turn not in g.pack.airfield_turns or g.weather == RAIN:
        return
    while options := airland_options(g):
        answer = await Choose("axis", "airland", listed([*options, DONE]), "16.11")
        if answer == DONE:
            return
        unit = g.pack.unit_index[answer[1]]
        if answer[0] == "break":
            break_down(g, unit)
        else:
            g.did[unit] |= FLEW_IN
            g.deployed = alter(g.deployed, unit, 0)
            g.unsupplied = alter(g.unsupplied, unit, 0)
            g.tell("flew_in", "16.11", unit=answer[1], place=answer[2])
            await enter(g, unit, g.pack.board.at(answer[2]))
        await MARK


async def flak_phase(g: State) -> None:
    """4.24, 16.12, R42 Each AA unit in range of a landing picks one; a six eliminates a unit."""
    if g.active != AXIS:
        return
    for unit in g.pack.of_kind[AA]:
        if g.place[unit] < 0:
            continue
        hexes = [
            h
            for h in g.pack.within[g.place[unit]][g.pack.limits.flak_range]
            if any(g.did[other] & FLEW_IN for other in g.here[AXIS][h])
        ]
        if not hexes:
            continue
        options: list[Option] = [("fire", g.unit_id(unit), g.place_id(h)) for h in sorted(hexes)]
        (_, name, place) = await choose_one("allied", "aa_fire", options, "16.12")
        (die,) = await Roll(1, "flak", "16.12", SIDES[ALLIED])
        is_hit = die == g.pack.limits.flak_hit
        g.tell("flak", "16.12", unit=name, place=place, die=die, hit=int(is_hit))
        if is_hit:
            there = g.here[AXIS][g.pack.board.at(place)]
            victims = [other for other in there if g.did[other] & FLEW_IN]
            eliminate(g, await choose_victim(g, AXIS, victims, 1, "16.12"), "16.12")
