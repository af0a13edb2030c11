"""From a question to a line: the lines that enter the race, and the one that wins it."""

from __future__ import annotations

from itertools import zip_longest
from random import Random
from typing import NamedTuple

from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.mind.posture import Posture
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import AnySeat

from .budget import MOST, Budget
from .crew import can_help, send
from .line import Answer, Line
from .race import Told, race
from .tally import Table, as_good, standing, verdict

OPINIONS = 3  # worlds in which the judgement is asked, where something is hidden
FINDING = 0.6  # with several processes: the part of the time in which each finds lines of its own
BEST = 3  # lines that each of them then names


class Question(NamedTuple):
    """What is asked of a seat, and worlds that fit what it has seen."""

    seat: AnySeat
    prompt: str
    options: list[Option]
    worlds: list[AnyMatch]

    @classmethod
    def of(cls, seat: AnySeat, rng: Random) -> Question:
        """The question that a seat is asked now."""
        worlds = [seat.imagine(rng)]
        if worlds[0].game.rules.hidden:
            worlds += [seat.imagine(rng) for _ in range(OPINIONS - 1)]
        asked = seat.decision
        return cls(seat, "" if asked is None else asked.prompt, seat.legal(), worlds)

    def postures(self, mind: Mind) -> tuple[Posture, ...]:
        """How the side may be led."""
        return mind.horizon.postures(self.worlds[0].state, self.seat.side)

    def liked(self, mind: Mind, posture: Posture) -> list[Option]:
        """The answers as the judgement likes them in a posture, the favourite first."""
        scores = [0.0] * len(self.options)
        for world in self.worlds:
            more = mind.judge(world, self.seat.side, self.options, posture)
            scores = [a + b for a, b in zip(scores, more, strict=True)]
        order = sorted(range(len(scores)), key=lambda at: -scores[at])
        return [self.options[at] for at in order]

    def line(self, mind: Mind, posture: Posture) -> Line:
        """The judgement's line in a posture."""
        return Line(posture, (Answer(self.prompt, self.liked(mind, posture)[0]),))


def first_lines(mind: Mind, question: Question, order: dict[Posture, float]) -> list[Line]:
    """The first generation: the baseline, then the other postures and the best answers by turns.

    `order` tells by how much each posture was better when it last raced: time may be short.
    """
    usual, *others = question.postures(mind)
    others.sort(key=lambda posture: -order.get(posture, 0.0))
    liked = question.liked(mind, usual)[:MOST]
    answers = [Line(usual, (Answer(question.prompt, option),)) for option in liked]
    led = (question.line(mind, posture) for posture in others)
    found = answers[:1]
    for pair in zip_longest(led, answers[1:]):
        found += [line for line in pair if line is not None]
    return list(dict.fromkeys(found))


class Thought(NamedTuple):
    """Lines that have raced, and their results."""

    lines: list[Line]
    """The one to beat first."""
    tables: list[Table]
    """One for each race."""

    def best(self, mind: Mind) -> Line:
        """The line that wins."""
        return verdict(self.lines, self.tables, mind.horizon.stopping)

    def any_as_good(self, mind: Mind, rng: Random) -> Line:
        """The line that wins, or one as good, so that nobody can foresee which."""
        best = self.best(mind)
        return rng.choice(as_good(best, self.lines, self.tables, mind.horizon.stopping))


def think(
    mind: Mind,
    question: Question,
    field: list[Line],
    rng: Random,
    budget: Budget,
    processes: int = 1,
    told: Told | None = None,
) -> Thought:
    """Race lines, and their children as they appear; in this process or in several."""
    seat, world = question.seat, question.worlds[0]
    if processes == 1 or not can_help(world):
        table = race(mind, seat, field, rng, budget, told=told)
        return Thought(list(table), [table])
    parts = budget.part(FINDING), budget.part(1 - FINDING)
    helpers = processes - 1
    asked = send(world, seat.side, field, rng, parts[0], helpers, breeding=1.0)
    mine = race(mind, seat, field, rng, parts[0], breeding=1.0, told=told)
    tables = [mine, *[each.result() for each in asked]]
    finalists = _finalists(mind, field[0], tables)
    asked = send(world, seat.side, finalists, rng, parts[1], helpers, breeding=0.0)
    mine = race(mind, seat, finalists, rng, parts[1], breeding=0.0)
    tables += [mine, *[each.result() for each in asked]]
    return Thought(finalists, tables)


def _finalists(mind: Mind, first: Line, tables: list[Table]) -> list[Line]:
    """The best that each process has found."""
    found = [first]
    for table in tables:
        lines = [first, *[line for line in table if line != first and table[line].ends]]
        found += standing(lines, [table], mind.horizon.stopping)[:BEST]
    return list(dict.fromkeys(found))
