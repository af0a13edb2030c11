"""Movement: breaking down, strategic, tactical, infiltration, ships, airfields, re-forming (6, 13)."""

from __future__ import annotations

from itertools import pairwise

from tests.referee.malta.board import (
    AIRFIELDS,
    ALLIED,
    AXIS,
    OCEAN,
    TABLES,
    cost_into,
    distance,
    edge,
    near,
    neighbours,
)
from tests.referee.malta.books import (
    BREAKDOWN,
    BROKEN,
    DEMORALISED,
    DISORGANISED,
    ELIMINATED,
    GOOD,
    OFF,
    Books,
    enemy,
    half,
)
from tests.referee.malta.flow import DONE, Flow, Option, Table
from tests.referee.malta.pieces import LEADER_OF, LEADERS, PIECES, POOLS, SHIPS


class Moving(Table):
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
        self.in_zoc_at_start = {
            u for u in books.units(side) if books.in_ezoc(books.place[u], side)
        }
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

    # -- breaking down (13.1) ---------------------------------------------------------------------

    def can_break(self, unit: str) -> bool:
        """13.0, 13.1: battalions with companies of their own or of the chart, not remnants."""
        piece = PIECES[unit]
        return piece.battalion and bool(piece.companies or piece.pool) and not self.books.remnant(unit)

    def break_downs(self, side: str) -> Flow:
        while True:
            options: list[Option] = [
                ("break", unit) for unit in self.books.units(side) if self.can_break(unit)
            ]
            answer = yield from self.ask(side, "break_down", [*options, DONE], "13.1")
            if answer == DONE:
                return
            self.break_up(answer[1])

    def break_up(self, unit: str) -> list[str]:
        """The companies take the battalion's place, one fewer for each lost step."""
        books = self.books
        piece = PIECES[unit]
        wanted = 3 - books.level[unit]
        if piece.companies:
            # Which ones stay away is the owner's choice (13.1); the rules keep the first ones that
            # were not lost, and all are alike.
            free = [name for name in piece.companies if books.place[name] == OFF]
            names = free[:wanted]
            for name in free[wanted:]:
                books.place[name] = ELIMINATED
        else:
            names = [name for name in POOLS[piece.pool] if books.place[name] == OFF][:wanted]
        for name in names:
            books.place[name] = books.place[unit]
            books.level[name] = 0
            books.order[name] = books.order[unit]
            books.formation[name] = books.formation[unit]
            if unit in books.unsupplied:
                books.unsupplied.add(name)
            for marks in (books.arrived, books.moved):
                if unit in marks:
                    marks.add(name)
        books.order[unit] = GOOD
        books.unsupplied.discard(unit)
        books.put(unit, BROKEN)
        return names

    # -- moving -----------------------------------------------------------------------------------

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
        if unit not in books.deployed:
            if not (went and books.in_ezoc(start, PIECES[unit].side)):
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
            return [("limber",)] if spendable >= 4 else []
        if strategic:
            return []
        if books.in_ezoc(books.place[unit], PIECES[unit].side):
            return []
        if light:
            return [("deploy",)] if spendable >= 4 else []
        return [("deploy",)] if left == self.points(unit) == spendable else []

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
            if stopped:
                continue
            if price is None:
                break
            if len(path) > 1 and self.told("moved", unit=unit):
                break  # who names a far hex ends his move with it, unless something happened there
        if books.night and went and total - left > 2 * half(total // 2) and unit not in LEADERS:
            if books.order[unit] != DEMORALISED:
                self.disorganise(unit)

    def way(self, unit: str, goal: str, strategic: bool, price: int | None) -> list[str]:
        """The hexes of a move: straight into the next hex, or the way that the rules took, if it is
        one of the cheapest."""
        start = self.books.place[unit]
        if price is None or self.price_of(unit, [start, goal], strategic) == price:
            return [goal]
        for event in self.told("moved", unit=unit):
            path = list(event["path"])
            for at in range(len(path) - 1, -1, -1):
                if path[at] == start and path[-1] == goal:
                    if self.price_of(unit, path[at:], strategic) == price:
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
        """Some cheapest way, from the goal backwards."""
        best = self.reach(unit, price, strategic)
        way = [goal]
        while best[way[0]]:
            way.insert(
                0,
                next(
                    h
                    for h in neighbours(way[0])
                    if h in best
                    and (cost := self.step_cost(unit, h, way[0], strategic)) is not None
                    and best[h] + cost == best[way[0]]
                ),
            )
        return way[1:]

    place_hint: dict[str, str]
    """Where counters are on the table now."""
    taken_hint: dict[str, str]
    """Who controls what on the table now."""

    # -- infiltration (6.4) -------------------------------------------------------------------------

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

    def unlike(self, units: list[str]) -> list[str]:
        """Of nameless companies that are all alike in a box one is enough to choose from."""
        books = self.books
        found: list[str] = []
        kinds = set()
        for unit in units:
            kind = (PIECES[unit].pool, books.order[unit], books.formation[unit])
            if PIECES[unit].size == "company" and PIECES[unit].pool:
                if kind in kinds:
                    continue
                kinds.add(kind)
            found.append(unit)
        return found

    # -- ships and airfields ----------------------------------------------------------------------

    def ship_goals(self) -> list[str]:
        """16.71, 16.72: any ocean hex with fewer than two ships."""
        return [h for h in OCEAN if len(self.books.at(h)) < 2]

    def sail(self) -> Flow:
        books = self.books
        sailed: set[str] = set()
        while True:
            ships = [u for u in SHIPS if books.place[u] in OCEAN and u not in sailed]
            answer = yield from self.ask(AXIS, "ships", [*(("unit", u) for u in ships), DONE], "16.71")
            if answer == DONE:
                return
            ship = answer[1]
            sailed.add(ship)
            goals = self.ship_goals()
            answer = yield from self.ask(
                AXIS, "ship_to", [("go", h) for h in goals], "16.71", unit=ship
            )
            books.put(ship, answer[1])

    def airfields(self) -> Flow:
        """16.11: two company-equivalents on Axis airfields with no Allied unit next to them."""
        books = self.books
        if books.night or books.weather == "rain":
            return
        room = 2
        landed: dict[str, list[str]] = {}
        while room:
            fields = [
                h
                for h in AIRFIELDS
                if books.control[h] == AXIS and not books.next_to_enemy(h, AXIS)
                and not books.real(h, ALLIED)
            ]
            if not fields:
                break
            options: list[Option] = []
            for unit in self.unlike(books.at(BREAKDOWN)):
                piece = PIECES[unit]
                if piece.raw.get("entry") != "airfield" and piece.pool not in ("it_gl_co_m4", "it_gl_co_m5"):
                    continue
                if piece.battalion:
                    options.append(("break", unit))
                elif room >= (2 if piece.artillery else 1):
                    options += [("land", unit, h) for h in fields]
            answer = yield from self.ask(AXIS, "airland", [*options, DONE], "16.11")
            if answer == DONE:
                break
            if answer[0] == "break":
                self.break_up(answer[1])
                continue
            _, unit, place = answer
            room -= 2 if PIECES[unit].artillery else 1
            books.arrived.add(unit)
            landed.setdefault(place, []).append(unit)
            yield from self.enter(unit, place)
        yield from self.flak(landed)

    def flak(self, landed: dict[str, list[str]]) -> Flow:
        """16.12: each AA unit within three hexes may fire at one airfield; a 6 eliminates a unit."""
        books = self.books
        guns = {u for h in landed for u in books.aa_near(h)}
        shots: list[tuple[str, str]] = []
        for unit in books.sort(guns):  # who has one target only fires at it
            goals = [h for h in landed if u_near(books, unit, h)]
            if len(goals) == 1:
                shots.append((unit, goals[0]))
                guns.discard(unit)
        while True:
            options: list[Option] = [
                ("fire", u, h) for u in books.sort(guns) for h in sorted(landed) if u in books.aa_near(h)
            ]
            if not options:
                break
            answer = yield from self.ask(ALLIED, "aa_fire", [*options, DONE], "16.12")
            if answer == DONE:
                break
            shots.append((answer[1], answer[2]))
            guns.discard(answer[1])
        for _, place in shots:
            if not any(books.place[u] == place for u in landed[place]):
                continue  # nobody is left to be hit
            (die,) = yield from self.dice("flak", 1)
            if die == 6:
                yield from self.shot_down(landed[place], place)

    def shot_down(self, units: list[str], place: str) -> Flow:
        """One unit that has just landed there, chosen by the Axis."""
        alive = [u for u in units if self.books.place[u] == place]
        if alive:
            answer = yield from self.ask(
                AXIS, "lose", [("lose", u) for u in alive], "16.12", steps=1
            )
            self.eliminate(answer[1])

    # -- re-forming (13.2) --------------------------------------------------------------------------

    def reform_options(self, side: str, only: set[str] | None = None) -> list[Option]:
        """Battalions that can re-form now, and where."""
        books = self.books
        options: list[Option] = []
        for unit, piece in PIECES.items():
            if piece.side != side or books.place[unit] != BROKEN:
                continue
            for place in sorted(self.company_hexes(unit)):
                if self.reform_level(unit, place) is not None:
                    if only is None or set(self.companies_for(unit, place)) & only:
                        options.append(("reform", unit, place))
        return options

    def company_hexes(self, unit: str) -> set[str]:
        names = PIECES[unit].companies or POOLS[PIECES[unit].pool]
        return {self.books.place[n] for n in names if self.books.on_map(n)}

    def companies_for(self, unit: str, place: str) -> list[str]:
        """The companies in a hex that would become this battalion."""
        books = self.books
        piece = PIECES[unit]
        fit = [
            n
            for n in (piece.companies or POOLS[piece.pool])
            if books.place[n] == place and books.order[n] != DEMORALISED
        ]
        # Nameless companies are alike: those that the rules have taken off are taken (13.2).
        fit.sort(key=lambda n: self.place_hint.get(n) == place)
        return fit if piece.companies else fit[:3]

    def reform_level(self, unit: str, place: str) -> int | None:
        """The level at which a battalion would re-form in a hex; None: it cannot (13.2, 13.3)."""
        books = self.books
        piece = PIECES[unit]
        here = self.companies_for(unit, place)
        if piece.companies:
            alive = [n for n in piece.companies if books.place[n] not in (OFF, ELIMINATED)]
            if set(alive) != set(here):
                return None
            full = sum(books.level[n] == 0 for n in here)
            level = 3 - full
        else:
            if len(here) < 2:
                return None
            level = 3 - len(here)
            if level > max(0, self.missing(piece.pool)):
                return None
        return level if level < 2 else None

    def missing(self, pool: str) -> int:
        """Nameless companies that were lost: of those of the broken-down battalions how many."""
        books = self.books
        broken = [u for u, p in PIECES.items() if p.pool == pool and books.place[u] == BROKEN]
        alive = [n for n in POOLS[pool] if books.place[n] not in (OFF, ELIMINATED)]
        return 3 * len(broken) - len(alive)

    def reform_all(self, side: str) -> Flow:
        while True:
            options = self.reform_options(side)
            answer = yield from self.ask(side, "reform", [*options, DONE], "13.2")
            if answer == DONE:
                return
            self.reform(answer[1], answer[2])

    def reform(self, unit: str, place: str) -> None:
        """Companies become a battalion again (13.2, R36)."""
        books = self.books
        level = self.reform_level(unit, place)
        companies = self.companies_for(unit, place)
        reduced = sum(books.level[n] > 0 for n in companies) if PIECES[unit].companies else 0
        books.level[unit] = level or 0
        books.order[unit] = max((books.order[n] for n in companies), default=GOOD)
        if reduced:
            books.count_lost(unit, reduced)
        for marks in (
            books.arrived, books.moved, books.axis_moved, books.gathering, books.unsupplied
        ):
            if any(n in marks for n in companies):
                marks.add(unit)
        formations = [books.formation[n] for n in companies]
        if len(set(formations)) == 1:
            books.formation[unit] = formations[0]
        for name in companies:
            # A reduced company stays away for good (13.2).
            books.place[name] = ELIMINATED if books.level[name] else OFF
            books.order[name] = GOOD
            books.unsupplied.discard(name)
        books.put(unit, place)


def u_near(books: Books, unit: str, place: str) -> bool:
    return distance(books.place[unit], place) <= 3


__all__ = ["DISORGANISED", "Moving", "edge", "near"]
