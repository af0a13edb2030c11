"""Who is likely to win Island of Death from here, for the tree search.

The game is won by the surrender roll (20.0), so most of the answer is how the rolls to come would
fall if the modifier stayed as it is. The rest is who is going to change it: who is stronger on the
island, whose headquarters are there to lead, and the time there is for it.
"""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

from khamsin.games.malta.model.pieces import ALLIED, AXIS, COAST_GUN, GONE, LEADER, SIDES, TURNS
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import attack, defence
from khamsin.games.malta.rules.victory import surrender_modifiers
from khamsin.kernel.mind.learned import Counting, Learned


class Features(NamedTuple):
    """What speaks for the Axis."""

    always: float
    still: float  # the chance of a surrender if nothing changes
    strength: float  # the logarithm of attack ashore against the garrison's defence
    hq: float  # HQs lost
    time: float  # days left


DRIFT = range(-4, 3)
"""What the fighting may do to the modifier."""

FEW = 20.0
"""Added to strengths, so that few against none is not infinitely better."""

PASSING = ("hqs", "beaches", "date")
"""Lines of the modifier that come and go with the days."""


def features(g: State) -> Features:
    """Look at the table."""
    lasting = sum(value for name, value in surrender_modifiers(g) if name not in PASSING)
    return Features(
        always=1.0,
        still=sum(if_nothing_changes(g, lasting + change) for change in DRIFT) / len(DRIFT),
        strength=log(strength(g)),
        hq=sum(g.place[hq] == GONE for hq in g.pack.hqs if g.pack.side_of[hq] == AXIS),
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
