"""Where losses, retreats, pursuits and declared attacks meet (9.0-9.5, 10.2, 10.8)."""

import pytest

from khamsin.games.gazala.rules.combat.retreat import retreat_hexes, retreat_options
from tests.games.gazala.staging import (
    asked,
    at,
    go,
    h,
    offers,
    scene,
    step,
    table,
    told,
    u,
)
from tests.games.gazala.test_09_results import fight


def declare(units, attacks, *, chit="afrika", also=(), **more):
    """Attacks declared in this order, each by the units named; no armour combat."""
    g = table(units, chit=chit, **more)
    for unit in also:  # of another corps, and yet activated
        g.due[u(unit)] = 0
    m = go(scene(g), "done")
    while asked(m).endswith("armour"):
        go(m, "done")
    for target, attackers in attacks.items():
        go(m, f"attack {target}")
        if asked(m).endswith("combat_units"):
            go(m, *[f"join {unit}" for unit in attackers])
            if asked(m).endswith("combat_units"):
                go(m, "done")
    if m.decision is not None:
        go(m, "done")
    return m


def withdraw(m):
    """The defender retreats, anywhere."""
    while m.decision is not None and m.to_answer == ("allied",):
        go(m, "retreat" if "retreat" in offers(m) else offers(m)[0])
    return m


# -- retreats ----------------------------------------------------------------------------------

TWO_STACKS = {
    "hq_xx": "0101", "xx_8_132": "0614", "xx_65_101": "0715", "7arm_7": "0615", "1arm_201": "0613",
}  # fmt: skip


@pytest.mark.rule("gazala", "9.4", "9.32.b")
def test_attackers_retreat_once_each_from_where_they_stood(result):
    result(2, 0)  # a step and one hex
    m = fight(TWO_STACKS, "0615", (1,), "lose xx_65_101", "retreat")
    assert asked(m) == "axis retreat_first"
    assert offers(m) == ["stack 0614", "stack 0715"]
    go(m, "stack 0614")
    while asked(m) == "axis retreat_to":
        go(m, offers(m)[0])
    gone = [unit for event in told(m, "retreated") for unit in event["units"]]
    assert sorted(gone) == ["xx_65_101", "xx_8_132"]


CROWD_A = dict.fromkeys(["1arm_by", "1arm_9l", "1arm_10h", "1arm_2h"], "0516")
CROWD_B = dict.fromkeys(["1arm_3y", "1arm_4y", "1arm_1r", "1arm_50"], "0716")
TANKS = {
    "hq_xx": "0610", "xx_8_132": "0614", "xx_65_101": "0614", "7arm_3": "0615", "7arm_5": "0615",
}  # fmt: skip


@pytest.mark.rule("gazala", "9.41", "9.42", "R21")
def test_a_stack_goes_apart_rather_than_into_a_zone(result):
    """0516 and 0716 have room for one unit each; 0616 lies in the zone of 0617."""
    result(0, 2)
    units = TANKS | {"x_9": "0617", "ind_kdg": "0616"} | CROWD_A | CROWD_B
    m = fight(units, "0615", (1,), "lose 7arm_3", "retreat")
    assert asked(m) == "allied retreat_to"
    assert offers(m, "to") == []
    assert "apart 7arm_5 0516" in offers(m)
    go(m, "apart 7arm_5 0716")
    if asked(m) == "allied retreat_to":
        go(m, "to 0516")
    assert (at(m, "7arm_3"), at(m, "7arm_5")) == ("0516", "0716")


@pytest.mark.rule("gazala", "9.43", "R59")
def test_attackers_from_two_hexes_pay_for_missing_hexes_when_all_have_gone(result):
    result(2, 0)  # a step, and a hex that only one of them can go
    walls = {"50_69": "0513", "50_150": "0713", "1sa_1": "0414", "1sa_2": "0715"}
    attackers = {"hq_xx": "0607", "xx_8_132": "0614", "xx_65_101": "0716"}
    m = fight(attackers | {"7arm_3": "0615"} | walls, "0615", (1,), "lose xx_8_132", "retreat")
    go(m, "stack 0614")
    assert told(m, "cannot_retreat") == []
    go(m, "to 0717")
    assert told(m, "cannot_retreat") == [{"place": "0614", "hexes": 1}]


