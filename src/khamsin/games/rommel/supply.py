"""12 Supply Lines: highway, Supply Chains, battle hexsides, Raiders.

One closure from a Source answers for all hexes of a side at once. It is worked out again only
when something has moved.
"""

from __future__ import annotations

from .blocks import holds
from .legs import Leg
from .pieces import NOBODY
from .state import State


class Ground:
    """12.2.d, 12.5.a, R12 Through which hexes and hexsides the lines of a side may run."""

    __slots__ = ("blocked", "free", "solid")

    def __init__(self, g: State, side: int) -> None:
        pack = g.pack
        own, enemy = holds(g, side), holds(g, 1 - side)
        defender, crossed = g.defender, g.crossed
        self.free = bytearray(pack.size)
        """Hexes that a line may run through."""
        self.solid = bytearray(pack.size)
        """12.4.c, 12.4.s2, 12.1.a, 15.1.f, R11 Hexes with an own block that may link."""
        self.blocked = bytearray(len(pack.limit))
        """1.2.s1, 8.1.a-8.1.c Hexsides of battles that are the enemy's."""
        for place in range(pack.size):
            if defender[place] != NOBODY:
                mine = defender[place] == side
                for edge in pack.edges_of[place]:
                    if crossed[edge] != side and not (mine and crossed[edge] == NOBODY):
                        self.blocked[edge] = 1
                if not mine:
                    continue
            elif enemy[place] == 2 and not own[place]:
                continue
            self.free[place] = 1
            if own[place] == 2:
                self.solid[place] = any(
                    not g.disrupted[block] and not g.raider[block] for block in g.here[side][place]
                )

    def lets(self, leg: Leg) -> bool:
        """Whether a line may run along this leg up to its end."""
        for edge in leg.edges:
            if self.blocked[edge]:
                return False
        return all(self.free[place] for place in leg.between)


class Lines:
    """A1 What one Source supplies: the highway, the hexes of blocks, and those that link.

    Also 12.0.b, 12.2.a-12.2.c.
    """

    __slots__ = ("_pattern", "ground", "highway", "link", "source", "supplied")

    def __init__(self, g: State, side: int, source: int, without: int = NOBODY) -> None:
        pack = g.pack
        ground = self.ground = ground_of(g, side)
        self.source = source
        highway = self.highway = bytearray(pack.size)
        link = self.link = bytearray(pack.size)
        supplied = self.supplied = bytearray(pack.size)
        if source != without and ground.free[source]:
            self._spread(pack.highway, source, without)
        waiting = [place for place, held in enumerate(holds(g, side)) if held and place != without]
        grows = True
        while grows and waiting:
            grows = False
            rest: list[int] = []
            for place in waiting:
                if not self.reaches(pack.legs[place], place):
                    rest.append(place)
                    continue
                supplied[place] = 1
                if ground.solid[place]:
                    grows = True
                    link[place] = 1
                    if pack.highway[place] and not highway[place]:
                        self._spread(pack.highway, place, without)
            waiting = rest
        self._pattern = b""

    def pattern(self) -> bytes:
        """What the highway looks like: open stretches, blocked hexsides, blocks that link."""
        if not self._pattern:
            self._pattern = bytes(self.highway) + bytes(self.ground.blocked) + bytes(self.link)
        return self._pattern

    def _spread(
        self,
        roads: tuple[tuple[tuple[int, int], ...], ...],
        start: int,
        without: int = NOBODY,
    ) -> None:
        """12.3 Follow the highway as far as it is open."""
        free, blocked, highway = self.ground.free, self.ground.blocked, self.highway
        highway[start] = 1
        ahead = [start]
        while ahead:
            for there, edge in roads[ahead.pop()]:
                if free[there] and not highway[there] and not blocked[edge] and there != without:
                    highway[there] = 1
                    ahead.append(there)

    def reaches(self, legs: tuple[Leg, ...], place: int) -> bool:
        """12.4.a Whether a block here would have a line: on supplied highway, or a leg to a link.

        Also 12.4.s3.
        """
        highway, link = self.highway, self.link
        if highway[place]:
            return True
        for leg in legs:
            end = leg.end
            if (highway[end] or link[end]) and self.ground.lets(leg):
                return True
        return False


def ground_of(g: State, side: int) -> Ground:
    """Where the lines of a side may run now."""
    key = ("ground", side)
    ground: Ground | None = g.cache.get(key)
    if ground is None:
        ground = g.cache[key] = Ground(g, side)
    return ground


def lines_of(g: State, side: int, source: int | None = None, without: int = NOBODY) -> Lines:
    """The lines of a side from its Base, or from a Fortress of its own (13.3)."""
    if source is None:
        source = g.pack.base[side]
    key = ("lines", side, source, without)
    lines: Lines | None = g.cache.get(key)
    if lines is None:
        lines = g.cache[key] = Lines(g, side, source, without)
    return lines


def could_supply(g: State, side: int, place: int) -> bool:
    """R19 Whether a block that came here would have a line from its Base."""
    lines = lines_of(g, side)
    if not lines.ground.free[place]:
        return False
    return lines.reaches(g.pack.legs[place], place)


def has_line(g: State, block: int) -> bool:
    """12.2, 13.3.c Whether the block has a Supply Line: to its Base, or to its Fortress alone."""
    if g.raider[block]:
        return False
    place, bound = g.place[block], g.bound[block]
    side = g.pack.side_of[block]
    if place >= g.pack.size:
        return True  # waiting behind the Base
    if bound != NOBODY and g.pack.fortress_at[bound] >= 0:
        return bool(lines_of(g, side, bound).supplied[place])
    return bool(lines_of(g, side).supplied[place])


def is_supplied(g: State, block: int) -> bool:
    """12.0.a A line, or the Oasis that the block is bound to (15.1)."""
    if has_line(g, block):
        return True
    bound = g.bound[block]
    return bound != NOBODY and bound == g.place[block] and bound in g.pack.oases
