"""Chapters 13 to 15: breaking down and re-forming, leaders, formations."""

import pytest

from khamsin.games.malta.model.state import LANDED
from khamsin.games.malta.rules.combat.combat import commanders
from khamsin.games.malta.rules.combat.losses import (
    eliminate,
    kill_leader,
    leader_roll,
    leaders_at_risk,
    lose_step,
)
from khamsin.games.malta.rules.combat.strength import allowance, attack, commander, defence
from khamsin.games.malta.rules.day.segment import attach_options, attachments
from khamsin.games.malta.rules.movement.breakdown import (
    break_down,
    pool_companies,
    reform,
    reformable,
    why_not_break,
)
from khamsin.games.malta.rules.movement.leaders import (
    leaders_return,
    movement_bonuses,
    return_from_turn_box,
)
from khamsin.games.malta.rules.movement.movement import JUST_ARRIVED, why_not_tactical
from khamsin.games.malta.rules.sea.filling import fill, fill_options
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
    words,
)


@pytest.mark.rule("malta", "13.0")
@pytest.mark.parametrize(
    ("unit", "company"),
    [
        ("ram_1_2", "ram_1_2_a"), ("bs_88", "bs_88_a"), ("br_2d", "br_inf_co_1"),
        ("li_1_33", "it_inf_co_m4_1"), ("fr_1_87", "it_inf_co_m3_1"), ("la_1_125", "it_gl_co_m4_1"),
        ("cdo_ard", "it_gl_co_m5_1"), ("ml_1k", None), ("art_28", None), ("eng_11_1", None),
    ],
)  # fmt: skip
def test_what_breaks_down_into_what(unit, company):
    g = table({unit: "1213"})
    if company is None:
        assert why_not_break(g, u(unit)) is not None
        return
    assert why_not_break(g, u(unit)) is None
    companies = break_down(g, u(unit))
    assert PACK.unit_ids[companies[0]] == company
    assert [where(g, PACK.unit_ids[c]) for c in companies] == ["1213"] * 3
    assert where(g, unit) == "broken_down"


@pytest.mark.rule("malta", "13.1", "17.31")
def test_a_reduced_battalion_gives_fewer_companies_and_a_remnant_none():
    g = table({"ram_1_2": "1213"}, level={"ram_1_2": 1}, dis=["ram_1_2"], cut=["ram_1_2"])
    companies = break_down(g, u("ram_1_2"))
    assert len(companies) == 2
    assert all(g.order[c] == 1 and g.unsupplied[c] for c in companies)
    refused = why_not_break(table({"br_2d": "1213"}, level={"br_2d": 2}), u("br_2d"))
    assert refused is not None
    assert refused.rule == "13.1"


@pytest.mark.rule("malta", "13.1", "4.24", "4.32")
def test_battalions_break_down_at_the_start_of_the_movement_phase():
    m = scene(table({"li_1_33": "1213"}, phase="break_down"))
    assert offers(m) == ["break li_1_33", "done"]
    go(m, "break li_1_33")
    assert "unit it_inf_co_m4_1" in offers(m) or asked(m) == "axis tactical"


@pytest.mark.rule("malta", "13.1", "4.24")
def test_so_do_those_that_have_just_arrived_but_their_companies_do_not_move_either():
    g = table({"li_1_33": "1213"}, phase="break_down")
    g.did[u("li_1_33")] |= LANDED
    m = scene(g)
    assert offers(m) == ["break li_1_33", "done"]
    go(m, "break li_1_33")
    companies = [unit for unit, place in enumerate(m.state.place) if place == at("1213")]
    assert len(companies) > 1
    assert all(why_not_tactical(m.state, unit) == JUST_ARRIVED for unit in companies)


@pytest.mark.rule("malta", "13.2.ex", "13.2", "R36")
def test_the_ramcke_battalion_reforms_reduced_and_disorganised():
    units = {"ram_1_2": "broken_down", "ram_1_2_a": "1213", "ram_1_2_b": "1213",
             "ram_1_2_c": "1213"}  # fmt: skip
    g = table(units, level={"ram_1_2_b": 1}, dis=["ram_1_2_b"])
    assert reformable(g, 1) == [(u("ram_1_2"), at("1213"))]
    reform(g, u("ram_1_2"), at("1213"))
    assert (attack(g, u("ram_1_2")), defence(g, u("ram_1_2"))) == (3, 5)  # 4-5, disorganised
    assert (g.level[u("ram_1_2")], order(g, "ram_1_2")) == (1, "disorganised")
    assert (g.lost[1], g.para_lost) == (1, 1)  # the reduced company is a step lost now
    assert len(break_down(g, u("ram_1_2"))) == 2  # and it stays away
    assert where(g, "ram_1_2_b") == "eliminated"


