"""The race between lines: those clearly worse drop out, children of the better take their places.

Each round imagines one world, with an enemy in one of his postures, and every line in the race is
followed in a twin of it: the same hidden things, the same enemy, the same luck, and once more with
all dice turned round. The first line is the baseline and stays to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import AnySeat

from .budget import FEWEST, FIRST_LOOK, MOST, Budget, Clock
from .common_dice import CommonDice, CommonThrows
from .line import Answer, Line, Moment, child
from .tally import End, Record, Table, is_clear, survivors
from .utility import Utility, chances, reasons
from .walk import Led, Walked, drawn_leaders, follow

BREEDING = 0.6  # the part of the time in which children are born; then the best are compared
PARENTS = 4  # lines that are kept to have children
WAITING = 0.5  # how often one of the first generation that waits goes before a child
ENOUGH = 12  # rounds after which a race may end because nothing new was better
TRIES = 4  # to make a child that is none of the lines before it

Way = tuple[tuple[Answer, ...], float]
"""What a side did in its turn, and what that came to."""

Told = Callable[[float], None]
"""Is told from time to time how much of the time is gone."""


def race(
    mind: Mind,
    seat: AnySeat,
    field: list[Line],
    rng: Random,
    budget: Budget,
    *,
    breeding: float = BREEDING,
    told: Told | None = None,
) -> Table:
    """Try lines in world after world until one is clear, or time is up."""
    return _Race(mind, seat, field, rng).run(budget, breeding, told)


class _Race:
    def __init__(self, mind: Mind, seat: AnySeat, field: list[Line], rng: Random) -> None:
        self._mind = mind
        self._seat = seat
        self._rng = rng
        self._stopping = mind.horizon.stopping
        self._running = field[:MOST]
        self._waiting = field[MOST:]
        self._table: Table = {line: Record() for line in field}
        self._moments: dict[Line, list[Moment]] = {}
        self._utility: Utility | None = None

    def run(self, budget: Budget, breeding: float, told: Told | None) -> Table:
        clock = Clock(budget)
        rounds, width = 0, MOST
        while len(self._running) > 1 and clock.share(rounds) < 1:
            world = self._seat.imagine(self._rng)
            side = self._seat.side
            if self._utility is None:
                self._utility = Utility(self._mind, world, side)
            led = drawn_leaders(self._mind, world, side, self._rng)
            assert world.dice is not None
            luck = CommonDice(world.dice)
            ways: set[Way] = set()
            for line in self._running[:]:
                if line not in self._running:
                    break  # there is no time for so many
                self._try(line, world, luck, led, rounds, ways)
                if not rounds and line == self._running[0]:
                    width = max(clock.room(), FEWEST)
                    self._waiting = self._running[width:] + self._waiting
                    del self._running[width:]
                if clock.share(rounds) >= 1:
                    return self._table
            rounds += 1
            if told is not None:
                told(min(clock.share(rounds), 1.0))
            if rounds % FIRST_LOOK == 0:
                self._running = survivors(self._running, self._table, self._stopping)
                is_late = clock.share(rounds) >= breeding
                if (is_late or rounds >= ENOUGH) and self._is_clear():
                    break
                if not is_late:
                    self._breed(width)
        return self._table

    def _try(
        self,
        line: Line,
        world: AnyMatch,
        luck: CommonDice,
        led: Led,
        number: int,
        ways: set[Way],
    ) -> None:
        """Follow a line with the luck of a world, and with the opposite; of lines that make the
        same moves, in whatever order, only the first stays.
        """
        is_new = line not in self._moments
        ends = []
        for is_turned in (False, True):
            twin = world.clone()
            twin.dice = CommonThrows(luck, twin, is_turned=is_turned)
            walked = follow(
                self._mind, twin, self._seat.side, line, led, notes=is_new and not is_turned
            )
            twin.dice = None  # or the two would keep each other alive
            ends.append(self._end(twin, walked))
            if not is_turned:
                way = tuple(sorted(walked.moves)), ends[0].value
                if way in ways and is_new:
                    self._running.remove(line)
                    return
                ways.add(way)
                if is_new:
                    self._moments[line] = walked.moments
                    self._table[line].moves = walked.moves
        self._table[line].ends[number] = _mean(ends)

    def _end(self, world: AnyMatch, walked: Walked) -> End:
        assert self._utility is not None
        side = self._seat.side
        chance = chances(self._mind, world)[side]
        is_alone = len(world.game.sides) == 1
        told = walked.reasons if is_alone else reasons(self._mind, world, side)
        return End(self._utility(world, chance), chance, told)

    def _is_clear(self) -> bool:
        return not self._waiting and is_clear(self._running, self._table, self._stopping)

    def _breed(self, width: int) -> None:
        """Fill up with those that wait, and with children of the better ones."""
        del self._running[PARENTS:]
        parents = [line for line in self._running if self._moments.get(line)]
        for _ in range(TRIES * (width - len(self._running))):
            if len(self._running) >= width:
                return
            if self._waiting and (not parents or self._rng.random() < WAITING):
                self._running.append(self._waiting.pop(0))
                continue
            if not parents:
                return
            parent = parents[min(int(self._rng.expovariate(1.0)), len(parents) - 1)]
            born = child(parent, self._moments[parent], self._rng)
            if born not in self._table:
                self._table[born] = Record()
                self._running.append(born)


def _mean(ends: list[End]) -> End:
    """Of both ways that luck went; reasons are told if both were still open."""
    told: dict[str, float] | None = None
    both = [end.reasons for end in ends if end.reasons is not None]
    if len(both) == len(ends):
        told = {name: sum([each[name] for each in both]) / len(both) for name in both[0]}
    return End(
        sum([end.value for end in ends]) / len(ends),
        sum([end.chance for end in ends]) / len(ends),
        told,
    )
