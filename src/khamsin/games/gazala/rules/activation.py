"""2.1.activated, 3.2, 7.2, 7.3 Which units an impulse activates, and 6.12 with what supply."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import (
    ISOLATED,
    NOBODY,
    ROMMEL,
    SUPPLIED,
    UNSUPPLIED,
    WAITING,
)
from khamsin.games.gazala.model.state import BY_HQ, BY_ROMMEL, State

from .control import note_zones
from .supply import headquarters, in_line


def begin_impulse(g: State, chit: str) -> None:
    """3.2, 6.12 The units that may act in this impulse, each with its supply.

    A unit counts as activated when it first does something (R56).
    """
    g.clear_impulse()
    g.chit = chit
    g.active = g.pack.formations[chit].side
    g.impulse += 1
    g.began = g.place[:]
    note_zones(g)
    linked = in_line(g, g.active)
    for units in g.here[g.active]:
        for unit in units:
            g.due[unit] = _supply_if_active(g, unit, linked)
    if chit != ROMMEL:
        for unit in waiting(g, g.active):
            g.due[unit] = SUPPLIED  # 11.11, 11.12


def waiting(g: State, side: int) -> list[int]:
    """11.1, 11.13, 11.14 The reinforcements that may enter now; who stays away may come later."""
    return [
        unit
        for unit, place in enumerate(g.place)
        if place == WAITING and g.pack.unit_side[unit] == side and arrives(g, unit) <= g.turn
    ]


def arrives(g: State, unit: int) -> int:
    """11.1 The turn in which a reinforcement is due."""
    for arrival in g.scenario.arrivals:
        if unit in arrival.units:
            return g.scenario.dates.index(arrival.date) + 1
    raise AssertionError(g.unit_id(unit))


def _supply_if_active(g: State, unit: int, linked: dict[int, int]) -> int:
    """7.2.a-b, 7.22, 7.31 The supply a unit would act with; NOBODY if it cannot be activated."""
    pack = g.pack
    if unit == pack.heckler and g.arrived[unit]:  # 10.4, R36
        is_due = g.chit == g.formation[unit] and not g.acted[unit]
        return SUPPLIED if is_due else NOBODY
    if g.chit == ROMMEL:
        if g.place[unit] != g.place[pack.rommel] or g.acted[unit] & BY_ROMMEL:
            return NOBODY
        return _checked(g, unit, linked)
    if unit == pack.rommel or g.acted[unit] & BY_HQ:
        return NOBODY  # R30: he is not moved by other chits
    hq = pack.hq_of[g.chit]
    distance = pack.board.distance(g.place[hq], g.place[unit])
    if g.formation[unit] in pack.hq_of:
        if g.formation[unit] != g.chit:
            return NOBODY
    elif distance > pack.reach[hq] and not _is_nearest(g, unit, distance):
        return NOBODY
    if distance > pack.reach[hq]:
        return min(g.morning[unit] + 1, ISOLATED)  # 7.21, R13
    return _checked(g, unit, linked)


def _checked(g: State, unit: int, linked: dict[int, int]) -> int:
    """6.12.a-b Who was supplied this morning needs a line now; who was not stays so.

    What an earlier impulse of the day found does not matter (R13). 10.4, 11.12: who has come today
    is supplied.
    """
    if g.pack.is_hq[unit] or g.arrived[unit] or g.morning[unit] != SUPPLIED:
        return g.morning[unit]
    return SUPPLIED if g.place[unit] in linked else UNSUPPLIED


def _is_nearest(g: State, unit: int, distance: int) -> bool:
    """3.2, 7.32.b, R13 An independent far away obeys the nearest HQ; of several as near any."""
    board, place = g.pack.board, g.place
    side = g.pack.unit_side[unit]
    return all(board.distance(place[hq], place[unit]) >= distance for hq in headquarters(g, side))
