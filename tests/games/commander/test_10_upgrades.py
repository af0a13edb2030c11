"""10 Upgrades and losses."""

import pytest

from khamsin.games.commander.rules.forces import attack, defence, superior
from khamsin.games.commander.rules.plans import allied_plan_count, axis_points
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
)  # fmt: skip
from tests.games.commander.test_07_battles import attack as attack_agedabia


def values(g, name):
    unit = force(g, name)
    return attack(g, unit), superior(g, unit), defence(g, unit)


@pytest.mark.rule("commander", "upgrade.2", "upgrade.4")
def test_a_veteran_spearhead_adds_two_to_attack():
    g = table({"trento": "sirte"}, veteran={"trento": "upg_spear"})
    assert values(g, "trento") == (4, 0, 2)
    worn = table({"trento": "sirte"}, veteran={"trento": "upg_spear"}, reduced=["trento"])
    assert values(worn, "trento") == (3, 0, 1)  # on both sides of the counter


@pytest.mark.rule("commander", "upgrade.5")
def test_an_elite_spearhead_adds_to_attack_superior_and_defence():
    g = table({"pavia": "sirte", "21pz": "sirte"},
              elite={"pavia": "upg_spear", "21pz": "upg_spear"})  # fmt: skip
    assert values(g, "pavia") == (3, 1, 3)
    assert values(g, "21pz") == (6, 3, 4)


@pytest.mark.rule("commander", "upgrade.6")
def test_a_staff_chit_adds_a_plan_point():
    g = table({"15pz": "sirte", "7aus": "tobruk"}, reduced=["7aus"],
              veteran={"15pz": "upg_staff", "7aus": "upg_staff"})  # fmt: skip
    assert axis_points(g, (force(g, "15pz"),)) == 3
    assert allied_plan_count(g, (force(g, "7aus"),)) == (1, 0, 0)


def two_kills(**more):
    """15th Panzer and Trento destroy two reduced Forces in Agedabia."""
    here = {"15pz": "benghazi", "trento": "benghazi", "2arm": "agedabia", "7aus": "agedabia"}
    m = attack_agedabia(here, reduced=["2arm", "7aus"], **more)
    return go(m, "done", (1, 6), (6, 6))


@pytest.mark.rule("commander", "upgrade.1", "upgrade.7", "upgrade.8", "R7")
def test_each_enemy_destroyed_is_an_upgrade_for_a_survivor():
    m = two_kills()
    assert asked(m) == "upgrade"  # a chit is drawn: there are no veterans yet
    go(m, ["upg_attack"])
    assert asked(m) == "attach"
    assert offers(m) == ["veteran 15pz", "veteran trento"]
    go(m, "veteran trento")
    assert m.decision is not None
    assert m.decision.prompt == "upgrade"
    assert offers(m) == ["draw", "elite trento"]
    go(m, "elite trento")
    assert (level(m, "trento"), level(m, "15pz")) == ("elite", "plain")
    assert m.state.step == "moves"  # the upgrade step itself is empty


@pytest.mark.rule("commander", "upgrade.3")
def test_a_force_has_one_chit_which_goes_back_when_it_is_destroyed():
    m = two_kills(veteran={"trento": "upg_guard"})
    assert offers(m) == ["draw", "elite trento"]
    go(m, "draw", ["upg_attack"])
    assert level(m, "15pz") == "veteran"  # Trento has one already
    here = {"trento": "agedabia", "1arm": "agedabia"}
    g = table(here, step="allied_battles", reduced=["trento"], elite={"trento": "upg_guard"})
    g.attacker[at(g, "agedabia")] = 1
    before = list(g.upgrades)
    dead = go(scene(g), ["press"], (6,), (1,), ["upg_spear"])
    assert where(dead, "trento") == "destroyed"
    after = list(dead.state.upgrades)
    guard, spear = PACK.chit_index["upg_guard"], PACK.chit_index["upg_spear"]
    assert after[guard] == before[guard] + 1
    assert after[spear] == before[spear] - 1


