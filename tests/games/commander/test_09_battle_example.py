"""9 The battle example of the book from the first move to the last number, and its upgrades."""

import pytest

from khamsin.games.commander.rules.forces import attack, defence, superior
from khamsin.games.commander.rules.supply import placement_areas
from tests.games.commander.staging import (
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
    until,
    where,
)  # fmt: skip


def opening():
    """exbattle.1 Fortress Tobruk, some turns in."""
    forces = {"15pz": "benghazi", "pavia": "tengeder", "1arm": "tobruk", "7aus": "tobruk"}
    return scene(table(forces, reduced=["15pz"], supplies=(1, 3)))


def fought(m):
    """Both rounds."""
    go(m, "move 15pz tobruk", "from benghazi 0", "move pavia tobruk", "from eladem 1")
    go(m, ["overrun", "dig_in", "press"], "plan disrupt", "plan at_guns")
    go(m, (4, 1, 3, 5), (2, 1), "hit pavia", "hit pavia")
    go(m, (2, 1), (6, 4))
    return m


@pytest.mark.rule("commander", "exbattle.1", "exbattle.2")
def test_the_moves():
    m = opening()
    go(m, "move 15pz tobruk", "from benghazi 0")
    assert supplies(m)[0] == 1
    go(m, "move pavia tobruk", "from eladem 1")
    assert supplies(m)[0] == 0
    assert m.state.came_from[force(m.state, "pavia")] == at(m.state, "eladem")


@pytest.mark.rule("commander", "exbattle.3", "exbattle.4")
def test_the_plans():
    m = opening()
    go(m, "move 15pz tobruk", "from benghazi 0", "move pavia tobruk", "from eladem 1")
    assert told(m, "allied_plan_count") == [{"forces": 2, "more": 1, "supplies": 1, "plans": 3}]
    go(m, ["overrun", "dig_in", "press"])
    assert told(m, "axis_points") == [{"points": 2}]
    go(m, "plan disrupt", "plan at_guns")
    assert asked(m) == "axis_dice"  # nothing is left to buy with


@pytest.mark.rule(
    "commander", "exbattle.5", "exbattle.6", "exbattle.7", "exbattle.8", "exbattle.9",
    "exbattle.10", "exbattle.11", "exbattle.12",
)  # fmt: skip
def test_the_first_round():
    m = opening()
    go(m, "move 15pz tobruk", "from benghazi 0", "move pavia tobruk", "from eladem 1")
    go(m, ["overrun", "dig_in", "press"], "plan disrupt", "plan at_guns")
    assert supplies(m)[1] == 2  # one was paid for the third plan
    go(m, (4, 1, 3, 5))
    assert told(m, "disrupt") == [{"side": "axis", "die": 4, "supplies": 1}]
    assert supplies(m)[1] == 1
    assert told(m, "plan_die")[0]["hits"] == 1
    panzer = told(m, "superior_die")[0]
    assert (panzer["die"], panzer["needed"], panzer["double"], panzer["hits"]) == (3, 3, 1, 1)
    pavia = told(m, "force_die")[0]
    assert (pavia["die"], pavia["needed"], pavia["hits"]) == (5, 1, 0)
    g = m.state
    assert [defence(g, force(g, name)) for name in ("1arm", "7aus")] == [3, 2]
    go(m, (2, 1))
    allied = told(m, "force_die")[1:]
    assert [(die["units"], die["needed"], die["hits"]) for die in allied] == [
        (("na_1arm",), 5, 1),
        (("na_7aus",), 4, 1),
    ]
    assert [hits["hits"] for hits in told(m, "hits")] == [2, 2]
    assert told(m, "dug_in") == [{"side": "allied"}]
    assert strength(m, "7aus") == "reduced"
    assert strength(m, "1arm") == "full"
    go(m, "hit pavia", "hit pavia")
    assert where(m, "pavia") == "destroyed"
    assert m.state.battle is not None
    assert m.state.battle.plans == [["at_guns"], ["overrun"]]
    assert told(m, "press") == [{"side": "allied"}]
    assert asked(m) == "axis_dice"


@pytest.mark.rule("commander", "exbattle.13", "exbattle.14")
def test_the_second_round():
    m = fought(opening())
    second = told(m, "hits")[2:]
    assert second == [{"side": "allied", "hits": 3}]
    lost = [event["unit"] for event in told(m, "destroyed")]
    assert lost == ["na_pavia", "na_7aus", "na_1arm"]
    assert [event["unit"] for event in told(m, "reduced")] == ["na_7aus", "na_pavia", "na_1arm"]
    misses = told(m, "force_die")[-2:]
    assert [(die["needed"], die["die"], die["hits"]) for die in misses] == [(5, 6, 0), (3, 4, 0)]
    assert where(m, "15pz") == "tobruk"
    assert told(m, "battle_won") == [{"place": "na_tobruk", "side": "axis"}]


@pytest.mark.rule("commander", "exbattle.15", "exupg.1", "exupg.2", "upgrade.1", "upgrade.8")
def test_both_upgrades_go_to_fifteenth_panzer():
    m = fought(opening())
    assert asked(m) == "upgrade"
    assert m.chance is not None
    go(m, ["upg_spear"])
    assert level(m, "15pz") == "elite"
    assert [event["unit"] for event in told(m, "veteran") + told(m, "elite")] == ["na_15pz"] * 2
    g, unit = m.state, force(m.state, "15pz")
    assert strength(m, "15pz") == "reduced"
    assert (attack(g, unit), superior(g, unit), defence(g, unit)) == (5, 2, 3)


@pytest.mark.rule("commander", "exbattle.16", "exbattle.17", "adead.1", "xdead.1")
def test_what_follows():
    m = go(fought(opening()), ["upg_spear"])
    g = m.state
    assert at(g, "tobruk") in placement_areas(g)
    assert m.state.step == "resupply"
    assert told(m, "resupply_points")[0]["kills"] == 2
    until(m, "resupply")
    assert where(m, "pavia") == "destroyed"
    go(m, "supplies")
    assert "recover pavia" in offers(m)
    go(m, "recover pavia")
    assert where(m, "pavia") == "pool"
    assert "buy pavia tobruk" in offers(m)
    go(m, "buy pavia tobruk")
    assert (where(m, "pavia"), strength(m, "pavia")) == ("tobruk", "full")
    assert {where(m, "1arm"), where(m, "7aus")} == {"cup"}
