"""Laying out support, bombardment, recovery (9.2, 10.1, 11.5)."""

from __future__ import annotations

from tests.referee.malta.board import AXIS, LAND, TABLES, distance, near, neighbours
from tests.referee.malta.books import DEMORALISED, GOOD, enemy, half
from tests.referee.malta.fighting import Fighting
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.pieces import PIECES


class Support(Fighting):
    """The combat phase of either side."""

    def combat_phase(self, side: str) -> Flow:
        """4.25 and 4.33."""
        books = self.books
        books.attacked = set()
        books.advanced = set()
        books.strides = {}
        self.fires, self.guards, self.air_on = [], [], []
        self.leader_uses = {}
        self.guides = set()
        yield from self.lay_out(side)
        yield from self.lay_out_defence(enemy(side))
        yield from self.bombardments(side)
        yield from self.attacks(side)
        books.air += len(self.air_on)  # laid out where nobody attacked: not used (16.42)
        self.fires, self.guards, self.air_on = [], [], []
        yield from self.recovery(side)
        yield from self.end_phase()

    # -- who fires

    def can_fire(self, unit: str) -> bool:
        """Artillery: deployed, with a round, not demoralised, not in EZOC (12.23). Ships: by day,
        not in rain, not silent (16.76)."""
        books = self.books
        piece = PIECES[unit]
        if piece.ship:
            on_sea = books.place[unit] not in LAND and books.place[unit][:1].isdigit()
            return (
                on_sea and not books.night and books.weather != "rain" and unit not in books.silent
            )
        return (
            piece.artillery
            and books.on_map(unit)
            and unit in books.deployed
            and books.ammo[unit] > 0
            and books.order[unit] != DEMORALISED
            and unit not in books.arrived
            and not books.in_ezoc(books.place[unit], piece.side)
            and not self.not_reacting(unit)
        )

    def spotted(self, place: str, side: str) -> bool:
        """10.11, R27."""
        books = self.books
        if any(books.real(h, side) for h in neighbours(place)):
            return True
        if books.night or LAND[place].terrain in ("town", "city", "woods"):
            return False
        for hex_ in near(place, 2):
            watched = distance(hex_, place) == 2 and bool(books.real(hex_, side))
            if watched and self.open_between(hex_, place):
                return True
        return False

    def open_between(self, a: str, b: str) -> bool:
        """Whether a hex between two at distance two is free of town, city and woods; ocean is."""
        from tests.referee.malta.board import ALL_HEXES

        for hex_ in ALL_HEXES:
            between = distance(a, hex_) == 1 and distance(b, hex_) == 1
            if between and (hex_ not in LAND or LAND[hex_].terrain == "clear"):
                return True
        return False

    # -- laying out (9.2)

    def fire_options(self, side: str) -> list[Option]:
        """Where the active player may put markers of artillery and ships."""
        books = self.books
        options: list[Option] = []
        used = {f[0] for f in self.fires}
        attackable = self.attackable(side, seeming=True)
        held = sorted({books.place[u] for u in books.units(enemy(side))})
        for unit, piece in PIECES.items():
            if piece.side != side or unit in used or not self.can_fire(unit):
                continue
            kinds = ["", "storm_"] if piece.artillery and books.ammo[unit] == 2 else [""]
            for place in held:
                if distance(books.place[unit], place) > piece.range:
                    continue
                if place in attackable and self.fits(unit, place, "support", 3):
                    options += [(f"{kind}support", unit, place) for kind in kinds]
                if self.spotted(place, side) and self.fits(unit, place, "bombard", 99):
                    options += [(f"{kind}bombard", unit, place) for kind in kinds]
        return options

    def fits(self, unit: str, place: str, kind: str, ships: int) -> bool:
        """Ships and artillery never together (10.1, 16.74); so many ships at most."""
        there = [f[0] for f in self.fires if f[1] == place and f[2].endswith(kind)]
        if any(PIECES[u].ship != PIECES[unit].ship for u in there):
            return False
        return not PIECES[unit].ship or len(there) < ships

    def lay_out(self, side: str) -> Flow:
        books = self.books
        while True:
            options = self.fire_options(side)
            air = books.air if side == AXIS and not books.night else 0
            if air > 0:
                options += [("air", h) for h in self.attackable(side, seeming=True)]
            facts: dict[str, str | int] = {"air": air} if side == AXIS else {}
            answer = yield from self.ask(side, "support", [*options, DONE], "9.2", **facts)
            if answer == DONE:
                return
            if answer[0] == "air":
                books.air -= 1
                self.air_on.append(answer[1])
            else:
                self.fires.append((answer[1], answer[2], answer[0]))

    def lay_out_defence(self, side: str) -> Flow:
        """The inactive player, on hexes with units of his (9.2b).

        Only where an attack can come in this phase (R79).
        """
        books = self.books
        if not self.attackable(enemy(side), seeming=True):
            return
        advance = 1 if books.night else 3
        while True:
            options: list[Option] = []
            used = {g[0] for g in self.guards}
            held = [h for h in sorted(books.held(side)) if books.enemy_within(h, side, 1 + advance)]
            for unit, piece in PIECES.items():
                if piece.side != side or unit in used or not self.can_fire(unit):
                    continue
                for place in held:
                    there = [g[0] for g in self.guards if g[1] == place]
                    if any(PIECES[u].ship != piece.ship for u in there):
                        continue
                    if piece.ship and len(there) >= 2:
                        continue
                    if distance(books.place[unit], place) <= piece.range:
                        options.append(("defend", unit, place))
            answer = yield from self.ask(side, "defend", [*options, DONE], "9.2")
            if answer == DONE:
                return
            self.guards.append((answer[1], answer[2], "defend"))

    # -- bombardment (10.1)

    def bombardments(self, side: str) -> Flow:
        hexes = sorted({f[1] for f in self.fires if f[2].endswith("bombard")})
        told = [
            e.values["place"] for e in self.events if e.kind in ("bombardment", "bombardment_vain")
        ]
        hexes.sort(key=lambda h: told.index(h) if h in told else len(told))
        for place in hexes:
            yield from self.bombard(side, place)

    def bombard(self, side: str, place: str) -> Flow:
        """10.12, 10.14."""
        books = self.books
        guns = [f for f in self.fires if f[1] == place and f[2].endswith("bombard")]
        total = 0
        for unit, _, kind in guns:
            value = books.support(unit, offensive=True)
            total += 2 * value if kind.startswith("storm") else value
        if books.night:
            total = half(total)
        if LAND[place].terrain in ("town", "city"):
            total = half(total)
        units = books.real(place, enemy(side))
        line = TABLES["bombardment"]["line"][str(max(1, min(4, self.battalions(units))))]
        column = -1
        if units and total >= line[0]:
            column = max(at for at, low in enumerate(line) if low <= total)
            column += self.column_shift(side, place, units)
        if column >= 0:  # left of the first column nothing happens (R44)
            rolled = yield from self.dice("bombardment", 2)
            result = TABLES["bombardment"]["result"][str(sum(rolled))][min(7, column)]
            self.told_sums.append(("bombardment", "10.12", (total, result)))
            yield from self.struck(place, units, result)
        else:
            self.told_sums.append(("bombardment_vain", "10.12", (total,)))
        for unit, _, kind in guns:
            self.spend(unit, kind)
            self.fires.remove((unit, place, kind))
        books.changed()

    def battalions(self, units: list[str]) -> int:
        """An HQ is a company, three companies are a battalion, rounded up (10.12, R44)."""
        full = sum(PIECES[u].size == "battalion" and not self.books.remnant(u) for u in units)
        return full + -(-(len(units) - full) // 3)

    def column_shift(self, side: str, place: str, units: list[str]) -> int:
        books = self.books
        shift = TABLES["bombardment"]["shift"]
        total = 0
        if any(PIECES[u].artillery for u in units):
            total += shift["enemy_artillery_in_hex"]
        if books.fort(place):
            total += shift["fort"]
        if not any(books.real(h, side) for h in neighbours(place)):
            total += shift["not_adjacent_to_any_friendly_unit"]
        if all(PIECES[u].type == "tank" for u in units):
            total += shift["only_tanks_in_hex"]
        return int(total)

    def struck(self, place: str, units: list[str], result: str) -> Flow:
        """Nothing, D, Z or steps; at most half the steps of the hex (10.14, R72)."""
        books = self.books
        owner = PIECES[units[0]].side
        most = half(sum(books.steps(u) for u in units))
        if result == "D":
            for unit in units:
                self.disorganise(unit)
        elif result == "Z":
            broken = [u for u in units if books.order[u] == DEMORALISED]
            for unit in units:
                books.order[unit] = DEMORALISED
            books.changed()
            for left in range(min(most, len(broken)), 0, -1):
                answer = yield from self.ask(
                    owner, "lose", [("lose", u) for u in broken], "10.14", steps=left
                )
                broken.remove(answer[1])
                self.lose_step(answer[1])
        elif result in ("1", "2"):
            yield from self.lose(owner, units, min(most, int(result)), "10.12")
        yield from self.leaders_in_danger()

    # -- recovery (11.5)

    def recovery(self, side: str) -> Flow:
        books = self.books
        shaken = [u for u in books.units(side) if books.order[u] != GOOD]
        near_enemy = [u for u in shaken if books.next_to_enemy(books.place[u], side)]
        for unit in shaken:
            if unit not in near_enemy:
                books.order[unit] -= 1
        books.changed()
        if near_enemy:
            rolled = yield from self.dice("recovery", len(near_enemy))
            for unit, die in zip(self.rolled_order("recovery", near_enemy), rolled, strict=True):
                if die < books.morale(unit):
                    books.order[unit] -= 1
            books.changed()
