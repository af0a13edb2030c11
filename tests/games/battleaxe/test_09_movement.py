"""9 Movement."""

from __future__ import annotations

import pytest

from tests.games.battleaxe.acting import spent
from tests.games.battleaxe.staging import (
    GAME,
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
    unit,
    why,
)

EVERYTHING = [space.id for space in GAME.data.spaces]
WEAK, STRONG = (1, 1), (30, 30)


# -- the active area -------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.1a")
def test_an_allied_assault_has_one_active_area():
    m = match(table({"2rtr": "2", "6rtr": "8"}, **QUIET))
    assert [offer for offer in offers(m) if "assault" in offer] == ["assault 2", "assault 8"]
    play(m, "assault 2")
    assert not [offer for offer in offers(m) if "activate" in offer or "6rtr" in offer]
    assert why(m, "move 6rtr 7") == "9.1.1 not_active"


@pytest.mark.rule("battleaxe", "9.1b")
def test_units_move_singly_and_step_by_step():
    m = play(match(table({"2rtr": "2", "6rtr": "2"}, mf={"2rtr": 4}, **QUIET)), "assault 2")
    assert "7" not in moves(m, "2rtr")
    play(m, "move 2rtr 8")
    assert (unit(m, "2rtr")[0], unit(m, "6rtr")[0]) == ("8", "2")
    play(m, "move 2rtr 7", "move 2rtr 15", "move 2rtr 16")
    assert moves(m, "2rtr") == []
    assert why(m, "move 2rtr 7") == "9.2a no_points"


