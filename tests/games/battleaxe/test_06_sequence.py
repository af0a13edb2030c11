"""6 Sequence of play: turns, phases, the night roll, the end of a day."""

from __future__ import annotations

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from tests.games.battleaxe.staging import (
    QUIET,
    asked,
    match,
    offers,
    play,
    table,
    tem,
    told,
    unit,
)

NIGHT = (1, 1)  # ends any day from its third impulse on

STRONG = {"2rtr": (30, 30), "6rtr": (30, 30)}  # repulses every attack


def two_attacks(impulse: int, *dice: tuple[int, int], **fields):
    """15MC and 1/104 in 14, each with an Allied regiment before it that it cannot beat."""
    units = {"15mc": "14", "1_104": "14", "2rtr": "9", "6rtr": "13"}
    settings = {**QUIET, "impulse": impulse, **fields}
    return play(match(table(units, cv=STRONG, half="axis", **settings), *dice), "assault 14")


# -- turns and phases ------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "6.0", "6.4d", "R1")
@pytest.mark.parametrize(("scenario", "days"), [("standard", 3), ("extended", 4)])
def test_a_game_has_three_days_and_the_extended_one_may_have_a_fourth(scenario, days):
    g = table({}, scenario=scenario, vp=9, **QUIET)
    m = match(g, *[NIGHT] * 12)
    seen = []
    while m.result is None:
        seen.append(m.view(None)["position"]["day"])
        play(m, *["pass"] * 6)
    assert seen == ["June 15", "June 16", "June 17", "June 18"][:days]
    assert (m.result.winner, m.result.scores["turn"]) == ("axis", days)


@pytest.mark.rule("battleaxe", "6.0")
def test_2d6_is_the_sum_of_two_dice_and_1d6_one_die():
    m = match(table({"2rtr": "8", "15mg": "8"}, advantage=NOBODY, impulse=8), (5,), (3, 6), (4, 4))
    play(m, "assault 8", "attack 8", "no", "request", "no")
    assert told(m, "artillery")[0]["die"] == 5
    dice = told(m, "combat_dice")[0]
    assert (dice["attack"], dice["defence"]) == ((3, 6), (4, 4))
    assert dice["total"] == dice["av"] + 9
    assert dice["against"] == dice["dv"] + 8


@pytest.mark.rule("battleaxe", "6.1", "R1")
def test_a_turn_is_maneuvers_then_refit_then_end():
    g = table({"2rtr": "D"}, reduced=["2rtr"], impulse=3, **QUIET)
    m = match(g, NIGHT)
    assert m.state.phase == "maneuvers"
    play(m, "pass", "pass")
    assert (m.state.phase, m.state.turn) == ("refit", 1)
    assert asked(m) == "allied refit"
    play(m, "done")
    assert (m.state.phase, m.state.turn) == ("maneuvers", 2)
    kinds = [event.kind for _, event in m.events]
    assert kinds.index("night_falls") < kinds.index("refit") < kinds.index("turn")


@pytest.mark.rule("battleaxe", "6.2", "8.0a")
def test_each_impulse_is_one_allied_action_then_one_axis_action():
    m = match(table({"2rtr": "2", "15mc": "14"}, **QUIET), (6, 6), (6, 6))
    seen = []
    for _ in range(2):
        for action in ("regroup", "assault 2", "assault 14"):
            if action in offers(m):
                play(m, action, "done")
                break
        seen.append((m.state.half, m.state.impulse))
        play(m, "pass")
        seen.append((m.state.half, m.state.impulse))
    assert seen == [(AXIS, 1), (ALLIED, 2), (AXIS, 2), (ALLIED, 3)]


