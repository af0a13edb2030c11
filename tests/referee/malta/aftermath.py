"""What comes of a combat: steps, standing, retreat, advance (9.4 to 9.8, 10.21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.referee.malta.board import LAND, TABLES, distance, edge, neighbours
from tests.referee.malta.books import DEMORALISED, DISORGANISED, enemy
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.moving import Moving
from tests.referee.malta.pieces import LEADER_OF, LEADERS, PIECES


@dataclass
class Battle:
    """One combat."""

    place: str
    side: str
    attackers: list[str]
    defenders: list[str]
    drop: bool = False
    offensive: list[tuple[str, str, str]] = field(default_factory=list)
    defensive: list[tuple[str, str, str]] = field(default_factory=list)
    air: int = 0
    helped: set[str] = field(default_factory=set)
    line: str = ""
    sums: tuple[object, ...] = ()
    came_from: dict[str, str] = field(default_factory=dict)
    retreated: set[str] = field(default_factory=set)
    gone: int = 0
    """How many hexes the defender retreated."""


class Aftermath(Moving):
    """Results of combat."""

    fires: list[tuple[str, str, str]]
    """Offensive support and bombardment laid out: unit, hex, kind."""
    guards: list[tuple[str, str, str]]
    """Defensive support laid out."""
    air_on: list[str]
    leader_uses: dict[str, int]
    guides: set[str]
    """Leaders who have tried to help in the same fight for a landing hex before."""

    def alive(self, units: Sequence[str]) -> list[str]:
        return [u for u in units if self.books.on_map(u)]

    def carry_out(self, battle: Battle, result: str) -> Flow:
        """9.3.h to 9.3.j, in the order of 9.51, 9.71, 9.41, 9.6, 9.8."""
        books = self.books
        (hits_a, mark_a), (hits_d, mark_d) = (parsed(part) for part in result.split("/"))
        other = enemy(battle.side)
        if books.fort(battle.place):
            hits_d = max(0, hits_d - 1)
        tired = {u for u in battle.attackers if books.order[u] == DISORGANISED}
        order_before = dict(books.order)
        sides = [other, battle.side] if hits_d >= hits_a else [battle.side, other]
        hits = {battle.side: hits_a, other: hits_d}
        left: dict[str, int] = {}
        sappers = self.engineers_help(battle)
        engineers_lost = 0
        hits_taken: dict[str, int] = {}
        for at, who in enumerate(sides):
            steps = hits[who] // 2 if who == other else -(-hits[who] // 2)
            if battle.drop and who == battle.side:
                steps = hits[who]
            units = battle.defenders if who == other else battle.attackers
            first: list[str] = []
            if who == battle.side and sappers:
                first = [u for u in units if PIECES[u].engineer]
            if who == battle.side:
                units = [*units, *self.close_guns(battle)]
            over = yield from self.lose(who, units, steps, "9.42", first, -(-steps // 2))
            hits_taken[who] = steps - over
            if who == battle.side:
                engineers_lost = sum(not books.on_map(u) for u in first)
            left[who] = hits[who] - steps
            if over:
                left[who] = hits[who] - (steps - over)
                if at == 0:
                    hits[sides[1]] = max(0, hits[sides[1]] - 1)
                else:
                    left[sides[0]] = max(0, left[sides[0]] - 1)
        runs: dict[str, list[str]] = {}
        self.stood = {other: 0, battle.side: 0}
        for who in (other, battle.side):
            units = self.alive(battle.defenders if who == other else battle.attackers)
            first = (
                [u for u in units if PIECES[u].engineer] if sappers and who == battle.side else []
            )
            owed = -(-(hits_taken[who] + left[who]) // 2) - engineers_lost
            runs[who] = yield from self.stand(who, units, left[who], first, owed)
        for who, mark in ((other, mark_d), (battle.side, mark_a)):
            units = self.alive(battle.defenders if who == other else battle.attackers)
            yield from self.marked(who, units, mark)
        yield from self.leaders_in_danger()
        for who in (other, battle.side):
            yield from self.retreats(battle, who, self.alive(runs[who]), left[who])
        if books.night:
            self.night_price(battle.attackers, tired, order_before)
        emptied = not [u for u in books.real(battle.place, other) if not books.soft(u)]
        if emptied and not battle.drop:
            if not self.alive(battle.defenders):
                battle.gone = max(battle.gone, left[other] - self.stood[other] - battle.gone)
            yield from self.advances(battle)
        self.after_fire(battle)
        yield from self.spend_defence(battle)

    def close_guns(self, battle: Battle) -> list[str]:
        """Guns that support the attack from next to the hex may take its step losses (9.52)."""
        guns = [unit for unit, _, _ in battle.offensive if PIECES[unit].artillery]
        return [unit for unit in guns if self.books.place[unit] in neighbours(battle.place)]

    def engineers_help(self, battle: Battle) -> bool:
        raise NotImplementedError

    def marked(self, who: str, units: Sequence[str], mark: str) -> Flow:
        """D and Z (9.41, 11.4)."""
        books = self.books
        for unit in units:
            if mark == "D":
                self.disorganise(unit)
            elif mark == "Z":
                if books.order[unit] == DEMORALISED:
                    self.lose_step(unit)
                else:
                    books.order[unit] = DEMORALISED
                    books.changed()
        yield from ()

    def night_price(self, units: Sequence[str], tired: set[str], before: dict[str, int]) -> None:
        """10.21: disorganised, or demoralised if it was or became something already."""
        books = self.books
        for unit in self.alive(units):
            was = before[unit] if unit in before else books.order[unit]
            if unit in tired or books.order[unit] != 0 or was != 0:
                books.order[unit] = DEMORALISED
            else:
                books.order[unit] = DISORGANISED
        books.changed()

    # -- standing (9.7)

    def stand(
        self, who: str, units: Sequence[str], hits: int, first: Sequence[str] = (), owed: int = 0
    ) -> Flow:
        """Who does not stand, and has to retreat. Those who stand take all hits left as steps."""
        books = self.books
        if hits <= 0 or not units:
            return []
        firm = [u for u in units if books.fixed(u)]
        loose = [u for u in units if u not in firm]
        if loose:
            answer = yield from self.ask(who, "stand", [("retreat",), ("stand",)], "9.7", hits=hits)
            if answer == ("stand",):
                (die,) = yield from self.dice("stand", 1)
                for unit in loose:
                    leader = LEADER_OF.get(books.formation[unit], "")
                    with_him = (
                        leader
                        and not books.remnant(unit)
                        and books.place[leader] == books.place[unit]
                    )
                    if books.morale(unit) > die - bool(with_him):
                        firm.append(unit)
        # Engineers among those who stand make up the half of 9.92.eng (R77).
        bound = [u for u in first if u in firm]
        taken = hits if firm else 0
        over = yield from self.lose(who, books.sort(firm), taken, "9.71", bound, owed)
        self.stood[who] = taken - over
        return [u for u in loose if u not in firm]

    # -- retreat (9.6)

    def retreats(self, battle: Battle, who: str, units: Sequence[str], length: int) -> Flow:
        """Stack after stack retreats."""
        books = self.books
        foes = battle.attackers if who != battle.side else battle.defenders
        places = sorted({books.place[u] for u in units})
        while places:
            answer = yield from self.ask(who, "retreat_next", [("from", h) for h in places], "9.6")
            place = answer[1]
            places.remove(place)
            stack = [u for u in units if books.place[u] == place and u not in battle.retreated]
            joined: list[str] = []
            if who == battle.side:
                others = [
                    u
                    for u in books.at(place, who)
                    if u not in stack
                    and not books.fixed(u)
                    and u not in LEADERS
                    and u not in battle.attackers
                ]
                while others:
                    answer = yield from self.ask(
                        who, "join_retreat", [*(("join", u) for u in others), DONE], "9.6"
                    )
                    if answer == DONE:
                        break
                    others.remove(answer[1])
                    joined.append(answer[1])
            leaders = [u for u in books.at(place, who) if u in LEADERS]
            stack = [*books.sort(stack), *joined, *leaders]
            yield from self.retreat_stack(battle, who, stack, length, foes)

    def retreat_stack(
        self, battle: Battle, who: str, stack: list[str], length: int, foes: Sequence[str]
    ) -> Flow:
        """One stack, hex by hex (9.61, 9.62, R50, 7.3)."""
        books = self.books
        left_hexes = [books.place[stack[0]]]
        left = length
        walked = 0
        battle.retreated |= set(stack)
        while left > 0:
            here = left_hexes[-1]
            goals = self.retreat_goals(who, stack, here, left_hexes, self.alive(foes), left)
            if not goals:
                for unit in stack:
                    if unit in LEADERS:
                        yield from self.overrun_leader(unit)
                    else:
                        self.eliminate(unit)
                break
            answer = yield from self.ask(
                who, "retreat", [("to", h) for h in goals], "9.61", unit=stack[0], left=left
            )
            goal = answer[1]
            zoc = books.in_ezoc(goal, who)
            for unit in stack:
                books.place[unit] = goal
            books.changed()
            yield from self.consequences(stack, goal)
            walked += 1
            left -= 1
            left_hexes.append(goal)
            if zoc:
                yield from self.lose(who, [u for u in stack if PIECES[u].land], 1, "9.62")
                yield from self.leaders_in_danger()
                stack = [u for u in stack if books.place[u] == goal]
            if not [u for u in stack if PIECES[u].land]:
                break
            if left == 0 and books.stacked(goal, who) > 8:
                left = 1
        if who != battle.side:
            battle.gone = max(battle.gone, walked)

    def retreat_goals(
        self,
        who: str,
        stack: Sequence[str],
        here: str,
        been: Sequence[str],
        foes: Sequence[str],
        left: int,
    ) -> list[str]:
        """The hexes of the first kind of 9.61 that there is, without too many units if possible."""
        books = self.books
        open_ = [
            h
            for h in neighbours(here)
            if h not in been
            and not books.barred(h, who)
            and all(books.crossable_for(u, here, h) for u in stack)
        ]
        far = [books.place[u] for u in foes]
        kinds = [
            [h for h in open_ if not books.in_ezoc(h, who)],
            [h for h in open_ if all(distance(h, f) > distance(here, f) for f in far)],
            [h for h in open_ if books.real(h, who)],
            open_,
        ]
        for hexes in kinds:
            if hexes:
                return self.without_crowds(who, stack, hexes, left)
        return []

    def without_crowds(
        self, who: str, stack: Sequence[str], hexes: list[str], left: int
    ) -> list[str]:
        """At the last hex those where no overstack arises, if there are any (7.3)."""
        if left > 1:
            return hexes
        free = [h for h in hexes if self.books.stacked(h, who, stack) <= 8]
        return free or hexes

    # -- advance (9.8)

    def advances(self, battle: Battle) -> Flow:
        """Attackers that did not retreat, and those stacked with them, may advance."""
        books = self.books
        done: set[str] = set()
        hexes = {
            books.place[u]
            for u in self.alive(battle.attackers)
            if u not in battle.retreated and books.place[u] == battle.came_from[u]
        }
        stands = books.fort(battle.place) or LAND[battle.place].terrain == "city"
        guns = [gun for gun, _, _ in self.guards if not PIECES[gun].ship]
        self.pressed = {gun for gun in guns if books.in_ezoc(books.place[gun], PIECES[gun].side)}
        while True:
            units = [
                u
                for h in sorted(hexes)
                for u in books.at(h, battle.side)
                if u not in done
                and u not in battle.retreated
                and self.advance_length(u, battle, only_one=stands) > 0
                and not PIECES[u].artillery
                and not books.fixed(u)
                and (u in LEADERS or books.crossable_for(u, h, battle.place))
                and not (u in LEADERS and books.at(battle.place, enemy(battle.side)))  # 14.0, 9.87
                and (
                    books.stacked(battle.place, battle.side, [u]) <= 8
                    or self.room_beyond(u, battle, only_one=stands)
                )
            ]
            answer = yield from self.ask(
                battle.side,
                "advance",
                [*(("advance", u) for u in books.sort(units)), DONE],
                "9.8",
                place=battle.place,
            )
            if answer == DONE:
                return
            done.add(answer[1])
            yield from self.advance(answer[1], battle, only_one=stands)

    def advance_length(self, unit: str, battle: Battle, *, only_one: bool) -> int:
        """9.82, 9.86, less the hex attacked from if it is in EZOC (9.85).

        The most is for the whole phase: what was advanced in it before counts.
        """
        books = self.books
        piece = PIECES[unit]
        most = 3 if piece.move_class in ("mot", "mech", "any") else 2
        length = min(most, max(1, battle.gone))
        if only_one:
            length = 1
        length = min(length, (1 if books.night else most) - books.strides.get(unit, 0))
        if length < 1:
            return 0
        if books.in_ezoc(books.place[unit], piece.side):
            length = max(1, length - 1)
        return length

    def room_beyond(self, unit: str, battle: Battle, *, only_one: bool) -> bool:
        """Through a full hex only if there is room beyond it (9.83, R75)."""
        length = self.advance_length(unit, battle, only_one=only_one)
        if self.books.in_ezoc(battle.place, battle.side):
            length -= 1
        return length > 1 and bool(self.next_hexes(unit, battle.place, length - 1))

    def next_hexes(self, unit: str, place: str, left: int) -> list[str]:
        """Hexes where an advance may go on; with nothing left after it there must be room."""
        books = self.books
        side = PIECES[unit].side
        found = []
        for hex_ in neighbours(place):
            if books.barred(hex_, side):
                continue
            if unit not in LEADERS and not books.crossable_for(unit, place, hex_):
                continue
            if unit in LEADERS and (edge(place, hex_) == "ocean" or books.at(hex_, enemy(side))):
                continue
            if books.stacked(hex_, side, [unit]) <= 8 or (
                left > 1 and not books.in_ezoc(hex_, side) and self.next_hexes(unit, hex_, left - 1)
            ):
                found.append(hex_)
        return found

    def advance(self, unit: str, battle: Battle, *, only_one: bool) -> Flow:
        """One unit goes into the hex and maybe on (9.82 to 9.86)."""
        books = self.books
        piece = PIECES[unit]
        length = self.advance_length(unit, battle, only_one=only_one)
        went = 0
        goal = battle.place
        while True:
            yield from self.enter(unit, goal)
            went += 1
            books.advanced.add(unit)
            books.strides[unit] = books.strides.get(unit, 0) + 1
            yield from self.approach(unit, battle.place)
            if went >= length:
                return
            if books.in_ezoc(goal, piece.side):
                length = max(1, length - 1)
            if went >= length:
                return
            options: list[Option] = [("to", h) for h in self.next_hexes(unit, goal, length - went)]
            if books.stacked(goal, piece.side) <= 8:
                options.append(("stop",))
            answer = yield from self.ask(
                piece.side, "advance_on", options, "9.84", unit=unit, left=length - went
            )
            if answer == ("stop",):
                return
            goal = answer[1]

    def approach(self, unit: str, fought: str) -> Flow:
        """12.3: guns that the advance came up to give no support, but roll for their round.

        Those of the combat that has just been fought have given theirs, and roll for that (12.51);
        those that had enemies next to them before the advance do not roll (R73).
        """
        books = self.books
        side = PIECES[unit].side
        for guard in list(self.guards):
            gun = guard[0]
            if PIECES[gun].ship or gun in self.pressed or guard[1] == fought:
                continue
            if books.place[gun] in neighbours(books.place[unit]) and books.zoc_reaches(
                books.place[unit], books.place[gun], side
            ):
                self.guards.remove(guard)
                yield from self.roll_round(gun)

    pressed: set[str]
    """Guns that had enemies next to them before the advance began."""
    stood: dict[str, int]
    """Steps that each side lost by standing in the combat at hand."""

    # -- markers and rounds (12.51)

    def remove_markers(self, battle: Battle) -> None:
        for markers in (self.fires, self.guards):
            markers[:] = [m for m in markers if m[1] != battle.place or m[2].endswith("bombard")]

    def after_fire(self, battle: Battle) -> None:
        """Offensive support costs a round; hurricane fire both, and tires the crew (12.52, R60)."""
        for unit, _, kind in battle.offensive:
            if PIECES[unit].ship or self.books.on_map(unit):
                self.spend(unit, kind)
        self.remove_markers(battle)

    def spend(self, unit: str, kind: str) -> None:
        books = self.books
        if PIECES[unit].ship:
            return
        storm = kind.startswith("storm")
        books.ammo[unit] = 0 if storm else books.ammo[unit] - 1
        before = books.order[unit]
        if storm:
            self.disorganise(unit)
        if books.night:
            tired = before != 0 or storm
            books.order[unit] = DEMORALISED if tired else DISORGANISED
        books.changed()

    def spend_defence(self, battle: Battle) -> Flow:
        """After defensive support a die: 1 or 2 costs a round."""
        for unit, _, _ in battle.defensive:
            if not PIECES[unit].ship:
                yield from self.roll_round(unit)

    def roll_round(self, unit: str) -> Flow:
        (die,) = yield from self.dice("ammunition", 1)
        if die in TABLES["ammunition"]["expend_defensive_on"]:
            self.books.ammo[unit] = max(0, self.books.ammo[unit] - 1)
            self.books.changed()


def parsed(part: str) -> tuple[int, str]:
    """Hits and letter of one half of a result (9.4)."""
    digits = "".join(c for c in part if c.isdigit())
    letters = "".join(c for c in part if c in "DZ")
    return int(digits or 0), letters
