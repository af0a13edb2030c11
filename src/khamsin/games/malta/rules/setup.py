"""3.0, 22 Preparation: the table as the scenario says, attachments, zones, the Allied set-up."""

from __future__ import annotations

from khamsin.games.malta.model.pack import VARIABLE_SETUP, Pack
from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    AT_SEA,
    AXIS,
    BEACH,
    BREAKDOWN,
    BROKEN,
    COAST_GUN,
    FOLLOW_UP,
    GONE,
    MILITIA,
    NOBODY,
    SIDES,
    SOLITAIRE,
    STRONGPOINT,
    TO_PLACE,
    UNUSED,
    Placing,
)
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.combat.losses import break_group
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option, choose_one, listed

from .control import load, next_to_enemy, put, refresh, refresh_all, weight

FREE = (STRONGPOINT, COAST_GUN)


def new_game(pack: Pack, setup: Setup) -> State:
    """3.0, 22.1, 22.24-22.28, 22.33-22.37, R70 The table before anybody has decided anything."""
    scenario = pack.scenarios[setup.scenario]
    g = State(pack, scenario, setup.options)
    for h in scenario.axis_hexes:
        g.control[h] = AXIS
    for h in scenario.landed:
        g.landed = alter(g.landed, h, 1)
    for h in scenario.destroyed:
        g.forts = alter(g.forts, h, 0)
    for h in scenario.militia_rolled:
        g.rolled = alter(g.rolled, h, 1)
    counters = {kind: iter(pack.of_kind[kind]) for kind in FREE}
    for placing in scenario.hexes:
        for name in placing.units:
            unit = pack.unit_index[name]
            if pack.kind[unit] in FREE:  # what a counter is called must not tell what is on it
                back, unit = unit, next(counters[pack.kind[unit]])
                g.back = alter(g.back, unit, back)
            _arrive(g, unit, placing, pack.board.at(placing.place))
        for name, count in placing.pool:
            _companies(g, pack.pool_ids.index(name), count, pack.board.at(placing.place))
        for marker in placing.markers:
            g.dz[("dz_ramcke", "dz_folgore").index(marker)] = pack.board.at(placing.place)
    for placing in scenario.boxes:
        for name in placing.units:
            _arrive(g, pack.unit_index[name], placing, _box(pack, placing.place))
    for unit in scenario.broken_down:
        g.place[unit] = BROKEN
    for unit in scenario.warships:
        g.place[unit] = AT_SEA
    _the_rest(g)
    for unit in pack.of_kind[ARTILLERY]:
        g.ammo = alter(g.ammo, unit, pack.tables.numbers.max_rounds)  # 12.53
    for unit in pack.of_kind[STRONGPOINT]:
        if g.place[unit] >= 0 and next_to_enemy(g, ALLIED, g.place[unit]):
            g.seen = alter(g.seen, unit, 1)  # 16.22: Axis units have come up to it before play
    for side in (ALLIED, AXIS):
        refresh_all(g, side)
    if not scenario.chooses_zones:
        g.zones = [pack.zone_ids.index("north"), pack.zone_ids.index("west")]
    g.phase = "plans" if scenario.plans_first and SOLITAIRE not in setup.options else "attach"
    g.active = AXIS
    return g


def _arrive(g: State, unit: int, placing: Placing, place: int) -> None:
    for name, level in placing.levels:
        if name == g.unit_id(g.back[unit]):
            g.level = alter(g.level, unit, level)
    if placing.attach_to and g.formation[unit] == NOBODY:
        g.formation = alter(g.formation, unit, g.pack.formation_ids.index(placing.attach_to))  # R41
    if g.has(VARIABLE_SETUP) and place >= 0:
        g.place[unit] = TO_PLACE  # 22.39.a
        return
    put(g, unit, place)


def _companies(g: State, pool: int, count: int, h: int) -> None:
    """22.25, 22.33, R4 Nameless companies; they belong where battalions of their kind do."""
    pack = g.pack
    formation = next(unit.formation for unit in pack.units if unit.pool == pool)
    for unit in [u for u in pack.pool_units[pool] if g.place[u] == UNUSED][:count]:
        g.formation = alter(g.formation, unit, formation)
        if g.has(VARIABLE_SETUP):
            g.place[unit] = TO_PLACE
        else:
            put(g, unit, h)


