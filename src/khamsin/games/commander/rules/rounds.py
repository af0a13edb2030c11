"""resolve, hits: one round of a battle. All dice, then all hits; with Ambush the Allies first.

dice.1 Every die is a single six-sided one.
"""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.commander.model.pieces import ALLIED, AXIS, FULL, INFANTRY, SIDES
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.allied.ties import tie
from khamsin.kernel.play.decision import Choose, Option, Roll, choose_one

from .forces import attack, defence, hit, superior


class Die(NamedTuple):
    """One die to be rolled: for a Force (or a pair of them, R23) or for a plan."""

    units: tuple[int, ...]
    plan: str
    needed: int  # this or less has an effect
    double: int  # this or less hits twice
    values: tuple[int, ...] = ()  # a plan's effect by the die


# -- what is rolled ------------------------------------------------------------------------------


def plain_value(g: State, b: Battle, unit: int) -> int:
    """attack.1, defence.1 The Attack of an attacker, the Defence of a defender."""
    return attack(g, unit) if g.c.side_of[unit] == b.attacker else defence(g, unit)


def fighting_value(g: State, b: Battle, side: int, unit: int) -> int:
    """fort.1, plan.15 Attack or Defence with all that is added to it."""
    value = plain_value(g, b, unit) + b.plans[side].count("overrun")
    return value + 1 if side == b.defender and g.terms.forts[b.area] else value


def force_dice(g: State, b: Battle, side: int) -> list[Die]:
    """resolve.2 A die for every Force; the pair of Cohesion has one (plan.5)."""
    dice: list[Die] = []
    fighters = b.fighters[side]
    pair = tuple(unit for unit in b.pair if unit in fighters) if side == AXIS else ()
    for unit in fighters:
        units: tuple[int, ...] = (unit,)
        if len(pair) > 1 and unit in pair:
            if unit != pair[0]:
                continue
            units = pair
        needed = sum(fighting_value(g, b, side, each) for each in units)
        double = max(superior(g, each) for each in units) if side == b.attacker else 0  # R21, R22
        dice.append(Die(units, "", needed, double))
    return dice


def plan_dice(g: State, b: Battle, side: int) -> list[Die]:
    """resolve.2 A die for every plan that fires; Disrupt in the first round only (plan.8)."""
    chart = g.pack.plans
    dice: list[Die] = []
    for plan in b.plans[side]:
        values = chart.hits_on[plan]
        if plan == "disrupt" and b.round == 1:
            values = chart.takes_on[plan]
        if values:
            dice.append(Die((), plan, len(values), sum(each > 1 for each in values), values))
    return dice


def hits_of(die: Die, rolled: int) -> int:
    """attack.1, plan.3-4, plan.10 How many hits a die scores; Disrupt scores none."""
    if die.plan:
        return die.values[rolled - 1] if rolled <= len(die.values) and die.plan != "disrupt" else 0
    if rolled <= die.double:
        return 2
    return 1 if rolled <= die.needed else 0


def can_fire(g: State, b: Battle, side: int) -> bool:
    """R30 Whether a side has any die left that could matter to the enemy."""
    return bool(b.fighters[side]) or any(g.pack.plans.hits_on[plan] for plan in b.plans[side])


# -- a round -------------------------------------------------------------------------------------


async def fight_round(g: State, b: Battle) -> None:
    """resolve.1 All roll, then all hits are taken; with Ambush the Allies first (plan.1)."""
    b.round += 1
    g.tell("round", "rounds.1", round=b.round)
    if b.round == 1 and "ambush" in b.plans[ALLIED]:
        g.tell("ambush", "plan.1")
        await take_axis_hits(g, b, await allied_dice(g, b))  # R27
        await take_allied_hits(g, b, await axis_dice(g, b))
        return
    on_allies = await axis_dice(g, b)
    on_axis = await allied_dice(g, b)
    await take_allied_hits(g, b, on_allies)
    await take_axis_hits(g, b, on_axis)


def note(g: State, b: Battle, side: int, die: Die, rolled: int) -> int:
    """Tell one die and what it does; gives its hits."""
    hits = hits_of(die, rolled)
    name = die.plan or "+".join(g.names(die.units))
    b.dice.append((b.round, SIDES[side], name, die.needed, die.double, rolled, hits))
    if die.plan == "disrupt":
        disrupt(g, b, side, die, rolled)
    elif die.plan:
        g.tell(
            "plan_die", "resolve.2", side=SIDES[side], plan=die.plan, die=rolled,
            needed=die.needed, hits=hits,
        )  # fmt: skip
    else:
        rule = "attack.1" if side == b.attacker else "defence.1"
        g.tell(
            "superior_die" if die.double else "force_die", rule, side=SIDES[side],
            units=g.names(die.units), die=rolled, needed=die.needed, double=die.double,
            hits=hits,
        )  # fmt: skip
    return hits


