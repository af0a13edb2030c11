"""13 Allied orders: regions, conditions, dice, and where Forces go."""

import pytest

from khamsin.games.commander.model.pieces import Step
from khamsin.games.commander.rules.allied.movement import aims, open_aims, targets, toward
from tests.games.commander.staging import (
    asked,
    at,
    control,
    force,
    go,
    offers,
    scene,
    strength,
    supplies,
    table,
    told,
    where,
)  # fmt: skip


def orders(forces, **more):
    return scene(table(forces, step="orders", **more))


# -- regions, conditions, the die ----------------------------------------------------------------


@pytest.mark.rule("commander", "orders.1", "orders.2")
def test_regions_in_the_players_order_and_nobody_moves_twice():
    m = orders({"15pz": "tengeder", "7arm": "halfaya", "9aus": "benghazi"})
    assert asked(m) == "tie_t5"
    assert offers(m) == ["region tobruk_r", "region egypt_r"]
    go(m, "region na_egypt_r", (3,))  # 4: Advance, into the region of Tobruk
    assert where(m, "7arm") == "eladem"
    assert asked(m) == "orders"
    go(m, (3,))
    assert asked(m) == "tie_t9"
    go(m, "to msus")
    assert where(m, "9aus") == "msus"
    assert where(m, "7arm") == "eladem"  # it has had its orders


@pytest.mark.rule("commander", "cond.1", "cond.2", "R6", "R40")
def test_two_hold_fortress_tobruk_and_the_others_advance():
    here = {"15pz": "tengeder", "7aus": "tobruk", "9aus": "tobruk", "1arm": "tobruk"}
    m = orders(here)
    assert told(m, "condition")[0]["units"] == ("na_9aus", "na_7aus")
    assert where(m, "9aus") == where(m, "7aus") == "tobruk"
    assert asked(m) == "tie_t9"  # no die: nobody is left for it
    assert told(m, "orders_roll") == []
    go(m, "to eladem")
    assert where(m, "1arm") == "eladem"


@pytest.mark.rule("commander", "cond.1")
def test_a_garrison_of_equal_attack_is_a_tie():
    m = orders({"15pz": "sirte", "6aus": "cairo", "2sa": "cairo"})
    assert asked(m) == "tie_t7"
    assert offers(m) == ["garrison 6aus", "garrison 2sa"]
    go(m, "garrison 2sa", (4,))
    assert (where(m, "2sa"), where(m, "6aus")) == ("cairo", "alamein")


@pytest.mark.rule("commander", "roll.1", "R40")
@pytest.mark.parametrize(
    ("forces", "modifiers", "total"),
    [
        ({"15pz": "sirte", "7arm": "matruh"}, ("axis_none",), 4),
        ({"15pz": "siwa", "21pz": "siwa", "7arm": "matruh"}, ("axis_more",), 2),
        ({"15pz": "siwa", "7arm": "matruh"}, (), 3),
        ({"15pz": "siwa", "7arm": "matruh", "6aus": "cairo"}, (), 3),
    ],
)
def test_the_forces_in_the_region_change_the_die(forces, modifiers, total):
    m = go(orders(forces), (3,))
    (roll,) = told(m, "orders_roll")
    assert (roll["die"], roll["modifiers"], roll["total"]) == (3, modifiers, total)


@pytest.mark.rule("commander", "roll.1")
def test_more_allies_add_one_in_tobruk():
    m = go(orders({"15pz": "sirte", "9aus": "benghazi"}), (5,))
    (roll,) = told(m, "orders_roll")
    assert roll["total"] == 6
    assert roll["orders"] == ("advance", "advance-1")


@pytest.mark.rule("commander", "roll.2")
def test_all_move_once_before_any_moves_twice():
    m = orders({"15pz": "sirte", "9aus": "benghazi", "3ind": "mechili"}, supplies=(0, 2))
    go(m, (6,), "to benghazi")
    moved = [event["unit"] for event in told(m, "ordered")]
    assert sorted(moved[:2]) == ["na_3ind", "na_9aus"]
    assert sorted(moved[2:]) == ["na_3ind", "na_9aus"]


