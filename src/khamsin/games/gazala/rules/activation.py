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

from .control import note_zones, stacks
from .supply import headquarters, in_line


def begin_impulse(g: State, chit: str) -> None:
    """3.2, 6.12 The units that may act in this impulse, each with its supply.

    A unit counts as activated when it first does something (R56).
    """
    g.clear_impulse()
    g.chit = chit
    g.active = g.pack.formations[chit].side
    g.impulse += 1
    g.began = tuple(g.place)
    note_zones(g)
    linked = in_line(g, g.active)
    for units in stacks(g, g.active):
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
        if place == WAITING and g.pack.side_of[unit] == side and arrives(g, unit) <= g.turn
    ]


def arrives(g: State, unit: int) -> int:
    """11.1 The turn in which a reinforcement is due."""
    for arrival in g.scenario.arrivals:
        if unit in arrival.units:
            return g.scenario.dates.index(arrival.date) + 1
    raise AssertionError(g.unit_id(unit))


def _supply_if_active(g: State, unit: int, linked: int) -> int:
    """7.2.a-b, 7.21, 7.22 The supply a unit would act with; NOBODY if it cannot be activated."""
    pack = g.pack
    if unit == pack.heckler and g.arrived[unit]:  # 10.4, R36
        is_due = g.chit == g.formation[unit] and not g.acted[unit]
        return SUPPLIED if is_due else NOBODY
    if g.chit == ROMMEL:
        return _checked(g, unit, linked) if _is_with_rommel(g, unit) else NOBODY
    hq = pack.hq_of[g.chit]
    distance = pack.board.distance(g.place[hq], g.place[unit])
    is_in_range = distance <= pack.reach[hq]
    if not _obeys(g, unit, distance, is_in_range=is_in_range):
        return NOBODY
    if is_in_range:
        return _checked(g, unit, linked)
    return min(g.morning[unit] + 1, ISOLATED)  # 7.21, R13


def _is_with_rommel(g: State, unit: int) -> bool:
    """7.31, 10.2.c In his hex, and not activated by him before."""
    return g.place[unit] == g.place[g.pack.rommel] and not g.acted[unit] & BY_ROMMEL


def _obeys(g: State, unit: int, distance: int, *, is_in_range: bool) -> bool:
    """7.2.a, 7.3, 7.32.b, R30 Whether a unit answers to the chit of an HQ.

    Those of its formation do, wherever they are, and independents in range or nearest to it; no
    unit twice, and never Rommel.
    """
    if unit == g.pack.rommel or g.acted[unit] & BY_HQ:
        return False
    if g.formation[unit] in g.pack.hq_of:
        return g.formation[unit] == g.chit
    return is_in_range or _is_nearest(g, unit, distance)


def _checked(g: State, unit: int, linked: int) -> int:
    """6.12.a-b Who was supplied this morning needs a line now; who was not stays so.

    What an earlier impulse of the day found does not matter (R13). 10.4, 11.12: who has come today
    is supplied.
    """
    if g.pack.is_hq[unit] or g.arrived[unit] or g.morning[unit] != SUPPLIED:
        return g.morning[unit]
    return SUPPLIED if linked & g.pack.sets.bit[g.place[unit]] else UNSUPPLIED


def _is_nearest(g: State, unit: int, distance: int) -> bool:
    """3.2, 7.32.b, R13 An independent far away obeys the nearest HQ; of several as near any."""
    board, place = g.pack.board, g.place
    side = g.pack.side_of[unit]
    return all(board.distance(place[hq], place[unit]) >= distance for hq in headquarters(g, side))
