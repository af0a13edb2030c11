"""5.2, 6.1-6.3, 6.53, 6.71 How far a unit can move: what a step costs, and where it may stop."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.malta.model.pieces import DEMORALISED, LEADER, NOBODY
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import allowance

NO_LIMIT = 2_000
"""More half points than anybody has."""


def may_enter(g: State, unit: int, h: int) -> bool:
    """6.52, 14.0 Enemies bar the way; a leader alone goes into no hex with enemy counters."""
    return not barred(g, unit)[h]


def barred(g: State, unit: int) -> Sequence[object]:
    """6.52, 14.0 What is true of the hexes that a unit may not enter, and of no others."""
    enemy = 1 - g.pack.side_of[unit]
    return g.here[enemy] if g.pack.kind[unit] == LEADER else g.bars[enemy]


def first_steps(
    g: State, unit: int, *, strategic: bool, one: bool = False, left: int = NO_LIMIT
) -> list[int]:
    """6.53 The hexes a unit may go to if it moves one hex only, whatever that costs.

    With `one`, the first that is found will do; with `left`, those that cost no more.
    """
    pack = g.pack
    side, h = pack.side_of[unit], g.place[unit]
    zoc = g.zoc[1 - side]
    if g.is_night and g.order[unit] == DEMORALISED:  # R20: no whole move for one costly hex
        left = min(left, budget(g, unit))
    found: list[int] = []
    in_zoc, bars, near = zoc[h], barred(g, unit), g.near2[1 - side]
    for n, plain, fort in pack.steps[pack.move_class[unit]][strategic][h]:
        if (in_zoc and zoc[n]) or bars[n]:
            continue
        if strategic and (g.control_at_start[n] != side or near[n]):
            continue
        if left < NO_LIMIT and _cost(g, unit, h, n, fort if g.forts[n] else plain) > left:
            continue
        found.append(n)
        if one:
            break
    return found


def _cost(g: State, unit: int, h: int, n: int, cost: int) -> int:
    """5.2.b, R83 With what zones of control add, in half points."""
    zoc = g.zoc[1 - g.pack.side_of[unit]]
    tables, move_class = g.pack.tables, g.pack.move_class[unit]
    if zoc[n]:
        cost += tables.zoc_enter[move_class]
    if zoc[h]:
        cost += tables.zoc_leave[move_class]
    return cost


def budget(g: State, unit: int) -> int:
    """6.71, R20 What a unit may spend, in half points: the demoralised half of it at night."""
    most = allowance(g, unit)
    if g.is_night and g.order[unit] == DEMORALISED:
        return night_half(most)
    return most


def night_half(most: int) -> int:
    """6.71 Half an allowance, rounded up to whole points; everything in half points."""
    return 2 * ((most // 2 + 1) // 2)


def reach(
    g: State,
    unit: int,
    left: int,
    *,
    strategic: bool,
    first: bool,
    onward: bool = False,
    to: int = NOBODY,
) -> dict[int, tuple[int, int]]:
    """5.2, 6.11, 6.2 Every hex a unit can stop in: (what it costs, the hex before it).

    With `onward` also what lies beyond a hex where it overruns something, and is asked again.
    With `to` it is enough to find the way to this hex.
    """
    pack = g.pack
    side, start, land = pack.side_of[unit], g.place[unit], pack.land
    move_class = pack.move_class[unit]
    zoc, enemies, forts, near = g.zoc[1 - side], g.here[1 - side], g.forts, g.near2[1 - side]
    bars, before = barred(g, unit), g.control_at_start
    table, cheapest = pack.steps[move_class][strategic], pack.cheapest[move_class][strategic]
    enter_cost = pack.tables.zoc_enter[move_class]
    least = [left + 1] * land
    """What each hex costs by the ways found so far; what it must cost less than."""
    least[start] = 0
    best: dict[int, tuple[int, int]] = {}
    ahead: list[list[int]] = [[] for _ in range(left + 1)]
    """By what they cost, the hexes from which it may go on."""
    if left >= 0:
        ahead[0].append(start)
    for paid, hexes in enumerate(ahead):
        if to != NOBODY and least[to] <= paid:
            break
        hexes.sort()
        for h in hexes:
            if paid > least[h]:
                continue  # a cheaper way was found
            spent, in_zoc = paid, zoc[h] > 0
            if in_zoc:  # only where it starts: 5.2.c
                spent += pack.tables.zoc_leave[move_class]
            for n, plain, fort in table[h]:
                cost = spent + (fort if forts[n] else plain)
                if cost >= least[n]:
                    continue
                if zoc[n]:
                    if in_zoc:
                        continue
                    cost += enter_cost
                    if cost >= least[n]:
                        continue
                if bars[n] or (strategic and (before[n] != side or near[n])):
                    continue
                least[n] = cost
                best[n] = (cost, h)
                # 5.2.c: stops; and whoever overruns something is asked before he goes on
                if cost + cheapest[n] <= left and not zoc[n] and (onward or not enemies[n]):
                    ahead[cost].append(n)
    if first and left == allowance(g, unit):
        for n in first_steps(g, unit, strategic=strategic):
            if n not in best:
                best[n] = (left, start)  # 6.53
    return best


def path_to(best: dict[int, tuple[int, int]], start: int, h: int) -> list[int]:
    """The hexes on the way, the start left out."""
    path: list[int] = []
    while h != start:
        path.append(h)
        h = best[h][1]
    path.reverse()
    return path
