"""8 Plans that can do nothing in a battle are sold, but not without a word (R60)."""

import msgspec
import pytest

from khamsin.kernel.text.narrator import Narrator
from khamsin.table.show import presenter
from tests.games.commander.staging import GAME, asked, at, go, offers, scene, table
from tests.games.commander.test_07_battles import attack

SAY = Narrator(GAME)


def all_remarks(m):
    """What is said of the options, by their second word."""
    told = SAY.remarks(m.state, "axis", m.legal())
    return {option[1]: said for option, said in told.items()}


def remarks(m):
    """The plans that are said to be no help, by their names."""
    return {plan: said for plan, said in all_remarks(m).items() if said.startswith("No help")}


@pytest.mark.rule("commander", "xplan.2", "xplan.3")
def test_a_plan_tells_its_price():
    m = go(defence({"15pz": "tobruk"}, supplies=(3, 0)), ["dig_in"])
    assert all_remarks(m)["tactics"] == "costs 1 Plan Point"
    go(m, "plan german_88")  # which takes the points
    assert all_remarks(m)["tactics"] == "costs 1 Plan Point; Supplies added: 1"


@pytest.mark.rule("commander", "check.2")
def test_a_move_into_a_full_area_tells_what_it_will_cost():
    names = ("ariete", "pavia", "trento", "brescia", "bologna", "savona")
    bare = table({"15pz": "agedabia"})
    limit = bare.c.regions[bare.c.region_of[at(bare, "benghazi")]].limit
    for count, is_told in ((limit - 1, False), (limit, True)):
        here = dict.fromkeys(names[:count], "benghazi")
        g = table({"15pz": "agedabia", **here}, step="moves")
        assert bool(all_moves(g)["benghazi"]) == is_told
    assert "Over the limit" in all_moves(g)["benghazi"]


def all_moves(g):
    """What is said of a move of 15th Panzer, by where it leads."""
    fact = {
        place: GAME.presentation.remark(g, "axis", ("move", "na_15pz", place))
        for place in g.c.place_ids
    }
    return {
        place.removeprefix("na_"): said and SAY.fact("remark", said) for place, said in fact.items()
    }


def defence(forces, **more):
    """The Allies attack Tobruk; the Axis buys plans."""
    g = table(forces | {"70": "tobruk"}, step="allied_battles", **more)
    g.attacker[at(g, "tobruk")] = 1
    return scene(g)


@pytest.mark.rule("commander", "xplan.3", "plan.12", "place.4", "R60")
def test_press_is_no_help_in_a_battle_to_the_finish():
    g = table({"15pz": "tobruk", "70": "tobruk"}, step="allied_resupply", stage=1, supplies=(3, 0))
    g.attacker[at(g, "tobruk")] = 1
    m = go(scene(g), ["dig_in"])
    assert "plan press" in offers(m)  # it may be bought
    assert remarks(m)["press"] == "No help: this battle goes on to the finish anyway"
    other = go(defence({"15pz": "tobruk"}, supplies=(3, 0)), ["dig_in"])
    assert "press" not in remarks(other)


@pytest.mark.rule("commander", "xplan.3", "plan.2", "R24", "R60")
def test_assault_is_no_help_in_defence_nor_without_armoured_or_motorised_forces():
    m = go(defence({"15pz": "tobruk"}, supplies=(3, 0)), ["dig_in"])
    assert remarks(m)["assault"] == "No help: it works only where the Axis attacks"
    infantry = attack({"pavia": "benghazi", "2arm": "agedabia"}, plans=["dig_in"], supplies=(3, 0))
    assert remarks(infantry)["assault"].startswith("No help: no armoured or motorised Force")
    armour = attack({"15pz": "benghazi", "2arm": "agedabia"}, plans=["dig_in"], supplies=(3, 0))
    assert "assault" not in remarks(armour)


@pytest.mark.rule("commander", "xplan.3", "plan.5", "R60")
def test_cohesion_is_no_help_without_a_pair():
    one = attack({"15pz": "benghazi", "pavia": "msus", "2arm": "agedabia"}, plans=["dig_in"])
    assert remarks(one)["cohesion"].startswith("No help: it takes two")
    two = {"trento": "benghazi", "pavia": "msus", "2arm": "agedabia"}
    assert "cohesion" not in remarks(attack(two, plans=["dig_in"]))


@pytest.mark.rule("commander", "xplan.3", "plan.8", "plan.11", "R27", "R60")
def test_disrupt_and_intel_are_no_help_where_there_is_nothing_to_take():
    bare = {"15pz": "benghazi", "2arm": "agedabia"}
    m = attack(bare, reduced=["2arm"])  # a reduced Force brings no plan
    assert remarks(m)["disrupt"] == "No help: the Allies have no Supplies"
    assert remarks(m)["intel"] == "No help: the Allies have no plans"
    rich = attack(bare, plans=["dig_in"], supplies=(0, 1))
    assert not remarks(rich).keys() & {"disrupt", "intel"}
    ambush = attack({**bare, "9aus": "agedabia"}, plans=["ambush", "salvage"])
    assert "disrupt" not in remarks(ambush)  # their first hits may bring them Supplies


@pytest.mark.rule("commander", "xplan.3", "plan.9", "plan.13", "R60")
def test_exploit_is_no_help_if_nothing_is_left_to_pay_it_with():
    bare = {"15pz": "benghazi", "2arm": "agedabia"}
    assert "exploit" in remarks(attack(bare, plans=["dig_in"]))
    assert "exploit" not in remarks(attack(bare, plans=["dig_in"], supplies=(1, 0)))
    m = attack(bare, plans=["dig_in"], supplies=(1, 0))
    go(m, "plan at_guns")  # one point is left, and Exploit costs two
    assert "exploit" in remarks(m)
    m = attack(bare, plans=["dig_in"], supplies=(1, 0))
    go(m, "plan salvage")
    assert "exploit" not in remarks(m)  # Salvage may bring what it takes


@pytest.mark.rule("commander", "xplan.3", "R60")
def test_the_remark_stands_behind_the_option_and_on_the_card():
    m = go(defence({"15pz": "tobruk"}, supplies=(3, 0)), ["dig_in"])
    assert asked(m) == "plans"
    told = [msgspec.json.decode(raw) for raw in presenter.options("commander", "en", m, "axis", {})]
    (assault,) = [option for option in told if option["words"] == ["plan", "assault"]]
    assert assault["text"].endswith("Assault (No help: it works only where the Axis attacks)")
    assert assault["item"].endswith("(No help: it works only where the Axis attacks)")
    (tactics,) = [option for option in told if option["words"] == ["plan", "tactics"]]
    assert tactics["text"] == "Buy Tactics (costs 1 Plan Point)"
    hand = next(
        hand
        for hand in GAME.presentation.picture(m.state, "axis", SAY)["hands"]
        if hand["id"] == "plans"
    )
    texts = {card["id"]: card["text"] for card in hand["cards"]}
    assert texts["assault"].endswith("No help: it works only where the Axis attacks.")
    assert "No help" not in texts["tactics"]
