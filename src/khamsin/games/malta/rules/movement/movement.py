"""5.2, 6 Movement: strategic, tactical and infiltration; artillery; movement at night."""

from __future__ import annotations

from heapq import heappop, heappush

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    COAST_GUN,
    DEMORALISED,
    LEADER,
    MILITIA,
    SIDES,
)
from khamsin.games.malta.model.state import (
    ARRIVED,
    GATHERED,
    MOVED,
    OUTSIDE,
    STRATEGIC,
    State,
    alter,
)
from khamsin.games.malta.rules.combat.losses import disorganise
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.control import is_blocked, near_enemy, reacts, refresh
from khamsin.kernel.game import Refused
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .breakdown import break_down, why_not_break
from .entry import enter
from .leaders import movement_bonuses

HAS_MOVED = Refused("6.0", "has_moved")
JUST_ARRIVED = Refused("6.54", "just_arrived")
GATHERS = Refused("17.81", "gathers_stragglers")
NO_ALLOWANCE = Refused("6.53", "no_allowance")
NO_REACTION = Refused("17.7", "no_reaction")
ENEMY_NEAR = Refused("6.2", "enemy_near")
NOWHERE = Refused("6.0", "nowhere_to_go")
ENEMY_THERE = Refused("6.52", "enemy_there")
TOO_FAR = Refused("6.0", "too_far")


def why_not_move(g: State, unit: int) -> Refused | None:
    """6.0, 6.53, 6.54, R82 Why a unit of the active side cannot move in this phase."""
    did = g.did[unit]
    if did & MOVED:
        return HAS_MOVED
    if did & ARRIVED:
        return JUST_ARRIVED
    if did & GATHERED:
        return GATHERS
    if g.pack.levels[unit][g.level[unit]].move == 0:
        return NO_ALLOWANCE
    return None if reacts(g, unit) else NO_REACTION


def why_not_strategic(g: State, unit: int) -> Refused | None:
    """6.2, 6.6 Never within two hexes of an enemy land unit; guns may limber for it."""
    reason = why_not_move(g, unit)
    if reason is not None:
        return reason
    if near_enemy(g, g.active, g.place[unit], 2):
        return ENEMY_NEAR
    if g.deployed[unit]:
        return None if limbered_reach(g, unit, strategic=True) else NOWHERE
    return None if first_steps(g, unit, strategic=True, one=True) else NOWHERE


def why_not_tactical(g: State, unit: int) -> Refused | None:
    """6.3 All other moves."""
    reason = why_not_move(g, unit)
    if reason is not None:
        return reason
    if g.pack.kind[unit] == ARTILLERY:
        return None if g.deployed[unit] or _may_act(g, unit) else NOWHERE
    return None if first_steps(g, unit, strategic=False, one=True) else NOWHERE


def _may_act(g: State, unit: int) -> bool:
    return bool(first_steps(g, unit, strategic=False, one=True)) or can_deploy(
        g, unit, allowance(g, unit), 0
    )


def may_enter(g: State, unit: int, h: int) -> bool:
    """6.52, 14.0 Enemies bar the way; a leader alone goes into no hex with enemy counters."""
    side = g.pack.side[unit]
    if not g.here[1 - side][h]:
        return True
    return g.pack.kind[unit] != LEADER and not is_blocked(g, side, h)


def first_steps(g: State, unit: int, *, strategic: bool, one: bool = False) -> list[int]:
    """6.53 The hexes a unit may go to if it moves one hex only, whatever that costs.

    With `one`, the first that is found will do.
    """
    pack = g.pack
    side, h = pack.side[unit], g.place[unit]
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
    zoc = g.zoc[1 - g.pack.side[unit]]
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
    g: State, unit: int, left: int, *, strategic: bool, first: bool
) -> dict[int, tuple[int, int]]:
    """5.2, 6.11, 6.2 Every hex a unit can stop in: (what it costs, the hex before it)."""
    pack = g.pack
    side, start = pack.side[unit], g.place[unit]
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
        if h != start and (in_zoc or enemies[h]):
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