@pytest.mark.rule("battleaxe", "9.1b", "11.0a", "R17")
def test_only_units_that_began_in_the_active_area_attack_where_they_are():
    """1/KRR stands in contested 8 and is not activated when 2RTR comes in."""
    units = {"2rtr": "2", "1krr": "8", "15mg": "8"}
    g = table(units, cv={"2rtr": WEAK, "15mg": STRONG}, **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault 2")
    assert "attack 8" not in offers(m)
    assert why(m, "attack 8") == "9.1.1 not_active"
    play(m, "move 2rtr 8", "attack 8", "no")
    assert told(m, "attack")[0]["units"] == ("2rtr",)


@pytest.mark.rule("battleaxe", "9.1b")
def test_attacks_come_at_any_point_of_an_assault_among_the_moves():
    units = {"2rtr": "15", "6rtr": "15", "1krr": "15", "15mg": "14"}
    g = table(units, cv={"2rtr": WEAK, "15mg": STRONG}, **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault 15", "move 6rtr 16", "move 2rtr 14")
    play(m, "attack 14", "no", "done", "move 6rtr 7", "move 1krr 17", "done")
    assert [unit(m, name)[0] for name in ("2rtr", "6rtr", "1krr")] == ["15", "7", "17"]


@pytest.mark.rule("battleaxe", "9.1.1")
def test_all_units_of_the_active_area_act_in_any_order_until_the_player_stops():
    m = play(match(table({"2rtr": "2", "6rtr": "2", "1krr": "2"}, **QUIET)), "assault 2")
    play(m, "move 6rtr 3", "move 2rtr 8", "move 6rtr 7", "move 2rtr 9")
    assert "done" in offers(m)
    assert moves(m, "1krr")
    play(m, "done")
    assert asked(m) == "axis impulse"
    assert unit(m, "1krr")[0] == "2"


# -- costs -----------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.2b", "15.1b", "R4", "R10")
@pytest.mark.parametrize(
    ("enemy", "goal", "cost"),
    [
        ({}, "7", 1),
        ({"15mg": "14"}, "7", 1),  # two steps away
        ({"15mg": "9"}, "7", 2),
        ({"15mg": "17"}, "7", 1),  # beyond the escarpment is not adjacent
        ({"15mg": "15"}, "7", 2),
        ({"15mg": "C"}, "4", 1),  # enemies in a Zone do not count
        ({"15mg": "2", "15mc": "10"}, "8", 2),  # two neighbours cost no more than one
    ],
)
def test_a_vacant_area_costs_1_or_beside_an_enemy_2(enemy, goal, cost):
    g = table({"11h": "3", **enemy}, mf={"11h": 9}, **QUIET)
    m = play(match(g), "assault 3", f"move 11h {goal}")
    assert spent(m, "11h") == cost


@pytest.mark.rule("battleaxe", "9.2b", "9.2c", "R10")
def test_an_enemy_in_the_area_just_left_counts_as_adjacent():
    g = table({"11h": "8", "15mg": "8"}, mf={"11h": 9}, allied=["7", "8"], **QUIET)
    m = play(match(g), "assault 8", "move 11h 7")
    assert spent(m, "11h") == 2


@pytest.mark.rule("battleaxe", "9.2b", "9.2a", "R10")
@pytest.mark.parametrize(
    ("reduced", "friend", "cost"),
    [
        (["15mg", "15mc"], {}, 3),
        (["15mg"], {}, 4),
        ([], {}, 4),
        (["15mg", "15mc"], {"1krr": "9"}, 3),
        (["15mc"], {"1krr": "9"}, 4),
    ],
)
def test_an_area_with_enemies_costs_3_or_with_a_full_one_among_them_4(reduced, friend, cost):
    """7, beside the enemy in 9, costs 2; the rest of the factor has to pay for 9."""
    units = {"11h": "16", "15mg": "9", "15mc": "9", **friend}
    for factor, can in ((2 + cost, True), (1 + cost, False)):
        g = table(units, reduced=reduced, mf={"11h": factor}, **QUIET)
        m = play(match(g), "assault 16", "move 11h 7")
        assert ("9" in moves(m, "11h")) is can
        assert why(m, "move 11h 9") == ("" if can else "9.2a too_dear")


@pytest.mark.rule("battleaxe", "9.2b")
@pytest.mark.parametrize(("factor", "can"), [(3, True), (2, False)])
def test_the_last_mf_pay_for_the_last_space(factor, can):
    """2 to 8 costs 1; 7 lies beside the enemy in 15 and costs 2."""
    m = play(match(table({"11h": "2", "15mg": "15"}, mf={"11h": factor}, **QUIET)), "assault 2")
    play(m, "move 11h 8")
    assert ("7" in moves(m, "11h")) is can
    assert "3" in moves(m, "11h")


@pytest.mark.rule("battleaxe", "9.2b", "15.1a", "R9")
@pytest.mark.parametrize("enemy", [{}, {"15mg": "C"}])
def test_a_zone_takes_all_mf_whether_or_not_enemies_are_in_it(enemy):
    for start, goal in (("3", "C"), ("B", "C")):
        g = table({"11h": start, **enemy}, mf={"11h": 8}, impulse=2, **QUIET)
        m = play(match(g), f"assault {start}", f"move 11h {goal}")
        assert spent(m, "11h") == 8
        assert moves(m, "11h") == []


@pytest.mark.rule("battleaxe", "9.2b", "R9")
def test_a_unit_that_has_spent_mf_cannot_enter_a_zone():
    m = play(match(table({"11h": "7"}, mf={"11h": 9}, **QUIET)), "assault 7", "move 11h 3")
    assert "C" not in moves(m, "11h")
    assert moves(m, "11h")
    assert why(m, "move 11h C") == "9.2b zone_costs_all"


@pytest.mark.rule("battleaxe", "9.2a", "R9")
def test_a_unit_leaves_a_zone_at_the_price_of_the_area_and_goes_on():
    m = play(match(table({"11h": "C"}, mf={"11h": 2}, impulse=2, **QUIET)), "assault C")
    play(m, "move 11h 3")
    assert spent(m, "11h") == 1
    assert "8" in moves(m, "11h")


@pytest.mark.rule("battleaxe", "9.2a")
def test_a_unit_stops_when_it_comes_upon_an_enemy():
    g = table({"11h": "15", "15mg": "14"}, mf={"11h": 20}, allied=EVERYTHING, **QUIET)
    m = play(match(g), "assault 15", "move 11h 14")
    assert moves(m, "11h") == []
    assert why(m, "move 11h 15") == "9.2a stopped_by_enemy"


# -- leaving a contested area ----------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.2c", "9.3.4")
def test_a_unit_leaving_a_contested_area_enters_a_free_one_first():
    """Around 8: 2 Free, 3 Axis and empty, 7 contested and Allied, 9 held by the enemy, 10 Axis."""
    units = {"2rtr": "8", "15mg": "8", "6rtr": "7", "15mc": "7", "33pak": "9"}
    m = play(match(table(units, allied=["2", "7", "8"], **QUIET)), "assault 8")
    assert moves(m, "2rtr") == ["2"]
    for goal in ("3", "7", "9", "10"):
        assert why(m, f"move 2rtr {goal}") == "9.3.4 free_first"


@pytest.mark.rule("battleaxe", "9.2c", "9.3.4")
@pytest.mark.parametrize("goal", ["3", "10", "1"])
def test_from_the_free_space_it_goes_on_in_the_same_move(goal):
    """To 3, contested; to 10, held by the enemy; to 1, empty and Axis."""
    units = {"2rtr": "8", "15mg": "8", "6rtr": "3", "15mc": "3", "33pak": "10"}
    g = table(units, allied=["2", "8"], mf={"2rtr": 6}, **QUIET)
    m = play(match(g), "assault 8", "move 2rtr 2")
    assert spent(m, "2rtr") == 2
    play(m, f"move 2rtr {goal}")
    assert unit(m, "2rtr")[0] == goal


@pytest.mark.rule("battleaxe", "9.2c", "R17")
def test_once_the_enemy_is_gone_the_area_is_left_like_any_other():
    units = {"2rtr": "8", "6rtr": "8", "15mg": "8"}
    g = table(units, cv={"2rtr": STRONG, "15mg": WEAK}, **QUIET)
    m = play(match(g, (6, 6), (1, 1)), "assault 8")
    assert moves(m, "6rtr") == []
    play(m, "attack 8", "join 2rtr", "done", "no", "stay")
    assert moves(m, "6rtr") == ["2", "3", "7", "9", "10"]


# -- the first step --------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.2d", "R10")
@pytest.mark.parametrize("factor", [1, 3])
def test_a_unit_that_has_spent_nothing_may_make_one_step_it_cannot_pay(factor):
    g = table({"11h": "15", "15mg": "14"}, mf={"11h": factor}, **QUIET)
    m = play(match(g), "assault 15", "move 11h 14")
    assert unit(m, "11h")[0] == "14"
    assert spent(m, "11h") == factor
    g = table({"11h": "15", "15mg": "13"}, mf={"11h": 1}, **QUIET)
    m = play(match(g), "assault 15", "move 11h 14")  # costs 2 beside an enemy
    assert spent(m, "11h") == 1
    assert moves(m, "11h") == []


@pytest.mark.rule("battleaxe", "9.2d")
def test_the_first_step_does_not_open_what_is_forbidden():
    four = dict.fromkeys(["1krr", "2rb", "12at", "65at"], "4")
    m = play(match(table({"11h": "6", **four}, mf={"11h": 1}, **QUIET)), "assault 6")
    assert moves(m, "11h") == ["5", "7", "17"]


@pytest.mark.rule("battleaxe", "9.2d", "14.2.2", "R10")
def test_a_unit_out_of_supply_has_one_mf_less_and_without_any_makes_no_first_step():
    units = {"11h": "15", "15mg": "14"}
    g = table(units, mf={"11h": 2}, out_of_supply=["11h"], **QUIET)
    m = play(match(g), "assault 15", "move 11h 14")
    assert spent(m, "11h") == 1
    units["2rtr"] = "15"
    g = table(units, mf={"11h": 1, "2rtr": 5}, out_of_supply=["11h"], **QUIET)
    m = play(match(g), "assault 15")
    assert moves(m, "11h") == []
    assert why(m, "move 11h 14") == "9.2a no_points"
    g = table({"11h": "8", "15mg": "8"}, mf={"11h": 1}, out_of_supply=["11h"], **QUIET)
    m = play(match(g), "assault 8")  # it may attack where it stands
    assert offers(m) == ["attack 8", "done"]
    assert why(m, "move 11h 2") == "9.2a no_points"


@pytest.mark.rule("battleaxe", "9.2a", "14.2.2", "22.g")
@pytest.mark.parametrize(("marked", "steps"), [([], 3), (["11h"], 2)])
def test_the_missing_mf_is_felt_at_the_end_of_the_way(marked, steps):
    g = table({"11h": "2"}, mf={"11h": 3}, out_of_supply=marked, **QUIET)
    m = play(match(g), "assault 2", "move 11h 8", "move 11h 7")
    assert (moves(m, "11h") != []) == (steps == 3)


@pytest.mark.rule("battleaxe", "9.2d", "R11")
def test_a_unit_without_a_factor_makes_no_first_step():
    g = table({"xxi": "14", "15mc": "14"}, mf={"xxi": 0}, half="axis", **QUIET)
    assert moves(play(match(g), "assault 14"), "xxi") == []


# -- attacks and goals -----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.2e")
def test_units_in_a_contested_area_attack_there_without_moving_and_may_overrun():
    g = table({"2rtr": "8", "15mg": "8"}, cv={"2rtr": STRONG, "15mg": WEAK}, **QUIET)
    m = play(match(g, (6, 6), (1, 1)), "assault 8", "attack 8", "no")
    assert told(m, "moved") == []
    assert told(m, "outcome")[0]["outcome"] == "overrun"
    assert asked(m) == "allied exploit"


@pytest.mark.rule("battleaxe", "9.2.1a")
def test_units_of_one_area_attack_different_spaces_one_after_the_other():
    """Nothing is announced: after the first result the second unit may do anything still."""
    units = {"2rtr": "14", "6rtr": "14", "15mg": "9", "15mc": "13"}
    values = {"2rtr": WEAK, "6rtr": WEAK, "15mg": STRONG, "15mc": STRONG}
    dice = [(1, 1), (6, 6)] * 2
    m = play(match(table(units, cv=values, **QUIET), *dice), "assault 14", "move 2rtr 9")
    play(m, "attack 9", "no")
    assert moves(m, "6rtr") == ["13", "15", "18", "19"]
    play(m, "move 6rtr 13", "attack 13", "no")
    assert [fight["place"] for fight in told(m, "attack")] == ["9", "13"]


@pytest.mark.rule("battleaxe", "9.2.1b", "R17")
def test_a_space_that_was_attacked_is_closed_to_movement_and_to_further_attacks():
    values = {"2rtr": (5 + tem("14"), 5), "15mg": (5, 5)}
    units = {"2rtr": "15", "6rtr": "15", "15mg": "14"}
    m = play(match(table(units, cv=values, **QUIET), (3, 4), (3, 4)), "assault 15")
    play(m, "move 2rtr 14", "attack 14", "no", "done")  # a stalemate: 14 is contested now
    assert "14" not in moves(m, "6rtr")
    assert why(m, "move 6rtr 14") == "9.2.1b closed_after_attack"
    assert "attack 14" not in offers(m)
    assert why(m, "attack 14") == "9.2.1b closed_after_attack"


@pytest.mark.rule("battleaxe", "9.2.1b", "R17")
def test_units_that_did_not_fight_in_their_contested_area_cannot_attack_it_afterwards():
    values = {"2rtr": (5 + tem("8"), 5), "15mg": (5, 5)}
    units = {"2rtr": "8", "6rtr": "8", "15mg": "8"}
    m = play(match(table(units, cv=values, allied=["8", "2"], **QUIET), (3, 4), (3, 4)))
    play(m, "assault 8", "attack 8", "join 2rtr", "done", "no", "done")
    assert offers(m) == ["move 6rtr 2", "done"]


@pytest.mark.rule("battleaxe", "9.2.1b")
def test_the_next_half_opens_the_space_again():
    values = {"2rtr": (5 + tem("14"), 5), "15mg": (5, 5)}
    units = {"2rtr": "15", "6rtr": "15", "15mg": "14"}
    m = play(match(table(units, cv=values, **QUIET), (3, 4), (3, 4), (6, 6)), "assault 15")
    play(m, "move 2rtr 14", "attack 14", "no", "done", "done", "pass", "assault 15")
    assert "14" in moves(m, "6rtr")


@pytest.mark.rule("battleaxe", "9.2.1c")
def test_a_stack_breaks_up_in_time_and_space():
    m = play(match(table({"2rtr": "8", "6rtr": "8", "1krr": "8"}, **QUIET)), "assault 8")
    play(m, "move 2rtr 7", "move 6rtr 2", "move 2rtr 16", "move 1krr 3", "move 6rtr 1", "done")
    assert [unit(m, name)[0] for name in ("2rtr", "6rtr", "1krr")] == ["16", "1", "3"]


# -- restrictions ----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.3", "9.3.1", "9.3.2", "9.3.3", "9.3.4")
@pytest.mark.parametrize(
    ("start", "goal", "others", "reason"),
    [
        ("7", "8", dict.fromkeys(["1krr", "2rb", "12at", "65at"], "8"), "9.3.1 stack_full"),
        ("7", "17", {}, "9.3.2 escarpment"),
        ("12", "G", {}, "9.3.3 no_line"),
        ("7", "8", {"15mg": "7"}, "9.3.4 free_first"),
        ("7", "8", {}, ""),
    ],
)
def test_full_areas_escarpment_zone_lines_and_enemies_left_behind_restrict(
    start, goal, others, reason
):
    m = play(match(table({"2rtr": start, **others}, mf={"2rtr": 9}, **QUIET)), f"assault {start}")
    assert (goal in moves(m, "2rtr")) == (not reason)
    assert why(m, f"move 2rtr {goal}") == reason


@pytest.mark.rule("battleaxe", "9.3.3")
@pytest.mark.parametrize(
    ("start", "goals"),
    [
        ("A", ["5", "B"]),
        ("D", ["1", "2", "C"]),
        ("H", ["G", "I"]),
        ("I", ["F", "G", "H"]),
        ("23", ["20", "22", "G"]),
        ("1", ["2", "11", "D"]),
    ],
)
def test_zones_are_entered_and_left_along_the_printed_lines_only(start, goals):
    g = table({"2rtr": start}, mf={"2rtr": 9}, impulse=2, **QUIET)
    assert moves(play(match(g), f"assault {start}"), "2rtr") == goals


@pytest.mark.rule("battleaxe", "9.1b", "7.2a")
def test_an_axis_unit_moves_and_takes_control_in_the_same_way():
    g = table({"15mc": "14"}, allied=["15", "16"], mf={"15mc": 2}, half="axis", **QUIET)
    m = play(match(g), "assault 14", "move 15mc 15", "move 15mc 16")
    assert control(m, "15") == control(m, "16") == "axis"