# -- the night roll --------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "6.2.1a", "8.1.3", "R20")
@pytest.mark.parametrize(
    "actions",
    [["pass"], ["regroup", "done"], ["consolidate 15mc 15mg"], ["assault G", "done"]],
)
def test_without_a_2d6_in_the_axis_half_one_is_rolled_at_its_end(actions):
    units = {"15mc": "G", "15mg": "G", "1_104": "F"}
    g = table(units, reduced=["15mc", "15mg"], half="axis", impulse=2, **QUIET)
    m = play(match(g, (2, 3)), *actions)
    assert told(m, "night") == [{"roll": 5, "impulse": 2}]
    assert (m.state.half, m.state.impulse) == (ALLIED, 3)


@pytest.mark.rule("battleaxe", "6.2.1a", "R20")
def test_the_first_axis_attack_roll_is_the_night_roll_and_no_other_is_made():
    m = two_attacks(5, (6, 5), (1, 1), (1, 1), (6, 6))
    play(m, "move 15mc 9", "attack 9", "move 1_104 13", "attack 13", "done")
    assert told(m, "night") == [{"roll": 11, "impulse": 5}]
    assert m.state.impulse == 6


@pytest.mark.rule("battleaxe", "6.2.1a", "6.2.1c", "R20")
def test_the_half_is_played_out_before_a_low_night_roll_takes_effect():
    m = two_attacks(5, (1, 3), (6, 6), (6, 6), (1, 1))
    play(m, "move 15mc 9", "attack 9")
    assert m.state.phase == "maneuvers"
    assert "move 1_104 13" in offers(m)
    play(m, "move 1_104 13", "attack 13")
    assert told(m, "night") == []
    play(m, "done")
    assert told(m, "night") == [{"roll": 4, "impulse": 5}]
    assert m.state.phase == "refit"


@pytest.mark.rule("battleaxe", "6.2.1a", "R20")
def test_neither_the_defenders_dice_nor_single_dice_are_the_night_roll():
    """Rommel's die, both artillery dice, then 2d6 for the Axis: 9 is the night roll."""
    fields = {"advantage": AXIS, "artillery": [1, 1]}
    m = two_attacks(5, (1,), (2,), (3,), (4, 5), (1, 1), **fields)  # type: ignore[arg-type]
    play(m, "move 15mc 9", "attack 9", "yes", "request", "request", "done")
    assert told(m, "night") == [{"roll": 9, "impulse": 5}]


@pytest.mark.rule("battleaxe", "6.2.1a", "R20")
def test_dice_of_the_allied_half_never_decide_the_night():
    """Both sides roll 2 in the Allied attack; the Axis half has a roll of its own."""
    g = table({"2rtr": "8", "15mg": "8"}, cv={"2rtr": (1, 1), "15mg": (30, 30)}, impulse=5, **QUIET)
    m = play(match(g, (1, 1), (1, 1), (6, 6)), "assault 8", "attack 8", "no", "done", "done")
    assert told(m, "night") == []
    play(m, "pass")
    assert told(m, "night") == [{"roll": 12, "impulse": 5}]
    assert m.state.impulse == 6


@pytest.mark.rule("battleaxe", "6.2.1a")
def test_every_axis_half_has_a_night_roll_of_its_own():
    """The attack of impulse 5 was an 11; the pass of impulse 6 is judged by its own 4."""
    m = play(two_attacks(5, (6, 5), (1, 1), (1, 3)), "move 15mc 9", "attack 9", "done")
    play(m, "pass", "pass")
    assert [night["roll"] for night in told(m, "night")] == [11, 4]
    assert m.state.phase == "refit"


@pytest.mark.rule("battleaxe", "6.2.1a")
def test_the_allied_half_ends_without_a_night_roll():
    m = play(match(table({}, impulse=9, **QUIET)), "pass")
    assert (m.state.half, m.state.impulse) == (AXIS, 9)
    assert not [entry for entry in m.entries if entry[0] == "dice"]


