"""12 The Advantage: who has it, what it does, when, and where it goes."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import (
    allied_attack,
    asked,
    axis_attack,
    field,
    go,
    holder,
    scene,
    who,
)
from tests.games.battleaxe.staging import GAME, offers, told

# -- Holding it ------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "12.0")
def test_the_allies_hold_the_advantage_at_first():
    m = Match(GAME, Setup("standard"), None)
    assert holder(m) == "allied"
    assert m.view("axis")["position"]["advantage"] == "allied"


@pytest.mark.rule("battleaxe", "12.0")
def test_the_advantage_stays_where_it_is_until_it_is_used():
    m = scene(field({"2rtr": "3", "1_62": "7"}, advantage=ALLIED))
    go(m, "pass", "no", "pass", (6, 6), "pass", "no", "pass", (6, 6))
    assert m.state.impulse == 3
    assert holder(m) == "allied"
    assert told(m, "advantage_used") == []


@pytest.mark.rule("battleaxe", "12.0", "12.2", "R21")
@pytest.mark.parametrize("seed", range(6))
def test_somebody_holds_it_at_the_start_of_every_half_and_uses_it_once_at_most(seed):
    m = Match(GAME, Setup("standard", ("advantage_extra",)), SeededDice(f"advantage-{seed}"))
    uses = 0
    while m.result is None:
        options = m.legal()
        spend = ("yes",) if ("yes",) in options else options[(len(m.entries) * 7) % len(options)]
        m.choose(spend)
    for _, event in m.events:
        if event.kind in ("half", "refit"):
            uses = 0
        uses += event.kind == "advantage_used"
        assert uses <= 1
    for snapshot in m.marks:
        if snapshot.state.doing == "" and snapshot.state.phase == "maneuvers":
            assert snapshot.state.advantage in (ALLIED, AXIS)
    assert told(m, "advantage_used") != []


# -- C: Extended Day -------------------------------------------------------------------------


def night(roll: tuple[int, int], *, impulse: int, advantage: int, **more):
    """The Axis passes in this impulse and rolls for night."""
    g = field({"2rtr": "3", "1_62": "7"}, half="axis", impulse=impulse, advantage=advantage, **more)
    m = scene(g)
    if asked(m) == "fuel_shortage":
        go(m, "no")
    return go(m, "pass", roll)


@pytest.mark.rule("battleaxe", "12.1C", "R21")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_either_holder_may_prolong_the_day(side):
    m = night((1, 2), impulse=4, advantage=side)
    assert (who(m), asked(m)) == (("allied", "axis")[side], "extended_day")
    stays = go(m.clone(), "yes")
    assert (stays.state.phase, stays.state.impulse) == ("maneuvers", 5)
    assert (who(stays), asked(stays)) == ("allied", "impulse")
    assert holder(stays) == ("axis", "allied")[side]  # it passed as the Axis half ended
    ends = go(m.clone(), "no")
    assert told(ends, "night_falls") != []
    assert told(ends, "night_falls")[0]["impulse"] == 4


@pytest.mark.rule("battleaxe", "12.1C")
def test_the_night_roll_is_not_repeated():
    m = go(night((1, 2), impulse=4, advantage=ALLIED), "yes")
    assert [event["roll"] for event in told(m, "night")] == [3]


@pytest.mark.rule("battleaxe", "12.1C", "R33")
@pytest.mark.parametrize("roll", [(2, 2), (3, 2)])
def test_nobody_is_asked_when_the_day_goes_on_anyway(roll):
    m = night(roll, impulse=4, advantage=ALLIED)
    assert (m.state.impulse, asked(m)) == (5, "impulse")


@pytest.mark.rule("battleaxe", "12.1C", "R33")
def test_no_day_goes_on_beyond_the_end_of_the_track():
    m = night((1, 1), impulse=12, advantage=ALLIED)
    assert told(m, "night_falls") != []
    assert told(m, "advantage_used") == []


@pytest.mark.rule("battleaxe", "12.1C", "R22", "R33")
def test_an_extended_day_does_not_keep_a_fuel_shortage_alive_or_end_it():
    m = night((2, 2), impulse=4, advantage=ALLIED, fuel_low=True)
    assert not m.state.fuel_low  # the roll ended it, and nobody was asked
    m = go(night((1, 2), impulse=4, advantage=ALLIED, fuel_low=True), "yes")
    assert m.state.fuel_low


@pytest.mark.rule("battleaxe", "12.1C", "12.2", "R21")
def test_an_advantage_used_earlier_in_the_half_cannot_prolong_the_day():
    m = axis_attack(-1, advantage=AXIS, impulse=11)
    go(m, "yes", "done")  # the attack roll was the night roll
    assert told(m, "night_falls") != []  # without a question


# -- D: Fuel Shortage ------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "12.1D", "14.1", "R21", "R22")
def test_the_allies_declare_a_fuel_shortage_before_their_impulse_or_between_actions():
    m = scene(field({"2rtr": "3", "1_62": "7"}, advantage=ALLIED))
    assert "fuel_shortage" in offers(m)
    early = go(m.clone(), "fuel_shortage")
    assert early.state.fuel_low
    assert asked(early) == "impulse"  # the impulse itself is still to come
    go(m, "assault 3", "move 2rtr 4")
    assert "fuel_shortage" in offers(m)
    go(m, "fuel_shortage")
    assert m.state.fuel_low
    assert "fuel_shortage" not in offers(m)
    assert holder(m) == "nobody"
    assert holder(go(m, "done")) == "axis"


@pytest.mark.rule("battleaxe", "12.1D", "R21")
def test_the_last_moment_for_it_is_before_the_axis_names_his_impulse():
    m = scene(field({"2rtr": "3", "1_8": "15"}, advantage=ALLIED, half="axis"))
    assert (who(m), asked(m)) == ("allied", "fuel_shortage")
    go(m, "yes")
    assert m.state.fuel_low
    assert (who(m), asked(m)) == ("axis", "impulse")
    assert holder(m) == "nobody"  # until the Axis half is over
    assert holder(go(m, "pass", (6, 6))) == "axis"


@pytest.mark.rule("battleaxe", "12.1D", "14.1")
def test_only_the_allies_can_cause_a_shortage_and_only_while_they_hold_it():
    units = {"2rtr": "3", "1_8": "15"}
    assert "fuel_shortage" not in offers(scene(field(units, advantage=AXIS)))
    m = scene(field(units, advantage=AXIS, half="axis"))
    assert (who(m), asked(m)) == ("axis", "impulse")
    assert "fuel_shortage" not in offers(m)


@pytest.mark.rule("battleaxe", "12.1D", "R22")
def test_it_cannot_be_declared_twice():
    m = scene(field({"2rtr": "3", "1_8": "15"}, advantage=ALLIED, fuel_low=True))
    assert "fuel_shortage" not in offers(m)
    assert asked(go(m, "pass")) == "impulse"  # nor at the start of the Axis half


# -- F: Increased Replacements ---------------------------------------------------------------


@pytest.mark.rule("battleaxe", "12.1F", "13.2", "R21", "R30")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_the_holder_may_take_a_second_replacement_point_in_his_own_refit(side):
    units = {"2rtr": "A", "6rtr": "A", "7rtr": "A", "15mc": "G", "15mg": "G", "1_104": "G"}
    m = scene(field(units, reduced=list(units), phase="refit", advantage=side))
    if side == AXIS:
        assert (who(m), asked(m)) == ("allied", "refit")
        go(m, "done")
    assert (who(m), asked(m)) == (("allied", "axis")[side], "refit_advantage")
    assert offers(m) == ["replacements", "no"]
    one = go(m.clone(), "no")
    assert one.state.points == 1
    go(m, "replacements")
    assert m.state.points == 2
    assert holder(m) == "nobody"


# -- Passing it on ---------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "12.2", "R21")
def test_once_used_it_belongs_to_nobody_until_the_half_is_over():
    m = go(allied_attack(-1, advantage=ALLIED), "yes", "done")
    assert holder(m) == "nobody"
    assert told(m, "advantage_passes") == []
    go(m, "done")
    assert (m.state.half, holder(m)) == (AXIS, "axis")
    assert told(m, "advantage_passes") == [{"side": "axis"}]


@pytest.mark.rule("battleaxe", "12.2", "R21")
def test_used_in_the_enemys_half_it_passes_when_that_half_is_over():
    m = go(axis_attack(1, advantage=ALLIED), "yes")
    assert holder(m) == "nobody"
    go(m, "done")
    assert (m.state.half, holder(m)) == (ALLIED, "axis")


@pytest.mark.rule("battleaxe", "12.2", "R21")
def test_it_cannot_be_used_twice_in_a_half():
    m = allied_attack(-1, advantage=ALLIED)
    go(m, "yes", "done")
    assert "fuel_shortage" not in offers(m)
    go(m, "move 22gds 4", "done")
    assert who(m) == "axis"
    assert asked(m) == "impulse"  # and no Allied fuel shortage: the Axis holds it now


@pytest.mark.rule("battleaxe", "12.2", "13.1", "R21", "R30")
def test_used_in_refit_it_passes_when_the_phase_is_over_not_before():
    units = {"2rtr": "A", "15mc": "G"}
    m = scene(field(units, reduced=list(units), phase="refit", advantage=ALLIED))
    go(m, "replacements", "flip 2rtr")
    assert (who(m), asked(m)) == ("axis", "refit")  # the Axis cannot use it in the same phase
    assert holder(m) == "nobody"
    go(m, "flip 15mc")
    assert (m.state.turn, holder(m)) == (3, "axis")
