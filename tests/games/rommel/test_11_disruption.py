"""11 Disruption, recovery, Rout and Overrun."""

import pytest

from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    asked,
    cv,
    go,
    goals,
    lies,
    names,
    number,
    offers,
    play,
    scene,
    table,
    told,
    where,
)  # fmt: skip

HOLD = {"benghazi": "axis"}


@pytest.mark.rule("rommel", "11.0.b", "11.1", "2.3.a")
def test_a_disrupted_block_lies_open_but_its_strength_is_hidden():
    g = table({"x_21_5": "35", "a_7_4": "37", "x_ariete": "10"})
    g.disrupted = changed(g.disrupted, number("x_21_5"), 9)
    m = scene(g)
    stack = m.view("allied")["position"]["places"]["35"]["axis"]
    assert stack["blocks"] == []
    assert stack["hidden"][0]["disrupted"]
    go(m, "play 1 1")
    assert "group 35" not in offers(m)
    assert "group 10" in offers(m)


@pytest.mark.rule("rommel", "11.1")
def test_disrupted_blocks_do_not_redeploy_or_refit():
    g = table({"x_21_5": "128", "x_ariete": "128", "a_7_4": "74"}, step="spend", phase="buildup")
    from khamsin.games.rommel.rules.supply.network import network

    g.net = [network(g, 0), network(g, 1)]
    g.player, g.rp = 1, [9, 9]
    g.disrupted = changed(g.disrupted, number("x_21_5"), 9)
    m = scene(g)
    movers = {offer.split()[1] for offer in offers(m, "redeploy") + offers(m, "refit")}
    assert movers == {"x_ariete"}


@pytest.mark.rule("rommel", "11.2", "11.2.s1")
@pytest.mark.parametrize(("when", "recovers"), [(8, True), (9, False)])
def test_recovery_after_a_whole_enemy_turn(when, recovers):
    g = table({"x_21_5": "35", "a_7_4": "74"})
    g.disrupted = changed(g.disrupted, number("x_21_5"), when)  # turn 9 is the enemy's
    m = scene(g)
    assert lies(m, "x_21_5") != recovers


@pytest.mark.rule("rommel", "11.2", "12.7.a")
def test_no_recovery_without_supply_but_fortress_supply_serves():
    g = table({"x_21_5": "109", "a_7_4": "74"}, disrupted=["x_21_5"])
    assert lies(scene(g), "x_21_5")
    stacks = {"a_70_23": "37", "x_21_5": "38", "x_15_8": "61", "x_ariete": "62", "a_7_7": "74"}
    g = table(stacks, active="allied", disrupted=["a_70_23"], holder=HOLD)
    assert not lies(scene(g), "a_70_23")


def overrun(*steps, blocks=None, **more):
    """Axis armor at Tmimi, a Disrupted Allied foot block at Gazala."""
    stacks = {"x_21_5": "10", "x_15_8": "10", "x_21_104": "10", "a_4in_5": "35", "a_7_7": "74"}
    g = table(stacks | (blocks or {}), disrupted=["a_4in_5"], holder=HOLD, **more)
    return play(g, "play 1 1", "group 10", *steps)


@pytest.mark.rule("rommel", "11.3.a", "11.3.b", "11.3.c", "8.2.c", "11.4.s2")
def test_a_rout_attrition_pursuit_withdrawal():
    m = overrun("engage x_21_5 10 35 10", "rout 35")
    assert told(m, "rout") == [{"side": "allied", "place": "35", "count": 1}]
    assert cv(m, "a_4in_5") == 3
    assert offers(m) == ["fire 2 0 1", "fire 0 0 0"]
    go(m, "fire 2 0 1", (4, 4))
    assert cv(m, "a_4in_5") == 1
    go(m, "withdraw a_4in_5 35 38")
    assert (where(m, "a_4in_5"), lies(m, "a_4in_5")) == ("38", True)
    assert m.state.disrupted[number("a_4in_5")] == 10  # anew, with the flag of this turn
    assert asked(m) == "axis move"