@pytest.mark.rule("battleaxe", "6.2.1b", "6.2.1c")
@pytest.mark.parametrize(
    ("roll", "phase", "impulse"),
    [((4, 4), "maneuvers", 8), ((3, 4), "maneuvers", 8), ((3, 3), "refit", 7)],
)
def test_the_day_goes_on_with_a_roll_of_the_impulse_or_more_and_ends_with_less(
    roll, phase, impulse
):
    g = table({"2rtr": "D"}, reduced=["2rtr"], half="axis", impulse=7, **QUIET)
    m = play(match(g, roll), "pass")
    assert (m.state.phase, m.state.impulse) == (phase, impulse)


@pytest.mark.rule("battleaxe", "6.2.1b", "14.1.2", "R20", "R22")
@pytest.mark.parametrize(
    ("impulse", "roll", "short"),
    [(7, (4, 4), True), (7, (3, 4), False), (2, (1, 1), False), (2, (1, 2), True)],
)
def test_a_night_roll_of_exactly_the_impulse_ends_a_fuel_shortage(impulse, roll, short):
    g = table({"2rtr": "D"}, half="axis", impulse=impulse, fuel_low=True, **QUIET)
    m = play(match(g, roll), "pass")
    assert m.state.impulse == impulse + 1
    assert m.state.fuel_low is short


@pytest.mark.rule("battleaxe", "6.2.1c", "12.1C")
@pytest.mark.parametrize(("holder", "side"), [(ALLIED, "allied"), (AXIS, "axis")])
def test_the_advantage_prolongs_a_day_that_would_end(holder, side):
    g = table({"2rtr": "D"}, reduced=["2rtr"], half="axis", impulse=7, fuel_low=True)
    g.advantage = holder
    m = play(match(g, (3, 3)), "pass")
    assert asked(m) == f"{side} extended_day"
    assert play(m.clone(), "no").state.phase == "refit"
    play(m, "yes")
    assert (m.state.phase, m.state.impulse) == ("maneuvers", 8)
    assert m.state.advantage == 1 - holder


@pytest.mark.rule("battleaxe", "6.2.1c", "R33")
@pytest.mark.parametrize("roll", [(6, 6), (6, 5)])
def test_nothing_carries_the_day_beyond_the_last_space_of_the_track(roll):
    g = table({"2rtr": "D"}, reduced=["2rtr"], half="axis", impulse=12, advantage=AXIS)
    m = play(match(g, roll), "pass")
    assert m.state.phase == "refit"
    assert m.state.advantage == AXIS


@pytest.mark.rule("battleaxe", "6.2.1b", "R20")
@pytest.mark.parametrize("impulse", [1, 2])
def test_the_lowest_roll_does_not_end_the_first_two_impulses(impulse):
    m = play(match(table({}, half="axis", impulse=impulse, **QUIET), (1, 1)), "pass")
    assert (m.state.phase, m.state.impulse) == ("maneuvers", impulse + 1)


# -- refit and end ---------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "6.3")
def test_the_allies_refit_first_then_the_axis_and_then_cut_off_units_may_surrender():
    units = {"2rtr": "D", "15mc": "G", "6rtr": "20"}
    g = table(units, reduced=["2rtr", "15mc"], impulse=3, **QUIET)
    m = play(match(g, NIGHT, (3,)), "pass", "pass")
    assert asked(m) == "allied refit"
    play(m, "done")
    assert asked(m) == "axis refit"
    assert unit(m, "6rtr") == ("20", "full")
    play(m, "done")
    assert unit(m, "6rtr") == ("20", "reduced")
    assert m.entries[-1] == ("dice", "surrender", "3")


RELIEF = ["A", "B", "C", "D", "1", "11", "12", "F", "I", "H"]  # an Allied chain from A to Tobruk


@pytest.mark.rule("battleaxe", "6.4a")
def test_the_end_phase_opens_with_the_test_for_an_automatic_victory():
    m = play(match(table({}, allied=RELIEF, impulse=3, **QUIET), NIGHT), "pass", "pass")
    assert m.result is not None
    assert (m.result.winner, m.result.rule) == ("allied", "17.1")
    assert m.state.vp == 0


