"""The pieces of the game: hexes, counters, formations, and what a scenario says of them.

Inside the rules sides, hexes and units are small integers; names are for people and journals.
"""

from __future__ import annotations

from typing import NamedTuple

ALLIED, AXIS = 0, 1
SIDES = ("allied", "axis")
NOBODY = -1

# 2.5 Unit types
KINDS = (
    "infantry", "parachute", "glider", "commando", "marine", "motorcycle", "tank", "engineer",
    "para_engineer", "machine_gun", "anti_aircraft", "artillery", "hq", "leader", "strongpoint",
    "coast_gun", "militia", "warship",
)  # fmt: skip
(
    INFANTRY, PARACHUTE, GLIDER, COMMANDO, MARINE, MOTORCYCLE, TANK, ENGINEER, PARA_ENGINEER,
    MACHINE_GUN, AA, ARTILLERY, HQ, LEADER, STRONGPOINT, COAST_GUN, MILITIA, WARSHIP,
) = range(len(KINDS))  # fmt: skip
ENGINEERS = (ENGINEER, PARA_ENGINEER)
SOLITAIRE = "solitaire"
"""21 The rules for one player, an option of every scenario."""

HIDDEN_KINDS = (STRONGPOINT, COAST_GUN, MILITIA)
"""Counters that stand face down: what is printed on one is `State.back`, not its name."""

SIZES = (
    "battalion", "company", "hq", "leader", "strongpoint", "coast_gun", "militia", "warship",
)  # fmt: skip
BATTALION, COMPANY = 0, 1

# 6.12 Movement classes; leaders may use any of them (14.3)
CLASSES = ("foot", "mot", "mech", "any")
FOOT, MOT, MECH, ANY = range(4)

# 11.3, 11.4 The order a unit is in
GOOD, DISORGANISED, DEMORALISED = range(3)
ORDERS = ("good", "disorganised", "demoralised")

CLEAR, WOODS, TOWN, CITY = range(4)
TERRAINS = ("clear", "woods", "town", "city")
INLAND, COAST, BEACH = range(3)
BASES = ("inland", "coast", "beach")
NO_PORT, MINOR, MAJOR = range(3)
PORTS = ("", "minor", "major")

NEAR = 2
"""6.2, 10.11, 18.5 The hexes within which an enemy is near; `State.near2` counts them."""

# Where a unit is when it is not in a hex. Boxes of beaches count down from W1 and W2.
UNUSED, GONE, BREAKDOWN, BROKEN, TURN_BOX, DAY_BOX, TO_PLACE, AT_SEA = range(-1, -9, -1)
PLACE_IDS = (
    "", "eliminated", "breakdown", "broken_down", "turn_record", "day_record", "to_place", "at_sea",
)  # fmt: skip
FOLLOW_UP = -10  # minus the number of the zone
W1, W2 = -100, -200  # minus the number of the beach

TURNS = ("am", "noon", "pm", "night")
AM, NOON, PM, NIGHT = range(4)
WEATHERS = ("clear", "cloudy", "rain")
CLEAR_SKY, CLOUDY, RAIN = range(3)


class Level(NamedTuple):
    """One strength of a counter: attack, defence, movement allowance, morale (2.1)."""

    attack: int
    defence: int
    move: int
    morale: int


class Gun(NamedTuple):
    """What an artillery unit, a warship or a coast gun fires with (2.1, 16.5)."""

    offensive: int
    defensive: int
    range: int


class Commander(NamedTuple):
    """One side of a leader's counter (2.2): bonuses to movement, tactical value."""

    foot: int
    vehicle: int
    tactical: int


class Unit(NamedTuple):
    """A counter as it is printed; its class is foot, mot or mech (2.1.foot, 2.1.mot, 2.1.mech)."""

    id: str
    name: str
    full_name: str
    side: int
    nation: str
    kind: int
    subtype: str
    size: int
    move_class: int
    formation: int
    group: str  # regiment or brigade (9.92), or ""
    entry: str
    levels: tuple[Level, ...]
    gun: Gun | None
    commanders: tuple[Commander, ...]  # front, ADC
    companies: tuple[int, ...]  # those of its own that it breaks down into
    pool: int  # or the pool of generic companies, or -1
    parent: int  # the battalion whose own company this is, or -1
    is_two_sided: bool  # 17.83: a company whose reduced side is no step
    is_security: bool
    victory_steps: int
    source: str


class Formation(NamedTuple):
    """A group supplied by one HQ (2.1.formation)."""

    id: str
    name: str
    side: int
    hq: int
    leader: int  # or -1
    marker: int  # its drop zone marker (19.1), or -1


class Hex(NamedTuple):
    """A land hex of the map (2.4)."""

    id: str
    name: str
    base: int
    terrain: int
    fort: bool
    airfield: str
    port: int
    zone: int  # of a beach hex, else -1
    is_ammunition_source: bool
    source: str


class Zone(NamedTuple):
    """18.1 A beach zone with its beaches."""

    id: str
    name: str
    beaches: tuple[int, ...]


class Placing(NamedTuple):
    """What a scenario puts in one hex or box."""

    place: str
    units: tuple[str, ...]
    levels: tuple[tuple[str, int], ...]
    pool: tuple[tuple[str, int], ...]
    markers: tuple[str, ...]
    attach_to: str


class SeriesLimit(NamedTuple):
    """22.26, 22.35 How many series may drop from one turn to another; -1 where not limited so."""

    first: int
    last: int
    german: int
    italian: int
    axis: int
    only: tuple[int, ...]
    forced: tuple[str, ...]


class Scenario(NamedTuple):
    """22 One of the two scenarios."""

    id: str
    name: str
    first_day: int
    last_day: int
    air_raids: bool
    delayed_reaction: bool
    militia: int
    plans_first: bool
    chooses_zones: bool
    limits: tuple[SeriesLimit, ...]
    axis_hexes: tuple[int, ...]
    landed: tuple[int, ...]
    destroyed: tuple[int, ...]
    steps_lost: tuple[int, int]
    militia_rolled: tuple[int, ...]
    hq_cutoff: int
    replacement_day: int
    replacements: tuple[int, int]  # infantry, glider
    navy_day: int
    warships: tuple[int, ...]
    engineers: tuple[int, ...]
    broken_down: tuple[int, ...]
    hexes: tuple[Placing, ...]
    boxes: tuple[Placing, ...]
    options: tuple[str, ...]
