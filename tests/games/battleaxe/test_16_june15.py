"""16 Special rules for June 15."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import NOBODY
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.staging import (
    QUIET,
    asked,
    control,
    match,
    moves,
    offers,
    play,
    table,
    tem,
    told,
    totals,
    unit,
    why,
)

PANZER = ["1_8", "2_8", "1_33c", "33recce"]
LIGHT = ["1_5", "2_5", "3recce"]
WEAK, STRONG = (1, 1), (30, 30)
CAMPS = {**dict.fromkeys(PANZER, "18"), **dict.fromkeys(LIGHT, "G")}


def released(m: Match) -> list[str]:
    locked = m.view(None)["position"]["locked"]
    return [division for division in ("panzer_15", "light_5") if division not in locked]


# -- the lock --------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "16.0", "R28")
def test_locked_units_neither_move_nor_attack_nor_regroup():
    """15MC is in Area 18 with them and may do all this."""
    units = {**CAMPS, "33recce": "14", "15mc": "18", "2rtr": "G"}
    g = table(units, half="axis", **QUIET)
    m = match(g)
    assert [offer for offer in offers(m) if "assault" in offer] == ["assault 18"]
    movers = {offer.split()[1] for offer in offers(play(m, "assault 18")) if offer != "done"}
    assert movers == {"15mc"}
    assert why(m, "move 1_8 14") == "16.0 locked"
    assert why(m, "attack G") == "16.0 locked"
    regroup = offers(play(match(g), "regroup"))
    assert {offer.split()[1] for offer in regroup if offer != "done"} == {"15mc"}


@pytest.mark.rule("battleaxe", "16.0")
def test_a_locked_unit_does_not_join_the_attack_of_others_in_its_space():
    units = {"1_8": "18", "15mc": "18", "2rtr": "18"}
    g = table(units, cv={"2rtr": STRONG}, half="axis", **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault 18", "attack 18")
    assert told(m, "attack")[0]["units"] == ("15mc",)


@pytest.mark.rule("battleaxe", "16.0", "R15", "R28")
def test_locked_units_defend_and_retreat_like_others():
    values = {"2rtr": (5 + tem("18"), 5), "1_8": (4, 4), "2_8": (1, 1)}
    units = {"2rtr": "18", "1_8": "18", "2_8": "18"}
    g = table(units, cv=values, **QUIET)
    m = play(match(g, (4, 4), (4, 3)), "assault 18", "attack 18", "lead 1_8", "no")
    assert totals(m) == [(5 + tem("18"), 4 + 1 + tem("18"))]
    assert "retreat 1_8" in offers(m)  # 11.5.1, for the one point
    play(m, "retreat 1_8", "to 19")
    assert unit(m, "1_8") == ("19", "full")
    assert "withdraw 2_8" in offers(m)  # 11.6.3
    assert released(m) == []


@pytest.mark.rule("battleaxe", "16.0", "R28")
def test_a_division_once_released_stays_released():
    """Area 14 is Allied for a moment; the Axis takes it back."""
    g = table({**CAMPS, "2rtr": "9", "15mc": "13"}, mf={"2rtr": 9}, **QUIET)
    m = play(match(g), "assault 9", "move 2rtr 14", "move 2rtr 15", "done")
    assert released(m) == ["panzer_15"]
    play(m, "assault 13", "move 15mc 14")
    assert control(m, "14") == "axis"
    assert released(m) == ["panzer_15"]
    assert "activate 18" in offers(m)


# -- releases --------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "16.1", "R28")
@pytest.mark.parametrize(
    ("start", "area"),
    [("7", "6"), ("9", "14"), ("7", "15"), ("16", "17"), ("13", "19"), ("23", "20"), ("23", "22")],
)
def test_15th_panzer_is_released_when_6_or_a_neighbour_of_18_becomes_allied(start, area):
    m = play(match(table({**CAMPS, "11h": start}, **QUIET)), f"assault {start}")
    assert released(m) == []
    play(m, f"move 11h {area}")
    assert control(m, area) == "allied"
    assert told(m, "released") == [{"division": "panzer_15"}]
    assert released(m) == ["panzer_15"]


@pytest.mark.rule("battleaxe", "16.1", "R28")
@pytest.mark.parametrize(
    ("start", "area"),
    [("3", "7"), ("8", "9"), ("10", "13"), ("7", "16"), ("10", "12"), ("22", "23"), ("22", "21")],
)
def test_other_areas_release_nobody(start, area):
    m = play(match(table({**CAMPS, "11h": start}, **QUIET)), f"assault {start}")
    play(m, f"move 11h {area}")
    assert control(m, area) == "allied"
    assert released(m) == []


@pytest.mark.rule("battleaxe", "16.1", "R28")
@pytest.mark.parametrize("area", ["6", "15"])
def test_contesting_an_area_is_not_enough_but_winning_it_in_combat_is(area):
    units = {**CAMPS, "2rtr": "7", "15mg": area}
    g = table(units, cv={"2rtr": STRONG, "15mg": WEAK}, **QUIET)
    m = play(match(g, (6, 6), (1, 1)), "assault 7", f"move 2rtr {area}")
    assert released(m) == []
    play(m, f"attack {area}", "no")
    assert released(m) == ["panzer_15"]


@pytest.mark.rule("battleaxe", "16.1", "R28", "R39")
def test_an_axis_departure_that_gives_6_away_lets_15th_panzer_act_at_once():
    """1/104 leaves contested Halfaya; 18 may then be the second Area of the same Assault."""
    units = {**CAMPS, "1_104": "6", "2rtr": "6"}
    m = play(match(table(units, half="axis", **QUIET)), "assault 6")
    assert "activate 18" not in offers(m)
    play(m, "move 1_104 17")
    assert control(m, "6") == "allied"
    assert "activate 18" in offers(m)


@pytest.mark.rule("battleaxe", "16.1", "9.1.1", "R28")
def test_a_unit_released_in_an_active_area_may_act_in_that_assault():
    """1/8 has retreated to 14; both 14 and 15 are active when 15 is given up."""
    units = {"1_8": "14", "15mc": "14", "2_8": "18", "15mg": "15", "2rtr": "15"}
    m = play(match(table(units, half="axis", **QUIET)), "assault 14", "activate 15")
    assert moves(m, "1_8") == []
    play(m, "move 15mg 9")
    assert released(m) == ["panzer_15"]
    assert moves(m, "1_8") == ["9", "13", "15", "18", "19"]
    assert moves(m, "2_8") == []  # 18 is not active, and two Areas are


@pytest.mark.rule("battleaxe", "16.1", "16.2")
@pytest.mark.parametrize(
    ("start", "zone"), [("11", "E"), ("12", "E"), ("12", "F"), ("19", "F"), ("23", "G"), ("F", "G")]
)
def test_an_allied_unit_in_zone_e_f_or_g_releases_both(start, zone):
    units = {**dict.fromkeys(PANZER, "18"), "11h": start, "1_5": "I"}
    m = play(match(table(units, impulse=2, **QUIET)), f"assault {start}")
    assert released(m) == []
    play(m, f"move 11h {zone}")
    assert released(m) == ["panzer_15", "light_5"]


@pytest.mark.rule("battleaxe", "16.1", "16.2")
def test_entering_is_enough_even_if_5th_light_holds_the_zone():
    m = play(match(table({**CAMPS, "11h": "23"}, impulse=2, **QUIET)), "assault 23", "move 11h G")
    assert control(m, "G") == "axis"
    assert released(m) == ["panzer_15", "light_5"]


@pytest.mark.rule("battleaxe", "16.1", "16.2")
def test_zone_i_and_axis_units_in_the_rear_zones_release_nobody():
    m = play(match(table({**CAMPS, "11h": "F"}, impulse=2, **QUIET)), "assault F", "move 11h I")
    assert (control(m, "I"), released(m)) == ("allied", [])
    g = table({**CAMPS, "15mc": "19"}, half="axis", **QUIET)
    assert released(play(match(g), "assault 19", "move 15mc F")) == []


@pytest.mark.rule("battleaxe", "16.1", "16.2")
def test_the_end_of_june_15_releases_both():
    m = match(table(CAMPS, impulse=3, **QUIET), (1, 1))
    play(m, "pass")
    assert released(m) == []
    play(m, "pass")
    assert m.state.turn == 2
    assert released(m) == ["panzer_15", "light_5"]
    assert {"assault 18", "assault G"} <= set(offers(play(m, "pass")))


@pytest.mark.rule("battleaxe", "16.2", "R28")
def test_activating_tobruk_for_an_assault_releases_5th_light_alone():
    units = {**CAMPS, "9aus": "H", "xx": "H"}
    m = play(match(table(units, **QUIET)), "assault H")
    assert released(m) == ["light_5"]  # even if no attack follows
    play(m, "done")
    assert "assault G" in offers(m)
    assert "assault 18" not in offers(m)


@pytest.mark.rule("battleaxe", "16.2", "R28")
def test_other_doings_in_tobruk_release_nobody():
    units = {**CAMPS, "9aus": "H", "18bde": "H", "xx": "H", "2rtr": "2"}
    g = table(units, reduced=["9aus", "18bde"], allied=["A", "H", "I", "2"], impulse=2, **QUIET)
    for action in (["regroup", "move 9aus I"], ["consolidate 9aus 18bde"], ["assault 2"]):
        assert released(play(match(g), *action)) == []
    g = table(units, half="axis", **QUIET)  # the besiegers' Assault is not the Allies'
    assert released(play(match(g), "assault H")) == []


# -- the first activation --------------------------------------------------------------------

FRONT = {"sq_a": "A", "3_11": "B", "7rtr": "C", "2rtr": "D", "9aus": "H"}


@pytest.mark.rule("battleaxe", "16.3", "9.1a", "R35")
def test_the_first_allied_assault_may_activate_a_b_c_and_d_together():
    m = match(table(FRONT, **QUIET))
    assert [o for o in offers(m) if "assault" in o] == ["assault A B C D", "assault H"]
    play(m, "assault A B C D")
    movers = {offer.split()[1] for offer in offers(m) if offer != "done"}
    assert movers == {"sq_a", "3_11", "7rtr", "2rtr"}


@pytest.mark.rule("battleaxe", "16.3")
@pytest.mark.parametrize(("turn", "impulse"), [(1, 2), (2, 1), (3, 1)])
def test_later_assaults_have_one_active_area_again(turn, impulse):
    m = match(table(FRONT, turn=turn, impulse=impulse, **QUIET))
    assert [o for o in offers(m) if "assault" in o] == [f"assault {zone}" for zone in "ABCDH"]
    play(m, "assault C")
    assert {offer.split()[1] for offer in offers(m) if offer != "done"} == {"7rtr"}


@pytest.mark.rule("battleaxe", "16.3", "R35")
def test_units_of_different_zones_attack_together():
    units = {**FRONT, "15mg": "4"}
    g = table(units, cv={"15mg": STRONG}, **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault A B C D", "move 3_11 4", "move 7rtr 4")
    play(m, "attack 4", "lead 7rtr", "no")
    assert told(m, "attack")[0]["units"] == ("3_11", "7rtr")
    assert (unit(m, "3_11")[0], unit(m, "7rtr")[0]) == ("B", "C")  # each back to its own


@pytest.mark.rule("battleaxe", "16.3", "10.1.1", "R35")
def test_it_is_one_assault_with_one_use_of_the_aircraft():
    units = {"7rtr": "C", "sq_a": "A", "15mg": "4", "15mc": "5"}
    values = {"7rtr": WEAK, "sq_a": WEAK, "15mg": STRONG, "15mc": STRONG}
    g = table(units, cv=values, advantage=NOBODY, artillery=[0, 0])
    dice = [(3,), (1, 1), (6, 6), (1, 1), (6, 6)]
    m = play(match(g, *dice), "assault A C", "move 7rtr 4", "attack 4", "yes", "done")
    play(m, "move sq_a 5", "attack 5")
    assert len(told(m, "combat_dice")) == 2
    assert asked(m) == "axis withdraw"


@pytest.mark.rule("battleaxe", "16.3", "R35")
def test_the_allies_may_choose_another_space_instead():
    m = play(match(table({**FRONT, "xx": "H"}, **QUIET)), "assault H")
    assert offers(m) == ["attack H", "done"]