@pytest.mark.rule("battleaxe", "6.4a")
def test_without_an_automatic_victory_the_area_points_of_the_turn_are_added():
    """The chain from Tobruk is cut in Zone I; Area 11 is worth a point."""
    held = [space for space in RELIEF if space != "I"]
    m = play(match(table({}, allied=held, impulse=3, **QUIET), NIGHT), "pass", "pass")
    assert m.result is None
    assert (m.state.turn, m.state.vp) == (2, 1)


@pytest.mark.rule("battleaxe", "6.4b")
def test_a_new_day_begins_with_impulse_1_and_fuel():
    g = table({"2rtr": "D"}, impulse=9, turn=2, fuel_low=True, **QUIET)
    m = play(match(g, (2, 3)), "pass", "pass")
    assert (m.state.turn, m.state.impulse, m.state.half) == (3, 1, ALLIED)
    assert m.state.fuel_low is False


@pytest.mark.rule("battleaxe", "6.4c", "10.2.1d")
def test_used_artillery_is_ready_again_on_the_next_day_and_not_before():
    g = table({"2rtr": "D"}, reduced=["2rtr"], impulse=3, advantage=NOBODY, artillery=[1, 0])
    m = play(match(g, NIGHT), "pass", "pass")
    assert (m.state.phase, m.state.artillery) == ("refit", [1, 0])
    play(m, "done")
    assert (m.state.phase, m.state.artillery) == ("maneuvers", [3, 2])


@pytest.mark.rule("battleaxe", "6.4c", "10.1.2")
def test_air_support_is_ready_again_on_the_next_day():
    values = {"2rtr": (1, 1), "15mg": (30, 30)}
    held = ["D", "2", "8"]  # a line to D: nobody surrenders
    g = table({"2rtr": "8", "15mg": "8"}, allied=held, cv=values, impulse=3, **QUIET)
    m = play(match(g, (1,), (1, 1), (1, 1), NIGHT), "assault 8", "attack 8", "yes", "done", "done")
    play(m, "pass")
    while m.state.phase == "refit":
        play(m, "done")
    assert (m.state.turn, m.state.air_used) == (2, False)


@pytest.mark.rule("battleaxe", "6.4d", "17.2d")
@pytest.mark.parametrize(("vp", "winner"), [(10, "allied"), (9, "axis")])
def test_the_end_phase_of_june_17_decides_the_game(vp, winner):
    m = play(match(table({}, turn=3, impulse=3, vp=vp, **QUIET), NIGHT), "pass", "pass")
    assert m.result is not None
    assert (m.result.winner, m.result.rule) == (winner, "17.2d")


@pytest.mark.rule("battleaxe", "6.4d")
def test_no_number_of_points_ends_the_game_before_june_17():
    m = play(match(table({}, turn=2, impulse=3, vp=25, **QUIET), NIGHT), "pass", "pass")
    assert m.result is None
    assert m.state.turn == 3


@pytest.mark.rule("battleaxe", "6.4d", "20.1")
@pytest.mark.parametrize(("vp", "turn"), [(8, 3), (9, 4), (10, 4), (11, 3)])
def test_only_the_extended_game_may_go_on_after_june_17(vp, turn):
    g = table({}, scenario="extended", turn=3, impulse=3, vp=vp, **QUIET)
    m = play(match(g, NIGHT), "pass", "pass")
    assert m.state.turn == turn
    assert (m.result is None) == (turn == 4)


@pytest.mark.rule("battleaxe", "6.2.1a", "9.2e")
def test_an_attack_in_place_gives_the_night_roll_too():
    values = {"15mg": (5 + tem("8"), 5), "2rtr": (5, 5)}
    g = table({"2rtr": "8", "15mg": "8"}, cv=values, half="axis", impulse=6, **QUIET)
    m = play(match(g, (2, 3), (3, 2)), "assault 8", "attack 8")
    while m.state.phase == "maneuvers":
        play(m, "done")
    assert told(m, "night") == [{"roll": 5, "impulse": 6}]
