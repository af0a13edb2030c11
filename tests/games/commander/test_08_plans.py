"""8 Battle plans, one by one, and fortifications."""

import pytest

from khamsin.games.commander.model.state import Battle
from khamsin.games.commander.rules.rounds import fighting_value, force_dice
from tests.games.commander.staging import (
    PACK,
    asked,
    at,
    force,
    go,
    level,
    offers,
    scene,
    strength,
    supplies,
    table,
    told,
    where,
    why,
)  # fmt: skip
from tests.games.commander.test_07_battles import attack


def defend(forces, plans, **more):
    """The Allies have attacked Agedabia; their plans are drawn."""
    here = dict.fromkeys(forces, "agedabia") | {"bologna": "tripoli"}
    g = table(here, step="allied_battles", **more)
    g.attacker[at(g, "agedabia")] = 1
    for name in forces:
        g.came_from[force(g, name)] = at(g, "benghazi")
    return go(scene(g), list(plans))


# -- plan.1, plan.2 ------------------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.1", "R27")
def test_in_an_ambush_the_allies_roll_and_hit_first():
    here = {"21pz": "benghazi", "pavia": "benghazi", "2arm": "agedabia", "70": "agedabia"}
    m = attack(here, reduced=["pavia", "2arm"], supplies=(1, 0), plans=["ambush"])
    go(m, "done")
    assert asked(m) == "allied_dice"
    go(m, (3, 1))  # 70th and 2nd Armoured hit
    assert asked(m) == "hits"
    go(m, "hit pavia")  # and the other hit on 21st Panzer, which is alone
    assert asked(m) == "axis_dice"
    assert m.chance is not None
    assert m.chance.count == 1  # Pavia is gone and does not roll


@pytest.mark.rule("commander", "plan.1")
def test_an_ambush_lasts_one_round():
    here = {"21pz": "benghazi", "2arm": "agedabia", "70": "agedabia"}
    m = attack(here, plans=["ambush", "press"])
    go(m, "done", (6, 6), (6,))
    assert asked(m) == "axis_dice"  # the second round is simultaneous again


@pytest.mark.rule("commander", "plan.2", "R24")
def test_assault_adds_a_hit_to_an_armoured_or_motorised_attack():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, plans=["press"])
    go(m, "plan assault", "done", (3,))
    assert asked(m) == "assault"
    go(m, "no", (6,), (3,))
    assert asked(m) == "assault"  # kept for the second round
    go(m, "yes", (6,))
    assert where(m, "2arm") == "destroyed"
    foot = attack({"pavia": "benghazi", "2arm": "agedabia"}, plans=["dig_in"])
    go(foot, "plan assault", (1,))
    assert asked(foot) == "allied_dice"  # infantry alone cannot


@pytest.mark.rule("commander", "plan.2", "R24")
def test_assault_needs_an_attack():
    m = defend(["15pz", "2arm"], ["press"])
    go(m, "plan assault", "done", (1,))
    assert asked(m) == "allied_dice"


# -- plan.3, plan.4, plan.10 ---------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.3", "plan.4", "plan.10", "R10")
def test_what_the_guns_and_aircraft_hit_on():
    hits = PACK.plans.hits_on
    assert hits["at_guns"] == (1, 1)
    assert hits["air_raid"] == (1, 1, 1)
    assert hits["german_88"] == (2, 1, 1)


@pytest.mark.rule("commander", "plan.3", "plan.4", "plan.10")
@pytest.mark.parametrize(
    ("plan", "die", "hits"),
    [("at_guns", 2, 1), ("at_guns", 3, 0), ("air_raid", 3, 1), ("air_raid", 4, 0),
     ("german_88", 1, 2), ("german_88", 3, 1), ("german_88", 4, 0)],
)  # fmt: skip
def test_a_plan_fires_once_in_each_round(plan, die, hits):
    here = {"21pz": "benghazi", "1arm": "agedabia", "7aus": "agedabia"}
    m = attack(here, plans=["press", "salvage"], supplies=(1, 0))
    go(m, f"plan {plan}", "done", (die, 6))
    assert told(m, "plan_die")[0]["hits"] == hits
    go(m, (6, 6))
    assert asked(m) == "axis_dice"
    assert m.chance is not None
    assert m.chance.count == 2  # the plan and the Force, again


