"""17 Victory."""

import pytest

from khamsin.games.rommel.rules.victory import count, judge
from tests.games.rommel.staging import asked, go, goals, offers, play, table, told, where


def judged(blocks, **more):
    g = table(blocks, **more)
    judge(g)
    assert g.result is not None
    return g.result.winner, g.result.reason, g.result.scores["vp"]


@pytest.mark.rule("rommel", "17.2", "17.0", "17.s1", "intro.d", "R46")
def test_decisive_twice_the_blocks_beats_tobruk():
    # 3 German blocks count 4.5; two Allied ones 2.
    axis = {"x_21_5": "151", "x_15_8": "151", "x_21_3": "152"}
    assert judged(axis | {"a_7_4": "37", "a_7_7": "74"}) == ("axis", "decisive", 5)
    assert (
        judged(
            {"x_21_5": "151", "x_ariete": "151", "x_trento": "152"} | {"a_7_4": "37", "a_7_7": "74"}
        )[1]
        != "decisive"
    )
    assert judged({"x_ariete": "151", "x_trento": "152", "a_7_4": "74"}) == ("axis", "decisive", 5)


@pytest.mark.rule("rommel", "17.3", "13.5")
def test_positional_tobruk_unbesieged():
    even = {"x_ariete": "151", "a_7_4": "74"}
    assert judged(even) == ("allied", "positional", 2)
    assert judged(even, holder={"tobruk": "axis"}) == ("axis", "positional", 2)


@pytest.mark.rule("rommel", "17.4", "R46")
def test_attrition_and_draw():
    assert judged({"x_21_5": "38", "a_7_4": "74"}) == ("axis", "attrition", 1)
    three = {"a_7_4": "74", "a_7_7": "74", "a_1at": "74"}
    two = {"x_ariete": "38", "x_trento": "152"}
    assert judged(three | two) == ("allied", "attrition", 1)
    assert judged({"x_ariete": "38", "a_7_4": "74"}) == (None, "draw", 0)


@pytest.mark.rule("rommel", "R46", "2.1")
def test_what_counts():
    from khamsin.games.rommel.model.pieces import AXIS, DUE, EXITED, REFIT
    from tests.games.rommel.staging import number

    g = table({"x_21_5": "151", "x_ariete": "axis_wait", "a_7_4": "74"})
    assert count(g, AXIS) == 5
    for place, halves in ((REFIT, 5), (DUE, 3), (EXITED, 3)):
        g.place[number("x_ariete")] = place
        assert count(g, AXIS) == halves


@pytest.mark.rule("rommel", "17.1", "1.6.a", "1.6.c", "R6", "R45", "intro.d")
def test_the_enemy_base_wins_at_once():
    g = table({"x_21_5": "73", "a_7_4": "37"})
    m = play(g, "play 1 1", "group 73", "move x_21_5 73 74")
    assert m.result is not None
    assert (m.result.winner, m.result.rule, m.result.reason) == ("axis", "17.1", "base")
    g = table({"a_7_4": "152", "x_21_5": "35"}, active="allied", holder={"benghazi": "axis"})
    m = play(g, "play 1 1", "group 152", "move a_7_4 152 151")
    assert m.result is not None
    assert m.result.winner == "allied"


@pytest.mark.rule("rommel", "R45")
def test_a_defended_base_is_not_lost():
    g = table({"x_21_5": "73", "a_7_4": "74"})
    m = play(g, "play 1 1", "group 73", "engage x_21_5 73 74 73")
    assert m.result is None


@pytest.mark.rule("rommel", "17.1", "17.s2", "R44", "R6")
def test_three_supplied_blocks_off_the_enemys_edge():
    blocks = {"x_21_5": "97", "x_15_8": "97", "x_21_3": "97", "a_7_4": "37", "a_7_7": "74"}
    m = play(table(blocks | {"a_7_4": "152"}), "play 1 1", "group 97")
    assert offers(m, "exit") == []  # Unsupplied blocks do not count
    fight = table(blocks | {"a_11h": "97"}, battles={"97": "axis"})
    assert (
        offers(play(fight, "play 1 1", "group 97"), "exit") == []
    )  # nor does one leave a battle so
    m = play(table(blocks), "play 1 1", "group 97")
    assert offers(m, "exit") == ["exit x_21_3 97", "exit x_21_5 97", "exit x_15_8 97"]
    go(m, "exit x_21_5 97", "exit x_15_8 97")
    assert asked(m) == "axis move"
    assert where(m, "x_21_5") == "exited"
    go(m, "exit x_21_3 97")
    assert m.result is not None
    assert (m.result.winner, m.result.reason) == ("axis", "exits")
    assert told(m, "exited")[-1]["count"] == 3


@pytest.mark.rule("rommel", "R44")
def test_nobody_exits_by_withdrawal():
    g = table({"a_7_4": "152", "a_7_7": "74"}, active="allied", real=0, holder={"benghazi": "axis"})
    m = play(g, "group 152")
    assert offers(m, "exit") == []
    assert "151" not in goals(m, "a_7_4")


@pytest.mark.rule("rommel", "17.0", "R47")
def test_the_game_ends_with_the_last_month():
    g = table({"x_ariete": "151", "a_7_4": "74"}, real=0, passed=1, month=10)
    m = play(g, "done")
    assert m.result is not None
    assert m.result.reason == "positional"
