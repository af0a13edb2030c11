"""Assault moves, Regroup and Consolidation (8.1.2, 9.0)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option

from .book import AREAS, ARMOURED_CARS, AXIS, NEAR, OTHER, ZONES, is_italian, is_static, kind
from .table import Table


def cost(table: Table, side: str, space: str) -> int:
    """9.2, 15.1, R10: the price of an Area."""
    enemies = table.units(OTHER[side], space)
    if enemies:
        return 4 if any(table.steps[unit] == 2 for unit in enemies) else 3
    near = any(table.units(OTHER[side], each) for each in NEAR[space] if each in AREAS)
    return 2 if near else 1


def price(table: Table, side: str, unit: str, space: str) -> int | None:
    """What a unit pays for an adjacent space; None: it has not got it (9.2, R9, R10)."""
    allowance, spent = table.mf(unit), table.spent.get(unit, 0)
    if allowance < 1:
        return None
    if space in ZONES:
        return allowance if spent == 0 else None
    wanted = cost(table, side, space)
    if wanted <= allowance - spent:
        return wanted
    return allowance if spent == 0 else None


def can_act(table: Table, unit: str) -> bool:
    """An activated unit that is not locked and has not attacked."""
    return (
        unit in table.activated
        and unit not in table.has_attacked
        and table.place[unit] is not None
        and not table.is_locked(unit)
    )


def steps_of(table: Table, side: str, unit: str) -> list[str]:
    """Where an activated unit may step now (9.2, 9.2.1, 9.3)."""
    if is_static(unit) or unit in table.stopped:
        return []
    here = table.at(unit)
    leaves_contested = not table.vacant(side, here)
    found = []
    for space in NEAR[here]:
        if space in table.closed or table.room(side, space) < 1:
            continue
        if leaves_contested and not table.free(side, space):
            continue
        if price(table, side, unit, space) is not None:
            found.append(space)
    return found


def moves(table: Table, side: str) -> list[Option]:
    """All steps in an Assault."""
    return [
        ("move", unit, space)
        for unit in table.units(side)
        if can_act(table, unit)
        for space in steps_of(table, side, unit)
    ]


def attackers_in(table: Table, side: str, space: str) -> list[str]:
    """Activated units there that may attack (9.1b, 11.0)."""
    return [unit for unit in table.units(side, space) if can_act(table, unit)]


def attacks(table: Table, side: str) -> list[Option]:
    """Spaces that may be attacked now (11.0, R17)."""
    spaces = {table.at(unit) for unit in table.units(side)}
    return [
        ("attack", space)
        for space in spaces
        if space not in table.closed
        and not table.vacant(side, space)
        and attackers_in(table, side, space)
    ]


def must_attack(table: Table, side: str) -> list[str]:
    """Where a Mandatory Attack is still to be made (11.1, R41)."""
    return [space for _, space in attacks(table, side) if space not in table.was_contested]


def step(table: Table, side: str, unit: str, space: str) -> None:
    """A unit steps into a space and pays."""
    paid = price(table, side, unit, space)
    assert paid is not None
    table.spent[unit] = table.spent.get(unit, 0) + paid
    table.came_from[unit] = table.at(unit)
    table.place[unit] = space
    if not table.vacant(side, space):
        table.stopped.add(unit)
        table.spent[unit] = table.mf(unit)  # shown so: nothing is left
    table.settle()


def activations(table: Table, side: str) -> list[str]:
    """Spaces that may be named (8.1.1): those with a unit that has an MF or enemies beside it."""
    found = set()
    for unit in table.units(side):
        space = table.at(unit)
        if space in table.active or unit in table.activated or table.is_locked(unit):
            continue
        fights = not table.vacant(side, space)
        if fights or table.mf(unit) > 0:
            found.add(space)
    return sorted(found)


def regroups(table: Table, side: str, moved: set[str]) -> list[Option]:
    """8.1.2a, R19."""
    found: list[Option] = []
    for unit in table.units(side):
        if unit in moved or is_static(unit) or table.is_locked(unit):
            continue
        here = table.at(unit)
        for space in NEAR[here]:
            mined = side != AXIS and here == "6" and space == "17" and table.control["6"] == AXIS
            if table.free(side, space) and table.room(side, space) > 0 and not mined:
                found.append(("move", unit, space))
    return found


def consolidations(table: Table, side: str) -> list[Option]:
    """8.1.2b, R37."""

    def fit(unit: str) -> bool:
        return (
            table.steps[unit] == 1
            and kind(unit) != "at"
            and unit not in ARMOURED_CARS
            and table.supplied(unit)
        )

    able = [unit for unit in table.units(side) if fit(unit)]
    return [
        ("consolidate", kept, spent)
        for kept in able
        for spent in able
        if kept != spent
        and kind(kept) == kind(spent)
        and table.place[kept] == table.place[spent]
        and is_italian(kept) == is_italian(spent)
    ]
