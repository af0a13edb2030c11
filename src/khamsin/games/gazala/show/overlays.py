"""What players count on the map: zones of control, supply, activation, how far a unit can go."""

from __future__ import annotations

from itertools import compress

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, NOBODY, SIDES, WAITING
from khamsin.games.gazala.model.state import MOVEMENT, State
from khamsin.games.gazala.rules.movement.cost import allowance, points_left
from khamsin.games.gazala.rules.movement.march import why_not_move
from khamsin.games.gazala.rules.movement.reach import reach
from khamsin.games.gazala.rules.supply import (
    flood,
    headquarters,
    is_open,
    sources,
    supplied_headquarters,
)
from khamsin.kernel.show.scene import Overlay
from khamsin.kernel.show.summaries import halves
from khamsin.kernel.text.narrator import Narrator

from .scene import SPACING


def overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    """4.4 Zones of control, 6.1 supply, 7.2 activation; and how far a unit can go."""
    del side
    found: list[Overlay] = []
    for owner in (AXIS, ALLIED):
        name = SIDES[owner]
        found.append(
            {
                "id": f"zoc_{name}",
                "label": narrator.say("scene.overlay_zoc", {"side": name}),
                "side": name,
                "spaces": dict.fromkeys(compress(g.pack.place_ids, g.zoc[owner]), 2),
            }
        )
        found.append(_supply_overlay(g, owner, narrator))
    if g.chit:
        found.append(_activation_overlay(g, narrator))
    unit = g.pack.unit_index.get(piece, NOBODY)
    if unit != NOBODY and (g.place[unit] >= 0 or g.place[unit] == WAITING):
        found.append(_reach_overlay(g, unit, narrator))
        if g.pack.is_hq[unit] and g.place[unit] >= 0:
            found.append(_range_overlay(g, unit, narrator))
    return found


def _supply_overlay(g: State, side: int, narrator: Narrator) -> Overlay:
    """6.11 Hexes with a line to a supplied HQ (3), to any HQ (1); sources (2)."""
    place = g.place
    good = flood(g, side, sorted({place[hq] for hq in supplied_headquarters(g, side)}))
    linked = flood(g, side, sorted({place[hq] for hq in headquarters(g, side)}))
    spaces = dict.fromkeys([g.place_id(h) for h in linked if is_open(g, side, h)], 1)
    spaces |= dict.fromkeys([g.place_id(h) for h in good], 3)
    spaces |= dict.fromkeys([g.place_id(h) for h in sources(g, side)], 2)
    name = SIDES[side]
    return {
        "id": f"supply_{name}",
        "label": narrator.say("scene.overlay_supply", {"side": name}),
        "side": name,
        "spaces": spaces,
    }


def _activation_overlay(g: State, narrator: Narrator) -> Overlay:
    """3.2, 7.21 Where the units stand that this impulse activates: 3 began in range, 1 beyond.

    What counts is where HQ and units stood when the impulse began (7.2.a); reinforcements are
    activated from anywhere (11.11).
    """
    hq = g.began[g.pack.hq_of[g.chit]]
    reach_of = g.pack.reach[g.pack.hq_of[g.chit]]
    spaces: dict[str, int] = {}
    for unit in g.pack.units_of[g.active]:
        if g.due[unit] >= 0 and g.place[unit] >= 0:
            began = g.began[unit]
            near = began < 0 or (hq >= 0 and g.pack.board.distance(hq, began) <= reach_of)
            at = g.place_id(g.place[unit])
            spaces[at] = max(spaces.get(at, 1), 3 if near else 1)
    overlay: Overlay = {
        "id": "activation",
        "label": narrator.say("scene.overlay_activation", {"chit": g.chit}),
        "side": SIDES[g.active],
        "spaces": spaces,
    }
    if hq >= 0 and reach_of:
        overlay["rings"] = [{"at": g.place_id(hq), "radius": (reach_of + 0.5) * SPACING}]
    return overlay


def _range_overlay(g: State, unit: int, narrator: Narrator) -> Overlay:
    """2.1.range The range of an HQ, and the units of its formation."""
    pack = g.pack
    near = pack.board.within(g.place[unit], pack.reach[unit])
    spaces = dict.fromkeys([g.place_id(place) for place in near], 1)
    chit = pack.units[unit].formation
    for other in pack.units_of[pack.side_of[unit]]:
        if g.formation[other] == chit and g.place[other] >= 0:
            spaces[g.place_id(g.place[other])] = 3
    return {
        "id": "hq_range",
        "label": narrator.say("scene.overlay_range", {"unit": g.unit_id(unit)}),
        "side": SIDES[pack.side_of[unit]],
        "spaces": spaces,
        "rings": [{"at": g.place_id(g.place[unit]), "radius": (pack.reach[unit] + 0.5) * SPACING}],
    }


def _reach_overlay(g: State, unit: int, narrator: Narrator) -> Overlay:
    """4.1 Where a unit could go, and what it would cost, in movement points.

    In its own side's impulse only as far as it may go now.
    """
    points = points_left(g, unit)
    is_own = bool(g.chit) and g.pack.side_of[unit] == g.active
    is_barred = is_own and (g.stage != MOVEMENT or why_not_move(g, unit) is not None)
    found = reach(g, (unit,)).spent if points > 0 and not is_barred else {}
    whole = max(allowance(g, unit), 1)
    return {
        "id": "reach",
        "label": narrator.say("scene.overlay_reach", {"unit": g.unit_id(unit)}),
        "side": SIDES[g.pack.side_of[unit]],
        "auto": True,
        "spaces": {
            g.place_id(h): 3 if 2 * cost <= whole else 2 if cost < points else 1
            for h, cost in found.items()
        },
        "text": {g.place_id(h): halves(cost) for h, cost in found.items()},
    }
