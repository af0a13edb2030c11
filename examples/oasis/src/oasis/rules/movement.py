"""5 Movement: what a step costs, and why a unit may not make it."""

from __future__ import annotations

from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option
from oasis.model.pieces import NOWHERE, SIDES
from oasis.model.state import FIGHT, State
from oasis.rules.ground import has_room, put, units_at

NO_POINTS = Refused("5.1", "no_points")
NOT_NEAR = Refused("5.1", "not_near")
TOO_DEAR = Refused("5.2", "too_dear")
NO_ROOM = Refused("5.3", "no_room")
AMONG_ENEMIES = Refused("5.4", "among_enemies")


def cost(g: State, area: int) -> int:
    """5.2, 9.1 What it costs to enter an area, in a storm one more."""
    return g.pack.terrains[g.pack.areas[area].terrain].cost + g.storm


def why_not_enter(g: State, unit: int, area: int) -> Refused | None:
    """5.1-5.4 Why a unit may not make this step."""
    side, start, moves = g.pack.units[unit].side, g.place[unit], g.pack.units[unit].moves
    if g.spent[unit] >= moves:
        return NO_POINTS
    if area not in g.pack.board.neighbours[start]:
        return NOT_NEAR
    if not has_room(g, side, area):
        return NO_ROOM
    if units_at(g, 1 - side, start) and units_at(g, 1 - side, area):
        return AMONG_ENEMIES
    if g.spent[unit] and g.spent[unit] + cost(g, area) > moves:
        return TOO_DEAR
    return None


def marches(g: State) -> list[Option]:
    """Every step that a unit of this half may make, and to stop."""
    steps: list[Option] = [
        ("move", unit.id, g.place_id(area))
        for n, unit in enumerate(g.pack.units)
        if unit.side == g.half and g.place[n] != NOWHERE
        for area in g.pack.board.neighbours[g.place[n]]
        if why_not_enter(g, n, area) is None
    ]
    return [*steps, DONE]


def step(g: State, unit: int, area: int) -> None:
    """5.1, 5.4 One step: pay, go, take control; enemies there end the move."""
    side, moves = g.pack.units[unit].side, g.pack.units[unit].moves
    start = g.place[unit]
    price = moves if units_at(g, 1 - side, area) else cost(g, area)
    g.spent[unit] = min(moves, g.spent[unit] + price)
    g.tell("moved", "5.1", unit=g.unit_id(unit), start=g.place_id(start), place=g.place_id(area))
    put(g, unit, area)


async def march(g: State) -> None:
    """5.1 One step of one unit, or the end of movement."""
    answer = await Choose(SIDES[g.half], "march", lambda: marches(g), "5.1")
    if answer == DONE:
        g.phase = FIGHT
    else:
        step(g, g.pack.unit_index[answer[1]], g.pack.board.at(answer[2]))
