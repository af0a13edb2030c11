"""15 Zones."""

from __future__ import annotations

import pytest

from tests.games.battleaxe.acting import spent
from tests.games.battleaxe.staging import (
    GAME,
    QUIET,
    match,
    moves,
    play,
    table,
    tem,
    told,
    unit,
    why,
)
from tests.some import some

EVERYTHING = [space.id for space in GAME.data.spaces]
LINES = {
    "A": ["5", "B"],
    "B": ["4", "A", "C"],
    "C": ["3", "4", "B", "D"],
    "D": ["1", "2", "C"],
    "E": ["11", "12", "F"],
    "F": ["12", "19", "E", "G", "I"],
    "G": ["20", "23", "F", "H", "I"],
    "H": ["G", "I"],
    "I": ["F", "G", "H"],
}
TEN = ["1_11", "2_11", "3_11", "sq_a", "sq_b", "7rtr", "22gds", "65at", "11h", "cih"]


@pytest.mark.rule("battleaxe", "15.1a", "9.3.3", "R4")
@pytest.mark.parametrize("zone", LINES)
def test_the_lines_are_the_only_ways_out_of_a_zone(zone):
    g = table({"2rtr": zone}, mf={"2rtr": 20}, allied=EVERYTHING, impulse=2, **QUIET)
    for impulse in (f"assault {zone}", "regroup"):
        m = play(match(g), impulse)
        assert moves(m, "2rtr") == LINES[zone]
        for space in EVERYTHING:
            if space not in (zone, *LINES[zone]):
                assert why(m, f"move 2rtr {space}") == "9.3.3 no_line"


@pytest.mark.rule("battleaxe", "15.1a", "9.3.3", "R4")
def test_the_lines_are_the_only_ways_into_a_zone():
    g = table({"2rtr": "1"}, allied=EVERYTHING, **QUIET)
    for space in some(space for space in EVERYTHING if space not in LINES):
        g.here[0] = [()] * len(EVERYTHING)
        number = g.pack.unit_index["2rtr"]
        g.here[0][g.pack.board.at(space)] = (number,)
        g.place[number] = g.pack.board.at(space)
        m = play(match(g), f"assault {space}")
        zones = [goal for goal in moves(m, "2rtr") if goal in LINES]
        assert zones == [zone for zone, ends in LINES.items() if space in ends]


@pytest.mark.rule("battleaxe", "15.1a")
def test_supply_runs_along_the_lines_too():
    """1 has a line to D and none to C."""
    for held, supplied in ((["C", "1"], False), (["D", "1"], True)):
        g = table({"2rtr": "1"}, allied=held, impulse=3, **QUIET)
        m = play(match(g, (1, 1), (6,)), "pass", "pass")
        assert (told(m, "out_of_supply") == []) is supplied


@pytest.mark.rule("battleaxe", "15.1b")
def test_enemies_in_areas_do_not_matter_to_a_move_from_zone_to_zone():
    """The price is all MF with or without enemies beside the Zone."""
    for enemies in ({}, {"15mg": "3", "15mc": "4"}):
        g = table({"11h": "B", **enemies}, mf={"11h": 7}, impulse=2, **QUIET)
        m = play(match(g), "assault B", "move 11h C")
        assert spent(m, "11h") == 7


@pytest.mark.rule("battleaxe", "15.1b", "R10")
@pytest.mark.parametrize(
    ("start", "goal", "enemy", "cost"),
    [
        ("3", "4", "C", 1),  # from Area to Area: an enemy in a Zone does not count
        ("3", "4", "B", 1),
        ("10", "12", "F", 1),
        ("B", "4", "C", 1),  # from Zone to Area: nor does it then
        ("B", "4", "7", 2),  # but an enemy in an Area does
        ("B", "4", "8", 1),
    ],
)
def test_enemies_in_zones_never_raise_the_price_of_an_area(start, goal, enemy, cost):
    g = table({"11h": start, "15mg": enemy}, mf={"11h": 9}, impulse=2, **QUIET)
    m = play(match(g), f"assault {start}", f"move 11h {goal}")
    assert spent(m, "11h") == cost


@pytest.mark.rule("battleaxe", "15.2", "7.1a")
def test_any_number_of_units_moves_into_a_zone():
    units = {"2rtr": "3", "6rtr": "4", **dict.fromkeys(TEN, "C")}
    g = table(units, impulse=2, **QUIET)
    assert unit(play(match(g), "assault 3", "move 2rtr C"), "2rtr")[0] == "C"
    assert unit(play(match(g), "regroup", "move 6rtr C"), "6rtr")[0] == "C"


@pytest.mark.rule("battleaxe", "15.2", "R14")
def test_a_zone_is_never_full_for_a_retreat():
    """The only way out of 5 leads to A, where ten units are already."""
    values = {"15mc": (5 + tem("5"), 5), "2rtr": (5, 5)}
    units = {"15mc": "6", "2rtr": "5", **dict.fromkeys(TEN, "A")}
    g = table(units, reduced=["2rtr"], cv=values, half="axis", **QUIET)
    m = play(match(g, (4, 4), (3, 4)), "assault 6", "move 15mc 5", "attack 5")
    assert unit(m, "2rtr") == ("A", "reduced")


@pytest.mark.rule("battleaxe", "15.2")
def test_the_side_that_is_many_attacks_with_all():
    units = {**dict.fromkeys(TEN, "C"), "15mg": "C"}
    g = table(units, impulse=2, cv={"7rtr": (5, 5)}, **QUIET)
    m = play(match(g, (1, 1), (6, 6)), "assault C", "attack C", "all", "lead 7rtr", "no")
    # nine others, and combined arms with 65AT and the infantry
    assert told(m, "combat_dice")[0]["av"] == 5 + 9 + 1
