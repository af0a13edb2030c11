"""A hint for a player: who stands better, the best lines, and why."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import NamedTuple

from khamsin.kernel.mind.mind import Mind, StoppingRule, mind_of
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat

from . import utility
from .budget import FIRST_LOOK, Budget
from .line import Answer
from .planning import Question, first_lines
from .race import Told, race
from .tally import Record, Table, error_of, standing, verdict

MOST_LINES = 3
MOST_REASONS = 3
LEAST = 0.02  # log odds that are worth a word
PROOF = StoppingRule(spread=0.03)


class Reason(NamedTuple):
    """A feature of the evaluation, and how a line changes it."""

    feature: str
    change: float
    """Log odds that the side gains (+) or loses (-) by it."""


class Line(NamedTuple):
    """How a side may go on until its turn is over."""

    answers: tuple[Answer, ...]
    """As it went in one imagined world; the first answers the question at hand."""
    chance: float
    """Of the side; in a game played alone the share of a very good score."""
    error: float
    """Its standard error."""
    is_close: bool
    """Whether luck may be all by which the best line is better than this one."""
    reasons: tuple[Reason, ...]
    """What the best line changes; of the others, what they change otherwise. The largest first."""


class Advice(NamedTuple):
    """What can be said about a question."""

    chances: dict[str, float]
    lines: tuple[Line, ...]
    """The best three at most, the best first, each with another first answer; none if there was no
    time to try any."""


def chances(seat: AnySeat, rng: Random, worlds: int = 5) -> dict[str, float]:
    """How likely each side is to win, as far as this seat can know."""
    imagined = [seat.imagine(rng) for _ in range(worlds)]
    mind = mind_of(imagined[0].game)
    each = [utility.chances(mind, world) for world in imagined]
    return {side: sum([one[side] for one in each]) / worlds for side in each[0]}


def advise(seat: AnySeat, rng: Random, seconds: float, told: Told | None = None) -> Advice:
    """Think about the question at hand; `told` hears how much of the time is gone."""
    return advise_within(seat, rng, Budget(seconds), told)


def advise_within(seat: AnySeat, rng: Random, budget: Budget, told: Told | None = None) -> Advice:
    """The same with a budget in rounds, so that the result can be repeated."""
    now = chances(seat, rng)
    question = Question.of(seat, rng)
    mind = mind_of(question.worlds[0].game)
    field = first_lines(mind, question, {})
    if len(field) == 1:
        return Advice(now, ())
    table = race(mind, seat, field, rng, budget, told=told)
    return Advice(now, tuple(_lines(mind, question, table)))


def _lines(mind: Mind, question: Question, table: Table) -> list[Line]:
    """The best line of each of the best first answers, compared with the baseline, which was tried
    in every world.
    """
    least = min(FIRST_LOOK, max(len(record.ends) for record in table.values()))
    lines = [line for line in table if len(table[line].ends) >= max(least, 1)]
    if not lines:
        return []
    order = standing(lines, [table], mind.horizon.stopping)
    best = verdict(lines, [table], mind.horizon.stopping)
    order.sort(key=lambda line: line != best)
    now = utility.reasons(mind, question.worlds[0], question.seat.side)
    usual = table[lines[0]]
    chance = sum([end.chance for end in usual.ends.values()]) / len(usual.ends)
    _, doubt = error_of([end.chance - chance for end in usual.ends.values()], PROOF)
    found: dict[Option, Line] = {}
    for line in order:
        record, gain, error, behind = table[line], 0.0, 0.0, 1.0
        if line != lines[0]:
            gain, error = _gain(record, usual)
        if line != best:
            behind, luck = _gain(table[best], record)
            behind -= luck
        reasons = _changes(record, now) if line == best else differences(record, table[best])
        likely = min(max(chance + gain, 0.0), 1.0)
        told = Line(record.moves, likely, hypot(doubt, error), behind <= 0, reasons)
        found.setdefault(line.first, told)
    return list(found.values())[:MOST_LINES]


def _gain(record: Record, other: Record) -> tuple[float, float]:
    """By how much a line's chance is better than another's, and the error of that."""
    shared = sorted(record.ends.keys() & other.ends.keys())
    return error_of([record.ends[at].chance - other.ends[at].chance for at in shared], PROOF)


def _changes(record: Record, now: dict[str, float] | None) -> tuple[Reason, ...]:
    """How a line changes the features as they are now."""
    if now is None:
        return ()
    ends = [end.reasons for end in record.ends.values() if end.reasons is not None]
    return _largest([{name: end[name] - now[name] for name in now} for end in ends])


def differences(record: Record, best: Record) -> tuple[Reason, ...]:
    """What differs at the ends of two lines, in the worlds that both were tried in."""
    shared = best.ends.keys() & record.ends.keys()
    pairs = [(record.ends[number], best.ends[number]) for number in sorted(shared)]
    return _largest(
        [
            {name: end.reasons[name] - other.reasons[name] for name in end.reasons}
            for end, other in pairs
            if end.reasons is not None and other.reasons is not None
        ]
    )


def _largest(changes: list[dict[str, float]]) -> tuple[Reason, ...]:
    """The largest mean changes, of those large enough to mention."""
    if not changes:
        return ()
    means = [
        Reason(name, sum([each[name] for each in changes]) / len(changes)) for name in changes[0]
    ]
    told = [reason for reason in means if abs(reason.change) >= LEAST]
    return tuple(sorted(told, key=lambda reason: -abs(reason.change))[:MOST_REASONS])
