"""The map and the tables of Island of Death, read from the data pack.

A hex is named CCRR. Hexes have a flat top, and even columns sit half a hex lower.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[3] / "src" / "khamsin" / "games" / "malta" / "data"

AXIS, ALLIED = "axis", "allied"
SIDES = (ALLIED, AXIS)
DIRECTIONS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def read(name: str) -> dict[str, Any]:
    """One file of the data pack."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


class Land(NamedTuple):
    """A hex that is not ocean."""

    name: str
    base: str
    terrain: str
    fort: bool
    airfield: bool
    port: str
    zone: str


MAP = read("map.toml")
TABLES = read("tables.toml")
SCENARIOS = read("scenarios.toml")

LAND: dict[str, Land] = {
    row["id"]: Land(
        row["id"],
        row["base"],
        row["terrain"],
        row.get("fort", False),
        bool(row.get("airfield", "")),
        row.get("port", ""),
        row.get("beach_zone", ""),
    )
    for row in MAP["hex"]
}
EDGES: dict[frozenset[str], str] = {
    frozenset((row["a"], row["b"])): row["type"] for row in MAP["edge"]
}
ROADS: set[frozenset[str]] = {
    frozenset(pair) for row in MAP["road"] for pair in pairwise(row["path"])
}
ALL_HEXES = [
    f"{column:02}{row:02}"
    for column in range(MAP["map"]["columns"][0], MAP["map"]["columns"][1] + 1)
    for row in range(MAP["map"]["rows"][0], MAP["map"]["rows"][1] + 1)
]
OCEAN = [name for name in ALL_HEXES if name not in LAND]
BEACHES = [name for name, land in LAND.items() if land.zone]
TOWNS = [name for name, land in LAND.items() if land.terrain in ("town", "city")]
AIRFIELDS = [name for name, land in LAND.items() if land.airfield]
DAYS: list[str] = SCENARIOS["turns"]["days"]
TURNS: list[str] = SCENARIOS["turns"]["of_day"]
ZONES = ("west", "north", "east", "south")


@cache
def axial(name: str) -> tuple[int, int]:
    """Column, and how far south along the column's axis."""
    column, row = int(name[:2]), int(name[2:])
    return column, row - (column - 1) // 2


@cache
def named(column: int, south: int) -> str:
    """The hex at these axial coordinates, maybe beyond the map."""
    return f"{column:02}{south + (column - 1) // 2:02}"


@cache
def distance(a: str, b: str) -> int:
    """Hexes from one to another."""
    (ca, sa), (cb, sb) = axial(a), axial(b)
    dc, ds = cb - ca, sb - sa
    return max(abs(dc), abs(ds), abs(dc + ds))


def shifted(name: str, direction: str, steps: int) -> str:
    """The hex so many steps away in a direction; it may be beyond the map."""
    column, south = axial(name)
    dc, ds = DIRECTIONS[direction]
    return named(column + dc * steps, south + ds * steps)


@cache
def neighbours(name: str) -> tuple[str, ...]:
    """The land hexes next to a hex, by number."""
    return tuple(sorted(hex_ for hex_ in LAND if distance(name, hex_) == 1))


@cache
def near(name: str, most: int) -> tuple[str, ...]:
    """Land hexes within so many hexes, itself included."""
    return tuple(sorted(hex_ for hex_ in LAND if distance(name, hex_) <= most))


def edge(a: str, b: str) -> str:
    """What is on the hexside: creek, creek_rise, ocean or nothing."""
    return EDGES.get(frozenset((a, b)), "")


def road(a: str, b: str) -> bool:
    """Whether a road crosses the hexside (6.51)."""
    return frozenset((a, b)) in ROADS


@cache
def crossable(a: str, b: str, move_class: str) -> bool:
    """Whether a unit of this class can cross the hexside at all (5.0, 9.11, R23)."""
    kind = edge(a, b)
    if kind == "ocean":
        return False
    if kind == "creek_rise" and not road(a, b):
        return move_class not in ("mot", "mech")
    return True


def number(values: list[int], strategic: bool) -> int:
    """A price of the table: the second one for strategic movement, where there is one (6.2)."""
    return values[1] if strategic and len(values) > 1 else values[0]


