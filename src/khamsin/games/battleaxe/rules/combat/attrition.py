"""11.5 Attrition: how the defender pays for a Success."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import SIDES
from khamsin.games.battleaxe.model.state import Battle, State
from khamsin.games.battleaxe.rules.control import eliminate, lose_step
from khamsin.kernel.play.decision import Option, choose_one

from .retreat import can_retreat, may_retreat_full, retreat_all

TURN, RETREAT, ELIMINATE = "turn", "retreat", "eliminate"


def capacity(g: State, units: tuple[int, ...]) -> int:
    """11.5, R13 The most points these units can absorb: all of them eliminated."""
    numbers = g.pack.numbers
    full, reduced = numbers.attrition_full_eliminated, numbers.attrition_reduced_eliminated
    return sum(full if g.is_full(unit) else reduced for unit in units)


def losses(g: State, unit: int) -> dict[str, int]:
    """11.5, 11.5.1 What a unit can suffer next, and the points each absorbs (R13)."""
    numbers = g.pack.numbers
    if g.is_full(unit):
        ways = {
            TURN: numbers.attrition_full_turned,
            ELIMINATE: numbers.attrition_full_eliminated,
        }
        may_leave = may_retreat_full(g, unit, g.place[unit])
    else:
        ways = {ELIMINATE: numbers.attrition_reduced_eliminated}
        may_leave = True
    if may_leave and can_retreat(g, unit):
        ways[RETREAT] = numbers.attrition_retreat
    return ways


def after_turning(g: State, unit: int) -> set[int]:
    """R13 What a unit that has been turned can absorb besides, and live: nothing, or a retreat."""
    return {0, g.pack.numbers.attrition_retreat} if can_retreat(g, unit) else {0}


def sums_of(g: State, unit: int) -> set[int]:
    """R13 Every sum of points that a unit can absorb; 0 if it is spared."""
    sums = {0}
    for way, points in losses(g, unit).items():
        sums |= together([{points}, after_turning(g, unit)]) if way == TURN else {points}
    return sums


def together(parts: list[set[int]]) -> set[int]:
    """Every sum that several units can absorb together, one of each part."""
    totals = {0}
    for part in parts:
        totals = {total + points for total in totals for points in part}
    return totals


def amount_due(g: State, b: Battle, points: int) -> int:
    """11.5 The exact sum if it can be absorbed, otherwise the smallest one above it (R13)."""
    lead = sums_of(g, b.lead_defender) - {0}  # the first point is the lead's
    others = [sums_of(g, unit) for unit in b.defenders if unit != b.lead_defender]
    return min(total for total in together([lead, *others]) if total >= points)


async def absorb(g: State, b: Battle, points: int) -> None:
    """11.5, R13 The defender allots the points, the lead unit first; then come the retreats."""
    side = SIDES[1 - b.attacker]
    due = amount_due(g, b, points)
    in_place = list(b.defenders)
    payers = [b.lead_defender]
    retreating: list[int] = []
    while due:
        options = ways_to_pay(g, payers, in_place, due)
        way, name = await choose_one(side, "attrition", options, "11.5", points=due)
        unit = g.pack.unit_index[name]
        due -= losses(g, unit)[way]
        if way == TURN:
            lose_step(g, unit, "11.5")
        elif way == ELIMINATE:
            in_place.remove(unit)
            eliminate(g, unit, "11.5")
        else:
            in_place.remove(unit)
            retreating.append(unit)
            g.tell("will_retreat", "11.5", unit=g.unit_id(unit))
        payers = in_place
    await retreat_all(g, retreating, repulsed=False)


def ways_to_pay(g: State, payers: list[int], in_place: list[int], due: int) -> list[Option]:
    """11.5 Every loss of one of the payers after which the rest can still be absorbed exactly.

    A unit that is turned now is not eliminated afterwards: it would have been at once (R13).
    """
    options: list[Option] = []
    for unit in payers:
        others = together([sums_of(g, other) for other in in_place if other != unit])
        for way, points in losses(g, unit).items():
            rest = together([others, after_turning(g, unit)]) if way == TURN else others
            if due - points in rest:
                options.append((way, g.unit_id(unit)))
    return options
