"""9.3.b, 9.3.c, 9.91 What support is worth in a combat."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, AXIS
from khamsin.games.malta.model.state import State

from .strength import gun_of, half, is_remnant, support


def supports(g: State, unit: int, value: int, formations: set[int], *, doubled: bool) -> int:
    """9.91.mixed, 12.22, 12.52, R25 One unit: its state, a foreign formation, a hurricane."""
    value = support(g, unit, value)
    pack = g.pack
    if (
        pack.kind[unit] == ARTILLERY
        and pack.side_of[unit] == AXIS
        and g.formation[unit] not in formations
    ):
        value = half(value)
    return pack.limits.hurricane * value if doubled else value


def formations_of(g: State, units: tuple[int, ...]) -> set[int]:
    """15.1, 17.32, R29 The formations of units in a combat; a remnant belongs to none."""
    return {g.formation[unit] for unit in units if not is_remnant(g, unit)}


def offensive_total(
    g: State, marks: tuple[tuple[int, bool], ...], attackers: tuple[int, ...], h: int
) -> int:
    """9.3.b, 9.91 All offensive support of an attack; night, town and city halve the sum (R25)."""
    formations = formations_of(g, attackers)
    total = sum(
        supports(g, unit, gun_of(g, unit).offensive, formations, doubled=doubled)
        for unit, doubled in marks
    )
    return halvings(g, total, h)


def halvings(g: State, total: int, h: int) -> int:
    """9.91.night, 9.91.city, 9.91.town, 10.22, R25 What night and terrain leave of it."""
    if g.is_night:
        total = half(total)
    terrain = g.pack.tables.terrain
    name = ("clear", "woods", "town", "city")[g.pack.terrain[h]]
    return half(total) if terrain[name].halves else total


def defensive_total(
    g: State, marks: tuple[tuple[int, bool], ...], defenders: tuple[int, ...]
) -> int:
    """9.3.c All defensive support of a defence; it is halved at night, never doubled."""
    formations = formations_of(g, defenders)
    total = sum(
        supports(g, unit, gun_of(g, unit).defensive, formations, doubled=False) for unit, _ in marks
    )
    return half(total) if g.is_night else total
