"""9.31, 9.33, 10.13 Steps, eliminations, and what becomes of a headquarters that is lost."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.gazala.model.pieces import NOBODY, OFF
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.control import put, remove
from khamsin.kernel.play.state import changed


def free_battalion(g: State, brigade: int) -> int:
    """9.31, 10.6.c, R37 The battalion that replaces a brigade: its own, or another of its kind."""
    pack = g.pack
    own = pack.battalion[brigade]
    if own == NOBODY:
        return NOBODY
    if g.place[own] == OFF:
        return own
    family = pack.families[pack.units[own].family]
    return next((other for other in family if g.place[other] == OFF), NOBODY)


def steps_left(g: State, unit: int) -> int:
    """How many losses a unit can take before it is gone."""
    own = g.pack.last_step[unit] - g.step[unit] + 1
    return own + (1 if free_battalion(g, unit) != NOBODY else 0)


def steps_of(g: State, units: Sequence[int]) -> int:
    """9.34, R20 How many losses these units can take, all together and in the best order.

    A battalion counter that is free, or that one of them gives up, serves one brigade after
    another.
    """
    pack = g.pack
    total = 0
    for unit in units:
        total += pack.last_step[unit] - g.step[unit] + 1
        own = pack.battalion[unit]
        if own != NOBODY:
            family = pack.families[pack.units[own].family]
            total += any(g.place[other] == OFF or other in units for other in family)
    return total


def lose_step(g: State, unit: int, rule: str) -> int:
    """9.31 A unit loses a step. Returns what is left of it, under its new name, or NOBODY."""
    if g.step[unit] < g.pack.last_step[unit]:
        g.step[unit] += 1
        g.cache = {}
        g.tell("reduced", rule, unit=g.unit_id(unit), place=g.place_id(g.place[unit]))
        return unit
    battalion = free_battalion(g, unit)
    if battalion == NOBODY:
        eliminate(g, unit, rule)
        return NOBODY
    place = g.place[unit]
    g.step[battalion] = 0
    g.part_of = changed(g.part_of, battalion, unit)
    succeed(g, unit, battalion)
    remove(g, unit)
    put(g, battalion, place)
    g.tell(
        "becomes_battalion", rule,
        unit=g.unit_id(unit), battalion=g.unit_id(battalion), place=g.place_id(place),
    )  # fmt: skip
    return battalion


def succeed(g: State, old: int, new: int) -> None:
    """Another counter stands for the same troops: what they have done goes with them."""
    g.formation = changed(g.formation, new, g.formation[old])
    g.began = changed(g.began, new, g.began[old])
    g.cross = changed(g.cross, new, g.cross[old])
    for marks in (
        g.morning, g.supply, g.arrived, g.acted, g.moved, g.locked, g.due, g.spent,
        g.road, g.stuck, g.helped, g.tried,
    ):  # fmt: skip
        marks[new] = marks[old]
    if old in g.fired:
        g.fired = (*g.fired, new)
    if old in g.fought:
        g.fought = (*g.fought, new)
    if old in g.struck:
        g.struck = (*g.struck, new)
    g.declared = tuple(
        (target, tuple(new if unit == old else unit for unit in units), air)
        for target, units, air in g.declared
    )


def eliminate(g: State, unit: int, rule: str) -> None:
    """A unit is gone. An HQ will be back after two turns; its chit is played out (10.13, R34)."""
    place = g.place_id(g.place[unit])
    remove(g, unit)
    g.moving = tuple([other for other in g.moving if other != unit])
    g.tell("eliminated", rule, unit=g.unit_id(unit), place=place)
    if not g.pack.is_hq[unit]:
        return
    g.hq_back[unit] = g.turn + g.pack.numbers.limits["hq_away"]
    chit = g.pack.units[unit].formation
    if chit == g.chit:  # 10.13: its units move and attack no more, in this impulse either
        for other in g.pack.units_of[g.active]:
            if g.formation[other] == chit:
                g.due[other] = NOBODY
    play_out_chit(g, unit)


def play_out_chit(g: State, hq: int) -> None:
    """10.13, R34 The chit of an HQ that is not there any more goes from the cup to the track."""
    chit = g.pack.units[hq].formation
    if chit in g.cup:
        g.cup = tuple([other for other in g.cup if other != chit])
        side = g.pack.side_of[hq]
        g.track[side] = (*g.track[side], chit)
        g.tell("chit_lost", "10.13", reveals=True, chit=chit)
