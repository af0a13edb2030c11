"""What players count on the map: the supply of both sides, and how far a unit can go."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY, OFF_MAP, SIDES
from khamsin.games.battleaxe.model.state import (
    ACTIVE,
    ASSAULT,
    REGROUP,
    State,
)
from khamsin.games.battleaxe.rules.control import has_room, is_free
from khamsin.games.battleaxe.rules.impulse import regroup_goals
from khamsin.games.battleaxe.rules.june15 import is_locked
from khamsin.games.battleaxe.rules.movement import allowance, entry_cost
from khamsin.games.battleaxe.rules.supply import in_supply
from khamsin.kernel.show.scene import Overlay
from khamsin.kernel.text.narrator import Narrator


def overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    """14.2 Supply of each side; 9.2 how far a unit could go from where it stands."""
    del side
    found: list[Overlay] = []
    for owner in (ALLIED, AXIS):
        flags = in_supply(g, owner)
        sources = g.pack.sources[owner]
        found.append(
            {
                "id": f"supply_{SIDES[owner]}",
                "label": narrator.say("scene.overlay_supply", {"side": SIDES[owner]}),
                "side": SIDES[owner],
                "spaces": {
                    g.place_id(space): 3 if space in sources and g.control[space] == owner else 2
                    for space, flag in enumerate(flags)
                    if flag
                },
            }
        )
    unit = g.pack.unit_index.get(piece, NOBODY)
    if unit != NOBODY and g.place[unit] != OFF_MAP:
        found.append(
            {
                "id": "range",
                "label": narrator.say("scene.overlay_range", {"unit": piece}),
                "side": SIDES[g.pack.side_of[unit]],
                "spaces": _range(g, unit),
            }
        )
    return found


def _range(g: State, unit: int) -> dict[str, int]:
    """9.2 Where the unit can go: 3 at once, 2 later, 1 at the end of its movement.

    While its side acts, what it may still do; otherwise an Assault from where it stands.
    """
    side = g.pack.side_of[unit]
    acts = g.half == side and g.doing in (ASSAULT, REGROUP)
    if is_locked(g, unit) or (acts and g.status[unit] != ACTIVE):
        return {}
    if acts and g.doing == REGROUP:
        return {g.place_id(space): 3 for space in regroup_goals(g, unit)}
    start = g.place[unit]
    spent, closed = (g.spent[unit], g.attacked) if acts else (0, ())
    best = {start: allowance(g, unit) - spent}
    shades = {}
    waiting = [start] if best[start] > 0 else []
    while waiting:
        here = waiting.pop(0)
        for near in g.pack.neighbours[here]:
            if near in closed or not has_room(g, near, side):
                continue
            if here == start and g.here[1 - side][start] and not is_free(g, near, side):
                continue  # 9.3.4
            rest = _left_after(g, side, near, best[here], fresh=here == start and not spent)
            if rest > best.get(near, -1):
                best[near] = rest
                shades[near] = 3 if here == start else 2 if rest else 1
                if rest > 0:
                    waiting.append(near)
    return {g.place_id(space): shade for space, shade in shades.items()}


def _left_after(g: State, side: int, space: int, left: int, *, fresh: bool) -> int:
    """9.2 What a unit has left after a step; less than nothing if it cannot make it."""
    stops = g.pack.is_zone[space] or bool(g.here[1 - side][space])
    if fresh:
        return 0 if stops else max(0, left - entry_cost(g, side, space))
    if g.pack.is_zone[space]:
        return -1
    rest = left - entry_cost(g, side, space)
    return min(rest, 0) if stops else rest
