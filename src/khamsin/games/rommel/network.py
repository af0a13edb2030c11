"""12.6 The Supply Network (A2), and 5.3 the ways back along Supply Lines (A3)."""

from __future__ import annotations

from .pieces import AXIS, HIGHWAY, NOBODY
from .state import State
from .supply import Lines, lines_of

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
    found = bytearray(pack.size)
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
                    found[place] = 1  # 15.1: an Oasis is a line of one hex
            if source not in sources and lines_of(g, side, source).supplied[place]:
                sources.append(source)
        for source in sources:
            found[place] = 1
            _add_lines(g, lines_of(g, side, source, place), place, found)
    return tuple([place for place in range(pack.size) if found[place]])


def _add_lines(g: State, lines: Lines, place: int, found: bytearray) -> None:
    """Every line that starts here: legs into what is supplied without this hex, then highway."""
    if place == lines.source:
        return
    highway, link, legs = lines.highway, lines.link, g.pack.legs[place]
    done: list[int] = []
    for leg in legs:
        end = leg.end
        if (highway[end] or link[end]) and lines.ground.lets(leg):
            found[end] = 1
            for between in leg.between:
                found[between] = 1
            if highway[end] and end not in done:
                done.append(end)
                _add_highway(g, lines, end, found)


def _add_highway(g: State, lines: Lines, entry: int, found: bytearray) -> None:
    """Every hex on a way along the highway from here to the Source, or to who revived it (R9)."""
    memory = g.pack.stretches
    key = (entry, lines.source, lines.pattern())
    stretch = memory.get(key)
    if stretch is None:
        if len(memory) > _REMEMBERED:
            memory.clear()
        stretch = memory[key] = _stretch(g, lines, entry)
    for place in stretch:
        found[place] = 1


def _stretch(g: State, lines: Lines, entry: int) -> list[int]:
    roads = g.pack.highway
    highway, blocked = lines.highway, lines.ground.blocked
    component = [entry]
    for place in component:  # grows while it is walked
        for there, edge in roads[place]:
            if highway[there] and not blocked[edge] and there not in component:
                component.append(there)
    if lines.source in component:
        goals = [lines.source]
    else:
        goals = [place for place in component if lines.link[place]]
    on_way: dict[int, None] = {}
    way = [entry]

    def go(place: int) -> None:
        if place in goals:
            on_way.update(dict.fromkeys(way))
            return
        for there, edge in roads[place]:
            if highway[there] and not blocked[edge] and there not in way:
                way.append(there)
                go(there)
                way.pop()

    go(entry)
    return list(on_way)


# -- 5.3 Withdrawal ----------------------------------------------------------------------------

Ways = dict[int, list[int]]
"""Hexes that can be fallen back to, with the fewest hexes on the way by the poorest road."""

_FARTHEST = 10  # speed 4, highway 4, Rommel 1, Forced March 1


def ways_back(g: State, side: int, place: int, source: int) -> Ways:
    """5.3.c, A3 Where a block can go along its lines without getting farther from its Source."""
    key = ("back", side, place, source)
    ways: Ways | None = g.cache.get(key)
    if ways is None:
        ways = g.cache[key] = _Back(g, side, place, source).ways
    return ways


class _Back:
    """The search for ways back from one hex; lone Disrupted enemies do not hinder (5.3.s2, R7).

    A way is a set of hexes, as bits. The same way is found again and again, over different legs:
    it is followed only if none was found before that can do all it can.
    """

    def __init__(self, g: State, side: int, place: int, source: int) -> None:
        self.g = g
        self.ways: Ways = {}
        pack = g.pack
        if place >= pack.size or not lines_of(g, side, source).supplied[place]:
            return
        self.lines = lines_of(g, side, source, place)
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

    def _note(self, place: int, road: int, steps: int) -> None:
        row = self.ways.get(place)
        if row is None:
            row = self.ways[place] = [FAR, FAR, FAR, FAR]
        row[road] = min(row[road], steps)

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
            if not (lines.highway[leg.end] or lines.link[leg.end]) or not lines.ground.lets(leg):
                continue
            poorest, taken, ahead = road, steps, way
            here = place
            for there, edge in zip((*leg.between, leg.end), leg.edges, strict=True):
                if taken >= _FARTHEST or not self._may_enter(here, there, ahead):
                    break
                poorest = min(poorest, pack.road[edge])
                taken += 1
                self._note(there, poorest, taken)
                ahead |= 1 << there
                here = there
            else:
                if lines.highway[leg.end]:
                    self._along_highway(leg.end, poorest, taken, ahead)
                if lines.link[leg.end]:
                    self._from_block(leg.end, poorest, taken, ahead)

    def _along_highway(self, place: int, road: int, steps: int, way: int) -> None:
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
                and self._leads_on(there, way)
            ):
                self._note(there, road, steps + 1)
                self._along_highway(there, road, steps + 1, way | 1 << there)
                if lines.link[there]:
                    self._from_block(there, road, steps + 1, way | 1 << there)

    def _leads_on(self, place: int, way: int) -> bool:
        """Whether the highway goes on from here to the Source, or to who revived it."""
        lines, roads = self.lines, self.g.pack.highway
        seen = [place]
        for here in seen:  # grows while it is walked
            if here == lines.source or lines.link[here]:
                return True
            for there, edge in roads[here]:
                if (
                    lines.highway[there]
                    and not lines.ground.blocked[edge]
                    and there not in seen
                    and not way >> there & 1
                ):
                    seen.append(there)
        return False
