"""How well weights predict games that they were not learned from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from khamsin.kernel.mind.learned import Weights

from .learning import chances_of, rows_of
from .regression import Array, log_loss
from .trajectory import Trajectory


class Accuracy(NamedTuple):
    """How well the results of the games held out were predicted."""

    games: int
    """The weights were learned from so many."""
    loss: float
    """Log loss: 0 is perfect, 0.693 is a coin toss."""
    right: float
    """In how many of the positions the winner was called right. Alone nobody wins: there it is how
    often, of two positions of different games as far on, the better one was liked more."""
    late: float
    """The same in the last third of each game."""


class Validation:
    """The games held out. All positions count alike, however many a game has."""

    def __init__(self, trajectories: Sequence[Trajectory], features: int, *, alone: bool) -> None:
        self._rows = rows_of(trajectories, features)
        self._alone = alone
        games = [len(list(positions)) for _, positions in groupby(self._rows.game)]
        self._step = [step for length in games for step in range(length)]
        self._is_late = np.array([3 * at >= 2 * of for of in games for at in range(of)], bool)

    def of_present(self) -> Accuracy:
        """Of the weights that the game has now."""
        return self._measured(0, self._rows.present)

    def of(self, games: int, weights: Mapping[str, Weights]) -> Accuracy:
        """Of weights that were learned from so many games."""
        return self._measured(games, chances_of(self._rows, weights))

    def _measured(self, games: int, chance: Array) -> Accuracy:
        result = self._rows.result
        if self._alone:
            right = self._ordered(chance, result)
        else:
            right = np.where(result == 0.5, 0.5, (chance > 0.5) == (result > 0.5))
        return Accuracy(games, log_loss(chance, result), _mean(right), _mean(right[self._is_late]))

    def _ordered(self, chance: Array, result: Array) -> Array:
        """With what share of its like each position is in the right order; nan without any."""
        right = np.full(len(result), np.nan)
        alike: dict[tuple[str, int], list[int]] = {}
        for row, place in enumerate(zip(self._rows.stage, self._step, strict=True)):
            alike.setdefault(place, []).append(row)
        for rows in alike.values():
            for row in rows:
                others = [other for other in rows if result[other] != result[row]]
                if others:
                    is_liked = chance[row] > chance[others]
                    right[row] = np.mean(is_liked == (result[row] > result[others]))
        return right


def _mean(values: Array) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else 0.0
