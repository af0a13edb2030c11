"""14.2 Supply lines, units cut off, surrender, isolated ground."""

import pytest

from khamsin.games.battleaxe.state import State
from khamsin.kernel.match import Match
from tests.games.battleaxe.acting import PACK, field, go, scene
from tests.games.battleaxe.staging import control, told

HOME = ["A", "B", "C", "D", "H"]


def cut_off(m: Match[State]) -> list[str]:
    """The units that carry an out-of-supply marker."""
    return [PACK.unit_ids[number] for number, marked in enumerate(m.state.oos) if marked]


@pytest.mark.rule("battleaxe", "14.2.4", "R24")
def test_a_marker_comes_off_in_refit_when_the_ground_that_cut_the_line_has_changed_hands():
    # 1 to 5 are empty and cut off from the Axis sources: they turn Allied and open the road to 8.
    g = field({"22gds": "8"}, allied=[*HOME, *"678", "9", "10", "11"], half="axis", impulse=12)
    m = go(scene(g), "pass", (6, 6))
    assert [event["unit"] for event in told(m, "out_of_supply")] == ["22gds"]
    assert [event["unit"] for event in told(m, "back_in_supply")] == ["22gds"]
    assert control(m, "3") == "allied"
    assert (m.state.turn, m.state.phase) == (3, "maneuvers")
    assert cut_off(m) == []
