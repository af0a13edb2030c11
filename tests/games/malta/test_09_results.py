"""Chapter 9.4-9.8: results, losses, retreats, standing, advance."""

import pytest

from khamsin.games.malta.model.state import ADVANCED
from khamsin.games.malta.rules.combat.advance import (
    advancers,
    has_room,
    longest_advance,
    stops_advance,
)
from khamsin.games.malta.rules.combat.combat import spend
from khamsin.games.malta.rules.combat.retreat import retreat_hexes, retreat_stack, stand
from khamsin.games.malta.rules.control import put
from tests.games.malta.fighting import battle, result
from tests.games.malta.staging import PACK, at, go, order, run, scene, table, told, u, where

DUEL = {"li_1_33": "1113", "br_2d": "1213"}


def levels(g, *names):
    return [g.level[u(name)] for name in names]


@pytest.mark.rule("malta", "9.41", "11.3", "11.4")
def test_d_and_z():
    g = table(DUEL | {"br_1d": "1213", "mg_a": "1213"}, dis=["br_1d"], dem=["mg_a"])
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (0, 1))
    assert [order(g, n) for n in ("br_2d", "br_1d", "mg_a")] == [
        "disorganised", "demoralised", "demoralised",
    ]  # fmt: skip
    assert where(g, "mg_a") == "1213"  # a D does nothing to the demoralised
    g = table(DUEL | {"br_1d": "1213", "mg_a": "1213"}, dis=["br_1d"], dem=["mg_a"])
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (0, 2))
    assert [order(g, n) for n in ("br_2d", "br_1d")] == ["demoralised"] * 2
    assert where(g, "mg_a") == "eliminated"  # a Z costs it a step


@pytest.mark.rule("malta", "9.42", "9.43")
def test_hits_are_halved_into_steps_and_hexes():
    g = table(DUEL)
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (1, 0), "retreat", "to 1314", "done")
    assert (levels(g, "br_2d"), where(g, "br_2d")) == ([0], "1314")  # one hit: one hex
    g = table(DUEL)
    result(g, battle(g, "1213", "li_1_33"), (1, 0), (0, 0))
    assert (levels(g, "li_1_33"), where(g, "li_1_33")) == ([1], "1113")  # one hit: one step
    g = table(DUEL)
    result(g, battle(g, "1213", "li_1_33"), (3, 0), (0, 0), "retreat", "to 1012")
    assert (levels(g, "li_1_33"), where(g, "li_1_33")) == ([2], "1012")


@pytest.mark.rule("malta", "9.42", "9.94.left")
def test_losses_left_over_spare_the_enemy_a_hit():
    units = {"li_1_33": "1113", "raf_tak": "1213"}
    g = table(units)
    result(g, battle(g, "1213", "li_1_33"), (1, 0), (4, 0), "done")
    assert where(g, "raf_tak") == "eliminated"
    assert levels(g, "li_1_33") == [0]  # two steps were due, one was there: a hit less
    g = table(units)
    result(g, battle(g, "1213", "li_1_33"), (1, 0), (2, 0), "done")
    assert levels(g, "li_1_33") == [1]


@pytest.mark.rule("malta", "R68", "9.51")
def test_who_is_wiped_out_second_only_shortens_the_retreat():
    g = table({"it_inf_co_m3_1": "1113", "br_2d": "1213"})
    result(g, battle(g, "1213", "it_inf_co_m3_1"), (3, 0), (4, 0), "retreat", "to 1314")
    assert levels(g, "br_2d") == [2]
    assert where(g, "br_2d") == "1314"  # one hex instead of two


@pytest.mark.rule("malta", "9.51")
def test_more_hits_lose_first_and_the_defender_on_a_tie():
    units = {"li_1_33": "1113", "sm_1": "1113", "br_2d": "1213", "mg_a": "1213"}
    g = table(units)
    b = battle(g, "1213", "li_1_33", "sm_1")
    result(g, b, (2, 0), (2, 0), "lose br_2d", "lose li_1_33", "retreat", "retreat", "to 1314",
           "to 1012")  # fmt: skip
    g = table(units)
    b = battle(g, "1213", "li_1_33", "sm_1")
    result(g, b, (3, 0), (2, 0), "lose li_1_33", "lose li_1_33", "lose br_2d", "retreat",
           "retreat", "to 1314", "to 1012")  # fmt: skip


