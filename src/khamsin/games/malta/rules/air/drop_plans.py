"""19.2, 19.3 Series and drop plans: what may drop, when, and where from the marker."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    AXIS,
    BREAKDOWN,
    ENGINEERS,
    NOBODY,
    PARACHUTE,
    SOLITAIRE,
    TURNS,
    SeriesLimit,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.control import has_units
from khamsin.kernel.map.hexes import distance
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed


def marker_of(g: State, formation: int) -> int:
    """19.1 The drop zone marker of a parachute formation."""
    return g.pack.formations[formation].marker


def series_in_box(g: State, marker: int) -> list[tuple[int, ...]]:
    """19.21, R66, R76 Every series of a formation in the Breakdown Box, its lead unit first.

    An HQ and a new leader who both come back do so together or each for himself.
    """
    pack = g.pack
    number = pack.marker_formation[marker]
    box = [u for u, place in enumerate(g.place) if place == BREAKDOWN]
    mine = [u for u in box if g.formation[u] == number and pack.units[u].entry == "drop"]
    found: list[tuple[int, ...]] = [
        (unit,)
        for unit in mine
        if pack.is_battalion[unit] and pack.kind[unit] in (PARACHUTE, ARTILLERY)
    ]
    hq, leader = pack.hqs[number], pack.leaders[number]
    engineers = [unit for unit in mine if pack.kind[unit] in ENGINEERS]
    leaders = [leader] if leader in box else []
    if hq in box:
        found.append((hq, *engineers, *leaders))
        if leaders and g.adc[leader]:
            found += [(hq, *engineers), (leader,)]
        return found
    return found + [tuple(series) for series in (leaders, engineers) if series]


def series_options(g: State, verb: str, found: list[tuple[int, tuple[int, ...]]]) -> list[Option]:
    """19.21 One option for each series; `lone` is an HQ whose leader could come with it."""
    return [
        (
            "lone"
            if any(other[0] == series[0] and len(other) > len(series) for _, other in found)
            else verb,
            g.unit_id(series[0]),
        )
        for _, series in found
    ]


def limit_at(g: State, turn: int) -> SeriesLimit | None:
    """22.26, 22.35 The limit that holds in a turn."""
    for limit in g.scenario.limits:
        if limit.first <= turn <= limit.last:
            return limit
    return None


def room(g: State, turn: int, marker: int, series: tuple[int, ...], taken: list[int]) -> bool:
    """22.26, 22.35 Whether one more series of this formation may drop in a turn.

    `taken` is how many series of each formation are planned for it, or have dropped.
    """
    limit = limit_at(g, turn)
    if limit is None or limit.forced or turn % len(TURNS) not in g.pack.airborne_turns:
        return False
    if limit.only and any(g.pack.kind[unit] not in limit.only for unit in series):
        return False
    if limit.axis != NOBODY and sum(taken) >= limit.axis:
        return False
    mine = limit.german if marker == 0 else limit.italian
    return mine == NOBODY or taken[marker] < mine


def planned_for(g: State, turn: int) -> list[int]:
    """How many series of each formation are planned for a turn."""
    taken = [0, 0]
    for plan in g.series_plans:
        if plan[0] == turn:
            taken[marker_of(g, plan[1])] += 1
    return taken


def plannable(g: State, marker: int) -> list[tuple[int, ...]]:
    """16.82, 19.34, 22.26, R76 The series of a formation that no plan and no scenario names yet."""
    planned = {unit for plan in g.series_plans for unit in plan[4:]}
    for limit in g.scenario.limits:
        if limit.last >= g.now:
            planned.update(g.pack.unit_index[name] for name in limit.forced)
    free = [
        tuple([unit for unit in series if unit not in planned])
        for series in series_in_box(g, marker)
    ]
    return list(dict.fromkeys([series for series in free if series]))


def turns_for(g: State, marker: int, series: tuple[int, ...], window: range) -> list[int]:
    """19.1, 19.33 The turns of the window in which a series could drop."""
    first = 0
    for turn, which, _ in g.marker_plans:
        if which == marker:
            first = turn  # its marker must be down, in the same phase at the latest
    if g.dz[marker] == NOBODY and not any(which == marker for _, which, _ in g.marker_plans):
        return []
    return [
        turn
        for turn in window
        if turn >= first and room(g, turn, marker, series, planned_for(g, turn))
    ]


def origin(g: State, marker: int) -> int:
    """R32 The hex from which planned places are judged: the marker's own, or its planned one."""
    for _, which, h in g.marker_plans:
        if which == marker:
            return h
    return g.dz[marker]


def places_for(g: State, marker: int) -> list[int]:
    """19.22, 19.33 Inland hexes near enough to the marker."""
    pack = g.pack
    start = origin(g, marker)
    far = pack.limits.drop_near if g.far_used[marker] else pack.limits.drop_far
    return [h for h in pack.within[start][far] if pack.is_inland[h]]


# -- planning ----------------------------------------------------------------------------------


async def first_plans(g: State) -> None:
    """3.0, 19.0, 19.3 Before the Allied set-up: both markers, then series of the first two days."""
    first = g.scenario.first_day * len(TURNS)
    await plan_markers(g, range(first, first + len(TURNS)))
    await plan_series(g, range(first, first + g.pack.limits.days_ahead * len(TURNS)))


