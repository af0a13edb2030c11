"""8 Battle plans: when they are spent, and what they do not do."""

import pytest

from tests.games.commander.staging import (
    asked,
    at,
    force,
    go,
    offers,
    scene,
    table,
    told,
    where,
)  # fmt: skip
from tests.games.commander.test_07_battles import attack

TWO = {"15pz": "benghazi", "1arm": "agedabia", "7aus": "agedabia", "bologna": "tripoli"}


@pytest.mark.rule("commander", "plan.2")
def test_assault_is_used_once_in_a_battle_and_only_after_a_hit():
    m = attack(TWO, plans=["press", "salvage"])
    go(m, "plan assault", "done", (6,))
    assert asked(m) == "allied_dice"  # a miss: there is nothing to add to
    go(m, (6, 6), (3,))
    assert asked(m) == "assault"
    twice = attack(TWO, plans=["press", "salvage"])
    go(twice, "plan assault", "done", (3,), "yes", (6, 6), (3,))
    assert asked(twice) == "allied_dice"  # spent in the first round
    assert len(told(twice, "assault")) == 1


@pytest.mark.rule("commander", "plan.14")
def test_axis_tactics_is_spent_with_its_first_die():
    m = attack(TWO, plans=["press", "salvage"])
    go(m, "plan tactics", "done", (6,), "again 15pz 6", (6,), (6, 6), (6,))
    assert asked(m) == "allied_dice"


@pytest.mark.rule("commander", "plan.14", "plan.8", "R28")
def test_allied_tactics_leaves_a_disrupt_alone_that_works():
    m = attack(TWO, plans=["tactics", "disrupt"], supplies=(5, 0))
    go(m, "done", (6,))
    go(m, (4, 3, 6))  # Disrupt (5) takes a Supply, 1st Armoured hits, 7th Australian fails
    assert asked(m) == "tactics"
    go(m, (6,))
    assert told(m, "tactics_plan") == []
    assert [each["units"] for each in told(m, "tactics_force")] == [("na_7aus",)]
    failed = attack(TWO, plans=["tactics", "disrupt"], supplies=(5, 0))
    go(failed, "done", (6,), (6, 3, 6), (1,))
    assert [each["plan"] for each in told(failed, "tactics_plan")] == ["disrupt"]


@pytest.mark.rule("commander", "plan.9", "place.4", "R29")
def test_exploit_follows_a_battle_to_the_finish():
    g = table({"15pz": "tobruk", "70": "tobruk", "bologna": "tripoli"}, reduced=["70"],
              step="allied_resupply", supplies=(2, 0), stage=1)  # fmt: skip
    g.attacker[at(g, "tobruk")] = 1
    m = go(scene(g), "plan exploit", "done", (1,), (6,), ["upg_guard"])
    assert asked(m) == "exploit"
    assert "exploit 15pz bardia" in offers(m)


@pytest.mark.rule("commander", "plan.9", "R42", "R48")
def test_an_allied_exploit_shares_anew_whatever_was_aimed_at_before():
    g = table({"15pz": "agedabia", "pavia": "elagheila", "savona": "msus", "1arm": "agedabia",
               "70": "tobruk"},
              reduced=["15pz"], step="allied_battles", supplies=(0, 1))  # fmt: skip
    g.attacker[at(g, "agedabia")] = 1
    g.aim[force(g, "70")] = at(g, "msus")  # an Advance of this turn, long over
    m = go(scene(g), ["exploit"], "done", (6,), (1,), ["upg_guard"])
    assert asked(m) == "tie_t8"
    assert offers(m) == ["send 1arm elagheila", "send 1arm msus"]
    go(m, "send 1arm msus")
    assert where(m, "1arm") == "msus"
