"""What the parts of the game share: what may be asked, and the notes kept from phase to phase."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple

from khamsin.kernel.play.decision import Option
from tests.referee.gazala.board import (
    ALLIED,
    AXIS,
    INDEPENDENT,
    POOLS,
    ROMMEL,
    SIDES,
    enemy_of,
    tables,
)
from tests.referee.gazala.books import DEAD, Books, hq_of, side_of


class Ask(NamedTuple):
    """The book lets a side decide."""

    side: str
    prompt: str
    rule: str
    options: Sequence[Option]
    facts: dict[str, str | int]


class Dice(NamedTuple):
    """The book lets somebody roll so many dice."""

    why: str
    number: int


class Lot(NamedTuple):
    """The book lets somebody draw one of these, unseen."""

    why: str
    items: tuple[str, ...]


class Told(NamedTuple):
    """What the book says just happened, to be found among the events."""

    kind: str
    values: dict[str, Any]


Step = Ask | Dice | Lot
Flow = Generator[Step, tuple[str, ...], Any]
"""A procedure of the book: stops wherever somebody decides or dice fall."""


class Disagreement(Exception):
    """The table did what no reading of the book explains."""

    def __init__(self, subject: str, rule: str, about: str, book: object, table: object) -> None:
        super().__init__(about)
        self.subject, self.rule, self.about = subject, rule, about
        self.book, self.table = book, table


class Desk(Books):
    """The books and the notes of turn, impulse and phase."""

    def __init__(self, scenario: str, options: Iterable[str]) -> None:
        super().__init__(scenario, options)
        self.date = ""
        self.stage = "setup"
        self.points = dict.fromkeys(POOLS, 0)
        self.told: list[Told] = []
        """What the book says has happened since the last question; the referee empties it."""
        self.hint: dict[str, Any] = {}
        """What the table shows, for choosing among several ways that are all right by the book:
        the path of a march (R58) and the program's own set-up. Nothing else reads it."""
        # the turn
        self.air = 0
        self.withdrawals = 0
        self.allied_attacks = 0
        self.limits = dict.fromkeys(SIDES, 0)
        self.rommel_in = False
        self.cup: list[str] = []
        self.track: dict[str, list[str]] = {side: [] for side in SIDES}
        self.halted = dict.fromkeys(SIDES, False)
        self.by_hq: set[str] = set()
        """Units activated this turn by an HQ."""
        self.by_rommel: set[str] = set()
        """Units activated this turn by Rommel."""
        self.moved: set[str] = set()
        """Units that have moved this turn (4.43)."""
        self.locked: set[str] = set()
        """Units that must stay this turn, because they gave shelter (4.43)."""
        self.hq_back: dict[str, int] = {}
        """The turn in which a lost HQ comes back (10.13)."""
        # the Heckler group
        self.heckler_due = 0
        self.heckler_hex = ""
        self.heckler_landed = 0
        self.heckler_over = False
        # the impulse
        self.impulse = 0
        self.active = ""
        self.chit = ""
        self.eligible: dict[str, int] = {}
        """Who may be activated in this impulse, and the supply it would have (R56)."""
        self.attacks = 0
        """Attacks of this impulse that count for 8.5."""
        self.armour_hexes: set[str] = set()
        """Hexes attacked in armour combat in this impulse."""
        self.combat_hexes: set[str] = set()
        self.attacked: set[str] = set()
        """Units attacked in normal combat in this impulse (9.72)."""

    def tell(self, kind: str, **values: Any) -> None:
        """Note what the book says has happened."""
        self.told.append(Told(kind, values))

    # -- activation --------------------------------------------------------------------------

    def activate(self, unit: str) -> None:
        """A unit moves, splits, tries a breach or attacks for the first time (R56)."""
        done = self.by_rommel if self.chit == "rommel" else self.by_hq
        if unit not in done:
            done.add(unit)
            self.supply[unit] = self.eligible[unit]

    # -- losses ------------------------------------------------------------------------------

    def reduce(self, unit: str) -> str:
        """A unit loses a step; who it was for the notes of the turn, its battalion is (R37)."""
        at = self.place[unit]
        left = self.lose_step(unit)
        if left == unit:
            self.tell("reduced", unit=unit, place=at)
        elif left:
            self.tell("becomes_battalion", unit=unit, place=at, battalion=left)
            for notes in (self.by_hq, self.by_rommel, self.moved, self.locked):
                notes.discard(left)
                if unit in notes:
                    notes.add(left)
            self.eligible.pop(left, None)
            if unit in self.eligible:
                self.eligible[left] = self.eligible[unit]
        else:
            self.eliminate(unit, at)
        return left

    def eliminate(self, unit: str, at: str) -> None:
        """A unit is gone; an HQ comes back two turns later, its chit goes to the track (10.13)."""
        self.place[unit] = DEAD
        self.tell("eliminated", unit=unit, place=at)
        card = self.units[unit]
        if not card.is_hq:
            return
        self.hq_back[unit] = self.turn + tables()["limits"]["hq_away"]
        chit = card.formation
        if chit == self.chit:  # its units move and attack no more (10.13)
            self.eligible = {
                name: level for name, level in self.eligible.items() if self.formation[name] != chit
            }
        if chit in self.cup:
            self.cup.remove(chit)
            self.track[card.side].append(chit)
            self.tell("chit_lost", chit=chit)

    def leaderless(self, unit: str) -> bool:
        """Whether the HQ of a unit is eliminated, so that it does not move (10.13, R64)."""
        formation = self.formation[unit]
        return formation != INDEPENDENT and self.place[hq_of(formation)] == DEAD

    # -- small helpers -----------------------------------------------------------------------

    def chits_left(self, side: str) -> int:
        """How many chits of a side are still in the cup."""
        return sum(side_of(chit) == side for chit in self.cup)

    def hq_here(self, chit: str) -> bool:
        """Whether the HQ of a chit is on the map."""
        return self.on_map(hq_of(chit))

    def attacks_left(self) -> int:
        """How many more attacks the active side may make (8.5, 9.1, 7.6)."""
        left = int(tables()["limits"]["attacks"]) - self.attacks
        if self.withdrawing and self.active == ALLIED:
            left = min(left, tables()["limits"]["attacks_withdrawing"] - self.allied_attacks)
        return left

    def set_status(self) -> None:
        """The supply check of the initial segment (6.11)."""
        for side in SIDES:
            found = self.status(side)
            for name in self.units:
                if name in found:
                    self.supply[name] = self.morning[name] = found[name]

    def settle_control(self, before: dict[str, set[str]]) -> None:
        """Who controls the empty hexes at the end of a movement or combat phase (R10 b)."""
        after = {side: self.zone(side) for side in SIDES}
        full = set(self.occupied(AXIS)) | set(self.occupied(ALLIED))
        for at in self.board.land:
            if at in full:
                continue
            inside = [side for side in SIDES if at in after[side]]
            if len(inside) == 1:
                self.control[at] = inside[0]
            elif len(inside) == 2:
                new = [side for side in SIDES if at not in before[side]]
                if len(new) == 1:
                    self.control[at] = new[0]

    def zones(self) -> dict[str, set[str]]:
        """The zones of control of both sides now."""
        return {side: self.zone(side) for side in SIDES}

    def check_stacks(self, sides: Iterable[str]) -> Flow:
        """Overstacked hexes lose units, which the opponent chooses (5.2)."""
        for side in sides:
            for at in sorted(self.occupied(side)):
                while not self.fits(self.at(at, side)):
                    names = self.excess(at, side)
                    if len(names) == 1:
                        unit = names[0]
                    else:
                        answer = yield Ask(
                            enemy_of(side),
                            "overstacked",
                            "5.2",
                            [("remove", name) for name in names],
                            {"place": at},
                        )
                        unit = answer[1]
                    self.eliminate(unit, at)

    def excess(self, at: str, side: str) -> list[str]:
        """The units among which the opponent chooses: those without which less is too much."""
        names = self.at(at, side)
        lighter = [name for name in names if self.fits([n for n in names if n != name])]
        if lighter:
            return lighter
        return [name for name in names if name != ROMMEL or len(names) == 1]
