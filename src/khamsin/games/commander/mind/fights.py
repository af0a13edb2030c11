"""What a set of Battle Plans makes of a battle in Field Commander: exact hits, and what follows.

A battle at hand is reduced to numbers (`Fight`), so that the same fight is reckoned only once
however often it is met.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from khamsin.games.commander.model.pack import Pack
from khamsin.games.commander.model.pieces import ALLIED, ARMOUR, AXIS, INFANTRY
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.forces import superior
from khamsin.games.commander.rules.rounds import plain_value

Dice = tuple[tuple[int, int], ...]
"""What each die hits on, and on what it hits twice."""

Chances = tuple[float, ...]
"""Of no hit, of one, of two, and so on."""

_AGAIN = 0.6  # what is left of a second round: those who have been hit hit less


@lru_cache(maxsize=8)
def fires(pack: Pack) -> tuple[tuple[str, int, int], ...]:
    """The plans that are dice: what each hits on, and on what it hits twice."""
    return tuple(
        [
            (plan, len(values), sum([each > 1 for each in values]))
            for plan, values in pack.plans.hits_on.items()
            if values
        ]
    )


class Fight(NamedTuple):
    """A battle before its first round, as far as it decides who wins."""

    axis: Dice
    """Of each Axis Force."""
    can_assault: tuple[bool, ...]
    """Which of them may press an Assault."""
    can_pair: tuple[bool, ...]
    """Which of them may fight as one."""
    allied: Dice
    axis_steps: int
    allied_steps: int
    plans: tuple[str, ...]
    """Of the Allies."""
    attacks: bool
    """Whether the Axis attacks."""
    finish: bool
    """Whether it goes on until one side is gone."""


class Odds(NamedTuple):
    """What may come of it."""

    clear: float
    """The chance that no Allied Force is left, and one of ours is."""
    lost: float
    """The chance that none of ours is left, and one of theirs is."""
    hit: float
    """Steps that the Allies lose, on average."""
    hurt: float
    """Steps that we lose."""


def fight_of(g: State, b: Battle) -> Fight:
    """The battle at hand; the plans of the Axis are left out."""
    axis, allied = b.fighters
    types = g.c.unit_type
    fort = 1 if g.terms.forts[b.area] else 0
    attacks = b.attacker == AXIS
    dice = [
        tuple(
            [
                (
                    plain_value(g, b, unit) + (fort if side != b.attacker else 0),
                    superior(g, unit) if side == b.attacker else 0,
                )
                for unit in b.fighters[side]
            ]
        )
        for side in (AXIS, ALLIED)
    ]
    return Fight(
        dice[0],
        tuple([types[unit] != INFANTRY for unit in axis]),
        tuple([types[unit] != ARMOUR for unit in axis]),
        dice[1],
        sum([g.steps[unit] for unit in axis]),
        sum([g.steps[unit] for unit in allied]),
        tuple(sorted(b.plans[ALLIED])),
        attacks,
        b.finish,
    )


@lru_cache(maxsize=20_000)
def odds(fight: Fight, plans: frozenset[str], fires: tuple[tuple[str, int, int], ...]) -> Odds:
    """What comes of a fight with these Axis plans; `fires` tells what dice plans bring."""
    if "intel" in plans and fight.plans:
        left = plans - {"intel"}
        each = [
            odds(fight._replace(plans=fight.plans[:at] + fight.plans[at + 1 :]), left, fires)
            for at in range(len(fight.plans))
        ]
        return Odds(*[sum(part) / len(each) for part in zip(*each, strict=True)])
    guns = {plan: (needed, double) for plan, needed, double in fires}
    ours = _ours(fight, plans)
    ours += tuple([guns[plan] for plan in plans if plan in guns])
    theirs = tuple([guns[plan] for plan in fight.plans if plan in guns])
    more = fight.plans.count("overrun")
    theirs += tuple([(needed + more, double) for needed, double in fight.allied])
    dug = fight.plans.count("dig_in")
    need, stand = fight.allied_steps + dug, fight.axis_steps + ("dig_in" in plans)
    strikes, blows = hits(ours, need), hits(theirs, stand)
    if "tactics" in plans:
        strikes = _with_tactics(strikes, ours, need)
    if "assault" in plans and need > 1 and any(fight.can_assault):
        strikes = (strikes[0], 0.0, *strikes[1:-2], sum(strikes[-2:]))[: need + 1]
    rounds = 1 + ("press" in plans) + (2 if fight.finish else 0)
    for _ in range(rounds - 1):
        strikes = _both(strikes, _weakened(hits(ours, need)), need)
        blows = _both(blows, _weakened(hits(theirs, stand)), stand)
    clear, fall = strikes[need], blows[stand]
    hit = _mean(strikes, dug)
    hurt = _mean(blows, int("dig_in" in plans))
    return Odds(clear * (1 - fall), fall * (1 - clear), hit, hurt)


def _ours(fight: Fight, plans: frozenset[str]) -> Dice:
    """The dice of the Axis Forces, with Overrun and with the best pair of Cohesion."""
    more = "overrun" in plans
    dice = tuple([(needed + more, double) for needed, double in fight.axis])
    if "cohesion" not in plans:
        return dice
    able = [at for at, may in enumerate(fight.can_pair) if may]
    pairs = [(one, other) for one in able for other in able if one < other]
    if not pairs:
        return dice
    best = max(pairs, key=lambda pair: joined(dice, pair)[1])
    return joined(dice, best)[0]


def joined(dice: Dice, pair: tuple[int, int]) -> tuple[Dice, float]:
    """The dice if two fight as one, and the chance that at least one of all of them hits."""
    one, other = dice[pair[0]], dice[pair[1]]
    both = one[0] + other[0], max(one[1], other[1])
    left = (both, *[die for at, die in enumerate(dice) if at not in pair])
    return left, 1 - hits(left, 1)[0]


@lru_cache(maxsize=20_000)
def hits(dice: Dice, most: int) -> Chances:
    """The chance of each number of hits; as many as matter, or more, are the last."""
    chances = [1.0] + [0.0] * most
    for needed, double in dice:
        two = min(max(double, 0), 6) / 6
        one = max(min(needed, 6) / 6 - two, 0.0)
        none = 1 - one - two
        for count in range(most, 0, -1):
            chance = chances[count]
            chances[count] = (chance if count == most else chance * none) + chances[count - 1] * (
                one if count < most else one + two
            )
            if count > 1:
                chances[count] += chances[count - 2] * two
        chances[0] *= none
    return tuple(chances)


def _with_tactics(chances: Chances, dice: Dice, most: int) -> Chances:
    """One die that has missed is rolled again: the best, as a rule."""
    if not dice:
        return chances
    miss = 1.0
    for each, _ in dice:
        miss *= min(each, 6) / 6
    again = hits((max(dice),), 2)
    extra = (miss + (1 - miss) * again[0], *[(1 - miss) * chance for chance in again[1:]])
    return _both(chances, extra, most)


def _weakened(chances: Chances) -> Chances:
    return (1 - _AGAIN + _AGAIN * chances[0], *[_AGAIN * chance for chance in chances[1:]])


def _both(one: Chances, other: Chances, most: int) -> Chances:
    """The sums of two."""
    found = [0.0] * (most + 1)
    for first, chance in enumerate(one):
        if chance:
            for second, other_chance in enumerate(other):
                total = first + second
                found[min(total, most)] += chance * other_chance
    return tuple(found)


def _mean(chances: Chances, stopped: int) -> float:
    """The mean of those that are not stopped."""
    return sum([max(count - stopped, 0) * chance for count, chance in enumerate(chances)])
