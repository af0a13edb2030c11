"""12 Supply Lines: highway, Supply Chains, battle hexsides, Raiders.

One closure from a Source answers for all hexes of a side at once. It is worked out again only
when something has moved.
"""

from __future__ import annotations

from khamsin.games.rommel.model.legs import Leg
from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import holds


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

    __slots__ = ("_pattern", "ground", "highway", "line", "link", "passed", "source", "supplied")

    def __init__(self, g: State, side: int, source: int, passed: int = 0) -> None:
        pack = g.pack
        ground = self.ground = ground_of(g, side)
        self.source = source
        self.passed = passed
        """The hexes, as bits, that a line has come from: it does not come back (12.4.s2)."""
        highway = self.highway = bytearray(pack.size)
        link = self.link = bytearray(pack.size)
        supplied = self.supplied = bytearray(pack.size)
        self.line = [0] * pack.size
        """One line home from every hex of highway and every link, as bits; 0 if that which was
        found comes to a hex twice."""
        if ground.free[source] and not passed >> source & 1 and is_own_source(g, side, source):
            self._spread(pack.highway, source, 1 << source)
        waiting = [
            place for place, held in enumerate(holds(g, side)) if held and not passed >> place & 1
        ]
        grows = True
        while grows and waiting:
            grows = False
            rest: list[int] = []
            for place in waiting:
                line = self.line_from(pack.legs[place], place)
                if line is None:
                    rest.append(place)
                    continue
                supplied[place] = 1
                if ground.solid[place]:
                    grows = True
                    link[place] = 1
                    self.line[place] = line
                    if pack.highway[place] and not highway[place]:
                        self._spread(pack.highway, place, line)
            waiting = rest
        self._pattern = b""

    def pattern(self) -> bytes:
        """What the highway looks like: open stretches, blocked hexsides."""
        if not self._pattern:
            self._pattern = bytes(self.highway) + bytes(self.ground.blocked)
        return self._pattern

    def _spread(
        self, roads: tuple[tuple[tuple[int, int], ...], ...], start: int, line: int
    ) -> None:
        """12.3 Follow the highway as far as it is open."""
        free, blocked, highway = self.ground.free, self.ground.blocked, self.highway
        highway[start] = 1
        self.line[start] = line
        ahead = [start]
        while ahead:
            here = ahead.pop()
            for there, edge in roads[here]:
                if highway[there] or not free[there] or blocked[edge] or self.passed >> there & 1:
                    continue
                highway[there] = 1
                line = self.line[here]
                self.line[there] = line | 1 << there if line and not line >> there & 1 else 0
                ahead.append(there)

    def leads(self, leg: Leg) -> bool:
        """12.4.a Whether a line may run along this leg, and its end is supplied or a link."""
        if not self.highway[leg.end] and not self.link[leg.end]:
            return False
        return not leg.passed & self.passed and self.ground.lets(leg)

    def line_from(self, legs: tuple[Leg, ...], place: int) -> int | None:
        """12.4.a, 12.4.s3 A line of a block here, as bits: along the highway, or a leg to a link.

        None if it has no line.
        """
        if self.highway[place]:
            return self.line[place]
        found: int | None = None
        for leg in legs:
            if self.leads(leg):
                line, hexes = self.line[leg.end], leg.passed | 1 << place
                if line and not line & hexes:
                    return line | hexes
                found = 0
        return found

    def reaches(self, legs: tuple[Leg, ...], place: int) -> bool:
        """12.4.a Whether a block here would have a line."""
        return self.line_from(legs, place) is not None


def is_own_source(g: State, side: int, source: int) -> bool:
    """12.0.b, 13.4.a A Fortress that the enemy has taken is no friendly Source."""
    fortress = g.pack.fortress_at[source]
    return fortress < 0 or g.holder[fortress] == side


def ground_of(g: State, side: int) -> Ground:
    """Where the lines of a side may run now."""
    key = ("ground", side)
    ground: Ground | None = g.cache.get(key)
    if ground is None:
        ground = g.cache[key] = Ground(g, side)
    return ground


def lines_of(g: State, side: int, source: int | None = None, passed: int = 0) -> Lines:
    """The lines of a side from its Base, or from a Fortress of its own (13.3)."""
    if source is None:
        source = g.pack.base[side]
    key = ("lines", side, source, passed)
    lines: Lines | None = g.cache.get(key)
    if lines is None:
        lines = g.cache[key] = Lines(g, side, source, passed)
    return lines


def leads_home(g: State, side: int, lines: Lines, place: int, passed: int) -> bool:
    """12.4.s2 Whether a line goes on from here to the Source without coming back to such hexes."""
    line = lines.line[place]
    if line and not line & passed:
        return True
    rest = lines_of(g, side, lines.source, lines.passed | passed)
    if not rest.highway[place] and not rest.link[place]:
        return False
    return bool(rest.line[place]) or _goes_on(g, side, rest, place)


def _goes_on(g: State, side: int, lines: Lines, place: int) -> bool:
    """Whether any of the next hexes leads home; the line that was found comes to a hex twice."""
    here = 1 << place
    if lines.highway[place]:
        for there, edge in g.pack.highway[place]:
            is_open = lines.highway[there] and not lines.ground.blocked[edge]
            if is_open and leads_home(g, side, lines, there, here):
                return True
    return bool(lines.link[place]) and any(
        lines.leads(leg) and leads_home(g, side, lines, leg.end, here | leg.passed)
        for leg in g.pack.legs[place]
    )


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
