"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from .ground import FULL_ZOC, zoc_level
from .pieces import ALLIED, AXIS, SIDES
from .state import State


def check(g: State) -> None:
    """Raise AssertionError if units, zones of control, chits or points are impossible."""
    _check_units(g)
    _check_zones(g)
    for unit, place in enumerate(g.place):
        if place >= 0:
            assert 0 <= g.step[unit] <= g.pack.last_step[unit], f"{g.unit_id(unit)} has no step"
            owner = SIDES[g.control[place]]
            assert owner == SIDES[g.pack.unit_side[unit]], f"{g.hex_id(place)} is {owner}"
    assert min(g.points) >= 0, "replacement points below zero"
    assert len(set(g.cup)) == len(g.cup), "a chit is twice in the cup"
    for side in (AXIS, ALLIED):
        assert not set(g.cup) & set(g.track[side]), "a chit is in the cup and on the track"
    assert not g.dropped or g.dropped not in g.cup, "the dropped chit is in the cup"
    assert g.withdrawals <= g.pack.numbers.limits["withdrawals"], "too many withdrawals"
    assert 1 <= g.turn <= len(g.scenario.dates), g.turn


def _check_units(g: State) -> None:
    seen = 0
    for side in (AXIS, ALLIED):
        for place, units in enumerate(g.here[side]):
            if not units:
                continue
            assert list(units) == sorted(set(units)), "a stack out of order"
            assert not g.here[1 - side][place], f"both sides are in {g.hex_id(place)}"
            for unit in units:
                assert g.pack.unit_side[unit] == side, f"{g.unit_id(unit)} stands with the enemy"
                assert g.place[unit] == place, f"{g.unit_id(unit)} is in two places"
            seen += len(units)
    assert seen == sum([place >= 0 for place in g.place]), "a unit is on the map but in no hex"


def _check_zones(g: State) -> None:
    """4.41 The zones of control kept from step to step are those of the stacks."""
    pack = g.pack
    for side in (AXIS, ALLIED):
        count = [0] * len(pack.hex_ids)
        for place, units in enumerate(g.here[side]):
            level = zoc_level(g, side, units) if units else 0
            assert level == g.exerts[side][place], f"zone of control of {g.hex_id(place)}"
            for there, edge in pack.sides_of[place] if level else ():
                if pack.is_cliff[edge]:
                    continue
                over_mines = bool(g.mines[edge])
                if level == FULL_ZOC:
                    count[there] += not (side == AXIS and over_mines)
                else:
                    count[there] += over_mines or _over_fort(g, place, edge)
        assert count == list(g.zoc[side]), "zones of control"


def _over_fort(g: State, place: int, edge: int) -> bool:
    return g.has("zoc_from_forts") and bool(g.forts[edge]) and place in g.pack.fortress
