"""Who will win Gazala 1942: goals held and how safely, time left, strength, supply and the road it
comes by, headquarters.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import NamedTuple

from khamsin.games.gazala.model.pieces import AXIS, OFF, SIDES, SUPPLIED
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.combat.combat import attack_strength, defence_strength
from khamsin.games.gazala.rules.supply import statuses
from khamsin.kernel.mind.learned import Counting, Learned

from .watch import STRIKE, Watch

HALF = 8  # hexes from a goal at which a unit counts half for it
IN_SUPPLY = (1.0, 0.5, 0.25)  # what a unit counts: supplied, unsupplied, isolated
FEW = 5.0  # added to strengths, so that few against none is not infinitely better
STANDS = 2.0  # how much more it takes to throw somebody out of a goal than to hold it
LOOSE = 0.5  # of an HQ lost, what one counts that is alone in reach of enemies


class Features(NamedTuple):
    """What speaks for the attacker, who must hold all his goals at the end."""

    goals: float  # all goals held (1) or not (-1), over the days left
    missing: float  # the share of goals that he lacks, by the share of days gone
    hold: float  # the chance of each that it will be his before long, likewise
    strength: float  # the logarithm of the ratio of strengths
    around: float  # the same for what stands around the goals
    supply: float  # the share of his army that has supply now, less that of the other
    road: float  # the coast road is cut: a loss for the Axis, a gain for the Allies
    hqs: float  # headquarters that the other has lost or leaves alone, less his own
    always: float


def features(g: State) -> Features:
    """Look at the table."""
    attacker = g.scenario.victor
    days = len(g.scenario.dates)
    goals = g.scenario.victory_hexes
    missing = sum([g.control[goal] != attacker for goal in goals])
    total, around = _strengths(g)
    supplied = [_supplied(g, side) for side in (0, 1)]
    lost = [_lost_headquarters(g, side) for side in (0, 1)]
    sign = -1.0 if attacker == AXIS else 1.0
    return Features(
        goals=(-1 if missing else 1) / (1 + days - g.turn),
        missing=missing / len(goals) * g.turn / days,
        hold=sum([soon_held(g, goal) for goal in goals]) / len(goals) * g.turn / days,
        strength=log(total[attacker] / total[1 - attacker]),
        around=log(around[attacker] / around[1 - attacker]),
        supply=supplied[attacker] - supplied[1 - attacker],
        road=sign * Watch(g, AXIS).is_cut,
        hqs=lost[1 - attacker] - lost[attacker],
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


def soon_held(g: State, goal: int) -> float:
    """The chance that the attacker has a goal before long: that those who hold it are thrown out,
    or not, by all enemies within reach.
    """
    attacker, holder = g.scenario.victor, g.control[goal]
    row = g.pack.board.distances(goal)
    near = sum(
        [strength for place, strength in _troops(g, 1 - holder).items() if row[place] <= STRIKE]
    )
    lost = near / (near + STANDS * _troops(g, holder).get(goal, 0) + 1)
    return 1 - lost if holder == attacker else lost


def _troops(g: State, side: int) -> dict[int, int]:
    """The strength of every hex where a side has somebody who fights."""
    return Watch(g, 1 - side).enemy_hexes


def _supplied(g: State, side: int) -> float:
    """The share of an army that has supply as it stands."""
    combat, step = g.pack.combat, g.step
    found = statuses(g, side)
    total = sum([combat[unit][step[unit]] for unit in found])
    good = sum([combat[unit][step[unit]] for unit in found if found[unit] == SUPPLIED])
    return good / max(total, 1)


def _lost_headquarters(g: State, side: int) -> float:
    """10.13 Those off the map, and in part those who are alone where enemies can come."""
    pack, lost = g.pack, 0.0
    for name in pack.chits[side]:
        hq = pack.hq_of[name]
        place = g.place[hq]
        if place == OFF:
            lost += 1.0
        elif place >= 0 and all(pack.is_hq[unit] for unit in g.here[side][place]):
            row = pack.board.distances(place)
            enemies = pack.sets.spaces(g.held[1 - side])
            lost += LOOSE * any(row[enemy] <= STRIKE for enemy in enemies)
    return lost


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
