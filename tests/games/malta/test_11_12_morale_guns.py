"""Chapters 11 and 12: morale and recovery; artillery and ammunition."""

import pytest

from khamsin.games.malta.rules.combat.advance import _guns_approached
from khamsin.games.malta.rules.combat.ammunition import spend_offensive
from khamsin.games.malta.rules.combat.firepower import offensive_total
from khamsin.games.malta.rules.combat.losses import demoralise, disorganise
from khamsin.games.malta.rules.combat.recovery import recovery_phase
from khamsin.games.malta.rules.combat.strength import (
    allowance,
    attack,
    defence,
    morale,
    printed_defence,
)
from khamsin.games.malta.rules.combat.support import (
    defensive_options,
    guns,
    offensive_options,
    why_not_fire,
)
from khamsin.games.malta.rules.day.replacements import is_fit
from khamsin.games.malta.rules.day.segment import munitions
from khamsin.games.malta.rules.day.status import ammunition, thirsty
from tests.games.malta.fighting import battle
from tests.games.malta.staging import (
    PACK,
    asked,
    at,
    go,
    order,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)


@pytest.mark.rule("malta", "11.3", "9.91.dis")
def test_disorganised():
    g = table({"li_1_33": "1213", "it_inf_co_m3_1": "1213", "hq_4": "1213"},
              dis=["li_1_33", "it_inf_co_m3_1", "hq_4"])  # fmt: skip
    assert [attack(g, u(n)) for n in ("li_1_33", "it_inf_co_m3_1", "hq_4")] == [5, 1, 0]
    assert defence(g, u("li_1_33")) == 6
    disorganise(g, u("li_1_33"), "9.41")
    assert order(g, "li_1_33") == "demoralised"