@pytest.mark.rule("malta", "9.52", "16.57")
def test_only_those_in_the_combat_lose_steps():
    g = table(DUEL | {"cg_01": "1213", "li_2_33": "1113", "art_28": "1113"})
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (0, 0), "retreat", "join li_2_33", "done",
           "to 1012")  # fmt: skip
    assert levels(g, "li_1_33", "li_2_33") == [1, 0]
    assert where(g, "art_28") == "1113"
    g = table(DUEL | {"cg_01": "1213"})
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (6, 0), "done")
    assert where(g, "br_2d") == "eliminated"
    assert where(g, "cg_01") == "1213"


@pytest.mark.rule("malta", "9.6", "14.3")
def test_attackers_retreat_alone_or_with_stackmates_and_leaders_go_along():
    units = DUEL | {"ldr_chirieleison": "1113"}
    g = table(units)
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (0, 0), "retreat", (6, 6), "to 1012")
    assert where(g, "ldr_chirieleison") == "1012"
    g = table(units | {"li_2_33": "1113"})
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (0, 0), "retreat", (6, 6), "done", "to 1012")
    assert where(g, "ldr_chirieleison") == "1012"  # he must, whoever stays
    assert where(g, "li_2_33") == "1113"


@pytest.mark.rule("malta", "9.61", "R50")
def test_retreat_priorities():
    stack = (u("br_2d"),)
    g = table({"br_2d": "1213", "li_1_33": "1113"})
    names = [PACK.place_ids[h] for h in retreat_hexes(g, stack, [at("1213")], (at("1113"),))]
    assert names == ["1214", "1313", "1314"]  # not in a zone
    around = {"li_1_33": "1012", "li_2_33": "1112", "li_3_33": "1411", "li_1_34": "1414",
              "li_2_34": "1215"}  # fmt: skip
    g = table({"br_2d": "1213"} | around)
    free = [PACK.place_ids[h] for h in retreat_hexes(g, stack, [at("1213")], ())]
    assert free == ["1114", "1313"]
    ring = around | {"fr_1_87": "1115", "fr_2_87": "1412"}
    g = table({"br_2d": "1213"} | ring)
    everywhere = retreat_hexes(g, stack, [at("1213")], (at("1113"),))
    assert [PACK.place_ids[h] for h in everywhere] == ["1214", "1313", "1314"]  # farther off
    g = table({"br_2d": "1213", "br_1d": "1114"} | ring)
    with_friends = retreat_hexes(g, stack, [at("1213")], (at("1113"), at("1314")))
    assert [PACK.place_ids[h] for h in with_friends] == ["1114"]
    g = table({"br_2d": "1213"} | ring)
    empty = retreat_hexes(g, stack, [at("1213")], (at("1113"), at("1314")))
    assert len(empty) == 6


@pytest.mark.rule("malta", "9.61", "7.1")
def test_a_retreat_ends_where_there_is_room():
    """Three battalions and a company leave no room for a fourth battalion."""
    crowds = {"br_1d": "1214", "br_4b": "1214", "br_8m": "1214", "mg_a": "1214",
              "ml_8k": "1313", "ml_3k": "1313", "ml_2k": "1313", "mg_b": "1313"}  # fmt: skip
    g = table(DUEL | crowds)
    run(retreat_stack(g, (u("br_2d"),), 1, (at("1113"),)))  # only one way is left: nobody is asked
    assert where(g, "br_2d") == "1314"


@pytest.mark.rule("malta", "9.61", "R69")
def test_nowhere_to_go():
    g = table({"br_2d": "0804", "ldr_beak": "0804", "li_1_33": "0705", "li_2_33": "0805"})
    run(retreat_stack(g, (u("br_2d"), u("ldr_beak")), 1, (at("0705"),)), (6, 6))
    assert where(g, "br_2d") == "eliminated"
    assert where(g, "ldr_beak") == "turn_record"


