"""check, points, spend, place: the Supply Check and the Axis Resupply step."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, ALWAYS, AXIS, DEAD, IF_CONTROLLED, POOL
from khamsin.games.commander.model.state import State
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, choose_one, listed

from .battle import resolve_battles
from .forces import back_to_cup, controller, hit, in_pile, in_region, put, renew
from .marker import recover, recovery_offers

PURCHASES, BATTLES = 1, 2  # stages of the Resupply step


async def supply_check(g: State) -> None:
    """check.1-2, R33 Each Force above a region's limit costs a hit or Supplies.

    check.5 The Allies are free of it.
    """
    await MARK
    cost = g.pack.constants.over_limit_cost
    for area, region in enumerate(g.c.region_of):
        excess = len(g.here[AXIS][area]) - g.c.regions[region].limit
        if excess > 0:
            g.tell("over_limit", "check.2", place=g.place_id(area), forces=excess)
        for left in range(excess, 0, -1):
            if not g.here[AXIS][area]:
                break
            options: list[Option] = [("hit", g.unit_id(unit)) for unit in g.here[AXIS][area]]
            if g.supplies[AXIS] >= cost:
                options.insert(0, ("pay",))
            answer = await choose_one(
                "axis",
                "supply_check",
                options,
                "check.2",
                place=g.place_id(area),
                forces=left,
                supplies=g.supplies[AXIS],
            )
            if answer[0] == "pay":
                g.supplies[AXIS] -= cost
                g.tell("paid", "check.2", supplies=cost, place=g.place_id(area))
            else:
                hit(g, g.c.unit_index[answer[1]], "check.2")


# -- Axis Resupply -------------------------------------------------------------------------------


def resupply_points(g: State) -> tuple[int, int, int, int]:
    """points.1-2 Points for: the campaign (with options), free regions, areas held, kills."""
    box = g.c.axis_resupply
    fallen = in_pile(g, DEAD, ALLIED)
    fought_over = [g.fallen_in[unit] for unit in fallen] if box.whole_period else []
    free = [
        region
        for region in range(len(g.c.regions))
        if not in_region(g, region, ALLIED) and region not in fought_over  # R2
    ]
    held = sum(points for area, points in box.hold if controller(g, area) == AXIS)
    base = box.base + g.terms.resupply_bonus
    return base, len(free) * box.region, held, len(fallen) * box.kill


async def axis_resupply(g: State) -> None:
    """points.1-3, spend.1-5, place.4 Count, spend, place; then fight where enemies stand."""
    if g.stage == 0:
        await MARK
        base, regions, held, kills = resupply_points(g)
        g.points = base + regions + held + kills
        g.tell(
            "resupply_points", "points.1", points=g.points, base=base, regions=regions,
            held=held, kills=kills,
        )  # fmt: skip
        for unit in in_pile(g, DEAD, ALLIED):
            back_to_cup(g, unit)  # points.3
        g.stage = PURCHASES
    if g.stage == PURCHASES:
        await purchases(g)
        g.points = 0  # spend.1: what is not spent is lost
        g.stage = BATTLES
    await resolve_battles(g)


def purchase_offers(g: State) -> list[Option]:
    """spend.1-5 Supplies, Forces of the pile where they may be placed, and recovery."""
    offers: list[Option] = []
    if g.points:
        offers.append(("supplies",))
        places = [g.place_id(area) for area in placement_areas(g)]
        for unit in in_pile(g, POOL, AXIS):
            if g.c.price[unit] <= g.points:
                offers += [("buy", g.unit_id(unit), place) for place in places]
    return offers + recovery_offers(g)


def placement_areas(g: State) -> list[int]:
    """place.1, R17, R49 Areas where new Axis Forces may come in."""
    return [
        number
        for number, area in enumerate(g.c.areas)
        if area.axis_placement == ALWAYS
        or (area.axis_placement == IF_CONTROLLED and g.here[AXIS][number])
    ]


async def purchases(g: State) -> None:
    """spend.1-5, xdead.3 Buy until the player has done, or nothing is left to buy."""
    while True:
        await MARK
        offers = purchase_offers(g)  # listed once: nothing happens until it is answered
        if not offers:
            return
        answer = await Choose(
            "axis",
            "resupply",
            listed([*offers, DONE]),
            "spend.1",
            points=g.points,
            supplies=g.supplies[AXIS],
        )
        if answer == DONE:
            return
        if answer[0] == "supplies":
            g.points -= 1
            g.supplies[AXIS] += g.c.axis_resupply.supplies_per_point
            g.tell("bought_supplies", "spend.2", supplies=g.c.axis_resupply.supplies_per_point)
        elif answer[0] == "recover":
            recover(g, g.c.unit_index[answer[1]])
        else:
            buy(g, g.c.unit_index[answer[1]], g.c.board.at(answer[2]))


def buy(g: State, unit: int, area: int) -> None:
    """spend.2 A Force costs its full Attack, not the superior one; it comes full and plain."""
    g.points -= g.c.price[unit]
    renew(g, unit)
    put(g, unit, area)
    g.moved[unit] = 1  # R49
    g.tell(
        "bought", "spend.2", unit=g.unit_id(unit), place=g.place_id(area), points=g.c.price[unit]
    )
