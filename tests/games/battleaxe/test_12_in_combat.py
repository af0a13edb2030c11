"""12.1A, 12.1B, 12.1E The Advantage in combat: fanatical defence, maximum attack, Rommel."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from tests.games.battleaxe.acting import (
    allied_attack,
    asked,
    axis_attack,
    cv,
    field,
    go,
    holder,
    outcomes,
    scene,
    tem,
    values,
    who,
)
from tests.games.battleaxe.staging import offers, told, unit

# -- A: Fanatical Defence --------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "12.1A", "R21", "R43")
def test_the_defender_turns_a_success_into_a_stalemate_before_losses():
    m = allied_attack(3, advantage=AXIS)
    assert (who(m), asked(m)) == ("axis", "fanatical_defence")
    assert unit(m, "2rtr") == ("7", "full")  # no losses yet
    go(m, "yes")
    assert outcomes(m) == ["stalemate"]
    assert unit(m, "2rtr") == ("7", "reduced")
    assert unit(m, "1_62") == ("7", "reduced")  # a step instead of its life
    assert holder(m) == "nobody"


@pytest.mark.rule("battleaxe", "12.1A")
def test_the_defender_may_keep_the_advantage_and_take_the_success():
    m = go(allied_attack(1, advantage=AXIS), "no")
    assert outcomes(m) == ["success"]
    assert holder(m) == "axis"


@pytest.mark.rule("battleaxe", "12.1A")
def test_an_overrun_cannot_be_changed():
    m = allied_attack(4, advantage=AXIS)
    assert outcomes(m) == ["overrun"]
    assert unit(m, "1_62") == ("off", "gone")
    assert holder(m) == "axis"


@pytest.mark.rule("battleaxe", "12.1A")
@pytest.mark.parametrize("difference", [-1, 0])
def test_the_defender_is_asked_for_nothing_but_a_success(difference):
    m = allied_attack(difference, advantage=AXIS)
    assert asked(m) == "withdraw"
    assert holder(m) == "axis"


@pytest.mark.rule("battleaxe", "12.1A")
def test_an_attacker_who_holds_it_cannot_touch_his_own_success():
    m = allied_attack(1, advantage=ALLIED)
    assert outcomes(m) == ["success"]
    assert asked(m) == "withdraw"


@pytest.mark.rule("battleaxe", "12.1A")
def test_the_allies_defend_fanatically_too():
    m = axis_attack(1, advantage=ALLIED)
    assert (who(m), asked(m)) == ("allied", "fanatical_defence")
    go(m, "yes")
    assert outcomes(m) == ["stalemate"]
    assert unit(m, "1_8") == ("7", "reduced")
    assert unit(m, "22gds") == ("7", "reduced")


# -- B: Maximum Attack -----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "12.1B", "R21", "R43")
def test_the_attacker_turns_his_repulse_into_a_stalemate_before_losses():
    m = allied_attack(-5, advantage=ALLIED)
    assert (who(m), asked(m)) == ("allied", "maximum_attack")
    assert unit(m, "2rtr") == ("7", "full")
    go(m, "yes")
    assert outcomes(m) == ["stalemate"]
    assert unit(m, "2rtr") == ("7", "reduced")  # it stays in the space
    assert unit(m, "1_62") == ("7", "reduced")
    assert holder(m) == "nobody"


@pytest.mark.rule("battleaxe", "12.1B")
def test_the_attacker_may_take_the_repulse():
    m = go(allied_attack(-1, advantage=ALLIED), "no")
    assert outcomes(m) == ["repulse"]
    assert unit(m, "2rtr") == ("3", "reduced")


@pytest.mark.rule("battleaxe", "12.1B")
@pytest.mark.parametrize("difference", [0, 1])
def test_the_attacker_is_asked_for_nothing_but_a_repulse(difference):
    assert asked(allied_attack(difference, advantage=ALLIED)) == "withdraw"


@pytest.mark.rule("battleaxe", "12.1B")
def test_a_defender_who_holds_it_cannot_touch_a_repulse():
    m = allied_attack(-1, advantage=AXIS)
    assert outcomes(m) == ["repulse"]
    assert asked(m) == "withdraw"


@pytest.mark.rule("battleaxe", "12.1B")
def test_the_axis_attacks_to_the_utmost_too():
    m = axis_attack(-1, advantage=AXIS)
    assert (who(m), asked(m)) == ("axis", "maximum_attack")
    go(m, "yes")
    assert outcomes(m) == ["stalemate"]


# -- E: Rommel -------------------------------------------------------------------------------

PANZERS = {"1_8": "15", "2_8": "15", "22gds": "7", "2rb": "16"}


def rommel(**more):
    return scene(field(PANZERS, half="axis", **{"advantage": AXIS} | more))


@pytest.mark.rule("battleaxe", "12.1E", "R21", "R23")
def test_rommel_is_declared_before_the_impulse_between_actions_or_in_the_combat():
    m = rommel()
    assert "rommel" in offers(m)
    before = go(m.clone(), "rommel")
    assert before.state.rommel
    assert asked(before) == "impulse"
    go(m, "assault 15", "move 1_8 7")
    assert "rommel" in offers(m)
    between = go(m.clone(), "rommel")
    assert between.state.rommel
    assert "rommel" not in offers(between)
    go(m, "attack 7")
    assert (who(m), asked(m)) == ("axis", "rommel_now")
    go(m, "yes", (4,), (1, 2), (1, 2))
    assert values(m) == (cv("1_8") + 4, cv("22gds") + tem("7"))
    assert holder(m) == "nobody"


@pytest.mark.rule("battleaxe", "12.1E", "R21", "R38")
def test_rommel_is_assigned_before_the_axis_asks_for_artillery():
    m = go(rommel(artillery=[3, 2]), "assault 15", "move 1_8 7", "attack 7")
    assert asked(m) == "rommel_now"
    go(m, "no")
    assert asked(m) == "artillery"
    go(m, "no", "no")
    assert asked(m) == "attack"  # too late


@pytest.mark.rule("battleaxe", "12.1E", "R23")
def test_rommel_leads_one_attack_in_each_axis_half():
    m = go(rommel(advantage=NOBODY, rommel=True), "assault 15", "move 1_8 7", "attack 7")
    go(m, "yes", (1,), 0, "done", "move 2_8 16", "attack 16")
    assert asked(m) == "attack"  # he is with the first
    go(m, 0, "done", "done", "pass")
    assert m.state.impulse == 2
    go(m, "assault 7", "attack 7")
    assert asked(m) == "rommel"  # and here again in the next half


@pytest.mark.rule("battleaxe", "12.1E", "R23")
def test_rommel_declined_for_one_attack_may_lead_another():
    m = go(rommel(advantage=NOBODY, rommel=True), "assault 15", "move 1_8 7", "attack 7")
    go(m, "no", 0, "done", "move 2_8 16", "attack 16")
    assert asked(m) == "rommel"


@pytest.mark.rule("battleaxe", "12.1E", "R23")
def test_rommel_stays_after_the_advantage_has_passed_and_leaves_with_the_phase():
    m = go(rommel(impulse=10), "rommel", "pass", (6, 6))
    assert holder(m) == "allied"
    assert m.state.rommel
    go(m, "pass", "no", "pass", (1, 1), "no")
    assert told(m, "night_falls") != []
    assert not m.state.rommel


@pytest.mark.rule("battleaxe", "12.1E")
def test_only_the_axis_holder_calls_for_rommel_and_only_in_his_own_half():
    assert "rommel" not in offers(scene(field(PANZERS, advantage=AXIS)))  # the Allied half
    assert "rommel" not in offers(scene(field(PANZERS, advantage=ALLIED)))
    m = rommel(advantage=ALLIED, fuel_low=True)
    assert "rommel" not in offers(m)
    assert asked(go(m, "assault 15", "move 1_8 7", "attack 7")) == "attack"
