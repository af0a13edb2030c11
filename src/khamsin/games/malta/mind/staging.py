"""Positions of Island of Death: from a table in a file to a state, and what can be counted."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    AA,
    ARTILLERY,
    AT_SEA,
    AXIS,
    DEMORALISED,
    DISORGANISED,
    GONE,
    HQ,
    NOBODY,
    SIDES,
    TURNS,
)
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.combat.support import SUPPORT
from khamsin.games.malta.rules.control import is_land_unit, put, refresh_all
from khamsin.games.malta.rules.day.supply import supply_check
from khamsin.games.malta.rules.movement.reach import budget, reach
from khamsin.games.malta.rules.sequence import ALLIED_TURN, AXIS_TURN
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.mind.positions import unit_of
from khamsin.kernel.pack.data import Table


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """A phase of somebody's turn, with just these units; no militia is left to rise.

    `waiting` names units and ships that stay where the scenario has them, off the map; without it
    all ships do. `drop_zones` tells where drop zone markers lie.
    """
    g = game.rules.start(setup)
    pack = g.pack
    g.day = pack.days.index(table.choice("day", pack.days))
    g.turn = TURNS.index(table.choice("turn", TURNS))
    g.active = SIDES.index(table.choice("active", SIDES))
    g.phase = table.choice("phase", _phases(g))
    waiting = [unit for unit in pack.ships if g.place[unit] == AT_SEA]
    if table.has("waiting"):
        waiting = [unit_of(g.pack.unit_index, name) for name in table.texts("waiting")]
    for unit in range(len(g.place)):
        if unit not in waiting:
            put(g, unit, GONE)
    g.control = [0] * pack.land
    for side, owner in enumerate(SIDES):
        for name in table.texts(owner, default=()):
            g.control[pack.board.at(name)] = side
    g.dz = [NOBODY, NOBODY]
    for text in table.texts("drop_zones", default=()):
        name, place = text.split()
        g.dz[MARKERS.index(name)] = pack.board.at(place)
    g.rolled = (1,) * pack.land
    g.seen = (1,) * len(pack.units)
    g.level = (0,) * len(pack.units)
    units = table.table("units")
    for place in units:
        for name in units.texts(place):
            put(g, unit_of(g.pack.unit_index, name), pack.board.at(place))
    for steps, key in ((1, "reduced"), (2, "remnants")):
        for name in table.texts(key, default=()):
            g.level = alter(g.level, unit_of(g.pack.unit_index, name), steps)
    for order, key in ((DISORGANISED, "disorganised"), (DEMORALISED, "demoralised")):
        for name in table.texts(key, default=()):
            g.order = alter(g.order, unit_of(g.pack.unit_index, name), order)
    for name in table.texts("deployed", default=()):
        g.deployed = alter(g.deployed, unit_of(g.pack.unit_index, name), 1)
    for rounds, key in enumerate(("empty", "last_round")):
        for name in table.texts(key, default=()):
            g.ammo = alter(g.ammo, unit_of(g.pack.unit_index, name), rounds)
    g.air = table.integer("air", 0, 9, default=0)
    g.stockpile = table.integer("stockpile", 0, 99, default=0)
    g.lost = [table.integer(f"{owner}_lost", 0, 200, default=0) for owner in SIDES]
    for text in table.texts("fires", default=()):
        name, place = text.split()
        g.fires = (*g.fires, (unit_of(g.pack.unit_index, name), pack.board.at(place), SUPPORT))
    for side in range(len(SIDES)):
        refresh_all(g, side)
        supply_check(g, side)
    g.control_at_start = tuple(g.control)
    return g


def _phases(g: State) -> tuple[str, ...]:
    return AXIS_TURN if g.active == AXIS else ALLIED_TURN


def is_over(start: State, now: State, phase: str) -> bool:
    """4.0 Whether this phase of the player turn in which a position begins has passed."""
    phases = _phases(start)
    if phase not in phases:
        raise DataError(f"no phase of this turn is called {phase!r}")
    if (start.day, start.turn, start.active) != (now.day, now.turn, now.active):
        return True
    return now.phase not in phases or phases.index(now.phase) > phases.index(phase)


def measure(g: State, side: str, words: tuple[str, ...]) -> int:
    """What a condition may ask for; a hex is its printed number, as in `own 1411`.

    `own HEX`: own units there that fight. `at UNIT HEX`, `control HEX`: 1 if it is so.
    `exposed UNIT`: 1 if nobody who fights is with it and an enemy can come up to it in one move.
    `disordered`: own units that are disorganised or demoralised. `unsupplied`: own units that would
    be without supply if it were judged now.
    """
    own, pack = SIDES.index(side), g.pack
    match words:
        case ("own", place):
            return len(_fighters(g, own, pack.board.at(place)))
        case ("at", name, place):
            return int(g.place[unit_of(g.pack.unit_index, name)] == pack.board.at(place))
        case ("control", place):
            return int(g.control[pack.board.at(place)] == own)
        case ("exposed", name):
            return int(_is_exposed(g, own, g.place[unit_of(g.pack.unit_index, name)]))
        case ("disordered",):
            return sum(g.order[unit] > 0 for units in g.here[own] for unit in units)
        case ("unsupplied",):
            judged = g.copy()
            supply_check(judged, own)
            return sum(judged.unsupplied[unit] for units in g.here[own] for unit in units)
    raise DataError(f"nothing is called {' '.join(words)!r}")


def _fighters(g: State, side: int, place: int) -> list[int]:
    """Whoever can hold a hex: no leader, coast gun or ship, no HQ, no guns."""
    kind = g.pack.kind
    return [
        unit
        for unit in g.here[side][place]
        if is_land_unit(g, unit) and kind[unit] not in (HQ, AA, ARTILLERY)
    ]


def _is_exposed(g: State, side: int, place: int) -> bool:
    if place < 0 or _fighters(g, side, place):
        return False
    around = {place, *g.pack.touch[place]}
    for there, units in enumerate(g.here[1 - side]):
        for unit in _fighters(g, 1 - side, there) if units else ():
            far = reach(g, unit, budget(g, unit), strategic=False, first=True)
            if there in around or not around.isdisjoint(far):
                return True
    return False
