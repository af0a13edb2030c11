"""What a side may see.

Hidden are the chits in the cup and those chosen by the other side, the British chit that was
dropped, which nobody knows (7.4), and the note about the Heckler group (10.4).
"""

from __future__ import annotations

from itertools import compress

from khamsin.games.gazala.model.pieces import (
    AXIS,
    LEFT,
    OFF,
    POOLS,
    SIDES,
    STATUSES,
    UNPLACED,
    UNUSED,
    WAITING,
)
from khamsin.games.gazala.model.state import ARMOUR, COMBAT, MOVEMENT, State
from khamsin.games.gazala.rules.brigades import splits
from khamsin.games.gazala.rules.combat.armour import armour_targets, firing_units
from khamsin.games.gazala.rules.combat.combat import able_attackers, combat_targets
from khamsin.games.gazala.rules.heckler import is_landing_due
from khamsin.games.gazala.rules.impulses import chits_left
from khamsin.games.gazala.rules.movement.phase import movable, move_options
from khamsin.kernel.game import View

IN_HAND = ("to", "leave", "breach", "assisted")
"""What a unit that is in hand can do."""


def view(g: State, side: str | None) -> View:
    """The table as plain data, by the names printed on it."""
    pack = g.pack
    ready = ready_units(g)
    return {
        "scenario": g.scenario.id,
        "stage": g.stage,
        "turn": g.turn,
        "date": g.date,
        "active": SIDES[g.active],
        "chit": g.chit,
        "impulse": g.impulse,
        "track": {name: list(g.track[number]) for number, name in enumerate(SIDES)},
        "discarded": list(g.discarded),
        "halted": {name: g.halted[number] for number, name in enumerate(SIDES)},
        "cup": {name: chits_left(g, number) for number, name in enumerate(SIDES)},
        "limits": {name: g.limits[number] for number, name in enumerate(SIDES)},
        "air": g.air,
        "withdrawing": g.withdrawing,
        "withdrawals": g.withdrawals,
        "points": {pool: g.points[number] for number, pool in enumerate(POOLS)},
        "units": {
            unit.id: _unit(g, number, may_act=number in ready)
            for number, unit in enumerate(pack.units)
            if g.place[number] not in (UNUSED, OFF)
        },
        "waiting": _units_at(g, (WAITING, UNPLACED)),
        "left": _units_at(g, (LEFT,)),
        "eliminated": _units_at(g, (OFF,)),
        "allied_hexes": list(compress(pack.place_ids, g.control)),
        "breached": [_sides(g, edge) for edge in pack.mined_sides if not g.mines[edge]],
        "forts_lost": [_sides(g, edge) for edge in pack.fort_sides if not g.forts[edge]],
        "moving": [g.unit_id(unit) for unit in g.moving],
        "declared": [
            [g.place_id(target), [g.unit_id(unit) for unit in units], air]
            for target, units, air in g.declared
        ],
        "attacks": g.attacks,
        "heckler_over": g.heckler_over,
        "secret": _secret(g, side),
    }


def _sides(g: State, edge: int) -> list[str]:
    return [g.place_id(end) for end in g.pack.board.ends[edge]]


def _units_at(g: State, places: tuple[int, ...]) -> list[str]:
    """Units that are not on the map; counters for battalions that nobody uses are no units."""
    return [u.id for n, u in enumerate(g.pack.units) if g.place[n] in places and not u.family]


def _unit(g: State, unit: int, *, may_act: bool) -> View:
    place = g.place[unit]
    return {
        "place": g.place_id(place) if place >= 0 else None,
        "step": g.step[unit],
        "formation": g.formation[unit],
        "supply": STATUSES[g.status(unit)],
        "acted": g.acted[unit],
        "may_act": may_act,
        "spent": g.spent[unit],
        "locked": bool(g.locked[unit]),
    }


def ready_units(g: State) -> set[int]:
    """The units that can be named now for a move, a breach, a split or an attack."""
    if g.stage == ARMOUR:
        return {unit for target in armour_targets(g) for unit in firing_units(g, target)}
    if g.stage == COMBAT:
        return {unit for target in combat_targets(g) for unit in able_attackers(g, target)}
    if g.stage != MOVEMENT:
        return set()
    ready = set(movable(g))
    if len(g.moving) == 1 and not any(each[0] in IN_HAND for each in move_options(g)):
        ready.discard(g.moving[0])
    ready.update(splits(g))
    return ready


def _secret(g: State, side: str | None) -> View:
    """7.1, 10.4 Only what the side has chosen and written itself."""
    if side not in SIDES:
        return {}
    own: View = {"chosen": list(g.chosen[SIDES.index(side)])}
    if side == SIDES[AXIS] and is_landing_due(g):
        own["landing"] = [g.scenario.dates[g.heckler_due - 1], g.place_id(g.heckler_hex)]
    return own
