"""Chapter 2: the counters, the map, and what the words mean."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS
from khamsin.games.gazala.rules.combat.armour import armour_value
from khamsin.games.gazala.rules.movement.cost import allowance
from khamsin.kernel.game import Setup
from tests.games.gazala.staging import GAME, PACK, asked, at, go, goals, h, offers, scene, table, u

UNITS = PACK.units


@pytest.mark.rule("gazala", "2.1.activated", "7.2.a")
def test_only_the_units_of_the_drawn_chit_are_activated():
    m = scene(table({"hq_afrika": "0407", "15_1_t": "0409", "x_9": "0509"}, chit="afrika"))
    assert offers(m, "unit") == ["unit 15_1_t", "unit hq_afrika"]


@pytest.mark.rule("gazala", "2.1.active", "2.1.inactive", "R56")
def test_a_unit_is_activated_when_it_acts_and_not_before():
    g = table({"hq_afrika": "0407", "15_1_t": "0409", "15_2_t": "0409"}, chit="afrika")
    m = go(scene(g), "unit 15_1_t", "to 0410")
    assert m.state.acted[u("15_1_t")] == 1
    assert m.state.acted[u("15_2_t")] == 0


@pytest.mark.rule("gazala", "2.1.armour")
def test_the_middle_number_is_the_armour_value():
    g = table({"15_1_t": "0409", "xxi_85_60": "0410"}, reduced=["15_1_t"])
    assert UNITS[u("15_1_t")].steps[0] == (5, 5, 10)
    assert armour_value(g, u("15_1_t")) == 3
    assert armour_value(g, u("xxi_85_60")) == 1


@pytest.mark.rule("gazala", "2.1.foot", "2.1.mech", "2.1.types", "R26")
def test_foot_and_mechanised_units():
    foot = {unit.type for unit in UNITS if not unit.is_mech}
    assert foot == {"infantry", "engineer", "marine"}
    mech = {unit.type for unit in UNITS if unit.is_mech}
    assert mech == {
        "tank", "armored_car", "mot_infantry", "mot_engineer", "flak", "hq", "leader",
    }  # fmt: skip
    flak = UNITS[u("flak_18_1")]
    assert (flak.size, len(flak.steps)) == ("II", 1)


@pytest.mark.rule("gazala", "2.1.mp")
def test_the_last_number_is_the_movement_allowance():
    g = table({"15_1_t": "0409", "xxi_85_60": "0410"})
    assert allowance(g, u("15_1_t")) == 20  # in half points
    assert allowance(g, u("xxi_85_60")) == 12


@pytest.mark.rule("gazala", "2.1.range", "2.2")
def test_every_headquarters_has_a_range_and_a_chit():
    hqs = [unit for unit in UNITS if unit.type == "hq"]
    assert len(hqs) == 10
    assert all(unit.range > 0 for unit in hqs)
    assert PACK.chits[AXIS] == ("afrika", "xx", "x", "xxi", "rommel")
    assert PACK.chits[ALLIED] == ("1sa", "50", "2sa", "5ind", "1arm", "7arm")


@pytest.mark.rule("gazala", "2.1.step")
def test_units_start_at_full_strength_unless_the_scenario_says_otherwise():
    g = GAME.rules.start(Setup("aida"))
    reduced = [UNITS[n].id for n, step in enumerate(g.step) if step]
    assert reduced == ["2sa_6", "5ind_9", "7arm_7"]


@pytest.mark.rule("gazala", "2.3", "R1", "R2")
def test_the_map_has_numbered_hexes_in_rows_from_the_south():
    board = PACK.board
    assert len(board) == 29 * 34 - 130
    assert board.toward(h("1715"), "E") == h("1716")
    assert board.toward(h("1715"), "NE") == h("1815")  # odd row
    assert board.toward(h("1814"), "NE") == h("1915")  # even rows lie further east
    assert board.distance(h("0213"), h("1020")) == 11
    assert set(board.roads) == {"", "road", "track"}  # no railway
    assert PACK.is_hill[h("2207")]


@pytest.mark.rule("gazala", "2.4")
def test_a_turn_is_a_day():
    dates = PACK.scenarios["aida"].dates
    assert dates[:2] == ("05-26", "05-27")
    assert dates[5:7] == ("05-31", "06-01")
    assert dates[-1] == "06-22"


@pytest.mark.rule("gazala", "2.1.control", "R10")
def test_a_unit_takes_every_hex_it_enters():
    g = table({"hq_afrika": "0407", "15_33_a": "0411"}, chit="afrika")
    assert g.control[h("0413")] == ALLIED
    m = go(scene(g), "unit 15_33_a", "to 0415")
    passed = ["0412", "0413", "0414", "0415"]
    assert all(m.state.control[h(name)] == AXIS for name in passed)


@pytest.mark.rule("gazala", "2.1.control", "R10")
def test_an_empty_hex_goes_to_the_last_who_extended_a_zone_of_control():
    units = {"hq_xxi": "2403", "xxi_7": "0413"}
    m = go(scene(table(units, chit="xxi")), "unit xxi_7", "to 0415")
    assert m.state.control[h("0516")] == ALLIED  # not before the phase ends
    go(m, "done")
    assert m.state.control[h("0516")] == AXIS
    assert m.state.control[h("0515")] == AXIS


@pytest.mark.rule("gazala", "2.1.control")
def test_a_zone_of_control_does_not_take_a_hex_that_is_held():
    units = {"hq_xxi": "2403", "xxi_7": "0413", "ind_1sf": "0416"}
    m = go(scene(table(units, chit="xxi")), "unit xxi_7", "to 0415", "done")
    assert m.state.control[h("0516")] == AXIS
    assert m.state.control[h("0416")] == ALLIED  # a battalion stands there, without a zone


@pytest.mark.rule("gazala", "R10")
def test_in_the_zones_of_both_sides_the_newcomer_takes_the_hex():
    units = {"hq_xxi": "2403", "xxi_7": "0411", "1arm_201": "0416"}
    m = go(scene(table(units, chit="xxi")), "unit xxi_7", "to 0414")
    assert m.state.control[h("0415")] == ALLIED
    go(m, "done")
    assert m.state.control[h("0415")] == AXIS
    assert at(m, "1arm_201") == "0416"


@pytest.mark.rule("gazala", "2.1.control")
def test_the_rear_belongs_to_its_own_side_at_the_start():
    g = GAME.rules.start(Setup("aida"))
    assert g.control[h("1401")] == AXIS
    assert g.control[h("1934")] == ALLIED
    assert g.control[h("0112")] == AXIS  # a unit stands there
    assert asked(scene(g)) == "allied set_up"
    assert goals(scene(table({"hq_x": "1705"}, chit="x")), "hq_x")