@pytest.mark.rule("gazala", "9.41", "R21", "R59")
def test_a_stack_may_go_apart_though_one_hex_is_open_to_all(result):
    result(0, 2)
    m = fight(TANKS | CROWD_A | CROWD_B, "0615", (1,), "lose 7arm_3", "retreat")
    assert offers(m, "to") == ["to 0616"]
    go(m, "apart 7arm_3 0516", "to 0716")
    assert (at(m, "7arm_3"), at(m, "7arm_5")) == ("0516", "0716")


@pytest.mark.rule("gazala", "9.41")
def test_nobody_is_asked_where_all_have_one_hex_and_the_same():
    wall = {"xx_8_132": "0614", "x_9": "0617", "xx_65_101": "0517"}
    g = table({"7arm_3": "0615", "7arm_5": "0615"} | wall)
    threats, path = [h("0614")], (h("0615"),)
    both = (u("7arm_3"), u("7arm_5"))
    free, _ = retreat_hexes(g, both[0], threats, path)
    assert len(free) == 1
    assert retreat_options(g, both, threats, path) == [("to", g.place_id(free[0]))]


@pytest.mark.rule("gazala", "12.3", "R21")
def test_into_a_zone_a_stack_may_go_apart_so_that_its_owner_says_who_pays():
    wall = {
        "xx_8_132": "0614", "x_9": "0617", "xx_66_101": "0715", "xxi_7": "0515",
        "xxi_200": "0516", "xxi_361": "0716",
    }  # fmt: skip
    units = {"7arm_3": "0615", "7arm_5": "0615"} | wall
    g = table(units, options=["retreat_through_zoc"])
    threats, path = [h("0614")], (h("0615"),)
    assert retreat_hexes(g, u("7arm_3"), threats, path) == ([h("0616")], True)
    assert retreat_options(g, (u("7arm_3"), u("7arm_5")), threats, path) == [
        ("to", "0616"), ("apart", "7arm_3", "0616"), ("apart", "7arm_5", "0616"), ("stay",),
    ]  # fmt: skip


WALLED = {
    "hq_xx": "0610", "xx_8_132": "0614", "xx_65_101": "0614", "50_69": "0615", "1sa_1": "0616",
    "xxi_7": "0815", "xxi_200": "0415",
}  # fmt: skip


@pytest.mark.rule("gazala", "9.42", "R59")
def test_a_brigade_may_lose_steps_to_fit_into_its_only_way_out(result):
    result(0, 2)
    m = fight(WALLED, "0615", (1,), "retreat")
    assert asked(m) == "allied retreat_to"
    assert offers(m) == ["lose 50_69", "stay"]
    stayed = go(m.clone(), "stay")
    assert at(stayed, "50_69_bn") == "0615"  # 9.43: the step for the hex
    go(m, "lose 50_69")
    assert at(m, "50_69_bn") == "0616"


@pytest.mark.rule("gazala", "9.32.b", "9.51")
def test_who_cannot_pay_for_it_may_still_stand_and_die(result):
    result(0, 4)  # two steps, and two more or two hexes; a battalion is left
    units = {"hq_xx": "0610", "xx_8_132": "0614", "7arm_7": "0615"}
    m = fight(units, "0615", (1,))
    assert offers(m) == ["retreat", "stand"]
    go(m, "stand")
    assert at(m, "7arm_7_bn") == "off"
    go(m, "advance xx_8_132")
    assert asked(m) != "axis pursue_on"  # one hit was not taken: one hex


@pytest.mark.rule("gazala", "12.4", "R40", "9.43")
def test_the_second_step_is_the_opponents_choice_also_instead_of_a_hex(result):
    result(0, 2)
    wall = {"xx_65_101": "0617", "xx_66_101": "0815", "x_9": "0415"}
    units = {"hq_xx": "0610", "xx_8_132": "0614", "7arm_3": "0615", "7arm_5": "0615"} | wall
    m = fight(units, "0615", (1,), "lose 7arm_3", "retreat", options=["varied_losses"])
    assert told(m, "cannot_retreat") == [{"place": "0615", "hexes": 1}]
    assert asked(m) == "axis loss"


# -- attacks that were declared before ----------------------------------------------------------

OVER_THE_GAP = {
    "hq_afrika": "1405", "15_1_t": "1409", "15_1_i": "1309", "ind_1sf": "1510", "ind_4a": "1410",
    "xx_8_132": "1511",
}  # fmt: skip


