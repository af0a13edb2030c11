"""2.1.steps, 9.5, 14.41-14.44, 16.81, 17.3 Steps, eliminated units, leaders who fall."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    AXIS,
    BROKEN,
    COAST_GUN,
    DAY_BOX,
    DEMORALISED,
    DISORGANISED,
    GONE,
    GOOD,
    HQ,
    LEADER,
    NOBODY,
    PARA_ENGINEER,
    PARACHUTE,
    SIDES,
    TURN_BOX,
    TURNS,
)
from khamsin.games.malta.model.state import State, alter, whereabouts
from khamsin.games.malta.rules.control import put, refresh
from khamsin.kernel.play.decision import Choose, Option, Roll

from .strength import steps_left


def reveal(g: State, unit: int, rule: str) -> None:
    """16.22, 16.35, 16.52 Turn a face-down counter up for good."""
    if g.seen[unit]:
        return
    g.seen = alter(g.seen, unit, 1)
    g.tell(
        "revealed", rule, reveals=True, unit=g.unit_id(unit), value=g.unit_id(g.back[unit]),
        place=whereabouts(g, unit),
    )  # fmt: skip
    if 0 <= g.place[unit] < g.pack.land:
        refresh(g, g.pack.side_of[unit], g.place[unit])


def eliminate(g: State, unit: int, rule: str, at: str = "") -> None:
    """9.5, 20.1, 20.2, R15 Take a unit out of the game and count the steps it had left.

    `at` is where that happens, if it is not where the unit was.
    """
    pack = g.pack
    reveal(g, unit, rule)
    g.tell("eliminated", rule, unit=g.unit_id(unit), place=at or whereabouts(g, unit))
    _count(g, unit, pack.units[g.back[unit]].victory_steps * steps_left(g, unit))
    put(g, unit, GONE)
    g.order = alter(g.order, unit, GOOD)
    g.unsupplied = alter(g.unsupplied, unit, 0)
    g.ammo = alter(g.ammo, unit, 0)
    g.deployed = alter(g.deployed, unit, 0)
    g.fires = tuple([fire for fire in g.fires if fire[0] != unit])
    g.guards = tuple([guard for guard in g.guards if guard[0] != unit])
    break_group(g, unit)
    parent = pack.units[unit].parent
    if parent != NOBODY and g.place[parent] == BROKEN and not companies_left(g, parent):
        g.place[parent] = GONE
        break_group(g, parent)
    if pack.kind[unit] == HQ and pack.side_of[unit] == AXIS and g.day < g.scenario.hq_cutoff:
        g.due = alter(g.due, unit, (g.day + pack.limits.hq_days) * len(TURNS))  # 16.82


def companies_left(g: State, battalion: int) -> list[int]:
    """13.2 The surviving companies of its own of a battalion that is broken down."""
    return [
        company
        for company in g.pack.units[battalion].companies
        if g.place[company] not in (GONE, -1)
    ]


def break_group(g: State, unit: int) -> None:
    """9.95 With an eliminated battalion its regiment or brigade loses its integrity for good."""
    for number, members in enumerate(g.pack.groups):
        if unit in members:
            g.broken_groups[number] = 1


def _count(g: State, unit: int, steps: int) -> None:
    g.lost[g.pack.side_of[unit]] += steps
    if g.pack.kind[unit] in (PARACHUTE, PARA_ENGINEER):
        g.para_lost += steps


def lose_step(g: State, unit: int, rule: str) -> None:
    """9.5, 17.3, 17.83 A battalion drops a level; everything else has one step."""
    if steps_left(g, unit) > 1:
        g.level = alter(g.level, unit, g.level[unit] + 1)
        _count(g, unit, 1)
        g.tell("step_lost", rule, unit=g.unit_id(unit), place=whereabouts(g, unit))
        if g.place[unit] >= 0:
            refresh(g, g.pack.side_of[unit], g.place[unit])
    else:
        eliminate(g, unit, rule)


async def choose_losses(
    g: State, side: int, units: tuple[int, ...], steps: int, rule: str
) -> tuple[dict[int, int], int]:
    """9.42 The owner takes step losses among these units; gives what each hex lost, and excess.

    He is not asked when all of them are lost.
    """
    lost: dict[int, int] = {}
    while steps:
        alive = [unit for unit in units if g.place[unit] != GONE]
        if not alive:
            break
        is_all = steps >= sum(steps_left(g, unit) for unit in alive)
        unit = alive[0] if is_all else await choose_victim(g, side, alive, steps, rule)
        place = g.place[unit]
        lose_step(g, unit, rule)
        lost[place] = lost.get(place, 0) + 1
        steps -= 1
    return lost, steps


async def choose_victim(g: State, side: int, units: list[int], steps: int, rule: str) -> int:
    """9.42 Whose step is lost; not asked if it cannot matter."""
    if len(units) == 1:
        return units[0]
    options: list[Option] = [("lose", g.unit_id(unit)) for unit in units]
    answer = await Choose(SIDES[side], "lose", lambda: options, rule, steps=steps)
    return g.pack.unit_index[answer[1]]


def disorganise(g: State, unit: int, rule: str) -> None:
    """9.41, 11.3, 11.4 A D: good becomes disorganised, disorganised demoralised."""
    if g.pack.kind[unit] in (LEADER, COAST_GUN) or g.order[unit] == DEMORALISED:
        return
    g.order = alter(g.order, unit, g.order[unit] + 1)
    _ordered(g, unit, rule)


def demoralise(g: State, unit: int, rule: str) -> None:
    """9.41, 11.4 A Z: demoralised; who is so already loses a step."""
    if g.pack.kind[unit] in (LEADER, COAST_GUN):
        return
    if g.order[unit] == DEMORALISED:
        lose_step(g, unit, rule)
        return
    g.order = alter(g.order, unit, DEMORALISED)
    _ordered(g, unit, rule)


def recover(g: State, unit: int, rule: str) -> None:
    """11.52 One stage back."""
    g.order = alter(g.order, unit, g.order[unit] - 1)
    _ordered(g, unit, rule)


def _ordered(g: State, unit: int, rule: str) -> None:
    kinds = {GOOD: "recovered", DISORGANISED: "disorganised", DEMORALISED: "demoralised"}
    g.tell(kinds[g.order[unit]], rule, unit=g.unit_id(unit), place=whereabouts(g, unit))
    if 0 <= g.place[unit] < g.pack.land:
        refresh(g, g.pack.side_of[unit], g.place[unit])


# -- leaders -----------------------------------------------------------------------------------


async def leaders_at_risk(g: State, side: int, lost: dict[int, int]) -> None:
    """14.41 A leader whose stack lost steps rolls for his life."""
    for place, steps in lost.items():
        if not 0 <= place < g.pack.land:
            continue
        for leader in g.here[side][place]:
            if g.pack.kind[leader] == LEADER:
                await leader_roll(g, leader, steps)


async def leader_roll(g: State, leader: int, steps: int) -> None:
    """14.41 2d6, less one for each step beyond the first; 3 or less kills."""
    numbers = g.pack.tables.numbers
    dice = await Roll(2, "leader", "14.41", SIDES[g.pack.side_of[leader]])
    total = sum(dice) + numbers.leader_step * (steps - 1)
    is_killed = total <= numbers.leader_killed
    g.tell(
        "leader_roll", "14.41", unit=g.unit_id(leader), dice=dice, total=total,
        killed=int(is_killed),
    )  # fmt: skip
    if is_killed:
        kill_leader(g, leader)


def kill_leader(g: State, leader: int, at: str = "") -> None:
    """14.43, 14.44 His ADC comes the next day; so does the next, should that one fall.

    `at` is where he falls, if it is not where he was.
    """
    g.tell("leader_killed", "14.43", unit=g.unit_id(leader), place=at or whereabouts(g, leader))
    g.adc = alter(g.adc, leader, 1)
    g.due = alter(g.due, leader, (g.day + 1) * len(TURNS))
    put(g, leader, DAY_BOX)


async def overrun_leader(g: State, leader: int) -> None:
    """6.52, 14.42, R11 2d6: 7 or less kills; else he comes back next turn."""
    dice = await Roll(2, "overrun", "14.42", SIDES[g.pack.side_of[leader]])
    is_killed = sum(dice) <= g.pack.tables.numbers.leader_overrun
    g.tell("leader_overrun", "14.42", unit=g.unit_id(leader), dice=dice, killed=int(is_killed))
    if is_killed:
        kill_leader(g, leader)
    else:
        g.due = alter(g.due, leader, g.now + 1)
        put(g, leader, TURN_BOX)