@pytest.mark.rule("rommel", "11.3.c", "R23")
def test_a_routed_block_without_a_way_back_is_eliminated():
    m = overrun("engage x_21_5 10 35 10", "rout 35", "fire 0 0 0", blocks={"x_ariete": "36"})
    assert where(m, "a_4in_5") == "eliminated"
    m = overrun("engage x_21_5 10 35 10", "rout 35", cv={"a_4in_5": 1})
    assert where(m, "a_4in_5") == "eliminated"  # by attrition


@pytest.mark.rule("rommel", "11.4.a", "11.4.b", "11.4.c", "11.4.d", "11.4.e", "R20")
def test_an_overrun_stops_the_attackers_and_lets_the_others_through():
    m = overrun("engage x_21_5 10 35 10")
    assert "36" not in goals(m, "x_21_104")  # not through before the Rout is resolved
    go(m, "engage x_15_8 10 35 10")  # a second attacker raises the Pursuit Fire
    assert "35/10" not in goals(m, "x_21_104")  # hexside limits apply
    go(m, "rout 35", "fire 4 0 2", (1, 1, 1, 1), "withdraw a_4in_5 35 36")
    assert goals(m, "x_21_5") == []
    assert "36/35" in goals(m, "x_21_104")  # on through the cleared hex, to a second Overrun
    go(m, "engage x_21_104 10 36 35", "done", "fire 2 0 1", (1, 1), "withdraw a_4in_5 36 37")
    assert len(told(m, "rout")) == 2


@pytest.mark.rule("rommel", "11.4.s1", "11.4.b")
def test_blocks_of_both_moves_share_in_a_rout():
    stacks = {"x_21_5": "10", "x_15_8": "34", "a_4in_5": "35", "a_7_7": "74"}
    g = table(stacks, disrupted=["a_4in_5"], holder=HOLD)
    m = play(g, "play 2 2", "group 10", "engage x_21_5 10 35 10", "group 34")
    go(m, "engage x_15_8 34 35 34", "rout 35")
    assert offers(m)[0] == "fire 4 0 2"


@pytest.mark.rule("rommel", "11.4.a", "11.3.b")
def test_an_unresolved_rout_is_resolved_when_the_moves_are_done():
    m = overrun("engage x_21_5 10 35 10", "done")
    assert asked(m) == "axis pursue"


@pytest.mark.rule("rommel", "11.3.s3", "12.7.b", "R4")
def test_engaged_blocks_disrupted_for_want_of_supply_are_lost():
    stacks = {"x_21_5": "35", "a_7_4": "35", "x_ariete": "151", "a_7_7": "74"}
    g = table(stacks, battles={"35": "allied"}, holder=HOLD)  # no hexside is the Axis'
    m = play(g, "play 1 1", "done", "done")
    assert where(m, "x_21_5") == "eliminated"
    assert names(m, "allied", "35") == ["a_7_4"]
    assert m.state.defender[g.pack.place_index["35"]] == -1


@pytest.mark.rule("rommel", "11.11.a")
def test_shielded_blocks_take_no_part():
    stacks = {"x_21_5": "35", "a_7_4": "35", "a_4in_5": "35", "x_ariete": "10", "a_7_7": "74"}
    g = table(stacks, battles={"35": "allied"}, crossed={("10", "35"): "axis"}, holder=HOLD)
    g.disrupted = changed(g.disrupted, number("a_4in_5"), 9)
    g.up = changed(g.up, number("a_4in_5"), 0)
    m = play(g, "play 1 1", "done", "fight 35", (1,) * 4, (6, 6, 6, 6, 6, 6))
    assert where(m, "a_7_4") == "eliminated"
    assert cv(m, "a_4in_5") == 3  # hit by nothing but the attrition of its Rout
