"""Retreats, Refusals, Routs and Pursuit Fire (8.4, 10.0-10.5, 11.3)."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice, product
from math import comb

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Answer, Ask, Dice, Play, ask, roll
from tests.referee.rommel.board import other
from tests.referee.rommel.books import Books
from tests.referee.rommel.fighting import capacity, sufferings
from tests.referee.rommel.lines import Lines

READABLE = 400
TRIES = 2000
"""How many ways to Withdraw a group are tried at most."""


class Withdrawal:
    """A group leaves a hex by a Group Move along its lines, all of it (5.3, A3, R23)."""

    def __init__(self, books: Books, names: list[str], at: int) -> None:
        self.books = books
        self.at = at
        self.side = books.side(names[0])
        self.start = books.twin()
        self.lines = Lines(self.start, self.side)
        self.before = self.lines.network()
        self.ways = {name: self.ways_of(name) for name in names}
        self.plan: dict[str, int] = {}

    def ways_of(self, name: str) -> list[int]:
        """Where one block may Withdraw to."""
        if not self.lines.has_line(name):
            return []
        return sorted(
            self.lines.withdrawals(
                self.at, self.lines.source(name), reach=self.books.speed(name), retreat=True
            )
        )

    def unable(self) -> list[str]:
        """Blocks without any way; if no way of the others gives up a hex, all of them (R23)."""
        lost = [name for name, ways in self.ways.items() if not ways]
        able = [name for name in self.ways if name not in lost]
        if able and not self.can_end({}, able):
            return list(self.ways)
        return lost

    def can_end(self, plan: dict[str, int], able: list[str]) -> bool:
        """Whether the blocks can all leave so that the Network gives up a hex."""
        left = [name for name in able if name not in plan]
        for ends in islice(product(*(self.ways[name] for name in left)), TRIES):
            if self.gives_up({**plan, **dict(zip(left, ends, strict=True))}):
                return True
        return False

    def gives_up(self, plan: dict[str, int]) -> bool:
        """Condition 3 of 5.3.c (R16)."""
        after = self.start.twin()
        for name, to in plan.items():
            after.put(name, to)
            after.disrupt(name)
        for name in after.limp(self.side, self.at):
            after.remove(name)  # without a Shield now: they will Rout (8.4.s1)
        after.settle(self.at)
        return not self.before <= Lines(after, self.side).network()

    def options(self) -> list[Option]:
        """What the owner may choose next."""
        able = [name for name, ways in self.ways.items() if ways]
        return [
            ("withdraw", name, str(self.at), str(to))
            for name in able
            if name not in self.plan
            for to in self.ways[name]
            if self.can_end({**self.plan, name: to}, able)
        ]


def withdraw(books: Books, names: list[str], at: int) -> Play:
    """A group leaves, block by block; who cannot is eliminated; the rest is Disrupted."""
    if not names:
        return
    group = Withdrawal(books, names, at)
    for name in group.unable():
        books.remove(name)
        del group.ways[name]
    while len(group.plan) < len(group.ways):
        words = yield from ask(group.side, "withdraw", group.options(), "5.3", at)
        name, to = words[1], int(words[3])
        group.plan[name] = to
        books.put(name, to)
        books.disrupt(name)
        books.raider.pop(name, None)


def pursuit(books: Books, names: list[str], at: int, fired: set[str]) -> Play:
    """Pursuit Fire at those who leave a hex (10.5, A9)."""
    side = books.side(names[0])
    foe = other(side)
    slowest = min(books.speed(name) for name in names)
    hunters = [name for name in books.firm(foe, at) if name not in fired]
    same = [name for name in hunters if books.speed(name) == slowest]
    fast = [name for name in hunters if books.speed(name) > slowest]
    options: list[Option] = [
        ("fire", str(a + 2 * b), str(a), str(b))
        for a in range(len(same) + 1)
        for b in range(len(fast) + 1)
    ]
    words = yield from ask(foe, "pursue", options, "10.5", at)
    fired.update(same[: int(words[2])])
    fired.update(fast[: int(words[3])])
    dice = yield from roll("pursuit", int(words[1]))
    hits = sum(die >= 4 for die in dice)
    while hits:
        left = alive(books, names, at)
        if hits * 2 >= capacity(books, left):
            for name in left:
                books.remove(name)
            return
        # Too many ways to read are asked for two hits at a time; that is no matter of rules.
        now = min(hits, 2) if comb(len(left) + hits - 1, hits) > READABLE else hits
        ways = sufferings(books, left, hits, now)
        words = yield from ask(side, "suffer", ways, "10.5, 9.5", at)
        for name in words[1:]:
            books.lose_step(name)
        hits -= now


def alive(books: Books, names: list[str], at: int) -> list[str]:
    """Those of a group that still stand in a hex."""
    return [name for name in names if books.place[name] == at]


def rout(books: Books, names: list[str], at: int, fired: set[str]) -> Play:
    """A group Routs: a step each, Pursuit Fire, Withdrawal, Disrupted anew (11.3, A6)."""
    for name in names:
        books.lose_step(name)
    left = alive(books, names, at)
    if left:
        yield from pursuit(books, left, at, fired)
        yield from withdraw(books, alive(books, left, at), at)
    books.settle(at)


def rout_unshielded(books: Books, at: int, fired: set[str]) -> Generator[Ask | Dice, Answer, None]:
    """Engaged Disrupted blocks without a Shield Rout (11.11)."""
    for side in ("allied", "axis"):
        lone = books.limp(side, at)
        if lone and not books.firm(side, at) and books.firm(other(side), at):
            yield from rout(books, lone, at, fired)
    books.settle(at)


def can_refuse(books: Books, side: str, at: int) -> bool:
    """Whether a newly Attacked group can Withdraw as a whole (8.4.s2, 10.2)."""
    names = books.firm(side, at)
    return bool(names) and not Withdrawal(books, names, at).unable()


def refuse(books: Books, side: str, at: int, fired: set[str]) -> Play:
    """A group Refuses Battle (10.2)."""
    names = books.firm(side, at)
    yield from pursuit(books, names, at, fired)
    yield from withdraw(books, alive(books, names, at), at)
    yield from rout_unshielded(books, at, fired)
