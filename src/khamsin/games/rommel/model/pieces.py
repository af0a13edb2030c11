"""The pieces of the game: hexes, blocks, and what a scenario says of them.

Inside the rules sides, hexes and blocks are small integers; names are for people and journals.
"""

from __future__ import annotations

from typing import NamedTuple

ALLIED, AXIS = 0, 1
SIDES = ("allied", "axis")
NOBODY = -1
BOTH = 2  # of two who laid a minefield in the same hex

ROW, LATER, GROUP, KNOWN = 0, 40, 98, 100
"""Blocks that the enemy cannot tell apart (`State.kin`) are numbered by set-up row, by month of
arrival and side, as the Malta Group; a block that he has seen has a number of its own."""

ARMOR, INFANTRY, ANTITANK, ARTILLERY = range(4)  # 2.2
CLASSES = ("armor", "infantry", "antitank", "artillery")

# 1.5 Road classes, poorest first, so that the smaller number rules a mixed path (6.2)
OPEN, TRAIL, TRACK, HIGHWAY = range(4)
ROADS = ("", "trail", "track", "highway")

# Where a block is when it is in no hex
DUE, MALTA, UNPLACED, REFIT, EXITED, DEAD, UNUSED = -1, -2, -3, -4, -5, -6, -7
OFF = {
    DUE: "due", MALTA: "malta", UNPLACED: "unplaced", REFIT: "refit", EXITED: "exited",
    DEAD: "eliminated", UNUSED: "unused",
}  # fmt: skip


class Hex(NamedTuple):
    """1.1.a, 1.1.b A hex of the map by its number, with the name that the log gives it."""

    id: str
    name: str
    label: str
    country: str
    kinds: tuple[str, ...]
    x: int
    y: int
    source: str


class Type(NamedTuple):
    """2.2.a, 2.2.s1 All blocks of a type have the same class, speed and price of a lost CV (16.54).

    Also 2.2.b.
    """

    id: str
    combat_class: int
    speed: int
    rp_per_cv: int
    source: str


class Block(NamedTuple):
    """2.1, 2.3.a, 2.4, intro.g A block; `steps` are the CVs on its edges, the highest first."""

    id: str
    name: str
    full: str
    side: int
    nationality: str
    type: str
    is_elite: bool
    steps: tuple[int, ...]
    month: str
    is_itank: bool
    source: str


class Road(NamedTuple):
    """1.5 A road as it is drawn: its class, its name, the hexes it runs through."""

    kind: str
    name: str
    hexes: tuple[int, ...]


class Fortress(NamedTuple):
    """1.7.a A Fortress and its port, with the capacity each side has there.

    Also 1.7.b, 13.0, 13.3.s2.
    """

    id: str
    hex: int
    name: str
    capacity: tuple[int, int]


class Row(NamedTuple):
    """18.0 Blocks of one side that are deployed in one area."""

    side: int
    blocks: tuple[int, ...]
    hexes: tuple[int, ...]
    at_most: tuple[tuple[int, int], ...]
    """Hexes that take only so many of these blocks."""
    reduced: tuple[int, ...]
    """18.0.a Those of them that begin with a step lost."""


class Scenario(NamedTuple):
    """18.1-18.8 One of the eight scenarios."""

    id: str
    title: str
    rule: str
    calendar: tuple[str, ...]
    start_month: int
    end_month: int
    first_player: int
    hand: tuple[int, int]
    draw: tuple[int, int]
    printed: tuple[int, int]
    """The Allied hand and draw as the scenario page prints them (R35)."""
    axis_fortresses: tuple[int, ...]
    minefields: tuple[int, ...]
    rows: tuple[Row, ...]
    reinforcements: tuple[tuple[int, int], ...]
    """Block and month, for all that come later (16.4)."""
    malta: tuple[int, ...]
    malta_month: int
    malta_draw: int
    draw_later: int
    draw_later_month: int
    rommel_bonus: bool
    buildup_dice: int
    first_buildup_rp: int