@pytest.mark.rule("malta", "9.61", "6.52")
def test_a_retreat_may_overrun_guns():
    g = table({"li_1_33": "1113", "br_2d": "1213", "cg_01": "1012"})
    run(retreat_stack(g, (u("li_1_33"),), 1, (at("1213"),)), "to 1012")
    assert where(g, "cg_01") == "eliminated"


@pytest.mark.rule("malta", "9.62", "14.41")
def test_each_hex_of_enemy_zone_costs_the_stack_a_step():
    units = {"br_2d": "0804", "br_1d": "0804", "ldr_beak": "0804", "li_1_33": "0706"}
    g = table(units)
    stack = (u("br_2d"), u("br_1d"), u("ldr_beak"))
    run(retreat_stack(g, stack, 1, ()), "to 0805", "lose br_2d", (2, 1))
    assert levels(g, "br_2d", "br_1d") == [1, 0]
    assert where(g, "ldr_beak") == "day_record"  # three or less kills


@pytest.mark.rule("malta", "9.63", "9.72", "12.24", "16.23", "16.34")
def test_who_cannot_move_stands_and_takes_the_hits():
    units = {"li_1_33": "1113", "sp_1": "1213", "br_2d": "1213", "art_12": "1213"}
    g = table(units, deployed=["art_12"])
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (1, 0), "retreat", "lose sp_1", "to 1314")
    assert where(g, "sp_1") == "eliminated"
    assert where(g, "art_12") == "1213"
    assert where(g, "br_2d") == "1314"


@pytest.mark.rule("malta", "9.7", "9.71", "R38")
def test_standing_ground():
    g = table(DUEL | {"mg_a": "1213", "ml_1k": "1213"})
    firm = run(stand(g, 0, (u("br_2d"), u("mg_a"), u("ml_1k")), 2), "stand", (3,))
    assert firm == tuple(sorted((u("br_2d"), u("mg_a"))))  # morale 4 beats 3, morale 3 does not
    g = table(DUEL | {"ldr_beak": "1213"})
    assert run(stand(g, 0, (u("br_2d"),), 2), "stand", (4,)) == (u("br_2d"),)  # steadied
    assert run(stand(g, 0, (u("br_2d"),), 2), "stand", (5,)) == ()
    assert run(stand(g, 0, (u("br_2d"),), 2), "retreat") == ()
    away = table(DUEL | {"ldr_beak": "1214"})
    assert run(stand(away, 0, (u("br_2d"),), 2), "stand", (4,)) == ()  # adjacent is not enough


@pytest.mark.rule("malta", "9.71")
def test_standing_comes_before_disorder_and_costs_steps():
    g = table(DUEL)
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (3, 2), "stand", (3,), "done")
    assert where(g, "br_2d") == "eliminated"  # one step, and two more for standing
    g = table(DUEL)
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (1, 2), "stand", (3,))
    assert (levels(g, "br_2d"), order(g, "br_2d")) == ([1], "demoralised")
    g = table({"li_1_33": "1113", "raf_tak": "1213"})
    result(
        g, battle(g, "1213", "li_1_33"), (3, 0), (4, 0), "stand", (1,), "advance li_1_33", "stop"
    )
    assert where(g, "li_1_33") == "1213"  # attackers that stood may advance


@pytest.mark.rule("malta", "9.8", "9.81", "9.87", "9.88", "R38")
def test_who_advances():
    units = DUEL | {"li_2_33": "1113", "ldr_chirieleison": "1113", "art_28": "1113", "hq_4": "1012"}
    g = table(units)
    b = battle(g, "1213", "li_1_33")
    assert advancers(g, b, b.attackers, ()) == sorted(
        u(name) for name in ("li_1_33", "li_2_33", "ldr_chirieleison")
    )
    result(g, b, (0, 0), (6, 0), "advance li_2_33", "stop", "done")
    assert where(g, "li_2_33") == "1213"
    assert where(g, "li_1_33") == "1113"  # nobody must
    assert g.did[u("li_2_33")] & ADVANCED
    assert not g.did[u("li_1_33")] & ADVANCED
    g = table(DUEL)
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (0, 0), "retreat", "to 1012")
    assert where(g, "br_2d") == "1213"  # defenders never advance


