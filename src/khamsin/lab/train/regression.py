"""Ridge logistic regression by Newton's method: weights that make what came about likely."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]

_STEPS = 50
_NEAR_ENOUGH = 1e-8
_FARTHEST = 40.0  # log odds beyond this are as good as certain
_LONGEST = 5.0  # how far one step may move the log odds of any row
_SURELY = 1e-9  # no chance is nearer to 0 or 1 than this, so that every logarithm is finite


def logistic(log_odds: Array) -> Array:
    """Chances from their log odds."""
    found: Array = 1.0 / (1.0 + np.exp(-np.clip(log_odds, -_FARTHEST, _FARTHEST)))
    return found


def fit(counts: Array, wanted: Array, prior: Array, stiffness: Array) -> Array:
    """The weights under which these chances are wanted most, held to the prior by so much each.

    What is wanted may be any chance, not only 0 or 1.
    """
    weights = prior.copy()
    for _ in range(_STEPS):
        chance = logistic(counts @ weights)
        slope = counts.T @ (wanted - chance) - stiffness * (weights - prior)
        curve = (counts * (chance * (1.0 - chance))[:, None]).T @ counts + np.diag(stiffness)
        step = np.linalg.solve(curve, slope)
        stride = float(np.abs(counts @ step).max())
        weights = weights + step * min(1.0, _LONGEST / max(stride, _NEAR_ENOUGH))
        if float(np.abs(step).max()) < _NEAR_ENOUGH:
            break
    return weights


def log_loss(chance: Array, result: Array) -> float:
    """How badly chances predict results, on average: 0 is perfect, 0.693 is a coin toss."""
    sure = np.clip(chance, _SURELY, 1.0 - _SURELY)
    return float(-np.mean(result * np.log(sure) + (1.0 - result) * np.log(1.0 - sure)))
