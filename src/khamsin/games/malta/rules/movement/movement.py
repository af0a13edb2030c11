"""6 Movement: who may move, strategic and tactical moves, marches at night."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    COAST_GUN,
    DEMORALISED,
    LEADER,
    MILITIA,
    NEAR,
    SIDES,
)
from khamsin.games.malta.model.state import ARRIVED, GATHERED, MOVED, STRATEGIC, State, alter
from khamsin.games.malta.rules.combat.losses import disorganise
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.control import near_enemy, reacts, refresh
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .artillery import can_deploy, deploy_cost, limber_cost, limbered_reach
from .entry import enter
from .reach import budget, first_steps, may_enter, night_half, path_to, reach

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
    if near_enemy(g, g.active, g.place[unit], NEAR):
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
    names = g.pack.place_ids
    options += [("go", names[h]) for h in best]
    if not strategic and can_deploy(g, unit, left, spent):
        options.append(("deploy",))
    if spent:
        options.append(("stop",))
    return options


async def move_unit(g: State, unit: int, *, strategic: bool) -> None:
    """6.1, R85 Move one unit; who takes a single step may choose his way on, or stop there.

    So may who was stopped on his way or has overrun something, and guns that can still deploy.
    """
    side = g.pack.side_of[unit]
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
                unit=g.unit_id(unit), place=g.place_id(g.place[unit]),
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
            if g.zoc[1 - side][h] or (strategic and near_enemy(g, side, h, 2)):
                break  # R85: militia that has risen ends a strategic move
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
            path=tuple(g.place_id(h) for h in trail), points=spent // 2,
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
        answer = await Choose(SIDES[g.active], prompt, listed([*options, DONE]), rule)
        if answer == DONE:
            return
        await move_unit(g, g.pack.unit_index[answer[1]], strategic=strategic)
        await MARK
