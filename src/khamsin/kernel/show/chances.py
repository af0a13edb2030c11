"""Exact chances: how likely each sum of dice is, each number of hits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

Spread: TypeAlias = dict[int, Fraction]
"""How likely each number is."""

DIE = range(1, 7)


def even(values: Sequence[int]) -> Spread:
    """Each of these values is as likely as any other: the faces of a die and what they are worth.

    >>> even([0, 0, 1])
    {0: Fraction(2, 3), 1: Fraction(1, 3)}
    """
    spread: Spread = {}
    for value in values:
        spread[value] = spread.get(value, Fraction(0)) + Fraction(1, len(values))
    return spread


def plus(*spreads: Spread) -> Spread:
    """The sum of several.

    >>> plus(even(DIE), even(DIE))[7]
    Fraction(1, 6)
    """
    total: Spread = {0: Fraction(1)}
    for spread in spreads:
        before, total = total, {}
        for one, likely in before.items():
            for two, too in spread.items():
                total[one + two] = total.get(one + two, Fraction(0)) + likely * too
    return total


def hits(dice: int, worth: Sequence[int]) -> Spread:
    """So many dice, each face worth so many hits.

    >>> hits(2, (0, 0, 0, 0, 0, 1))
    {0: Fraction(25, 36), 1: Fraction(5, 18), 2: Fraction(1, 36)}
    """
    return plus(*[even(worth)] * dice)


def outcomes(spread: Spread, most: int) -> tuple[tuple[str, float], ...]:
    """Every number from nought on with its chance; all from `most` on are one outcome.

    >>> outcomes(even([0, 2, 3, 4]), 3)
    (('0', 0.25), ('1', 0.0), ('2', 0.25), ('3+', 0.5))
    """
    last = min(max(spread), most)
    told = [(str(n), float(spread.get(n, Fraction(0)))) for n in range(last)]
    rest = sum([chance for n, chance in spread.items() if n >= last], Fraction(0))
    return (*told, (str(last) if last == max(spread) else f"{last}+", float(rest)))