@cache
def cost_into(a: str, b: str, move_class: str, *, strategic: bool, fort_stands: bool) -> int | None:
    """Half movement points to go from one hex to the next (6.11, 6.51); None: never."""
    table = TABLES["terrain_effects"]
    if move_class == "any":  # leaders, 14.3
        found = [
            cost_into(a, b, kind, strategic=strategic, fort_stands=fort_stands)
            for kind in ("foot", "mot", "mech")
        ]
        return min((cost for cost in found if cost is not None), default=None)
    if not crossable(a, b, move_class):
        return None
    if road(a, b):
        return number(table["road"][move_class], strategic)
    land = LAND[b]
    kinds = [land.terrain]
    if land.terrain not in ("town", "city"):
        if land.base == "beach":
            kinds.append("beach")
        if land.fort and fort_stands:
            kinds.append("fort")
    cost = max(number(table[kind][move_class], strategic) for kind in kinds)
    side = edge(a, b)
    return cost + (
        number(table[side][move_class], strategic) if side in ("creek", "creek_rise") else 0
    )


def line_blocked(a: str, b: str, blocks: dict[str, bool]) -> bool:
    """Whether the line of fire of a coast gun is blocked (16.54, R59).

    In the plane a hex centre is at (3/2 column, root 3 times (row + half for even columns)); the
    units are chosen so that everything is a whole number: x is 3 a column, y 2 a row, and a hex has
    corners at (+-2, 0) and (+-1, +-1).
    """
    ax, ay = plane(a)
    bx, by = plane(b)
    dx, dy = bx - ax, by - ay

    def side_of(x: int, y: int) -> int:
        return dx * (y - ay) - dy * (x - ax)

    def between(x: int, y: int) -> bool:
        along = dx * (x - ax) + 3 * dy * (y - ay)
        return 0 < along < dx * dx + 3 * dy * dy

    grazed: list[str] = []
    for name in LAND:
        if name in (a, b) or not blocks.get(name):
            continue
        if distance(a, name) + distance(name, b) > distance(a, b) + 1:
            continue
        corners = [side_of(x, y) for x, y in hexagon(name)]
        if min(corners) < 0 < max(corners):
            return True
        if corners.count(0) == 2 and adjacent_zero(corners):
            grazed.append(name)
    for index, name in enumerate(grazed):
        for other in grazed[index + 1 :]:
            if distance(name, other) == 1 and opposite(name, other, side_of):
                return True
    ends: dict[tuple[int, int], set[bool]] = {}
    for pair, kind in EDGES.items():
        if kind != "creek_rise" or a in pair or b in pair:
            continue
        one, two = shared_corners(*pair)
        if not (between(*one) or between(*two)):
            continue
        s1, s2 = side_of(*one), side_of(*two)
        if s1 * s2 < 0 or s1 == s2 == 0:
            return True
        if s1 * s2 == 0:  # an end is touched: crossed where rises of both sides meet (R59)
            ends.setdefault(one if s1 == 0 else two, set()).add(s1 + s2 > 0)
    return any(len(sides) == 2 for sides in ends.values())


@cache
def plane(name: str) -> tuple[int, int]:
    """The centre of a hex in whole numbers; a step along y is root 3 times one along x."""
    column, row = int(name[:2]), int(name[2:])
    return 3 * column, 2 * row + (1 if column % 2 == 0 else 0)


def hexagon(name: str) -> list[tuple[int, int]]:
    """The corners of a hex, in order."""
    x, y = plane(name)
    return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]


def adjacent_zero(corners: list[int]) -> bool:
    """Whether the line runs along a hexside: two neighbouring corners lie on it."""
    return any(corners[at] == 0 and corners[at - 1] == 0 for at in range(6))


def opposite(one: str, two: str, side_of: Any) -> bool:
    """Whether two hexes lie on both sides of the line, at the same hexside."""
    first, second = side_of(*plane(one)), side_of(*plane(two))
    return bool(first * second < 0)


def shared_corners(a: str, b: str) -> list[tuple[int, int]]:
    """The two corners that two neighbouring hexes share."""
    return [corner for corner in hexagon(a) if corner in hexagon(b)]
