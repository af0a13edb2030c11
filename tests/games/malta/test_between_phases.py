"""What is decided in one phase and used in another: leaders, flags of the turn, plans, moves."""

from typing import Any

import pytest

from khamsin.games.malta.model.state import MOVED
from khamsin.games.malta.rules.air.contest import contest
from khamsin.games.malta.rules.air.drop_plans import add_series, plannable, series_in_box
from khamsin.games.malta.rules.checks import check
from khamsin.games.malta.rules.combat.breakthrough import leaders_for
from khamsin.games.malta.rules.combat.combat import commanders
from khamsin.games.malta.rules.combat.retreat import _steadied
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.day.segment import attach_options
from khamsin.games.malta.rules.movement.leaders import movement_bonuses
from khamsin.games.malta.rules.sea.landing import landing_losses
from khamsin.games.malta.rules.sequence import go_on
from tests.games.malta.fighting import battle, result
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


def _uses(leader: str, count: int) -> list[int]:
    return [count if u(leader) == other else 0 for other in PACK.leaders]


# -- leaders -----------------------------------------------------------------------------------


@pytest.mark.rule("malta", "17.32", "R29", "15.3", "14.1", "14.2", "14.22", "9.71")
def test_a_leader_is_of_no_use_to_a_remnant():
    for level, expected in ((1, 1), (2, 0)):
        g = table({"br_2d": "1213", "ldr_beak": "1213"}, level={"br_2d": level}, active="allied")
        movement_bonuses(g, 0)
        unit = u("br_2d")
        found = (len(commanders(g, 0, (unit,))), len(leaders_for(g, [unit])))
        assert (*found, _steadied(g, unit), g.bonus[unit]) == (expected,) * 4


@pytest.mark.rule("malta", "14.1", "12.11")
def test_deployed_guns_get_no_bonus_of_movement():
    for deployed, points in (([], 14), (["art_12"], 12)):
        g = table({"art_12": "1213", "ldr_beak": "1213"}, deployed=deployed, active="allied")
        movement_bonuses(g, 0)
        assert allowance(g, u("art_12")) == points


@pytest.mark.rule("malta", "14.1", "15.21")
def test_who_goes_to_a_formation_without_a_leader_leaves_the_bonus_behind():
    g = table({"li_1_33": "1113", "ldr_chirieleison": "1113", "hq_20": "1113"})
    movement_bonuses(g, 1)
    assert g.bonus[u("li_1_33")] == 1
    g.formation = tuple(
        PACK.div20 if unit == u("li_1_33") else of for unit, of in enumerate(g.formation)
    )
    movement_bonuses(g, 1)
    assert g.bonus[u("li_1_33")] == 0


@pytest.mark.rule("malta", "14.21", "9.13")
def test_a_leader_may_help_again_in_every_phase_with_combat():
    for before, phase in (
        ("landed", "cancel"),
        ("reform", "support"),
        ("recovery", "breakthrough"),
    ):
        g = table({}, phase=before, leader_uses=_uses("ldr_beak", 2))
        go_on(g)
        assert g.phase == phase
        assert g.leader_uses == _uses("ldr_beak", 0)
    g = table({}, phase="attack", leader_uses=_uses("ldr_beak", 2))
    go_on(g)
    assert g.leader_uses == _uses("ldr_beak", 2)


@pytest.mark.rule("malta", "14.21", "19.51")
def test_what_a_leader_did_at_night_does_not_bar_him_from_a_contested_landing():
    folgore = PACK.formation_ids.index("folgore")
    plan = (PACK.turn_number("0703-am"), folgore, 1, 0, u("fo_v_186"))
    units = {"br_2d": "1613", "ldr_beak": "1613", "fo_v_186": "breakdown", "hq_malta": "1711"}
    g = table(units, phase="surrender", turn="night", day="0702", markers={"dz_folgore": "1513"},
              leader_uses=_uses("ldr_beak", 2), series_plans=(plan,), active="allied")  # fmt: skip
    m = scene(g)
    while asked(m) not in ("allied lead", "dice combat"):
        if m.decision is None:
            roll: Any = m.chance
            go(m, (4, 3) if roll.why == "surrender" else (1,) * roll.count)
        else:
            go(m, "done" if "done" in offers(m) else offers(m)[0])
    assert asked(m) == "allied lead"


