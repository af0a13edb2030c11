"""7 Battles that wait while others are fought: an Exploit joins them, and their kind stays."""

import pytest

from khamsin.games.commander.model.pieces import LATER
from khamsin.games.commander.rules.checks import check
from tests.games.commander.staging import (
    ASIDE,
    asked,
    at,
    go,
    offers,
    scene,
    table,
    told,
    where,
)  # fmt: skip
from tests.games.commander.test_07_battles import attack

MISS, HIT = 6, 1
TWO = {"15pz": "benghazi", "1arm": "agedabia", "7aus": "agedabia"}


def throw(m, die):
    """Every die of the throw shows the same."""
    return go(m, (die,) * m.chance.count)


def draw(m, *wanted):
    """The Allies draw these plans, and for the rest such as change little."""
    left = list(m.chance.items)
    for plan in wanted:
        left.remove(plan)
    fill = [plan for plan in left if plan in ("overrun", "salvage", "at_guns")]
    return go(m, [*wanted, *fill][: m.chance.count])


def landing(forces, **more):
    """D-Day: the 2nd US is placed at Juno, the 30th US at Sword, both held by the Axis."""
    g = table({**forces, "4us": "utah"}, campaign="dd", step="allied_resupply", turn=9,
              cup=["2us", "30us", "51uk"], **more)  # fmt: skip
    m = go(scene(g), (1,), ["2us", "30us"], (5,), (6,))
    assert asked(m) == "tie_t13"
    return go(m, "fight juno")


@pytest.mark.rule("commander", "place.4", "plan.9", "R29", "R52")
def test_an_exploit_into_a_placement_battle_leaves_it_a_battle_to_the_finish():
    m = landing({"21": "juno", "716": "sword"}, supplies=(6, 0))
    go(draw(m), "plan exploit", "done")
    throw(throw(m, HIT), MISS)
    throw(throw(m, HIT), MISS)
    go(m, ["upg_guard"], "exploit 21 sword")
    go(draw(m), "done")
    for _ in range(3):
        assert asked(m) == "axis_dice"  # nobody hits, and nobody goes back
        throw(throw(m, MISS), MISS)
    assert where(m, "30us") == "sword"
    throw(throw(m, HIT), MISS)
    assert told(m, "battle_won")[-1] == {"place": "dd_sword", "side": "axis"}


@pytest.mark.rule("commander", "place.4", "plan.9", "R52")
def test_an_allied_exploit_into_a_placement_battle_is_fought_to_the_finish_too():
    m = landing({"716": "juno", "21": "sword"}, reduced=["716"], supplies=(0, 4))
    go(draw(m, "exploit"), "done")
    throw(throw(m, MISS), HIT)
    go(m, ["upg_guard"])
    assert where(m, "2us") == "sword"
    go(draw(m), "done")
    throw(throw(m, MISS), MISS)
    assert asked(m) == "axis_dice"
    assert m.state.battle.finish


@pytest.mark.rule("commander", "place.4", "R49", "R52", "R8")
def test_no_axis_force_ever_goes_to_the_operations_box():
    g = table({"2us": "argentan", "3aus": "lisieux", "30us": "lisieux", "21": "caen"},
              reduced=["2us"], campaign="dd", step="resupply", turn=12, pool=["12ss", "77"],
              supplies=(6, 0), stage=1, points=9)  # fmt: skip
    g.place = [LATER if place == ASIDE else place for place in g.place]
    m = go(scene(g), "buy 12ss argentan", "buy 77 lisieux", "done", "fight argentan")
    go(draw(m), "plan exploit", "done")
    throw(throw(m, HIT), MISS)
    go(m, ["upg_guard"], "exploit 12ss lisieux")
    go(draw(m), "done")
    throw(throw(m, MISS), MISS)
    assert asked(m) == "axis_dice"  # to the finish: 77th and 12th SS stay where they attack
    assert (where(m, "12ss"), where(m, "77")) == ("lisieux", "lisieux")
    check(m.state)


@pytest.mark.rule("commander", "place.4", "plan.9", "R29")
def test_an_exploit_into_an_area_where_nothing_waits_is_an_ordinary_battle():
    g = table({"15pz": "tobruk", "70": "tobruk", "1arm": "bardia"}, reduced=["70"],
              step="allied_resupply", supplies=(2, 0), stage=1)  # fmt: skip
    g.attacker[at(g, "tobruk")] = 1
    m = go(scene(g), "plan exploit", "done", (1,), (6,), ["upg_guard"], "exploit 15pz bardia")
    go(m, ["dig_in"], "done")
    throw(throw(m, MISS), MISS)
    assert where(m, "15pz") == "tobruk"  # one round, then it goes back


@pytest.mark.rule("commander", "place.4", "plan.9", "R29", "R52")
def test_a_placement_battle_that_was_fought_is_no_placement_battle_any_more():
    """The Axis wins at Tobruk and exploits; the Allies come back to Tobruk by an Exploit."""
    forces = {"15pz": "tobruk", "pavia": "tobruk", "70": "tobruk", "1arm": "bardia"}
    g = table(forces, reduced=["70", "pavia"], step="allied_resupply", supplies=(2, 4), stage=1)
    g.attacker[at(g, "tobruk")] = 1
    m = go(scene(g), ["dig_in"], "plan exploit", "done")
    throw(throw(m, HIT), MISS)
    go(m, ["upg_guard"], "veteran 15pz", "exploit pavia bardia", "done")
    go(m, ["exploit", "dig_in"])
    go(m, "done")
    throw(throw(m, MISS), HIT)  # Pavia is destroyed
    go(m, ["upg_spear"])
    assert where(m, "1arm") == "tobruk"  # the Allied Exploit
    go(draw(m), "done")
    throw(throw(m, MISS), MISS)
    assert where(m, "1arm") == "bardia"  # one round, then it goes back


@pytest.mark.rule("commander", "plan.8", "plan.14", "R28")
@pytest.mark.parametrize(("axis", "again"), [(0, "disrupt"), (2, "na_1arm")])
def test_a_disrupt_that_takes_nothing_has_no_effect_and_uses_up_allied_tactics(axis, again):
    m = attack(TWO, plans=["disrupt", "tactics"], supplies=(axis, 0))
    go(m, *(["done"] if asked(m) == "plans" else []), (6,))
    go(m, (1, 6, 6), (6,))
    found = told(m, "tactics_plan") + told(m, "tactics_force")
    assert [each.get("plan") or each["units"][0] for each in found] == [again]


@pytest.mark.rule("commander", "plan.8", "plan.14")
def test_a_second_disrupt_that_finds_no_supplies_left_has_no_effect():
    m = attack({**TWO, "2sa": "agedabia"}, plans=["disrupt", "disrupt", "tactics"], supplies=(2, 0))
    go(m, "done", (6,), (3, 3, 6, 6, 6), (6,))  # the first takes both Supplies
    assert [each["plan"] for each in told(m, "tactics_plan")] == ["disrupt"]


@pytest.mark.rule("commander", "plan.8", "plan.14", "R53")
def test_axis_tactics_is_not_offered_for_a_disrupt_that_cannot_take_more():
    m = attack({"15pz": "benghazi", "1arm": "agedabia"}, plans=["dig_in"], supplies=(4, 1))
    go(m, "plan disrupt", "plan tactics", "done", (4, 6))
    assert offers(m) == ["again 15pz 6", "keep"]  # one Supply is all there is
