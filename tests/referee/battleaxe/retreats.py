"""Where units retreat to, and in which order (11.6)."""

from __future__ import annotations

from .book import AXIS, NEAR, OTHER, STRONGPOINTS, Play, ask, is_german, must_ask, side_of
from .table import Table


def best(table: Table, side: str, here: str, seen: frozenset[str]) -> tuple[str, list[str]]:
    """11.6.2 A to C from a space: the best rank, and the spaces in it with room."""
    near = [each for each in NEAR[here] if each not in seen and table.room(side, each) > 0]
    free = [each for each in near if table.free(side, each)]
    if free:

        def exposed(space: str) -> int:
            return sum(table.control[each] == OTHER[side] for each in NEAR[space])

        fewest = min(exposed(each) for each in free)
        return "A", [each for each in free if exposed(each) == fewest]
    contested = [each for each in near if table.contested(each)]
    own = [each for each in contested if table.control[each] == side]
    if own:
        return "B", own
    if contested:
        return "C", contested
    return "", []


def full_ones(table: Table, side: str, here: str, seen: frozenset[str]) -> list[str]:
    """11.6.2 D, R14c: full spaces that lead to a place."""
    found = []
    for each in NEAR[here]:
        if each in seen or table.room(side, each) > 0:
            continue
        if not (table.control[each] == side or table.contested(each)):
            continue
        if has_place(table, side, each, seen | {each}):
            found.append(each)
    return found


def has_place(table: Table, side: str, here: str, seen: frozenset[str]) -> bool:
    """Whether a retreat from here ends anywhere."""
    return bool(best(table, side, here, seen)[1]) or bool(full_ones(table, side, here, seen))


def can_retreat(table: Table, unit: str) -> bool:
    """Whether a defender has a place to go to (11.6.2, 11.6.4)."""
    here = table.at(unit)
    return has_place(table, side_of(unit), here, frozenset({here}))


def go_on(table: Table, unit: str, here: str, seen: frozenset[str]) -> Play:
    """A unit retreats from here by the priorities; it is eliminated if there is no place."""
    side = side_of(unit)
    while True:
        rank, places = best(table, side, here, seen)
        if places:
            answer = yield from ask(
                side,
                "retreat_to",
                "11.6.2",
                [("to", each) for each in places],
                unit=unit,
                rank=rank,
            )
            table.place[unit] = answer[1]
            break
        full = full_ones(table, side, here, seen)
        table.met["retreat through a full space" if full else "no place to retreat to"] += 1
        if not full:
            table.eliminate(unit)
            break
        answer = yield from ask(
            side, "retreat_to", "11.6.2", [("to", each) for each in full], unit=unit, rank="D"
        )
        here = answer[1]
        seen = seen | {here}
    table.settle()


def retreat(table: Table, unit: str) -> Play:
    """A defender retreats from where it stands."""
    here = table.at(unit)
    yield from go_on(table, unit, here, frozenset({here}))


def crowded(table: Table, units: list[str]) -> bool:
    """Whether there is not room for all of them in the places that are best now.

    All stand in one space. If all fit, the owner can bring about any division of them by where he
    sends each, whatever the order.
    """
    side, here = side_of(units[0]), table.at(units[0])
    places = best(table, side, here, frozenset({here}))[1]
    return sum(table.room(side, each) for each in places) < len(units)


def retreat_all(table: Table, units: list[str]) -> Play:
    """11.6.1: one by one, in the owner's order."""
    left = [unit for unit in units if table.place[unit] is not None]
    while left:
        unit = left[0]
        if len(left) > 1 and crowded(table, left):
            answer = yield from must_ask(
                side_of(unit), "retreat_next", "11.6.1", [("retreat", each) for each in left]
            )
            unit = answer[1]
        left.remove(unit)
        yield from retreat(table, unit)


def fall_back(table: Table, units: list[str]) -> Play:
    """11.6, R14a: attackers go back to where they came from, on from there if it is full."""
    left = list(units)
    while left:
        unit = left[0]
        side = side_of(unit)
        homes = [table.came_from[each] for each in left]
        tight = any(table.room(side, home) < homes.count(home) for home in homes)
        if len(left) > 1 and tight:
            answer = yield from must_ask(
                side, "retreat_next", "11.6.1", [("retreat", each) for each in left]
            )
            unit = answer[1]
        left.remove(unit)
        here, home = table.at(unit), table.came_from[unit]
        if table.room(side, home) > 0:
            table.place[unit] = home
            table.settle()
        else:
            table.met["attackers find no room where they came from"] += 1
            yield from go_on(table, unit, home, frozenset({here, home}))


def may_withdraw(table: Table, unit: str) -> bool:
    """11.6.3, 11.5.1, R15."""
    if table.steps[unit] == 2:
        if side_of(unit) != AXIS:
            return False
        here = table.at(unit)
        if is_german(unit) and here in STRONGPOINTS and table.control[here] == AXIS:
            return False
    return can_retreat(table, unit)


def withdrawals(table: Table, side: str, space: str, defenders: list[str]) -> Play:
    """11.6.3: surviving defenders may leave, one at a time."""
    while True:
        able = [
            unit for unit in defenders if table.place[unit] == space and may_withdraw(table, unit)
        ]
        if not able:
            return
        answer = yield from ask(
            side,
            "withdraw",
            "11.6.3",
            [*[("withdraw", unit) for unit in able], ("done",)],
            place=space,
        )
        if answer == ("done",):
            return
        yield from retreat(table, answer[1])
