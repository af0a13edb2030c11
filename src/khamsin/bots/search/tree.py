"""The player who thinks ahead: Monte Carlo tree search over imagined worlds.

It never sees the truth: all it knows comes from `seat.imagine`. The answers to the question at
hand race against each other in the same worlds (`race`); below them grows a tree, and beyond
it the greedy judgement plays on until the enemy has replied, where the game's evaluation says who
stands better (`walk`). An answer other than the greedy one is given only if it
has been seen to be better.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any, NamedTuple

from khamsin.kernel.errors import SetupError
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.mind.posture import Posture
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat

from .crew import can_help, send
from .race import FEWEST, OPINIONS, Budget, Plan, Table, compared, race, ranked, verdict

LEVELS = {"recruit": 0.2, "veteran": 1.0, "field_marshal": 5.0}
"""Seconds for each decision, by the name of the level."""

SAVED = 4.0  # decisions' worth of time that a bot begins with,
MOST_SAVED = 40.0  # the most it keeps,
PLAN = 0.4  # the part of it that a plan may cost,
DETAIL = 0.06  # any other decision,
POSTURES = 0.8  # and the question in which posture to go on, where that is what there is to decide
POSTURE = "posture"
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

    def __init__(self, rng: Random, strength: Strength, mind: Mind | None = None) -> None:
        self._rng = rng
        self._strength = strength
        self._mind = mind
        """What it knows instead of the game's own mind."""
        self.saved = SAVED * strength.seconds
        """Seconds that it may still spend."""
        self._prices: dict[str, float] = {}
        """What it last cost to try one answer to a question, in seconds."""
        self._posture: Posture | None = None
        """In which it leads its side now, once it has thought about it."""
        self._standing: dict[Posture, float] = {}
        """By how much each posture was better than the first of them when it last raced."""
        self._moment = -1
        """How often the clock had ticked when postures last raced."""

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
        mind = self._mind or game.mind()
        if mind is None:
            raise SetupError(f"the tree search does not know {game.title}")
        if game.rules.hidden:
            worlds += [seat.imagine(self._rng) for _ in range(OPINIONS - 1)]
        think = self._answer if mind.horizon.leading is None else self._in_posture
        plan = think(mind, seat, worlds, options)
        self.saved -= process_time() - began
        return plan.option

    def _answer(
        self, mind: Mind, seat: Seat[Any], worlds: list[Match[Any]], options: list[Option]
    ) -> Plan:
        """The answer that wins the race, if there is time for one."""
        question = "" if seat.decision is None else seat.decision.prompt
        share = PLAN if question in mind.horizon.plans else DETAIL
        budget = Budget(self.saved * share, self._strength.rounds)
        field = ranked(mind, seat, worlds, options, mind.horizon.posture)
        if not self._is_cheap(question, min(len(options), FEWEST), budget):
            return field[0]
        tables = self._tables(mind, seat, worlds[0], field, question, budget)
        return verdict(field, tables, mind.horizon.stopping)

    def _in_posture(
        self, mind: Mind, seat: Seat[Any], worlds: list[Match[Any]], options: list[Option]
    ) -> Plan:
        """What the posture says that won the last race; there is one whenever the clock goes on."""
        world, horizon = worlds[0], mind.horizon
        assert horizon.leading is not None
        question = "" if seat.decision is None else seat.decision.prompt
        postures = horizon.leading.postures(world.state, seat.side)
        moment = sum([event.kind == horizon.leading.event for _, event in world.events])
        if moment != self._moment and question in horizon.plans:
            self._moment = moment
            budget = Budget(self.saved * POSTURES, self._strength.rounds)
            if self._is_cheap(POSTURE, FEWEST, budget):
                field = [
                    ranked(mind, seat, worlds, options, posture)[0]
                    for posture in self._in_order(postures)
                ]
                tables = self._tables(mind, seat, world, field, POSTURE, budget)
                for plan in field:
                    if tables[0][plan]:
                        pair = tables[0][plan], tables[0][field[0]]
                        self._standing[plan.posture], _ = compared(*pair, horizon.stopping)
                self._posture = verdict(field, tables, horizon.stopping).posture
        return ranked(mind, seat, worlds, options, self._posture or postures[0])[0]

    def _in_order(self, postures: tuple[Posture, ...]) -> list[Posture]:
        """The first posture, then those that did well when they last raced: time may be short."""
        first, *others = postures
        return [first, *sorted(others, key=lambda posture: -self._standing.get(posture, 0.0))]

    def _tables(
        self,
        mind: Mind,
        seat: Seat[Any],
        world: Match[Any],
        field: list[Plan],
        question: str,
        budget: Budget,
    ) -> list[Table]:
        """Let the plans race, in every process; and remember what it cost to try one."""
        others = []
        processes = self._strength.processes
        if processes > 1 and can_help(world):
            others = send(world, seat.side, field, self._rng, budget, processes - 1)
        start = process_time()
        table = race(mind, seat, field, self._rng, budget)
        tries = sum(map(len, table.values()))
        self._prices[question] = (process_time() - start) / max(tries, 1)
        return [table, *[other.result() for other in others]]

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
