"""Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2022).

The steps and the letters are those of that paper. A match is a rating period of its own for both
players; while nobody plays, the deviation grows with time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

TAU = 0.5
"""How far the volatility may change; the paper recommends 0.3 to 1.2."""
_SCALE = 173.7178
_ENOUGH = 1e-6
_MOST = 350.0


class Rating(NamedTuple):
    """How strong somebody is, how sure that is, and how unsteady his results are."""

    rating: float = 1500.0
    deviation: float = _MOST
    volatility: float = 0.06


def idle(known: Rating, periods: float) -> Rating:
    """Step 6 alone: nobody knows better after a while without a match."""
    phi = known.deviation / _SCALE
    grown = math.sqrt(phi * phi + known.volatility * known.volatility * periods)
    return known._replace(deviation=min(_MOST, grown * _SCALE))


def rate(known: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after a period with these opponents; 1 is a win, 0.5 a draw, 0 a loss.

    >>> opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    >>> new = rate(Rating(1500, 200), list(zip(opponents, (1, 0, 0))))
    >>> f"{new.rating:.2f} {new.deviation:.2f} {new.volatility:.5f}"
    '1464.05 151.52 0.06000'
    """
    mu, phi = (known.rating - 1500) / _SCALE, known.deviation / _SCALE
    precision = gain = 0.0
    for opponent, score in results:
        g = _g(opponent.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-g * (mu - (opponent.rating - 1500) / _SCALE)))
        precision += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    v = 1 / precision
    sigma = _volatility(known.volatility, phi, v, v * gain)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    mu += phi * phi * gain
    return Rating(mu * _SCALE + 1500, min(_MOST, phi * _SCALE), sigma)


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5: the zero of f, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        d = phi * phi + v + e
        return e * (delta * delta - d) / (2 * d * d) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
