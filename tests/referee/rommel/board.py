"""The map, the blocks and the tables, read from the data pack (1.0, 2.0, 6.1, 7.1, 9.4)."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import khamsin

DATA = Path(khamsin.__file__).parent / "games" / "rommel" / "data"

AXIS, ALLIED = "axis", "allied"
SIDES = (ALLIED, AXIS)
CLASSES = ("armor", "infantry", "antitank", "artillery")

OPEN, TRAIL, TRACK, HIGHWAY = range(4)
"""Classes of road, poorest first."""
ROADS = {"trail": TRAIL, "track": TRACK, "highway": HIGHWAY}

STEPS = (1, -1, 25, -25, 24, -24)
"""The numbers of the neighbours of a hex, seen from its own (map.toml)."""

Edge = tuple[int, int]


def other(side: str) -> str:
    """The enemy."""
    return AXIS if side == ALLIED else ALLIED


def edge(a: int, b: int) -> Edge:
    """The hexside between two hexes."""
    return (a, b) if a < b else (b, a)


class Block(NamedTuple):
    """What is printed on a block and on the charts."""

    id: str
    side: str
    nation: str
    kind: str
    arm: str
    speed: int
    elite: bool
    steps: tuple[int, ...]
    month: str
    itank: bool
    price: int
    """RP for a step (16.54)."""

    @property
    def step(self) -> int:
        """CV of one step (2.4)."""
        return 2 if self.elite else 1


def load(name: str) -> dict[str, Any]:
    """One file of the data pack."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


class Board:
    """Everything that never changes."""

    def __init__(self) -> None:
        data = load("map")
        self.hexes: tuple[int, ...] = tuple(row["id"] for row in data["hexes"])
        self.country = {row["id"]: row["country"] for row in data["hexes"]}
        self.region: dict[str, frozenset[int]] = {
            name: frozenset(ids) for name, ids in data["region"].items() if name != "source"
        }
        for land in ("libya", "egypt"):
            self.region[land] = frozenset(h for h in self.hexes if self.country[h] == land)
        here = set(self.hexes)
        self.beside = {h: tuple(h + s for s in STEPS if h + s in here) for h in self.hexes}
        """All neighbours, also across impassable hexsides."""
        self.tables = load("tables")
        clear, narrow = self.tables["hexside"]["clear"], self.tables["hexside"]["narrow"]
        self.limit: dict[Edge, int] = {
            edge(a, b): clear for a in self.hexes for b in self.beside[a]
        }
        for row in data["hexsides"]:
            at = edge(row["a"], row["b"])
            self.limit[at] = 0 if row["crossing"] == "none" else narrow
        self.road: dict[Edge, int] = dict.fromkeys(self.limit, OPEN)
        for row in data["roads"]:
            chain = row["hexes"]
            for a, b in pairwise(chain):
                at = edge(a, b)
                self.road[at] = max(self.road[at], ROADS[row["class"]])
        self.next = {
            h: tuple(n for n in self.beside[h] if self.limit[edge(h, n)]) for h in self.hexes
        }
        """Neighbours across passable hexsides."""
        self.highway = {
            h: tuple(n for n in self.next[h] if self.road[edge(h, n)] == HIGHWAY)
            for h in self.hexes
        }
        special = data["special"]
        self.base = {AXIS: special["axis_base"], ALLIED: special["allied_base"]}
        self.oases: tuple[int, ...] = tuple(special["oases"])
        self.exits = {
            AXIS: tuple(special["axis_exit_hexes"]),
            ALLIED: tuple(special["allied_exit_hexes"]),
        }
        self.backward: tuple[int, int] = (64, 40)
        """The one step away from the Base that an Axis Withdrawal may take (5.3.s5)."""
        self.fortresses: tuple[int, ...] = tuple(row["hex"] for row in data["fortress"])
        self.fortress_id = {row["id"]: row["hex"] for row in data["fortress"]}
        self.capacity = {
            (side, row["hex"]): row[f"{side}_capacity"]
            for row in data["fortress"]
            for side in SIDES
        }
        self.legs = {h: self._legs(h) for h in self.hexes}
        self.blocks = self._blocks()
        scenarios = load("scenarios")
        self.scenario = {row["id"]: row for row in scenarios["scenario"]}

    def _legs(self, start: int) -> tuple[tuple[int, ...], ...]:
        """Ways from a hex that are short enough to be a link of a Supply Chain (12.4.b).

        One hex anywhere; two hexes on trails or better; three on tracks or better. A leg along the
        highway alone may be of any length and is looked for elsewhere.
        """
        found: list[tuple[int, ...]] = []

        def go(path: tuple[int, ...], worst: int) -> None:
            length = len(path) - 1
            if length:
                if length == 1 or (length == 2 and worst >= TRAIL) or worst >= TRACK:
                    found.append(path)
                if length == 3 or worst < TRAIL:
                    return
            for step in self.next[path[-1]]:
                if step not in path:
                    go((*path, step), min(worst, self.road[edge(path[-1], step)]))

        go((start,), HIGHWAY)
        return tuple(found)

    def _blocks(self) -> dict[str, Block]:
        data = load("units")
        blocks = {}
        for row in data["units"]:
            kind = data["type"][row["type"]]
            elite = row["elite"]
            blocks[row["id"]] = Block(
                id=row["id"],
                side=row["side"],
                nation=row["nationality"],
                kind=row["type"],
                arm=kind["class"],
                speed=kind["speed"],
                elite=elite,
                steps=tuple(row["steps"]),
                month=row["month"],
                itank=row.get("itank", False),
                price=kind["rp_per_cv"] * (2 if elite else 1),
            )
        return blocks

    def bonus(self, road: int) -> int:
        """Extra hexes for moving on roads only (6.2.a)."""
        table = self.tables["road"]
        return {
            OPEN: 0,
            TRAIL: table["trail_bonus"],
            TRACK: table["track_bonus"],
            HIGHWAY: table["highway_bonus"],
        }[road]

    def distance(self, a: int, b: int) -> int:
        """How many hexes apart two hexes are, whatever lies between (5.3.c condition 4)."""
        row_a, at_a = divmod(a, 25)
        row_b, at_b = divmod(b, 25)
        down, along = row_b - row_a, at_b - at_a
        return max(abs(down), abs(along), abs(down + along))


@cache
def board() -> Board:
    """The one board."""
    return Board()
