"""orders, cond, roll, paid: the Allied Orders, region by region."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import (
    ALLIED,
    AXIS,
    NOBODY,
    Condition,
    Modifier,
    Orders,
    Row,
    Step,
)
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import attack, defence, hit, in_region
from khamsin.kernel.play.decision import MARK, Option, Roll

from .movement import carry_out
from .ties import tie

REGIONS = 1  # stage of the step in which regions get their orders


async def allied_orders(g: State) -> None:
    """orders.1-2 Each region in turn, in an order of the player's choice (T5)."""
    if g.stage == 0:
        await MARK
        g.moved = [0] * len(g.moved)
        g.trod = [0] * len(g.trod)  # R12: also for Forces of an operation (opsex.7)
        g.aim = [NOBODY] * len(g.aim)
        g.regions_done = ()
        if g.terms.attrition:
            await tobruk_attrition(g)
        g.stage = REGIONS
    while True:
        await MARK
        left = [
            region
            for region in range(len(g.c.regions))
            if region not in g.regions_done and idle(g, region)
        ]
        if not left:
            return
        options: list[Option] = [("region", g.c.regions[region].id) for region in left]
        answer = await tie(g, "t5", options, "orders.2")
        region = next(at for at in left if g.c.regions[at].id == answer[1])
        g.region = region
        await order_region(g, region)
        g.regions_done = (*g.regions_done, region)
        g.region = NOBODY


def idle(g: State, region: int) -> list[int]:
    """orders.2 The Allied Forces of a region that have had no orders yet."""
    return [unit for unit in in_region(g, region, ALLIED) if not g.moved[unit]]


async def order_region(g: State, region: int) -> None:
    """cond.1, roll.1, R40 Conditions first; the die for all others, if there are any."""
    axis, allied = len(in_region(g, region, AXIS)), len(in_region(g, region, ALLIED))
    g.tell("region", "orders.2", region=g.c.regions[region].id, axis=axis, allied=allied)
    for condition in g.c.orders[region].conditions:
        await meet_condition(g, condition, idle(g, region))
    rest = idle(g, region)
    if rest:
        await roll_orders(g, region, rest, axis, allied)


async def meet_condition(g: State, condition: Condition, group: list[int]) -> None:
    """cond.1 The Forces that a condition binds carry out its order."""
    bound = await bound_forces(g, condition, group)
    if not bound:
        return
    for unit in bound:
        g.moved[unit] = 1
    g.tell(
        "condition", "cond.1", units=g.names(bound), place=g.place_id(condition.area),
        order=condition.order,
    )  # fmt: skip
    await carry_out(g, bound, (Step(condition.order, NOBODY, 0),))


async def roll_orders(g: State, region: int, group: list[int], axis: int, allied: int) -> None:
    """roll.1-2, R40 One die, modified by the Forces that were in the region when its turn came."""
    table = g.c.orders[region]
    (die,) = await Roll(1, "orders", "roll.1", "allied")
    applied = [each for each in table.modifiers if applies(each, axis, allied)]
    total = die + sum(each.add for each in applied)
    row = find_row(table, total)
    g.tell(
        "orders_roll", "roll.1", region=g.c.regions[region].id, die=die,
        modifiers=tuple(m.when for m in applied), total=total,
        orders=tuple(told_step(g, step) for step in row.steps),
    )  # fmt: skip
    for unit in group:
        g.moved[unit] = 1
    await carry_out(g, group, row.steps)


def told_step(g: State, step: Step) -> str:
    """An order in one word for the log: `advance`, `advance-1` with a Supply, `area:na_tobruk`."""
    name = f"area:{g.place_id(step.area)}" if step.kind == "area" else step.kind
    return f"{name}-{step.supply}" if step.supply else name


def applies(modifier: Modifier, axis: int, allied: int) -> bool:
    """roll.1, R40 Whether the numbers of Forces in the region change the die."""
    if modifier.when == "allied_more":
        return allied > axis
    if modifier.when == "axis_more":
        return axis > allied
    return axis == 0


def find_row(table: Orders, total: int) -> Row:
    """roll.1 The row of a modified die."""
    return next(row for row in table.rows if row.low <= total <= row.high)


async def bound_forces(g: State, condition: Condition, group: list[int]) -> list[int]:
    """cond.1-2, R6 A garrison of the lowest Attack (T7), or all that are left beside it."""
    there = [unit for unit in group if g.place[unit] == condition.area]
    if condition.kind == "surplus":
        return there
    chosen: list[int] = []
    while there and len(chosen) < condition.n:
        least = min(attack(g, unit) for unit in there)
        weakest = [unit for unit in there if attack(g, unit) == least]
        if len(weakest) <= condition.n - len(chosen):
            picked = weakest
        else:
            options: list[Option] = [("garrison", g.unit_id(unit)) for unit in weakest]
            answer = await tie(g, "t7", options, "cond.1", place=g.place_id(condition.area))
            picked = [g.c.unit_index[answer[1]]]
        chosen += picked
        there = [unit for unit in there if unit not in picked]
    return chosen


_SMALL_GARRISON = 2
_SIEGE_HIT = 2


async def tobruk_attrition(g: State) -> None:
    """R6 The variant that reads the garbled order box by the letter: a die for the garrison."""
    conditions = [each for table in g.c.orders for each in table.conditions]
    area = next((each.area for each in conditions if each.kind == "surplus"), NOBODY)
    garrison = g.here[ALLIED][area] if area != NOBODY else ()
    if not garrison:
        return
    (die,) = await Roll(1, "attrition", "R6", "allied")
    if len(garrison) <= _SMALL_GARRISON:
        takes = g.pack.plans.takes_on["disrupt"]
        lost = min(takes[die - 1] if die <= len(takes) else 0, g.supplies[ALLIED])
        g.supplies[ALLIED] -= lost
        g.tell("siege", "R6", die=die, supplies=lost)
        return
    g.tell("siege_fire", "R6", die=die)
    if die <= _SIEGE_HIT:
        group = [unit for unit in garrison if g.is_full(unit)] or list(garrison)
        least = min(defence(g, unit) for unit in group)
        options: list[Option] = [
            ("hit", g.unit_id(unit)) for unit in group if defence(g, unit) == least
        ]
        answer = await tie(g, "t2", options, "hits.2", hits=1)
        hit(g, g.c.unit_index[answer[1]], "R6")
