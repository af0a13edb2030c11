"""What somebody played, compared with the best he could have found by what he knew."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.play.seat import AnySeat

from .advice import PROOF, Reason, differences
from .budget import Budget
from .line import Answer, Line
from .planning import Question, first_lines
from .race import Told, race
from .tally import Table, error_of, standing, verdict

SEARCH = 0.6  # the part of the time in which better lines are looked for; then one is proved


class SecondLook(NamedTuple):
    """What was played, and what would have been better."""

    chance: float
    """Of the side, with what was played."""
    better: tuple[Answer, ...]
    """How a better line went in one imagined world; nothing if none is surely better."""
    lost: float
    """By how much the chance would have been better, in worlds the better line was not found in."""
    error: float
    """The standard error of that."""
    reasons: tuple[Reason, ...]
    """What the better line gains or loses by, the largest first."""
    hope: float
    """By how much the best other line was better, sure or not."""
    tries: int
    """How often a line was followed: a few tell nothing."""


def second_look(
    mind: Mind,
    seat: AnySeat,
    played: tuple[Answer, ...],
    rng: Random,
    budget: Budget,
    told: Told | None = None,
) -> SecondLook:
    """Look for the best as a bot would; then what was played is the baseline for it.

    Of many lines the luckiest looks best. So the two meet in new worlds, and only those count.
    """
    question = Question.of(seat, rng)
    field = first_lines(mind, question, {})
    mine = Line(field[0].posture, played)
    field = [field[0], mine, *[line for line in field[1:] if line != mine]]
    table = race(mind, seat, list(dict.fromkeys(field)), rng, budget.part(SEARCH), told=told)
    tried = [line for line in table if table[line].ends]
    if not tried:
        return SecondLook(0.0, (), 0.0, 1.0, (), 0.0, 0)
    tries = _tries(table)
    stopping = mind.horizon.stopping
    best = verdict(tried, [table], stopping)
    if best == mine:
        best = standing([line for line in tried if line != mine] or [mine], [table], stopping)[0]
    if best == mine:
        return SecondLook(_chance(table, mine), (), 0.0, 0.0, (), 0.0, tries)
    rest = budget.part(1 - SEARCH)
    proof = race(mind, seat, [mine, best], rng, rest, breeding=0.0, told=told)
    tries += _tries(proof)
    ends, others = proof[best].ends, proof[mine].ends
    pairs = [(ends[number], others[number]) for number in ends if number in others]
    lost, error = error_of([end.chance - other.chance for end, other in pairs], PROOF)
    if not others:
        return SecondLook(0.0, (), 0.0, 1.0, (), 0.0, tries)
    if lost <= error:
        return SecondLook(_chance(proof, mine), (), 0.0, error, (), lost, tries)
    reasons = differences(proof[best], proof[mine])
    return SecondLook(_chance(proof, mine), table[best].moves, lost, error, reasons, lost, tries)


def _tries(table: Table) -> int:
    return sum([len(record.ends) for record in table.values()])


def _chance(table: Table, line: Line) -> float:
    ends = table[line].ends.values()
    return sum([end.chance for end in ends]) / len(ends)
