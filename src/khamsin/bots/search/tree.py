"""The bot that searches whole turns in imagined worlds.

It never sees the truth: all it knows comes from `seat.imagine`. At the beginning of a turn, and
whenever the enemy or the dice have changed something, lines race (`race`). The best is kept and
followed for the rest of the turn, as long as nothing better is seen.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import NamedTuple

from khamsin.kernel.errors import SetupError
from khamsin.kernel.mind.mind import Mind, mind_of
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import AnySeat

from .budget import FEWEST, Budget
from .line import Answer, Line, Script
from .memory import Memory, read
from .planning import Question, Thought, first_lines, think
from .tally import compared

LEVELS = {"veteran": 1.0, "field_marshal": 5.0}
"""Seconds for each decision, by the name of the level."""

TURN = 10.0  # decisions' worth of time that a turn may cost
PLAN = 0.5  # the part of what is left of it that its first question takes,
ANEW = 0.25  # one after something has changed,
DETAIL = 0.04  # and any other
FORGET = 0.97  # how much of a price is still believed each time that it was too high


class Strength(NamedTuple):
    """How long a bot thinks."""

    seconds: float = 1.0
    """Of the processor, for each decision on average: a turn may cost ten times as much. How busy
    the machine is makes no difference."""
    rounds: int | None = None
    """So many imagined worlds at each question instead, for games that must be the same again."""
    processes: int = 1
    """Each thinks that long."""


PLANS, ANEWLY, GOES_ON = "plan", "anew", "on"
SHARES = {PLANS: PLAN, ANEWLY: ANEW, GOES_ON: DETAIL}


class Stage(NamedTuple):
    """How a question stands to the plan."""

    name: str
    """It PLANS a whole turn, thinks ANEWLY since something has changed, or GOES_ON as planned."""
    seconds: float
    """Of the processor, at most."""


def stage_of(memory: Memory, world: AnyMatch, mind: Mind, seconds: float) -> Stage:
    """The stage of the question that is open, for a bot that remembers this much."""
    asked = world.decision
    name, left = GOES_ON, memory.left
    if ticks(world, mind) != memory.turn:
        name, left = PLANS, TURN * seconds
    elif len(world.entries) != memory.entries:
        name = ANEWLY
    if asked is not None and asked.prompt in mind.horizon.brief:
        name = GOES_ON
    return Stage(name, left * SHARES[name])


def ticks(world: AnyMatch, mind: Mind) -> int:
    """How often the clock of turns has ticked."""
    return sum([event.kind == mind.horizon.clock for _, event in world.events])


class TreeBot:
    """Thinks for a while before each answer that matters."""

    def __init__(self, rng: Random, strength: Strength, mind: Mind | None = None) -> None:
        self._rng = rng
        self._strength = strength
        self._mind = mind
        """What it knows instead of the game's own mind."""
        self._memory = Memory()

    @property
    def left(self) -> float:
        """Seconds that the turn may still cost."""
        return self._memory.left

    @property
    def memory(self) -> str:
        """What it remembers, for whoever answers the next question in its place."""
        return self._memory.written()

    def recall(self, memory: str) -> None:
        """Go on from there."""
        self._memory = read(memory)

    def think_in(self, processes: int) -> None:
        """Use so many processes from now on, this one among them."""
        self._strength = self._strength._replace(processes=processes)

    def choose(self, seat: AnySeat) -> Option:
        """Give the answer of the best line."""
        options = seat.legal()
        if len(options) == 1:
            self._memory.entries += 1
            return options[0]
        began = process_time()
        question = Question.of(seat, self._rng)
        world = question.worlds[0]
        mind = self._mind or mind_of(world.game)
        line = self._planned(mind, question, self._share(mind, question))
        self._memory.line = Line(line.posture, line.answers[1:])
        self._memory.entries = len(world.entries) + 1
        self._memory.left = max(self._memory.left - (process_time() - began), 0.0)
        return line.first

    def _share(self, mind: Mind, question: Question) -> float:
        """How much of the time that is left this question may take."""
        world = question.worlds[0]
        stage = stage_of(self._memory, world, mind, self._strength.seconds)
        turn = ticks(world, mind)
        if turn != self._memory.turn:
            self._memory.line = None
            self._memory.left = TURN * self._strength.seconds
        if stage.name == PLANS:
            self._memory.turn = turn  # not before the turn has been planned
        return SHARES[stage.name]

    def _planned(self, mind: Mind, question: Question, share: float) -> Line:
        """The best line from here, if there is time to look for it; else as planned."""
        kept = self._continued(mind, question)
        budget = Budget(self._memory.left * share, self._strength.rounds)
        if not self._is_cheap(budget):
            return kept or first_lines(mind, question, self._memory.standing)[0]
        field = first_lines(mind, question, self._memory.standing)
        if kept is not None:
            # As planned, unless another is better; when something has changed, just one of them.
            at = 0 if share == DETAIL else 1
            others = [line for line in field if line != kept]
            field = [*others[:at], kept, *others[at:]]
        if len(field) == 1:
            return field[0]
        began = process_time()
        thought = think(mind, question, field, self._rng, budget, self._strength.processes)
        self._learn(mind, thought, process_time() - began)
        if question.prompt in mind.horizon.mixed:
            return thought.any_as_good(mind, self._rng)
        return thought.best(mind)

    def _continued(self, mind: Mind, question: Question) -> Line | None:
        """What was planned, from this question on."""
        if self._memory.line is None:
            return None
        script = Script(self._memory.line.answers)
        planned = script.take(question.prompt, question.options)
        if planned is None:
            planned = question.liked(mind, self._memory.line.posture)[0]
        return Line(self._memory.line.posture, (Answer(question.prompt, planned), *script.rest()))

    def _is_cheap(self, budget: Budget) -> bool:
        """Whether there is time for a race, by what the last one cost."""
        if budget.room(self._memory.price) >= FEWEST:
            return True
        self._memory.price *= FORGET
        return False

    def _learn(self, mind: Mind, thought: Thought, seconds: float) -> None:
        """Remember what it cost to try a line, and how the postures did."""
        tries = sum([len(record.ends) for table in thought.tables for record in table.values()])
        self._memory.price = seconds * self._strength.processes / max(tries, 1)
        usual = thought.lines[0]
        for line in thought.lines[1:]:
            mean, _, worlds = compared(line, usual, thought.tables, mind.horizon.stopping)
            if worlds and len(line.answers) == 1:
                self._memory.standing[line.posture] = mean


def by_name(name: str, rng: Random) -> TreeBot:
    """A bot as strong as its name says: `0.2`, seconds for a decision; `1x2`, on two cores."""
    seconds, _, processes = name.partition("x")
    try:
        strength = Strength(float(seconds), processes=int(processes or 1))
    except ValueError:
        strength = Strength(0.0)
    if strength.seconds <= 0 or strength.processes < 1:
        raise SetupError(f"tree:{name}: give the seconds for a decision: tree:0.2, or tree:1x2")
    return TreeBot(rng, strength)
