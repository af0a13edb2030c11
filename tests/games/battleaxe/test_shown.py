"""What is shown of a half is true of that half: marks, ranges, points and questions."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, FULL
from khamsin.games.battleaxe.rules.control import put
from khamsin.kernel.show.summaries import Fact
from khamsin.kernel.text.narrator import Narrator
from tests.games.battleaxe.acting import asked, field, go, scene
from tests.games.battleaxe.staging import GAME, offers, told, unit, why

HOME = ["A", "B", "C", "D", "H"]
NARRATOR = Narrator(GAME, "en")


def marks(m, space):
    return GAME.presentation.picture(m.state, "allied", NARRATOR)["spaces"][space]["marks"]


def markers(m):
    return {
        marker["id"] for marker in GAME.presentation.picture(m.state, "allied", NARRATOR)["markers"]
    }


def reach(m, name):
    found = GAME.presentation.overlays(m.state, "allied", NARRATOR, name)
    return {each["id"]: each["spaces"] for each in found}["range"]


# -- marks ------------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.2.1b", "8.0a")
def test_a_space_is_marked_as_attacked_until_the_half_is_over():
    m = scene(field({"2rtr": "3", "1_62": "7", "15mc": "18"}))
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", -1, "done")
    assert marks(m, "7") == ["attacked"]
    go(m, "done")
    assert asked(m) == "impulse"  # the Axis half
    assert marks(m, "7") == []
    assert m.view("allied")["position"]["spaces"]["7"]["attacked"] is False


@pytest.mark.rule("battleaxe", "8.0a", "6.3")
def test_nothing_of_the_last_half_is_left_in_the_refit():
    units = {"1_8": "15", "22gds": "7", "2rb": "A"}
    g = field(
        units, half="axis", impulse=11, reduced=["2rb"], options=["luftwaffe"], allied=[*HOME, "7"]
    )
    m = go(scene(g), "assault 15", "move 1_8 7", "attack 7", "yes", (1,), (1, 1), (6, 6), "done")
    assert asked(m) == "refit"
    assert (m.state.air_used, m.state.rommel_used, m.state.night_roll) == (False, False, 0)
    assert (m.state.attacked, m.state.active, m.state.contested_at_start) == ((), (), ())
    assert "air_allied" in markers(m)  # it was the Luftwaffe that flew


def aircraft(m):
    """What the text says of aircraft."""
    facts = GAME.presentation.display(m.view("allied")["position"]).tracks
    return [NARRATOR.fact("track", fact) for fact in facts if fact.key.startswith("air_")]


@pytest.mark.rule("battleaxe", "10.1.2", "19.2")
def test_the_text_says_whose_aircraft_are_used():
    units = {"1_8": "15", "22gds": "7", "2rb": "A"}
    allied = [*HOME, "7"]
    m = scene(field(units, half="axis", turn=2, options=["luftwaffe"], allied=allied))
    assert aircraft(m) == ["Allied aircraft: ready", "Axis aircraft: ready"]
    go(m, "assault 15", "move 1_8 7", "attack 7", "yes", (1,), (1, 1), (6, 6))
    assert aircraft(m) == ["Allied aircraft: ready", "Axis aircraft: used"]
    assert aircraft(scene(field(units, half="axis"))) == ["Allied aircraft: ready"]


# -- how far a unit can go --------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "9.3.4")
def test_the_range_of_a_unit_among_enemies_begins_with_free_spaces():
    units = {"2rtr": "7", "15mc": "7", "1_62": "8", "22gds": "4", "2_62": "4"}  # 4 is Contested
    m = scene(field(units, allied=[*HOME, "3", "4", "7"], mf={"2rtr": 9}))
    assert reach(m, "2rtr")["3"] == 3
    assert reach(m, "2rtr")["8"] == 1  # by way of 3
    go(m, "assault 7")
    at_once = {space for space, shade in reach(m, "2rtr").items() if shade == 3}
    assert at_once == {offer.split()[2] for offer in offers(m) if offer.startswith("move 2rtr")}


@pytest.mark.rule("battleaxe", "9.2.1b")
def test_a_closed_space_is_out_of_range_for_this_half_only():
    m = scene(field({"2rtr": "3", "6rtr": "3", "1_62": "7", "15mc": "18"}))
    go(m, "assault 3", "move 2rtr 7", "attack 7", "no", -1, "done")
    assert "7" not in reach(m, "6rtr")
    assert "7" in reach(m, "15mc")  # the enemy is not bound by it
    go(m, "done")
    assert "7" in reach(m, "6rtr")


@pytest.mark.rule("battleaxe", "8.1.2a.1")
def test_in_a_regroup_the_range_is_one_step_and_after_it_nothing():
    m = go(scene(field({"6rtr": "3", "1_62": "15"}, allied=[*HOME, "3", "4", "7"])), "regroup")
    assert set(reach(m, "6rtr")) == {"4", "7", "C"}
    go(m, "move 6rtr 4")
    assert reach(m, "6rtr") == {}


@pytest.mark.rule("battleaxe", "9.1.1", "11.0a")
def test_a_unit_that_may_not_act_in_this_assault_has_no_range():
    m = scene(field({"2rtr": "3", "6rtr": "8", "1_62": "7"}))
    go(m, "assault 3")
    assert reach(m, "6rtr") == {}
    go(m, "move 2rtr 7", "attack 7", "no", -1)
    assert reach(m, "2rtr") == {}


@pytest.mark.rule("battleaxe", "14.2", "R26")
def test_a_captured_source_is_not_drawn_as_one():
    m = scene(field({"2rtr": "E", "1_62": "E", "15mc": "F"}, allied=[*HOME, "E"]))
    found = {
        each["id"]: each["spaces"]
        for each in GAME.presentation.overlays(m.state, None, NARRATOR, "")
    }
    assert found["supply_axis"]["E"] == 2
    assert found["supply_axis"]["F"] == 3


# -- points -----------------------------------------------------------------------------------


def status(m):
    return GAME.presentation.display(m.view("allied")["position"]).status


def told_points(m):
    facts = GAME.presentation.picture(m.state, "allied", NARRATOR)["facts"]
    return next(fact["value"] for fact in facts if fact["label"] == "Victory points")


@pytest.mark.rule("battleaxe", "20.1", "17.2d", "R31")
@pytest.mark.parametrize(("scenario", "needed"), [("standard", 10), ("extended", 11)])
def test_the_points_shown_as_needed_are_those_that_win(scenario, needed):
    m = scene(field({"2rtr": "3", "1_62": "7"}, scenario=scenario, vp=10))
    assert Fact("vp", {"vp": 10, "needed": needed}) in status(m)
    assert told_points(m) == f"10 of {needed}"


@pytest.mark.rule("battleaxe", "20.1")
def test_on_june_18_no_number_of_points_is_shown_as_enough():
    m = scene(field({"2rtr": "3", "1_62": "7"}, scenario="extended", turn=4, vp=10))
    assert Fact("vp_relief", {"vp": 10}) in status(m)
    assert told_points(m) == "10; now only the relief of Tobruk wins"


@pytest.mark.rule("battleaxe", "20.1", "R31")
def test_the_result_of_an_extended_game_names_the_points_that_would_have_won():
    m = scene(field({}, allied=HOME, phase="end", turn=3, vp=8, scenario="extended"))
    assert m.result is not None
    assert m.result.scores["vp_needed"] == 11
    assert told(m, "victory")[0]["needed"] == 11


# -- questions --------------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "19.1H", "R36")
def test_no_wireless_intercept_is_offered_for_a_regroup_in_which_nobody_could_move():
    units = {"1_62": "15", "1_8": "18", "22gds": "7"}
    asked_of = []
    for place, placed in (("18", units), ("H", {"xxi": "H", "9aus": "H"})):
        g = field(placed, half="axis", advantage=AXIS, options=["advantage_extra"])
        asked_of.append(asked(go(scene(g), f"assault {place}", "done")))
    assert asked_of == ["wireless_intercept", "night"]


@pytest.mark.rule("battleaxe", "12.1F", "R30")
def test_the_advantage_is_not_asked_for_in_a_refit_with_nothing_to_refit():
    units = {"2rtr": "A", "2rb": "A"}
    assert asked(scene(field(units, phase="refit", advantage=ALLIED))) == "impulse"
    hurt = field(units, reduced=["2rb"], phase="refit", advantage=ALLIED)
    assert asked(scene(hurt)) == "refit_advantage"


@pytest.mark.rule("battleaxe", "13.3.2", "R30")
def test_the_second_unit_for_a_point_is_asked_for_in_other_words():
    units = {"2rtr": "A", "2rb": "A", "1krr": "A"}
    m = scene(field(units, reduced=list(units), phase="refit"))
    assert asked(m) == "refit"
    go(m, "flip 2rtr")
    assert asked(m) == "refit_second"
    go(m, "flip 2rb")
    assert asked(m) == "impulse"
    assert unit(m, "1krr") == ("A", "reduced")


@pytest.mark.rule("battleaxe", "11.5", "R13")
@pytest.mark.parametrize("points", [2, 3])
def test_a_lone_unit_that_must_die_is_not_asked_how(points):
    units = {"2rtr": "22", "6rtr": "22", "bardia1": "21"}  # from 21 there is only one way out
    m = scene(field(units, allied=[*HOME, "22"]))
    go(m, "assault 22", "move 2rtr 21", "attack 21", "no", points)
    assert asked(m) == "assault"
    assert unit(m, "bardia1") == ("off", "gone")


@pytest.mark.rule("battleaxe", "11.6.1", "R14")
def test_repulsed_units_with_room_for_each_where_it_came_from_go_back_unasked():
    crowd = {"7rtr": "3", "22gds": "3", "sq_a": "3", "11h": "4", "cih": "4", "sq_b": "4"}
    units = {"1_8": "7", "2rtr": "C", "6rtr": "C", **crowd}
    m = scene(field(units, allied=[*HOME, "3", "4"], mf={"2rtr": 9, "6rtr": 9}))
    go(m, "assault C", "move 2rtr 3", "move 2rtr 7", "move 6rtr 4", "move 6rtr 7", "attack 7")
    go(m, "lead 2rtr", "no", -1, "done")
    assert asked(m) == "assault"
    assert (unit(m, "2rtr")[0], unit(m, "6rtr")[0]) == ("3", "4")


@pytest.mark.rule("battleaxe", "11.6.1", "11.6.2", "R14")
@pytest.mark.parametrize(("places", "ordered"), [(2, False), (1, True)])
def test_defenders_retreat_in_an_order_only_if_there_are_places_for_some_of_them(places, ordered):
    """1/62 and 2/62 leave 21, from which there is one way: to 22 with so much room."""
    full = ["bardia1", "bardia2", "3_62"][: 4 - places]
    units = {"2rtr": "21", "6rtr": "21", "1_62": "21", "2_62": "21"}
    units |= dict.fromkeys(full, "22")
    m = scene(field(units, reduced=["1_62", "2_62"], allied=[*HOME, "21"]))
    go(m, "assault 21", "attack 21", "all", "lead 2rtr", "lead 1_62", "no", 2)
    go(m, "retreat 1_62")
    if ordered:
        assert asked(m) == "retreat_next"
        go(m, "retreat 2_62")
        assert asked(m) == "retreat_to"  # the other goes on from there
    assert unit(m, "2_62") == ("22", "reduced")


@pytest.mark.rule("battleaxe", "11.6.1", "11.6.2", "R14")
def test_no_order_is_asked_where_every_unit_finds_a_place_of_the_same_rank():
    g = field({"2rtr": "14", "6rtr": "14", "1_62": "14", "2_62": "14"}, reduced=["1_62", "2_62"])
    g.control = [ALLIED] * len(g.control)
    for space in ("15", "18"):  # equally good: each has two Axis neighbours
        g.control[g.pack.board.at(space)] = AXIS
    for name, space in (("defr", "15"), ("3_62", "15"), ("bardia1", "15"), ("xx", "18")):
        put_down(g, name, space)
    for name in ("bardia2", "xxi"):
        put_down(g, name, "18")
    m = go(scene(g), "assault 14", "attack 14", "all", "lead 2rtr", "lead 1_62", "no", 2)
    go(m, "retreat 1_62")
    assert (asked(m), offers(m)) == ("retreat_to", ["to 15", "to 18"])
    go(m, "to 18")
    assert (unit(m, "1_62")[0], unit(m, "2_62")[0]) == ("18", "15")


def put_down(g, name, space):
    number = g.pack.unit_index[name]
    g.steps[number] = FULL
    put(g, number, g.pack.board.at(space))


@pytest.mark.rule("battleaxe", "11.4.4d", "11.4")
def test_while_units_go_on_from_an_overrun_everything_else_waits():
    m = scene(field({"7rtr": "3", "2rtr": "3", "6oasis": "7", "1_62": "8"}, reduced=["6oasis"]))
    go(m, "assault 3", "move 7rtr 7", "attack 7", "no", 3)
    assert asked(m) == "exploit"
    assert why(m, "move 2rtr 4") == "11.4 battle_first"
