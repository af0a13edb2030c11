"""4.1 The initial segment of a day: arrival, attachments, weather, raids, replacements, ..."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    AA,
    ALLIED,
    AT_SEA,
    AXIS,
    FOLLOW_UP,
    GLIDER,
    GONE,
    GOOD,
    HQ,
    INFANTRY,
    LEADER,
    MAJOR,
    NOBODY,
    SIDES,
    SOLITAIRE,
    STRONGPOINT,
    UNUSED,
    WARSHIP,
    WEATHERS,
)
from khamsin.games.malta.model.state import ATTACHED, RESTORED, State, alter
from khamsin.games.malta.model.tables import SHARES, Navy
from khamsin.games.malta.rules.combat.losses import eliminate
from khamsin.games.malta.rules.control import land_units, near_enemy, put, refresh
from khamsin.games.malta.rules.sea.gunnery import coast_guns
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed

CLEAR_OF_ENEMY = 2  # 17.4: three hexes away at least
PER_ENGINEER = 4  # 16.25


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
        answer = await Choose("axis", "reattach", listed([*options, ("done",)]), "15.21")
        if answer == ("done",):
            return
        unit = g.pack.unit_index[answer[1]]
        g.formation = alter(g.formation, unit, g.pack.formation_ids.index(answer[2]))
        g.did[unit] |= ATTACHED
        g.tell("attached", "15.21", unit=answer[1], formation=answer[2])
        await MARK


# -- weather and raids -------------------------------------------------------------------------


async def weather(g: State) -> None:
    """4.1.c, 16.41, 17.2 Two dice, except on the first day, which is clear."""
    tables = g.pack.tables
    g.weather = tables.first_weather
    if g.day != g.scenario.first_day:
        dice = await Roll(2, "weather", "17.2", SIDES[AXIS])
        g.weather = next(sky for most, sky, _, _ in tables.weather if sum(dice) <= most)
        g.tell("weather_roll", "17.2", dice=dice)
    air, share = next((air, share) for _, sky, air, share in tables.weather if sky == g.weather)
    g.air = max(0, air + g.air_cut[g.day])
    g.raids = 0
    if g.scenario.air_raids:
        g.raids = _share(_share(tables.raids[g.day], share), SHARES[g.raid_cut[g.day]])
    g.tell("weather", "17.2", weather=WEATHERS[g.weather], air=g.air)


def _share(count: int, share: str) -> int:
    """17.51 All, half or none."""
    return {"all": count, "half": count // 2, "none": 0}[share]


async def raids(g: State) -> None:
    """4.1.d, 17.5-17.53 All raids are assigned to coast guns before any die is rolled."""
    while g.raids and coast_guns(g):
        options: list[Option] = [
            ("raid", g.unit_id(gun), str(count))
            for gun in coast_guns(g)
            if all(gun != other for _, other, _ in g.shots)
            for count in range(1, g.raids + 1)
        ]
        if not options:
            break
        answer = await Choose("axis", "raid", listed([*options, ("done",)]), "17.52", raids=g.raids)
        if answer == ("done",):
            break
        count = int(answer[2])
        g.raids -= count
        g.shots = (*g.shots, (NOBODY, g.pack.unit_index[answer[1]], count))
        await MARK
    for _, gun, count in g.shots:
        dice_left = count - raid_flak(g, gun)
        if dice_left < 1:
            g.tell("raid_driven_off", "17.52", unit=g.unit_id(gun))
            continue
        dice = await Roll(dice_left, "raid", "17.52", SIDES[AXIS])
        is_hit = g.pack.tables.numbers.raid_hit in dice
        g.tell("raid", "17.52", unit=g.unit_id(gun), dice=dice, hit=int(is_hit))
        if is_hit:
            eliminate(g, gun, "17.52")
    g.shots = ()
    g.raids = 0


def raid_flak(g: State, gun: int) -> int:
    """17.52 AA units within three hexes of a coast gun."""
    far = g.pack.tables.numbers.raid_aa_range
    return sum(
        1
        for unit in g.pack.of_kind[AA]
        if g.place[unit] >= 0 and g.pack.distance[g.place[unit]][g.place[gun]] <= far
    )


# -- replacements ------------------------------------------------------------------------------


def is_fit(g: State, unit: int) -> bool:
    """11.3, 11.4, 13.3, 17.4, 17.84 A reduced battalion in order, in supply, away from enemies."""
    pack = g.pack
    return (
        pack.is_battalion[unit]
        and g.place[unit] >= 0
        and g.level[unit] > 0
        and g.order[unit] == GOOD
        and not g.unsupplied[unit]
        and not g.did[unit] & RESTORED
        and not near_enemy(g, pack.side[unit], g.place[unit], CLEAR_OF_ENEMY)
    )


def restore(g: State, unit: int) -> None:
    """17.4 One step back."""
    g.level = alter(g.level, unit, g.level[unit] - 1)
    g.did[unit] |= RESTORED
    refresh(g, g.pack.side[unit], g.place[unit])


async def replacements(g: State) -> None:
    """4.1.g, 17.41, 20.2 On 3 July the Axis player restores steps; what is not used is lost."""
    if g.day != g.scenario.replacement_day:
        return
    left = dict(zip((INFANTRY, GLIDER), g.scenario.replacements, strict=True))
    while True:
        units = [
            unit
            for unit in land_units(g, AXIS)
            if left.get(g.pack.kind[unit])
            and g.pack.units[unit].nation == "italian"
            and is_fit(g, unit)
        ]
        if not units:
            break
        options: list[Option] = [("replace", g.unit_id(unit)) for unit in units]
        answer = await Choose("axis", "replace", listed([*options, ("done",)]), "17.41")
        if answer == ("done",):
            break
        unit = g.pack.unit_index[answer[1]]
        left[g.pack.kind[unit]] -= 1
        restore(g, unit)
        g.lost[AXIS] -= 1
        g.tell("replaced", "17.41", unit=answer[1])


def absorb_options(g: State) -> list[Option]:
    """16.6, 17.42 British battalions stacked with security companies."""
    return [
        ("absorb", g.unit_id(unit), g.unit_id(company))
        for units in g.here[ALLIED]
        for unit in units
        if g.pack.units[unit].nation == "british"
        and g.pack.kind[unit] == INFANTRY
        and is_fit(g, unit)
        for company in units
        if g.pack.units[company].is_security
    ]


async def absorb(g: State) -> None:
    """4.1.h, 17.42, 20.1 The company is gone, but it is no loss."""
    while options := absorb_options(g):
        answer = await Choose("allied", "absorb", listed([*options, ("done",)]), "17.42")
        if answer == ("done",):
            return
        unit, company = (g.pack.unit_index[name] for name in answer[1:])
        put(g, company, GONE)
        restore(g, unit)
        g.tell("absorbed", "17.42", unit=answer[1], piece=answer[2])


async def munitions(g: State) -> None:
    """4.1.i, 12.54 From 30 June rounds are landed in ports and over beaches."""
    pack, numbers = g.pack, g.pack.tables.numbers
    if g.day == 0:
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
    if g.day == 0:
        return
    while True:
        waiting = [unit for unit in g.scenario.engineers if g.place[unit] == UNUSED]
        points = [u for u in g.pack.of_kind[STRONGPOINT] if g.place[u] >= 0]
        if not waiting or len(points) < PER_ENGINEER:
            return
        hexes: list[int] = []
        while len(hexes) < PER_ENGINEER:
            options: list[Option] = [("dismantle", g.unit_id(unit)) for unit in points]
            if not hexes:
                options.append(("done",))
            answer = await Choose("allied", "dismantle", listed(options), "16.25", count=len(hexes))
            if answer == ("done",):
                return
            unit = g.pack.unit_index[answer[1]]
            hexes.append(g.place[unit])
            points.remove(unit)
            g.tell("dismantled", "16.25", unit=answer[1], place=g.hex_id(g.place[unit]))
            put(g, unit, GONE)
        name = g.unit_id(waiting[0])
        places: list[Option] = [("place", name, g.hex_id(h)) for h in sorted(hexes)]
        (_, _, place) = await Choose("allied", "place_engineer", listed(places), "16.25", unit=name)
        put(g, waiting[0], g.pack.board.at(place))
        g.tell("placed", "16.25", unit=name, place=place)
        await MARK


# -- the Royal Navy ----------------------------------------------------------------------------


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
