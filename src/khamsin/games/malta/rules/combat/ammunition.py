"""12.5, 10.21 What firing costs: rounds, and order at night."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import SIDES, WARSHIP
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.control import refresh
from khamsin.kernel.play.decision import Roll

from .losses import disorganise


def spend_offensive(g: State, unit: int, *, storm: bool) -> None:
    """12.51, 12.52, 10.21, R28, R60 One round, or two in a hurricane; ships have plenty (16.77)."""
    if g.pack.kind[unit] == WARSHIP:
        return
    g.ammo = alter(g.ammo, unit, 0 if storm else g.ammo[unit] - 1)
    if storm:
        disorganise(g, unit, "12.52")
    if g.is_night:
        night_attack(g, unit)
    refresh(g, g.pack.side_of[unit], g.place[unit])
    g.tell("rounds", "12.51", unit=g.unit_id(unit), left=g.ammo[unit])


def night_attack(g: State, unit: int) -> None:
    """10.21 Whoever attacked at night is disorganised; if he was or became so, demoralised."""
    disorganise(g, unit, "10.21")


async def spend_defensive(g: State, unit: int) -> None:
    """12.51 A die after the combat: 1 or 2 spends a round."""
    if g.pack.kind[unit] == WARSHIP:
        return
    (die,) = await Roll(1, "ammunition", "12.51", SIDES[g.pack.side_of[unit]])
    if die in g.pack.tables.defensive_spends and g.ammo[unit]:
        g.ammo = alter(g.ammo, unit, g.ammo[unit] - 1)
        refresh(g, g.pack.side_of[unit], g.place[unit])
    g.tell("rounds", "12.51", unit=g.unit_id(unit), die=die, left=g.ammo[unit])
