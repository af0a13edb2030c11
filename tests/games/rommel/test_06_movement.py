"""6 Movement of blocks: speed, roads, Rommel, Forced Marches; 7 Engaging and Disengaging."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.rules.movement.reach import needed, reach
from khamsin.kernel.play.state import changed
from tests.games import stage
from tests.games.rommel.staging import (
    PACK,
    asked,
    at,
    cv,
    defender,
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


def far(g, side, start, speed):
    """The hexes that a block of this speed reaches without Engaging."""
    ways = reach(g, side, at(start)).stops
    return {g.place_id(place) for place, row in ways.items() if needed(g, row) <= speed}


@pytest.mark.rule("rommel", "6.2.s1", "6.2.a", "6.2.b", "6.1", "1.5", "2.2.b")
def test_the_recon_example():
    g = table({"x_21_3": "151", "a_7_4": "74"})
    highway = far(g, AXIS, "151", 4)
    assert "8" not in highway
    assert "7" in highway  # eight hexes of highway: 152 128 103 78 54 55 31 7
    g = table({"a_11h": "213", "x_21_5": "151"})
    track = far(g, ALLIED, "213", 4)
    assert "69" in track  # six hexes of track, Siwa - Mersa Matruh
    assert "70" not in track
    g = table({"x_21_3": "204", "a_7_4": "74"})
    trail = far(g, AXIS, "204", 4)
    assert "128" in trail  # Jalo - Agedabia, four hexes of trail
    assert "103" in trail  # a fifth on the highway: the trail rules
    assert "78" not in trail


@pytest.mark.rule("rommel", "6.2.b", "6.2.s1")
def test_track_and_trail_mixed_give_the_smaller_bonus():
    g = table({"x_21_3": "80", "a_7_4": "74"})
    ways = reach(g, AXIS, at("80")).stops
    assert needed(g, ways[at("58")]) == 1  # three hexes of track
    assert needed(g, ways[at("34")]) == 3  # a fourth of trail: bonus 1 in all


@pytest.mark.rule("rommel", "6.0.a", "6.2.b", "1.4.a", "1.4.c")
def test_off_road_there_is_no_bonus():
    g = table({"x_21_5": "131", "a_7_4": "74"})
    assert "134" in far(g, AXIS, "131", 3)
    assert "135" not in far(g, AXIS, "131", 3)


@pytest.mark.rule("rommel", "1.4.b", "7.1.d", "intro.e")
def test_ridges_mountains_and_marshes_only_where_something_crosses():
    g = table({"x_21_5": "89", "a_7_4": "74"})
    ways = reach(g, AXIS, at("89")).stops
    assert min(ways[at("65")]) == 1  # the pass at Sollum
    assert min(ways[at("66")]) == 2
    g = table({"x_21_5": "90", "a_7_4": "74"})
    assert min(reach(g, AXIS, at("90")).stops[at("66")]) == 3  # round by Sidi Omar and Sollum
    g = table({"x_21_5": "33", "a_7_4": "74"})
    assert at("9") not in [
        place for place, row in reach(g, AXIS, at("33")).stops.items() if min(row) == 1
    ]


@pytest.mark.rule("rommel", "6.0.a", "7.0")
def test_a_block_stops_when_it_engages():
    g = table({"x_21_5": "10", "a_7_4": "35"})
    m = play(g, "play 1 1", "group 10")
    assert "35/10" in goals(m, "x_21_5")
    assert "36" not in goals(m, "x_21_5")


@pytest.mark.rule("rommel", "6.3", "6.3.s1")
def test_the_rommel_move_gives_one_hex_to_all_blocks_of_one_move():
    blocks = {"x_21_5": "131", "x_15_8": "131", "x_21_3": "107", "a_7_4": "74"}
    m = play(table(blocks), "play 2 2", "group 131")
    assert "135" not in goals(m, "x_21_5")
    assert "135" in goals(m, "x_21_5", "rommel")
    go(m, "rommel x_21_5 131 135")
    assert told(m, "rommel") == [{"side": "axis"}]
    assert "135" in goals(m, "x_15_8")  # now for every block of the Move
    go(m, "group 107")
    assert goals(m, "x_21_3", "rommel") == []  # one Move a turn


@pytest.mark.rule("rommel", "6.3", "18.1")
def test_no_rommel_for_the_allies_or_in_1940():
    m = play(table({"a_7_4": "92", "x_21_5": "151"}, active="allied"), "play 1 1", "group 92")
    assert offers(m, "rommel") == []
    g = table({"x_trento": "131", "a_7_4": "74"}, scenario="1940")
    m = play(g, "play 1 1", "group 131")
    assert offers(m, "rommel") == []


@pytest.mark.rule("rommel", "6.3.s1")
def test_rommel_not_in_both_movements_of_a_blitz():
    blocks = {"x_21_5": "131", "x_15_8": "129", "a_7_4": "74"}
    m = play(table(blocks), "play 3 3", "group 131", "rommel x_21_5 131 135", "done", "done")
    go(m, "group 129")
    assert offers(m, "rommel") == []


# -- 6.4 Forced March --------------------------------------------------------------------------


def marcher(**more):
    return table({"x_brescia": "129", "a_7_4": "74", "x_ariete": "128"} | more)


@pytest.mark.rule("rommel", "6.4.a", "6.4.b", "6.4.c")
def test_a_forced_march_is_one_hex_beyond_the_full_range():
    m = play(marcher(), "play 1 1", "group 129", "move x_brescia 129 130")
    assert goals(m, "x_brescia", "march") == []  # when all Moves are made
    go(m, "done")
    assert goals(m, "x_brescia", "march") == ["106", "155"]
    # 105 and 154 it reaches in one hex, and on the trail 131 in two: they need no march.
    go(m, "march x_brescia 130 106", (4,))
    assert (where(m, "x_brescia"), lies(m, "x_brescia")) == ("106", False)
    m = play(marcher(), "play 1 1", "group 129", "move x_brescia 129 130", "done")
    go(m, "march x_brescia 130 106", (3,))
    assert (where(m, "x_brescia"), lies(m, "x_brescia")) == ("130", True)


@pytest.mark.rule("rommel", "6.4.a")
def test_no_forced_march_while_movement_is_left():
    m = play(table({"x_21_5": "129", "a_7_4": "74"}), "play 1 1", "group 129")
    go(m, "move x_21_5 129 130")
    stage.go(m, "done")
    assert asked(m) == "axis march"
    assert offers(m) == ["done"]


@pytest.mark.rule("rommel", "6.4.s1", "7.1.a")
def test_announced_marches_count_against_the_hexside_limit():
    blocks = {"x_brescia": "129", "x_pavia": "129", "x_bologna": "129", "a_7_4": "106"}
    m = play(table(blocks | {"a_7_7": "74"}), "play 1 1", "group 129")
    for block in ("x_brescia", "x_pavia", "x_bologna"):
        go(m, f"move {block} 129 130")
    go(m, "done", "march_engage x_brescia 130 106 130", "march_engage x_pavia 130 106 130")
    assert goals(m, "x_bologna", "march_engage") == []
    go(m, "done", (4, 1))
    assert names(m, "axis", "106") == ["x_brescia"]
    assert lies(m, "x_pavia")
    assert asked(m) == "allied refuse"


@pytest.mark.rule("rommel", "6.4.s2", "6.4.s3")
def test_a_disengaging_block_that_fails_loses_a_step():
    g = table({"x_brescia": "35", "a_7_4": "35", "x_ariete": "35"}, battles={"35": "axis"})
    m = play(g, "play 1 1", "group 35", "move x_brescia 35 34", "done")
    assert asked(m) == "allied probe"  # 6.4.b: the Retreats come before
    go(m, "let_go 35")
    assert goals(m, "x_brescia", "march")
    to = goals(m, "x_brescia", "march")[0]
    go(m, f"march x_brescia 34 {to}", (2,))
    assert (where(m, "x_brescia"), lies(m, "x_brescia"), cv(m, "x_brescia")) == ("34", True, 3)


# -- 7 Engaging --------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "7.1.a", "7.1.b", "R20")
def test_two_blocks_across_a_clear_hexside():
    blocks = {"x_21_5": "10", "x_15_8": "10", "x_21_3": "10", "a_7_4": "35"}
    m = play(table(blocks), "play 1 1", "group 10")
    go(m, "engage x_21_5 10 35 10", "engage x_15_8 10 35 10")
    assert "35/10" not in goals(m, "x_21_3")
    assert "35/34" in goals(m, "x_21_3")  # another hexside


@pytest.mark.rule("rommel", "7.1.c")
def test_one_block_through_a_pass():
    blocks = {"x_21_5": "64", "x_15_8": "64", "a_7_4": "65"}
    m = play(table(blocks), "play 1 1", "group 64", "engage x_21_5 64 65 64")
    assert "65/64" not in goals(m, "x_15_8")
    assert "65/89" in goals(m, "x_15_8")


@pytest.mark.rule("rommel", "R20")
def test_moving_without_engaging_and_leaving_have_no_limit():
    blocks = {"x_21_5": "64", "x_15_8": "64", "x_21_3": "64", "a_7_4": "74"}
    m = play(table(blocks), "play 1 1", "group 64")
    for block in ("x_21_5", "x_15_8", "x_21_3"):
        go(m, f"move {block} 64 65")
    assert len(names(m, "axis", "65")) == 3


@pytest.mark.rule("rommel", "7.2.a", "7.2.b", "10.1.a", "7.2.c")
def test_disengaging_only_across_friendly_hexsides_and_into_no_enemy():
    g = table(
        {"x_21_5": "35", "a_7_4": "35", "a_7_7": "36", "x_ariete": "34"},
        battles={"35": "allied"}, crossed={("10", "35"): "axis"},
    )  # fmt: skip
    m = play(g, "play 1 1", "group 35")
    assert goals(m, "x_21_5")
    assert all("/" not in goal for goal in goals(m, "x_21_5"))  # no Engaging again this turn
    assert "36" not in goals(m, "x_21_5")
    go(m, "move x_21_5 35 34")
    assert where(m, "x_21_5") == "35"  # it goes when all other moves are made
    go(m, "done", "fire 1 1 0", (1,))
    assert (where(m, "x_21_5"), lies(m, "x_21_5")) == ("34", True)
    assert not m.state.up[number("x_21_5")]


@pytest.mark.rule("rommel", "7.2.a")
def test_an_attacker_surrounded_by_enemy_hexsides_cannot_leave():
    g = table({"x_21_5": "35", "a_7_4": "35"}, battles={"35": "allied"})
    m = play(g, "play 1 1", "group 35")
    assert goals(m, "x_21_5") == []


@pytest.mark.rule("rommel", "7.3", "8.5", "R49", "intro.f")
def test_blocks_are_revealed_when_the_battle_is_accepted():
    g = table({"x_21_5": "10", "a_7_4": "35", "a_1at": "35"}, disrupted=["a_1at"])
    g.disrupted = changed(g.disrupted, number("a_1at"), 9)
    m = play(g, "play 1 1", "group 10", "engage x_21_5 10 35 10", "done")
    assert "x_21_5" not in str(m.view("allied")["position"]["places"])
    go(m, "accept 35")
    assert {event["block"] for event in told(m, "revealed")} == {"x_21_5", "a_7_4"}
    assert "x_21_5" in str(m.view("allied")["position"]["places"])
    assert "a_1at" not in str(m.view("axis")["position"]["places"])  # Shielded: hidden


@pytest.mark.rule("rommel", "8.0", "8.2.a", "8.3", "1.2.b", "2.2.s2")
def test_attack_and_joining():
    g = table({"x_21_5": "10", "x_15_8": "34", "a_7_4": "35"})
    m = play(g, "play 2 2", "group 10", "engage x_21_5 10 35 10")
    assert defender(m, "35") == "allied"
    assert len(told(m, "attacked")) == 1
    go(m, "group 34", "engage x_15_8 34 35 34")
    assert len(told(m, "attacked")) == 1  # joining is no Attack
    edge = PACK.board.edge(at("34"), at("35"))
    assert m.state.crossed[edge] == AXIS
    assert m.view(None)["position"]["battles"]["35"]["defender"] == "allied"


@pytest.mark.rule("rommel", "8.1.b")
def test_control_of_a_hexside_turns_at_once():
    g = table(
        {"x_21_5": "35", "a_7_4": "35", "a_7_7": "36"}, active="allied",
        battles={"35": "allied"}, crossed={("36", "35"): "axis"}, holder={"benghazi": "axis"},
    )  # fmt: skip
    m = play(g, "play 1 1", "group 36", "engage a_7_7 36 35 36")
    assert m.state.crossed[PACK.board.edge(at("36"), at("35"))] == ALLIED


@pytest.mark.rule("rommel", "opt.1")
def test_itanks_move_two():
    from khamsin.games.rommel.model.pieces import CLASSES

    for options, speed in (((), 3), (("itanks",), 2)):
        g = table({"a_1at": "92", "a_32at": "92", "x_21_5": "151"}, options=options)
        assert g.speeds[number("a_1at")] == g.speeds[number("a_32at")] == speed
        assert g.pack.step_of[number("a_1at")] == 2
        assert CLASSES[g.pack.class_of[number("a_1at")]] == "armor"
