"""The few statistics that a report on many games needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, inf, sqrt
from statistics import fmean, quantiles, stdev
from typing import NamedTuple

Z95 = 1.959963984540054  # the normal quantile of a 95 % interval
BARS = "▁▂▃▄▅▆▇█"


class Share(NamedTuple):
    """How often something happened, and between which bounds its true rate lies, surely enough."""

    times: int
    of: int
    rate: float
    low: float
    high: float


def share(times: int, of: int) -> Share:
    """A rate with its Wilson 95 % interval, which holds for few games and for rates near 0 or 1.

    >>> [round(bound, 4) for bound in share(7, 10)[2:]]
    [0.7, 0.3968, 0.8922]
    """
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    rate = times / of
    square = Z95 * Z95 / of
    centre = (rate + square / 2) / (1 + square)
    reach = Z95 / (1 + square) * sqrt(rate * (1 - rate) / of + square / (4 * of))
    return Share(times, of, rate, max(0.0, centre - reach), min(1.0, centre + reach))


class Mean(NamedTuple):
    """A mean of so many values, and between which bounds the true one lies, surely enough."""

    of: int
    mean: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of values with its 95 % interval, by the normal law: for more than a few.

    >>> [round(bound, 3) for bound in mean_of([1, 2, 3, 4, 5])[1:]]
    [3.0, 1.614, 4.386]
    """
    mean = fmean(values) if values else 0.0
    reach = Z95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return Mean(len(values), mean, mean - reach, mean + reach)


def mean_of_groups(groups: Sequence[Sequence[float]]) -> Mean:
    """The mean of groups that weigh alike: how far they lie from each other is not luck.

    >>> mean = mean_of_groups([[1, 2, 3], [11, 12, 13]])
    >>> [round(bound, 2) for bound in mean[1:]]
    [7.0, 6.2, 7.8]
    """
    means = [mean_of(group) for group in groups]
    mean = fmean([each.mean for each in means]) if means else 0.0
    reach = hypot(*[each.high - each.mean for each in means]) / len(means) if means else inf
    return Mean(sum([each.of for each in means]), mean, mean - reach, mean + reach)


class Spread(NamedTuple):
    """Where a set of numbers lies: mean, and the five cuts from the least to the most."""

    mean: float
    least: float
    quarter: float
    median: float
    three_quarters: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """Mean and quartiles; the quartiles of few numbers lie between them.

    >>> spread([1, 2, 3, 4])
    Spread(mean=2.5, least=1, quarter=1.75, median=2.5, three_quarters=3.25, most=4)
    """
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if len(values) == 1:
        only = values[0]
        return Spread(float(only), only, only, only, only, only)
    low, median, high = quantiles(values, n=4, method="inclusive")
    return Spread(fmean(values), min(values), low, median, high, max(values))


def counted(values: Sequence[int]) -> dict[int, int]:
    """How often each whole number from the least to the most occurs, those that do not included.

    >>> counted([3, 5, 3])
    {3: 2, 4: 0, 5: 1}
    """
    if not values:
        return {}
    counts = dict.fromkeys(range(min(values), max(values) + 1), 0)
    for value in values:
        counts[value] += 1
    return counts


def bars(counts: Mapping[int, int]) -> str:
    """A histogram in one line: a bar for each number; a blank where there is nothing.

    >>> bars({3: 8, 4: 0, 5: 1})
    '█ ▁'
    """
    highest = max(counts.values(), default=0)
    line = ""
    for count in counts.values():
        step = -(-count * len(BARS) // highest) if highest else 0
        line += BARS[step - 1] if count else " "
    return line
