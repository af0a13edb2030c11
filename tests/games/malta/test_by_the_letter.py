"""Cases in which the letter of the book decides: short moves, lines of fire, limbering, rounds."""

from random import Random

import pytest

from khamsin.games.malta.knowledge.imagine import imagine
from khamsin.games.malta.model.state import DROPPED, LANDED, MOVED, SECOND_WAVE, STRATEGIC
from khamsin.games.malta.rules.air.drop_plans import add_series
from khamsin.games.malta.rules.air.touchdown import drop_series
from khamsin.games.malta.rules.combat.support import defensive_options
from khamsin.games.malta.rules.day.status import ammunition
from khamsin.games.malta.rules.movement.breakdown import reform
from khamsin.games.malta.rules.movement.movement import strategic_phase, why_not_strategic
from khamsin.games.malta.rules.sea.beach import beach_options
from khamsin.games.malta.rules.sea.gunnery import has_line
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    offers,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)
from tests.games.malta.test_06_movement import reason
from tests.games.malta.test_why_not import why

COMPANIES = [f"it_inf_co_m4_{n}" for n in (1, 2, 3, 4)]
LIVORNO = dict.fromkeys(COMPANIES, "div4")
ROAD = ["1312", "1212", "1112", "1113", "1013"]


# -- re-forming after a landing or drop ----------------------------------------------------------


def _ashore(flags, **more):
    units = dict.fromkeys(COMPANIES[: len(flags)], "1107") | {"li_1_33": "broken_down"} | more
    g = table(units, formation=LIVORNO)
    for name, flag in zip(COMPANIES, flags, strict=False):
        g.did[u(name)] = flag
    return g


def _reforms(g, flag):
    return [text for text in words(beach_options(g, flag)) if text.startswith("reform")]


@pytest.mark.rule("malta", "18.7", "18.8", "13.2", "R78")
def test_a_battalion_reforms_on_the_beach_if_a_company_of_it_has_just_landed():
    both = LANDED | SECOND_WAVE
    assert _reforms(_ashore([LANDED, 0, 0]), LANDED) == ["reform li_1_33 1107"]
    assert _reforms(_ashore([0, 0, 0]), LANDED) == []
    assert _reforms(_ashore([LANDED, LANDED, both]), SECOND_WAVE) == ["reform li_1_33 1107"]
    assert _reforms(_ashore([LANDED, LANDED, LANDED]), SECOND_WAVE) == []


@pytest.mark.rule("malta", "18.7", "R78")
def test_others_who_landed_in_the_hex_do_not_make_a_battalion_reform():
    g = _ashore([0, 0, 0], sm_1="1107")
    g.did[u("sm_1")] = LANDED
    assert _reforms(g, LANDED) == []


@pytest.mark.rule("malta", "18.7", "13.2", "R78")
def test_of_four_companies_the_one_that_landed_is_in_the_battalion():
    g = _ashore([0, 0, 0, LANDED])
    g.phase = "beach1"
    m = go(scene(g), "reform li_1_33 1107")
    assert where(m.state, COMPANIES[3]) == ""
    assert sum(where(m.state, name) == "1107" for name in COMPANIES) == 1


@pytest.mark.rule("malta", "18.7", "19.6", "R78")
def test_who_reforms_has_ended_his_move():
    """18.7, 19.6: companies that end their move in one hex may re-form."""
    g = _ashore([LANDED, LANDED, LANDED], sm_1="1107")
    g.did[u("sm_1")], g.phase = LANDED, "beach1"
    m = go(scene(g), "reform li_1_33 1107")
    assert {text.split()[1] for text in offers(m) if text.startswith("move")} == {"sm_1"}
    units = {f"ram_1_2_{letter}": "1213" for letter in "abc"} | {"ram_1_2": "broken_down"}
    g = table(units | {"ram_1_3_a": "1213"}, phase="rally", turn="am")
    for name in (*units, "ram_1_3_a"):
        g.did[u(name)] = DROPPED
    m = go(scene(g), "reform ram_1_2 1213")
    assert {text.split()[1] for text in offers(m) if text.startswith("move")} == {"ram_1_3_a"}


@pytest.mark.rule("malta", "4.24", "13.1")
def test_who_has_made_the_short_move_of_his_landing_may_break_down():
    g = table({"li_1_33": "1107"}, phase="break_down")
    g.did[u("li_1_33")] = LANDED | MOVED
    assert offers(scene(g)) == ["break li_1_33", "done"]


