"""11 Non-battle moves, the Supply Check, and the Axis Resupply step."""

import pytest

from khamsin.games.commander.rules.supply import placement_areas, resupply_points
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
    until,
    where,
    why,
)  # fmt: skip


@pytest.mark.rule("commander", "nbmove.1", "nbmove.3", "R34")
def test_forces_move_where_no_enemies_are_and_pay_for_further_areas():
    here = {"15pz": "elagheila", "2arm": "agedabia"}
    m = scene(table(here, step="moves", supplies=(1, 0)))
    assert offers(m, "move") == ["15pz sirte", "15pz buerat"]
    assert why(m, "15pz agedabia") == "nbmove.1 enemy_there"
    assert why(m, "15pz msus") == "move.3 enemies_in_the_way"
    go(m, "move 15pz buerat")
    assert told(m, "moved") == [{"unit": "na_15pz", "place": "na_buerat", "supplies": 1}]
    assert supplies(m)[0] == 0


@pytest.mark.rule("commander", "nbmove.2")
def test_a_force_moves_once():
    here = {"15pz": "sirte", "21pz": "sirte", "2arm": "agedabia"}
    m = go(scene(table(here, step="moves")), "move 15pz buerat")
    assert {offer.split()[0] for offer in offers(m, "move")} == {"21pz"}


# -- check ---------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "check.1", "check.3")
def test_the_limits_of_the_regions():
    assert [(r.name, r.limit) for r in PACK.campaigns["na"].regions] == [
        ("Tripoli", 3), ("Tobruk", 2), ("Egypt", 1),
    ]  # fmt: skip


@pytest.mark.rule("commander", "check.2", "check.4", "R33")
def test_four_forces_in_an_area_of_tobruk_are_two_too_many():
    names = ["15pz", "21pz", "pavia", "savona"]
    g = table(dict.fromkeys(names, "mechili"), step="supply_check", supplies=(2, 0))
    m = scene(g)
    assert asked(m) == "supply_check"
    assert offers(m) == ["pay", "hit 15pz", "hit 21pz", "hit pavia", "hit savona"]
    go(m, "pay")
    assert supplies(m)[0] == 0
    assert "pay" not in offers(m)
    go(m, "hit pavia")
    assert strength(m, "pavia") == "reduced"
    assert m.state.step == "resupply"


@pytest.mark.rule("commander", "R33", "check.2")
def test_the_same_force_may_take_two_hits_and_the_excess_stays_as_it_was():
    names = ["15pz", "21pz", "pavia", "savona"]
    m = scene(table(dict.fromkeys(names, "mechili"), step="supply_check"))
    go(m, "hit pavia", "hit pavia")
    assert where(m, "pavia") == "destroyed"
    assert m.state.step == "resupply"


@pytest.mark.rule("commander", "check.2")
def test_each_area_is_checked_by_its_own_limit():
    here = {"15pz": "sirte", "21pz": "sirte", "pavia": "sirte", "savona": "siwa", "trento": "siwa",
            "6aus": "cairo"}  # fmt: skip
    m = scene(table(here, step="supply_check"))
    assert m.decision is not None
    assert m.decision.facts["place"] == "na_siwa"
    go(m, "hit savona")
    assert m.state.step == "resupply"


@pytest.mark.rule("commander", "check.5")
def test_the_allies_stack_as_they_like():
    names = ["2arm", "9aus", "3ind", "7aus", "7arm", "6aus"]
    m = scene(table({**dict.fromkeys(names, "cairo"), "15pz": "sirte"}, step="supply_check"))
    assert asked(m) == "resupply"
    assert told(m, "over_limit") == []


# -- points --------------------------------------------------------------------------------------


def points(g):
    return sum(resupply_points(g))


@pytest.mark.rule("commander", "points.1", "points.2", "points.4")
def test_five_points():
    g = table({"15pz": "sirte", "9aus": "benghazi", "6aus": "cairo"}, step="resupply",
              destroyed=["2arm", "3ind"])  # fmt: skip
    for name in ("2arm", "3ind"):
        g.fallen_in[force(g, name)] = 1
    assert resupply_points(g) == (0, 3, 0, 2)


@pytest.mark.rule("commander", "points.5", "R2")
def test_eight_points():
    g = table({"15pz": "tobruk", "6aus": "cairo"}, step="resupply",
              destroyed=["2arm", "3ind", "9aus"])  # fmt: skip
    for name in ("2arm", "3ind", "9aus"):
        g.fallen_in[force(g, name)] = 1  # they fell in the region of Tobruk
    assert points(g) == 8
    for name in ("2arm", "3ind", "9aus"):
        g.fallen_in[force(g, name)] = 2
    assert points(g) == 11  # the region was quiet for the whole period