def disrupt(g: State, b: Battle, side: int, die: Die, rolled: int) -> None:
    """plan.8 The enemy loses Supplies, never below none; the chit is spent."""
    lost = effect(g, side, die, rolled)
    g.supplies[1 - side] -= lost
    b.plans[side].remove("disrupt")
    g.tell("disrupt", "plan.8", side=SIDES[side], die=rolled, supplies=lost)


async def axis_dice(g: State, b: Battle) -> int:
    """resolve.3 All Axis dice; then Tactics and Assault, if the player will (R53)."""
    dice = [*plan_dice(g, b, AXIS), *force_dice(g, b, AXIS)]
    if not dice:
        return 0
    rolled = list(await Roll(len(dice), "axis_dice", "resolve.2", "axis"))
    rolled = await axis_tactics(g, b, dice, rolled)
    hits = [note(g, b, AXIS, die, value) for die, value in zip(dice, rolled, strict=True)]
    return sum(hits) + await assault(g, b, dice, hits)


async def axis_tactics(g: State, b: Battle, dice: list[Die], rolled: list[int]) -> list[int]:
    """plan.14 The player may roll one of his dice again; the second result stands."""
    if "tactics" not in b.plans[AXIS]:
        return rolled

    def offers() -> list[Option]:
        """Dice that could do better."""
        able = [at for at, die in enumerate(dice) if _could_gain(g, die, rolled[at])]
        return [(*_again(g, dice[at]), str(rolled[at])) for at in able] + [("keep",)]

    if len(offers()) == 1:
        return rolled
    answer = await Choose("axis", "tactics", offers, "plan.14")
    if answer[0] == "keep":
        return rolled
    at = next(at for at, die in enumerate(dice) if _again(g, die) == answer[:2])
    b.plans[AXIS].remove("tactics")
    (again,) = await Roll(1, "tactics", "plan.14", "axis")
    _tell_tactics(g, "axis", dice[at], rolled[at], again)
    return [*rolled[:at], again, *rolled[at + 1 :]]


def _again(g: State, die: Die) -> Option:
    """The words by which a die is named in an option."""
    if die.plan:
        return ("again_plan", die.plan)
    return ("again", "+".join(g.names(die.units)))


def _tell_tactics(g: State, side: str, die: Die, before: int, again: int) -> None:
    """plan.14 Which die was rolled again."""
    if die.plan:
        g.tell("tactics_plan", "plan.14", side=side, plan=die.plan, before=before, die=again)
        return
    units = g.names(die.units)
    g.tell("tactics_force", "plan.14", side=side, units=units, before=before, die=again)


def _could_gain(g: State, die: Die, value: int) -> bool:
    """Whether any other roll would do more for the Axis."""
    return value > 1 and effect(g, AXIS, die, value) < effect(g, AXIS, die, 1)


def effect(g: State, side: int, die: Die, rolled: int) -> int:
    """What a die does for a side: hits, or for Disrupt the Supplies that the enemy loses (plan.8).

    Of Supplies that are not there none can be lost: then it has no effect.
    """
    if die.plan == "disrupt":
        wanted = die.values[rolled - 1] if rolled <= len(die.values) else 0
        return min(wanted, g.supplies[1 - side])
    return hits_of(die, rolled)


async def assault(g: State, b: Battle, dice: list[Die], hits: list[int]) -> int:
    """plan.2, R24 An attacking armour or motorised Force that hit may hit once more (R23)."""
    if b.attacker != AXIS or "assault" not in b.plans[AXIS]:
        return 0
    types = g.c.unit_type
    able = any(
        scored and any(types[unit] != INFANTRY for unit in die.units)
        for die, scored in zip(dice, hits, strict=True)
    )
    if not able:
        return 0
    answer = await Choose("axis", "assault", lambda: [("yes",), ("no",)], "plan.2")
    if answer[0] == "no":
        return 0
    b.plans[AXIS].remove("assault")
    g.tell("assault", "plan.2")
    return 1


