"""9.2, 9.3 The resolution of a normal combat: die, losses, retreats, pursuit."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import IMPULSE_END, Battle, Reckoning, State
from khamsin.games.gazala.rules.movement.march import activate
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one, listed

from .combat import LOWEST, defenders_of, reckon, stacks_of, why_not_strike
from .hits import lose_one_of
from .losses import steps_of
from .pursuit import pursue
from .retreat import Retreat, retreat, take_missing_hexes


async def fight_combats(g: State) -> None:
    """3.23.c, 9.2, 9.27 One attack after another, in the order in which they were named."""
    while g.declared:
        await MARK
        target, units, air = g.declared[0]
        g.declared = g.declared[1:]
        await normal_combat(g, target, units, air)
    g.stage = IMPULSE_END


async def normal_combat(g: State, target: int, units: tuple[int, ...], air: int) -> None:
    """9.2, R61 One attack, by those who still may make it; an earlier one can have changed that."""
    attackers = tuple([unit for unit in units if why_not_strike(g, unit, target) is None])
    defenders = tuple(defenders_of(g, 1 - g.active, target))
    odds = reckon(g, target, attackers, air) if attackers and defenders else None
    if odds is None or odds.level < LOWEST:
        g.tell("attack_lapses", "9.24.b", place=g.place_id(target))
        return
    for unit in attackers:
        activate(g, unit)
    g.fought = (*g.fought, *attackers)
    g.struck = (*g.struck, *defenders)
    g.combat_hexes = (*g.combat_hexes, target)
    b = g.battle = Battle(target, attackers, is_armour=False)
    b.defenders, b.air, b.odds = defenders, air, odds
    b.engineers = _used_engineers(g, b, dict(odds.shifts))
    await roll_for_hits(g, b, odds)
    if odds.defence:
        reduce_results(g, b)
    await suffer(g, b, g.active, b.attacker_hits)  # 9.4, R18: he is the first
    gone = await suffer(g, b, 1 - g.active, b.defender_hits)
    if not g.here[1 - g.active][target]:
        await pursue(g, b, max(gone, g.pack.numbers.pursuit["least"]))  # 9.51
    g.battle = None


async def roll_for_hits(g: State, b: Battle, odds: Reckoning) -> None:
    """9.25, 9.24.c The die in the column of the odds: hits on both, on the attacker only if
    anybody defends.
    """
    b.column = odds.level - LOWEST
    column = g.pack.numbers.crt[b.column]
    (b.die,) = await Roll(1, "combat", "9.25", SIDES[g.active])
    b.attacker_hits = column.attacker[b.die - 1] if odds.defence else 0
    b.defender_hits = column.defender[b.die - 1]
    g.tell(
        "combat", "9.25", side=SIDES[g.active], place=g.place_id(b.target),
        units=tuple(g.unit_id(unit) for unit in b.attackers), attack=odds.attack,
        defence=odds.defence, odds=column.odds, die=b.die, attacker_hits=b.attacker_hits,
        defender_hits=b.defender_hits,
    )  # fmt: skip


def _used_engineers(g: State, b: Battle, shifted: dict[str, int]) -> tuple[int, ...]:
    """10.7.c, 10.85.b The engineers who earned a shift, and so are the first to lose a step."""
    pack = g.pack
    found: list[int] = []
    for unit in b.attackers:
        edge = pack.board.edge(g.place[unit], b.target)
        over = ("engineer_fort" in shifted and g.forts[edge]) or (
            "engineer_mine" in shifted and g.mines[edge]
        )
        if pack.is_engineer[unit] and over:
            found.append(unit)
    return tuple(found)


def as_steps(hits: int) -> int:
    """9.32.a Half the hits, rounded up, must be taken as steps."""
    return -(-hits // 2)


def reduce_results(g: State, b: Battle) -> None:
    """9.34, R20 If a side cannot take its losses, the result against the other falls by one."""
    attackers_short = steps_of(g, b.attackers) < as_steps(b.attacker_hits)
    defenders_short = steps_of(g, b.defenders) < as_steps(b.defender_hits)
    if attackers_short and b.defender_hits:
        b.defender_hits -= 1
        g.tell("result_reduced", "9.34", side=SIDES[1 - g.active], hits=b.defender_hits)
    if defenders_short and b.attacker_hits:
        b.attacker_hits -= 1
        g.tell("result_reduced", "9.34", side=SIDES[g.active], hits=b.attacker_hits)


# -- losses (9.32) ---------------------------------------------------------------------------


def alive(g: State, b: Battle, side: int) -> tuple[int, ...]:
    """The units of a side that are still in the combat."""
    units = b.attackers if side == g.active else b.defenders
    return tuple([unit for unit in units if g.place[unit] >= 0])


async def lose_steps(g: State, b: Battle, side: int, steps: int) -> int:
    """9.32.a Steps of a side's units, as long as there are any. Returns how many are missing."""
    for missing in range(steps, 0, -1):
        units = alive(g, b, side)
        if not units:
            return missing
        await lose_one_of(g, b, units)
    return 0


async def stands(g: State, b: Battle, side: int, rest: int) -> bool:
    """9.32.b The rest of the hits: hexes to retreat, or steps to stay. One or the other."""
    answer = await Choose(
        SIDES[side], "stand", listed([("retreat",), ("stand",)]), "9.32.b",
        hexes=rest, place=g.place_id(b.target),
    )  # fmt: skip
    return answer == ("stand",)


async def suffer(g: State, b: Battle, side: int, hits: int) -> int:
    """9.32.a-b Half the hits are steps; for the rest a side retreats, or loses steps to stay.

    Returns the hexes it retreated, or that its dead could not retreat (9.51).
    """
    steps = as_steps(hits)
    rest = hits - steps
    await lose_steps(g, b, side, steps)
    if rest and alive(g, b, side) and not await stands(g, b, side, rest):
        return await (retreat_attackers if side == g.active else retreat_defenders)(g, b, rest)
    return await lose_steps(g, b, side, rest)


async def retreat_attackers(g: State, b: Battle, hexes: int) -> int:
    """9.4, R21 Stack by stack, each from where it stood, in their owner's order.

    Nobody follows them (9.5).
    """
    r = Retreat(g.active, [b.target])
    stacks = stacks_of(g, alive(g, b, g.active))
    while stacks:
        options: list[Option] = [("stack", g.place_id(place)) for place in sorted(stacks)]
        answer = await choose_one(
            SIDES[g.active], "retreat_first", options, "9.4", place=g.place_id(b.target)
        )
        stack = stacks.pop(g.pack.board.at(answer[1]))
        await retreat(g, b, r, tuple(stack), hexes)
    await take_missing_hexes(g, b, r)
    b.paths = []
    return 0


async def retreat_defenders(g: State, b: Battle, hexes: int) -> int:
    """9.4, R21, 9.51 Away from those who attacked them. Returns how far they are followed."""
    threats = sorted({g.place[unit] for unit in alive(g, b, g.active)}) or [b.target]
    r = Retreat(1 - g.active, threats)
    await retreat(g, b, r, alive(g, b, r.side), hexes)
    return await take_missing_hexes(g, b, r)
