"""7 Battles in which two procedures meet: plans, losses and chits, ways back and Exploit."""

import pytest

from khamsin.games.commander.model.pieces import ALLIED, AXIS
from tests.games.commander.staging import (
    PACK,
    asked,
    at,
    control,
    force,
    go,
    offers,
    scene,
    supplies,
    table,
    told,
    where,
)
from tests.games.commander.test_07_battles_that_wait import draw, throw

MISS, HIT = 6, 1


def fights(forces, came_from, *, step="battles", attacker=AXIS, **more):
    """Battles that wait where both sides stand; `came_from` says where attackers go back to."""
    g = table(forces, step=step, **more)
    for area in set(forces.values()):
        if all(side[at(g, area)] for side in g.here):
            g.attacker[at(g, area)] = attacker
    for name, area in came_from.items():
        g.came_from[force(g, name)] = at(g, area)
    return scene(g)


@pytest.mark.rule("commander", "plan.11", "plan.6", "R25")
def test_intel_discards_a_deploy_before_it_works():
    here = {"15pz": "elagheila", "3ind": "elagheila"}
    m = fights(here, {"15pz": "sirte"}, supplies=(3, 0), cup=["1arm"])
    go(m, ["deploy"], "plan intel", "done", ["deploy"])
    assert told(m, "deployed") == []
    assert where(m, "1arm") == "cup"
    assert asked(m) == "axis_dice"


@pytest.mark.rule("commander", "plan.1", "plan.12", "resolve.1", "R27", "R30")
def test_after_an_ambush_the_guns_of_a_force_that_is_gone_fire_in_every_round():
    here = {"pavia": "elagheila", "3ind": "elagheila", "7aus": "elagheila"}
    m = fights(here, {"pavia": "sirte"}, supplies=(6, 0), reduced=["pavia"])
    go(m, ["ambush", "overrun"], "plan at_guns", "plan press", "done")
    throw(m, HIT)  # two Allied dice, and Pavia is lost
    assert where(m, "pavia") == "destroyed"
    assert (asked(m), m.chance.count) == ("axis_dice", 1)
    throw(m, HIT)
    assert told(m, "press") == [{"side": "axis"}]
    assert (asked(m), m.chance.count) == ("axis_dice", 1)


@pytest.mark.rule("commander", "plan.1", "plan.8", "plan.13", "R27", "R60")
def test_supplies_salvaged_in_an_ambush_can_be_disrupted():
    here = {"15pz": "elagheila", "3ind": "elagheila", "7aus": "elagheila"}
    m = fights(here, {"15pz": "sirte"}, supplies=(6, 0))
    go(m, ["ambush", "salvage"], "plan disrupt", "done")
    throw(m, HIT)
    assert supplies(m)[1] == 2
    throw(m, HIT)
    assert told(m, "disrupt") == [{"side": "axis", "die": 1, "supplies": 2}]
    assert supplies(m)[1] == 0


@pytest.mark.rule("commander", "upgrade.3", "upgrade.8")
def test_the_chit_of_a_force_that_is_lost_can_be_drawn_by_the_victor():
    here = {"15pz": "elagheila", "3ind": "elagheila"}
    m = fights(here, {"15pz": "sirte"}, reduced=["3ind"], veteran={"3ind": "upg_guard"})
    in_cup = m.state.upgrades[PACK.chit_index["upg_guard"]]
    go(m, "done")
    throw(throw(m, HIT), MISS)
    assert asked(m) == "upgrade"
    assert list(m.chance.items).count("upg_guard") == in_cup + 1


@pytest.mark.rule("commander", "after.1", "control.1", "objective.1", "R17")
def test_where_nobody_is_left_the_flag_decides_when_the_step_is_over():
    here = {"pavia": "tripoli", "3ind": "tripoli", "bologna": "sirte"}
    m = fights(here, {"pavia": "sirte"}, reduced=["pavia", "3ind"])
    throw(throw(m, HIT), HIT)
    assert told(m, "battle_won") == [{"place": "na_tripoli", "side": "nobody"}]
    assert m.result is None
    assert control(m, "tripoli") == "axis"


@pytest.mark.rule("commander", "after.1", "check.2", "check.3")
def test_who_is_thrown_back_into_a_crowd_is_one_too_many():
    here = {"15pz": "sirte", "7arm": "elagheila"} | dict.fromkeys(
        ["bologna", "brescia", "pavia"], "sirte"
    )
    m = go(scene(table(here)), "move 15pz elagheila", "done")
    while asked(m) != "supply_check":
        if m.decision is not None:
            go(m, "done")
        elif asked(m) == "allied_plans":
            draw(m)
        else:
            throw(m, MISS)
    assert where(m, "15pz") == "sirte"
    assert told(m, "over_limit") == [{"place": "na_sirte", "forces": 1}]
    assert "hit 15pz" in offers(m)


@pytest.mark.rule("commander", "plan.9", "after.1", "R9")
def test_a_way_back_on_which_an_exploit_has_stopped_is_no_way_back():
    """7th Aus came by Agedabia, where 15th Panzer has won and stays."""
    here = {
        "15pz": "agedabia", "9aus": "agedabia", "21pz": "elagheila", "7aus": "elagheila",
        "6aus": "cairo",
    }  # fmt: skip
    back = {"9aus": "msus", "7aus": "agedabia"}
    more = {"reduced": ["9aus"], "supplies": (3, 0)}
    m = fights(here, back, step="allied_battles", attacker=ALLIED, **more)
    go(m, "fight agedabia", "done")
    throw(throw(m, HIT), MISS)
    go(m, ["upg_guard"])
    draw(m)
    go(m, "done")
    throw(throw(m, MISS), MISS)
    assert told(m, "went_back") == [{"unit": "na_7aus", "place": "na_sirte"}]


@pytest.mark.rule("commander", "plan.9", "R29", "R48", "R52")
def test_allies_exploit_into_a_battle_that_waits_and_defend_in_it():
    here = {
        "15pz": "agedabia", "7aus": "agedabia", "pavia": "benghazi", "7arm": "benghazi",
    }  # fmt: skip
    back = {"15pz": "elagheila", "pavia": "msus"}
    m = fights(here, back, supplies=(0, 3), reduced=["pavia"])
    go(m, "fight benghazi", ["exploit", "overrun"])
    throw(throw(m, MISS), HIT)
    while asked(m) != "axis_dice":
        go(m, "done") if m.decision is not None else _next(m)
    second = told(m, "battle")[-1]
    assert (second["place"], second["side"]) == ("na_agedabia", "axis")
    assert second["defenders"] == ("na_7aus", "na_7arm")
    throw(throw(m, MISS), MISS)
    assert told(m, "went_back") == [{"unit": "na_15pz", "place": "na_elagheila"}]
    assert len(told(m, "battle")) == 2


def _next(m):
    """The chit of an upgrade, or plans that change little."""
    return go(m, list(m.chance.items)[:1]) if asked(m) == "upgrade" else draw(m)
