"""Chapter 12: the optional rules."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED
from khamsin.games.gazala.rules.combat.combat import total_attack, total_defence
from khamsin.games.gazala.rules.combat.retreat import retreat_hexes
from tests.games.gazala.staging import GAME, asked, at, go, h, offers, step, table, u, units
from tests.games.gazala.test_09_results import DUEL, fight

NAMES = ("15_1_t", "15_2_t", "15_1_i", "15_2_i")


@pytest.mark.rule("gazala", "12.0")
def test_every_option_can_be_chosen_by_itself_and_none_holds_by_default():
    assert [option.id for option in GAME.options][:4] == [
        "cooperation", "fuller_pursuit", "retreat_through_zoc", "varied_losses",
    ]  # fmt: skip
    assert table({}).options == ()


@pytest.mark.rule("gazala", "12.1", "R57")
def test_four_units_of_a_formation_together_add_one():
    base = {"hq_afrika": "0610", "7arm_3ind": "0615"}
    for options, more in (((), 0), (("cooperation",), 1)):
        g = table(base | dict.fromkeys(NAMES, "0614"), chit="afrika", options=options)
        assert total_attack(g, h("0615"), units(*NAMES)) == 16 + more
        assert total_attack(g, h("0615"), units(*NAMES[:3])) == 13
    tanks = ("1arm_by", "1arm_9l", "1arm_10h", "1arm_2h")
    g = table(dict.fromkeys(tanks, "0615"), options=["cooperation"])
    assert total_defence(g, ALLIED, h("0615")) == 3 + 4 + 3 + 3 + 1
    mixed = table(dict.fromkeys((*tanks[:3], "7arm_3"), "0615"), options=["cooperation"])
    assert total_defence(mixed, ALLIED, h("0615")) == 3 + 4 + 3 + 4
    loose = ("ind_42t", "ind_7t", "ind_8t", "ind_44t")
    none = table(dict.fromkeys(loose, "0615"), options=["cooperation"])
    assert total_defence(none, ALLIED, h("0615")) == 16  # independents are no formation


@pytest.mark.rule("gazala", "12.2", "12.2.diagram")
def test_fuller_pursuit_goes_beside_the_empty_hex_but_not_from_zone_to_zone(result):
    """Page 24: 1 goes in, 2 goes aside; 1 could not have gone from one zone to another."""
    result(0, 2)
    # C, whose zone holds 0614 and 0515, and one who has not attacked
    field = DUEL | {"1arm_201": "0514", "x_9": "0716"}
    m = fight(field, "0615", (1,), "retreat", options=["fuller_pursuit"])
    while asked(m) == "allied retreat_to":
        go(m, offers(m)[0])
    assert m.state.zoc[ALLIED][h("0614")]
    assert m.state.zoc[ALLIED][h("0515")]
    aside = offers(m, "aside")
    assert "aside xx_8_132 0715" in aside
    assert "aside xx_8_132 0515" not in aside  # from one zone to another
    assert "advance x_9" in offers(m)
    assert not [offer for offer in aside if offer.startswith("aside x_9")]  # attackers only
    go(m, "aside xx_8_132 0715", "advance xx_65_101")
    assert (at(m, "xx_8_132"), at(m, "xx_65_101")) == ("0715", "0615")
    off = fight(DUEL, "0615", (1,), "retreat")
    while asked(off) == "allied retreat_to":
        go(off, offers(off)[0])
    assert offers(off, "aside") == []


@pytest.mark.rule("gazala", "12.3")
def test_retreat_through_zones_costs_a_step_each(result):
    wall = {"xx_8_132": "0614", "xx_65_101": "0617", "xx_66_101": "0815", "x_9": "0415"}
    g = table({"7arm_3ind": "0615"} | wall, options=["retreat_through_zoc"])
    hexes, costs = retreat_hexes(g, u("7arm_3ind"), [h("0614")], (h("0615"),))
    assert hexes
    assert costs
    result(0, 2)
    field = {"hq_xx": "0610", "7arm_7": "0615"} | wall
    m = fight(field, "0615", (1,), "retreat", options=["retreat_through_zoc"])
    assert asked(m) == "allied retreat_to"
    stayed = go(m.clone(), "stay")  # they may, but need not
    assert at(stayed, "7arm_7_bn") == "0615"
    go(m, offers(m)[0])
    assert at(m, "7arm_7") == "off"
    assert at(m, "7arm_7_bn") not in ("off", "0615")


@pytest.mark.rule("gazala", "12.4", "R40")
def test_the_opponent_chooses_the_second_step(result):
    result(3, 0)
    m = fight(DUEL, "0615", (1,), "lose xx_65_101", options=["varied_losses"])
    assert asked(m) == "allied loss"
    go(m, "lose xx_65_101")
    assert at(m, "xx_65_101") == "off"
    plain = fight(DUEL, "0615", (1,), "lose xx_65_101")
    assert asked(plain) == "axis loss"
    assert step(plain, "xx_65_101") == 1


@pytest.mark.rule("gazala", "12.4", "R40")
def test_a_step_lost_to_stay_in_the_hex_may_be_the_second(result):
    result(2, 0)
    m = fight(DUEL, "0615", (1,), "lose xx_65_101", "stand", options=["varied_losses"])
    assert asked(m) == "allied loss"
