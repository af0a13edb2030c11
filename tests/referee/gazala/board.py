"""The map, the counters and the tables, read from the data pack; nothing in it changes in play.

Hexes are named RRCC: row from the south, column from the west, even rows half a hex to the east
(R1). A hexside is the pair of its two hexes.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import khamsin

DATA = Path(khamsin.__file__).parent / "games" / "gazala" / "data"
AXIS, ALLIED = "axis", "allied"
SIDES = (AXIS, ALLIED)
INDEPENDENT = "independent"
ROMMEL = "erwin_rommel"
HECKLER = "heckler"

Side = frozenset[str]
"""A hexside: the two hexes that share it."""


def read(name: str) -> dict[str, Any]:
    """One file of the data pack."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIED if side == AXIS else AXIS


class Counter(NamedTuple):
    """What is printed on a counter."""

    id: str
    side: str
    nation: str
    type: str
    size: str
    foot: bool
    formation: str
    steps: tuple[tuple[int, int, int], ...]
    """Combat (nothing for an HQ), armour and movement, full strength first."""
    range: int
    battalion: str
    """The battalion counter of a brigade with three steps (9.31)."""
    family: str
    """Battalions that can stand in for each other (R37)."""
    tank: str

    @property
    def is_hq(self) -> bool:
        """An HQ or Rommel, who is treated as one (R30)."""
        return self.size == "HQ"

    @property
    def is_large(self) -> bool:
        """Regiment or brigade (4.41, 5.1)."""
        return self.size in ("III", "X")

    @property
    def is_tank(self) -> bool:
        """A tank unit."""
        return self.type == "tank"

    @property
    def is_car(self) -> bool:
        """Armoured cars: vehicles with 12 movement points (8.13, 10.3)."""
        return self.type == "armored_car"

    @property
    def is_vehicle(self) -> bool:
        """What can be hit in armour combat (8.2)."""
        return self.is_tank or self.is_car

    @property
    def is_flak(self) -> bool:
        """Flak (8.13, 9.74)."""
        return self.type == "flak"

    @property
    def is_engineer(self) -> bool:
        """Engineers, on foot or motorised."""
        return self.type in ("engineer", "mot_engineer")

    @property
    def is_infantry(self) -> bool:
        """Infantry, motorised infantry, engineers and marines (9.63)."""
        return self.is_engineer or self.type in ("infantry", "mot_infantry", "marine")


class Board:
    """The printed map."""

    def __init__(self) -> None:
        raw = read("map")
        self.raw = raw
        self.terrain = {row["id"]: row["terrain"] for row in raw["hex"] if row["terrain"] != "sea"}
        self.land = list(self.terrain)
        self.near = {at: [to for to in around(at) if to in self.terrain] for at in self.land}
        self.links = {frozenset((row["a"], row["b"])): row["kind"] for row in raw["link"]}
        """Roads and tracks by the hexside that they cross."""
        self.cliffs, self.mines, self.forts = (
            {frozenset((row["a"], row["b"])) for row in raw["hexside"] if row["kind"] == kind}
            for kind in ("cliff", "minefield", "fort")
        )
        self.inside = set(raw["fortress"]["inside"])
        self.on_link: dict[str, set[str]] = {}
        for pair, kind in self.links.items():
            for at in pair:
                self.on_link.setdefault(at, set()).add(kind)
        self.exits = {row["side"]: set(row["hexes"]) & set(self.land) for row in raw["exit"]}


def around(at: str) -> list[str]:
    """The six numbers around a hex, also those off the map: east, west, two north, two south."""
    row, col = int(at[:2]), int(at[2:])
    shift = 0 if row % 2 == 0 else -1
    cells = [(row, col + 1), (row, col - 1)]
    cells += [(other, col + shift + more) for other in (row + 1, row - 1) for more in (0, 1)]
    return [f"{r:02}{c:02}" for r, c in cells]


def west_of(at: str) -> str:
    """The neighbour straight west (R31)."""
    return f"{at[:2]}{int(at[2:]) - 1:02}"


@cache
def distance(one: str, other: str) -> int:
    """How many hexes apart: plain distance over the grid (7.22)."""

    def cube(at: str) -> tuple[int, int, int]:
        row, col = int(at[:2]), int(at[2:])
        # Even rows lie half a hex further east.
        x = col - (row + (row % 2)) // 2
        return x, row, -x - row

    a, b = cube(one), cube(other)
    return max(abs(m - n) for m, n in zip(a, b, strict=True))


@cache
def board() -> Board:
    """The map, read once."""
    return Board()


@cache
def counters() -> dict[str, Counter]:
    """All counters by name, in the order of the pack."""
    return {
        row["id"]: Counter(
            row["id"],
            row["side"],
            row["nationality"],
            row["type"],
            row["size"],
            row["movement_class"] == "foot",
            row["formation"],
            tuple(tuple(step) for step in row["steps"]),
            row.get("range", 0),
            row.get("battalion", ""),
            row.get("pool", ""),
            row.get("tank_type", ""),
        )
        for row in read("units")["unit"]
    }


@cache
def formations() -> dict[str, tuple[str, str]]:
    """Side and HQ of every formation that has an HQ."""
    return {row["id"]: (row["side"], row["hq"]) for row in read("units")["formation"] if row["hq"]}


@cache
def brigade_of() -> dict[str, str]:
    """The brigade to which a battalion counter belongs."""
    return {unit.battalion: unit.id for unit in counters().values() if unit.battalion}


@cache
def tables() -> dict[str, Any]:
    """Combat results, costs and limits."""
    return read("tables")


@cache
def scenarios() -> dict[str, Any]:
    """Set-ups, arrivals and special rules."""
    return read("scenarios")


POOLS = (
    "german_tank",
    "german_armored_car",
    "german_infantry",
    "italian_tank",
    "italian_armored_car",
    "stuart",
    "grant",
    "crusader",
    "matilda",
    "valentine",
    "armored_car",
    "british_infantry",
)
"""The kinds of replacement points (11.2, R15), in the order of the table's list."""


def pool_of(unit: Counter) -> str:
    """Which points rebuild a unit (11.2.b, 11.21, 11.22, R15, R49); nothing if none do."""
    if unit.is_tank:
        return f"{unit.nation}_tank" if unit.side == AXIS else unit.tank.lower()
    if unit.is_car:
        return f"{unit.nation}_armored_car" if unit.side == AXIS else "armored_car"
    if unit.type in ("infantry", "mot_infantry"):
        if unit.nation == "german":
            return "german_infantry"
        if unit.nation in ("british", "indian"):
            return "british_infantry"
    return ""
