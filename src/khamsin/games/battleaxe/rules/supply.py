"""14.2 Supply: lines to a source, the markers of those who have none, surrender, lost ground."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.map.trace import trace
from khamsin.kernel.play.decision import Roll

from .control import change_control, lose_step


def connected(g: State, side: int, sources: Sequence[int]) -> bytearray:
    """14.2.1 Flags of the spaces with a line of friendly-controlled spaces to a source held."""
    control = g.control
    held = [source for source in sources if control[source] == side]
    closed = bytearray([owner != side for owner in control])
    flags = bytearray(len(control))
    for space in trace(g.pack.board.neighbours, held, closed):
        flags[space] = 1
    return flags


def in_supply(g: State, side: int) -> bytearray:
    """14.2 Flags of the spaces from which this side can trace; red Zones Allied, black Axis."""
    flags = connected(g, side, g.pack.sources[side])
    # R26: a line may begin in a contested space that the enemy controls
    starts = [
        space
        for space, units in enumerate(g.here[side])
        if units and not flags[space] and any(flags[near] for near in g.pack.neighbours[space])
    ]
    for space in starts:
        flags[space] = 1
    return flags


def is_supplied(g: State, unit: int) -> bool:
    """13.3.1, 8.1.2b Whether the unit can trace a line at this moment (R24)."""
    return bool(in_supply(g, g.pack.side_of[unit])[g.place[unit]])


def remove_oos_markers(g: State) -> None:
    """R24 At the end of a half or of Refit the marker of a unit that can trace comes off."""
    if not any(g.oos):
        return
    for side in (ALLIED, AXIS):
        supplied = in_supply(g, side)
        for unit, marked in enumerate(g.oos):
            if marked and g.pack.side_of[unit] == side and supplied[g.place[unit]]:
                g.oos[unit] = 0
                g.tell("back_in_supply", "14.2", unit=g.unit_id(unit))


def supply_check(g: State) -> None:
    """14.2 At the end of Maneuvers every unit that cannot trace gets a marker."""
    for side in (ALLIED, AXIS):
        supplied = in_supply(g, side)
        for space, units in enumerate(g.here[side]):
            for unit in units:
                if supplied[space]:
                    g.oos[unit] = 0
                elif not g.oos[unit]:
                    g.oos[unit] = 1
                    g.tell("out_of_supply", "14.2", unit=g.unit_id(unit), place=g.place_id(space))


def isolated_spaces(g: State) -> None:
    """14.2.4, 7.2b Spaces their owner neither holds nor can supply go to the other side (R25)."""
    supplied = [connected(g, side, g.pack.sources[side]) for side in (ALLIED, AXIS)]
    lost = [
        space
        for space, owner in enumerate(g.control)
        if not g.here[owner][space] and not supplied[owner][space]
    ]
    for space in lost:
        change_control(g, space, 1 - g.control[space], "14.2.4")


async def surrender(g: State) -> None:
    """14.2.3 At the end of Refit a die for each unit that still cannot trace (R27)."""
    numbers = g.pack.numbers
    for side in (ALLIED, AXIS):
        supplied = in_supply(g, side)
        cut_off = [
            unit
            for space, units in enumerate(g.here[side])
            if units and not supplied[space]
            for unit in units
        ]
        for unit in cut_off:
            (die,) = await Roll(1, "surrender", "14.2.3", SIDES[side])
            result = die + (numbers.out_of_supply_advantage if g.advantage == side else 0)
            g.tell("surrender", "14.2.3", unit=g.unit_id(unit), die=die, result=result)
            if result <= numbers.out_of_supply_surrender_up_to:
                lose_step(g, unit, "14.2.3")
