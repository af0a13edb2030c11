"""How a defence absorbs attrition points (11.5, R13)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option

from .book import AXIS, STRONGPOINTS, Play, ask, is_german
from .retreats import can_retreat, retreat_all
from .table import Table


def capacity(table: Table, units: list[str]) -> int:
    """What a defence can absorb: 3 for a full unit, 2 for a reduced one."""
    return sum(3 if table.steps[unit] == 2 else 2 for unit in units)


def still(steps: int, *, able: bool, done: bool) -> set[int]:
    """What a unit can still absorb in all, retreats included."""
    if done or steps == 0:
        return {0}
    if steps == 1:
        return {0, 1, 2} if able else {0, 2}
    return {0, 1, 2, 3} if able else {0, 1, 3}


def attrition(table: Table, side: str, defenders: list[str], lead: str, points: int) -> Play:
    """The owner chooses; the lead takes the first point; exact if possible."""
    space = table.at(lead)
    strongpoint = space in STRONGPOINTS and table.control[space] == AXIS
    able = {unit: can_retreat(table, unit) for unit in defenders}
    leaving: list[str] = []

    def sums(steps: dict[str, int], gone: set[str]) -> set[int]:
        total = {0}
        for unit in defenders:
            more = still(steps[unit], able=able[unit], done=unit in gone)
            total = {a + b for a in total for b in more}
        return total

    def acts(unit: str) -> list[tuple[str, int, int]]:
        """What may happen to a unit: the word, the price, the steps after it."""
        steps = table.steps[unit]
        if unit in leaving or steps == 0:
            return []
        found = []
        if steps == 2:
            found += [("turn", 1, 1), ("eliminate", 3, 0)]
            if is_german(unit) and not strongpoint and able[unit]:
                found.append(("retreat", 1, 2))
        else:
            found.append(("eliminate", 2, 0))
            if able[unit]:
                found.append(("retreat", 1, 1))
        return found

    def reachable(unit: str, act: tuple[str, int, int]) -> set[int]:
        word, price, steps = act
        after = dict(table.steps) | {unit: steps}
        gone = {*leaving, unit}
        if word != "turn":
            gone = gone if word == "retreat" else set(leaving)
            return {price + more for more in sums(after, gone)}
        # A unit that is turned lives on, and may yet retreat: to turn it and then to eliminate it
        # is no other way than to eliminate it.
        lives = {0, 1} if able[unit] else {0}
        return {price + more + rest for more in sums(after, gone) for rest in lives}

    taken = 0
    first = True
    goal = min(total for act in acts(lead) for total in reachable(lead, act) if total >= points)
    while taken < goal:
        options: list[Option] = [
            (act[0], unit)
            for unit in ([lead] if first else defenders)
            for act in acts(unit)
            if goal - taken in reachable(unit, act)
        ]
        word, unit = yield from ask(side, "attrition", "11.5", options, points=goal - taken)
        if word == "turn":
            table.turn_over(unit)
            taken += 1
        elif word == "eliminate":
            taken += 3 if table.steps[unit] == 2 else 2
            table.eliminate(unit)
        else:
            taken += 1
            leaving.append(unit)
        first = False
        table.settle()
    yield from retreat_all(table, leaving)
