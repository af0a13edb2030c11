"""The pieces: areas, units, the scenario. Inside the rules all of them are small integers."""

from __future__ import annotations

from typing import NamedTuple

RAIDERS, EMIR = 0, 1
SIDES = ("raiders", "emir")
NOBODY = -1

FULL, WORN, GONE = 2, 1, 0  # 3.2: the steps a unit has left
NOWHERE = -1  # where a lost unit is


class Terrain(NamedTuple):
    """2.2 What it costs to enter an area, and what it adds to the defence."""

    id: str
    cost: int
    cover: int


class Area(NamedTuple):
    """2.1 A part of the desert; 2.3 `well` is what its well counts, 0 without one."""

    id: str
    name: str
    terrain: int
    well: int
    owner: int
    polygon: list[list[float]]
    center: list[float]
    source: str


class Unit(NamedTuple):
    """3.1 A unit with its strength at full and worn, its movement, and where it begins."""

    id: str
    label: str
    name: str
    side: int
    branch: str
    strength: tuple[int, int, int]
    """By its steps: gone, worn, full."""
    moves: int
    start: int
    source: str


class Scenario(NamedTuple):
    """4.1 How many turns are played."""

    id: str
    name: str
    turns: int
