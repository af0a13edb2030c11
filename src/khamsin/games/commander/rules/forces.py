"""Forces: where they are, what they are worth, and how they are hit, upgraded and lost."""

from __future__ import annotations

from collections.abc import Iterable

from khamsin.games.commander.model.pieces import (  # fmt: skip
    ALLIED,
    AXIS,
    BOX,
    CUP,
    DEAD,
    ELITE,
    FULL,
    GONE,
    LATER,
    NOBODY,
    NOWHERE,
    PLAIN,
    POOL,
    REDUCED,
    SIDES,
    VETERAN,
)
from khamsin.games.commander.model.state import State
from khamsin.kernel.map import placement
from khamsin.kernel.map.placement import relocate
from khamsin.kernel.play.decision import Draw

# -- places ----------------------------------------------------------------------------------


def put(g: State, unit: int, area: int) -> None:
    """Take a Force to an area; who comes upon enemies alone there attacks them (attack.1)."""
    side = g.c.side_of[unit]
    left, here = g.place[unit], g.here[side]
    relocate(g.place, here, unit, area)
    if left >= 0 and not here[left]:
        g.attacker[left] = NOBODY
    if g.here[1 - side][area] and len(here[area]) == 1:
        g.attacker[area] = side


def lift(g: State, unit: int, to: int = LATER) -> None:
    """Take a Force out of its area, to one of the piles."""
    area, here = g.place[unit], g.here[g.c.side_of[unit]]
    relocate(g.place, here, unit, to)
    if area >= 0 and not here[area]:
        g.attacker[area] = NOBODY


def renew(g: State, unit: int) -> None:
    """R38 Full strength and plain: what goes into a cup or comes out of a pile."""
    g.steps[unit] = FULL
    g.came_from[unit] = NOWHERE
    g.fallen_in[unit] = NOBODY
    drop_chit(g, unit)


def in_pile(g: State, pile: int, side: int) -> list[int]:
    """All Forces of a side in one of the piles or boxes."""
    place = g.place
    return [unit for unit in g.c.units_of[side] if place[unit] == pile]


def on_map(g: State, side: int) -> list[int]:
    """All Forces of a side on the map, area by area."""
    return placement.on_map(g.here[side])


def contested(g: State) -> list[int]:
    """The areas in which both sides stand."""
    axis, allied = g.here
    return [area for area, units in enumerate(axis) if units and allied[area]]


def in_region(g: State, region: int, side: int) -> list[int]:
    """A side's Forces in a region, area by area."""
    here = g.here[side]
    return [unit for area in g.c.region_areas[region] for unit in here[area]]


# -- control ---------------------------------------------------------------------------------


def controller(g: State, area: int) -> int:
    """control.1, objective.1-2 Who has Forces there, else whose flag it is (R17)."""
    axis, allied = g.here[AXIS][area], g.here[ALLIED][area]
    if axis:
        return NOBODY if allied else AXIS
    return ALLIED if allied else g.c.flag_side[area]


def controllers(g: State) -> list[int]:
    """control.1 Who controls each area."""
    return [
        (NOBODY if allied else AXIS) if axis else (ALLIED if allied else flag)
        for axis, allied, flag in zip(g.here[AXIS], g.here[ALLIED], g.c.flag_side, strict=True)
    ]


# -- values ----------------------------------------------------------------------------------


def bonus(g: State, unit: int) -> tuple[int, ...]:
    """upgrade.2 What the Force's chit adds: attack, superior, defence, plan points."""
    level = g.level[unit]
    if level == PLAIN:
        return (0, 0, 0, 0)
    chit = g.pack.chits[g.chit[unit]]
    return chit.elite if level == ELITE else chit.veteran


def attack(g: State, unit: int) -> int:
    """attack.1 The Attack value that shows, with the upgrade."""
    return g.c.printed[unit][g.steps[unit]][0] + bonus(g, unit)[0]


