"""Where the enemy can be after one Move, as the greedy bot for Rommel in the Desert sees it."""

from __future__ import annotations

from functools import cached_property

from khamsin.games.rommel.model.pieces import AXIS, NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.movement.reach import FORCED_MARCH, speeds_needed
from khamsin.kernel.mind.posture import PLAIN, Posture

OTHERS = 0.2  # how much counts of the enemies who would have to come by another Move
RECOVERS = 0.7  # how much of a Disrupted block may be back in its next turn
DUMMIES = 1 / 3  # of the cards (intro.i)
LATER = 0.4  # how much an enemy without cards is feared: he will draw some next month
WEAK = 4.0  # times as much as stands in a hex takes it at one blow
SPEEDS = 6  # more than the fastest block has, Rommel with it


class Foes:
    """The enemies from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        self.g = g
        self.side = side
        self.enemy = 1 - side
        self.posture = posture
        self.means = posture.dangers * max(1.0 - DUMMIES ** sum(g.hand[self.enemy]), LATER)
        """How likely it is that the enemy can pay for a Move before our next turn, or soon."""

        self.forced: set[int] = set()
        """Hexes to which a Forced March may bring an enemy, once `marches` has been asked."""

    @cached_property
    def stacks(self) -> tuple[list[tuple[int, tuple[int, ...]]], ...]:
        """Of both sides: the hexes in which blocks stand, and the blocks."""
        size = self.g.pack.size
        return tuple(
            [(place, blocks) for place, blocks in enumerate(row[:size]) if blocks]
            for row in self.g.here
        )

    @cached_property
    def marches(self) -> dict[int, dict[int, float]]:
        """By the hex from which enemies may come: the CV that a Move brings to each other hex."""
        g = self.g
        bonus = g.pack.numbers.rommel_bonus if self.enemy == AXIS and g.scenario.rommel_bonus else 0
        found: dict[int, dict[int, float]] = {}
        self.forced.clear()
        for place, blocks in self.stacks[self.enemy]:
            is_battle = bool(g.here[self.side][place])
            by_speed = [0.0] * SPEEDS
            for block in blocks:
                if not g.disrupted[block]:
                    by_speed[g.speeds[block] + bonus] += g.cv[block]
                elif not is_battle:
                    by_speed[g.speeds[block] + bonus] += g.cv[block] * RECOVERS
            for speed in reversed(range(SPEEDS - 1)):
                by_speed[speed] += by_speed[speed + 1]
            if not by_speed[0]:
                continue
            group = found[place] = {place: by_speed[0]}
            if is_battle:  # if we give way he follows
                steps = g.pack.board.distances(place)
                for to in g.pack.board.within(place, SPEEDS - 1):
                    group[to] = by_speed[max(steps[to] - 1, 0)]
            for to, _, need in speeds_needed(g, self.enemy, place):
                if need < SPEEDS and by_speed[max(need, 0)] > group.get(to, 0.0):
                    group[to] = by_speed[max(need, 0)]
                elif 0 < need <= SPEEDS and by_speed[need - FORCED_MARCH]:
                    self.forced.add(to)
        return found

    @cached_property
    def threat(self) -> list[float]:
        """The enemy CV that could come to each hex in a turn: his best Move, some of the rest."""
        most, coming = [0.0] * self.g.pack.size, [0.0] * self.g.pack.size
        for group in self.marches.values():
            for to, cv in group.items():
                most[to] = max(most[to], cv)
                coming[to] += cv
        return [one + OTHERS * (all_ - one) for one, all_ in zip(most, coming, strict=True)]

    def is_reached(self, place: int, but: int) -> bool:
        """Whether enemies could come to a hex who are in no battle, nor in this one hex."""
        return any(
            group.get(place) and start != but and not self.g.here[self.side][start]
            for start, group in self.marches.items()
        )

    def raided(self, but: int = NOBODY) -> bytearray:
        """Hexes that the enemy could have after one Move: nobody of ours is there, or too few.

        Those who are in a battle, or stand in one hex that is left out, do not come.
        """
        g = self.g
        found = bytearray(g.pack.size)
        for start, group in self.marches.items():
            if start != but and not g.here[self.side][start]:
                for to, cv in group.items():
                    if cv and cv >= WEAK * self.friends[to]:
                        found[to] = 1
        return found

    @cached_property
    def friends(self) -> list[float]:
        """The able own CV in each hex."""
        g = self.g
        found = [0.0] * g.pack.size
        for place, blocks in self.stacks[self.side]:
            found[place] = float(sum(g.cv[block] for block in blocks if not g.disrupted[block]))
        return found
