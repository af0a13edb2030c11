"""7 Battles: plans counted and bought, dice, hits, and what comes after."""

import pytest

from khamsin.games.commander.rules.plans import allied_plan_count, axis_points
from tests.games.commander.staging import (
    asked,
    force,
    go,
    offers,
    scene,
    strength,
    supplies,
    table,
    told,
    where,
    why,
)  # fmt: skip


def attack(forces, *, plans=(), **more):
    """All Axis Forces move upon the Allies in Agedabia; the Allied plans are drawn, if any."""
    bystander = {"bologna": "tripoli"}  # who can move later, so that play stops after the battle
    m = scene(table(forces | bystander, **more))
    for name, area in forces.items():
        if area in ("benghazi", "msus"):
            go(m, f"move {name} agedabia")
            if asked(m) == "enter_from":
                go(m, next(offer for offer in offers(m) if offer.endswith(" 0")))
    if plans:
        go(m, list(plans))
    return m


@pytest.mark.rule("commander", "aplan.1", "aplan.2", "aplan.5")
@pytest.mark.parametrize(
    ("full", "reduced", "stock", "plans", "cost"),
    [(2, 1, 7, 4, 2), (4, 2, 3, 5, 1), (2, 0, 2, 2, 0), (1, 0, 4, 2, 1), (1, 0, 5, 3, 2)],
)
def test_the_number_of_allied_plans(full, reduced, stock, plans, cost):
    names = ["2arm", "9aus", "3ind", "7aus", "7arm", "6aus"][: full + reduced]
    g = table(dict.fromkeys(names, "tobruk"), reduced=names[full:], supplies=(0, stock))
    forces, more, price = allied_plan_count(g, tuple(force(g, name) for name in names))
    assert (forces + more, price) == (plans, cost)


@pytest.mark.rule("commander", "aplan.3", "seq.4", "battle.1", "R46")
def test_allied_plans_are_paid_and_drawn_before_the_axis_chooses():
    m = attack({"15pz": "benghazi", "2arm": "agedabia"}, supplies=(0, 5))
    assert asked(m) == "allied_plans"
    assert m.chance is not None
    assert m.chance.count == 3
    assert supplies(m)[1] == 3
    go(m, ["press", "dig_in", "dig_in"])
    assert asked(m) == "plans"
    assert told(m, "allied_plans")[0]["plan"] == ("press", "dig_in", "dig_in")


@pytest.mark.rule("commander", "aplan.4", "R20")
def test_duplicates_both_work_and_the_cup_may_run_dry():
    m = attack({"15pz": "benghazi", "2arm": "agedabia", "7aus": "agedabia"}, supplies=(0, 0),
               plans=["dig_in", "dig_in"])  # fmt: skip
    go(m, "done", (1,), (6, 6))
    assert len(told(m, "dug_in")) == 2
    assert strength(m, "2arm") == "full"
    units = ["2arm", "9aus", "3ind", "7aus", "7arm", "6aus", "1arm", "2sa", "70", "1sa", "2nz",
             "4ind", "5ind", "32tk", "pol", "8arm", "10arm", "50"]  # fmt: skip
    crowd = attack({"15pz": "benghazi", **dict.fromkeys(units, "agedabia")}, supplies=(0, 5))
    assert crowd.chance is not None
    assert crowd.chance.count == len(crowd.state.c.allied_plans) == 17


@pytest.mark.rule("commander", "xplan.1", "aplan.2", "R47")
def test_battle_plan_points_by_nation_and_strength():
    g = table({"15pz": "sirte", "21pz": "sirte", "pavia": "sirte", "savona": "sirte"},
              reduced=["21pz", "savona"])  # fmt: skip
    points = {name: axis_points(g, (force(g, name),)) for name in ("15pz", "21pz", "pavia")}
    assert points == {"15pz": 2, "21pz": 1, "pavia": 1}
    assert axis_points(g, (force(g, "savona"),)) == 0


