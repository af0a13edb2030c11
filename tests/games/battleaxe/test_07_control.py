"""7 Stacking and control."""

from __future__ import annotations

import pytest

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

NIGHT = (1, 1)
FOUR_ALLIED = ["1krr", "2rb", "12at", "65at"]
FOUR_AXIS = ["1_104", "33pak", "15mg", "1_33b"]
EVERYTHING = [space.id for space in GAME.data.spaces]


# -- stacking --------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "7.1a", "9.3.1")
@pytest.mark.parametrize(("there", "open_"), [(3, True), (4, False)])
def test_an_area_holds_four_units_of_a_side(there, open_):
    units = {"2rtr": "7", **dict.fromkeys(FOUR_ALLIED[:there], "8")}
    m = play(match(table(units, allied=EVERYTHING, **QUIET)), "assault 7")
    assert ("8" in moves(m, "2rtr")) is open_
    assert why(m, "move 2rtr 8") == ("" if open_ else "9.3.1 stack_full")
    m = play(match(table(units, allied=EVERYTHING, **QUIET)), "regroup")
    assert ("8" in moves(m, "2rtr")) is open_
    assert why(m, "move 2rtr 8") == ("" if open_ else "9.3.1 stack_full")


@pytest.mark.rule("battleaxe", "7.1a", "R40")
def test_enemy_units_do_not_count_against_the_four():
    units = {"2rtr": "7", **dict.fromkeys(FOUR_ALLIED[:3], "8"), **dict.fromkeys(FOUR_AXIS, "8")}
    m = play(match(table(units, **QUIET)), "assault 7")
    assert "8" in moves(m, "2rtr")


@pytest.mark.rule("battleaxe", "7.1a", "15.2")
def test_a_zone_holds_any_number():
    units = {"2rtr": "4", **dict.fromkeys([*FOUR_ALLIED, "6rtr", "11h", "cih"], "C")}
    m = play(match(table(units, impulse=2, **QUIET)), "assault 4", "move 2rtr C")
    assert len(m.view(None)["position"]["spaces"]["C"]["units"]) == 8


@pytest.mark.rule("battleaxe", "7.1b", "R40")
def test_a_full_area_is_not_passed_through():
    """From 3 to 9 the ways lead over 7 and 8; both are full until a unit leaves."""
    eight = ["1_11", "2_11", "3_11", "sq_a"]
    units = {"11h": "3", **dict.fromkeys(FOUR_ALLIED, "7"), **dict.fromkeys(eight, "8")}
    g = table(units, allied=EVERYTHING, mf={"11h": 9}, impulse=2, **QUIET)
    m = play(match(g), "assault 3")
    assert moves(m, "11h") == ["2", "4", "C"]


@pytest.mark.rule("battleaxe", "7.1b")
def test_no_fifth_unit_comes_in_to_join_an_attack():
    four = dict.fromkeys(["2rtr", "6rtr", "1krr", "2rb"], "15")
    m = play(match(table({**four, "12at": "15", "15mg": "14"}, **QUIET)), "assault 15")
    for name in four:
        play(m, f"move {name} 14")
    assert moves(m, "12at") == ["7", "9", "16", "17", "18"]
    assert why(m, "move 12at 14") == "9.3.1 stack_full"


@pytest.mark.rule("battleaxe", "7.1b", "11.6.1", "R14")
def test_no_retreat_ends_in_a_full_area():
    """The only way out of 14 leads through 13, which is full, to 10 or 12."""
    values = {"2rtr": (5 + tem("14"), 5), "15mc": (5, 5)}
    units = {"2rtr": "15", "15mc": "14", **dict.fromkeys(FOUR_AXIS, "13")}
    g = table(units, reduced=["15mc"], allied=["9", "15", "18", "19"], cv=values, **QUIET)
    m = play(match(g, (4, 4), (3, 4)), "assault 15", "move 2rtr 14", "attack 14", "no")
    assert offers(m) == ["to 10", "to 12"]
    play(m, "to 12")
    assert unit(m, "15mc") == ("12", "reduced")


@pytest.mark.rule("battleaxe", "7.1c", "R38")
def test_both_players_and_everybody_else_see_every_stack():
    m = match(table(None, unplaced=(), impulse=2))
    views = [m.view(side)["position"] for side in ("allied", "axis", None)]
    assert views[0] == views[1] == views[2]
    assert views[0]["spaces"]["6"]["units"] == ["1_104", "1_33a", "defr"]
    assert views[0]["units"]["1_33a"]["full"] is True


# -- control ---------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "7.2a", "22.e")
def test_a_unit_takes_over_every_vacant_space_it_passes_through_at_once():
    g = table({"2rtr": "2"}, mf={"2rtr": 5}, **QUIET)
    m = play(match(g), "assault 2", "move 2rtr 8")
    assert control(m, "8") == "allied"
    play(m, "move 2rtr 7", "move 2rtr 16")
    assert [control(m, space) for space in ("2", "8", "7", "16", "15")] == ["allied"] * 4 + ["axis"]


@pytest.mark.rule("battleaxe", "7.2a", "7.3")
def test_a_space_with_an_enemy_in_it_does_not_change_hands():
    m = play(match(table({"2rtr": "2", "15mg": "8"}, **QUIET)), "assault 2", "move 2rtr 8")
    assert control(m, "8") == "axis"
    assert told(m, "control") == []


