"""12 The Allied half: refit and operations."""

from typing import Any

import pytest

from khamsin.games.commander.rules.allied.operations import entry_area
from tests.games.commander.staging import (
    PACK,
    asked,
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


@pytest.mark.rule("commander", "allied.1", "seq.3")
def test_the_allied_half_follows_the_axis_half():
    m = scene(table({"15pz": "sirte", "6aus": "cairo"}, step="resupply"))
    go(m, "done")
    assert m.state.step == "operations"  # nothing to refit
    go(m, ["adv1"], (1,))
    assert m.state.step == "moves"
    assert m.state.turn == 2


# -- arefit --------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "arefit.1", "R18", "R38")
def test_the_allies_refit_the_highest_attack_first():
    here = {"1arm": "cairo", "2sa": "cairo", "15pz": "sirte"}
    g = table(here, step="allied_refit", box=["10arm"], supplies=(0, 5),
              reduced=["1arm", "2sa", "10arm"])  # fmt: skip
    m = scene(g)
    assert [event["unit"] for event in told(m, "refitted")] == ["na_10arm", "na_1arm"]
    assert supplies(m)[1] == 1  # 10th Armoured shows 3, 1st Armoured 2, 2nd South African 1
    assert strength(m, "2sa") == "reduced"


@pytest.mark.rule("commander", "R18", "upgrade.11")
def test_an_upgrade_counts_for_the_order_and_is_lowered():
    here = {"1arm": "cairo", "2sa": "cairo", "15pz": "sirte"}
    g = table(here, step="allied_refit", supplies=(0, 2), reduced=["1arm", "2sa"],
              elite={"2sa": "upg_spear"})  # fmt: skip
    m = scene(g)
    assert (strength(m, "2sa"), level(m, "2sa")) == ("full", "veteran")
    assert strength(m, "1arm") == "reduced"


# -- the chits -----------------------------------------------------------------------------------

QUIET = {"15pz": "sirte", "6aus": "cairo"}


@pytest.mark.rule("commander", "opscheck.1", "opschit.1", "R37")
def test_more_forces_join_the_operation_and_the_chit_stays_out():
    m = scene(table(QUIET, step="operations", cup=["1arm", "70", "2sa"]))
    assert asked(m) == "operation"
    go(m, ["plus2"], ["70", "1arm"])
    assert {where(m, "70"), where(m, "1arm")} == {"box"}
    assert m.state.drawn == ("plus2",)
    assert "plus2" not in m.state.ops_cup


@pytest.mark.rule("commander", "opschit.2")
def test_advances_add_up():
    m = go(scene(table(QUIET, step="operations", advances=1)), ["adv2"])
    assert m.state.advances == 3


@pytest.mark.rule("commander", "R37", "newforces.2")
def test_forces_that_are_not_in_the_cup_are_two_supplies_each():
    m = go(scene(table(QUIET, step="operations", cup=["70"])), ["plus2"], ["70"])
    assert supplies(m)[1] == 2


@pytest.mark.rule("commander", "R37", "opscheck.1")
def test_if_only_go_is_left_it_is_drawn():
    g = table(QUIET, step="operations", ops_cup=("go",),
              drawn=("adv1", "adv2", "plus1", "plus1", "plus2"))  # fmt: skip
    m = scene(g)
    assert m.chance is not None
    assert tuple(m.chance.items) == ("go",)  # type: ignore[union-attr]


def ready(**more):
    """opsex.2-3 Two Forces of the set-up, one more of a chit, one Advance."""
    fields: dict[str, Any] = {"advances": 1, "drawn": ("adv1", "plus1"),
              "ops_cup": ("go", "plus1", "plus2", "adv2")} | more  # fmt: skip
    return table({"15pz": "tobruk"}, step="operations", turn=3, box=["1arm", "2sa", "70"],
                 cup=["1sa", "2nz", "4ind"], **fields)  # fmt: skip


@pytest.mark.rule(
    "commander", "opsex.1", "opsex.2", "opsex.3", "opsex.4", "opsex.5", "opsex.6", "opschit.3",
    "opsbattle.1", "opsbattle.2", "afterg.1", "R11",
)  # fmt: skip
def test_the_operation_of_the_book():
    m = go(scene(ready()), ["go"])
    go(m, (5,), (1,), (6,))
    assert [(each["unit"], each["die"], each["place"]) for each in told(m, "entered")] == [
        ("na_1arm", 5, "na_tobruk"),
        ("na_2sa", 1, "na_cairo"),
        ("na_70", 6, "na_alexandria"),
    ]
    assert (where(m, "2sa"), where(m, "70")) == ("alamein", "alamein")
    assert asked(m) == "allied_plans"  # the battle of Tobruk, with plans as usual
    assert told(m, "battle")[0]["side"] == "allied"
    go(m, ["at_guns"], "done", (6,), (6, 6))
    assert where(m, "1arm") == "box"
    assert asked(m) == "operation_forces"
    go(m, ["1sa", "4ind"])
    assert {where(m, "1sa"), where(m, "4ind")} == {"box"}
    assert sorted(m.state.ops_cup) == sorted(PACK.ops_cup)
    assert m.state.drawn == ()
    assert m.state.advances == 0


@pytest.mark.rule("commander", "opsex.7", "R12")
def test_operation_forces_obey_orders_in_the_same_turn():
    m = go(scene(ready()), ["go"], (1,), (1,), (6,), ["1sa", "4ind"])
    assert where(m, "2sa") == "alamein"
    go(m, (6,))  # no Axis in Egypt: 7, Advance three times, the second and third for Supplies
    assert where(m, "2sa") == "matruh"
    assert where(m, "1arm") == "matruh"


@pytest.mark.rule("commander", "opschit.2", "opschit.4")
def test_an_advance_is_limited_by_movement_and_free():
    g = table(
        {"711": "lisieux"},
        campaign="dd",
        step="operations",
        box=["6ab"],
        advances=2,
        supplies=(0, 5),
        drawn=("adv2",),
        ops_cup=("go", "adv1", "plus1", "plus1", "plus2"),
    )
    m = go(scene(g), ["go"], (6,))  # fmt: skip
    assert told(m, "entered")[0]["place"] == "dd_ranville"
    assert where(m, "6ab") == "troarn"  # maximum movement 1
    assert supplies(m)[1] == 17  # nothing was paid, and six Forces are missing for the next


@pytest.mark.rule("commander", "opschit.2", "R12", "R42")
def test_an_operation_begins_with_a_clean_slate():
    """What its Forces moved and aimed at in the Orders of an earlier turn counts for nothing."""
    g = table({"15pz": "elagheila", "21pz": "msus", "9aus": "tobruk"}, step="operations",
              box=["2arm"], advances=1, ops_cup=("go",))  # fmt: skip
    g.trod[force(g, "2arm")] = 3
    g.aim[force(g, "9aus")] = g.c.board.at("na_msus")
    m = go(scene(g), ["go"], (5,))  # Tobruk: Msus is two areas away, by either of two
    assert asked(m) == "tie_t9"
    even = table({"15pz": "benghazi", "21pz": "mechili", "9aus": "cairo"}, step="operations",
                 box=["2arm"], advances=1, ops_cup=("go",))  # fmt: skip
    even.aim[force(even, "9aus")] = even.c.board.at("na_benghazi")
    m = go(scene(even), ["go"], (5,))
    assert asked(m) == "tie_t8"
    assert offers(m) == ["send 2arm benghazi", "send 2arm mechili"]


@pytest.mark.rule("commander", "afterg.1", "options.1")
def test_an_option_that_adds_operation_forces_adds_them_to_every_operation():
    g = table({"15pz": "sirte"}, step="operations", cup=["70", "2sa", "1arm", "1sa"],
              ops_cup=("go",), options=("na_auk",))  # fmt: skip
    m = go(scene(g), ["go"])
    assert m.chance is not None
    assert m.chance.count == 3


@pytest.mark.rule("commander", "afterg.2")
def test_missing_forces_after_go_are_supplies():
    m = go(scene(table({"15pz": "sirte"}, step="operations", box=["70"])), ["go"], (1,))
    assert supplies(m)[1] == 4
    assert told(m, "missing_forces") == [{"forces": 2, "supplies": 4}]


@pytest.mark.rule("commander", "R50", "newforces.4")
def test_the_airborne_drop_and_others_land():
    g = table({}, campaign="dd")
    places = {
        name: g.place_id(entry_area(g, force(g, name), g.c.ops_entries, 6))
        for name in ("82us", "6ab", "29us", "8ab")
    }
    assert places == {
        "82us": "dd_stemere", "6ab": "dd_ranville", "29us": "dd_omaha", "8ab": "dd_juno",
    }  # fmt: skip
    beaches = [g.place_id(entry_area(g, force(g, "29us"), g.c.ops_entries, die)) for die in (1, 5)]
    assert beaches == ["dd_utah", "dd_sword"]


@pytest.mark.rule("commander", "opsbattle.1")
def test_the_order_of_operation_battles_is_a_tie():
    g = table({"15pz": "tobruk", "pavia": "cairo"}, step="operations", box=["1arm", "70"])
    m = go(scene(g), ["go"], (5,), (1,))
    assert asked(m) == "tie_t11"
    assert offers(m) == ["fight tobruk", "fight cairo"]
