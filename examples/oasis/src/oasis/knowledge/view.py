"""What a side may see: everything. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

from oasis.model.pieces import FULL, NOBODY, NOWHERE, SIDES
from oasis.model.state import State
from oasis.rules.victory import points


def view(g: State, side: str | None) -> dict[str, Any]:
    """The whole table as plain data, by the names printed on it."""
    del side
    return {
        "phase": g.phase,
        "turn": g.turn,
        "turns": g.scenario.turns,
        "half": SIDES[g.half],
        "storm": g.storm,
        "battle": None if g.battle == NOWHERE else g.place_id(g.battle),
        "points": {name: points(g, number) for number, name in enumerate(SIDES)},
        "control": {
            area.id: None if g.control[n] == NOBODY else SIDES[g.control[n]]
            for n, area in enumerate(g.pack.areas)
        },
        "units": {
            unit.id: {
                "place": g.place_id(g.place[n]),
                "full": g.steps[n] == FULL,
                "strength": g.strength(n),
                "spent": g.spent[n],
            }
            for n, unit in enumerate(g.pack.units)
            if g.place[n] != NOWHERE
        },
        "lost": [unit.id for n, unit in enumerate(g.pack.units) if g.place[n] == NOWHERE],
    }
