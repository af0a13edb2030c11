"""Chapter 9.1-9.4, 9.9: who may attack, strengths, odds, modifiers; the worked example."""

from typing import Any

import pytest

from khamsin.games.malta.model.state import DROPPED, FLEW_IN, LANDED, Battle
from khamsin.games.malta.rules.combat.attackers import able, attackable, why_not_attack
from khamsin.games.malta.rules.combat.firepower import defensive_total, offensive_total
from khamsin.games.malta.rules.combat.losses import eliminate
from khamsin.games.malta.rules.combat.modifiers import (
    average_morale,
    column,
    defence_total,
    terrain_line,
)
from khamsin.games.malta.rules.combat.pledges import leave_out
from khamsin.kernel.play.odds import level_of, odds_text
from tests.games.malta.fighting import battle, odds
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    offers,
    order,
    run,
    scene,
    table,
    told,
    u,
    where,
)

EXAMPLE = {
    "fo_v_186": "1113", "fo_vi_186": "1212", "fo_vii_186": "1313", "tank_10": "1212",
    "fo_art_1": "1012", "fo_art_2": "1012", "br_2d": "1213", "br_1d": "1213", "art_12": "1613",
}  # fmt: skip
GUNS: dict[str, Any] = {"deployed": ["fo_art_1", "fo_art_2", "art_12"]}


@pytest.mark.rule(
    "malta", "9.95.ex", "9.3.a", "9.3.b", "9.3.c", "9.3.e", "9.3.h", "9.3.i", "9.4", "9.92.int_a",
    "9.92.mor", "9.92.arm_a", "9.92.mix", "9.85", "9.2",
)  # fmt: skip
def test_the_186th_regiment_attacks():
    m = scene(table(EXAMPLE, phase="support", formation={"tank_10": "div4"}, **GUNS))
    go(m, "support fo_art_1 1213", "support fo_art_2 1213")
    assert asked(m) == "allied defend"
    go(m, "defend art_12 1213")
    assert asked(m) == "axis attack"
    go(m, "attack 1213", "all")
    told_odds = told(m, "odds")[-1]
    assert (told_odds["attack"], told_odds["defence"], told_odds["odds"]) == (29, 15, "6:1")
    assert set(told_odds["modifiers"]) == {"arm_a:+2", "int_a:+2", "mix:-1", "mor:+2"}
    assert told_odds["line"] == "other_day"
    go(m, (3, 3))
    assert told(m, "combat")[-1]["result"] == "-/3D"
    assert asked(m) == "allied lose"
    go(m, "lose br_2d")
    assert asked(m) == "allied stand"
    go(m, "retreat")
    assert [order(m.state, name) for name in ("br_2d", "br_1d")] == ["disorganised"] * 2
    go(m, "to 1315")  # 1214 was the only hex without a zone
    assert where(m.state, "br_1d") == where(m.state, "br_2d") == "1315"
    assert m.state.level[u("br_2d")] == 1
    assert asked(m) == "axis advance"
    go(m, "advance fo_v_186")
    assert asked(m) == "axis advance_on"  # the attacked hex and one beyond
    go(m, "to 1214")
    assert where(m.state, "fo_v_186") == "1214"
    go(m, "advance fo_vi_186", "stop", "done")
    assert m.state.ammo[u("fo_art_1")] == m.state.ammo[u("fo_art_2")] == 1
    assert asked(m) == "dice ammunition"  # and the British guns roll for theirs


@pytest.mark.rule("malta", "9.95.ex", "9.7", "9.71")
def test_standing_instead_would_cost_three_steps():
    m = scene(table(EXAMPLE, phase="attack", formation={"tank_10": "div4"}, **GUNS))
    go(m, "attack 1213", "all", (3, 3), "lose br_2d", "stand", (1,), "lose br_2d", "lose br_1d")
    assert where(m.state, "br_2d") == where(m.state, "br_1d") == "1213"
    assert [m.state.level[u(name)] for name in ("br_2d", "br_1d")] == [2, 1]


@pytest.mark.rule("malta", "9.0", "9.11", "9.15")
def test_attacks_are_voluntary_and_on_adjacent_units():
    m = scene(table({"li_1_33": "1113", "br_2d": "1213", "br_1d": "1314"}, phase="attack"))
    assert offers(m) == ["attack 1213", "done"]
    go(m, "done")
    assert asked(m) != "axis attack"
    g = table({"li_1_33": "1113", "cg_01": "1213", "ldr_beak": "1213", "sp_9": "1213"},
              seen=["sp_9"])  # fmt: skip
    assert attackable(g, 1) == []


