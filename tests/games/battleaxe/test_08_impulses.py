"""8 Impulses: Assault, Regroup, Consolidation, Pass."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import AXIS
from khamsin.kernel.errors import CannotUndo
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
PRINTED = ["A", "B", "C", "D", "H"]  # the spaces that are Allied when play begins


def consolidations(*units: str, at: str = "8", held: list[str] | None = None, **settings):
    """The pairs that may consolidate, all of these units reduced and in one space."""
    side = {"half": "axis"} if GAME.data.side_of[GAME.data.unit_index[units[0]]] else {}
    settings = {"reduced": units, "allied": held, "impulse": 2, **QUIET, **side, **settings}
    m = match(table(dict.fromkeys(units, at), **settings))
    return [offer.removeprefix("consolidate ") for offer in offers(m) if "consolidate" in offer]


# -- halves ----------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "8.0a")
def test_the_allied_half_comes_first_and_the_marker_advances_after_the_axis_half():
    m = match(table({"2rtr": "2", "15mc": "14"}, **QUIET), (6, 6))
    assert (asked(m), m.state.impulse) == ("allied impulse", 1)
    play(m, "pass")
    assert (asked(m), m.state.impulse) == ("axis impulse", 1)
    play(m, "pass")
    assert (asked(m), m.state.impulse) == ("allied impulse", 2)


@pytest.mark.rule("battleaxe", "8.0b", "22.a")
def test_only_units_of_the_player_whose_half_it_is_move():
    g = table({"2rtr": "8", "15mc": "14"}, allied=["8", "2", "7"], **QUIET)
    for half, mine, other, side in (
        ("allied", "2rtr", "15mc", "axis"),
        ("axis", "15mc", "2rtr", "allied"),
    ):
        g.half = ("allied", "axis").index(half)
        for impulse in (f"assault {8 if mine == '2rtr' else 14}", "regroup"):
            m = play(match(g), impulse)
            movers = {offer.split()[1] for offer in offers(m) if offer != "done"}
            assert movers == {mine}
            assert why(m, f"move {other} 13", side) == "8.0b not_your_half"
            assert why(m, f"move {other} 13") == "8.0b not_your_unit"


@pytest.mark.rule("battleaxe", "8.0b")
def test_a_unit_of_the_defender_changes_its_place_only_by_retreat():
    """15MC is driven from 14; nothing else of the Axis has moved when the half is over."""
    values = {"2rtr": (5 + tem("14"), 5), "15mc": (5, 5)}
    units = {"2rtr": "15", "15mc": "14", "15mg": "14", "1_104": "13"}
    g = table(units, reduced=["15mc"], allied=["15", "9", "18", "19"], cv=values, **QUIET)
    m = match(g, (4, 4), (3, 3))  # 5 + 8 against 6 + 6, terrain aside: one point
    play(m, "assault 15", "move 2rtr 14", "attack 14", "lead 15mc", "no", "done", "done")
    assert asked(m) == "axis impulse"
    assert unit(m, "15mc") == ("13", "reduced")
    assert unit(m, "15mg") == ("14", "full")
    assert unit(m, "1_104") == ("13", "full")


# -- the kinds of impulse --------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "8.1")
def test_a_player_chooses_an_assault_a_regroup_a_consolidation_or_a_pass():
    units = {"1_11": "2", "2_11": "2", "2rtr": "D"}
    g = table(units, reduced=["1_11", "2_11"], impulse=2, **QUIET)
    assert offers(match(g)) == [
        "assault 2",
        "assault D",
        "regroup",
        "consolidate 1_11 2_11",
        "consolidate 2_11 1_11",
        "pass",
    ]


@pytest.mark.rule("battleaxe", "8.1", "8.1.2")
@pytest.mark.parametrize(
    "action",
    [["assault 2", "done"], ["regroup", "done"], ["consolidate 1_11 2_11"], ["pass"]],
)
def test_only_one_of_them_in_a_half(action):
    units = {"1_11": "2", "2_11": "2", "3_11": "2", "2rtr": "D"}
    g = table(units, reduced=["1_11", "2_11", "3_11"], impulse=2, **QUIET)
    assert asked(play(match(g), *action)) == "axis impulse"


@pytest.mark.rule("battleaxe", "8.1")
def test_no_unit_moves_before_an_impulse_is_named():
    m = match(table({"2rtr": "2"}, **QUIET))
    assert why(m, "move 2rtr 3") == "8.1 no_moves_now"
    assert why(m, "attack 3") == "8.1 no_moves_now"


@pytest.mark.rule("battleaxe", "8.1.1", "22.a")
def test_units_of_the_active_area_move_attack_or_do_both_and_others_do_nothing():
    units = {"2rtr": "8", "6rtr": "8", "15mg": "8", "1krr": "2", "15mc": "14", "11h": "7"}
    held = ["2", "7", "8", "15"]
    values = {"2rtr": (1, 1), "6rtr": (1, 1), "15mg": (30, 30), "15mc": (30, 30)}
    g = table(units, allied=held, cv=values, mf={"6rtr": 9}, **QUIET)
    m = play(match(g, (1, 1), (6, 6), (1, 1), (6, 6)), "assault 8")
    assert {offer.split()[1] for offer in offers(m) if "move" in offer} == {"2rtr", "6rtr"}
    assert "attack 8" in offers(m)
    assert why(m, "move 1krr 3") == "9.1.1 not_active"
    play(m, "move 6rtr 7", "move 6rtr 15", "move 6rtr 14", "attack 14", "no", "done")
    play(m, "attack 8", "no")
    assert [fight["units"] for fight in told(m, "attack")] == [("6rtr",), ("2rtr",)]


@pytest.mark.rule("battleaxe", "8.1.2")
def test_a_regroup_has_no_consolidation_and_no_attack_in_it():
    units = {"1_11": "8", "2_11": "8", "15mg": "8"}
    g = table(units, reduced=["1_11", "2_11"], allied=["8", "2", "D"], **QUIET)
    m = play(match(g), "regroup")
    assert offers(m) == ["move 1_11 2", "move 2_11 2", "done"]


# -- regroup ---------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "8.1.2a.1")
def test_in_a_regroup_every_unit_on_the_map_may_go_one_step_to_a_place_of_its_own():
    units = {"2rtr": "2", "6rtr": "2", "1krr": "16", "9aus": "H"}
    m = play(match(table(units, allied=EVERYTHING, **QUIET)), "regroup")
    play(m, "move 2rtr 1", "move 6rtr 8", "move 1krr 7", "move 9aus I")
    assert offers(m) == ["done"]
    places = [unit(m, name)[0] for name in units]
    assert places == ["1", "8", "7", "I"]


@pytest.mark.rule("battleaxe", "8.1.2a.1", "R19")
def test_a_unit_regroups_once_and_only_next_door():
    m = play(match(table({"2rtr": "2", "6rtr": "3"}, allied=EVERYTHING, **QUIET)), "regroup")
    assert "7" not in moves(m, "2rtr")
    assert why(m, "move 2rtr 7") == "9.1b not_adjacent"
    play(m, "move 2rtr 3")
    assert moves(m, "2rtr") == []
    assert moves(m, "6rtr")
    assert why(m, "move 2rtr 7") == "8.1.2a.1 has_regrouped"


@pytest.mark.rule("battleaxe", "8.1.2a.1", "R9")
def test_no_mf_are_counted_in_a_regroup():
    """Next to an enemy an Area costs 2 and a Zone everything; out of supply 1 MF is none."""
    units = {"2rtr": "3", "6rtr": "4", "15mg": "9"}
    g = table(
        units, allied=["3", "4", "8", "C"], mf={"2rtr": 1, "6rtr": 1},
        out_of_supply=["2rtr", "6rtr"], **QUIET,
    )  # fmt: skip
    m = play(match(g), "regroup", "move 2rtr 8", "move 6rtr C")
    assert (unit(m, "2rtr")[0], unit(m, "6rtr")[0]) == ("8", "C")


@pytest.mark.rule("battleaxe", "8.1.2a.1", "R19")
def test_a_full_area_is_entered_once_a_unit_has_left_it():
    four, other = ["1krr", "2rb", "12at", "65at"], ["1_11", "2_11", "3_11", "sq_a"]
    units = {**dict.fromkeys(four, "1"), **dict.fromkeys(other, "2")}
    m = play(match(table(units, allied=["1", "2", "D"], **QUIET)), "regroup")
    assert moves(m, "1krr") == ["D"]  # two full Areas do not exchange units
    assert moves(m, "1_11") == ["D"]
    play(m, "move 1_11 D")
    assert moves(m, "1krr") == ["2", "D"]
    play(m, "move 1krr 2")
    assert moves(m, "2rb") == ["D"]


@pytest.mark.rule("battleaxe", "8.1.2a.2", "R19")
def test_a_regroup_enters_friendly_ground_without_enemies_only():
    """Around 8: 2 is Axis, 3 contested though Allied, 7 and 10 are Allied; 8 itself contested."""
    units = {"2rtr": "8", "15mg": "8", "6rtr": "3", "15mc": "3", "1krr": "7"}
    m = play(match(table(units, allied=["3", "7", "8", "10", "C"], **QUIET)), "regroup")
    assert moves(m, "2rtr") == ["7", "10"]
    assert why(m, "move 2rtr 2") == "8.1.2a.2 enemy_ground"
    assert why(m, "move 2rtr 3") == "8.1.2a.2 enemy_present"
    assert moves(m, "1krr") == []  # nor from a Free Area into a contested one
    assert why(m, "move 1krr 3") == "8.1.2a.2 enemy_present"
    assert moves(m, "6rtr") == ["7", "C"]  # from contested 3, not to contested 8


@pytest.mark.rule("battleaxe", "8.1.2a.2", "9.3.2", "9.3.3")
def test_escarpment_and_zone_lines_hold_in_a_regroup():
    units = {"2rtr": "5", "6rtr": "1", "11h": "H"}
    m = play(match(table(units, allied=EVERYTHING, **QUIET)), "regroup")
    assert moves(m, "2rtr") == ["6", "A"]
    assert why(m, "move 2rtr 4") == "9.3.2 escarpment"
    assert moves(m, "6rtr") == ["2", "11", "D"]
    assert why(m, "move 6rtr C") == "9.3.3 no_line"
    assert why(m, "move 11h F") == "9.3.3 no_line"


@pytest.mark.rule("battleaxe", "8.1.2a.2", "16.0", "R19", "R28")
def test_locked_units_do_not_regroup():
    g = table({"1_8": "18", "15mc": "18", "1_5": "G"}, half="axis", **QUIET)
    m = play(match(g), "regroup")
    assert {offer.split()[1] for offer in offers(m) if offer != "done"} == {"15mc"}
    assert why(m, "move 1_8 14") == "16.0 locked"
    assert why(m, "move 1_5 20") == "16.0 locked"


@pytest.mark.rule("battleaxe", "8.1.2a.3", "R11")
def test_units_without_a_movement_factor_do_not_regroup_or_move_in_an_assault():
    g = table({"xxi": "I", "15bde": "I"}, mf={"xxi": 0, "15bde": 5}, half="axis", **QUIET)
    m = play(match(g), "regroup")
    assert moves(m, "xxi") == []
    assert moves(m, "15bde") == ["F", "G"]
    assert why(m, "move xxi G") == "8.1.2a.3 static"
    m = play(match(g), "assault I")
    assert moves(m, "xxi") == []
    assert why(m, "move xxi G") == "R11 static"


@pytest.mark.rule("battleaxe", "R11", "9.2e")
def test_a_static_unit_may_still_attack_where_it_stands():
    g = table({"xxi": "H", "9aus": "H"}, mf={"xxi": 0}, half="axis", **QUIET)
    assert offers(play(match(g), "assault H")) == ["attack H", "done"]


@pytest.mark.rule("battleaxe", "8.1.2a.4", "R19")
def test_the_mined_road_from_axis_halfaya_to_17_is_closed_to_an_allied_regroup():
    units = {"2rtr": "6", "1_104": "6", "6rtr": "17"}
    m = play(match(table(units, allied=["5", "17"], **QUIET)), "regroup")
    assert control(m, "6") == "axis"
    assert moves(m, "2rtr") == ["5"]
    assert why(m, "move 2rtr 17") == "8.1.2a.4 mined_road"


@pytest.mark.rule("battleaxe", "8.1.2a.4", "R19")
def test_the_road_is_open_once_halfaya_is_allied_and_in_an_assault_and_for_the_axis():
    units = {"2rtr": "6", "1_104": "6"}
    m = play(match(table(units, allied=["5", "6", "17"], **QUIET)), "regroup")
    assert moves(m, "2rtr") == ["5", "17"]
    m = play(match(table(units, allied=["5", "17"], **QUIET)), "assault 6")
    assert moves(m, "2rtr") == ["5", "17"]
    m = play(match(table(units, half="axis", **QUIET)), "regroup")
    assert "17" in moves(m, "1_104")


# -- consolidation ---------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "8.1.2b")
def test_a_consolidation_restores_one_reduced_unit_and_removes_the_other():
    g = table({"2rtr": "2", "6rtr": "2"}, reduced=["2rtr", "6rtr"], impulse=2, **QUIET)
    m = play(match(g), "consolidate 6rtr 2rtr")
    assert unit(m, "6rtr") == ("2", "full")
    assert unit(m, "2rtr") == ("off", "gone")


@pytest.mark.rule("battleaxe", "8.1.2b", "R37")
def test_both_units_must_be_reduced_and_of_the_same_type():
    held = [*PRINTED, "2", "8"]
    assert consolidations("2rtr", "6rtr", held=held) == ["2rtr 6rtr", "6rtr 2rtr"]
    assert consolidations("1_11", "22gds", held=held) == ["1_11 22gds", "22gds 1_11"]
    assert consolidations("2rtr", "22gds", held=held) == []
    assert consolidations("2rtr", "6rtr", held=held, reduced=["2rtr"]) == []


@pytest.mark.rule("battleaxe", "8.1.2b")
def test_both_units_must_be_in_the_same_space():
    units = {"2rtr": "2", "6rtr": "D"}
    m = match(table(units, reduced=["2rtr", "6rtr"], impulse=2, **QUIET))
    assert not [offer for offer in offers(m) if "consolidate" in offer]


@pytest.mark.rule("battleaxe", "8.1.2b", "R26", "R37")
def test_both_units_must_be_able_to_trace_supply():
    assert consolidations("2rtr", "6rtr", at="8", held=[*PRINTED, "8"]) == []
    assert consolidations("2rtr", "6rtr", at="8", held=[*PRINTED, "3", "8"])
    # the line is traced now, whatever marker lies on the unit (R24)
    oos = {"out_of_supply": ["2rtr", "6rtr"]}
    assert consolidations("2rtr", "6rtr", at="8", held=[*PRINTED, "3", "8"], **oos)


@pytest.mark.rule("battleaxe", "8.1.2b", "R26")
def test_units_beside_enemies_on_enemy_ground_consolidate_if_a_line_begins_there():
    units = {"2rtr": "2", "6rtr": "2", "15mg": "2"}
    for held, pairs in ((["D"], 2), ([], 0)):
        g = table(units, reduced=["2rtr", "6rtr"], allied=held, impulse=2, **QUIET)
        assert g.control[g.pack.board.at("2")] == AXIS
        offered = [offer for offer in offers(match(g)) if "consolidate" in offer]
        assert len(offered) == pairs


@pytest.mark.rule("battleaxe", "8.1.2b", "R37")
def test_germans_do_not_combine_with_italians_but_allied_nations_combine():
    assert consolidations("15mc", "bardia1") == []
    assert consolidations("1_5", "xx") == []
    assert consolidations("15mc", "15mg") == ["15mc 15mg", "15mg 15mc"]
    assert consolidations("1_62", "bardia1") == ["1_62 bardia1", "bardia1 1_62"]
    held = [*PRINTED, "3", "8"]
    assert consolidations("1_11", "9aus", held=held) == ["1_11 9aus", "9aus 1_11"]


@pytest.mark.rule("battleaxe", "8.1.2b", "22.c", "R16")
def test_guns_and_armoured_cars_take_no_part():
    held = [*PRINTED, "3", "8"]
    assert consolidations("65at", "12at", held=held) == []
    assert consolidations("11h", "cih", held=held) == []
    assert consolidations("11h", "2rtr", held=held) == []
    assert consolidations("1_33a", "33pak") == []
    assert consolidations("3recce", "33recce") == []
    assert consolidations("33recce", "1_8") == []


@pytest.mark.rule("battleaxe", "8.1.2b", "R37", "R29")
def test_the_unit_removed_is_an_eliminated_unit_in_every_way():
    """It can be rebuilt, and a German one is a point for the Allies at the end."""
    units = {"15mc": "G", "15mg": "G"}
    g = table(units, reduced=["15mc", "15mg"], half="axis", turn=3, impulse=3, **QUIET)
    m = play(match(g, (1, 1)), "consolidate 15mc 15mg")
    assert m.state.lost == (g.pack.unit_index["15mg"],)
    assert "rebuild 15mg G" in offers(m)
    play(m, "done")
    assert told(m, "german_losses") == [{"eliminated": 1, "reduced": 0, "vp": 1}]


@pytest.mark.rule("battleaxe", "8.1.2b", "R28")
def test_locked_units_may_consolidate():
    assert consolidations("1_8", "2_8", at="18") == ["1_8 2_8", "2_8 1_8"]


# -- pass and take-back ----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "8.1.3")
def test_a_pass_changes_nothing_on_the_map():
    m = match(table(None, unplaced=(), impulse=2, **QUIET))
    before = m.view(None)["position"]["units"]
    play(m, "pass")
    assert m.view(None)["position"]["units"] == before
    assert asked(m) == "axis impulse"


@pytest.mark.rule("battleaxe", "8.2a", "R32")
def test_a_move_is_taken_back_until_a_die_falls():
    g = table({"2rtr": "15", "15mg": "14"}, **QUIET)
    m = play(match(g, (3,)), "assault 15", "move 2rtr 14")
    m.undo("allied")
    assert unit(m, "2rtr")[0] == "15"
    assert control(m, "14") == "axis"
    g.artillery = [1, 0]
    m = play(match(g, (3,)), "assault 15", "move 2rtr 14", "attack 14", "yes")
    with pytest.raises(CannotUndo):
        m.undo("allied")


@pytest.mark.rule("battleaxe", "8.2a", "R32")
def test_a_move_is_taken_back_until_the_opponent_declares_something():
    g = table({"2rtr": "2", "15mc": "14"}, **QUIET)
    m = play(match(g), "assault 2", "move 2rtr 8", "done")
    with pytest.raises(CannotUndo):
        m.undo("axis")
    back = m.clone()
    back.undo("allied")
    back.undo("allied")
    assert unit(back, "2rtr")[0] == "2"
    m = play(match(g), "assault 2", "move 2rtr 8", "done", "assault 14")
    with pytest.raises(CannotUndo):
        m.undo("allied")
