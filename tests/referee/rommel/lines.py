"""Supply Lines, Networks and Withdrawals, worked out for one side in one position (12.0, 5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.referee.rommel.board import AXIS, HIGHWAY, OPEN, TRACK, TRAIL, board, edge, other
from tests.referee.rommel.books import Books

NOTHING: frozenset[int] = frozenset()
STEPS = 2000
"""After so many steps a line is taken to lead home, as all that can be reached says."""


class Net(NamedTuple):
    """What can draw supply from a Source."""

    highway: frozenset[int]
    """Highway hexes joined to the Source (12.3)."""
    supplied: frozenset[int]
    """Hexes with own blocks from which a line runs to the Source."""
    links: frozenset[int]
    """Those of them that pass supply on to others (12.4)."""


class Lines:
    """The supply of one side as the blocks stand now."""

    def __init__(self, books: Books, side: str) -> None:
        self.books = books
        self.side = side
        self.board = board()
        foe = other(side)
        own, enemy = books.at[side], books.at[foe]
        attacks = {at for at, defender in books.defender.items() if defender == foe}
        self.closed: set[int] = set(attacks)
        """Hexes through which no line may run (12.2.d, 11.1, 12.4.s2)."""
        for at in enemy:
            if at not in own and books.firm(foe, at):
                self.closed.add(at)
        self.own = frozenset(own)
        self.linking = frozenset(
            at
            for at in own
            if at not in attacks and any(name not in books.raider for name in books.firm(side, at))
        )
        """Hexes that may be links of a chain: R11 and R13 keep Attackers and Raiders out."""
        self._steps = 0
        self._usable: dict[tuple[int, int], bool] = {}
        self._nets: dict[tuple[int, frozenset[int]], Net] = {}
        self._legs: dict[int, list[tuple[int, ...]]] = {}
        self._floods: dict[tuple[int, frozenset[int]], frozenset[int]] = {}
        self._ways: dict[tuple[int, int, int, int, bool], dict[int, set[tuple[int, int, int]]]] = {}

    def usable(self, a: int, b: int) -> bool:
        """Whether a line may cross this hexside: passable, and friendly at battles (12.5)."""
        key = edge(a, b)
        known = self._usable.get(key)
        if known is None:
            known = bool(self.board.limit[key])
            for at in key:
                if known and at in self.books.defender:
                    known = self.books.is_friendly(key, at, self.side)
            self._usable[key] = known
        return known

    def legs(self, start: int) -> list[tuple[int, ...]]:
        """The chain legs from a hex as things stand: usable hexsides, open hexes between."""
        found = self._legs.get(start)
        if found is None:
            found = self._legs[start] = [
                path
                for path in self.board.legs[start]
                if not any(at in self.closed for at in path[1:-1])
                and all(self.usable(a, b) for a, b in pairwise(path))
            ]
        return found

    def flood(self, start: int, barred: frozenset[int]) -> set[int]:
        """Highway hexes that can be reached from here along open highway, itself included."""
        found, todo = {start}, [start]
        while todo:
            at = todo.pop()
            for step in self.board.highway[at]:
                if step in found or step in self.closed or step in barred:
                    continue
                if self.usable(at, step):
                    found.add(step)
                    todo.append(step)
        return found

    def net(
        self,
        source: int,
        *,
        barred: frozenset[int] = NOTHING,
    ) -> Net:
        """What draws supply from a Source without entering the `barred` hexes (A1)."""
        key = (source, barred)
        known = self._nets.get(key)
        if known is None:
            known = self._nets[key] = self._net(source, barred)
        return known

    def _net(self, source: int, barred: frozenset[int]) -> Net:
        road: set[int] = set()
        if source not in self.closed and source not in barred:
            road = self.flood(source, barred)
        supplied: set[int] = set()
        links: set[int] = set()
        waiting = [at for at in self.own if at not in barred]
        grew = True
        while grew:
            grew = False
            for at in list(waiting):
                if not self._reaches(at, road, links, barred):
                    continue
                waiting.remove(at)
                supplied.add(at)
                grew = True
                if at in self.linking:
                    links.add(at)
                    if self.board.highway[at]:
                        road |= self.flood(at, barred)
        return Net(frozenset(road), frozenset(supplied), frozenset(links))

    def _reaches(self, at: int, road: set[int], links: set[int], barred: frozenset[int]) -> bool:
        if at in road:
            return True
        for path in self.legs(at):
            end = path[-1]
            if (end in road or end in links) and not any(h in barred for h in path[1:]):
                return True
        if self.board.highway[at]:
            run = self.flood(at, barred)
            return any(h != at and (h in road or h in links) for h in run)
        return False

    # -- Fortresses ----------------------------------------------------------------------------

    def source(self, name: str) -> int:
        """Where a block's lines lead: its Fortress, else the Base (13.3.c, R53)."""
        bound = self.books.bound.get(name)
        if bound is not None and bound in self.board.fortresses:
            return bound
        return self.board.base[self.side]

    def has_line(self, name: str) -> bool:
        """Whether a line runs from a block to its Source."""
        at = self.books.place[name]
        if not isinstance(at, int) or name in self.books.raider:
            return False
        source = self.source(name)
        if source in self.board.fortresses and not self.serves(source):
            return False
        return at in self.net(source).supplied

    def serves(self, fortress: int) -> bool:
        """Whether a Fortress is ours and its hex open, so that it can be a Source (R30)."""
        return self.books.holder[fortress] == self.side and fortress not in self.closed

    def is_isolated(self, fortress: int) -> bool:
        """Whether a block in the Fortress would have no line to the Base (13.3.a)."""
        base = self.board.base[self.side]
        net = self.net(base)
        if fortress in net.supplied or fortress in net.highway:
            return False
        return not self._reaches(fortress, set(net.highway), set(net.links), NOTHING)

    def length(self, at: int, source: int) -> int | None:
        """Hexes of the shortest line from here to a Source (R29); None: there is none."""
        best = self.lengths(source)
        return best.get(at)

    def lengths(self, source: int) -> dict[int, int]:
        """Hexes of the shortest line to a Source for every hex that can have one."""
        if source in self.closed:
            return {}
        best: dict[int, int] = {source: 0}
        net = self.net(source)
        grew = True
        while grew:
            grew = False
            for at in list(best):
                if at in net.highway:  # the line comes down the highway
                    for step in self.board.highway[at]:
                        if step in net.highway and self.usable(at, step):
                            grew |= shorter(best, step, best[at] + 1)
            for at in net.supplied:
                for path in self.legs(at):
                    end = path[-1]
                    if end in best and (end in net.highway or end in net.links):
                        grew |= shorter(best, at, best[end] + len(path) - 1)
                for end, far in self._runs(at).items():
                    if end in best and (end in net.highway or end in net.links):
                        grew |= shorter(best, at, best[end] + far)
        return best

    def _runs(self, start: int) -> dict[int, int]:
        """How far highway hexes are along the open highway."""
        far, todo = {start: 0}, [start]
        for at in todo:
            for step in self.board.highway[at]:
                if step not in far and step not in self.closed and self.usable(at, step):
                    far[step] = far[at] + 1
                    todo.append(step)
        del far[start]
        return far

    # -- networks ------------------------------------------------------------------------------

    def network(self) -> frozenset[int]:
        """All hexes on any line of any own Supplied block (12.6, A2)."""
        found: set[int] = set()
        wanted: dict[int, set[int]] = {}
        for name in self.books.on_map(self.side):
            at = self.books.place[name]
            assert isinstance(at, int)
            if self.has_line(name):
                wanted.setdefault(self.source(name), set()).add(at)
            if self.books.bound.get(name) == at and at in self.board.oases:
                found.add(at)  # its own hex (A2)
        for source, places in wanted.items():
            for at in places:
                found |= self.lines_from(at, source)
        return frozenset(found)

    def lines_from(self, start: int, source: int) -> set[int]:
        """Hexes of the first legs of all lines from a hex, and of the highway they follow.

        A line never comes back to a hex: what is left of it must do without the hexes behind.
        """
        found = {start}
        self._along_highway((start,), source, found)
        for path in self.legs(start):
            on_highway = bool(self.board.highway[path[-1]])
            if not on_highway and set(path) <= found:
                continue
            if self.leads_on(path, source):
                found.update(path)
                if on_highway:
                    self._along_highway(path, source, found)
        return found

    def leads_on(self, path: tuple[int, ...], source: int) -> bool:
        """Whether a line can go on from the end of a path, a link or highway (A2)."""
        end, barred = path[-1], frozenset(path[:-1])
        if end in self.flood_home(source, barred):
            return True
        if end not in self.linking and not self.board.highway[end]:
            return False
        net = self.net(source, barred=barred)
        if end not in net.links and end not in net.highway:
            return False
        self._steps = 0
        return self.goes_home(path, source)

    def goes_home(self, path: tuple[int, ...], source: int) -> bool:
        """Whether a line can be followed on to the Source without a hex twice (12.4.s2).

        From a link by its legs, from highway along it; hexes of revived highway may be supplied
        only over themselves.
        """
        end = path[-1]
        self._steps += 1
        if self._steps > STEPS or end in self.flood_home(source, frozenset(path[:-1])):
            return True
        ahead = [(*path, step) for step in self.board.highway[end] if self.usable(end, step)]
        if end in self.linking:
            ahead += [path + leg[1:] for leg in self.legs(end)]
        for longer in ahead:
            new = longer[len(path) :]
            if longer[-1] in self.closed or set(new) & set(path):
                continue
            if not self.board.highway[longer[-1]] and longer[-1] not in self.linking:
                continue
            if self.goes_home(longer, source):
                return True
        return False

    def flood_home(self, source: int, barred: frozenset[int]) -> frozenset[int]:
        """Highway joined to the Source, without the `barred` hexes."""
        if source in self.closed or source in barred:
            return NOTHING
        known = self._floods.get((source, barred))
        if known is None:
            known = self._floods[source, barred] = frozenset(self.flood(source, barred))
        return known

    def _along_highway(self, path: tuple[int, ...], source: int, found: set[int]) -> None:
        """Add all ways along the open highway by which a line can go on from a path.

        Where a way does not lead on, no longer one does: its hexes would be highway as well.
        """
        for step in self.board.highway[path[-1]]:
            if step in path or step in self.closed or not self.usable(path[-1], step):
                continue
            longer = (*path, step)
            if self.leads_on(longer, source):
                found.update(longer)
                self._along_highway(longer, source, found)

    # -- Withdrawals ---------------------------------------------------------------------------

    def withdrawals(
        self, start: int, source: int, *, reach: int, bonus: int = 0, retreat: bool
    ) -> dict[int, set[tuple[int, int, int]]]:
        """Where a block may Withdraw to, with (poorest road, hexes, last hex before) (5.3, A3).

        The ways are beginnings of its own lines; no step leads away from the Source. `reach` is the
        speed, `bonus` Rommel's hex. Blocks that Retreat pass lone Disrupted enemies (R7); others
        stop where they meet them.
        """
        key = (start, source, reach, bonus, retreat)
        if key in self._ways:
            return self._ways[key]
        found: dict[int, set[tuple[int, int, int]]] = {}
        self._ways[key] = found
        for path, worst in self._back_ways((start,), HIGHWAY, source, reach + bonus, retreat):
            if len(path) - 1 <= reach + bonus + self.board.bonus(worst) and self.begins_line(
                path, source
            ):
                found.setdefault(path[-1], set()).add((worst, len(path) - 1, path[-2]))
        return found

    def _back_ways(
        self, path: tuple[int, ...], worst: int, source: int, reach: int, retreat: bool
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        at = path[-1]
        for step in self.board.next[at]:
            if step in path or not self.may_back(at, step, source):
                continue
            road = min(worst, self.board.road[edge(at, step)])
            if len(path) > reach + self.board.bonus(road):
                continue
            enemies = self.books.at[other(self.side)].get(step)
            if step in self.books.defender:
                continue
            if enemies and self.books.firm(other(self.side), step):
                continue
            if not self.usable(at, step):
                continue
            longer = (*path, step)
            yield longer, road
            if enemies and not retreat:
                continue
            yield from self._back_ways(longer, road, source, reach, retreat)

    def may_back(self, at: int, step: int, source: int) -> bool:
        """Condition 4: not farther from the Source, Bardia - Ft. Capuzzo apart (5.3.s5)."""
        if self.board.distance(step, source) <= self.board.distance(at, source):
            return True
        return (
            self.side == AXIS
            and source == self.board.base[AXIS]
            and (at, step) == self.board.backward
        )

    def begins_line(self, path: tuple[int, ...], source: int) -> bool:
        """Whether a way is the beginning of a valid line from its first hex (A2, A3 point 2)."""
        last = len(path) - 1
        roads = [self.board.road[edge(a, b)] for a, b in pairwise(path)]
        chain, highway = {0}, set()
        on_road = self.net(source).highway
        if path[0] in on_road:
            highway.add(0)
        for i in range(last):
            if i in highway:
                if path[i] in self.linking:
                    chain.add(i)
                if roads[i] == HIGHWAY:
                    highway.add(i + 1)
            if i not in chain:
                continue
            for j in range(i + 1, last + 1):
                if not fits(roads[i:j]):
                    continue
                if path[j] in self.linking:
                    chain.add(j)
                if self.board.highway[path[j]]:
                    highway.add(j)
        whole = frozenset(path)
        if last in highway | chain and self.leads_on(path, source):
            return True
        rest = self.net(source, barred=whole)
        for i in chain:
            if i == last:
                continue
            part = path[i:]
            for leg in self.legs(path[i]):
                if leg[: len(part)] == part and len(leg) > len(part):
                    beyond = leg[len(part) :]
                    if any(at in whole for at in beyond):
                        continue
                    if beyond[-1] not in rest.highway and beyond[-1] not in rest.links:
                        continue
                    self._steps = 0
                    if self.goes_home((*path, *beyond), source):
                        return True
        return False


def fits(roads: list[int]) -> bool:
    """Whether a leg over these roads is within Supply Range (12.4.b)."""
    worst, far = min(roads, default=OPEN), len(roads)
    return {HIGHWAY: True, TRACK: far <= 3, TRAIL: far <= 2, OPEN: far == 1}[worst]


def shorter(best: dict[int, int], at: int, far: int) -> bool:
    """Note a shorter line; whether it was one."""
    if at in best and best[at] <= far:
        return False
    best[at] = far
    return True
