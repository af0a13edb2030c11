"""Preparation, the initial segment of each day, status phases, surrender (3, 4.1, 4.21, 20)."""

from __future__ import annotations

from collections import Counter

from tests.referee.malta.board import (
    ALLIED,
    AXIS,
    DAYS,
    LAND,
    TABLES,
    ZONES,
    edge,
    neighbours,
)
from tests.referee.malta.books import (
    AT_SEA,
    BREAKDOWN,
    DAY_RECORD,
    ELIMINATED,
    GOOD,
    half,
)
from tests.referee.malta.dropping import moment
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.pieces import (
    COAST_GUNS,
    FORMATIONS,
    HQ_OF,
    LEADER_OF,
    LEADERS,
    MARKERS,
    PIECES,
    SHIPS,
    STRONGPOINTS,
)
from tests.referee.malta.status import Status


class Daily(Status):
    """Everything that is done once a day or once a turn."""

    engineers_made = 0

    # -- the whole game

    def play(self) -> Flow:
        """4.0: days, turns, player turns."""
        books = self.books
        self.marker_plans, self.plans, self.far_used = {}, [], set()
        self.zone_of = {}
        yield from self.prepare()
        books.day = DAYS.index(books.scenario["first_day"])
        last = DAYS.index(books.scenario["last_day"])
        while True:
            books.turn = 0
            yield from self.initial_segment()
            for turn in range(4):
                books.turn = turn
                books.arrived, books.silent, books.gathering = set(), set(), set()
                books.moved, books.axis_moved = set(), set()
                yield from self.axis_turn()
                yield from self.allied_turn()
                yield from self.surrender(final=books.day == last and turn == 3)
            books.day += 1

    def axis_turn(self) -> Flow:
        cancelled = yield from self.axis_status()
        if not cancelled:
            yield from self.amphibious_phase()
        yield from self.airborne_phase()
        yield from self.movement_phase(AXIS)
        yield from self.combat_phase(AXIS)
        yield from self.breakthrough_phase(AXIS)

    def allied_turn(self) -> Flow:
        yield from self.allied_status()
        yield from self.movement_phase(ALLIED)
        yield from self.combat_phase(ALLIED)
        yield from self.breakthrough_phase(ALLIED)

    # -- initial segment (4.1)

    def initial_segment(self) -> Flow:
        books = self.books
        first = DAYS[books.day] == books.scenario["first_day"]
        if first:
            yield from self.arrive()
        yield from self.reattach()
        yield from self.weather(first)
        yield from self.raids()
        if not books.solo:
            days = [books.day + 2]
            if first and not books.scenario["plans_before_the_game"]:
                days = [books.day + 1, books.day + 2]
            last = DAYS.index(books.scenario["last_day"])
            yield from self.plan_series([d for d in days if d <= last])
        yield from self.shift_markers()
        yield from self.returns()
        if DAYS[books.day] == books.scenario["axis_replacements"]["day"]:
            yield from self.replacements()
        yield from self.absorb()
        if books.day > 0:
            yield from self.munitions()
            yield from self.dismantle()
        if DAYS[books.day] == books.scenario["royal_navy_day"]:
            yield from self.royal_navy()
        yield from self.end_phase()

    def arrive(self) -> Flow:
        """4.1.a: the divisions to their boxes; in solitaire by dice (21.2)."""
        books = self.books
        if books.scenario["id"] != "hercules":
            return
        if books.solo:
            for division in ("div4", "div20"):
                while True:
                    (die,) = yield from self.dice("zone", 1)
                    zone = TABLES["solitaire"]["beach_zone"][str(die)]
                    if zone not in self.zone_of.values():
                        break
                self.zone_of[division] = zone
        for unit in PIECES:
            if books.place[unit] == AT_SEA and books.formation[unit] in self.zone_of:
                books.put(unit, f"followup_{self.zone_of[books.formation[unit]]}")

    def reattach(self) -> Flow:
        """15.21: a unit stacked with a unit of another formation may be given to it."""
        books = self.books
        given: set[str] = set()  # one change a segment is offered; it can be made at once
        while True:
            options: list[Option] = []
            for unit in books.units(AXIS):
                if PIECES[unit].hq or unit in given:
                    continue
                others = {
                    books.formation[u] for u in books.real(books.place[unit], AXIS) if u != unit
                }
                options += [
                    ("attach", unit, f)
                    for f in FORMATIONS
                    if f in others and f != books.formation[unit]
                ]
            answer = yield from self.ask(AXIS, "reattach", [*options, DONE], "15.21")
            if answer == DONE:
                return
            given.add(answer[1])
            books.formation[answer[1]] = answer[2]

    def weather(self, first: bool) -> Flow:
        """17.2, 16.41."""
        books = self.books
        books.weather = TABLES["weather"]["first_day"]
        if not first:
            rolled = yield from self.dice("weather", 2)
            row = next(r for r in TABLES["weather"]["row"] if sum(rolled) <= r["max"])
            books.weather = row["weather"]
        row = next(r for r in TABLES["weather"]["row"] if r["weather"] == books.weather)
        books.air = max(0, row["air_support"] - books.air_cut[books.day])

    def raids(self) -> Flow:
        """17.5: all raids are assigned first, then rolled."""
        books = self.books
        number = TABLES["air_raids"].get(DAYS[books.day], 0) if books.scenario["air_raids"] else 0
        row = next(r for r in TABLES["weather"]["row"] if r["weather"] == books.weather)
        for cut in (row["air_raids"], books.raids_cut.get(books.day, "all")):
            number = {"all": number, "half": half(number), "none": 0}[cut]
        aims: list[tuple[str, int]] = []
        while number:
            guns = [g for g in COAST_GUNS if books.on_map(g) and g not in [a for a, _ in aims]]
            options: list[Option] = [
                ("raid", g, str(n)) for g in guns for n in range(1, number + 1)
            ]
            answer = yield from self.ask(AXIS, "raid", [*options, DONE], "17.52", raids=number)
            if answer == DONE:
                break
            aims.append((answer[1], int(answer[2])))
            number -= int(answer[2])
        for gun, raids in aims:
            dice = raids - len(books.aa_near(books.place[gun]))
            if dice > 0:
                rolled = yield from self.dice("raid", dice)
                if 6 in rolled:
                    self.eliminate(gun)

    def shift_markers(self) -> Flow:
        """19.13."""
        books = self.books
        for marker in MARKERS:
            start = books.drop_zone.get(marker)
            if start is None or books.real(start, ALLIED):
                continue
            options: list[Option] = [("shift", marker, h) for h in self.shift_goals(start)]
            answer = yield from self.ask(
                AXIS, "shift_marker", [*options, DONE], "19.13", unit=marker
            )
            if answer != DONE:
                books.drop_zone[marker] = answer[2]

    def shift_goals(self, start: str) -> list[str]:
        books = self.books
        found = {start}
        front = [start]
        for _ in range(3):
            further = []
            for place in front:
                for step in neighbours(place):
                    if step in found or edge(place, step) == "ocean":
                        continue
                    if books.control[step] != AXIS or books.real(step, ALLIED):
                        continue
                    if books.in_ezoc(step, AXIS) and not books.real(step, AXIS):
                        continue
                    found.add(step)
                    further.append(step)
            front = further
        return sorted(found - {start})

    # -- who returns (14.43, 16.82)

    def returns(self) -> Flow:
        """ADCs whose day has come, then HQs."""
        books = self.books
        for leader in LEADER_OF.values():
            if books.place[leader] == DAY_RECORD and books.due.get(leader, 99) <= books.day:
                yield from self.leader_back(leader, with_boxes=True)
        for hq in HQ_OF.values():
            if books.place[hq] == ELIMINATED and books.due.get(hq, 99) <= books.day:
                formation = PIECES[hq].formation
                box = BREAKDOWN
                if formation in ("div4", "div20"):
                    box = self.box_of(formation)
                books.put(hq, box)
                del books.due[hq]

    # -- replacements (17.4)

    def fit_for_replacement(self, unit: str) -> bool:
        books = self.books
        return (
            PIECES[unit].battalion
            and books.on_map(unit)
            and books.level[unit] > 0
            and books.order[unit] == GOOD
            and unit not in books.unsupplied
            and not books.enemy_within(books.place[unit], PIECES[unit].side, 2)
        )

    def replacements(self) -> Flow:
        books = self.books
        left = Counter(
            infantry=books.scenario["axis_replacements"]["infantry"],
            glider=books.scenario["axis_replacements"]["glider"],
        )
        got: set[str] = set()
        while True:
            units = [
                u
                for u in books.units(AXIS)
                if PIECES[u].nation == "italian"
                and u not in got
                and left[PIECES[u].type] > 0
                and self.fit_for_replacement(u)
            ]
            answer = yield from self.ask(
                AXIS, "replace", [*(("replace", u) for u in units), DONE], "17.41"
            )
            if answer == DONE:
                return
            unit = answer[1]
            got.add(unit)
            left[PIECES[unit].type] -= 1
            books.level[unit] -= 1
            books.lost[AXIS] -= 1
            books.changed()

    def absorb(self) -> Flow:
        books = self.books
        got: set[str] = set()
        while True:
            options: list[Option] = []
            for unit in books.units(ALLIED):
                piece = PIECES[unit]
                if piece.nation != "british" or piece.type != "infantry" or unit in got:
                    continue
                if self.fit_for_replacement(unit):
                    options += [
                        ("absorb", unit, other)
                        for other in books.real(books.place[unit], ALLIED)
                        if PIECES[other].security
                    ]
            answer = yield from self.ask(ALLIED, "absorb", [*options, DONE], "17.42")
            if answer == DONE:
                return
            _, unit, company = answer
            got.add(unit)
            books.level[unit] -= 1
            self.eliminate(company, counted=False)
            books.changed()

    def munitions(self) -> Flow:
        """12.54."""
        books = self.books
        table = TABLES["ammunition"]
        count = 0
        for place, land in LAND.items():
            if books.control[place] == AXIS:
                count += {"major": table["dice_major_port"], "minor": table["dice_minor_port"]}.get(
                    land.port, 0
                )
                count += table["dice_landed_beach"] * (place in books.landed and bool(land.zone))
        if count:
            rolled = yield from self.dice("munitions", count)
            books.stockpile += sum(die in table["round_on"] for die in rolled)

    def dismantle(self) -> Flow:
        """16.25: four strongpoints for an engineer company, twice in the game."""
        books = self.books
        while self.engineers_made < 2:
            standing = [u for u in STRONGPOINTS if books.on_map(u)]
            if len(standing) < 4:
                return
            hexes: list[str] = []
            for count in range(4):
                options: list[Option] = [("dismantle", u) for u in STRONGPOINTS if books.on_map(u)]
                if not count:
                    options.append(DONE)
                answer = yield from self.ask(ALLIED, "dismantle", options, "16.25", count=count)
                if answer == DONE:
                    return
                hexes.append(books.place[answer[1]])
                self.eliminate(answer[1], counted=False)
            unit = books.scenario["engineers_by_dismantling"][self.engineers_made]
            self.engineers_made += 1
            answer = yield from self.ask(
                ALLIED,
                "place_engineer",
                [("place", unit, h) for h in sorted(set(hexes))],
                "16.25",
                unit=unit,
            )
            books.put(unit, answer[2])
            self.take(answer[2], ALLIED)

    def royal_navy(self) -> Flow:
        """17.6, R39."""
        books = self.books
        (die,) = yield from self.dice("navy", 1)
        books.navy = die
        row = next(r for r in TABLES["royal_navy"]["row"] if die in r["roll"])
        for day, cut in row.get("air_support_delta", {}).items():
            books.air_cut[DAYS.index(day)] -= cut
        books.air = max(0, books.air - books.air_cut[books.day])
        for day, cut in row.get("air_raids", {}).items():
            books.raids_cut[DAYS.index(day)] = cut
        books.beach_blocked = {DAYS.index(d) for d in row.get("beach_supply_blocked", ())}
        ships = [u for u in SHIPS if books.place[u][:1].isdigit() or books.place[u] == AT_SEA]
        damaged = {"": 0, "half": half(len(ships)), "all": len(ships)}[row.get("ships_damaged", "")]
        for left in range(damaged, 0, -1):
            afloat = [u for u in ships if books.place[u] != ELIMINATED]
            if left == len(afloat):  # all of them: nothing to choose
                self.eliminate(afloat[0])
                continue
            answer = yield from self.ask(
                AXIS, "lose_ship", [("lose", u) for u in afloat], "17.6", ships=left
            )
            self.eliminate(answer[1])
        if "ships_absent_until" in row:
            books.ships_away_until = moment(row["ships_absent_until"])
            for ship in ships:
                if books.place[ship] != ELIMINATED:
                    books.put(ship, AT_SEA)
        yield from self.raid_on_boxes(row)

    def raid_on_boxes(self, row: dict[str, object]) -> Flow:
        """Units lost in follow-up boxes; drawn at random (R39 and the table)."""
        for zone in ZONES:
            box = f"followup_{zone}"
            units = [u for u in self.books.at(box) if u not in LEADERS]
            count = int(str(row.get("followup_units_lost_per_box", 0)))
            if "followup_units_lost_from" in row and units:
                rolled = yield from self.dice("navy_raid", len(units))
                low = int(str(row["followup_units_lost_from"]))
                for unit, die in zip(units, rolled, strict=True):
                    if die >= low:
                        self.eliminate(unit)
            elif count and units:
                drawn = yield from self.draw("navy_raid", min(count, len(units)))
                for unit in drawn:
                    self.eliminate(unit)

    def prepare(self) -> Flow:
        raise NotImplementedError
