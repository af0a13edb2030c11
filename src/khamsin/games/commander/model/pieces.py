"""The pieces of the game: areas, Forces, chits, and what the maps print about them.

Inside the rules sides, areas and Forces are small integers, counted within one campaign; names are
for people and journals.
"""

from __future__ import annotations

from typing import NamedTuple

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")
NOBODY = -1
AXIS_NATIONS = ("de", "it")  # nations.1
NATIONS = ("be", "de", "fr", "it", "uk", "us")
TYPES = ("infantry", "motorised", "armour")  # types.1
INFANTRY, MOTORISED, ARMOUR = range(3)

FULL, REDUCED, GONE = 2, 1, 0  # forces.1: the side of the counter that shows

# Where a Force is when it is in no area.
LATER = -1  # forces.2: its period has not begun
CUP = -2  # start.2: in the Allied cup
BOX = -3  # ops.1: in the Operations box
POOL = -4  # in the Axis Reinforcement pile
DEAD = -5  # xdead.1, adead.1: in the Axis Destroyed pile, or the Destroyed Allied box
NOWHERE = -9  # R8: came from no area

PLAIN, VETERAN, ELITE = range(3)  # upgrade.7

PLANS = (
    "air_raid", "ambush", "assault", "at_guns", "cohesion", "deploy", "dig_in", "disrupt",
    "exploit", "german_88", "intel", "overrun", "press", "salvage", "tactics",
)  # fmt: skip

ALWAYS, IF_CONTROLLED, NEVER = "always", "if_controlled", ""


class Area(NamedTuple):
    """control.1 A named area; objective.1 with a flag it is an Objective."""

    id: str
    name: str
    region: int
    x: int
    y: int
    flag: str
    fortification: bool
    axis_placement: str
    allied_placement: bool
    source: str


class Region(NamedTuple):
    """check.1 A region and the Axis Forces that each of its areas feeds."""

    id: str
    name: str
    limit: int
    source: str


class Unit(NamedTuple):
    """values.1 A Force: Attack, superior attack, Defence, movement on its full and reduced side."""

    id: str
    name: str
    side: int
    nation: str
    type: int
    full: tuple[int, ...]
    reduced: tuple[int, ...]
    group: str
    airborne: bool
    source: str


class Box(NamedTuple):
    """vp.1 A box of the turn track; `torch` is 0 where none is printed."""

    label: str
    vp: int
    torch: int


class Chit(NamedTuple):
    """upgrade.2 An Upgrade chit: what its veteran and elite sides add (attack, superior, defence,
    plan points).
    """

    id: str
    copies: int
    veteran: tuple[int, ...]
    elite: tuple[int, ...]


class OpsChit(NamedTuple):
    """opschit.1-3 An Operations chit."""

    id: str
    copies: int
    go: bool
    forces: int
    advances: int


class Step(NamedTuple):
    """One movement of an order: its kind, the area it names (or NOBODY), the Supplies it costs."""

    kind: str
    area: int
    supply: int


class Row(NamedTuple):
    """A row of an orders table, for modified dice from `low` to `high`."""

    low: int
    high: int
    steps: tuple[Step, ...]


class Modifier(NamedTuple):
    """What changes a die, when, and by how much."""

    when: str
    add: int
    areas: tuple[int, ...]
    turn: int


class Condition(NamedTuple):
    """cond.1 What the Forces in one area do, whatever the die says."""

    area: int
    kind: str
    n: int
    order: str


class Orders(NamedTuple):
    """orders.1 The orders table of a region."""

    modifiers: tuple[Modifier, ...]
    conditions: tuple[Condition, ...]
    rows: tuple[Row, ...]


class Gain(NamedTuple):
    """aresupply.1 A row of the Allied Resupply table."""

    low: int
    high: int
    forces: int
    supplies: int


class Entry(NamedTuple):
    """A row of a placement table; with no area of its own, by nation and kind (R50)."""

    low: int
    high: int
    area: int
    airborne_us: int
    airborne_uk: int
    other_us: int
    other_uk: int


class PlanPoints(NamedTuple):
    """aplan.2, xplan.1 The plan box of a map."""

    axis_full_it: int
    axis_reduced_it: int
    axis_full_de: int
    axis_reduced_de: int
    bpp_per_supply: int
    allied_full: int
    allied_reduced: int
    allied_base: int
    bonus: tuple[tuple[int, int, int, int], ...]
    """Allied Supplies from, to, plans more, Supplies paid."""


class AxisResupply(NamedTuple):
    """points.2 The Axis Resupply box of a map."""

    base: int
    region: int
    whole_period: bool
    hold: tuple[tuple[int, int], ...]
    kill: int
    supplies_per_point: int
    recover: int


class OptionRow(NamedTuple):
    """options.1 A campaign option: its VP and its effects."""

    id: str
    name: str
    campaign: str
    vp: int
    numbers: dict[str, int]
    plan_cost: dict[str, int]
    start: tuple[tuple[str, str], ...]
    allied_random_at: tuple[str, ...]
    fortify: tuple[str, ...]
    ignore_storm: bool


class Link(NamedTuple):
    """link.4 A row of the linking table."""

    id: str
    low: int
    high: int
    vp: int
    axis_add_resupply: int
    axis_add_attack: int
    allied_remove: int
    allied_add: int
    axis_remove: int


class Constants(NamedTuple):
    """The prices that are the same on all maps."""

    refit_cost: int
    extra_move_cost: int
    free_moves: int
    over_limit_cost: int
    exploit_cost: int
    missing_force_supplies: int