@pytest.mark.rule("malta", "6.54", "6.53", "19.8", "R82")
def test_nobody_who_has_arrived_takes_even_one_hex_in_the_movement_phase():
    for flag in (LANDED, DROPPED):
        g = table({"ram_1_2_a": "1213", "li_2_33": "1213"}, phase="tactical")
        g.did[u("ram_1_2_a")] = flag
        assert offers(scene(g)) == ["unit li_2_33", "done"]


# -- movement ------------------------------------------------------------------------------------


@pytest.mark.rule("malta", "6.2", "6.6")
def test_deployed_artillery_may_limber_for_a_strategic_move():
    g = table({"art_28": "1312"}, deployed=["art_28"], axis=ROAD, phase="strategic")
    run(strategic_phase(g), "unit art_28", "limber", "go 1013")
    assert (where(g, "art_28"), g.deployed[u("art_28")]) == ("1013", 0)
    assert g.did[u("art_28")] & STRATEGIC
    (moved,) = told(g, "moved")
    assert moved["points"] == 4  # two of them for limbering


@pytest.mark.rule("malta", "6.2", "6.6")
def test_artillery_limbers_for_a_strategic_move_only_if_it_then_can_go():
    g = table({"art_28": "1312"}, deployed=["art_28"], axis=["1312"], phase="strategic")
    assert reason(why_not_strategic(g, u("art_28"))) == "6.0 nowhere_to_go"
    near = table({"art_28": "1312", "br_2d": "1411"}, deployed=["art_28"], axis=ROAD)
    assert reason(why_not_strategic(near, u("art_28"))) == "6.2 enemy_near"


@pytest.mark.rule("malta", "6.41")
def test_nobody_infiltrates_from_a_zone_that_has_come_in_his_movement_phase():
    units = {"li_1_33": "1113", "li_2_33": "1212"}
    for where_at_first, expected in (("1213", ""), ("1616", "6.4 not_in_zoc")):
        before = table(units | {"br_2d": where_at_first}, phase="break_down")
        m = go(scene(before), "done")
        now = table(units | {"br_2d": "1213"}, phase="infiltration")
        now.did = m.state.did[:]
        assert why(now, "unit li_1_33") == expected


# -- fire and support ----------------------------------------------------------------------------


@pytest.mark.rule("malta", "16.54", "R59")
def test_a_rise_that_a_line_touches_at_its_end_does_not_block():
    g = table({})
    assert has_line(g, at("1108"), at("1508"))  # along 1407, which is ocean, and 1408, a fort
    for gun, target in (("0506", "0912"), ("0606", "0812")):
        assert not has_line(g, at(gun), at(target))  # rises on both sides meet at the corner


@pytest.mark.rule("malta", "9.2", "R79")
def test_defensive_support_is_laid_where_an_attack_can_come():
    units = {"art_12": "1612", "br_2d": "1514", "br_1d": "1314", "li_1_33": "1114"}
    g = table(units, deployed=["art_12"], phase="defend")
    assert defensive_options(g) == []  # nobody can attack anything
    close = table(units | {"li_1_33": "1214"}, deployed=["art_12"], phase="defend")
    hexes = ["1314", "1514", "1612"]
    assert words(defensive_options(close)) == [f"defend art_12 {h}" for h in hexes]
    dark = table(units | {"li_1_33": "1214"}, deployed=["art_12"], phase="defend", turn="night")
    assert words(defensive_options(dark)) == ["defend art_12 1314"]


@pytest.mark.rule("malta", "9.3.a")
def test_a_lone_attacker_need_not_be_named():
    m = go(scene(table({"li_1_33": "1113", "br_2d": "1213"}, phase="attack")), "attack 1213")
    assert asked(m) == "dice combat"
    two = table({"li_1_33": "1113", "li_2_33": "1212", "br_2d": "1213"}, phase="attack")
    assert asked(go(scene(two), "attack 1213")) == "axis attackers"


@pytest.mark.rule("malta", "9.3.a", "16.35")
def test_face_down_militia_next_to_a_hex_leaves_the_question_of_who_attacks():
    units = {"br_2d": "1213", "mil_1": "1112", "li_1_33": "1113"}
    m = go(scene(table(units, phase="attack", active="allied")), "attack 1113")
    assert asked(m) == "allied attackers"


