"""Who will win Gazala 1942: goals held, time left, strength in supply, who is near the goals."""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import NamedTuple

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.combat.combat import attack_strength, defence_strength
from khamsin.kernel.mind.learned import Counting, Learned

HALF = 8  # hexes from a goal at which a unit counts half for it
IN_SUPPLY = (1.0, 0.5, 0.25)  # what a unit counts: supplied, unsupplied, isolated
FEW = 5.0  # added to strengths, so that few against none is not infinitely better


class Features(NamedTuple):
    """What speaks for the attacker, who must hold all his goals at the end."""

    goals: float  # all goals held (1) or not (-1), over the days left
    missing: float  # the share of goals that he lacks, by the share of days gone
    strength: float  # the logarithm of the ratio of strengths
    around: float  # the same for what stands around the goals
    always: float


def features(g: State) -> Features:
    """Look at the table."""
    attacker = g.scenario.victor
    days = len(g.scenario.dates)
    goals = g.scenario.victory_hexes
    missing = sum([g.control[goal] != attacker for goal in goals])
    total, around = _strengths(g)
    return Features(
        goals=(-1 if missing else 1) / (1 + days - g.turn),
        missing=missing / len(goals) * g.turn / days,
        strength=log(total[attacker] / total[1 - attacker]),
        around=log(around[attacker] / around[1 - attacker]),
        always=1.0,
    )


def _strengths(g: State) -> tuple[list[float], list[float]]:
    """What each side has, by its supply; and what it has around the goals."""
    pack = g.pack
    total, around = [FEW, FEW], [FEW, FEW]
    rows = [pack.board.distances(goal) for goal in g.scenario.victory_hexes]
    for side in (0, 1):
        for unit in pack.units_of[side]:
            place = g.place[unit]
            if place < 0 or pack.is_hq[unit]:
                continue
            step = g.step[unit]
            worth = pack.combat[unit][step] + pack.armour[unit][step] / 2
            total[side] += worth * IN_SUPPLY[g.supply[unit]]
            felt = sum([FELT[row[place]] for row in rows])
            around[side] += felt * (defence_strength(g, unit) + attack_strength(g, unit))
    return total, around


FELT = tuple([0.5 ** (steps / HALF) for steps in range(200)])
"""What a unit so many hexes away counts; the map is smaller than that."""


evaluate = Learned.read(
    Counting(
        sides=SIDES,
        features=Features._fields,
        count=features,
        favoured=lambda g: SIDES[g.scenario.victor],
        stage=lambda g: g.scenario.id,
    ),
    Path(__file__).parent,
)
"""How likely each side is to win from a state."""