@pytest.mark.rule("malta", "14.21", "19.51", "R48")
def test_every_round_of_a_fight_for_a_landing_hex_is_one_hex_for_a_leader():
    units = {"br_2d": "1613", "ldr_beak": "1613", "br_1d": "1613"}
    companies = ["fo_v_186_a", "fo_v_186_b", "fo_v_186_c"]
    g = table(units | dict.fromkeys(companies, "1613"), phase="series", turn="am")
    leads = ("lead ldr_beak", (6,))
    run(contest(g, at("1613"), tuple(u(name) for name in companies)),
        *leads, (4, 4), *leads, (5, 5), *leads, (6, 6), "lose br_2d", "lose br_2d", "retreat",
        (6, 6), "to 1713", "lose br_1d", (6, 6), "to 1813")  # fmt: skip
    assert g.leader_uses == _uses("ldr_beak", 1)


@pytest.mark.rule("malta", "14.41", "9.41", "R74")
def test_a_step_lost_to_a_z_endangers_the_leader():
    g = table({"br_2d": "1213", "ldr_beak": "1213", "li_1_33": "1113"}, dem=["br_2d"])
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (0, 2), (1, 2))
    assert where(g, "ldr_beak") == "day_record"


@pytest.mark.rule("malta", "14.41", "9.71", "R74")
def test_all_steps_of_one_combat_are_one_roll_for_the_leader():
    g = table({"br_2d": "1213", "br_8m": "1213", "ldr_beak": "1213", "li_1_33": "1113"})
    result(g, battle(g, "1213", "li_1_33"), (0, 0), (4, 0), "lose br_2d", "lose br_2d", "stand",
           (1,), "lose br_8m", "lose br_8m", (3, 3))  # fmt: skip
    (roll,) = told(g, "leader_roll")
    assert roll["total"] == 3  # four steps: three less
    assert where(g, "ldr_beak") == "day_record"


@pytest.mark.rule("malta", "14.41", "18.5", "R74")
def test_landing_losses_are_no_combat_for_a_leader():
    units = {"it_inf_co_m4_1": "1608", "ldr_chirieleison": "1608", "br_2rif": "1609"}
    g = table(units, formation={"it_inf_co_m4_1": "div4"})
    run(landing_losses(g, at("1608"), (u("it_inf_co_m4_1"), u("ldr_chirieleison"))), (6,))
    assert where(g, "it_inf_co_m4_1") == "eliminated"
    assert where(g, "ldr_chirieleison") == "1608"


@pytest.mark.rule("malta", "19.45", "14.43")
def test_a_leader_who_drowns_falls_where_he_came_down():
    g = table({"hq_185": "breakdown", "ldr_frattini": "breakdown"}, phase="series", turn="am",
              markers={"dz_folgore": "0711"})  # fmt: skip
    folgore = PACK.formation_ids.index("folgore")
    g.series = ((folgore, at("0711"), u("hq_185"), u("ldr_frattini")),)
    m = scene(g)
    go(m, (6, 6))
    while asked(m).startswith("dice scatter"):
        roll: Any = m.chance
        go(m, (6,) * roll.count)
    (killed,) = told(m, "leader_killed")
    (drowned,) = told(m, "eliminated")
    assert killed["place"] == drowned["place"] != "breakdown"


# -- flags of the day and of the turn ------------------------------------------------------------