async def day_plans(g: State) -> None:
    """4.1.e, 19.3, R13 In each initial segment the drops of the day after tomorrow."""
    if g.has(SOLITAIRE):
        return
    first = latest = g.day + g.pack.limits.days_ahead
    if not g.scenario.plans_first and g.day == g.scenario.first_day:
        first = g.day + 1
    last = min(latest, g.scenario.last_day)
    if first <= last:
        await plan_series(g, range(first * len(TURNS), (last + 1) * len(TURNS)))


async def plan_markers(g: State, window: range) -> None:
    """19.0, 19.31 A hex and a turn for each marker; both must drop on the first day."""
    pack = g.pack
    for marker, name in enumerate(MARKERS):
        if any(which == marker for _, which, _ in g.marker_plans):
            continue
        turns: list[Option] = [
            ("turn", pack.turn_name(t)) for t in window if t % len(TURNS) in pack.airborne_turns
        ]
        (_, turn) = await Choose(
            "axis", "plan_turn", listed(turns), "19.31", only=("axis",), unit=name
        )
        hexes: list[Option] = [("at", g.place_id(h)) for h in range(pack.land) if pack.is_inland[h]]
        (_, place) = await Choose(
            "axis", "plan_hex", listed(hexes), "19.31", only=("axis",), unit=name
        )
        plan = (pack.turn_number(turn), marker, pack.board.at(place))
        g.marker_plans = (*g.marker_plans, plan)
        g.tell("planned", "19.31", only=("axis",), unit=name, turn=turn, place=place)
        await MARK


def is_open(g: State, window: range) -> bool:
    """Whether the Axis player is asked for another series: by what anybody could count.

    Whether the turns have room for the series that are left would tell which ones are planned.
    """
    turns = [turn for turn in window if turn % len(TURNS) in g.pack.airborne_turns]
    limits = [limit_at(g, turn) for turn in turns]
    has_turns = any(limit is not None and not limit.forced for limit in limits)
    return has_turns and any(plannable(g, marker) for marker in range(len(MARKERS)))


async def plan_series(g: State, window: range) -> None:
    """19.31, 19.32 Series by series: what, when, and where from the marker."""
    while is_open(g, window):
        found = [
            (marker, series)
            for marker in range(len(MARKERS))
            for series in plannable(g, marker)
            if turns_for(g, marker, series, window) and places_for(g, marker)
        ]
        options = series_options(g, "plan", found)
        answer = await Choose("axis", "plan_drop", listed([*options, DONE]), "19.3", only=("axis",))
        if answer == DONE:
            return
        marker, series = found[options.index(answer)]
        await _plan_one(g, marker, series, window)
        await MARK


async def _plan_one(g: State, marker: int, series: tuple[int, ...], window: range) -> None:
    pack, name = g.pack, g.unit_id(series[0])
    turns: list[Option] = [
        ("turn", pack.turn_name(turn)) for turn in turns_for(g, marker, series, window)
    ]
    (_, turn) = await Choose("axis", "plan_turn", listed(turns), "19.31", only=("axis",), unit=name)
    hexes: list[Option] = [("at", g.place_id(h)) for h in places_for(g, marker)]
    (_, place) = await Choose("axis", "plan_hex", listed(hexes), "19.32", only=("axis",), unit=name)
    add_series(g, marker, series, pack.turn_number(turn), pack.board.at(place))
    g.tell("planned", "19.31", only=("axis",), unit=name, turn=turn, place=place)


def add_series(g: State, marker: int, series: tuple[int, ...], turn: int, h: int) -> None:
    """19.22, 19.32 Write a series down for a turn, and its hex as a place from the marker."""
    pack = g.pack
    start = origin(g, marker)
    if pack.distance[start][h] > pack.limits.drop_near:
        g.far_used[marker] = 1
    here, there = pack.board.hexes[start], pack.board.hexes[h]
    steps = (there[0] - here[0], there[1] - here[1])
    g.series_plans = (*g.series_plans, (turn, pack.marker_formation[marker], *steps, *series))


def is_far(g: State, plan: tuple[int, ...]) -> bool:
    """19.22 Whether a planned series is one of those that go farther from the marker."""
    return distance((0, 0), (plan[2], plan[3])) > g.pack.limits.drop_near


# -- shifting markers --------------------------------------------------------------------------


def shifts(g: State, marker: int) -> list[int]:
    """19.12, 19.13 Where a marker may be moved: three hexes over friendly ground."""
    start = g.dz[marker]
    if start == NOBODY or has_units(g, 1 - AXIS, start):
        return []
    found = [start]
    edge = [start]
    for _ in range(g.pack.limits.marker_shift):
        beyond: list[int] = []
        for h in edge:
            for n in g.pack.near[h]:
                if n in found or g.control[n] != AXIS or has_units(g, 1 - AXIS, n):
                    continue
                if g.zoc[1 - AXIS][n] and not has_units(g, AXIS, n):
                    continue
                found.append(n)
                beyond.append(n)
        edge = beyond
    return sorted(found[1:])


async def shift_markers(g: State) -> None:
    """4.1.e, 19.13 Each initial segment each marker may be moved once."""
    for marker, name in enumerate(MARKERS):
        options: list[Option] = [("shift", name, g.place_id(h)) for h in shifts(g, marker)]
        if not options:
            continue
        answer = await Choose("axis", "shift_marker", listed([*options, DONE]), "19.13", unit=name)
        if answer != DONE:
            g.dz[marker] = g.pack.board.at(answer[2])
            g.tell("shifted", "19.13", unit=name, place=answer[2])
