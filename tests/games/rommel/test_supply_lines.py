"""12.6, 5.3 Lines and ways back, against every line of the map found one by one."""

from itertools import pairwise

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.games.rommel.rules.supply.network import network, ways_back
from tests.games.rommel.staging import PACK, at, goals, number, offers, play, table

OWN = {ALLIED: "a_11h", AXIS: "x_21_3"}
FARTHEST = 10  # hexes that any block can go


def lone(side, place):
    """A table with one block of a side, which holds all Fortresses."""
    name = SIDES[side]
    held = dict.fromkeys(("benghazi", "tobruk", "bardia"), name)
    return table({OWN[side]: PACK.place_ids[place]}, active=name, holder=held)


def every_line(place, source):
    """Every line of a lone block: a leg to the highway, then highway home; no hex twice."""
    found = [[place]] if place == source else []

    def go(way):
        if way[-1] == source:
            found.append(way)
            return
        for there, _ in PACK.highway[way[-1]]:
            if there not in way:
                go([*way, there])

    for leg in PACK.legs[place]:
        if PACK.highway[leg.end]:
            go([place, *leg.between, leg.end])
    return found


def fall_back(lines, source, side):
    """How far each line can be followed without getting farther from the Source."""
    distance = PACK.board.distances(source)
    found = set()
    for line in lines:
        for here, there in list(pairwise(line))[:FARTHEST]:
            exempt = side == AXIS and (there, here) == PACK.equal_for_axis
            if distance[there] > distance[here] and not exempt:
                break
            found.add(there)
    return found


@pytest.mark.rule("rommel", "12.6.a", "12.4.s2", "5.3.c")
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_no_line_of_a_lone_block_doubles_back(side):
    source = PACK.base[side]
    tried = 0
    for place in range(PACK.size):
        g = lone(side, place)
        if not has_line(g, number(OWN[side])) or place in PACK.oases:
            continue
        tried += 1
        lines = every_line(place, source)
        assert set(network(g, side)) == {each for line in lines for each in line}, place
        ways = set(ways_back(g, side, place, source))
        assert ways == fall_back(lines, source, side) - {place}, place
    assert tried > 60


@pytest.mark.rule("rommel", "5.3.c", "12.6.a")
def test_a_withdrawal_that_gives_up_a_hex_is_offered():
    # From 37 no line runs back east by the by-pass, so that 64, 40 and 39 are given up.
    held = dict.fromkeys(("benghazi", "tobruk", "bardia"), "axis")
    m = play(table({"x_21_3": "64", "a_7_7": "74"}, holder=held), "play 0 0", "group 64")
    assert {"36", "37", "38"} <= set(goals(m, "x_21_3", "move"))


@pytest.mark.rule("rommel", "5.3.c", "11.3.c")
def test_nobody_routs_past_his_own_road_home():
    # From 63 the track leads to 64 on the highway; on to Bardia would be away from Alexandria.
    blocks = {"a_4in_5": "63", "x_21_5": "62", "a_7_7": "74", "x_ariete": "36"}
    g = table(blocks, disrupted=["a_4in_5"], holder={"benghazi": "axis", "bardia": "allied"})
    m = play(g, "play 1 1", "group 62", "engage x_21_5 62 63 62", "rout 63", "fire 0 0 0")
    assert "withdraw a_4in_5 63 64" in offers(m)
    assert "withdraw a_4in_5 63 40" not in offers(m)


@pytest.mark.rule("rommel", "R9", "12.4.s2")
def test_a_revived_highway_does_not_lead_home_by_way_of_whom_it_feeds():
    # The Allies cut the road at Gazala and Acroma; Bir Harmat revives it, Gambut lives on that.
    blocks = {"x_21_5": "61", "x_21_3": "62", "x_ariete": "38", "x_trento": "58"}
    g = table(blocks | {"a_7_4": "35", "a_7_sg": "36"}, holder={"benghazi": "axis"})
    assert has_line(g, number("x_ariete"))
    home = PACK.base[AXIS]
    assert at("61") in ways_back(g, AXIS, at("62"), home)
    assert ways_back(g, AXIS, at("61"), home).keys() >= {at("60"), at("59"), at("58")}
    assert at("62") not in ways_back(g, AXIS, at("61"), home)


@pytest.mark.rule("rommel", "12.4.s2", "5.3.c")
def test_no_line_runs_twice_over_the_same_road_by_way_of_a_block():
    # Bardia is lost. Gambut lives on the track El Adem - Ft. Capuzzo and revives the road west of
    # it; Acroma has a line by way of Tobruk, but not by El Adem, which that of Gambut needs.
    g = table({"a_2_3": "36", "a_2_sg": "38", "x_21_5": "40"}, active="allied")
    assert has_line(g, number("a_2_3"))
    ways = ways_back(g, ALLIED, at("36"), at("74"))
    assert at("37") in ways
    assert at("61") not in ways
