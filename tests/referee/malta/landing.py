"""The amphibious landing phase (4.22, 16.5, 16.7, 18)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.referee.malta.board import (
    ALLIED,
    AXIS,
    BEACHES,
    LAND,
    OCEAN,
    TABLES,
    ZONES,
    distance,
    edge,
    line_blocked,
    neighbours,
)
from tests.referee.malta.books import AT_SEA, half
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.pieces import COAST_GUNS, LEADERS, PIECES, SHIPS
from tests.referee.malta.support import Support

CHIRIELEISON = "ldr_chirieleison"


class Landing(Support):
    """Boats, ships and coast guns."""

    ships_placed = False
    hq4_has_landed = False
    fired_at: dict[str, str]
    """Beach at which an Allied unit has fired in this phase (18.61)."""

    def amphibious_phase(self) -> Flow:
        books = self.books
        if books.night:
            return
        yield from self.fill()
        yield from self.place_ships()
        yield from self.duel()
        self.fired_at = {}
        for wave in ("w1", "w2"):
            yield from self.land_wave(wave)
        yield from self.end_phase()

    # -- boxes (18.31, 18.32)

    def fill(self) -> Flow:
        while True:
            options = self.fill_options()
            answer = yield from self.ask(AXIS, "fill", [*options, DONE], "18.31")
            if answer == DONE:
                return
            if answer[0] == "break":
                self.break_up(answer[1])
                continue
            unit, box = answer[1], answer[2]
            together = self.books.place[CHIRIELEISON] == self.books.place[unit]
            if unit == "hq_4" and not self.hq4_has_landed and together:
                self.books.put(CHIRIELEISON, box)
            if unit == "hq_4":
                self.hq4_has_landed = True
            self.books.put(unit, box)

    def fill_options(self) -> list[Option]:
        books = self.books
        options: list[Option] = []
        for zone in ZONES:
            beaches = [h for h in BEACHES if LAND[h].zone == zone and not books.real(h, ALLIED)]
            for unit in self.unlike(books.at(f"followup_{zone}")):
                piece = PIECES[unit]
                if unit in LEADERS:
                    options += self.escort_options(unit, beaches)
                elif piece.battalion:
                    if self.can_break(unit):
                        options.append(("break", unit))
                else:
                    for beach in beaches:
                        if self.fits_first(unit, beach):
                            options.append(("first", unit, f"w1_{beach}"))
                        if self.fits_second(unit, beach):
                            options.append(("second", unit, f"w2_{beach}"))
        return options

    def escort_options(self, leader: str, beaches: Sequence[str]) -> list[Option]:
        """An ADC lands with any unit of the division; the first leader with the HQ (18.33)."""
        books = self.books
        if not self.hq4_has_landed and leader not in books.adc:
            return []
        return [
            ("escort", leader, f"{wave}_{beach}")
            for beach in beaches
            for wave in ("w1", "w2")
            if any(
                books.formation[u] == "div4" and u not in LEADERS
                for u in books.at(f"{wave}_{beach}")
            )
        ]

    def same_division(self, unit: str, beach: str) -> bool:
        """18.92: units of different divisions never land on one beach in one phase."""
        books = self.books
        there = [u for w in ("w1", "w2") for u in books.at(f"{w}_{beach}")]
        return all(books.formation[u] == books.formation[unit] for u in there)

    def fits_first(self, unit: str, beach: str) -> bool:
        books = self.books
        kinds = ("infantry", "engineer", "marine")
        if PIECES[unit].type not in kinds or not self.same_division(unit, beach):
            return False
        there = [u for u in [*books.at(f"w1_{beach}"), unit] if u not in LEADERS]
        marines = sum(PIECES[u].type == "marine" for u in there)
        others = len(there) - marines
        return (others <= 2 and marines <= 1) or (others == 0 and marines <= 3)

    def fits_second(self, unit: str, beach: str) -> bool:
        books = self.books
        if [u for u in books.at(f"w2_{beach}") if u not in LEADERS]:
            return False
        if not self.same_division(unit, beach):
            return False
        return bool(books.at(f"w1_{beach}")) or not books.next_to_enemy(beach, AXIS)

    # -- ships and guns (16.55, 16.56, 16.79)

    def place_ships(self) -> Flow:
        books = self.books
        if not self.ships_placed:
            self.ships_placed = True
            for ship in books.scenario["warships"]:
                books.place[ship] = AT_SEA
        if books.day * 4 + books.turn < books.ships_away_until:
            return
        for ship in SHIPS:
            if books.place[ship] == AT_SEA:
                answer = yield from self.ask(
                    AXIS,
                    "place_ship",
                    [("place", ship, h) for h in self.ship_goals()],
                    "16.7",
                    unit=ship,
                )
                books.put(ship, answer[2])

    def ships_at_sea(self) -> list[str]:
        return [u for u in SHIPS if self.books.place[u] in OCEAN]

    def guns(self) -> list[str]:
        return [u for u in COAST_GUNS if self.books.on_map(u)]

    def duel(self) -> Flow:
        """The Axis names targets, then the Allies; all this fire is simultaneous."""
        books = self.books
        aims: list[tuple[str, str, int]] = []
        while books.weather != "rain":
            options: list[Option] = []
            for ship in self.ships_at_sea():
                left = half(PIECES[ship].off) - sum(n for s, _, n in aims if s == ship)
                for gun in self.guns():
                    if distance(books.place[ship], books.place[gun]) <= PIECES[ship].range:
                        options += [("aim", ship, gun, str(n)) for n in range(1, left + 1)]
            answer = yield from self.ask(AXIS, "target", [*options, DONE], "16.79")
            if answer == DONE:
                break
            aims.append((answer[1], answer[2], int(answer[3])))
            books.silent.add(answer[1])
        shots: list[tuple[str, str]] = []
        while True:
            options = [
                ("engage", gun, ship)
                for gun in self.guns()
                if gun not in [g for g, _ in shots]
                for ship in self.ships_at_sea()
                if self.gun_reaches(gun, books.place[ship])
            ]
            answer = yield from self.ask(ALLIED, "answer_fire", [*options, DONE], "16.55")
            if answer == DONE:
                break
            shots.append((answer[1], answer[2]))
            books.seen.add(answer[1])
        yield from self.exchange(aims, shots)
        yield from self.shell_boxes({gun for gun, _ in shots})

    def gun_reaches(self, gun: str, place: str) -> bool:
        """Range and line of fire (16.54); a dummy may be named like the longest gun (R54)."""
        books = self.books
        reach = books.print_of(gun).gun[1] or max(PIECES[u].gun[1] for u in COAST_GUNS)
        start = books.place[gun]
        if not 0 < distance(start, place) <= reach and not (start == place and reach):
            return False
        blocks = {
            h: land.terrain in ("city", "town", "woods") or books.fort(h)
            for h, land in LAND.items()
        }
        return not line_blocked(start, place, blocks)

    def exchange(self, aims: list[tuple[str, str, int]], shots: list[tuple[str, str]]) -> Flow:
        books = self.books
        dead: list[str] = []
        for _, gun, dice in aims:
            rolled = yield from self.dice("ship_fire", dice)
            if 6 in rolled:
                dead.append(gun)
        for gun, ship in shots:
            strength = books.print_of(gun).gun[0]
            if strength:
                rolled = yield from self.dice("gun_fire", strength)
                close = distance(books.place[gun], books.place[ship]) <= 3
                if any(die + close >= 6 for die in rolled):
                    dead.append(ship)
        for unit in dict.fromkeys(dead):
            self.eliminate(unit)

    def shell_boxes(self, fired: set[str]) -> Flow:
        books = self.books
        while True:
            options: list[Option] = [
                ("shell", gun, f"{wave}_{beach}")
                for gun in self.guns()
                if gun not in fired
                for wave in ("w1", "w2")
                for beach in BEACHES
                if [u for u in books.at(f"{wave}_{beach}") if u not in LEADERS]
                and self.gun_reaches(gun, beach)
            ]
            answer = yield from self.ask(ALLIED, "fire_box", [*options, DONE], "16.56")
            if answer == DONE:
                return
            _, gun, box = answer
            fired.add(gun)
            books.seen.add(gun)
            strength = books.print_of(gun).gun[0]
            if not strength:
                continue
            rolled = yield from self.dice("gun_fire", strength)
            close = distance(books.place[gun], box[3:]) <= 3
            hits = sum(die + close >= 6 for die in rolled)
            had_hq = "hq_4" in books.at(box)
            units = [u for u in books.at(box) if u not in LEADERS]
            yield from self.lose(AXIS, units, hits, "16.56")
            self.steps_in = {}
            if had_hq and "hq_4" not in books.at(box) and CHIRIELEISON in books.at(box):
                self.kill_leader(CHIRIELEISON)

    # -- a wave lands (18.5 to 18.8)

    def land_wave(self, wave: str) -> Flow:
        books = self.books
        ashore: dict[str, list[str]] = {}
        for beach in self.told_beaches(wave):
            units = books.at(f"{wave}_{beach}")
            for unit in units:
                books.place[unit] = beach
                books.arrived.add(unit)
            books.changed()
            books.landed.add(beach)
            ashore[beach] = units
            yield from self.consequences([u for u in units if PIECES[u].land] or units, beach)
        for beach, units in ashore.items():
            yield from self.landing_losses(beach, units)
        yield from self.waters_edge(ashore)
        yield from self.short_moves(
            "beach_move",
            "18.7" if wave == "w1" else "18.8",
            [u for us in ashore.values() for u in us],
        )

    def told_beaches(self, wave: str) -> list[str]:
        """Beaches with boats, in the order in which the rules land them."""
        beaches = [h for h in BEACHES if self.books.at(f"{wave}_{h}")]
        told = [event["place"] for event in self.told("ashore")]
        return sorted(beaches, key=lambda h: told.index(h) if h in told else len(told))

    def landing_losses(self, beach: str, units: Sequence[str]) -> Flow:
        """18.5, R35."""
        books = self.books
        table = TABLES["landing_loss"]
        if not books.enemy_within(beach, AXIS, 2):
            return
        bonus = table["within_two_of_allied"]
        if books.next_to_enemy(beach, AXIS):
            bonus = table["adjacent_to_allied"]
        at_risk = [u for u in units if PIECES[u].type not in table["exempt"]]
        if not at_risk:
            return
        rolled = yield from self.dice("landing", len(at_risk))
        for unit, die in zip(self.ashore_order(beach, at_risk), rolled, strict=True):
            if die + bonus >= table["eliminated_at"]:
                self.eliminate(unit)  # no combat: no leader is in danger (R74)

    def ashore_order(self, beach: str, units: Sequence[str]) -> list[str]:
        told = [u for event in self.told("ashore", place=beach) for u in event["units"]]
        return sorted(units, key=lambda u: told.index(u) if u in told else len(told))

    def waters_edge(self, ashore: dict[str, list[str]]) -> Flow:
        """18.61 to 18.63."""
        books = self.books
        firing: dict[str, list[str]] = {}
        # A unit of this wave must still be there: only these have just landed (18.61, 18.8).
        fresh = {b for b, units in ashore.items() if any(books.place[u] == b for u in units)}
        done: set[str] = set()
        while True:
            options: list[Option] = []
            for beach in BEACHES:
                if beach not in fresh:
                    continue
                for hex_ in neighbours(beach):
                    if edge(hex_, beach) == "ocean":
                        continue
                    for unit in books.real(hex_, ALLIED):
                        if unit in done or books.attack(unit) == 0:
                            continue
                        if self.fired_at.get(unit, beach) == beach:
                            options.append(("fire", unit, beach))
            answer = yield from self.ask(ALLIED, "edge_fire", [*options, DONE], "18.61")
            if answer == DONE:
                break
            _, unit, beach = answer
            done.add(unit)
            self.fired_at[unit] = beach
            if PIECES[unit].hides:
                books.seen.add(unit)
                books.changed()
            firing.setdefault(beach, []).append(unit)
        left = list(firing)
        while left:
            beach = self.edge_next("allied", left)
            hit = yield from self.edge_roll(sum(books.attack(u) for u in firing[beach]))
            if hit:
                units = books.real(beach, AXIS)
                yield from self.lose(AXIS, units, 1, "18.61")
                yield from self.leaders_in_danger()
        left = list(firing)
        while left:
            beach = self.edge_next("axis", left)
            hit = yield from self.edge_roll(sum(books.attack(u) for u in books.real(beach, AXIS)))
            if hit:
                near = [u for h in neighbours(beach) for u in books.real(h, ALLIED)]
                yield from self.lose(ALLIED, books.sort(near), 1, "18.62")
                yield from self.leaders_in_danger()

    def edge_next(self, side: str, left: list[str]) -> str:
        """Take the beach that the rules rolled for next; those without strength roll nothing."""
        told = [event["place"] for event in self.told("waters_edge", side=side)]
        beach = min(
            left, key=lambda h: (told.index(h) if h in told else len(told), BEACHES.index(h))
        )
        left.remove(beach)
        return beach

    def edge_roll(self, strength: int) -> Flow:
        if strength <= 0:
            return False
        (die,) = yield from self.dice("waters_edge", 1)
        row = next(r for r in TABLES["waters_edge"]["row"] if r["min"] <= strength <= r["max"])
        self.told_sums.append(("waters_edge", "18.61", (strength, int(die in row["hits_on"]))))
        return die in row["hits_on"]

    # -- one hex for those who have arrived (18.7, 19.6)

    def short_moves(self, prompt: str, rule: str, units: Sequence[str]) -> Flow:
        """Each may move one hex, if it is not in EZOC; companies may re-form.

        A battalion re-forms if a company of it is one of these units, and that is where its move
        ends (R78).
        """
        books = self.books
        fresh = {u for u in units if books.on_map(u)}
        free = {u for u in fresh if not self.bound(u, prompt)}
        went: set[str] = set()
        while True:
            options: list[Option] = []
            for unit in books.sort(free - went):
                if not books.on_map(unit):
                    continue
                if prompt == "beach_move" and books.in_ezoc(books.place[unit], AXIS):
                    continue
                start = books.place[unit]
                options += [
                    ("move", unit, h)
                    for h in neighbours(start)
                    if self.step_cost_here(unit, start, h) is not None
                ]
            options += self.reform_options(AXIS, fresh)
            answer = yield from self.ask(AXIS, prompt, [*options, DONE], rule)
            if answer == DONE:
                return
            if answer[0] == "reform":
                self.reform(answer[1], answer[2])
                books.axis_moved.add(answer[1])
                continue
            went.add(answer[1])
            books.axis_moved.add(answer[1])
            yield from self.enter(answer[1], answer[2])

    def bound(self, unit: str, prompt: str) -> bool:
        """Whether a unit does not take part at all; for drops this is said elsewhere."""
        del unit, prompt
        return False

    def step_cost_here(self, unit: str, a: str, b: str) -> int | None:
        self.control_at_start = dict(self.books.control)
        return self.step_cost(unit, a, b, strategic=False)
