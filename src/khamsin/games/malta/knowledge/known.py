"""What a side may know, as a state: what is hidden from it is covered.

Hidden are the plans of the airborne forces (19.31), until the first day the beaches and divisions
(15.21, 18.21), and what is printed on counters that lie face down (16.2, 16.35, 16.51).
"""

from __future__ import annotations

from khamsin.games.malta.model.pieces import AT_SEA, NOBODY, SIDES, UNUSED
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.sequence import BEFORE, DAY

ALLIED, AXIS = SIDES
SECRET = (*BEFORE, DAY[0])
"""18.22 Zones and attachments come out in the first initial segment."""


def known(g: State, side: str | None) -> State:
    """The table as this side (None: an observer) knows it."""
    new = g.copy()
    new.battle = g.battle
    if side != AXIS:
        _cover_plans(new)
    if side != ALLIED:
        _cover_counters(new)
    return new


def _cover_plans(g: State) -> None:
    """15.21, 18.21, 19.31 Where and when the Axis means to come."""
    g.marker_plans, g.series_plans = (), ()
    g.far_used = [0] * len(g.far_used)
    if g.phase not in SECRET:
        return
    g.zones = [NOBODY] * len(g.zones)
    for unit, place in enumerate(g.place):
        if place == AT_SEA:
            g.formation = alter(g.formation, unit, g.pack.units[unit].formation)


def _cover_counters(g: State) -> None:
    """16.2, 16.35, 16.51 Who lies face down is the same to those who may not look."""
    g.hidden_setup = ()
    for unit, is_hidden in enumerate(g.pack.is_hidden):
        if is_hidden and not g.seen[unit] and g.place[unit] != UNUSED:
            g.back = alter(g.back, unit, unit)