# -- artillery ---------------------------------------------------------------------------------


def is_light(g: State, unit: int) -> bool:
    """6.6 Parachute and glider artillery."""
    return g.pack.units[unit].subtype in ("parachute", "glider")


def limber_cost(g: State, unit: int) -> int:
    """6.6 In half points."""
    numbers = g.pack.tables.numbers
    return numbers.light_limber if is_light(g, unit) else numbers.limber


def deploy_cost(g: State, unit: int) -> int:
    """6.6 In half points; field artillery needs its whole allowance."""
    return g.pack.tables.numbers.light_deploy if is_light(g, unit) else allowance(g, unit)


def limbered_reach(g: State, unit: int, *, strategic: bool) -> dict[int, tuple[int, int]]:
    """6.6 Where deployed artillery could go with what limbering leaves it."""
    left = budget(g, unit) - limber_cost(g, unit)
    return reach(g, unit, left, strategic=strategic, first=False)


def can_deploy(g: State, unit: int, left: int, spent: int) -> bool:
    """5.4, 6.6, 12.4 Limbered artillery outside enemy zones of control, with the points for it."""
    if g.pack.kind[unit] != ARTILLERY or g.deployed[unit]:
        return False
    if g.zoc[1 - g.pack.side[unit]][g.place[unit]]:
        return False
    return left >= deploy_cost(g, unit) if is_light(g, unit) else spent == 0


# -- one move ----------------------------------------------------------------------------------


def move_options(
    g: State,
    unit: int,
    best: dict[int, tuple[int, int]],
    left: int,
    spent: int,
    *,
    strategic: bool,
) -> list[Option]:
    """6.1, 6.6 Where the unit that is moving may go on to; `best` is its reach."""
    options: list[Option] = []
    if g.deployed[unit]:
        options.append(("limber",))
        if spent:
            options.append(("stop",))
        return options
    names = g.pack.hex_ids
    options += [("go", names[h]) for h in best]
    if not strategic and can_deploy(g, unit, left, spent):
        options.append(("deploy",))
    if spent:
        options.append(("stop",))
    return options


async def move_unit(g: State, unit: int, *, strategic: bool) -> None:
    """6.1 Move one unit; who takes a single step may choose his way on, or stop there.

    So may who was stopped on his way or has overrun something, and guns that can still deploy.
    """
    side = g.pack.side[unit]
    most = left = budget(g, unit)
    spent = steps = 0
    start = g.place[unit]
    trail: list[int] = [start]
    prompt = "strategic_to" if strategic else "tactical_to"
    g.moving = unit
    while True:
        g.moving_left = left
        best: dict[int, tuple[int, int]] = {}
        if not g.deployed[unit] and not (steps and g.zoc[1 - side][g.place[unit]]):
            best = reach(g, unit, left, strategic=strategic, first=spent == 0)
        options = move_options(g, unit, best, left, spent, strategic=strategic)
        if not options or options == [("stop",)]:
            break
        answer = await Choose(
            SIDES[side], prompt, listed(options), "6.2" if strategic else "6.3",
            unit=g.unit_id(unit), points=left // 2,
        )  # fmt: skip
        if answer == ("stop",):
            break
        if answer[0] in ("limber", "deploy"):
            cost = limber_cost(g, unit) if answer[0] == "limber" else deploy_cost(g, unit)
            g.deployed = alter(g.deployed, unit, int(answer[0] == "deploy"))
            refresh(g, side, g.place[unit])
            g.tell(
                "limbered" if answer[0] == "limber" else "deployed", "6.6",
                unit=g.unit_id(unit), place=g.hex_id(g.place[unit]),
            )  # fmt: skip
            spent += cost
            left -= cost
            if answer[0] == "deploy":
                break
            continue
        target = g.pack.board.at(answer[1])
        way = path_to(best, g.place[unit], target)
        before = 0
        is_overrun = bool(g.here[1 - side][target])
        for h in way:
            if not may_enter(g, unit, h):
                break  # militia has risen on the way
            cost = best[h][0] - before
            before = best[h][0]
            spent += cost
            left -= cost
            steps += 1
            trail.append(h)
            await enter(g, unit, h)
            if g.zoc[1 - side][h]:
                break
        is_there = g.place[unit] == target
        may_go_on = is_overrun or can_deploy(g, unit, left, spent)
        if len(way) > 1 and is_there and not may_go_on:
            break
    g.moving = -1
    g.moving_left = 0
    g.did[unit] |= MOVED | (STRATEGIC if strategic else 0)
    if steps:
        g.tell(
            "moved", "6.2" if strategic else "6.3", unit=g.unit_id(unit),
            path=tuple(g.hex_id(h) for h in trail), points=spent // 2,
        )  # fmt: skip
        night_march(g, unit, spent, most)