@pytest.mark.rule("commander", "xplan.2", "xplan.3")
def test_points_then_supplies_buy_plans_each_once():
    m = attack({"15pz": "benghazi", "2arm": "agedabia"}, plans=["press"], supplies=(2, 0))
    assert "overrun" in offers(m, "plan")  # 3: two points and a Supply
    go(m, "plan at_guns", "plan air_raid")  # 1 and 2: one Supply is added
    assert supplies(m)[0] == 1
    assert "at_guns" not in offers(m, "plan")
    assert why(m, "plan at_guns") == "xplan.3 bought_already"
    assert why(m, "plan overrun") == "xplan.3 plan_too_dear"
    assert why(m, "plan ambush") == "planset.2 not_in_campaign"
    assert "german_88" not in offers(m, "plan")
    go(m, "done")
    assert told(m, "axis_plan") == [
        {"plan": "at_guns", "points": 1, "supplies": 0},
        {"plan": "air_raid", "points": 2, "supplies": 1},
    ]


@pytest.mark.rule("commander", "R47")
def test_the_defending_axis_buys_plans_too():
    m = scene(table({"2arm": "agedabia", "15pz": "agedabia"}, step="allied_battles"))
    go(m, ["press"])
    assert asked(m) == "plans"
    assert "german_88" in offers(m, "plan")


@pytest.mark.rule("commander", "resolve.1", "resolve.2")
def test_who_is_destroyed_in_a_round_still_rolls_in_it():
    m = attack({"21pz": "benghazi", "2arm": "agedabia"}, reduced=["21pz", "2arm"])
    go(m, "done", (1,), (1,))
    assert (where(m, "21pz"), where(m, "2arm")) == ("destroyed", "destroyed")


@pytest.mark.rule("commander", "resolve.2", "plan.3")
def test_plans_act_even_when_all_friendly_forces_are_gone():
    here = {"21pz": "benghazi", "2arm": "agedabia"}
    m = attack(here, reduced=["2arm"], supplies=(0, 3), plans=["at_guns"])
    go(m, "plan press", "done", (1,), (6, 6))  # the Allied Force dies
    assert where(m, "2arm") == "destroyed"
    assert asked(m) == "axis_dice"  # Press: another round
    go(m, (6,), (2,))
    assert strength(m, "21pz") == "reduced"


@pytest.mark.rule("commander", "resolve.3", "R28")
def test_allied_dice_fall_from_the_highest_number_to_the_lowest():
    forces = {"15pz": "benghazi", "2arm": "agedabia", "9aus": "agedabia"}
    m = attack(forces, supplies=(0, 3), plans=["air_raid", "disrupt", "at_guns"])
    go(m, "done", (6,), (5, 3, 3, 2, 2))
    order = [
        (event.values.get("units") or event.values.get("plan") or "disrupt")
        for _, event in m.events
        if event.kind in ("force_die", "plan_die", "disrupt") and event.values["side"] == "allied"
    ]
    assert order == ["disrupt", ("na_9aus",), "air_raid", ("na_2arm",), "at_guns"]


@pytest.mark.rule("commander", "resolve.3", "R28")
def test_equal_dice_with_another_superior_are_a_tie_when_tactics_matter():
    forces = {"15pz": "agedabia", "1arm": "benghazi", "7arm": "benghazi"}
    g = table(forces | {"1arm": "agedabia", "7arm": "agedabia"}, step="allied_battles")
    m = go(scene(g), ["tactics", "press"], "done")
    assert asked(m) == "axis_dice"
    go(m, (6,))
    assert asked(m) == "tie_t3"
    assert offers(m) == ["roll 7arm", "roll 1arm"]
    go(m, "roll 1arm")
    assert asked(m) == "allied_dice"


# -- hits ----------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "hits.2", "hits.3", "R19")
def test_three_hits_on_attackers_of_four_and_two():
    g = table({"15pz": "agedabia", "21pz": "agedabia", "pavia": "agedabia", "trento": "agedabia",
               "1arm": "agedabia", "2sa": "agedabia"}, step="allied_battles",
              came_from=[6] * 39)  # fmt: skip
    m = go(scene(g), ["press", "intel"], "done", (1, 1, 1, 6), (6, 6))
    assert (strength(m, "1arm"), where(m, "2sa")) == ("reduced", "destroyed")
    assert [event["unit"] for event in told(m, "reduced")] == ["na_2sa", "na_1arm"]


