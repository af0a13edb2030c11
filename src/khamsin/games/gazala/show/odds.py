"""Odds: the chances of an attack before it is made, with every shift named.

They hold for the table as it is, with all units that can take part or with those named. An attack
that was declared before this one is fought first and may change it (R61).

A normal attack: `plain` uses no aircraft, `with_air` all there are (10.5). The outcome compares the
hits of both sides after 9.34. `hex_cleared` means that nobody in the hex outlives the steps he must
lose; the others do not say who then retreats or stays.

Armour combat: steps lost to all dice of one side, if hits are given where they cost the most steps.
A side that gives a pair of them to a Matilda may lose fewer (8.4, R32).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import ARMOUR, COMBAT, Reckoning, State
from khamsin.games.gazala.rules.combat.armour import armour_targets, armour_value, firing_units
from khamsin.games.gazala.rules.combat.combat import (
    LOWEST,
    able_attackers,
    air_left,
    combat_targets,
    defenders_of,
    reckon,
)
from khamsin.games.gazala.rules.combat.fight import as_steps
from khamsin.games.gazala.rules.combat.losses import steps_left, steps_of
from khamsin.kernel.show.summaries import Chances, Columns, Fact, Factor, Odds

OUTCOMES = ("attacker_worse", "even", "defender_worse", "hex_cleared")


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The attack named by a hex (and units), or every attack that can be declared now."""
    del prompt
    if SIDES[g.active] != side or g.stage not in (ARMOUR, COMBAT):
        return []
    index = g.pack.board.index
    named = [index[word] for word in words if word in index]
    units = tuple([g.pack.unit_index[word] for word in words if word in g.pack.unit_index])
    if g.stage == ARMOUR:
        return [_volley(g, target, units) for target in named[:1] if target in armour_targets(g)]
    found = [
        _attack(g, target, units) for target in combat_targets(g) if not named or target == named[0]
    ]
    return [one for one in found if one is not None]


def _attack(g: State, target: int, units: tuple[int, ...]) -> Odds | None:
    """9.2 A normal attack with all units that can take part, or with those named."""
    able = able_attackers(g, target)
    attackers = tuple([unit for unit in units if unit in able]) or tuple(able)
    plain = reckon(g, target, attackers)
    air = air_left(g)
    ways = [("plain", plain)]
    if air:
        ways.append(("with_air", reckon(g, target, attackers, air)))
    rows = [
        Chances(Fact(name), _chances(g, target, attackers, way))
        for name, way in ways
        if way.level >= LOWEST  # 9.24.b
    ]
    if not rows:
        return None
    title = Fact(
        "attack",
        {
            "place": g.place_id(target),
            "attackers": tuple(g.unit_id(unit) for unit in attackers),
            "attack": plain.attack,
            "defence": plain.defence,
        },
    )
    first = plain if plain.level >= LOWEST else ways[-1][1]
    return Odds(title, tuple(rows), (), _columns(g, first))


def _columns(g: State, odds: Reckoning) -> Columns:
    crt, table = g.pack.numbers.crt, g.pack.numbers.shifts
    last = len(crt) - 1
    shifts = tuple(
        Factor(
            Fact(name),
            f"{abs(by)}{'R' if by > 0 else 'L'}",
            table[name].rule if name in table else "10.5",
        )
        for name, by in odds.shifts
    )
    start = min(max(odds.base - LOWEST, 0), last)
    end = min(max(odds.level - LOWEST, 0), last)
    return Columns(tuple(column.odds for column in crt), start, end, shifts)


def _chances(
    g: State, target: int, attackers: tuple[int, ...], odds: Reckoning
) -> tuple[tuple[str, float], ...]:
    """9.25 Who is hit harder, and whether the hex is cleared for certain."""
    column = g.pack.numbers.crt[odds.level - LOWEST]
    own = steps_of(g, attackers)
    steps = steps_of(g, defenders_of(g, 1 - g.active, target))
    likely = dict.fromkeys(OUTCOMES, Fraction(0))
    for lost, hit in zip(column.attacker, column.defender, strict=True):
        taken, dealt = (lost, hit) if odds.defence else (0, hit)  # 9.24.c
        if odds.defence and as_steps(hit) > steps:
            taken = max(lost - 1, 0)  # 9.34, R20
        if odds.defence and as_steps(lost) > own:
            dealt = max(hit - 1, 0)
        likely[outcome_of(taken, dealt, steps)] += Fraction(1, len(column.attacker))
    return tuple((name, float(chance)) for name, chance in likely.items())


