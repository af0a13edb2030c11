"""7 Water: who can drink, and who cannot."""

from __future__ import annotations

from oasis.model.pieces import NOWHERE
from oasis.model.state import State
from oasis.rules.ground import is_contested, wear


def watered(g: State, side: int) -> list[bool]:
    """7.1, R1 For each area whether units of this side find water there."""
    found = [False] * len(g.control)
    for well in g.pack.wells:
        if g.control[well] == side and not is_contested(g, well):
            for area in (well, *g.pack.board.neighbours[well]):
                found[area] = True
    return found


def drink(g: State, side: int) -> None:
    """7.1 Units without water lose a step."""
    water = watered(g, side)
    for unit, place in enumerate(g.place):
        if g.pack.units[unit].side == side and place != NOWHERE and not water[place]:
            g.tell("thirst", "7.1", unit=g.unit_id(unit), place=g.place_id(place))
            wear(g, unit, "7.1")
