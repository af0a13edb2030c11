"""Chapter 7: stacking."""

import pytest

from khamsin.games.malta.rules.combat.retreat import retreat_stack
from khamsin.games.malta.rules.control import load
from khamsin.games.malta.rules.movement.movement import move_unit
from khamsin.games.malta.rules.movement.regroup import stacking
from tests.games.malta.staging import at, run, table, u, where

FOUR = {"li_1_33": "1213", "li_2_33": "1213", "li_3_33": "1213", "li_1_34": "1213"}


@pytest.mark.rule("malta", "7.0", "7.1", "R21", "R45", "16.33")
@pytest.mark.parametrize(
    ("unit", "more"),
    [
        ("li_2_34", 2), ("eng_11_1", 1), ("hq_4", 0), ("ldr_chirieleison", 0), ("art_28", 2),
        ("mc_39_1", 1),
    ],
)  # fmt: skip
def test_what_a_unit_counts(unit, more):
    g = table(FOUR)
    assert load(g, 1, at("1213")) == g.pack.limits.stacking == 8
    assert load(table(FOUR | {unit: "1213"}), 1, at("1213")) == 8 + more


@pytest.mark.rule("malta", "7.1", "R21", "R45", "16.51", "17.31")
def test_remnants_second_hqs_strongpoints_guns_and_militia():
    assert load(table({"li_1_33": "1213"}, level={"li_1_33": 2}), 1, at("1213")) == 1
    assert load(table({"hq_4": "1213", "hq_20": "1213"}), 1, at("1213")) == 1
    allied = table({"sp_1": "1213", "cg_01": "1213", "mil_1": "1213", "br_2d": "1213"})
    assert load(allied, 0, at("1213")) == 3


@pytest.mark.rule("malta", "7.2", "R45")
def test_the_enemy_removes_what_is_too_much_at_the_end_of_a_phase():
    g = table(FOUR | {"li_2_34": "1213", "ldr_chirieleison": "1213"})
    run(stacking(g), "remove li_2_33")
    assert where(g, "li_2_33") == "eliminated"
    assert load(g, 1, at("1213")) == 8
    assert g.lost == [0, 3]  # the whole battalion
    run(stacking(g))  # nothing more is asked


@pytest.mark.rule("malta", "7.1", "7.2", "16.33")
def test_what_counts_nothing_is_not_removed():
    four = dict.fromkeys(("br_2d", "br_1d", "br_4b", "br_8m"), "1213")
    free = {"mil_1": "1213", "cg_01": "1213", "ldr_beak": "1213"}
    run(stacking(table(four | free)))  # nobody is too much
    for name in free:
        with pytest.raises(AssertionError, match="not offered"):
            run(stacking(table(four | free | {"mg_a": "1213"})), f"remove {name}")
    g = table(four | free | {"mg_a": "1213"})
    run(stacking(g), "remove mg_a")
    assert where(g, "mg_a") == "eliminated"


@pytest.mark.rule("malta", "7.2")
def test_passing_through_a_full_hex_is_free():
    g = table(FOUR | {"li_2_34": "1113"})
    run(move_unit(g, u("li_2_34"), strategic=False), "go 1213", "go 1214", "stop")
    assert where(g, "li_2_34") == "1214"


@pytest.mark.rule("malta", "7.3")
def test_a_retreat_ends_where_there_is_room():
    g = table({"li_2_34": "1314", "br_2d": "1414"} | FOUR)
    with pytest.raises(AssertionError, match="not offered"):
        run(retreat_stack(g, (u("li_2_34"),), 1, (at("1414"),)), "to 1213")
    run(retreat_stack(g, (u("li_2_34"),), 1, (at("1414"),)), "to 1214")
    assert where(g, "li_2_34") == "1214"


@pytest.mark.rule("malta", "7.3")
def test_with_no_room_it_goes_on_just_far_enough():
    full = dict.fromkeys(FOUR, "0805")
    g = table(full | {"li_2_34": "0804", "br_inf_co_1": "0705"})
    run(retreat_stack(g, (u("li_2_34"),), 1, (at("0705"),)))  # 0805 is the only way, and full
    assert where(g, "li_2_34") == "0706"
