"""Chapter 6: movement."""

import pytest

from khamsin.games.malta.model.state import DROPPED, GATHERED, LANDED, MOVED
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.movement.artillery import deploy_cost, limber_cost
from khamsin.games.malta.rules.movement.infiltration import (
    infiltrate,
    infiltration_bonus,
    why_not_infiltrate,
)
from khamsin.games.malta.rules.movement.movement import (
    move_unit,
    why_not_move,
    why_not_strategic,
    why_not_tactical,
)
from khamsin.games.malta.rules.movement.reach import budget, reach
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    offers,
    order,
    run,
    scene,
    table,
    told,
    u,
    where,
)
from tests.games.malta.test_05_zoc import costs


def reason(refused) -> str:
    return "" if refused is None else f"{refused.rule} {refused.reason}"


@pytest.mark.rule("malta", "6.0", "6.1", "6.3")
def test_every_unit_may_spend_its_allowance_once():
    m = scene(table({"li_1_33": "1113", "hq_4": "1012"}))
    go(m, "unit li_1_33", "go 1214")
    assert where(m.state, "li_1_33") == "1214"
    assert asked(m) == "axis tactical"
    assert "unit li_1_33" not in offers(m)
    assert reason(why_not_move(m.state, u("li_1_33"))) == "6.0 has_moved"


@pytest.mark.rule("malta", "6.1")
def test_a_unit_goes_hex_by_hex_and_may_choose_its_way():
    m = scene(table({"li_1_33": "1113"}))
    go(m, "unit li_1_33", "go 1213", "go 1314")
    assert "stop" in offers(m)
    go(m, "stop")
    assert where(m.state, "li_1_33") == "1314"
    assert told(m, "moved")[-1]["path"] == ("1113", "1213", "1314")
    m = scene(table({"li_1_33": "1113"}))
    go(m, "unit li_1_33", "go 1314")  # further than a step: there it ends
    assert m.state.moving == -1


@pytest.mark.rule("malta", "6.11", "6.51")
@pytest.mark.parametrize(
    ("start", "to", "foot", "mot", "mech"),
    [
        ("1113", "1213", 2, 6, 4),  # clear
        ("1113", "1114", 4, 8, 6),  # woods
        ("1310", "1409", 2, 4, 4),  # town without a road
        ("1309", "1409", 2, 2, 2),  # the road beats the town
        ("1112", "1113", 2, 2, 2),  # a road over clear ground
        ("1212", "1211", 4, 10, 6),  # a creek is added
        ("1210", "1111", 4, 8, 6),  # a fort
        ("1108", "1107", 4, 8, 6),  # a beach
        ("1209", "1310", 6, None, None),  # a rise: vehicles only by road
        ("1209", "1210", 2, 2, 2),
    ],
)
def test_costs_of_single_steps(start, to, foot, mot, mech):
    for number, wanted in enumerate((foot, mot, mech)):
        found = {n: (plain, fort) for n, plain, fort in PACK.steps[number][0][at(start)]}
        step = found.get(at(to))
        assert (step[PACK.hexes[at(to)].fort] if step else None) == wanted


@pytest.mark.rule("malta", "6.11", "17.1")
def test_a_destroyed_fort_is_the_ground_below():
    step = {n: (plain, fort) for n, plain, fort in PACK.steps[0][0][at("1210")]}[at("1111")]
    assert step == (2, 4)
    standing = costs(table({"li_1_33": "1210"}), "li_1_33")["1111"]
    gone = costs(table({"li_1_33": "1210"}, destroyed=["1111"]), "li_1_33")["1111"]
    assert (standing, gone) == (4, 2)


@pytest.mark.rule("malta", "6.2")
def test_strategic_movement_is_twice_as_fast_on_roads_over_friendly_ground():
    road = ["1312", "1212", "1112", "1113", "1013"]
    g = table({"li_1_33": "1312"}, axis=road, phase="strategic")
    assert costs(g, "li_1_33", strategic=True)["1013"] == 4
    assert costs(g, "li_1_33")["1013"] == 6
    part = table({"li_1_33": "1312"}, axis=["1212"], phase="strategic")
    assert set(costs(part, "li_1_33", strategic=True)) == {"1212"}


