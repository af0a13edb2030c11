"""Group and Regroup Moves with cards, and what is announced in them (5.0-5.2, 6.0-7.1)."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.board import AXIS, Edge, edge, other
from tests.referee.rommel.books import WAITING, Books
from tests.referee.rommel.reach import Reach


class Move(NamedTuple):
    """A Group Move from a hex, or a Regroup Move around a Command Point to a hex."""

    at: int | str
    to: int | None


class March(NamedTuple):
    """An announced Forced March."""

    block: str
    start: int
    to: int
    via: int | None
    """The last hex before an enemy; None if nobody is Engaged."""
    regroup: bool


class Phase:
    """One Movement phase of the Active Player."""

    def __init__(self, books: Books, side: str, allowed: int, *, withdrawal: bool) -> None:
        self.books = books
        self.side = side
        self.allowed = allowed
        self.withdrawal = withdrawal
        """A Pass turn: only a Withdrawal (4.5)."""
        self.moves: list[Move] = []
        self.used: dict[Edge, int] = {}
        """Blocks that Engaged across a hexside in this phase (7.1)."""
        self.old = set(books.defender)
        """Battles that were there before (8.4.b)."""
        self.attacked: list[int] = []
        """New battles in their order (8.2)."""
        self.leaving: dict[str, int] = {}
        """Blocks that will Disengage, and where they go (7.2)."""
        self.marches: list[March] = []
        self.walked: dict[str, Reach] = {}
        """Blocks that moved without Engaging, and how far they could."""
        self.bounds: dict[str, tuple[Reach, int]] = {}
        """How far blocks that leave battles could go, and in which Move."""

    # -- who may move --------------------------------------------------------------------------

    def is_free(self, name: str) -> bool:
        """Whether a block may still move in this turn (6.0.b, 11.1)."""
        books = self.books
        if name in books.disrupted or name in books.moved or name in self.leaving:
            return False
        return all(march.block != name for march in self.marches)

    def free_at(self, at: int) -> list[str]:
        """Blocks in a hex that may still move."""
        return [name for name in self.books.all_at(self.side, at) if self.is_free(name)]

    def waiting(self) -> list[str]:
        """Blocks that wait behind an engaged Base (16.41.s3)."""
        return [
            name
            for name, place in self.books.place.items()
            if place == WAITING and self.books.side(name) == self.side and self.is_free(name)
        ]

    def members(self, move: Move) -> list[str]:
        """Blocks that may still move in a Move."""
        board = self.books.board
        if isinstance(move.at, str):
            return self.waiting()
        if move.to is None:
            return self.free_at(move.at)
        found = self.free_at(move.at)
        for near in board.beside[move.at]:
            found += self.free_at(near)
        return sorted(found, key=self.books.order.__getitem__)

    def hexes(self, name: str, at: int) -> int:
        """Hexes without road bonus for a block in one of the Moves."""
        return self.books.speed(name) + (at == self.rommel)

    rommel = -1
    """Which Move is the Rommel Move."""
    rommel_free = False
    """Whether one may still be named in this turn (6.3)."""

    def may_name(self) -> bool:
        """Whether the Axis may name its Rommel Move now."""
        return self.side == AXIS and self.rommel_free and self.rommel < 0

    def has_room(self, via: int, at: int) -> bool:
        """Whether one more block may Engage across a hexside (7.1)."""
        side_of = edge(via, at)
        return self.used.get(side_of, 0) < self.books.board.limit[side_of]

    # -- options -------------------------------------------------------------------------------

    def naming(self) -> list[Option]:
        """Moves that may be named (5.1, 5.2)."""
        if len(self.moves) >= self.allowed:
            return []
        books = self.books
        own = [at for at in books.at[self.side] if self.free_at(at)]
        # To name the same group twice would be of no use, and is not offered.
        found: list[Option] = [("group", str(at)) for at in own if Move(at, None) not in self.moves]
        wait = f"{self.side}_wait"
        if self.waiting() and Move(wait, None) not in self.moves:
            found.append(("group", wait))
        # A Regroup of which nothing can come is not offered (5.2.d).
        going = [at for at in own if self.goals_from(at)]
        points = {near for at in going for near in (at, *books.board.beside[at])}
        foe = books.at[other(self.side)]
        for at in points:
            if at not in foe or at in books.at[self.side]:  # never an enemy hex (5.2.b)
                found.append(("regroup", str(at)))
        return found

    def meeting(self, point: int) -> list[Option]:
        """Where a Regroup Move may meet: wherever one of its blocks could come (5.2.c, 5.2.d)."""
        found: set[int] = set()
        for near in (point, *self.books.board.beside[point]):
            found |= self.goals_from(near)
        return [("to", str(at)) for at in sorted(found)]

    def goals_from(self, start: int) -> set[int]:
        """Where some block of a hex could come in a Regroup Move."""
        names = self.free_at(start)
        if not names:
            return set()
        reach = Reach(self.books, self.side, start)
        most = max(self.books.speed(name) for name in names) + 1 + self.may_name()
        found = {at for at, ways in reach.stops.items() if at != start and reach.within(ways, most)}
        for (at, via), ways in reach.entries.items():
            if reach.within(ways, most) and self.has_room(via, at):
                found.add(at)
        return found

    def block_options(self) -> list[Option]:
        """What single blocks may do in the Moves that run."""
        found: set[Option] = set()
        for index, move in enumerate(self.moves):
            for name in self.members(move):
                if isinstance(move.at, str):
                    found.add(self.enter_base(name))
                else:
                    leaves = self.books.place[name] in self.books.defender
                    found |= {
                        words
                        for words in self.options_of(name, index, move)
                        if leaves or not words[0].startswith("march")  # R61
                    }
        return sorted(found)

    def announcements(self) -> list[Option]:
        """Forced Marches that may be announced when Moves and Retreats are over (6.4, R61)."""
        found: set[Option] = set()
        for index, move in enumerate(self.moves):
            if move.to is None:
                continue
            for name in self.members(move):
                if self.books.place[name] not in self.books.defender:
                    found |= {
                        words
                        for words in self.options_of(name, index, move)
                        if words[0].startswith("march")
                    }
        for name, reach in self.walked.items():
            for index in self.groups_from(reach.start):
                found |= self.marches_of(name, reach, index)
        return sorted(found)

    def groups_from(self, start: int) -> list[int]:
        """Group Moves that a block from this hex may have moved in.

        A block that a Regroup and a Group Move share counts for the Group Move if that helps: the
        Moves could have been named in the other order.
        """
        return [i for i, move in enumerate(self.moves) if move == Move(start, None)]

    def enter_base(self, name: str) -> Option:
        """From the waiting area only into the Base, without a hexside limit (16.41.s3)."""
        base = self.books.board.base[self.side]
        return ("move", name, f"{self.side}_wait", str(base))

    def options_of(self, name: str, index: int, move: Move) -> set[Option]:
        """Where one block may go in one Move."""
        place = self.books.place[name]
        assert isinstance(place, int)
        reach = Reach(self.books, self.side, place)
        hexes = self.hexes(name, index)
        named = self.may_name()
        found: set[Option] = set()
        here = str(place)
        for at, ways in reach.stops.items():
            if at == place or (move.to is not None and at != move.to):
                continue
            if reach.within(ways, hexes):
                found.add(("move", name, here, str(at)))
                continue
            if named and reach.within(ways, hexes + 1):
                found.add(("rommel", name, here, str(at)))
            if move.to is not None and reach.within(ways, hexes + 1):
                found.add(("march", name, here, str(at)))
        for (at, via), ways in reach.entries.items():
            if (move.to is not None and at != move.to) or not self.has_room(via, at):
                continue
            if reach.within(ways, hexes):
                found.add(("engage", name, here, str(at), str(via)))
                continue
            if named and reach.within(ways, hexes + 1):
                found.add(("rommel_engage", name, here, str(at), str(via)))
            if move.to is not None and reach.within(ways, hexes + 1):
                found.add(("march_engage", name, here, str(at), str(via)))
        if move.to is None and name not in self.books.unsupplied:  # R44
            if reach.exits(hexes):
                found.add(("exit", name, here))
            elif named and reach.exits(hexes + 1):
                found.add(("rommel_exit", name, here))
        return found

    def marches_of(self, name: str, reach: Reach, index: int) -> set[Option]:
        """Forced Marches of a block that has moved in a Group Move (6.4)."""
        found: set[Option] = set()
        place = self.books.place[name]
        if not isinstance(place, int) or any(march.block == name for march in self.marches):
            return found
        foe = self.books.at[other(self.side)]
        if place in foe or place == reach.start:
            return found
        leaves = name in self.books.disrupted  # it has left a battle and may not Engage (7.2)
        hexes = self.hexes(name, index)
        for step in self.books.board.next[place]:
            if step == reach.start or not reach.is_full(place, step, hexes):
                continue
            if step not in foe:
                if not reach.within(reach.stops.get(step, {}), hexes):
                    found.add(("march", name, str(place), str(step)))
            elif not leaves and self.has_room(place, step):
                found.add(("march_engage", name, str(place), str(step), str(place)))
        return found

    def overruns(self) -> list[int]:
        """Hexes where only Disrupted enemies are Engaged (11.4)."""
        books, foe = self.books, other(self.side)
        found = [
            at for at in books.battles() if books.firm(self.side, at) and not books.firm(foe, at)
        ]
        # If the owner does not say which first, in the order in which they were Attacked.
        return sorted(found, key=lambda at: (at in self.attacked and self.attacked.index(at), at))

    # -- doing ---------------------------------------------------------------------------------

    def which(self, words: Option) -> int:
        """In which of the running Moves a block goes: the first that lets it."""
        name = words[1]
        for index, move in enumerate(self.moves):
            if name not in self.members(move):
                continue
            if isinstance(move.at, str) or words in self.options_of(name, index, move):
                return index
        if self.withdrawal:  # known disagreements: follow the table
            return 0
        raise LookupError(f"no Move for {words}")

    def engage(self, name: str, via: int, at: int) -> None:
        """A block enters a hex with enemies."""
        if at not in self.books.defender:
            self.attacked.append(at)
        self.books.engage(name, via, at)

    def count(self, via: int, at: int) -> None:
        """One block more across a hexside."""
        side_of = edge(via, at)
        self.used[side_of] = self.used.get(side_of, 0) + 1
