"""19 The demonstration game of the rulebook, move by move, to the last number."""

import pytest

from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.rommel.staging import (
    GAME,
    asked,
    cv,
    go,
    goals,
    lies,
    names,
    number,
    offers,
    told,
    where,
)  # fmt: skip

AXIS = {
    "x_trento": "40",
    "x_brescia": "64", "x_pavia": "64", "x_bologna": "64", "x_corpsart": "64",
    "x_savona": "89", "x_trieste": "89", "x_sabratha": "89",
}  # fmt: skip
ALLIED = {"a_22g": "65", "a_7_7": "66", "a_7_sg": "66", "a_11h": "91"}


def deployed():
    """18.1 Both sides deploy, six cards and three, nobody throws his hand in."""
    m = Match(GAME, Setup("1940"), None)
    for blocks in (AXIS, ALLIED):
        for block, place in blocks.items():
            go(m, f"deploy {block} {place}")
    return go(m, ("real",) * 6, ("real", "real", "dummy"), "keep", "keep")


def axis_1():
    """Regroup on Sollum from three hexes over three passes; the Allied block Refuses."""
    m = go(deployed(), "play 1 1", "regroup 64", "to 65")
    go(m, "engage x_trento 40 65 40", "engage x_corpsart 64 65 64", "engage x_sabratha 89 65 89")
    return m


def after_axis_1():
    return go(axis_1(), "done", "refuse 65", "fire 0 0 0", "withdraw a_22g 65 67")


def after_allied_1():
    return go(after_axis_1(), "play 0 0", "done")


def axis_2():
    m = go(after_allied_1(), "play 1 1", "group 64")
    go(m, "engage x_brescia 64 66 65", "engage x_pavia 64 66 65", "move x_bologna 64 89")
    return go(m, "done", "done", "accept 66")


@pytest.mark.rule("rommel", "19.0.a", "18.1")
def test_deployment_and_hands():
    m = deployed()
    assert [len(names(m, "axis", place)) for place in ("40", "64", "89")] == [1, 4, 3]
    assert [len(names(m, "allied", place)) for place in ("65", "66", "91")] == [1, 2, 1]
    assert [sum(hand) for hand in m.state.hand] == [3, 6]
    assert asked(m) == "axis cards"


@pytest.mark.rule("rommel", "19.0.b", "5.2.a", "7.1.c", "10.2")
def test_axis_turn_1_three_passes_let_in_three_blocks():
    m = axis_1()
    for block in ("x_brescia", "x_pavia", "x_bologna", "x_savona", "x_trieste"):
        assert goals(m, block) == []
    go(m, "done")
    assert asked(m) == "allied refuse"
    go(m, "refuse 65")
    assert told(m, "leaving")[-1]["speed"] == 3
    assert offers(m) == ["fire 0 0 0"]  # no pursuer is as fast as the mechanised block
    go(m, "fire 0 0 0", "withdraw a_22g 65 67")
    assert (where(m, "a_22g"), lies(m, "a_22g")) == ("67", True)
    assert told(m, "revealed") == []
    assert asked(m) == "allied cards"


@pytest.mark.rule("rommel", "19.0.c", "11.2.s1")
def test_allied_turn_1_no_recovery_yet():
    m = after_allied_1()
    assert lies(m, "a_22g")
    assert asked(m) == "axis cards"


@pytest.mark.rule("rommel", "19.0.d", "9.1", "9.5.a")
def test_axis_turn_2_the_battle_of_buq_buq():
    m = go(after_allied_1(), "play 1 1", "group 64", "engage x_brescia 64 66 65")
    go(m, "engage x_pavia 64 66 65")
    assert "66/65" not in goals(m, "x_bologna")  # two at most across one clear hexside
    go(m, "move x_bologna 64 89", "done", "done", "accept 66")
    assert asked(m) == "dice fire"
    go(m, (1, 2, 3), (5, 6, 1, 1))  # mechanised, SF: none; armor, DF: two hits
    assert [(e["power"], e["hits"]) for e in told(m, "fired")] == [("SF", 0), ("DF", 2)]
    go(m, "lose x_brescia", "lose x_brescia")
    assert (cv(m, "x_brescia"), cv(m, "x_pavia")) == (2, 4)
    go(
        m, "fire_at x_brescia infantry", (1, 5), (6, 1, 2, 3)
    )  # infantry must fire at infantry: SF, one hit
    assert (cv(m, "a_7_sg"), cv(m, "a_7_7")) == (2, 4)
    assert asked(m) == "allied cards"


def allied_2():
    m = go(axis_2(), (1, 2, 3), (5, 6, 1, 1), "lose x_brescia", "lose x_brescia")
    go(m, "fire_at x_brescia infantry", (1, 5), (6, 1, 2, 3))
    return go(m, "play 0 0", "regroup 66", "to 68")


def after_allied_2():
    m = go(allied_2(), "move a_7_7 66 68", "move a_7_sg 66 68", "move a_11h 91 68", "done")
    return go(m, "fire 0 0 0")


