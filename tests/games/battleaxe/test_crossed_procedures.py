"""Positions in which two procedures meet: what one of them does is there for the other."""

from typing import Any

import pytest

from khamsin.games.battleaxe.model.pieces import AXIS
from tests.games.battleaxe.acting import asked, field, go, moves, outcomes, scene, values, who
from tests.games.battleaxe.staging import control, told, unit

HOME = ["A", "B", "C", "D", "H"]
ROAD = ["5", "6", "7", "15", "18", "20", "G"]
"""From Tobruk to Zone A."""
JUNE_15: dict[str, Any] = {"turn": 1, "locked": [True, True]}
PANZER_15, LIGHT_5 = 0, 1


# -- Surrender and Tobruk ----------------------------------------------------------------------


def last_besieger(die, **more):
    """XX, reduced and cut off, is the last Axis unit in Tobruk; it rolls for Surrender."""
    g = field(
        {"9aus": "H", "xx": "H"}, reduced=["xx"], phase="refit", allied=[*HOME, *ROAD, "I"], **more
    )
    m = scene(g)
    assert asked(m) == "surrender"
    return go(m, (die,))


@pytest.mark.rule("battleaxe", "14.2.3", "17.1")
@pytest.mark.parametrize(("die", "wins"), [(3, True), (4, False)])
def test_the_surrender_of_the_last_besieger_may_win_the_game(die, wins):
    m = last_besieger(die)
    assert (m.result is not None and m.result.ending) == (wins and ("allied", "17.1", "automatic"))


@pytest.mark.rule("battleaxe", "14.2.3", "19.6")
def test_a_surrender_in_tobruk_may_earn_the_bonus():
    g = field(
        {"9aus": "H", "xx": "H"}, reduced=["xx"], phase="refit", allied=["H", "G", "I"],
        options=["tobruk_bonus"],
    )  # fmt: skip
    m = go(scene(g), (1,))
    assert (unit(m, "xx"), m.state.vp) == (("off", "gone"), 1)


@pytest.mark.rule("battleaxe", "11.6.3", "19.6", "16.2")
def test_a_besieger_who_withdraws_after_combat_gives_the_bonus():
    g = field(
        {"9aus": "H", "18bde": "H", "xx": "H", "15bde": "H"}, options=["tobruk_bonus"], **JUNE_15
    )
    m = go(scene(g), "assault H", "attack H", "join 9aus", "done", "lead xx", "no", -1)
    assert (asked(m), who(m), m.state.vp) == ("withdraw", "axis", 0)
    go(m, "withdraw 15bde")
    while asked(m) == "retreat_to":
        go(m, "to I")
    assert (m.state.vp, m.state.locked) == (1, [True, False])


# -- ground --------------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "14.2.4", "17.2a", "17.2b")
def test_isolated_ground_counts_on_the_day_it_changes_hands():
    g = field({}, allied=[*HOME, "3", "7", "15", "18", "22"], half="axis", impulse=12)
    m = go(scene(g), "pass", (6, 6))
    assert (control(m, "21"), m.state.vp) == ("allied", 6)
    # 15 and 22 were his; 21 lies behind 22, and 6 and 16 (three points) behind 7, 15 and 18.


@pytest.mark.rule("battleaxe", "8.1.2a.1", "7.2a", "14.2.1", "17.2b")
@pytest.mark.parametrize(("leaves", "points"), [(True, 0), (False, 1)])
def test_who_regroups_out_of_a_contested_area_may_cut_his_own_line(leaves, points):
    units = {"2rtr": "7", "15mc": "7", "22gds": "16"}
    m = scene(field(units, allied=[*HOME, "3", "7"], impulse=12))
    go(m, *(("regroup", "move 2rtr 3", "done") if leaves else ("pass",)), "pass", (6, 6))
    assert control(m, "7") == ("axis" if leaves else "allied")
    assert len(told(m, "out_of_supply")) == int(leaves)
    while asked(m) in ("refit", "field_recovery", "surrender"):
        go(m, (6,) if asked(m) == "surrender" else "done")
    assert m.state.vp == points


