"""How well a campaign of Field Commander will be scored: goals, the way, strength, the clock."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from khamsin.games.commander.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import attack, defence
from khamsin.kernel.mind.learned import Counting, Learned

VERY_GOOD = 40
"""link.4 The score above which the linking table knows nothing better."""
_PLENTY = 12  # more Supplies than that help little
_LEADERS = 3  # so many Forces make a spearhead
_NOBODY_NEAR = 9.0


class Features(NamedTuple):
    """What a player would count."""

    held: float  # goals in our hands
    way: float  # areas between an open goal and our three nearest Forces, on average
    axis: float  # points of Attack and Defence on the map
    allied: float
    siege: float  # points of theirs in a goal or next to it
    axis_supplies: float
    allied_supplies: float
    turn: float  # turns that have gone by
    always: float


def settled(g: State) -> float | None:
    """The share of a very good score in a campaign that is over."""
    if g.result is None:
        return None
    return min(max(g.result.scores["vp"], 0), VERY_GOOD) / VERY_GOOD


def features(g: State) -> Features:
    """Look at the table."""
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
    supplies = [min(each, _PLENTY) for each in g.supplies]
    return Features(
        held=sum(g.control[goal] == AXIS for goal in goals),
        way=sum(_way(g, goal, forces) for goal in goals if g.control[goal] != AXIS),
        axis=strength[AXIS],
        allied=strength[ALLIED],
        siege=siege,
        axis_supplies=supplies[AXIS],
        allied_supplies=supplies[ALLIED],
        turn=g.turn,
        always=1.0,
    )


def _way(g: State, goal: int, forces: list[int]) -> float:
    """How far the nearest Forces are from a goal."""
    far = g.c.board.distances(goal)
    nearest = sorted(far[area] for area in forces)[:_LEADERS]
    return sum(nearest) / len(nearest) if nearest else _NOBODY_NEAR


evaluate = Learned.read(
    Counting(
        sides=(SIDES[AXIS],),
        features=Features._fields,
        count=features,
        favoured=lambda _: SIDES[AXIS],
        stage=lambda g: g.c.id,
        settled=settled,
    ),
    Path(__file__).parent,
)
"""The share of a very good score that the player may expect."""
