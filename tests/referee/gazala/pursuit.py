"""Pursuit after combat (9.5, 10.81, 12.2, R23)."""

from __future__ import annotations

from tests.referee.gazala.board import AXIS, enemy_of, tables
from tests.referee.gazala.desk import Ask, Dice, Flow
from tests.referee.gazala.retreat import Retreat

Option = tuple[str, ...]


class Pursuit(Retreat):
    """Who follows into the empty hex, and how far."""

    pursued: set[str]
    tried: set[str]
    helped: dict[str, int]
    began: dict[str, str]

    def pursue(self) -> Flow:
        """The side that emptied a hex may follow (9.5)."""
        rules = tables()["pursuit"]
        far = max([len(path) for path in self.paths] + [self.short_hexes, rules["least"]])
        done: set[str] = set()
        tried: set[str] = set()
        self.pursued = done
        while True:
            beside = [unit for unit in self.pursuers(tried) if unit not in done]
            offers = self.pursuit_offers(beside, far) + self.asides(done)
            if not offers:
                return
            facts: dict[str, str | int] = {"place": self.target}
            answer = yield Ask(self.active, "pursue", "9.5", [*offers, ("done",)], facts)
            if answer == ("done",):
                return
            if answer[0] == "aside":
                unit, to = answer[1], answer[2]
                start = self.place[unit]
                self.enter(unit, start, to)
                self.tell("pursued", units=(unit,), start=start, place=to)
                done.add(unit)
                continue
            alone = answer[0] != "stack"
            group = [answer[1]] if alone else self.pursuing_stack(answer[1], beside)
            start = self.place[group[0]]
            if self.mined(group[0], start):
                good = yield from self.breach_in_pursuit(start, group)
                tried.add(start)
                if not good:
                    done |= set(group)  # as in movement, that was its move (10.81, R39)
                    continue
            yield from self.advance(group, far)
            done |= set(group)

    def mined(self, unit: str, start: str) -> bool:
        """Whether mines must be breached first (10.81.b)."""
        return self.units[unit].side == AXIS and frozenset((start, self.target)) in self.mines

    def pursuit_offers(self, beside: list[str], far: int) -> list[Option]:
        """Units and stacks that may pursue."""
        offers: list[Option] = [
            ("advance", unit) for unit in beside if self.can_pursue([unit], far)
        ]
        for at in sorted({self.place[unit] for unit in beside}):
            group = self.pursuing_stack(at, beside)
            if group and self.mined(group[0], at):
                continue  # one of them tries to breach first (R23)
            if len(group) > 1 and self.can_pursue(group, far):
                offers.append(("stack", at))
        return offers

    def pursuers(self, tried: set[str]) -> list[str]:
        """Units beside the empty hex whose hexside is open to them (9.52, 9.57, R23)."""
        found = []
        for start in sorted(self.board.near[self.target]):
            for unit in self.at(start, self.active):
                if unit in self.retreated:
                    continue
                if not self.open_ground(unit, start, self.target):
                    continue
                # An engineer tries alone or assists, not both in one impulse (10.85).
                may_try = start not in tried and unit in self.forces[self.active]
                may_try = may_try and not self.helped.get(unit)
                if self.mined(unit, start) and not may_try:
                    continue
                found.append(unit)
        return found

    def pursuing_stack(self, at: str, beside: list[str]) -> list[str]:
        """The mechanised units of a hex that pursue together, or else those on foot."""
        here = [unit for unit in beside if self.place[unit] == at]
        mech = [unit for unit in here if not self.units[unit].foot]
        foot = [unit for unit in here if self.units[unit].foot]
        return mech if len(mech) > 1 else foot

    def asides(self, done: set[str]) -> list[Option]:
        """Fuller pursuit: attackers go beside the attacked hex (12.2)."""
        if "fuller_pursuit" not in self.options:
            return []
        found: list[Option] = []
        foe, zone = self.occupied(enemy_of(self.active)), self.zone(enemy_of(self.active))
        for unit in self.alive(self.active):
            if unit in self.retreated or unit in done:
                continue
            start = self.place[unit]
            for to in self.board.near[start]:
                if to not in self.board.near[self.target] or to in foe:
                    continue
                if start in zone and to in zone:
                    continue
                if self.open_side(unit, start, to) and self.room(to, [unit]):
                    found.append(("aside", unit, to))
        return found

    def breach_in_pursuit(self, start: str, group: list[str]) -> Flow:
        """An attempt to come through the mines after combat (10.81.b)."""
        (roll,) = yield Dice("breach", 1)
        unit = group[0]
        self.tried.add(unit)
        skilled = self.units[unit].is_engineer
        if not skilled:
            for mate in self.at(start, self.active):
                if self.assists(mate, unit):
                    self.helped[mate] = self.helped.get(mate, 0) + 1
                    skilled = True
                    break
        result = int(roll) + (tables()["dice"]["breach_engineer"] if skilled else 0)
        good = result >= tables()["dice"]["breach_from"]
        kind = "breached" if good else "not_breached"
        self.tell(kind, place=start, beyond=self.target, die=int(roll))
        if good:
            self.mines.discard(frozenset((start, self.target)))
        elif result <= tables()["dice"]["breach_disaster"]:
            yield from self.lose_steps(self.active, 1, [], "10.84", group)
        return good

    def assists(self, mate: str, unit: str) -> bool:
        """Whether an engineer of the attack can help a unit with its attempt (10.85)."""
        return (
            self.units[mate].is_engineer
            and mate in self.forces[self.active]
            and mate not in self.retreated
            and mate not in self.tried
            and self.helped.get(mate, 0) < tables()["dice"]["breach_assisted"]
            and self.began[mate] == self.began[unit]
        )

    def advance(self, group: list[str], far: int) -> Flow:
        """A unit or stack enters the empty hex and perhaps goes on (9.51 to 9.57)."""
        path = [self.place[group[0]]]
        to = self.target
        while True:
            at = path[-1]
            for unit in group:
                self.enter(unit, at, to)
            self.tell("pursued", units=tuple(group), start=at, place=to)
            path.append(to)
            offers: list[Option] = [("to", on) for on in self.next_hexes(group, path, far)]
            if not offers:
                return
            if self.room(to, group):
                offers.append(("stop",))
            answer = yield Ask(self.active, "pursue_on", "9.54", offers, {"place": to})
            if answer == ("stop",):
                return
            to = answer[1]

    def budget(self, group: list[str], path: list[str], far: int) -> int:
        """How many hexes are left to pursuers who came this way (9.51, 9.55, 9.56)."""
        rules = tables()["pursuit"]
        foot = self.units[group[0]].foot
        zone = self.zone(enemy_of(self.active))
        left = min(far, rules["foot" if foot else "mech"])
        # Every zone that they leave costs a hex; to go on from here would leave this one too.
        return left - (len(path) - 1) - sum(at in zone for at in path)

    def next_hexes(self, group: list[str], path: list[str], far: int) -> list[str]:
        """Where pursuers may go on to: a hex where they may stop, or from which they may go on."""
        if self.budget(group, path, far) < 1:
            return []
        at = path[-1]
        foe = self.occupied(enemy_of(self.active))
        found = []
        for to in self.board.near[at]:
            if to in foe or not all(self.open_side(unit, at, to) for unit in group):
                continue
            if self.units[group[0]].foot and self.paths:
                gone = [*path[2:], to]
                if not any(way[: len(gone)] == gone for way in self.paths):
                    continue
            if self.room(to, group) or self.next_hexes(group, [*path, to], far):
                found.append(to)
        return sorted(found)

    def can_pursue(self, group: list[str], far: int) -> bool:
        """Whether pursuers find a place to stop (9.53)."""
        start = self.place[group[0]]
        if self.room(self.target, group):
            return True
        return bool(self.next_hexes(group, [start, self.target], far))
