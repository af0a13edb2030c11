"""The pieces of the game: spaces, units, and what a scenario says of them.

Inside the rules sides, spaces and units are small integers; names are for people and journals.
"""

from __future__ import annotations

from typing import NamedTuple

ALLIED, AXIS = 0, 1
SIDES = ("allied", "axis")
NOBODY = -1

ARMOUR, INFANTRY, AT = range(3)  # 22.b-d
TYPES = ("armour", "infantry", "at")

FULL, REDUCED, GONE = 2, 1, 0  # steps a unit has left
OFF_MAP = -1  # where an eliminated unit is


class Space(NamedTuple):
    """3.1-3.1.3, 3.1.5, 22.a An Area or a Zone: identifier, terrain, TEM, victory points."""

    id: str
    name: str
    is_zone: bool
    is_stutzpunkt: bool
    tem: int
    vp: int
    source: str


class Unit(NamedTuple):
    """A counter (4.0). `mf` is 0 where no movement factor is printed (R11)."""

    id: str
    label: str
    name: str
    side: int
    nation: str
    type: int
    subtype: str
    size: str
    formation: str
    cv_full: int
    cv_reduced: int
    mf: int
    source: str

    @property
    def is_armoured_car(self) -> bool:
        """8.1.2b names them; armour in all other respects (R16)."""
        return self.subtype == "armoured_car"


class Place(NamedTuple):
    """Where a unit may begin (5.2); of several places the Allied player chooses (5.2.1e)."""

    unit: int
    spaces: tuple[int, ...]
    historical: int
    option: str  # the unit is there only with this option ("": always)
    without: str  # the unit is there only without this option


class Scenario(NamedTuple):
    """A game of three days, or of four (20.0)."""

    id: str
    name: str
    turns: tuple[str, ...]
    extended: bool


class Division(NamedTuple):
    """A German division that is locked on June 15 (16.0)."""

    id: str
    units: tuple[int, ...]
    rule: str