@pytest.mark.rule("malta", "9.82", "9.86", "10.23", "17.1")
def test_how_far():
    g = table({})
    for unit, most in (("li_1_33", 2), ("mc_39_1", 3), ("tank_t", 3)):
        lengths = [longest_advance(g, u(unit), n, stops=False) for n in (-2, 1, 2, 4)]
        assert lengths == [1, 1, 2, most]
        assert longest_advance(g, u(unit), 3, stops=True) == 1
        assert longest_advance(table({}, turn="night"), u(unit), 3, stops=False) == 1
    assert [stops_advance(g, at(h)) for h in ("1213", "1711", "1111")] == [False, True, True]
    assert not stops_advance(table({}, destroyed=["1111"]), at("1111"))


@pytest.mark.rule("malta", "9.82")
def test_hits_left_over_lengthen_the_advance():
    g = table({"mc_39_1": "1113", "mc_39_2": "1113", "raf_tak": "1213"})
    result(g, battle(g, "1213", "mc_39_1", "mc_39_2"), (0, 0), (3, 0), "advance mc_39_1",
           "to 1313", "done")  # fmt: skip
    assert where(g, "mc_39_1") == "1313"  # three hits on one step: two hexes


@pytest.mark.rule("malta", "9.83")
def test_stacking_holds_for_an_advance():
    full = {"li_2_33": "1213", "li_3_33": "1213", "li_1_34": "1213", "li_2_34": "1213"}
    g = table(full | {"li_1_33": "1113", "hq_4": "1113"})
    assert not has_room(g, u("li_1_33"), at("1213"))
    assert has_room(g, u("hq_4"), at("1213"))


@pytest.mark.rule("malta", "9.84")
def test_the_first_hex_is_the_one_attacked():
    g = table({"li_1_33": "1113", "raf_tak": "1213"})
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (6, 0), "advance li_1_33", "to 1214")
    assert told(g, "advanced")[0]["path"] == ("1113", "1213", "1214")


@pytest.mark.rule("malta", "9.85")
def test_leaving_an_enemy_zone_shortens_the_advance():
    units = {"mc_39_1": "1113", "mc_39_2": "1113", "raf_tak": "1213", "br_2d": "1013"}
    g = table(units)  # 1113 is in the zone of 1013
    result(g, battle(g, "1213", "mc_39_1", "mc_39_2"), (0, 0), (4, 0), "advance mc_39_1",
           "to 1313", "done")  # fmt: skip
    assert where(g, "mc_39_1") == "1313"  # two hexes instead of three
    g = table({"li_1_33": "1113", "raf_tak": "1213", "br_2d": "1013"})
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (6, 0), "advance li_1_33")
    assert where(g, "li_1_33") == "1213"  # never less than one, and here no more


@pytest.mark.rule("malta", "9.85")
def test_so_does_leaving_the_attacked_hex_if_it_lies_in_a_zone():
    units = {"mc_39_1": "1113", "mc_39_2": "1113", "raf_tak": "1213", "br_2d": "1314"}
    g = table(units)  # 1213 is in the zone of 1314, 1113 is not
    result(g, battle(g, "1213", "mc_39_1", "mc_39_2"), (0, 0), (4, 0), "advance mc_39_1",
           "to 1212", "done")  # fmt: skip
    assert where(g, "mc_39_1") == "1212"  # two hexes instead of three


