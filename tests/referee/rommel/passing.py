"""The one Withdrawal of a Pass turn (4.5, 5.3, A3)."""

from __future__ import annotations

from itertools import product

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.board import other
from tests.referee.rommel.books import Books
from tests.referee.rommel.lines import Lines
from tests.referee.rommel.moving import Move, Phase
from tests.referee.rommel.reach import Reach

TRIES = 400
"""How many ways to complete a Move are tried at most."""

Plan = dict[str, tuple[int, int | None]]
"""Where blocks go, and the last hex before if they Engage there."""


class PassPhase(Phase):
    """The Movement phase of a Pass turn."""

    def __init__(self, books: Books, side: str) -> None:
        super().__init__(books, side, 1, withdrawal=True)
        self.start = books
        self.lines: Lines | None = None
        self.before: frozenset[int] = frozenset()
        self.plan: Plan = {}
        self._lost: dict[object, bool] = {}

    def begin(self) -> None:
        """Lines and Network are those at the moment of the Withdrawal (5.3.s6)."""
        self.start = self.books.twin()
        self.lines = Lines(self.start, self.side)
        self.before = self.lines.network()

    def members(self, move: Move) -> list[str]:
        """Nobody comes in from the waiting area: that takes a card (16.41.s3)."""
        return [] if isinstance(move.at, str) else super().members(move)

    # -- single blocks -------------------------------------------------------------------------

    def options_of(self, name: str, index: int, move: Move) -> set[Option]:
        """Where one block may Withdraw to, if the Move as a whole can still be completed."""
        steps = self.steps(name, index, move)
        place = self.start.place[name]
        if place in self.start.defender:  # never a partial Retreat (10.4)
            mates = [each for each in self.free_at(place) if each != name]
            if not all(self.steps(each, index, move) for each in mates):
                return set()
        return {
            words
            for words, step in steps
            if words[0].startswith("march") or self.can_end({**self.plan, name: step})
        }

    def steps(
        self, name: str, index: int, move: Move
    ) -> list[tuple[Option, tuple[int, int | None]]]:
        """What a block may do by itself: conditions 1, 2 and 4 of 5.3.c."""
        lines = self.lines
        assert lines is not None
        place = self.books.place[name]
        if not isinstance(place, int) or not lines.has_line(name):
            return []
        foe = self.books.at[other(self.side)]
        retreat = place in foe
        source, hexes = lines.source(name), self.hexes(name, index)
        most = hexes + self.may_name()
        if move.to is not None:
            most = max(most, hexes + 1)
        found: list[tuple[Option, tuple[int, int | None]]] = []
        bonus = self.books.board.bonus
        now = Reach(self.books, self.side, place)
        for at, ways in lines.withdrawals(place, source, reach=most, retreat=retreat).items():
            if move.to is not None and at != move.to:
                continue
            vias: list[int | None] = [None]
            if at in foe and not retreat:  # it Engages lone Disrupted enemies (5.3.s1)
                vias = [*sorted({via for _, _, via in ways if self.has_room(via, at)})]
            for via in vias:
                fit = [far - bonus(road) for road, far, last in ways if via in (None, last)]
                if not retreat:  # who has fled into its way stops it (6.0.a)
                    still = now.stops.get(at) if via is None else now.entries.get((at, via))
                    if not now.within(still or {}, max(hexes, min(fit))):
                        continue
                tail = (name, str(place), str(at), *(() if via is None else (str(via),)))
                verb = "engage" if via is not None else ""
                if min(fit) <= hexes:
                    found.append(((verb or "move", *tail), (at, via)))
                    continue
                if self.may_name() and min(fit) <= hexes + 1:
                    word = "rommel_engage" if verb else "rommel"
                    found.append(((word, *tail), (at, via)))
                if move.to is not None and min(fit) <= hexes + 1:
                    word = "march_engage" if verb else "march"
                    found.append(((word, *tail), (at, via)))
        return found

    def marches_of(self, name: str, reach: Reach, index: int) -> set[Option]:
        """The extra hex keeps to the conditions of a Withdrawal as well (R15)."""
        lines = self.lines
        assert lines is not None
        place = self.books.place[name]
        if not isinstance(place, int) or any(march.block == name for march in self.marches):
            return set()
        foe = self.books.at[other(self.side)]
        leaves = name in self.books.disrupted  # it Retreated, and goes past Disrupted enemies
        if place in self.books.defender or (place in foe and not leaves):
            return set()
        hexes = self.hexes(name, index)
        bonus = self.books.board.bonus
        found: set[Option] = set()
        source = lines.source(name)
        ways = lines.withdrawals(reach.start, source, reach=hexes + 1, retreat=reach.leaves)
        for at, hows in ways.items():
            over = [far - bonus(road) for road, far, via in hows if via == place]
            if not over or min(over) != hexes + 1:
                continue
            if at in foe and not leaves:
                if self.has_room(place, at):
                    found.add(("march_engage", name, str(place), str(at), str(place)))
            elif min(far - bonus(road) for road, far, _ in hows) == hexes + 1:
                found.add(("march", name, str(place), str(at)))
        return found

    # -- the Move as a whole -------------------------------------------------------------------

    def may_end(self) -> bool:
        """Whether the Move may end here: nothing moved, or the Network gave up a hex."""
        return not self.plan or self.is_good(self.plan)

    def is_good(self, plan: Plan) -> bool:
        """Conditions 3 of 5.3.c, and no partial Retreat (10.4)."""
        for name in plan:
            at = self.start.place[name]
            assert isinstance(at, int)
            if at in self.start.defender and any(
                mate not in plan for mate in self.start.firm(self.side, at)
            ):
                return False
        after = self.after(plan)
        key = after.outline(self.side)
        known = self._lost.get(key)
        if known is None:
            known = not self.before <= Lines(after, self.side).network()
            self._lost[key] = known
        return known

    def after(self, plan: Plan) -> Books:
        """The position when all have moved; a hex of the old Network must be lost (R16)."""
        after = self.start.twin()
        for name, (at, via) in plan.items():
            place = self.start.place[name]
            after.put(name, at)
            if via is not None:
                for foe in after.all_at(other(self.side), at):
                    after.remove(foe)  # it Routs, and goes (11.4.a)
            if place in self.start.defender:
                after.disrupt(name)
        for at in list(after.defender):
            if not after.firm(self.side, at):
                for name in after.limp(self.side, at):
                    after.remove(name)  # without a Shield now: they will Rout (10.s2)
            after.settle(at)
        return after

    def can_end(self, plan: Plan) -> bool:
        """Whether some way to go on makes a good Move of this."""
        if self.is_good(plan):
            return True
        choices: list[list[tuple[str, tuple[int, int | None]] | None]] = []
        leaving = self.start.defender  # whoever leaves a battle may do so by a Forced March
        for index, move in enumerate(self.moves):
            for name in self.members(move):
                if name in plan:
                    continue
                steps = {
                    step
                    for words, step in self.steps(name, index, move)
                    if not words[0].startswith("march") or self.start.place[name] in leaving
                }
                if steps:
                    choices.append([*((name, step) for step in sorted(steps, key=str)), None])
        for tried, combination in enumerate(nearest_first(choices, self.side, self.books)):
            if tried >= TRIES:
                self.gave_up = True
                return False
            more = dict(each for each in combination if each is not None)
            if more and self.is_good({**plan, **more}):
                return True
        return False

    gave_up = False


def nearest_first(
    choices: list[list[tuple[str, tuple[int, int | None]] | None]], side: str, books: Books
) -> product[tuple[tuple[str, tuple[int, int | None]] | None, ...]]:
    """All combinations, those first in which everybody goes far back."""
    base = books.board.base[side]

    def far(choice: tuple[str, tuple[int, int | None]] | None) -> int:
        return 999 if choice is None else books.board.distance(choice[1][0], base)

    return product(*(sorted(each, key=far) for each in choices))
