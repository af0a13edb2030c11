"""Plans and the airborne landing phase (4.23, 19, 21.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.referee.malta.board import (
    ALLIED,
    AXIS,
    BEACHES,
    DAYS,
    LAND,
    TABLES,
    TURNS,
    axial,
    distance,
    named,
    near,
    shifted,
)
from tests.referee.malta.books import BREAKDOWN, half
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.landing import Landing
from tests.referee.malta.pieces import LEADERS, MARKERS, PIECES

MARKER_OF = {formation: marker for marker, formation in MARKERS.items()}
ENGINEERS = {"ramcke": ["ram_eng"], "folgore": ["fo_eng_1", "fo_eng_2"]}
HQS = {"ramcke": "hq_ram", "folgore": "hq_185"}
CHIEFS = {"ramcke": "ldr_ramcke", "folgore": "ldr_frattini"}


class Plan(NamedTuple):
    """A series that is planned: who, when, and where as seen from its marker (19.31, 19.32)."""

    unit: str
    when: int
    offset: tuple[int, int]
    far: bool
    members: tuple[str, ...]


class Dropping(Landing):
    """Parachutists."""

    marker_plans: dict[str, tuple[int, str]]
    plans: list[Plan]
    far_used: set[str]
    no_rally: set[str]
    dropped: list[str]

    def now(self) -> int:
        return self.books.day * 4 + self.books.turn

    # -- what can drop (19.21, R66)

    def series(self) -> dict[str, list[str]]:
        """Series that could be made of the breakdown box, by the name of their first counter."""
        books = self.books
        box = books.at(BREAKDOWN)
        found: dict[str, list[str]] = {}
        for unit in box:
            piece = PIECES[unit]
            if piece.raw.get("entry") != "drop":
                continue
            if piece.battalion or piece.artillery:
                found[unit] = [unit]
        for formation, hq in HQS.items():
            chief = CHIEFS[formation]
            sappers = [u for u in ENGINEERS[formation] if u in box]
            if hq in box:
                found[hq] = [hq, *sappers, *([chief] if chief in box else [])]
            elif sappers:
                found[sappers[0]] = sappers
            if chief in box and hq not in box:
                found[chief] = [chief]
        return found

    def groups(self, planned: set[str]) -> dict[Option, list[str]]:
        """What each option would drop; an HQ and a new leader together or alone (19.21, R76)."""
        books = self.books
        found: dict[Option, list[str]] = {}
        for members in self.series().values():
            free = [u for u in members if u not in planned]
            if not free:
                continue
            chiefs = [u for u in free if u in LEADERS and u in books.adc]
            if PIECES[free[0]].hq and chiefs:
                found["lone", free[0]] = [u for u in free if u not in chiefs]
                found["plan", chiefs[0]] = chiefs
            found["plan", free[0]] = free
        return found

    def formation_of(self, unit: str) -> str:
        return PIECES[unit].formation

    # -- planning (19.3)

    def plan_markers(self) -> Flow:
        """Hercules: both markers come down on 29 June, AM or PM (19.0, 22.35)."""
        for marker in MARKERS:
            answer = yield from self.ask(
                AXIS, "plan_turn", [("turn", "0629-am"), ("turn", "0629-pm")], "19.31", unit=marker
            )
            when = moment(answer[1])
            answer = yield from self.ask(
                AXIS, "plan_hex", [("at", h) for h in inland()], "19.31", unit=marker
            )
            self.marker_plans[marker] = (when, answer[1])

    def plan_series(self, days: Sequence[int]) -> Flow:
        """Series for these days (19.31)."""
        while True:
            groups = self.groups(self.planned())
            open_ = [
                option
                for option in groups
                if self.formation_of(option[1]) in self.with_marker()
                and self.plan_turns(option[1], days)
            ]
            answer = yield from self.ask(AXIS, "plan_drop", [*open_, DONE], "19.3")
            if answer == DONE:
                return
            unit, members = answer[1], tuple(groups[answer])
            turns = self.plan_turns(unit, days)
            answer = yield from self.ask(
                AXIS, "plan_turn", [("turn", moment_name(t)) for t in turns], "19.31", unit=unit
            )
            when = moment(answer[1])
            centre = self.marker_hex(self.formation_of(unit))
            far = self.formation_of(unit) not in self.far_used
            hexes = [h for h in inland() if distance(h, centre) <= (5 if far else 3)]
            answer = yield from self.ask(
                AXIS, "plan_hex", [("at", h) for h in hexes], "19.32", unit=unit
            )
            goal = answer[1]
            (cg, sg), (cc, sc) = axial(goal), axial(centre)
            is_far = distance(goal, centre) > 3
            if is_far:
                self.far_used.add(self.formation_of(unit))
            self.plans.append(Plan(unit, when, (cg - cc, sg - sc), is_far, members))

    def planned(self) -> set[str]:
        """Who is in a plan already, or named by the scenario."""
        planned = {unit for plan in self.plans for unit in plan.members}
        planned |= {
            row["forced"]
            for row in self.books.scenario["series_limits"]
            if "forced" in row and moment(row["from"]) >= self.now()
        }
        return planned

    def with_marker(self) -> set[str]:
        """Formations whose marker is down or planned."""
        return {
            f
            for f in HQS
            if MARKER_OF[f] in self.books.drop_zone or MARKER_OF[f] in self.marker_plans
        }

    def marker_hex(self, formation: str) -> str:
        marker = MARKER_OF[formation]
        if marker in self.books.drop_zone:
            return self.books.drop_zone[marker]
        return self.marker_plans[marker][1]

    def plan_turns(self, unit: str, days: Sequence[int]) -> list[int]:
        """Turns in which this series may be planned (19.33, 22.26, 22.35)."""
        found = []
        marker = MARKER_OF[self.formation_of(unit)]
        for day in days:
            for turn in (0, 2):
                when = day * 4 + turn
                if marker in self.marker_plans and when < self.marker_plans[marker][0]:
                    continue
                if self.allowed_at(unit, when):
                    found.append(when)
        return found

    def limit_at(self, when: int) -> dict[str, Any]:
        for row in self.books.scenario["series_limits"]:
            if moment(row["from"]) <= when <= moment(row["to"]):
                return dict(row)
        return {"axis": 0}

    def allowed_at(self, unit: str, when: int) -> bool:
        """The scenario's limits of series (22.26, 22.35)."""
        row = self.limit_at(when)
        if row.get("forced"):
            return False
        members = self.series().get(unit, [unit])
        if "only" in row and any(PIECES[u].type not in row["only"] for u in members):
            return False
        there = [plan.unit for plan in self.plans if plan.when == when]
        if "axis" in row:
            return len(there) < row["axis"]
        nation = PIECES[unit].nation
        return sum(PIECES[u].nation == nation for u in there) < row[nation]

    # -- the phase (4.23)

    def airborne_phase(self) -> Flow:
        books = self.books
        if books.turn not in (0, 2):
            return
        self.no_rally = set()
        self.leader_uses = {}
        self.fires, self.guards, self.air_on = [], [], []
        self.dropped = []
        if books.solo:
            yield from self.solo_drops()
        else:
            yield from self.planned_drops()
        yield from self.rally()
        yield from self.end_phase()

    def forced_unit(self) -> str:
        """Introductory scenario: a battalion that has to try for its marker's hex (22.26)."""
        return str(self.limit_at(self.now()).get("forced", ""))

    def planned_drops(self) -> Flow:
        books = self.books
        due = [plan for plan in self.plans if plan.when == self.now()]
        self.plans = [plan for plan in self.plans if plan.when != self.now()]
        if books.weather == "rain":
            for plan in due:
                self.give_up(plan)
            return
        forced = self.forced_unit()
        while due:
            options: list[Option] = [("cancel", plan.unit) for plan in due]
            answer = yield from self.ask(AXIS, "cancel", [*options, DONE], "19.35")
            if answer == DONE:
                break
            gone = next(plan for plan in due if plan.unit == answer[1])
            due.remove(gone)
            self.give_up(gone)
        for marker, (when, place) in list(self.marker_plans.items()):
            if when == self.now():
                yield from self.drop_marker(marker, place)
                del self.marker_plans[marker]
        waiting: dict[str, str] = {}
        if forced:
            waiting[forced] = books.drop_zone[MARKER_OF[self.formation_of(forced)]]
        for plan in due:
            centre = axial(books.drop_zone[MARKER_OF[self.formation_of(plan.unit)]])
            place = named(centre[0] + plan.offset[0], centre[1] + plan.offset[1])
            if place in LAND:
                waiting[plan.unit] = place
            else:
                self.give_up(plan)
        while waiting:
            answer = yield from self.ask(
                AXIS, "next_series", [("drop", unit) for unit in waiting], "19.44"
            )
            members = next((list(p.members) for p in due if p.unit == answer[1]), [answer[1]])
            yield from self.drop_series(members, waiting.pop(answer[1]), plus=0)

    def give_up(self, plan: Plan) -> None:
        """A cancelled drop: its units need a new plan (19.34, 19.35)."""
        if plan.far:
            self.far_used.discard(self.formation_of(plan.unit))

    def drop_marker(self, marker: str, place: str) -> Flow:
        """19.41, 19.42."""
        books = self.books
        while True:
            rolled = yield from self.dice("drop", 2)
            total = sum(rolled) + len(books.aa_near(place))
            total += TABLES["drop"]["german"] if marker == "dz_ramcke" else 0
            total += TABLES["drop"]["solitaire"] if books.solo else 0
            steps, direction = yield from self.drift(result_of(total))
            goal = shifted(place, direction, steps) if steps else place
            if goal in LAND:
                books.drop_zone[marker] = goal
                return

    def drift(self, result: str) -> Flow:
        """How far and where something drifts (19.41, 19.44)."""
        steps = 0
        if result == "adjacent":
            steps = 1
        elif result == "half":
            (die,) = yield from self.dice("scatter_distance", 1)
            steps = half(die)
        elif result in ("one_die", "two_dice"):
            rolled = yield from self.dice("scatter_distance", 1 if result == "one_die" else 2)
            steps = sum(rolled)
        if not steps:
            return 0, "N"
        (die,) = yield from self.dice("scatter", 1)
        return steps, TABLES["scatter"][str(die)]

    def drop_series(self, members: list[str], place: str, plus: int) -> Flow:
        """One series: scatter, losses, fights (19.44 to 19.53)."""
        books = self.books
        if PIECES[members[0]].battalion and not PIECES[members[0]].artillery:
            members = self.break_up(members[0])
        flying = [u for u in members if u not in LEADERS] or members
        rolled = yield from self.dice("drop", 2)
        total = sum(rolled) + len(books.aa_near(place)) + plus
        if all(PIECES[u].nation == "german" for u in members):
            total += TABLES["drop"]["german"]
        self.told_sums.append(("drop_roll", "19.44", total))
        result = result_of(total)
        goals: dict[str, str] = {}
        if result in ("one_die", "two_dice"):
            for each in flying:
                steps, direction = yield from self.drift(result)
                goals[each] = shifted(place, direction, steps)
        else:
            steps, direction = yield from self.drift(result)
            goal = shifted(place, direction, steps) if steps else place
            goals = dict.fromkeys(flying, goal)
        # A fort is still there when they come down (R80).
        rough = {
            h for h in goals.values() if h in LAND and (LAND[h].terrain != "clear" or books.fort(h))
        }
        for each in flying:
            yield from self.come_down(each, goals[each], members)
        alive = [u for u in members if books.on_map(u)]
        yield from self.airborne_losses(alive, rough)
        hexes = sorted({books.place[u] for u in alive if books.on_map(u)})
        told = [event["place"] for event in self.told("attack")]
        hexes.sort(key=lambda h: told.index(h) if h in told else len(told))
        for hex_ in hexes:
            yield from self.contested([u for u in alive if books.place[u] == hex_], hex_)
        for hex_ in {h for h in goals.values() if h in LAND}:
            if books.barred(hex_, AXIS) and not books.real(hex_, AXIS):
                books.control[hex_] = ALLIED  # whoever is still there (R30)
        self.dropped += [u for u in alive if books.on_map(u)]

    def come_down(self, unit: str, place: str, members: Sequence[str]) -> Flow:
        """A unit reaches the ground, or drowns (19.45); a leader goes with his HQ (19.44)."""
        books = self.books
        group = [unit]
        if PIECES[unit].hq:
            group += [u for u in members if u in LEADERS]
        if place not in LAND:
            for each in group:
                self.eliminate(each)
            return
        for each in group:
            books.place[each] = place
            books.arrived.add(each)
            if books.in_ezoc(place, AXIS):
                self.no_rally.add(each)
        books.changed()
        yield from self.consequences(group, place, dropped=True)
        if books.barred(place, AXIS):  # known once strongpoints are turned up (19.5, 16.22)
            self.no_rally |= set(group)

    def airborne_losses(self, units: Sequence[str], rough: set[str]) -> Flow:
        """19.46, R36."""
        books = self.books
        table = TABLES["airborne_loss"]
        at_risk = [u for u in units if PIECES[u].type not in table["exempt"]]
        if not at_risk:
            return
        rolled = yield from self.dice("airborne", len(at_risk))
        for unit, die in zip(self.rolled_order("airborne_loss", at_risk), rolled, strict=True):
            place = books.place[unit]
            total = die
            total += table["enemy_in_hex"] * books.barred(place, AXIS)
            total += table["aa_within_three"] * bool(books.aa_near(place))
            total += table["woods_town_city_fort"] * (place in rough)
            self.told_sums.append(("airborne_loss", "19.46", total))
            if total >= table["reduced_at"]:
                if PIECES[unit].two_sided:
                    books.level[unit] = 1
                else:
                    self.eliminate(unit)
        books.changed()

    def contested(self, units: Sequence[str], place: str) -> Flow:
        """19.5 to 19.53."""
        books = self.books
        self.guides = set()
        fought = False
        while books.barred(place, AXIS) and any(books.place[u] == place for u in units):
            fought = True
            alive = [u for u in units if books.place[u] == place]
            fighters = [u for u in alive if PIECES[u].land and not PIECES[u].artillery]
            if sum(books.attack(u) for u in fighters) == 0:
                for unit in alive:
                    if unit in LEADERS:
                        yield from self.overrun_leader(unit)
                    else:
                        self.eliminate(unit)
                break
            yield from self.fight(place, fighters, drop=True)
        if fought and any(books.place[u] == place and PIECES[u].land for u in units):
            yield from self.sweep(place, AXIS)
            self.take(place, AXIS)
        elif fought:
            books.control[place] = ALLIED

    def bound(self, unit: str, prompt: str) -> bool:
        if prompt != "rally":
            return False
        return unit in self.no_rally or PIECES[unit].artillery

    def rally(self) -> Flow:
        """19.6, R64."""
        yield from self.short_moves("rally", "19.6", self.dropped)

    # -- solitaire (21.1)

    def solo_drops(self) -> Flow:
        books = self.books
        if books.weather == "rain":
            return
        forced = self.forced_unit()
        if forced:
            marker = MARKER_OF[self.formation_of(forced)]
            yield from self.drop_series([forced], books.drop_zone[marker], plus=0)
            return
        if books.day == 0:
            yield from self.solo_markers()
        used: list[str] = []
        while True:
            options: list[Option] = []
            groups = {
                ("drop" if option[0] == "plan" else option[0], option[1]): members
                for option, members in self.groups(set()).items()
            }
            for option in groups:
                marker = MARKER_OF[self.formation_of(option[1])]
                if marker in books.drop_zone and self.solo_allowed(option[1], used):
                    options.append(option)
            answer = yield from self.ask(AXIS, "solo_series", [*options, DONE], "21.12")
            if answer == DONE:
                return
            used.append(answer[1])
            marker = MARKER_OF[self.formation_of(answer[1])]
            plus = TABLES["drop"]["solitaire"]
            yield from self.drop_series(groups[answer], books.drop_zone[marker], plus=plus)

    def solo_allowed(self, unit: str, used: Sequence[str]) -> bool:
        row = self.limit_at(self.now())
        members = self.series().get(unit, [unit])
        if "only" in row and any(PIECES[u].type not in row["only"] for u in members):
            return False
        if "axis" in row:
            return len(used) < row["axis"]
        nation = PIECES[unit].nation
        return sum(PIECES[u].nation == nation for u in used) < row[nation]

    def solo_markers(self) -> Flow:
        """21.11: near a beach, or by a die; both are down by 29 June PM."""
        books = self.books
        while True:
            waiting = [m for m in MARKERS if m not in books.drop_zone]
            if not waiting:
                return
            beaches = [h for h in BEACHES if h in books.landed or books.real(h, AXIS)]
            hexes = sorted({h for b in beaches for h in near(b, 3)})
            options: list[Option] = [("place", m, h) for m in waiting for h in hexes]
            options += [("roll", m) for m in waiting]
            if books.turn == 0:
                options.append(DONE)
            answer = yield from self.ask(AXIS, "solo_marker", options, "21.11")
            if answer == DONE:
                return
            if answer[0] == "roll":
                (die,) = yield from self.dice("solo_marker", 1)
                place = TABLES["solitaire"]["drop_marker_hex"][str(die)]
            else:
                place = answer[2]
            yield from self.drop_marker(answer[1], place)


def inland() -> list[str]:
    """Where a drop may be planned: not ocean, beach or coast (19.33)."""
    return [h for h, land in LAND.items() if land.base == "inland"]


def moment(name: str) -> int:
    day, turn = name.split("-")
    return DAYS.index(day) * 4 + TURNS.index(turn)


def moment_name(when: int) -> str:
    return f"{DAYS[when // 4]}-{TURNS[when % 4]}"


def result_of(total: int) -> str:
    return str(next(row["result"] for row in TABLES["drop"]["row"] if total <= row["max"]))
