"""5.2, 6.1-6.3, 6.53, 6.71 How far a unit can move: what a step costs, and where it may stop."""

from __future__ import annotations

from heapq import heappop, heappush

from khamsin.games.malta.model.pieces import DEMORALISED, LEADER
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.control import is_blocked


def may_enter(g: State, unit: int, h: int) -> bool:
    """6.52, 14.0 Enemies bar the way; a leader alone goes into no hex with enemy counters."""
    side = g.pack.side_of[unit]
    if not g.here[1 - side][h]:
        return True
    return g.pack.kind[unit] != LEADER and not is_blocked(g, side, h)


def first_steps(g: State, unit: int, *, strategic: bool, one: bool = False) -> list[int]:
    """6.53 The hexes a unit may go to if it moves one hex only, whatever that costs.

    With `one`, the first that is found will do.
    """
    pack = g.pack
    side, h = pack.side_of[unit], g.place[unit]
    zoc = g.zoc[1 - side]
    is_held = g.is_night and g.order[unit] == DEMORALISED  # R20: no whole move for one dear hex
    most = budget(g, unit) if is_held else 0
    found: list[int] = []
    in_zoc, enemies, near = zoc[h], g.here[1 - side], g.near2[1 - side]
    for n, plain, fort in pack.steps[pack.move_class[unit]][strategic][h]:
        if (in_zoc and zoc[n]) or (enemies[n] and not may_enter(g, unit, n)):
            continue
        if strategic and (g.control_at_start[n] != side or near[n]):
            continue
        if is_held and _cost(g, unit, h, n, fort if g.forts[n] else plain) > most:
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
    g: State, unit: int, left: int, *, strategic: bool, first: bool, onward: bool = False
) -> dict[int, tuple[int, int]]:
    """5.2, 6.11, 6.2 Every hex a unit can stop in: (what it costs, the hex before it).

    With `onward` also what lies beyond a hex where it overruns something, and is asked again.
    """
    pack = g.pack
    side, start = pack.side_of[unit], g.place[unit]
    move_class = pack.move_class[unit]
    zoc, enemies, forts, near = g.zoc[1 - side], g.here[1 - side], g.forts, g.near2[1 - side]
    table = pack.steps[move_class][strategic]
    enter_cost = pack.tables.zoc_enter[move_class]
    leave_cost = pack.tables.zoc_leave[move_class]
    is_leader = pack.kind[unit] == LEADER
    best: dict[int, tuple[int, int]] = {start: (0, start)}
    queue = [(0, start)]
    while queue:
        spent, h = heappop(queue)
        if spent > best[h][0]:
            continue
        in_zoc = zoc[h] > 0
        if h != start and (in_zoc or (enemies[h] and not onward)):
            continue  # 5.2.c: stops; and whoever overruns something is asked before he goes on
        for n, plain, fort in table[h]:
            cost = spent + (fort if forts[n] else plain)
            if in_zoc:
                if zoc[n]:
                    continue
                cost += leave_cost
            if zoc[n]:
                cost += enter_cost
            if cost > left or (n in best and best[n][0] <= cost):
                continue
            if enemies[n] and (is_leader or is_blocked(g, side, n)):
                continue
            if strategic and (g.control_at_start[n] != side or near[n]):
                continue
            best[n] = (cost, h)
            heappush(queue, (cost, n))
    del best[start]
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
