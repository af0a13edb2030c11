"""Placement: units and stacks always say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khamsin.kernel.map.placement import Stacks, check_placement, on_map, relocate, without

SIDE_OF = (0, 0, 0, 1, 1)
SPACES = 3
OFF = -1
AT_SEA = 3  # beyond the last stack


def table() -> tuple[list[int], list[Stacks]]:
    return [OFF] * len(SIDE_OF), [[()] * SPACES, [()] * SPACES]


def test_a_unit_leaves_one_stack_and_joins_another_in_order() -> None:
    place, here = table()
    for unit in (2, 0, 1):
        relocate(place, here[0], unit, 1)
    assert here[0] == [(), (0, 1, 2), ()]
    relocate(place, here[0], 1, 2)
    assert here[0] == [(), (0, 2), (1,)]
    assert place == [1, 2, 1, OFF, OFF]
    assert on_map(here[0]) == [0, 2, 1]


def test_piles_and_the_sea_have_no_stack() -> None:
    place, here = table()
    relocate(place, here[1], 3, 0)
    relocate(place, here[1], 3, AT_SEA)
    assert place[3] == AT_SEA
    assert here[1] == [(), (), ()]
    relocate(place, here[1], 3, OFF)
    check_placement(place, here, SIDE_OF)


def test_a_stack_without_a_unit() -> None:
    assert without((1, 4, 7), 4) == (1, 7)
    assert without((1,), 1) == ()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-2, AT_SEA)), max_size=30))
def test_after_every_move_both_ways_round_agree(moves: list[tuple[int, int]]) -> None:
    place, here = table()
    for unit, to in moves:
        relocate(place, here[SIDE_OF[unit]], unit, to)
        check_placement(place, here, SIDE_OF)
    last = dict(moves)
    assert place == [last.get(unit, OFF) for unit in range(len(SIDE_OF))]


@pytest.mark.parametrize(
    ("side", "stack", "at", "told"),
    [
        (0, (1, 0), 0, "out of order"),
        (0, (0, 0), 0, "out of order"),
        (1, (0, 1), 0, "with the enemy"),
        (0, (0, 1), 2, "two places"),
        (0, (0,), 0, "in no stack"),
    ],
)
def test_what_does_not_agree_is_found(
    side: int, stack: tuple[int, ...], at: int, told: str
) -> None:
    place, here = table()
    place[0] = place[1] = at
    here[side][0] = stack
    with pytest.raises(AssertionError, match=told):
        check_placement(place, here, SIDE_OF)
