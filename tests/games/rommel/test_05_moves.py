"""5 Group, Regroup and Withdrawal Moves."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.rules.supply.network import ways_back
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    asked,
    at,
    go,
    goals,
    lies,
    names,
    number,
    offers,
    play,
    table,
    told,
    where,
)  # fmt: skip


@pytest.mark.rule("rommel", "5.0.a", "5.1", "5.0.c", "1.3")
def test_a_group_moves_block_by_block_to_any_hexes():
    g = table({"x_21_5": "58", "x_21_3": "58", "x_trento": "58", "x_ariete": "80"})
    m = play(g, "play 1 1", "group 58")
    assert {offer.split()[1] for offer in offers(m, "move")} == {"x_21_5", "x_21_3", "x_trento"}
    go(m, "move x_21_5 58 80", "move x_21_3 58 9")
    assert (where(m, "x_21_5"), where(m, "x_21_3"), where(m, "x_trento")) == ("80", "9", "58")
    assert names(m, "axis", "80") == ["x_21_5", "x_ariete"]


REGROUP = {
    "a_7_4": "66", "a_7_sg": "66",  # hex 1, the Command Point's west
    "a_11h": "91", "a_22g": "92",  # 2
    "a_ra_a": "92",  # artillery that is too slow
    "a_7_7": "69",  # not adjacent
    "x_21_5": "151",
}  # fmt: skip


@pytest.mark.rule("rommel", "5.2.s3", "5.2.a", "5.2.d", "5.2.s1")
def test_the_regroup_example():
    g = table(REGROUP, active="allied", scenario="1941")
    m = play(g, "play 1 1", "regroup 67", "to 115")
    movers = {offer.split()[1] for offer in offers(m, "move")}
    assert movers == {"a_7_4", "a_7_sg", "a_11h", "a_22g"}
    assert "a_ra_a" not in movers  # speed 1, two hexes away
    for mover in sorted(movers):
        start = where(m, mover)
        go(m, f"move {mover} {start} 115")
    assert len(names(m, "allied", "115")) == 4


@pytest.mark.rule("rommel", "5.2.b", "5.2.a")
def test_command_points_lie_anywhere_but_in_enemy_hexes_and_terrain_does_not_matter():
    g = table({"a_11h": "91", "x_21_5": "66", "a_7_4": "69"}, active="allied")
    m = play(g, "play 1 1")
    points = {offer.split()[1] for offer in offers(m, "regroup")}
    assert "66" not in points  # enemy hex
    assert "67" in points  # empty
    assert "90" in points
    g = table({"a_11h": "91", "a_7_4": "69", "x_21_5": "151"}, active="allied")
    m = play(g, "play 1 1", "regroup 66", "to 67")  # the ridge between 66 and 91 is ignored
    assert goals(m, "a_11h") == ["67"]


@pytest.mark.rule("rommel", "5.2.b", "5.2.c")
def test_a_regroup_can_attack_join_or_leave_a_battle():
    g = table(
        {"x_21_5": "35", "a_7_4": "35", "x_ariete": "10", "a_7_7": "36", "x_21_3": "34"},
        battles={"35": "axis"},
    )
    m = play(g, "play 1 1", "regroup 35")
    assert "to 36" in offers(m)
    assert "to 35" in offers(m)
    go(m, "to 9")
    assert goals(m, "x_21_5") == ["9"]
    assert goals(m, "x_ariete") == ["9"]


@pytest.mark.rule("rommel", "5.2.s2", "6.4.c")
def test_forced_march_in_a_regroup_fails_at_home():
    g = table({"x_brescia": "106", "x_ariete": "128", "a_7_4": "74"})
    m = play(g, "play 1 1", "regroup 105", "to 104")
    assert goals(m, "x_brescia", "march") == []  # not before all Moves are made
    go(m, "done")
    assert goals(m, "x_brescia", "march") == ["104"]
    go(m, "march x_brescia 106 104", (3,))
    assert (where(m, "x_brescia"), lies(m, "x_brescia")) == ("106", True)
    m = play(g, "play 1 1", "regroup 105", "to 104", "done", "march x_brescia 106 104", (4,))
    assert (where(m, "x_brescia"), lies(m, "x_brescia")) == ("104", False)


# -- Withdrawal --------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "5.3.a", "5.3.b", "5.3.c", "5.3.e", "R16")
def test_a_withdrawal_goes_back_along_the_line_and_gives_up_a_hex():
    g = table({"x_21_5": "38", "x_ariete": "10", "a_7_4": "74"}, real=0)
    m = play(g, "group 38")
    assert "36" in goals(m, "x_21_5")
    assert "37" not in goals(m, "x_21_5")  # the by-pass keeps every hex in the network (R16)
    assert "39" not in goals(m, "x_21_5")  # away from the Base
    go(m, "move x_21_5 38 36", "done")
    assert (where(m, "x_21_5"), lies(m, "x_21_5")) == ("36", False)


@pytest.mark.rule("rommel", "5.3.c", "R16")
def test_an_allied_step_from_bardia_to_capuzzo_is_a_withdrawal():
    g = table({"a_7_4": "40", "x_21_5": "151"}, active="allied", real=0)
    m = play(g, "group 40")
    assert "64" in goals(m, "a_7_4")


@pytest.mark.rule("rommel", "5.3.c")
def test_no_withdrawal_without_a_line_or_when_nothing_is_given_up():
    g = table({"x_21_5": "109", "x_ariete": "10", "a_7_4": "74"}, real=0)
    m = play(g, "group 109")
    assert offers(m) == ["done"]
    g = table({"x_21_5": "38", "x_ariete": "38", "a_7_4": "74"}, real=0)
    m = play(g, "group 38", "move x_21_5 38 36")
    assert offers(m, "done") == []  # with Ariete still in 38 nothing is given up: it must follow
    go(m, "move x_ariete 38 36", "done")
    assert names(m, "axis", "36") == ["x_21_5", "x_ariete"]


@pytest.mark.rule("rommel", "5.3.d", "5.3.s5")
def test_bardia_and_capuzzo_count_as_equally_far_for_the_axis_alone():
    g = table({"x_21_5": "64", "a_7_4": "74"})
    ways = {g.place_id(place) for place in ways_back(g, AXIS, at("64"), at("151"))}
    assert {"40", "39"} <= ways
    distance = g.pack.board.distance
    assert distance(at("40"), at("151")) > distance(at("64"), at("151"))
    g = table({"a_7_4": "40", "x_21_5": "151"})
    ways = {g.place_id(place) for place in ways_back(g, ALLIED, at("40"), at("74"))}
    assert "39" not in ways


@pytest.mark.rule("rommel", "5.3.s1", "R7")
def test_a_withdrawal_that_is_no_retreat_routs_lone_disrupted_enemies():
    g = table(
        {"x_21_5": "36", "x_ariete": "10", "a_7_4": "35", "a_7_7": "74"},
        real=0, disrupted=["a_7_4"], cv={"a_7_4": 1},
    )  # fmt: skip
    m = play(g, "group 36", "engage x_21_5 36 35 36")
    assert told(m, "overrun")[-1]["place"] == "35"
    go(m, "done")
    assert where(m, "a_7_4") == "eliminated"


@pytest.mark.rule("rommel", "5.3.s2", "R7", "5.3.s3", "R24")
def test_retreating_blocks_coexist_with_disrupted_enemies_until_one_recovers():
    g = table(
        {"a_7_4": "37", "x_21_5": "36", "x_ariete": "10", "x_brescia": "38", "a_1at": "74"},
        disrupted=["x_brescia"],
    )
    g.disrupted = changed(g.disrupted, number("x_brescia"), 9)
    m = play(g, "play 1 1", "group 36", "engage x_21_5 36 37 36", "done", "refuse 37")
    go(m, "fire 0 0 0", "withdraw a_7_4 37 38")
    assert (names(m, "allied", "38"), names(m, "axis", "38")) == (["a_7_4"], ["x_brescia"])
    assert lies(m, "a_7_4")
    go(m, "done")  # the Allied player Passes: 7/4 has not lain for a whole enemy turn
    # Brescia recovers at the Axis' check, and 7/4 Routs at once.
    assert not lies(m, "x_brescia")
    assert told(m, "rout")[-1]["side"] == "allied"


@pytest.mark.rule("rommel", "5.3.s4", "13.3.c", "13.3.d")
def test_fortress_supplied_blocks_withdraw_towards_the_fortress_only():
    blocks = {
        "a_70_23": "37", "a_7_4": "38", "x_21_5": "61", "x_15_8": "64", "x_ariete": "62",
        "a_1at": "74",
    }  # fmt: skip
    g = table(blocks, active="allied", real=0, holder={"benghazi": "axis"})
    m = play(g, "assign a_7_4 38 37", "group 38")
    assert goals(m, "a_7_4") == ["37"]
    m = play(g, "done", "group 38")
    assert goals(m, "a_7_4") == []


@pytest.mark.rule("rommel", "5.3.s6")
def test_lines_are_those_of_the_moment_of_the_withdrawal():
    # When 66 is Attacked from behind, its line is cut and it cannot Refuse.
    blocks = {"a_7_4": "35", "x_21_3": "34", "x_21_5": "10", "x_ariete": "151", "a_7_7": "74"}
    m = play(table(blocks), "play 1 1", "group 10", "engage x_21_5 10 35 10", "done")
    assert offers(m) == ["accept 35", "refuse 35"]
    m = play(table(blocks), "play 2 2", "group 10", "engage x_21_5 10 35 10", "group 34")
    go(m, "move x_21_3 34 36", "done")
    assert asked(m) == "allied refuse"
    assert offers(m) == ["accept 35"]


@pytest.mark.rule("rommel", "R15", "6.3.s1")
def test_rommel_leads_a_pass_withdrawal_too():
    g = table({"x_21_5": "58", "x_ariete": "80", "a_7_4": "74", "a_kdg": "9"}, real=0)
    m = play(g, "group 58")
    assert "80" in goals(m, "x_21_5")
    far = set(goals(m, "x_21_5", "rommel")) - set(goals(m, "x_21_5"))
    assert far
    go(m, f"rommel x_21_5 58 {min(far)}", "done")
    assert told(m, "rommel")
