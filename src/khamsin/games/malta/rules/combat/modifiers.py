"""9.3.b-e, 9.9 The odds of an attack: strengths, terrain, and everything that shifts them."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    CITY,
    COMMANDO,
    DEMORALISED,
    ENGINEER,
    ENGINEERS,
    GLIDER,
    INFANTRY,
    MARINE,
    MOTORCYCLE,
    PARA_ENGINEER,
    PARACHUTE,
    TANK,
)
from khamsin.games.malta.model.state import Battle, State
from khamsin.kernel.play.odds import column_for

from .firepower import defensive_total, formations_of, offensive_total
from .strength import attack, defence, is_remnant, morale

PARTNERS = (
    INFANTRY, GLIDER, COMMANDO, PARACHUTE, MARINE, MOTORCYCLE, ENGINEER, PARA_ENGINEER,
)  # fmt: skip
"""R61 Who fights beside tanks."""


def attack_total(g: State, b: Battle) -> int:
    """9.3.b Attack strengths and offensive support."""
    own = sum(attack(g, unit) for unit in b.attackers)
    return own + offensive_total(g, b.support[0], b.attackers, b.place)


def defence_total(g: State, b: Battle) -> int:
    """9.3.c, 9.91.city, 9.91.fort Defence strengths, perhaps doubled, and support."""
    own = sum(defence(g, unit) for unit in b.defenders)
    terrain = g.pack.tables.terrain
    factor = 1
    if g.forts[b.place]:
        factor = terrain["fort"].defence_factor
    if g.pack.terrain[b.place] == CITY:
        factor = max(factor, terrain["city"].defence_factor)
    return own * factor + defensive_total(g, b.support[1], b.defenders)


def average_morale(g: State, units: tuple[int, ...]) -> int:
    """11.1 The mean of the current morale, rounded up."""
    return -(-sum(morale(g, unit) for unit in units) // len(units))


def morale_shift(g: State, b: Battle) -> int:
    """9.92, 11.2 The difference of the averages, +3 at most, -2 at least."""
    numbers = g.pack.tables.numbers
    shift = average_morale(g, b.attackers) - average_morale(g, b.defenders)
    return max(numbers.morale_min, min(numbers.morale_max, shift))


def has_armour(g: State, units: tuple[int, ...]) -> bool:
    """9.92, R61 A tank in order, stacked with infantry of some kind that fights too."""
    kind = g.pack.kind
    tanks = [u for u in units if kind[u] == TANK and g.order[u] != DEMORALISED]
    return any(
        g.place[other] == g.place[tank] and kind[other] in PARTNERS
        for tank in tanks
        for other in units
    )


def has_engineers(g: State, b: Battle) -> bool:
    """2.1.engineer, 9.92.eng Against a fort, with an engineer in every attacking hex."""
    if not g.forts[b.place]:
        return False
    kind = g.pack.kind
    return all(
        any(g.place[unit] == h and kind[unit] in ENGINEERS for unit in b.attackers) for h in b.hexes
    )


def has_integrity(g: State, units: tuple[int, ...]) -> bool:
    """2.1.brigade, 2.1.regiment, 9.92.int_a, 9.95, R17, R26 A whole regiment or brigade fights.

    None of its units is demoralised or a remnant.
    """
    for number, members in enumerate(g.pack.groups):
        if g.broken_groups[number]:
            continue
        if all(
            unit in units and g.order[unit] != DEMORALISED and not is_remnant(g, unit)
            for unit in members
        ):
            return True
    return False


def is_mixed(g: State, units: tuple[int, ...]) -> bool:
    """9.92, 9.95, 15.4, 17.32, R29 More than one formation; a remnant with others always."""
    if len(units) > 1 and any(is_remnant(g, unit) for unit in units):
        return True
    return len(formations_of(g, units)) > 1


def list_modifiers(g: State, b: Battle) -> list[tuple[str, int]]:
    """9.92 Every modifier that dice have no part in, by name."""
    numbers = g.pack.tables.numbers
    found: list[tuple[str, int]] = []
    if has_armour(g, b.attackers):
        found.append(("arm_a", numbers.armour_attacks))
    if has_armour(g, b.defenders):
        found.append(("arm_d", numbers.armour_defends))
    if has_engineers(g, b):
        found.append(("eng", numbers.engineers))
    if not b.is_drop and len(b.hexes) >= g.pack.limits.envelopment:
        found.append(("env", numbers.envelopment))
    if has_integrity(g, b.attackers):
        found.append(("int_a", numbers.attacker_integrity))
    if has_integrity(g, b.defenders):
        found.append(("int_d", numbers.defender_integrity))
    if is_mixed(g, b.attackers):
        found.append(("mix", numbers.mixed))
    shift = morale_shift(g, b)
    if shift:
        found.append(("mor", shift))
    aircraft = 0 if b.is_drop else g.air_on.count(b.place)
    if aircraft:
        found.append(("air", aircraft * numbers.air))
    return found


def terrain_line(g: State, h: int) -> str:
    """9.3.f, 10.2 The line of the combat table; at night always the night line."""
    if g.is_night:
        return "night"
    terrain = ("clear", "woods", "town", "city")[g.pack.terrain[h]]
    for name, line in g.pack.tables.terrain_lines:
        if name == terrain or (name == "fort" and g.forts[h]):
            return line
    raise AssertionError(terrain)


def column(g: State, line: str, level: int) -> int:
    """9.3.g, R52 The column for final odds: the next lower; -1 below the first."""
    return column_for(g.pack.tables.lines[line], level)
