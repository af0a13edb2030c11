"""The charts of the maps, read from tables.toml: plans, orders, resupply, upgrades, linking."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from khamsin.kernel.pack.data import Table

from .pieces import (  # fmt: skip
    NOBODY,
    PLANS,
    AxisResupply,
    Chit,
    Condition,
    Constants,
    Entry,
    Gain,
    Link,
    Modifier,
    OpsChit,
    Orders,
    PlanPoints,
    Row,
    Step,
)

At = Callable[[Table, str], int]
"""Reads the name of an area under a key and gives its number; NOBODY where it is empty."""

WHENS = (
    "allied_more", "axis_more", "axis_none", "axis_controls_any", "allied_controls_any",
    "turn_from", "turn_is",
)  # fmt: skip
KINDS = ("advance", "objective", "retreat", "random", "hold", "area")


class PlanChart(NamedTuple):
    """What the plan chits print: price, hits and Supplies by the die, by the name of the plan."""

    name: dict[str, str]
    cost: dict[str, int]
    hits_on: dict[str, tuple[int, ...]]
    takes_on: dict[str, tuple[int, ...]]
    users: dict[str, tuple[str, ...]]


def read_plans(file: Table) -> PlanChart:
    """plan.1-plan.15 The plan chits."""
    chart = PlanChart({}, {}, {}, {}, {})
    for row in file.rows("plan"):
        plan = row.choice("id", PLANS)
        chart.name[plan] = row.text("name")
        chart.users[plan] = row.texts("users")
        if row.has("axis_cost"):
            chart.cost[plan] = row.integer("axis_cost", low=0, high=9)
            row.text("axis_cost_source")
        chart.hits_on[plan] = row.integers("hits_on", default=())
        chart.takes_on[plan] = row.integers("takes_on", default=())
        row.source()
    return chart


def read_chits(file: Table) -> tuple[Chit, ...]:
    """upgrade.2 The Upgrade chits."""
    chits: list[Chit] = []
    for row in file.rows("upgrade_chit"):
        veteran, elite = row.integers("veteran"), row.integers("elite")
        chits.append(Chit(row.text("id"), row.integer("count", low=1), veteran, elite))
        row.source()
    return tuple(chits)


def read_ops_chits(file: Table) -> tuple[OpsChit, ...]:
    """opschits.1 The Operations chits."""
    chits: list[OpsChit] = []
    for row in file.rows("ops_chit"):
        chits.append(
            OpsChit(
                row.text("id"),
                row.integer("count", low=1),
                row.flag("go"),
                row.integer("forces", low=0),
                row.integer("advances", low=0),
            )
        )
        row.source()
    return tuple(chits)


def read_constants(file: Table) -> Constants:
    """The prices of all maps."""
    table = file.table("constants")
    numbers = [table.integer(name, low=0, high=99) for name in Constants._fields]
    table.source()
    return Constants(*numbers)


def read_links(file: Table) -> tuple[Link, ...]:
    """link.4 The linking table."""
    links: list[Link] = []
    for row in file.rows("link_adjustment"):
        start = row.table("start")
        links.append(
            Link(
                row.text("id"),
                row.integer("min_vp"),
                row.integer("max_vp"),
                row.integer("vp_adjust"),
                start.integer("axis_add_resupply", default=0),
                start.integer("axis_add_attack", default=0),
                start.integer("allied_remove_lowest_defence", default=0),
                start.integer("allied_add_random", default=0),
                start.integer("axis_remove_resupply", default=0),
            )
        )
        row.source()
    return tuple(links)


def read_plan_points(row: Table) -> PlanPoints:
    """aplan.2 The plan box of a map."""
    bonus = tuple(
        (each.integer("min"), each.integer("max"), each.integer("plans"), each.integer("cost"))
        for each in row.rows("allied_supply_bonus")
    )
    points = PlanPoints(
        row.integer("axis_full_it", low=0, high=9),
        row.integer("axis_reduced_it", low=0, high=9),
        row.integer("axis_full_de", low=0, high=9),
        row.integer("axis_reduced_de", low=0, high=9),
        row.integer("bpp_per_supply", low=1, high=9),
        row.integer("allied_full", low=0, high=9),
        row.integer("allied_reduced", low=0, high=9),
        row.integer("allied_base", low=0, high=9),
        bonus,
    )
    row.source()
    return points


def read_entries(row: Table, key: str, at: At) -> tuple[Entry, ...]:
    """newforces.4 A placement table."""
    return tuple(
        Entry(
            each.integer("min"),
            each.integer("max"),
            at(each, "area"),
            at(each, "airborne_us"),
            at(each, "airborne_uk"),
            at(each, "other_us"),
            at(each, "other_uk"),
        )
        for each in row.rows(key)
    )


def read_orders(row: Table, at: At) -> Orders:
    """orders.1 The orders table of a region."""
    conditions = tuple(
        Condition(
            at(each, "area"),
            each.choice("kind", ("garrison", "surplus")),
            each.integer("n"),
            each.choice("order", KINDS),
        )
        for each in row.rows("conditions")
    )
    rows: list[Row] = []
    for each in row.rows("rows"):
        steps = tuple(
            Step(step.choice("kind", KINDS), at(step, "area"), step.integer("supply"))
            for step in each.rows("steps")
        )
        rows.append(Row(each.integer("min"), each.integer("max"), steps))
    row.source()
    return Orders(read_modifiers(row, at), conditions, tuple(rows))


def read_modifiers(row: Table, at: At) -> tuple[Modifier, ...]:
    """roll.1, aresupply.1 What changes a die."""
    modifiers: list[Modifier] = []
    for each in row.rows("modifiers"):
        areas = tuple(at(each, f"areas {name}") for name in each.texts("areas", default=()))
        modifiers.append(
            Modifier(
                each.choice("when", WHENS),
                each.integer("add"),
                areas,
                each.integer("turn", default=0),
            )
        )
    return tuple(modifiers)


def read_gains(row: Table) -> tuple[Gain, ...]:
    """aresupply.1 The Allied Resupply table."""
    names = ("min", "max", "forces", "supplies")
    return tuple(Gain(*[each.integer(name) for name in names]) for each in row.rows("rows"))


def read_axis_resupply(row: Table, at: At) -> AxisResupply:
    """points.2 The Axis Resupply box of a map (R2)."""
    rule = row.choice("region_rule", ("free_whole_period", "free_now"))
    hold = tuple((at(each, "area"), each.integer("points")) for each in row.rows("hold_points"))
    found = AxisResupply(
        row.integer("base_points", low=0),
        row.integer("region_points", low=0),
        rule == "free_whole_period",
        tuple(pair for pair in hold if pair[0] != NOBODY),
        row.integer("kill_points", low=0),
        row.integer("supplies_per_point", low=1),
        row.integer("recover_supplies", low=0),
    )
    row.source()
    return found
