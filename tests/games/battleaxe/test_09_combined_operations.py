"""9.1.2 Combined Operations: the Axis activates two Areas."""

from __future__ import annotations

import pytest

from tests.games.battleaxe.staging import (
    QUIET,
    match,
    moves,
    offers,
    play,
    table,
    told,
    why,
)

STRONG = (30, 30)


@pytest.mark.rule("battleaxe", "9.1a", "9.1.2a")
def test_the_axis_may_activate_a_second_area_but_no_third():
    units = {"15mc": "14", "15mg": "13", "1_104": "6", "33pak": "13"}
    m = play(match(table(units, half="axis", **QUIET)), "assault 14")
    assert [offer for offer in offers(m) if "activate" in offer] == ["activate 6", "activate 13"]
    assert why(m, "move 15mg 10") == "9.1.1 not_active"
    play(m, "activate 13")
    assert not [offer for offer in offers(m) if "activate" in offer]
    assert moves(m, "15mg")
    assert moves(m, "33pak")
    assert moves(m, "15mc")


@pytest.mark.rule("battleaxe", "9.1.2a", "14.1.1")
def test_a_fuel_shortage_leaves_the_axis_one_active_area():
    units = {"15mc": "14", "15mg": "13"}
    m = play(match(table(units, half="axis", fuel_low=True, **QUIET)), "assault 14")
    assert not [offer for offer in offers(m) if "activate" in offer]


@pytest.mark.rule("battleaxe", "9.1.2a", "R34")
def test_no_unit_is_activated_twice():
    """15MC moves into 13 and spends all; activating 13 gives it nothing."""
    units = {"15mc": "14", "15mg": "13"}
    g = table(units, mf={"15mc": 1}, half="axis", **QUIET)
    m = play(match(g), "assault 14", "move 15mc 13", "activate 13")
    assert moves(m, "15mg")
    assert moves(m, "15mc") == []
    g = table({"15mc": "14"}, half="axis", **QUIET)
    m = play(match(g), "assault 14", "move 15mc 13")
    assert "activate 13" not in offers(m)


@pytest.mark.rule("battleaxe", "9.1.2b", "9.2e", "R34")
def test_units_of_both_areas_join_in_one_attack():
    units = {"15mc": "14", "15mg": "13", "2rtr": "9"}
    g = table(units, cv={"2rtr": STRONG}, half="axis", **QUIET)
    m = play(match(g, (6, 6), (6, 6)), "assault 14", "move 15mc 9", "activate 13", "move 15mg 9")
    play(m, "attack 9", "lead 15mc")
    assert told(m, "attack")[0]["units"] == ("15mc", "15mg")


@pytest.mark.rule("battleaxe", "9.1.2b", "R34")
def test_the_second_area_is_chosen_when_the_results_of_the_first_are_known():
    units = {"15mc": "14", "15mg": "13", "1_104": "6", "2rtr": "9"}
    g = table(units, cv={"2rtr": STRONG}, half="axis", **QUIET)
    m = play(match(g, (6, 6), (6, 6)), "assault 14", "move 15mc 9", "attack 9")
    assert told(m, "outcome")[0]["outcome"] == "repulse"
    assert {"activate 6", "activate 13"} <= set(offers(m))
    play(m, "activate 13")
    assert "9" not in moves(m, "15mg")
    assert moves(m, "15mg")


@pytest.mark.rule("battleaxe", "9.2e", "R34")
def test_units_of_another_active_area_join_those_already_in_a_contested_area():
    units = {"15mg": "9", "15mc": "14", "2rtr": "9"}
    g = table(units, cv={"2rtr": STRONG}, half="axis", **QUIET)
    m = play(match(g, (6, 6), (6, 6)), "assault 9", "activate 14", "move 15mc 9")
    play(m, "attack 9", "all", "lead 15mc")
    assert told(m, "attack")[0]["units"] == ("15mc", "15mg")
