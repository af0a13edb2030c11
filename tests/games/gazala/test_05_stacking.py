"""Chapter 5: stacking."""

import pytest

from khamsin.games.gazala.rules.control import has_room, is_overstacked
from tests.games.gazala.staging import asked, at, go, h, offers, scene, table, u


def over(*names):
    return is_overstacked(table({}), tuple(u(name) for name in names))


@pytest.mark.rule("gazala", "5.1", "5.0")
def test_five_units_with_one_brigade():
    tanks = ("1arm_by", "1arm_9l", "1arm_10h", "1arm_2h")
    assert not over("1arm_201", *tanks)
    assert over("1arm_201", *tanks, "1arm_3y")
    assert not over(*tanks, "1arm_3y")
    assert over(*tanks, "1arm_3y", "1arm_4y")


@pytest.mark.rule("gazala", "5.1", "R48")
def test_or_two_brigades_of_one_formation_and_a_battalion():
    assert not over("50_69", "50_150", "ind_7t")
    assert over("50_69", "50_150", "ind_7t", "ind_8t")
    assert over("50_69", "1sa_1")
    assert over("50_69", "50_150", "50_151")
    assert over("ind_1fr", "ind_2fr")  # independents are no formation


@pytest.mark.rule("gazala", "5.1", "R30")
def test_one_headquarters_is_free_every_further_one_is_a_battalion():
    tanks = ("15_1_t", "15_2_t", "21_1_t", "21_2_t", "15_1_i")
    assert not over(*tanks, "hq_afrika")
    assert over(*tanks, "hq_afrika", "erwin_rommel")
    assert not over(*tanks[:4], "hq_afrika", "erwin_rommel")


@pytest.mark.rule("gazala", "5.2", "5.0")
def test_after_movement_the_opponent_removes_what_is_too_much():
    units = {"hq_50": "1810", "50_69": "1809", "50_150": "1809", "ind_7t": "1809", "ind_8t": "1811"}
    m = go(scene(table(units, chit="50")), "unit ind_8t", "to 1809", "done")
    assert asked(m) == "axis overstacked"
    assert "remove 50_69" in offers(m)
    go(m, "remove 50_69")
    assert at(m, "50_69") == "off"
    assert at(m, "ind_8t") == "1809"


@pytest.mark.rule("gazala", "5.2")
def test_on_the_way_there_is_no_limit():
    tanks = ["15_1_t", "15_2_t", "21_1_t", "21_2_t", "15_1_i"]
    units = {"hq_afrika": "0407", "15_2_i": "0408"} | dict.fromkeys(tanks, "0409")
    m = go(scene(table(units, chit="afrika")), "unit 15_2_i", "to 0410", "done")
    assert asked(m) != "allied overstacked"


@pytest.mark.rule("gazala", "5.3")
def test_a_full_hex_has_no_room_for_those_who_retreat():
    tanks = ["15_1_t", "15_2_t", "21_1_t", "21_2_t", "15_1_i"]
    g = table(dict.fromkeys(tanks, "0409"))
    assert not has_room(g, h("0409"), (u("15_2_i"),))
    assert has_room(g, h("0409"), (u("hq_afrika"),))
