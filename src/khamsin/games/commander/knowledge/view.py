"""What the player may see: everything. What is in the cups is known; chance draws from them."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import (
    ALLIED,
    AXIS,
    BOX,
    CUP,
    DEAD,
    LATER,
    NOBODY,
    POOL,
    SIDES,
)
from khamsin.games.commander.model.state import STEPS, Battle, State
from khamsin.games.commander.rules.forces import attack, defence, in_pile, reach, superior
from khamsin.games.commander.rules.upgrades import cup
from khamsin.kernel.game import View

LEVELS = ("plain", "veteran", "elite")
AXIS_MOVES = STEPS[2:7]  # from the Battle Moves to the Supply Check
ORDERS = ("orders",)


def view(g: State, side: str | None) -> View:
    """The whole table as plain data, by the names printed on it; even the cups can be counted."""
    del side
    c = g.c
    box = c.boxes[min(max(g.turn, 1), len(c.boxes)) - 1]
    return {
        "campaign": c.id,
        "step": g.step,
        "turn": g.turn,
        "box": box.label,
        "vp": box.vp if g.turn else 0,
        "torch": box.torch if g.turn else 0,
        "supplies": {side: g.supplies[number] for number, side in enumerate(SIDES)},
        "points": g.points,
        "areas": {
            area.id: {
                "control": _side(g.control[number]),
                "fort": g.terms.forts[number],
                "units": [g.unit_id(u) for side in g.here for u in side[number]],
            }
            for number, area in enumerate(c.areas)
        },
        "units": {
            unit.id: {
                "place": c.place_ids[g.place[number]],
                "full": g.is_full(number),
                "level": LEVELS[g.level[number]],
                "chit": "" if g.chit[number] == NOBODY else g.pack.chits[g.chit[number]].id,
                "attack": attack(g, number),
                "superior": superior(g, number),
                "defence": defence(g, number),
                "move": reach(g, number),
                "moved": has_moved(g, number),
            }
            for number, unit in enumerate(c.units)
            if g.place[number] >= 0
        },
        "box_forces": _boxed(g),
        "cup": list(g.names(in_pile(g, CUP, ALLIED))),
        "destroyed_allied": list(g.names(in_pile(g, DEAD, ALLIED))),
        "pool": list(g.names(in_pile(g, POOL, AXIS))),
        "destroyed_axis": list(g.names(in_pile(g, DEAD, AXIS))),
        "later": list(g.names([u for u, at in enumerate(g.place) if at == LATER])),
        "operations": {"drawn": list(g.drawn), "cup": list(g.ops_cup), "advances": g.advances},
        "upgrades": cup(g),
        "region": "" if g.region == NOBODY else c.regions[g.region].id,
        "regions_done": [c.regions[region].id for region in g.regions_done],
        "battle": None if g.battle is None else _battle(g, g.battle),
    }


def has_moved(g: State, unit: int) -> bool:
    """nbmove.2, orders.2 Whether the Force may not move again in the half or step at hand."""
    counts = AXIS_MOVES if g.c.side_of[unit] == AXIS else ORDERS
    return bool(g.moved[unit]) and g.step in counts


def _side(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


def _boxed(g: State) -> View:
    return {
        g.unit_id(unit): {"full": g.is_full(unit), "level": LEVELS[g.level[unit]]}
        for unit in in_pile(g, BOX, ALLIED)
    }


def _battle(g: State, b: Battle) -> View:
    return {
        "place": g.place_id(b.area),
        "attacker": SIDES[b.attacker],
        "round": b.round,
        "finish": b.finish,
        "points": b.bpp,
        "axis": list(g.names(b.fighters[AXIS])),
        "allied": list(g.names(b.fighters[ALLIED])),
        "plans": {side: list(b.plans[number]) for number, side in enumerate(SIDES)},
        "pair": list(g.names(b.pair)),
        "kills": {side: b.kills[number] for number, side in enumerate(SIDES)},
        "dice": [list(die) for die in b.dice],
    }
