"""6.11, 16.54 What a step costs and what a line of fire passes, laid out when a pack is read."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from khamsin.kernel.map.board import Board
from khamsin.kernel.map.hexes import line

from .pieces import BEACH, TERRAINS

if TYPE_CHECKING:  # the pack is being read
    from .pack import Pack


def steps_from(
    pack: Pack, board: Board, h: int, move_class: int, *, strategic: bool
) -> tuple[tuple[int, int, int], ...]:
    """6.11, 6.51 What it costs to step out of a hex in each direction that is open."""
    found: list[tuple[int, int, int]] = []
    for n in pack.near[h]:
        classes = (move_class,) if move_class < 3 else (0, 1, 2)
        pairs = [pair for c in classes if (pair := _step(pack, board, h, n, c, strategic))]
        if pairs:
            found.append((n, min(p[0] for p in pairs), min(p[1] for p in pairs)))
    return tuple(found)


def _step(
    pack: Pack, board: Board, h: int, n: int, c: int, strategic: bool
) -> tuple[int, int] | None:
    terrain = pack.tables.terrain

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
    kind = TERRAINS[pack.hexes[n].terrain]
    if kind in ("town", "city"):
        return cost(kind) + extra, cost(kind) + extra
    rows = [kind] + (["beach"] if pack.hexes[n].base == BEACH else [])
    plain = max(cost(row) for row in rows)
    return plain + extra, max(plain, cost("fort")) + extra


def trace_fire(pack: Pack, a: int, b: int) -> tuple[tuple[int, ...], ...] | None:
    """16.54, R59 The land hexes a line of fire passes; None if a rise on the way blocks it."""
    board, land = pack.board, pack.land
    passed = line(board.hexes[a], board.hexes[b])
    spaces = [tuple(board.space(at) for at in hexes) for hexes in passed]
    for before, after in pairwise(spaces):
        for one in before:
            for two in after:
                if one is None or two is None or a in (one, two) or b in (one, two):
                    continue
                if board.adjacent(one, two) and board.border(one, two) == "creek_rise":
                    return None
    for pair in spaces:
        if len(pair) == 2 and None not in pair:
            one, two = pair
            assert one is not None
            assert two is not None
            if board.border(one, two) == "creek_rise":
                return None
    return tuple(
        tuple(h for h in hexes if h is not None and h < land)
        if all(h is not None and h < land for h in hexes)
        else ()
        for hexes in spaces[1:-1]
    )