# -- plan.5 --------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.5", "cohesion.2", "R23")
def test_infantry_and_motorised_roll_once_with_the_sum_of_their_defence():
    m = defend(["pavia", "trento", "15pz", "2arm"], ["at_guns"], reduced=["trento"])
    go(m, "plan cohesion", "done")
    assert asked(m) == "axis_dice"  # one pair only: nobody is asked
    assert m.chance is not None
    assert m.chance.count == 2
    go(m, (6, 3), (6, 6))
    die = next(each for each in told(m, "force_die") if len(each["units"]) == 2)
    assert (die["needed"], die["hits"]) == (3, 1)  # 2 and 1


@pytest.mark.rule("commander", "plan.5", "R23")
def test_the_player_picks_the_pair_and_armour_cannot_be_in_it():
    here = {"pavia": "benghazi", "savona": "benghazi", "trento": "msus", "15pz": "msus",
            "1arm": "agedabia"}  # fmt: skip
    m = go(attack(here, plans=["press"]), "plan cohesion", "done")
    assert offers(m) == ["pair pavia savona", "pair pavia trento", "pair savona trento"]
    go(m, "pair pavia trento")
    assert m.chance is not None
    assert m.chance.count == 3


@pytest.mark.rule("commander", "R23")
def test_a_destroyed_partner_drops_out_and_superior_values_are_not_added():
    g = table({"pavia": "sirte", "savona": "sirte"})
    b = Battle(at(g, "sirte"), 0, finish=False)
    units = (force(g, "pavia"), force(g, "savona"))
    b.fighters = [units, ()]
    b.pair = units
    (die,) = force_dice(g, b, 0)
    assert (die.needed, die.double) == (2, 0)
    b.fighters = [units[:1], ()]
    (die,) = force_dice(g, b, 0)
    assert die.needed == 1
    spear = table({"6sr": "stvith", "37": "stvith"}, campaign="gd")
    c = Battle(at(spear, "stvith"), 0, finish=False)
    both = (force(spear, "6sr"), force(spear, "37"))
    c.fighters, c.pair = [both, ()], both
    (die,) = force_dice(spear, c, 0)
    assert (die.needed, die.double) == (5, 1)  # 3 + 2, the higher superior


# -- plan.6 --------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.6", "R26")
def test_deploy_brings_a_force_of_the_cup_into_the_battle():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, cup=["1arm"], plans=["deploy"])
    go(m, "done", ["1arm"])
    assert where(m, "1arm") == "agedabia"
    go(m, (6,), (3, 2))
    assert len(told(m, "force_die")) == 2
    assert where(m, "1arm") == "agedabia"  # a deployed defender stays


@pytest.mark.rule("commander", "plan.6", "R8", "R26")
def test_a_force_deployed_into_an_attack_goes_to_the_operations_box():
    m = defend(["15pz", "2arm"], ["deploy"], cup=["1arm"])
    go(m, "done", ["1arm"], (6,), (6, 6))
    assert where(m, "2arm") == "benghazi"
    assert where(m, "1arm") == "box"


@pytest.mark.rule("commander", "plan.6", "R26")
def test_with_an_empty_cup_deploy_draws_a_plan_and_intel_works_at_once():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, plans=["deploy"])
    go(m, "plan at_guns", "done")
    assert asked(m) == "deploy_plan"
    go(m, ["intel"])
    assert asked(m) == "intel"
    go(m, ["at_guns"], (6,), (6,))
    assert told(m, "plan_die") == []


# -- plan.8 --------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.8")
@pytest.mark.parametrize(("die", "stock", "left"), [(1, 5, 3), (3, 1, 0), (5, 5, 4), (6, 5, 5)])
def test_disrupt_takes_supplies_in_the_first_round_and_is_spent(die, stock, left):
    g = table({"21pz": "agedabia", "2arm": "agedabia"}, reduced=["2arm"], step="battles")
    g.attacker[at(g, "agedabia")] = 0
    g.came_from[force(g, "21pz")] = at(g, "benghazi")
    m = scene(g)
    m.state.supplies[1] = stock
    go(m, "plan disrupt", "plan press", (die, 6))
    assert supplies(m)[1] == left
    go(m, (6,))
    assert asked(m) == "axis_dice"
    assert m.chance is not None
    assert m.chance.count == 1


