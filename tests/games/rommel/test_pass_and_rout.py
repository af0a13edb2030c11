"""A Pass whose Withdrawal Routs somebody: what is still owed, and who may go on afterwards."""

import pytest

from tests.games.rommel.staging import go, goals, lies, offers, play, table, told, where

HELD = dict.fromkeys(("benghazi", "tobruk", "bardia"), "axis")
EAST = {"benghazi": "axis", "tobruk": "allied", "bardia": "allied"}
REAR = {"x_ariete": "151", "a_7_7": "74"}


@pytest.mark.rule("rommel", "5.3.c", "11.4.e", "R16")
def test_a_pass_does_not_end_while_a_rout_it_caused_is_due():
    # Folgore finds the hexside full; after the Rout it can follow, and gives up its hex.
    blocks = {"x_88b": "31", "x_folgore": "32", "a_4in_11": "55"}
    g = table(blocks | REAR, disrupted=["a_4in_11"], holder=HELD, real=0)
    m = play(g, "regroup 32", "to 55", "engage x_88b 31 55 31")
    assert offers(m) == ["rout 55"]
    go(m, "rout 55", "fire 0 0 0")
    assert (where(m, "a_4in_11"), offers(m)) == ("eliminated", ["move x_folgore 32 55"])
    go(m, "move x_folgore 32 55")
    assert offers(m) == ["done"]


@pytest.mark.rule("rommel", "R15", "5.3.c", "11.4.a", "6.4.a")
def test_the_extra_hex_of_a_pass_may_follow_into_a_hex_that_a_rout_has_cleared():
    blocks = {"a_32at": "95", "a_9au_26": "95", "x_15_33": "72"}
    g = table(blocks | REAR, active="allied", disrupted=["x_15_33"], holder=EAST, real=0)
    m = play(g, "group 95", "engage a_32at 95 72 71", "rout 72", "fire 0 0 0")
    go(m, "move a_9au_26 95 71", "done")
    assert offers(m) == ["march a_9au_26 71 72", "done"]
    go(m, "march a_9au_26 71 72", (4,))
    assert (where(m, "a_9au_26"), lies(m, "a_9au_26")) == ("72", False)


@pytest.mark.rule("rommel", "R15", "5.2.s2", "11.4.a")
def test_a_march_of_a_regroup_may_follow_into_a_hex_that_a_rout_has_cleared():
    blocks = {"x_88b": "56", "x_folgore": "81", "a_4in_11": "55"}
    g = table(blocks | REAR, disrupted=["a_4in_11"], holder=HELD, real=0)
    m = play(g, "regroup 56", "to 55", "engage x_88b 56 55 56", "rout 55", "fire 0 0 0")
    go(m, offers(m)[0], "done")
    assert offers(m) == ["march x_folgore 81 55", "done"]


@pytest.mark.rule("rommel", "5.3.s1", "5.3.s6", "11.3.c")
def test_a_withdrawal_engages_whom_a_rout_has_driven_into_its_way():
    blocks = {"x_21_5": "34", "x_15_8": "34", "a_4in_11": "31"}
    held = HELD | {"benghazi": "allied"}
    g = table(blocks | REAR, disrupted=["a_4in_11"], holder=held, real=0)
    m = play(g, "group 34", "engage x_21_5 34 31 7", "rout 31", "fire 0 0 0")
    go(m, "withdraw a_4in_11 31 9")
    assert goals(m, "x_15_8", "move", "rommel", "engage") == ["9/34"]  # and nothing beyond
    go(m, "engage x_15_8 34 9 34")
    assert told(m, "overrun")[-1]["place"] == "9"