@pytest.mark.rule("rommel", "19.0.e", "5.3.b", "11.2", "4.5.a")
def test_allied_turn_2_recovery_and_a_withdrawal():
    m = allied_2()
    assert not lies(m, "a_22g")
    go(m, "move a_7_7 66 68", "move a_7_sg 66 68", "move a_11h 91 68", "done")
    assert offers(m) == ["fire 0 0 0"]
    go(m, "fire 0 0 0")
    assert names(m, "allied", "68") == ["a_7_sg", "a_7_7", "a_11h"]
    assert [lies(m, block) for block in ("a_7_7", "a_7_sg", "a_11h")] == [True, True, False]
    assert names(m, "axis", "66") == ["x_brescia", "x_pavia"]


def axis_3():
    m = go(after_allied_2(), "play 2 2", "group 65")
    go(m, "engage x_trento 65 67 66", "engage x_corpsart 65 67 66", "move x_sabratha 65 89")
    go(m, "group 89", "move x_savona 89 90", "move x_trieste 89 91", "move x_bologna 89 90")
    return go(m, "done", "march x_savona 90 91", "done", (4,))


def after_axis_3():
    return go(axis_3(), "refuse 67", "fire 0 0 0", "withdraw a_22g 67 69")


@pytest.mark.rule("rommel", "19.0.f", "6.4.c", "4.2")
def test_axis_turn_3_an_offensive_with_a_forced_march():
    m = axis_3()
    assert names(m, "axis", "91") == ["x_savona", "x_trieste"]
    assert names(m, "axis", "90") == ["x_bologna"]
    assert "x_sabratha" in names(m, "axis", "89")
    go(m, "refuse 67")
    assert offers(m) == ["fire 0 0 0"]
    go(m, "fire 0 0 0", "withdraw a_22g 67 69")
    assert (where(m, "a_22g"), lies(m, "a_22g")) == ("69", True)
    assert not any(m.state.unsupplied)


def month_2():
    m = go(after_axis_3(), "play 0 0", "done", "play 0 0", "done")
    return go(m, (4,), (5,))


@pytest.mark.rule("rommel", "19.0.g", "4.5.b")
def test_both_pass_and_the_month_ends():
    m = go(after_axis_3())
    assert not lies(m, "a_7_7")
    assert not lies(m, "a_7_sg")
    assert lies(m, "a_22g")
    go(m, "play 0 0", "done")
    assert m.state.month == 1
    go(m, "play 0 0", "done")
    assert m.state.month == 2
    assert asked(m) == "dice buildup"


@pytest.mark.rule("rommel", "19.0.h", "12.7.d", "16.3.a", "16.3.b")
def test_month_2_recovery_and_nine_points_each():
    m = month_2()
    assert not lies(m, "a_22g")
    assert m.state.rp == [9, 9]
    assert asked(m) == "allied spend"


def allied_buildup():
    m = month_2()
    go(m, "redeploy a_7_4 74 69", "redeploy a_1at 74 69", "redeploy a_7_sg 68 74")
    return go(m, "rebuild a_7_sg 2", "redeploy a_7_sg 74 69")


@pytest.mark.rule("rommel", "19.0.i", "16.51.b", "16.54")
def test_allied_buildup():
    m = allied_buildup()
    assert m.state.rp[0] == 3
    assert (cv(m, "a_7_sg"), where(m, "a_7_sg")) == (3, "69")
    go(m, "done")
    assert told(m, "buildup")[-1]["saved"] == 3


def axis_buildup():
    m = go(allied_buildup(), "done", "discard 0", ("real", "dummy", "dummy"))
    go(m, ("x_recam", "x_gf"), (6, 6))
    go(m, "redeploy x_brescia 66 40", "sail x_brescia 40 151 1", "rebuild x_brescia 1")
    return go(m, "rebuild x_brescia 1")


@pytest.mark.rule("rommel", "19.0.j", "16.53.c", "13.3.s2")
def test_axis_buildup_by_sea():
    m = axis_buildup()
    assert offers(m, "sail") == [
        offer for offer in offers(m, "sail") if not offer.endswith(" 40 1")
    ]  # Bardia has been used up by one embarkation
    assert "sail x_brescia 151 37 1" in offers(m)
    go(m, "sail x_brescia 151 37 1")
    route = [o for o in offers(m, "redeploy") if o.startswith("redeploy x_brescia 37 ")]
    assert "redeploy x_brescia 37 66" in route
    assert "redeploy x_brescia 37 91" not in route  # Sofafi takes a second leg
    go(m, "redeploy x_brescia 37 66", "redeploy x_brescia 66 91", "done")
    assert (m.state.rp[1], where(m, "x_brescia"), cv(m, "x_brescia")) == (2, "91", 4)


@pytest.mark.rule("rommel", "19.0.k", "3.3.b", "3.3.c", "3.3.d", "R43")
def test_cards_and_a_challenge_with_a_dummy():
    m = axis_buildup()
    go(m, "sail x_brescia 151 37 1", "redeploy x_brescia 37 66", "redeploy x_brescia 66 91")
    go(m, "done", "discard 0", ("real", "real"))
    assert [sum(hand) for hand in m.state.hand] == [6, 4]
    go(m, "challenge dummy", "decline")
    assert sum(m.state.hand[0]) == 5
    assert told(m, "initiative")[-1]["side"] == "axis"
    assert asked(m) == "axis cards"
    assert number("x_brescia") in m.state.here[1][GAME.data.place_index["91"]]