# -- plan.9 --------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.9", "exploit.2", "R29")
def test_two_of_three_go_on_from_bardia_to_halfaya_and_fight_at_once():
    here = {"15pz": "tobruk", "21pz": "tobruk", "ariete": "tobruk", "7aus": "bardia",
            "70": "halfaya", "bologna": "tripoli"}  # fmt: skip
    m = scene(table(here, reduced=["7aus"], supplies=(2, 0)))
    for name in ("15pz", "21pz", "ariete"):
        go(m, f"move {name} bardia")
        if asked(m) == "enter_from":
            go(m, "from tobruk 0")
    go(m, "plan exploit", "done", (1, 1, 1), (6,))
    go(m, ["upg_guard"], "veteran ariete")
    assert asked(m) == "exploit"
    go(m, "exploit 15pz halfaya", "exploit 21pz halfaya")
    assert supplies(m)[0] == 0
    assert asked(m) == "allied_plans"  # the battle in Halfaya begins at once
    assert told(m, "battle")[-1]["place"] == "na_halfaya"
    assert told(m, "battle")[-1]["side"] == "axis"
    go(m, ["press"], "done", (6, 6), (6,), (6, 6), (6,))
    assert (where(m, "15pz"), where(m, "ariete")) == ("bardia", "bardia")  # back to where from


@pytest.mark.rule("commander", "plan.9", "R29", "nbmove.2")
def test_the_defender_exploits_too_and_some_or_none_may_go():
    g = table({"15pz": "agedabia", "21pz": "agedabia", "2arm": "agedabia"}, reduced=["2arm"],
              step="allied_battles", supplies=(1, 0))  # fmt: skip
    g.attacker[at(g, "agedabia")] = 1
    m = scene(g)
    go(m, "plan exploit", "done", (1, 6), (6,))
    go(m, ["upg_guard"], "veteran 15pz")
    assert asked(m) == "exploit"
    assert "exploit 15pz elagheila" in offers(m)
    go(m, "exploit 15pz elagheila")
    assert where(m, "15pz") == "elagheila"
    assert asked(m) != "exploit"  # no Supplies for the other


@pytest.mark.rule("commander", "plan.9", "R29", "nbmove.2")
def test_a_defender_who_exploited_in_the_axis_half_may_still_move():
    g = table({"15pz": "agedabia", "21pz": "agedabia", "2arm": "agedabia"}, reduced=["2arm"],
              step="battles", supplies=(1, 0))  # fmt: skip
    g.attacker[at(g, "agedabia")] = 1  # Allies who exploited attack the Axis in its own half
    m = go(scene(g), "plan exploit", "done", (1, 6), (6,))
    go(m, ["upg_guard"], "veteran 15pz", "exploit 15pz elagheila")
    assert asked(m) == "moves"
    assert "15pz sirte" in offers(m, "move")
    assert why(m, "15pz sirte") == ""


@pytest.mark.rule("commander", "plan.9", "R29", "nbmove.2")
def test_who_made_a_battle_move_and_exploited_may_not_move_again():
    here = {"15pz": "benghazi", "2arm": "agedabia"}
    m = attack(here, plans=[], supplies=(5, 0), reduced=["2arm"])
    go(m, "plan exploit", "done", (1,), (6,), ["upg_guard"], "exploit 15pz elagheila")
    assert asked(m) == "moves"
    assert not any(offer.startswith("15pz") for offer in offers(m, "move"))
    assert why(m, "15pz sirte") == "nbmove.2 has_moved"


@pytest.mark.rule("commander", "plan.9", "R29", "R48")
def test_the_allies_exploit_as_an_advance_the_strongest_first():
    g = table({"15pz": "agedabia", "pavia": "sirte", "1arm": "agedabia", "2sa": "agedabia"},
              reduced=["15pz"], step="allied_battles", supplies=(0, 1))  # fmt: skip
    g.attacker[at(g, "agedabia")] = 1
    m = go(scene(g), ["exploit", "press"], "done", (6,), (1, 6))
    assert where(m, "15pz") == "destroyed"
    go(m, ["upg_guard"], "veteran 2sa")
    assert (where(m, "1arm"), where(m, "2sa")) == ("elagheila", "agedabia")
    assert supplies(m)[1] == 0


@pytest.mark.rule("commander", "plan.9")
def test_without_exploit_or_with_enemies_left_nobody_goes_on():
    m = attack({"15pz": "benghazi", "2arm": "agedabia"}, plans=["press"], supplies=(5, 0))
    go(m, "plan exploit", "done", (6,), (6,), (6,), (6,))
    assert asked(m) == "moves"


