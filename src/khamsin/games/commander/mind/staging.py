"""Positions of Field Commander: Rommel: from a table in a file to a state, and what is counted."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import (
    AXIS,
    BOX,
    CUP,
    DEAD,
    FULL,
    GONE,
    NOBODY,
    REDUCED,
    SIDES,
)
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.forces import controller, controllers, put, renew
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.pack.data import Table

_STEPS = (
    "marker", "refit", "battle_moves", "moves", "supply_check", "resupply", "allied_battles",
)  # fmt: skip

_NO_WAY = 99


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """The start of a step; of the Forces on the map only those of the table.

    The other starting Forces are destroyed (Axis) or in the cup (Allies). Where a table puts both
    sides into an area, who is named last attacks.
    """
    g = game.rules.start(setup)
    g.step = table.choice("step", _STEPS)
    g.turn = table.integer("turn", 1, len(g.c.boxes))
    g.supplies = list(table.integers("supplies"))
    g.here = [[()] * len(g.control), [()] * len(g.control)]
    g.attacker = [NOBODY] * len(g.control)
    for unit, place in enumerate(g.place):
        if (place >= 0 or place == BOX) and g.c.side_of[unit] == AXIS:
            g.place[unit], g.steps[unit] = DEAD, GONE
        elif place >= 0 or place == BOX:
            renew(g, unit)
            g.place[unit] = CUP
    forces = table.table("forces")
    for area in forces:
        for name in forces.texts(area):
            unit = _force(g, name)
            g.steps[unit] = FULL
            put(g, unit, g.c.board.at(area))
    for name in table.texts("reduced", default=()):
        g.steps[_force(g, name)] = REDUCED
    g.control = controllers(g)
    return g


def _force(g: State, name: str) -> int:
    if name not in g.c.unit_index:
        raise DataError(f"there is no Force {name}")
    return g.c.unit_index[name]


def measure(g: State, side: str, words: tuple[str, ...]) -> int:
    """What a condition may ask for.

    `own` and `enemy` AREA: Forces there. `at FORCE AREA`, `full FORCE`, `control AREA`, `won`,
    `lost`: 1 if it is so. `far FORCE AREA`: areas between them, 99 if it is off the map. `massed`:
    own Forces where most of them attack. `plan PLAN`: 1 if the side has it in the battle at hand,
    `had PLAN`: also if it is used up. `supplies`.
    """
    own = SIDES.index(side)
    match words:
        case ("own" | "enemy" as whose, area):
            return len(g.here[own if whose == "own" else 1 - own][g.c.board.at(area)])
        case ("at", name, area):
            return int(g.place[_force(g, name)] == g.c.board.at(area))
        case ("far", name, area):
            place = g.place[_force(g, name)]
            return _NO_WAY if place < 0 else g.c.board.distance(place, g.c.board.at(area))
        case ("full", name):
            return int(g.steps[_force(g, name)] == FULL)
        case ("control", area):
            return int(controller(g, g.c.board.at(area)) == own)
        case ("massed",):
            return max(len(g.here[own][at]) * bool(theirs) for at, theirs in _areas(g, 1 - own))
        case ("plan" | "had" as when, plan):
            return 0 if g.battle is None else _plans(g.battle, when)[own].count(plan)
        case ("supplies",):
            return g.supplies[own]
        case ("won",):
            return int(g.result is not None and g.result.winner == side)
        case ("lost",):
            return int(g.result is not None and g.result.winner != side)
    raise DataError(f"nothing is called {' '.join(words)!r}")


def _areas(g: State, side: int) -> list[tuple[int, tuple[int, ...]]]:
    return list(enumerate(g.here[side]))


def _plans(battle: Battle, when: str) -> list[list[str]]:
    return battle.plans if when == "plan" else battle.had