@pytest.mark.rule("malta", "11.4", "9.91.dem")
def test_demoralised():
    g = table({"ram_leh": "1213", "mc_39_1": "1213", "tank_t": "1213", "art_28": "1213"},
              dem=["ram_leh", "mc_39_1", "tank_t", "art_28"], deployed=["art_28"])  # fmt: skip
    assert (attack(g, u("ram_leh")), defence(g, u("ram_leh"))) == (4, 4)
    assert [allowance(g, u(n)) // 2 for n in ("ram_leh", "mc_39_1", "tank_t")] == [4, 6, 4]
    assert morale(g, u("ram_leh")) == 5
    refused = why_not_fire(g, u("art_28"))
    assert refused is not None
    assert refused.rule == "11.4"
    disorganise(g, u("ram_leh"), "9.41")
    assert order(g, "ram_leh") == "demoralised"
    demoralise(g, u("ram_leh"), "9.41")
    assert g.level[u("ram_leh")] == 1


@pytest.mark.rule("malta", "11.3", "11.4", "17.4")
def test_no_replacements_for_the_shaken():
    reduced = {"level": {"li_1_33": 1}}
    assert is_fit(table({"li_1_33": "1213"}, level={"li_1_33": 1}), u("li_1_33"))
    for state in ({"dis": ["li_1_33"]}, {"dem": ["li_1_33"]}, {"cut": ["li_1_33"]}):
        g = table({"li_1_33": "1213"}, **(reduced | state))  # type: ignore[arg-type]
        assert not is_fit(g, u("li_1_33"))


@pytest.mark.rule("malta", "11.5", "11.51", "11.52", "4.25", "4.33")
def test_recovery():
    g = table({"li_1_33": "1113", "sm_1": "0912", "br_2d": "1213"}, dem=["li_1_33", "sm_1"])
    run(recovery_phase(g), (2,))  # morale 4 less one: two is less than three
    assert [order(g, n) for n in ("li_1_33", "sm_1")] == ["disorganised"] * 2
    run(recovery_phase(g), (4,))
    assert [order(g, n) for n in ("li_1_33", "sm_1")] == ["disorganised", "good"]
    run(recovery_phase(g), (3,))
    assert order(g, "li_1_33") == "good"
    g = table({"br_2d": "1213", "li_1_33": "1113"}, dis=["br_2d"])
    run(recovery_phase(g))  # only the active side
    assert order(g, "br_2d") == "disorganised"


@pytest.mark.rule("malta", "11.5", "R19")
def test_a_gun_or_leader_next_door_does_not_hinder_recovery():
    g = table({"li_1_33": "1113", "cg_01": "1213", "ldr_beak": "1213"}, dis=["li_1_33"])
    run(recovery_phase(g))
    assert order(g, "li_1_33") == "good"


# -- artillery -------------------------------------------------------------------------------


@pytest.mark.rule("malta", "12.11", "R47")
def test_deployed_guns_defend_with_their_limbered_strength():
    g = table({"art_12": "1213", "li_1_33": "1113"}, deployed=["art_12"])
    assert printed_defence(g, u("art_12")) == 2
    assert battle(g, "1213", "li_1_33").defenders == (u("art_12"),)
    assert not defensive_options(table({"art_12": "1213", "li_1_33": "1113"}, deployed=["art_12"]))


@pytest.mark.rule("malta", "12.12", "12.5", "12.53", "R57")
def test_every_gun_begins_with_two_rounds_and_its_owner_chooses_the_side():
    g = table(None, scenario="intro", phase="sides")
    assert {g.ammo[unit] for unit in PACK.of_kind[11]} == {2}
    m = scene(g)
    assert asked(m) == "allied artillery_side"
    go(m, "deployed art_12")
    assert asked(m) == "axis artillery_side"
    go(m, "limbered art_28")
    assert (m.state.deployed[u("art_12")], m.state.deployed[u("art_28")]) == (1, 0)


@pytest.mark.rule("malta", "12.23")
def test_guns_in_an_enemy_zone_do_not_fire():
    g = table({"art_28": "1113", "br_2d": "1213"}, deployed=["art_28"])
    refused = why_not_fire(g, u("art_28"))
    assert refused is not None
    assert refused.rule == "12.23"


@pytest.mark.rule("malta", "12.0", "12.51")
def test_guns_without_rounds_do_not_fire():
    g = table({"art_28": "1012"}, deployed=["art_28"], rounds={"art_28": 0})
    assert guns(g, 1) == []
    g = table({"art_28": "1012"}, deployed=["art_28"], rounds={"art_28": 1})
    assert guns(g, 1) == [u("art_28")]
    spend_offensive(g, u("art_28"), storm=False)
    assert g.ammo[u("art_28")] == 0
    assert order(g, "art_28") == "good"


@pytest.mark.rule("malta", "12.3")
def test_an_advance_silences_pledged_guns():
    g = table({"art_12": "1513", "br_2d": "1310", "li_1_33": "1413"}, deployed=["art_12"])
    g.guards = ((u("art_12"), at("1310")),)
    run(_guns_approached(g, at("1213"), []), (1,))
    assert not [*g.guards]
    assert g.ammo[u("art_12")] == 1
    far = table({"art_12": "1513", "br_2d": "1310", "li_1_33": "1313"}, deployed=["art_12"])
    far.guards = ((u("art_12"), at("1310")),)
    run(_guns_approached(far, at("1213"), []))
    assert far.guards


@pytest.mark.rule("malta", "12.52", "16.78")
def test_hurricane_fire():
    units = {"li_1_33": "1113", "br_2d": "1213", "art_28": "0912", "ca_trieste": "0914"}
    g = table(units, phase="support", deployed=["art_28"])
    assert "storm_support art_28 1213" in words(offensive_options(g))
    assert not [o for o in words(offensive_options(g)) if "storm" in o and "trieste" in o]
    assert offensive_total(g, ((u("art_28"), True),), (u("li_1_33"),), at("1213")) == 12
    spend_offensive(g, u("art_28"), storm=True)
    assert (g.ammo[u("art_28")], order(g, "art_28")) == (0, "disorganised")
    one = table(units, phase="support", deployed=["art_28"], rounds={"art_28": 1})
    assert "storm_support art_28 1213" not in words(offensive_options(one))
    assert not [o for o in words(defensive_options(one)) if "storm" in o]


@pytest.mark.rule("malta", "R60", "12.52")
def test_a_hurricane_by_disorganised_guns_demoralises_them():
    g = table({"art_28": "0912"}, deployed=["art_28"], dis=["art_28"])
    spend_offensive(g, u("art_28"), storm=True)
    assert order(g, "art_28") == "demoralised"


@pytest.mark.rule("malta", "12.54", "4.1.i")
def test_axis_ammunition_is_landed():
    g = table({}, axis=["1810", "1809", "1107", "1207"], landed=["1107"])
    run(munitions(g), (5, 6, 1, 1, 1, 1, 4, 4, 5, 3))  # six, three and one
    assert g.stockpile == 3
    first = table({}, axis=["1810"], day="0629")
    run(munitions(first))
    assert first.stockpile == 0


@pytest.mark.rule("malta", "12.55", "12.56", "4.31", "4.21.b")
def test_allied_guns_draw_as_much_as_they_need_from_two_hexes():
    g = table({"art_12": "1513"}, rounds={"art_12": 0}, active="allied")
    run(ammunition(g))
    assert g.ammo[u("art_12")] == 2
    assert told(g, "ammunition_plenty") == [{"units": ("art_12",)}]  # not of the Axis's stockpile
    units = {"art_12": "1513", "li_1_33": "1711", "li_2_33": "1715"}
    g = table(units, rounds={"art_12": 0}, active="allied")
    assert thirsty(g, 0) == []
    g = table(units | {"li_2_33": "1813"}, rounds={"art_12": 0}, active="allied")
    assert thirsty(g, 0) == [u("art_12")]


@pytest.mark.rule("malta", "12.56", "R49")
def test_axis_guns_draw_on_the_stockpile():
    units = {"art_28": "1012", "art_20_1": "1012", "hq_4": "1012"}
    empty = {"art_28": 0, "art_20_1": 1}
    g = table(units, rounds=empty, axis=["0709"], stockpile=5)
    run(ammunition(g), "all")
    assert (g.ammo[u("art_28")], g.ammo[u("art_20_1")], g.stockpile) == (2, 2, 2)
    g = table(units, rounds=empty, axis=["0709"], stockpile=2)
    run(ammunition(g), "load art_28", "load art_20_1")
    assert (g.ammo[u("art_28")], g.ammo[u("art_20_1")], g.stockpile) == (1, 2, 0)
    assert thirsty(table(units, rounds=empty, stockpile=2), 1) == []  # no beach, no port
    assert thirsty(table(units, rounds=empty, axis=["0709"], cut=["art_28", "art_20_1"]), 1) == []


@pytest.mark.rule("malta", "12.56", "8.2", "R49")
def test_an_empty_beach_in_an_enemy_zone_hands_out_no_ammunition():
    units = {"art_28": "1012", "br_2d": "0708"}
    g = table(units, rounds={"art_28": 0}, axis=["0709"], stockpile=2)
    assert thirsty(g, 1) == []
    held = table(units | {"sm_1": "0709"}, rounds={"art_28": 0}, stockpile=2)
    assert thirsty(held, 1) == [u("art_28")]


@pytest.mark.rule("malta", "9.16", "19.47", "16.13", "R57")
def test_guns_that_came_this_turn_are_limbered():
    g = table({"art_28": "w2_1107"}, phase="wave2", deployed=["art_28"])
    m = scene(g)
    assert m.state.deployed[u("art_28")] == 0
    assert where(m.state, "art_28") == "1107"
    assert told(m, "ashore")
