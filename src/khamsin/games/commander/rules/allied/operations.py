"""arefit, opscheck, opschit, opsbattle, afterg: the Allies refit and prepare their operations."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, BOX, NOBODY, NOWHERE, REDUCED, Entry, Step
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.battle import resolve_battles
from khamsin.games.commander.rules.forces import (
    attack,
    draw_forces,
    in_pile,
    on_map,
    put,
    refit,
    to_box,
)
from khamsin.kernel.play.decision import MARK, Draw, Option, Roll

from .movement import carry_out
from .ties import tie

BATTLES = 1  # stage of the step in which an operation is fought
FREE_ADVANCE = Step("advance", NOBODY, 0)


async def allied_refit(g: State) -> None:
    """arefit.1, R18 All that can be paid for, the highest Attack first; ties T1."""
    await MARK
    g.followed = []
    cost = g.pack.constants.refit_cost
    while g.supplies[ALLIED] >= cost:
        worn = [
            unit
            for unit in (*on_map(g, ALLIED), *in_pile(g, BOX, ALLIED))  # R38
            if g.steps[unit] == REDUCED
        ]
        if not worn:
            return
        best = max(attack(g, unit) for unit in worn)
        first = [unit for unit in worn if attack(g, unit) == best]
        if len(first) * cost <= g.supplies[ALLIED]:
            for unit in first:
                refit(g, unit)
            continue
        options: list[Option] = [("refit", g.unit_id(unit)) for unit in first]
        answer = await tie(g, "t1", options, "arefit.1")
        refit(g, g.c.unit_index[answer[1]])


# -- the Operation Check -------------------------------------------------------------------------


async def operation_check(g: State) -> None:
    """opscheck.1 Draw one chit; on Go! everything that is ready comes (R37)."""
    if g.stage == 0:
        await MARK
        (name,) = await Draw(g.ops_cup, 1, "operation", "opscheck.1")
        left = list(g.ops_cup)
        left.remove(name)
        g.ops_cup = tuple(left)
        g.drawn = (*g.drawn, name)
        g.tell("ops_chit", "opscheck.1", reveals=True, chit=name)
        chit = g.pack.ops_index[name]
        g.advances += chit.advances  # opschit.2
        if chit.forces:
            await prepare(g, chit.forces, "opschit.1")
        if not chit.go:
            return
        await go(g)
        g.stage = BATTLES
    await resolve_battles(g, kind="t11")  # opsbattle.1-2
    await after_go(g)


async def prepare(g: State, count: int, rule: str, only: list[int] | None = None) -> None:
    """ops.1, opschit.1 Forces from the cup, all or some of them, into the Operations box."""
    for unit in await draw_forces(g, count, "operation_forces", rule, only):
        to_box(g, unit)
        g.tell("ops_force", rule, reveals=True, unit=g.unit_id(unit))


async def go(g: State) -> None:
    """opschit.3 A die for each Force says where it comes in; then free Advances (opschit.2)."""
    group = in_pile(g, BOX, ALLIED)
    g.tell("go", "opschit.3", forces=len(group), advances=g.advances)
    g.aim = [NOBODY] * len(g.aim)
    g.trod = [0] * len(g.trod)
    for unit in group:
        (die,) = await Roll(1, "entry", "opschit.3", "allied")
        area = entry_area(g, unit, g.c.ops_entries, die)
        g.came_from[unit] = NOWHERE  # R8
        put(g, unit, area)
        g.tell("entered", "opschit.3", unit=g.unit_id(unit), die=die, place=g.place_id(area))
    await carry_out(g, group, (FREE_ADVANCE,) * g.advances)


def entry_area(g: State, unit: int, table: tuple[Entry, ...], die: int) -> int:
    """newforces.4, R50 The area of a placement table; where it names none, by nation and kind."""
    row = next(entry for entry in table if entry.low <= die <= entry.high)
    if row.area != NOBODY:
        return row.area
    force = g.c.units[unit]
    if force.nation == "us":
        return row.airborne_us if force.airborne else row.other_us
    return row.airborne_uk if force.airborne else row.other_uk


async def after_go(g: State) -> None:
    """afterg.1-2 The chits go back, and the next operation is prepared."""
    g.ops_cup = g.pack.ops_cup
    g.drawn = ()
    g.advances = 0
    g.tell("ops_over", "afterg.1")
    await prepare(g, g.terms.operation_forces, "afterg.1")
