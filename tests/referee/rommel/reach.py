"""How far blocks can go (6.0-6.4, 7.0-7.2)."""

from __future__ import annotations

from tests.referee.rommel.board import HIGHWAY, OPEN, edge, other
from tests.referee.rommel.books import Books

FAR = 11
"""More hexes than any block can move."""

Ways = dict[int, int]
"""For each poorest class of road on the way, the fewest hexes."""


class Reach:
    """Where a block that starts in a hex can go, and how far that is."""

    def __init__(self, books: Books, side: str, start: int) -> None:
        self.books = books
        self.side = side
        self.start = start
        self.stops: dict[int, Ways] = {start: {HIGHWAY: 0}}
        """Friendly and empty hexes."""
        self.entries: dict[tuple[int, int], Ways] = {}
        """Hexes with enemies, by the last hex before them (6.0.a: the block stops there)."""
        foe = books.at[other(side)]
        self.leaves = start in foe
        """It Disengages: only across friendly hexsides, and it may not Engage again (10.1)."""
        board = books.board
        todo = [(start, HIGHWAY)]
        for at, worst in todo:  # grows while it is walked; steps come in order of length
            far = self.stops[at][worst] + 1
            if far > FAR:
                continue
            for step in board.next[at]:
                side_of = edge(at, step)
                if at == start and self.leaves:
                    if step in foe or not self.books.is_friendly(side_of, at, side):
                        continue
                    if step in books.defender:
                        continue
                road = min(worst, board.road[side_of])
                if step in foe:
                    if not self.leaves:
                        ways = self.entries.setdefault((step, at), {})
                        if far < ways.get(road, FAR + 1):
                            ways[road] = far
                    continue
                ways = self.stops.setdefault(step, {})
                if far < ways.get(road, FAR + 1):
                    ways[road] = far
                    todo.append((step, road))

    def within(self, ways: Ways, hexes: int) -> bool:
        """Whether one of these ways is short enough for so many hexes and the road bonus (6.2)."""
        board = self.books.board
        return any(far <= hexes + board.bonus(road) for road, far in ways.items())

    def exits(self, hexes: int) -> bool:
        """Whether a block can leave the map over the enemy's edge (17.s2, R44)."""
        if self.leaves:
            return False
        board = self.books.board
        for gate in board.exits[self.side]:
            road = HIGHWAY if gate in board.base.values() else OPEN
            for worst, far in self.stops.get(gate, {}).items():
                if far + 1 <= hexes + board.bonus(min(worst, road)):
                    return True
        return False

    def is_full(self, at: int, step: int, hexes: int) -> bool:
        """Whether one hex from a stop to the next is a Forced March: the range is used (6.4, A10).

        The whole way, the extra hex included, decides about the road bonus.
        """
        board = self.books.board
        beyond = False
        for least in range(board.road[edge(at, step)] + 1):
            ways = [far for worst, far in self.stops[at].items() if worst >= least]
            if ways:
                over = min(ways) + 1 - hexes - board.bonus(least)
                if over <= 0:
                    return False  # within the range, so no Forced March
                beyond |= over == 1
        return beyond
