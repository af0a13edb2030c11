"""How the referee plays: questions and dice, and what several procedures share.

The procedures are generators. They yield an `Ask` when a side must decide and a `Dice` when chance
does, and are sent what the journal says. So the referee plays the whole game itself, and the watch
compares every question, every list of options and the position at every question.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple

from tests.referee.malta.board import ALLIED, AXIS, LAND, TABLES, TOWNS, neighbours
from tests.referee.malta.books import (
    BROKEN,
    DAY_RECORD,
    DEMORALISED,
    DISORGANISED,
    ELIMINATED,
    GOOD,
    TURN_RECORD,
    Books,
    enemy,
)
from tests.referee.malta.pieces import LEADERS, MILITIA, PIECES

Option = tuple[str, ...]
DONE: Option = ("done",)


class Ask(NamedTuple):
    """A question, with everything that may be answered."""

    side: str
    prompt: str
    options: list[Option]
    rule: str
    facts: dict[str, str | int]


class Dice(NamedTuple):
    """Dice of the match, or things drawn."""

    why: str
    number: int


Flow = Generator[Ask | Dice, Any, Any]


class Ended(Exception):
    """The match is over."""


class Table:
    """The books and what happens on them in more than one procedure."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.events: list[Any] = []
        """What the rules told since the last question. Used only for the order in which the rules
        roll the dice of several units, and for the way a unit went between two hexes."""
        self.result: tuple[str, str] | None = None
        self.steps_in: dict[tuple[str, str], int] = {}
        """Steps lost in hexes with leaders, until the leaders have rolled (14.41)."""
        self.told_sums: list[tuple[str, str, Any]] = []
        """What the referee has worked out for events: kind, rule, value."""

    # -- asking and rolling

    def ask(
        self, side: str, prompt: str, options: Sequence[Option], rule: str, **facts: str | int
    ) -> Flow:
        """Ask a side; returns its answer."""
        return (yield Ask(side, prompt, list(options), rule, facts))

    def dice(self, why: str, count: int) -> Flow:
        """Roll; returns the numbers."""
        values = yield Dice(why, count)
        return [int(value) for value in values]

    def draw(self, why: str, count: int) -> Flow:
        """Draw; returns the words."""
        return (yield Dice(why, count))

    def told(self, kind: str, **values: str) -> list[dict[str, Any]]:
        """The values of the events of a kind since the last question."""
        return [
            dict(event.values)
            for event in self.events
            if event.kind == kind and all(event.values.get(k) == v for k, v in values.items())
        ]

    def rolled_order(self, kind: str, units: Iterable[str], key: str = "unit") -> list[str]:
        """Units in the order in which the rules rolled for them."""
        wanted = self.books.sort(units)
        told = [event[key] for event in self.told(kind)]
        return sorted(wanted, key=lambda unit: told.index(unit) if unit in told else len(told))

    # -- order and steps

    def disorganise(self, unit: str) -> None:
        """A D: good becomes disorganised, disorganised demoralised (9.41, 11.3, 11.4)."""
        order = self.books.order
        order[unit] = min(DEMORALISED, order[unit] + 1)
        self.books.changed()

    def eliminate(self, unit: str, *, counted: bool = True) -> None:
        """Take a unit off the map for good, with all its steps."""
        books = self.books
        piece = PIECES[unit]
        if piece.leader:
            self.kill_leader(unit)
            return
        if counted:
            books.count_lost(unit, 1 if piece.ship else books.steps(unit))
        if piece.hides:
            books.seen.add(unit)
        if piece.group and piece.battalion:
            books.groups_broken.add(piece.group)
        books.put(unit, ELIMINATED)
        books.order[unit] = GOOD
        books.deployed.discard(unit)
        books.unsupplied.discard(unit)
        if piece.parent:  # the last company of a battalion takes it along (9.95)
            family = PIECES[piece.parent].companies
            if books.place[piece.parent] == BROKEN and all(
                books.place[name] == ELIMINATED for name in family
            ):
                books.put(piece.parent, ELIMINATED)
                if PIECES[piece.parent].group:
                    books.groups_broken.add(PIECES[piece.parent].group)
        if piece.hq and piece.side == AXIS:
            from tests.referee.malta.board import DAYS

            if books.day < DAYS.index(books.scenario["hq_return_cutoff"]):
                books.due[unit] = books.day + 4

    def lose_step(self, unit: str) -> None:
        """One step (2.1.steps); the hex is remembered for its leaders (14.41)."""
        books = self.books
        stack = (books.place[unit], PIECES[unit].side)
        self.steps_in[stack] = self.steps_in.get(stack, 0) + 1
        if books.steps(unit) > 1:
            books.count_lost(unit, 1)
            books.level[unit] += 1
            books.changed()
        else:
            self.eliminate(unit)

    def lose(
        self,
        side: str,
        candidates: Iterable[str],
        steps: int,
        rule: str,
        first: Iterable[str] = (),
        first_steps: int = 0,
    ) -> Flow:
        """A side loses steps, its choice; returns how many could not be lost.

        Of these the first ones must come from some units while they live (9.92.eng).
        """
        units = list(candidates)
        for left in range(steps, 0, -1):
            alive = [
                unit for unit in units if self.books.place[unit] not in (ELIMINATED, DAY_RECORD)
            ]
            if not alive:
                return left
            if sum(self.books.steps(unit) for unit in alive) <= left:  # nothing to choose
                rest = left - sum(self.books.steps(unit) for unit in alive)
                for unit in alive:
                    for _ in range(self.books.steps(unit)):
                        self.lose_step(unit)
                return rest
            bound = [unit for unit in alive if unit in first] if first_steps > 0 else []
            choice = bound or alive
            answer = yield from self.ask(
                side, "lose", [("lose", unit) for unit in choice], rule, steps=left
            )
            if answer[1] in first:
                first_steps -= 1
            self.lose_step(answer[1])
        return 0

    # -- leaders

    def kill_leader(self, leader: str) -> None:
        """His ADC comes tomorrow (14.43, 14.44)."""
        books = self.books
        books.adc.add(leader)
        books.put(leader, DAY_RECORD)
        books.due[leader] = books.day + 1

    def leaders_in_danger(self) -> Flow:
        """After a loss: 2d6, less one for each step beyond the first; 3 or less kills (14.41)."""
        books = self.books
        hexes, self.steps_in = self.steps_in, {}
        for place, side in sorted(hexes):
            for leader in [unit for unit in books.at(place, side) if unit in LEADERS]:
                yield from self.leader_in_danger(leader, hexes[place, side])

    def leader_in_danger(self, leader: str, steps: int) -> Flow:
        """One leader whose stack lost so many steps."""
        rolled = yield from self.dice("leader", 2)
        if sum(rolled) - (steps - 1) <= TABLES["leader_loss"]["combat_killed_at_or_below"]:
            self.kill_leader(leader)

    def overrun_leader(self, leader: str) -> Flow:
        """2d6: 7 or less is dead, otherwise back next turn (14.42, R11)."""
        rolled = yield from self.dice("overrun", 2)
        if sum(rolled) <= TABLES["leader_loss"]["overrun_killed_at_or_below"]:
            self.kill_leader(leader)
        else:
            self.books.put(leader, TURN_RECORD)
            self.books.due[leader] = self.books.day * 4 + self.books.turn + 1

    # -- coming into a hex

    def sweep(self, place: str, side: str) -> Flow:
        """Enemy leaders, coast guns and units of defence 0 alone in a hex are overrun (6.52)."""
        books = self.books
        for unit in books.at(place, enemy(side)):
            if unit in LEADERS:
                yield from self.overrun_leader(unit)
            else:
                self.eliminate(unit)

    def enter(self, unit: str, place: str) -> Flow:
        """A unit comes into a hex, by whatever way but a drop."""
        books = self.books
        books.put(unit, place)
        yield from self.consequences([unit], place)

    def consequences(self, units: Sequence[str], place: str, dropped: bool = False) -> Flow:
        """What follows when units have come into a hex: overrun, fort, control, militia."""
        books = self.books
        side = PIECES[units[0]].side
        land = [unit for unit in units if PIECES[unit].land]
        if side == AXIS and land:
            self.turn_up_near(place)
        if not books.barred(place, side):
            yield from self.sweep(place, side)
            if land:
                self.take(place, side)
        elif land:
            books.control[place] = side  # a drop among enemies: at once, for a while (R30)
        if side == AXIS and land:
            yield from self.militia([place], dropped)

    def take(self, place: str, side: str) -> None:
        """Control (2.1.control, R30); the first Axis unit destroys a fort (17.1)."""
        books = self.books
        books.control[place] = side
        if side == AXIS and books.fort(place):
            books.forts_destroyed.add(place)
        books.changed()

    def turn_up_near(self, place: str) -> None:
        """Strongpoints in and next to a hex that an Axis unit enters are turned up (16.22)."""
        for hex_ in (place, *neighbours(place)):
            for unit in self.books.at(hex_, ALLIED):
                if PIECES[unit].type == "strongpoint":
                    self.books.seen.add(unit)

    def militia(self, places: Sequence[str], dropped: bool = False) -> Flow:
        """Rolls for towns and cities that Axis units reach for the first time (16.32, R40)."""
        books = self.books
        hexes = sorted({h for place in places for h in (place, *neighbours(place))} & set(TOWNS))
        told = [event["place"] for event in self.told("militia_roll")]
        hexes.sort(key=lambda h: told.index(h) if h in told else len(told))
        for place in hexes:
            if place in books.rolled or books.militia_left <= 0:
                continue
            inside = books.real(place, AXIS)
            if inside and not (dropped and place in places):
                books.rolled.add(place)
                continue
            books.rolled.add(place)
            (die,) = yield from self.dice("militia", 1)
            kind = "city_success" if LAND[place].terrain == "city" else "town_success"
            if die in TABLES["militia"][kind]:
                yield from self.rise(place, face_up=dropped and place in places)

    def rise(self, place: str, *, face_up: bool) -> Flow:
        """A militia counter, drawn at random (16.32)."""
        books = self.books
        (value,) = yield from self.draw("militia_cup", 1)
        unit = next(name for name in MILITIA if books.place[name] == "off")
        books.face[unit] = value
        books.militia_left -= 1
        books.put(unit, place)
        if face_up:
            books.seen.add(unit)
        if not books.real(place, AXIS):
            self.take(place, ALLIED)

    # -- the end of a phase

    def end_phase(self) -> Flow:
        """Too many in a hex: the enemy eliminates whole units until it is legal (7.2, R45)."""
        books = self.books
        for side in (AXIS, ALLIED):
            for place in sorted({books.place[unit] for unit in books.units(side)}):
                while books.stacked(place, side) > 8:
                    there = books.at(place, side)
                    lone = sum(PIECES[unit].hq for unit in there) == 1  # above the limit (7.1)
                    units = [
                        unit
                        for unit in there
                        if PIECES[unit].land
                        and PIECES[unit].type != "militia"
                        and not (lone and PIECES[unit].hq)
                    ]
                    answer = yield from self.ask(
                        enemy(side), "overstack", [("remove", u) for u in units], "7.2", place=place
                    )
                    self.eliminate(answer[1])


ORDERS = {GOOD: "good", DISORGANISED: "disorganised", DEMORALISED: "demoralised"}