@pytest.mark.rule("commander", "R12", "move.3")
def test_allies_stop_on_contact_and_at_their_movement():
    m = go(orders({"15pz": "elagheila", "2arm": "agedabia"}, supplies=(0, 5)), (6,))
    assert where(m, "2arm") == "elagheila"  # the second Advance is not made
    assert told(m, "ordered")[0]["supplies"] == 0
    assert len(told(m, "ordered")) == 1
    slow = orders({"15pz": "sirte", "32tk": "cairo", "6aus": "cairo"}, supplies=(0, 9))
    go(slow, (6,))  # three Advances, but 32nd Tank moves two areas
    assert where(slow, "32tk") == "matruh"
    assert supplies(slow)[1] == 8


@pytest.mark.rule("commander", "R12", "opsex.7")
def test_who_has_moved_his_all_in_an_operation_moves_anew_in_the_orders():
    g = table({"15pz": "sirte", "2sa": "alamein"}, step="orders")
    g.trod[force(g, "2sa")] = 2  # as far as it may, in the operation of this turn
    m = go(scene(g), (3,))  # 4: Advance
    assert where(m, "2sa") == "matruh"


@pytest.mark.rule("commander", "orders.2", "R42")
def test_the_orders_begin_with_a_clean_slate():
    """Who exploited in the Axis half gets his orders, and old aims are forgotten."""
    g = table({"15pz": "agedabia", "21pz": "mechili", "9aus": "msus", "7arm": "cairo"},
              step="orders")  # fmt: skip
    g.moved[force(g, "9aus")] = 1
    g.aim[force(g, "7arm")] = at(g, "agedabia")
    m = go(scene(g), "region na_tobruk_r", (5,))  # fewer Allies: 4, Advance
    assert asked(m) == "tie_t8"
    assert offers(m) == ["send 9aus agedabia", "send 9aus mechili"]


@pytest.mark.rule("commander", "cond.1", "orders.2")
def test_who_obeys_a_condition_has_had_his_orders():
    m = orders({"15pz": "tengeder", "7aus": "tobruk", "7arm": "matruh"})
    go(m, "region na_tobruk_r")
    assert m.state.moved[force(m.state, "7aus")] == 1


@pytest.mark.rule("commander", "R12", "move.3", "ord.1")
def test_an_objective_order_ends_where_it_meets_the_enemy():
    here = {"15pz": "cairo", "21pz": "alamein", "7arm": "matruh"}
    g = table(here, step="orders", supplies=(0, 5))
    row = next(
        row for row in g.c.orders[2].rows if [s.kind for s in row.steps][:2] == ["objective"] * 2
    )
    m = go(scene(g), (row.low + 1,))  # more Axis Forces: one less
    assert told(m, "orders_roll")[0]["orders"] == ("objective", "objective-1")
    assert where(m, "7arm") == "alamein"  # it does not pass 21st Panzer on its way to Cairo
    assert supplies(m)[1] == 5


# -- ord.1: Objective ----------------------------------------------------------------------------


@pytest.mark.rule("commander", "ord.1", "R11")
def test_objective_makes_for_the_nearest_flag_not_held():
    m = orders({"15pz": "cairo", "7arm": "matruh"})
    assert control(m, "cairo") == "axis"
    m = orders({"15pz": "cairo", "7arm": "matruh"}, supplies=(0, 2))
    go(m, (5,))  # Objective, Objective (-1)
    assert told(m, "orders_roll")[0]["orders"] == ("objective", "objective-1")
    assert [event["place"] for event in told(m, "ordered")] == ["na_alamein", "na_cairo"]
    assert [event["supplies"] for event in told(m, "ordered")] == [0, 1]


