"""Who is likely to win Island of Death from here, for the tree search.

The game is won by the surrender roll (20.0), so most of the answer is how the rolls to come would
fall if the modifier stayed as it is. The rest is who is going to change it: who is stronger on the
island, whose headquarters are in danger, who has supply, which ground will fall before long, and
the time there is for it.
"""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

from khamsin.games.malta.model.pieces import (
    ALLIED,
    AXIS,
    COAST_GUN,
    GONE,
    GOOD,
    LEADER,
    SIDES,
    TURNS,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import attack, defence
from khamsin.games.malta.rules.victory import surrender_modifiers
from khamsin.kernel.mind.learned import Counting, Learned

from .appraisal import Ground


class Features(NamedTuple):
    """What speaks for the Axis."""

    always: float
    still: float  # the chance of a surrender if nothing changes
    strength: float  # the logarithm of attack ashore against the garrison's defence
    hq: float  # HQs lost
    risk: float  # Axis HQs, leaders and guns that may be lost next turn, less those of the garrison
    supply: float  # the share of the Axis strength that has supply
    source: float  # how likely one enemy move takes the places it comes from
    ground: float  # cities, airfields and towns that may fall before long, less those lost again
    order: float  # the share of the Axis that is in good order, less that of the garrison
    time: float  # days left


DRIFT = range(-4, 3)
"""What the fighting may do to the modifier."""

FEW = 20.0
"""Added to strengths, so that few against none is not infinitely better."""

PASSING = ("hqs", "beaches", "date")
"""Lines of the modifier that come and go with the days."""


def features(g: State) -> Features:
    """Look at the table."""
    watches = {side: Ground(g, side) for side in (ALLIED, AXIS)}
    lasting = sum(value for name, value in surrender_modifiers(g) if name not in PASSING)
    return Features(
        always=1.0,
        still=sum(if_nothing_changes(g, lasting + change) for change in DRIFT) / len(DRIFT),
        strength=log(strength(g)),
        hq=sum(g.place[hq] == GONE for hq in g.pack.hqs if g.pack.side_of[hq] == AXIS),
        risk=at_risk(watches[AXIS]) - at_risk(watches[ALLIED]),
        supply=supplied(g),
        source=source_in_danger(watches[AXIS]),
        ground=shaken(watches[ALLIED]) - shaken(watches[AXIS]),
        order=in_order(g, AXIS) - in_order(g, ALLIED),
        time=((g.scenario.last_day + 1) * len(TURNS) - g.now) / len(TURNS),
    )


def strength(g: State) -> float:
    """How much stronger the Axis is on the island: attack against defence."""
    kind = g.pack.kind
    strengths = [FEW, FEW]
    for side, worth in ((AXIS, attack), (ALLIED, defence)):
        for units in g.here[side]:
            for unit in units:
                if kind[unit] not in (LEADER, COAST_GUN):
                    strengths[side] += worth(g, unit)
    return strengths[AXIS] / strengths[ALLIED]


def at_risk(watch: Ground) -> float:
    """What of those who need a guard a side may lose next turn, in steps."""
    return sum([worth * watch.risk(h, watch.guards(h)) for h, worth in watch.charges.items()])


def supplied(g: State) -> float:
    """8.1 The share of the Axis attack strength ashore that has supply."""
    total = good = 0
    for here in g.here[AXIS]:
        for unit in here:
            value = attack(g, unit)
            total += value
            good += value * (not g.unsupplied[unit])
    return good / total if total else 1.0


def source_in_danger(watch: Ground) -> float:
    """8.51 Of the places from which Axis supply comes, what may be cut next turn, or is."""
    worth = danger = 0.0
    for h, value in watch.sources.items():
        worth += value
        danger += value * (1.0 if watch.g.control[h] != AXIS else watch.lost_soon(h))
    return danger / worth if worth else 0.0


def shaken(watch: Ground) -> float:
    """20.0 The ground that counts and that a side may lose next turn, by its worth."""
    g = watch.g
    return sum(
        [
            value * watch.lost_soon(h)
            for h, value in watch.worths.items()
            if g.control[h] == watch.side
        ]
    )


def in_order(g: State, side: int) -> float:
    """The share of a side's units on the island that are not disorganised or demoralised."""
    orders = [g.order[unit] for here in g.here[side] for unit in here]
    return sum([order == GOOD for order in orders]) / max(len(orders), 1)


def if_nothing_changes(g: State, lasting: int) -> float:
    """20.0 The chance of a surrender in the turns left; an HQ that is lost comes back (16.82)."""
    pack, each = g.pack, g.pack.tables.numbers.per_hq
    back = [g.due[hq] for hq in pack.hqs if pack.side_of[hq] == AXIS and g.place[hq] == GONE]
    alive, surrendered = 1.0, 0.0
    for turn in range(g.now, (g.scenario.last_day + 1) * len(TURNS)):
        away = sum(due < 0 or due > turn for due in back)
        low, high = _chances(lasting + each * away + pack.tables.dates[turn // len(TURNS)])
        surrendered += alive * low
        alive *= 1 - low - high
    return surrendered


@cache
def _chances(modifier: int) -> tuple[float, float]:
    """20.3 How likely one roll is to end the game for the Axis, and for the Allies."""
    rolls = [one + two + modifier for one in range(1, 7) for two in range(1, 7)]
    return sum(roll <= 0 for roll in rolls) / 36, sum(roll >= 14 for roll in rolls) / 36


evaluate = Learned.read(
    Counting(
        sides=SIDES,
        features=Features._fields,
        count=features,
        favoured=lambda _: SIDES[AXIS],
    ),
    Path(__file__).parent,
)
"""How likely each side is to win from a state."""
