"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, AXIS, DEMORALISED, GOOD, NEAR
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.control import blocks, exertion, is_land_unit
from khamsin.kernel.map.placement import check_placement


def check(g: State) -> None:
    """Raise AssertionError if units, zones of control, rounds or plans are impossible."""
    _check_units(g)
    _check_zones(g)
    assert 0 <= g.air <= max(air for _, _, air, _ in g.pack.tables.weather), g.air
    assert g.stockpile >= 0, g.stockpile
    assert min(g.lost) >= 0, g.lost
    assert g.scenario.first_day <= g.day <= g.scenario.last_day, g.day
    for unit, _, _ in g.fires:
        assert g.place[unit] >= 0, f"{g.unit_id(unit)} fires from nowhere"
    planned = [unit for plan in g.series_plans for unit in plan[4:]]
    assert len(planned) == len(set(planned)), "a unit is planned twice"


def _check_units(g: State) -> None:
    pack = g.pack
    check_placement(g.place, g.here, pack.side_of)
    for h, units in enumerate(g.here[ALLIED]):
        if g.battle is None and not g.series:
            both = any(blocks(g, u) for u in units) and any(blocks(g, u) for u in g.here[AXIS][h])
            assert not both or g.phase == "series", f"both sides are in {g.place_id(h)}"
    for unit, place in enumerate(g.place):
        levels = pack.levels[unit]
        assert 0 <= g.level[unit] < len(levels), f"{g.unit_id(unit)} has no such level"
        assert GOOD <= g.order[unit] <= DEMORALISED, g.unit_id(unit)
        assert 0 <= g.ammo[unit] <= pack.tables.numbers.max_rounds, g.unit_id(unit)
        if place >= pack.land:
            assert unit in pack.ships, f"{g.unit_id(unit)} is at sea"
            assert g.place.count(place) <= pack.limits.ships_in_hex, "too many ships"


def _check_zones(g: State) -> None:
    """5 The zones of control that are kept are those that a fresh look gives."""
    pack = g.pack
    for side in (ALLIED, AXIS):
        zoc = [0] * pack.land
        for h, units in enumerate(g.here[side]):
            exerts = exertion(g, side, h) if units else 0
            bars = any(blocks(g, unit) for unit in units)
            assert bars == g.bars[side][h], f"who bars {g.place_id(h)}"
            assert exerts == g.exerts[side][h], f"zone of control of {g.place_id(h)}"
            if exerts:
                for n in pack.near[h] if exerts == 1 else pack.open_sides[h]:
                    zoc[n] += 1
        assert bytearray(zoc) == g.zoc[side], "zones of control"
        near1, near2 = [0] * pack.land, [0] * pack.land
        for h, units in enumerate(g.here[side]):
            there = [unit for unit in units if is_land_unit(g, unit)]
            assert len(there) == g.count[side][h], f"units in {g.place_id(h)}"
            if there and not g.count[1 - side][h]:
                assert g.control[h] == side, f"control of {g.place_id(h)}"  # R30
            if there:
                for n in pack.within[h][1]:
                    near1[n] += 1
                for n in pack.within[h][NEAR]:
                    near2[n] += 1
        assert bytearray(near1) == g.near1[side], "units next to a hex"
        assert bytearray(near2) == g.near2[side], "units near a hex"