@pytest.mark.rule("commander", "upgrade.9")
def test_full_strength_allies_are_upgraded_before_reduced_ones():
    here = {"15pz": "agedabia", "pavia": "agedabia", "1arm": "agedabia", "2sa": "agedabia",
            "70": "agedabia", "bologna": "tripoli"}  # fmt: skip
    g = table(here, step="allied_battles", reduced=["15pz", "pavia", "70"])
    g.attacker[at(g, "agedabia")] = 1
    m = go(scene(g), ["press", "dig_in"], "done", (6, 6), (1, 1, 6))
    assert {where(m, "15pz"), where(m, "pavia")} == {"destroyed"}
    go(m, ["upg_guard"])
    assert asked(m) == "tie_t4_attach"
    assert offers(m) == ["veteran 1arm", "veteran 2sa"]
    go(m, "veteran 2sa")
    assert asked(m) == "tie_t4"
    assert offers(m) == ["draw", "elite 2sa"]
    go(m, "draw", ["upg_guard"])
    assert (level(m, "1arm"), level(m, "70")) == ("veteran", "plain")


@pytest.mark.rule("commander", "upgrade.9")
def test_reduced_allies_are_upgraded_when_no_full_one_can_be():
    here = {"15pz": "agedabia", "1arm": "agedabia", "70": "agedabia", "bologna": "tripoli"}
    g = table(here, step="allied_battles", reduced=["15pz", "70"], elite={"1arm": "upg_guard"})
    g.attacker[at(g, "agedabia")] = 1
    go(m := scene(g), ["press"], "done", (6,), (1, 6), ["upg_attack"])
    assert level(m, "70") == "veteran"


@pytest.mark.rule("commander", "upgrade.10")
def test_without_chits_an_upgrade_is_lost():
    m = two_kills(upgrades=[0] * len(PACK.chits))
    assert told(m, "upgrades_lost") == [{"side": "axis", "upgrades": 2}]
    assert asked(m) == "moves"


@pytest.mark.rule("commander", "upgrade.1", "R56")
def test_both_sides_get_theirs_the_axis_first():
    here = {"15pz": "agedabia", "pavia": "agedabia", "1arm": "agedabia", "70": "agedabia",
            "bologna": "tripoli"}  # fmt: skip
    g = table(here, step="allied_battles", reduced=["pavia", "70"])
    g.attacker[at(g, "agedabia")] = 1
    g.came_from = [at(g, "benghazi")] * len(g.came_from)
    g.supplies = [0, 0]
    m = go(scene(g), ["press"], "plan intel", "done", ["press"], (1, 1), (1, 6))
    assert asked(m) == "hits"
    go(m, "hit pavia", ["upg_guard"], ["upg_attack"])
    assert [event["side"] for event in told(m, "chit_drawn")] == ["axis", "allied"]


# -- losses --------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "xdead.1", "xdead.3", "R3", "spend.5")
def test_a_destroyed_force_is_recovered_and_bought_in_one_step():
    g = table({"15pz": "buerat", "6aus": "cairo"}, step="resupply", destroyed=["pavia"],
              supplies=(2, 0))  # fmt: skip
    m = scene(g)
    assert not [offer for offer in offers(m) if offer.startswith("buy pavia")]
    go(m, "recover pavia")
    assert supplies(m)[0] == 0
    assert m.state.points == 6  # points are not what it costs
    go(m, "buy pavia tripoli")
    assert (where(m, "pavia"), strength(m, "pavia"), m.state.points) == ("tripoli", "full", 5)


@pytest.mark.rule("commander", "adead.1", "points.3", "R38")
def test_destroyed_allies_wait_in_the_box_and_then_go_back_to_the_cup():
    m = two_kills()
    go(m, ["upg_attack"], "veteran trento", "elite trento")
    assert where(m, "2arm") == "destroyed"
    go(m, "done")
    assert asked(m) == "resupply"
    assert where(m, "2arm") == "cup"
    assert (strength(m, "2arm"), level(m, "2arm")) == ("full", "plain")
    assert told(m, "resupply_points")[0]["kills"] == 2
