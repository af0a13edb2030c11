"""14 Leaders: help in movement, where they come back. 16.82 HQs that come back."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ALLIED,
    AXIS,
    BREAKDOWN,
    DAY_BOX,
    FOLLOW_UP,
    FOOT,
    GONE,
    INFANTRY,
    LEADER,
    NOBODY,
    SIDES,
    TURN_BOX,
)
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.combat.strength import commander, led_in, stands_still
from khamsin.games.malta.rules.control import has_units, put
from khamsin.kernel.play.decision import Option, choose_one


def beside(g: State, leader: int, h: int) -> bool:
    """14.1, 14.2 Whether a leader is in a hex or next to it."""
    place = g.place[leader]
    return place >= 0 and g.pack.distance[place][h] <= 1


def movement_bonuses(g: State, side: int) -> None:
    """14.1, 15.3, R29 At the start of a movement phase: the bonus of each unit near its leader."""
    pack = g.pack
    bonuses = [0] * len(g.bonus)
    for number, leader in enumerate(pack.leaders):
        if leader == NOBODY or pack.side_of[leader] != side or g.place[leader] < 0:
            continue
        bonus = commander(g, leader)
        for h in (g.place[leader], *pack.touch[g.place[leader]]):
            for unit in g.here[side][h]:
                if pack.kind[unit] == LEADER or led_in(g, unit) != number or stands_still(g, unit):
                    continue
                is_foot = pack.move_class[unit] == FOOT
                bonuses[unit] = bonus.foot if is_foot else bonus.vehicle
    g.bonus = tuple(bonuses)


# -- coming back -------------------------------------------------------------------------------


async def return_from_turn_box(g: State) -> None:
    """4.21.c, 4.31, 14.42, R11 With his HQ; if it is gone, with any friendly unit, an Allied leader
    with any infantry.
    """
    for leader in g.pack.leaders:
        if leader == NOBODY or g.pack.side_of[leader] != g.active:
            continue
        if g.place[leader] == TURN_BOX and g.due[leader] <= g.now:
            await _come_back(g, leader, any_unit=True, rule="14.42")


async def leaders_return(g: State) -> None:
    """4.1.f, 14.43 ADCs come back; then HQs that are due today (4.1.g, 16.82)."""
    for leader in g.pack.leaders:
        if leader == NOBODY:
            continue
        if g.place[leader] == DAY_BOX and g.due[leader] <= g.now:
            await _come_back(g, leader, any_unit=g.pack.side_of[leader] == ALLIED, rule="14.43")
    for number, formation in enumerate(g.pack.formations):
        hq = formation.hq
        if g.place[hq] == GONE and g.due[hq] == g.now:
            g.due = alter(g.due, hq, NOBODY)
            put(g, hq, home_box(g, number))
            g.tell("hq_returns", "16.82", unit=g.unit_id(hq))


def home_box(g: State, formation: int) -> int:
    """14.43, 16.82 The box in which HQs and leaders of an Axis formation come back."""
    pack = g.pack
    if formation in (pack.div4, pack.div20):
        return FOLLOW_UP - g.zones[(pack.div4, pack.div20).index(formation)]
    return BREAKDOWN


async def _come_back(g: State, leader: int, *, any_unit: bool, rule: str) -> None:
    pack = g.pack
    side = pack.side_of[leader]
    number = pack.leaders.index(leader)
    hq = g.place[pack.formations[number].hq]
    g.due = alter(g.due, leader, NOBODY)
    if hq != GONE:
        put(g, leader, hq)  # on the map, or in the box where the HQ waits
    else:
        hexes = _hexes_with_units(g, side) if any_unit else []
        if hexes:
            options: list[Option] = [("place", g.unit_id(leader), g.place_id(h)) for h in hexes]
            answer = await choose_one(
                SIDES[side], "place_leader", options, rule, unit=g.unit_id(leader)
            )
            put(g, leader, pack.board.at(answer[2]))
        elif side == AXIS and not _is_empty_beach_box(g, number):
            put(g, leader, home_box(g, number))
        else:
            put(g, leader, GONE)  # 18.33
            g.tell("leader_out", "18.33", unit=g.unit_id(leader))
            return
    g.tell("leader_returns", rule, unit=g.unit_id(leader))


def _is_empty_beach_box(g: State, formation: int) -> bool:
    """18.33 Nobody is left in the follow-up box who could land with the ADC."""
    box = home_box(g, formation)
    if box == BREAKDOWN:
        return False
    return not any(place == box for place in g.place)


def _hexes_with_units(g: State, side: int) -> list[int]:
    """4.21.c, 4.31, R11 Where a leader may come back: the Allied ones only to infantry."""
    kind = g.pack.kind
    return [
        h
        for h, units in enumerate(g.here[side])
        if units
        and has_units(g, side, h)
        and (side == AXIS or any(kind[u] == INFANTRY for u in units))
    ]
