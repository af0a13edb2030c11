"""6.52, 16.22, 16.32, 17.1 What happens when a unit comes into a hex."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, AXIS, CITY, LEADER, MILITIA, SIDES, STRONGPOINT
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.combat.losses import eliminate, overrun_leader, reveal
from khamsin.games.malta.rules.control import has_units, is_blocked, is_land_unit, put
from khamsin.kernel.play.decision import Draw, Roll


async def enter(g: State, unit: int, h: int, *, dropped: bool = False) -> None:
    """6.52 Go into a hex: what cannot hold it is overrun, and the island takes notice."""
    side = g.pack.side_of[unit]
    if g.here[1 - side][h] and is_land_unit(g, unit) and not is_blocked(g, side, h):
        await overrun(g, side, h)
    put(g, unit, h)
    if side == AXIS and is_land_unit(g, unit):
        await alarm(g, h, dropped=dropped)


def is_quiet(g: State, side: int, h: int) -> bool:
    """6.52, 16.22, 16.32, 17.1 Whether nothing happens when a unit passes through a hex."""
    if g.here[1 - side][h]:
        return False
    if side == ALLIED:
        return True
    if g.near1[ALLIED][h] or g.forts[h]:
        return False
    return all(g.rolled[town] for town in g.pack.militia_hexes[h])


def pass_through(g: State, unit: int, h: int) -> None:
    """2.1.control, R30 Go through a quiet hex: it is held from now on."""
    if is_land_unit(g, unit):
        g.control[h] = g.pack.side_of[unit]


async def overrun(g: State, side: int, h: int) -> None:
    """6.52, 9.15, 16.53, 16.58 Leaders roll, coast guns and zero-strength units are eliminated."""
    for unit in g.here[1 - side][h]:
        if g.pack.kind[unit] == LEADER:
            await overrun_leader(g, unit)
        else:
            eliminate(g, unit, "6.52")


async def alarm(g: State, h: int, *, dropped: bool = False) -> None:
    """16.22, 16.32, 17.1 An Axis unit is in a hex: forts fall, strongpoints show, towns rise.

    19.5 Who comes down on a strongpoint that turns out to be of defence 0 overruns it.
    """
    for n in (h, *g.pack.touch[h]):
        for unit in g.here[ALLIED][n]:
            if g.pack.kind[unit] == STRONGPOINT and not g.seen[unit]:
                reveal(g, unit, "16.22")
    if not is_blocked(g, AXIS, h):
        await overrun(g, AXIS, h)
        if g.forts[h]:
            g.forts = alter(g.forts, h, 0)
            g.tell("fort_destroyed", "17.1", place=g.place_id(h))
    for town in g.pack.militia_hexes[h]:
        if not g.rolled[town]:
            await militia_roll(g, town, into=dropped and town == h)


async def militia_roll(g: State, town: int, *, into: bool) -> None:
    """16.32, 16.36, R40 Once a game for each town and city, while there is militia in the cup."""
    if g.militia >= g.scenario.militia:
        return
    g.rolled = alter(g.rolled, town, 1)
    if has_units(g, AXIS, town) and not into:
        return
    (die,) = await Roll(1, "militia", "16.32", SIDES[ALLIED])
    tables = g.pack.tables
    wanted = tables.militia_city if g.pack.terrain[town] == CITY else tables.militia_town
    g.tell("militia_roll", "16.32", place=g.place_id(town), die=die, rises=int(die in wanted))
    if die not in wanted:
        return
    unit = g.pack.of_kind[MILITIA][g.militia]
    (drawn,) = await Draw(
        [g.unit_id(back) for back in cup(g)], 1, "militia_cup", "16.32", only=(SIDES[ALLIED],)
    )
    g.militia += 1
    g.back = alter(g.back, unit, g.pack.unit_index[drawn])
    put(g, unit, town)
    g.tell("militia_rises", "16.32", unit=g.unit_id(unit), place=g.place_id(town))
    g.tell("militia_drawn", "16.32", only=(SIDES[ALLIED],), unit=g.unit_id(unit), value=drawn)
    if into:
        reveal(g, unit, "16.32")


def cup(g: State) -> list[int]:
    """16.31 What may still be in the cup; nobody has looked which one was left out."""
    drawn = [g.back[unit] for unit in g.pack.of_kind[MILITIA][: g.militia]]
    return [back for back in g.pack.of_kind[MILITIA] if back not in drawn]