def outcome_of(lost: int, hit: int, steps: int) -> str:
    """9.25 Who is hit harder, by a defender of so many steps."""
    if as_steps(hit) >= steps:
        return "hex_cleared"
    if hit > lost:
        return "defender_worse"
    return "even" if hit == lost else "attacker_worse"


def _volley(g: State, target: int, named: tuple[int, ...]) -> Odds:
    """8.1 How many dice each side rolls, and how many steps they cost.

    By all units that can fire, or by those named.
    """
    able = firing_units(g, target)
    units = [unit for unit in able if unit in named] or able
    there = g.here[1 - g.active][target]
    title = Fact(
        "volley",
        {
            "place": g.place_id(target),
            "attackers": tuple(g.unit_id(unit) for unit in units),
            "attack": sum([armour_value(g, unit) for unit in units]),
            "defence": sum([armour_value(g, unit) for unit in there]),
        },
    )
    rows = (
        Chances(Fact("their_loss" + _most(g, there)), _losses(g, units, there)),
        # From bad to good: what they hit is our loss.
        Chances(Fact("our_loss" + _most(g, units)), _losses(g, there, units)[::-1]),
    )
    return Odds(title, rows)


def _most(g: State, units: Sequence[int]) -> str:
    """8.4, R32 Where Matildas stand among others, who picks them saves steps."""
    thick = {g.pack.is_matilda[unit] for unit in units if g.pack.is_vehicle[unit]}
    return "_at_most" if len(thick) > 1 else ""


def _losses(g: State, firing: Sequence[int], units: Sequence[int]) -> tuple[tuple[str, float], ...]:
    """8.13.b, 8.2.a, 8.4 The chance that these units lose no step to this fire, one, or more."""
    pack, armour = g.pack, g.pack.numbers.armour
    spread = {(0, 0): Fraction(1)}
    for unit in firing:
        is_flak = pack.is_flak[unit]
        hit = Fraction(7 - armour["flak_hit_from" if is_flak else "hit_from"], 6)
        car = Fraction(0 if is_flak else 1, 6)
        for _ in range(armour_value(g, unit)):
            ahead: dict[tuple[int, int], Fraction] = {}
            for (cars, hits), chance in spread.items():
                for found, by in (((cars, hits + 1), hit), ((cars + 1, hits), car)):
                    ahead[found] = ahead.get(found, Fraction(0)) + chance * by
                ahead[cars, hits] = ahead.get((cars, hits), Fraction(0)) + chance * (1 - hit - car)
            spread = ahead
    likely = [Fraction(0)] * 3
    for (cars, hits), chance in spread.items():
        likely[min(steps_hit(g, units, cars, hits), 2)] += chance
    none, one, more = map(float, likely)
    return (("no_hit", none), ("one_hit", one), ("more_hits", more))


def steps_hit(g: State, units: Sequence[int], cars: int, hits: int) -> int:
    """8.2.a, 8.4, R32 The most steps that so many hits can cost: 5s tell on cars alone."""
    pack = g.pack
    vehicles = [unit for unit in units if pack.is_vehicle[unit]]
    in_cars = sum([steps_left(g, unit) for unit in vehicles if pack.is_car[unit]])
    thick = sum([steps_left(g, unit) for unit in vehicles if pack.is_matilda[unit]])
    others = sum([steps_left(g, unit) for unit in vehicles]) - in_cars - thick
    on_cars = min(cars, in_cars)
    plain = min(hits, in_cars - on_cars + others)
    pairs = (hits - plain) // pack.numbers.armour["matilda_hits"]
    return on_cars + plain + min(pairs, thick)
