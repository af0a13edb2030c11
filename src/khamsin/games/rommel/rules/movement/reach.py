"""6 Movement of blocks: how far each can go, on which roads, where it Engages."""

from __future__ import annotations

from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import AXIS, HIGHWAY, NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import foes, put
from khamsin.games.rommel.rules.supply.lines import ground_of
from khamsin.kernel.play.state import changed

from .engagement import engage

FAR = 99  # more hexes than any block can move
FORCED_MARCH = 1  # hexes beyond the full range (6.4)
_REMEMBERED = 3_000  # what is reached from a hex, the same in many positions

Row = list[int]
"""The fewest hexes to a place, by the poorest road on the way: none, trail, track, highway."""


class Reach:
    """6.0.a, 6.2.a, 6.2.b, 6.2.s2 Every hex that can be reached from one hex at some speed."""

    __slots__ = ("_needed", "fights", "stops")

    def __init__(
        self, pack: Pack, start: int, speed: int, foes: int, shut: frozenset[int] | None
    ) -> None:
        """Enemies are in the hexes `foes`, as bits; `shut` are sides that a Retreat cannot take."""
        self.stops: dict[int, Row] = {}
        """Friendly and empty hexes."""
        self.fights: dict[tuple[int, int], Row] = {}
        """7.0 Hexes with enemies, and the hex from which they are entered."""
        self._needed: list[tuple[int, int, int]] | None = None
        most = [speed + bonus for bonus in pack.numbers.bonus]
        stops, fights = self.stops, self.fights
        known = [0] * pack.size
        """By hex, the road classes by which it has been reached, as bits."""
        known[start] = 1 << HIGHWAY
        frontier = [(start, HIGHWAY)]
        taken = 0
        while frontier:
            taken += 1
            ahead: list[tuple[int, int]] = []
            for here, road in frontier:
                for there, edge, kind in pack.steps[here]:
                    poorest = min(road, kind)
                    if taken > most[poorest]:
                        continue
                    if foes >> there & 1:
                        if shut is None:
                            row = fights.get((there, here))
                            if row is None:
                                row = fights[there, here] = [FAR, FAR, FAR, FAR]
                            row[poorest] = min(row[poorest], taken)
                        continue
                    if known[there] >> poorest:
                        continue  # by a road as good, and no later
                    if shut is not None and here == start and edge in shut:
                        continue
                    if not known[there]:
                        stops[there] = [FAR, FAR, FAR, FAR]
                    known[there] |= 1 << poorest
                    stops[there][poorest] = taken
                    ahead.append((there, poorest))
            frontier = ahead

    def needed(self, bonus: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """6.1, 6.2.b What it leads to: a hex, by way of which if it is Engaged, at which speed."""
        if self._needed is None:
            _, trail, track, highway = bonus
            found = [
                (place, NOBODY, min(a, b - trail, c - track, d - highway))
                for place, (a, b, c, d) in self.stops.items()
            ]
            found += [
                (place, via, min(a, b - trail, c - track, d - highway))
                for (place, via), (a, b, c, d) in self.fights.items()
            ]
            found.sort()
            self._needed = found
        return self._needed


def _reach(g: State, side: int, start: int, speed: int) -> Reach:
    """What can be reached, found once for the enemies that are near: the map never changes."""
    pack = g.pack
    if (start, speed) not in pack.areas:
        hexes = Reach(pack, start, speed, 0, None).stops
        pack.areas[start, speed] = sum(1 << place for place in hexes)
    held = foes(g, 1 - side)
    shut: frozenset[int] | None = None
    if held >> start & 1:
        blocked = ground_of(g, side).blocked
        shut = frozenset([edge for edge in pack.edges_of[start] if blocked[edge]])
    key = (start, speed, held & pack.areas[start, speed], shut)
    found: Reach | None = pack.reaches.get(key)
    if found is None:
        if len(pack.reaches) > _REMEMBERED:
            pack.reaches.clear()
        found = pack.reaches[key] = Reach(pack, start, speed, held, shut)
    return found


def reach(g: State, side: int, start: int) -> Reach:
    """What the fastest block in a hex can reach, worked out once for each position."""
    key = ("reach", side, start)
    found: Reach | None = g.cache.get(key)
    if found is None:
        speed = max([g.speeds[block] for block in g.here[side][start]], default=0)
        speed += FORCED_MARCH
        if side == AXIS and g.scenario.rommel_bonus:
            speed += g.pack.numbers.rommel_bonus
        found = g.cache[key] = _reach(g, side, start, speed)
    return found


def can_reach(g: State, start: int, to: int, via: int, speed: int) -> bool:
    """6.1 Whether a block of this speed goes from a hex to another; entering battle, by way of."""
    ways = _within(g, start, speed)
    row = ways.stops.get(to) if via == NOBODY else ways.fights.get((to, via))
    return row is not None and needed(g, row) <= speed


def _within(g: State, start: int, speed: int) -> Reach:
    key = ("within", start, speed)
    ways: Reach | None = g.cache.get(key)
    if ways is None:
        ways = g.cache[key] = _reach(g, g.active, start, speed)
    return ways


def needed(g: State, row: Row) -> int:
    """6.1, 6.2.b The speed that a way calls for, road bonus deducted."""
    bonus = g.pack.numbers.bonus
    return min(row[0], row[1] - bonus[1], row[2] - bonus[2], row[3] - bonus[3])


def speeds_needed(g: State, side: int, start: int) -> list[tuple[int, int, int]]:
    """Every hex that can be reached, by way of which hex if it is Engaged, at which speed."""
    return reach(g, side, start).needed(g.pack.numbers.bonus)


def rommel_bonus(g: State, move: int) -> int:
    """6.3 The extra hex that a Move may have: 0 if it is not or cannot be the Rommel Move."""
    if g.active != AXIS or not g.scenario.rommel_bonus or g.rommel not in (NOBODY, move):
        return 0
    return g.pack.numbers.rommel_bonus


def is_full(g: State, edge: int) -> bool:
    """7.1.a, 7.1.e, R20 Whether as many blocks have Engaged across the hexside as may."""
    return g.used[edge] >= g.pack.limit[edge]


def beside(g: State, start: int, to: int) -> tuple[tuple[int, int], ...]:
    """6.4.a Hexes next to `to` that are within somebody's range from `start`, at which speed.

    Of whoever it may be: what is kept of a piece must not tell which block it is.
    """
    ways = _within(g, start, max(g.pack.speeds) + g.pack.numbers.rommel_bonus).stops
    return tuple(
        (there, needed(g, ways[there])) for there, _, _ in g.pack.steps[to] if there in ways
    )


def walk(g: State, block: int, to: int, via: int, row: Row, speed: int) -> None:
    """Move a block; if `via` is a hex, it Engages the enemies in `to` across that hexside."""
    start = g.place[block]
    g.walk = changed(g.walk, block, (start, row[0], row[1], row[2], row[3]))
    g.near = changed(g.near, block, beside(g, start, to))
    g.least = changed(g.least, block, max(g.least[block], speed))
    g.moved = changed(g.moved, block, 1)
    put(g, block, to)
    if via != NOBODY:
        engage(g, block, to, g.pack.board.edge(via, to))
        g.walk = changed(g.walk, block, None)  # 11.4.c: it stops there, even if the hex is cleared
