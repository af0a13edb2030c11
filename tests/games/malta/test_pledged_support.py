"""9.2, 12.2, 12.3, 16.7 Support that is promised in one step and given in another."""

import pytest

from khamsin.games.malta.rules.combat.support import defensive_options
from tests.games.malta.fighting import battle, result
from tests.games.malta.staging import (
    asked,
    at,
    go,
    order,
    scene,
    table,
    told,
    u,
    where,
    words,
)

BATTERIES = ("art_28", "art_20_1", "art_20_2", "art_20_3")


@pytest.mark.rule("malta", "9.91.dem", "11.4", "R73")
def test_a_battery_that_a_bombardment_demoralised_gives_no_support_it_was_pledged_for():
    units = {"li_1_33": "1113", "li_2_33": "1212", "br_2d": "1213", "art_12": "1314"}
    units |= dict.fromkeys(BATTERIES, "1112")
    m = scene(table(units, phase="support", deployed=["art_12", *BATTERIES]))
    go(m, *(f"storm_bombard {gun} 1314" for gun in BATTERIES))
    go(m, "defend art_12 1213", (4, 4))
    assert order(m.state, "art_12") == "demoralised"
    go(m, "attack 1213", "all")
    assert told(m, "odds")[-1]["defence"] == 6
    assert told(m, "guns_silenced") == [{"unit": "art_12", "place": "1213"}]
    assert m.state.ammo[u("art_12")] == 2


@pytest.mark.rule("malta", "12.23", "R73")
def test_guns_next_to_which_a_retreat_has_brought_enemies_do_not_fire():
    units = {"li_1_33": "1213", "li_2_33": "1213", "br_2d": "1313", "art_28": "1412"}
    units |= {"li_3_33": "1314", "br_1d": "1414"}
    g = table(units, phase="attack", deployed=["art_28"], air_on=(at("1313"),) * 3)
    g.fires = ((u("art_28"), at("1414"), 0),)
    m = scene(g)
    go(m, "attack 1313", "with li_1_33", "with li_2_33", "done", (1, 4), "retreat", "to 1312")
    go(m, "done", "attack 1414")
    assert told(m, "odds")[-1]["attack"] == 6
    assert told(m, "guns_silenced") == [{"unit": "art_28", "place": "1414"}]
    assert m.state.ammo[u("art_28")] == 2  # who has not fired has spent nothing


@pytest.mark.rule("malta", "12.23", "12.3", "R73")
def test_guns_that_a_retreat_came_up_to_roll_no_die_for_ammunition():
    units = {"li_1_33": "1213", "br_2d": "1214", "art_12": "1313", "br_1d": "1010"}
    units |= {"li_2_33": "1115"}
    g = table(units, phase="attack", deployed=["art_12"], guards=((u("art_12"), at("1010")),))
    b = battle(g, "1214", "li_2_33")
    result(g, b, (0, 0), (1, 0), "retreat", "advance li_2_33")
    assert not told(g, "rounds")  # li_1_33 stood next to the guns before
    assert g.guards


@pytest.mark.rule("malta", "12.3")
def test_guns_are_silenced_as_soon_as_an_advance_comes_up_to_them():
    units = {"tank_t": "1113", "raf_tak": "1213", "art_12": "1314", "br_2d": "1510"}
    g = table(units, phase="attack", deployed=["art_12"], guards=((u("art_12"), at("1510")),))
    b = battle(g, "1213", "tank_t")
    result(g, b, (0, 0), (4, 0), "advance tank_t", (1,), "to 1212")  # past the guns
    assert g.guards == ()
    assert g.ammo[u("art_12")] == 1


@pytest.mark.rule("malta", "9.2")
def test_support_may_be_pledged_to_hexes_that_only_an_advance_would_reach():
    units = {"li_1_33": "1113", "li_2_33": "1113", "br_inf_co_1": "1213", "br_2d": "1315"}
    units |= {"art_12": "1514", "br_1d": "1911"}
    g = table(units, phase="defend", deployed=["art_12"])
    assert words(defensive_options(g)) == [f"defend art_12 {h}" for h in ("1213", "1315", "1514")]
    m = scene(g)
    go(m, "defend art_12 1315", "attack 1213", "with li_1_33", "done", (6, 6))
    go(m, "advance li_2_33", "to 1214", "done", "attack 1315")
    assert told(m, "odds")[-1]["defence"] == 9
    g.turn = 3  # at night nobody advances so far
    assert words(defensive_options(g)) == ["defend art_12 1213"]


@pytest.mark.rule("malta", "9.2")
def test_nobody_is_asked_for_defensive_support_where_nothing_can_be_attacked():
    g = table({"li_1_33": "1113", "br_2d": "1315", "art_12": "1514"}, deployed=["art_12"])
    assert defensive_options(g) == []


@pytest.mark.rule("malta", "9.52")
def test_guns_that_support_from_next_to_the_hex_may_take_the_loss():
    units = {"li_1_33": "1113", "art_28": "1113", "art_20_1": "1112", "br_inf_co_1": "1213"}
    g = table(units, phase="attack", deployed=["art_28", "art_20_1"])
    b = battle(g, "1213", "li_1_33")
    b.support[0] = ((u("art_28"), False), (u("art_20_1"), False))
    result(g, b, (1, 0), (0, 0), "lose art_28")
    assert where(g, "art_28") == "eliminated"
    assert g.level[u("li_1_33")] == 0


@pytest.mark.rule("malta", "16.73", "R65")
def test_an_attack_whose_ship_has_no_contact_goes_ahead_in_the_first_column():
    units = {"it_inf_co_m4_1": "1113", "it_inf_co_m4_2": "1113", "ca_trieste": "0814"}
    units |= dict.fromkeys(("br_2d", "br_1d", "br_4b"), "1213")
    companies = dict.fromkeys(("it_inf_co_m4_1", "it_inf_co_m4_2"), "div4")
    m = scene(table(units, phase="support", formation=companies))
    go(m, "support ca_trieste 1213", "attack 1213", "all", (2,))
    assert told(m, "odds")[-1]["odds"] == "1:5"
    assert asked(m) == "dice combat"
    go(m, (1, 1))
    assert told(m, "attack_cancelled") == []
