"""Weights learned by temporal differences, from the positions of many games.

The target of a position is the result of its game, but one game is full of luck. So part of the
target is what the weights themselves say of the positions that followed: the lambda-return. The
first weights are learned from results alone; in each later round the returns are computed anew.

Every stage has its own weights, but games may come to some of them seldom. So weights are first
learned from all stages together, and those of a stage are held to these: the fewer its positions,
the more. A stage met in fewer than a handful of games has none of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from khamsin.kernel.mind.learned import ALL, Weights

from .regression import Array, fit, logistic
from .trajectory import Position, Trajectory

HELD_BACK = 4  # every so-manieth game is not learned from, but tells how well was learned
LAMBDA = 0.9  # how much a position is taught by those further on rather than by the next
ITERATIONS = 4
FEWEST = 8  # games in which a stage must be met to have weights of its own
RIDGE = 1.0
"""How firmly weights are held to the prior: as much as so many games against one whose features
differ by a standard deviation."""


class Rows(NamedTuple):
    """The positions of many games that are to be estimated, one below the other."""

    counts: Array
    stage: list[str]
    game: list[int]
    """Which of the trajectories each is from."""
    present: Array
    """Its chance by the weights that the game has."""
    result: Array


def rows_of(trajectories: Sequence[Trajectory], features: int) -> Rows:
    """Lay the positions out."""
    open_ones = [
        (at, trajectory.result, position)
        for at, trajectory in enumerate(trajectories)
        for position in trajectory.positions
        if position.counts
    ]
    return Rows(
        np.array([each.counts for _, _, each in open_ones], float).reshape(-1, features),
        [each.stage for _, _, each in open_ones],
        [at for at, _, _ in open_ones],
        np.array([each.chance for _, _, each in open_ones], float),
        np.array([result for _, result, _ in open_ones], float),
    )


def stages_of(trajectory: Trajectory) -> set[str]:
    """The stages in which a game has something to teach."""
    return {position.stage for position in trajectory.positions if position.counts}


def is_held_back(trajectory: Trajectory) -> bool:
    """Whether this game is held out for validation."""
    return trajectory.number % HELD_BACK == HELD_BACK - 1


def learn(trajectories: Sequence[Trajectory], features: int) -> dict[str, Weights]:
    """The weights of each stage, and of all together."""
    rows = rows_of(trajectories, features)
    wanted = rows.result
    weights: dict[str, Array] = {}
    for _ in range(ITERATIONS):
        weights = _fitted(rows, wanted, len(trajectories))
        wanted = _returns(trajectories, chances_of(rows, weights))
    return {stage: tuple(found.tolist()) for stage, found in weights.items()}


def _fitted(rows: Rows, wanted: Array, games: int) -> dict[str, Array]:
    """One regression for all stages together, then one for each stage, held to the first."""
    spread = rows.counts.std(axis=0)
    # The constant is as free as can be; what never differed has nothing to say.
    ridge = RIDGE * len(rows.counts) / games * np.where(spread > 0, spread * spread, 1e-6)
    common = fit(rows.counts, wanted, np.zeros(rows.counts.shape[1]), ridge)
    found = {ALL: common}
    met = Counter(stage for _, stage in set(zip(rows.game, rows.stage, strict=True)))
    for stage, games_met in sorted(met.items()):
        if stage != ALL and games_met >= FEWEST:
            own = np.array(rows.stage) == stage
            found[stage] = fit(rows.counts[own], wanted[own], common, ridge)
    return found


def chances_of(rows: Rows, weights: Mapping[str, Array | Weights]) -> Array:
    """The chance that the weights of its stage give to each position."""
    own = np.array([weights.get(stage, weights[ALL]) for stage in rows.stage])
    return logistic(np.sum(rows.counts * own, axis=1))


def _returns(trajectories: Sequence[Trajectory], chance: Array) -> Array:
    """The lambda-return of each position that is to be estimated."""
    found: list[float] = []
    at = 0
    for trajectory in trajectories:
        values = []
        for position in trajectory.positions:
            values.append(float(chance[at]) if position.counts else position.chance)
            at += bool(position.counts)
        found += _kept(trajectory.positions, lambda_returns(values, trajectory.result))
    return np.array(found, float)


def _kept(positions: Sequence[Position], values: Sequence[float]) -> list[float]:
    return [value for position, value in zip(positions, values, strict=True) if position.counts]


def lambda_returns(values: Sequence[float], result: float, share: float = LAMBDA) -> list[float]:
    """The target of each position of a game, from the last to the first.

    >>> [round(each, 2) for each in lambda_returns([0.2, 0.6], 1.0, 0.5)]
    [0.8, 1.0]
    """
    found: list[float] = []
    later, following = result, result
    for value in reversed(values):
        later = (1.0 - share) * following + share * later
        found.append(later)
        following = value
    return found[::-1]