@pytest.mark.rule("malta", "9.6", "9.63", "12.24")
def test_deployed_guns_do_not_join_a_retreat():
    units = {"li_1_33": "1113", "art_28": "1113", "br_2d": "1213"}
    g = table(units, deployed=["art_28"])
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (0, 0), "retreat", "to 1012")
    assert where(g, "art_28") == "1113"
    g = table(units)  # limbered
    result(g, battle(g, "1213", "li_1_33"), (2, 0), (0, 0), "retreat", "join art_28", "to 1012")
    assert where(g, "art_28") == "1012"


@pytest.mark.rule("malta", "9.86", "9.87")
def test_the_class_limits_the_advance_and_guns_are_overrun():
    g = table({"li_1_33": "1113", "raf_tak": "1213", "cg_01": "1213"})
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (6, 0), "advance li_1_33", "to 1314")
    assert where(g, "cg_01") == "eliminated"
    assert where(g, "li_1_33") == "1314"  # foot: two hexes, five hits left or not


@pytest.mark.rule("malta", "9.94.fort", "9.3.h", "9.91.fort")
def test_a_fort_takes_a_hit():
    g = table({"li_1_33": "1210", "br_2d": "1111"})
    result(g, battle(g, "1111", "li_1_33"), (0, 0), (1, 0))
    assert (levels(g, "br_2d"), where(g, "br_2d")) == ([0], "1111")
    g = table({"li_1_33": "1210", "br_2d": "1111"}, destroyed=["1111"])
    result(g, battle(g, "1111", "li_1_33"), (0, 0), (1, 0), "retreat", "to 1011", "done")


@pytest.mark.rule("malta", "9.92.eng")
def test_engineers_bear_half_the_losses_at_a_fort():
    units = {"li_1_33": "1210", "eng_11_1": "1210", "eng_11_2": "1210", "br_2d": "1111"}
    g = table(units)
    b = battle(g, "1111", "li_1_33", "eng_11_1", "eng_11_2")
    result(g, b, (3, 0), (0, 0), "lose eng_11_1", "lose li_1_33", "retreat", "to 1209")
    assert where(g, "eng_11_1") == "eliminated"
    assert levels(g, "li_1_33") == [1]
    g = table({"li_1_33": "1210", "eng_11_1": "1210", "br_2d": "1111"})
    result(g, battle(g, "1111", "li_1_33", "eng_11_1"), (1, 0), (0, 0))  # half of one is one
    assert where(g, "eng_11_1") == "eliminated"
    assert levels(g, "li_1_33") == [0]


@pytest.mark.rule("malta", "9.3.j", "12.51")
def test_markers_come_off_and_rounds_are_spent():
    g = table(DUEL | {"art_28": "1012", "art_12": "1613"}, deployed=["art_28", "art_12"])
    g.fires = ((u("art_28"), at("1213"), 0),)
    g.guards = ((u("art_12"), at("1213")),)
    b = battle(g, "1213", "li_1_33")
    b.support = [((u("art_28"), False),), ((u("art_12"), False),)]
    run(spend(g, b), (2,))
    assert (g.ammo[u("art_28")], g.ammo[u("art_12")]) == (1, 1)
    assert not [*g.fires, *g.guards]
    g.guards = ((u("art_12"), at("1213")),)
    run(spend(g, b), (3,))
    assert g.ammo[u("art_12")] == 1


@pytest.mark.rule("malta", "17.1", "2.1.control")
def test_an_advance_into_a_fort_destroys_it():
    g = table({"li_1_33": "1210", "raf_tak": "1111"})
    result(g, battle(g, "1111", "li_1_33"), (0, 0), (4, 0), "advance li_1_33")
    assert g.forts[at("1111")] == 0
    assert g.control[at("1111")] == 1
    put(g, u("li_1_33"), at("1210"))
    assert g.forts[at("1111")] == 0


@pytest.mark.rule("malta", "9.3.i")
def test_a_whole_attack_from_the_phase_to_the_advance():
    m = scene(table({"li_1_33": "1113", "raf_tak": "1213"}, phase="attack"))
    go(m, "attack 1213", (5, 4), "advance li_1_33")
    assert told(m, "combat")[0]["result"] == "-/4Z"
