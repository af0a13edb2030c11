"""Combat: who fires at what, hits, losses (8.6, 9.0-9.52, 13.2, 14.2)."""

from __future__ import annotations

from collections.abc import Generator

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Answer, Ask, Dice, Play, ask, roll
from tests.referee.rommel.board import CLASSES, other
from tests.referee.rommel.books import Books

IDLE = "9.2, idle"
"""The rule of a question about the order of fire that cannot change anything."""


def has_mine(books: Books, at: int) -> bool:
    """Whether there is a minefield in a hex, whoever laid it (14.0, R48)."""
    return at in books.shown_mines or any(at in mines for mines in books.mines.values())


class Round:
    """One round of combat in a hex, or a Probe (9.1, 10.41)."""

    def __init__(self, books: Books, at: int, starter: str, *, assault: bool) -> None:
        self.books = books
        self.at = at
        self.starter = starter
        """Who began this combat; if the Defender does, his benefits are gone (13.2, 14.2)."""
        self.assault = assault
        self.fired: set[str] = set()

    def dice(self, name: str) -> int:
        """How many dice a block rolls (9.2, 9.21, 13.2, 13.5.s1)."""
        books = self.books
        block = books.board.blocks[name]
        factor = 2 if self.assault else 1
        if (
            self.at in books.holder
            and books.defender[self.at] == block.side
            and self.starter != block.side
            and block.arm != "armor"
        ):
            factor *= 2
        return books.cv[name] * factor

    def worth(self, firer: str, target_side: str) -> int:
        """Half hits for each hit (9.52, 14.2)."""
        books = self.books
        if (
            has_mine(books, self.at)
            and books.defender[self.at] == target_side
            and self.starter != target_side
            and books.board.blocks[firer].arm != "artillery"
        ):
            return 1
        return 2

    def volley(self, side: str, firing: list[str], targets: list[str]) -> Play:
        """All fire of one side, then its losses (9.2-9.5)."""
        books = self.books
        blocks = books.board.blocks
        points = dict.fromkeys(CLASSES, 0)
        room = {arm: capacity(books, of_class(books, targets, arm)) for arm in CLASSES}
        left = list(firing)
        while left:
            alive = [arm for arm in CLASSES if room[arm] and points[arm] < room[arm]]
            if not alive:
                break
            guns = [name for name in left if blocks[name].arm == "artillery"]
            stage = guns or left
            options: list[Option] = [
                ("fire_at", name, arm) for name in stage for arm in aims(blocks[name].arm, alive)
            ]
            idle = len(options) == len(stage) and not self.order_matters(stage, alive, points, room)
            words = yield from ask(side, "fire", options, IDLE if idle else "9.2, 9.3", self.at)
            _, name, arm = words
            left.remove(name)
            self.fired.add(name)
            power = books.board.tables["fire"][blocks[name].arm][arm]
            numbers = books.board.tables["fire"][power]
            dice = yield from roll("fire", self.dice(name))
            hits = sum(die in numbers for die in dice)
            points[arm] += hits * self.worth(name, other(side))
        for arm in CLASSES:
            hurt = [name for name in of_class(books, targets, arm) if books.cv[name] > 0]
            yield from losses(books, other(side), hurt, points[arm], self.at)

    def order_matters(
        self, stage: list[str], alive: list[str], points: dict[str, int], room: dict[str, int]
    ) -> bool:
        """Whether a class can be destroyed before the last of these blocks has fired at it."""
        blocks = self.books.board.blocks
        if len(alive) == 1:
            return False  # there is nothing else to fire at
        for arm in alive:
            firing = [name for name in stage if aims(blocks[name].arm, alive) == [arm]]
            if len({(blocks[name].arm, self.dice(name)) for name in firing}) < 2:
                continue  # all alike
            shots = [
                self.dice(name) * self.worth(name, other(blocks[name].side)) for name in firing
            ]
            if points[arm] + sum(shots) - min(shots) >= room[arm]:
                return True
        return False

    def first_fire(self, side: str) -> Play:
        """Fire of all blocks of a side at all enemies (9.1)."""
        foe = other(side)
        yield from self.volley(side, self.books.firm(side, self.at), self.books.firm(foe, self.at))


def of_class(books: Books, names: list[str], arm: str) -> list[str]:
    """Blocks of a class."""
    return [name for name in names if books.board.blocks[name].arm == arm]


def step_cost(books: Books, name: str) -> int:
    """Half hits that a step costs (9.5.b, 9.52)."""
    return 4 if books.board.blocks[name].elite else 2


def steps_left(books: Books, name: str) -> int:
    """Steps until a block is gone."""
    return books.cv[name] // books.board.blocks[name].step


def capacity(books: Books, names: list[str]) -> int:
    """Half hits that destroy all these blocks."""
    return sum(step_cost(books, name) * steps_left(books, name) for name in names)


def aims(arm: str, alive: list[str]) -> list[str]:
    """Classes that a block of a class may fire at (9.3)."""
    if arm in ("armor", "infantry") and arm in alive:
        return [arm]
    if arm == "artillery":
        return alive
    return [each for each in alive if each != "artillery"] or alive


def most(steps: list[tuple[int, int]], points: int) -> int:
    """The most half hits that can be used up, of (cost, steps) (A8)."""
    usable = {0}
    for cost, count in steps:
        usable = {
            used + cost * take
            for used in usable
            for take in range(count + 1)
            if used + cost * take <= points
        }
    return max(usable)


def losses(
    books: Books, side: str, hurt: list[str], points: int, at: int
) -> Generator[Ask | Dice, Answer, None]:
    """The owner takes the hits on one class, as many as can be used (9.5, A8)."""
    if points >= capacity(books, hurt):
        for name in hurt:
            books.remove(name)
        return
    while True:
        steps = {name: (step_cost(books, name), steps_left(books, name)) for name in hurt}
        best = most(list(steps.values()), points)
        if not best:
            return
        options: list[Option] = []
        for name, (cost, count) in steps.items():
            if not count or cost > points:
                continue
            rest = {**steps, name: (cost, count - 1)}
            if cost + most(list(rest.values()), points - cost) == best:
                options.append(("lose", name))
        words = yield from ask(side, "losses", options, "9.5", at)
        points -= step_cost(books, words[1])
        books.lose_step(words[1])
        hurt = [name for name in hurt if books.cv[name] > 0]


def sufferings(books: Books, names: list[str], hits: int, now: int) -> list[Option]:
    """All ways to take hits as one class, each step named (10.5, R22).

    Of `hits` only `now` are taken yet: what is left must then still be of as much use as it can.
    """
    points, part = hits * 2, now * 2
    steps = [(step_cost(books, name), steps_left(books, name)) for name in names]
    best = most(steps, points)
    found: dict[Option, int] = {}

    def go(index: int, used: int, taken: tuple[int, ...]) -> None:
        if index == len(names):
            rest = [(cost, count - take) for (cost, count), take in zip(steps, taken, strict=True)]
            if used + most(rest, points - used) == best:
                each = [name for name, take in zip(names, taken, strict=True) for _ in range(take)]
                found["lose", *each] = used
            return
        cost, count = steps[index]
        for take in range(count + 1):
            if used + cost * take > part:
                break
            go(index + 1, used + cost * take, (*taken, take))

    go(0, 0, ())
    longest = max(found.values())
    return [words for words, used in found.items() if used == longest]