@pytest.mark.rule("malta", "13.2", "13.3", "R36")
def test_what_bars_reforming():
    units = {"ram_1_2": "broken_down", "ram_1_2_a": "1213", "ram_1_2_b": "1213",
             "ram_1_2_c": "1314"}  # fmt: skip
    assert reformable(table(units), 1) == []  # all survivors in one hex
    two = units | {"ram_1_2_c": "eliminated"}
    assert reformable(table(two), 1) == [(u("ram_1_2"), at("1213"))]
    assert reformable(table(two, dem=["ram_1_2_a"]), 1) == []
    assert reformable(table(two, level={"ram_1_2_a": 1}), 1) == []  # that would be a remnant
    one = two | {"ram_1_2_b": "eliminated"}
    assert reformable(table(one), 1) == []


@pytest.mark.rule("malta", "13.2", "R6", "R37", "R4")
def test_nameless_companies_fill_in_for_each_other():
    three = {f"br_inf_co_{n}": "1213" for n in (1, 5, 9)}
    g = table(three | {"br_2d": "broken_down", "br_1h": "broken_down"})
    assert {PACK.unit_ids[b] for b, _ in reformable(g, 0)} == {"br_2d", "br_1h"}
    reform(g, u("br_1h"), at("1213"))
    assert (where(g, "br_1h"), g.level[u("br_1h")]) == ("1213", 0)
    assert where(g, "br_inf_co_5") == ""
    two = {f"br_inf_co_{n}": "1213" for n in (1, 2)} | {"br_2d": "broken_down"}
    pool = PACK.pool_ids.index("br_inf_co")
    assert len(pool_companies(table(two), pool, at("1213"))) == 2  # one is lost
    away = table(two | {"br_inf_co_3": "1314"})
    assert pool_companies(away, pool, at("1213")) == ()  # the third must come too
    lone = table({"it_inf_co_m3_1": "1213", "fr_1_87": "eliminated"})
    assert reformable(lone, 1) == []  # R37: no lost battalion comes back


@pytest.mark.rule("malta", "13.2", "4.24")
def test_reforming_at_the_end_of_the_movement_phase():
    units = {f"br_inf_co_{n}": "1213" for n in (1, 2, 3)} | {"br_2d": "broken_down"}
    m = scene(table(units, phase="reform", active="allied"))
    assert offers(m) == ["reform br_2d 1213", "done"]
    go(m, "reform br_2d 1213")
    assert where(m.state, "br_2d") == "1213"


# -- leaders ---------------------------------------------------------------------------------


@pytest.mark.rule("malta", "14.0")
def test_a_leader_alone_cannot_be_attacked():
    m = scene(table({"li_1_33": "1113", "ldr_beak": "1213"}, phase="attack"))
    assert asked(m) != "axis attack"


