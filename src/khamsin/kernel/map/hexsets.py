"""Sets of hexes as whole numbers: a bit a hex, so that a whole set spreads in a few operations.

The bits lie row by row as the hexes do on the map, and so the neighbours of all hexes of a set in
one direction are found by shifting the number. Numbers are compared, joined and copied at once:
what is asked again and again of many hexes (how far lines come, how far units move, who stands
beside whom) is asked of sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from .hexes import HexBoard

Sides = tuple[int, int, int, int, int, int, int, int, int]
"""Hexsides that may be crossed: how far apart the bits of neighbours are in one row, in the next
row and across, then for each direction, there and back, the hexes whose side to there is open."""


_T = TypeVar("_T")


class Listing(Generic[_T]):
    """What stands for each hex (its number, its name, an option), to be listed for whole sets."""

    __slots__ = ("_known", "_things")

    def __init__(self, things: dict[int, _T]) -> None:
        """`things` by the number of the bit."""
        self._things = things
        self._known: list[list[list[_T] | None]] = [
            [None] * 256 for _ in range(max(things) // 8 + 1)
        ]
        """By the number of a byte and its value, what it stands for."""

    def of(self, hexes: int) -> list[_T]:
        """What stands for the hexes of a set, in ascending order of their bits."""
        found: list[_T] = []
        if not hexes:
            return found
        known, start = self._known, ((hexes & -hexes).bit_length() - 1) // 8
        hexes >>= start * 8
        for at, byte in enumerate(hexes.to_bytes((hexes.bit_length() + 7) // 8, "little"), start):
            if byte:
                things = known[at][byte]
                if things is None:
                    bits = [at * 8 + n for n in range(8) if byte >> n & 1]
                    things = known[at][byte] = [self._things[bit] for bit in bits]
                found += things
        return found


class HexSets:
    """Which bit stands for which hex of a board, and the sides between them."""

    __slots__ = ("_spaces", "_steps", "bit", "every", "near")

    def __init__(self, board: HexBoard) -> None:
        columns = [q for q, _ in board.hexes]
        length = max(columns) - min(columns) + 2
        # Rows that are counted from the south go up the map; the first hex has the lowest bit.
        way = 1 if board.hexes[0][1] <= board.hexes[-1][1] else -1
        self._steps = (1, length, length - way)
        at = [way * r * length + q for q, r in board.hexes]
        lowest = min(at)
        self.bit = tuple(1 << position - lowest for position in at)
        """The set that holds this hex alone."""
        self.every = self.at(range(len(board)))
        """All hexes of the board."""
        self.near = tuple(self.at(spaces) for spaces in board.neighbours)
        """The neighbours of each hex."""
        self._spaces = self.listing(range(len(board)))

    def at(self, spaces: Iterable[int]) -> int:
        """The set of these hexes."""
        found = 0
        for space in spaces:
            found |= self.bit[space]
        return found

    def listing(self, things: Sequence[_T]) -> Listing[_T]:
        """A way to list for sets what stands for each hex; `things` by the number of the space."""
        return Listing({bit.bit_length() - 1: things[at] for at, bit in enumerate(self.bit)})

    def spaces(self, hexes: int) -> list[int]:
        """The hexes of a set in ascending order of their bits."""
        return self._spaces.of(hexes)

    def sides(self, steps: Iterable[tuple[int, int]]) -> Sides:
        """The sides that are crossed by these steps, each from one hex to the next."""
        found = {step * sign: 0 for step in self._steps for sign in (1, -1)}
        bit = self.bit
        for here, there in steps:
            found[bit[there].bit_length() - bit[here].bit_length()] |= bit[here]
        along, along_back, next_, next_back, across, across_back = found.values()
        return (*self._steps, along, along_back, next_, next_back, across, across_back)


def spread(hexes: int, sides: Sides) -> int:
    """The hexes on the other side of all open sides of these."""
    one, row, slant, along, along_back, next_, next_back, across, across_back = sides
    return (
        (hexes & along) << one
        | (hexes & along_back) >> one
        | (hexes & next_) << row
        | (hexes & next_back) >> row
        | (hexes & across) << slant
        | (hexes & across_back) >> slant
    )


def but(sides: Sides, barred: Sides) -> Sides:
    """These sides without those."""
    one, row, slant, *open_ = sides
    a, b, c, d, e, f = (here & ~shut for here, shut in zip(open_, barred[3:], strict=True))
    return (one, row, slant, a, b, c, d, e, f)


def waves(starts: int, free: int, sides: Sides, limit: int) -> list[int]:
    """How far lines come: the starts, then what they reach with one step, with two, and so on.

    Lines enter only what is `free`, though they may begin elsewhere.
    """
    found = [starts]
    ahead = starts
    free &= ~starts
    while ahead and limit:
        ahead = spread(ahead, sides) & free
        free ^= ahead
        limit -= 1
        found.append(ahead)
    return found


def union(sets: Iterable[int]) -> int:
    """All hexes of several sets."""
    found = 0
    for hexes in sets:
        found |= hexes
    return found