@pytest.mark.rule("battleaxe", "11.4.4c", "11.6", "7.2a", "16.1")
def test_ground_won_by_a_paid_retreat_releases_the_panzers():
    g = field(
        {"2rtr": "7", "1_62": "15", "1_8": "18"}, reduced=["1_62"], allied=[*HOME, "3"], **JUNE_15
    )
    m = go(scene(g), "assault 7", "move 2rtr 15", "attack 15", "no", 1)
    while asked(m) in ("attrition", "retreat_to"):
        go(m, moves(m, "to")[0])
    assert (control(m, "15"), m.state.locked) == ("allied", [False, True])
    go(m, "done")
    assert "assault 18" in moves(m, "assault")


@pytest.mark.rule("battleaxe", "11.4.4b", "7.2a", "9.2.1b", "16.1")
def test_two_leads_fall_and_whoever_is_left_takes_a_space_that_is_closed():
    g = field(
        {"2rtr": "7", "6rtr": "7", "22gds": "7", "1_62": "15", "1_8": "18"},
        reduced=["2rtr", "1_62"], allied=[*HOME, "3"], **JUNE_15,
    )  # fmt: skip
    m = go(scene(g), "assault 7", "move 2rtr 15", "move 6rtr 15", "attack 15", "lead 2rtr", "no", 0)
    assert (unit(m, "2rtr"), unit(m, "1_62")) == (("off", "gone"), ("off", "gone"))
    assert (control(m, "15"), m.state.locked) == ("allied", [False, True])
    assert "move 22gds 15" not in moves(m)
    assert "move 22gds 16" in moves(m)


# -- movement and combat -------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.2b", "11.4.4c", "9.2.1a")
def test_a_retreat_makes_the_way_cheaper_for_those_who_move_later():
    g = field({"2rtr": "3", "7rtr": "3", "15mg": "8"}, reduced=["15mg"], allied=HOME)
    dear = go(scene(g), "assault 3", "move 7rtr 7", "move 7rtr 15", "move 7rtr 17")
    assert moves(dear) == [each for each in moves(dear) if "7rtr" not in each]  # 2, 1 and 1
    m = go(scene(g), "assault 3", "move 2rtr 8", "attack 8", "no", 1)
    while asked(m) in ("attrition", "retreat_to"):
        go(m, "to 10" if "to 10" in moves(m, "to") else moves(m, "to")[0])
    assert unit(m, "15mg") == ("10", "reduced")
    go(m, "move 7rtr 7", "move 7rtr 15", "move 7rtr 17")
    assert "move 7rtr 18" in moves(m)


@pytest.mark.rule("battleaxe", "14.2.2", "R24", "11.4.2A")
def test_a_line_opened_in_a_half_helps_from_its_end_on():
    g = field(
        {"22gds": "15", "6rtr": "15", "2_62": "16"}, allied=[*HOME, "3", "15"],
        out_of_supply=["22gds"],
    )  # fmt: skip
    m = go(
        scene(g), "assault 15", "move 6rtr 7", "move 22gds 16", "attack 16", "no", (3, 3), (6, 6)
    )
    assert values(m)[0] == 3  # 4 less 1
    while asked(m) == "withdraw":
        go(m, "done")
    go(m, "done")
    assert not any(m.state.oos)


@pytest.mark.rule("battleaxe", "10.3c", "11.4.4c", "11.3")
def test_a_gun_whose_infantry_retreated_attacks_for_one_in_the_next_half():
    g = field(
        {"22gds": "7", "65at": "7", "1_8": "15"}, reduced=["22gds"], half="axis",
        allied=[*HOME, "3", "4", "7"], impulse=2,
    )  # fmt: skip
    m = go(scene(g), "assault 15", "move 1_8 7", "attack 7", "lead 22gds", 1)
    while asked(m) in ("attrition", "retreat_to"):
        go(m, moves(m, "to")[0])
    while asked(m) == "withdraw":
        go(m, "done")
    assert unit(m, "22gds")[0] != "7"
    assert unit(m, "65at") == ("7", "full")
    go(m, "done", "assault 7", "attack 7", "no", (3, 3), (6, 6))
    assert values(m)[0] == 1


