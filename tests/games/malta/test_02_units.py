"""Chapter 2: what is printed on counters and map, and what it means."""

import pytest

from khamsin.games.malta.model.pieces import FOOT, KINDS, MECH, MOT
from khamsin.games.malta.model.state import Battle
from khamsin.games.malta.rules.combat.losses import eliminate, lose_step
from khamsin.games.malta.rules.combat.modifiers import has_engineers
from khamsin.games.malta.rules.combat.strength import (
    allowance,
    attack,
    defence,
    gun_of,
    is_remnant,
    morale,
    stands_still,
    steps_left,
)
from khamsin.games.malta.rules.combat.support import guns, in_range
from khamsin.games.malta.rules.control import put
from tests.games.malta.staging import PACK, asked, at, scene, table, u, where


@pytest.mark.rule("malta", "2.1.active")
def test_only_the_active_side_moves_and_attacks():
    units = {"br_2d": "1512", "li_1_33": "1409"}
    for side, unit, other in (("axis", "li_1_33", "br_2d"), ("allied", "br_2d", "li_1_33")):
        m = scene(table(units, active=side))
        assert asked(m) == f"{side} tactical"
        moves = [option[1] for option in m.legal() if option[0] == "unit"]
        assert unit in moves
        assert other not in moves


@pytest.mark.rule("malta", "2.1.range", "12.11")
def test_artillery_has_its_range_only_when_it_is_deployed():
    g = table({"art_28": "1009", "br_2d": "1409"}, deployed=["art_28"])
    assert in_range(g, u("art_28"), at("1409"))  # eight hexes
    assert not in_range(g, u("art_28"), at("1910"))
    assert guns(g, 1) == [u("art_28")]
    assert guns(table({"art_28": "1009"}), 1) == []  # limbered it does not fire


@pytest.mark.rule("malta", "2.1.support", "12.0")
def test_only_artillery_and_ships_have_support_values():
    for unit in PACK.units:
        kind = KINDS[unit.kind]
        assert (unit.gun is not None) == (kind in ("artillery", "warship", "coast_gun"))
    assert gun_of(table({}), u("art_12"))[:2] == (9, 3)
    assert gun_of(table({}), u("ca_trieste"))[:2] == (6, 3)


@pytest.mark.rule("malta", "2.1.brigade", "2.1.regiment", "R17")
def test_groups_are_the_regiments_and_brigades_and_no_german_ones():
    groups = [sorted(PACK.unit_ids[unit] for unit in members) for members in PACK.groups]
    assert ["br_2rif", "br_8m", "ml_1k", "ml_2k"] in groups
    assert ["fo_v_186", "fo_vi_186", "fo_vii_186"] in groups
    assert ["la_1_125", "la_2_125", "la_3_125"] in groups
    assert not any(name.startswith("ram") for group in groups for name in group)
    assert len(groups) == 12


@pytest.mark.rule("malta", "2.1.control", "R30")
def test_the_last_unit_in_a_hex_controls_it():
    g = table({"li_1_33": "1409", "ldr_ramcke": "1308", "cg_01": "1508"}, axis=["1508"])
    assert g.control[at("1409")] == 1
    assert g.control[at("1308")] == 0  # a leader changes nothing
    assert g.control[at("1508")] == 1  # nor does a coast gun
    put(g, u("li_1_33"), at("1410"))
    assert g.control[at("1409")] == 1
    put(g, u("br_2d"), at("1409"))
    assert g.control[at("1409")] == 0


@pytest.mark.rule("malta", "2.1.control")
def test_hercules_begins_with_the_whole_island_allied():
    assert set(table(None).control) == {0}


@pytest.mark.rule("malta", "2.1.formation", "15.1")
def test_formations():
    assert {unit.formation for unit in PACK.units if unit.side == 0} == {PACK.malta}
    assert PACK.units[u("fr_1_87")].formation == PACK.div20
    assert PACK.formations[PACK.div4].hq == u("hq_4")


@pytest.mark.rule("malta", "2.1.attack")
def test_two_and_three_numbers():
    g = table({"ram_leh": "1009", "br_2d": "1409"})
    assert (attack(g, u("ram_leh")), defence(g, u("ram_leh"))) == (7, 8)
    assert (attack(g, u("br_2d")), defence(g, u("br_2d"))) == (6, 6)


