"""11.4.4 The five results of an attack."""

import pytest

from tests.games.battleaxe.acting import asked, field, go, outcomes, rules_told, scene
from tests.games.battleaxe.staging import control, told, unit

HOME = ["A", "B", "C", "D", "H"]


def attack(difference: int, *, attackers: dict[str, str], defenders: dict[str, str]):
    """From 3 into 7; the first of each side leads. Strength is given: {"2rtr": "full"}."""
    units = dict.fromkeys(attackers, "3") | dict.fromkeys(defenders, "7")
    strength = attackers | defenders
    g = field(units, reduced=[each for each in units if strength[each] == "reduced"])
    m = go(scene(g), "assault 3", *[f"move {each} 7" for each in attackers], "attack 7")
    if len(attackers) > 1:
        go(m, f"lead {next(iter(attackers))}")
    if len(defenders) > 1:
        go(m, f"lead {next(iter(defenders))}")
    return go(m, "no", difference)


# -- Which result ----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4a", "11.4.4b", "11.4.4c", "11.4.4d", "11.5", "R13")
@pytest.mark.parametrize(
    ("defenders", "can_absorb"),
    [
        ({"1_62": "full"}, 3),
        ({"1_62": "reduced"}, 2),
        ({"1_62": "full", "15mg": "reduced"}, 5),
        ({"1_62": "reduced", "15mg": "reduced"}, 4),
        ({"1_62": "full", "15mg": "full"}, 6),
    ],
)
def test_the_difference_of_the_totals_decides(defenders, can_absorb):
    def result(difference: int) -> list[str]:
        attackers = {"7rtr": "full", "2rtr": "full"}
        return outcomes(attack(difference, attackers=attackers, defenders=defenders))

    assert result(-1) == ["repulse"]
    assert result(0) == ["stalemate"]
    assert result(1) == ["success"]
    assert result(can_absorb) == ["success"]
    assert result(can_absorb + 1) == ["overrun"]


# -- Repulse ---------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4a")
@pytest.mark.parametrize("difference", [-1, -6])
def test_a_repulse_costs_every_attacker_a_step_and_the_defenders_nothing(difference):
    m = attack(
        difference,
        attackers={"2rtr": "full", "6rtr": "full", "2rb": "reduced"},
        defenders={"1_62": "full", "15mg": "reduced"},
    )
    assert unit(m, "2rtr") == unit(m, "6rtr") == ("3", "reduced")
    assert unit(m, "2rb") == ("off", "gone")
    assert unit(m, "1_62") == ("7", "full")
    assert unit(m, "15mg") == ("7", "reduced")
    assert rules_told(m, "outcome") == ["11.4.4a"]


@pytest.mark.rule("battleaxe", "11.4.4a")
def test_a_repulse_of_reduced_units_leaves_none_to_retreat():
    m = attack(-1, attackers={"2rtr": "reduced", "6rtr": "reduced"}, defenders={"1_62": "full"})
    assert unit(m, "2rtr") == unit(m, "6rtr") == ("off", "gone")
    assert told(m, "retreated") == []
    assert control(m, "7") == "axis"


# -- Stalemate -------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4b", "R43")
def test_a_stalemate_costs_each_lead_a_step_and_nobody_else():
    m = attack(
        0,
        attackers={"2rtr": "full", "6rtr": "full", "2rb": "reduced"},
        defenders={"1_62": "full", "15mg": "reduced"},
    )
    assert unit(m, "2rtr") == ("7", "reduced")
    assert unit(m, "6rtr") == ("7", "full")
    assert unit(m, "2rb") == ("7", "reduced")
    assert unit(m, "1_62") == ("7", "reduced")
    assert unit(m, "15mg") == ("7", "reduced")
    assert control(m, "7") == "axis"


@pytest.mark.rule("battleaxe", "11.4.4b", "R39", "R43")
def test_a_stalemate_eliminates_a_reduced_lead():
    m = attack(0, attackers={"2rtr": "reduced", "6rtr": "full"}, defenders={"1_62": "reduced"})
    assert unit(m, "2rtr") == unit(m, "1_62") == ("off", "gone")
    assert unit(m, "6rtr") == ("7", "full")
    assert control(m, "7") == "allied"  # alone in it now


@pytest.mark.rule("battleaxe", "11.4.4b")
def test_in_a_stalemate_one_lead_may_fall_and_the_other_be_turned():
    m = attack(0, attackers={"2rtr": "full"}, defenders={"1_62": "reduced"})
    assert unit(m, "2rtr") == ("7", "reduced")
    assert unit(m, "1_62") == ("off", "gone")
    m = attack(0, attackers={"2rtr": "reduced"}, defenders={"1_62": "full"})
    assert unit(m, "2rtr") == ("off", "gone")
    assert unit(m, "1_62") == ("7", "reduced")


