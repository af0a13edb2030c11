"""What a side may see, and what it may imagine of the rest.

Hidden are the chits in the cup and those chosen by the other side, the British chit that was
dropped, which nobody knows (7.4), and the note about the Heckler group (10.4).
"""

from __future__ import annotations

from itertools import compress
from typing import Any

from khamsin.kernel.game import Rng

from .impulses import chits_left, wanted_chits
from .movement import why_not_move
from .pieces import ALLIED, AXIS, NOBODY, OFF, POOLS, SIDES, STATUSES, UNUSED
from .state import CHITS, COMBAT, COMBAT_FIGHT, HECKLER, MOVEMENT, State


def view(g: State, side: str | None) -> dict[str, Any]:
    """The table as plain data, by the names printed on it."""
    pack = g.pack
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
            unit.id: _unit(g, number)
            for number, unit in enumerate(pack.units)
            if g.place[number] not in (UNUSED, OFF)
        },
        "eliminated": [u for n, u in enumerate(pack.unit_ids) if g.place[n] == OFF],
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


def _unit(g: State, unit: int) -> dict[str, Any]:
    place = g.place[unit]
    return {
        "place": g.hex_id(place) if place >= 0 else None,
        "step": g.step[unit],
        "formation": g.formation[unit],
        "supply": STATUSES[g.supply[unit]],
        "acted": g.acted[unit],
        "may_act": _may_act(g, unit),
        "spent": g.spent[unit],
        "locked": bool(g.locked[unit]),
    }


def _may_act(g: State, unit: int) -> bool:
    """Whether there is something left to do in this phase for a unit that is activated."""
    if g.due[unit] < 0:
        return False
    if g.stage == MOVEMENT:
        return why_not_move(g, unit) is None
    if g.stage in (COMBAT, COMBAT_FIGHT):
        return unit not in g.fought and not g.pack.is_hq[unit]
    return unit not in g.fired and not g.pack.is_hq[unit]


def _secret(g: State, side: str | None) -> dict[str, Any]:
    """7.1, 10.4 Only what the side has chosen and written itself."""
    if side not in SIDES:
        return {}
    own: dict[str, Any] = {"chosen": list(g.chosen[SIDES.index(side)])}
    if side == SIDES[AXIS] and g.heckler_due:
        own["landing"] = [g.scenario.dates[g.heckler_due - 1], g.hex_id(g.heckler_hex)]
    return own


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
