"""Positions where two procedures of the book meet, one of them under a rule of another chapter."""

import pytest

from khamsin.games.gazala.model.pieces import AT_SEA, ISOLATED
from khamsin.games.gazala.model.state import IMPULSE_END
from khamsin.games.gazala.rules.activation import begin_impulse
from tests.games.gazala.staging import PACK, asked, at, go, h, offers, scene, table, told, u
from tests.games.gazala.test_09_results import fight, hits


@pytest.fixture
def result(monkeypatch):
    """`result(a, d)`: from now on every combat ends so."""

    def fixed(attacker, defender):
        monkeypatch.setattr(PACK.numbers, "crt", hits(table({}), attacker, defender))

    return fixed


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
