"""What is done in the movement phase instead of marching: breaches, splits, the landing."""

from __future__ import annotations

from tests.referee.gazala.board import ALLIED, AXIS, HECKLER, tables, west_of
from tests.referee.gazala.books import AFLOAT, DEAD, SUPPLIED
from tests.referee.gazala.desk import Dice, Flow
from tests.referee.gazala.march import March

Option = tuple[str, ...]


class Special(March):
    """Mines, parts of brigades and the Heckler group."""

    hand: list[str]
    """The units in hand."""
    under_way: bool
    """Whether somebody has moved in this phase (10.6)."""

    # -- breaching (10.84 to 10.86, R39) ---------------------------------------------------------

    def held(self, unit: str) -> bool:
        """Whether a unit may not move but can still try a breach: it gave shelter (4.43)."""
        return unit in self.locked and unit in self.eligible and unit not in self.spent

    def breaches(self, unit: str) -> list[Option]:
        """The hexsides that a unit may try to breach, alone or with an engineer beside it."""
        card = self.units[unit]
        if card.side != AXIS or card.is_hq or unit in self.tried:
            return []
        if not self.fresh(unit) and not self.held(unit):
            return []
        if not self.on_map(unit) or self.helped.get(unit):
            return []
        at = self.place[unit]
        mined = [to for to in self.board.near[at] if frozenset((at, to)) in self.mines]
        found: list[Option] = [("breach", to) for to in mined]
        if card.is_engineer:
            return found
        for mate in self.at(at, AXIS):
            if self.can_assist(mate, unit):
                found += [("assisted", to, mate) for to in mined]
        return found

    def can_assist(self, engineer: str, unit: str) -> bool:
        """Whether an engineer can help (10.85)."""
        return (
            self.units[engineer].is_engineer
            and (self.fresh(engineer) or engineer in self.tied)
            and engineer not in self.tried
            and self.helped.get(engineer, 0) < tables()["dice"]["breach_assisted"]
            and self.began[engineer] == self.began[unit] == self.place[unit]
        )

    def breach(self, to: str, engineer: str) -> Flow:
        """The unit in hand tries to breach a hexside."""
        unit = self.hand[0]
        at = self.place[unit]
        pair = frozenset((at, to))
        self.activate(unit)
        self.tried.add(unit)
        if engineer:
            self.activate(engineer)
            self.helped[engineer] = self.helped.get(engineer, 0) + 1
        (roll,) = yield Dice("breach", 1)
        die = int(roll)
        helped = bool(engineer) or self.units[unit].is_engineer
        result = die + (tables()["dice"]["breach_engineer"] if helped else 0)
        if result >= tables()["dice"]["breach_from"]:
            self.mines.discard(pair)
            self.cross[unit] = pair
            if engineer:
                self.cross[engineer] = pair
                self.tied.discard(engineer)
            self.tell("breached", place=at, beyond=to, die=die)
            return
        self.stuck.add(unit)
        if engineer and engineer not in self.cross:
            self.tied.add(engineer)
        self.tell("not_breached", place=at, beyond=to, die=die)
        if result <= tables()["dice"]["breach_disaster"]:
            self.reduce(unit)
        self.hand = []

    # -- splitting (10.6, R37) -------------------------------------------------------------------

    def can_split(self, unit: str) -> bool:
        """A full-strength activated brigade, before anything has moved (10.6, R37)."""
        return (
            not self.under_way
            and bool(self.units[unit].battalion)
            and self.on_map(unit)
            and self.step[unit] == 0
            and bool(self.free_battalion(unit))
        )

    def split(self, unit: str) -> None:
        """A brigade becomes its reduced side and a battalion."""
        battalion = self.free_battalion(unit)
        self.activate(unit)
        self.step[unit] = 1
        self.detach(unit, battalion)
        self.eligible[battalion] = self.eligible[unit]
        for notes in (self.by_hq, self.moved, self.locked):
            notes.discard(battalion)
            if unit in notes:
                notes.add(battalion)
        self.took_hand_off()
        self.tell("split", unit=unit, battalion=battalion)

    def took_hand_off(self) -> None:
        """Something else was done: who has begun to move is done (R58)."""
        self.over |= set(self.spent)
        self.hand = []

    # -- the Heckler group (10.4, R36) -----------------------------------------------------------

    def may_land(self) -> bool:
        """Whether the landing can be announced in this impulse."""
        return (
            self.active == AXIS
            and self.heckler_due == self.turn
            and not self.heckler_over
            and self.place[HECKLER] == AFLOAT
        )

    def land(self) -> Flow:
        """The landing is tried."""
        self.heckler_over = True
        planned = self.heckler_hex
        self.tell("landing_tried", place=planned)
        (roll,) = yield Dice("landing", 1)
        if int(roll) < tables()["dice"]["heckler_lands_from"]:
            self.place[HECKLER] = DEAD
            self.tell("landing_sunk", unit=HECKLER, die=int(roll))
            return
        (roll,) = yield Dice("landing_drift", 1)
        at = planned
        if int(roll) <= tables()["dice"]["heckler_west_to"]:
            at = west_of(planned)
        elif int(roll) >= tables()["dice"]["heckler_east_from"]:
            at = f"{planned[:2]}{int(planned[2:]) + 1:02}"
        shore = {*self.board.raw["heckler"]["hexes"], self.board.raw["heckler"]["west"]}
        if at not in shore:
            at = planned
        if self.holder(at) == ALLIED:
            self.place[HECKLER] = DEAD
            self.tell("landing_failed", unit=HECKLER, place=at)
            return
        self.place[HECKLER] = at
        self.control[at] = AXIS
        self.heckler_landed = self.turn
        self.supply[HECKLER] = self.morning[HECKLER] = SUPPLIED
        if self.chit == "xxi":
            self.eligible[HECKLER] = SUPPLIED
        self.moved.add(HECKLER)
        self.tell("landed", unit=HECKLER, place=at, die=int(roll))
