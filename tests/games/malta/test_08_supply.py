"""Chapter 8: supply."""

from typing import Any

import pytest

from khamsin.games.malta.model.pieces import SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import allowance, attack, defence, support
from khamsin.games.malta.rules.control import put
from khamsin.games.malta.rules.day.supply import flood, supply_check
from tests.games.malta.staging import asked, at, go, scene, table, told, u, where


def cut(g: State, *names: str) -> list[int]:
    return [g.unsupplied[u(name)] for name in names]


def check(g: State, side: str = "axis") -> State:
    supply_check(g, SIDES.index(side))
    return g


BEACH: dict[str, Any] = {"axis": ["1107"], "landed": ["1107"]}


@pytest.mark.rule("malta", "8.0", "4.21.a", "8.13")
def test_supply_is_judged_in_the_status_phase_and_lasts():
    units = {"li_1_33": "1109", "hq_4": "1108"}
    m = scene(table(units, axis=["1107"], phase="status"))
    assert m.state.unsupplied[u("li_1_33")] == 1
    assert told(m, "unsupplied")[0]["units"] == ("hq_4", "li_1_33")
    m.state.landed = table(units, **BEACH).landed
    assert m.state.unsupplied[u("li_1_33")] == 1  # until the next status phase
    g = m.state.copy()
    assert cut(check(g), "li_1_33", "hq_4") == [0, 0]


@pytest.mark.rule("malta", "8.1", "8.11", "8.12", "16.8")
def test_a_unit_needs_its_own_hq_and_the_hq_a_source():
    units = {"li_1_33": "1109", "hq_4": "1108", "fr_1_87": "1109"}
    g = check(table(units, axis=["1107"], landed=["1107"]))
    assert cut(g, "li_1_33", "hq_4", "fr_1_87") == [0, 0, 1]
    g = check(table(units, axis=["1107"]))
    assert cut(g, "li_1_33", "hq_4") == [1, 1]  # nobody has landed there


@pytest.mark.rule("malta", "8.12", "16.81")
def test_an_hq_in_a_box_or_lost_supplies_nobody():
    for place in ("followup_north", "eliminated"):
        g = check(table({"li_1_33": "1109", "hq_4": place}, axis=["1107"], landed=["1107"]))
        assert cut(g, "li_1_33") == [1]


@pytest.mark.rule("malta", "8.2")
def test_routes_are_twelve_hexes_and_go_round_enemies():
    g = table({"hq_4": "0709"})
    far = flood(g, 1, [at("0709")])
    assert max(far) == 12
    assert far[at("2213")] < 0 <= far[at("1809")]
    g = table({"hq_4": "0804", "br_inf_co_1": "0705"})
    assert flood(g, 1, [at("0804")])[at("0605")] > 2  # round 0705 by 0805 and 0706
    assert flood(table({"hq_4": "1810"}), 1, [at("1810")])[at("1809")] == 2  # not over the harbour


@pytest.mark.rule("malta", "8.31", "9.91.unsup", "8.4")
def test_unsupplied_attack_one_less():
    g = table({"li_1_33": "1213", "sm_1": "1213", "hq_4": "1213"}, cut=["li_1_33", "sm_1", "hq_4"])
    assert [attack(g, u(name)) for name in ("li_1_33", "sm_1", "hq_4")] == [5, 1, 0]
    assert defence(g, u("li_1_33")) == 6
    both = table({"ram_leh": "1213"}, cut=["ram_leh"], dem=["ram_leh"])
    assert attack(both, u("ram_leh")) == 3  # seven halved is four, then one less
    one = table({"it_inf_co_m3_1": "1213"}, cut=["it_inf_co_m3_1"])
    assert attack(one, u("it_inf_co_m3_1")) == 1


@pytest.mark.rule("malta", "8.32")
def test_unsupplied_guns():
    g = table({"art_28": "1213"}, cut=["art_28"])
    assert [support(g, u("art_28"), value) for value in (6, 3, 2, 1)] == [5, 2, 1, 1]


