"""9.2, 12.21-12.23, 12.5, 16.7 Support of artillery, ships and aircraft."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    AXIS,
    CITY,
    COAST_GUN,
    DEMORALISED,
    LEADER,
    MILITIA,
    RAIN,
    SIDES,
    TOWN,
    WARSHIP,
    WOODS,
)
from khamsin.games.malta.model.state import ARRIVED, ATTACKED, BOMBARDED, SILENT, State, alter
from khamsin.games.malta.rules.control import has_units, is_blocked, near_enemy, reacts, refresh
from khamsin.kernel.game import Refused
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed

from .losses import disorganise
from .strength import attack, gun_of, is_remnant, support

SUPPORT, STORM_SUPPORT, BOMBARD, STORM_BOMBARD = range(4)
KINDS = ("support", "storm_support", "bombard", "storm_bombard")

SHIPS_ATTACK, SHIPS_DEFEND = 3, 2  # 16.74
FOOT_LIMIT, VEHICLE_LIMIT, NIGHT_LIMIT = 2, 3, 1  # 9.86: hexes that a unit advances in a phase

LIMBERED = Refused("6.6", "limbered")
NO_ROUNDS = Refused("12.0", "no_rounds")
DEMORALISED_GUNS = Refused("11.4", "demoralised_guns")
GUNS_IN_ZOC = Refused("12.23", "guns_in_zoc")
NO_REACTION = Refused("17.7", "no_reaction")
NO_SHIP_FIRE = Refused("16.76", "no_ship_fire")
NO_ATTACK = Refused("9.11", "no_attack_strength")
HAS_ATTACKED = Refused("9.13", "has_attacked")
JUST_ARRIVED = Refused("9.16", "arrived_no_attack")
DEMORALISED_AT_NIGHT = Refused("10.21", "no_night_attack")
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
    if g.zoc[1 - pack.side[unit]][g.place[unit]]:
        return GUNS_IN_ZOC
    return None if reacts(g, unit) else NO_REACTION


def guns(g: State, side: int) -> list[int]:
    """12.0, 16.7 Artillery and ships of a side that can fire."""
    units = [
        unit
        for unit in g.pack.of_kind[ARTILLERY]
        if g.pack.side[unit] == side and g.place[unit] >= 0
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
    for n in pack.within[h][2]:
        if pack.distance[h][n] == 2 and g.here[side][n] and has_units(g, side, n):
            middle = [m for m in pack.board.neighbours[h] if pack.distance[m][n] == 1]
            if any(m >= pack.land or _is_open(g, m) for m in middle):
                return True
    return False


def _is_open(g: State, h: int) -> bool:
    return g.pack.terrain[h] not in (WOODS, TOWN, CITY)


# -- placing markers ---------------------------------------------------------------------------


def why_not_attack(g: State, unit: int) -> Refused | None:
    """9.13, 9.16, 10.21, R24 Why a unit cannot attack in this phase at all."""
    if g.pack.kind[unit] in (LEADER, COAST_GUN, ARTILLERY) or attack(g, unit) == 0:
        return NO_ATTACK
    if g.did[unit] & ATTACKED:
        return HAS_ATTACKED
    if g.did[unit] & ARRIVED:
        return JUST_ARRIVED
    if g.is_night and g.order[unit] == DEMORALISED:
        return DEMORALISED_AT_NIGHT
    return None


def attackable(g: State, side: int, *, seeming: bool = False) -> list[int]:
    """9.11, 9.15 The hexes that units of this side could attack now.

    `seeming` is how it looks to the enemy: militia that lies face down may be able to attack.
    """
    pack = g.pack
    found: set[int] = set()
    for h, units in enumerate(g.here[side]):
        for unit in units:
            if why_not_attack(g, unit) is not None and not (
                seeming and pack.kind[unit] == MILITIA and not g.seen[unit]
            ):
                continue
            for n, _, _ in pack.steps[pack.move_class[unit]][0][h]:
                if g.here[1 - side][n] and n not in found and is_blocked(g, side, n):
                    found.add(n)
    return sorted(found)


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
                    options.append(("support", name, pack.hex_ids[h]))
                    if storms:
                        options.append(("storm_support", name, pack.hex_ids[h]))
            for h in spotted:
                if in_range(g, unit, h) and _fits(g, unit, h, BOMBARD):
                    options.append(("bombard", name, pack.hex_ids[h]))
                    if storms:
                        options.append(("storm_bombard", name, pack.hex_ids[h]))
    if air:
        options += [("air", pack.hex_ids[h]) for h in targets]
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
    return kind >= BOMBARD or ships < SHIPS_ATTACK


async def support_phase(g: State) -> None:
    """9.2 The active player places artillery, ship and air markers."""
    while True:
        options = offensive_options(g)
        if not options:
            return
        options.append(("done",))
        answer = await Choose(SIDES[g.active], "support", listed(options), "9.2", air=usable_air(g))
        if answer == ("done",):
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
    far = 1 + (NIGHT_LIMIT if g.is_night else VEHICLE_LIMIT)
    hexes = [
        h
        for h, units in enumerate(g.here[side])
        if units and has_units(g, side, h) and near_enemy(g, side, h, far)
    ]
    return [
        ("defend", g.unit_id(unit), pack.hex_ids[h])
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
    return ships < SHIPS_DEFEND


async def defend_phase(g: State) -> None:
    """9.2 Then the inactive player places artillery and ship markers."""
    while True:
        options = defensive_options(g)
        if not options:
            return
        options.append(("done",))
        answer = await Choose(SIDES[1 - g.active], "defend", listed(options), "9.2")
        if answer == ("done",):
            return
        g.guards = (*g.guards, (g.pack.unit_index[answer[1]], g.pack.board.at(answer[2])))
        g.tell("guard_placed", "9.2", unit=answer[1], place=answer[2])
        await MARK


# -- what it is worth --------------------------------------------------------------------------


def half(value: int) -> int:
    """Half, rounded up."""
    return (value + 1) // 2


def supports(g: State, unit: int, value: int, formations: set[int], *, doubled: bool) -> int:
    """9.91.mixed, 12.22, 12.52, R25 One unit: its state, a foreign formation, a hurricane."""
    value = support(g, unit, value)
    pack = g.pack
    if (
        pack.kind[unit] == ARTILLERY
        and pack.side[unit] == AXIS
        and g.formation[unit] not in formations
    ):
        value = half(value)
    return 2 * value if doubled else value


def formations_of(g: State, units: tuple[int, ...]) -> set[int]:
    """15.1, 17.32, R29 The formations of units in a combat; a remnant belongs to none."""
    return {g.formation[unit] for unit in units if not is_remnant(g, unit)}


def offensive_total(
    g: State, marks: tuple[tuple[int, bool], ...], attackers: tuple[int, ...], h: int
) -> int:
    """9.3.b, 9.91 All offensive support of an attack; night, town and city halve the sum (R25)."""
    formations = formations_of(g, attackers)
    total = sum(
        supports(g, unit, gun_of(g, unit).offensive, formations, doubled=doubled)
        for unit, doubled in marks
    )
    return halvings(g, total, h)


def halvings(g: State, total: int, h: int) -> int:
    """9.91.night, 9.91.city, 9.91.town, 10.22, R25 What night and terrain leave of it."""
    if g.is_night:
        total = half(total)
    terrain = g.pack.tables.terrain
    name = ("clear", "woods", "town", "city")[g.pack.terrain[h]]
    return half(total) if terrain[name].halves else total


def defensive_total(
    g: State, marks: tuple[tuple[int, bool], ...], defenders: tuple[int, ...]
) -> int:
    """9.3.c All defensive support of a defence; it is halved at night, never doubled."""
    formations = formations_of(g, defenders)
    total = sum(
        supports(g, unit, gun_of(g, unit).defensive, formations, doubled=False) for unit, _ in marks
    )
    return half(total) if g.is_night else total


# -- ammunition --------------------------------------------------------------------------------


def spend_offensive(g: State, unit: int, *, storm: bool) -> None:
    """12.51, 12.52, 10.21, R28, R60 One round, or two in a hurricane; ships have plenty (16.77)."""
    if g.pack.kind[unit] == WARSHIP:
        return
    g.ammo = alter(g.ammo, unit, 0 if storm else g.ammo[unit] - 1)
    if storm:
        disorganise(g, unit, "12.52")
    if g.is_night:
        night_attack(g, unit)
    refresh(g, g.pack.side[unit], g.place[unit])
    g.tell("rounds", "12.51", unit=g.unit_id(unit), left=g.ammo[unit])


def night_attack(g: State, unit: int) -> None:
    """10.21 Whoever attacked at night is disorganised; if he was or became so, demoralised."""
    disorganise(g, unit, "10.21")


async def spend_defensive(g: State, unit: int) -> None:
    """12.51 A die after the combat: 1 or 2 spends a round."""
    if g.pack.kind[unit] == WARSHIP:
        return
    (die,) = await Roll(1, "ammunition", "12.51", SIDES[g.pack.side[unit]])
    if die in g.pack.tables.defensive_spends and g.ammo[unit]:
        g.ammo = alter(g.ammo, unit, g.ammo[unit] - 1)
        refresh(g, g.pack.side[unit], g.place[unit])
    g.tell("rounds", "12.51", unit=g.unit_id(unit), die=die, left=g.ammo[unit])