@pytest.mark.rule("malta", "9.11", "R23")
def test_no_attack_over_hexsides_that_cannot_be_crossed():
    g = table({"li_1_33": "1007", "br_2d": "1107"})
    assert attackable(g, 1) == []  # all ocean between
    g = table({"tank_t": "1209", "br_2d": "1310"})
    assert attackable(g, 1) == []
    assert attackable(table({"li_1_33": "1209", "br_2d": "1310"}), 1) == [at("1310")]
    assert attackable(table({"tank_t": "1209", "br_2d": "1210"}), 1) == [at("1210")]


@pytest.mark.rule("malta", "9.12", "9.13", "R67")
def test_each_unit_attacks_once_and_each_hex_is_attacked_once():
    units = {"li_1_33": "1113", "li_2_33": "1212", "br_2d": "1213", "br_1d": "1114"}
    m = scene(table(units, phase="attack"))
    go(m, "attack 1213", "with li_2_33", "done", (3, 4))
    assert where(m.state, "br_2d") == "1213"
    assert offers(m) == ["attack 1114", "done"]  # 1213 has been attacked, 1113 can still go on
    assert able(m.state, 1, at("1213")) == [u("li_1_33")]


@pytest.mark.rule("malta", "9.14", "14.0", "16.57")
def test_all_units_of_a_hex_defend_together_but_not_guns_and_leaders():
    g = table({"br_2d": "1213", "mg_a": "1213", "cg_01": "1213", "ldr_beak": "1213",
               "li_1_33": "1113"})  # fmt: skip
    assert battle(g, "1213", "li_1_33").defenders == tuple(sorted((u("br_2d"), u("mg_a"))))


@pytest.mark.rule("malta", "9.16", "16.13", "18.94", "19.7")
@pytest.mark.parametrize("flag", [LANDED, DROPPED, FLEW_IN])
def test_arrivals_do_not_attack(flag):
    g = table({"ram_1_2": "1113", "br_2d": "1213"})
    assert why_not_attack(g, u("ram_1_2")) is None
    g.did[u("ram_1_2")] = flag
    refused = why_not_attack(g, u("ram_1_2"))
    assert refused is not None
    assert refused.rule == "9.16"
    assert attackable(g, 1) == []


@pytest.mark.rule("malta", "9.3.d", "R24")
@pytest.mark.parametrize(
    ("attacking", "defending", "wanted"),
    [(16, 4, "4:1"), (15, 4, "3:1"), (29, 15, "1:1"), (10, 15, "1:2"), (15, 29, "1:2"),
     (10, 31, "1:4"), (5, 5, "1:1")],
)  # fmt: skip
def test_basic_odds(attacking, defending, wanted):
    assert odds_text(level_of(attacking, defending)) == wanted


@pytest.mark.rule("malta", "9.3.e")
def test_each_modifier_is_one_level():
    assert [odds_text(level) for level in range(-1, 4)] == ["1:3", "1:2", "1:1", "2:1", "3:1"]


@pytest.mark.rule("malta", "9.3.f", "10.2")
@pytest.mark.parametrize(
    ("h", "line"),
    [("1213", "other_day"), ("1114", "woods_town"), ("1210", "woods_town"), ("1711", "city_fort"),
     ("1111", "city_fort"), ("1107", "other_day")],
)  # fmt: skip
def test_terrain_lines(h, line):
    assert terrain_line(table({}), at(h)) == line
    assert terrain_line(table({}, turn="night"), at(h)) == "night"


@pytest.mark.rule("malta", "9.3.f", "17.1")
def test_a_destroyed_fort_has_no_line_of_its_own():
    assert terrain_line(table({}, destroyed=["1111"]), at("1111")) == "other_day"


@pytest.mark.rule("malta", "9.3.g", "R52")
def test_columns():
    g = table({})
    assert column(g, "other_day", 7) == column(g, "other_day", 6) == 7
    assert column(g, "other_day", 30) == 9
    assert column(g, "other_day", -2) == -1
    assert column(g, "city_fort", 0) == -1


@pytest.mark.rule("malta", "9.3.g", "R65", "9.13")
def test_odds_below_the_first_column_cancel_the_attack():
    units = {"it_inf_co_m3_1": "1210", "br_2d": "1111", "br_1d": "1111", "art_28": "1012"}
    g = table(units, phase="support", deployed=["art_28"], rounds={"art_28": 2})
    m = scene(g)
    go(m, "done", "attack 1111")
    assert told(m, "attack_cancelled")
    assert asked(m) != "axis attack"  # it may not attack elsewhere
    assert m.state.ammo[u("art_28")] == 2


