"""Positions where two procedures of the book meet, one of them under a rule of another chapter."""

import pytest

from khamsin.games.gazala.model.pieces import AT_SEA, ISOLATED
from khamsin.games.gazala.model.state import CHITS, IMPULSE_END
from khamsin.games.gazala.rules.activation import begin_impulse
from tests.games.gazala.staging import PACK, asked, at, go, h, offers, scene, table, told, u
from tests.games.gazala.test_09_results import fight
from tests.games.gazala.test_between_fights import declare, withdraw


def answered(m, side):
    """This side takes the first answer to everything it is asked."""
    while m.decision is not None and m.to_answer == (side,):
        go(m, offers(m)[0])
    return m


# -- a withdrawal and a pursuit (7.6, 9.57) ------------------------------------------------------

WESTWARD = {
    "hq_7arm": "0620", "7arm_3ind": "0615", "7arm_1kr": "0615", "1arm_1r": "0714",
    "15_1_i": "0614",
}  # fmt: skip


@pytest.mark.rule("gazala", "7.6", "9.57", "9.54", "R31")
def test_in_a_withdrawal_nobody_pursues_straight_west_into_the_empty_hex(result):
    result(0, 2)
    m = answered(fight(WESTWARD, "0614", (1,), chit="7arm"), "axis")
    assert offers(m) == [
        "advance 7arm_3ind", "advance 7arm_1kr", "advance 1arm_1r", "stack 0615", "done",
    ]  # fmt: skip
    m = answered(fight(WESTWARD, "0614", (1,), chit="7arm", withdrawing=True), "axis")
    assert offers(m) == ["advance 1arm_1r", "done"]  # from 0714 the way is south-west


# -- a landing and armoured cars (10.4, 10.3) ----------------------------------------------------


@pytest.mark.rule("gazala", "10.4", "10.3", "R35", "R36")
def test_a_car_may_slip_away_from_a_landing():
    g = table({"hq_xxi": "2403", "hq_1sa": "1520", "ind_kdg": "2030"})
    g.place[PACK.heckler] = AT_SEA
    g.heckler_due, g.heckler_hex = g.turn, h("2131")
    begin_impulse(g, "xxi")
    m = go(scene(g), "land", (5,), (3,))
    assert asked(m) == "allied react"
    go(m, offers(m, "react")[0])
    assert told(m, "reacted")[0]["start"] == "2030"
    assert asked(m) == "axis move"
    assert m.state.moved[u("heckler")]  # 4.43: it shelters nobody who goes from zone to zone
    assert at(m, "heckler") == "2131"


# -- parts of brigades and supply (10.6, 6.12) ---------------------------------------------------


@pytest.mark.rule("gazala", "10.6.b", "6.12.b", "R37")
@pytest.mark.parametrize(
    ("units", "off", "answer"),
    [
        (["50_69", "50_69_bn"], [], "rejoin 50_69 50_69_bn"),
        (["50_150_bn", "50_69_bn"], ["50_69", "50_150"], "merge 50_69_bn 50_150_bn"),
    ],
)
@pytest.mark.parametrize("worse", [0, 1])
def test_parts_that_join_have_the_worse_supply_of_the_two(units, off, answer, worse):
    """The order in which they are named must not matter."""
    g = table(
        dict.fromkeys(units, "2407"), reduced=units[:1] if not off else [], off=off,
        supply={units[worse]: "isolated", units[1 - worse]: "unsupplied"},
        stage=IMPULSE_END, active=1, chit="50",
    )  # fmt: skip
    m = go(scene(g), answer)
    assert m.state.supply[u("50_69")] == ISOLATED
    assert m.state.morning[u("50_69")] == ISOLATED


# -- a command die and the headquarters that are left (7.4, 10.13) -------------------------------


@pytest.mark.rule("gazala", "7.4", "10.13", "R42")
def test_the_allies_are_not_asked_for_chits_that_they_must_all_put_in():
    """One more than the limit, and no more headquarters than that."""
    hqs = {"hq_1sa": "2508", "hq_50": "2310", "hq_2sa": "2322", "hq_afrika": "0407"}

    def table_of(limit):
        able = ("1sa", "50", "2sa")
        return scene(table(hqs, stage=CHITS, limits=[0, limit], eligible=[(), able]))

    m = table_of(2)
    assert asked(m) == "dropped"
    go(m, ("50",))
    assert m.state.cup == ("1sa", "2sa")
    assert asked(table_of(4)) == "chit"  # nothing to drop (R42)
    assert table_of(4).state.cup == ("1sa", "2sa", "50")
    m = table_of(1)
    assert asked(m) == "allied chits"
    assert offers(m) == ["chit 1sa", "chit 50", "chit 2sa"]


