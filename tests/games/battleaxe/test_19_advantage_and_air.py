"""19.1G-H, 19.2 Options that change the Advantage and the air."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from tests.games.battleaxe.acting import asked, cv, field, go, moves, scene, values, who
from tests.games.battleaxe.staging import offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
EVEN = ((3, 4), (3, 4))


# -- 19.1G Tiger Cubs ------------------------------------------------------------------------

REDUCED = {"2rtr": "A", "11h": "B", "2rb": "A", "12at": "A", "6rtr": "9", "7rtr": "C"}


def refit(option: bool, **more):
    g = field(
        REDUCED | {"22gds": "A"},
        reduced=list(REDUCED),
        allied=[*HOME],
        phase="refit",
        options=["advantage_extra"] if option else [],
        **{"advantage": ALLIED} | more,
    )
    return scene(g)


@pytest.mark.rule("battleaxe", "19.1G", "12.2", "R16", "R21", "R36")
def test_tiger_cubs_turn_one_supplied_allied_armoured_unit_for_the_advantage():
    m = refit(option=True)
    cubs = ["2rtr", "11h", "7rtr"]  # in Zones A, B and C; 6 RTR in 9 is cut off
    assert asked(m) == "refit_advantage"
    assert offers(m) == ["replacements", *[f"tiger_cubs {each}" for each in cubs], "no"]
    go(m, "tiger_cubs 7rtr")
    assert unit(m, "7rtr") == ("C", "full")
    assert m.state.points == 1  # no RP was spent, and none was won
    assert m.state.advantage == NOBODY
    assert "tiger_cubs 2rtr" not in offers(m)  # one unit only


@pytest.mark.rule("battleaxe", "19.1G")
def test_without_the_option_there_are_no_tiger_cubs():
    assert offers(refit(option=False)) == ["replacements", "no"]


@pytest.mark.rule("battleaxe", "19.1G")
def test_tiger_cubs_are_allied():
    g = field(
        {"1_8": "G"}, reduced=["1_8"], phase="refit", options=["advantage_extra"], advantage=AXIS
    )
    assert offers(scene(g)) == ["replacements", "no"]


@pytest.mark.rule("battleaxe", "19.1G", "12.0")
def test_tiger_cubs_need_the_advantage():
    m = refit(option=True, advantage=NOBODY)
    assert asked(m) == "refit"


# -- 19.1H Wireless Intercept ----------------------------------------------------------------


def axis_half(units: dict[str, str] | None = None, *, option: bool = True, **more):
    return scene(
        field(
            units or {"1_8": "18", "15mc": "9", "22gds": "7"},
            half="axis",
            options=["advantage_extra"] if option else [],
            **{"advantage": AXIS, "rommel": True} | more,
        )
    )


@pytest.mark.rule("battleaxe", "19.1H", "R21", "R36")
def test_after_a_regroup_the_axis_may_add_an_assault():
    m = go(axis_half(), "regroup", "move 1_8 15", "done")
    assert (who(m), asked(m)) == ("axis", "wireless_intercept")
    go(m, "yes")
    assert asked(m) == "impulse"
    assert offers(m) == ["assault 9", "assault 15"]  # an Assault and nothing else
    go(m, "assault 15", "move 1_8 7", "attack 7")  # the unit that regrouped acts again
    assert told(m, "attack")[0]["units"] == ("1_8",)


@pytest.mark.rule("battleaxe", "19.1H", "R21", "R36")
def test_after_an_assault_the_axis_may_add_a_regroup():
    m = go(axis_half(), "assault 9", "move 15mc 7", "attack 7", "no", 0, "done")
    assert (who(m), asked(m)) == ("axis", "wireless_intercept")
    go(m, "yes")
    assert asked(m) == "regroup"
    assert "move 15mc 15" in offers(m)  # it attacked, and may regroup all the same
    go(m, "move 1_8 15", "done")
    assert unit(m, "1_8") == ("15", "full")


@pytest.mark.rule("battleaxe", "19.1H")
@pytest.mark.parametrize("first", ["regroup", "assault 9"])
def test_the_axis_may_leave_it_at_one_action(first):
    m = go(axis_half(), first, "done", "no", (6, 6))
    assert m.state.half == ALLIED
    assert m.state.advantage == AXIS


@pytest.mark.rule("battleaxe", "19.1H")
@pytest.mark.parametrize("first", ["regroup", "assault 9"])
def test_without_the_option_a_half_has_one_action(first):
    m = go(axis_half(option=False), first, "done")
    assert asked(m) == "night"


@pytest.mark.rule("battleaxe", "19.1H", "12.0")
@pytest.mark.parametrize("first", ["regroup", "assault 9"])
def test_it_costs_the_advantage(first):
    assert asked(go(axis_half(advantage=NOBODY), first, "done")) == "night"
    m = go(axis_half(), first, "done", "yes")
    assert m.state.advantage == NOBODY


@pytest.mark.rule("battleaxe", "19.1H", "12.2", "R36")
def test_night_roll_and_passing_of_the_advantage_come_once_after_both_actions():
    m = go(axis_half(impulse=2), "regroup", "done", "yes", "assault 9", "done")
    assert asked(m) == "night"  # and not a third action
    assert m.state.advantage == NOBODY
    go(m, (6, 6))
    assert (m.state.impulse, m.state.advantage) == (3, ALLIED)
    assert len(told(m, "night")) == 1


@pytest.mark.rule("battleaxe", "19.1H", "6.2.1a", "R36")
def test_the_first_attack_roll_of_either_action_is_the_night_roll():
    m = axis_half(impulse=2)
    go(m, "assault 9", "move 15mc 7", "attack 7", "no", (2, 3), (6, 6), "no", "done")
    go(m, "yes", "done")
    assert [event["roll"] for event in told(m, "night")] == [5]


@pytest.mark.rule("battleaxe", "19.1H", "R36", "R41")
def test_what_is_contested_is_read_again_when_the_second_action_begins():
    # 15MC leaves 7 in the Regroup, so that coming back is an attack it must make.
    units = {"15mc": "7", "22gds": "7", "1_8": "15"}
    m = go(axis_half(units), "regroup", "move 15mc 15", "done", "yes", "assault 15")
    go(m, "move 1_8 7")
    assert "done" not in offers(m)


@pytest.mark.rule("battleaxe", "19.1H")
@pytest.mark.parametrize("first", ["pass", "consolidate 1_104 15mg"])
def test_it_adds_nothing_to_a_pass_or_a_consolidation(first):
    units = {"1_104": "G", "15mg": "G", "22gds": "7"}
    m = go(axis_half(units, reduced=["1_104", "15mg"]), first)
    assert asked(m) == "night"


@pytest.mark.rule("battleaxe", "19.1H")
@pytest.mark.parametrize("first", ["regroup", "assault 3"])
@pytest.mark.parametrize("advantage", [ALLIED, AXIS])
def test_nobody_intercepts_in_the_allied_half(first, advantage):
    units = {"22gds": "3", "2rb": "4", "1_8": "18"}
    m = scene(field(units, options=["advantage_extra"], advantage=advantage))
    go(m, first, "done")
    assert m.state.half == AXIS


@pytest.mark.rule("battleaxe", "19.1H", "9.1.2a")
def test_the_added_assault_may_be_a_combined_operation():
    m = go(axis_half(), "regroup", "done", "yes", "assault 9")
    assert moves(m, "activate") == ["activate 18"]


# -- 19.2 Luftwaffe --------------------------------------------------------------------------


def axis_attack(*, option: bool = True, contested: bool = False, **more):
    """1/8 attacks 22 Gds in 7, from 15 or in a space that was Contested already."""
    units = {"1_8": "7" if contested else "15", "22gds": "7"}
    g = field(units, half="axis", options=["luftwaffe"] if option else [], **more)
    m = scene(g)
    if contested:
        return go(m, "assault 7", "attack 7")
    return go(m, "assault 15", "move 1_8 7", "attack 7")


@pytest.mark.rule("battleaxe", "19.2", "R36")
@pytest.mark.parametrize(("turn", "comes"), [(1, False), (2, True), (3, True)])
def test_the_axis_has_aircraft_from_the_second_turn_on(turn, comes):
    m = axis_attack(turn=turn)
    assert asked(m) == ("air_support" if comes else "attack")


@pytest.mark.rule("battleaxe", "19.2")
def test_without_the_option_the_axis_has_none():
    assert asked(axis_attack(option=False)) == "attack"


@pytest.mark.rule("battleaxe", "19.2", "14.1.1")
def test_short_of_fuel_they_do_not_fly():
    assert asked(axis_attack(fuel_low=True)) == "attack"


@pytest.mark.rule("battleaxe", "19.2", "10.1.4", "R36", "R42")
@pytest.mark.parametrize(
    ("contested", "die", "value"), [(False, 1, 1), (False, 6, 6), (True, 6, 5), (True, 1, 1)]
)
def test_the_axis_air_die_is_like_the_allied_one_without_the_bonus(contested, die, value):
    m = go(axis_attack(contested=contested), "yes", (die,), *EVEN)
    assert values(m)[0] == cv("1_8") + value


@pytest.mark.rule("battleaxe", "19.2", "11.4", "R36")
def test_axis_aircraft_are_assigned_before_rommel_and_both_may_help():
    m = axis_attack(rommel=True, artillery=[3, 2])
    assert asked(m) == "air_support"
    go(m, "yes", (2,))
    assert asked(m) == "rommel"
    go(m, "yes", (5,))
    assert asked(m) == "artillery"
    go(m, "no", "no", *EVEN)
    assert values(m)[0] == cv("1_8") + 2 + 5


@pytest.mark.rule("battleaxe", "19.2", "10.1.1", "10.1.2")
def test_they_fly_once_in_a_half_and_again_in_the_next():
    units = {"1_8": "15", "2_8": "15", "22gds": "7", "2rb": "16"}
    m = go(scene(field(units, half="axis", options=["luftwaffe"])), "assault 15", "move 1_8 7")
    go(m, "attack 7", "yes", (1,), 0, "done", "move 2_8 16", "attack 16")
    assert asked(m) == "attack"
    go(m, 0, "done", "done", "pass", "assault 7", "attack 7")
    assert asked(m) == "air_support"


@pytest.mark.rule("battleaxe", "19.2", "10.1.3", "11.4.4d")
def test_they_may_support_an_overrun_attack_again():
    units = {"1_8": "15", "2_8": "15", "2rb": "7", "22gds": "3"}
    g = field(units, reduced=["2rb"], half="axis", options=["luftwaffe"])
    m = go(scene(g), "assault 15", "move 1_8 7", "move 2_8 7", "attack 7", "lead 1_8")
    go(m, "yes", (1,), 3, "exploit 3", "all", "lead 1_8")
    assert asked(m) == "air_support"


@pytest.mark.rule("battleaxe", "19.2", "10.1.1")
def test_aircraft_of_neither_side_help_in_defence():
    g = field({"2rtr": "3", "1_62": "7"}, options=["luftwaffe"])
    m = go(scene(g), "assault 3", "move 2rtr 7", "attack 7")
    assert (who(m), asked(m)) == ("allied", "air_support")
    go(m, "no")
    assert asked(m) == "attack"


@pytest.mark.rule("battleaxe", "19.2", "10.1.4", "R36", "R42")
@pytest.mark.parametrize(
    ("option", "contested", "die", "value"),
    [
        (False, False, 3, 3),
        (True, False, 3, 4),
        (True, False, 5, 6),
        (True, False, 6, 6),  # at most 6
        (True, True, 1, 1),
        (True, True, 6, 6),  # +1 and -1
        (False, True, 6, 5),
        (False, True, 1, 1),  # at least 1
    ],
)
@pytest.mark.parametrize("turn", [1, 2])
def test_in_return_allied_air_dice_have_one_more_from_the_first_day(
    option, contested, die, value, turn
):
    units = {"2rtr": "7" if contested else "3", "1_62": "7"}
    g = field(units, options=["luftwaffe"] if option else [], turn=turn)
    m = scene(g)
    go(m, "assault 7") if contested else go(m, "assault 3", "move 2rtr 7")
    go(m, "attack 7", "yes", (die,), *EVEN)
    assert values(m)[0] == cv("2rtr") + value