@pytest.mark.rule("malta", "14.1", "15.3")
def test_movement_bonus():
    units = {"ldr_ramcke": "1213", "ram_1_2": "1213", "ram_2_5": "1314", "ram_1_3": "1012",
             "li_1_33": "1213", "tank_t": "1213", "ram_art": "1213"}  # fmt: skip
    g = table(units, formation={"tank_t": "ramcke"}, deployed=["ram_art"])
    movement_bonuses(g, 1)
    points = {name: allowance(g, u(name)) // 2 for name in units}
    assert (points["ram_1_2"], points["ram_2_5"], points["ram_1_3"]) == (9, 9, 7)
    assert (points["li_1_33"], points["tank_t"]) == (6, 9)
    slow = table({"ldr_ramcke": "1213", "tank_t": "1213"}, formation={"tank_t": "ramcke"},
                 dem=["tank_t"], cut=["tank_t"])  # fmt: skip
    movement_bonuses(slow, 1)
    assert allowance(slow, u("tank_t")) // 2 == 3  # 8 - 2 - 4, then the bonus


@pytest.mark.rule("malta", "14.2", "14.21", "15.3", "R46")
def test_leaders_in_battle():
    units = {"ldr_ramcke": "1113", "ram_1_2": "1213", "li_1_33": "1213", "br_2d": "1214"}
    g = table(units)
    assert commanders(g, 1, (u("ram_1_2"),)) == [u("ldr_ramcke")]
    assert commanders(g, 1, (u("li_1_33"),)) == []  # not his
    assert commanders(table(units | {"ldr_ramcke": "1012"}), 1, (u("ram_1_2"),)) == []
    g.leader_uses[PACK.formation_ids.index("ramcke")] = 2
    assert commanders(g, 1, (u("ram_1_2"),)) == []  # twice a phase


@pytest.mark.rule("malta", "14.21", "4.25")
def test_uses_are_counted_anew_in_each_combat_phase():
    g = table({"ldr_ramcke": "1113", "ram_1_2": "1213", "br_2d": "1214"}, phase="reform")
    g.leader_uses = [2] * 6
    m = scene(g)
    assert asked(m) == "axis attack"
    assert m.state.leader_uses == [0] * 6


@pytest.mark.rule("malta", "14.41")
@pytest.mark.parametrize(("dice", "steps", "killed"), [((2, 1), 1, True), ((2, 2), 1, False),
                                                       ((2, 3), 3, True)])  # fmt: skip
def test_a_leader_whose_stack_loses_steps(dice, steps, killed):
    g = table({"ldr_ramcke": "1213"})
    run(leader_roll(g, u("ldr_ramcke"), steps), dice)
    assert (where(g, "ldr_ramcke") == "day_record") == killed


@pytest.mark.rule("malta", "14.41", "R46")
def test_only_his_own_stack_endangers_him():
    g = table({"ldr_ramcke": "1213", "ram_1_2": "1314"})
    run(leaders_at_risk(g, 1, {at("1314"): 2}))
    run(leaders_at_risk(g, 1, {at("1213"): 1}), (6, 6))


@pytest.mark.rule("malta", "14.42", "4.21.c", "4.31", "R11")
def test_a_leader_who_got_away_comes_back_with_his_hq_or_others():
    g = table({"ldr_beak": "turn_record", "hq_malta": "1612"}, active="allied")
    g.due = tuple(g.now if n == u("ldr_beak") else d for n, d in enumerate(g.due))
    run(return_from_turn_box(g))
    assert where(g, "ldr_beak") == "1612"
    units = {"ldr_beak": "turn_record", "hq_malta": "eliminated", "mg_a": "1213", "br_2d": "1313"}
    g = table(units, active="allied")
    run(return_from_turn_box(g))
    assert where(g, "ldr_beak") == "1313"  # with infantry
    units = {
        "ldr_ramcke": "turn_record",
        "hq_ram": "eliminated",
        "tank_10": "1213",
        "li_1_33": "1313",
    }
    g = table(units, active="axis")
    run(return_from_turn_box(g), "place ldr_ramcke 1213")
    assert where(g, "ldr_ramcke") == "1213"  # with anybody


@pytest.mark.rule("malta", "14.43", "14.44", "4.1.f")
def test_an_adc_comes_the_next_day():
    g = table({"ldr_ramcke": "1213", "hq_ram": "1314"}, turn="pm")
    kill_leader(g, u("ldr_ramcke"))
    assert (where(g, "ldr_ramcke"), g.adc[u("ldr_ramcke")]) == ("day_record", 1)
    assert commander(g, u("ldr_ramcke")).tactical == 3  # the back of the counter
    g.day, g.turn = g.day + 1, 0
    run(leaders_return(g))
    assert where(g, "ldr_ramcke") == "1314"
    kill_leader(g, u("ldr_ramcke"))
    assert (where(g, "ldr_ramcke"), g.adc[u("ldr_ramcke")]) == ("day_record", 1)


@pytest.mark.rule("malta", "14.43", "18.33")
def test_where_an_adc_comes_if_the_hq_is_gone():
    def killed(units):
        g = table(units, zones=[1, 0])
        for name in ("ldr_ramcke", "ldr_chirieleison", "ldr_beak"):
            if name in units:
                g.due = tuple(g.now if n == u(name) else d for n, d in enumerate(g.due))
        return g

    g = killed({"ldr_ramcke": "day_record", "hq_ram": "eliminated", "ram_1_2": "1213"})
    run(leaders_return(g))
    assert where(g, "ldr_ramcke") == "breakdown"
    g = killed({"ldr_chirieleison": "day_record", "hq_4": "eliminated", "sm_1": "followup_north"})
    run(leaders_return(g))
    assert where(g, "ldr_chirieleison") == "followup_north"
    g = killed({"ldr_chirieleison": "day_record", "hq_4": "eliminated", "li_1_33": "1213"})
    run(leaders_return(g))
    assert where(g, "ldr_chirieleison") == "eliminated"  # nobody is left to land with
    g = killed({"ldr_beak": "day_record", "hq_malta": "eliminated", "br_2d": "1213",
                "mg_a": "1313"})  # fmt: skip
    run(leaders_return(g))
    assert where(g, "ldr_beak") == "1213"  # with infantry


@pytest.mark.rule("malta", "16.82", "16.81")
def test_an_axis_hq_comes_back_on_the_fourth_day():
    g = table({"hq_4": "1213", "hq_ram": "1213"}, day="0630", zones=[1, 0])
    for name in ("hq_4", "hq_ram"):
        eliminate(g, u(name), "9.5")
    g.day += 3
    run(leaders_return(g))
    assert where(g, "hq_4") == "eliminated"
    g.day += 1
    g.turn = 0
    run(leaders_return(g))
    assert (where(g, "hq_4"), where(g, "hq_ram")) == ("followup_north", "breakdown")
    late = table({"hq_4": "1213"}, day="0707")
    eliminate(late, u("hq_4"), "9.5")
    assert late.due[u("hq_4")] == -1
    intro = table({"hq_4": "1213"}, day="0702", scenario="intro")
    eliminate(intro, u("hq_4"), "9.5")
    assert intro.due[u("hq_4")] == -1
    malta = table({"hq_malta": "1213"}, day="0630")
    eliminate(malta, u("hq_malta"), "9.5")
    assert malta.due[u("hq_malta")] == -1


@pytest.mark.rule("malta", "18.33")
def test_the_commander_of_the_4th_division_lands_with_his_hq():
    units = {"hq_4": "followup_north", "ldr_chirieleison": "followup_north",
             "eng_11_1": "followup_north"}  # fmt: skip
    g = table(units, phase="fill")
    assert "escort ldr_chirieleison" not in " ".join(words(fill_options(g)))
    fill(g, ("second", "hq_4", "w2_1107"))
    assert where(g, "ldr_chirieleison") == "w2_1107"
    g = table(units, phase="fill")
    g.adc = tuple(int(n == u("ldr_chirieleison")) for n in range(len(g.adc)))
    fill(g, ("second", "hq_4", "w2_1107"))
    assert where(g, "ldr_chirieleison") == "followup_north"  # an ADC may, or may go elsewhere
    assert "escort ldr_chirieleison w2_1107" in words(fill_options(g))
    fill(g, ("escort", "ldr_chirieleison", "w2_1107"))
    assert where(g, "ldr_chirieleison") == "w2_1107"


# -- formations ------------------------------------------------------------------------------


@pytest.mark.rule("malta", "15.21", "15.22", "4.1.b")
def test_units_that_stack_may_be_reassigned():
    units = {"fr_1_87": "1213", "li_1_33": "1213", "sm_1": "1213", "li_2_33": "1314"}
    g = table(units, formation={"sm_1": "div20"}, phase="attachments")
    assert words(attach_options(g)) == [
        "attach li_1_33 div20", "attach fr_1_87 div4", "attach sm_1 div4",
    ]  # fmt: skip
    run(attachments(g), "attach fr_1_87 div4", "attach sm_1 div4")
    assert g.formation[u("fr_1_87")] == g.formation[u("sm_1")] == PACK.div4


@pytest.mark.rule("malta", "15.21", "4.1.b")
def test_a_unit_is_reassigned_once_in_a_segment_and_an_hq_never():
    units = {"fr_1_87": "1213", "li_1_33": "1213", "ram_1_2": "1213", "hq_ram": "1213"}
    m = scene(table(units, phase="attachments"))
    movers = {offer.split()[1] for offer in offers(m, "attach")}
    assert movers == {"fr_1_87", "li_1_33", "ram_1_2"}
    go(m, "attach li_1_33 div20")
    assert {offer.split()[1] for offer in offers(m, "attach")} == {"fr_1_87", "ram_1_2"}


@pytest.mark.rule("malta", "15.21", "16.14")
def test_commandos_may_join_any_formation_they_stack_with():
    g = table({"it_gl_co_m5_1": "1211", "ram_1_2": "1211"})
    assert "attach it_gl_co_m5_1 ramcke" in words(attach_options(g))


@pytest.mark.rule("malta", "9.95", "R26")
def test_the_last_company_gone_breaks_the_regiment():
    g = table({"fo_v_186": "broken_down", "fo_v_186_a": "1213"})
    lose_step(g, u("fo_v_186_a"), "9.5")
    assert where(g, "fo_v_186") == "eliminated"
    assert g.broken_groups.count(1) == 1
    assert told(g, "eliminated")