@pytest.mark.rule("battleaxe", "11.4.4b", "R39")
@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_two_leads_that_fall_together_leave_control_as_it_was(owner):
    allied = [*HOME, "7"] if owner == "allied" else HOME
    g = field({"2rtr": "7", "1_62": "7"}, reduced=["2rtr", "1_62"], allied=allied)
    m = go(scene(g), "assault 7", "attack 7", "no", 0)
    assert unit(m, "2rtr") == unit(m, "1_62") == ("off", "gone")
    assert control(m, "7") == owner
    assert told(m, "control") == []


@pytest.mark.rule("battleaxe", "11.4.4b", "19.6", "R39")
def test_leads_that_fall_together_in_tobruk_leave_nobody_there_to_outnumber_anyone():
    g = field(
        {"9aus": "H", "xx": "H"}, reduced=["9aus", "xx"], half="axis", options=["tobruk_bonus"]
    )
    m = go(scene(g), "assault H", "attack H", 0)
    assert unit(m, "9aus") == unit(m, "xx") == ("off", "gone")
    assert m.state.vp == 0


# -- Success ---------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4c", "R43")
def test_a_success_turns_the_lead_attacker_and_leaves_the_space_contested():
    m = attack(
        1,
        attackers={"2rtr": "full", "6rtr": "full"},
        defenders={"1_62": "full", "15mg": "full"},
    )
    assert unit(m, "2rtr") == ("7", "reduced")
    assert unit(m, "6rtr") == ("7", "full")
    assert unit(m, "1_62") == ("7", "reduced")  # the first point is the lead's
    assert unit(m, "15mg") == ("7", "full")
    assert control(m, "7") == "axis"


@pytest.mark.rule("battleaxe", "11.4.4c", "R12")
def test_a_success_leaves_a_reduced_lead_attacker_as_it_is():
    m = attack(1, attackers={"2rtr": "reduced"}, defenders={"1_62": "full"})
    assert outcomes(m) == ["success"]
    assert unit(m, "2rtr") == ("7", "reduced")
    assert unit(m, "1_62") == ("7", "reduced")


@pytest.mark.rule("battleaxe", "11.4.4c", "11.4.4d")
def test_a_success_that_takes_all_the_defenders_have_is_still_no_overrun():
    m = attack(3, attackers={"2rtr": "full", "6rtr": "full"}, defenders={"1_62": "full"})
    assert outcomes(m) == ["success"]
    assert unit(m, "1_62") == ("off", "gone")
    assert unit(m, "2rtr") == ("7", "reduced")
    assert control(m, "7") == "allied"
    assert asked(m) == "assault"  # no second activation


@pytest.mark.rule("battleaxe", "11.4.4c", "11.5.1")
@pytest.mark.parametrize(
    ("lead", "strength", "place", "ways"),
    [
        ("1_62", "full", "7", ["turn"]),  # Italian
        ("1_62", "reduced", "7", ["retreat"]),
        ("15mg", "full", "7", ["turn", "retreat"]),  # German
        ("15mg", "reduced", "7", ["retreat"]),
        ("15mg", "full", "9", ["turn"]),  # in an Axis-controlled Stützpunkt
        ("15mg", "reduced", "9", ["retreat"]),
    ],
)
def test_a_single_point_may_be_met_by_retreat_of_a_reduced_or_german_lead(
    lead, strength, place, ways
):
    units = {"2rtr": "8", lead: place}
    m = scene(field(units, reduced=[lead] if strength == "reduced" else []))
    go(m, "assault 8", f"move 2rtr {place}", f"attack {place}", "no", 1)
    if len(ways) > 1:
        assert asked(m) == "attrition"
        assert m.legal() == [(way, lead) for way in ways]
    elif ways == ["turn"]:
        assert unit(m, lead) == (place, "reduced")
    else:
        assert told(m, "will_retreat") == [{"unit": lead}]


@pytest.mark.rule("battleaxe", "11.4.4c")
def test_a_single_point_against_an_allied_lead_is_met_by_retreat_only_when_it_is_reduced():
    for strength in ("full", "reduced"):
        g = field(
            {"1_8": "15", "22gds": "7", "2rb": "3"},
            half="axis",
            reduced=["22gds"] if strength == "reduced" else [],
        )
        m = go(scene(g), "assault 15", "move 1_8 7", "attack 7", 1)
        assert unit(m, "22gds") == (("7", "reduced") if strength == "full" else ("3", "reduced"))


# -- Overrun ---------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "11.4.4d")
def test_an_overrun_eliminates_all_defenders_and_does_not_turn_the_lead():
    m = attack(
        6,
        attackers={"7rtr": "full", "6rtr": "full", "2rtr": "full"},
        defenders={"1_62": "full", "15mg": "reduced"},
    )
    assert outcomes(m) == ["overrun"]
    assert unit(m, "1_62") == unit(m, "15mg") == ("off", "gone")
    assert unit(m, "7rtr") == unit(m, "6rtr") == unit(m, "2rtr") == ("7", "full")
    assert control(m, "7") == "allied"
    assert rules_told(m, "eliminated") == ["11.4.4d", "11.4.4d"]
    assert asked(m) == "exploit"
