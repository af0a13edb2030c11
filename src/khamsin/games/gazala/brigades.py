"""10.6 Allied brigades that split into two parts and join again."""

from __future__ import annotations

from khamsin.kernel.decision import Choose, Option
from khamsin.kernel.game import Refused

from .ground import put, remove
from .losses import succeed
from .movement import activate, why_not_move
from .pieces import ALLIED, NOBODY, OFF, SIDES
from .state import State

NOT_WHOLE = Refused("10.6.a", "not_whole")

SPLIT_STEP = 1
"""The step of the larger part: the brigade turned to its reduced side."""


def why_not_split(g: State, unit: int) -> Refused | None:
    """10.6.a A full-strength activated brigade that has not moved, and whose battalion is free."""
    battalion = g.pack.battalion[unit]
    if battalion == NOBODY or g.step[unit] or g.place[battalion] != OFF:
        return NOT_WHOLE
    if g.spent[unit] or g.place[unit] < 0:
        return NOT_WHOLE
    return why_not_move(g, unit)


def split(g: State, unit: int) -> None:
    """10.6.a The brigade becomes its reduced side and its battalion, in the same hex."""
    battalion = g.pack.battalion[unit]
    activate(g, unit)
    g.step[unit] = SPLIT_STEP
    g.step[battalion] = 0
    succeed(g, unit, battalion)
    put(g, battalion, g.place[unit])
    g.tell("split", "10.6.a", unit=g.unit_id(unit), battalion=g.unit_id(battalion))


def joins(g: State) -> list[Option]:
    """10.6.b, R37 Parts in one hex that can become a brigade again."""
    pack = g.pack
    options: list[Option] = []
    for units in g.here[ALLIED]:
        if len(units) < 2:
            continue
        for unit in units:
            battalion = pack.battalion[unit]
            if g.step[unit] == SPLIT_STEP and battalion in units:
                options.append(("rejoin", g.unit_id(unit), g.unit_id(battalion)))
        options += _pairs(g, [unit for unit in units if pack.units[unit].family])
    return options


def _pairs(g: State, battalions: list[int]) -> list[Option]:
    """10.6.b Two battalions of a kind become the reduced side of a brigade that is off the map."""
    pack = g.pack
    options: list[Option] = []
    for at, one in enumerate(battalions):
        for other in battalions[at + 1 :]:
            if pack.units[one].family != pack.units[other].family:
                continue
            brigade = next((pack.brigade[b] for b in (one, other) if _is_off(g, b)), NOBODY)
            if brigade != NOBODY:
                options.append(("merge", g.unit_id(one), g.unit_id(other)))
    return options


def _is_off(g: State, battalion: int) -> bool:
    return g.place[g.pack.brigade[battalion]] == OFF


async def rejoin(g: State) -> None:
    """10.6.b At the end of an Allied impulse the parts of brigades may join."""
    while True:
        options = joins(g)
        if not options:
            return
        answer = await Choose(SIDES[ALLIED], "rejoin", lambda: [*joins(g), ("done",)], "10.6.b")
        if answer == ("done",):
            return
        one, other = (g.pack.unit_index[name] for name in answer[1:])
        if answer[0] == "rejoin":
            g.step[one] = 0
            _share(g, one, other)
            remove(g, other)
            g.tell("rejoined", "10.6.b", unit=answer[1], battalion=answer[2])
        else:
            _merge(g, one, other)


def _share(g: State, brigade: int, part: int) -> None:
    """3.0.b, 4.43 What one part has done this turn, the whole has done."""
    for marks in (g.acted, g.moved, g.locked):
        marks[brigade] |= marks[part]


def _merge(g: State, one: int, other: int) -> None:
    battalion = one if _is_off(g, one) else other
    brigade = g.pack.brigade[battalion]
    place = g.place[battalion]
    g.step[brigade] = SPLIT_STEP
    succeed(g, battalion, brigade)
    _share(g, brigade, one)
    _share(g, brigade, other)
    remove(g, one)
    remove(g, other)
    put(g, brigade, place)
    g.tell("merged", "10.6.b", unit=g.unit_id(brigade), place=g.hex_id(place))