@pytest.mark.rule("malta", "15.21", "4.42")
def test_who_moved_at_night_can_be_attached_in_the_morning():
    units = {"li_1_33": "1113", "fr_1_88": "1113", "br_2d": "1711"}
    g = table(units, phase="surrender", turn="night", active="allied")
    g.did[u("li_1_33")] |= MOVED
    m = scene(g)
    go(m, (4, 3))
    assert asked(m) == "axis reattach"
    assert "attach li_1_33 div20" in offers(m)
    go(m, "attach li_1_33 div20")
    assert not any(option.startswith("attach li_1_33") for option in offers(m))


@pytest.mark.rule("malta", "15.21", "14.0")
def test_a_leader_is_no_unit_to_be_attached_to():
    g = table({"fr_1_88": "1113", "ldr_chirieleison": "1113"})
    assert attach_options(g) == []
    g = table({"fr_1_88": "1113", "hq_4": "1113"})
    assert words(attach_options(g)) == ["attach fr_1_88 div4"]


# -- plans ---------------------------------------------------------------------------------------


@pytest.mark.rule("malta", "19.34", "16.82", "R76")
def test_a_leader_who_is_planned_alone_is_not_planned_again_with_his_headquarters():
    g = table({"ldr_ramcke": "breakdown"}, markers={"dz_ramcke": "1213"}, day="0701")
    (series,) = plannable(g, 0)
    add_series(g, 0, series, PACK.turn_number("0703-am"), at("1213"))
    g.place[u("hq_ram")] = g.place[u("ldr_ramcke")]  # it comes back
    assert series_in_box(g, 0) == [(u("hq_ram"), u("ldr_ramcke"))]
    (series,) = plannable(g, 0)
    assert series == (u("hq_ram"),)
    add_series(g, 0, series, PACK.turn_number("0703-pm"), at("1213"))
    assert plannable(g, 0) == []
    check(g)


# -- moves ---------------------------------------------------------------------------------------


@pytest.mark.rule("malta", "6.6", "6.1")
def test_light_guns_may_deploy_after_a_move_to_a_far_hex():
    m = scene(table({"ram_art": "1113", "br_2d": "1911"}))
    go(m, "unit ram_art", "go 1311")
    assert asked(m) == "axis tactical_to"
    go(m, "deploy")
    assert where(m.state, "ram_art") == "1311"
    assert m.state.deployed[u("ram_art")]
    m = scene(table({"art_28": "1113", "br_2d": "1911"}))
    go(m, "unit art_28", "go 1311")  # field guns need all their points
    assert not m.state.deployed[u("art_28")]
    assert asked(m) != "axis tactical_to"


@pytest.mark.rule("malta", "6.52", "6.1")
def test_who_overruns_something_far_off_may_go_on():
    m = scene(table({"mc_39_1": "1213", "cg_01": "1413", "br_2d": "2012"}))
    go(m, "unit mc_39_1", "go 1413")
    assert where(m.state, "cg_01") == "eliminated"
    assert asked(m) == "axis tactical_to"


@pytest.mark.rule("malta", "18.61", "18.62")
def test_only_beaches_with_units_that_have_just_landed_are_fired_at():
    units = {"sm_1": "1608", "it_inf_co_m4_1": "w1_1608", "br_2rif": "1609", "br_2d": "1711"}
    for die, is_fired_at in ((1, True), (6, False)):
        g = table(units, phase="wave1", turn="noon", formation={"it_inf_co_m4_1": "div4"})
        m = scene(g)
        go(m, (die,))  # the company is lost with a six; the marines are of an earlier turn
        assert (asked(m) == "allied edge_fire") == is_fired_at


@pytest.mark.rule("malta", "6.1", "16.32")
def test_who_is_stopped_by_militia_on_his_way_may_go_elsewhere():
    m = scene(table({"mc_39_1": "1213", "br_2d": "2012"}, quiet=False))
    go(m, "unit mc_39_1", "go 1412", (6,), ["mil_1"], (1,))
    assert where(m.state, "mc_39_1") == "1313"
    assert asked(m) == "axis tactical_to"
    assert "go 1312" in offers(m)
    assert "go 1412" not in offers(m)