def night_march(g: State, unit: int, spent: int, most: int) -> None:
    """6.71, 6.72 More than half of the allowance at night disorganises."""
    if not g.is_night or g.order[unit] == DEMORALISED or g.pack.kind[unit] == LEADER:
        return
    if spent > night_half(most):
        disorganise(g, unit, "6.71")


# -- the phase ---------------------------------------------------------------------------------


def movers(g: State) -> list[int]:
    """Every counter of the active side on the map that is not fixed to its place."""
    kind = g.pack.kind
    return [
        unit
        for units in g.here[g.active]
        for unit in units
        if kind[unit] not in (COAST_GUN, MILITIA) and not g.did[unit] & MOVED
    ]


async def break_down_phase(g: State) -> None:
    """4.24, 6.41, 13.1, 14.1 Before anything moves, battalions may break down, arrivals too."""
    while True:
        movement_bonuses(g, g.active)
        g.control_at_start = tuple(g.control)
        mine = [unit for stack in g.here[g.active] for unit in stack]
        for unit in mine:
            if not g.zoc[1 - g.active][g.place[unit]]:
                g.did[unit] |= OUTSIDE
        units = [unit for unit in mine if why_not_break(g, unit) is None]
        if not units:
            return
        options: list[Option] = [("break", g.unit_id(unit)) for unit in units]
        answer = await Choose(SIDES[g.active], "break_down", listed([*options, ("done",)]), "13.1")
        if answer == ("done",):
            return
        break_down(g, g.pack.unit_index[answer[1]])
        await MARK


async def strategic_phase(g: State) -> None:
    """6.2 Strategic moves come before all others."""
    await _moves(g, strategic=True)


async def tactical_phase(g: State) -> None:
    """6.3 Then everybody else."""
    await _moves(g, strategic=False)


async def _moves(g: State, *, strategic: bool) -> None:
    why_not = why_not_strategic if strategic else why_not_tactical
    prompt = "strategic" if strategic else "tactical"
    rule = "6.2" if strategic else "6.3"
    units: list[int] = []
    seen: object = None
    while True:
        # Own moves do not change who else can move; only what happens to the enemy does.
        enemy = (bytes(g.zoc[1 - g.active]), tuple(g.here[1 - g.active]))
        if enemy != seen:
            units = [unit for unit in movers(g) if why_not(g, unit) is None]
            seen = enemy
        else:
            units = [unit for unit in units if not g.did[unit] & MOVED]
        if not units:
            return
        options: list[Option] = [("unit", g.unit_id(unit)) for unit in units]
        answer = await Choose(SIDES[g.active], prompt, listed([*options, ("done",)]), rule)
        if answer == ("done",):
            return
        await move_unit(g, g.pack.unit_index[answer[1]], strategic=strategic)
        await MARK
