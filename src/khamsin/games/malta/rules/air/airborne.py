"""19, 21.1 Airborne landings: markers, series, scatter, losses, contested landings."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    AA,
    ARTILLERY,
    AXIS,
    CITY,
    HQ,
    LEADER,
    NOBODY,
    RAIN,
    SOLITAIRE,
    TOWN,
    WOODS,
)
from khamsin.games.malta.model.state import CONTESTED, DROPPED, State, alter
from khamsin.games.malta.model.tables import ADJACENT, DROPS, HALF, ON_TARGET, ONE_DIE, TWO_DICE
from khamsin.games.malta.rules.combat.losses import eliminate, kill_leader
from khamsin.games.malta.rules.control import has_units, in_enemy_zoc, is_blocked, refresh
from khamsin.games.malta.rules.movement.breakdown import break_down
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.kernel.map.hexes import distance as hex_distance
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one, listed

from .contest import contest
from .drop_plans import NEAR, limit_at, marker_of, room, series_in_box, series_options

AA_RANGE = 3  # 19.41, 19.44, 19.46
SOLO_RANGE = 3  # 21.11
NOWHERE = -1  # off the map, which is as good as the sea


def is_flying(g: State) -> bool:
    """4.23, 17.2 Morning and afternoon, never in rain."""
    return g.turn in g.pack.airborne_turns and g.weather != RAIN


def aa_near(g: State, h: int) -> int:
    """19.41 The Allied AA units within three hexes."""
    return sum(
        1
        for unit in g.pack.of_kind[AA]
        if g.place[unit] >= 0 and g.pack.distance[g.place[unit]][h] <= AA_RANGE
    )


def drop_row(g: State, total: int) -> int:
    """19.41, 19.44 The result of the drop table."""
    return next(result for most, result in g.pack.tables.drop if total <= most)


def scattered(g: State, h: int, die: int, steps: int) -> int:
    """19.41 The hex so many steps away in the direction of a die."""
    there = g.pack.board.toward(h, g.pack.tables.scatter[die], steps)
    return NOWHERE if there is None else there


def is_land(g: State, h: int) -> bool:
    """19.42, 19.45 Coast and beach are land; ocean is not."""
    return 0 <= h < g.pack.land


# -- cancelling --------------------------------------------------------------------------------


async def cancel_phase(g: State) -> None:
    """4.23, 17.2, 19.35, R14 Rain cancels everything; the Axis player may cancel any series."""
    if g.turn not in g.pack.airborne_turns or g.has(SOLITAIRE):
        return
    while True:
        due = [plan for plan in g.series_plans if plan[0] == g.now]
        if not due:
            return
        if g.weather == RAIN:
            for plan in due:
                cancel(g, plan, "17.2")
            return
        options: list[Option] = [("cancel", g.unit_id(plan[4])) for plan in due]
        # That the question is asked tells the Allies so much in any case.
        g.tell("drops_due", "19.35", reveals=True, units=g.names([plan[4] for plan in due]))
        answer = await Choose("axis", "cancel", listed([*options, ("done",)]), "19.35")
        if answer == ("done",):
            return
        cancel(g, due[options.index(answer)], "19.35")
        await MARK


def cancel(g: State, plan: tuple[int, ...], rule: str) -> None:
    """19.34, 19.35 The units are free for new plans."""
    g.series_plans = tuple([other for other in g.series_plans if other != plan])
    _free_far(g, plan)
    g.tell("drop_cancelled", rule, reveals=True, unit=g.unit_id(plan[4]))


def _free_far(g: State, plan: tuple[int, ...]) -> None:
    """19.22 After a cancelled drop another one of the formation may go as far."""
    if hex_distance((0, 0), (plan[2], plan[3])) > NEAR:
        g.far_used[marker_of(g, plan[1])] = 0


# -- markers -----------------------------------------------------------------------------------


async def markers_phase(g: State) -> None:
    """19.41, 21.11 Markers that are due come down; then the series take their places."""
    if not is_flying(g):
        return
    if g.has(SOLITAIRE):
        await solo_markers(g)
        return
    while due := [plan for plan in g.marker_plans if plan[0] == g.now]:
        _, marker, h = due[0]
        g.marker_plans = tuple([plan for plan in g.marker_plans if plan != due[0]])
        await drop_marker(g, marker, h)
        await MARK
    place_series(g)


async def drop_marker(g: State, marker: int, h: int) -> None:
    """19.41, 19.42 Roll until the marker is not at sea."""
    numbers = g.pack.tables.numbers
    name = MARKERS[marker]
    g.tell("marker_drops", "19.41", reveals=True, unit=name, place=g.hex_id(h))
    there = NOWHERE
    while not is_land(g, there):
        dice = await Roll(2, "drop", "19.41", "axis")
        total = sum(dice) + numbers.drop_aa * aa_near(g, h)
        total += numbers.drop_german if marker == 0 else 0
        total += numbers.drop_solitaire if g.has(SOLITAIRE) else 0
        result = drop_row(g, total)
        there = h if result == ON_TARGET else await _scatter(g, h, result)
        g.tell("drop_roll", "19.41", unit=name, dice=dice, total=total, drop=DROPS[result])
    g.dz[marker] = there
    g.tell("marker_down", "19.41", unit=name, place=g.hex_id(there))


async def _scatter(g: State, h: int, result: int) -> int:
    """19.41, 19.44, R12 Distance, then direction."""
    steps = 1
    if result != ADJACENT:
        dice = await Roll(2 if result == TWO_DICE else 1, "scatter_distance", "19.41", "axis")
        steps = sum(dice)
        if result == HALF:
            steps = (steps + 1) // 2
    (die,) = await Roll(1, "scatter", "19.41", "axis")
    return scattered(g, h, die, steps)


async def solo_markers(g: State) -> None:
    """21.11 On the first day: chosen near a landing, or thrown for."""
    first = g.scenario.first_day
    if not g.scenario.plans_first or g.day != first:
        return
    pack = g.pack
    while any(h == NOBODY for h in g.dz):
        options: list[Option] = []
        near = sorted(
            {
                n
                for beach in pack.beaches
                if g.landed[beach] or has_units(g, AXIS, beach)
                for n in pack.within[beach][SOLO_RANGE]
            }
        )
        for marker, name in enumerate(MARKERS):
            if g.dz[marker] == NOBODY:
                options.append(("roll", name))
                options += [("place", name, g.hex_id(h)) for h in near]
        if g.turn != max(pack.airborne_turns):
            options.append(("done",))
        answer = await Choose("axis", "solo_marker", listed(options), "21.11")
        if answer == ("done",):
            return
        if answer[0] == "roll":
            (die,) = await Roll(1, "solo_marker", "21.11", "axis")
            h = pack.board.at(pack.tables.solitaire_hex[die])
        else:
            h = pack.board.at(answer[2])
        await drop_marker(g, MARKERS.index(answer[1]), h)
        await MARK


# -- series ------------------------------------------------------------------------------------


def place_series(g: State) -> None:
    """19.43, 22.26 Series due now at their places from the real marker; at sea: cancelled."""
    pack = g.pack
    due = [plan for plan in g.series_plans if plan[0] == g.now]
    g.series_plans = tuple([plan for plan in g.series_plans if plan[0] != g.now])
    for plan in due:
        _, formation, q, r, *units = plan
        start = g.dz[marker_of(g, formation)]
        there = None
        if start != NOBODY:
            at = pack.board.hexes[start]
            there = pack.board.space((at[0] + q, at[1] + r))
        if there is None or not is_land(g, there):
            _free_far(g, plan)
            g.tell("drop_at_sea", "19.43", reveals=True, unit=g.unit_id(units[0]))
        else:
            g.series = (*g.series, (formation, there, *units))
            g.tell(
                "series_placed", "19.43", reveals=True, unit=g.unit_id(units[0]),
                place=g.hex_id(there),
            )  # fmt: skip
    _force(g)


def _force(g: State) -> None:
    """22.26 The two series of the first day of the introductory scenario."""
    limit = limit_at(g, g.now)
    if limit is None:
        return
    for name in limit.forced:
        unit = g.pack.unit_index[name]
        formation = g.formation[unit]
        g.series = (*g.series, (formation, g.dz[marker_of(g, formation)], unit))


async def series_phase(g: State) -> None:
    """4.23, 19.44, R62 Series by series: scatter, losses, combat."""
    if not is_flying(g):
        return
    if g.has(SOLITAIRE):
        await solo_series(g)
        return
    while g.series:
        options: list[Option] = [("drop", g.unit_id(series[2])) for series in g.series]
        answer = await choose_one("axis", "next_series", options, "19.44")
        series = g.series[options.index(answer)]
        g.series = tuple([other for other in g.series if other != series])
        await drop_series(g, series[1], series[2:], solo=False)
        await MARK


async def solo_series(g: State) -> None:
    """21.12 Series chosen on the spot, each put on its marker; the first two of intro forced."""
    limit = limit_at(g, g.now)
    if limit is not None and limit.forced and g.dropped == [0, 0]:
        _force(g)
        for _, h, *units in g.series:
            g.dropped[marker_of(g, g.formation[units[0]])] += 1
            await drop_series(g, h, tuple(units), solo=False)
        g.series = ()
        await MARK
    while True:
        found = [
            (marker, series)
            for marker in range(len(MARKERS))
            for series in series_in_box(g, marker)
            if g.dz[marker] != NOBODY and room(g, g.now, marker, series, g.dropped)
        ]
        if not found:
            return
        options = series_options(g, "drop", found)
        answer = await Choose("axis", "solo_series", listed([*options, ("done",)]), "21.12")
        if answer == ("done",):
            return
        marker, series = found[options.index(answer)]
        g.dropped[marker] += 1
        await drop_series(g, g.dz[marker], series, solo=True)
        await MARK


async def drop_series(g: State, h: int, units: tuple[int, ...], *, solo: bool) -> None:
    """19.44-19.46, 19.5 One series from its place in the air to the end of its first fight."""
    pack, numbers = g.pack, g.pack.tables.numbers
    if pack.is_battalion[units[0]] and pack.kind[units[0]] != ARTILLERY:
        units = break_down(g, units[0])  # 19.2
    dice = await Roll(2, "drop", "19.44", "axis")
    total = sum(dice) + numbers.drop_aa * aa_near(g, h)
    if all(pack.is_german[unit] for unit in units):
        total += numbers.drop_german
    if solo:
        total += numbers.drop_solitaire
    result = drop_row(g, total)
    g.tell(
        "drop_roll", "19.44", unit=g.unit_id(units[0]), dice=dice, total=total, drop=DROPS[result]
    )
    places = await _come_down(g, h, units, result)
    # R80: a fort is still there when they come down, and gone when the losses are rolled for.
    hard = [u for u, place in zip(units, places, strict=True) if _is_hard(g, place)]
    landed: list[int] = []
    for unit, place in zip(units, places, strict=True):
        if not is_land(g, place):
            _drown(g, unit, place)
            continue
        await _touch_down(g, unit, place)
        landed.append(unit)
    for unit in landed:  # R40: militia has risen by now
        if is_blocked(g, AXIS, g.place[unit]):
            g.did[unit] |= CONTESTED
    await airborne_losses(g, landed, hard)
    for place in sorted({g.place[unit] for unit in landed if g.place[unit] >= 0}):
        if is_blocked(g, AXIS, place):
            await contest(g, place, tuple([u for u in landed if g.place[u] == place]))


def _is_hard(g: State, h: int) -> bool:
    """19.46 Woods, town, city or fort."""
    return is_land(g, h) and (g.pack.terrain[h] in (WOODS, TOWN, CITY) or bool(g.forts[h]))


async def _come_down(g: State, h: int, units: tuple[int, ...], result: int) -> list[int]:
    """19.44 Where each unit of a series comes down; a leader with his HQ."""
    if result == ON_TARGET:
        return [h] * len(units)
    if result not in (ONE_DIE, TWO_DICE):
        return [await _scatter(g, h, result)] * len(units)
    places: dict[int, int] = {}
    hqs = [unit for unit in units if g.pack.kind[unit] == HQ]
    for unit in units:
        if g.pack.kind[unit] == LEADER and hqs:
            continue
        places[unit] = await _scatter(g, h, result)
    return [places[unit] if unit in places else places[hqs[0]] for unit in units]


def _drown(g: State, unit: int, place: int) -> None:
    """19.45 Lost at sea, where it came down."""
    at = "at_sea" if place == NOWHERE else g.hex_id(place)
    if g.pack.kind[unit] == LEADER:
        kill_leader(g, unit, at)
    else:
        eliminate(g, unit, "19.45", at)


async def _touch_down(g: State, unit: int, place: int) -> None:
    """19.47, 19.9, R64 On the ground: limbered, supplied, and no rally if enemies are about."""
    g.did[unit] |= DROPPED
    g.unsupplied = alter(g.unsupplied, unit, 0)
    g.deployed = alter(g.deployed, unit, 0)
    if in_enemy_zoc(g, AXIS, place) or is_blocked(g, AXIS, place):
        g.did[unit] |= CONTESTED
    g.tell("came_down", "19.44", unit=g.unit_id(unit), place=g.hex_id(place))
    await enter(g, unit, place, dropped=True)


async def airborne_losses(g: State, units: list[int], hard: list[int]) -> None:
    """19.46, 17.83 A die a unit; 7 or more turns a company over, or eliminates."""
    pack, numbers = g.pack, g.pack.tables.numbers
    rolling = [unit for unit in units if pack.kind[unit] not in (HQ, LEADER)]
    if not rolling:
        return
    dice = await Roll(len(rolling), "airborne", "19.46", "axis")
    for unit, die in zip(rolling, dice, strict=True):
        place = g.place[unit]
        total = die
        if is_blocked(g, AXIS, place):
            total += numbers.airborne_enemy
        if aa_near(g, place):
            total += numbers.airborne_aa
        if unit in hard:
            total += numbers.airborne_terrain
        g.tell("airborne_loss", "19.46", unit=g.unit_id(unit), die=die, total=total)
        if total < numbers.airborne_reduced:
            continue
        if pack.units[unit].is_two_sided and not g.level[unit]:
            g.level = alter(g.level, unit, 1)
            refresh(g, AXIS, place)
            g.tell("reduced", "19.46", unit=g.unit_id(unit), place=g.hex_id(place))
        else:
            eliminate(g, unit, "19.46")
