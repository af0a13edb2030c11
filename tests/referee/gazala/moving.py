"""The movement phase of an impulse (3.21, 4, 10.3, 10.4, 10.6, 10.84)."""

from __future__ import annotations

from itertools import chain, islice, pairwise

from tests.referee.gazala.board import ALLIED, AXIS, HECKLER, SIDES, enemy_of, tables
from tests.referee.gazala.books import LEFT, WAITING
from tests.referee.gazala.desk import Ask, Disagreement, Flow
from tests.referee.gazala.march import Around, Node, Way
from tests.referee.gazala.special import Special

Option = tuple[str, ...]


class Moving(Special):
    """The phase, its marches, and the cars that react."""

    def movement_phase(self) -> Flow:
        """The active side moves what it wants."""
        self.stage = "movement"
        before = self.zones()
        self.hand: list[str] = []
        self.under_way = False
        while True:
            options = self.move_options()
            if options == [("done",)] and not self.spent and not self.hand:
                break
            answer = yield Ask(self.active, "move", "3.21.a", options, {})
            verb = answer[0]
            if verb == "done":
                break
            if verb not in ("unit", "stack", "split"):
                self.under_way = True
            if verb == "unit":
                self.take([answer[1]])
            elif verb == "stack":
                self.take(self.stack_in(answer[1]))
            elif verb == "to":
                yield from self.go(answer[1])
            elif verb == "leave":
                self.leave()
            elif verb in ("breach", "assisted"):
                yield from self.breach(answer[1], answer[2] if verb == "assisted" else "")
            elif verb == "split":
                self.split(answer[1])
            elif verb == "land":
                yield from self.land()
                if self.on_map(HECKLER):
                    yield from self.react(self.place[HECKLER])
        self.hand = []
        yield from self.check_stacks([self.active])
        self.settle_control(before)

    # -- what may be done ----------------------------------------------------------------------

    def move_options(self) -> list[Option]:
        """Everything open to the active side in its movement phase."""
        found: list[Option] = []
        if self.hand:
            found += [("to", at) for at in self.reach(self.hand) if self.may_go(self.hand)]
            if self.may_leave(self.hand):
                found.append(("leave",))
            if len(self.hand) == 1:
                found += self.breaches(self.hand[0])
        foe = self.look_round()
        for unit in self.eligible:
            if [unit] != self.hand and self.can_act(unit, foe):
                found.append(("unit", unit))
        for at in sorted({self.place[unit] for unit in self.eligible if self.on_map(unit)}):
            group = self.stack_in(at)
            if len(group) > 1 and sorted(group) != sorted(self.hand):
                found.append(("stack", at))
        found += [("split", unit) for unit in self.eligible if self.can_split(unit)]
        if self.may_land():
            found.append(("land",))
        return [*found, ("done",)]

    def may_go(self, hand: list[str]) -> bool:
        """Whether units in hand may still move at all."""
        return all(
            self.fresh(unit)
            or (unit in self.spent and unit not in self.over and unit not in self.locked)
            for unit in hand
        )

    def can_act(self, unit: str, foe: Around) -> bool:
        """Whether a unit can be taken in hand to some purpose."""
        if self.held(unit):
            return bool(self.breaches(unit))
        if not self.fresh(unit) and not (unit in self.hand and self.may_go([unit])):
            return False
        if self.place[unit] != WAITING and not self.on_map(unit):
            return False
        if unit in self.spent:
            return self.left(unit) > 0  # taking it in hand decides nothing
        # One that cannot go anywhere can be taken in hand too; that decides nothing.
        return self.place[unit] != WAITING or self.can_step(unit, foe)

    def stack_in(self, at: str) -> list[str]:
        """The fresh mechanised units of a hex, or else its fresh foot units (R58)."""
        here = [
            unit for unit in self.at(at, self.active) if self.fresh(unit) and unit not in self.cross
        ]
        mech = [unit for unit in here if not self.units[unit].foot]
        foot = [unit for unit in here if self.units[unit].foot]
        return mech if len(mech) > 1 else foot if len(foot) > 1 else []

    def take(self, hand: list[str]) -> None:
        """Take units in hand; others that have begun to move are done (R58)."""
        self.over |= {unit for unit in self.spent if unit not in hand}
        self.hand = hand

    # -- a march -------------------------------------------------------------------------------

    def go(self, goal: str) -> Flow:
        """The units in hand go to a hex, step by step, unless somebody reacts (R58)."""
        hand = self.hand
        way = self.way(hand, goal)
        if way is None:
            raise Disagreement("movement", "4.1", f"{hand} to {goal}", "no way", "a move")
        paid = {unit: self.spent.get(unit, 0) for unit in hand}
        for unit in hand:
            self.road.setdefault(unit, self.on_road(unit))
        start = self.place[hand[0]]
        node = way.start
        while node[0] != goal:
            stretch, sheltered = self.find_stretch(way, node)
            for step in stretch + sheltered:
                yield from self.step_on(hand, node, step)
                node = step
            for unit in hand:
                self.spent[unit] = paid[unit] + node[1] + node[2] * self.values(unit)[2]
                self.moved.add(unit)
                self.cross.pop(unit, None)
            reacted = yield from self.react(node[0])
            if reacted:
                break
        place = self.place[hand[0]]
        start = "off" if start == WAITING else start
        self.tell("moved", units=tuple(hand), start=start, place=place)

    def givers(self, start: str, to: str, zone: set[str]) -> list[str]:
        """Who can give shelter for a step from zone to zone, if nobody there must stay already."""
        if start not in zone or to not in zone:
            return []
        found = self.shelters(to, self.hand)
        if set(found) & self.locked:
            return []
        done = [unit for unit in found if self.is_done(unit)]
        return done[:1] or found

    def is_done(self, unit: str) -> bool:
        """Whether a unit cannot move any more this turn: then it loses nothing by staying."""
        all_done = unit in self.by_hq and (self.active == ALLIED or unit in self.by_rommel)
        reacts = self.units[unit].is_car or unit in self.scenario["reacting"]
        return all_done and unit not in self.eligible and (not reacts or self.leaderless(unit))

    def step_on(self, hand: list[str], node: Node, step: Node) -> Flow:
        """One step of a march; from zone to zone somebody gives shelter and stays (4.43)."""
        givers = self.givers(node[0], step[0], self.zone(enemy_of(self.active)))
        if givers:
            one = givers[0]
            if len(givers) > 1:
                offers = [("lock", name) for name in givers]
                facts: dict[str, str | int] = {"place": step[0]}
                answer = yield Ask(self.active, "shelter", "4.43", offers, facts)
                one = answer[1]
            self.locked.add(one)
            self.tell("locked", unit=one, place=step[0])
        for unit in hand:
            self.activate(unit)
            self.enter(unit, node[0], step[0])

    def find_stretch(self, way: Way, node: Node) -> tuple[list[Node], list[Node]]:
        """How the units have gone to where the table shows them, and a step they are asked about.

        Among ways that cost the same the program chooses (R58); the one that explains what the
        table shows is looked for: the hexes newly controlled, the forts crossed, and where
        somebody was asked.
        """
        prompt = self.hint["prompt"]
        stop = self.hint["place"][self.hand[0]]
        self.hint["mover"] = self.active
        new = {
            at
            for at, side in self.hint["control"].items()
            if side == self.active and self.control.get(at) != side
        }
        seen = False
        tries = self.stretches(way, node, stop, new)
        for stretch in islice(chain([[]] if stop == node[0] and not new else [], tries), 3000):
            seen = True
            if self.forts_on(node, stretch) | self.crossed != self.hint["crossed"]:
                continue
            last = stretch[-1] if stretch else node
            ahead = [
                to for to in way.after.get(last, []) if to[0] == self.hint["facts"].get("place")
            ]
            if prompt == "shelter" and ahead and self.explains(node, stretch, asked=False):
                if len(self.givers(last[0], ahead[0][0], self.zone(enemy_of(self.active)))) > 1:
                    return stretch, ahead[:1]
            elif (
                stretch
                and self.explains(node, stretch, asked=prompt == "react")
                and (prompt == "react" or last[0] == way.goal)
            ):
                return stretch, []
        what = f"{self.hand} from {node[0]} to {way.goal}, now in {stop}"
        if seen:
            raise Disagreement("reaction", "10.3, 4.43", what, "asked elsewhere", prompt)
        raise Disagreement(
            "march", "R58", what, "no cheapest way with these new hexes", sorted(new)
        )

    def forts_on(self, node: Node, stretch: list[Node]) -> set[frozenset[str]]:
        """The fort hexsides that a stretch crosses (10.7)."""
        if self.active != AXIS:
            return set()
        hexes = [node[0], *(step[0] for step in stretch)]
        pairs = {frozenset(pair) for pair in pairwise(hexes)}
        return pairs & self.forts

    def explains(self, node: Node, stretch: list[Node], *, asked: bool) -> bool:
        """Whether cars could react at the end of this stretch, if asked, and nobody before."""
        home = self.place[self.hand[0]]
        zone = self.zone(enemy_of(self.active))
        good = True
        before = node[0]
        for step in stretch:
            if len(self.givers(before, step[0], zone)) > 1:
                good = False
            for unit in self.hand:
                self.place[unit] = step[0]
            due = bool(self.reactions(step[0], set()))
            if due != (asked and step is stretch[-1]):
                good = False
            before = step[0]
            if not good:
                break
        for unit in self.hand:
            self.place[unit] = home
        return good

    # -- armoured cars slip away (10.3, R35) ----------------------------------------------------

    def react(self, at: str) -> Flow:
        """The other side's cars beside the hex just entered may go one hex; whether one did."""
        side = enemy_of(self.active)
        done: set[str] = set()
        while True:
            offers = self.reactions(at, done)
            if not offers:
                return bool(done)
            answer = yield Ask(side, "react", "10.3", [*offers, ("stay",)], {"place": at})
            if answer == ("stay",):
                return bool(done)
            car, to = answer[1], answer[2]
            start = self.place[car]
            self.enter(car, start, to)
            self.moved.add(car)
            self.tell("reacted", unit=car, start=start, place=to)
            done.add(car)

    def reactions(self, at: str, done: set[str]) -> list[Option]:
        """What the cars beside a hex may do."""
        side = enemy_of(self.active)
        foe, zone = self.occupied(self.active), self.zone(self.active)
        found: list[Option] = []
        for to in self.board.near[at]:
            for car in self.at(to, side):
                reacts = self.units[car].is_car or car in self.scenario["reacting"]
                if not reacts or car in done or car in self.locked or self.leaderless(car):
                    continue
                for away in self.board.near[to]:
                    if away in foe or away in zone or not self.open_side(car, to, away):
                        continue
                    if self.room(away, [car]):
                        found.append(("react", car, away))
        return found

    # -- leaving the map (4.34, R29) ------------------------------------------------------------

    def may_leave(self, hand: list[str]) -> bool:
        """Whether units may leave by their own edge."""
        at = self.place[hand[0]]
        if at not in self.board.exits[self.active] or not self.may_go(hand):
            return False
        if any(unit in self.cross for unit in hand):
            return False
        zone = self.zone(enemy_of(self.active))
        for unit in hand:
            cost = tables()["exit"]["cost"] + (self.values(unit)[2] if at in zone else 0)
            # One step is always open (4.33), this one too.
            if unit in self.spent and cost > self.left(unit):
                return False
        return True

    def leave(self) -> None:
        """They go for good."""
        for unit in self.hand:
            self.activate(unit)
            self.tell("left_map", unit=unit, place=self.place[unit])
            self.place[unit] = LEFT
        self.hand = []


__all__ = ["SIDES", "Moving"]
