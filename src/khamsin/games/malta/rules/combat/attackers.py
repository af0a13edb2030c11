"""9.0-9.16, 9.3.a Who can attack which hex, and naming those who do."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    COAST_GUN,
    DEMORALISED,
    LEADER,
    MILITIA,
    SIDES,
)
from khamsin.games.malta.model.state import ARRIVED, ATTACKED, State
from khamsin.games.malta.rules.control import is_blocked
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import choose_some

from .strength import attack

NO_ATTACK = Refused("9.11", "no_attack_strength")
HAS_ATTACKED = Refused("9.13", "has_attacked")
JUST_ARRIVED = Refused("9.16", "arrived_no_attack")
DEMORALISED_AT_NIGHT = Refused("10.21", "no_night_attack")


def why_not_attack(g: State, unit: int) -> Refused | None:
    """9.13, 9.16, 10.21, R24 Why a unit cannot attack in this phase at all."""
    if g.pack.kind[unit] in (LEADER, COAST_GUN, ARTILLERY) or attack(g, unit) == 0:
        return NO_ATTACK
    if g.did[unit] & ATTACKED:
        return HAS_ATTACKED
    if g.did[unit] & ARRIVED:
        return JUST_ARRIVED
    if g.is_night and g.order[unit] == DEMORALISED:
        return DEMORALISED_AT_NIGHT
    return None


def attackable(g: State, side: int, *, seeming: bool = False) -> list[int]:
    """9.11, 9.15 The hexes that units of this side could attack now.

    `seeming` is how it looks to the enemy: militia that lies face down may be able to attack.
    """
    pack = g.pack
    found: set[int] = set()
    for h, units in enumerate(g.here[side]):
        for unit in units:
            if why_not_attack(g, unit) is not None and not (
                seeming and pack.kind[unit] == MILITIA and not g.seen[unit]
            ):
                continue
            for n, _, _ in pack.steps[pack.move_class[unit]][0][h]:
                if g.here[1 - side][n] and n not in found and is_blocked(g, side, n):
                    found.add(n)
    return sorted(found)


Ready = Callable[[tuple[int, ...]], bool]
"""Whether the units named so far can make the attack."""


def able(g: State, side: int, h: int) -> list[int]:
    """9.11, 9.13, R23 The units that can attack a hex: next to it, and able to go there."""
    steps, move_class = g.pack.steps, g.pack.move_class
    return [
        unit
        for n in g.pack.near[h]
        for unit in g.here[side][n]
        if why_not_attack(g, unit) is None
        and any(step[0] == h for step in steps[move_class[unit]][0][n])
    ]


async def name_attackers(
    g: State, side: int, units: list[int], place: int, ready: Ready = bool
) -> tuple[int, ...]:
    """9.3.a The active player names the units that attack; enough when they are `ready`."""
    # Militia that lies face down may be unable to attack; the enemy must not see it by the asking.
    veiled = [
        unit
        for n in g.pack.near[place]
        for unit in g.here[side][n]
        if not g.seen[unit] and g.pack.kind[unit] == MILITIA
    ]
    named = await choose_some(
        SIDES[side], "attackers", "with", units, g.unit_id, "9.3.a",
        is_enough=ready, veiled=veiled, place=g.place_id(place),
    )  # fmt: skip
    return tuple(sorted(named))