@pytest.mark.rule("malta", "6.2", "R19")
def test_strategic_movement_keeps_away_from_enemies():
    road = ["1312", "1212", "1112", "1113", "1013"]
    g = table({"li_1_33": "1312", "br_2d": "1411"}, axis=road)
    assert reason(why_not_strategic(g, u("li_1_33"))) == "6.2 enemy_near"
    g = table({"li_1_33": "1312", "br_2d": "0913"}, axis=road)
    assert set(costs(g, "li_1_33", strategic=True)) == {"1212"}  # 1112 is two hexes from 0913
    g = table({"li_1_33": "1312", "cg_01": "1411", "ldr_beak": "1411"}, axis=road)
    assert why_not_strategic(g, u("li_1_33")) is None  # neither is a land unit


@pytest.mark.rule("malta", "6.2", "4.24")
def test_strategic_moves_come_first_and_use_up_the_move():
    road = ["1312", "1212", "1112"]
    m = scene(table({"li_1_33": "1312", "hq_4": "0912"}, axis=road, phase="strategic"))
    assert asked(m) == "axis strategic"
    go(m, "unit li_1_33", "go 1112")
    assert asked(m) == "axis tactical"
    assert offers(m) == ["unit hq_4", "done"]


@pytest.mark.rule("malta", "6.4", "6.41")
def test_infiltration_from_zone_to_zone():
    g = table({"li_1_33": "1213", "br_2d": "1214"}, phase="infiltration")
    assert why_not_infiltrate(g, u("li_1_33")) is None
    run(infiltrate(g, u("li_1_33")), "go 1314", (5,))
    assert where(g, "li_1_33") == "1314"
    assert order(g, "li_1_33") == "good"
    assert g.did[u("li_1_33")] & MOVED
    g = table({"li_1_33": "1213", "br_2d": "1214"}, phase="infiltration")
    run(infiltrate(g, u("li_1_33")), "go 1314", (4,))  # 4 + morale 4 is only 8
    assert where(g, "li_1_33") == "1213"
    assert order(g, "li_1_33") == "disorganised"


@pytest.mark.rule("malta", "6.4")
def test_who_may_infiltrate():
    free = table({"li_1_33": "1212", "br_2d": "1214"}, phase="infiltration")
    assert reason(why_not_infiltrate(free, u("li_1_33"))) == "6.4 not_in_zoc"
    guns = table({"art_28": "1213", "br_2d": "1214"}, deployed=["art_28"])
    assert why_not_infiltrate(guns, u("art_28")) is not None
    moved = table({"li_1_33": "1213", "br_2d": "1214"})
    moved.did[u("li_1_33")] = MOVED
    assert reason(why_not_infiltrate(moved, u("li_1_33"))) == "6.0 has_moved"
    m = scene(table({"li_1_33": "1213", "br_2d": "1214"}))
    go(m, "done")
    assert asked(m) == "axis infiltrate"  # after all other movement


@pytest.mark.rule("malta", "6.41")
@pytest.mark.parametrize(
    ("unit", "more", "turn", "bonus"),
    [
        ("li_1_33", {}, "noon", 4),
        ("li_1_33", {"li_2_33": "1314"}, "noon", 6),
        ("li_1_33", {}, "night", 5),
        ("tank_t", {}, "noon", 6),
        ("mc_39_1", {}, "noon", 3),
    ],
)
def test_infiltration_modifiers(unit, more, turn, bonus):
    g = table({unit: "1213", "br_2d": "1214"} | more, turn=turn)
    assert infiltration_bonus(g, u(unit), at("1314")) == bonus


@pytest.mark.rule("malta", "6.41", "R16")
def test_infiltration_between_forts_and_with_shaken_morale():
    forts = {"br_2d": "1110", "br_1d": "1111", "li_1_33": "1210"}
    g = table(forts)
    assert infiltration_bonus(g, u("li_1_33"), at("1211")) == 2  # 1210 and 1211 touch 1111
    g = table(forts, destroyed=["1110", "1111"])
    assert infiltration_bonus(g, u("li_1_33"), at("1211")) == 4
    g = table({"br_2d": "1311", "li_1_33": "1210"})  # nobody is in the forts
    assert infiltration_bonus(g, u("li_1_33"), at("1211")) == 4
    g = table(forts | {"li_1_33": "1212"})  # from outside to beside the fort
    assert infiltration_bonus(g, u("li_1_33"), at("1211")) == 4
    g = table({"li_1_33": "1213", "br_2d": "1214"}, dem=["li_1_33"])
    assert infiltration_bonus(g, u("li_1_33"), at("1314")) == 3


