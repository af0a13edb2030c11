"""18.31-18.33 Filling the boxes of the first and second wave."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    AXIS,
    ENGINEER,
    FOLLOW_UP,
    HQ,
    INFANTRY,
    LEADER,
    MARINE,
    NOBODY,
    W1,
    W2,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.control import has_units, next_to_enemy, put
from khamsin.games.malta.rules.movement.breakdown import break_down, why_not_break
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .gunnery import aboard, box_units, is_held, named_box


def first_wave_takes(g: State, unit: int, there: Sequence[int]) -> bool:
    """18.31, 18.32 Two companies of infantry or engineers and one marine, or marines alone."""
    kind, limits = g.pack.kind[unit], g.pack.limits
    kinds = [g.pack.kind[other] for other in there]
    marines = kinds.count(MARINE)
    others = len(kinds) - marines
    if kind == MARINE:
        return marines < (limits.wave_marines if others else limits.wave_marines_alone)
    if kind not in (INFANTRY, ENGINEER) or not g.pack.is_company[unit]:
        return False
    return others < limits.wave_companies and marines <= limits.wave_marines


def second_wave_takes(
    g: State, unit: int, beach: int, first: Sequence[int], second: Sequence[int]
) -> bool:
    """18.31, 18.32 One company, HQ or artillery battalion, behind a first wave or unopposed."""
    pack = g.pack
    if not (pack.is_company[unit] or pack.kind[unit] in (HQ, ARTILLERY)):
        return False
    if second:
        return False
    return bool(first) or not next_to_enemy(g, AXIS, beach)


def fill_options(g: State) -> list[Option]:
    """18.31, 18.32, 18.91 Battalions that may break down, and units that may go into the boxes."""
    pack = g.pack
    options: list[Option] = []
    full = aboard(g)
    for zone_number, zone in enumerate(pack.zones):
        waiting = [u for u, place in enumerate(g.place) if place == FOLLOW_UP - zone_number]
        if not waiting:
            continue
        open_beaches = [
            (pack.beach_number[h], h) for h in zone.beaches if not has_units(g, ALLIED, h)
        ]
        known: set[tuple[int, int]] = set()
        for unit in waiting:
            name = g.unit_id(unit)
            if pack.kind[unit] == LEADER:
                options += _escorts(g, unit, open_beaches)
                continue
            if why_not_break(g, unit) is None:
                options.append(("break", name))
            if pack.is_battalion[unit] and pack.kind[unit] != ARTILLERY:
                continue
            pool = pack.pool_of[unit]
            if pool != NOBODY:  # nameless companies are all alike
                if (pool, g.formation[unit]) in known:
                    continue
                known.add((pool, g.formation[unit]))
            for number, beach in open_beaches:
                first, second = full.get(W1 - number, ()), full.get(W2 - number, ())
                if any(g.formation[u] != g.formation[unit] for u in (*first, *second)):
                    continue  # 18.32, 18.92: never two divisions on one beach
                if first_wave_takes(g, unit, first):
                    options.append(("first", name, f"w1_{g.place_id(beach)}"))
                if second_wave_takes(g, unit, beach, first, second):
                    options.append(("second", name, f"w2_{g.place_id(beach)}"))
    return options


def _escorts(g: State, leader: int, beaches: list[tuple[int, int]]) -> list[Option]:
    """18.33 An ADC may land with the HQ or any unit of his division."""
    formation = g.pack.leaders.index(leader)
    if not g.adc[leader]:
        return []
    return [
        ("escort", g.unit_id(leader), f"{wave}_{g.place_id(beach)}")
        for number, beach in beaches
        for wave, box in (("w1", W1 - number), ("w2", W2 - number))
        if any(g.formation[unit] == formation for unit in box_units(g, box))
    ]


async def fill_phase(g: State) -> None:
    """4.22, 18.0, 18.31 The Axis player breaks battalions down and fills the boxes."""
    while is_held(g):
        options = fill_options(g)
        if not options:
            return
        answer = await Choose("axis", "fill", listed([*options, DONE]), "18.31")
        if answer == DONE:
            return
        fill(g, answer)
        await MARK


def fill(g: State, answer: Option) -> None:
    """18.31, 18.33 One step of it; the commander of the 4th Division goes with its HQ."""
    unit = g.pack.unit_index[answer[1]]
    if answer[0] == "break":
        break_down(g, unit)
        return
    box, _ = named_box(g, answer[2])
    old = g.place[unit]
    put(g, unit, box)
    g.tell("boarded", "18.31", unit=answer[1], place=answer[2])
    if unit in g.pack.hqs:
        leader = g.pack.leaders[g.pack.hqs.index(unit)]
        if leader != NOBODY and not g.adc[leader] and g.place[leader] == old:
            put(g, leader, box)