def superior(g: State, unit: int) -> int:
    """attack.1 The superior attack that shows, with the upgrade."""
    return g.c.printed[unit][g.steps[unit]][1] + bonus(g, unit)[1]


def defence(g: State, unit: int) -> int:
    """defence.1 The Defence value that shows, with the upgrade."""
    return g.c.printed[unit][g.steps[unit]][2] + bonus(g, unit)[2]


def reach(g: State, unit: int) -> int:
    """maxmove.1 How many areas the Force may move."""
    return g.c.max_move[unit][g.steps[unit]]


# -- losses ----------------------------------------------------------------------------------


def hit(g: State, unit: int, rule: str) -> bool:
    """hits.1, forces.1 One hit: a full Force turns over, a reduced one is destroyed (True)."""
    if g.steps[unit] == FULL:
        g.steps[unit] = REDUCED
        g.tell("reduced", rule, unit=g.unit_id(unit))
        return False
    destroy(g, unit, rule)
    return True


def destroy(g: State, unit: int, rule: str) -> None:
    """xdead.1, adead.1 To the Destroyed pile or box; its Upgrade chit goes back (upgrade.3)."""
    side = g.c.side_of[unit]
    if side == ALLIED and g.place[unit] >= 0:
        g.fallen_in[unit] = g.c.region_of[g.place[unit]]
    g.tell("destroyed", rule, unit=g.unit_id(unit))
    lift(g, unit, DEAD)
    g.steps[unit] = GONE
    g.came_from[unit] = NOWHERE
    drop_chit(g, unit)


# -- upgrades --------------------------------------------------------------------------------


def drop_chit(g: State, unit: int) -> None:
    """upgrade.3 The chit goes back into the cup."""
    if g.level[unit] != PLAIN:
        g.upgrades[g.chit[unit]] += 1
        g.chit[unit] = NOBODY
        g.level[unit] = PLAIN


def refit(g: State, unit: int) -> None:
    """refit.1, arefit.1, upgrade.11 For Supplies: full strength, the upgrade one level lower."""
    side = g.c.side_of[unit]
    g.supplies[side] -= g.pack.constants.refit_cost
    g.steps[unit] = FULL
    rule = "refit.1" if side == AXIS else "arefit.1"
    g.tell("refitted", rule, side=SIDES[side], unit=g.unit_id(unit))
    if g.level[unit] == ELITE:
        g.level[unit] = VETERAN
        g.tell("lowered", "upgrade.11", unit=g.unit_id(unit), level="veteran")
    elif g.level[unit] == VETERAN:
        drop_chit(g, unit)
        g.tell("lowered", "upgrade.11", unit=g.unit_id(unit), level="plain")


# -- the Allied cup --------------------------------------------------------------------------


async def draw_forces(
    g: State, count: int, why: str, rule: str, only: Iterable[int] | None = None
) -> list[int]:
    """start.2, newforces.1 Draw Allied Forces unseen; 2 Supplies for each that is missing
    (newforces.2, afterg.2, R37).
    """
    cup = in_pile(g, CUP, ALLIED) if only is None else list(only)
    found = min(count, len(cup))
    drawn: list[int] = []
    if found:
        names = await Draw(g.names(cup), found, why, rule)
        drawn = [g.c.unit_index[name] for name in names]
    if count > found:
        supplies = (count - found) * g.pack.constants.missing_force_supplies
        g.supplies[ALLIED] += supplies
        g.tell("missing_forces", "newforces.2", forces=count - found, supplies=supplies)
    return drawn


def to_box(g: State, unit: int) -> None:
    """ops.1 Into the Operations box."""
    lift(g, unit, BOX)


def back_to_cup(g: State, unit: int) -> None:
    """points.3, R38 Into the Allied cup, full and plain."""
    lift(g, unit, CUP)
    renew(g, unit)


def to_pool(g: State, unit: int) -> None:
    """xdead.2 Into the Reinforcement pile."""
    lift(g, unit, POOL)
    renew(g, unit)