@pytest.mark.rule("commander", "ord.1", "R11")
def test_axis_forces_are_avoided_if_another_way_is_as_short():
    g = table({"15pz": "mechili"})
    assert {g.place_id(a) for a in toward(g, at(g, "msus"), at(g, "tobruk"))} == {"na_benghazi"}
    blocked = table({"15pz": "alamein"})
    ways = toward(blocked, at(blocked, "matruh"), at(blocked, "cairo"))
    assert [blocked.place_id(a) for a in ways] == ["na_alamein"]  # no other is as short


@pytest.mark.rule("commander", "ord.1", "ord.4", "R41")
def test_with_all_objectives_held_the_order_is_random():
    g = table({"15pz": "sirte", "9aus": "tripoli", "70": "benghazi"})
    assert targets(g, Step("objective", -1, 0)) == []
    held = table({"15pz": "tobruk", "9aus": "tripoli"})
    assert targets(held, Step("objective", -1, 0)) == [at(held, "tobruk")]


@pytest.mark.rule("commander", "R54")
def test_orders_look_at_control_as_it_was_after_the_last_step():
    here = {"15pz": "sirte", "9aus": "benghazi", "70": "msus"}
    g = table(here, step="orders")
    g.control[at(g, "tobruk")] = 0
    g.control[at(g, "tripoli")] = 1
    assert targets(g, Step("objective", -1, 0)) == [at(g, "tobruk")]
    m = go(scene(g), (4,))
    assert told(m, "orders_roll")[0]["orders"] == ("objective",)
    assert where(m, "9aus") == "tobruk"  # it moves in first, and yet the other makes for it too
    assert asked(m) == "tie_t9"
    go(m, "to mechili")
    assert told(m, "ordered")[-1]["aim"] == "na_tobruk"


@pytest.mark.rule("commander", "ord.4", "ord.1")
def test_a_random_move_is_drawn_among_the_neighbours():
    here = {"15pz": "tripoli", "9aus": "msus"}
    g = table(here, step="orders")
    g.control = [1] * len(g.control)  # every flag is Allied
    m = go(scene(g), (4,))
    assert told(m, "orders_roll")[0]["orders"] == ("objective",)
    assert asked(m) == "random_area"
    assert m.chance is not None
    assert sorted(m.chance.items) == [  # type: ignore[union-attr]
        "na_agedabia", "na_benghazi", "na_mechili", "na_tengeder",
    ]  # fmt: skip
    go(m, ["tengeder"])
    assert where(m, "9aus") == "tengeder"
    assert told(m, "wandered")[0]["place"] == "na_tengeder"


# -- ord.2: Advance ------------------------------------------------------------------------------


@pytest.mark.rule("commander", "ord.2", "R11")
def test_advance_makes_for_the_nearest_axis_force():
    g = table({"15pz": "tobruk", "pavia": "sirte"})
    assert [g.place_id(a) for a in aims(g, at(g, "alamein"))] == ["na_tobruk"]
    assert [g.place_id(a) for a in aims(g, at(g, "agedabia"))] == ["na_sirte", "na_tobruk"]


@pytest.mark.rule("commander", "advance.2", "advance.4", "R42")
def test_one_and_two_axis_forces_are_matched_before_a_new_cycle():
    here = {"15pz": "agedabia", "21pz": "mechili", "pavia": "mechili",
            "9aus": "msus", "70": "msus", "2arm": "msus", "1arm": "msus"}  # fmt: skip
    m = go(orders(here), (3,))
    assert asked(m) == "tie_t8"
    assert "send 9aus agedabia" in offers(m)
    assert "send 9aus mechili" in offers(m)
    go(m, "send 9aus agedabia")
    assert all(offer.endswith("mechili") for offer in offers(m))  # Agedabia is matched
    go(m, "send 70 mechili", "send 1arm mechili")
    assert offers(m) == ["send 2arm agedabia", "send 2arm mechili"]  # a new cycle
    go(m, "send 2arm agedabia")
    assert [where(m, name) for name in ("9aus", "70", "1arm", "2arm")] == [
        "agedabia", "mechili", "mechili", "agedabia",
    ]  # fmt: skip


