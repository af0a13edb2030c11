"""9.6, 9.7 Retreats, and standing one's ground."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import COAST_GUN, GONE, LEADER, SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.control import has_units, is_blocked, load, load_with
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.kernel.play.asking import choose_some
from khamsin.kernel.play.decision import Choose, Option, Roll, choose_one, listed

from .losses import choose_losses, eliminate, leaders_at_risk, overrun_leader
from .strength import led_in, morale, stands_still

PATIENCE = 6  # hexes that 7.3 may add to a retreat before stacking no longer matters


async def stand(
    g: State, side: int, units: tuple[int, ...], hits: int, rule: str = "9.7"
) -> tuple[int, ...]:
    """9.63, 9.71, 9.72, R38 Who stays: units that cannot move, and those that dare and can."""
    alive = [unit for unit in units if g.place[unit] != GONE]
    fixed = [unit for unit in alive if stands_still(g, unit)]
    others = [unit for unit in alive if unit not in fixed]
    if others:
        options: list[Option] = [("retreat",), ("stand",)]
        answer = await Choose(SIDES[side], "stand", listed(options), rule, hits=hits)
        if answer == ("stand",):
            (die,) = await Roll(1, "stand", "9.71", SIDES[side])
            firm = [unit for unit in others if morale(g, unit) > die - _steadied(g, unit)]
            g.tell("stand", "9.71", side=SIDES[side], die=die, units=g.names(firm))
            fixed += firm
    return tuple(sorted(fixed))


def _steadied(g: State, unit: int) -> int:
    """9.71, R29 One less on the die for units stacked with the leader of their formation."""
    formation = led_in(g, unit)
    leader = g.pack.leaders[formation] if formation >= 0 else -1
    return int(leader >= 0 and g.place[leader] == g.place[unit])


async def retreat_stack(
    g: State, units: tuple[int, ...], hexes: int, enemies: tuple[int, ...]
) -> int:
    """9.6-9.62, 7.3 One stack goes back together, hex by hex; gives how many hexes it went."""
    side = g.pack.side_of[units[0]]
    visited = [g.place[units[0]]]
    gone = 0
    while gone < hexes + PATIENCE:
        stack = tuple([unit for unit in units if g.place[unit] == visited[-1]])
        if not stack:
            break
        is_last = gone >= hexes - 1
        candidates = retreat_hexes(g, stack, visited, enemies)
        if not candidates:
            if gone < hexes:
                await _trapped(g, stack)
            break
        if is_last:
            most = g.pack.limits.stacking
            fitting = [h for h in candidates if load_with(g, h, stack) <= most]
            candidates = fitting or candidates
        options: list[Option] = [("to", g.place_id(h)) for h in candidates]
        answer = await choose_one(
            SIDES[side], "retreat", options, "9.61", unit=g.unit_id(stack[0]),
            left=max(1, hexes - gone),  # 7.3: hex by hex, where the last one was full
        )  # fmt: skip
        h = g.pack.board.at(answer[1])
        g.tell("retreated", "9.6", units=g.names(stack), place=answer[1])
        for unit in sorted(stack, key=lambda unit: g.pack.kind[unit] == LEADER):
            await enter(g, unit, h)
        visited.append(h)
        gone += 1
        if g.zoc[1 - side][h]:
            alive = tuple([u for u in stack if g.pack.kind[u] != LEADER])
            lost, _ = await choose_losses(g, side, alive, 1, "9.62")
            await leaders_at_risk(g, side, lost)
        if gone >= hexes and load(g, side, h) <= g.pack.limits.stacking:
            break
    return gone


async def _trapped(g: State, stack: tuple[int, ...]) -> None:
    """9.61, R69 Nowhere to go: eliminated; a leader may still get away as if overrun (14.42)."""
    for unit in stack:
        if g.pack.kind[unit] == LEADER:
            await overrun_leader(g, unit)
        else:
            eliminate(g, unit, "9.61")


def retreat_hexes(
    g: State, stack: tuple[int, ...], visited: list[int], enemies: tuple[int, ...]
) -> list[int]:
    """9.61, R50 The hexes of the first kind that is to be had."""
    pack = g.pack
    side, here = pack.side_of[stack[0]], g.place[stack[0]]
    classes = {pack.move_class[unit] for unit in stack if pack.kind[unit] != LEADER}
    enemy_in = g.here[1 - side]
    open_to = [
        n
        for n in pack.near[here]
        if n not in visited
        and not (is_blocked(g, side, n) if classes else enemy_in[n])  # 14.0: leaders alone
        and all(any(n == step[0] for step in pack.steps[c][0][here]) for c in sorted(classes))
    ]
    zoc = g.zoc[1 - side]
    free = [n for n in open_to if not zoc[n]]
    if free:
        return free
    farther = [
        n
        for n in open_to
        if all(pack.distance[n][enemy] > pack.distance[here][enemy] for enemy in enemies)
    ]
    if farther:
        return farther
    return [n for n in open_to if has_units(g, side, n)] or open_to


async def retreat_all(
    g: State, units: tuple[int, ...], hexes: int, enemies: tuple[int, ...], *, joining: bool
) -> tuple[int, list[int]]:
    """9.6, 14.3 Every stack of these units; leaders go along, attackers' stackmates may.

    Gives the greatest number of hexes that a stack went, and all who went.
    """
    side = g.pack.side_of[units[0]]
    stacks: dict[int, list[int]] = {}  # as they stand before anybody goes
    for unit in units:
        stacks.setdefault(g.place[unit], []).append(unit)
    moved: list[int] = []
    farthest = 0
    while stacks:
        options: list[Option] = [("from", g.place_id(place)) for place in sorted(stacks)]
        (_, name) = await choose_one(SIDES[side], "retreat_next", options, "9.6")
        place = g.pack.board.at(name)
        stack = stacks.pop(place)
        others = [u for u in g.here[side][place] if u not in stack and u not in moved]
        if joining:
            stack += await _join(g, side, others)
        stack += [unit for unit in others if g.pack.kind[unit] == LEADER]
        moved += stack
        farthest = max(farthest, await retreat_stack(g, tuple(stack), hexes, enemies))
    return farthest, moved


async def _join(g: State, side: int, others: list[int]) -> list[int]:
    """9.6 Who did not attack but is stacked with those who retreat may go with them."""
    able = [
        unit
        for unit in others
        if g.pack.kind[unit] not in (LEADER, COAST_GUN) and not stands_still(g, unit)
    ]
    joined = await choose_some(
        SIDES[side], "join_retreat", "join", able, g.unit_id, "9.6",
        is_enough=lambda _: True, with_all=False,
    )  # fmt: skip
    return list(joined)
