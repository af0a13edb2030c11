"""4.1 The initial segment of a day: arrival, attachments, ammunition, strongpoints."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    AT_SEA,
    AXIS,
    FOLLOW_UP,
    GONE,
    HQ,
    LEADER,
    MAJOR,
    NOBODY,
    SIDES,
    SOLITAIRE,
    STRONGPOINT,
    UNUSED,
)
from khamsin.games.malta.model.state import ATTACHED, State, alter
from khamsin.games.malta.rules.control import put
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed


async def arrive(g: State) -> None:
    """4.1.a, 18.22, 21.2 On the first day the divisions take their place off the beaches."""
    if g.day != g.scenario.first_day:
        return
    pack = g.pack
    divisions = (pack.div4, pack.div20)
    if g.scenario.chooses_zones and g.has(SOLITAIRE):
        for number in range(len(divisions)):
            while g.zones[number] == NOBODY:
                (die,) = await Roll(1, "zone", "21.2", SIDES[AXIS])
                zone = pack.zone_ids.index(pack.tables.solitaire_zone[die])
                if zone not in g.zones:  # a repeat is thrown again
                    g.zones[number] = zone
    for number, division in enumerate(divisions):
        units = [
            unit
            for unit, place in enumerate(g.place)
            if place == AT_SEA and g.formation[unit] == division
        ]
        for unit in units:
            put(g, unit, FOLLOW_UP - g.zones[number])
        if units:
            g.tell(
                "arrived", "4.1.a", reveals=True, formation=pack.formation_ids[division],
                zone=pack.zone_ids[g.zones[number]], units=g.names(units),
            )  # fmt: skip


# -- attachments -------------------------------------------------------------------------------


def attach_options(g: State) -> list[Option]:
    """14.0, 15.21 Units stacked with a unit of another formation, once each; a leader is none."""
    options: list[Option] = []
    kind = g.pack.kind
    for here in g.here[AXIS]:
        units = [unit for unit in here if kind[unit] != LEADER]
        if len(units) < 2:
            continue
        formations = sorted({g.formation[u] for u in units if g.formation[u] != NOBODY})
        for unit in units:
            if kind[unit] == HQ or g.did[unit] & ATTACHED:
                continue
            options += [
                ("attach", g.unit_id(unit), g.pack.formation_ids[number])
                for number in formations
                if number != g.formation[unit]
            ]
    return options


async def attachments(g: State) -> None:
    """4.1.b, 15.21, 15.22 Attach, detach, reassign."""
    while options := attach_options(g):
        answer = await Choose("axis", "reattach", listed([*options, DONE]), "15.21")
        if answer == DONE:
            return
        unit = g.pack.unit_index[answer[1]]
        g.formation = alter(g.formation, unit, g.pack.formation_ids.index(answer[2]))
        g.did[unit] |= ATTACHED
        g.tell("attached", "15.21", unit=answer[1], formation=answer[2])
        await MARK


# -- ammunition --------------------------------------------------------------------------------


async def munitions(g: State) -> None:
    """4.1.i, 12.54 From 30 June rounds are landed in ports and over beaches."""
    pack, numbers = g.pack, g.pack.tables.numbers
    if g.day < pack.limits.ammunition_from:
        return
    count = 0
    for h in pack.ports:
        if g.control[h] == AXIS:
            is_major = pack.hexes[h].port == MAJOR
            count += numbers.dice_major if is_major else numbers.dice_minor
    for h in pack.beaches:
        if g.control[h] == AXIS and g.landed[h]:
            count += numbers.dice_beach
    if not count:
        return
    dice = await Roll(count, "munitions", "12.54", SIDES[AXIS])
    landed = sum(1 for die in dice if die in pack.tables.round_on)
    g.stockpile += landed
    g.tell("munitions", "12.54", dice=dice, rounds=landed, stockpile=g.stockpile)


# -- strongpoints ------------------------------------------------------------------------------


async def dismantle(g: State) -> None:
    """4.1.j, 16.25, 20.1 Four strongpoints make an engineer company; two in the whole game."""
    limits = g.pack.limits
    if g.day < limits.dismantled_from:
        return
    while True:
        waiting = [unit for unit in g.scenario.engineers if g.place[unit] == UNUSED]
        points = [u for u in g.pack.of_kind[STRONGPOINT] if g.place[u] >= 0]
        if not waiting or len(points) < limits.per_engineer:
            return
        hexes: list[int] = []
        while len(hexes) < limits.per_engineer:
            options: list[Option] = [("dismantle", g.unit_id(unit)) for unit in points]
            if not hexes:
                options.append(DONE)
            answer = await Choose("allied", "dismantle", listed(options), "16.25", count=len(hexes))
            if answer == DONE:
                return
            unit = g.pack.unit_index[answer[1]]
            hexes.append(g.place[unit])
            points.remove(unit)
            g.tell("dismantled", "16.25", unit=answer[1], place=g.place_id(g.place[unit]))
            put(g, unit, GONE)
        name = g.unit_id(waiting[0])
        places: list[Option] = [("place", name, g.place_id(h)) for h in sorted(hexes)]
        (_, _, place) = await Choose("allied", "place_engineer", listed(places), "16.25", unit=name)
        put(g, waiting[0], g.pack.board.at(place))
        g.tell("placed", "16.25", unit=name, place=place)
        await MARK
