"""11.5 Recovery."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import GOOD, SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.control import land_units, next_to_enemy
from khamsin.games.malta.rules.movement.regroup import stacking
from khamsin.kernel.play.decision import Roll

from .losses import recover
from .strength import morale


async def recovery_phase(g: State) -> None:
    """11.5, 11.51 Alone a unit recovers by itself, next to an enemy only by the die."""
    side = g.active
    units = [unit for unit in land_units(g, side) if g.order[unit] != GOOD]
    rolling = [unit for unit in units if next_to_enemy(g, side, g.place[unit])]
    for unit in units:
        if unit not in rolling:
            recover(g, unit, "11.5")
    if rolling:
        dice = await Roll(len(rolling), "recovery", "11.51", SIDES[side])
        for unit, die in zip(rolling, dice, strict=True):
            g.tell("recovery", "11.51", unit=g.unit_id(unit), die=die, morale=morale(g, unit))
            if die < morale(g, unit):
                recover(g, unit, "11.51")
    await stacking(g)
