"""Hex maps as shapes, on grids like those of the printed games."""

import pytest

from khamsin.kernel.errors import DataError
from khamsin.kernel.map.hexes import HexBoard, HexGrid
from khamsin.kernel.show.hexmap import HexMap, joined, soft
from tests.some import some

GRIDS = {
    "columns": HexGrid("flat", "CCRR", shifted="even"),
    "rows from the south": HexGrid("pointy", "RRCC", shifted="even", rows_from="south"),
    "numbered through": HexGrid("pointy", "N", shifted="each", row_length=25),
}


def numbers(grid):
    if grid.pattern == "N":
        return [str(row * 25 + column) for row in range(6) for column in range(6)]
    return [f"{a:02}{b:02}" for a in range(1, 7) for b in range(1, 7)]


@pytest.fixture(params=list(GRIDS.values()), ids=list(GRIDS))
def chart(request):
    return HexMap(HexBoard(request.param, numbers(request.param)), spacing=100)


def every_pair(chart):
    board = chart.board
    return [(board.names[a], board.names[b]) for a, b in board.ends]


def test_all_hexes_lie_on_the_sheet_inside_the_margins(chart):
    width, height = chart.size
    points = [point for name in chart.board.names for point in chart.polygon(name)]
    assert min(x for x, _ in points) == pytest.approx(60, abs=0.1)
    assert min(y for _, y in points) == pytest.approx(60, abs=0.1)
    assert max(x for x, _ in points) == pytest.approx(width - 60, abs=0.1)
    assert max(y for _, y in points) == pytest.approx(height - 60, abs=0.1)


def test_neighbours_are_one_spacing_apart_and_share_two_corners_exactly(chart):
    for a, b in some(every_pair(chart)):
        (ax, ay), (bx, by) = chart.center(a), chart.center(b)
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(100, abs=0.2)
        shared = [point for point in chart.polygon(a) if point in chart.polygon(b)]
        assert sorted(chart.side(a, b)) == sorted(shared)
        assert chart.side(a, b) == chart.side(b, a)[::-1]


def right_of(line, point):
    (ax, ay), (bx, by) = line[0], line[1]
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0


def test_a_side_has_its_first_hex_on_the_right_hand(chart):
    for a, b in some(every_pair(chart)):
        assert right_of(chart.side(a, b), chart.center(a))
        assert not right_of(chart.side(a, b), chart.center(b))


def test_cliffs_have_the_low_ground_on_the_right_whatever_the_order_of_the_pairs(chart):
    middle = chart.size[1] / 2
    crossing = [
        pair
        for pair in every_pair(chart)
        if (chart.center(pair[0])[1] < middle) != (chart.center(pair[1])[1] < middle)
    ]
    assert crossing
    turned = [(b, a) for a, b in crossing]
    for pairs in (crossing, turned):
        shapes = chart.sides(pairs, "cliff", is_low=lambda name: chart.center(name)[1] < middle)
        assert len(shapes) == 1  # one long line across the map
        assert len(shapes[0]["points"]) == len(pairs) + 1
        assert shapes[0]["points"][0][0] > shapes[0]["points"][-1][0]  # westwards, low in the north


def test_the_outline_of_hexes_is_closed_and_keeps_them_on_the_right(chart):
    name = next(n for n in chart.board.names if len(chart.board.neighbours[chart.board.at(n)]) == 6)
    (loop,) = chart.around([name])
    assert loop[0] == loop[-1]
    assert len(loop) == 7
    assert right_of(loop, chart.center(name))
    ring = [chart.board.names[space] for space in chart.board.ring(chart.board.at(name), 1)]
    outer, inner = sorted(chart.around(ring), key=len, reverse=True)
    assert (len(outer), len(inner)) == (19, 7)


def test_roads_are_joined_and_go_straight_on_at_a_crossing(chart):
    grid = chart.board.grid
    middle = grid.hex(chart.board.names[len(chart.board.names) // 2 + 2])
    names = {}
    for direction in (*grid.directions, ""):
        at = grid.toward(middle, direction) if direction else middle
        names[direction] = grid.number(at)
    links = [(names[""], names[direction]) for direction in grid.directions[:4]]
    shapes = chart.roads(links, "track", "Trigh")
    assert [len(shape["points"]) for shape in shapes] == [3, 3]
    first = shapes[0]["points"]
    assert shapes[0]["text"] == "Trigh"
    assert "text" not in shapes[1]
    assert first[1] == chart.center(names[""])
    assert first[0][0] + first[2][0] == pytest.approx(2 * first[1][0], abs=0.3)


def test_a_road_by_its_hexes(chart):
    a, b = every_pair(chart)[0]
    shape = chart.road([a, b], "highway", "Via Balbia")
    assert shape["points"] == [chart.center(a), chart.center(b)]
    assert (shape["layer"], shape["text"]) == ("highway", "Via Balbia")


def test_points_of_another_drawing_fall_on_the_same_hexes():
    grid = GRIDS["columns"]
    chart = HexMap(HexBoard(grid, ["0506", "0605"]), spacing=150)
    there = [(433.0, 600.0), (519.6, 550.0)]  # x = col * 86.6, y = (row + 0.5 if even) * 100
    ours = chart.points(there, "0506", there[0], 100)
    assert ours[0] == chart.center("0506")
    assert ours[1] == pytest.approx(chart.center("0605"), abs=0.2)


def test_sides_of_hexes_that_do_not_touch_are_refused(chart):
    names = chart.board.names
    with pytest.raises(DataError, match=f"{names[0]} and {names[-1]} do not touch"):
        chart.sides([(names[0], names[-1])], "ridge")


def test_the_sea_has_a_coast_only_where_there_is_land(chart):
    board = chart.board
    wet = board.names[: len(board.names) // 2]
    shapes = chart.sea(wet)
    assert [shape["layer"] for shape in shapes if shape["kind"] == "polygon"] == ["sea"]
    coast = [shape for shape in shapes if shape["layer"] == "coast"]
    assert coast
    longest = max(len(shape["points"]) for shape in coast)
    assert longest < len(shapes[0]["points"])  # not around the edge of the map
    assert shapes[0]["points"][0] == shapes[0]["points"][-1]
    for shape in coast:
        assert all(point in shapes[0]["points"] for point in shape["points"])


def test_islands_lie_in_the_sea_of_the_whole_sheet(chart):
    outline = [[260.0, 280.0], [340.0, 280.0], [300.0, 340.0]]
    sheet, land, coast = chart.islands([outline])
    assert sheet["points"][2] == chart.size
    assert land["points"] == outline
    assert coast["points"][0] == coast["points"][-1]


def test_lines_that_may_not_be_turned_stay_as_they_are():
    a, b, c = [0.0, 0.0], [10.0, 0.0], [20.0, 0.0]
    assert joined([[a, b], [c, b]]) == [[a, b, c]]
    assert joined([[a, b], [c, b]], turn=False) == [[a, b], [c, b]]
    assert joined([[b, c], [a, b]], turn=False) == [[a, b, c]]


def test_soft_lines_keep_their_ends_and_closed_ones_stay_closed():
    line = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]]
    assert (soft(line)[0], soft(line)[-1]) == (line[0], line[-1])
    loop = [*line, line[0]]
    assert soft(loop)[0] == soft(loop)[-1]