@pytest.mark.rule("commander", "R42")
def test_a_force_counts_once_for_its_latest_target():
    g = table({"15pz": "agedabia", "21pz": "mechili", "9aus": "msus", "70": "msus"})
    nine, seventy = force(g, "9aus"), force(g, "70")
    both = [at(g, "agedabia"), at(g, "mechili")]
    g.aim[nine] = both[0]
    assert open_aims(g, seventy, both) == [both[1]]
    assert open_aims(g, nine, both) == both  # its own earlier aim is set aside


@pytest.mark.rule("commander", "advance.3", "abattle.1")
def test_after_all_orders_the_battles_are_fought_and_the_axis_defends():
    m = go(orders({"15pz": "agedabia", "9aus": "benghazi"}), (4,))
    assert where(m, "9aus") == "agedabia"
    assert asked(m) == "allied_plans"
    assert m.state.step == "allied_battles"
    assert told(m, "battle")[0]["side"] == "allied"
    go(m, ["press"], "done", (6,), (6,), (6,), (6,))
    assert where(m, "9aus") == "benghazi"  # back to where it came from


@pytest.mark.rule("commander", "advance.5")
def test_without_axis_forces_an_advance_is_random():
    m = go(orders({"9aus": "benghazi"}), (3,))
    assert asked(m) == "random_area"


@pytest.mark.rule("commander", "ord.3")
def test_hold_is_no_movement():
    m = go(orders({"15pz": "sirte", "21pz": "tengeder", "9aus": "benghazi"}), (3,))
    assert told(m, "orders_roll")[0]["orders"] == ("hold",)
    assert where(m, "9aus") == "benghazi"


@pytest.mark.rule("commander", "ord.5")
def test_retreat_makes_for_a_placement_area_the_axis_does_not_hold():
    here = {"15pz": "bardia", "21pz": "bardia", "9aus": "mechili"}
    m = go(orders(here), (2,))  # 2 - 1: Retreat
    assert told(m, "orders_roll")[0]["orders"] == ("retreat",)
    assert where(m, "9aus") == "tobruk"
    taken = table({"15pz": "tobruk", "9aus": "mechili"})
    names = [taken.place_id(a) for a in targets(taken, Step("retreat", -1, 0))]
    assert names == ["na_alexandria", "na_cairo"]
    beaches = table({"21": "sword", "1us": "bayeux"}, campaign="dd")
    names = [beaches.place_id(a) for a in targets(beaches, Step("retreat", -1, 0))]
    assert names == ["dd_utah", "dd_omaha", "dd_gold", "dd_juno"]  # controlled by nobody
    none = table({"15pz": "tobruk", "21pz": "cairo", "pavia": "alexandria", "9aus": "mechili"})
    assert targets(none, Step("retreat", -1, 0)) == []


@pytest.mark.rule("commander", "ord.6")
def test_an_area_order_makes_for_the_named_area():
    m = go(orders({"15pz": "sirte", "7arm": "siwa"}), (2,))  # no Axis in Egypt: 3
    assert told(m, "orders_roll")[0]["orders"] == ("area:na_alamein",)
    assert where(m, "7arm") == "matruh"
    there = go(orders({"15pz": "sirte", "7arm": "alamein"}), (2,))
    assert where(there, "7arm") == "alamein"


