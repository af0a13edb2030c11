"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from oasis.model.pieces import FULL, GONE, NOBODY, NOWHERE, SIDES
from oasis.model.state import State
from oasis.rules.ground import units_at


def check(g: State) -> None:
    """Raise AssertionError if units, stacking or control are impossible."""
    assert 1 <= g.turn <= g.scenario.turns, g.turn
    for unit, (place, steps) in enumerate(zip(g.place, g.steps, strict=True)):
        assert GONE <= steps <= FULL, g.unit_id(unit)
        assert (place == NOWHERE) == (steps == GONE), g.unit_id(unit)
    for area, owner in enumerate(g.control):
        assert owner in (NOBODY, *range(len(SIDES))), g.place_id(area)
        for side in range(len(SIDES)):
            units = units_at(g, side, area)
            assert len(units) <= g.pack.stacking, f"{g.place_id(area)} is full"
            others = units_at(g, 1 - side, area)
            assert not units or others or owner == side, f"{g.place_id(area)} is held by others"