@pytest.mark.rule("malta", "6.42", "14.3")
def test_a_leader_infiltrates_with_a_unit():
    units = {"li_1_33": "1213", "ldr_chirieleison": "1213", "br_2d": "1214"}
    g = table(units, phase="infiltration")
    assert why_not_infiltrate(g, u("ldr_chirieleison")) is not None
    run(infiltrate(g, u("li_1_33")), "go 1314", "take ldr_chirieleison", (5,))
    assert where(g, "ldr_chirieleison") == "1314"
    g = table(units, phase="infiltration")
    run(infiltrate(g, u("li_1_33")), "go 1314", "take ldr_chirieleison", (1,))
    assert where(g, "ldr_chirieleison") == "1213"


@pytest.mark.rule("malta", "6.52")
def test_enemy_units_bar_a_hex():
    far = costs(table({"li_1_33": "1113", "br_inf_co_1": "1213"}), "li_1_33")
    assert "1213" not in far


@pytest.mark.rule("malta", "6.52", "14.42", "R11", "9.15", "16.53", "16.58")
def test_leaders_guns_and_zero_strength_are_overrun():
    units = {"li_1_33": "1113", "ldr_beak": "1213", "cg_01": "1213", "sp_9": "1213"}
    g = table(units, seen=["sp_9"])
    run(move_unit(g, u("li_1_33"), strategic=False), "go 1213", (4, 3), "stop")
    assert where(g, "li_1_33") == "1213"
    assert where(g, "cg_01") == where(g, "sp_9") == "eliminated"
    assert where(g, "ldr_beak") == "day_record"  # seven kills
    assert g.adc[u("ldr_beak")] == 1
    g = table({"li_1_33": "1113", "ldr_beak": "1213"})
    run(move_unit(g, u("li_1_33"), strategic=False), "go 1213", (4, 4), "stop")
    assert where(g, "ldr_beak") == "turn_record"
    assert g.due[u("ldr_beak")] == g.now + 1


@pytest.mark.rule("malta", "6.53")
def test_a_unit_can_always_move_one_hex():
    g = table({"art_28": "1209", "br_2d": "1410"}, dem=["art_28"], cut=["art_28"])
    assert allowance(g, u("art_28")) == 8
    assert costs(g, "art_28")["1310"] == 8  # clear, a rise and a zone: five points
    assert reason(why_not_move(table({"sp_1": "1213"}), u("sp_1"))) == "6.53 no_allowance"


@pytest.mark.rule("malta", "6.54", "17.81", "19.8", "16.13")
def test_arrivals_do_not_move():
    for flag, why in ((LANDED, "6.54 just_arrived"), (DROPPED, "6.54 just_arrived"),
                      (GATHERED, "17.81 gathers_stragglers")):  # fmt: skip
        g = table({"ram_1_2_a": "1213"})
        g.did[u("ram_1_2_a")] = flag
        assert reason(why_not_move(g, u("ram_1_2_a"))) == why


@pytest.mark.rule("malta", "6.6", "12.4")
def test_limbering_and_deploying():
    g = table({"art_28": "1113", "ram_art": "1113"})
    assert (limber_cost(g, u("art_28")), deploy_cost(g, u("art_28"))) == (4, 12)
    assert (limber_cost(g, u("ram_art")), deploy_cost(g, u("ram_art"))) == (4, 4)
    m = scene(table({"art_28": "1113", "ram_art": "1113"}, deployed=["art_28"]))
    go(m, "unit art_28")
    assert offers(m) == ["limber"]  # deployed it cannot move
    go(m, "limber")
    assert "go 1214" in offers(m)
    assert "deploy" not in offers(m)  # field guns need the whole allowance for that
    go(m, "go 1213", "stop", "unit ram_art", "go 1213")
    assert "deploy" in offers(m)
    go(m, "deploy")
    assert m.state.deployed[u("ram_art")] == 1
    assert where(m.state, "ram_art") == "1213"


