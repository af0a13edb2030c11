"""Hex maps: printed numbers, directions, lines, and boards made of them."""

from __future__ import annotations

from fractions import Fraction
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khamsin.kernel.errors import DataError, UnknownSpace
from khamsin.kernel.map.board import Board
from khamsin.kernel.map.hexes import (
    FLAT,
    POINTY,
    STEPS,
    Hex,
    HexBoard,
    HexGrid,
    distance,
    line,
    ring,
)
from tests.some import some

# The three kinds of numbering in print.
MALTA = HexGrid("flat", "CCRR", shifted="even")
GAZALA = HexGrid("pointy", "RRCC", shifted="even", rows_from="south")
ROMMEL = HexGrid("pointy", "N", shifted="each", row_length=25)

GRIDS = [
    MALTA,
    GAZALA,
    ROMMEL,
    HexGrid("flat", "RRRCC", shifted="odd", rows_from="south"),
    HexGrid("pointy", "CCRR", shifted="odd"),
    HexGrid("flat", "CCRR", shifted="each"),
]

near = st.integers(-12, 12)
hexes = st.tuples(near, near)


# -- printed numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "number", "neighbours"),
    [
        (MALTA, "1310", {"N": "1309", "NE": "1409", "SE": "1410", "S": "1311", "NW": "1209"}),
        (MALTA, "1310", {"SW": "1210"}),  # they touch, says the rulebook
        (MALTA, "0605", {"N": "0604", "NE": "0705", "SE": "0706", "SW": "0506", "NW": "0505"}),
        (GAZALA, "2422", {"E": "2423", "NE": "2523", "NW": "2522", "SW": "2322", "SE": "2323"}),
        (GAZALA, "0912", {"W": "0911", "NE": "1012", "NW": "1011", "SW": "0811", "SE": "0812"}),
        (ROMMEL, "80", {"E": "81", "SE": "105", "SW": "104", "W": "79", "NW": "55", "NE": "56"}),
        (ROMMEL, "37", {"NE": "13", "W": "36", "SE": "62", "SW": "61"}),
    ],
)
def test_neighbours_on_the_printed_maps(
    grid: HexGrid, number: str, neighbours: dict[str, str]
) -> None:
    for direction, neighbour in some(neighbours.items()):
        assert grid.number(grid.toward(grid.hex(number), direction)) == neighbour


@pytest.mark.parametrize(
    ("grid", "a", "b", "hexes_away"),
    [
        (MALTA, "1310", "1210", 1),
        (MALTA, "1209", "1310", 1),
        (MALTA, "1310", "1308", 2),
        (MALTA, "0506", "2111", 16),
        (GAZALA, "0213", "1020", 11),  # the battalion that starts 11 hexes from its HQ
        (GAZALA, "2905", "2902", 3),
        (GAZALA, "0134", "0434", 3),
        (GAZALA, "2422", "0912", 18),
        (ROMMEL, "58", "61", 3),  # Mechili - Bir Harmat
        (ROMMEL, "58", "9", 2),  # Mechili - Derna
        (ROMMEL, "69", "213", 6),  # Mersa Matruh - Siwa
    ],
)
def test_distances_on_the_printed_maps(grid: HexGrid, a: str, b: str, hexes_away: int) -> None:
    assert distance(grid.hex(a), grid.hex(b)) == hexes_away


def test_directions_and_distances_that_name_hexes() -> None:
    msus = ROMMEL.hex("80")
    assert ROMMEL.number(ROMMEL.toward(msus, "SE", 1)) == "105"
    assert ROMMEL.number(ROMMEL.toward(ROMMEL.hex("69"), "SE", 2)) == "119"
    assert ROMMEL.toward(msus, "W", 0) == msus


def test_every_malta_number_comes_back() -> None:
    numbers = [f"{c:02}{r:02}" for c in range(1, 27) for r in range(1, 21)]
    places = [MALTA.hex(number) for number in numbers]
    assert [MALTA.number(place) for place in places] == numbers
    assert len(set(places)) == len(numbers)


def test_every_gazala_number_comes_back() -> None:
    numbers = [f"{r:02}{c:02}" for r in range(1, 30) for c in range(1, 35)]
    places = [GAZALA.hex(number) for number in numbers]
    assert [GAZALA.number(place) for place in places] == numbers
    assert len(set(places)) == len(numbers)


def test_every_rommel_number_comes_back() -> None:
    numbers = [str(number) for number in range(9 * 25)]
    assert [ROMMEL.number(ROMMEL.hex(number)) for number in numbers] == numbers
    assert ROMMEL.hex("37") == (12, 1)


@given(st.sampled_from(GRIDS), hexes)
def test_a_hex_with_a_number_comes_back(grid: HexGrid, at: Hex) -> None:
    try:
        number = grid.number(at)
    except UnknownSpace:
        return
    assert grid.hex(number) == at


@pytest.mark.parametrize("grid", [MALTA, GAZALA])
@pytest.mark.parametrize("number", ["", "12", "134", "01340", "1a34", "-134", "١٢٣٤"])
def test_what_is_no_number_is_refused(grid: HexGrid, number: str) -> None:
    with pytest.raises(UnknownSpace, match="no hex number"):
        grid.hex(number)


