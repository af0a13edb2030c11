"""14 Allied resupply: the table, the new Forces, and the battles they bring."""

import pytest

from tests.games.commander.staging import (
    asked,
    go,
    offers,
    scene,
    supplies,
    table,
    told,
    where,
)  # fmt: skip


def resupply(forces, **more):
    return scene(table(forces, step="allied_resupply", **more))


@pytest.mark.rule("commander", "aresupply.1", "aresupply.2", "newforces.1", "newforces.3", "R39")
def test_one_die_for_numbers_and_one_for_each_force():
    m = resupply({"15pz": "sirte"}, cup=["1arm", "70"])
    go(m, (5,), ["70"], (6,))
    assert told(m, "allied_resupply")[0] == {
        "die": 5, "modifiers": (), "total": 5, "forces": 1, "supplies": 3,
    }  # fmt: skip
    assert supplies(m)[1] == 3
    assert (where(m, "70"), where(m, "1arm")) == ("alexandria", "cup")


@pytest.mark.rule("commander", "aresupply.1")
@pytest.mark.parametrize(
    ("campaign", "forces", "turn", "options", "modifiers"),
    [
        ("na", {"15pz": "sirte"}, 6, (), ("turn_from",)),
        ("na", {"15pz": "tobruk"}, 5, (), ("axis_controls_any",)),
        ("gd", {"66": "lille"}, 2, (), ("axis_controls_any",)),
        ("dd", {"4us": "cherbourg"}, 2, (), ("allied_controls_any",)),
        ("dd", {"21": "caen"}, 7, (), ("turn_is",)),
        ("dd", {"21": "caen"}, 7, ("dd_nostorm",), ()),
    ],
)
def test_what_changes_the_die(campaign, forces, turn, options, modifiers):
    m = resupply(forces, campaign=campaign, turn=turn, options=options)
    go(m, (1,))
    assert told(m, "allied_resupply")[0]["modifiers"] == modifiers


@pytest.mark.rule("commander", "newforces.2")
def test_forces_that_are_not_there_are_two_supplies_each():
    m = go(resupply({"15pz": "sirte"}, cup=["70"]), (6,), ["70"], (1,))
    assert supplies(m)[1] == 1 + 2


@pytest.mark.rule("commander", "newforces.4", "place.3")
def test_cairo_tobruk_or_alexandria():
    for die, area in ((1, "cairo"), (4, "cairo"), (5, "tobruk"), (6, "alexandria")):
        m = go(resupply({"15pz": "sirte"}, cup=["70"]), (3,), ["70"], (die,))
        assert where(m, "70") == area


@pytest.mark.rule("commander", "place.4", "place.5", "R39", "R30")
def test_arrivals_in_axis_tobruk_fight_to_the_finish():
    m = resupply({"15pz": "tobruk"}, cup=["70", "2sa"], turn=6)
    go(m, (6,), ["70", "2sa"], (5,), (5,))  # 6 + 1 - 1: two Forces
    assert asked(m) == "allied_plans"
    go(m, ["press", "salvage"], "done")
    for _ in range(3):
        go(m, (6,), (6, 6))
    assert told(m, "press") == []  # it is ignored, and the rounds go on
    assert told(m, "force_die")[0]["needed"] == 4  # the Axis defends behind the fortification
    go(m, (6,), (1, 1))
    assert told(m, "battle_won") == [{"place": "na_tobruk", "side": "allied"}]
    assert where(m, "70") == "tobruk"


@pytest.mark.rule("commander", "place.4")
def test_the_order_of_placement_battles_is_a_tie():
    m = resupply({"15pz": "tobruk", "pavia": "cairo"}, cup=["70", "2sa"], turn=7)
    go(m, (6,), ["70", "2sa"], (5,), (1,))
    assert asked(m) == "tie_t13"
    assert offers(m) == ["fight tobruk", "fight cairo"]
