"""9.2, 9.3 The resolution of a normal combat: die, losses, retreats, pursuit."""

from __future__ import annotations

from khamsin.kernel.decision import MARK, Choose, Option, Roll, listed

from .combat import LOWEST, attack_strength, defence_strength, reckon
from .losses import lose_step, steps_left
from .movement import activate
from .pieces import SIDES
from .pursuit import pursue
from .retreat import replace_in, retreat
from .state import IMPULSE_END, Battle, State


async def fight_combats(g: State) -> None:
    """3.23.c, 9.2, 9.27 One attack after another, in the order in which they were named."""
    while g.declared:
        await MARK
        target, units, air = g.declared[0]
        g.declared = g.declared[1:]
        await normal_combat(g, target, units, air)
    g.stage = IMPULSE_END


async def normal_combat(g: State, target: int, units: tuple[int, ...], air: int) -> None:
    """9.2, R61 One attack; it comes to nothing if an earlier one has changed the situation."""
    near = g.pack.board.neighbours[target]
    attackers = tuple([unit for unit in units if g.place[unit] in near])
    defenders = g.here[1 - g.active][target]
    if not attackers or not defenders or reckon(g, target, attackers, air).level < LOWEST:
        g.tell("attack_lapses", "9.24.b", place=g.hex_id(target))
        return
    for unit in attackers:
        activate(g, unit)
    g.fought = (*g.fought, *attackers)
    g.combat_hexes = (*g.combat_hexes, target)
    b = g.battle = Battle(target, attackers, is_armour=False)
    b.defenders, b.air = defenders, air
    odds = reckon(g, target, attackers, air)
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
    attackers_short = sum([steps_left(g, u) for u in b.attackers]) < as_steps(b.attacker_hits)
    defenders_short = sum([steps_left(g, u) for u in b.defenders]) < as_steps(b.defender_hits)
    if attackers_short and b.defender_hits:
        b.defender_hits -= 1
        g.tell("result_reduced", "9.34", side=SIDES[1 - g.active], hits=b.defender_hits)
    if defenders_short and b.attacker_hits:
        b.attacker_hits -= 1
        g.tell("result_reduced", "9.34", side=SIDES[g.active], hits=b.attacker_hits)


# -- losses (9.32, 9.33) ---------------------------------------------------------------------


def losers(g: State, b: Battle, side: int) -> list[int]:
    """9.33, 10.11 The units that may take the next step loss; HQs only when all else is gone."""
    if side == g.active:
        units = [unit for unit in b.attackers if g.place[unit] >= 0]
        return [unit for unit in units if attack_strength(g, unit)] or units
    units = [unit for unit in b.defenders if g.place[unit] >= 0]
    troops = [unit for unit in units if not g.pack.is_hq[unit]]
    return [unit for unit in troops if defence_strength(g, unit)] or troops or units


async def lose_steps(g: State, b: Battle, side: int, steps: int, taken: int) -> int:
    """9.32.a The owner chooses which of his units lose steps. Returns how many were taken.

    12.4, R40: the second step of a side in a combat is chosen by the opponent.
    """
    lost = 0
    while lost < steps:
        able = losers(g, b, side)
        if not able:
            break
        if side == g.active and taken + lost == 0:
            first = [unit for unit in b.engineers if unit in able]
            able = first or able
        chooser = side
        if g.has("varied_losses") and taken + lost == 1:
            chooser = 1 - side
        options: list[Option] = [("lose", g.unit_id(unit)) for unit in able]
        answer = options[0]
        if len(options) > 1:
            rule = "9.32.a" if chooser == side else "12.4"
            answer = await Choose(SIDES[chooser], "loss", listed(options), rule)
        unit = g.pack.unit_index[answer[1]]
        replace_in(b, unit, lose_step(g, unit, "9.32.a"))
        lost += 1
    return lost


async def stands(g: State, b: Battle, side: int, rest: int, place: int) -> bool:
    """9.32.b The rest of the hits: hexes to retreat, or steps to stay. One or the other."""
    units = b.attackers if side == g.active else b.defenders
    alive = [unit for unit in units if g.place[unit] >= 0]
    options: list[Option] = [("retreat",)]
    if sum([steps_left(g, unit) for unit in alive]) >= rest:
        options.append(("stand",))
    answer = options[0]
    if len(options) > 1:
        answer = await Choose(
            SIDES[side], "stand", listed(options), "9.32.b", hexes=rest, place=g.hex_id(place)
        )
    return answer == ("stand",)


async def suffer_attacker(g: State, b: Battle) -> None:
    """9.4, R18 The attacker takes his losses and retreats first."""
    steps = as_steps(b.attacker_hits)
    taken = await lose_steps(g, b, g.active, steps, 0)
    rest = b.attacker_hits - steps
    alive = [unit for unit in b.attackers if g.place[unit] >= 0]
    if not rest or not alive:
        return
    if await stands(g, b, g.active, rest, b.target):
        await lose_steps(g, b, g.active, rest, taken)
        return
    for place in sorted({g.place[unit] for unit in alive}):
        group = tuple([unit for unit in b.attackers if g.place[unit] == place])
        if group:
            await retreat(g, b, group, rest, [b.target])
    b.paths = []  # nobody follows the attackers (9.5)


async def suffer_defender(g: State, b: Battle) -> int:
    """9.32, 9.51 The defender's turn. Returns how many hexes the winner may pursue."""
    steps = as_steps(b.defender_hits)
    taken = await lose_steps(g, b, 1 - g.active, steps, 0)
    rest = b.defender_hits - steps
    least = g.pack.numbers.pursuit["least"]
    alive = tuple([unit for unit in b.defenders if g.place[unit] >= 0])
    if not rest:
        return least
    if not alive:
        return max(rest, least)  # 9.51: the hexes that the dead could not retreat
    if await stands(g, b, 1 - g.active, rest, b.target):
        await lose_steps(g, b, 1 - g.active, rest, taken)
        return least
    threats = sorted({g.place[unit] for unit in b.attackers if g.place[unit] >= 0}) or [b.target]
    farthest = await retreat(g, b, alive, rest, threats)
    if all(g.place[unit] < 0 for unit in b.defenders):
        farthest = max(farthest, rest - farthest)
    return max(farthest, least)
