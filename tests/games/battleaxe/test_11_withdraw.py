"""11.6.3 Defenders that leave of their own will when the combat is over."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED
from tests.games.battleaxe.acting import asked, field, go, scene, who
from tests.games.battleaxe.staging import control, offers, unit

HOME = ["A", "B", "C", "D", "H"]


def allied_attack(difference: int, defenders: dict[str, str], *, place: str = "7", **more):
    """From 8 into the place; the first defender leads. Strength is given: {"1_62": "full"}."""
    reduced = [each for each, strength in defenders.items() if strength == "reduced"]
    units = {"7rtr": "8", "2rtr": "8"} | dict.fromkeys(defenders, place)
    m = go(scene(field(units, reduced=reduced, **more)), "assault 8", f"move 7rtr {place}")
    go(m, f"attack {place}")
    if len(defenders) > 1:
        go(m, f"lead {next(iter(defenders))}")
    return go(m, "no", difference)


def axis_attack(difference: int, defenders: dict[str, str], **more):
    """From 15 into 7; the first defender leads, and 3 is Free behind it."""
    reduced = [each for each, strength in defenders.items() if strength == "reduced"]
    units = {"1_8": "15", "2_8": "15"} | dict.fromkeys(defenders, "7")
    g = field(units, reduced=reduced, half="axis", allied=[*HOME, "7", "3"], **more)
    m = go(scene(g), "assault 15", "move 1_8 7", "attack 7")
    if len(defenders) > 1:
        go(m, f"lead {next(iter(defenders))}")
    return go(m, difference)


# -- When and who ----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.6.3", "R15")
@pytest.mark.parametrize("difference", [-1, 0, 1])
def test_defenders_may_withdraw_whatever_the_result(difference):
    m = allied_attack(difference, {"1_62": "full", "2_62": "full"})
    assert (who(m), asked(m)) == ("axis", "withdraw")
    assert offers(m) == ["withdraw 1_62", "withdraw 2_62", "done"]
    go(m, "withdraw 2_62", "to 16")
    assert unit(m, "2_62") == ("16", "full")
    assert offers(m) == ["withdraw 1_62", "done"]  # the lead need not be among them
    go(m, "done")
    assert (who(m), unit(m, "1_62")[0]) == ("allied", "7")


@pytest.mark.rule("battleaxe", "11.6.3")
def test_all_may_go_the_lead_too_and_the_attackers_then_take_the_space():
    m = allied_attack(0, {"1_62": "full", "2_62": "full"})
    go(m, "withdraw 1_62", "to 16", "withdraw 2_62", "to 16")
    assert unit(m, "1_62") == ("16", "reduced")
    assert unit(m, "2_62") == ("16", "full")
    assert control(m, "7") == "allied"


@pytest.mark.rule("battleaxe", "11.6.3")
def test_nobody_has_to_withdraw():
    m = go(allied_attack(-1, {"1_62": "full"}), "done")
    assert unit(m, "1_62") == ("7", "full")


@pytest.mark.rule("battleaxe", "11.6.3", "R15")
def test_withdrawing_pays_no_attrition():
    m = allied_attack(2, {"1_62": "full", "2_62": "full"})
    assert offers(m) == ["retreat 1_62", "turn 2_62"]
    go(m, "turn 2_62")
    assert asked(m) == "withdraw"  # both points are paid


@pytest.mark.rule("battleaxe", "11.6.3", "R15")
@pytest.mark.parametrize("difference", [-1, 0, 1])
def test_attackers_have_no_such_right(difference):
    # 2/RB, reduced, is the one that may go.
    m = axis_attack(difference, {"2rb": "reduced", "22gds": "full"})
    if difference == -1:
        assert (who(m), offers(m)) == ("allied", ["withdraw 2rb", "done"])
        go(m, "done")
    assert (who(m), asked(m)) == ("axis", "assault")  # 2/RB is gone or has retreated


# -- Who may not -----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.6.3", "R15")
def test_full_allied_units_may_not_withdraw_and_reduced_ones_may():
    m = axis_attack(-1, {"22gds": "full", "2rb": "reduced"})
    assert who(m) == "allied"
    assert offers(m) == ["withdraw 2rb", "done"]
    m = axis_attack(0, {"22gds": "full", "2rb": "full"})
    assert offers(m) == ["withdraw 22gds", "done"]  # turned by the Stalemate just now
    m = axis_attack(-1, {"22gds": "full"})
    assert (who(m), asked(m)) == ("axis", "assault")


@pytest.mark.rule("battleaxe", "11.6.3", "11.5.1", "R15")
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("7", ["withdraw 15mg", "withdraw 1_62", "done"]),
        ("9", ["withdraw 1_62", "done"]),  # Germans stay in a Stützpunkt, Italians may go
    ],
)
def test_full_germans_stay_in_an_axis_controlled_stutzpunkt(place, expected):
    m = allied_attack(-1, {"15mg": "full", "1_62": "full"}, place=place)
    assert sorted(offers(m)) == sorted(expected)


@pytest.mark.rule("battleaxe", "11.6.3", "11.5.1", "R15")
def test_reduced_germans_may_leave_a_stutzpunkt_and_full_ones_an_allied_one():
    m = allied_attack(-1, {"15mg": "reduced"}, place="9")
    assert offers(m) == ["withdraw 15mg", "done"]
    g = field({"7rtr": "9", "15mg": "9"}, allied=[*HOME, "9"])
    m = go(scene(g), "assault 9", "attack 9", "no", -1)
    assert offers(m) == ["withdraw 15mg", "done"]


@pytest.mark.rule("battleaxe", "11.6.3", "11.6.4", "R15")
def test_a_unit_without_a_place_to_go_is_not_offered_the_retreat():
    around = ["3", "4", "6", "8", "9", "15", "16"]
    m = allied_attack(-1, {"1_62": "full", "2_62": "full"}, allied=[*HOME, *around])
    assert (who(m), asked(m)) == ("allied", "assault")


@pytest.mark.rule("battleaxe", "11.6.3", "R15", "R13")
def test_when_the_last_place_is_filled_the_others_are_no_longer_asked():
    # 16 has room for one; everything else around 7 is Allied.
    others = ["bardia1", "bardia2", "3_62"]
    g = field(
        {"7rtr": "8", "1_62": "7", "2_62": "7"} | dict.fromkeys(others, "16"),
        allied=[*HOME, "3", "4", "6", "8", "9", "15", "17"],
    )
    m = go(scene(g), "assault 8", "move 7rtr 7", "attack 7", "lead 1_62", "no", -1)
    assert offers(m) == ["withdraw 1_62", "withdraw 2_62", "done"]
    go(m, "withdraw 2_62")
    assert unit(m, "2_62") == ("16", "full")
    assert asked(m) == "assault"


@pytest.mark.rule("battleaxe", "11.6.3", "R15", "R28")
def test_locked_divisions_may_withdraw_and_retreat():
    g = field({"7rtr": "17", "1_8": "18"}, turn=1, locked=[True, True], impulse=2)
    m = go(scene(g), "assault 17", "move 7rtr 18", "attack 18", "no", -1)
    assert offers(m) == ["withdraw 1_8", "done"]
    go(m, "withdraw 1_8")
    assert asked(m) == "retreat_to"
    assert m.state.locked[0]


@pytest.mark.rule("battleaxe", "11.6.3", "11.6.2")
def test_a_withdrawal_follows_the_ranks():
    # Turned by the Stalemate, 2/62 leaves 16; 17 has no enemy neighbour, 15 has 7.
    g = field({"7rtr": "7", "2_62": "16"}, allied=[*HOME, "7"])
    m = go(scene(g), "assault 7", "move 7rtr 16", "attack 16", "no", 0, "withdraw 2_62")
    assert unit(m, "2_62") == ("17", "reduced")


@pytest.mark.rule("battleaxe", "11.6.3", "12.1A")
def test_defenders_may_also_withdraw_after_a_stalemate_made_with_the_advantage():
    m = axis_attack(1, {"22gds": "full"}, advantage=ALLIED, fuel_low=True)
    assert asked(m) == "fanatical_defence"
    go(m, "yes")
    assert offers(m) == ["withdraw 22gds", "done"]
