"""What the player counts on the map: room within the supply limit, and how far a Force can go."""

from __future__ import annotations

from khamsin.games.commander.knowledge.view import has_moved
from khamsin.games.commander.model.pieces import (
    ALLIED,
    AXIS,
)
from khamsin.games.commander.model.state import STEPS, State
from khamsin.games.commander.rules.movement import affordable, distances, price
from khamsin.kernel.show.scene import (  # fmt: skip
    Overlay,
)
from khamsin.kernel.text.narrator import Narrator


def overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    """check.1 The room that is left in each area; maxmove.1, move.4 how far a Force can go."""
    del side
    room = {
        g.place_id(area): g.c.regions[region].limit - len(g.here[AXIS][area])
        for area, region in enumerate(g.c.region_of)
        if g.here[AXIS][area]
    }
    limit: Overlay = {
        "id": "limit",
        "label": narrator.say("scene.overlay_limit"),
        "side": "axis",
        "spaces": {name: 3 if left < 0 else 2 if left == 0 else 1 for name, left in room.items()},
        "text": {name: f"{left:+d}" for name, left in room.items()},
    }
    found = [limit]
    unit = g.c.unit_index.get(piece)
    if unit is not None and g.place[unit] >= 0 and g.c.side_of[unit] == AXIS:
        costs = _range(g, unit)
        if not costs:
            return found
        found.append(
            {
                "id": "range",
                "label": narrator.say("scene.overlay_range", {"unit": piece}),
                "side": "axis",
                "spaces": {name: max(3 - cost, 1) for name, cost in costs.items()},
                "text": {name: str(cost) for name, cost in costs.items() if _is_open(g, name)},
                "auto": True,
            }
        )
    return found


def _is_open(g: State, name: str) -> bool:
    """move.1, nbmove.1 Whether moves end there in this step: to battle only among enemies, then
    only where there are none.
    """
    enemies = g.here[ALLIED][g.c.board.at(name)]
    return g.step == "moves" if not enemies else g.step == "battle_moves"


def _range(g: State, unit: int) -> dict[str, int]:
    """maxmove.1, move.4 Where a Force may go, and for how many Supplies; nowhere if it has moved.

    nbmove.1 When battles are over, not among enemies.
    """
    if has_moved(g, unit):
        return {}
    is_late = g.step in STEPS[3:6]
    ways = distances(g, g.place[unit], affordable(g, unit))
    return {
        g.place_id(area): price(g, steps)
        for area, steps in ways.items()
        if steps and not (is_late and g.here[ALLIED][area])
    }
