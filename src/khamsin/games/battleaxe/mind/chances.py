"""The exact odds of an attack in Operation Battleaxe, two dice against two, and of nightfall."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

DIE = 3.5  # an air or Rommel die
GUNS = 1.0  # a request for artillery: +2, half the time

_ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]
DIFFERENCES = [
    (wanted, sum(1 for a, b in product(_ROLLS, repeat=2) if a - b == wanted) / 36**2)
    for wanted in range(-10, 11)
]
"""Every difference of two rolls of 2d6, with its chance."""

_LAST = 14
_NIGHT = [sum(roll < impulse for roll in _ROLLS) / 36 for impulse in range(_LAST)]


def _left() -> list[float]:
    found = [0.0] * (_LAST + 1)
    for impulse in range(_LAST - 1, -1, -1):
        found[impulse] = 1 + (1 - _NIGHT[impulse]) * found[impulse + 1]
    return found


_LEFT = _left()


def night(impulse: int) -> float:
    """How likely night falls at the end of an impulse (6.2.1)."""
    return _NIGHT[min(impulse, _LAST - 1)]


def impulses_left(impulse: int) -> float:
    """How many impulses the day may be expected to have yet, this one among them."""
    return _LEFT[min(impulse, _LAST - 1)]


class Chances(NamedTuple):
    """What may come of an attack."""

    repulse: float
    stalemate: float
    overrun: float
    success: float
    share: float
    """How much of what the defenders can absorb a Success takes on average, times its chance."""


@cache
def chances(margin: int, most: int) -> Chances:
    """Over all rolls, for an attack so much stronger on defenders that can absorb so much."""
    found = [0.0] * 5
    for difference, chance in DIFFERENCES:
        points = margin + difference
        if points < 0:
            found[0] += chance
        elif points == 0:
            found[1] += chance
        elif points > most:
            found[2] += chance
        else:
            found[3] += chance
            found[4] += chance * points / most
    return Chances(*found)
