"""How the greedy bot for Rommel in the Desert cuts a road that one block alone does not cut.

Two roads lead to most places. A ring is the fewest hexes in which blocks of one Move, or of two,
would leave enemies without a supply line.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.rules.cards import PASS
from khamsin.games.rommel.rules.movement.moves import moves_allowed
from khamsin.games.rommel.rules.supply.lines import lines_of

from .appraisal import Ground
from .foes import DUMMIES
from .roads import CUT_FAST

RING = 0.35  # what a ring is worth, for each CV in it
RING_MOST = 9.0
WORTHWHILE = 6.0  # CV in it, or nobody goes
LARGEST = 3  # hexes
GROUPS = 5  # hexes with own blocks of which two may close a ring together


class Ring(NamedTuple):
    """A way to cut off enemies."""

    starts: tuple[int, ...]
    hexes: frozenset[int]
    worth: float


NO_RING = Ring((), frozenset(), 0.0)


class Noose(Ground):
    """Rings around the enemy."""

    @cached_property
    def helpless(self) -> float:
        """How likely it is that the enemy has no real card to come to the help of his own."""
        return DUMMIES ** sum(self.g.hand[self.enemy])

    def ring_from(self, starts: tuple[int, ...]) -> Ring:
        """The ring that those who can still move can close from these hexes."""
        known = self._rings.get(starts)
        if known is None:
            known = self._rings[starts] = self._find(starts)
        return known

    @cached_property
    def _rings(self) -> dict[tuple[int, ...], Ring]:
        """What is known of `ring_from`."""
        return {}

    def _find(self, starts: tuple[int, ...]) -> Ring:
        g = self.g
        blocks = [b for b in self.ready if g.place[b] in starts and not g.unsupplied[b]]
        if len(blocks) < 2:
            return NO_RING
        reached = {place for b in blocks for place, via in self.ways[b] if via == NOBODY}
        places = [place for place in self.enemy_road if place in reached]
        if len(places) < 2:
            return NO_RING
        before = self.starving_if([])
        all_of_them = self.starving_if(places) - before
        if all_of_them < WORTHWHILE:
            return NO_RING
        places.sort(key=lambda place: self.threat[place])
        needed = before + 0.9 * all_of_them
        hexes = _fewest([], places, lambda chosen: self.starving_if(chosen) >= needed)
        if not 2 <= len(hexes) <= min(LARGEST, len(blocks)):
            return NO_RING
        if not _can_fill(hexes, [{p for p, via in self.ways[b] if via == NOBODY} for b in blocks]):
            return NO_RING
        worth = min(RING * all_of_them, RING_MOST) * (1.0 + CUT_FAST * self.helpless)
        return Ring(starts, frozenset(hexes), worth)

    @cached_property
    def enemy_road(self) -> list[int]:
        """Empty hexes over which the enemy's lines run: his highway, and the legs of his chains."""
        g, lines = self.g, lines_of(self.g, self.enemy)
        bits = 0
        for place, _ in self.stacks[self.enemy]:
            if lines.supplied[place] and not lines.highway[place]:
                for leg in g.pack.legs[place]:
                    if lines.leads(leg):
                        bits |= leg.passed
        return [
            place
            for place in range(g.pack.size)
            if (lines.highway[place] or bits >> place & 1) and not g.here[self.enemy][place]
        ]

    def starving_if(self, hexes: list[int]) -> float:
        """The enemy CV without supply if we stood in these hexes as well."""
        if not hexes:
            return self._without(self.enemy, lines_of(self.g, self.enemy))
        lines = lines_of(self.g, self.enemy)
        ground = copy(lines.ground)
        ground.free, ground.solid = ground.free[:], ground.solid[:]
        for place in hexes:
            ground.free[place] = ground.solid[place] = 0
        return self._without(self.enemy, self._lines_on(ground, self.enemy))

    @cached_property
    def ring(self) -> Ring:
        """The best ring that one Move can close."""
        starts = dict.fromkeys(self.g.place[block] for block in self.ready)
        return max([self.ring_from((start,)) for start in starts], key=_worth, default=NO_RING)

    @cached_property
    def wide_ring(self) -> Ring:
        """The best that two can close, if one cannot do as well."""
        starts = sorted(self.mobile)
        found = [self.ring_from(pair) for pair in combinations(starts, 2)]
        return max([self.ring, *found], key=_worth)

    def in_ring(self, block: int, place: int) -> float:
        """What a block adds by standing here: its share of the ring that is being closed."""
        ring = self.planned_ring
        if place not in ring.hexes or self.g.place[block] not in ring.starts:
            return 0.0
        return 0.0 if self.friends[place] else ring.worth / len(ring.hexes)

    @cached_property
    def planned_ring(self) -> Ring:
        """The ring that the Moves of this turn can close, those that have been named among them."""
        g = self.g
        if g.option == PASS or not g.option:
            return NO_RING
        named = tuple(sorted(place for place, to in g.moves if to == NOBODY))
        more = moves_allowed(g) - len(g.moves)
        if not named:
            return self.wide_ring if more > 1 else self.ring if more else NO_RING
        found = [self.ring_from(named)]
        if more:
            found += [self.ring_from(tuple(sorted({*named, at}))) for at in self.mobile]
        return max(found, key=_worth)

    @cached_property
    def mobile(self) -> list[int]:
        """The hexes from which most can move."""
        count: dict[int, int] = {}
        for block in self.ready:
            place = self.g.place[block]
            count[place] = count.get(place, 0) + self.g.speeds[block]
        return sorted(count, key=lambda place: -count[place])[:GROUPS]


def _worth(ring: Ring) -> float:
    return ring.worth


def _fewest(
    chosen: list[int], places: list[int], is_enough: Callable[[list[int]], bool]
) -> list[int]:
    """Hexes that are all needed, besides those chosen, and enough together; the first preferred."""
    if chosen and is_enough(chosen):
        return []
    if len(places) == 1:
        return places
    half = len(places) // 2
    first, second = places[:half], places[half:]
    late = _fewest(chosen + first, second, is_enough)
    return _fewest(chosen + late, first, is_enough) + late


def _can_fill(hexes: list[int], reaches: list[set[int]]) -> bool:
    """Whether each hex can get a block of its own."""
    if not hexes:
        return True
    first, *rest = hexes
    return any(
        first in reach and _can_fill(rest, reaches[:at] + reaches[at + 1 :])
        for at, reach in enumerate(reaches)
    )