@pytest.mark.rule("malta", "9.3.g", "R65", "12.51")
def test_guns_laid_out_for_an_attack_that_is_cancelled_have_not_fired():
    units = {"li_1_33": "1210", "art_28": "1012", "art_12": "1412"}
    units |= dict.fromkeys(("br_2d", "br_1d", "br_4b"), "1111")
    guns = ["art_28", "art_12"]
    m = scene(table(units, phase="support", deployed=guns, rounds=dict.fromkeys(guns, 2)))
    go(m, "support art_28 1111", "defend art_12 1111", "attack 1111")
    assert told(m, "odds")[0]["attack"] > 6  # the guns were counted
    assert told(m, "attack_cancelled")
    assert [m.state.ammo[u(gun)] for gun in guns] == [2, 2]
    assert told(m, "rounds") == []  # and no die is rolled for the other side's


@pytest.mark.rule("malta", "9.91.city", "9.91.fort", "9.91.town", "9.3.c", "R25")
def test_terrain_doubles_defence_and_halves_guns():
    for h, factor in (("1213", 1), ("1711", 2), ("1111", 2), ("1210", 1)):
        g = table({"br_2d": h, "mg_a": h, "art_12": "1613"}, deployed=["art_12"])
        b = Battle(at(h), 1)
        b.defenders = (u("br_2d"), u("mg_a"))
        b.support[1] = ((u("art_12"), False),)
        assert defence_total(g, b) == 9 * factor + 3  # the support is not doubled
    g = table({"art_28": "1012", "art_20_1": "1012", "ca_trieste": "0910"})
    marks = ((u("art_28"), False), (u("art_20_1"), False))
    attackers = (u("li_1_33"), u("fr_1_87"))
    assert offensive_total(g, marks, attackers, at("1213")) == 11
    assert offensive_total(g, marks, attackers, at("1210")) == 6  # a town
    assert offensive_total(g, marks, attackers, at("1711")) == 6
    ship = ((u("ca_trieste"), False),)
    assert offensive_total(g, ship, attackers, at("1210")) == 3  # ships like guns


@pytest.mark.rule("malta", "9.91.mixed", "12.22", "15.4", "R25", "9.91.night", "10.22")
def test_foreign_guns_and_night_halve():
    g = table({"art_28": "1012", "art_20_1": "1012", "art_12": "1613"})
    marks = ((u("art_28"), False), (u("art_20_1"), False))
    assert offensive_total(g, marks, (u("li_1_33"),), at("1213")) == 6 + 3
    assert defensive_total(g, marks, (u("fr_1_87"),)) == 2 + 2
    assert defensive_total(g, ((u("art_12"), False),), (u("br_2d"),)) == 3  # Allied: always full
    remnant = table({"art_12": "1613", "br_2d": "1213"}, level={"br_2d": 2})
    assert defensive_total(remnant, ((u("art_12"), False),), (u("br_2d"),)) == 3
    night = table({"art_28": "1012", "art_20_1": "1012"}, turn="night")
    assert offensive_total(night, marks, (u("li_1_33"), u("fr_1_87")), at("1213")) == 6
    assert defensive_total(night, marks, (u("li_1_33"), u("fr_1_87"))) == 3
    assert offensive_total(night, marks, (u("li_1_33"), u("fr_1_87")), at("1210")) == 3


@pytest.mark.rule("malta", "9.91.dis", "9.91.dem", "9.9", "11.3", "R10", "R25")
def test_disorder_and_guns():
    g = table({"art_28": "1012"}, dis=["art_28"])
    attackers = (u("li_1_33"),)
    assert offensive_total(g, ((u("art_28"), False),), attackers, at("1213")) == 5
    assert offensive_total(g, ((u("art_28"), True),), attackers, at("1213")) == 10  # hurricane
    assert defensive_total(g, ((u("art_28"), False),), attackers) == 2
    low = table({"art_20_1": "1012"}, dis=["art_20_1"])
    assert defensive_total(low, ((u("art_20_1"), False),), (u("fr_1_87"),)) == 2  # never below