@pytest.mark.rule("battleaxe", "6.2.1a", "11.4.4d", "R20")
def test_the_dice_of_the_combat_after_an_overrun_are_no_night_roll():
    g = field(
        {"1_8": "18", "2_8": "18", "22gds": "15", "2rtr": "7"}, reduced=["22gds"], half="axis",
        impulse=9,
    )  # fmt: skip
    m = go(scene(g), "assault 18", "move 1_8 15", "move 2_8 15", "attack 15", "lead 1_8")
    go(m, (4, 4), (1, 1), "exploit 7", "all", "lead 1_8", (6, 6), (6, 6))
    while asked(m) in ("attrition", "withdraw", "retreat_to", "assault"):
        go(m, "done" if "done" in moves(m, "done") else moves(m, "to")[0])
    assert outcomes(m)[0] == "overrun"
    assert [each["roll"] for each in told(m, "night")] == [8]
    assert told(m, "night_falls")


@pytest.mark.rule("battleaxe", "9.1.2a", "11.4.4d", "R34")
def test_who_overran_into_the_second_active_area_does_not_act_again():
    g = field(
        {"1_8": "15", "22gds": "7", "15mc": "9"}, reduced=["22gds"], half="axis", impulse=2,
        allied=[*HOME, "3", "7"],
    )  # fmt: skip
    m = go(scene(g), "assault 15", "move 1_8 7", "attack 7", (6, 6), (1, 1), "exploit 9")
    while asked(m) == "attackers":
        go(m, "all")
    go(m, "activate 9")
    assert moves(m)
    assert all(each.startswith("move 15mc") for each in moves(m))


@pytest.mark.rule("battleaxe", "12.1A", "12.2", "12.1C")
def test_who_lost_a_success_to_the_advantage_may_prolong_the_day_with_it():
    g = field({"2rtr": "7", "1_62": "15"}, advantage=AXIS, impulse=9, allied=[*HOME, "3"])
    m = go(scene(g), "assault 7", "move 2rtr 15", "attack 15", "no", 2, "yes")
    assert (unit(m, "2rtr"), unit(m, "1_62")) == (("15", "reduced"), ("15", "reduced"))
    while asked(m) in ("withdraw", "assault"):
        go(m, "done")
    while asked(m) == "fuel_shortage":
        go(m, "no")
    go(m, "pass", (4, 4))
    assert (who(m), asked(m)) == ("allied", "extended_day")


@pytest.mark.rule("battleaxe", "12.1E", "12.1B", "12.2")
@pytest.mark.parametrize("rommel", [True, False])
def test_the_advantage_that_called_rommel_does_not_turn_the_repulse(rommel):
    m = scene(field({"1_8": "15", "22gds": "7"}, half="axis", advantage=AXIS, impulse=2))
    go(m, "assault 15", "move 1_8 7", "attack 7")
    go(m, *(("yes", (1,)) if rommel else ("no",)), (1, 1), (6, 6))
    assert (asked(m) == "maximum_attack") is not rommel
    if not rommel:
        go(m, "no")
    assert unit(m, "1_8") == ("15", "reduced")  # the Repulse stands


# -- losses and replacements ---------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "8.1.2b", "13.3.2", "13.3.5", "17.2c")
@pytest.mark.parametrize(("rebuilds", "points"), [(True, 0), (False, 1)])
def test_tanks_given_up_to_consolidate_come_back_the_same_evening(rebuilds, points):
    g = field({"1_8": "18", "2_8": "18"}, reduced=["1_8", "2_8"], half="axis", turn=3, impulse=12)
    m = go(scene(g), "consolidate 1_8 2_8", (6, 6))
    assert (unit(m, "1_8"), unit(m, "2_8")) == (("18", "full"), ("off", "gone"))
    go(m, *(("rebuild 2_8 18", "recover 2_8") if rebuilds else ("done",)))
    assert (m.result is not None, m.state.vp) == (True, points)