@pytest.mark.rule("malta", "2.1.engineer")
@pytest.mark.parametrize("engineer", ["eng_11_1", "fo_eng_1", "eng_80_1", "br_eng_1"])
def test_engineers_of_every_kind_count_against_forts(engineer):
    g = table({engineer: "1209", "br_2d": "1110"})
    b = Battle(at("1110"), 1)
    b.attackers, b.hexes = (u(engineer),), (at("1209"),)
    assert has_engineers(g, b)
    b.attackers = (u("li_1_33"),)
    assert not has_engineers(g, b)


@pytest.mark.rule("malta", "2.1.mech", "2.1.mot", "2.1.foot", "6.12", "2.5")
def test_movement_classes():
    for unit in PACK.units:
        kind = KINDS[unit.kind]
        if kind in ("leader", "warship"):
            continue
        wanted = {"tank": MECH, "motorcycle": MOT}.get(kind, FOOT)
        assert unit.move_class == wanted, unit.id
    assert sum(unit.move_class == MECH for unit in PACK.units) == 3


@pytest.mark.rule("malta", "2.1.morale", "11.0", "R16")
def test_morale_may_differ_by_level():
    g = table({"br_2d": "1409"}, level={"br_2d": 2})
    assert morale(g, u("br_2d")) == 3
    assert morale(table({"br_2d": "1409"}), u("br_2d")) == 4
    assert morale(table({"br_2d": "1409"}, dem=["br_2d"]), u("br_2d")) == 3


@pytest.mark.rule("malta", "2.1.ma", "6.53")
def test_deployed_artillery_does_not_move_and_limbered_does():
    g = table({"art_28": "1009"}, deployed=["art_28"])
    assert stands_still(g, u("art_28"))
    g = table({"art_28": "1009"})
    assert not stands_still(g, u("art_28"))
    assert allowance(g, u("art_28")) == 12  # six points, in halves


@pytest.mark.rule("malta", "2.1.steps", "9.5", "17.3")
def test_steps():
    g = table({"br_2d": "1409", "art_12": "1409", "ram_1_2_a": "1009", "mg_a": "1409"})
    for level in (1, 2):
        lose_step(g, u("br_2d"), "9.5")
        assert g.level[u("br_2d")] == level
    assert attack(g, u("br_2d")) == 2
    lose_step(g, u("br_2d"), "9.5")
    assert where(g, "br_2d") == "eliminated"
    for unit in ("art_12", "ram_1_2_a", "mg_a"):  # one step, even on the full side (17.83)
        lose_step(g, u(unit), "9.5")
        assert where(g, unit) == "eliminated"


@pytest.mark.rule("malta", "2.1.remnant", "17.31")
def test_the_lowest_level_of_a_battalion_is_a_remnant():
    g = table({"br_2d": "1409", "art_12": "1409"}, level={"br_2d": 2})
    assert is_remnant(g, u("br_2d"))
    assert steps_left(g, u("br_2d")) == 1
    assert not is_remnant(g, u("art_12"))
    assert not is_remnant(table({"br_2d": "1409"}, level={"br_2d": 1}), u("br_2d"))


@pytest.mark.rule("malta", "2.1.attached")
def test_unassigned_units():
    free = [unit.id for unit in PACK.units if unit.side == 1 and unit.formation < 0]
    named = [name for name in free if not name.startswith(("it_", "ca_", "cl_", "dd_"))]
    assert sorted(named) == sorted(
        [f"sm_{n}" for n in range(1, 7)] + [f"mc_10b_{n}" for n in range(1, 4)]
        + ["tank_10", "tank_t", "cdo_ard", "cdo_lor"]
    )  # fmt: skip


@pytest.mark.rule("malta", "2.4")
def test_the_map_has_numbered_hexes_and_terrain():
    assert PACK.land == 126
    assert {hex_.terrain for hex_ in PACK.hexes} == {0, 1, 2, 3}
    assert PACK.distance[at("1310")][at("1210")] == 1  # the example of 10.12
    assert PACK.distance[at("1309")][at("1210")] == 2


@pytest.mark.rule("malta", "9.95", "R15")
def test_an_eliminated_unit_is_off_the_map_and_an_hq_is_a_unit():
    g = table({"hq_4": "1009"})
    assert (attack(g, u("hq_4")), steps_left(g, u("hq_4"))) == (0, 1)
    eliminate(g, u("hq_4"), "9.5")
    assert where(g, "hq_4") == "eliminated"
    assert g.lost == [0, 0]