def _box(pack: Pack, name: str) -> int:
    if name == "breakdown":
        return BREAKDOWN
    zone = name.removeprefix("followup_")
    return FOLLOW_UP - pack.zone_ids.index(zone) if zone in pack.zone_ids else AT_SEA


def _the_rest(g: State) -> None:
    """22.24, 22.28, R37 What the scenario does not name was lost before it begins."""
    pack, scenario = g.pack, g.scenario
    waits = {*scenario.engineers, *pack.of_kind[MILITIA]}
    for unit, place in enumerate(g.place):
        if place != UNUSED or unit in waits or pack.pool_of[unit] != NOBODY:
            continue
        if pack.units[unit].parent != NOBODY:
            continue
        if scenario.chooses_zones and pack.kind[unit] in FREE:
            continue  # R7: placed freely
        g.place[unit] = GONE
        break_group(g, unit)


# -- the Axis in secret ------------------------------------------------------------------------


def unattached(g: State) -> list[int]:
    """15.21, 18.21 The units that must join the 4th or the 20th Division before play."""
    return [
        unit
        for unit, place in enumerate(g.place)
        if place == AT_SEA
        and g.formation[unit] == NOBODY
        and g.pack.units[unit].entry == "amphibious"
    ]


async def attach_first(g: State) -> None:
    """2.1.attached, 15.21 Each unassigned unit goes to one of the two divisions."""
    pack = g.pack
    for unit in unattached(g):
        name = g.unit_id(unit)
        options: list[Option] = [
            ("attach", name, pack.formation_ids[number]) for number in (pack.div4, pack.div20)
        ]
        answer = await Choose(
            "axis", "attach_first", listed(options), "15.21", only=("axis",),
            unit=name,
        )  # fmt: skip
        g.formation = alter(g.formation, unit, pack.formation_ids.index(answer[2]))
        g.tell("attached", "15.21", only=("axis",), unit=name, formation=answer[2])
        await MARK


async def choose_zones(g: State) -> None:
    """3.0, 18.21 A beach zone for each division, written down; both may share one."""
    pack = g.pack
    if not g.scenario.chooses_zones or g.has(SOLITAIRE):
        return
    for number, division in enumerate((pack.div4, pack.div20)):
        if g.zones[number] != NOBODY:
            continue
        name = pack.formation_ids[division]
        options: list[Option] = [("zone", name, zone) for zone in pack.zone_ids]
        answer = await Choose(
            "axis", "choose_zone", listed(options), "18.21", only=("axis",),
            formation=name,
        )  # fmt: skip
        g.zones[number] = pack.zone_ids.index(answer[2])
        g.tell("zone_chosen", "18.21", only=("axis",), formation=name, zone=answer[2])
        await MARK


# -- the Allied set-up -------------------------------------------------------------------------


async def allied_setup(g: State) -> None:
    """16.2, 16.51, 22.33, 22.39.a The Allied player sets up, strongpoints and guns face down."""
    while any(place == TO_PLACE for place in g.place):
        await place_next(g)
        await MARK
    if g.scenario.chooses_zones:
        await place_hidden(g)


async def place_next(g: State) -> None:
    """22.39.a One unit where the Allied player likes; battalions may begin broken down."""
    unit = next(u for u, place in enumerate(g.place) if place == TO_PLACE)
    name = g.unit_id(unit)
    answer = await Choose("allied", "place_unit", lambda: placings(g, unit), "22.39.a", unit=name)
    if answer[0] == "whole":
        _whole(g, g.pack.unit_index[answer[1]])
        return
    put(g, unit, g.pack.board.at(answer[2]))
    g.tell("placed", "22.39.a", unit=name, place=answer[2])


def _whole(g: State, battalion: int) -> None:
    """22.39.a A battalion that would begin broken down begins whole: three companies stay away."""
    pool = g.pack.units[battalion].pool
    waiting = [u for u in g.pack.pool_units[pool] if g.place[u] == TO_PLACE]
    for company in waiting[: g.pack.breaks_into[battalion]]:
        g.place[company] = UNUSED
    g.place[battalion] = TO_PLACE
    g.tell("whole", "22.39.a", unit=g.unit_id(battalion))