@pytest.mark.rule("battleaxe", "7.2a", "R39")
def test_control_passes_when_the_controllers_last_unit_leaves_a_contested_space():
    units = {"2rtr": "8", "15mc": "8", "15mg": "8"}
    m = play(match(table(units, half="axis", **QUIET)), "assault 8", "move 15mc 9")
    assert control(m, "8") == "axis"
    play(m, "move 15mg 9")
    assert control(m, "8") == "allied"


@pytest.mark.rule("battleaxe", "7.2a", "R39")
def test_control_passes_when_the_controllers_last_unit_dies_in_a_contested_space():
    values = {"2rtr": (30, 30), "15mg": (1, 1)}
    g = table({"2rtr": "8", "15mg": "8"}, cv=values, **QUIET)
    assert g.control[g.pack.board.at("8")] == 1
    m = play(match(g, (6, 6), (1, 1)), "assault 8", "attack 8", "no")
    assert control(m, "8") == "allied"


@pytest.mark.rule("battleaxe", "7.2a", "R39")
def test_a_space_that_everybody_has_left_keeps_its_owner():
    m = play(match(table({"2rtr": "8"}, **QUIET)), "assault 8", "move 2rtr 7", "done")
    assert control(m, "8") == "allied"
    values = {"2rtr": (5 + tem("8"), 5 + tem("8")), "15mg": (5, 5)}
    g = table({"2rtr": "8", "15mg": "8"}, reduced=["2rtr", "15mg"], cv=values, **QUIET)
    m = play(match(g, (3, 4), (3, 4)), "assault 8", "attack 8", "no")  # both die
    assert unit(m, "2rtr") == unit(m, "15mg") == ("off", "gone")
    assert control(m, "8") == "axis"


@pytest.mark.rule("battleaxe", "7.2b", "14.2.4")
def test_a_cut_off_empty_space_changes_hands_when_the_maneuvers_phase_ends():
    g = table({}, allied=["A", "B", "C", "D", "H", "8", "3"], impulse=2, **QUIET)
    g.control[g.pack.board.at("21")] = 0  # 21 hangs on 22, which is Axis
    m = play(match(g, (6, 6), NIGHT), "pass", "pass")
    assert (control(m, "21"), control(m, "8")) == ("allied", "allied")
    play(m, "pass", "pass")
    assert m.state.turn == 2
    assert (control(m, "21"), control(m, "8")) == ("axis", "allied")


@pytest.mark.rule("battleaxe", "7.2b")
def test_a_cut_off_space_with_a_unit_of_its_controller_in_it_stays():
    g = table({"2rtr": "21"}, impulse=3, **QUIET)
    m = play(match(g, NIGHT, (6,)), "pass", "pass")
    assert control(m, "21") == "allied"


# -- contested, vacant, free -----------------------------------------------------------------


@pytest.mark.rule("battleaxe", "7.3")
@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_a_contested_space_belongs_to_the_side_that_held_it_before(owner):
    held = ["8", "D", "2"] if owner == "allied" else ["D", "2"]
    values = {"2rtr": (5 + tem("8"), 5), "15mg": (5, 5)}
    g = table({"2rtr": "8", "15mg": "8"}, allied=held, cv=values, **QUIET)
    m = play(match(g, (3, 4), (3, 4), (6, 6)), "assault 8", "attack 8", "no", "done", "done")
    play(m, "pass")
    assert control(m, "8") == owner


@pytest.mark.rule("battleaxe", "7.3", "9.3.4")
def test_a_space_is_contested_while_both_sides_are_in_it():
    """Only then must a unit that leaves it look for a Free space."""
    m = play(match(table({"2rtr": "8", "15mg": "8"}, **QUIET)), "assault 8")
    assert moves(m, "2rtr") == []
    m = play(match(table({"2rtr": "8"}, **QUIET)), "assault 8")
    assert moves(m, "2rtr") == ["2", "3", "7", "9", "10"]


@pytest.mark.rule("battleaxe", "7.4", "9.2b")
@pytest.mark.parametrize("friend", [{}, {"6rtr": "7"}])
@pytest.mark.parametrize("held", [["8"], ["7", "8"]])
def test_friends_and_control_make_no_difference_to_vacant(friend, held):
    g = table({"2rtr": "8", **friend}, allied=held, **QUIET)
    m = play(match(g), "assault 8", "move 2rtr 7")
    assert m.state.spent[g.pack.unit_index["2rtr"]] == 1


@pytest.mark.rule("battleaxe", "7.5", "9.2c", "9.3.4")
def test_free_is_vacant_and_under_friendly_control():
    """Around 8: 2 is empty but Axis, 3 holds a friend and an enemy, 7 is Free, 10 has a friend."""
    units = {"2rtr": "8", "15mg": "8", "6rtr": "3", "15mc": "3", "11h": "10"}
    held = ["8", "3", "7", "10"]
    m = play(match(table(units, allied=held, **QUIET)), "assault 8")
    assert moves(m, "2rtr") == ["7", "10"]
    assert why(m, "move 2rtr 2") == "9.3.4 free_first"
    assert why(m, "move 2rtr 3") == "9.3.4 free_first"


@pytest.mark.rule("battleaxe", "7.5", "7.4")
def test_free_and_vacant_are_seen_from_each_side():
    """7 is Free for the Allies and merely without enemies of theirs; for the Axis it is neither."""
    units = {"2rtr": "8", "15mg": "8", "6rtr": "7"}
    g = table(units, allied=["7"], half="axis", **QUIET)
    m = play(match(g), "assault 8")
    assert moves(m, "15mg") == ["2", "3", "9", "10"]
    assert asked(m) == "axis assault"
