"""Drawing hex maps: from a grid and lists of hexes, sides and links to the shapes of a scene.

A `HexMap` says where the hexes of a board lie on the drawn map. Lines along hexsides and roads are
handed in piece by piece, as packs list them, and come out joined: one shape for a ridge, one for a
road. A shape is drawn in its layer's own manner; `kernel.scene.Shape` lists the layers.

    chart = HexMap(board, spacing=120)
    shapes = [*chart.sides(cliffs, "cliff"), *chart.roads(links, "track")]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from khamsin.kernel.errors import DataError
from khamsin.kernel.map.board import Pair
from khamsin.kernel.map.hexes import STEPS, HexBoard

from .scene import Point, SceneSpace, Shape

_End = tuple[float, float]
_CORNERS: Final = tuple(
    (STEPS[i - 1][0] + STEPS[i][0], STEPS[i - 1][1] + STEPS[i][1]) for i in range(6)
)


class HexMap:
    """Where the hexes of a board are drawn.

    >>> from khamsin.kernel.map.hexes import HexGrid
    >>> chart = HexMap(HexBoard(HexGrid("flat", "CCRR", shifted="even"), ["0101", "0201"]))
    >>> chart.center("0101"), chart.size
    ([129.3, 120.0], [362.5, 300.0])
    """

    __slots__ = ("_dx", "_dy", "board", "size", "spacing")

    def __init__(
        self,
        board: HexBoard,
        *,
        spacing: float = 120.0,
        margin: Sequence[float] = (60.0, 60.0, 60.0, 60.0),
    ) -> None:
        """Draw neighbours `spacing` apart, with margins left, above, right and below."""
        self.board: Final = board
        self.spacing: Final = spacing
        corners = [c for at in board.hexes for c in board.grid.corners(at, spacing)]
        left, top, right, bottom = margin
        self._dx: Final = left - min(x for x, _ in corners)
        self._dy: Final = top - min(y for _, y in corners)
        self.size: Final = [
            round(max(x for x, _ in corners) + self._dx + right, 1),
            round(max(y for _, y in corners) + self._dy + bottom, 1),
        ]
        """Width and height of the map, margins included."""

    # -- hexes ---------------------------------------------------------------------------------

    def center(self, name: str) -> Point:
        """The middle of a hex, on the board or not."""
        x, y = self.board.grid.centre(self.board.grid.hex(name), self.spacing)
        return self._point(x, y)

    def polygon(self, name: str) -> list[Point]:
        """The six corners of a hex; the side in direction i joins corners i and i + 1."""
        q, r = self.board.grid.hex(name)
        # In thirds of a hex a corner has whole coordinates, the same from each of its three hexes.
        return [
            self._point(*self.board.grid.centre((3 * q + x, 3 * r + y), self.spacing / 3))
            for x, y in _CORNERS
        ]

    def space(
        self, name: str, terrain: str, *, title: str = "", signs: Sequence[str] = ()
    ) -> SceneSpace:
        """A hex as a place of the scene; facts and whatever else it has are for the game to add."""
        space: SceneSpace = {
            "id": name,
            "name": title,
            "short": name,
            "kind": "hex",
            "polygon": self.polygon(name),
            "center": self.center(name),
            "terrain": terrain,
            "important": False,
            "facts": [],
        }
        if signs:
            space["signs"] = list(signs)
        return space

    def points(
        self, line: Iterable[Sequence[float]], anchor: str, at: Sequence[float], spacing: float
    ) -> list[Point]:
        """Points of a pack's own drawing, in which the hex `anchor` lies `at` and neighbours are
        `spacing` apart, brought onto this map.
        """
        scale = self.spacing / spacing
        x0, y0 = self.center(anchor)
        return [
            [round(x0 + (x - at[0]) * scale, 1), round(y0 + (y - at[1]) * scale, 1)]
            for x, y in line
        ]

    # -- lines along hexsides ------------------------------------------------------------------

    def side(self, a: str, b: str) -> list[Point]:
        """The side between two hexes that touch, clockwise around a: b is on its left hand."""
        grid = self.board.grid
        (q, r), to = grid.hex(a), grid.hex(b)
        step = to[0] - q, to[1] - r
        if step not in STEPS:
            raise DataError(f"the hexes {a} and {b} do not touch")
        direction = STEPS.index(step)
        corners = self.polygon(a)
        return [corners[direction], corners[(direction + 1) % 6]]

    def sides(
        self,
        pairs: Iterable[Pair],
        layer: str,
        *,
        broken: bool = False,
        is_low: Callable[[str], bool] | None = None,
    ) -> list[Shape]:
        """Lines along the sides between these pairs, joined end to end.

        Where it matters which side is the lower one, `is_low` tells it of the hexes, and each
        line runs with the low ground on its right hand.
        """
        pieces = []
        for a, b in pairs:
            swap = is_low is not None and is_low(b) and not is_low(a)
            pieces.append(self.side(b, a) if swap else self.side(a, b))
        return [
            _line(layer, points, broken=broken) for points in joined(pieces, turn=is_low is None)
        ]

    def around(self, names: Iterable[str]) -> list[list[Point]]:
        """The outlines of a set of hexes: closed lines, their hexes on the right hand."""
        inside = {self.board.grid.hex(name): name for name in names}
        pieces = []
        for (q, r), name in inside.items():
            corners = self.polygon(name)
            for direction, (dq, dr) in enumerate(STEPS):
                if (q + dq, r + dr) not in inside:
                    pieces.append([corners[direction], corners[(direction + 1) % 6]])
        return joined(pieces, turn=False)

    def sea(self, names: Iterable[str]) -> list[Shape]:
        """The sea over these hexes, and its coast wherever it meets another hex of the board."""
        wet = set(names)
        known = self.board.names
        shore = [
            self.side(*((known[a], known[b]) if known[a] in wet else (known[b], known[a])))
            for a, b in self.board.ends
            if (known[a] in wet) != (known[b] in wet)
        ]
        coasts = [soft(line) for line in joined(shore, turn=False)]
        # Only the coast is softened; along the edge of the map the sea ends as its hexes do.
        edge = [piece for loop in self.around(wet) for piece in _without(loop, shore)]
        seas: list[Shape] = [
            {"layer": "sea", "kind": "polygon", "points": loop}
            for loop in joined([*coasts, *edge], turn=False)
        ]
        return [*seas, *(_line("coast", line) for line in coasts)]

    def islands(self, outlines: Iterable[list[Point]]) -> list[Shape]:
        """Sea all over the sheet but for these islands, and their coasts."""
        width, height = self.size
        sheet = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]
        lands = list(outlines)
        seas: list[Shape] = [
            {"layer": "sea", "kind": "polygon", "points": loop} for loop in [sheet, *lands]
        ]
        return [*seas, *(_line("coast", [*land, land[0]]) for land in lands)]

    # -- roads and names -----------------------------------------------------------------------

    def road(self, hexes: Sequence[str], layer: str, name: str = "") -> Shape:
        """A road through the middles of these hexes."""
        return _line(layer, [self.center(one) for one in hexes], text=name)

    def roads(self, links: Iterable[Pair], layer: str, name: str = "") -> list[Shape]:
        """Roads from hex to hex, joined into lines as long as can be; the longest has the name."""
        lines = joined([[self.center(a), self.center(b)] for a, b in links])
        lines.sort(key=len, reverse=True)
        return [_line(layer, line, text=name if n == 0 else "") for n, line in enumerate(lines)]

    def _point(self, x: float, y: float) -> Point:
        return [round(x + self._dx, 1), round(y + self._dy, 1)]


def _line(layer: str, points: list[Point], *, broken: bool = False, text: str = "") -> Shape:
    shape: Shape = {"layer": layer, "kind": "line", "points": points}
    if broken:
        shape["broken"] = True
    if text:
        shape["text"] = text
    return shape


def _without(loop: list[Point], pieces: list[list[Point]]) -> list[list[Point]]:
    """The sides of a loop that are not among the pieces."""
    return [[a, b] for a, b in pairwise(loop) if [a, b] not in pieces]


def joined(pieces: Sequence[list[Point]], *, turn: bool = True) -> list[list[Point]]:
    """Join lines that meet end to end; with `turn` one may be turned round for it.

    Where more than two meet, the straightest pair goes on.
    """
    lines: list[list[Point] | None] = [list(piece) for piece in pieces]
    ends: dict[_End, list[int]] = {}
    for n, piece in enumerate(pieces):
        for point in (piece[0], piece[-1]):
            ends.setdefault(_end(point), []).append(n)
    done: list[list[Point]] = []
    for n in range(len(lines)):
        line = lines[n]
        if line is None:
            continue
        lines[n] = None
        line = _grown(line, lines, ends, turn=turn, forward=True)
        line = _grown(line[::-1], lines, ends, turn=turn, forward=False)[::-1]
        done.append(line)
    return done


def _grown(
    line: list[Point],
    lines: list[list[Point] | None],
    ends: dict[_End, list[int]],
    *,
    turn: bool,
    forward: bool,
) -> list[Point]:
    """The line with all that goes on from its end; what is taken is taken out of `lines`."""
    while line[0] != line[-1]:
        tip = line[-1]
        found: list[tuple[float, int, list[Point]]] = []
        for n in ends[_end(tip)]:
            other = lines[n]
            if other is None:
                continue
            if other[0] == tip and (turn or forward):
                found.append((_bend(line[-2], tip, other[1]), n, other))
            elif other[-1] == tip and (turn or not forward):
                found.append((_bend(line[-2], tip, other[-2]), n, other[::-1]))
        if not found:
            break
        _, n, other = min(found)
        lines[n] = None
        line = [*line, *other[1:]]
    return line


def _end(point: Point) -> _End:
    return point[0], point[1]


def _bend(a: Point, b: Point, c: Point) -> float:
    """How far the way from a over b to c is from straight: -1 straight on, 1 back again."""
    ax, ay, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return -(ax * cx + ay * cy) / (hypot(ax, ay) * hypot(cx, cy))


def soft(line: list[Point], times: int = 2) -> list[Point]:
    """A coast along hexsides looks like a coast.

    It runs through the middles of the sides, and its corners are cut again and again.
    """
    closed = line[0] == line[-1]
    middles = [[(ax + bx) / 2, (ay + by) / 2] for (ax, ay), (bx, by) in pairwise(line)]
    line = [*middles, middles[0]] if closed else [line[0], *middles, line[-1]]
    for _ in range(times):
        cut: list[Point] = [] if closed else [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append([round(ax + (bx - ax) / 4, 1), round(ay + (by - ay) / 4, 1)])
            cut.append([round(bx - (bx - ax) / 4, 1), round(by - (by - ay) / 4, 1)])
        cut.append(cut[0] if closed else line[-1])
        line = cut
    return line
