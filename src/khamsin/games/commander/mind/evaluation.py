"""How well a campaign of Field Commander will be scored: goals, the way, strength, the clock."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from khamsin.games.commander.model.pieces import ALLIED, AXIS
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import attack, defence

VERY_GOOD = 40
"""link.4 The score above which the linking table knows nothing better."""
_PLENTY = 12  # more Supplies than that help little
_LEADERS = 3  # so many Forces make a spearhead
_NOBODY_NEAR = 9.0


class Weights(NamedTuple):
    """What each thing adds to the log odds of the share that may be expected."""

    held: float  # each goal in our hands
    way: float  # each area between an open goal and our three nearest Forces, on average
    axis: float  # a point of Attack or Defence on the map
    allied: float
    siege: float  # a point of theirs in a goal or next to it
    axis_supplies: float
    allied_supplies: float
    turn: float  # each turn that has gone by
    always: float


WEIGHTS = {
    "gd": Weights(0.0, -0.148, 0.012, -0.011, -0.010, 0.072, -0.048, -0.672, 3.734),
    "na": Weights(0.0, -0.278, 0.038, -0.029, -0.029, 0.135, -0.042, -0.581, 1.453),
    "dd": Weights(0.275, 0.0, 0.014, -0.009, 0.0, 0.052, 0.0, 0.250, -1.544),
}
"""By the campaign; fitted to two positions a turn of games of the greedy bot with up to a quarter
of random answers: 117 games of Ghost Division, 175 of North Africa, 88 of D-Day. Of two positions
of the same turn from different games held back (every fourth) it liked the one that scored more in
68, 71 and 64 % of all pairs; the score was missed by 6.0, 6.5 and 6.5 VP on average."""


def evaluate(g: State) -> dict[str, float]:
    """The share of a very good score that the player may expect."""
    if g.result is not None:
        return {"axis": min(max(g.result.scores["vp"], 0), VERY_GOOD) / VERY_GOOD}
    odds = sum(weight * value for weight, value in zip(WEIGHTS[g.c.id], counted(g), strict=True))
    return {"axis": 1 / (1 + exp(-odds))}


def counted(g: State) -> list[float]:
    """What a player would count, in the order of the weights."""
    goals = g.c.victory
    before = {area for goal in goals for area in (goal, *g.c.neighbours[goal])}
    strength = [0, 0]
    siege = 0
    forces: list[int] = []
    for side in (AXIS, ALLIED):
        for area, units in enumerate(g.here[side]):
            if units:
                points = sum(attack(g, unit) + defence(g, unit) for unit in units)
                strength[side] += points
                if side == AXIS:
                    forces += [area] * len(units)
                elif area in before:
                    siege += points
    held = sum(g.control[goal] == AXIS for goal in goals)
    way = sum(_way(g, goal, forces) for goal in goals if g.control[goal] != AXIS)
    supplies = [min(each, _PLENTY) for each in g.supplies]
    return [held, way, *strength, siege, *supplies, g.turn, 1.0]


def _way(g: State, goal: int, forces: list[int]) -> float:
    """How far the nearest Forces are from a goal."""
    far = g.c.board.distances(goal)
    nearest = sorted(far[area] for area in forces)[:_LEADERS]
    return sum(nearest) / len(nearest) if nearest else _NOBODY_NEAR