def placings(g: State, unit: int) -> list[Option]:
    """22.39.a Where a unit may begin: sailors in ports, airmen on airfields, others anywhere."""
    pack = g.pack
    name, nation = g.unit_id(unit), pack.units[unit].nation
    hexes = tuple(range(pack.land))
    if nation == "royal_navy" and pack.units[unit].is_security:
        hexes = pack.ports
    elif nation == "raf":
        hexes = tuple(
            h
            for h in pack.airfields
            if not any(pack.units[u].nation == "raf" for u in g.here[ALLIED][h])
        )
    room = pack.limits.stacking - weight(g, unit)
    options: list[Option] = [
        ("place", name, g.place_id(h)) for h in hexes if load(g, ALLIED, h) <= room
    ]
    pool = pack.pool_of[unit]
    if pool != NOBODY:
        waiting = sum(1 for u in pack.pool_units[pool] if g.place[u] == TO_PLACE)
        for battalion in g.scenario.broken_down:
            if g.place[battalion] == BROKEN and waiting >= pack.breaks_into[battalion]:
                options.append(("whole", g.unit_id(battalion)))
                break
    return options


async def place_hidden(g: State) -> None:
    """16.2, 16.51, R7, R56 All strongpoints next to beaches, all coast guns off them."""
    pack = g.pack
    backs = [*pack.of_kind[STRONGPOINT], *pack.of_kind[COAST_GUN]]
    while len(g.hidden_setup) < len(backs):
        back = backs[len(g.hidden_setup)]
        rule = "16.2" if pack.kind[back] == STRONGPOINT else "16.51"
        answer = await Choose(
            "allied", "place_hidden", listed(hidden_places(g, back)), rule,
            only=("allied",), value=g.unit_id(back),
        )  # fmt: skip
        g.hidden_setup = (*g.hidden_setup, (back, pack.board.at(answer[2])))
        await MARK
    # Counters get their names in an order that tells nothing of what is printed on them.
    names = [g.unit_id(back) for back, _ in g.hidden_setup]
    order = await Draw(names, len(names), "face_down", "16.51", only=("allied",))
    places = dict(g.hidden_setup)
    counters = {kind: [*pack.of_kind[kind]] for kind in FREE}
    for name in order:
        back = pack.unit_index[name]
        unit = counters[pack.kind[back]].pop(0)
        g.back = alter(g.back, unit, back)
        put(g, unit, places[back])
        g.tell(
            "set_up", "16.51", reveals=True, unit=g.unit_id(unit), place=g.place_id(places[back])
        )
    g.hidden_setup = ()


def hidden_places(g: State, back: int) -> list[Option]:
    """16.2, 16.51, R56 Where this strongpoint or coast gun may stand."""
    pack = g.pack
    name = g.unit_id(back)
    is_strongpoint = pack.kind[back] == STRONGPOINT
    most = 1 if is_strongpoint else pack.tables.numbers.guns_per_hex
    taken = [0] * pack.land
    for other, h in g.hidden_setup:
        if pack.kind[other] == pack.kind[back]:
            taken[h] += 1
    return [
        ("place", name, g.place_id(h))
        for h in range(pack.land)
        if pack.base[h] != BEACH
        and taken[h] < most
        and (
            not is_strongpoint
            or (
                any(pack.base[n] == BEACH for n in pack.touch[h])
                and load(g, ALLIED, h) < pack.limits.stacking
            )
        )
    ]


async def artillery_sides(g: State) -> None:
    """12.53, R57 At set-up the owner chooses the side of artillery that stands on the map."""
    for unit in g.pack.of_kind[ARTILLERY]:
        if g.place[unit] < 0 or g.did[unit]:
            continue
        name = g.unit_id(unit)
        answer = await choose_one(
            SIDES[g.pack.side_of[unit]], "artillery_side",
            [("deployed", name), ("limbered", name)], "12.53", unit=name,
        )  # fmt: skip
        g.deployed = alter(g.deployed, unit, int(answer[0] == "deployed"))
        g.did[unit] = 1
        refresh(g, g.pack.side_of[unit], g.place[unit])
        g.tell(answer[0], "12.53", unit=name, place=g.place_id(g.place[unit]))
        await MARK
    g.did = [0] * len(g.did)