@pytest.mark.rule("malta", "6.71")
def test_marching_by_night_disorganises():
    g = table({"li_1_33": "1012"}, turn="night")
    run(move_unit(g, u("li_1_33"), strategic=False), "go 1314")  # three of six points
    assert order(g, "li_1_33") == "good"
    g = table({"li_1_33": "1012"}, turn="night")
    run(move_unit(g, u("li_1_33"), strategic=False), "go 1315")
    assert order(g, "li_1_33") == "disorganised"
    g = table({"li_1_33": "1012"}, dis=["li_1_33"], turn="night")
    run(move_unit(g, u("li_1_33"), strategic=False), "go 1315")
    assert order(g, "li_1_33") == "demoralised"


@pytest.mark.rule("malta", "6.71", "R20")
def test_the_demoralised_go_half_as_far_at_night():
    g = table({"li_1_33": "1012", "br_2d": "1214"}, dem=["li_1_33"], turn="night")
    assert budget(g, u("li_1_33")) == 4  # two of four points
    best = reach(g, u("li_1_33"), 4, strategic=False, first=True)
    assert at("1114") not in best
    run(move_unit(g, u("li_1_33"), strategic=False), "go 1112", "stop")
    assert order(g, "li_1_33") == "demoralised"
    near = table({"li_1_33": "1213", "br_2d": "1214"}, dem=["li_1_33"], turn="night")
    assert reason(why_not_infiltrate(near, u("li_1_33"))) == "6.71 demoralised_at_night"
    # To leave a zone of control costs three points, and it has two: no hex for its whole allowance.
    assert reason(why_not_tactical(near, u("li_1_33"))) == "6.0 nowhere_to_go"
    by_day = table({"li_1_33": "1213", "br_2d": "1214"}, dem=["li_1_33"])
    assert why_not_tactical(by_day, u("li_1_33")) is None


@pytest.mark.rule("malta", "6.41", "6.71", "R20")
def test_infiltrating_at_night_disorganises_once():
    g = table({"li_1_33": "1213", "br_2d": "1214"}, phase="infiltration", turn="night")
    run(infiltrate(g, u("li_1_33")), "go 1314", (4,))
    assert (where(g, "li_1_33"), order(g, "li_1_33")) == ("1314", "disorganised")
    g = table({"li_1_33": "1213", "br_2d": "1214"}, phase="infiltration", turn="night")
    run(infiltrate(g, u("li_1_33")), "go 1314", (1,))
    assert (where(g, "li_1_33"), order(g, "li_1_33")) == ("1213", "disorganised")


@pytest.mark.rule("malta", "6.72")
def test_artillery_that_only_deploys_at_night_is_exempt():
    g = table({"art_28": "1113"}, turn="night")
    run(move_unit(g, u("art_28"), strategic=False), "deploy")
    assert g.deployed[u("art_28")]
    assert order(g, "art_28") == "good"
    g = table({"art_28": "1113"}, dem=["art_28"], turn="night")
    run(move_unit(g, u("art_28"), strategic=False), "deploy")
    assert g.deployed[u("art_28")]


@pytest.mark.rule("malta", "14.3")
def test_a_leader_moves_fourteen_and_by_the_cheapest_class():
    g = table({"ldr_ramcke": "1113"})
    assert allowance(g, u("ldr_ramcke")) == 28
    assert costs(g, "ldr_ramcke")["1213"] == 2
    blocked = table({"ldr_ramcke": "1113", "cg_01": "1213"})
    assert "1213" not in costs(blocked, "ldr_ramcke")


@pytest.mark.rule("malta", "6.2")
def test_who_begins_two_hexes_from_an_enemy_does_not_march_strategically_away():
    for enemy, expected in (("1313", "6.2 enemy_near"), ("1413", "")):
        g = table({"li_1_33": "1113", "br_2d": enemy}, axis=["1012", "1011"], phase="strategic")
        assert reason(why_not_strategic(g, u("li_1_33"))) == expected
