"""The referee's own table: where everything is, and how somebody is asked or a die is thrown.

The rules of the referee are generators. They yield an `Ask` (somebody chooses), a `Roll` (dice) or
a `Draw` (chits out of a cup); the journal of the match gives the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from khamsin.kernel.play.decision import Option
from tests.referee.commander.book import ALLIED, AXIS, Book

LATER, CUP, BOX, POOL, DEAD_AXIS, DEAD_ALLIED = "later", "cup", "box", "pool", "lost", "fallen"


class Ask(NamedTuple):
    """Somebody must choose."""

    prompt: str
    options: list[Option]
    facts: dict[str, str | int]


class Roll(NamedTuple):
    """Dice are thrown."""

    why: str
    number: int


class Draw(NamedTuple):
    """Things are drawn unseen."""

    why: str
    number: int
    items: list[str]


Steps: TypeAlias = Generator[Ask | Roll | Draw, Sequence[str], Any]


class Over(Exception):
    """The campaign has ended."""


class Table:
    """What lies on the table, kept by the referee alone."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.place: dict[str, str] = {}
        """An area, or one of the piles."""
        self.steps: dict[str, int] = {}
        """2 is full strength, 1 reduced."""
        self.level: dict[str, int] = {}
        """0 plain, 1 veteran, 2 elite."""
        self.chit: dict[str, str] = {}
        self.upgrades: Counter[str] = Counter(
            {name: row["count"] for name, row in book.chits.items()}
        )
        self.supplies = {AXIS: 0, ALLIED: 0}
        self.control: dict[str, str] = {}
        self.turn = 0
        self.points = 0
        self.ops_drawn: list[str] = []
        self.moved: set[str] = set()
        """Axis Forces that moved in this half (nbmove.2)."""
        self.axis_half = True
        self.came: dict[str, str] = {}
        """The area a Force came from into the one where it is (after.1); the box for R8."""
        self.trod: Counter[str] = Counter()
        self.aim: dict[str, str] = {}
        self.fell_in: dict[str, str] = {}
        """The region in which an Allied Force in the Destroyed box fell (R2)."""
        self.attacker: dict[str, str] = {}
        """Who attacks where a battle waits."""
        self.finish: set[str] = set()
        """Areas in which a battle is fought to the finish (place.4)."""
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.met: Counter[str] = Counter()
        """How often rare corners of the rules were met."""
        self.result: tuple[str, int, int, int] | None = None

    # -- asking -----------------------------------------------------------------------------

    def choose(self, prompt: str, options: list[Option], **facts: str | int) -> Steps:
        """Ask the player, unless there is only one thing to do."""
        if len(options) == 1:
            return options[0]
        answer = yield Ask(prompt, options, facts)
        return tuple(answer)

    def tie(self, tie: str, options: list[Option], **facts: str | int) -> Steps:
        """A tie of the Allied procedure: the player picks, or the first is taken (solo.1)."""
        if len(options) == 1:
            return options[0]
        if self.book.break_ties:
            self.tell("tie_broken", tie=tie, choices=len(options))
            return options[0]
        answer = yield Ask(f"tie_{tie}", options, facts)
        return tuple(answer)

    def roll(self, why: str, count: int = 1) -> Steps:
        """Throw dice."""
        answer = yield Roll(why, count)
        return [int(die) for die in answer]

    def draw(self, why: str, count: int, items: list[str]) -> Steps:
        """Draw some of these."""
        answer = yield Draw(why, count, items)
        return list(answer)

    def tell(self, kind: str, **values: Any) -> None:
        """Remember what happened, to compare it with what the rules tell."""
        self.told.append((kind, values))

    # -- looking ----------------------------------------------------------------------------

    def side(self, force: str) -> str:
        """Whose Force it is."""
        return self.book.forces[force].side

    def here(self, area: str, side: str) -> list[str]:
        """The Forces of a side in an area or pile, in the order of the counters."""
        return [
            name
            for name, force in self.book.forces.items()
            if force.side == side and self.place[name] == area
        ]

    def on_map(self, side: str) -> list[str]:
        """All Forces of a side on the map, area by area."""
        found = [
            name
            for name, force in self.book.forces.items()
            if force.side == side and self.place[name] in self.book.areas
        ]
        return sorted(found, key=lambda name: self.book.order[self.place[name]])

    def held(self, side: str) -> list[str]:
        """Areas with Forces of this side, in the order of the map."""
        with_forces = {self.place[name] for name in self.on_map(side)}
        return [area for area in self.book.areas if area in with_forces]

    def region_of(self, area: str) -> str:
        """The region of an area."""
        name: str = self.book.areas[area]["region"]
        return name

    def value(self, force: str, which: int) -> int:
        """Attack 0, superior 1, defence 2 on the side showing, with the upgrade (upgrade.2)."""
        card = self.book.forces[force]
        printed = (card.full if self.steps[force] == 2 else card.reduced)[which]
        return printed + self.bonus(force, which)

    def bonus(self, force: str, which: int) -> int:
        """What the upgrade adds: attack, superior, defence, plan points (upgrade.6)."""
        level = self.level[force]
        if not level:
            return 0
        row = self.book.chits[self.chit[force]]
        added: int = row["veteran" if level == 1 else "elite"][which]
        return added

    # -- changing ---------------------------------------------------------------------------

    def drop_chit(self, force: str) -> None:
        """Put the upgrade chit back into the cup (upgrade.3)."""
        if self.level[force]:
            self.upgrades[self.chit.pop(force)] += 1
            self.level[force] = 0

    def lower(self, force: str) -> None:
        """A refit costs a level (upgrade.11)."""
        if self.level[force] == 2:
            self.level[force] = 1
        elif self.level[force] == 1:
            self.drop_chit(force)

    def destroy(self, force: str) -> None:
        """Off the map; Allied Forces remember the region (xdead.1, adead.1, R2)."""
        self.drop_chit(force)
        if self.side(force) == AXIS:
            self.place[force] = DEAD_AXIS
        else:
            self.fell_in[force] = self.region_of(self.place[force])
            self.place[force] = DEAD_ALLIED
        self.steps[force] = 2

    def hit(self, force: str) -> bool:
        """One hit; whether the Force is destroyed (forces.1, hits.1)."""
        if self.steps[force] == 2:
            self.steps[force] = 1
            return False
        self.destroy(force)
        return True

    def take_forces(self, why: str, count: int, items: Iterable[str]) -> Steps:
        """Draw Forces from the cup; 2 Supplies for each that is missing (newforces.2, afterg.2)."""
        cup = list(items)
        number = min(count, len(cup))
        taken: list[str] = []
        if number:
            taken = yield from self.draw(why, number, cup)
        self.supplies[ALLIED] += 2 * (count - number)
        for force in taken:
            self.steps[force], self.level[force] = 2, 0
        return taken

    # -- the end ----------------------------------------------------------------------------

    def test(self) -> None:
        """Control, victory and defeat at the end of a step (control.1, objective.1, R16)."""
        axis, allied = set(self.held(AXIS)), set(self.held(ALLIED))
        for area in self.book.areas:
            if area in axis or area in allied:
                both = area in axis and area in allied
                self.control[area] = "" if both else AXIS if area in axis else ALLIED
            else:
                self.control[area] = self.book.flag_side(area)
        play = self.book.scenario
        goals = play["victory_areas"]
        if play["victory_kind"] == "win_controls_all":
            if all(self.control[area] == AXIS for area in goals):
                self.end("objectives" if self.book.campaign == "gd" else "cairo", scored=True)
        elif all(self.control[area] == ALLIED for area in goals):
            self.end("lost_ground", scored=True)
        if play["defeat"] and self.control[play["defeat"]] == ALLIED:
            self.end("tripoli", scored=False)

    def end(self, reason: str, *, scored: bool, box: int | None = None) -> None:
        """Count the points (vp.2, vp.3, R14, R15)."""
        if not scored:
            self.result = (reason, 0, 0, 0)
            raise Over
        vp = self.book.turns[self.turn]["vp"] if box is None else box
        adjust = sum(row["vp_adjust"] for row in self.book.effects)
        if self.book.link is not None:
            adjust += self.book.link["vp_adjust"]
        self.result = (reason, vp + adjust, vp, adjust)
        raise Over
