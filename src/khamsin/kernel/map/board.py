"""The board: named spaces, the borders between them, and what every game asks of a map.

Outside the kernel a space has the name printed on the map ("9", "2422", "na_tripoli"); inside it
is a small integer, so that rules can keep what they know of spaces in plain lists. Names are
looked up once, when data or an answer comes in, and given back when something is shown. Borders
are numbered too (`edge`), for games that remember something of a hexside: who crossed it last,
whether its minefield is breached.

A board never changes during play and belongs to no state; all matches of a game share it. What
changes (units, control, zones of control) comes in through the functions handed to `reach`.
Every result is in a fixed order: the same position gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Final

from khamsin.kernel.errors import DataError, UnknownSpace

FAR: Final = 1 << 30
"""The distance between spaces that nothing connects; also a limit that limits nothing.

It is a number, so that `distance(a, b) <= 3` means what it says for such spaces too.
"""

Pair = tuple[str, str]
"""Two neighbouring spaces by name, in either order."""

Side = tuple[str, str, str]
"""Two neighbouring spaces by name, in either order, and what lies between them."""

Cost = Callable[[int, int], int | None]
"""What the step from one space to the next costs, at least 1; None if it is forbidden."""


class Reach:
    """How far a unit can move: every space it can reach, and the cheapest way there."""

    __slots__ = ("_came_from", "spent")

    def __init__(self, spent: dict[int, int], came_from: dict[int, int]) -> None:
        self.spent: Final = spent
        """What each space costs to reach, the start (0) first, then cheapest first."""
        self._came_from: Final = came_from

    def path(self, space: int) -> list[int]:
        """Return the cheapest way to a space that can be reached, both ends included."""
        came_from = self._came_from
        path = [space]
        while space in came_from:
            space = came_from[space]
            path.append(space)
        path.reverse()
        return path


class Board:
    """A map of spaces.

    >>> board = Board(["Sollum", "Halfaya", "Bardia"], [("Sollum", "Halfaya")],
    ...               roads=[("Halfaya", "Sollum", "track")],
    ...               barriers=[("Sollum", "Bardia", "escarpment")])
    >>> sollum, halfaya = board.at("Sollum"), board.at("Halfaya")
    >>> board.adjacent(sollum, halfaya), board.road(sollum, halfaya)
    (True, 'track')
    >>> board.barrier(sollum, board.at("Bardia"))
    'escarpment'
    """

    __slots__ = (
        "_barriers",
        "_distances",
        "_edges",
        "borders",
        "ends",
        "index",
        "names",
        "neighbours",
        "roads",
    )

    def __init__(
        self,
        names: Iterable[str],
        edges: Iterable[Pair],
        *,
        borders: Iterable[Side] = (),
        roads: Iterable[Side] = (),
        barriers: Iterable[Side] = (),
    ) -> None:
        """Make a board.

        `edges` are the pairs of adjacent spaces. `borders` say what an edge is made of (a creek,
        a minefield) and `roads` what runs across it; a border may be impassable to some units, or
        to all, and the spaces still be adjacent. `barriers` are for spaces that touch on the map
        but are not adjacent in any rule; they are kept to tell a player why not.
        """
        self.names: Final = tuple(names)
        """The printed name of each space."""
        self.index: Final = {name: space for space, name in enumerate(self.names)}
        """The space of each printed name; `at` explains when there is none."""
        if len(self.index) < len(self.names):
            twice = sorted(name for name in self.index if self.names.count(name) > 1)
            raise DataError(f"names given to more than one space: {', '.join(twice)}")

        pairs = [self._pair(a, b) for a, b in edges]
        self.ends: Final = tuple(sorted(set(pairs)))
        """The two spaces of each edge, the lower one first."""
        if len(self.ends) < len(pairs):
            twice = sorted({self._words(pair) for pair in pairs if pairs.count(pair) > 1})
            raise DataError(f"adjacent spaces given twice: {', '.join(twice)}")
        # Both directions under one integer key: the cheapest lookup of a pair there is.
        size = len(self.names)
        self._edges: Final[dict[int, int]] = {}
        neighbours: list[list[int]] = [[] for _ in self.names]
        for edge, (a, b) in enumerate(self.ends):
            self._edges[a * size + b] = self._edges[b * size + a] = edge
            neighbours[a].append(b)
            neighbours[b].append(a)
        self.neighbours: Final = tuple(tuple(sorted(spaces)) for spaces in neighbours)
        """The spaces adjacent to each space, in ascending order."""

        self.borders: Final = self._kinds("border", borders)
        """What each edge is made of, "" where nothing was said."""
        self.roads: Final = self._kinds("road", roads)
        """The road across each edge, "" if there is none."""
        self._barriers: Final[dict[tuple[int, int], str]] = {}
        for name_a, name_b, kind in barriers:
            pair = self._pair(name_a, name_b)
            if self.adjacent(pair[0], pair[1]) or pair in self._barriers:
                raise DataError(f"barrier between {self._words(pair)}: already said otherwise")
            self._barriers[pair] = kind
        self._distances: Final[dict[int, list[int]]] = {}

    def __len__(self) -> int:
        """The number of spaces."""
        return len(self.names)

    def at(self, name: str) -> int:
        """Return the space with this printed name."""
        space = self.index.get(name)
        if space is None:
            raise UnknownSpace(f"there is no space {name!r} on this board")
        return space

    # -- borders ---------------------------------------------------------------------------------

    def adjacent(self, a: int, b: int) -> bool:
        """Return whether two spaces are neighbours."""
        return a * len(self.names) + b in self._edges

    def edge(self, a: int, b: int) -> int:
        """Return the number of the border between two adjacent spaces, the same both ways."""
        return self._edges[a * len(self.names) + b]

    def border(self, a: int, b: int) -> str:
        """Return what the border between two adjacent spaces is made of."""
        return self.borders[self._edges[a * len(self.names) + b]]

    def road(self, a: int, b: int) -> str:
        """Return the road between two adjacent spaces, "" if there is none."""
        return self.roads[self._edges[a * len(self.names) + b]]

    def barrier(self, a: int, b: int) -> str:
        """Return what keeps two touching spaces from being adjacent, "" if nothing does."""
        return self._barriers.get((a, b) if a < b else (b, a), "")

    # -- movement --------------------------------------------------------------------------------

    def reach(
        self,
        start: int,
        allowance: int,
        cost: Cost,
        stop: Callable[[int], bool] | None = None,
    ) -> Reach:
        """Return where a unit can go for at most `allowance` movement points, and how cheaply.

        A space for which `stop` is true may be entered but not left again in the same move; the
        start may always be left. Points are integers: a game with half points doubles them all.
        A minimum move of one space is not known here, because every game words it differently.

        Of several equally cheap ways the one found from the cheaper, then the lower numbered
        space counts, so that a path shown to a player is always the same.
        """
        # Dijkstra. A queue entry is points spent and space in one integer, which the heap compares
        # far faster than tuples, and which settles ties.
        size = len(self.names)
        neighbours = self.neighbours
        too_much = allowance + 1
        best = {start: 0}
        spent: dict[int, int] = {}
        came_from: dict[int, int] = {}
        queue = [start]
        while queue:
            entry = heappop(queue)
            here = entry % size
            if here in spent:
                continue
            used = spent[here] = entry // size
            if used >= allowance or (stop is not None and here != start and stop(here)):
                continue
            for there in neighbours[here]:
                known = best.get(there, too_much)
                if known <= used + 1:
                    continue  # no step costs less than 1, so do not even ask: asking costs time
                price = cost(here, there)
                if price is not None and used + price < known:
                    best[there] = used + price
                    came_from[there] = here
                    heappush(queue, (used + price) * size + there)
        return Reach(spent, came_from)

    # -- distance --------------------------------------------------------------------------------

    def distances(self, centre: int) -> list[int]:
        """Return the distance from a space to every space; the list is shared, do not change it."""
        row = self._distances.get(centre)
        if row is None:
            row = self._distances[centre] = self._measure(centre)
        return row

    def distance(self, a: int, b: int) -> int:
        """Return the fewest steps between two spaces, whatever is on the way; FAR if none lead."""
        return self.distances(a)[b]

    def ring(self, centre: int, radius: int) -> list[int]:
        """Return the spaces at exactly this distance."""
        row = self.distances(centre)
        return [space for space, distance in enumerate(row) if distance == radius]

    def within(self, centre: int, radius: int) -> list[int]:
        """Return the spaces at this distance or less, the nearest first."""
        row = self.distances(centre)
        near = [space for space, distance in enumerate(row) if distance <= radius]
        near.sort(key=row.__getitem__)
        return near

    def _measure(self, centre: int) -> list[int]:
        row = [FAR] * len(self.names)
        row[centre] = 0
        frontier = [centre]
        for here in frontier:  # grows while it is walked: breadth first
            for there in self.neighbours[here]:
                if row[there] == FAR:
                    row[there] = row[here] + 1
                    frontier.append(there)
        return row

    # -- reading the data ------------------------------------------------------------------------

    def _pair(self, a: str, b: str) -> tuple[int, int]:
        pair = self.at(a), self.at(b)
        if pair[0] == pair[1]:
            raise DataError(f"{a} cannot be its own neighbour")
        return pair if pair[0] < pair[1] else (pair[1], pair[0])

    def _words(self, pair: tuple[int, int]) -> str:
        return f"{self.names[pair[0]]} and {self.names[pair[1]]}"

    def _kinds(self, what: str, sides: Iterable[Side]) -> tuple[str, ...]:
        kinds = [""] * len(self.ends)
        for name_a, name_b, kind in sides:
            pair = self._pair(name_a, name_b)
            if not self.adjacent(pair[0], pair[1]):
                raise DataError(f"{what} between {self._words(pair)}: they are not adjacent")
            edge = self.edge(pair[0], pair[1])
            if kinds[edge]:
                raise DataError(f"{what} between {self._words(pair)}: given twice")
            kinds[edge] = kind
        return tuple(kinds)
