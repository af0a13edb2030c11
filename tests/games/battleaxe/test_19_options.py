"""19 Optional rules, each with and without."""

import pytest

from tests.games.battleaxe.acting import field, go, scene


@pytest.mark.rule("battleaxe", "19.6", "R36")
def test_a_garrison_rebuilt_in_an_empty_tobruk_earns_the_bonus():
    g = field({}, lost=["9aus"], phase="refit", options=["tobruk_bonus"])
    m = scene(g)
    assert m.state.vp == 0
    go(m, "rebuild 9aus H")
    assert m.state.vp == 1
