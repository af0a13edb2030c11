"""14.1 The Fuel Shortage: what it stops, and how it ends."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import asked, field, go, moves, scene
from tests.games.battleaxe.staging import offers, told


def is_low(m: Match[State]) -> bool:
    """Whether the marker shows Fuel Low."""
    return m.state.fuel_low


UNITS = {"22gds": "3", "1_8": "15", "15mc": "9"}


@pytest.mark.rule("battleaxe", "14.1", "12.1D")
def test_a_shortage_comes_only_from_the_allies_spending_the_advantage():
    m = scene(field(UNITS, advantage=ALLIED))
    assert not is_low(m)
    go(m, "fuel_shortage")
    assert is_low(m)
    assert told(m, "advantage_used") == [{"side": "allied", "use": "fuel_shortage"}]


@pytest.mark.rule("battleaxe", "14.1.1", "12.1D")
@pytest.mark.parametrize("fuel_low", [True, False])
def test_short_of_fuel_the_axis_has_one_active_area(fuel_low):
    m = go(scene(field(UNITS, half="axis", fuel_low=fuel_low)), "assault 15")
    assert moves(m, "activate") == ([] if fuel_low else ["activate 9"])


@pytest.mark.rule("battleaxe", "14.1.1", "R22")
def test_the_shortage_bites_in_the_very_half_at_whose_start_it_is_declared():
    m = scene(field(UNITS, half="axis", advantage=ALLIED))
    go(m, "yes", "assault 15")
    assert moves(m, "activate") == []


@pytest.mark.rule("battleaxe", "14.1.1")
def test_the_shortage_does_not_stop_a_regroup():
    m = scene(field(UNITS, half="axis", fuel_low=True))
    go(m, "regroup", "move 1_8 18", "move 15mc 14", "done")
    assert len(told(m, "regrouped")) == 2


@pytest.mark.rule("battleaxe", "14.1.2", "6.2.1b", "R22")
@pytest.mark.parametrize(
    ("roll", "low"), [((2, 3), False), ((2, 4), True), ((6, 6), True), ((2, 2), True)]
)
def test_a_night_roll_of_exactly_the_impulse_ends_the_shortage(roll, low):
    g = field(UNITS, half="axis", fuel_low=True, impulse=5, advantage=AXIS)
    m = go(scene(g), "pass", roll)
    if asked(m) == "extended_day":
        go(m, "yes")  # the roll of 4 would end the day
    assert m.state.impulse == 6
    assert m.state.fuel_low == low


@pytest.mark.rule("battleaxe", "14.1.2", "R20", "R22")
def test_every_later_night_roll_is_compared_not_only_the_next():
    m = scene(field(UNITS, half="axis", fuel_low=True, impulse=3))
    go(m, "pass", (3, 3), "pass", "pass", (3, 3))
    assert is_low(m)
    go(m, "pass", "pass", (3, 2))
    assert not is_low(m)
    assert "activate 9" in offers(go(m, "pass", "assault 15"))


@pytest.mark.rule("battleaxe", "14.1.2", "R20")
def test_at_impulse_two_the_roll_cannot_end_the_day_but_may_end_the_shortage():
    m = go(scene(field(UNITS, half="axis", fuel_low=True, impulse=2)), "pass", (1, 1))
    assert (m.state.impulse, m.state.fuel_low) == (3, False)


@pytest.mark.rule("battleaxe", "14.1.2", "R20")
def test_an_attack_roll_that_is_the_night_roll_ends_it_after_the_half():
    g = field({"22gds": "7", "1_8": "15", "15mc": "9"}, half="axis", fuel_low=True, impulse=5)
    m = go(scene(g), "assault 15", "move 1_8 7", "attack 7", (2, 3), (6, 6))
    assert is_low(m)
    assert moves(m, "activate") == []  # still in force
    go(m, "done")
    assert not is_low(m)


@pytest.mark.rule("battleaxe", "14.1.2", "R22")
def test_the_end_of_the_maneuvers_phase_always_ends_the_shortage():
    g = field(UNITS, half="axis", fuel_low=True, impulse=9, advantage=NOBODY)
    m = go(scene(g), "pass", (1, 1))
    assert told(m, "night_falls") != []
    assert not is_low(m)
    assert told(m, "fuel_arrives") == []  # the phase ended it, not the roll


@pytest.mark.rule("battleaxe", "14.1.2", "R22")
def test_after_it_has_ended_it_may_be_declared_again():
    m = scene(field(UNITS, half="axis", fuel_low=True, impulse=5, advantage=ALLIED))
    go(m, "pass", (2, 3))
    assert "fuel_shortage" in offers(m)