@pytest.mark.rule("gazala", "9.0.b", "R61")
def test_tanks_that_pursued_owe_the_armour_combat_they_could_not_fight_before(result):
    result(0, 2)
    m = declare(
        OVER_THE_GAP, {"1510": ["xx_8_132"], "1410": ["15_1_t"]},
        also=["xx_8_132"], breached=[("1409", "1510")],
    )  # fmt: skip
    withdraw(go(m, (1,)))
    go(m, "advance 15_1_t")
    while asked(m).startswith("axis pursue"):
        go(m, "stop" if "stop" in offers(m) else "done")
    assert at(m, "15_1_t") == "1510"
    assert told(m, "attack_lapses") == [{"place": "1410"}]


@pytest.mark.rule("gazala", "10.2.d", "R61")
def test_who_is_left_by_rommel_does_not_attack_any_more(result):
    result(0, 2)
    units = {
        "hq_afrika": "0610", "erwin_rommel": "0614", "15_1_i": "0614", "15_2_i": "0614",
        "15_3_i": "0614", "2sa_4": "0615", "2sa_6": "0514",
    }  # fmt: skip
    attacks = {"0615": ["15_1_i", "15_2_i"], "0514": ["15_3_i"]}
    stays = declare(units, attacks, chit="rommel")
    m = stays.clone()
    withdraw(go(m, (1,)))
    go(m, "advance erwin_rommel")
    while asked(m).startswith("axis pursue"):
        go(m, "stop" if "stop" in offers(m) else "done")
    assert told(m, "attack_lapses") == [{"place": "0514"}]
    withdraw(go(stays, (1,)))
    go(stays, "done")
    assert asked(stays) == "combat"  # the second one is rolled


@pytest.mark.rule("gazala", "9.72", "R63")
def test_who_was_attacked_takes_no_part_in_a_second_attack(result):
    """2SA's battalion retreats from 0615 to 0616, which is attacked next."""
    result(0, 2)
    units = {
        "hq_afrika": "0610", "15_1_i": "0614", "15_2_i": "0717", "15_3_i": "0717",
        "2sa_4": "0615", "2sa_6": "0616",
    }  # fmt: skip
    m = declare(units, {"0615": ["15_1_i"], "0616": ["15_2_i", "15_3_i"]})
    go(m, (1,), "retreat")
    while asked(m) == "allied retreat_to":
        go(m, "to 0616")
    assert at(m, "2sa_4") == "0616"
    while asked(m).startswith("axis pursue"):
        go(m, "done")
    go(m, (1,))
    assert told(m, "combat")[-1]["defence"] == 6
    assert step(m, "2sa_6") == 1  # nobody else could lose it
    withdraw(m)
    assert at(m, "2sa_4") == "0616"
    assert at(m, "2sa_6") != "0616"


# -- pursuit ------------------------------------------------------------------------------------


@pytest.mark.rule("gazala", "5.3", "9.53")
def test_a_pursuit_passes_through_a_full_hex_of_friends(result):
    result(0, 6)
    full = dict.fromkeys(["21_1_t", "21_2_t", "21_1_i", "21_2_i", "15_3_i"], "0616")
    units = {"hq_xx": "0610", "xx_8_132": "0614", "7arm_3ind": "0615"} | full
    m = fight(units, "0615", (1,), "advance xx_8_132")
    assert "to 0616" in offers(m)
    go(m, "to 0616")
    assert "stop" not in offers(m)
    go(m, offers(m)[0])
    assert at(m, "xx_8_132") not in ("0615", "0616")


@pytest.mark.rule("gazala", "9.54")
def test_a_mechanised_pursuit_may_turn_back_to_a_hex_it_came_through(result):
    result(0, 6)
    units = {"hq_xx": "0610", "xx_8_132": "0614", "7arm_3ind": "0615"}
    m = fight(units, "0615", (1,), "advance xx_8_132", "to 0616")
    assert "to 0615" in offers(m)
    go(m, "to 0615")
    assert at(m, "xx_8_132") == "0615"
    assert asked(m) != "axis pursue_on"  # three hexes are gone


MINES = {"hq_xx": "1205", "xx_65_101": "1310", "x_9": "1409", "hq_x": "1408", "ind_1sf": "1410"}


