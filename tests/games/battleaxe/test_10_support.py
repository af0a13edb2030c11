"""10.1, 10.2 Support: aircraft and artillery."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import AXIS, NOBODY
from tests.games.battleaxe.staging import (
    QUIET,
    asked,
    match,
    offers,
    play,
    table,
    tem,
    told,
    totals,
)

WEAK, STRONG = (1, 1), (30, 30)
LOST = [(1, 1), (6, 6)]  # dice of an attack that is repulsed

# 2RTR and 6RTR in 14 with an enemy each before them, in 9 and in 13, that they cannot beat
TWO_GOALS = {"2rtr": "14", "6rtr": "14", "15mg": "9", "15mc": "13"}
TOO_STRONG = {"2rtr": WEAK, "6rtr": WEAK, "15mg": STRONG, "15mc": STRONG}


# -- air support -----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "10.1", "10.1.1", "R6")
def test_the_allies_have_aircraft_for_an_attack_and_nobody_has_any_for_defence():
    units = {"2rtr": "8", "15mg": "8"}
    m = play(match(table(units, **QUIET)), "assault 8", "attack 8")
    assert asked(m) == "allied air_support"
    assert offers(m) == ["yes", "no"]
    g = table(units, cv={"2rtr": STRONG}, half="axis", **QUIET)
    m = play(match(g, *LOST), "assault 8", "attack 8")
    assert told(m, "combat_dice")
    assert not [event for _, event in m.events if event.kind == "air"]


@pytest.mark.rule("battleaxe", "10.1.1", "R6", "R38")
def test_aircraft_are_decided_on_before_the_allied_artillery_request():
    g = table({"2rtr": "8", "15mg": "8"}, advantage=NOBODY)
    m = play(match(g, (5,)), "assault 8", "attack 8")
    seen = [asked(m)]
    play(m, "yes")
    assert told(m, "air") == [{"side": "allied", "die": 5, "value": 4}]
    seen.append(asked(m))
    play(m, "no")
    seen.append(asked(m))
    assert seen == ["allied air_support", "allied artillery", "axis artillery"]


@pytest.mark.rule("battleaxe", "10.1", "10.1.1", "10.1.2")
@pytest.mark.parametrize(("first", "asked_again"), [("yes", False), ("no", True)])
def test_aircraft_support_one_combat_in_an_assault(first, asked_again):
    g = table(TWO_GOALS, cv=TOO_STRONG, **QUIET)
    dice = [(3,), *LOST, *LOST] if first == "yes" else [*LOST, (3,), *LOST]
    m = play(match(g, *dice), "assault 14", "move 2rtr 9", "attack 9", first)
    play(m, "move 6rtr 13", "attack 13")
    assert (asked(m) == "allied air_support") is asked_again
    assert len(totals(m)) == (1 if asked_again else 2)


@pytest.mark.rule("battleaxe", "10.1.2", "R6")
def test_used_aircraft_come_back_for_the_next_allied_impulse():
    g = table({"2rtr": "8", "15mg": "8"}, cv={"2rtr": WEAK, "15mg": STRONG}, **QUIET)
    m = play(match(g, (3,), *LOST, (6, 6)), "assault 8", "attack 8", "yes", "done")
    assert m.state.air_used is True
    play(m, "done", "pass", "assault 8", "attack 8")
    assert asked(m) == "allied air_support"


@pytest.mark.rule("battleaxe", "10.1.2")
def test_aircraft_count_in_the_supported_combat_only():
    """The die of 6 helps against 9; the attack on 13 has nothing of it."""
    g = table(TWO_GOALS, cv=TOO_STRONG, **QUIET)
    m = play(match(g, (6,), *LOST, *LOST), "assault 14", "move 2rtr 9", "attack 9", "yes")
    play(m, "move 6rtr 13", "attack 13")
    assert [av for av, _ in totals(m)] == [7, 1]


# An Overrun in 8 from where 7 with its enemy can be attacked at once
OVERRUN = {"2rtr": "8", "15mg": "8", "15mc": "7"}
EASY = {"2rtr": STRONG, "15mg": WEAK, "15mc": WEAK}
WON = [(6, 6), (1, 1)]


@pytest.mark.rule("battleaxe", "10.1.3", "R6")
def test_aircraft_support_the_additional_combat_after_an_overrun_with_a_new_die():
    m = play(match(table(OVERRUN, cv=EASY, **QUIET), (6,), *WON, (2,), *WON), "assault 8")
    play(m, "attack 8", "yes", "exploit 7")
    assert asked(m) == "allied air_support"
    play(m, "yes")
    assert [air["die"] for air in told(m, "air")] == [6, 2]
    assert [av for av, _ in totals(m)] == [30 + 5, 30 + 2]


@pytest.mark.rule("battleaxe", "10.1.3", "R18")
def test_aircraft_not_used_before_may_support_the_additional_combat():
    m = play(match(table(OVERRUN, cv=EASY, **QUIET), *WON, (2,), *WON), "assault 8")
    play(m, "attack 8", "no", "exploit 7", "yes")
    assert [av for av, _ in totals(m)] == [30, 32]


@pytest.mark.rule("battleaxe", "10.1.3", "10.1.2", "R18")
def test_aircraft_used_in_another_combat_are_not_there_for_the_additional_one():
    units = {**OVERRUN, "6rtr": "8", "1krr": "8", "33pak": "3"}
    values = {**EASY, "6rtr": WEAK, "33pak": STRONG}
    g = table(units, cv=values, allied=["2", "8"], mf={"6rtr": 9}, **QUIET)
    m = play(match(g, (3,), *LOST, *WON, *WON), "assault 8", "move 6rtr 2", "move 6rtr 3")
    play(m, "attack 3", "yes", "done", "attack 8", "join 2rtr", "done", "exploit 7")
    assert len(totals(m)) == 3
    assert len(told(m, "air")) == 1


@pytest.mark.rule("battleaxe", "10.1.4", "11.4.2C")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_the_air_die_is_added_to_the_attack_value(die):
    g = table({"2rtr": "15", "15mg": "14"}, cv={"2rtr": (4, 4)}, **QUIET)
    m = play(match(g, (die,), *LOST), "assault 15", "move 2rtr 14", "attack 14", "yes")
    assert totals(m)[0][0] == 4 + die


@pytest.mark.rule("battleaxe", "10.1.4", "R42")
@pytest.mark.parametrize(("die", "value"), [(1, 1), (2, 1), (3, 2), (6, 5)])
def test_the_die_is_one_less_but_never_less_than_1_where_the_half_began_contested(die, value):
    g = table({"2rtr": "8", "15mg": "8"}, cv={"2rtr": (4, 4)}, **QUIET)
    m = play(match(g, (die,), *LOST), "assault 8", "attack 8", "yes")
    assert told(m, "air") == [{"side": "allied", "die": die, "value": value}]
    assert totals(m)[0][0] == 4 + value


@pytest.mark.rule("battleaxe", "10.1.4", "R42")
def test_it_is_the_attacked_space_that_must_have_been_contested():
    """2RTR leaves contested 8 and attacks 10, where nobody fought before: no deduction."""
    units = {"2rtr": "8", "15mg": "8", "15mc": "10"}
    g = table(units, cv={"2rtr": (4, 4)}, allied=["2", "8"], mf={"2rtr": 9}, **QUIET)
    m = play(match(g, (3,), *LOST), "assault 8", "move 2rtr 2", "move 2rtr 10")
    play(m, "attack 10", "yes")
    assert totals(m)[0][0] == 4 + 3


# -- artillery -------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "10.2", "5.1e")
def test_the_allies_have_three_artillery_markers_and_the_axis_two():
    units = {"2rtr": "8", "15mg": "8"}
    g = table(units, cv={"2rtr": (4, 4), "15mg": STRONG}, advantage=NOBODY)
    for left in ([3, 2], [2, 1], [1, 0]):
        assert g.artillery == left
        answers = ["request", "request"] if left[AXIS] else ["request"]
        m = match(g, *[(6,)] * len(answers), *LOST)
        play(m, "assault 8", "attack 8", "no", *answers)
        assert totals(m)
        g.artillery = m.state.artillery
    assert g.artillery == [0, 0]


@pytest.mark.rule("battleaxe", "10.2.1a", "R7")
def test_the_attacker_asks_first_then_the_defender_and_each_once():
    g = table({"2rtr": "8", "15mg": "8"}, half="axis", advantage=NOBODY)
    m = play(match(g, (1,), (6,), (1, 1), (6, 6)), "assault 8", "attack 8")
    assert (asked(m), offers(m)) == ("axis artillery", ["request", "no"])
    play(m, "request")
    assert (asked(m), offers(m)) == ("allied artillery", ["request", "no"])
    play(m, "request")
    assert len(totals(m)) == 1


@pytest.mark.rule("battleaxe", "10.2.1a", "R7")
@pytest.mark.parametrize(
    ("ready", "who"), [([0, 1], "axis artillery"), ([1, 0], "allied artillery")]
)
def test_only_a_side_with_a_ready_marker_asks(ready, who):
    g = table({"2rtr": "8", "15mg": "8"}, advantage=NOBODY, artillery=ready)
    m = play(match(g, *LOST), "assault 8", "attack 8", "no")
    assert asked(m) == who
    play(m, "no")
    assert totals(m)


@pytest.mark.rule("battleaxe", "10.2.1a", "10.2.1c", "10.2.1d", "10.2.3")
@pytest.mark.parametrize(("die", "comes"), [(3, False), (4, True)])
def test_artillery_comes_on_4_or_more_and_is_worth_2(die, comes):
    values = {"2rtr": (4, 4), "15mg": (5, 5)}
    g = table({"2rtr": "8", "15mg": "8"}, cv=values, advantage=NOBODY)
    m = play(match(g, (die,), (1, 1), (6, 6)), "assault 8", "attack 8", "no", "request", "no")
    assert totals(m) == [(6 if comes else 4, 5 + tem("8"))]
    assert m.state.artillery == [2 if comes else 3, 2]
    m = play(match(g, (die,), (1, 1), (6, 6)), "assault 8", "attack 8", "no", "no", "request")
    assert totals(m) == [(4, (7 if comes else 5) + tem("8"))]
    assert m.state.artillery == [3, 1 if comes else 2]


@pytest.mark.rule("battleaxe", "10.2.1b", "R7")
@pytest.mark.parametrize(
    ("space", "owner", "side", "bonus"),
    [
        ("9", "axis", "axis", 1),
        ("9", "allied", "axis", 0),
        ("9", "axis", "allied", 0),
        ("9", "allied", "allied", 0),
        ("14", "axis", "axis", 0),
        ("H", "allied", "allied", 1),
        ("H", "axis", "allied", 0),
        ("H", "allied", "axis", 0),
        ("H", "axis", "axis", 0),
        ("D", "allied", "allied", 0),
    ],
)
@pytest.mark.parametrize("attacker", ["allied", "axis"])
def test_one_is_added_in_an_axis_stutzpunkt_and_in_allied_tobruk(
    space, owner, side, bonus, attacker
):
    g = table(
        {"2rtr": space, "15mg": space},
        allied=[space] if owner == "allied" else [],
        half=attacker, impulse=2, advantage=NOBODY, artillery=[side == "allied", side == "axis"],
    )  # fmt: skip
    air = ["no"] if attacker == "allied" else []
    m = match(g, (3,), (3, 3), (3, 3))
    play(m, f"assault {space}", f"attack {space}", *air, "request")
    found = told(m, "artillery" if bonus else "no_artillery")
    assert found == [{"side": side, "die": 3, "result": 3 + bonus}]


@pytest.mark.rule("battleaxe", "10.2.1b")
def test_a_2_is_not_enough_even_in_a_stutzpunkt():
    g = table({"2rtr": "9", "15mg": "9"}, advantage=NOBODY, artillery=[0, 1])
    m = play(match(g, (2,), *LOST), "assault 9", "attack 9", "no", "request")
    assert told(m, "no_artillery") == [{"side": "axis", "die": 2, "result": 3}]


@pytest.mark.rule("battleaxe", "10.2.1c", "10.2.1d")
@pytest.mark.parametrize(("die", "ready"), [(3, True), (4, False)])
def test_a_marker_that_failed_may_be_asked_for_in_the_next_combat_and_a_used_one_not(die, ready):
    g = table(TWO_GOALS, cv=TOO_STRONG, advantage=NOBODY, artillery=[1, 0])
    m = match(g, (die,), *LOST, *LOST, (6, 6))
    play(m, "assault 14", "move 2rtr 9", "attack 9", "no", "request")
    play(m, "move 6rtr 13", "attack 13", "no")
    assert (asked(m) == "allied artillery") is ready


@pytest.mark.rule("battleaxe", "10.2.1d")
def test_used_artillery_is_not_ready_in_the_next_impulse():
    values = {"2rtr": WEAK, "15mg": STRONG}
    g = table({"2rtr": "8", "15mg": "8"}, cv=values, advantage=NOBODY, artillery=[1, 0])
    m = match(g, (6,), *LOST, (6, 6), *LOST)
    play(m, "assault 8", "attack 8", "no", "request", "done", "done", "pass")
    play(m, "assault 8", "attack 8", "no")
    assert len(totals(m)) == 2


@pytest.mark.rule("battleaxe", "10.2.2")
def test_nobody_asks_for_artillery_in_the_combat_after_an_overrun():
    g = table(OVERRUN, cv={**EASY, "15mc": STRONG}, advantage=NOBODY)
    m = match(g, *WON, (1, 1), (6, 6))
    play(m, "assault 8", "attack 8", "no", "no", "no", "exploit 7")
    assert asked(m) == "allied air_support"
    play(m, "no")
    assert len(totals(m)) == 2
