"""Odds of attack to defence on one scale of whole numbers: 2:1 is 2, 1:1 is 1, 1:2 is 0, 1:3 is -1.

On it a modifier is added and a column of a combat table is found, on both sides of 1:1 alike.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


def level_of(attack: int, defence: int) -> int:
    """Odds of two strengths, rounded in favour of the defender; both are at least 1.

    >>> level_of(16, 4), level_of(15, 4), level_of(29, 15)
    (4, 3, 1)
    >>> level_of(10, 15), level_of(15, 29), level_of(10, 31)
    (0, 0, -2)
    """
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)


def level_named(text: str) -> int:
    """The number of odds as they are written over a column.

    >>> [level_named(odds) for odds in ("1:3", "1:2", "1:1", "6:1")]
    [-1, 0, 1, 6]
    """
    left, right = (int(part) for part in text.split(":"))
    return left if right == 1 else 2 - right


def odds_text(level: int) -> str:
    """Such a number as it is written.

    >>> [odds_text(level) for level in (-1, 0, 1, 6)]
    ['1:3', '1:2', '1:1', '6:1']
    """
    return f"{level}:1" if level >= 1 else f"1:{2 - level}"


def column_for(levels: Sequence[int], level: int) -> int:
    """The column of a table whose columns begin at these rising levels: the last that is reached.

    Below the first it is -1, above the last the last.

    >>> [column_for((-1, 1, 2, 4), level) for level in (-2, -1, 0, 3, 4, 9)]
    [-1, 0, 0, 2, 3, 3]
    """
    return bisect_right(levels, level) - 1
