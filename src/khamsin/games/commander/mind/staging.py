"""Positions of Field Commander: Rommel: from a table in a file to a state, and what is counted."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import (
    BOX,
    DEAD,
    FULL,
    GONE,
    NOBODY,
    REDUCED,
    SIDES,
)
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import controller, put
from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.pack.data import Table

_STEPS = ("refit", "battle_moves", "moves", "resupply")


def stage(game: Game[State], setup: Setup, table: Table) -> State:
    """The start of a step of the Axis half; of the Forces on the map only those of the table."""
    g = game.rules.start(setup)
    g.step = table.choice("step", _STEPS)
    g.turn = table.integer("turn", 1, len(g.c.boxes))
    g.supplies = list(table.integers("supplies"))
    g.here = [[()] * len(g.control), [()] * len(g.control)]
    g.attacker = [NOBODY] * len(g.control)
    for unit, place in enumerate(g.place):
        if place >= 0 or place == BOX:
            g.place[unit], g.steps[unit] = DEAD, GONE
    forces = table.table("forces")
    for area in forces:
        for name in forces.texts(area):
            unit = _force(g, name)
            g.steps[unit] = FULL
            put(g, unit, g.c.board.at(area))
    for name in table.texts("reduced", default=()):
        g.steps[_force(g, name)] = REDUCED
    g.control = [controller(g, area) for area in range(len(g.control))]
    return g


def _force(g: State, name: str) -> int:
    if name not in g.c.unit_index:
        raise DataError(f"there is no Force {name}")
    return g.c.unit_index[name]


def measure(g: State, side: str, words: tuple[str, ...]) -> int:
    """What a condition may ask for: `own AREA`, `enemy AREA`, `full FORCE`, `plan PLAN` (1 if the
    Axis has it in the battle at hand), `supplies`.
    """
    own = SIDES.index(side)
    match words:
        case ("own" | "enemy" as whose, area):
            return len(g.here[own if whose == "own" else 1 - own][g.c.board.at(area)])
        case ("full", name):
            return int(g.steps[_force(g, name)] == FULL)
        case ("plan", plan):
            return 0 if g.battle is None else g.battle.plans[own].count(plan)
        case ("supplies",):
            return g.supplies[own]
    raise DataError(f"nothing is called {' '.join(words)!r}")