@pytest.mark.rule("malta", "9.92.arm_a", "9.92.arm_d", "R61", "11.4")
def test_armour():
    inf = {"li_1_33": "1113", "tank_t": "1113", "br_2d": "1213"}
    at_4: dict[str, Any] = {"formation": {"tank_t": "div4"}}
    assert odds(table(inf, **at_4), "1213", "li_1_33", "tank_t")[1]["arm_a"] == 2
    apart = inf | {"tank_t": "1212"}
    assert "arm_a" not in odds(table(apart, **at_4), "1213", "li_1_33", "tank_t")[1]
    assert "arm_a" not in odds(table(inf, dem=["tank_t"], **at_4), "1213", "li_1_33", "tank_t")[1]
    assert "arm_a" not in odds(table(inf, **at_4), "1213", "tank_t")[1]  # it must attack too
    defended = {"li_1_33": "1113", "tank_1r": "1213", "br_2d": "1213"}
    assert odds(table(defended), "1213", "li_1_33")[1]["arm_d"] == -1
    guns = {"li_1_33": "1113", "tank_1r": "1213", "mg_a": "1213"}
    assert "arm_d" not in odds(table(guns), "1213", "li_1_33")[1]


@pytest.mark.rule("malta", "9.92.eng")
def test_engineers_in_every_attacking_hex():
    units = {"li_1_33": "1210", "eng_11_1": "1210", "li_2_33": "1211", "br_2d": "1111"}
    assert "eng" not in odds(table(units), "1111", "li_1_33", "eng_11_1", "li_2_33")[1]
    assert odds(table(units), "1111", "li_1_33", "eng_11_1")[1]["eng"] == 1
    assert "eng" not in odds(table(units, destroyed=["1111"]), "1111", "li_1_33", "eng_11_1")[1]


@pytest.mark.rule("malta", "9.92.env")
def test_envelopment_from_four_hexes():
    units = {"li_1_33": "1113", "li_2_33": "1212", "li_3_33": "1313", "li_1_34": "1314",
             "br_2d": "1213"}  # fmt: skip
    four = odds(table(units), "1213", "li_1_33", "li_2_33", "li_3_33", "li_1_34")[1]
    assert four["env"] == 1
    assert "env" not in odds(table(units), "1213", "li_1_33", "li_2_33", "li_3_33")[1]


REGIMENT = {"li_1_33": "1113", "li_2_33": "1212", "li_3_33": "1313", "br_2d": "1213"}
THREE = ("li_1_33", "li_2_33", "li_3_33")


@pytest.mark.rule("malta", "9.92.int_a", "9.95", "11.4", "R26")
def test_attacker_integrity_and_what_bars_it():
    assert odds(table(REGIMENT), "1213", *THREE)[1]["int_a"] == 2
    assert "int_a" not in odds(table(REGIMENT), "1213", *THREE[:2])[1]
    assert "int_a" not in odds(table(REGIMENT, dem=["li_1_33"]), "1213", *THREE)[1]
    assert "int_a" not in odds(table(REGIMENT, level={"li_1_33": 2}), "1213", *THREE)[1]
    broken = table(REGIMENT | {"li_1_33": "broken_down"})
    assert "int_a" not in odds(broken, "1213", *THREE[1:])[1]
    g = table(REGIMENT)
    eliminate(g, u("li_1_33"), "9.5")
    assert "int_a" not in odds(g, "1213", *THREE[1:])[1]
    assert g.broken_groups.count(1) == 1  # for the rest of the game


@pytest.mark.rule("malta", "9.92.int_d")
def test_defender_integrity():
    brigade = {"br_4b": "1213", "br_11lf": "1213", "ml_10k": "1213", "li_1_33": "1113"}
    assert odds(table(brigade), "1213", "li_1_33")[1]["int_d"] == -1
    apart = brigade | {"ml_10k": "1314"}
    assert "int_d" not in odds(table(apart), "1213", "li_1_33")[1]


@pytest.mark.rule("malta", "9.92.mix", "9.95", "17.32", "R29", "15.4")
def test_mixed_formations_and_remnants():
    units = {"li_1_33": "1113", "fr_1_87": "1212", "br_2d": "1213", "br_1d": "1314"}
    assert odds(table(units), "1213", "li_1_33", "fr_1_87")[1]["mix"] == -1
    assert "mix" not in odds(table(units), "1213", "li_1_33")[1]
    attached = table(units, formation={"fr_1_87": "div4"})
    assert "mix" not in odds(attached, "1213", "li_1_33", "fr_1_87")[1]
    remnant = table(units, formation={"fr_1_87": "div4"}, level={"li_1_33": 2})
    assert odds(remnant, "1213", "li_1_33", "fr_1_87")[1]["mix"] == -1
    assert "mix" not in odds(remnant, "1213", "li_1_33")[1]  # alone it mixes nothing
    allied = table({"br_2d": "1213", "br_1d": "1213", "li_1_33": "1113"}, level={"br_2d": 2})
    assert odds(allied, "1113", "br_2d", "br_1d", side=0)[1]["mix"] == -1


