"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.control import FULL_ZOC, zoc_level
from khamsin.kernel.map.placement import check_placement


def check(g: State) -> None:
    """Raise AssertionError if units, zones of control, chits or points are impossible."""
    _check_units(g)
    _check_zones(g)
    for unit, place in enumerate(g.place):
        if place >= 0:
            assert 0 <= g.step[unit] <= g.pack.last_step[unit], f"{g.unit_id(unit)} has no step"
            owner = SIDES[g.control[place]]
            assert owner == SIDES[g.pack.side_of[unit]], f"{g.place_id(place)} is {owner}"
    assert min(g.points) >= 0, "replacement points below zero"
    assert len(set(g.cup)) == len(g.cup), "a chit is twice in the cup"
    for side in (AXIS, ALLIED):
        drawn = {*g.track[side], *g.discarded}
        assert not set(g.cup) & drawn, "a chit is in the cup and on the track"
    assert not g.dropped or g.dropped not in g.cup, "the dropped chit is in the cup"
    assert g.withdrawals <= g.pack.numbers.limits["withdrawals"], "too many withdrawals"
    assert 1 <= g.turn <= len(g.scenario.dates), g.turn


def _check_units(g: State) -> None:
    """The stacks are made of the units that are there, in order, and only of one side."""
    check_placement(g.place, g.here, g.pack.side_of)
    for place, units in enumerate(g.here[AXIS]):
        assert not units or not g.here[ALLIED][place], f"both sides are in {g.place_id(place)}"
    assert g.passage == g.pack.past_mines(g.mines), "ways over minefields"  # 10.82, 10.83
    for side in (AXIS, ALLIED):
        held = g.pack.sets.at([place for place, units in enumerate(g.here[side]) if units])
        assert g.held[side] == held, "hexes held"


def _check_zones(g: State) -> None:
    """4.41 The zones of control kept from step to step are those of the stacks."""
    pack = g.pack
    for side in (AXIS, ALLIED):
        count = bytearray(len(pack.place_ids))
        held = {g.place[unit] for unit in pack.units_of[side] if g.place[unit] >= 0}
        for place in held:
            level = zoc_level(g, side, g.here[side][place])
            assert level == g.exerts[side][place], f"zone of control of {g.place_id(place)}"
            for there, edge in pack.hexsides_of[place] if level else ():
                if pack.is_cliff[edge]:
                    continue
                over_mines = bool(g.mines[edge])
                if level == FULL_ZOC:
                    count[there] += not (side == AXIS and over_mines)
                else:
                    count[there] += over_mines or _over_fort(g, place, edge)
        assert count == g.zoc[side], "zones of control"
        zones = pack.sets.at([place for place, number in enumerate(iter(count)) if number])
        assert zones == g.zones[side], "zones of control as a set"


def _over_fort(g: State, place: int, edge: int) -> bool:
    return g.has("zoc_from_forts") and bool(g.forts[edge]) and place in g.pack.fortress
