"""12 Supply Lines: highway, Supply Chains, battle hexsides, Raiders.

One closure from a Source answers for all hexes of a side at once. It is worked out again only
when something has moved.
"""

from __future__ import annotations

from khamsin.games.rommel.model.legs import Leg
from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import held, holds

_REMEMBERED = 3_000  # open highways, the same in many positions


class Ground:
    """12.2.d, 12.5.a, R12 Through which hexes and hexsides the lines of a side may run."""

    __slots__ = ("blocked", "free", "solid")

    def __init__(self, g: State, side: int) -> None:
        pack = g.pack
        enemy = holds(g, 1 - side)
        own = holds(g, side)
        defender, crossed = g.defender, g.crossed
        free = self.free = bytearray(b"\1" * pack.size)
        """Hexes that a line may run through."""
        solid = self.solid = bytearray(pack.size)
        """12.4.c, 12.4.s2, 12.1.a, 15.1.f, R11 Hexes with an own block that may link."""
        blocked = self.blocked = bytearray(len(pack.limit))
        """1.2.s1, 8.1.a-8.1.c Hexsides of battles that are the enemy's."""
        for place in held(g, 1 - side):
            if enemy[place] == 2 and not own[place]:
                free[place] = 0
        if max(defender) != NOBODY:
            for place, owner in enumerate(defender):
                if owner == NOBODY:
                    continue
                mine = owner == side
                free[place] = mine
                for edge in pack.edges_of[place]:
                    if crossed[edge] != side and not (mine and crossed[edge] == NOBODY):
                        blocked[edge] = 1
        for place in held(g, side):
            if own[place] == 2 and free[place]:
                for block in g.here[side][place]:
                    if not g.disrupted[block] and not g.raider[block]:
                        solid[place] = 1
                        break

    def lets(self, leg: Leg) -> bool:
        """Whether a line may run along this leg up to its end."""
        for edge in leg.edges:
            if self.blocked[edge]:
                return False
        return all(self.free[place] for place in leg.between)


def _bits(flags: bytearray, flag: int) -> int:
    """Where these flags are so, as bits."""
    found = 0
    at = flags.find(flag)
    while at >= 0:
        found |= 1 << at
        at = flags.find(flag, at + 1)
    return found


class Lines:
    """A1 What one Source supplies: the highway, the hexes of blocks, and those that link.

    Also 12.0.b, 12.2.a-12.2.c.
    """

    __slots__ = (
        "_pattern", "_shut", "_shut_sides", "borne", "ground", "highway", "line", "link", "passed",
        "source", "supplied",
    )  # fmt: skip

    def __init__(self, g: State, side: int, source: int, passed: int = 0) -> None:
        pack = g.pack
        ground = self.ground = ground_of(g, side)
        self.source = source
        self.passed = passed
        """The hexes, as bits, that a line has come from: it does not come back (12.4.s2)."""
        self._shut = _bits(ground.free, 0) | passed
        self._shut_sides = _bits(ground.blocked, 1)
        highway = self.highway = bytearray(pack.size)
        link = self.link = bytearray(pack.size)
        supplied = self.supplied = bytearray(pack.size)
        self.line = [0] * pack.size
        """One line home from every hex of highway and every link, as bits; 0 if that which was
        found comes to a hex twice."""
        self.borne = 0
        """The hexes that lie on a line of another, as bits; all, if some line is not known."""
        if ground.free[source] and not passed >> source & 1 and is_own_source(g, side, source):
            self._spread_from_source(pack)
        waiting = held(g, side)
        if passed:
            waiting = [place for place in waiting if not passed >> place & 1]
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
                    self._bear(line, place)
                    if pack.highway[place] and not highway[place]:
                        self._spread(pack.highway, place, line)
            waiting = rest
        self._pattern = b""

    def _spread_from_source(self, pack: Pack) -> None:
        """12.3 The highway that is open from the Source on, found once for what bars it."""
        shut, shut_sides = self._shut & pack.highway_bits, self._shut_sides & pack.highway_sides
        key = (self.source, shut, shut_sides)
        known = pack.floods.get(key)
        if known is None:
            self._spread(pack.highway, self.source, 1 << self.source)
            if len(pack.floods) > _REMEMBERED:
                pack.floods.clear()
            pack.floods[key] = (bytes(self.highway), tuple(self.line), self.borne)
            return
        highway, line, self.borne = known
        self.highway[:] = highway
        self.line[:] = line

    def _bear(self, line: int, place: int) -> None:
        self.borne |= line & ~(1 << place) if line else -1

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
        lines, passed = self.line, self.passed
        highway[start] = 1
        lines[start] = line
        self._bear(line, start)
        ahead = [start]
        while ahead:
            here = ahead.pop()
            line = lines[here]
            for there, edge in roads[here]:
                if highway[there] or not free[there] or blocked[edge] or passed >> there & 1:
                    continue
                highway[there] = 1
                lines[there] = line | 1 << there if line and not line >> there & 1 else 0
                ahead.append(there)
                self.borne |= line if lines[there] else -1

    def leads(self, leg: Leg) -> bool:
        """12.4.a Whether a line may run along this leg, and its end is supplied or a link."""
        if not self.highway[leg.end] and not self.link[leg.end]:
            return False
        return not (leg.passed & self._shut or leg.sides & self._shut_sides)

    def line_from(self, legs: tuple[Leg, ...], place: int) -> int | None:
        """12.4.a, 12.4.s3 A line of a block here, as bits: along the highway, or a leg to a link.

        None if it has no line.
        """
        if self.highway[place]:
            return self.line[place]
        found: int | None = None
        highway, link = self.highway, self.link
        shut, shut_sides = self._shut, self._shut_sides
        for leg in legs:
            end = leg.end
            if not (highway[end] or link[end]):
                continue
            if not (leg.passed & shut or leg.sides & shut_sides):
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


def lines_but(g: State, side: int, source: int, place: int) -> Lines:
    """12.4.s2 The lines of a side that do not come to this hex: all, if nobody's lies there."""
    lines = lines_of(g, side, source)
    return lines_of(g, side, source, 1 << place) if lines.borne >> place & 1 else lines


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