@pytest.mark.rule("malta", "12.56", "12.54")
def test_the_axis_may_keep_rounds_back():
    units = {"art_28": "1012", "art_20_1": "1012", "hq_4": "1012"}
    for answers, left in ((["all"], (2, 2, 2)), (["load art_28", "done"], (1, 1, 4)),
                          (["done"], (0, 1, 5))):  # fmt: skip
        g = table(units, rounds={"art_28": 0, "art_20_1": 1}, axis=["0709"], stockpile=5)
        run(ammunition(g), *answers)
        assert (g.ammo[u("art_28")], g.ammo[u("art_20_1")], g.stockpile) == left


# -- drops ---------------------------------------------------------------------------------------


@pytest.mark.rule("malta", "19.46", "17.1", "R80")
def test_a_fort_counts_for_all_who_come_down_on_it_together():
    g = table({"ram_1_2": "breakdown"}, phase="series", turn="am")
    fort = next(h for h, stands in enumerate(g.forts) if stands)
    run(drop_series(g, fort, (u("ram_1_2"),), solo=False), (1, 1), (1, 2, 3))
    losses = told(g, "airborne_loss")
    assert [row["total"] - row["die"] for row in losses] == [1, 1, 1]
    assert not g.forts[fort]


@pytest.mark.rule("malta", "19.21", "14.43", "16.82", "R76")
def test_an_hq_and_a_new_leader_come_back_together_or_alone():
    units = {"hq_ram": "breakdown", "ldr_ramcke": "breakdown"}
    g = table(units, phase="day_plans", markers={"dz_ramcke": "1213"})
    assert offers(scene(g)) == ["plan hq_ram", "done"]  # the first time with his HQ (19.44)
    g.adc = tuple(int(unit == u("ldr_ramcke")) for unit in range(len(g.adc)))
    series = {
        "plan hq_ram": ("hq_ram", "ldr_ramcke"),
        "lone hq_ram": ("hq_ram",),
        "plan ldr_ramcke": ("ldr_ramcke",),
    }
    assert set(offers(scene(g.copy()))) == {*series, "done"}
    for answer, members in series.items():
        m = go(scene(g.copy()), answer, "turn 0705-am", "at 1213")
        (plan,) = m.state.series_plans
        assert plan[4:] == tuple(u(name) for name in members)


@pytest.mark.rule("malta", "19.34", "19.21")
def test_nobody_is_imagined_in_two_plans():
    units = {"hq_ram": "breakdown", "ldr_ramcke": "breakdown", "ram_1_2": "breakdown"}
    g = table(units, phase="tactical", markers={"dz_ramcke": "1213"}, day="0703")
    g.adc = tuple(int(unit == u("ldr_ramcke")) for unit in range(len(g.adc)))
    for turn, name in (("0705-am", "hq_ram"), ("0705-pm", "ldr_ramcke")):
        add_series(g, 0, (u(name),), PACK.turn_number(turn), at("1213"))
    seen = set()
    for seed in range(60):
        world = imagine(g, "allied", Random(seed), ())
        planned = [unit for plan in world.series_plans for unit in plan[4:]]
        assert len(world.series_plans) == 2
        assert len(planned) == len(set(planned))
        seen.add(frozenset(plan[4:] for plan in world.series_plans))
    assert len(seen) > 2


@pytest.mark.rule("malta", "13.2", "15.21", "R81")
def test_the_formation_of_a_battalion_of_mixed_companies():
    for second, expected in (("div20", "div20"), ("div4", "div4")):
        g = _ashore([0, 0, 0])
        of = {COMPANIES[0]: "div20", COMPANIES[1]: second, COMPANIES[2]: second}
        for name, formation in of.items():
            number = PACK.formation_ids.index(formation)
            g.formation = (*g.formation[: u(name)], number, *g.formation[u(name) + 1 :])
        reform(g, u("li_1_33"), at("1107"))
        assert PACK.formation_ids[g.formation[u("li_1_33")]] == expected


@pytest.mark.rule("malta", "16.32", "16.36", "R84")
def test_towns_are_rolled_for_in_the_order_of_their_numbers():
    assert any(PACK.militia_hexes)
    for h, towns in enumerate(PACK.militia_hexes):
        others = [town for town in towns if town != h]
        assert towns == (*([h] if h in towns else []), *sorted(others))


@pytest.mark.rule("malta", "14.3", "5.2.b", "R83")
def test_a_leader_pays_the_least_for_a_zone():
    tables = PACK.tables
    assert tables.zoc_enter[3] == min(tables.zoc_enter[:3])
    assert tables.zoc_leave[3] == min(tables.zoc_leave[:3])
