"""Positions of Gazala 1942: from a table in a file to a state, and what can be counted."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import OFF, SIDES
from khamsin.games.gazala.model.state import MOVEMENT, State
from khamsin.games.gazala.rules.activation import begin_impulse
from khamsin.games.gazala.rules.control import put
from khamsin.games.gazala.rules.supply import statuses, supplied_headquarters
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.mind.positions import unit_of
from khamsin.kernel.pack.data import Table

_STRIKE = 6
"""Hexes from which an enemy comes upon somebody who stands alone, zones of control or not."""


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """The movement phase of a chit's impulse, with just these units; `cup` holds the next chits."""
    g = game.rules.start(setup)
    pack = g.pack
    g.turn = table.integer("turn", 1, len(g.scenario.dates))
    g.unplaced = ()
    g.clear_map()
    g.step = bytearray(len(pack.units))
    g.control = bytearray(pack.first_control)
    for family in pack.families.values():
        for battalion in family:
            g.place[battalion] = OFF
    units = table.table("units")
    for name in units:
        for unit in units.texts(name):
            put(g, unit_of(g.pack.unit_index, unit), pack.board.at(name))
    for unit in table.texts("reduced", default=()):
        g.step[unit_of(g.pack.unit_index, unit)] = 1
    for side, owner in enumerate(SIDES):
        for name in table.texts(owner, default=()):
            g.control[pack.board.at(name)] = side
    for side in (0, 1):
        for number, level in statuses(g, side).items():
            g.morning[number] = g.supply[number] = level
    g.stage = MOVEMENT
    chit = table.choice("chit", tuple(pack.formations))
    begin_impulse(g, chit)
    g.track[g.active] = (chit,)
    g.cup = table.texts("cup")
    return g


def measure(g: State, side: str, words: tuple[str, ...]) -> int:
    """What a condition may ask for; a hex is its printed number, as in `own 1715`.

    `own` and `enemy` HEX: units there that fight. `at UNIT HEX`, `control HEX`: 1 if it is so.
    `near HEX`: own units that fight there or beside it. `exposed UNIT`: 1 if nobody who fights is
    with it and an enemy is near. `supplied` and `enemy_supplied`: HQs with a line to a source.
    """
    own, pack = SIDES.index(side), g.pack
    match words:
        case ("own" | "enemy" as whose, place):
            return len(_fighters(g, own if whose == "own" else 1 - own, pack.board.at(place)))
        case ("at", name, place):
            return int(g.place[unit_of(g.pack.unit_index, name)] == pack.board.at(place))
        case ("control", place):
            return int(g.control[pack.board.at(place)] == own)
        case ("near", place):
            return sum(len(_fighters(g, own, there)) for there in _within(g, place, 1))
        case ("exposed", name):
            return int(_is_exposed(g, own, g.place[unit_of(g.pack.unit_index, name)]))
        case ("supplied",):
            return len(supplied_headquarters(g, own))
        case ("enemy_supplied",):
            return len(supplied_headquarters(g, 1 - own))
    raise DataError(f"nothing is called {' '.join(words)!r}")


def _fighters(g: State, side: int, place: int) -> list[int]:
    """10.11 All but HQs and Rommel."""
    pack = g.pack
    return [unit for unit in g.here[side][place] if not pack.is_hq[unit] and unit != pack.rommel]


def _within(g: State, place: str, steps: int) -> list[int]:
    board = g.pack.board
    here = board.at(place)
    return [there for there in range(len(g.pack.place_ids)) if board.distance(here, there) <= steps]


def _is_exposed(g: State, side: int, place: int) -> bool:
    if place < 0 or _fighters(g, side, place):
        return False
    around = _within(g, g.place_id(place), _STRIKE)
    return any(_fighters(g, 1 - side, there) for there in around)
