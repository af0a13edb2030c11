"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, FULL, GONE, NOBODY, OFF_MAP
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.map.placement import check_placement


def check(g: State) -> None:
    """Raise AssertionError if units, control, stacking or markers are impossible."""
    _check_units(g)
    _check_control(g)
    numbers = g.pack.numbers
    assert 1 <= g.impulse <= numbers.impulse_track_last, g.impulse
    assert g.advantage in (ALLIED, AXIS) or g.advantage_spent_by != NOBODY, "the Advantage is lost"
    for side, markers in enumerate(g.pack.markers):
        assert 0 <= g.artillery[side] <= markers, "artillery markers"
    assert g.vp >= 0, g.vp


def _check_units(g: State) -> None:
    pack = g.pack
    check_placement(g.place, g.here, pack.side_of)
    for side in (ALLIED, AXIS):
        for space, units in enumerate(g.here[side]):
            for unit in units:
                assert GONE < g.steps[unit] <= FULL, f"{g.unit_id(unit)} has impossible steps"
            assert len(units) <= pack.stacking[space], f"{g.place_id(space)} is overstacked"
    for unit in g.lost:
        assert g.place[unit] == OFF_MAP, f"{g.unit_id(unit)} is eliminated and on the map"
        assert g.steps[unit] == GONE, f"{g.unit_id(unit)} is eliminated and has steps"
    on_map = sum(1 for place in g.place if place != OFF_MAP)
    in_play = sum(
        1
        for place in pack.places
        if not (place.option and not g.has(place.option))
        and not (place.without and g.has(place.without))
    )
    assert on_map + len(g.lost) + len(g.unplaced) == in_play, "units appeared or vanished"


def _check_control(g: State) -> None:
    """7.2a A side alone in a space controls it."""
    for space, owner in enumerate(g.control):
        alone = g.here[1 - owner][space] and not g.here[owner][space]
        assert not alone, f"{g.place_id(space)} is held by those who do not control it"
