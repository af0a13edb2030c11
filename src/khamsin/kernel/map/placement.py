"""Placement: who is where, both ways round.

A state keeps `place[unit]`, the space of every unit, and for each side `here[space]`, the stack in
every space: its units in order. Whatever is below 0, or beyond the last stack (ships at sea), is a
box or a pile beside the map and has no stack. Both lists are changed here and nowhere else, so that
they always agree; what else follows from a move (control, zones of control, memory of what was
found before) is for the rules of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

Stack = tuple[int, ...]
"""The units of one side in one space, in ascending order."""

Stacks = list[Stack]
"""The stack of one side in every space."""


def relocate(place: list[int], here: Stacks, unit: int, to: int) -> None:
    """Take a unit from wherever it is to a space, or to a pile beside the map."""
    old, spaces = place[unit], len(here)
    if 0 <= old < spaces:
        stack = here[old]
        here[old] = without(stack, unit) if len(stack) > 1 else ()
    place[unit] = to
    if 0 <= to < spaces:
        stack = here[to]
        here[to] = tuple(sorted((*stack, unit))) if stack else (unit,)


def without(stack: Stack, unit: int) -> Stack:
    """Return a stack as it is when one of its units has gone."""
    return tuple([other for other in stack if other != unit])


def on_map(here: Sequence[Stack]) -> list[int]:
    """Return all units of a side on the map, space by space."""
    return [unit for stack in here for unit in stack]


def check_placement(
    place: Sequence[int], here: Sequence[Sequence[Stack]], side_of: Sequence[int]
) -> None:
    """Raise AssertionError unless `place` and the stacks of both sides say the same."""
    seen = 0
    for side, stacks in enumerate(here):
        for space, stack in enumerate(stacks):
            assert list(stack) == sorted(set(stack)), f"the stack in space {space} is out of order"
            for unit in stack:
                assert side_of[unit] == side, f"unit {unit} stands with the enemy"
                assert place[unit] == space, f"unit {unit} is in two places"
            seen += len(stack)
    spaces = range(len(here[0]))
    assert seen == sum(at in spaces for at in place), "a unit is on the map but in no stack"
