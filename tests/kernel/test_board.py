"""The board graph: names, borders, movement and distance."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khamsin.kernel.errors import DataError, UnknownSpace
from khamsin.kernel.map.board import FAR, Board
from tests.some import some

# A coast road A-B-C-D, a desert detour B-E-F-D, an island G, and a cliff between A and E.
COAST = Board(
    "ABCDEFG",
    [("A", "B"), ("C", "B"), ("C", "D"), ("B", "E"), ("E", "F"), ("F", "D")],
    borders=[("E", "B", "ridge")],
    roads=[("A", "B", "highway"), ("B", "C", "highway"), ("D", "C", "track")],
    barriers=[("E", "A", "escarpment")],
)
A, B, C, D, E, F, G = range(7)


def one(_from: int, _to: int) -> int:
    return 1


# -- names and borders ---------------------------------------------------------------------------


def test_names_outside_numbers_inside() -> None:
    assert COAST.at("C") == C
    assert COAST.names[C] == "C"
    assert len(COAST) == 7


def test_unknown_name_is_explained() -> None:
    with pytest.raises(UnknownSpace, match="no space 'Z'"):
        COAST.at("Z")


def test_neighbours_are_mutual_and_in_order() -> None:
    assert COAST.neighbours == ((B,), (A, C, E), (B, D), (C, F), (B, F), (D, E), ())
    assert COAST.adjacent(B, C)
    assert COAST.adjacent(C, B)
    assert not COAST.adjacent(A, C)
    assert not COAST.adjacent(A, A)


def test_edges_are_numbered_the_same_both_ways() -> None:
    assert [COAST.edge(a, b) for a, b in COAST.ends] == list(range(6))
    assert [COAST.edge(b, a) for a, b in COAST.ends] == list(range(6))
    with pytest.raises(KeyError):
        COAST.edge(A, E)


def test_order_of_the_data_rows_does_not_matter() -> None:
    turned = Board("ABCDEFG", [(COAST.names[b], COAST.names[a]) for a, b in COAST.ends[::-1]])
    assert turned.ends == COAST.ends
    assert turned.neighbours == COAST.neighbours


def test_border_road_and_barrier() -> None:
    assert COAST.border(B, E) == COAST.border(E, B) == "ridge"
    assert COAST.border(A, B) == ""
    assert COAST.road(C, B) == "highway"
    assert COAST.road(B, E) == ""
    assert COAST.barrier(A, E) == COAST.barrier(E, A) == "escarpment"
    assert COAST.barrier(A, B) == ""
    assert not COAST.adjacent(A, E)


@pytest.mark.parametrize(
    ("names", "edges", "more", "words"),
    [
        ("ABA", [], {}, "more than one space: A"),
        ("AB", [("A", "A")], {}, "A cannot be its own neighbour"),
        ("AB", [("A", "B"), ("B", "A")], {}, "given twice: A and B"),
        ("AB", [("A", "X")], {}, "no space 'X'"),
        ("AB", [], {"borders": [("A", "B", "cliff")]}, "A and B: they are not adjacent"),
        ("AB", [("A", "B")], {"roads": [("A", "B", "x"), ("B", "A", "y")]}, "road .* twice"),
        ("AB", [("A", "B")], {"barriers": [("A", "B", "sea")]}, "barrier between A and B"),
    ],
)
def test_wrong_data_is_refused(
    names: str,
    edges: list[tuple[str, str]],
    more: dict[str, list[tuple[str, str, str]]],
    words: str,
) -> None:
    with pytest.raises((DataError, UnknownSpace), match=words):
        Board(names, edges, **more)


# -- movement ------------------------------------------------------------------------------------


def test_reach_spends_the_least_and_lists_the_cheapest_first() -> None:
    reach = COAST.reach(A, 3, one)
    assert list(reach.spent.items()) == [(A, 0), (B, 1), (C, 2), (E, 2), (D, 3), (F, 3)]
    assert reach.path(D) == [A, B, C, D]
    assert reach.path(A) == [A]


def test_reach_without_points_is_the_start() -> None:
    assert COAST.reach(A, 0, one).spent == {A: 0}


def test_reach_takes_the_detour_if_it_is_cheaper() -> None:
    reach = COAST.reach(A, 9, lambda a, b: 6 if b == C else 1)
    assert reach.spent[D] == 4
    assert reach.path(D) == [A, B, E, F, D]
    assert reach.spent[C] == 7


def test_reach_does_not_cross_what_is_forbidden() -> None:
    reach = COAST.reach(A, 9, lambda a, b: None if COAST.border(a, b) == "ridge" else 1)
    assert reach.path(E) == [A, B, C, D, F, E]


def test_a_unit_that_must_stop_may_enter_but_not_leave() -> None:
    reach = COAST.reach(A, 9, one, stop=lambda space: space in (C, E))
    assert list(reach.spent) == [A, B, C, E]


def test_the_start_may_be_left_even_where_units_stop() -> None:
    assert list(COAST.reach(B, 1, one, stop=lambda space: True).spent) == [B, A, C, E]


def test_equally_cheap_ways_are_settled_by_the_lower_space() -> None:
    assert COAST.reach(B, 9, lambda a, b: 2 if b == C else 1).path(D) == [B, C, D]


# -- distance ------------------------------------------------------------------------------------


def test_distance() -> None:
    assert COAST.distance(A, D) == 3
    assert COAST.distance(A, A) == 0
    assert COAST.distance(A, G) == FAR
    assert COAST.distances(A) == [0, 1, 2, 3, 2, 3, FAR]


def test_ring_and_within() -> None:
    assert COAST.ring(A, 2) == [C, E]
    assert COAST.ring(A, 9) == []
    assert COAST.within(D, 2) == [D, C, F, B, E]
    assert COAST.within(G, 5) == [G]


# -- on any board --------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> Board:
    size = draw(st.integers(1, 9))
    pairs = [(str(a), str(b)) for a in range(size) for b in range(a)]
    return Board(map(str, range(size)), [pair for pair in pairs if draw(st.booleans())])


@st.composite
def marches(draw: st.DrawFn) -> tuple[Board, int, int, dict[tuple[int, int], int | None], set[int]]:
    """A board, a start, an allowance, the cost of every step, and where to stop."""
    board = draw(boards())
    spaces = st.integers(0, len(board) - 1)
    price = st.one_of(st.none(), st.integers(1, 4))
    steps = [(a, b) for a in range(len(board)) for b in board.neighbours[a]]
    costs = {step: draw(price) for step in steps}
    return board, draw(spaces), draw(st.integers(0, 10)), costs, draw(st.sets(spaces))


@given(marches())
def test_reach_agrees_with_trying_every_move(
    march: tuple[Board, int, int, dict[tuple[int, int], int | None], set[int]],
) -> None:
    board, start, allowance, costs, stops = march
    cheapest = {start: 0}
    moves = [(start, 0)]
    for here, used in moves:
        if here in stops and (here, used) != (start, 0):
            continue
        for there in board.neighbours[here]:
            price = costs[here, there]
            if price is not None and used + price <= min(allowance, cheapest.get(there, FAR) - 1):
                cheapest[there] = used + price
                moves.append((there, used + price))

    reach = board.reach(start, allowance, lambda a, b: costs[a, b], lambda space: space in stops)
    assert reach.spent == cheapest
    assert list(reach.spent.items()) == sorted(cheapest.items(), key=lambda item: (item[1], item))
    for space, points in cheapest.items():
        path = reach.path(space)
        assert path[0] == start
        assert path[-1] == space
        assert sum(costs[step] or FAR for step in pairwise(path)) == points
        assert not stops.intersection(path[1:-1])


@given(boards())
def test_distance_is_a_metric(board: Board) -> None:
    spaces = range(len(board))
    for a in some(spaces):
        for b in some(spaces):
            assert board.distance(a, b) == board.distance(b, a)
            assert (board.distance(a, b) == 0) == (a == b)
            assert (board.distance(a, b) == 1) == board.adjacent(a, b)
            for c in spaces:
                assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)


@given(boards(), st.integers(0, 9))
def test_rings_make_up_what_is_within(board: Board, radius: int) -> None:
    rings = [space for step in range(radius + 1) for space in board.ring(0, step)]
    assert board.within(0, radius) == rings


@given(boards())
def test_distance_is_a_march_through_everything(board: Board) -> None:
    spent = board.reach(0, len(board), one).spent
    for b in range(len(board)):
        assert board.distance(0, b) == spent.get(b, FAR)
