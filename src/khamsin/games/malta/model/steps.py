"""6.11, 16.54 What a step costs and what a line of fire passes, laid out when a pack is read."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from khamsin.kernel.map.board import Board
from khamsin.kernel.map.hexes import STEPS, Hex, HexBoard, distance, line

from .pieces import BEACH, TERRAINS

if TYPE_CHECKING:  # the map is being read
    from .island import Island


def steps_from(
    island: Island, board: Board, h: int, move_class: int, *, strategic: bool
) -> tuple[tuple[int, int, int], ...]:
    """6.11, 6.51 What it costs to step out of a hex in each direction that is open."""
    found: list[tuple[int, int, int]] = []
    for n in island.near[h]:
        classes = (move_class,) if move_class < 3 else (0, 1, 2)
        pairs = [pair for c in classes if (pair := _step(island, board, h, n, c, strategic))]
        if pairs:
            found.append((n, min(p[0] for p in pairs), min(p[1] for p in pairs)))
    return tuple(found)


def _step(
    island: Island, board: Board, h: int, n: int, c: int, strategic: bool
) -> tuple[int, int] | None:
    terrain = island.tables.terrain

    def cost(row: str) -> int:
        return (terrain[row].strategic if strategic else terrain[row].normal)[c]

    if board.road(h, n):
        return cost("road"), cost("road")
    extra = 0
    border = board.border(h, n)
    if border:
        extra = cost(border)
        if extra < 0:
            return None
    kind = TERRAINS[island.hexes[n].terrain]
    if kind in ("town", "city"):
        return cost(kind) + extra, cost(kind) + extra
    rows = [kind] + (["beach"] if island.hexes[n].base == BEACH else [])
    plain = max(cost(row) for row in rows)
    return plain + extra, max(plain, cost("fort")) + extra


def trace_fire(island: Island, a: int, b: int) -> tuple[tuple[int, ...], ...] | None:
    """16.54, R59 The land hexes a line of fire passes; None if a rise on the way blocks it."""
    board, land = island.board, island.land
    passed = line(board.hexes[a], board.hexes[b])
    if _meets_rise(board, a, b, passed):
        return None
    spaces = [tuple(board.space(at) for at in hexes) for hexes in passed]
    return tuple(
        tuple(h for h in hexes if h is not None and h < land)
        if all(h is not None and h < land for h in hexes)
        else ()
        for hexes in spaces[1:-1]
    )


def _meets_rise(board: HexBoard, a: int, b: int, passed: list[tuple[Hex, ...]]) -> bool:
    """R59 Whether the line crosses a creek with rise or runs along it, but not at its ends.

    Through a corner it crosses only where rises on both sides of it meet there.
    """

    def is_rise(one: Hex, two: Hex) -> bool:
        here, there = board.space(one), board.space(two)
        if here is None or there is None or {here, there} & {a, b}:
            return False
        return board.border(here, there) == "creek_rise"

    if any(len(pair) == 2 and is_rise(*pair) for pair in passed):
        return True
    for before, after in pairwise(passed):
        if not all(is_rise(one, two) for one in before for two in after):
            continue  # beside a hexside that the line runs along, both sides have to be closed
        third = _corner(passed, before, after)
        if third is None or any(is_rise(third, one) for one in (*before, *after)):
            return True
    return False


def _corner(
    passed: list[tuple[Hex, ...]], before: tuple[Hex, ...], after: tuple[Hex, ...]
) -> Hex | None:
    """The third hex at the corner through which the line goes from one hex into the next."""
    if len(before) + len(after) > 2:
        return None
    (start,), (end,) = passed[0], passed[-1]
    to_q, to_r = end[0] - start[0], end[1] - start[1]
    one, two = before[0], after[0]
    for step_q, step_r in STEPS:
        third = (one[0] + step_q, one[1] + step_r)
        if distance(third, two) != 1:
            continue
        q, r = (sum(at[i] for at in (one, two, third)) - 3 * start[i] for i in (0, 1))
        if to_q * r == to_r * q:
            return third
    return None
