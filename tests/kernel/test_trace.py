"""Traces: lines from some spaces, and what bars them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from khamsin.kernel.map.board import Board
from khamsin.kernel.map.trace import trace

# A coast road A-B-C-D, a desert detour B-E-F-D, and an island G.
COAST = Board("ABCDEFG", [("A", "B"), ("C", "B"), ("C", "D"), ("B", "E"), ("E", "F"), ("F", "D")])
A, B, C, D, E, F, G = range(7)
NEAR = COAST.neighbours


def shut(*spaces: int) -> bytearray:
    return bytearray([space in spaces for space in range(len(COAST))])


def test_a_trace_comes_to_all_that_is_connected_the_nearest_first() -> None:
    found = trace(NEAR, [A], shut())
    assert found == {A: 0, B: 1, C: 2, E: 2, D: 3, F: 3}
    assert list(found.values()) == sorted(found.values())
    assert trace(NEAR, [], shut()) == {}


def test_a_trace_goes_around_what_is_closed_and_may_begin_in_it() -> None:
    assert trace(NEAR, [A], shut(C)) == {A: 0, B: 1, E: 2, F: 3, D: 4}
    assert trace(NEAR, [C], shut(C, B)) == {C: 0, D: 1, F: 2, E: 3}


def test_a_trace_has_a_limit() -> None:
    assert trace(NEAR, [A, A, G], shut(), 1) == {A: 0, G: 0, B: 1}
    assert trace(NEAR, [A], shut(), 0) == {A: 0}


def test_a_trace_ends_where_it_may_not_go_on_but_begins_there() -> None:
    assert trace(NEAR, [A], shut(), last=shut(B)) == {A: 0, B: 1}
    assert trace(NEAR, [B], shut(), 1, last=shut(B)) == {B: 0, A: 1, C: 1, E: 1}


@given(st.sets(st.integers(0, 6)), st.sets(st.integers(0, 6)), st.integers(0, 7))
def test_a_trace_is_a_march_from_every_start_at_once(
    starts: set[int], closed: set[int], limit: int
) -> None:
    def step(_: int, there: int) -> int | None:
        return None if there in closed else 1

    marches = [COAST.reach(start, limit, step).spent for start in starts]
    cheapest = {at: min(m[at] for m in marches if at in m) for march in marches for at in march}
    assert trace(NEAR, starts, shut(*closed), limit) == cheapest