@pytest.mark.rule("commander", "hits.2", "hits.4", "plan.7", "R31")
def test_six_hits_on_defenders_of_three_two_two_with_two_dig_in():
    forces = {"15pz": "benghazi", "21pz": "benghazi", "ariete": "msus", "trento": "msus",
              "1arm": "agedabia", "7aus": "agedabia", "6aus": "agedabia"}  # fmt: skip
    m = attack(forces, plans=["dig_in", "dig_in", "press"])
    go(m, "done", (1, 1, 1, 1), (6, 6, 6))  # 2 + 2 + 1 + 1
    assert asked(m) == "tie_t2"
    assert offers(m) == ["hit 7aus", "hit 6aus"]
    assert [strength(m, name) for name in ("1arm", "7aus", "6aus")] == ["reduced"] * 3
    assert len(told(m, "dug_in")) == 2
    go(m, "hit 6aus")
    assert (where(m, "6aus"), where(m, "7aus")) == ("destroyed", "agedabia")


@pytest.mark.rule("commander", "digin.2", "plan.7")
def test_four_hits_on_two_dig_in():
    forces = {"15pz": "benghazi", "21pz": "benghazi", "1arm": "agedabia", "70": "agedabia"}
    m = attack(forces, plans=["dig_in", "dig_in"])
    go(m, "done", (1, 1), (6, 6))
    assert [strength(m, name) for name in ("1arm", "70")] == ["reduced", "reduced"]


@pytest.mark.rule("commander", "hits.5")
def test_the_player_spreads_hits_on_his_own_forces():
    forces = {"15pz": "benghazi", "pavia": "benghazi", "1arm": "agedabia", "70": "agedabia"}
    m = attack(forces, plans=["press", "salvage"])
    go(m, "done", (6, 6), (1, 1))
    assert asked(m) == "hits"
    assert offers(m) == ["hit 15pz", "hit pavia"]
    go(m, "hit pavia")
    assert offers(m) == ["hit 15pz", "hit pavia"]
    go(m, "hit pavia")
    assert (strength(m, "15pz"), where(m, "pavia")) == ("full", "destroyed")


@pytest.mark.rule("commander", "R31")
def test_dig_in_of_the_axis_must_be_used_and_hits_beyond_the_last_force_are_lost():
    m = attack({"pavia": "benghazi", "1arm": "agedabia", "70": "agedabia"}, reduced=["pavia"],
               supplies=(1, 0), plans=["at_guns", "at_guns"])  # fmt: skip
    go(m, "plan dig_in", (6,), (1, 1, 1, 1))
    assert told(m, "dug_in") == [{"side": "axis"}]
    assert where(m, "pavia") == "destroyed"
    assert told(m, "hits_lost") == [{"hits": 2}]


# -- after the rounds ----------------------------------------------------------------------------


@pytest.mark.rule("commander", "rounds.1", "after.1", "R35")
def test_one_round_then_the_attackers_go_back():
    forces = {"15pz": "tengeder", "1arm": "tobruk"}
    m = scene(table(forces, supplies=(1, 0)))
    go(m, "move 15pz tobruk", "from eladem 1", ["at_guns"], "done", (6,), (6, 6))
    assert where(m, "15pz") == "eladem"  # the last area of its path; nothing is refunded
    assert supplies(m)[0] == 0
    assert len(told(m, "round")) == 1


@pytest.mark.rule("commander", "after.1")
def test_with_all_defenders_gone_the_attackers_stay():
    m = attack({"15pz": "benghazi", "2arm": "agedabia"}, reduced=["2arm"])
    go(m, "done", (3,), (6,))
    assert where(m, "15pz") == "agedabia"
    assert told(m, "battle_won") == [{"place": "na_agedabia", "side": "axis"}]