async def allied_dice(g: State, b: Battle) -> int:
    """resolve.3, R28 All Allied dice, from the highest number to the lowest.

    plan.14 Tactics rolls the first that fails again.
    """
    dice = [*force_dice(g, b, ALLIED), *plan_dice(g, b, ALLIED)]
    if not dice:
        return 0
    order = sorted(dice, key=lambda die: -die.needed)  # Forces stay before plans of equal number
    if "tactics" in b.plans[ALLIED]:
        order = await _break_equal_dice(g, order)
    rolled = await Roll(len(order), "allied_dice", "resolve.2", "allied")
    hits = 0
    for die, value in zip(order, rolled, strict=True):
        stands = value
        if effect(g, ALLIED, die, value) == 0 and "tactics" in b.plans[ALLIED]:
            b.plans[ALLIED].remove("tactics")
            (stands,) = await Roll(1, "tactics", "plan.14", "allied")
            _tell_tactics(g, "allied", die, value, stands)
        hits += note(g, b, ALLIED, die, stands)
    return hits


async def _break_equal_dice(g: State, order: list[Die]) -> list[Die]:
    """resolve.3 T3: of Forces with equal numbers but other superior attacks the player picks."""
    left = list(order)
    done: list[Die] = []
    while left:
        equal = [die for die in left if die.units and die.needed == left[0].needed]
        if left[0].plan or len({die.double for die in equal}) < 2:
            done.append(left.pop(0))
            continue
        options: list[Option] = [("roll", g.unit_id(die.units[0])) for die in equal]
        answer = await tie(g, "t3", options, "resolve.3")
        chosen = next(die for die in equal if g.unit_id(die.units[0]) == answer[1])
        left.remove(chosen)
        done.append(chosen)
    return done


# -- hits ----------------------------------------------------------------------------------------


def dig_in(g: State, b: Battle, side: int, hits: int) -> int:
    """plan.7, R31 Each Dig-In stops one hit before any Force takes one."""
    while hits and "dig_in" in b.plans[side]:
        b.plans[side].remove("dig_in")
        hits -= 1
        g.tell("dug_in", "plan.7", side=SIDES[side])
    return hits


def strike(g: State, b: Battle, unit: int, rule: str) -> None:
    """hits.1 One hit on a Force in battle; salvage and kills are counted (plan.13, upgrade.1)."""
    side = g.c.side_of[unit]
    enemy = 1 - side
    if hit(g, unit, rule):
        b.fighters[side] = tuple([other for other in b.fighters[side] if other != unit])
        b.kills[enemy] += 1
    found = b.plans[enemy].count("salvage")  # R32
    if found:
        g.supplies[enemy] += found
        b.salvaged[enemy] += found
        g.tell("salvage", "plan.13", side=SIDES[enemy], supplies=found)


async def take_allied_hits(g: State, b: Battle, hits: int) -> None:
    """hits.2, R19 Full Forces before reduced ones, then the weakest; ties T2."""
    if hits:
        g.tell("hits", "hits.1", side="allied", hits=hits)
    hits = dig_in(g, b, ALLIED, hits)
    value = attack if b.attacker == ALLIED else defence
    while hits and b.fighters[ALLIED]:
        fighters = b.fighters[ALLIED]
        group = [unit for unit in fighters if g.is_full(unit)] or list(fighters)
        least = min(value(g, unit) for unit in group)
        weakest = [unit for unit in group if value(g, unit) == least]
        if len(weakest) <= hits:
            chosen = weakest  # all of them are hit, in whatever order
        else:
            options: list[Option] = [("hit", g.unit_id(unit)) for unit in weakest]
            answer = await tie(g, "t2", options, "hits.2", hits=hits)
            chosen = [g.c.unit_index[answer[1]]]
        for unit in chosen:
            strike(g, b, unit, "hits.2")
            hits -= 1
    if hits:
        g.tell("hits_lost", "hits.1", hits=hits)


async def take_axis_hits(g: State, b: Battle, hits: int) -> None:
    """hits.5 The player spreads the hits on his Forces as he likes."""
    if hits:
        g.tell("hits", "hits.1", side="axis", hits=hits)
    hits = dig_in(g, b, AXIS, hits)
    while hits and b.fighters[AXIS]:
        fighters = b.fighters[AXIS]
        if sum(g.steps[unit] for unit in fighters) <= hits:
            for unit in fighters:
                for _ in range(2 if g.steps[unit] == FULL else 1):
                    strike(g, b, unit, "hits.5")
                    hits -= 1
            break
        options: list[Option] = [("hit", g.unit_id(unit)) for unit in fighters]
        answer = await choose_one("axis", "hits", options, "hits.5", hits=hits)
        strike(g, b, g.c.unit_index[answer[1]], "hits.5")
        hits -= 1
    if hits:
        g.tell("hits_lost", "hits.1", hits=hits)
