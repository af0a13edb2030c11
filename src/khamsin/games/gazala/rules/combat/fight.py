"""9.2, 9.3 The resolution of a normal combat: die, losses, retreats, pursuit."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import IMPULSE_END, Battle, State
from khamsin.games.gazala.rules.movement.march import activate
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one, listed

from .combat import LOWEST, defenders_of, reckon, why_not_strike
from .hits import lose_one_of
from .losses import steps_of
from .pursuit import pursue
from .retreat import retreat


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
        g.tell("attack_lapses", "9.24.b", place=g.hex_id(target))
        return
    for unit in attackers:
        activate(g, unit)
    g.fought = (*g.fought, *attackers)
    g.struck = (*g.struck, *defenders)
    g.combat_hexes = (*g.combat_hexes, target)
    b = g.battle = Battle(target, attackers, is_armour=False)
    b.defenders, b.air = defenders, air
    b.odds = odds
    b.column = odds.level - LOWEST
    b.engineers = _used_engineers(g, b, dict(odds.shifts))
    (b.die,) = await Roll(1, "combat", "9.25", SIDES[g.active])
    column = g.pack.numbers.crt[b.column]
    b.attacker_hits = column.attacker[b.die - 1] if odds.defence else 0  # 9.24.c
    b.defender_hits = column.defender[b.die - 1]
    g.tell(
        "combat", "9.25", side=SIDES[g.active], place=g.hex_id(target),
        units=tuple(g.unit_id(unit) for unit in attackers), attack=odds.attack,
        defence=odds.defence, odds=column.odds, die=b.die, attacker_hits=b.attacker_hits,
        defender_hits=b.defender_hits,
    )  # fmt: skip
    if odds.defence:
        reduce_results(g, b)
    await suffer_attacker(g, b)
    left = await suffer_defender(g, b)
    if not g.here[1 - g.active][target]:
        await pursue(g, b, left)
    g.battle = None


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
        hexes=rest, place=g.hex_id(b.target),
    )  # fmt: skip
    return answer == ("stand",)


async def suffer_attacker(g: State, b: Battle) -> None:
    """9.4, R18 The attacker takes his losses and retreats first."""
    steps = as_steps(b.attacker_hits)
    await lose_steps(g, b, g.active, steps)
    rest = b.attacker_hits - steps
    units = alive(g, b, g.active)
    if not rest or not units:
        return
    if await stands(g, b, g.active, rest):
        await lose_steps(g, b, g.active, rest)
        return
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(g.place[unit], []).append(unit)
    while stacks:  # each from where it stood, in its owner's order
        options: list[Option] = [("stack", g.hex_id(place)) for place in sorted(stacks)]
        answer = await choose_one(
            SIDES[g.active], "retreat_first", options, "9.4", place=g.hex_id(b.target)
        )
        stack = stacks.pop(g.pack.board.at(answer[1]))
        await retreat(g, b, tuple(stack), rest, [b.target])
    b.paths = []  # nobody follows the attackers (9.5)


async def suffer_defender(g: State, b: Battle) -> int:
    """9.32, 9.51 The defender's turn. Returns how many hexes the winner may pursue."""
    side = 1 - g.active
    steps = as_steps(b.defender_hits)
    await lose_steps(g, b, side, steps)
    rest = b.defender_hits - steps
    least = g.pack.numbers.pursuit["least"]
    units = alive(g, b, side)
    if not rest:
        return least
    if not units:
        return max(rest, least)  # 9.51: the hexes that the dead could not retreat
    if await stands(g, b, side, rest):
        return max(await lose_steps(g, b, side, rest), least)
    threats = sorted({g.place[unit] for unit in alive(g, b, g.active)}) or [b.target]
    return max(await retreat(g, b, units, rest, threats), least)