@pytest.mark.rule("commander", "battle.2", "after.2")
def test_the_player_chooses_the_order_of_battles_and_all_are_fought():
    forces = {"15pz": "benghazi", "21pz": "msus", "2arm": "agedabia", "7aus": "tobruk"}
    m = go(scene(table(forces)), "move 15pz tobruk", "move 21pz agedabia")
    assert asked(m) == "next_battle"
    assert offers(m) == ["fight agedabia", "fight tobruk"]
    go(m, "fight tobruk", ["press"], "done", (6,), (6,), (6,), (6,))
    assert asked(m) == "allied_plans"
    assert [event["place"] for event in told(m, "battle")] == ["na_tobruk", "na_agedabia"]


@pytest.mark.rule("commander", "R46")
def test_earlier_battles_can_use_up_the_allied_supplies():
    forces = {"15pz": "benghazi", "21pz": "msus", "2arm": "agedabia", "7aus": "tobruk"}
    m = go(scene(table(forces, supplies=(0, 3))), "move 15pz tobruk", "move 21pz agedabia")
    go(m, "fight tobruk")
    assert m.chance is not None
    assert m.chance.count == 2
    go(m, ["dig_in", "dig_in"], "done", (6,), (6,))
    assert m.chance.count == 1
    assert [event["supplies"] for event in told(m, "allied_plan_count")] == [1, 0]


@pytest.mark.rule("commander", "R8")
def test_attackers_that_came_from_no_area_go_to_the_operations_box():
    g = table({"15pz": "tobruk", "1arm": "tobruk"}, step="operations", stage=1)
    m = go(scene(g), ["at_guns"], "done", (3,), (6, 6))
    assert (where(m, "1arm"), strength(m, "1arm")) == ("box", "reduced")


@pytest.mark.rule("commander", "R9")
def test_when_the_way_back_is_taken_he_chooses_another():
    g = table({"15pz": "eladem", "1arm": "eladem", "70": "bardia"}, step="battles")
    g.attacker[g.place[force(g, "15pz")]] = 0
    g.came_from[force(g, "15pz")] = g.c.board.at("na_bardia")
    m = go(scene(g), ["press"], "done", (6,), (6,), (6,), (6,))
    assert asked(m) == "way_back"
    assert offers(m) == ["to tengeder", "to tobruk", "to birhacheim", "to halfaya"]
    go(m, "to tobruk")
    assert where(m, "15pz") == "tobruk"


@pytest.mark.rule("commander", "R9")
def test_allies_whose_way_back_is_taken_go_near_their_placement_areas():
    g = table({"15pz": "eladem", "1arm": "eladem", "pavia": "bardia"}, step="allied_battles")
    g.attacker[g.place[force(g, "15pz")]] = 1
    g.came_from[force(g, "1arm")] = g.c.board.at("na_bardia")
    m = go(scene(g), ["press"], "done", (6,), (6,), (6,), (6,))
    assert where(m, "1arm") == "tobruk"


@pytest.mark.rule("commander", "R9", "adead.1")
def test_with_no_way_at_all_the_force_is_lost():
    g = table({"15pz": "tripoli", "1arm": "tripoli", "pavia": "misurata"}, step="allied_battles")
    g.attacker[g.place[force(g, "15pz")]] = 1
    g.came_from[force(g, "1arm")] = g.c.board.at("na_misurata")
    m = go(scene(g), ["press"], "done", (6,), (6,), (6,), (6,))
    assert where(m, "1arm") == "destroyed"
    assert told(m, "upgrades_lost") == []
    assert asked(m) == "allied_resupply"  # no upgrade for it


@pytest.mark.rule("commander", "R9", "upgrade.1")
def test_who_finds_no_way_back_gets_no_upgrade_either():
    here = {"15pz": "tripoli", "21pz": "tripoli", "1arm": "tripoli", "pavia": "misurata"}
    g = table(here, step="allied_battles", reduced=["15pz"])
    g.attacker[g.place[force(g, "15pz")]] = 1
    g.came_from[force(g, "1arm")] = g.c.board.at("na_misurata")
    m = go(scene(g), ["dig_in"], "done", (6, 6), (1,), "hit 15pz")
    assert where(m, "15pz") == "destroyed"  # an upgrade for the Allies, and nobody to take it
    assert where(m, "1arm") == "destroyed"
    assert told(m, "upgrades_lost") == [{"side": "allied", "upgrades": 1}]