@pytest.mark.parametrize("number", ["", "007", "-1", "x"])
def test_what_is_no_serial_number_is_refused(number: str) -> None:
    with pytest.raises(UnknownSpace, match="no hex number"):
        ROMMEL.hex(number)


@pytest.mark.parametrize(
    ("grid", "number", "direction"),
    [(MALTA, "0000", "N"), (GAZALA, "9900", "NE"), (ROMMEL, "25", "W"), (ROMMEL, "24", "E")],
)
def test_off_the_numbers(grid: HexGrid, number: str, direction: str) -> None:
    with pytest.raises(UnknownSpace, match="has no number"):
        grid.number(grid.toward(grid.hex(number), direction))


@pytest.mark.parametrize("pattern", ["", "CC", "CRCR", "XY", "N"])
def test_a_pattern_must_name_column_and_row(pattern: str) -> None:
    with pytest.raises(DataError, match="pattern"):
        HexGrid("flat", pattern, shifted="odd")


# -- geometry ------------------------------------------------------------------------------------


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, st.integers(0, 6))
def test_ring_goes_once_around(centre: Hex, radius: int) -> None:
    around = ring(centre, radius)
    assert len(set(around)) == len(around) == (6 * radius or 1)
    assert all(distance(centre, at) == radius for at in around)
    if radius:
        assert around[0] == (centre[0], centre[1] - radius)
        assert all(distance(around[i - 1], around[i]) == 1 for i in range(len(around)))
    if radius == 1:
        assert around == [(centre[0] + q, centre[1] + r) for q, r in STEPS]


def test_line_straight_along_a_column() -> None:
    assert line((0, 0), (0, 0)) == [((0, 0),)]
    assert line((0, 0), (0, 3)) == [((0, 0),), ((0, 1),), ((0, 2),), ((0, 3),)]


def test_line_along_a_hexside_has_both_hexes() -> None:
    a, b = MALTA.hex("1010"), MALTA.hex("1210")
    names = [tuple(MALTA.number(at) for at in step) for step in line(a, b)]
    assert names == [("1010",), ("1110", "1111"), ("1210",)]


