"""ord: where an Allied Force goes. Objective, Advance, Random, Retreat, and named areas."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, Step
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import put, reach
from khamsin.kernel.play.decision import Draw, Option

from .ties import tie

RULES = {
    "objective": "ord.1", "advance": "ord.2", "hold": "ord.3", "random": "ord.4",
    "retreat": "ord.5", "area": "ord.6",
}  # fmt: skip


# -- ord.2: Advance ------------------------------------------------------------------------------


def aims(g: State, area: int) -> list[int]:
    """ord.2, R11 The areas with Axis Forces that are nearest to an area."""
    axis = [at for at, units in enumerate(g.here[AXIS]) if units]
    return nearest(g, area, axis) if axis else []


def open_aims(g: State, unit: int, among: list[int]) -> list[int]:
    """advance.2, R42 Those that are not full yet in the cycle: as many Allies as Axis Forces."""
    if len(among) < 2:
        return among
    sent = dict.fromkeys(among, 0)
    for other, at in enumerate(g.aim):
        if at in sent and other != unit:
            sent[at] += 1
    filled = {at: number // len(g.here[AXIS][at]) for at, number in sent.items()}
    cycles = min(filled.values())
    return [at for at in among if filled[at] == cycles]


async def send_one_of(g: State, forces: list[int]) -> tuple[int, int | None]:
    """advance.2, T8 Who of these Forces advances next, and the Axis area he makes for.

    None if there is no Axis Force left: then he moves at random (advance.5).
    """
    sends: list[Option] = [
        ("send", g.unit_id(unit), g.place_id(at))
        for unit in forces
        for at in open_aims(g, unit, aims(g, g.place[unit]))
    ]
    if not sends:
        return forces[0], None
    answer = await tie(g, "t8", sends, "advance.2")
    unit = g.c.unit_index[answer[1]]
    g.aim[unit] = g.c.board.at(answer[2])
    return unit, g.aim[unit]


# -- ord.1, ord.5, ord.6: toward an area ---------------------------------------------------------


def targets(g: State, step: Step) -> list[int]:
    """ord.1, ord.5, ord.6 What an order makes for, by control after the last step (R54)."""
    if step.kind == "objective":
        return [at for at in g.c.objectives if g.control[at] != ALLIED]
    if step.kind == "retreat":
        return [at for at in g.c.refuges if g.control[at] != AXIS]
    return [step.area]


def nearest(g: State, area: int, among: list[int]) -> list[int]:
    """R11 The nearest of some areas, counting links and nothing else."""
    far = g.c.board.distances(area)
    least = min([far[at] for at in among])
    return [at for at in among if far[at] == least]


def toward(g: State, area: int, target: int) -> list[int]:
    """ord.1, R11 The adjacent areas that are one nearer; those without Axis Forces, if any are."""
    far = g.c.board.distances(target)
    closer = [near for near in g.c.neighbours[area] if far[near] < far[area]]
    return [near for near in closer if not g.here[AXIS][near]] or closer


async def next_area(g: State, unit: int, target: int | None) -> int:
    """roll.2, T9 The area a Force steps into on its way; with no target a random one (ord.4)."""
    if target is None:
        return await random_area(g, unit)
    near = toward(g, g.place[unit], target)
    options: list[Option] = [("to", g.place_id(at)) for at in near]
    answer = await tie(g, "t9", options, "roll.2", unit=g.unit_id(unit), place=g.place_id(target))
    return g.c.board.at(answer[1])


async def random_area(g: State, unit: int) -> int:
    """ord.4 Any adjacent area, each with the same chance."""
    near = [g.place_id(at) for at in g.c.neighbours[g.place[unit]]]
    (name,) = await Draw(near, 1, "random_area", "ord.4")
    return g.c.board.at(name)


async def order_target(g: State, unit: int, step: Step) -> int | None:
    """T10 The target of an Objective, Retreat or area order; None if it has none (R41)."""
    among = targets(g, step)
    if not among:
        return None
    area = g.place[unit]
    ways = {at: toward(g, area, at) for at in nearest(g, area, among)}
    free = [at for at, way in ways.items() if not g.here[AXIS][way[0]]]
    among = free or list(ways)  # R11: the Axis is avoided before the player has a choice
    if all(ways[at] == ways[among[0]] for at in among):
        return among[0]
    options: list[Option] = [("toward", g.place_id(at)) for at in among]
    answer = await tie(g, "t10", options, RULES[step.kind], unit=g.unit_id(unit))
    return g.c.board.at(answer[1])


# -- a group carries out its steps ---------------------------------------------------------------


def is_stopped(g: State, unit: int) -> bool:
    """move.3, R12 It stands among enemies, or has moved as far as it may."""
    return bool(g.here[AXIS][g.place[unit]]) or g.trod[unit] >= reach(g, unit)


async def carry_out(g: State, group: list[int], steps: tuple[Step, ...]) -> None:
    """roll.2 All make their first step, then all their second, and so on."""
    for step in steps:
        if step.kind != "hold":  # ord.3
            await one_step(g, group, step)


async def one_step(g: State, group: list[int], step: Step) -> None:
    """roll.2, paid.1 Each Force of the group moves once, if it may and can pay."""
    left = [unit for unit in group if not is_stopped(g, unit) and not _is_there(g, unit, step)]
    while left:
        if step.supply > g.supplies[ALLIED]:
            for unit in left:
                g.tell("cannot_pay", "paid.1", unit=g.unit_id(unit))
            return
        unit, target = await next_force(g, left, step)
        left.remove(unit)
        await step_out(g, unit, target, step)


def _is_there(g: State, unit: int, step: Step) -> bool:
    """Whether the Force stands in one of its targets already, and stays."""
    if step.kind in ("advance", "random"):
        return False
    return g.place[unit] in targets(g, step)


async def next_force(g: State, left: list[int], step: Step) -> tuple[int, int | None]:
    """roll.2 Which Force moves next, and what it makes for; None: an area at random (ord.4).

    Where an Advance can part, T8 names both at once; otherwise T6 comes first.
    """
    if step.kind == "advance":
        parts = any(len(aims(g, g.place[unit])) > 1 for unit in left)
        return await send_one_of(g, left if parts else [await first_to_pay(g, left, step)])
    unit = await first_to_pay(g, left, step)
    if step.kind == "random":
        return unit, None
    return unit, await order_target(g, unit, step)


async def first_to_pay(g: State, left: list[int], step: Step) -> int:
    """roll.2, T6 The Force that moves next; it matters where Supplies do not last for all."""
    if g.supplies[ALLIED] >= step.supply * len(left):
        return left[0]
    options: list[Option] = [("go", g.unit_id(unit)) for unit in left]
    answer = await tie(g, "t6", options, "roll.2")
    return g.c.unit_index[answer[1]]


async def step_out(g: State, unit: int, target: int | None, step: Step) -> None:
    """ord.1-6 One area on the way, or at random without a target, paid for (paid.1)."""
    near = await next_area(g, unit, target)
    g.supplies[ALLIED] -= step.supply
    g.came_from[unit] = g.place[unit]
    g.trod[unit] += 1
    put(g, unit, near)
    name, place = g.unit_id(unit), g.place_id(near)
    if target is None:
        g.tell("wandered", "ord.4", unit=name, place=place, supplies=step.supply)
        return
    g.tell(
        "ordered", RULES[step.kind], unit=name, place=place, order=step.kind,
        aim=g.place_id(target), supplies=step.supply, way="there" if near == target else "onward",
    )  # fmt: skip