@pytest.mark.rule("malta", "8.33")
def test_unsupplied_vehicles_are_slower():
    g = table({"mc_39_1": "1213", "tank_t": "1213", "li_1_33": "1213"},
              cut=["mc_39_1", "tank_t", "li_1_33"])  # fmt: skip
    assert [allowance(g, u(n)) // 2 for n in ("mc_39_1", "tank_t", "li_1_33")] == [8, 6, 6]


@pytest.mark.rule("malta", "8.51", "19.11", "19.12")
def test_axis_sources():
    field = {"hq_80": "1312", "mc_39_1": "1313"}
    assert cut(check(table(field, axis=["1211"])), "mc_39_1") == [0]  # an airfield
    para = {"hq_ram": "1312", "ram_1_2": "1313"}
    assert cut(check(table(para, axis=["1211"])), "ram_1_2") == [1]  # not for others
    assert cut(check(table(para, markers={"dz_ramcke": "1314"})), "ram_1_2") == [0]
    assert cut(check(table(para, markers={"dz_folgore": "1314"})), "ram_1_2") == [1]
    held = table(para | {"raf_tak": "1314"}, markers={"dz_ramcke": "1314"})
    assert cut(check(held), "ram_1_2") == [1]  # an Allied unit on the marker
    gun = table(para | {"cg_01": "1314"}, markers={"dz_ramcke": "1314"})
    assert cut(check(gun), "ram_1_2") == [0]


@pytest.mark.rule("malta", "8.51", "17.6")
def test_the_royal_navy_may_close_the_beaches():
    g = table({"li_1_33": "1109", "hq_4": "1108"}, axis=["1107"], landed=["1107"], day="0701")
    g.beach_blocked[g.day] = 1
    assert cut(check(g), "hq_4") == [1]


@pytest.mark.rule("malta", "8.52", "R22", "16.81")
def test_allied_sources():
    units = {"hq_malta": "1612", "br_2d": "1313"}
    assert cut(check(table(units), "allied"), "br_2d", "hq_malta") == [0, 0]
    lost = {"br_2d": "1710", "br_1d": "1409", "br_4b": "1313", "hq_malta": "eliminated"}
    g = check(table(lost), "allied")  # next to Valletta, next to a fort, and neither
    assert cut(g, "br_2d", "br_1d", "br_4b") == [0, 0, 1]
    g = check(table(lost, destroyed=["1408"], axis=["1711", "1809", "1810"]), "allied")
    assert cut(g, "br_2d", "br_1d") == [1, 1]


@pytest.mark.rule("malta", "8.53", "4.31")
@pytest.mark.parametrize(("turn", "wanted"), [("am", 0), ("noon", 0), ("pm", 1)])
def test_everybody_is_supplied_on_the_first_morning(turn, wanted):
    g = check(table({"li_1_33": "1109"}, day="0629", turn=turn))
    assert cut(g, "li_1_33") == [wanted]
    g = check(table({"br_4b": "1313"}, day="0629", turn=turn), "allied")
    assert cut(g, "br_4b") == [wanted]


@pytest.mark.rule("malta", "8.53", "18.5")
def test_who_lands_is_supplied_that_turn():
    g = table({"sm_1": "w1_1107"}, phase="wave1", formation={"sm_1": "div4"}, cut=["sm_1"])
    m = scene(g)
    assert where(m.state, "sm_1") == "1107"
    assert cut(m.state, "sm_1") == [0]
    assert asked(m) == "axis beach_move"
    go(m, "done")


@pytest.mark.rule("malta", "R43", "16.14")
def test_commandos_without_a_formation_are_unsupplied():
    units = {"cdo_ard": "1312", "hq_80": "1313"}
    g = check(table(units, axis=["1211"]))
    assert cut(g, "cdo_ard", "hq_80") == [1, 0]
    g = check(table(units, axis=["1211"], formation={"cdo_ard": "div80"}))
    assert cut(g, "cdo_ard") == [0]


@pytest.mark.rule("malta", "8.13")
def test_the_zone_that_cuts_a_unit_off_may_go_away():
    units = {"li_1_33": "1213", "hq_4": "1012", "br_2d": "1113"}
    g = check(table(units, axis=["0709"], landed=["0709"]))
    assert cut(g, "li_1_33") == [0]  # there is a way round
    g = table(units | {"br_1d": "1212", "br_4b": "1315"}, axis=["0709"], landed=["0709"])
    assert cut(check(g), "li_1_33") == [1]
    put(g, u("br_2d"), at("1613"))
    put(g, u("br_1d"), at("1613"))
    assert cut(check(g), "li_1_33") == [0]
