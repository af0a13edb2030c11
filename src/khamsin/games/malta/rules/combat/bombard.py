"""10.1 Bombardment, after the markers are placed and before any attack."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, COAST_GUN, DEMORALISED, LEADER, SIDES, TANK
from khamsin.games.malta.model.state import BOMBARDED, State
from khamsin.games.malta.rules.control import has_units
from khamsin.kernel.play.decision import MARK, Roll
from khamsin.kernel.play.odds import column_for

from .ammunition import spend_offensive
from .firepower import halvings
from .losses import choose_losses, choose_victim, demoralise, disorganise, leaders_at_risk
from .strength import gun_of, half, is_remnant, steps_left, support
from .support import BOMBARD, STORM_BOMBARD


def targets_in(g: State, side: int, h: int) -> tuple[int, ...]:
    """R44 What a bombardment can hurt: not leaders, not coast guns."""
    kind = g.pack.kind
    return tuple([unit for unit in g.here[side][h] if kind[unit] not in (LEADER, COAST_GUN)])


def battalions_in(g: State, side: int, h: int) -> int:
    """10.12, R44 The battalions in a hex: three companies are one, rounded up; an HQ is one."""
    full = g.pack.limits.companies_in_battalion
    companies = 0
    for unit in targets_in(g, side, h):
        is_whole = g.pack.is_battalion[unit] and not is_remnant(g, unit)
        companies += full if is_whole else 1
    return -(-companies // full)


def weight_of_fire(g: State, h: int, shots: list[tuple[int, int]]) -> int:
    """10.12 The offensive support of all that bombard a hex, after night and terrain."""
    total = 0
    for unit, kind in shots:
        value = support(g, unit, gun_of(g, unit).offensive)
        total += g.pack.limits.hurricane * value if kind == STORM_BOMBARD else value
    return halvings(g, total, h)


def column_of(g: State, side: int, h: int, total: int) -> int:
    """10.12, R44 The column after shifts, or -1 for no effect."""
    tables = g.pack.tables
    enemy = 1 - side
    lines = tables.bombard_lines
    line = lines[min(battalions_in(g, enemy, h), len(lines) - 1)]
    column = column_for(line, total)
    if column < 0:
        return -1
    units = targets_in(g, enemy, h)
    kinds = [g.pack.kind[unit] for unit in units]
    if ARTILLERY in kinds:
        column += tables.shift_artillery
    if g.forts[h]:
        column += tables.shift_fort
    if not any(has_units(g, side, n) for n in g.pack.touch[h]):
        column += tables.shift_far
    if all(kind == TANK for kind in kinds):
        column += tables.shift_tanks
    return max(-1, min(column, len(line) - 1))


async def bombard_phase(g: State) -> None:
    """10.1 Resolve all bombardments, hex by hex."""
    while True:
        hexes = [h for _, h, kind in g.fires if kind >= BOMBARD]
        if not hexes:
            return
        await bombardment(g, min(hexes))
        await MARK


async def bombardment(g: State, h: int) -> None:
    """10.12, 10.14 One bombardment: its roll, its effect, the rounds it costs."""
    side, enemy = g.active, 1 - g.active
    shots = [(unit, kind) for unit, there, kind in g.fires if there == h and kind >= BOMBARD]
    g.fires = tuple([f for f in g.fires if f[1] != h or f[2] < BOMBARD])
    units = targets_in(g, enemy, h)
    total = weight_of_fire(g, h, shots)
    column = column_of(g, side, h, total) if units else -1
    firing = g.names([unit for unit, _ in shots])
    if column < 0:
        g.tell("bombardment_vain", "10.12", units=firing, place=g.place_id(h), total=total)
    else:
        dice = await Roll(2, "bombardment", "10.12", SIDES[side])
        result = g.pack.tables.bombard[sum(dice)][column]
        g.tell(
            "bombardment", "10.12", units=firing, place=g.place_id(h), total=total,
            column=column + 1, dice=dice, result=result,
        )  # fmt: skip
        await _apply(g, enemy, h, units, result)
    for unit, kind in shots:
        g.did[unit] |= BOMBARDED
        spend_offensive(g, unit, storm=kind == STORM_BOMBARD)


async def _apply(g: State, side: int, h: int, units: tuple[int, ...], result: str) -> None:
    """10.12, 10.14, R72 Disorder, or steps up to half of those in the hex."""
    cap = half(sum(steps_left(g, unit) for unit in units))  # 10.14
    if result == "D":
        for unit in units:
            disorganise(g, unit, "10.12")
    elif result == "Z":
        doomed = [unit for unit in units if g.order[unit] == DEMORALISED]
        if len(doomed) > cap:  # R72
            shaken, doomed = doomed, []
            for steps in range(cap, 0, -1):
                doomed.append(await choose_victim(g, side, shaken, steps, "10.14"))
                shaken.remove(doomed[-1])
        for unit in units:
            if g.order[unit] != DEMORALISED or unit in doomed:
                demoralise(g, unit, "10.12")
        if doomed:
            await leaders_at_risk(g, side, {h: len(doomed)})
    elif result != "-":
        losses, _ = await choose_losses(g, side, units, min(int(result), cap), "10.12")
        await leaders_at_risk(g, side, losses)