@pytest.mark.rule("gazala", "10.81.b", "R23")
def test_only_attackers_over_mines_breach_them_in_pursuit(result):
    result(0, 2)
    m = withdraw(go(declare(MINES, {"1410": ["xx_65_101"]}, chit="xx", also=["xx_65_101"]), (1,)))
    assert asked(m) == "axis pursue"
    assert offers(m, "advance") == ["advance xx_65_101"]


@pytest.mark.rule("gazala", "10.81.b", "12.2", "R39")
def test_who_failed_to_breach_in_pursuit_does_not_go_aside(result):
    result(0, 4)
    units = {"hq_afrika": "1409", "15_1_i": "1409", "15_2_i": "1409", "ind_1sf": "1410"}
    more = {"options": ["fuller_pursuit"], "breached": [("1409", "1510")]}
    m = withdraw(go(declare(units, {"1410": ["15_1_i", "15_2_i"]}, **more), (1,)))
    assert {"aside 15_1_i 1510", "aside 15_2_i 1510"} <= set(offers(m))
    go(m, "advance 15_2_i", (3,))
    assert "aside 15_1_i 1510" in offers(m)
    assert "aside 15_2_i 1510" not in offers(m)


@pytest.mark.rule("gazala", "10.81.b", "10.84")
def test_one_attacker_tries_and_pays_and_others_follow_through_the_gap(result):
    result(0, 4)
    units = {"hq_afrika": "1409", "15_1_i": "1409", "15_2_i": "1409", "90_580_a": "1409"}
    m = declare(units | {"ind_1sf": "1410"}, {"1410": ["15_1_i", "15_2_i"]})
    withdraw(go(m, (1,)))
    assert offers(m) == ["advance 15_1_i", "advance 15_2_i", "done"]
    failed = go(m.clone(), "advance 15_2_i", (1,))
    assert told(failed, "reduced")[-1] == {"unit": "15_2_i", "place": "1409"}
    assert asked(failed) != "axis pursue"  # one try for the hex
    go(m, "advance 15_2_i", (6,))
    while asked(m) == "axis pursue_on":
        go(m, "stop")
    assert {"advance 15_1_i", "advance hq_afrika", "advance 90_580_a"} <= set(offers(m))


@pytest.mark.rule("gazala", "10.85.a", "10.81.b")
def test_an_engineer_assists_a_breach_in_pursuit_only_if_he_attacked_and_began_there(result):
    result(0, 4)
    units = {"hq_afrika": "1409", "15_1_i": "1409", "15_53_e": "1409", "ind_1sf": "1410"}

    def tried(attackers, **more):
        m = withdraw(go(declare(units, {"1410": attackers}, **more), (1,)))
        return told(go(m, "advance 15_1_i", (5,)), "breached")

    assert tried(["15_1_i", "15_53_e"])
    assert not tried(["15_1_i"])
    moved = units | {"15_53_e": "1408"}
    g = table(moved, chit="afrika")
    m = go(scene(g), "unit 15_53_e", "to 1409", "done", "attack 1410", "all")
    while asked(m) == "axis combat":
        go(m, "done")
    withdraw(go(m, (1,)))
    assert not told(go(m, "advance 15_1_i", (5,)), "breached")


@pytest.mark.rule("gazala", "12.2", "10.81.b")
def test_who_attacked_over_mines_may_go_aside_though_another_failed_to_breach(result):
    result(0, 4)
    units = {"hq_afrika": "1309", "15_1_i": "1309", "15_2_i": "1309", "ind_1sf": "1310"}
    m = declare(units, {"1310": ["15_1_i", "15_2_i"]}, options=["fuller_pursuit"])
    withdraw(go(m, (1,)))
    go(m, "advance 15_2_i", (3,))
    beside = [offer.split()[1] for offer in offers(m, "aside")]
    assert set(beside) == {"15_1_i"}


@pytest.mark.rule("gazala", "8.13.b")
def test_fives_are_told_as_hits_only_where_there_are_cars():
    units = {"hq_afrika": "0610", "15_1_t": "0614", "7arm_3": "0615"}

    def volley(field):
        m = go(scene(table(field, chit="afrika")), "done", "attack 0615")
        assert m.chance is not None
        go(m, (5,) * m.chance.count)
        assert m.chance is not None
        go(m, (1,) * m.chance.count)
        return told(m, "armour_hits")[0]["cars"]

    assert volley(units) == 0
    assert volley(units | {"ind_kdg": "0615"}) > 0
