"""3 The map: spaces, terrain, borders, tracks."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from khamsin.games.battleaxe.model.pieces import AXIS, NOBODY
from tests.games.battleaxe.staging import (
    GAME,
    QUIET,
    asked,
    control,
    match,
    offers,
    play,
    table,
    tem,
    told,
    totals,
    unit,
    why,
)
from tests.some import some

PACK = GAME.data
AREAS = [str(number) for number in range(1, 24)]
ZONES = list("ABCDEFGHI")
NIGHT = (1, 1)  # ends any day from its third impulse on


def neighbours(space: str) -> list[str]:
    return [PACK.place_ids[near] for near in PACK.neighbours[PACK.board.at(space)]]


@pytest.mark.rule("battleaxe", "3.1", "22.a")
def test_there_are_23_areas_and_nine_zones():
    assert [space.id for space in PACK.spaces if not space.is_zone] == AREAS
    assert [space.id for space in PACK.spaces if space.is_zone] == ZONES


@pytest.mark.rule("battleaxe", "3.1", "R4")
def test_areas_are_adjacent_where_their_drawn_shapes_share_an_open_border():
    shapes: list[Any] = PACK.drawing["shapes"]  # type: ignore[assignment]
    borders: list[Any] = PACK.drawing["borders"]  # type: ignore[assignment]
    corners = {
        space.id: {tuple(point) for point in shape["polygon"]}
        for space, shape in zip(PACK.spaces, shapes, strict=True)
        if not space.is_zone
    }
    drawn = {frozenset(border["between"]): border for border in borders}
    for one, other in some(combinations(AREAS, 2)):
        shared = len(corners[one] & corners[other]) > 1  # a corner alone is no border
        border = drawn.get(frozenset((one, other)))
        assert shared == (border is not None), (one, other)
        if border is not None:
            kinds = {segment["type"] for segment in border["shape"]}
            assert (other in neighbours(one)) == (kinds != {"escarpment"}), (one, other)
            assert (one in neighbours(other)) == (kinds != {"escarpment"}), (one, other)


@pytest.mark.rule("battleaxe", "3.1", "22.a", "R4")
def test_a_unit_steps_to_the_neighbours_of_its_space_and_nowhere_else():
    m = play(match(table({"2rtr": "16"}, mf={"2rtr": 9}, **QUIET)), "assault 16")
    assert offers(m) == ["move 2rtr 7", "move 2rtr 15", "move 2rtr 17", "done"]
    assert why(m, "move 2rtr 18") == "9.1b not_adjacent"


@pytest.mark.rule("battleaxe", "3.1")
def test_a_zone_is_taken_contested_and_attacked_like_an_area():
    g = table({"2rtr": "12", "6rtr": "12", "15mg": "F"}, impulse=2, **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault 12", "move 2rtr E", "move 6rtr F")
    assert control(m, "E") == "allied"
    assert control(m, "F") == "axis"
    assert "done" not in offers(m)
    play(m, "attack F", "no")
    assert told(m, "outcome") == [{"outcome": "repulse", "place": "F"}]
    assert unit(m, "6rtr") == ("12", "reduced")


@pytest.mark.rule("battleaxe", "3.1.1", "5.1f", "R1")
def test_red_zones_begin_allied_and_all_else_axis():
    m = match(table())
    allied = [space.id for space in PACK.spaces if control(m, space.id) == "allied"]
    assert allied == ["A", "B", "C", "D", "H"]
    assert control(m, "E") == control(m, "F") == control(m, "G") == control(m, "I") == "axis"
    assert {control(m, area) for area in AREAS} == {"axis"}


@pytest.mark.rule("battleaxe", "3.1.2", "R1", "R3")
def test_the_stutzpunkte_are_6_9_13_and_22():
    fortified = [space.id for space in PACK.spaces if space.is_stutzpunkt]
    assert fortified == ["6", "9", "13", "22"]


@pytest.mark.rule("battleaxe", "3.1.2")
@pytest.mark.parametrize(("goal", "next_ask"), [("9", "allied assault"), ("15", "allied exploit")])
def test_an_axis_stutzpunkt_stops_allied_exploitation(goal, next_ask):
    g = table({"2rtr": "7", "15mg": goal}, cv={"2rtr": (30, 30)}, **QUIET)
    m = play(match(g, (6, 6), (1, 1)), "assault 7", f"move 2rtr {goal}", f"attack {goal}", "no")
    assert unit(m, "15mg") == ("off", "gone")
    assert asked(m) == next_ask


@pytest.mark.rule("battleaxe", "3.1.2")
@pytest.mark.parametrize(
    ("area", "controller", "bonus"), [("9", "axis", 1), ("9", "allied", 0), ("14", "axis", 0)]
)
def test_a_stutzpunkt_under_axis_control_helps_axis_artillery(area, controller, bonus):
    start = {"allied": ["A", "B", "C", "D", "H", "9"], "axis": ["A", "B", "C", "D", "H"]}
    units = {"2rtr": area, "15mg": area}
    g = table(units, allied=start[controller], advantage=NOBODY, artillery=[0, 1])
    m = play(match(g, (3,), (1, 1), (1, 1)), f"assault {area}", f"attack {area}", "no", "request")
    came = told(m, "artillery") + told(m, "no_artillery")
    assert came == [{"side": "axis", "die": 3, "result": 3 + bonus}]


@pytest.mark.rule("battleaxe", "3.1.2")
@pytest.mark.parametrize(("area", "may_retreat"), [("9", False), ("14", True)])
def test_full_strength_germans_do_not_retreat_from_an_axis_stutzpunkt(area, may_retreat):
    values = {"2rtr": (5 + tem(area), 5), "15mc": (5, 5)}
    g = table({"2rtr": "15", "15mc": area}, cv=values, **QUIET)
    m = match(g, (4, 4), (3, 4))  # one point of attrition
    play(m, "assault 15", f"move 2rtr {area}", f"attack {area}", "no")
    assert ("retreat 15mc" in offers(m)) == may_retreat
    assert unit(m, "15mc")[1] == ("full" if may_retreat else "reduced")


@pytest.mark.rule("battleaxe", "3.1.3")
def test_every_space_has_a_tem_from_1_to_3():
    assert {space.tem for space in PACK.spaces} == {1, 2, 3}


@pytest.mark.rule("battleaxe", "3.1.3")
@pytest.mark.parametrize("area", ["6", "15", "4", "C"])
def test_the_tem_of_the_space_is_added_for_whoever_is_attacked_there(area):
    values = {"2rtr": (4, 2), "15mg": (7, 3)}
    g = table({"2rtr": area, "15mg": area}, cv=values, impulse=2, **QUIET)
    m = play(match(g, (1, 2), (5, 6)), f"assault {area}", f"attack {area}", "no")
    assert totals(m) == [(4, 7 + tem(area))]
    g.half = AXIS
    m = play(match(g, (1, 2), (5, 6)), f"assault {area}", f"attack {area}")
    assert totals(m) == [(7, 4 + tem(area))]


@pytest.mark.rule("battleaxe", "3.1.4", "9.3.2", "R4")
@pytest.mark.parametrize(("start", "goal"), [("4", "5"), ("5", "4"), ("7", "17"), ("17", "7")])
def test_nobody_moves_across_escarpment(start, goal):
    g = table({"2rtr": start}, mf={"2rtr": 9}, allied=AREAS + ZONES, **QUIET)
    for impulse in (f"assault {start}", "regroup"):
        m = play(match(g), impulse)
        assert f"move 2rtr {goal}" not in offers(m)
        assert why(m, f"move 2rtr {goal}") == "9.3.2 escarpment"


@pytest.mark.rule("battleaxe", "3.1.4", "9.3.2", "R4")
def test_a_retreat_does_not_cross_escarpment():
    """In 5 a beaten unit has the Axis in front, the Axis at A and a friendly 4 up the cliff."""
    values = {"15mc": (5 + tem("5"), 5), "2rtr": (5, 5)}
    g = table(
        {"15mc": "6", "2rtr": "5", "6rtr": "4"},
        reduced=["2rtr"], allied=["4", "5", "B", "C"], cv=values, half="axis", **QUIET,
    )  # fmt: skip
    m = play(match(g, (4, 4), (3, 4), (6, 6)), "assault 6", "move 15mc 5", "attack 5")
    assert unit(m, "2rtr") == ("off", "gone")


@pytest.mark.rule("battleaxe", "3.1.4", "R4")
def test_a_supply_line_does_not_cross_escarpment():
    g = table({"2rtr": "5"}, allied=["4", "5", "B", "C"], impulse=3, **QUIET)
    m = play(match(g, NIGHT, (6,)), "pass", "pass")
    assert told(m, "out_of_supply") == [{"unit": "2rtr", "place": "5"}]


@pytest.mark.rule("battleaxe", "3.1.4", "R4")
def test_units_pass_a_border_that_is_open_in_part_and_cross_the_frontier_freely():
    g = table({"2rtr": "7", "6rtr": "16"}, mf={"6rtr": 1}, **QUIET)
    m = play(match(g), "assault 7", "move 2rtr 15")  # 7 lies in Egypt, 15 in Libya
    assert m.state.spent[PACK.unit_index["2rtr"]] == 1
    m = play(match(g), "assault 16", "move 6rtr 17")
    assert unit(m, "6rtr")[0] == "17"


@pytest.mark.rule("battleaxe", "3.1.5")
def test_the_areas_with_red_names_are_worth_victory_points():
    red = [space.id for space in PACK.spaces if space.vp]
    assert red == ["6", "9", "11", "13", "15", "16", "19", "21", "22", "23"]


@pytest.mark.rule("battleaxe", "3.1.5", "R2")
def test_16_is_sollum_barracks_with_a_point_and_17_musaid_with_none():
    names = {space.id: (space.name, space.vp) for space in PACK.spaces}
    assert names["16"] == ("Sollum Barracks", 1)
    assert names["17"] == ("Musaid", 0)


@pytest.mark.rule("battleaxe", "3.2", "6.4b")
def test_the_turn_marker_shows_the_day_and_moves_on_as_a_turn_ends():
    m = match(table({}, impulse=3, **QUIET), NIGHT)
    seen = m.view("axis")["position"]
    assert (seen["turn"], seen["day"]) == (1, "June 15")
    play(m, "pass", "pass")
    seen = m.view("axis")["position"]
    assert (seen["turn"], seen["day"]) == (2, "June 16")


@pytest.mark.rule("battleaxe", "3.2")
def test_the_other_side_of_the_turn_marker_shows_a_fuel_shortage():
    m = match(table({}))
    assert m.view("axis")["position"]["fuel_low"] is False
    play(m, "fuel_shortage")
    assert m.view("axis")["position"]["fuel_low"] is True


@pytest.mark.rule("battleaxe", "3.3")
def test_the_impulse_marker_counts_up_from_1():
    m = match(table({}, **QUIET), (6, 6), (6, 6))
    seen = [m.view(None)["position"]["impulse"]]
    for _ in range(2):
        play(m, "pass", "pass")
        seen.append(m.view(None)["position"]["impulse"])
    assert seen == [1, 2, 3]


@pytest.mark.rule("battleaxe", "3.3", "R33")
@pytest.mark.parametrize(("impulse", "turn"), [(11, 1), (12, 2)])
def test_the_impulse_track_ends_at_12(impulse, turn):
    m = play(match(table({}, impulse=impulse, **QUIET), (6, 6)), "pass", "pass")
    assert (m.state.turn, m.state.impulse) == (turn, 12 if turn == 1 else 1)


@pytest.mark.rule("battleaxe", "3.4")
def test_points_once_scored_are_never_taken_away():
    """The Allies hold 11 (1 VP) at the end of June 15 and lose it on June 16."""
    g = table({"15mc": "12"}, allied=["D", "1", "11"], impulse=3, **QUIET)
    m = play(match(g, NIGHT, *[NIGHT] * 6), "pass", "pass")
    assert (m.state.turn, m.state.vp) == (2, 1)
    play(m, "pass", "assault 12", "move 15mc 11", "done")
    assert control(m, "11") == "axis"
    play(m, *["pass"] * 4)
    assert (m.state.turn, m.state.vp) == (3, 1)
    play(m, *["pass"] * 6)
    assert m.result is not None
    assert m.result.scores["vp"] == 1


@pytest.mark.rule("battleaxe", "3.5")
def test_everybody_sees_the_advantage_and_which_support_is_ready():
    g = table({"2rtr": "15", "15mg": "14"})
    m = play(match(g, (1,), (4,), (3,)), "assault 15", "move 2rtr 14")
    for side in ("allied", "axis", None):
        seen = m.view(side)["position"]
        assert seen["advantage"] == "allied"
        assert seen["artillery"] == {"allied": 3, "axis": 2}
        assert seen["air_used"] is False
    play(m, "fuel_shortage", "attack 14", "yes", "request")
    for side in ("allied", "axis", None):
        seen = m.view(side)["position"]
        assert seen["advantage"] is None
        assert seen["artillery"] == {"allied": 2, "axis": 2}
        assert seen["air_used"] is True
