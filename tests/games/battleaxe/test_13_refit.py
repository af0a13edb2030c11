"""13 Refit: replacement points, rebuilding, recovery in the field."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from tests.games.battleaxe.acting import PACK, asked, field, go, moves, rules_told, scene, who
from tests.games.battleaxe.staging import offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
AREAS = [space.id for space in PACK.spaces if not space.is_zone]


def refit(units: dict[str, str], **more):
    """The Refit Phase begins; units are given as {"2rtr": "A reduced"}."""
    places = {each: where.split()[0] for each, where in units.items()}
    reduced = [each for each, where in units.items() if where.endswith("reduced")]
    return scene(field(places, reduced=reduced, phase="refit", **more))


# -- Order -----------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "13.0", "13.3.2", "6.3")
def test_in_refit_lost_steps_and_lost_units_come_back():
    m = refit({"2rtr": "A reduced"}, lost=["6rtr"], advantage=ALLIED)
    go(m, "replacements", "flip 2rtr", "rebuild 6rtr B")
    assert unit(m, "2rtr") == ("A", "full")
    assert unit(m, "6rtr") == ("B", "reduced")
    assert m.state.lost == ()


@pytest.mark.rule("battleaxe", "13.1", "R30")
def test_the_allies_do_all_their_refitting_before_the_axis():
    m = refit({"2rtr": "A reduced", "6rtr": "A reduced", "15mc": "G reduced", "15mg": "G reduced"})
    assert (who(m), asked(m)) == ("allied", "refit")
    assert moves(m, "flip") == ["flip 2rtr", "flip 6rtr"]
    go(m, "flip 2rtr", "flip 6rtr")
    assert (who(m), asked(m)) == ("axis", "refit")
    assert moves(m, "flip") == ["flip 15mc", "flip 15mg"]
    go(m, "done")
    assert m.state.turn == 3


@pytest.mark.rule("battleaxe", "13.1", "13.3.5", "R30")
def test_the_axis_uses_the_advantage_then_points_then_field_recovery():
    m = refit({"1_8": "G reduced", "2_8": "G reduced", "15mg": "G reduced"}, advantage=AXIS)
    order = [asked(m)]
    go(m, "no")
    order.append(asked(m))
    go(m, "flip 15mg", "done")
    order.append(asked(m))
    assert order == ["refit_advantage", "refit", "field_recovery"]


# -- Points ----------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "13.2", "13.3.2")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_each_side_has_one_point_which_turns_two_units(side):
    units = ["2rtr", "6rtr", "7rtr"] if side == "allied" else ["15mc", "15mg", "1_104"]
    m = refit(dict.fromkeys(units, "A reduced" if side == "allied" else "G reduced"))
    assert who(m) == side
    go(m, f"flip {units[0]}", f"flip {units[1]}")
    assert m.state.turn == 3  # nothing is left to spend
    assert [unit(m, each)[1] for each in units] == ["full", "full", "reduced"]


@pytest.mark.rule("battleaxe", "13.2", "12.1F", "13.3.2")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_with_the_advantage_two_points_turn_four_units(side):
    names = ["2rtr", "6rtr", "7rtr", "22gds", "2rb"], ["15mc", "15mg", "1_104", "33pak", "1_33a"]
    units = names[side]
    m = refit(dict.fromkeys(units, ("A reduced", "G reduced")[side]), advantage=side)
    go(m, "replacements", *[f"flip {each}" for each in units[:4]])
    assert m.state.turn == 3
    assert [unit(m, each)[1] for each in units] == ["full"] * 4 + ["reduced"]


@pytest.mark.rule("battleaxe", "13.3.2", "R30")
def test_a_point_rebuilds_one_unit_at_reduced_strength():
    m = refit({}, lost=["2rtr", "6rtr"])
    go(m, "rebuild 2rtr A")
    assert unit(m, "2rtr") == ("A", "reduced")
    assert m.state.turn == 3  # the point is spent: 6 RTR stays where it is
    assert m.state.lost == (PACK.unit_index["6rtr"],)


@pytest.mark.rule("battleaxe", "13.3.2", "R30")
def test_a_point_may_be_spent_on_a_single_unit_and_its_other_half_is_lost():
    m = refit({"2rtr": "A reduced"}, lost=["6rtr"])
    go(m, "flip 2rtr")
    assert m.state.turn == 3  # half a point rebuilds nobody
    assert unit(m, "6rtr") == ("off", "gone")


@pytest.mark.rule("battleaxe", "13.3.2", "R30")
def test_half_a_point_left_turns_another_unit_before_a_new_point_is_broken():
    m = refit({"2rtr": "A reduced", "6rtr": "A reduced"}, lost=["7rtr"], advantage=ALLIED)
    go(m, "replacements", "flip 2rtr")
    assert (m.state.points, m.state.flips) == (1, 1)
    go(m, "flip 6rtr")
    assert (m.state.points, m.state.flips) == (1, 0)
    go(m, "rebuild 7rtr A")
    assert unit(m, "7rtr") == ("A", "reduced")


@pytest.mark.rule("battleaxe", "13.3.2", "R30")
def test_a_unit_rebuilt_with_one_point_may_be_turned_with_another():
    m = refit({}, lost=["7rtr"], advantage=ALLIED)
    go(m, "replacements", "rebuild 7rtr A", "flip 7rtr")
    assert unit(m, "7rtr") == ("A", "full")


@pytest.mark.rule("battleaxe", "13.3.2")
def test_full_units_need_nothing_and_nobody_has_to_spend():
    m = refit({"2rtr": "A", "6rtr": "A reduced"})
    assert offers(m) == ["flip 6rtr", "done"]
    go(m, "done")
    assert unit(m, "6rtr") == ("A", "reduced")


@pytest.mark.rule("battleaxe", "13.4")
def test_a_point_that_is_not_spent_is_lost():
    m = refit({"2rtr": "A reduced"})
    go(m, "done")
    assert (m.state.turn, m.state.points) == (3, 0)
    go(m, "pass", "pass", (6, 6))
    for impulse in range(2, 13):
        assert m.state.impulse == impulse
        go(m, "pass", "pass", (6, 6))
    assert asked(m) == "refit"
    assert m.state.points == 1  # not two


@pytest.mark.rule("battleaxe", "13.4")
def test_the_allied_point_does_not_go_to_the_axis():
    m = refit({"2rtr": "A reduced", "15mc": "G reduced"})
    go(m, "done")
    assert (who(m), m.state.points) == ("axis", 1)


# -- Supply ----------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "13.3.1", "R24")
@pytest.mark.parametrize(
    ("allied", "offered"),
    [
        (["2", "8"], True),  # 8, 2, Zone D
        (["8"], False),
        (["2"], True),  # a line may begin in a Contested space of the enemy
    ],
)
def test_only_units_that_can_trace_a_line_receive_replacements(allied, offered):
    m = refit({"22gds": "8 reduced", "1_62": "8", "2rtr": "A reduced"}, allied=[*HOME, *allied])
    assert ("flip 22gds" in offers(m)) == offered
    assert "flip 2rtr" in offers(m)


@pytest.mark.rule("battleaxe", "13.3.1", "R24")
def test_the_line_is_looked_at_now_whatever_marker_the_unit_carries():
    g = field({"2rtr": "A"}, reduced=["2rtr"], out_of_supply=["2rtr"], phase="refit")
    assert "flip 2rtr" in offers(scene(g))


# -- Rebuilding ------------------------------------------------------------------------------


def rebuilding(m, name: str) -> list[str]:
    """Where this unit may be rebuilt."""
    return [offer.split()[2] for offer in moves(m, "rebuild") if offer.split()[1] == name]


@pytest.mark.rule("battleaxe", "13.3.3", "R30")
def test_an_allied_unit_is_rebuilt_on_supplied_uncontested_allied_ground():
    # 2 is in supply; 8 is Contested; 12 is cut off; 9 is Axis.
    m = refit({"22gds": "8", "1_62": "8"}, lost=["2rtr"], allied=[*HOME, "2", "8", "12"])
    assert rebuilding(m, "2rtr") == ["2", "A", "B", "C", "D"]
    go(m, "rebuild 2rtr 2")
    assert rules_told(m, "rebuilt") == ["13.3.3"]


@pytest.mark.rule("battleaxe", "13.3.3")
def test_the_garrison_is_rebuilt_in_tobruk_only_and_nobody_else_there():
    m = refit({}, lost=["9aus", "3armd", "18bde", "2rtr"])
    assert rebuilding(m, "9aus") == ["H"]
    assert rebuilding(m, "3armd") == ["H"]
    assert rebuilding(m, "18bde") == ["H"]
    assert rebuilding(m, "2rtr") == ["A", "B", "C", "D"]


@pytest.mark.rule("battleaxe", "13.3.3", "R30")
@pytest.mark.parametrize(
    ("siege", "control"), [({"xx": "H", "18bde": "H"}, HOME), ({}, ["A", "B", "C", "D"])]
)
def test_the_garrison_is_not_rebuilt_during_the_siege_or_when_tobruk_has_fallen(siege, control):
    m = refit(siege | {"2rtr": "A reduced"}, lost=["9aus"], allied=control)
    assert rebuilding(m, "9aus") == []


@pytest.mark.rule("battleaxe", "13.3.3", "R30", "R40")
def test_rebuilding_needs_room():
    four = dict.fromkeys(("6rtr", "7rtr", "1krr", "2rb"), "2")
    m = refit(four, lost=["2rtr"])
    assert "2" not in rebuilding(m, "2rtr")
    del four["2rb"]
    m = refit(four, lost=["2rtr"])
    assert "2" in rebuilding(m, "2rtr")


@pytest.mark.rule("battleaxe", "13.3.4", "R11", "R30")
@pytest.mark.parametrize("name", ["15mc", "xxi"])
def test_an_axis_unit_is_rebuilt_on_any_supplied_uncontested_axis_ground(name):
    # 12 is Contested, 5 cut off, 2 Allied. Static units are like others here.
    m = refit(
        {"22gds": "12", "1_62": "12"}, lost=[name], allied=[*HOME, "2", "4", "6"], half="axis"
    )
    everywhere = [*AREAS, "E", "F", "G", "I"]
    cut_off = ["2", "4", "5", "6", "12"]
    assert rebuilding(m, name) == [each for each in everywhere if each not in cut_off]
    go(m, f"rebuild {name} 23")
    assert unit(m, name) == ("23", "reduced")
    assert rules_told(m, "rebuilt") == ["13.3.4"]


@pytest.mark.rule("battleaxe", "13.3.4")
def test_the_axis_may_rebuild_in_a_tobruk_that_it_has_taken():
    m = refit({}, lost=["15mc"], allied=["A", "B", "C", "D"])
    assert "H" in rebuilding(m, "15mc")


@pytest.mark.rule("battleaxe", "13.3.4", "13.3.3")
def test_each_side_rebuilds_only_its_own_units():
    m = refit({}, lost=["2rtr", "15mc"])
    assert rebuilding(m, "15mc") == []
    go(m, "done")
    assert who(m) == "axis"
    assert rebuilding(m, "2rtr") == []
    assert rebuilding(m, "15mc") != []


# -- Field recovery --------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "13.3.5", "R16", "R30")
def test_one_reduced_german_armoured_unit_recovers_without_a_point():
    units = {"1_8": "G", "3recce": "G", "15mc": "G", "33pak": "G", "xx": "G", "2_8": "G"}
    m = refit({each: f"{where} reduced" for each, where in units.items()})
    assert asked(m) == "refit"
    go(m, "flip 2_8", "flip 15mc")
    assert (who(m), asked(m)) == ("axis", "field_recovery")
    assert offers(m) == ["recover 1_8", "recover 3recce", "no"]  # armoured cars are armour
    go(m, "recover 3recce")
    assert unit(m, "3recce") == ("G", "full")
    assert unit(m, "1_8") == ("G", "reduced")  # one only
    assert m.state.turn == 3


@pytest.mark.rule("battleaxe", "13.3.5")
def test_field_recovery_comes_every_turn_and_is_not_forced():
    m = go(refit({"1_8": "G reduced"}), "done", "no")
    assert unit(m, "1_8") == ("G", "reduced")
    assert told(m, "restored") == []


@pytest.mark.rule("battleaxe", "13.3.5", "13.3.1")
def test_field_recovery_needs_supply():
    m = refit({"1_8": "5 reduced"}, allied=[*HOME, "6"], advantage=NOBODY)
    assert asked(m) == "surrender"  # nothing else was open to it


@pytest.mark.rule("battleaxe", "13.3.5")
def test_the_allies_have_no_field_recovery():
    m = go(refit({"2rtr": "A reduced"}), "done")
    assert (m.state.turn, asked(m)) == (3, "impulse")


@pytest.mark.rule("battleaxe", "13.3.5", "13.3.2", "R30")
def test_a_tank_unit_rebuilt_in_this_refit_may_recover_in_it():
    m = go(refit({}, lost=["1_8"]), "rebuild 1_8 G")
    assert asked(m) == "field_recovery"
    go(m, "recover 1_8")
    assert unit(m, "1_8") == ("G", "full")
    assert rules_told(m, "restored") == ["13.3.5"]