@pytest.mark.rule("commander", "points.2", "options.1")
def test_malta_gives_two_points_more():
    g = table({"15pz": "sirte", "6aus": "cairo"}, step="resupply", options=("na_malta",))
    assert resupply_points(g) == (2, 6, 0, 0)


@pytest.mark.rule("commander", "points.3", "R2")
def test_after_counting_the_destroyed_allies_are_in_the_cup():
    g = table({"15pz": "sirte", "6aus": "cairo"}, step="resupply", destroyed=["2arm"])
    g.fallen_in[force(g, "2arm")] = 1
    m = scene(g)
    assert where(m, "2arm") == "cup"
    assert m.state.fallen_in[force(m.state, "2arm")] == -1


# -- spend ---------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "spend.1", "spend.2", "spend.3", "R4")
def test_six_points_buy_ninth_light_savona_and_four_supplies():
    g = table({"15pz": "sirte", "6aus": "cairo"}, step="resupply", pool=["9light", "savona"])
    m = scene(g)
    assert m.state.points == 6
    go(m, "buy 9light tripoli", "buy savona tripoli", "supplies", "supplies")
    assert (m.state.points, supplies(m)[0]) == (0, 4)
    assert m.state.step == "operations"  # nothing is left to buy


@pytest.mark.rule("commander", "spend.4", "spend.2")
def test_thirteen_points_buy_a_panzer_division_and_more():
    g = table({"21pz": "sirte", "6aus": "cairo"}, step="resupply", stage=1, points=13,
              pool=["15pz", "trento", "9light"])  # fmt: skip
    m = go(scene(g), "buy 15pz tripoli", "buy trento tripoli", "buy 9light tripoli")
    assert m.state.points == 3  # 5 for 15th Panzer: its superior 2 costs nothing
    go(m, "supplies", "supplies", "supplies")
    assert supplies(m)[0] == 6


@pytest.mark.rule("commander", "spend.1")
def test_points_that_are_not_spent_are_lost():
    m = scene(table({"15pz": "sirte", "6aus": "cairo"}, step="resupply"))
    assert m.state.points == 6
    go(m, "done")
    assert m.state.points == 0


@pytest.mark.rule("commander", "spend.2", "R38")
def test_what_cannot_be_bought():
    g = table({"15pz": "sirte", "6aus": "cairo"}, step="resupply", stage=1, points=2,
              pool=["9light", "trento"], destroyed=["pavia"])  # fmt: skip
    m = scene(g)
    assert why(m, "buy 9light tripoli") == "spend.2 too_dear"
    assert why(m, "buy pavia tripoli") == "spend.2 not_in_pile"
    assert why(m, "buy trento sirte") == "place.1 no_placement"
    assert why(m, "recover pavia") == "refit.1 no_supplies"
    assert why(m, "recover trento") == "xdead.2 not_destroyed"
    go(m, "buy trento tripoli")
    assert (strength(m, "trento"), level(m, "trento")) == ("full", "plain")


# -- place ---------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "place.1", "place.2", "R17")
def test_always_tripoli_and_fortress_tobruk_if_held():
    g = table({"15pz": "sirte"})
    assert placement_areas(g) == [at(g, "tripoli")]
    held = table({"15pz": "tobruk"})
    assert placement_areas(held) == [at(held, "tripoli"), at(held, "tobruk")]


@pytest.mark.rule("commander", "place.3")
def test_the_allies_place_in_tobruk_alexandria_and_cairo():
    c = PACK.campaigns["na"]
    assert [area.id for area in c.areas if area.allied_placement] == [
        "na_tobruk", "na_alexandria", "na_cairo",
    ]  # fmt: skip
    assert {row.area for row in c.resupply_entries} == set(c.refuges)


@pytest.mark.rule("commander", "place.4", "R49", "R30")
def test_new_axis_forces_fight_to_the_finish_where_the_enemy_stands():
    g = table({"9aus": "tripoli", "15pz": "sirte"}, step="resupply", stage=1, points=9,
              pool=["21pz"], supplies=(0, 0))  # fmt: skip
    m = go(scene(g), "buy 21pz tripoli", "done")
    assert asked(m) == "allied_plans"
    go(m, ["press"], "done", (6,), (6,), (6,), (6,), (6,), (6,))
    assert asked(m) == "axis_dice"  # Press was not needed, and the rounds go on
    assert told(m, "press") == []
    go(m, (1,), (6,))
    assert told(m, "round")[-1]["round"] == 4
    assert told(m, "battle_won") == [{"place": "na_tripoli", "side": "axis"}]


@pytest.mark.rule("commander", "R49")
def test_a_new_force_does_not_move_again_in_its_turn():
    g = table({"15pz": "sirte", "6aus": "cairo"}, step="resupply", pool=["savona"])
    m = go(scene(g), "buy savona tripoli")
    assert m.state.moved[force(m.state, "savona")] == 1
    until(m, "operation")
    assert where(m, "savona") == "tripoli"