@pytest.mark.rule("commander", "ord.1")
def test_equally_near_targets_are_a_tie():
    g = table({"21": "falaise", "1us": "bayeux"}, campaign="dd", step="orders")
    m = go(scene(g), (2,))  # 3: Objective; St. Lo and Caen are both two areas away
    assert asked(m) == "tie_t10"
    assert offers(m) == ["toward stlo", "toward caen"]
    go(m, "toward caen")
    assert asked(m) == "allied_resupply"
    assert where(m, "1us") == "tilly"
    tied = orders({"15pz": "alexandria", "21pz": "tripoli", "7arm": "matruh", "pavia": "cairo"})
    go(tied, (6,))
    assert told(tied, "orders_roll")[0]["orders"][0] == "objective"
    assert where(tied, "7arm") == "alamein"  # both lie behind it: nobody is asked


@pytest.mark.rule("commander", "ord.1", "R11")
def test_of_equally_near_targets_the_one_is_made_for_that_needs_no_battle():
    g = table({"21": "tilly", "1us": "bayeux"}, campaign="dd", step="orders")
    m = go(scene(g), (2,))  # Objective: Tilly is the way to Caen, those to St. Lo are free
    assert told(m, "orders_roll")[0]["orders"] == ("objective",)
    assert asked(m) == "tie_t9"
    assert offers(m) == ["to trevieres", "to caumont"]
    go(m, "to caumont")
    assert told(m, "ordered")[0]["aim"] == "dd_stlo"


@pytest.mark.rule("commander", "ord.1", "R11")
def test_with_axis_forces_on_the_way_to_all_of_them_the_tie_stays():
    here = {"21": "tilly", "352": "trevieres", "12ss": "caumont", "1us": "bayeux"}
    m = go(scene(table(here, campaign="dd", step="orders")), (4,))
    assert told(m, "orders_roll")[0]["orders"] == ("objective",)
    assert asked(m) == "tie_t10"
    assert offers(m) == ["toward stlo", "toward caen"]


# -- paid -------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "paid.1", "paid.2")
def test_second_armoured_moves_three_areas_from_cairo_for_two_supplies():
    here = {"15pz": "sirte", "6aus": "cairo", "2arm": "cairo"}
    m = go(orders(here, supplies=(0, 2), options=("break_ties",)), (5,))
    assert told(m, "orders_roll")[0]["orders"] == ("advance", "advance-1", "advance-1")
    assert [event["place"] for event in told(m, "ordered")][:2] == ["na_alamein", "na_matruh"]
    assert len(told(m, "ordered")) == 3
    assert supplies(m)[1] == 0


@pytest.mark.rule("commander", "paid.1")
def test_who_cannot_be_paid_for_does_not_make_the_move():
    here = {"15pz": "sirte", "9aus": "benghazi", "3ind": "mechili"}
    m = orders(here, supplies=(0, 1))
    go(m, (6,), "to benghazi")
    assert asked(m) == "tie_t6"
    assert offers(m) == ["go 9aus", "go 3ind"]
    go(m, "go 3ind")
    assert told(m, "cannot_pay") == [{"unit": "na_9aus"}]
    assert supplies(m)[1] == 0


# -- the variant ---------------------------------------------------------------------------------


@pytest.mark.rule("commander", "R6")
def test_the_siege_variant_costs_a_small_garrison_supplies_and_a_large_one_hits():
    here = {"15pz": "tengeder", "7aus": "tobruk"}
    m = orders(here, supplies=(0, 5), options=("tobruk_attrition",))
    assert asked(m) == "attrition"
    go(m, (4,))
    assert supplies(m)[1] == 4
    two = here | {"9aus": "tobruk"}
    m = go(orders(two, supplies=(0, 5), options=("tobruk_attrition",)), (1,))
    assert (supplies(m)[1], strength(m, "7aus")) == (3, "full")
    crowd = two | {"70": "tobruk"}
    m = go(orders(crowd, supplies=(0, 5), options=("tobruk_attrition",)), (2,))
    assert supplies(m)[1] == 5
    assert strength(m, "7aus") == "reduced"
    missed = go(orders(crowd, options=("tobruk_attrition",)), (3,))
    assert strength(missed, "7aus") == "full"
    off = orders(here)
    assert told(off, "siege") == []
