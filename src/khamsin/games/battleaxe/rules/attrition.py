"""11.5 Attrition: how the defender pays for a Success."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import SIDES
from khamsin.games.battleaxe.model.state import Battle, State
from khamsin.kernel.play.decision import Option, choose_one

from .control import eliminate, lose_step
from .retreat import can_retreat, may_retreat_full, retreat_all

TURN, RETREAT, ELIMINATE = "turn", "retreat", "eliminate"


def capacity(g: State, units: tuple[int, ...]) -> int:
    """11.5, R13 The most points these units can absorb: all of them eliminated."""
    numbers = g.pack.numbers
    full, reduced = numbers.attrition_full_eliminated, numbers.attrition_reduced_eliminated
    return sum(full if g.is_full(unit) else reduced for unit in units)


def losses(g: State, unit: int) -> list[tuple[str, int]]:
    """11.5, 11.5.1 What a unit can suffer next, and the points each absorbs (R13)."""
    numbers = g.pack.numbers
    if not g.is_full(unit):
        ways = [(ELIMINATE, numbers.attrition_reduced_eliminated)]
        if can_retreat(g, unit):
            ways.append((RETREAT, numbers.attrition_retreat))
        return ways
    ways = [
        (TURN, numbers.attrition_full_turned),
        (ELIMINATE, numbers.attrition_full_eliminated),
    ]
    if may_retreat_full(g, unit, g.place[unit]) and can_retreat(g, unit):
        ways.append((RETREAT, numbers.attrition_retreat))
    return ways


def payable(g: State, unit: int) -> int:
    """Every sum of points a unit can absorb from now on, as bits (bit 2: two points)."""
    numbers = g.pack.numbers
    sums = 1
    for way, points in losses(g, unit):
        sums |= 1 << points
        if way == TURN and can_retreat(g, unit):  # turned to reduced, then retreats
            sums |= 1 << (points + numbers.attrition_retreat)
    return sums


def total_payable(sums: list[int]) -> int:
    """Every sum several units can absorb together, as bits."""
    total = 1
    for one in sums:
        shifted, points = 0, 0
        while one >> points:
            if one >> points & 1:
                shifted |= total << points
            points += 1
        total = shifted
    return total


def amount_due(g: State, b: Battle, points: int) -> int:
    """11.5 The exact sum if it can be paid, otherwise the smallest one above it (R13)."""
    others = total_payable([payable(g, u) for u in b.defenders if u != b.lead_defender])
    lead = payable(g, b.lead_defender) & ~1  # the first point is the lead's
    sums = total_payable([others, lead])
    while not sums >> points & 1:
        points += 1
    return points


async def absorb(g: State, b: Battle, points: int) -> None:
    """11.5 The defender allots the points, the lead unit first; then come the retreats."""
    side = SIDES[1 - b.attacker]
    due = amount_due(g, b, points)
    open_units = list(b.defenders)
    retreating: list[int] = []
    first = True
    while due:
        options = _ways_to_pay(g, open_units, due, b.lead_defender if first else None)
        way, name = await choose_one(side, "attrition", options, "11.5", points=due)
        unit = g.pack.unit_index[name]
        due -= dict(losses(g, unit))[way]
        first = False
        if way == TURN:
            lose_step(g, unit, "11.5")
        elif way == ELIMINATE:
            open_units.remove(unit)
            eliminate(g, unit, "11.5")
        else:
            open_units.remove(unit)
            retreating.append(unit)
            g.tell("will_retreat", "11.5", unit=g.unit_id(unit))
    await retreat_all(g, retreating, repulsed=False)


def _ways_to_pay(g: State, units: list[int], due: int, lead: int | None) -> list[Option]:
    """Every loss after which the rest can still be paid exactly."""
    sums = {unit: payable(g, unit) for unit in units}
    options: list[Option] = []
    for unit in units if lead is None else [lead]:
        others = total_payable([sums[other] for other in units if other != unit])
        for way, points in losses(g, unit):
            later = others
            if way == TURN:
                later = total_payable([others, _survives_once_turned(g, unit)])
            if points <= due and later >> (due - points) & 1:
                options.append((way, g.unit_id(unit)))
    return options


def _survives_once_turned(g: State, unit: int) -> int:
    """The sums a unit can absorb once it is turned, and live; to die it is eliminated at once."""
    return 1 | 1 << g.pack.numbers.attrition_retreat if can_retreat(g, unit) else 1
