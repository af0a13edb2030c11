"""Hex maps: the numbers printed in the hexes, and the geometry behind them.

A printed number says column and row, but columns or rows are staggered, so that two hexes with
neighbouring numbers need not touch. Inside, a hex is a pair of axial coordinates (q, r), in which
all six directions are fixed steps and distance is a sum; `HexGrid` translates both ways. The
coordinates know no edge of the map: a drop may scatter off it and a range may reach beyond it.
`HexBoard` is the part of the grid that is printed, with everything a `Board` can do.

Angles turn clockwise and y grows downward, as on a screen with north up. The six directions are
always listed in the order of `STEPS`, so that side 2 of a hex lies in direction 2 and between
corners 2 and 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from re import fullmatch
from typing import Final, Literal

from khamsin.kernel.errors import DataError, UnknownSpace

from .board import Board, Side

Hex = tuple[int, int]
"""The axial coordinates of a hex: q to the east, r to the south (or south-east)."""

Point = tuple[float, float]
"""A place on the drawn map."""

STEPS: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six neighbours of the hex (0, 0), clockwise."""

FLAT: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""The names of the six directions if hexes have a flat top."""

POINTY: Final = ("NW", "NE", "E", "SE", "SW", "W")
"""The names of the six directions if hexes have a point on top."""


def distance(a: Hex, b: Hex) -> int:
    """Return how many hexes b is away from a, as the crow flies."""
    q, r = b[0] - a[0], b[1] - a[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def ring(centre: Hex, radius: int) -> list[Hex]:
    """Return the hexes at exactly this distance, clockwise from direction 0."""
    if radius == 0:
        return [centre]
    q, r = centre[0] + STEPS[0][0] * radius, centre[1] + STEPS[0][1] * radius
    hexes: list[Hex] = []
    for side in range(6):
        step = STEPS[(side + 2) % 6]
        for _ in range(radius):
            hexes.append((q, r))
            q, r = q + step[0], r + step[1]
    return hexes


def line(a: Hex, b: Hex) -> list[tuple[Hex, ...]]:
    """Return every hex that the straight line from centre to centre passes through, in order.

    Where the line runs along a hexside it passes through neither hex, and both stand there
    together: first the one to the left of the line, then the one to the right. A hex that is
    touched at a corner only is left out. All is computed in integers, so that a line that is
    exactly on a hexside is always seen to be.

    >>> line((0, 0), (1, 1))
    [((0, 0),), ((1, 0), (0, 1)), ((1, 1),)]
    """
    to_q, to_r = b[0] - a[0], b[1] - a[1]

    def bearing(q: int, r: int) -> int:
        """Tell the side of the line, by the sign: - left, 0 on it, + right. In thirds of a hex."""
        return to_q * (r - 3 * a[1]) - to_r * (q - 3 * a[0])

    here = a
    passed: list[tuple[Hex, ...]] = [(a,)]
    while here != b:
        q, r = 3 * here[0], 3 * here[1]
        corners = [bearing(q + x, r + y) for x, y in _CORNERS]
        # Clockwise around the hex the corners change from left to right where the line goes out.
        left = next(i for i in range(6) if corners[i] < 0 <= corners[(i + 1) % 6])
        right = (left + 1) % 6
        to_left = here[0] + STEPS[left][0], here[1] + STEPS[left][1]
        to_right = here[0] + STEPS[right][0], here[1] + STEPS[right][1]
        if corners[right] > 0:
            here = to_left
        else:  # out by the corner between both: the hexside beyond it decides
            x, y = _CORNERS[right]
            beyond = bearing(q + 2 * x, r + 2 * y)
            if beyond > 0:
                here = to_left
            elif beyond < 0:
                here = to_right
            else:
                passed.append((to_left, to_right))
                here = here[0] + x, here[1] + y
        passed.append((here,))
    return passed


_CORNERS: Final = tuple(
    (STEPS[i - 1][0] + STEPS[i][0], STEPS[i - 1][1] + STEPS[i][1]) for i in range(6)
)
"""The corners of the hex (0, 0) in thirds of a hex: corner i comes before side i, clockwise."""


class HexGrid:
    """How the hexes of a map lie and how they are numbered.

    >>> malta = HexGrid("flat", "CCRR", shifted="even")
    >>> malta.number(malta.toward(malta.hex("1310"), "NW"))
    '1209'
    """

    __slots__ = (
        "_row_length",
        "_row_sign",
        "_shift",
        "_split",
        "directions",
        "flat",
        "pattern",
    )

    def __init__(
        self,
        top: Literal["flat", "pointy"],
        pattern: str,
        *,
        shifted: Literal["odd", "even", "each"],
        rows_from: Literal["north", "south"] = "north",
        row_length: int = 0,
    ) -> None:
        """Describe a grid.

        `pattern` shows the digits of column and row ("CCRR", "RRCC"), or is "N" if hexes are
        numbered through: row times `row_length` plus column, both from 0.

        `shifted` names the lines of hexes that lie half a hex further on than their neighbours:
        the odd or even columns, further south, under a flat top; the odd or even rows, further
        east, under a pointed one. With "each", every line lies half a hex further on than the
        line before it, counted from the west or north. `rows_from` is the edge of the map from
        which rows are counted.
        """
        self.flat: Final = top == "flat"
        self.directions: Final = FLAT if self.flat else POINTY
        """The names of the six directions, in the order of STEPS."""
        self.pattern: Final = pattern
        if not fullmatch("C+R+|R+C+|N", pattern) or (pattern == "N" and row_length < 1):
            raise DataError(f"hex numbers cannot have the pattern {pattern!r}")
        self._split: Final = pattern.count(pattern[0])
        self._row_length: Final = row_length
        self._shift: Final[Literal["odd", "even", "each"]] = shifted
        self._row_sign: Final = 1 if rows_from == "north" else -1

    # -- printed numbers -------------------------------------------------------------------------

    def hex(self, number: str) -> Hex:
        """Return the hex with this printed number."""
        decimal = number.isascii() and number.isdecimal()
        serial = self.pattern == "N"
        if not decimal or (
            str(int(number)) != number if serial else len(number) != len(self.pattern)
        ):
            raise UnknownSpace(f"{number!r} is no hex number of the form {self.pattern}")
        if serial:
            row, column = divmod(int(number), self._row_length)
        else:
            column, row = int(number[: self._split]), int(number[self._split :])
            if self.pattern[0] == "R":
                column, row = row, column
        row *= self._row_sign
        if self.flat:
            return column, row - self._slant(column)
        return column - self._slant(row), row

    def number(self, at: Hex) -> str:
        """Return the printed number of a hex, on the map or not, if numbers go that far."""
        column, row = at
        if self.flat:
            row += self._slant(column)
        else:
            column += self._slant(row)
        row *= self._row_sign
        if self.pattern == "N":
            fits = row >= 0 and 0 <= column < self._row_length
            number = str(row * self._row_length + column)
        else:
            first, second = (column, row) if self.pattern[0] == "C" else (row, column)
            number = f"{first:0{self._split}}{second:0{len(self.pattern) - self._split}}"
            fits = row >= 0 and column >= 0 and len(number) == len(self.pattern)
        if not fits:
            raise UnknownSpace(f"the hex in column {column}, row {row} has no number")
        return number

    def _slant(self, line: int) -> int:
        """Return by how many hexes the axial coordinate along a line lags behind the printed one.

        The axial axis leans by half a hex a line, while a printed column or row wavers.
        """
        if self._shift == "each":
            return 0
        return line // 2 if self._shift == "odd" else (line + 1) // 2

    # -- directions ------------------------------------------------------------------------------

    def toward(self, at: Hex, direction: str, steps: int = 1) -> Hex:
        """Return the hex some steps away in a named direction."""
        q, r = STEPS[self.directions.index(direction)]
        return at[0] + q * steps, at[1] + r * steps

    # -- drawing ---------------------------------------------------------------------------------

    def centre(self, at: Hex, spacing: float = 1.0) -> Point:
        """Return the centre of a hex, if those of neighbours are `spacing` apart.

        The hex (0, 0) is at the origin; where that lies on the drawn map is for the map to say.
        """
        return self._point(at[0], at[1], spacing)

    def corners(self, at: Hex, spacing: float = 1.0) -> list[Point]:
        """Return the six corners of a hex; the side in direction i joins corners i and i + 1."""
        return [self._point(at[0] + q / 3, at[1] + r / 3, spacing) for q, r in _CORNERS]

    def _point(self, q: float, r: float, spacing: float) -> Point:
        if self.flat:
            return spacing * q * sqrt(0.75), spacing * (r + q / 2)
        return spacing * (q + r / 2), spacing * r * sqrt(0.75)


class HexBoard(Board):
    """The hexes printed on a map; two of them that touch are adjacent.

    Distances are as the crow flies, over hexes that are not on the board too, because that is how
    every rulebook counts a range.

    >>> grid = HexGrid("flat", "CCRR", shifted="even")
    >>> board = HexBoard(grid, ["1310", "1210", "1309"], borders=[("1309", "1310", "creek")])
    >>> [board.names[space] for space in board.neighbours[board.at("1310")]]
    ['1210', '1309']
    """

    __slots__ = ("_spaces", "grid", "hexes")

    def __init__(
        self,
        grid: HexGrid,
        numbers: Iterable[str],
        *,
        borders: Iterable[Side] = (),
        roads: Iterable[Side] = (),
    ) -> None:
        """Make a board of the hexes with these printed numbers."""
        names = tuple(numbers)
        self.grid: Final = grid
        self.hexes: Final = tuple(grid.hex(name) for name in names)
        """The hex of each space."""
        self._spaces: Final = {at: space for space, at in enumerate(self.hexes)}
        edges: list[tuple[str, str]] = []
        for name, (q, r) in zip(names, self.hexes, strict=True):
            for step in STEPS[:3]:  # half of the directions finds every pair once
                there = self._spaces.get((q + step[0], r + step[1]))
                if there is not None:
                    edges.append((name, names[there]))
        super().__init__(names, edges, borders=borders, roads=roads)

    def space(self, at: Hex) -> int | None:
        """Return the space of a hex, or None if it is not on the board."""
        return self._spaces.get(at)

    def toward(self, space: int, direction: str, steps: int = 1) -> int | None:
        """Return the space some steps away in a named direction, or None if that is off the map."""
        return self._spaces.get(self.grid.toward(self.hexes[space], direction, steps))

    def ring(self, centre: int, radius: int) -> list[int]:
        """Return the spaces at exactly this distance, clockwise from direction 0."""
        spaces = self._spaces
        return [spaces[at] for at in ring(self.hexes[centre], radius) if at in spaces]

    def within(self, centre: int, radius: int) -> list[int]:
        """Return the spaces at this distance or less: the centre, then ring by ring."""
        return [space for distance in range(radius + 1) for space in self.ring(centre, distance)]

    def _measure(self, centre: int) -> list[int]:
        here = self.hexes[centre]
        return [distance(here, there) for there in self.hexes]
