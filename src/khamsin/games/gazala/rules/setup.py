"""3.0.a, 13.12-13.34 Set-up: what has its hex stands there, the rest the players place."""

from __future__ import annotations

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import (
    AXIS,
    INDEPENDENT,
    OFF,
    SIDES,
    UNPLACED,
    WAITING,
    Place,
)
from khamsin.games.gazala.model.state import RETURNS, State
from khamsin.kernel.game import Setup
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed
from khamsin.kernel.play.state import changed

from .control import has_room, put
from .heckler import at_sea
from .segment import begin_turn, receive_points

OWN: Option = ("own",)


def new_game(pack: Pack, setup: Setup) -> State:
    """13.0 Units with an exact hex on the map, reinforcements waiting, the rest to be placed."""
    scenario = pack.scenarios[setup.scenario]
    g = State(pack, scenario, setup.options)
    for family in pack.families.values():
        for battalion in family:
            g.place[battalion] = OFF  # counters for later (R37)
    at_sea(g)
    for arrival in scenario.arrivals:
        for unit in arrival.units:
            g.place[unit] = WAITING
    order = (scenario.first, 1 - scenario.first)
    for place in sorted(scenario.places, key=lambda place: order.index(place.side)):
        for unit in place.units:
            g.step[unit] = place.step
            if place.formation:
                g.formation = changed(g.formation, unit, place.formation)  # R48
            if place.radius or place.overflow or place.stack_with:
                g.place[unit] = UNPLACED
                g.unplaced = (*g.unplaced, unit)
            else:
                put(g, unit, place.centres[0])
    receive_points(g, "start")
    return g


def line_of(g: State, unit: int) -> Place:
    """The line of the set-up that a unit stands in."""
    return next(place for place in g.scenario.places if unit in place.units)


def placements(g: State, unit: int) -> list[int]:
    """R51 Where a unit may be set up: with room, no enemy, the Axis on its side of the mines."""
    line, pack = line_of(g, unit), g.pack
    if line.stack_with:
        hexes = [h for h, units in enumerate(g.here[line.side]) if _are_friends(g, line, units)]
    else:
        hexes = sorted({h for c in line.centres for h in pack.board.within(c, line.radius)})
    found = [place for place in hexes if _is_free(g, line.side, unit, place)]
    if not found and line.overflow:  # R24
        near = sorted({h for c in line.centres for h in pack.board.within(c, line.overflow)})
        found = [place for place in near if _is_free(g, line.side, unit, place)]
    return found


def _are_friends(g: State, line: Place, units: tuple[int, ...]) -> bool:
    """13.12, 13.34 Units of the formation named, or of any formation."""
    if line.stack_with == "any":
        return any(g.formation[unit] != INDEPENDENT for unit in units)
    return any(g.formation[unit] == line.stack_with for unit in units)


def _is_free(g: State, side: int, unit: int, place: int) -> bool:
    if g.here[1 - side][place] or not has_room(g, place, (unit,)):
        return False
    return side != AXIS or g.pack.first_control[place] == AXIS


def usual_place(g: State, unit: int) -> int:
    """Where *done* puts a unit: the emptiest of its hexes, then the nearest to the hex named."""
    line, distance = line_of(g, unit), g.pack.board.distance
    here = g.here[line.side]

    def wish(place: int) -> tuple[int, int, int]:
        near = min([distance(centre, place) for centre in line.centres], default=0)
        return (len(here[place]) // 3, near, place)

    return min(placements(g, unit), key=wish)


async def set_up(g: State) -> None:
    """3.0.a The sides place their units in the order of the scenario, one by one."""
    while g.unplaced:
        await MARK
        unit = g.unplaced[0]
        side = g.pack.side_of[unit]
        if g.ready[side]:
            answer = await Choose(
                SIDES[side], "place", lambda: place_options(g), "3.0.a", unit=g.unit_id(unit)
            )
        else:
            answer = await Choose(SIDES[side], "set_up", listed([DONE, OWN]), "3.0.a")
        if answer == OWN:
            g.ready[side] = True
        elif answer == DONE:
            while g.unplaced and g.pack.side_of[g.unplaced[0]] == side:
                _place(g, g.unplaced[0], usual_place(g, g.unplaced[0]))
        else:
            _place(g, unit, g.pack.board.at(answer[2]))
    begin_turn(g)
    g.stage = RETURNS


def place_options(g: State) -> list[Option]:
    """The hexes of the next unit; *done* leaves the rest to the program."""
    unit = g.unplaced[0]
    hexes = placements(g, unit)
    return [*[("place", g.unit_id(unit), g.place_id(place)) for place in hexes], DONE]


def _place(g: State, unit: int, place: int) -> None:
    put(g, unit, place)
    g.unplaced = tuple([other for other in g.unplaced if other != unit])
    g.tell("placed", "3.0.a", unit=g.unit_id(unit), place=g.place_id(place))
