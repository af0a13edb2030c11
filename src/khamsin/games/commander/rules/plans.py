"""Battle Plans: how many each side has, and what they do before the first round."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, ARMOUR, AXIS, CUP, INFANTRY, NOWHERE, SIDES
from khamsin.games.commander.model.state import Battle, State
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Draw, Option, choose_one, listed

from .forces import bonus, draw_forces, in_pile, put

# -- aplan: the Allies -------------------------------------------------------------------------


def allied_plan_count(g: State, units: tuple[int, ...]) -> tuple[int, int, int]:
    """aplan.1-2 Plans for Forces (upgrade.6) and campaign, more for Supplies, and their price."""
    points = g.c.points
    count = g.terms.base_plans
    for unit in units:
        count += points.allied_full if g.is_full(unit) else points.allied_reduced
        count += bonus(g, unit)[3]
    for low, high, plans, cost in points.bonus:
        if low <= g.supplies[ALLIED] <= high:
            return count, plans, cost
    return count, 0, 0


async def allied_plans(g: State, b: Battle) -> None:
    """aplan.1-4 Count, pay (R46) and draw the Allied plans, face up; too few chits: all (R20)."""
    forces, more, cost = allied_plan_count(g, b.fighters[ALLIED])
    g.supplies[ALLIED] -= cost
    chits = g.c.allied_plans
    count = min(forces + more, len(chits))
    g.tell("allied_plan_count", "aplan.1", forces=forces, more=more, supplies=cost, plans=count)
    if count:
        b.plans[ALLIED] = list(await Draw(chits, count, "allied_plans", "aplan.3"))
        b.had[ALLIED] = list(b.plans[ALLIED])
        g.tell("allied_plans", "aplan.3", reveals=True, plan=tuple(b.plans[ALLIED]))


def left_in_cup(g: State, seen: list[str]) -> list[str]:
    """The Allied plan chits that have not come out in this battle."""
    left = list(g.c.allied_plans)
    for plan in seen:
        left.remove(plan)
    return left


# -- xplan: the Axis -----------------------------------------------------------------------------


def axis_points(g: State, units: tuple[int, ...]) -> int:
    """xplan.1, upgrade.6 Battle Plan Points of these Forces by nation and strength (R47)."""
    points = g.c.points
    total = 0
    for unit in units:
        if g.c.units[unit].nation == "it":
            total += points.axis_full_it if g.is_full(unit) else points.axis_reduced_it
        else:
            total += points.axis_full_de if g.is_full(unit) else points.axis_reduced_de
        total += bonus(g, unit)[3]
    return total


def plan_offers(g: State, b: Battle) -> list[Option]:
    """xplan.2-3 The plans that points and Supplies can pay, each once."""
    purse = b.bpp + g.supplies[AXIS] * g.c.points.bpp_per_supply
    cost = g.terms.plan_cost
    mine = b.plans[AXIS]
    offers: list[Option] = [
        ("plan", plan) for plan in g.c.axis_plans if plan not in mine and cost[plan] <= purse
    ]
    return offers


def in_vain(g: State, b: Battle, plan: str) -> str:
    """xplan.3, R60 Why an Axis plan could do nothing in this battle, or "" if it could."""
    types = {g.c.unit_type[unit] for unit in b.fighters[AXIS]}
    allied = b.plans[ALLIED]
    if plan == "press" and b.finish:
        return "to_the_finish"  # place.4
    if plan == "assault":
        if b.attacker != AXIS:
            return "only_in_attack"  # R24
        return "no_armour" if types == {INFANTRY} else ""  # plan.2
    if plan == "cohesion" and not pairs(g, b):
        return "no_pair"  # plan.5
    if plan == "disrupt" and not g.supplies[ALLIED]:
        # plan.8; after an Ambush (R27) Salvage may have brought some
        return "" if "ambush" in allied and "salvage" in allied else "no_enemy_supplies"
    if plan == "intel" and not allied:
        return "no_enemy_plans"  # plan.11
    if plan == "exploit" and "salvage" not in b.plans[AXIS]:
        left = g.supplies[AXIS] - supplies_for(g, b, plan)
        return "no_supplies_left" if left < g.pack.constants.exploit_cost else ""  # plan.9
    return ""


def supplies_for(g: State, b: Battle, plan: str) -> int:
    """xplan.2 The Supplies that fill up what points lack for a plan."""
    lacking = max(g.terms.plan_cost[plan] - b.bpp, 0)
    return -(-lacking // g.c.points.bpp_per_supply)


async def axis_plans(g: State, b: Battle) -> None:
    """xplan.1-3 Buy plans, seeing those of the Allies; Supplies fill up what points lack."""
    b.bpp = axis_points(g, b.fighters[AXIS])
    b.buying = True
    g.tell("axis_points", "xplan.1", points=b.bpp)
    while offers := plan_offers(g, b):
        answer = await Choose(
            "axis",
            "plans",
            listed([*offers, DONE]),
            "xplan.3",
            points=b.bpp,
            supplies=g.supplies[AXIS],
            place=g.place_id(b.area),
        )
        if answer == DONE:
            break
        plan = answer[1]
        cost = g.terms.plan_cost[plan]
        supplies = supplies_for(g, b, plan)
        b.bpp = max(b.bpp - cost, 0)
        g.supplies[AXIS] -= supplies
        b.plans[AXIS].append(plan)
        b.had[AXIS].append(plan)
        g.tell("axis_plan", "xplan.3", plan=plan, points=cost, supplies=supplies)
    b.bpp = 0
    b.buying = False


# -- before the first round ----------------------------------------------------------------------


async def before_first_round(g: State, b: Battle) -> None:
    """R25 Intel before everything, then Deploy, then Cohesion."""
    seen = list(b.plans[ALLIED])
    await intel(g, b)
    await deploy(g, b, seen)
    await cohesion(g, b)


async def intel(g: State, b: Battle) -> None:
    """plan.11, R25 Opposing Intel cancels; what is left discards an enemy plan at random."""
    while "intel" in b.plans[AXIS] and "intel" in b.plans[ALLIED]:
        b.plans[AXIS].remove("intel")
        b.plans[ALLIED].remove("intel")
        g.tell("intel_cancelled", "plan.11")
    for side in (AXIS, ALLIED):
        while "intel" in b.plans[side]:
            b.plans[side].remove("intel")
            await discard_enemy_plan(g, b, side)


async def discard_enemy_plan(g: State, b: Battle, side: int) -> None:
    """plan.11 One random plan of the other side goes."""
    enemy = b.plans[1 - side]
    if enemy:
        (plan,) = await Draw(tuple(enemy), 1, "intel", "plan.11")
        enemy.remove(plan)
        g.tell("intel", "plan.11", side=SIDES[side], plan=plan)
    else:
        g.tell("intel_nothing", "plan.11", side=SIDES[side])


async def deploy(g: State, b: Battle, seen: list[str]) -> None:
    """plan.6, R26 A Force from the cup joins the battle; the cup empty: one plan more."""
    while "deploy" in b.plans[ALLIED]:
        b.plans[ALLIED].remove("deploy")
        if in_pile(g, CUP, ALLIED):
            (unit,) = await draw_forces(g, 1, "deploy", "plan.6")
            g.came_from[unit] = NOWHERE  # R8
            put(g, unit, b.area)
            b.fighters[ALLIED] = (*b.fighters[ALLIED], unit)
            g.tell(
                "deployed", "plan.6", reveals=True, unit=g.unit_id(unit), place=g.place_id(b.area)
            )
            continue
        left = left_in_cup(g, seen)
        if left:
            (plan,) = await Draw(left, 1, "deploy_plan", "plan.6")
            seen.append(plan)
            b.had[ALLIED].append(plan)
            g.tell("deploy_plan", "plan.6", reveals=True, plan=plan)
            if plan == "intel":
                await discard_enemy_plan(g, b, ALLIED)
            else:
                b.plans[ALLIED].append(plan)


def pairs(g: State, b: Battle) -> list[Option]:
    """plan.5 Every two Axis Forces of the battle that are infantry or motorised."""
    able = [unit for unit in b.fighters[AXIS] if g.c.unit_type[unit] != ARMOUR]
    return [
        ("pair", g.unit_id(one), g.unit_id(other))
        for at, one in enumerate(able)
        for other in able[at + 1 :]
    ]


async def cohesion(g: State, b: Battle) -> None:
    """plan.5, R23 Two Forces fight as one for the whole battle."""
    options = pairs(g, b) if "cohesion" in b.plans[AXIS] else []
    if options:
        answer = await choose_one("axis", "cohesion", options, "plan.5")
        b.pair = tuple(g.c.unit_index[name] for name in answer[1:])
        g.tell("cohesion", "plan.5", units=answer[1:])
