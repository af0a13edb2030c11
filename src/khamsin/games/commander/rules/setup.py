"""setup, start, supplies, ops, link: the table before the first turn."""

from __future__ import annotations

from khamsin.games.commander.model.pack import Pack
from khamsin.games.commander.model.pieces import ALLIED, AXIS, CUP, FULL, NOWHERE, POOL, Link
from khamsin.games.commander.model.state import STEPS, State
from khamsin.games.commander.rules.allied.operations import prepare
from khamsin.games.commander.rules.allied.ties import tie
from khamsin.kernel.game import Setup
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, choose_one, listed

from .forces import back_to_cup, controllers, defence, destroy, draw_forces, in_pile, on_map, put
from .marker import arrivals


def new_game(pack: Pack, setup: Setup) -> State:
    """setup.1-3, start.1-2, supplies.2 Starting Forces on the map, the others in cup and pile."""
    c = pack.campaigns[setup.scenario]
    g = State(pack, c, setup.options)
    g.supplies = [g.terms.axis_supplies, c.supplies[ALLIED]]
    g.ops_cup = pack.ops_cup  # opschits.1
    g.upgrades = [chit.copies for chit in pack.chits]  # upgset.1
    for unit, area in enumerate(c.start):
        if area != NOWHERE:
            g.steps[unit] = FULL
            put(g, unit, area)
    for name, where in g.terms.start:  # options.1
        unit = c.unit_index[name]
        g.steps[unit] = FULL
        put(g, unit, c.board.at(where))
    arrivals(g)
    g.control = controllers(g)
    return g


async def set_up(g: State) -> None:
    """ops.1, R45 Random Allied Forces of the options, the link to the last campaign, then the first
    Operation Forces.
    """
    await MARK
    for name in g.terms.allied_random_at:
        for unit in await draw_start(g, 1):
            put(g, unit, g.c.board.at(name))
            g.tell("added", "options.1", unit=g.unit_id(unit), place=name)
    if g.terms.link is not None:
        await link(g, g.terms.link)
    await prepare(g, g.terms.operation_forces, "ops.1", first_operation_forces(g))  # R58
    g.control = controllers(g)
    g.step = STEPS[0]


def first_operation_forces(g: State) -> list[int]:
    """ops.1, dday.1 The Forces of the cup that may come first: all, or those of one group."""
    group = g.c.first_operation_group
    return [u for u in in_pile(g, CUP, ALLIED) if group in ("", g.c.units[u].group)]


async def draw_start(g: State, count: int) -> list[int]:
    """link.3 Allied Forces of the earliest period from the cup."""
    first = [u for u in in_pile(g, CUP, ALLIED) if g.c.units[u].group == g.c.first_group]
    return await draw_forces(g, count, "linked_forces", "link.3", first)


# -- link ----------------------------------------------------------------------------------------


async def link(g: State, row: Link) -> None:
    """link.1-4, R44 What the result of the last campaign changes."""
    g.tell("linked", "link.4", low=row.low, vp=row.vp)
    if row.axis_add_resupply:
        await add_axis(g, row.axis_add_resupply, with_supplies=True)
    if row.axis_add_attack:
        await add_axis(g, row.axis_add_attack, with_supplies=False)
    for _ in range(row.allied_remove):
        await remove_allied(g)
    if row.axis_remove:
        await remove_axis(g, row.axis_remove)
    for unit in await draw_start(g, row.allied_add):
        areas: list[Option] = [("to", g.place_id(area)) for area in start_areas(g, ALLIED)]
        answer = await tie(g, "t14", areas, "link.3", unit=g.unit_id(unit))
        put(g, unit, g.c.board.at(answer[1]))
        g.tell("added", "link.3", unit=g.unit_id(unit), place=answer[1])


def start_areas(g: State, side: int) -> list[int]:
    """link.3, R45 The areas in which starting Forces of the side stand, also those of options."""
    more = [g.c.unit_index[name] for name, _ in g.terms.start]
    return [
        area
        for area, units in enumerate(g.here[side])
        if any(g.c.start[unit] != NOWHERE or unit in more for unit in units)
    ]


def link_offers(g: State, *, with_supplies: bool) -> list[Option]:
    """link.3-4 What the points that are left can pay; the pile holds only the earliest period."""
    places = [g.place_id(area) for area in start_areas(g, AXIS)]
    return [
        *([("supplies",)] if with_supplies and g.points else []),
        *[
            ("buy", g.unit_id(unit), place)
            for unit in in_pile(g, POOL, AXIS)
            if g.c.price[unit] <= g.points
            for place in places
        ],
    ]


async def add_axis(g: State, points: int, *, with_supplies: bool) -> None:
    """link.4, R44 Forces of the earliest period by their Attack, and perhaps Supplies."""
    g.points = points
    while offers := link_offers(g, with_supplies=with_supplies):
        answer = await Choose(
            "axis", "link_add", listed([*offers, DONE]), "link.4", points=g.points
        )
        if answer == DONE:
            break
        if answer[0] == "supplies":
            g.points -= 1
            g.supplies[AXIS] += g.c.axis_resupply.supplies_per_point
            g.tell("bought_supplies", "link.4", supplies=g.c.axis_resupply.supplies_per_point)
            continue
        unit = g.c.unit_index[answer[1]]
        g.points -= g.c.price[unit]
        put(g, unit, g.c.board.at(answer[2]))
        g.tell("added", "link.3", unit=answer[1], place=answer[2])
    g.points = 0


async def remove_allied(g: State) -> None:
    """link.4, R44 The starting Force of the lowest Defence goes into the cup."""
    forces = on_map(g, ALLIED)
    least = min(defence(g, unit) for unit in forces)
    options: list[Option] = [
        ("remove", g.unit_id(unit)) for unit in forces if defence(g, unit) == least
    ]
    answer = await tie(g, "link", options, "link.4")
    back_to_cup(g, g.c.unit_index[answer[1]])
    g.tell("removed", "link.4", unit=answer[1])


async def remove_axis(g: State, points: int) -> None:
    """link.4, R44 At least so many points of Forces and Supplies; all, if there is not enough."""
    pair = g.c.axis_resupply.supplies_per_point
    while points > 0:
        options: list[Option] = [("remove", g.unit_id(unit)) for unit in on_map(g, AXIS)]
        if g.supplies[AXIS] >= pair:
            options.append(("supplies",))
        if not options:
            return
        answer = await choose_one("axis", "link_remove", options, "link.4", points=points)
        if answer[0] == "supplies":
            g.supplies[AXIS] -= pair
            points -= 1
            g.tell("gave_up", "link.4", supplies=pair)
            continue
        unit = g.c.unit_index[answer[1]]
        points -= g.c.price[unit]
        destroy(g, unit, "link.4")
