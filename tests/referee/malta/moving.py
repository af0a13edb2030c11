"""Movement: strategic, tactical, infiltration, ships (6)."""

from __future__ import annotations

from itertools import pairwise

from tests.referee.malta.board import (
    ALLIED,
    AXIS,
    OCEAN,
    TABLES,
    cost_into,
    distance,
    neighbours,
)
from tests.referee.malta.books import (
    DEMORALISED,
    enemy,
    half,
)
from tests.referee.malta.companies import Companies
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.pieces import LEADER_OF, LEADERS, PIECES, SHIPS


class Moving(Companies):
    """The movement phase of either side."""

    bonus: dict[str, int]
    in_zoc_at_start: set[str]
    control_at_start: dict[str, str]

    def movement_phase(self, side: str) -> Flow:
        """4.24 and 4.32."""
        books = self.books
        books.moved = set()
        self.start_movement(side)
        yield from self.break_downs(side)
        self.start_movement(side)
        yield from self.moves(side, strategic=True)
        yield from self.moves(side, strategic=False)
        if side == AXIS:
            yield from self.sail()
        yield from self.infiltrations(side)
        if side == AXIS:
            yield from self.airfields()
        if side == AXIS:
            books.axis_moved |= books.moved
        yield from self.reform_all(side)
        yield from self.end_phase()

    def start_movement(self, side: str) -> None:
        """What is judged as the phase begins: who holds what, who is in EZOC, leaders' bonuses."""
        books = self.books
        self.control_at_start = dict(books.control)
        self.in_zoc_at_start = {u for u in books.units(side) if books.in_ezoc(books.place[u], side)}
        self.bonus = {}
        for formation, leader in LEADER_OF.items():
            if PIECES[leader].side != side or not books.on_map(leader):
                continue
            values = PIECES[leader].raw["adc" if leader in books.adc else "front"]
            for unit in books.units(side):
                if books.formation[unit] != formation or unit in books.deployed:
                    continue  # deployed guns have an allowance of 0 (14.1)
                if books.remnant(unit):
                    continue  # of no formation for leaders (R29)
                if distance(books.place[unit], books.place[leader]) <= 1:
                    kind = "vehicle" if PIECES[unit].move_class in ("mot", "mech") else "foot"
                    self.bonus[unit] = values[f"{kind}_bonus"]

    # -- moving

    def may_move(self, unit: str) -> bool:
        """Whether a unit can move at all in this phase (6.53, 6.54, 17.7, 17.81)."""
        books = self.books
        if unit in books.moved or unit in books.arrived or unit in books.gathering:
            return False
        if not books.on_map(unit) or books.allowance(unit) == 0:
            return False
        return not self.not_reacting(unit)

    def not_reacting(self, unit: str) -> bool:
        """Delayed reaction of the garrison on 29 June (17.7)."""
        books = self.books
        if PIECES[unit].side != ALLIED or not books.scenario["delayed_reaction"] or books.day != 0:
            return False
        reach = {0: 4, 1: 7}.get(books.turn)
        if reach is None:
            return False
        return not books.enemy_within(books.place[unit], ALLIED, reach)

    def moves(self, side: str, *, strategic: bool) -> Flow:
        """Strategic or tactical moves, one unit after the other (6.1)."""
        books = self.books
        prompt, rule = ("strategic", "6.2") if strategic else ("tactical", "6.3")
        while True:
            units = [
                unit
                for unit, piece in PIECES.items()
                if piece.side == side
                and (piece.land or piece.leader)
                and self.may_move(unit)
                and self.can_start(unit, strategic)
            ]
            options = [("unit", unit) for unit in units]
            answer = yield from self.ask(side, prompt, [*options, DONE], rule)
            if answer == DONE:
                return
            yield from self.move_unit(answer[1], strategic)
            books.moved.add(answer[1])

    def can_start(self, unit: str, strategic: bool) -> bool:
        """Whether there is anything a unit could do: one hex is always enough (6.53)."""
        books = self.books
        start = books.place[unit]
        if unit not in books.deployed and not PIECES[unit].artillery and not books.night:
            if strategic and books.enemy_within(start, PIECES[unit].side, 2):
                return False
            return any(
                self.step_cost(unit, start, step, strategic) is not None
                for step in neighbours(start)
            )
        return bool(self.move_options(unit, self.points(unit), strategic, 0))

    def points(self, unit: str) -> int:
        """Half movement points at the start."""
        return 2 * self.books.allowance(unit, self.bonus.get(unit, 0))

    def limit(self, unit: str) -> int:
        """Half points that may be spent: a demoralised unit at night half its allowance (6.71)."""
        points = self.points(unit)
        if self.books.night and self.books.order[unit] == DEMORALISED and unit not in LEADERS:
            return 2 * half(points // 2)
        return points

    def step_cost(self, unit: str, a: str, b: str, strategic: bool) -> int | None:
        """Half points for one hex, EZOC included (5.2.b, 6.11); None: not allowed."""
        books = self.books
        piece = PIECES[unit]
        side = piece.side
        if books.barred(b, side) or (piece.leader and books.at(b, enemy(side))):
            return None  # a leader is no combat unit and overruns nobody (14.0)
        out, into = books.in_ezoc(a, side), books.in_ezoc(b, side)
        if out and into:
            return None
        if strategic and (
            self.control_at_start[b] != side
            or books.enemy_within(a, side, 2)
            or books.enemy_within(b, side, 2)
        ):
            return None
        classes = ("foot", "mot", "mech") if piece.move_class == "any" else (piece.move_class,)
        # A leader changes his class as he likes (14.3): the best price for the hex and the best for
        # the ZOC are taken. The book does not say that both must be of one class.
        found = []
        for kind in classes:
            cost = cost_into(a, b, kind, strategic=strategic, fort_stands=books.fort(b))
            if cost is not None:
                found.append(cost)
        if not found:
            return None
        zocs = [TABLES["zoc_cost"][kind] for kind in classes]
        leave, enter = min(z["leave"] for z in zocs), min(z["enter"] for z in zocs)
        return min(found) + 2 * (leave * out + enter * into)

    def reach(self, unit: str, left: int, strategic: bool) -> dict[str, int]:
        """The cheapest price of each hex that can be reached with these half points (6.1)."""
        books = self.books
        start = books.place[unit]
        best = {start: 0}
        queue = [start]
        while queue:
            place = queue.pop(0)
            side = PIECES[unit].side
            if place != start and (books.in_ezoc(place, side) or books.at(place, enemy(side))):
                continue  # who overruns somebody on his way goes there first and on from there
            for step in neighbours(place):
                cost = self.step_cost(unit, place, step, strategic)
                if cost is None or best[place] + cost > left:
                    continue
                if step not in best or best[place] + cost < best[step]:
                    best[step] = best[place] + cost
                    queue.append(step)
        return best

    def move_options(self, unit: str, left: int, strategic: bool, went: int) -> list[Option]:
        """What a unit may do with so many half points left, after so many hexes."""
        books = self.books
        start = books.place[unit]
        spent = self.points(unit) - left
        spendable = self.limit(unit) - spent
        options: list[Option] = []
        if strategic and books.enemy_within(start, PIECES[unit].side, 2):
            return []
        stopped = went and books.in_ezoc(start, PIECES[unit].side)
        if unit not in books.deployed and not stopped:
            found = set(self.reach(unit, spendable, strategic))
            if went == 0 and spent == 0 and spendable == self.points(unit):
                found |= {
                    step
                    for step in neighbours(start)
                    if self.step_cost(unit, start, step, strategic) is not None
                }
            options += [("go", place) for place in sorted(found - {start})]
        if PIECES[unit].artillery:
            options += self.mode_options(unit, left, spendable, strategic)
        return options

    def mode_options(self, unit: str, left: int, spendable: int, strategic: bool) -> list[Option]:
        """Limbering and deploying (6.6, 5.4)."""
        books = self.books
        light = PIECES[unit].subtype in ("parachute", "glider")
        if unit in books.deployed:
            if strategic and len(self.reach(unit, spendable - 4, strategic)) == 1:
                return []  # to limber and go nowhere is no strategic move
            return [("limber",)] if spendable >= 4 else []
        if strategic:
            return []
        if books.in_ezoc(books.place[unit], PIECES[unit].side):
            return []
        if light:
            return [("deploy",)] if spendable >= 4 else []
        # All its points, more than half of them at night too, if it does nothing else (6.72).
        return [("deploy",)] if left == self.points(unit) else []

    def move_unit(self, unit: str, strategic: bool) -> Flow:
        """One unit moves until it stops (6.1, 6.71)."""
        books = self.books
        side = PIECES[unit].side
        prompt, rule = ("strategic_to", "6.2") if strategic else ("tactical_to", "6.3")
        left = total = self.points(unit)
        went = 0
        acted = False
        while True:
            options = self.move_options(unit, left, strategic, went)
            if acted:
                if not options:
                    break
                options.append(("stop",))
            shown = min(left, self.limit(unit) - (total - left)) // 2
            answer = yield from self.ask(side, prompt, options, rule, unit=unit, points=shown)
            acted = True
            if answer == ("stop",):
                break
            if answer == ("limber",):
                books.deployed.discard(unit)
                books.changed()
                left -= 4
                continue
            if answer == ("deploy",):
                books.deployed.add(unit)
                books.changed()
                light = PIECES[unit].subtype in ("parachute", "glider")
                left = left - 4 if light else 0
                break
            spendable = self.limit(unit) - (total - left)
            price = self.reach(unit, spendable, strategic).get(answer[1])
            path = self.way(unit, answer[1], strategic, price)
            stopped = False
            for place in path:
                if books.barred(place, side):  # militia has risen there while the unit came up
                    stopped = True
                    break
                cost = self.step_cost(unit, books.place[unit], place, strategic)
                left -= cost if price is not None and cost is not None else left
                went += 1
                yield from self.enter(unit, place)
                if strategic and books.enemy_within(place, side, 2):
                    stopped = True  # militia has risen near the way (6.2, R85)
                    break
            if stopped:
                continue
            if price is None:
                break
            if len(path) > 1 and self.told("moved", unit=unit):
                break  # who names a far hex ends his move with it, unless something happened there
        far = total - left > 2 * half(total // 2)
        if books.night and went and far and unit not in LEADERS:
            self.disorganise(unit)  # a demoralised unit stays so (6.71)

    def way(self, unit: str, goal: str, strategic: bool, price: int | None) -> list[str]:
        """The hexes of a move: straight into the next hex, or the way that the rules took, if it is
        one of the cheapest."""
        start = self.books.place[unit]
        if price is None or self.price_of(unit, [start, goal], strategic) == price:
            return [goal]
        for event in self.told("moved", unit=unit):
            path = list(event["path"])
            for at in range(len(path) - 1, -1, -1):
                ends = path[at] == start and path[-1] == goal
                if ends and self.price_of(unit, path[at:], strategic) == price:
                    return path[at + 1 :]
        return self.any_way(unit, goal, strategic, price)

    def price_of(self, unit: str, path: list[str], strategic: bool) -> int | None:
        """What a way costs; None if it is not allowed."""
        books = self.books
        total = 0
        for at, (a, b) in enumerate(pairwise(path)):
            if b not in neighbours(a) or (at and books.in_ezoc(a, PIECES[unit].side)):
                return None
            cost = self.step_cost(unit, a, b, strategic)
            if cost is None:
                return None
            total += cost
        return total

    def any_way(self, unit: str, goal: str, strategic: bool, price: int) -> list[str]:
        """A cheapest way when the move goes on and the rules have not told it yet: the one that
        takes just those hexes whose control has changed on the table, up to where the unit is."""
        books = self.books
        side = PIECES[unit].side
        best = self.reach(unit, price, strategic)
        fresh = {h for h, s in self.taken_hint.items() if s == side != books.control[h]}
        there = self.place_hint[unit]
        some: list[str] = []
        stack = [[goal]]
        for _ in range(3000):
            if not stack:
                break
            way = stack.pop()
            if not best[way[0]]:
                some = some or way[1:]
                gone = way[1 : way.index(there) + 1] if there in way else []
                if gone and {h for h in gone if books.control[h] != side} == fresh:
                    return way[1:]
                continue
            for hex_ in neighbours(way[0]):
                if hex_ not in best or (best[hex_] and books.at(hex_, enemy(side))):
                    continue  # nobody passes enemy counters on the way to a far hex
                cost = self.step_cost(unit, hex_, way[0], strategic)
                if cost is not None and best[hex_] + cost == best[way[0]]:
                    stack.append([hex_, *way])
        return some

    # -- infiltration (6.4)

    def infiltration_goals(self, unit: str) -> list[str]:
        books = self.books
        side = PIECES[unit].side
        start = books.place[unit]
        if not self.may_move(unit) or unit in LEADERS or unit in books.deployed:
            return []
        if unit not in self.in_zoc_at_start or not books.in_ezoc(start, side):
            return []
        if books.night and books.order[unit] == DEMORALISED:
            return []
        return [
            step
            for step in neighbours(start)
            if books.in_ezoc(step, side)
            and not books.barred(step, side)
            and books.crossable_for(unit, start, step)
        ]

    def infiltrations(self, side: str) -> Flow:
        books = self.books
        while True:
            units = [u for u in books.units(side) if self.infiltration_goals(u)]
            answer = yield from self.ask(
                side, "infiltrate", [*(("unit", u) for u in units), DONE], "6.4"
            )
            if answer == DONE:
                return
            unit = answer[1]
            goals = self.infiltration_goals(unit)
            answer = yield from self.ask(
                side, "infiltrate_to", [("go", g) for g in goals], "6.41", unit=unit
            )
            goal = answer[1]
            leader = ""
            start = books.place[unit]
            leaders = [u for u in books.at(start, side) if u in LEADERS and u not in books.moved]
            leaders = [u for u in leaders if not self.not_reacting(u) and u not in books.arrived]
            if leaders:
                options: list[Option] = [("take", u) for u in leaders]
                answer = yield from self.ask(
                    side, "take_leader", [*options, ("alone",)], "6.42", unit=unit
                )
                leader = answer[1] if answer[0] == "take" else ""
            (die,) = yield from self.dice("infiltration", 1)
            total = die + self.infiltration_bonus(unit, goal)
            self.told_sums.append(("infiltration", "6.41", total))
            books.moved.add(unit)
            through = total >= TABLES["infiltration"]["success_at"]
            if through:
                if leader:
                    books.moved.add(leader)
                    books.put(leader, goal)
                yield from self.enter(unit, goal)
            elif leader:
                books.moved.add(leader)
            if not through or books.night:
                self.disorganise(unit)

    def infiltration_bonus(self, unit: str, goal: str) -> int:
        books = self.books
        side = PIECES[unit].side
        table = TABLES["infiltration"]
        total = books.morale(unit)
        if books.real(goal, side):
            total += table["friendly_in_destination"]
        if books.night:
            total += table["night"]
        if PIECES[unit].type == "tank":
            total += table["tank"]
        if PIECES[unit].move_class == "mot":
            total += table["motorised"]
        if all(
            any(books.fort(h) and books.real(h, enemy(side)) for h in neighbours(place))
            for place in (books.place[unit], goal)
        ):
            total += table["both_hexes_next_to_enemy_held_fort"]
        return int(total)

    # -- ships and airfields

    def ship_goals(self) -> list[str]:
        """16.71, 16.72: any ocean hex with fewer than two ships."""
        return [h for h in OCEAN if len(self.books.at(h)) < 2]

    def sail(self) -> Flow:
        books = self.books
        sailed: set[str] = set()
        while True:
            ships = [u for u in SHIPS if books.place[u] in OCEAN and u not in sailed]
            answer = yield from self.ask(
                AXIS, "ships", [*(("unit", u) for u in ships), DONE], "16.71"
            )
            if answer == DONE:
                return
            ship = answer[1]
            sailed.add(ship)
            goals = self.ship_goals()
            answer = yield from self.ask(
                AXIS, "ship_to", [("go", h) for h in goals], "16.71", unit=ship
            )
            books.put(ship, answer[1])
