"""What a side may see, and what it may imagine of the rest.

Hidden are the chits in the cup and those chosen by the other side, the British chit that was
dropped, which nobody knows (7.4), and the note about the Heckler group (10.4).
"""

from __future__ import annotations

from itertools import compress
from typing import Any

from khamsin.games.gazala.model.pieces import (
    ALLIED,
    AXIS,
    LEFT,
    NOBODY,
    OFF,
    POOLS,
    SIDES,
    STATUSES,
    UNPLACED,
    UNUSED,
    WAITING,
)
from khamsin.games.gazala.model.state import ARMOUR, CHITS, COMBAT, HECKLER, MOVEMENT, State
from khamsin.games.gazala.rules.brigades import why_not_split
from khamsin.games.gazala.rules.combat.armour import armour_targets, firing_units
from khamsin.games.gazala.rules.combat.combat import able_attackers, combat_targets
from khamsin.games.gazala.rules.impulses import chits_left, wanted_chits
from khamsin.games.gazala.rules.movement.phase import movable, move_options
from khamsin.kernel.game import Rng

IN_HAND = ("to", "leave", "breach", "assisted")
"""What a unit that is in hand can do."""


def view(g: State, side: str | None) -> dict[str, Any]:
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
            unit.id: _unit(g, number, number in ready)
            for number, unit in enumerate(pack.units)
            if g.place[number] not in (UNUSED, OFF)
        },
        "waiting": _units_at(g, (WAITING, UNPLACED)),
        "left": _units_at(g, (LEFT,)),
        "eliminated": _units_at(g, (OFF,)),
        "allied_hexes": list(compress(pack.hex_ids, g.control)),
        "breached": [_sides(g, edge) for edge in pack.mined_sides if not g.mines[edge]],
        "forts_lost": [_sides(g, edge) for edge in pack.fort_sides if not g.forts[edge]],
        "moving": [g.unit_id(unit) for unit in g.moving],
        "declared": [
            [g.hex_id(target), [g.unit_id(unit) for unit in units], air]
            for target, units, air in g.declared
        ],
        "attacks": g.attacks,
        "heckler_over": g.heckler_over,
        "secret": _secret(g, side),
    }


def _sides(g: State, edge: int) -> list[str]:
    return [g.hex_id(end) for end in g.pack.board.ends[edge]]


def _units_at(g: State, places: tuple[int, ...]) -> list[str]:
    """Units that are not on the map; counters for battalions that nobody uses are no units."""
    return [u.id for n, u in enumerate(g.pack.units) if g.place[n] in places and not u.family]


def _unit(g: State, unit: int, may_act: bool) -> dict[str, Any]:
    place = g.place[unit]
    return {
        "place": g.hex_id(place) if place >= 0 else None,
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
    if g.active == ALLIED:
        ready.update([u for u in g.pack.units_of[ALLIED] if why_not_split(g, u) is None])
    return ready


def _secret(g: State, side: str | None) -> dict[str, Any]:
    """7.1, 10.4 Only what the side has chosen and written itself."""
    if side not in SIDES:
        return {}
    own: dict[str, Any] = {"chosen": list(g.chosen[SIDES.index(side)])}
    if side == SIDES[AXIS] and is_landing_due(g):
        own["landing"] = [g.scenario.dates[g.heckler_due - 1], g.hex_id(g.heckler_hex)]
    return own


def is_landing_due(g: State) -> bool:
    """10.4, R36 Whether a landing is noted and can still be tried."""
    return not g.heckler_over and g.heckler_due >= g.turn


# -- what might be ---------------------------------------------------------------------------


def imagine(g: State, side: str, rng: Rng) -> State:
    """A state that the side cannot tell from the true one: hidden things are sampled.

    Of what is hidden only numbers are used that everybody can count: answers given, chits left.
    """
    new = g.copy()
    viewer = SIDES.index(side)
    if viewer == ALLIED:
        _imagine_landing(new, rng)
    if g.stage == CHITS:
        _imagine_choice(new, 1 - viewer, rng)
    elif g.turn > 1 or g.scenario.first_choice:
        _imagine_cup(new, 1 - viewer, rng)
    if viewer == ALLIED and g.dropped:
        _imagine_dropped(new, rng)
    return new


def _imagine_choice(g: State, side: int, rng: Rng) -> None:
    """7.1 What the other side may have chosen so far.

    Each chit is an answer, and so is *done*, which is not asked after the last chit: if a side has
    given all its answers, the last one may have been either.
    """
    fewest, most = wanted_chits(g, side)
    answers = len(g.chosen[side]) + g.ready[side]
    goes_on = not g.ready[side] and len(g.chosen[side]) < most
    if not goes_on and fewest < most:
        g.ready[side] = answers < most or bool(rng.randrange(2))
    g.chosen[side] = tuple(_some(g.eligible[side], answers - g.ready[side], rng))


def _imagine_cup(g: State, enemy: int, rng: Rng) -> None:
    """7.1, 7.4 Which of the enemy's unseen chits are in the cup, and which was dropped."""
    able = g.eligible[enemy]
    drawn = [chit for chit in (*g.track[enemy], *g.discarded) if chit in able]
    unseen = [chit for chit in able if chit not in drawn]
    inside = _some(_on_map(g, unseen), sum([chit in able for chit in g.cup]), rng)
    rest = len(g.chosen[enemy]) - len(drawn) - len(inside)
    outside = _some(tuple([chit for chit in unseen if chit not in inside]), rest, rng)
    g.chosen[enemy] = (*drawn, *inside, *outside)
    g.cup = tuple(sorted([*[chit for chit in g.cup if chit not in able], *inside]))
    if enemy == ALLIED:
        g.dropped = outside[0] if outside else ""


def _imagine_dropped(g: State, rng: Rng) -> None:
    """7.4 The Allies themselves do not know which of their chits was dropped."""
    seen = (*g.track[ALLIED], *g.discarded)
    own = [chit for chit in g.chosen[ALLIED] if chit not in seen]
    inside = _some(_on_map(g, own), sum([chit in own for chit in g.cup]), rng)
    g.cup = tuple(sorted([*[chit for chit in g.cup if chit not in own], *inside]))
    g.dropped = next(chit for chit in own if chit not in inside)


def _on_map(g: State, chits: list[str]) -> tuple[str, ...]:
    """10.13, R34 The chit of an HQ that was lost is not in the cup any more."""
    return tuple([chit for chit in chits if g.place[g.pack.hq_of[chit]] >= 0])


def _some(items: tuple[str, ...], count: int, rng: Rng) -> list[str]:
    shuffled = list(items)
    rng.shuffle(shuffled)
    return shuffled[:count]


def _imagine_landing(g: State, rng: Rng) -> None:
    """10.4 Perhaps a landing was noted on one of the days so far, for any of the shore hexes."""
    if g.heckler_over:
        return
    notice = g.pack.numbers.dice["heckler_notice"]
    asked = g.turn - 1 if _is_before_note(g) else g.turn
    days = [0, *[day + notice for day in range(1, asked + 1) if day + notice <= _last(g)]]
    g.heckler_due = days[rng.randrange(len(days))]
    shore = g.pack.shore
    g.heckler_hex = shore[rng.randrange(len(shore))] if g.heckler_due else NOBODY


def _is_before_note(g: State) -> bool:
    """Whether the question of this turn has not been answered yet."""
    return g.stage in BEFORE_NOTE


BEFORE_NOTE = (
    "setup", "returns", "air", "withdrawal", "command", "replacements", "reassignment", "supply",
    HECKLER,
)  # fmt: skip


def _last(g: State) -> int:
    return len(g.scenario.dates)
