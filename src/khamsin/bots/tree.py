"""The player who thinks ahead: Monte Carlo tree search over imagined worlds.

It never sees the truth: all it knows comes from `seat.imagine`. The answers to the question at
hand race against each other in the same worlds (`tree_race`); below them grows a tree, and beyond
it the greedy judgement plays on until the enemy has replied, where the game's outlook says who
stands better (`tree_walk`, `outlook`). An answer other than the greedy one is given only if it
has been seen to be better.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any, NamedTuple

from khamsin.kernel.decision import Option
from khamsin.kernel.errors import SetupError
from khamsin.kernel.match import Match
from khamsin.kernel.seat import Seat

from .mood import MOODS, PLAIN
from .tree_crew import can_help, send
from .tree_race import FEWEST, OPINIONS, Budget, Plan, race, ranked, verdict
from .tree_walk import Mind, minds

LEVELS = {"recruit": 0.2, "veteran": 1.0, "field_marshal": 5.0}
"""Seconds for each decision, by the name of the level."""

SAVED = 4.0  # decisions' worth of time that a bot begins with,
MOST_SAVED = 40.0  # the most it keeps,
PLAN = 0.4  # the part of it that a plan may cost,
DETAIL = 0.06  # and any other decision
MOOD = "mood"  # the question in which mood to go on, where that is what there is to decide
FORGET = 0.97  # how much of a price is still believed each time that it was too high


class Strength(NamedTuple):
    """How long a bot thinks."""

    seconds: float = 1.0
    """Of the processor, for each decision on average: time saved where little is to be decided is
    spent where much is. How busy the machine is makes no difference."""
    rounds: int | None = None
    """So many imagined worlds instead, for games that must be the same again."""
    processes: int = 1
    """Each thinks that long."""


class TreeBot:
    """Thinks for a while before each answer that matters."""

    def __init__(
        self, rng: Random, strength: Strength, known: Mapping[str, Mind] | None = None
    ) -> None:
        self._rng = rng
        self._strength = strength
        self._minds = minds() if known is None else known
        self.saved = SAVED * strength.seconds
        """Seconds that it may still spend."""
        self._prices: dict[str, float] = {}
        """What it last cost to try one answer to a question, in seconds."""
        self._mood = PLAIN

    def think_in(self, processes: int) -> None:
        """Use so many processes from now on, this one among them."""
        self._strength = self._strength._replace(processes=processes)

    def choose(self, seat: Seat[Any]) -> Option:
        """Pick the answer that wins the race."""
        options = seat.legal()
        if len(options) == 1:
            return options[0]
        began = process_time()
        seconds = self._strength.seconds
        self.saved = min(self.saved + seconds, MOST_SAVED * seconds)
        worlds = [seat.imagine(self._rng)]
        game = worlds[0].game
        mind = self._minds.get(game.slug)
        if mind is None:
            raise SetupError(f"the tree search does not know {game.title}")
        if game.hidden:
            worlds += [seat.imagine(self._rng) for _ in range(OPINIONS - 1)]
        question = self._question(seat, mind)
        budget = Budget(self.saved * self._share(question, mind), self._strength.rounds)
        answers = len(MOODS) if question == MOOD else min(len(options), FEWEST)
        is_cheap = self._is_cheap(question, answers, budget)
        if question == MOOD:
            moods = MOODS.values() if is_cheap else (self._mood,)
            field = [ranked(mind, seat, worlds, options, mood)[0] for mood in moods]
        else:
            field = ranked(mind, seat, worlds, options, PLAIN)
        plan = field[0]
        if is_cheap:
            plan = self._raced(mind, seat, worlds[0], field, question, budget)
        self._mood = plan.mood
        self.saved -= process_time() - began
        return plan.option

    def _question(self, seat: Seat[Any], mind: Mind) -> str:
        """What there is to think about: what is asked, or in which mood to go on."""
        if mind.horizon.is_wide:
            return MOOD
        return "" if seat.decision is None else seat.decision.prompt

    def _share(self, question: str, mind: Mind) -> float:
        """How much of its time it may cost."""
        return PLAN if question == MOOD or question in mind.horizon.plans else DETAIL

    def _raced(
        self,
        mind: Mind,
        seat: Seat[Any],
        world: Match[Any],
        field: list[Plan],
        question: str,
        budget: Budget,
    ) -> Plan:
        """The plan that wins the race, and what it cost to try one."""
        others = []
        processes = self._strength.processes
        if processes > 1 and can_help(world):
            others = send(world, seat.side, field, self._rng, budget, processes - 1)
        start = process_time()
        table = race(mind, seat, field, self._rng, budget)
        tries = sum(map(len, table.values()))
        self._prices[question] = (process_time() - start) / max(tries, 1)
        tables = [table, *[other.result() for other in others]]
        return verdict(field, tables, mind.horizon.blur)

    def _is_cheap(self, question: str, answers: int, budget: Budget) -> bool:
        """Whether a race is worth beginning, by what the last one about such a question cost."""
        price = self._prices.get(question, 0.0)
        if budget.room(price) >= answers:
            return True
        self._prices[question] = price * FORGET
        return False


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
