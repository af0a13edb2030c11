"""3 and 4 Forces: their numbers, their types, and how they hit."""

import pytest

from khamsin.games.commander.model.pieces import ARMOUR, INFANTRY, MOTORISED
from khamsin.games.commander.rules.forces import attack, reach, superior
from khamsin.games.commander.rules.rounds import Die, hits_of
from tests.games.commander.staging import (
    PACK,
    asked,
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


@pytest.mark.rule("commander", "values.1", "attack.2")
def test_the_numbers_of_15th_panzer():
    g = table({"15pz": "sirte"})
    unit = force(g, "15pz")
    assert (attack(g, unit), superior(g, unit), reach(g, unit)) == (5, 2, 3)
    die = Die((unit,), "", 5, 2)
    assert [hits_of(die, value) for value in range(1, 7)] == [2, 2, 1, 1, 1, 0]


@pytest.mark.rule("commander", "attack.1", "defence.1", "R21")
def test_attackers_roll_attack_and_superior_defenders_defence_only():
    m = scene(table({"15pz": "benghazi", "7arm": "agedabia"}))
    go(m, "move 15pz agedabia", ["at_guns"], "done", (2,), (3, 4))
    assert told(m, "superior_die")[0]["hits"] == 2
    (die,) = told(m, "force_die")  # 7th Armoured defends: its superior 1 does not count
    assert (die["needed"], die["double"], die["hits"]) == (3, 0, 1)


@pytest.mark.rule("commander", "R21")
def test_six_or_more_always_hits_and_nothing_never():
    assert [hits_of(Die((0,), "", 7, 0), value) for value in (1, 6)] == [1, 1]
    assert [hits_of(Die((0,), "", 0, 0), value) for value in (1, 6)] == [0, 0]


@pytest.mark.rule("commander", "forces.1", "hits.1")
def test_a_hit_turns_a_force_over_and_a_second_destroys_it():
    m = scene(table({"21pz": "benghazi", "3ind": "agedabia"}))
    go(m, "move 21pz agedabia", ["dig_in"], "done", (3,), (6,))
    assert strength(m, "3ind") == "full"
    m = scene(table({"21pz": "benghazi", "2arm": "agedabia"}))
    go(m, "move 21pz agedabia", ["at_guns"], "done", (3,), (6, 6))
    assert (strength(m, "2arm"), where(m, "2arm")) == ("reduced", "agedabia")
    m = scene(table({"21pz": "benghazi", "2arm": "agedabia"}, reduced=["2arm"]))
    go(m, "move 21pz agedabia", "done", (3,), (6,))
    assert where(m, "2arm") == "destroyed"


@pytest.mark.rule("commander", "maxmove.1")
def test_a_force_moves_no_further_than_its_number():
    m = scene(table({"pavia": "tripoli", "15pz": "tripoli"}, step="moves", supplies=(9, 0)))
    assert "pavia buerat" in offers(m, "move")
    assert "pavia sirte" not in offers(m, "move")
    assert "15pz sirte" in offers(m, "move")
    assert "15pz elagheila" not in offers(m, "move")


@pytest.mark.rule("commander", "types.1", "R5")
def test_there_are_three_types():
    types = {unit.id: unit.type for unit in PACK.campaigns["na"].units}
    assert types["na_15pz"] == ARMOUR
    assert types["na_9light"] == MOTORISED
    assert types["na_pavia"] == INFANTRY
    assert PACK.campaigns["na"].units[8].name == "9th Light"


@pytest.mark.rule("commander", "dice.1")
def test_every_roll_is_of_single_dice():
    m = scene(table({"15pz": "benghazi", "pavia": "benghazi", "2arm": "agedabia"}))
    go(m, "move 15pz agedabia", "move pavia agedabia", ["intel"], "plan at_guns", "done")
    assert m.chance is not None
    assert m.chance.why == "intel"
    go(m, ["at_guns"])
    assert asked(m) == "axis_dice"
    assert m.chance.count == 2  # one for each Force
    go(m, (6, 6), (6,))
    assert len(told(m, "force_die")) + len(told(m, "superior_die")) == 3


@pytest.mark.rule("commander", "solo.1", "solo.2", "arefit.1")
def test_a_tie_is_the_players_to_break():
    g = {"1arm": "cairo", "8arm": "alexandria", "2sa": "cairo", "15pz": "sirte"}
    worn = ["1arm", "8arm", "2sa"]
    m = scene(table(g, step="allied_refit", reduced=worn, supplies=(0, 3)))
    assert asked(m) == "tie_t1"
    assert offers(m) == ["refit 8arm", "refit 1arm"]
    go(m, "refit 8arm")
    assert [strength(m, name) for name in worn] == ["reduced", "full", "reduced"]
    assert supplies(m)[1] == 1


@pytest.mark.rule("commander", "solo.1")
def test_ties_are_broken_for_those_who_wish_by_the_order_of_the_data():
    g = {"1arm": "cairo", "8arm": "alexandria", "2sa": "cairo", "15pz": "sirte"}
    worn = ["1arm", "8arm", "2sa"]
    m = scene(table(g, step="allied_refit", reduced=worn, supplies=(0, 3), options=("break_ties",)))
    assert asked(m) == "operation"
    assert [strength(m, name) for name in worn] == ["reduced", "full", "reduced"]
    assert told(m, "tie_broken") == [{"tie": "t1", "choices": 2}]
    assert ("allied_refit", "tie_broken") in [entry[:2] for entry in m.state.followed]
