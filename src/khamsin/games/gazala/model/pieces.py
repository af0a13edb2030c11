"""The pieces of the game: units, formations, scenarios, and the words for where a unit can be.

Inside the rules sides, hexes, hexsides and units are small integers; names are for people and
journals.
"""

from __future__ import annotations

from typing import NamedTuple

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")
NOBODY = -1

OFF = -1  # eliminated, or a battalion counter that nobody uses
WAITING = -2  # a reinforcement that has not entered
LEFT = -3  # gone over its own edge of the map (4.34)
UNUSED = -4  # no part of this scenario
UNPLACED = -5  # still to be set up
AT_SEA = -6  # the Heckler group before it lands (10.4)

SUPPLIED, UNSUPPLIED, ISOLATED = 0, 1, 2
STATUSES = ("supplied", "unsupplied", "isolated")

ROMMEL = "rommel"
INDEPENDENT = "independent"

TYPES = (
    "tank", "armored_car", "infantry", "mot_infantry", "engineer", "mot_engineer", "marine",
    "flak", "hq", "leader",
)  # fmt: skip
SIZES = ("II", "III", "X", "HQ")
NATIONS = ("german", "italian", "british", "south_african", "indian", "french")
POOLS = (
    "german_tank", "german_armored_car", "german_infantry", "italian_tank", "italian_armored_car",
    "stuart", "grant", "crusader", "matilda", "valentine", "armored_car", "british_infantry",
)  # fmt: skip
"""Replacement points by type and nationality (11.21, 11.22, R15)."""


class Unit(NamedTuple):
    """A counter (2.1, 2.2): combat, armour and movement for each of its steps."""

    id: str
    short: str
    name: str
    side: int
    nation: str
    type: str
    size: str
    is_mech: bool
    formation: str
    steps: tuple[tuple[int, int, int], ...]
    range: int
    battalion: str
    family: str
    tank: str
    source: str


class Formation(NamedTuple):
    """A corps or division with its headquarters, whose impulse chit bears the same name (2.2)."""

    id: str
    name: str
    side: int
    hq: str


class Place(NamedTuple):
    """One line of a set-up: units, and where they may begin."""

    side: int
    units: tuple[int, ...]
    centres: tuple[int, ...]
    radius: int
    overflow: int  # R24: units that find no room may go so much further
    stack_with: str  # a formation, "any", or "" if hexes are named
    step: int
    formation: str  # "" unless it differs from the printed one (R48)


class Arrival(NamedTuple):
    """Units or replacement points that come on a day."""

    side: int
    date: str  # "start" for what is there from the beginning
    units: tuple[int, ...]
    points: tuple[tuple[int, int], ...]  # pool, number


class Modifier(NamedTuple):
    """Something that changes a command die (7.1)."""

    id: str
    side: int
    die: int
    dates: tuple[str, ...]
    hex: int


class Scenario(NamedTuple):
    """One of the three games of chapter 13."""

    id: str
    name: str
    rule: str
    dates: tuple[str, ...]
    first: int
    victor: int
    victory_hexes: tuple[int, ...]
    first_cup: tuple[str, ...]
    first_choice: int
    has_air: bool
    has_modifiers: bool
    reacting: tuple[int, ...]
    long_supply: tuple[int, ...]
    long_supply_turns: int
    places: tuple[Place, ...]
    arrivals: tuple[Arrival, ...]
    modifiers: tuple[Modifier, ...]


Way = tuple[int, int, int]
"""A step from a hex: the neighbour, the hexside, and what one kind of unit pays, in half points."""
