"""Chapter 5: zones of control."""

import pytest

from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.control import refresh
from khamsin.games.malta.rules.day.supply import flood
from khamsin.games.malta.rules.movement.artillery import can_deploy, limber_cost
from khamsin.games.malta.rules.movement.reach import first_steps, reach
from tests.games.malta.staging import PACK, asked, at, go, offers, scene, table, u, where


def zone(g: State, side: int) -> set[str]:
    return {PACK.place_ids[h] for h, count in enumerate(g.zoc[side]) if count}


def costs(g: State, unit: str, *, strategic: bool = False) -> dict[str, int]:
    best = reach(g, u(unit), allowance(g, u(unit)), strategic=strategic, first=True)
    return {PACK.place_ids[h]: cost for h, (cost, _) in best.items()}


@pytest.mark.rule("malta", "5.0", "R58")
def test_foot_projects_over_rises_and_vehicles_only_by_road():
    around = {"1109", "1110", "1208", "1210", "1309", "1310"}
    assert zone(table({"li_1_33": "1209"}), 1) == around
    assert zone(table({"tank_t": "1209"}), 1) == {"1109", "1208", "1210"}
    mixed = table({"tank_t": "1209", "it_inf_co_m3_1": "1209"})
    assert zone(mixed, 1) == {"1109", "1208", "1210"}  # one foot point is not three
    assert "1107" not in zone(table({"li_1_33": "1007"}), 1)  # across all-ocean hexsides nobody


@pytest.mark.rule("malta", "5.1")
@pytest.mark.parametrize(
    ("units", "more", "exerts"),
    [
        ({"mc_39_1": "1213"}, {}, False),  # two attack points
        ({"mc_39_1": "1213", "mc_39_2": "1213"}, {}, True),
        ({"art_28": "1213"}, {"deployed": ["art_28"], "rounds": {"art_28": 1}}, True),
        ({"art_28": "1213"}, {"deployed": ["art_28"], "rounds": {"art_28": 0}}, False),
        ({"art_28": "1213"}, {}, False),
        ({"hq_4": "1213", "ldr_ramcke": "1213"}, {}, False),
    ],
)
def test_who_exerts_a_zone(units, more, exerts):
    assert bool(zone(table(units, **more), 1)) == exerts


@pytest.mark.rule("malta", "5.1", "16.21")
def test_a_strongpoint_always_exerts_even_the_one_without_strength():
    assert zone(table({"sp_9": "1213"}), 0) == {"1113", "1114", "1212", "1214", "1313", "1314"}


@pytest.mark.rule("malta", "5.1", "R18")
def test_current_strength_counts_and_face_down_militia_does_not():
    two = {"mc_39_1": "1213", "mc_39_2": "1213"}
    assert not zone(table(two, dis=["mc_39_1", "mc_39_2"]), 1)
    assert not zone(table(two, cut=["mc_39_1", "mc_39_2"]), 1)
    with_militia = {"mil_1": "1112", "mg_a": "1112"}
    assert not zone(table(with_militia), 0)
    assert zone(table(with_militia, seen=["mil_1"]), 0)


@pytest.mark.rule("malta", "5.2.a", "5.3", "8.2")
def test_supply_passes_zones_only_through_friendly_units():
    units = {"br_2d": "1213", "hq_4": "1012"}
    far = flood(table(units), 1, [at("1012")])
    assert far[at("1113")] < 0
    far = flood(table(units | {"li_1_33": "1113"}), 1, [at("1012")])
    assert far[at("1113")] == 1


@pytest.mark.rule("malta", "5.2.b")
@pytest.mark.parametrize(
    ("unit", "enter", "leave"),
    [("li_1_33", 2, 2), ("mc_39_1", 3, 3), ("tank_t", 2, 1)],
)
def test_points_for_entering_and_leaving_a_zone(unit, enter, leave):
    plain = costs(table({unit: "1313"}), unit)
    into = costs(table({unit: "1313", "br_2d": "1414"}), unit)
    assert into["1314"] - plain["1314"] == 2 * enter
    out = costs(table({unit: "1313", "br_2d": "1214"}), unit)  # 1313 is in no zone ...
    assert out["1412"] == plain["1412"]
    out = costs(table({unit: "1313", "br_2d": "1213"}), unit)  # ... and here it is
    assert out["1412"] - plain["1412"] == 2 * leave


@pytest.mark.rule("malta", "5.2.c")
def test_a_zone_stops_and_nobody_goes_from_zone_to_zone():
    m = scene(table({"li_1_33": "1012", "br_2d": "1214"}))
    assert asked(m) == "axis tactical"
    go(m, "unit li_1_33")
    assert "go 1114" in offers(m)
    m = scene(table({"li_1_33": "1113", "br_2d": "1214"}))
    go(m, "unit li_1_33", "go 1114")
    assert m.state.moving == -1  # in the zone the move ends
    g = table({"li_1_33": "1213", "br_2d": "1214"})
    steps = [PACK.place_ids[h] for h in first_steps(g, u("li_1_33"), strategic=False)]
    assert steps == ["1113", "1212", "1313"]  # 1114 and 1314 are next to 1214 too


@pytest.mark.rule("malta", "5.2.c", "6.53")
def test_one_hex_into_a_zone_is_always_possible_as_a_whole_move():
    g = table({"mc_39_1": "1113", "br_2d": "1214", "br_1d": "1213"}, dem=["mc_39_1"])
    assert allowance(g, u("mc_39_1")) == 12
    near = table({"mc_39_1": "1012", "br_2d": "1213"}, dem=["mc_39_1"], cut=["mc_39_1"])
    assert allowance(near, u("mc_39_1")) == 8  # four points
    assert costs(near, "mc_39_1")["1113"] == 8  # clear 3 and zone 3 would be six


@pytest.mark.rule("malta", "5.3")
def test_friendly_units_do_not_cancel_a_zone_for_movement():
    alone = costs(table({"li_1_33": "1012", "br_2d": "1213"}), "li_1_33")
    held = costs(table({"li_1_33": "1012", "br_2d": "1213", "li_2_33": "1113"}), "li_1_33")
    assert alone["1113"] == held["1113"] == 6


@pytest.mark.rule("malta", "5.4", "12.4")
def test_in_a_zone_artillery_may_limber_but_not_deploy():
    g = table({"ram_art": "1113", "br_2d": "1213"})
    assert not can_deploy(g, u("ram_art"), allowance(g, u("ram_art")), 0)
    free = table({"ram_art": "1113"})
    assert can_deploy(free, u("ram_art"), allowance(free, u("ram_art")), 0)
    m = scene(table({"ram_art": "1113", "br_2d": "1213"}, deployed=["ram_art"]))
    go(m, "unit ram_art")
    assert offers(m) == ["limber"]
    go(m, "limber")
    assert m.state.deployed[u("ram_art")] == 0
    assert limber_cost(g, u("ram_art")) == 4


@pytest.mark.rule("malta", "5.1", "9.63")
def test_a_zone_comes_and_goes_with_steps():
    g = table({"fr_1_87": "1213"}, level={"fr_1_87": 1})
    assert zone(g, 1)
    g.level = table({}, level={"fr_1_87": 2}).level
    refresh(g, 1, at("1213"))
    assert not zone(g, 1)
    assert where(g, "fr_1_87") == "1213"
