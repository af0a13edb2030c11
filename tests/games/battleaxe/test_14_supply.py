"""14.2 Supply lines, units cut off, surrender, isolated ground."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import PACK, asked, cv, field, go, scene, tem, values, who
from tests.games.battleaxe.staging import control, offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
BLACK = ["E", "F", "G", "I"]


def markers(m: Match[State]) -> list[str]:
    """The units that carry an out-of-supply marker."""
    return [PACK.unit_ids[number] for number, marked in enumerate(m.state.oos) if marked]


def cut_off(units: dict[str, str], allied: list[str]) -> list[str]:
    """The units marked by the check when the Maneuvers Phase ends."""
    g = field(units, allied=allied, half="axis", impulse=12)
    m = go(scene(g), "pass", (6, 6))
    return [str(event["unit"]) for event in told(m, "out_of_supply")]


# -- Lines -----------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "14.2", "14.2.1", "R26")
@pytest.mark.parametrize("source", HOME[:4])
def test_a_line_of_allied_spaces_to_a_red_zone_is_supply(source):
    beside = {"A": "5", "B": "4", "C": "3", "D": "1"}[source]
    assert cut_off({"22gds": beside}, [source]) == []
    assert cut_off({"22gds": beside}, []) == ["22gds"]  # the Zone must be Allied


@pytest.mark.rule("battleaxe", "14.2", "14.2.1")
@pytest.mark.parametrize("source", BLACK)
def test_a_line_of_axis_spaces_to_a_black_zone_is_supply(source):
    beside = {"E": "11", "F": "19", "G": "23", "I": "I"}[source]
    others = [each for each in PACK.place_ids if each not in (source, beside)]
    assert cut_off({"15mg": beside}, others) == []
    if source != beside:
        assert cut_off({"15mg": beside}, [*others, source]) == ["15mg"]


@pytest.mark.rule("battleaxe", "14.2", "R26")
def test_a_captured_source_supplies_nobody():
    # The Allies hold G and 23 beside it; the Axis holds A and 5 beside it.
    allied = ["G", "23", "B", "C", "D", "6"]
    assert cut_off({"22gds": "23", "1_8": "5"}, allied) == ["22gds", "1_8"]


@pytest.mark.rule("battleaxe", "14.2.1")
def test_a_line_may_be_long_but_not_broken_even_by_an_empty_enemy_space():
    road = ["D", "2", "10", "12", "19", "20"]
    assert cut_off({"22gds": "20"}, road) == []
    for gap in road[1:-1]:
        assert cut_off({"22gds": "20"}, [each for each in road if each != gap]) == ["22gds"]


@pytest.mark.rule("battleaxe", "14.2.1")
def test_a_line_passes_through_contested_spaces_that_its_side_controls():
    units = {"22gds": "8", "2rb": "2", "1_62": "2"}
    assert cut_off(units, [*HOME, "8", "2"]) == []
    assert cut_off(units, [*HOME, "8"]) == ["22gds"]  # 2/RB is beside D and traces from 2 itself


@pytest.mark.rule("battleaxe", "14.2.1", "R26")
def test_a_line_may_begin_in_a_contested_space_of_the_enemy():
    units = {"22gds": "8", "1_62": "8"}
    assert cut_off(units, [*HOME, "2"]) == []
    assert cut_off(units, HOME) == ["22gds"]


@pytest.mark.rule("battleaxe", "14.2.1", "R26")
def test_no_second_space_of_the_line_may_be_the_enemys():
    # From Contested 8 through Contested 2, both Axis, to Zone D: 8 is one space too far away.
    units = {"22gds": "8", "1_62": "8", "2rb": "2", "2_62": "2"}
    assert cut_off(units, HOME) == ["22gds"]


@pytest.mark.rule("battleaxe", "14.2.1", "R4")
def test_no_line_crosses_escarpment():
    # 5 and 4 share a border of escarpment; without Zone A there is no other way.
    assert cut_off({"22gds": "5"}, ["B", "4"]) == ["22gds"]
    assert cut_off({"22gds": "5"}, ["B", "4", "6"]) == []


@pytest.mark.rule("battleaxe", "14.2.1", "R26")
def test_allied_units_in_tobruk_are_supplied_while_the_allies_control_it():
    siege = {"9aus": "H", "xx": "H"}
    assert cut_off(siege, HOME) == []
    assert cut_off(siege, ["A", "B", "C", "D"]) == ["9aus"]


@pytest.mark.rule("battleaxe", "14.2.1", "R26")
def test_tobruk_supplies_allied_units_outside_it():
    assert cut_off({"22gds": "I"}, ["H", "I"]) == []
    assert cut_off({"22gds": "I"}, ["A", "I"]) == ["22gds"]


@pytest.mark.rule("battleaxe", "14.2", "R26")
def test_the_besiegers_trace_out_of_tobruk():
    assert cut_off({"9aus": "H", "xx": "H"}, HOME) == []
    assert cut_off({"9aus": "H", "xx": "H"}, [*HOME, "G", "I"]) == ["xx"]


# -- Markers ---------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "14.2", "R24")
def test_markers_are_placed_at_the_end_of_the_phase_and_not_before():
    # 2 RTR has gone deep into 9 and nobody holds the ground behind it.
    m = scene(field({"2rtr": "9", "15mg": "23"}, half="axis", impulse=4))
    go(m, "pass", (6, 6))
    assert markers(m) == []
    go(m, "pass", "pass", (1, 1))
    assert markers(m) == ["2rtr"]


@pytest.mark.rule("battleaxe", "14.2", "14.2.2", "R24")
def test_a_marker_comes_off_at_the_end_of_a_half_in_which_the_line_is_open():
    g = field({"2rtr": "9", "2rb": "3"}, out_of_supply=["2rtr"], allied=[*HOME, "9", "3"])
    m = go(scene(g), "assault 3", "move 2rb 8")
    assert markers(m) == ["2rtr"]  # 9, 8, 3, C: the line is open, but the half is not over
    go(m, "done")
    assert markers(m) == []


@pytest.mark.rule("battleaxe", "14.2", "R24")
def test_a_marker_stays_on_while_the_unit_is_cut_off():
    m = scene(field({"2rtr": "9", "2rb": "3"}, out_of_supply=["2rtr"]))
    go(m, "pass", "pass", (6, 6))
    assert markers(m) == ["2rtr"]


@pytest.mark.rule("battleaxe", "14.2.4", "R24")
def test_a_marker_comes_off_in_refit_when_the_ground_that_cut_the_line_has_changed_hands():
    # 1 to 5 are empty and cut off from the Axis sources: they turn Allied and open the road to 8.
    g = field({"22gds": "8"}, allied=[*HOME, *"678", "9", "10", "11"], half="axis", impulse=12)
    m = go(scene(g), "pass", (6, 6))
    assert [event["unit"] for event in told(m, "out_of_supply")] == ["22gds"]
    assert [event["unit"] for event in told(m, "back_in_supply")] == ["22gds"]
    assert control(m, "3") == "allied"
    assert (m.state.turn, m.state.phase) == (3, "maneuvers")
    assert markers(m) == []


# -- What it does ----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "14.2.2")
def test_a_unit_out_of_supply_has_one_movement_point_less():
    # 11H crosses the empty south at 1 MF an Area; the last step is the one it cannot pay.
    for marked in ([], ["11h"]):
        g = field({"11h": "1"}, out_of_supply=marked, allied=[*HOME, "1"])
        m = go(scene(g), "assault 1")
        steps = 0
        for goal in ("2", "1") * 10:
            if f"move 11h {goal}" not in offers(m):
                break
            go(m, f"move 11h {goal}")
            steps += 1
        assert steps == PACK.unit_mf[PACK.unit_index["11h"]] - len(marked)


@pytest.mark.rule("battleaxe", "14.2.2")
@pytest.mark.parametrize("strength", ["full", "reduced"])
def test_a_lead_out_of_supply_counts_one_less_in_attack_and_defence(strength):
    reduced = ["2rtr", "1_62"] if strength == "reduced" else []
    units = {"2rtr": "7", "1_62": "7"}
    g = field(units, reduced=reduced, out_of_supply=["2rtr", "1_62"])
    m = go(scene(g), "assault 7", "attack 7", "no", (3, 4), (3, 4))
    low = strength == "reduced"
    assert values(m) == (cv("2rtr", reduced=low) - 1, cv("1_62", reduced=low) - 1 + tem("7"))


@pytest.mark.rule("battleaxe", "14.2.2", "11.4.2B")
def test_others_out_of_supply_still_add_one_each():
    g = field({"2rtr": "7", "6rtr": "7", "1_62": "7"}, out_of_supply=["6rtr"])
    m = go(scene(g), "assault 7", "attack 7", "all", "lead 2rtr", "no", (3, 4), (3, 4))
    assert values(m)[0] == cv("2rtr") + 1


@pytest.mark.rule("battleaxe", "14.2.2", "10.3c", "R8")
@pytest.mark.parametrize(("strength", "value"), [("full", 0), ("reduced", -1)])
def test_guns_alone_and_out_of_supply_are_worth_nothing_or_less(strength, value):
    reduced = ["33pak", "65at"] if strength == "reduced" else []
    g = field({"65at": "7", "33pak": "7"}, reduced=reduced, out_of_supply=["33pak", "65at"])
    m = go(scene(g), "assault 7", "attack 7", "no", (3, 4), (3, 4))
    assert values(m) == (value, value + tem("7"))


@pytest.mark.rule("battleaxe", "14.2.2", "10.3b")
def test_guns_beside_infantry_lose_one_from_their_printed_value():
    g = field({"2rtr": "7", "33pak": "7", "15mg": "7"}, out_of_supply=["33pak"])
    m = go(scene(g), "assault 7", "attack 7", "lead 33pak", "no", (3, 4), (3, 4))
    assert values(m)[1] == cv("33pak") - 1 + 1 + tem("7")


# -- Surrender -------------------------------------------------------------------------------


def surrender(units: dict[str, str], *, reduced: tuple[str, ...] = (), **more):
    """Refit begins; the Axis sources and red Zones are as printed, so most units are cut off."""
    return scene(field(units, reduced=list(reduced), phase="refit", **more))


@pytest.mark.rule("battleaxe", "14.2.3", "R27")
@pytest.mark.parametrize("die", range(1, 7))
def test_on_three_or_less_a_unit_cut_off_loses_a_step(die):
    m = surrender({"2rtr": "9", "6rtr": "10"}, reduced=("6rtr",), allied=[*HOME])
    assert asked(m) == "surrender"
    go(m, (die,), (die,))
    assert unit(m, "2rtr") == ("9", "reduced" if die <= 3 else "full")
    assert unit(m, "6rtr") == (("off", "gone") if die <= 3 else ("10", "reduced"))
    assert m.state.turn == 3


@pytest.mark.rule("battleaxe", "14.2.3", "R27")
@pytest.mark.parametrize(
    ("name", "advantage", "die", "lost"),
    [
        ("2rtr", ALLIED, 3, False),
        ("2rtr", ALLIED, 2, True),
        ("2rtr", AXIS, 3, True),
        ("2rtr", AXIS, 4, False),
        ("2rtr", NOBODY, 3, True),
        ("1_8", AXIS, 3, False),
        ("1_8", AXIS, 2, True),
        ("1_8", ALLIED, 3, True),
    ],
)
def test_the_owner_who_holds_the_advantage_adds_one(name, advantage, die, lost):
    # Both 9 in Axis country and 5 behind Allied Halfaya are cut off.
    place = {"2rtr": "9", "1_8": "5"}[name]
    m = surrender({name: place}, advantage=advantage, allied=[*HOME, "6"])
    while asked(m) == "refit_advantage":
        go(m, "no")
    go(m, (die,))
    assert unit(m, name) == (place, "reduced" if lost else "full")


@pytest.mark.rule("battleaxe", "14.2.3", "12.2", "R27")
def test_an_advantage_spent_in_this_refit_helps_nobody():
    units = {"2rtr": "9", "2rb": "A"}
    m = surrender(units, reduced=("2rb",), allied=HOME, advantage=ALLIED)
    go(m, "replacements", "done", (3,))
    assert unit(m, "2rtr") == ("9", "reduced")


@pytest.mark.rule("battleaxe", "14.2.3", "6.3", "R27")
def test_each_unit_rolls_after_both_refits_the_allies_first():
    units = {"2rtr": "9", "6rtr": "9", "1_8": "5", "2rb": "A", "15mc": "G"}
    m = surrender(units, reduced=("2rb", "15mc"), allied=[*HOME, "6", "9"])
    assert (who(m), asked(m)) == ("allied", "refit")
    go(m, "done")
    assert (who(m), asked(m)) == ("axis", "refit")
    go(m, "done", (6,), (5,), (4,))
    assert [event["unit"] for event in told(m, "surrender")] == ["2rtr", "6rtr", "1_8"]
    assert m.state.turn == 3


@pytest.mark.rule("battleaxe", "14.2.3", "R27")
def test_a_unit_that_can_trace_now_does_not_roll_whatever_its_marker():
    m = surrender({"2rtr": "A"}, out_of_supply=["2rtr"])
    assert told(m, "surrender") == []
    assert m.state.turn == 3


# -- Isolated ground -------------------------------------------------------------------------


def ground(allied: list[str], units: dict[str, str] | None = None) -> Match[State]:
    """The Maneuvers Phase ends with these spaces Allied and all others Axis."""
    g = field(units or {}, allied=allied, half="axis", impulse=12)
    return go(scene(g), "pass", (6, 6))


@pytest.mark.rule("battleaxe", "14.2.4", "7.2b", "R25")
def test_empty_ground_that_its_owner_cannot_supply_goes_to_the_other_side():
    m = ground([*HOME, "6", "9"])
    assert control(m, "5") == "allied"  # between Allied 6 and Zone A
    assert control(m, "6") == "axis"  # it could not reach A through 5, which was Axis
    assert control(m, "9") == "axis"  # deep among the Axis
    assert control(m, "4") == "axis"


@pytest.mark.rule("battleaxe", "14.2.4", "R25")
def test_all_such_spaces_are_found_first_and_change_together_once():
    # 6 is cut off by 5, and 5 by 6: each goes to the other side, and neither is looked at again.
    m = ground([*HOME, "6"])
    assert [event["place"] for event in told(m, "control")] == ["5", "6"]
    # An Allied island in an Axis ring that is itself cut off: ring and island change places.
    ring = ["4", "5", "7", "17"]
    m = ground([each for each in PACK.place_ids if each not in ring])
    assert [control(m, each) for each in ring] == ["allied"] * 4
    assert control(m, "6") == "axis"


@pytest.mark.rule("battleaxe", "14.2.4", "R25")
def test_ground_with_a_unit_of_its_owner_does_not_change():
    m = ground([*HOME, "6"], {"1_8": "5"})
    assert control(m, "5") == "axis"
    assert control(m, "6") == "axis"
    m = ground([*HOME, "9"], {"2rtr": "9"})
    assert control(m, "9") == "allied"


@pytest.mark.rule("battleaxe", "14.2.4")
def test_supplied_ground_does_not_change():
    m = ground([*HOME, "3", "8"])
    assert [control(m, each) for each in ("3", "8", "7")] == ["allied", "allied", "axis"]
    assert told(m, "control") == []


@pytest.mark.rule("battleaxe", "14.2.4", "R25", "R26")
def test_a_source_never_changes_in_this_way_but_a_captured_one_does():
    m = ground(["H"])  # the Axis holds A to D, which supply nobody, but reach E through 11
    assert control(m, "H") == "allied"
    assert control(m, "A") == "axis"
    m = ground(["H", "5", "4", "3", "1", "2"])  # now they are an island
    assert [control(m, each) for each in "ABCD"] == ["allied"] * 4


@pytest.mark.rule("battleaxe", "14.2.4", "14.2")
def test_ground_changes_after_the_check_so_the_unit_behind_it_is_marked_first():
    g = field({"22gds": "8"}, allied=[*HOME, *"678", "9", "10", "11"], half="axis", impulse=12)
    m = go(scene(g), "pass", (6, 6))
    kinds = [event.kind for _, event in m.events if event.kind in ("out_of_supply", "control")]
    # 1 to 5 turn Allied and, all being found first, the empty rest of the pocket turns Axis.
    assert kinds == ["out_of_supply"] + ["control"] * 10
