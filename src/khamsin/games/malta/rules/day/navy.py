"""17.6 The Royal Navy."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, AT_SEA, FOLLOW_UP, LEADER, SIDES, WARSHIP
from khamsin.games.malta.model.state import State
from khamsin.games.malta.model.tables import SHARES, Navy
from khamsin.games.malta.rules.combat.losses import eliminate
from khamsin.games.malta.rules.control import put
from khamsin.kernel.play.decision import Choose, Option, Roll, listed


async def navy(g: State) -> None:
    """4.1.k, 17.6, R39 On 1 July the Royal Navy may come."""
    if g.day != g.scenario.navy_day:
        return
    (die,) = await Roll(1, "navy", "17.6", SIDES[ALLIED])
    row = g.pack.tables.navy[die]
    assert row is not None
    g.navy = die
    g.tell("navy", "17.6", die=die, name=row.name)
    for number, day in enumerate(g.pack.days):
        g.air_cut[number] += row.air.get(day, 0)
        g.raid_cut[number] = SHARES.index(row.raids.get(day, "all"))
        g.beach_blocked[number] = int(day in row.blocked)
    g.air = max(0, g.air + g.air_cut[g.day])
    await _ships_lost(g, row)
    await _boxes_raided(g, row)


async def _ships_lost(g: State, row: Navy) -> None:
    """17.6, 20.2 Ships are damaged; the others stay away for a while."""
    ships = [ship for ship in g.pack.ships if g.place[ship] >= 0 or g.place[ship] == AT_SEA]
    count = {"none": 0, "half": -(-len(ships) // 2), "all": len(ships)}[row.damaged]
    while count:
        if count == len(ships):
            ship = ships[0]
        else:
            options: list[Option] = [("lose", g.unit_id(ship)) for ship in ships]
            answer = await Choose("axis", "lose_ship", listed(options), "17.6", ships=count)
            ship = g.pack.unit_index[answer[1]]
        ships.remove(ship)
        eliminate(g, ship, "17.6")
        count -= 1
    if row.absent_until:
        g.ships_until = g.pack.turn_number(row.absent_until)
        for ship in ships:
            put(g, ship, AT_SEA)


async def _boxes_raided(g: State, row: Navy) -> None:
    """17.6 Units in the follow-up boxes are lost."""
    kind = g.pack.kind
    for zone in range(len(g.pack.zones)):
        units = [
            u
            for u, place in enumerate(g.place)
            if place == FOLLOW_UP - zone and kind[u] not in (LEADER, WARSHIP)
        ]
        if units and row.lost_per_box:
            options: list[Option] = [("lose", g.unit_id(unit)) for unit in units]
            unit = units[0]
            if len(units) > 1:
                answer = await Choose("axis", "lose", listed(options), "17.6", steps=1)
                unit = g.pack.unit_index[answer[1]]
            eliminate(g, unit, "17.6")
        elif units and row.lost_from:
            dice = await Roll(len(units), "navy_raid", "17.6", SIDES[ALLIED])
            for unit, die in zip(units, dice, strict=True):
                if die >= row.lost_from:
                    eliminate(g, unit, "17.6")
