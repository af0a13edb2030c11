"""17 Victory: the relief of Tobruk, points for ground and for German losses, the decision."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import PACK, field, go, outcome, rules_told, scene
from tests.games.battleaxe.staging import control, told
from tests.some import some

HOME = ["A", "B", "C", "D", "H"]
ROAD = ["5", "6", "17", "18", "20", "G"]  # from Buq-Buq to Tobruk
TWO = ["6", "13", "19", "23"]
ONE = ["9", "11", "15", "16", "21", "22"]


def evening(
    allied: list[str], units: dict[str, str] | None = None, *, turn: int = 1, **more
) -> Match[State]:
    """The End Phase of a turn with these spaces Allied; it is judged at once."""
    return scene(field(units or {}, allied=allied, phase="end", turn=turn, **more))


# -- Automatic victory -----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "17.0", "17.1", "6.4a", "R44")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_line_from_tobruk_to_buq_buq_wins_on_any_day(turn):
    m = evening([*HOME, *ROAD], turn=turn)
    assert outcome(m) == ("allied", "17.1", "automatic")
    assert m.state.vp == 0  # points are not even counted


@pytest.mark.rule("battleaxe", "17.1", "R44")
@pytest.mark.parametrize("gap", [*ROAD, "A", "H"])
def test_every_space_of_the_line_and_both_its_ends_must_be_allied(gap):
    assert outcome(evening([each for each in [*HOME, *ROAD] if each != gap])) is None


@pytest.mark.rule("battleaxe", "17.1", "R44")
def test_zones_b_to_d_are_not_needed_and_do_not_stand_in_for_a():
    assert outcome(evening(["A", "H", *ROAD])) is not None
    assert outcome(evening(["B", "C", "D", "H", "4", "6", "17", "18", "20", "G"])) is None


@pytest.mark.rule("battleaxe", "17.1", "R44")
def test_contested_spaces_on_the_way_are_allowed_if_the_allies_control_them():
    units = {"22gds": "18", "1_8": "18", "2rb": "A", "xx": "A"}
    assert outcome(evening([*HOME, *ROAD], units)) == ("allied", "17.1", "automatic")
    without = [each for each in [*HOME, *ROAD] if each != "18"]
    assert outcome(evening(without, units)) is None


@pytest.mark.rule("battleaxe", "17.1", "R44")
def test_tobruk_itself_must_be_free_of_axis_units():
    assert outcome(evening([*HOME, *ROAD], {"9aus": "H", "xx": "H"})) is None
    assert outcome(evening([*HOME, *ROAD], {"9aus": "H"})) is not None


@pytest.mark.rule("battleaxe", "17.1", "6.4a")
def test_the_line_is_looked_at_in_the_end_phase_and_not_before():
    m = scene(field({}, allied=[*HOME, *ROAD], half="axis", impulse=4))
    go(m, "pass", (6, 6))
    assert m.result is None
    go(m, "pass", "pass", (1, 1))
    assert outcome(m) == ("allied", "17.1", "automatic")


@pytest.mark.rule("battleaxe", "17.1", "14.2.1", "R4")
def test_no_escarpment_is_crossed_on_the_way():
    assert outcome(evening(["A", "H", "5", "4", "7", "15", "18", "20", "G"])) is None
    assert outcome(evening(["A", "H", "5", "6", "7", "15", "18", "20", "G"])) is not None


# -- Points for ground -----------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "17.2a", "3.1.5")
@pytest.mark.parametrize(("areas", "points"), [(TWO, 2), (ONE, 1)])
def test_what_each_area_is_worth(areas, points):
    everything = [each for each in PACK.place_ids if each not in (*TWO, *ONE, "H")]
    for area in some(areas):
        m = evening([*everything, area, *(["22"] if area == "21" else [])])
        expected = points + (area == "21")  # 21 can only be reached through 22
        assert m.state.vp == expected, area


@pytest.mark.rule("battleaxe", "17.2a")
def test_all_areas_together_are_worth_fourteen():
    m = evening([each for each in PACK.place_ids if each != "H"])
    assert m.state.vp == 14
    assert {str(event["place"]) for event in told(m, "area_vp")} == {*TWO, *ONE}


@pytest.mark.rule("battleaxe", "17.2a", "3.4")
def test_points_are_added_at_the_end_of_every_turn_and_never_lost():
    m = evening([*HOME, "5", "6"], turn=1)
    assert m.state.vp == 2
    m = evening([*HOME, "5", "6"], turn=2, vp=2)
    assert m.state.vp == 4
    m = evening(HOME, turn=2, vp=4)  # the Areas have been lost again, the points have not
    assert m.state.vp == 4


@pytest.mark.rule("battleaxe", "17.2a", "R29")
def test_a_contested_area_counts_for_the_allies_if_they_control_it():
    units = {"22gds": "6", "1_104": "6"}
    assert evening([*HOME, "5", "6"], units).state.vp == 2
    assert evening([*HOME, "5"], units).state.vp == 0


@pytest.mark.rule("battleaxe", "17.2b", "R26")
@pytest.mark.parametrize("zone", ["A", "B", "C", "D"])
def test_an_area_counts_only_with_a_line_to_zone_a_b_c_or_d(zone):
    road = {
        "A": ["5", "6"], "B": ["4", "6"], "C": ["3", "7", "6"], "D": ["2", "3", "7", "6"],
    }[zone]  # fmt: skip
    assert evening([zone, *road]).state.vp == 2
    assert evening([zone, *road[1:]]).state.vp == 0
    assert evening(road).state.vp == 0  # the Zone itself must be Allied


@pytest.mark.rule("battleaxe", "17.2b", "R26")
def test_tobruk_makes_no_area_count():
    assert evening(["H", "G", "23"]).state.vp == 0
    assert evening(["G", "23", "20", "19", "12", "10", "2", "D"]).state.vp == 4


@pytest.mark.rule("battleaxe", "17.2b", "14.2.4", "7.2b")
def test_ground_won_by_cutting_it_off_counts_the_same_evening():
    # Halfaya is empty and the Axis cannot reach it: it turns Allied, and Zone A is next to 5.
    g = field({}, allied=[*HOME, "5", "4", "7", "17"], half="axis", impulse=12)
    m = go(scene(g), "pass", (6, 6))
    assert control(m, "6") == "allied"
    assert m.state.vp == 2


# -- German losses ---------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "17.2c", "R16", "R29")
@pytest.mark.parametrize(
    ("units", "lost", "points"),
    [
        ({}, ["1_8", "15mc", "33pak"], 3),  # eliminated Germans of every kind
        ({}, ["xx", "1_62", "bardia2"], 0),  # Italians count for nothing
        ({"1_8": "G reduced", "3recce": "G reduced"}, [], 2),  # reduced armour, cars included
        ({"15mc": "G reduced", "33pak": "G reduced"}, [], 0),  # but no other reduced unit
        ({"xx": "G reduced"}, [], 0),
        ({"1_8": "G", "15mc": "G"}, [], 0),  # nor full ones
        ({"1_8": "G reduced", "xx": "G reduced"}, ["15mg", "2_8", "xxi", "2rtr"], 3),
    ],
)
def test_german_losses_score_on_the_last_day(units, lost, points):
    places = {each: where.split()[0] for each, where in units.items()}
    reduced = [each for each, where in units.items() if where.endswith("reduced")]
    m = evening(HOME, places, turn=3, lost=lost, reduced=reduced)
    assert m.result is not None
    assert m.result.scores["vp"] == points


@pytest.mark.rule("battleaxe", "17.2c")
@pytest.mark.parametrize("turn", [1, 2])
def test_german_losses_do_not_score_earlier(turn):
    m = evening(HOME, {"1_8": "G"}, turn=turn, lost=["15mg"], reduced=["1_8"])
    assert m.state.vp == 0


@pytest.mark.rule("battleaxe", "17.2c", "R29", "R37")
def test_units_that_surrendered_or_were_consolidated_away_count_and_rebuilt_ones_do_not():
    g = field(
        {"15mc": "5", "15mg": "G", "1_104": "G", "2_8": "G"},
        reduced=["15mc", "15mg", "1_104"],
        lost=["33pak"],
        allied=[*HOME, "4", "6"],
        turn=3,
        half="axis",
        impulse=12,
    )
    m = go(scene(g), "consolidate 1_104 15mg", (6, 6))  # 15MG is lost
    go(m, "rebuild 33pak G")  # 33 PAK is back
    go(m, (1,))  # 15MC surrenders in 5
    assert told(m, "german_losses") == [{"eliminated": 2, "reduced": 0, "vp": 2 + 2}]  # and Halfaya


# -- The decision ----------------------------------------------------------------------------


@pytest.mark.rule("battleaxe", "17.2d", "17.0", "6.4d")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (10, ("allied", "17.2d", "operational")),
        (11, ("allied", "17.2d", "operational")),
        (9, ("axis", "17.2d", "held")),
        (0, ("axis", "17.2d", "held")),
    ],
)
def test_ten_points_on_june_17_win_for_the_allies_and_nine_for_the_axis(points, expected):
    assert outcome(evening(HOME, turn=3, vp=points)) == expected


@pytest.mark.rule("battleaxe", "17.2d")
@pytest.mark.parametrize("turn", [1, 2])
def test_points_decide_nothing_before_june_17(turn):
    m = evening(HOME, turn=turn, vp=40)
    assert m.result is None
    assert m.state.turn == turn + 1


@pytest.mark.rule("battleaxe", "17.2d", "17.2a", "17.2c")
def test_the_points_of_the_last_evening_decide_too():
    ground = evening([*HOME, "5", "6"], turn=3, vp=8)
    assert outcome(ground) == ("allied", "17.2d", "operational")
    losses = evening(HOME, turn=3, vp=9, lost=["15mg"])
    assert outcome(losses) == ("allied", "17.2d", "operational")
    neither = evening(HOME, turn=3, vp=9)
    assert outcome(neither) == ("axis", "17.2d", "held")


@pytest.mark.rule("battleaxe", "17.0", "17.2d")
def test_the_axis_scores_nothing_and_wins_if_the_allies_do_not():
    m = evening(HOME, {"1_8": "A"}, turn=3, lost=["2rtr", "6rtr", "7rtr"])
    assert m.result is not None
    assert m.result.winner == "axis"
    assert m.result.scores == {"vp": 0, "vp_needed": 10, "turn": 3}


@pytest.mark.rule("battleaxe", "17.0", "17.1")
def test_a_relief_on_the_last_day_wins_without_points():
    m = evening([*HOME, *ROAD], turn=3, vp=0)
    assert outcome(m) == ("allied", "17.1", "automatic")
    assert rules_told(m, "victory") == ["17.1"]


@pytest.mark.rule("battleaxe", "17.0")
def test_the_game_goes_on_while_nothing_is_decided():
    m = evening(HOME, turn=1)
    assert m.result is None
    assert (m.state.turn, m.state.phase, m.state.half) == (2, "maneuvers", ALLIED)
