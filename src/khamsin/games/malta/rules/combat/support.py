"""9.2, 10.11, 12.23, 16.4, 16.74 Laying out the support of artillery, ships and aircraft."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    AXIS,
    CITY,
    DEMORALISED,
    NEAR,
    RAIN,
    SIDES,
    TOWN,
    WARSHIP,
    WOODS,
)
from khamsin.games.malta.model.state import BOMBARDED, SILENT, State
from khamsin.games.malta.rules.control import has_units, near_enemy, reacts
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .attackers import attackable
from .strength import gun_of

SUPPORT, STORM_SUPPORT, BOMBARD, STORM_BOMBARD = range(4)
KINDS = ("support", "storm_support", "bombard", "storm_bombard")


LIMBERED = Refused("6.6", "limbered")
NO_ROUNDS = Refused("12.0", "no_rounds")
DEMORALISED_GUNS = Refused("11.4", "demoralised_guns")
GUNS_IN_ZOC = Refused("12.23", "guns_in_zoc")
NO_REACTION = Refused("17.7", "no_reaction")
NO_SHIP_FIRE = Refused("16.76", "no_ship_fire")
SHIP_SILENT = Refused("16.73", "ship_silent")


def why_not_fire(g: State, unit: int) -> Refused | None:
    """6.6, 11.4, 12.23, 16.73, 16.76, 17.7, R47 Why artillery or a ship cannot fire now."""
    pack = g.pack
    if pack.kind[unit] == WARSHIP:
        if g.is_night or g.weather == RAIN:
            return NO_SHIP_FIRE
        return SHIP_SILENT if g.did[unit] & SILENT else None
    if not g.deployed[unit]:
        return LIMBERED
    if not g.ammo[unit]:
        return NO_ROUNDS
    if g.order[unit] == DEMORALISED:
        return DEMORALISED_GUNS
    if g.zoc[1 - pack.side_of[unit]][g.place[unit]]:
        return GUNS_IN_ZOC
    return None if reacts(g, unit) else NO_REACTION


def guns(g: State, side: int) -> list[int]:
    """12.0, 16.7 Artillery and ships of a side that can fire."""
    units = [
        unit
        for unit in g.pack.of_kind[ARTILLERY]
        if g.pack.side_of[unit] == side and g.place[unit] >= 0
    ]
    if side == AXIS:
        units += [ship for ship in g.pack.ships if g.place[ship] >= 0]
    return [unit for unit in units if why_not_fire(g, unit) is None]


def in_range(g: State, unit: int, h: int) -> bool:
    """2.1.range Whether a hex is within the range of a gun."""
    return g.pack.distance[g.place[unit]][h] <= gun_of(g, unit).range


# -- spotting ----------------------------------------------------------------------------------


def is_spotted(g: State, side: int, h: int) -> bool:
    """10.11, R27 Enemies next to a friendly unit; by day two hexes off over open ground."""
    pack = g.pack
    for n in pack.touch[h]:
        if g.here[side][n] and has_units(g, side, n):
            return True
    if g.is_night or not _is_open(g, h):
        return False
    for n in pack.within[h][NEAR]:
        if pack.distance[h][n] == NEAR and g.here[side][n] and has_units(g, side, n):
            middle = [m for m in pack.board.neighbours[h] if pack.distance[m][n] == 1]
            if any(m >= pack.land or _is_open(g, m) for m in middle):
                return True
    return False


def _is_open(g: State, h: int) -> bool:
    return g.pack.terrain[h] not in (WOODS, TOWN, CITY)


# -- placing markers ---------------------------------------------------------------------------


def usable_air(g: State) -> int:
    """9.2, 16.4 The air support markers of the active player: the Axis has them, by day."""
    return g.air if g.active == AXIS and not g.is_night else 0


def offensive_options(g: State) -> list[Option]:
    """9.2, 10.1, 12.52, 16.4, 16.74, 16.75, 16.78 Every marker the active player may place."""
    pack, side = g.pack, g.active
    placed = [unit for unit, _, _ in g.fires]
    free = [unit for unit in guns(g, side) if unit not in placed and not g.did[unit] & BOMBARDED]
    air = usable_air(g)
    targets = attackable(g, side, seeming=True) if free or air else []
    options: list[Option] = []
    if free:
        spotted = [
            h
            for h, units in enumerate(g.here[1 - side])
            if units and has_units(g, 1 - side, h) and is_spotted(g, side, h)
        ]
        for unit in free:
            name = g.unit_id(unit)
            is_ship = pack.kind[unit] == WARSHIP
            storms = not is_ship and g.ammo[unit] == pack.tables.numbers.max_rounds
            for h in targets:
                if in_range(g, unit, h) and _fits(g, unit, h, SUPPORT):
                    options.append(("support", name, pack.place_ids[h]))
                    if storms:
                        options.append(("storm_support", name, pack.place_ids[h]))
            for h in spotted:
                if in_range(g, unit, h) and _fits(g, unit, h, BOMBARD):
                    options.append(("bombard", name, pack.place_ids[h]))
                    if storms:
                        options.append(("storm_bombard", name, pack.place_ids[h]))
    if air:
        options += [("air", pack.place_ids[h]) for h in targets]
    return options


def _fits(g: State, unit: int, h: int, kind: int) -> bool:
    """10.1, 16.74 Ships and artillery never together; at most three ships support an attack."""
    is_ship = g.pack.kind[unit] == WARSHIP
    ships = 0
    for other, there, what in g.fires:
        if there == h and (what >= BOMBARD) == (kind >= BOMBARD):
            if (g.pack.kind[other] == WARSHIP) != is_ship:
                return False
            ships += is_ship
    return kind >= BOMBARD or ships < g.pack.limits.ships_attack


async def support_phase(g: State) -> None:
    """9.2 The active player places artillery, ship and air markers."""
    while True:
        options = offensive_options(g)
        if not options:
            return
        options.append(DONE)
        answer = await Choose(SIDES[g.active], "support", listed(options), "9.2", air=usable_air(g))
        if answer == DONE:
            return
        h = g.pack.board.at(answer[-1])
        if answer[0] == "air":
            g.air -= 1
            g.air_on = (*g.air_on, h)
            g.tell("air_placed", "16.42", place=answer[1])
        else:
            kind = KINDS.index(answer[0])
            g.fires = (*g.fires, (g.pack.unit_index[answer[1]], h, kind))
            g.tell("fire_placed", "9.2", unit=answer[1], place=answer[2], fire=answer[0])
        await MARK


def defensive_options(g: State) -> list[Option]:
    """9.2, 16.74, R79 The inactive player's artillery and ships, on hexes that may be attacked.

    An advance may bring enemies next to hexes that none of them is next to now.
    """
    pack, side = g.pack, 1 - g.active
    placed = [unit for unit, _ in g.guards]
    free = [unit for unit in guns(g, side) if unit not in placed]
    if not free or not attackable(g, g.active, seeming=True):
        return []
    limits = pack.limits
    far = 1 + (limits.advance_night if g.is_night else limits.advance_vehicle)
    hexes = [
        h
        for h, units in enumerate(g.here[side])
        if units and has_units(g, side, h) and near_enemy(g, side, h, far)
    ]
    return [
        ("defend", g.unit_id(unit), pack.place_ids[h])
        for unit in free
        for h in hexes
        if in_range(g, unit, h) and _guard_fits(g, unit, h)
    ]


def _guard_fits(g: State, unit: int, h: int) -> bool:
    is_ship = g.pack.kind[unit] == WARSHIP
    ships = 0
    for other, there in g.guards:
        if there == h:
            if (g.pack.kind[other] == WARSHIP) != is_ship:
                return False
            ships += is_ship
    return ships < g.pack.limits.ships_defend


async def defend_phase(g: State) -> None:
    """9.2 Then the inactive player places artillery and ship markers."""
    while True:
        options = defensive_options(g)
        if not options:
            return
        options.append(DONE)
        answer = await Choose(SIDES[1 - g.active], "defend", listed(options), "9.2")
        if answer == DONE:
            return
        g.guards = (*g.guards, (g.pack.unit_index[answer[1]], g.pack.board.at(answer[2])))
        g.tell("guard_placed", "9.2", unit=answer[1], place=answer[2])
        await MARK
