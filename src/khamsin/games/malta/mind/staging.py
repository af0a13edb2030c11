"""Positions of Island of Death: from a table in a file to a state, and what can be counted."""

from __future__ import annotations

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
from khamsin.games.malta.model.state import ADVANCED, State, alter
from khamsin.games.malta.rules.combat.support import STORM_SUPPORT, SUPPORT
from khamsin.games.malta.rules.control import is_land_unit, put, refresh_all
from khamsin.games.malta.rules.day.supply import supply_check
from khamsin.games.malta.rules.movement.reach import budget, reach
from khamsin.games.malta.rules.sequence import ALLIED_TURN, AXIS_TURN
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.pack.data import Table


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """A phase of somebody's turn, with just these units; no militia is left to rise."""
    g = game.rules.start(setup)
    pack = g.pack
    g.day = pack.days.index(table.choice("day", pack.days))
    g.turn = TURNS.index(table.choice("turn", TURNS))
    g.active = SIDES.index(table.choice("active", SIDES))
    g.phase = table.choice("phase", _phases(g))
    for unit, place in enumerate(g.place):
        if place != AT_SEA or unit not in pack.ships:
            put(g, unit, GONE)
    g.control = [0] * pack.land
    for side, owner in enumerate(SIDES):
        for name in table.texts(owner, default=()):
            g.control[pack.board.at(name)] = side
    g.dz = [NOBODY, NOBODY]
    g.rolled = (1,) * pack.land
    g.seen = (1,) * len(pack.units)
    g.level = (0,) * len(pack.units)
    units = table.table("units")
    for name in units:
        for unit in units.texts(name):
            put(g, _unit(g, unit), pack.board.at(name))
    for steps, key in ((1, "reduced"), (2, "remnants")):
        for unit in table.texts(key, default=()):
            g.level = alter(g.level, _unit(g, unit), steps)
    for order, key in ((DISORGANISED, "disorganised"), (DEMORALISED, "demoralised")):
        for unit in table.texts(key, default=()):
            g.order = alter(g.order, _unit(g, unit), order)
    for unit in table.texts("deployed", default=()):
        g.deployed = alter(g.deployed, _unit(g, unit), 1)
    for rounds, key in enumerate(("empty", "last_round")):
        for unit in table.texts(key, default=()):
            g.ammo = alter(g.ammo, _unit(g, unit), rounds)
    for unit in table.texts("advanced", default=()):
        g.did[_unit(g, unit)] |= ADVANCED
    g.air = table.integer("air", 0, 9, default=0)
    g.stockpile = table.integer("stockpile", 0, 99, default=0)
    g.lost = [table.integer(f"{owner}_lost", 0, 200, default=0) for owner in SIDES]
    for text in table.texts("fires", default=()):
        unit, place = text.split()
        g.fires = (*g.fires, (_unit(g, unit), pack.board.at(place), SUPPORT))
    for side in range(len(SIDES)):
        refresh_all(g, side)
        supply_check(g, side)
    g.control_at_start = tuple(g.control)
    return g


def _phases(g: State) -> tuple[str, ...]:
    return AXIS_TURN if g.active == AXIS else ALLIED_TURN


def _unit(g: State, name: str) -> int:
    if name not in g.pack.unit_index:
        raise DataError(f"there is no unit {name}")
    return g.pack.unit_index[name]


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

    `own` and `enemy` HEX: units there that fight. `at UNIT HEX`, `control HEX`: 1 if it is so.
    `exposed UNIT`: 1 if nobody who fights is with it and an enemy can come up to it in one move.
    `order UNIT`: 0 good, 1 disorganised, 2 demoralised. `disordered`: own units that are one or
    the other. `unsupplied`: own units without supply. `rounds UNIT`. `supporting` and `guarding`
    HEX: guns whose markers lie there, for the attacker and the defender. `air HEX`: aircraft there.
    """
    own, pack = SIDES.index(side), g.pack
    match words:
        case ("own" | "enemy" as whose, place):
            return len(_fighters(g, own if whose == "own" else 1 - own, pack.board.at(place)))
        case ("at", name, place):
            return int(g.place[_unit(g, name)] == pack.board.at(place))
        case ("control", place):
            return int(g.control[pack.board.at(place)] == own)
        case ("exposed", name):
            return int(_is_exposed(g, own, g.place[_unit(g, name)]))
        case ("order", name):
            return g.order[_unit(g, name)]
        case ("disordered",):
            return sum(g.order[unit] > 0 for units in g.here[own] for unit in units)
        case ("unsupplied",):
            judged = g.copy()
            supply_check(judged, own)
            return sum(judged.unsupplied[unit] for units in g.here[own] for unit in units)
        case ("rounds", name):
            return g.ammo[_unit(g, name)]
        case ("supporting", place):
            there = pack.board.at(place)
            return sum(h == there and kind <= STORM_SUPPORT for _, h, kind in g.fires)
        case ("guarding", place):
            return sum(h == pack.board.at(place) for _, h in g.guards)
        case ("air", place):
            return g.air_on.count(pack.board.at(place))
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