# -- what a pursuit changes for the next attack (9.52, R61) --------------------------------------


def halt(m):
    """The pursuit in hand stops at once, and there is no other."""
    while asked(m).startswith("axis pursue"):
        go(m, "stop" if "stop" in offers(m) else "done")
    return m


@pytest.mark.rule("gazala", "10.12", "9.52", "R61")
def test_a_headquarters_that_pursues_into_a_zone_supports_the_next_attack_no_more(result):
    result(0, 2)
    units = {
        "hq_afrika": "0614", "15_1_i": "0614", "15_2_i": "0815", "15_3_i": "0815",
        "2sa_4": "0615", "2sa_6": "0716",
    }  # fmt: skip
    m = declare(units, {"0615": ["15_1_i"], "0716": ["15_2_i", "15_3_i"]})
    withdraw(go(m, (1,)))
    stays = go(halt(m.clone()), (1,))
    goes = go(halt(go(m, "advance hq_afrika")), (1,))
    assert told(stays, "combat")[-1]["odds"] == "2:1"
    assert told(goes, "combat")[-1]["odds"] == "1:1"


@pytest.mark.rule("gazala", "9.62", "9.52", "R61")
def test_who_pursues_away_does_not_complete_the_ring_of_the_next_attack(result):
    result(0, 2)
    ring = {"21_1_i": "0515", "21_2_i": "0516", "15_2_i": "0614", "15_3_i": "0715"}
    units = {
        "hq_afrika": "0607", "2sa_6": "0615", "15_1_i": "0617", "90_1_1_i": "0616",
        "2sa_4": "0517",
    }  # fmt: skip
    m = declare(units | ring, {"0517": ["15_1_i", "90_1_1_i"], "0615": list(ring)})
    withdraw(go(m, (1,)))
    stays = go(halt(m.clone()), (1,))
    goes = go(halt(go(m, "advance 21_2_i")), (1,))
    assert told(stays, "combat")[-1]["odds"] == "3:1"  # 11 to 6, the ring and the HQ
    assert told(goes, "combat")[-1]["odds"] == "2:1"  # 8 to 6, and the HQ
    assert told(goes, "combat")[-1]["units"] == ("21_1_i", "15_2_i", "15_3_i")


@pytest.mark.rule("gazala", "10.12", "10.13", "R34")
def test_a_headquarters_lost_in_one_combat_does_not_support_the_next(result):
    result(0, 4)
    units = {
        "hq_afrika": "0610", "15_1_i": "0614", "15_2_i": "0815", "15_3_i": "0815",
        "hq_2sa": "0615", "2sa_6": "0716",
    }  # fmt: skip
    m = declare(units, {"0615": ["15_1_i"], "0716": ["15_2_i", "15_3_i"]}, cup=("2sa", "x"))
    go(halt(go(m, (1,))), (1,))
    assert told(m, "chit_lost") == [{"chit": "2sa"}]
    assert m.state.track[1] == ("2sa",)
    assert told(m, "combat")[-1]["odds"] == "2:1"  # 6 to 6, and one's own HQ


# -- mines and forts (10.7, 10.8) ----------------------------------------------------------------


@pytest.mark.rule("gazala", "10.81.b", "10.84", "R39")
def test_who_failed_to_breach_may_attack_over_the_mines_and_try_again_in_pursuit(result):
    result(0, 4)
    units = {"hq_afrika": "1408", "15_1_i": "1409", "ind_1sf": "1410"}
    m = go(scene(table(units, chit="afrika")), "unit 15_1_i", "breach 1410", (3,))
    assert offers(m, "to") == []
    go(m, "done", "attack 1410")
    while asked(m) == "axis combat":
        go(m, "done")
    withdraw(go(m, (1,)))
    assert offers(m) == ["advance 15_1_i", "done"]
    go(m, "advance 15_1_i", (6,))
    assert at(m, "15_1_i") == "1410"


@pytest.mark.rule("gazala", "10.7.b", "10.3")
def test_an_axis_car_that_slips_away_over_a_fort_takes_it_in_the_allied_impulse():
    units = {"hq_2sa": "2322", "2sa_4": "1721", "15_33_a": "1921", "hq_afrika": "1405"}
    m = go(scene(table(units, chit="2sa")), "unit 2sa_4", "to 1820")
    go(m, "react 15_33_a 2021")
    assert told(m, "fort_lost") == []
    while m.decision is not None and not told(m, "fort_lost"):
        go(m, "done")
    assert told(m, "fort_lost") == [{"place": "1921", "beyond": "2021"}]