@pytest.mark.rule("commander", "R52")
def test_exploiting_forces_join_a_battle_that_waits():
    g = table({"15pz": "agedabia", "21pz": "benghazi", "1arm": "agedabia", "2arm": "benghazi",
               "bologna": "tripoli"},
              reduced=["15pz"], step="battles", supplies=(0, 1))  # fmt: skip
    for area in ("agedabia", "benghazi"):
        g.attacker[at(g, area)] = 0
    g.came_from[force(g, "15pz")] = at(g, "elagheila")
    g.came_from[force(g, "21pz")] = at(g, "msus")
    m = go(scene(g), "fight agedabia", ["exploit"], "done", (6,), (1,), ["upg_guard"])
    battle = told(m, "battle")[-1]
    assert battle["place"] == "na_benghazi"
    assert battle["side"] == "axis"  # it is still the Axis that attacks there
    assert battle["defenders"] == ("na_2arm", "na_1arm")


@pytest.mark.rule("commander", "R57")
def test_areas_entered_are_fought_over_in_the_order_they_were_entered():
    here = {"15pz": "benghazi", "21pz": "benghazi", "2arm": "agedabia", "70": "elagheila",
            "1arm": "msus", "bologna": "tripoli"}  # fmt: skip
    m = scene(table(here, reduced=["2arm"], supplies=(2, 0)))
    for name in ("15pz", "21pz"):
        go(m, f"move {name} agedabia")
    go(m, "plan exploit", "done", (1, 1), (6,), ["upg_guard"], "veteran 15pz")
    go(m, "exploit 21pz msus", "exploit 15pz elagheila")
    assert told(m, "battle")[-1]["place"] == "na_msus"
    go(m, ["press"], "done", (6,), (6,), (6,), (6,))
    assert told(m, "battle")[-1]["place"] == "na_elagheila"


# -- plan.11 -------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "plan.11", "R25")
def test_intel_discards_a_random_enemy_plan_before_anything_works():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, plans=["deploy"], cup=["1arm"])
    go(m, "plan intel", "done", ["deploy"])
    assert asked(m) == "axis_dice"  # no Force was deployed
    assert told(m, "intel") == [{"side": "axis", "plan": "deploy"}]


@pytest.mark.rule("commander", "plan.11", "R25")
def test_intel_against_intel_cancels():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, plans=["intel"])
    go(m, "plan intel", "plan at_guns")
    assert asked(m) == "axis_dice"
    assert len(told(m, "intel_cancelled")) == 1
    assert told(m, "intel") == []


@pytest.mark.rule("commander", "plan.11")
def test_allied_intel_discards_an_axis_plan():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, plans=["intel"])
    go(m, "plan at_guns", "plan dig_in")
    assert asked(m) == "intel"
    go(m, ["dig_in"], (6, 6), (1,))
    assert strength(m, "21pz") == "reduced"


# -- plan.12, plan.13, plan.14, plan.15 ----------------------------------------------------------


@pytest.mark.rule("commander", "plan.12", "press.2", "R30", "R10")
def test_two_press_make_three_rounds_and_the_guns_fire_in_each():
    m = attack({"15pz": "benghazi", "2arm": "agedabia"}, reduced=["2arm"], supplies=(0, 3))
    assert m.chance is not None
    g = m.state
    assert g.battle is not None
    go(m, ["press"])
    g.battle.plans[1].append("at_guns")  # the second chit of the example
    go(m, "plan press", "done", (5,), (6, 3))
    assert where(m, "2arm") == "destroyed"
    go(m, (6,), (2,))  # second round
    go(m, (6,), (3,))  # third and last
    assert [event["round"] for event in told(m, "round")] == [1, 2, 3]
    assert [event["hits"] for event in told(m, "plan_die")] == [0, 1, 0]
    assert strength(m, "15pz") == "reduced"


@pytest.mark.rule("commander", "R30")
def test_rounds_in_which_no_die_can_matter_are_not_fought():
    m = attack({"15pz": "benghazi", "2arm": "agedabia"}, reduced=["2arm"])
    go(m, "plan press", "done", (3,), (6,))
    assert [event["round"] for event in told(m, "round")] == [1]


@pytest.mark.rule("commander", "plan.13", "salvage.2")
def test_eight_hits_salvage_five_supplies():
    """1 Dig-In, 2 flips, 3 destroyed, 2 left over."""
    here = {"15pz": "benghazi", "21pz": "benghazi", "ariete": "msus", "trento": "msus",
            "2arm": "agedabia", "7aus": "agedabia", "6aus": "agedabia"}  # fmt: skip
    m = attack(here, reduced=["6aus"], plans=["dig_in", "exploit"])
    go(m, "plan salvage", "plan german_88", "done", (1, 1, 1, 1, 1), (6, 6, 6))
    assert told(m, "hits")[0]["hits"] == 8
    assert sum(each["supplies"] for each in told(m, "salvage")) == 5
    assert supplies(m)[0] == 5
    assert told(m, "hits_lost") == [{"hits": 2}]


