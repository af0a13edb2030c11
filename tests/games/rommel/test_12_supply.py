"""12 Supply: lines, chains, battle hexsides, Raiders, networks, the three checks."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.rules.supply.lines import could_supply, ground_of, is_supplied, lines_of
from khamsin.games.rommel.rules.supply.network import network, ways_back
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    PACK,
    asked,
    at,
    go,
    lies,
    number,
    play,
    scene,
    table,
    told,
    where,
)  # fmt: skip


def supplied(g, block):
    return is_supplied(g, number(block))


def reaches(g, side, *places):
    return [could_supply(g, side, at(place)) for place in places]


def hexes(g, side):
    return {g.place_id(place) for place in network(g, side)}


@pytest.mark.rule("rommel", "12.3", "12.2.a", "12.0.b", "1.5", "1.6.b")
def test_open_highway_is_a_line_for_either_side():
    g = table({"x_21_5": "35", "a_7_4": "38"})
    assert supplied(g, "x_21_5")
    assert supplied(g, "a_7_4")
    assert reaches(g, AXIS, "36", "37", "38") == [True, True, False]


@pytest.mark.rule("rommel", "12.2.d", "1.2.a")
def test_an_enemy_block_cuts_the_highway_and_a_disrupted_one_does_not():
    g = table({"x_21_5": "35", "a_7_4": "103"})
    assert not supplied(g, "x_21_5")
    g = table({"x_21_5": "35", "a_7_4": "103"}, disrupted=["a_7_4"])
    assert supplied(g, "x_21_5")


@pytest.mark.rule("rommel", "12.4.b", "R10", "R2")
@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ("104", True),  # one hex of trail from Beda Fomm, or track from Agedabia
        ("80", True),  # Msus, two hexes of track from Agedabia and Ghemines
        ("81", True),  # three hexes of track
        ("82", False),  # four
        ("153", True),  # one hex of trail
        ("178", True),  # two
        ("179", False),  # three
        ("129", True),  # adjacent to the highway, with no road
        ("154", False),  # two hexes with no road
    ],
)
def test_supply_range(place, reached):
    g = table({"x_21_5": place})
    assert supplied(g, "x_21_5") == reached


@pytest.mark.rule("rommel", "12.4.b", "12.4.s1", "R10")
def test_adjacent_to_a_track_is_not_adjacent_to_the_highway():
    g = table({"x_21_5": "105"})  # beside Antelat on the track
    assert not supplied(g, "x_21_5")
    g = table({"x_21_5": "105", "x_ariete": "104"})
    assert supplied(g, "x_21_5")


@pytest.mark.rule("rommel", "12.4.a", "12.4.c", "12.2.c")
def test_a_chain_of_blocks_of_any_length():
    g = table({"x_21_3": "58", "x_ariete": "80", "x_21_5": "83"})
    assert supplied(g, "x_21_3")
    assert supplied(g, "x_21_5")  # one hex of trail beyond Mechili
    g = table({"x_21_5": "83", "x_ariete": "80"})
    assert not supplied(g, "x_21_5")


@pytest.mark.rule("rommel", "12.4.s2", "12.4.s3", "11.1", "R14")
def test_disrupted_blocks_link_nothing_but_may_be_supplied():
    g = table({"x_21_5": "105", "x_ariete": "104"}, disrupted=["x_ariete"])
    assert supplied(g, "x_ariete")
    assert not supplied(g, "x_21_5")


@pytest.mark.rule("rommel", "12.4.b", "1.4.b", "intro.e")
def test_an_impassable_hexside_lets_no_line_through():
    g = table({"a_7_4": "90"})  # next to the highway at Sollum and Buq Buq, behind the ridge
    assert not supplied(g, "a_7_4")


@pytest.mark.rule("rommel", "5.3.s7", "R2", "R17", "5.3.c")
def test_the_eight_lines_of_mechili():
    g = table({"x_21_3": "58", "x_ariete": "80", "x_brescia": "57", "a_7_4": "38"})
    g.holder = changed(g.holder, PACK.fortress_at[at("54")], AXIS)
    ends = {"128", "103", "78", "55", "9", "35", "61"}
    assert ends <= hexes(g, AXIS)
    ways = {g.place_id(place) for place in ways_back(g, AXIS, at("58"), at("151"))}
    assert {"82", "81", "80", "79", "78", "104", "128", "103", "57", "56", "55"} <= ways
    assert not ways & {"34", "9", "59", "35", "60", "61"}


@pytest.mark.rule("rommel", "5.3.c", "6.2.s2")
def test_how_far_back_counts_road_bonus():
    g = table({"x_21_3": "58", "x_ariete": "80", "x_brescia": "57", "a_7_4": "38"})
    ways = ways_back(g, AXIS, at("58"), at("151"))
    assert ways[at("80")][2] == 3  # three hexes of track
    assert ways[at("128")][2] == 5


@pytest.mark.rule("rommel", "12.6.s1", "R9", "R41")
def test_example_a_mechili_and_bir_harmat_restore_the_highway():
    blocks = {"a_kdg": "35", "x_21_3": "58"}
    g = table(blocks)
    assert reaches(g, AXIS, "9", "36", "62") == [True, False, False]
    g = table(blocks | {"x_ariete": "61"})
    assert supplied(g, "x_21_3")
    assert supplied(g, "x_ariete")
    assert reaches(g, AXIS, "36", "62", "38", "64") == [True, True, True, True]
    g = table({"a_kdg": "35", "x_ariete": "61"})
    assert not supplied(g, "x_ariete")


@pytest.mark.rule("rommel", "12.6.s2", "12.5.a", "R11")
def test_example_b_er_regima_goes_round_benghazi():
    fight = {"a_7_4": "54", "x_21_5": "54"}
    g = table(fight, battles={"54": "allied"}, crossed={("78", "54"): "axis"})
    assert supplied(g, "x_21_5")
    assert reaches(g, AXIS, "31") == [False]
    g = table(fight | {"x_ariete": "55"}, battles={"54": "allied"}, crossed={("78", "54"): "axis"})
    assert reaches(g, AXIS, "31", "9") == [True, True]


@pytest.mark.rule("rommel", "12.6.s3", "R53", "15.1.b", "15.1.f")
def test_example_of_the_siwa_track():
    blocks = {"a_7_4": "141", "a_7_sg": "213", "a_4in_5": "213", "a_1at": "115", "a_7_7": "116"}
    g = table(blocks | {"a_11h": "90"}, active="allied")
    assert supplied(g, "a_7_4")
    assert supplied(g, "a_7_sg")
    assert supplied(g, "a_1at")
    assert supplied(g, "a_7_7")
    m = scene(g)
    assert asked(m) == "allied assign"
    go(m, "assign a_7_sg 213 213")
    assert told(m, "unsupplied") == []  # E is supplied by D, which is next to it
    g = table({"a_7_4": "141", "a_1at": "115", "x_21_3": "67", "x_21_5": "89", "a_7_7": "114"})
    assert supplied(g, "a_7_4")
    assert not supplied(g, "a_1at")  # Sofafi cut: the trail to Sidi Barrani is closed
    assert not supplied(g, "a_7_7")


@pytest.mark.rule("rommel", "12.6.s3")
def test_example_unit_e_behind_the_ridge():
    g = table({"a_11h": "92"})
    assert not supplied(g, "a_11h")


@pytest.mark.rule("rommel", "12.5.a", "8.1.a", "8.1.b", "8.1.c", "1.2.s1", "8.3", "1.2.b")
def test_lines_into_a_battle_need_friendly_hexsides():
    fight = {"a_7_4": "35", "x_21_5": "35"}
    g = table(fight, battles={"35": "allied"})
    assert not supplied(g, "x_21_5")  # nobody crossed: all hexsides are the Defender's
    assert supplied(g, "a_7_4")
    g = table(fight, battles={"35": "allied"}, crossed={("10", "35"): "axis"})
    assert supplied(g, "x_21_5")
    g = table(fight, battles={"35": "allied"}, crossed={("36", "35"): "axis"})
    assert not supplied(g, "a_7_4")
    g = table(fight | {"x_ariete": "36"}, battles={"35": "allied"}, crossed={("10", "35"): "axis"})
    assert not supplied(g, "x_ariete")  # the Attacker gets no line through the battle
    both = {("10", "35"): "axis", ("36", "35"): "axis"}
    g = table(fight | {"x_ariete": "36"}, battles={"35": "allied"}, crossed=both)
    assert not supplied(g, "x_ariete")  # not even where both hexsides are his
    g = table(fight | {"x_ariete": "36"}, battles={"35": "axis"})
    assert supplied(g, "x_ariete")  # the Defender does


@pytest.mark.rule("rommel", "R12")
def test_a_hexside_between_two_battles_must_be_friendly_to_both():
    blocks = {"a_7_4": "35", "x_21_5": "35", "a_7_7": "36", "x_ariete": "36"}
    g = table(blocks, battles={"35": "axis", "36": "axis"})
    assert supplied(g, "x_ariete")
    g = table(blocks, battles={"35": "axis", "36": "allied"})
    assert not supplied(g, "x_ariete")


@pytest.mark.rule("rommel", "12.6.a", "12.6.b")
def test_networks_are_all_lines_and_may_overlap():
    g = table({"x_21_5": "35", "a_7_4": "61"})
    assert {"151", "54", "9", "35"} <= hexes(g, AXIS)
    assert "36" not in hexes(g, AXIS)
    assert {"61", "62", "36", "37", "38", "74"} <= hexes(g, ALLIED)  # both ways round Tobruk
    g = table({"x_21_5": "104", "x_ariete": "83"})
    assert "178" not in hexes(g, AXIS)


@pytest.mark.rule("rommel", "12.6.b")
def test_networks_may_overlap():
    g = table({"x_21_3": "58", "x_ariete": "80", "a_7_4": "60"})
    assert "35" in hexes(g, AXIS)  # Mechili - Segnali Rotunda - Gazala
    assert "35" in hexes(g, ALLIED)  # Sidi Mufta is next to Gazala


# -- the checks --------------------------------------------------------------------------------


def cut_off(**more):
    """An Axis block in the desert with no line, an Allied one far away."""
    return table({"x_21_5": "109", "x_ariete": "151", "a_7_4": "74"}, **more)


@pytest.mark.rule("rommel", "12.7.a", "12.0.a", "12.1.a", "3.41")
def test_the_initial_check_marks_and_harms_nobody():
    m = scene(cut_off())
    assert told(m, "unsupplied") == [{"side": "axis", "places": ("109",)}]
    go(m, "play 1 1", "group 109")
    assert any(o[0] == "move" and o[1] == "x_21_5" for o in m.legal())


@pytest.mark.rule("rommel", "12.1.b", "12.7.b", "11.0.a", "R4", "3.47", "12.5.s3")
def test_unsupplied_at_both_checks_is_disrupted():
    m = play(cut_off(), "play 1 1", "done")
    assert lies(m, "x_21_5")
    m = play(cut_off(), "play 1 1", "group 109", "move x_21_5 109 83", "done")
    assert lies(m, "x_21_5")
    g = table({"x_21_5": "83", "x_ariete": "151", "a_7_4": "74"})
    m = play(g, "play 1 1", "group 83", "move x_21_5 83 81", "done")
    assert not lies(m, "x_21_5")


@pytest.mark.rule("rommel", "12.5.s2")
def test_a_raid_hurts_only_at_the_end_of_the_next_turn():
    g = table({"x_21_3": "35", "x_ariete": "151", "a_7_4": "74"})
    m = play(g, "play 1 1", "group 35", "move x_21_3 35 109", "done")
    assert not lies(m, "x_21_3")
    go(m, "done", "play 1 1", "done")
    assert lies(m, "x_21_3")


@pytest.mark.rule("rommel", "12.5.s1", "12.7.c")
def test_only_the_final_check_counts():
    # The line over Msus is there while Ariete stands in it, and gone when it has moved on.
    blocks = {"x_21_5": "58", "x_ariete": "104", "a_7_4": "74", "a_kdg": "9", "a_11h": "61"}
    g = table(blocks | {"a_7_7": "35"})
    m = play(g, "play 2 2", "group 104", "move x_ariete 104 80", "done")
    assert not lies(m, "x_21_5")
    m = play(g, "play 2 2", "group 104", "move x_ariete 104 128", "done")
    assert lies(m, "x_21_5")


@pytest.mark.rule("rommel", "12.7.d", "16.2", "12.5.s4", "R47")
def test_the_monthly_check_eliminates_the_unsupplied():
    g = cut_off(real=0, passed=1)
    m = play(g, "done")
    assert where(m, "x_21_5") == "eliminated"
    assert m.state.month == 2
    g = cut_off(real=0, passed=1, month=10)
    m = play(g, "done")
    assert where(m, "x_21_5") == "eliminated"
    assert m.result is not None


@pytest.mark.rule("rommel", "11.2", "R14", "12.7.a")
def test_recovery_at_the_initial_check():
    blocks = {"x_21_5": "128", "x_ariete": "104", "x_trento": "105", "a_7_4": "74"}
    m = scene(table(blocks, disrupted=["x_21_5", "x_ariete"]))
    assert not lies(m, "x_21_5")
    assert not lies(m, "x_ariete")
    # Trento hung on Ariete, which did not link while the supply was looked at.
    assert m.state.unsupplied[number("x_trento")]


@pytest.mark.rule("rommel", "12.5.b", "R13")
def test_a_raider_joins_a_battle_without_gaining_a_line():
    blocks = {"x_21_5": "36", "a_7_4": "36", "x_21_3": "87", "x_ariete": "151", "a_7_7": "74"}
    g = table(blocks, battles={"36": "allied"}, crossed={("35", "36"): "axis"})
    m = play(g, "play 1 1", "group 87", "engage x_21_3 87 36 61", "done")
    assert m.state.raider[number("x_21_3")]
    assert m.state.crossed[PACK.board.edge(at("61"), at("36"))] != AXIS
    go(m, "done")  # no fight
    assert lies(m, "x_21_3")
    g = table(blocks, battles={"36": "allied"}, crossed={("61", "36"): "axis"})
    m = play(g, "play 1 1", "group 87", "engage x_21_3 87 36 61", "done")
    assert not m.state.raider[number("x_21_3")]  # across a friendly hexside he is no Raider


@pytest.mark.rule("rommel", "R13", "8.1.b")
def test_a_supplied_block_opens_the_hexside_for_the_raider():
    blocks = {
        "x_21_5": "36", "a_7_4": "36", "x_21_3": "87", "x_15_33": "60", "x_15_8": "59",
        "x_ariete": "151", "x_trento": "35",
    }  # fmt: skip
    g = table(blocks, battles={"36": "allied"}, crossed={("35", "36"): "axis"})
    m = play(g, "play 2 2", "group 87", "engage x_21_3 87 36 61", "group 60")
    assert m.state.raider[number("x_21_3")]
    go(m, "engage x_15_33 60 36 61")
    assert not m.state.raider[number("x_21_3")]
    assert m.state.crossed[PACK.board.edge(at("61"), at("36"))] == AXIS


@pytest.mark.rule("rommel", "12.2.b", "13.0")
def test_a_fortress_is_a_source_for_few():
    g = table({"a_70_23": "37", "x_21_5": "38", "x_ariete": "61", "x_trento": "62"})
    assert not lines_of(g, ALLIED).supplied[at("37")]
    assert lines_of(g, ALLIED, at("37")).supplied[at("37")]


@pytest.mark.rule("rommel", "12.5.b", "12.4.c")
def test_a_raider_links_nobody():
    g = table({"x_21_5": "35", "a_7_4": "35"}, battles={"35": "axis"})
    assert ground_of(g, AXIS).solid[at("35")]
    g.raider = changed(g.raider, number("x_21_5"), 1)
    g.cache = {}
    assert not ground_of(g, AXIS).solid[at("35")]


@pytest.mark.rule("rommel", "12.5.s4", "12.7.b")
def test_a_disrupted_block_suffers_nothing_more_at_a_final_check():
    blocks = {"x_21_5": "142", "x_15_8": "142", "x_ariete": "151", "a_7_7": "74"}
    m = play(table(blocks, disrupted=["x_15_8"], real=0), "done")
    assert m.state.disrupted[number("x_21_5")] == 10  # this turn
    assert m.state.disrupted[number("x_15_8")] == 1  # as before