@pytest.mark.rule("malta", "9.92.mor", "11.1", "11.2", "9.93")
def test_morale_is_the_difference_of_averages():
    g = table({"ram_1_2": "1113", "li_1_33": "1113", "br_2d": "1213", "ml_1k": "1213"})
    assert average_morale(g, (u("ram_1_2"), u("li_1_33"))) == 6  # 5.5 rounded up
    assert odds(g, "1213", "ram_1_2", "li_1_33")[1]["mor"] == 2
    assert odds(table({"ram_1_2": "1113", "ml_1k": "1213"}), "1213", "ram_1_2")[1]["mor"] == 3
    weak = table({"fr_1_87": "1113", "ram_1_2": "1213"}, level={"fr_1_87": 2}, dem=["fr_1_87"])
    assert weak.order[u("fr_1_87")] == 2
    low = table({"ml_1k": "1113", "ram_1_2": "1213"}, dem=["ml_1k"])
    assert odds(low, "1213", "ml_1k", side=0)[1]["mor"] == -2


@pytest.mark.rule("malta", "9.92.air", "16.42")
def test_air_markers_are_one_level_each():
    g = table({"li_1_33": "1113", "br_2d": "1213"}, air_on=(at("1213"), at("1213")))
    assert odds(g, "1213", "li_1_33")[1]["air"] == 2


@pytest.mark.rule("malta", "9.92.cmd", "14.2", "R46")
@pytest.mark.parametrize(("die", "helps"), [(3, True), (4, False)])
def test_command_shifts_one_level(die, helps):
    units = {"li_1_33": "1113", "ldr_chirieleison": "1012", "br_2d": "1213"}
    m = scene(table(units, phase="attack"))
    go(m, "attack 1213", "lead ldr_chirieleison", (die,))
    modifiers = told(m, "odds")[-1]["modifiers"]
    assert ("cmd_a:+1" in modifiers) == helps
    units = {"li_1_33": "1113", "ldr_beak": "1214", "br_2d": "1213"}
    m = scene(table(units, phase="attack"))
    go(m, "attack 1213", "lead ldr_beak", (die,))
    assert ("cmd_d:-1" in told(m, "odds")[-1]["modifiers"]) == helps


@pytest.mark.rule("malta", "12.21", "R51")
def test_printed_support_is_limited_by_the_printed_strength():
    g = table({"eng_11_1": "1113", "br_2d": "1213", "art_28": "1012", "art_20_1": "1012"})
    b = battle(g, "1213", "eng_11_1")
    b.support[0] = ((u("art_28"), False), (u("art_20_1"), False))
    run(leave_out(g, b), "omit art_20_1")  # at most four points: the last goes by itself
    assert b.support[0] == ()
    assert [event["unit"] for event in told(g, "guns_left_out")] == ["art_20_1", "art_28"]
    strong = table({"li_1_33": "1113", "br_2d": "1213", "art_28": "1012", "art_20_1": "1012"})
    b = battle(strong, "1213", "li_1_33")
    b.support[0] = ((u("art_28"), False), (u("art_20_1"), False))
    run(leave_out(strong, b))
    assert len(b.support[0]) == 2
    # The defender: three points for a defence of one, of two, of three.
    for defender, marks in (("raf_tak", 0), ("br_eng_1", 0), ("mg_a", 1)):
        g = table({"li_1_33": "1113", "art_12": "1613"} | {defender: "1213"})
        b = battle(g, "1213", "li_1_33")
        b.support[1] = ((u("art_12"), False),)
        run(leave_out(g, b))
        assert len(b.support[1]) == marks


@pytest.mark.rule("malta", "9.2")
def test_the_attacker_places_first_and_air_is_his_alone():
    units = {"li_1_33": "1113", "br_2d": "1213", "art_28": "0912", "art_12": "1613"}
    m = scene(table(units, phase="support", deployed=["art_28", "art_12"], air=2))
    assert asked(m) == "axis support"
    assert "air 1213" in offers(m)
    go(m, "air 1213", "done")
    assert asked(m) == "allied defend"
    assert offers(m) == ["defend art_12 1213", "done"]
    night = scene(table(units, phase="support", deployed=["art_28"], air=2, turn="night"))
    assert "air 1213" not in offers(night)
    assert PACK.tables.numbers.air == 1
