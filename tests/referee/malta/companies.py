"""Battalions and companies, and units that land on airfields (13, 16.1)."""

from __future__ import annotations

from tests.referee.malta.board import AIRFIELDS, ALLIED, AXIS, distance
from tests.referee.malta.books import (
    BREAKDOWN,
    BROKEN,
    DEMORALISED,
    ELIMINATED,
    GOOD,
    OFF,
    Books,
)
from tests.referee.malta.flow import DONE, Flow, Option, Table
from tests.referee.malta.pieces import PIECES, POOLS


class Companies(Table):
    """Breaking down and re-forming, airfields and flak."""

    place_hint: dict[str, str]
    """Where counters are on the table now."""
    taken_hint: dict[str, str]
    """Who controls what on the table now."""

    # -- breaking down (13.1)

    def can_break(self, unit: str) -> bool:
        """13.0, 13.1: battalions with companies of their own or of the chart, not remnants."""
        piece = PIECES[unit]
        return (
            piece.battalion and bool(piece.companies or piece.pool) and not self.books.remnant(unit)
        )

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
            for marks in (books.arrived, books.moved, books.axis_moved, books.gathering):
                marks.discard(name)  # the counter may have been another battalion's today
                if unit in marks:
                    marks.add(name)
        books.order[unit] = GOOD
        books.unsupplied.discard(unit)
        books.put(unit, BROKEN)
        return names

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
                if books.control[h] == AXIS
                and not books.next_to_enemy(h, AXIS)
                and not books.real(h, ALLIED)
            ]
            if not fields:
                break
            options: list[Option] = []
            for unit in self.unlike(books.at(BREAKDOWN)):
                piece = PIECES[unit]
                if piece.raw.get("entry") != "airfield" and piece.pool not in (
                    "it_gl_co_m4",
                    "it_gl_co_m5",
                ):
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
        """16.12: each AA unit within three hexes fires at one airfield; a 6 hits."""
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
                ("fire", u, h)
                for u in books.sort(guns)
                for h in sorted(landed)
                if u in books.aa_near(h)
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

    # -- re-forming (13.2)

    def reform_options(self, side: str, only: set[str] | None = None) -> list[Option]:
        """Battalions that can re-form now, and where."""
        books = self.books
        options: list[Option] = []
        for unit, piece in PIECES.items():
            if piece.side != side or books.place[unit] != BROKEN:
                continue
            for place in sorted(self.company_hexes(unit)):
                if self.reform_level(unit, place) is not None and (
                    only is None or set(self.fit_companies(unit, place)) & only
                ):
                    options.append(("reform", unit, place))
        return options

    def company_hexes(self, unit: str) -> set[str]:
        names = PIECES[unit].companies or POOLS[PIECES[unit].pool]
        return {self.books.place[n] for n in names if self.books.on_map(n)}

    def companies_for(self, unit: str, place: str) -> list[str]:
        """The companies in a hex that would become this battalion."""
        piece = PIECES[unit]
        fit = self.fit_companies(unit, place)
        # Nameless companies are alike: those that the rules have taken off are taken (13.2).
        fit.sort(key=lambda n: self.place_hint.get(n) == place)
        return fit if piece.companies else fit[:3]

    def fit_companies(self, unit: str, place: str) -> list[str]:
        """The companies in a hex that could be part of this battalion."""
        books = self.books
        piece = PIECES[unit]
        return [
            n
            for n in (piece.companies or POOLS[piece.pool])
            if books.place[n] == place and books.order[n] != DEMORALISED
        ]

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
            books.arrived,
            books.moved,
            books.axis_moved,
            books.gathering,
            books.unsupplied,
        ):
            if any(n in marks for n in companies):
                marks.add(unit)
        formations = [books.formation[n] for n in companies]
        if len(set(formations)) == 1:
            books.formation[unit] = formations[0]
        else:  # R81
            printed = PIECES[unit].formation.replace("unassigned", "")
            books.formation[unit] = printed or books.formation[books.sort(companies)[0]]
        for name in companies:
            # A reduced company stays away for good (13.2).
            books.place[name] = ELIMINATED if books.level[name] else OFF
            books.order[name] = GOOD
            books.unsupplied.discard(name)
        books.put(unit, place)


def u_near(books: Books, unit: str, place: str) -> bool:
    return distance(books.place[unit], place) <= 3