def test_line_passes_through_more_hexes_than_it_is_long() -> None:
    # Where it changes over from one row to the next it clips hexes of both in turn.
    assert distance((0, 0), (5, 1)) == 6
    assert [at for (at,) in line((0, 0), (5, 1))] == [
        (0, 0), (1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (4, 1), (5, 1),
    ]  # fmt: skip


def test_line_through_a_corner_leaves_out_the_hex_it_only_touches() -> None:
    passed = line((0, 0), (4, 1))
    assert ((1, 0),) in passed
    assert ((2, 0),) in passed
    assert ((1, 1),) not in passed


@given(hexes, hexes)
def test_line_back_is_the_same_line(a: Hex, b: Hex) -> None:
    assert line(b, a) == [step[::-1] for step in reversed(line(a, b))]


@given(hexes)
def test_line_agrees_with_clipping_it_at_every_hex(b: Hex) -> None:
    through, along = {(0, 0)}, set()
    for at in {at for radius in range(distance((0, 0), b) + 2) for at in ring((0, 0), radius)}:
        match _clip(at, b):
            case "through":
                through.add(at)
            case "along":
                along.add(at)
    steps = line((0, 0), b)
    assert {step[0] for step in steps if len(step) == 1} == through
    assert {at for step in steps if len(step) == 2 for at in step} == along


def _clip(at: Hex, b: Hex) -> str:
    """Cut the line from (0, 0) to b at the sides of a hex, and say what of it is left."""

    def cube(h: Hex) -> tuple[int, int, int]:
        """Give the three coordinates across pairs of opposite sides; at most 1 is in the hex."""
        return 2 * h[0] + h[1], 2 * h[1] + h[0], h[0] - h[1]

    start, end = Fraction(0), Fraction(1)
    for slope, offset in zip(cube(b), cube(at), strict=True):
        if slope:
            cuts = sorted([Fraction(offset - 1, slope), Fraction(offset + 1, slope)])
            start, end = max(start, cuts[0]), min(end, cuts[1])
        elif abs(offset) > 1:
            return ""
    middle = (start + end) / 2
    if start >= end:
        return ""
    inside = [
        abs(middle * slope - offset) < 1 for slope, offset in zip(cube(b), cube(at), strict=True)
    ]
    return "through" if all(inside) else "along"


# -- drawing -------------------------------------------------------------------------------------


def test_centres_on_the_drawn_maps() -> None:
    # Between two hexes, because each map has its own origin.
    a, b = MALTA.centre(MALTA.hex("0506"), 100), MALTA.centre(MALTA.hex("0605"), 100)
    assert b[0] - a[0] == pytest.approx(86.6, abs=0.05)
    assert b[1] - a[1] == pytest.approx(-50)
    a, b = GAZALA.centre(GAZALA.hex("0101")), GAZALA.centre(GAZALA.hex("1518"))
    assert b[0] - a[0] == pytest.approx(17)
    assert b[1] - a[1] == pytest.approx(12.1244 - 24.2487, abs=1e-3)
    x, y = ROMMEL.centre(ROMMEL.hex("151"), 100)
    assert x - 300 == pytest.approx(100)
    assert y + 120 == pytest.approx(640, abs=0.5)


@given(st.sampled_from(GRIDS), hexes)
def test_neighbours_share_the_side_in_their_direction(grid: HexGrid, at: Hex) -> None:
    here, corners = grid.centre(at, 10), grid.corners(at, 10)
    for i, direction in some(enumerate(grid.directions)):
        other = grid.toward(at, direction)
        there, opposite = grid.centre(other, 10), grid.corners(other, 10)
        assert dist(here, there) == pytest.approx(10)
        assert corners[i] == pytest.approx(opposite[(i + 4) % 6])
        assert corners[(i + 1) % 6] == pytest.approx(opposite[(i + 3) % 6])
        assert dist(here, corners[i]) == pytest.approx(10 / sqrt(3))
        # Directions are where their names say, y growing downward.
        x, y = there[0] - here[0], there[1] - here[1]
        assert ("N" in direction) == (y < -1)
        assert ("S" in direction) == (y > 1)
        assert ("E" in direction) == (x > 1)
        assert ("W" in direction) == (x < -1)


def test_tops() -> None:
    assert MALTA.directions == FLAT
    assert min(y for _, y in MALTA.corners((0, 0))) == pytest.approx(-0.5)
    assert ROMMEL.directions == POINTY
    assert min(y for _, y in ROMMEL.corners((0, 0))) == pytest.approx(-1 / sqrt(3))


# -- boards --------------------------------------------------------------------------------------

ISLAND = HexBoard(
    MALTA,
    [f"{column:02}{row:02}" for column in range(1, 10) for row in range(1, 8)],
    borders=[("0403", "0503", "creek")],
    roads=[("0504", "0503", "road")],
)
BAY = HexBoard(ROMMEL, ["54", "55", "78", "103", "104", "128", "80"])  # Benghazi to Agedabia, Msus


def names(board: HexBoard, spaces: list[int]) -> list[str]:
    return [board.names[space] for space in spaces]


def test_hexes_that_touch_are_adjacent() -> None:
    space = ISLAND.at("0503")
    assert names(ISLAND, list(ISLAND.neighbours[space])) == [
        "0402", "0403", "0502", "0504", "0602", "0603",
    ]  # fmt: skip
    assert ISLAND.border(ISLAND.at("0503"), ISLAND.at("0403")) == "creek"
    assert ISLAND.road(ISLAND.at("0503"), ISLAND.at("0504")) == "road"
    assert all(distance(ISLAND.hexes[a], ISLAND.hexes[b]) == 1 for a, b in ISLAND.ends)


def test_absent_hexes_are_left_out() -> None:
    assert names(BAY, list(BAY.neighbours[BAY.at("54")])) == ["55", "78"]
    assert BAY.space(ROMMEL.hex("79")) is None
    assert BAY.space(ROMMEL.hex("80")) == BAY.at("80")
    with pytest.raises(UnknownSpace, match="no space '79'"):
        BAY.at("79")


def test_border_of_hexes_that_do_not_touch_is_refused() -> None:
    with pytest.raises(DataError, match="not adjacent"):
        HexBoard(MALTA, ["1310", "1110"], borders=[("1310", "1110", "creek")])


def test_distance_is_as_the_crow_flies() -> None:
    assert BAY.distance(BAY.at("78"), BAY.at("80")) == 2  # though the hex between is absent
    assert BAY.at("80") not in BAY.reach(BAY.at("78"), 2, lambda a, b: 1).spent


def test_toward_ends_off_the_map() -> None:
    assert ISLAND.toward(ISLAND.at("0503"), "SE", 2) == ISLAND.at("0704")
    assert ISLAND.toward(ISLAND.at("0503"), "N", 3) is None


def test_ring_and_within_keep_to_the_map() -> None:
    corner = ISLAND.at("0101")
    assert names(ISLAND, ISLAND.ring(corner, 1)) == ["0201", "0102"]
    assert names(ISLAND, ISLAND.within(corner, 2)) == [
        "0101",
        "0201",
        "0102",
        "0301",
        "0302",
        "0202",
        "0103",
    ]
    assert names(ISLAND, ISLAND.ring(ISLAND.at("0503"), 1)) == [
        "0502", "0602", "0603", "0504", "0403", "0402",
    ]  # fmt: skip


def test_on_a_full_map_both_ways_to_measure_agree() -> None:
    graph = Board(ISLAND.names, [(ISLAND.names[a], ISLAND.names[b]) for a, b in ISLAND.ends])
    for space in range(len(ISLAND)):
        assert ISLAND.distances(space) == graph.distances(space)
        for radius in range(5):
            assert sorted(ISLAND.ring(space, radius)) == graph.ring(space, radius)
            assert sorted(ISLAND.within(space, radius)) == sorted(graph.within(space, radius))
