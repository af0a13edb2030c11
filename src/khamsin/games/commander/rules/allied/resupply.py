"""aresupply, newforces: what the Allies get, and where it comes in."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, NOWHERE, Modifier
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.battle import resolve_battles
from khamsin.games.commander.rules.forces import draw_forces, put
from khamsin.kernel.play.decision import MARK, Roll

from .operations import entry_area

BATTLES = 1


async def allied_resupply(g: State) -> None:
    """aresupply.1-2, newforces.1-4 One die for numbers, one for each Force; battles (place.4)."""
    if g.stage == 0:
        await MARK
        (die,) = await Roll(1, "allied_resupply", "aresupply.1", "allied")
        applied = [each for each in g.c.resupply_modifiers if counts(g, each)]
        total = die + sum(each.add for each in applied)
        row = next(gain for gain in g.c.gains if gain.low <= total <= gain.high)
        g.supplies[ALLIED] += row.supplies
        g.tell(
            "allied_resupply", "aresupply.1", die=die, modifiers=tuple(m.when for m in applied),
            total=total, forces=row.forces, supplies=row.supplies,
        )  # fmt: skip
        for unit in await draw_forces(g, row.forces, "new_forces", "newforces.1"):
            (die,) = await Roll(1, "placement", "newforces.3", "allied")  # R39
            area = entry_area(g, unit, g.c.resupply_entries, die)
            g.came_from[unit] = NOWHERE
            put(g, unit, area)
            g.tell("placed", "newforces.3", unit=g.unit_id(unit), die=die, place=g.place_id(area))
        g.stage = BATTLES
    await resolve_battles(g, kind="t13")


def counts(g: State, modifier: Modifier) -> bool:
    """aresupply.1 Whether a modifier of the map changes the die now."""
    if modifier.when == "turn_from":
        return g.turn >= modifier.turn
    if modifier.when == "turn_is":
        return g.turn == modifier.turn and not g.terms.ignore_storm
    side = AXIS if modifier.when == "axis_controls_any" else ALLIED
    return any(g.control[area] == side for area in modifier.areas)
