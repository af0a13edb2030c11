"""10.84-10.86 Breaching minefields in the movement phase."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.combat.losses import lose_step
from khamsin.games.gazala.rules.control import breach
from khamsin.kernel.play.decision import Option, Roll
from khamsin.kernel.play.state import changed

from .march import LOCKED, activate, why_not_move


def is_idle(g: State, unit: int) -> bool:
    """10.84 Activated, and it has not moved, tried or helped yet.

    Who must not move, having given shelter (4.43), may still try.
    """
    is_free = why_not_move(g, unit) in (None, LOCKED)
    return is_free and not g.spent[unit] and g.cross[unit] == NOBODY


def helpers(g: State, unit: int) -> list[int]:
    """10.85.a Engineers in the hex who may assist this unit; each may assist two in an impulse."""
    pack = g.pack
    if pack.is_engineer[unit]:
        return []
    most = pack.numbers.dice["breach_assisted"]
    return [
        other
        for other in g.here[AXIS][g.place[unit]]
        if other != unit
        and pack.is_engineer[other]
        and g.helped[other] < most
        and (is_idle(g, other) or (g.helped[other] and not g.spent[other] and g.due[other] >= 0))
    ]


def breach_options(g: State, unit: int) -> list[Option]:
    """10.84 The mined hexsides a unit may try to breach, alone or with an engineer."""
    if g.active != AXIS or not is_idle(g, unit) or g.pack.is_hq[unit]:
        return []
    options: list[Option] = []
    for there, edge in g.pack.hexsides_of[g.place[unit]]:
        if g.mines[edge]:
            options.append(("breach", g.place_id(there)))
            options += [("assisted", g.place_id(there), g.unit_id(e)) for e in helpers(g, unit)]
    return options


async def try_breach(g: State, unit: int, there: int, engineer: int) -> None:
    """10.84, 10.85.a, 10.86, R39 A die: 6 opens the hexside, a bare 1 costs the unit a step."""
    pack, dice = g.pack, g.pack.numbers.dice
    here = g.place[unit]
    edge = pack.board.edge(here, there)
    activate(g, unit)
    g.tried[unit] = 1
    tried = [unit]
    if engineer != NOBODY:
        activate(g, engineer)
        g.helped[engineer] += 1
        tried.append(engineer)
    (die,) = await Roll(1, "breach", "10.84", SIDES[AXIS])
    has_engineer = engineer != NOBODY or pack.is_engineer[unit]
    total = die + (dice["breach_engineer"] if has_engineer else 0)
    if total >= dice["breach_from"]:
        breach(g, edge)
        for each in tried:
            g.cross = changed(g.cross, each, edge)
            g.stuck[each] = 0
        g.tell("breached", "10.86", place=g.place_id(here), beyond=g.place_id(there), die=die)
        return
    for each in tried:
        if g.cross[each] == NOBODY:
            g.stuck[each] = 1
    g.cache = {}
    g.tell("not_breached", "10.84", place=g.place_id(here), beyond=g.place_id(there), die=die)
    if total <= dice["breach_disaster"]:
        lose_step(g, unit, "10.84")
