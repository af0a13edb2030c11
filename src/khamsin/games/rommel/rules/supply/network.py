"""12.6 The Supply Network (A2), and 5.3 the ways back along Supply Lines (A3)."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.rommel.model.pieces import AXIS, HIGHWAY, NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import holds

from .lines import Lines, leads_home, lines_but, lines_of

FAR = 99  # more hexes than any block can move
_REMEMBERED = 20_000  # stretches of highway, the same in many positions


def network(g: State, side: int) -> tuple[int, ...]:
    """12.6.a, 12.6.b Every hex on any line of any Supplied block of the side."""
    key = ("network", side)
    hexes: tuple[int, ...] | None = g.cache.get(key)
    if hexes is None:
        hexes = g.cache[key] = _network(g, side)
    return hexes


def _network(g: State, side: int) -> tuple[int, ...]:
    pack = g.pack
    found = 0
    base = pack.base[side]
    for place, blocks in enumerate(g.here[side][: pack.size]):
        if not blocks:
            continue
        sources: list[int] = []
        for block in blocks:
            bound = g.bound[block]
            if g.raider[block]:
                continue
            if bound != NOBODY and pack.fortress_at[bound] >= 0:
                source = bound
            else:
                source = base
                if bound == place:
                    found |= 1 << place  # 15.1: an Oasis is a line of one hex
            if source not in sources and lines_of(g, side, source).supplied[place]:
                sources.append(source)
        for source in sources:
            found |= 1 << place | _on_lines(g, side, lines_but(g, side, source, place), place)
    return tuple(hexes_of(found))


def _on_lines(g: State, side: int, lines: Lines, place: int) -> int:
    """12.4.s2 Every hex, as bits, on a line that starts here and does not come back to any.

    Of a line that goes on from another block only the way to that block: it has lines of its own.
    """
    found = 0
    if place == lines.source:
        return found
    for leg in g.pack.legs[place]:
        end = leg.end
        if not lines.leads(leg):
            continue
        passed = leg.passed | 1 << place
        hexes = _stretch(g, side, lines, end, passed) if lines.highway[end] else 0
        if not hexes and lines.link[end] and leads_home(g, side, lines, end, passed):
            hexes = 1 << end
        if hexes:
            found |= hexes | leg.passed
    return found


def hexes_of(bits: int) -> list[int]:
    """The hexes that these bits stand for."""
    found: list[int] = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found


def _stretch(g: State, side: int, lines: Lines, entry: int, passed: int) -> int:
    """Every hex on a way along the highway from here to the Source, as bits.

    R9 If the highway is cut, to whoever on it has a line of his own.
    """
    memory = g.pack.stretches
    on_road = passed & g.pack.highway_bits
    key = (entry, lines.source, on_road, lines.pattern())
    hexes = memory.get(key)
    if hexes is None:
        if len(memory) > _REMEMBERED:
            memory.clear()
        hexes = memory[key] = _along(g, lines, entry, passed, lambda at, _: at == lines.source)
    if not hexes:
        hexes = _along(
            g, lines, entry, passed,
            lambda at, way: bool(lines.link[at]) and leads_home(g, side, lines, at, way),
        )  # fmt: skip
    return hexes


def _along(
    g: State, lines: Lines, entry: int, passed: int, is_goal: Callable[[int, int], bool]
) -> int:
    """Every hex on a way along the highway to some goal that comes to no hex twice, as bits."""
    roads, highway, blocked = g.pack.highway, lines.highway, lines.ground.blocked
    found = 0

    def go(place: int, way: int) -> None:
        nonlocal found
        if is_goal(place, way):
            found |= way & ~passed | 1 << place
            return
        way |= 1 << place
        for there, edge in roads[place]:
            if highway[there] and not blocked[edge] and not way >> there & 1:
                go(there, way)

    go(entry, passed)
    return found


# -- 5.3 Withdrawal ----------------------------------------------------------------------------

Ways = dict[int, list[int]]
"""Hexes that can be fallen back to, with the fewest hexes on the way by the poorest road."""

Entries = dict[tuple[int, int], list[int]]
"""5.3.s1 Hexes where lone Disrupted enemies are Engaged, and the hex from which; R15 any others."""

_FARTHEST = 10  # speed 4, highway 4, Rommel 1, Forced March 1


def ways_back(g: State, side: int, place: int, source: int) -> Ways:
    """5.3.c, A3 Where a block can go along its lines without getting farther from its Source."""
    return _back(g, side, place, source).stops


def ways_into(g: State, side: int, place: int, source: int) -> Entries:
    """5.3.s1 Where a Withdrawal that is no Retreat Engages lone Disrupted enemies."""
    return _back(g, side, place, source).fights


def _back(g: State, side: int, place: int, source: int) -> _Back:
    key = ("back", side, place, source)
    found: _Back | None = g.cache.get(key)
    if found is None:
        found = g.cache[key] = _Back(g, side, place, source)
    return found


def ways_by_last(g: State, side: int, place: int, source: int) -> Entries:
    """R15 The ways back by the hex before their end: an extra hex goes on along such a line."""
    return _back(g, side, place, source).lasts


class _Back:
    """The search for ways back from one hex.

    Whoever Retreats goes past lone Disrupted enemies (5.3.s2, R7); whoever Withdraws otherwise
    Engages them and stops (5.3.s1). A way is a set of hexes, as bits. The same way is found again
    and again, over different legs: it is followed only if none was found before that can do all it
    can.
    """

    def __init__(self, g: State, side: int, place: int, source: int) -> None:
        self.g, self.side = g, side
        self.stops: Ways = {}
        self.fights: Entries = {}
        self.lasts: Entries = {}
        pack = g.pack
        if place >= pack.size or not lines_of(g, side, source).supplied[place]:
            return
        self.lines = lines_of(g, side, source, 1 << place)
        self.enemies = holds(g, 1 - side) if g.defender[place] == NOBODY else [0] * pack.size
        self.distance = pack.board.distances(source)
        self.exempt = pack.equal_for_axis if side == AXIS and source == pack.base[side] else ()
        self._followed: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}
        self._from_block(place, HIGHWAY, 0, 1 << place)

    def _may_enter(self, here: int, there: int, way: int) -> bool:
        """A3 Not farther from the Source, and into no battle; 5.3.s5 lets one step pass.

        Also 5.3.e, R17.
        """
        if way >> there & 1 or self.g.defender[there] != NOBODY:
            return False
        if self.distance[there] <= self.distance[here]:
            return True
        # 5.3.d, 5.3.s5: from Ft. Capuzzo to Bardia, the later to the earlier of the pair
        return bool(self.exempt) and (there, here) == self.exempt

    def _enters(self, here: int, there: int, road: int, steps: int) -> bool:
        """Note the hex; whether the block may go on from there."""
        if self.enemies[there]:
            row = self.fights.setdefault((there, here), [FAR, FAR, FAR, FAR])
        else:
            row = self.stops.setdefault(there, [FAR, FAR, FAR, FAR])
        last = self.lasts.setdefault((there, here), [FAR, FAR, FAR, FAR])
        last[road] = min(last[road], steps)
        row[road] = min(row[road], steps)
        return not self.enemies[there]

    def _is_new(self, key: tuple[int, int, bool], steps: int, way: int) -> bool:
        """Whether no shorter way over some of the same hexes has come here on such a road."""
        known = self._followed.setdefault(key, [])
        for taken, hexes in known:
            if taken <= steps and not hexes & ~way:
                return False
        known.append((steps, way))
        return True

    def _from_block(self, place: int, road: int, steps: int, way: int) -> None:
        """Leave a linking block along each of its legs, or along the highway it stands on."""
        if not self._is_new((place, road, True), steps, way):
            return
        lines, pack = self.lines, self.g.pack
        if lines.highway[place]:
            self._along_highway(place, road, steps, way)
        for leg in pack.legs[place]:
            if (leg.passed | 1 << leg.end) & way or not lines.leads(leg):
                continue
            if not leads_home(self.g, self.side, lines, leg.end, way | leg.passed):
                continue
            poorest, taken, ahead = road, steps, way
            here = place
            for there, edge in zip((*leg.between, leg.end), leg.edges, strict=True):
                if taken >= _FARTHEST or not self._may_enter(here, there, ahead):
                    break
                poorest = min(poorest, pack.road[edge])
                taken += 1
                if not self._enters(here, there, poorest, taken):
                    break
                ahead |= 1 << there
                here = there
            else:
                if lines.highway[leg.end]:
                    self._along_highway(leg.end, poorest, taken, ahead)
                if lines.link[leg.end]:
                    self._from_block(leg.end, poorest, taken, ahead)

    def _along_highway(self, place: int, road: int, steps: int, way: int) -> None:
        """12.3 Go on along the highway, wherever it leads home."""
        lines = self.lines
        if place == lines.source or steps >= _FARTHEST:
            return
        if not self._is_new((place, road, False), steps, way):
            return
        for there, edge in self.g.pack.highway[place]:
            if (
                lines.highway[there]
                and not lines.ground.blocked[edge]
                and self._may_enter(place, there, way)
                and leads_home(self.g, self.side, lines, there, way)
                and self._enters(place, there, road, steps + 1)
            ):
                self._along_highway(there, road, steps + 1, way | 1 << there)
                if lines.link[there]:
                    self._from_block(there, road, steps + 1, way | 1 << there)
