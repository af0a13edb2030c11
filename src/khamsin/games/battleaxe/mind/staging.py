"""Positions of Operation Battleaxe: from a table in a file to a state, and what can be counted."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, FULL, GONE, OFF_MAP, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import MANEUVERS, REFIT, State
from khamsin.games.battleaxe.rules.control import put
from khamsin.games.battleaxe.rules.supply import connected, in_supply
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.mind.positions import unit_of
from khamsin.kernel.pack.data import Table


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """The start of a half or of a Refit Phase; what the table does not name is as set up (5.2)."""
    g = game.rules.start(setup)
    pack = g.pack
    g.phase = table.choice("phase", (MANEUVERS, REFIT), default=MANEUVERS)
    g.half = SIDES.index(table.choice("half", SIDES, default=SIDES[ALLIED]))
    g.turn = table.integer("turn", 1, 3)
    g.impulse = table.integer("impulse", 1, pack.numbers.impulse_track_last)
    g.advantage = SIDES.index(table.choice("advantage", SIDES, default=SIDES[ALLIED]))
    g.vp = table.integer("vp", 0, default=0)
    g.fuel_low = table.flag("fuel_low", default=False)
    g.rommel = table.flag("rommel", default=False)
    g.locked = [table.flag("locked", default=g.turn == 1)] * len(g.locked)
    g.artillery = list(table.integers("artillery", default=tuple(pack.markers)))
    _place(g, table)
    for name in table.texts("allied", default=()):
        g.control[pack.board.at(name)] = ALLIED
    for name in table.texts("axis", default=()):
        g.control[pack.board.at(name)] = AXIS
    for space, owner in enumerate(g.control):
        if g.here[1 - owner][space] and not g.here[owner][space]:
            g.control[space] = 1 - owner
    return g


def _place(g: State, table: Table) -> None:
    """`units` gives a space its units; those that may be set up in several places must be there."""
    places = table.table("units")
    for space in places:
        for name in places.texts(space):
            unit = unit_of(g.pack.unit_index, name)
            _take(g, unit)
            put(g, unit, g.pack.board.at(space))
    for name in table.texts("lost", default=()):
        unit = unit_of(g.pack.unit_index, name)
        _take(g, unit)
        g.steps[unit] = GONE
        g.lost = (*g.lost, unit)
    for name in table.texts("reduced", default=()):
        g.steps[unit_of(g.pack.unit_index, name)] = REDUCED


def _take(g: State, unit: int) -> None:
    """Pick a unit up from where it was set up."""
    space = g.place[unit]
    if space != OFF_MAP:
        units = g.here[g.pack.side_of[unit]]
        units[space] = tuple([other for other in units[space] if other != unit])
        g.place[unit] = OFF_MAP
    g.unplaced = tuple([other for other in g.unplaced if other != unit])


def measure(g: State, side: str, words: tuple[str, ...]) -> int:
    """What a condition may ask for; a space is a number or letter, as `own 9`.

    `own` and `enemy` SPACE: units there. `beside UNIT`: own units with it. `at UNIT SPACE`,
    `full UNIT`, `control SPACE`, `locked`: 1 if it is so, or how many divisions are locked.
    `cut` and `enemy_cut`: units that trace no supply now. `worth`: points of the Areas (17.2b).
    """
    own, pack = SIDES.index(side), g.pack
    match words:
        case ("own" | "enemy" as whose, space):
            return len(g.here[own if whose == "own" else 1 - own][pack.board.at(space)])
        case ("beside", unit):
            place = g.place[unit_of(g.pack.unit_index, unit)]
            return 0 if place == OFF_MAP else len(g.here[own][place]) - 1
        case ("at", unit, space):
            return int(g.place[unit_of(g.pack.unit_index, unit)] == pack.board.at(space))
        case ("full", unit):
            return int(g.steps[unit_of(g.pack.unit_index, unit)] == FULL)
        case ("control", space):
            return int(g.control[pack.board.at(space)] == own)
        case ("locked",):
            return sum(g.locked)
        case ("cut",):
            return _cut(g, own)
        case ("enemy_cut",):
            return _cut(g, 1 - own)
        case ("worth",):
            return _worth(g)
    raise DataError(f"nothing is called {' '.join(words)!r}")


def _cut(g: State, side: int) -> int:
    """14.2 Units that could not trace a supply line if night fell now."""
    supplied = in_supply(g, side)
    return sum(len(units) for space, units in enumerate(g.here[side]) if not supplied[space])


def _worth(g: State) -> int:
    """17.2a-b What the Allies would score for Areas if night fell now."""
    joined = connected(g, ALLIED, g.pack.jump_off)
    return sum(
        area.vp
        for space, area in enumerate(g.pack.spaces)
        if g.control[space] == ALLIED and joined[space]
    )
