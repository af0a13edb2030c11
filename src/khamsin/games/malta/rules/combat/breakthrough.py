"""10.3 Breakthrough combat."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import AXIS, DEMORALISED, NOBODY, SIDES
from khamsin.games.malta.model.state import ADVANCED, ARRIVED, TRIED, State
from khamsin.games.malta.rules.control import is_blocked, land_units
from khamsin.games.malta.rules.movement.leaders import beside
from khamsin.games.malta.rules.movement.regroup import stacking
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one, listed

from .attackers import DEMORALISED_AT_NIGHT, JUST_ARRIVED, NO_ATTACK, able, name_attackers
from .combat import resolve
from .losses import reveal
from .pledges import attack_on
from .strength import attack, commander, led_in

NOT_ADVANCED = Refused("10.3", "not_advanced")
HAS_TRIED = Refused("10.31", "has_tried")


def why_not_break_through(g: State, unit: int) -> Refused | None:
    """9.16, 10.21, 10.3, 10.31 Why a unit cannot try a breakthrough."""
    did = g.did[unit]
    if not attack(g, unit):
        return NO_ATTACK
    if did & ARRIVED:
        return JUST_ARRIVED
    if not did & ADVANCED:
        return NOT_ADVANCED
    if did & TRIED:
        return HAS_TRIED
    if g.is_night and g.order[unit] == DEMORALISED:
        return DEMORALISED_AT_NIGHT
    return None


def breakers(g: State) -> list[int]:
    """10.3 Units that advanced after combat and have not tried yet."""
    return [u for u in land_units(g, g.active) if why_not_break_through(g, u) is None]


def break_targets(g: State) -> dict[int, list[int]]:
    """10.3, 10.31 The hexes that may be tried, and the units that could."""
    pack = g.pack
    found: dict[int, list[int]] = {}
    units = breakers(g)
    for unit in units:
        for n, _, _ in pack.steps[pack.move_class[unit]][0][g.place[unit]]:
            if g.here[1 - g.active][n] and is_blocked(g, g.active, n):
                found.setdefault(n, []).append(unit)
    return {h: found[h] for h in sorted(found) if leaders_for(g, found[h])}


def leaders_for(g: State, units: list[int] | tuple[int, ...]) -> list[int]:
    """10.3, 14.22, R29 Leaders with one of these units of theirs in their hex or next to it."""
    return [
        leader
        for number, leader in enumerate(g.pack.leaders)
        if leader != NOBODY
        and g.pack.side_of[leader] == g.active
        and any(led_in(g, u) == number and beside(g, leader, g.place[u]) for u in units)
    ]


def attackers_on(g: State, h: int) -> list[int]:
    """9.13, 10.3 The units that could attack a hex in the combat or breakthrough phase."""
    if g.phase == "breakthrough":
        return break_targets(g).get(h, [])
    return able(g, g.active, h)


async def breakthrough_phase(g: State) -> None:
    """10.3 Attempts one by one, in any order."""
    while True:
        targets = break_targets(g)
        if not targets:
            break
        options: list[Option] = [("attack", g.place_id(h)) for h in targets]
        answer = await Choose(SIDES[g.active], "breakthrough", listed([*options, DONE]), "10.3")
        if answer == DONE:
            break
        h = g.pack.board.at(answer[1])
        await attempt(g, h, targets[h])
        await MARK
    g.air_on = ()
    await stacking(g)


async def attempt(g: State, h: int, units: list[int]) -> None:
    """10.31, 10.32 A die against the leader's tactical value, then a combat without guns."""
    side = SIDES[g.active]
    named = await name_attackers(g, g.active, units, h, lambda some: bool(leaders_for(g, some)))
    found = leaders_for(g, named)
    for unit in named:
        g.did[unit] |= TRIED
    options: list[Option] = [("lead", g.unit_id(leader)) for leader in found]
    (_, name) = await choose_one(side, "breakthrough_leader", options, "10.31")
    leader = g.pack.unit_index[name]
    (die,) = await Roll(1, "breakthrough", "10.31", side)
    is_through = die <= commander(g, leader).tactical
    g.tell(
        "breakthrough", "10.31", unit=name, die=die, place=g.place_id(h), through=int(is_through)
    )
    if not is_through:
        return
    b = attack_on(g, h, named)
    b.is_breakthrough = True
    g.battle = b
    while g.active == AXIS and g.air and not g.is_night:
        choice = await Choose(
            side, "add_air", listed([("air",), DONE]), "10.32", place=g.place_id(h), air=g.air
        )
        if choice == DONE:
            break
        g.air -= 1
        g.air_on = (*g.air_on, h)
        g.tell("air_placed", "16.42", place=g.place_id(h))
    for unit in (*named, *b.defenders):
        reveal(g, unit, "16.35")
    await resolve(g, b)
    g.battle = None
