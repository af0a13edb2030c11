"""2 The ground: who stands where, and who controls it."""

from __future__ import annotations

from oasis.model.pieces import GONE, NOWHERE, SIDES
from oasis.model.state import State


def units_at(g: State, side: int, area: int) -> list[int]:
    """The units of a side in an area, in order."""
    units = g.pack.units
    return [n for n, place in enumerate(g.place) if place == area and units[n].side == side]


def is_contested(g: State, area: int) -> bool:
    """Both sides are there."""
    return bool(units_at(g, 0, area)) and bool(units_at(g, 1, area))


def has_room(g: State, side: int, area: int) -> bool:
    """5.3 Two units of a side, no more."""
    return len(units_at(g, side, area)) < g.pack.stacking


def settle(g: State, area: int) -> None:
    """2.4 A side alone in an area controls it."""
    for side, name in enumerate(SIDES):
        is_alone = units_at(g, side, area) and not units_at(g, 1 - side, area)
        if is_alone and g.control[area] != side:
            g.control[area] = side
            g.tell("control", "2.4", side=name, place=g.place_id(area))


def put(g: State, unit: int, area: int) -> None:
    """Take a unit from where it is to an area; control follows."""
    start = g.place[unit]
    g.place[unit] = area
    settle(g, start)
    settle(g, area)


def wear(g: State, unit: int, rule: str) -> None:
    """3.2 A unit loses a step."""
    area = g.place[unit]
    g.steps[unit] -= 1
    if g.steps[unit] == GONE:
        g.place[unit] = NOWHERE
        g.tell("lost", rule, unit=g.unit_id(unit), place=g.place_id(area))
        settle(g, area)
    else:
        g.tell("worn", rule, unit=g.unit_id(unit), place=g.place_id(area))