@pytest.mark.rule("commander", "plan.13", "R32")
def test_salvage_of_the_allies_works_the_same_and_two_chits_pay_twice():
    m = defend(["15pz", "2arm"], ["press"], supplies=(0, 0))
    assert m.state.battle is not None
    m.state.battle.plans[1] = ["salvage", "salvage"]
    go(m, "done", (6,), (1,))
    assert supplies(m)[1] == 2


@pytest.mark.rule("commander", "plan.14", "R53")
def test_the_axis_rolls_one_of_its_dice_again_and_the_second_stands():
    here = {"15pz": "benghazi", "pavia": "benghazi", "1arm": "agedabia"}
    m = go(attack(here, plans=["dig_in"]), "plan tactics", "done", (1, 5))
    assert asked(m) == "tactics"
    assert offers(m) == ["again pavia 5", "keep"]  # the 1 cannot be bettered
    go(m, "again pavia 5", (6,))
    assert told(m, "tactics_force") == [
        {"side": "axis", "units": ("na_pavia",), "before": 5, "die": 6}
    ]
    go(m, (6,))
    kept = go(attack(here, plans=["press"]), "plan tactics", "done", (6, 6), "keep", (6,), (6, 6))
    assert asked(kept) == "tactics"  # not used, so it is still there


@pytest.mark.rule("commander", "plan.14", "R28")
def test_allied_tactics_saves_the_first_die_that_fails():
    here = {"15pz": "benghazi", "1arm": "agedabia", "2sa": "agedabia", "bologna": "tripoli"}
    m = attack(here, plans=["tactics", "at_guns"])
    go(m, "done", (6,), (3, 5, 6))
    assert asked(m) == "tactics"
    go(m, (6,))  # 2nd South African fails again, and is not rolled a third time
    assert told(m, "tactics_force") == [
        {"side": "allied", "units": ("na_2sa",), "before": 5, "die": 6}
    ]
    assert [each["hits"] for each in told(m, "force_die")] == [1, 0]
    assert told(m, "plan_die")[0]["hits"] == 0


@pytest.mark.rule("commander", "plan.15", "R22")
def test_overrun_adds_to_forces_not_to_plans_nor_to_the_superior_value():
    g = table({"15pz": "agedabia", "2arm": "agedabia"})
    b = Battle(at(g, "agedabia"), 0, finish=False)
    b.fighters = [(force(g, "15pz"),), (force(g, "2arm"),)]
    b.plans = [["overrun"], ["overrun", "overrun"]]
    (die,) = force_dice(g, b, 0)
    assert (die.needed, die.double) == (6, 2)
    assert fighting_value(g, b, 1, force(g, "2arm")) == 4


@pytest.mark.rule("commander", "fort.1", "fort.2")
def test_a_fortification_adds_one_to_every_defender():
    here = {"15pz": "benghazi", "1arm": "tobruk", "7aus": "tobruk", "bologna": "tripoli"}
    m = go(scene(table(here, reduced=["7aus"])), "move 15pz tobruk", ["at_guns"], "done", (6,))
    go(m, (4, 2, 3))
    needed = {each["units"][0]: each["needed"] for each in told(m, "force_die")}
    assert needed == {"na_1arm": 4, "na_7aus": 2}  # 3 and 1
    assert told(m, "plan_die")[0]["needed"] == 2
    axis = table({"pavia": "tobruk", "1arm": "tobruk"})
    b = Battle(at(axis, "tobruk"), 1, finish=False)
    assert fighting_value(axis, b, 0, force(axis, "pavia")) == 3
    assert fighting_value(axis, b, 1, force(axis, "1arm")) == 4  # attackers get nothing


@pytest.mark.rule("commander", "post.1")
def test_plans_are_back_for_the_next_battle():
    here = {"15pz": "benghazi", "21pz": "msus", "2arm": "agedabia", "7aus": "tobruk"}
    m = go(scene(table(here)), "move 15pz tobruk", "move 21pz agedabia", "fight tobruk")
    assert m.chance is not None
    cup = sorted(m.chance.items)  # type: ignore[union-attr]
    go(m, ["disrupt"], "plan press", "done", (6,), (6, 6), (6,), (6,))
    assert sorted(m.chance.items) == cup  # type: ignore[union-attr]
    go(m, ["disrupt"])
    assert "press" in offers(m, "plan")
    assert level(m, "15pz") == "plain"
