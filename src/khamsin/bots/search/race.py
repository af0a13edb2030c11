"""The race between the answers to the question at hand.

Each round imagines one world, and every answer still in the race is tried on a twin of it, with the
same hidden things and the same luck. So answers are compared pair by pair, which takes far fewer
worlds than to compare averages. Answers that are clearly worse drop out; the yardstick is the
greedy judgement's favourite, which stays to the end.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from khamsin.kernel.mind.mind import Mind, StoppingRule
from khamsin.kernel.mind.posture import Posture
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat

from .common_dice import CommonDice, CommonThrows
from .walk import Branch, Walk

WIDTH = 8  # answers that enter the race: those the judgement likes best
FEWEST = 3  # with time for fewer than that nothing is begun
OPINIONS = 3  # worlds in which the judgement is asked, where something is hidden
FIRST_LOOK = 3  # rounds before anything drops out, then twice as many, and so on
LOOKING = 0.6  # the part of the time that the first look may take
DOUBT = 1.3  # standard errors below the leader at which an answer drops out
WORTH = 0.25  # blurs that are not worth more thought


class Plan(NamedTuple):
    """An answer, and the posture in which the side goes on after it."""

    option: Option
    posture: Posture


Table = dict[Plan, list[float]]
"""What each plan came to in the first, second, ... world it was tried in."""


def ranked(
    mind: Mind, seat: Seat[Any], worlds: list[Match[Any]], options: list[Option], posture: Posture
) -> list[Plan]:
    """The answers that enter the race in a posture, the judgement's favourite first."""
    scores = [0.0] * len(options)
    for world in worlds:
        more = mind.judge(world, seat.side, options, posture)
        scores = [a + b for a, b in zip(scores, more, strict=True)]
    order = sorted(range(len(options)), key=lambda at: -scores[at])
    return [Plan(options[at], posture) for at in order[:WIDTH]]


class Budget(NamedTuple):
    """How much one race may cost: seconds of the processor, or so many rounds."""

    seconds: float
    rounds: int | None = None

    def room(self, price: float) -> int:
        """How many answers there is time to look at, if it takes so long to try one."""
        if self.rounds is not None or not price:
            return WIDTH
        return int(LOOKING * self.seconds / (price * FIRST_LOOK))


class Clock:
    """Runs from the beginning of a race."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = process_time()

    def is_up(self, rounds: int) -> bool:
        """Whether the race must end, after so many rounds."""
        if self._budget.rounds is not None:
            return rounds >= self._budget.rounds
        return process_time() - self._began >= self._budget.seconds

    def room(self) -> int:
        """How many answers there is time to look at, when the first has shown its price."""
        return self._budget.room(process_time() - self._began)


def race(mind: Mind, seat: Seat[Any], field: list[Plan], rng: Random, budget: Budget) -> Table:
    """Try the answers in world after world until one is clear, or time is up."""
    clock = Clock(budget)
    stopping = mind.horizon.stopping
    table: Table = {plan: [] for plan in field}
    branches = {plan: Branch() for plan in field}
    rounds, look, width = 0, FIRST_LOOK, WIDTH
    while len(field) > 1 and not clock.is_up(rounds):
        world = seat.imagine(rng)
        assert world.dice is not None
        luck = CommonDice(world.dice)
        for at, plan in enumerate(field):
            table[plan].append(tried(mind, world, luck, seat.side, plan, branches[plan]))
            if not rounds and not at:
                width = clock.room()
            if clock.is_up(rounds) or width < min(len(field), FEWEST):
                return table
            if at + 1 >= width:
                break
        field = field[:width]
        rounds += 1
        if rounds == look:
            look *= 2
            field = survivors(table, field, stopping)
            if is_clear(table, field, stopping):
                break
    return table


def tried(
    mind: Mind, world: Match[Any], luck: CommonDice, side: str, plan: Plan, branch: Branch
) -> float:
    """What an answer comes to in a world: with its luck, and with the opposite."""
    total = 0.0
    for is_turned in (False, True):
        twin = world.clone()
        twin.dice = CommonThrows(luck, twin, is_turned=is_turned)
        total += Walk(mind, twin, side, plan.posture).value(plan.option, branch)
        twin.dice = None  # or the two would keep each other alive
    return total / 2


def survivors(table: Table, field: list[Plan], stopping: StoppingRule) -> list[Plan]:
    """The yardstick, and those not clearly worse than the leader; of those that are one the first.

    Two that came to the same in every world are one: whichever unit goes first, all will go.
    """
    leader = max(field, key=lambda plan: sum(table[plan]))
    kept = field[:1]
    for plan in field[1:]:
        mean, error = compared(table[plan], table[leader], stopping)
        is_old = any(table[plan] == table[other] for other in kept)
        if not is_old and (plan == leader or mean + DOUBT * error > 0):
            kept.append(plan)
    return kept


def is_clear(table: Table, field: list[Plan], stopping: StoppingRule) -> bool:
    """Whether more thought would change nothing, or nothing that matters."""
    others = [compared(table[plan], table[field[0]], stopping) for plan in field[1:]]
    if all(mean + DOUBT * error < WORTH * stopping.blur for mean, error in others):
        return True
    return len(others) == 1 and others[0][0] > 3 * others[0][1]


def compared(
    values: list[float], against: list[float], stopping: StoppingRule
) -> tuple[float, float]:
    """The mean difference in the worlds that both were tried in, and its standard error."""
    return error_of([a - b for a, b in zip(values, against, strict=False)], stopping)


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


def verdict(field: list[Plan], tables: list[Table], stopping: StoppingRule) -> Plan:
    """The answer that beats the favourite most surely; the favourite if none does."""
    best, found = stopping.blur, field[0]
    for plan in field[1:]:
        differences = [
            a - b for table in tables for a, b in zip(table[plan], table[field[0]], strict=False)
        ]
        if len(differences) < FIRST_LOOK:
            continue
        mean, error = error_of(differences, stopping)
        if mean - stopping.caution * error > best:
            best, found = mean - stopping.caution * error, plan
    return found
