"""The results of lines, compared pair by pair in the worlds in which both were tried.

Lines in the same world meet the same luck, so their differences tell more than their averages, and
take far fewer worlds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from khamsin.kernel.mind.mind import StoppingRule

from .budget import FIRST_LOOK
from .line import Answer, Line

DOUBT = 1.3  # standard errors below the leader at which a line drops out
WORTH = 0.25  # blurs that are not worth more thought


class End(NamedTuple):
    """How a side stood at the end of a line in one world."""

    value: float
    chance: float
    reasons: dict[str, float] | None
    """What each feature added to the log odds, unless the game was decided."""


@dataclass(slots=True)
class Record:
    """What came of a line."""

    ends: dict[int, End] = field(default_factory=dict)
    """By the number of the round."""
    moves: tuple[Answer, ...] = ()
    """What the side answered in the first of them before its turn was over."""

    def differences(self, other: Record) -> list[float]:
        """By how much it was better than another, wherever both were tried."""
        return [
            end.value - other.ends[number].value
            for number, end in self.ends.items()
            if number in other.ends
        ]


Table = dict[Line, Record]
"""Every line that was tried in one race."""


def error_of(differences: list[float], stopping: StoppingRule) -> tuple[float, float]:
    """Mean and standard error; few differences that agree by chance do not make it zero.

    >>> mean, error = error_of([0.1, 0.1, 0.1, 0.1], StoppingRule(spread=0.03))
    >>> round(mean, 3), round(error, 4)
    (0.1, 0.0075)
    """
    count = len(differences)
    if not count:
        return 0.0, 1.0
    mean = sum(differences) / count
    squares = sum([(each - mean) ** 2 for each in differences]) + stopping.spread**2
    return mean, sqrt(squares / count / count)


def compared(
    line: Line, other: Line, tables: list[Table], stopping: StoppingRule
) -> tuple[float, float, int]:
    """Mean difference of two lines over several races, its standard error, the number of worlds."""
    differences = [
        difference
        for table in tables
        if line in table and other in table
        for difference in table[line].differences(table[other])
    ]
    return *error_of(differences, stopping), len(differences)


def standing(lines: list[Line], tables: list[Table], stopping: StoppingRule) -> list[Line]:
    """The lines by how much better they were than the first of them, the best first."""
    order = {line: compared(line, lines[0], tables, stopping)[0] for line in lines}
    return sorted(lines, key=lambda line: -order[line])


def survivors(lines: list[Line], table: Table, stopping: StoppingRule) -> list[Line]:
    """The baseline, which comes first, and those not clearly worse than the leader, best first."""
    order = standing(lines, [table], stopping)
    leader = order[0]
    kept = lines[:1]
    for line in order:
        mean, error, worlds = compared(line, leader, [table], stopping)
        is_worse = worlds >= FIRST_LOOK and mean + DOUBT * error <= 0
        if line not in kept and (line == leader or not is_worse):
            kept.append(line)
    return kept


def is_clear(lines: list[Line], table: Table, stopping: StoppingRule) -> bool:
    """Whether more thought would change nothing, or nothing that matters."""
    others = [compared(line, lines[0], [table], stopping) for line in lines[1:]]
    if all(mean + DOUBT * error < WORTH * stopping.blur for mean, error, _ in others):
        return True
    return len(others) == 1 and others[0][0] > 3 * others[0][1]


def verdict(lines: list[Line], tables: list[Table], stopping: StoppingRule) -> Line:
    """The line that beats the first of them most surely; the first if none does."""
    best, found = stopping.blur, lines[0]
    for line in lines[1:]:
        mean, error, worlds = compared(line, lines[0], tables, stopping)
        surely = mean - stopping.caution * error
        if worlds >= FIRST_LOOK and surely > best:
            best, found = surely, line
    return found


def as_good(
    line: Line, lines: list[Line], tables: list[Table], stopping: StoppingRule
) -> list[Line]:
    """This line, and those that are as good within the error."""
    found = [line]
    for other in lines:
        mean, error, worlds = compared(other, line, tables, stopping)
        if other != line and worlds >= FIRST_LOOK and mean + min(error, 2 * stopping.blur) >= 0:
            found.append(other)
    return found
