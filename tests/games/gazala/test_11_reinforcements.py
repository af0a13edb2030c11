"""Chapter 11: reinforcements and replacements."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, NOBODY, POOLS, SUPPLIED, WAITING
from khamsin.games.gazala.model.state import REPLACEMENTS
from khamsin.games.gazala.rules.activation import waiting
from khamsin.games.gazala.rules.movement.cost import entry_hexes
from khamsin.games.gazala.rules.movement.reach import reach
from khamsin.games.gazala.rules.replacements import replacement_options
from tests.games.gazala.staging import PACK, asked, at, go, goals, h, offers, scene, step, table, u


def coming(units, chit, turn, unit="ind_4t", **more):
    """An impulse with a reinforcement that waits off the map."""
    g = table(units, turn=turn, **more)
    g.place[u(unit)] = WAITING
    from khamsin.games.gazala.rules.activation import begin_impulse

    begin_impulse(g, chit)
    return g


HQ = {"hq_7arm": "1020", "hq_1arm": "1519"}


@pytest.mark.rule("gazala", "11.1", "11.11", "11.12", "R62")
def test_reinforcements_enter_in_any_friendly_impulse_from_their_day_on():
    assert waiting(coming(HQ, "7arm", 2), ALLIED) == []
    g = coming(HQ, "7arm", 3)  # 28 May
    assert g.due[u("ind_4t")] == SUPPLIED
    m = go(scene(g), "unit ind_4t", "to 0134")
    assert at(m, "ind_4t") == "0134"
    assert m.state.spent[u("ind_4t")] == 1  # by track: half a point
    assert "to 0133" in offers(m)  # and on along it


@pytest.mark.rule("gazala", "11.11", "R3")
def test_the_entry_hexes_must_be_friendly_and_free():
    g = coming(HQ, "7arm", 3)
    assert [g.place_id(p) for p in entry_hexes(g, ALLIED)] == [
        "0131", "0132", "0133", "0134", "0234", "0334", "0434",
    ]  # fmt: skip
    assert [g.place_id(p) for p in entry_hexes(g, AXIS)] == ["2902", "2903", "2904", "2905"]
    lost = coming(HQ, "7arm", 3, control={"0134": "axis"})
    assert h("0134") not in entry_hexes(lost, ALLIED)
    other = coming(HQ, "7arm", 3, options=["entry_gambut"])
    assert h("1934") in entry_hexes(other, ALLIED)
    assert h("1934") in reach(other, (u("ind_4t"),)).spent


@pytest.mark.rule("gazala", "11.11", "11.14")
def test_closed_entry_hexes_delay_and_later_turns_are_open():
    closed = dict.fromkeys(("0131", "0132", "0133", "0134", "0234", "0334", "0434"), "axis")
    m = scene(coming(HQ, "7arm", 3, control=closed))
    assert goals(m, "ind_4t") == []
    late = scene(coming(HQ, "7arm", 9))
    assert "0134" in goals(late, "ind_4t")


@pytest.mark.rule("gazala", "11.11")
def test_rommel_does_not_bring_in_reinforcements():
    units = {"erwin_rommel": "0407", "hq_afrika": "0407"}
    g = coming(units, "rommel", 5, unit="21_1_t", scenario="strike")
    assert g.due[u("21_1_t")] == NOBODY


@pytest.mark.rule("gazala", "11.13")
def test_arriving_units_obey_whatever_headquarters_acts():
    for chit in ("7arm", "1arm"):
        assert "unit ind_4t" in offers(scene(coming(HQ, chit, 3)))


# -- replacements ------------------------------------------------------------------------------


def bought(units, points, side=ALLIED, **more):
    g = table(units, points=points, stage=REPLACEMENTS, turn=5, **more)
    return [" ".join(option) for option in replacement_options(g, side)]


@pytest.mark.rule("gazala", "11.2.a", "11.24")
def test_units_in_play_regain_steps():
    units = HQ | {"1arm_9l": "1518"}
    assert bought(units, {"grant": 1}, reduced=["1arm_9l"]) == ["rebuild 1arm_9l"]
    assert bought(units, {"grant": 1}) == []  # never above the printed strength
    g = table(units, points={"grant": 2}, stage=REPLACEMENTS, turn=5, reduced=["1arm_9l"])
    m = go(scene(g), "rebuild 1arm_9l")
    assert step(m, "1arm_9l") == 0
    assert m.state.points[POOLS.index("grant")] == 1


@pytest.mark.rule("gazala", "11.2.a")
def test_not_beside_the_enemy_and_not_isolated():
    units = HQ | {"1arm_9l": "1518"}
    near = units | {"xx_rcm": "1517"}
    assert bought(near, {"grant": 1}, reduced=["1arm_9l"]) == []
    assert bought({"1arm_9l": "1518"}, {"grant": 1}, reduced=["1arm_9l"]) == []


@pytest.mark.rule("gazala", "11.2.b", "R49")
def test_only_infantry_tanks_and_armoured_cars_are_replaced():
    units = {"hq_xx": "1206", "xx_34_e": "1205", "hq_afrika": "0407", "15_53_e": "0406"}
    points = dict.fromkeys(POOLS, 3)
    assert bought(units, points, AXIS, reduced=["xx_34_e", "15_53_e"]) == []
    infantry = units | {"15_1_i": "0406", "xxi_200": "0405"}
    found = bought(infantry, {"german_infantry": 1}, AXIS, reduced=["15_1_i", "xxi_200"])
    assert sorted(found) == ["rebuild 15_1_i", "rebuild xxi_200"]
    assert bought(infantry, {"german_tank": 1}, AXIS, reduced=["15_1_i"]) == []


@pytest.mark.rule("gazala", "11.21")
def test_points_are_for_their_own_nation_but_the_british_help_the_indians():
    units = HQ | {"50_69": "1810", "5ind_10": "1632", "1sa_1": "2307"}
    found = bought(units, {"british_infantry": 1}, reduced=["50_69", "5ind_10", "1sa_1"])
    assert sorted(found) == ["rebuild 50_69", "rebuild 5ind_10"]


@pytest.mark.rule("gazala", "11.22")
def test_allied_tank_points_are_for_one_type_axis_ones_for_any():
    units = HQ | {"1arm_9l": "1518", "1arm_4y": "1520"}
    assert bought(units, {"grant": 1}, reduced=["1arm_9l", "1arm_4y"]) == ["rebuild 1arm_9l"]
    axis = {"hq_xx": "1206", "xx_1_132_t": "1205", "xx_132_t": "1204"}
    found = bought(axis, {"italian_tank": 1}, AXIS, reduced=["xx_1_132_t", "xx_132_t"])
    assert len(found) == 2


@pytest.mark.rule("gazala", "11.23", "R49")
def test_eliminated_tanks_come_back_with_a_supplied_unit_of_their_formation():
    units = HQ | {"1arm_4y": "1520"}
    found = bought(units, {"grant": 2}, off=["1arm_9l"])
    assert "comeback 1arm_9l 1520" in found
    assert "comeback 1arm_9l 1519" in found  # its HQ
    assert "comeback 1arm_9l 1020" not in found
    g = table(units, points={"grant": 2}, stage=REPLACEMENTS, turn=5, off=["1arm_9l"])
    m = go(scene(g), "comeback 1arm_9l 1520")
    assert (at(m, "1arm_9l"), step(m, "1arm_9l")) == ("1520", 1)
    go(m, "rebuild 1arm_9l")  # the second point: full strength
    assert step(m, "1arm_9l") == 0
    at_home = {"hq_afrika": "0407", "15_1_i": "0408"}
    assert "comeback 15_1_t 0408" in bought(at_home, {"german_tank": 1}, AXIS, off=["15_1_t"])
    too_far = {"hq_afrika": "1530", "15_1_i": "1531"}  # no line of 35 hexes leads there
    assert bought(too_far, {"german_tank": 1}, AXIS, off=["15_1_t"]) == []
    infantry = bought(units, {"british_infantry": 2}, off=["1arm_1r"])
    assert infantry == []  # nothing else comes back


@pytest.mark.rule("gazala", "R49", "5.1")
def test_a_battalion_grows_into_its_brigade():
    units = {"hq_50": "1810", "50_69_bn": "1809"}
    assert bought(units, {"british_infantry": 1}, off=["50_69"]) == ["rebuild 50_69_bn"]
    g = table(units, points={"british_infantry": 1}, stage=REPLACEMENTS, turn=5, off=["50_69"])
    m = go(scene(g), "rebuild 50_69_bn")
    assert (at(m, "50_69"), step(m, "50_69"), at(m, "50_69_bn")) == ("1809", 1, "off")


@pytest.mark.rule("gazala", "11.24", "10.6.a", "R37")
def test_a_split_brigade_has_no_step_to_regain():
    units = {"hq_50": "1810", "50_69": "1809"}
    points = {"british_infantry": 1}
    assert bought(units, points, reduced=["50_69"]) == ["rebuild 50_69"]
    split = units | {"50_69_bn": "1910"}  # its third step is on the map
    assert bought(split, points, reduced=["50_69"]) == []


@pytest.mark.rule("gazala", "11.25")
def test_points_may_be_kept():
    units = HQ | {"1arm_9l": "1518"}
    g = table(units, points={"grant": 2}, stage=REPLACEMENTS, turn=5, reduced=["1arm_9l"])
    m = go(scene(g), "done")
    assert m.state.points[POOLS.index("grant")] == 2
    assert asked(m) == "axis reassign"
    assert PACK.pool[u("1arm_9l")] == POOLS.index("grant")


@pytest.mark.rule("gazala", "11.2.a")
def test_who_is_done_is_not_asked_again_when_the_game_is_taken_up_in_the_other_sides_turn():
    units = HQ | {"1arm_9l": "1518", "hq_xx": "1206", "xx_1_132_t": "1205"}
    points = {"grant": 2, "italian_tank": 1}
    reduced = ["1arm_9l", "xx_1_132_t"]
    g = table(units, points=points, stage=REPLACEMENTS, turn=5, reduced=reduced)
    m = go(scene(g), "done")
    assert asked(m) == "allied replacements"
    assert asked(m.clone()) == "allied replacements"
    assert m.marks[-1].state.ready == [True, False]
