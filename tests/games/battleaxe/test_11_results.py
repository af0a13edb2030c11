"""11.4.4 The five results of an attack."""

import pytest

from tests.games.battleaxe.acting import field, go, scene
from tests.games.battleaxe.staging import control, told, unit

# -- Stalemate -------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4b", "R39")
@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_two_leads_that_fall_together_leave_control_as_it_was(owner):
    g = field(
        {"2rtr": "7", "1_62": "7"},
        reduced=["2rtr", "1_62"],
        allied=["A", "B", "C", "D", "H", "3"] + (["7"] if owner == "allied" else []),
    )
    m = go(scene(g), "assault 7", "attack 7", "no", 0)
    assert unit(m, "2rtr") == unit(m, "1_62") == ("off", "gone")
    assert control(m, "7") == owner
    assert told(m, "control") == []


@pytest.mark.rule("battleaxe", "11.4.4b", "19.6", "R39")
def test_leads_that_fall_together_in_tobruk_leave_nobody_there_to_outnumber_anyone():
    g = field(
        {"9aus": "H", "xx": "H"}, reduced=["9aus", "xx"], half="axis", options=["tobruk_bonus"]
    )
    m = go(scene(g), "assault H", "attack H", 0)
    assert unit(m, "9aus") == unit(m, "xx") == ("off", "gone")
    assert m.state.vp == 0
