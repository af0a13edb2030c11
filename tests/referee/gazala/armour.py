"""The armour phase of an impulse (3.22, 8)."""

from __future__ import annotations

from typing import NamedTuple

from tests.referee.gazala.board import enemy_of, pool_of, tables
from tests.referee.gazala.books import SUPPLIED
from tests.referee.gazala.desk import Ask, Desk, Dice, Flow


class Volley(NamedTuple):
    """An armour combat that has been declared."""

    target: str
    units: list[str]


class Armour(Desk):
    """Armour combat."""

    def armour_phase(self) -> Flow:
        """All targets and units are named first, then each combat is fought (8.11, 8.1)."""
        self.stage = "armour"
        self.armour_hexes = set()
        self.fired: set[str] = set()
        declared: list[Volley] = []
        while self.attacks_left() > 0:
            targets = self.armour_targets()
            if not targets:
                break
            offers = [("attack", at) for at in sorted(targets)]
            answer = yield Ask(self.active, "armour", "8.11", [*offers, ("done",)], {})
            if answer == ("done",):
                break
            target = answer[1]
            chosen = yield from self.armour_units(target, targets[target])
            self.fired |= set(chosen)
            self.armour_hexes.add(target)
            self.attacks += 1
            self.allied_attacks += self.active == "allied"
            declared.append(Volley(target, chosen))
        self.stage = "armour_fire"
        for volley in declared:
            yield from self.fire(volley)

    def clean_side(self, start: str, to: str) -> bool:
        """Whether armour combat is possible over a hexside (9.61, 10.7, 10.81)."""
        pair = frozenset((start, to))
        return not (pair in self.board.cliffs or pair in self.forts or pair in self.mines)

    def with_rommel(self, unit: str) -> bool:
        """In Rommel's impulse only units in his hex attack (10.2.d)."""
        if self.chit != "rommel":
            return True
        return self.place[unit] == self.place["erwin_rommel"]

    def can_fire(self, unit: str) -> bool:
        """Whether a unit of the active side fires in armour combat at all (8.12)."""
        card = self.units[unit]
        german = card.nation == "german" and card.is_infantry
        kind = card.is_vehicle or card.is_flak or german
        return kind and self.values(unit)[1] > 0

    def armour_targets(self) -> dict[str, list[str]]:
        """Enemy hexes that can be attacked, and the units that can fire at them."""
        found: dict[str, list[str]] = {}
        foe = self.occupied(enemy_of(self.active))
        for unit in self.eligible:
            if not self.on_map(unit) or unit in self.fired or not self.can_fire(unit):
                continue
            if not self.with_rommel(unit):
                continue
            at = self.place[unit]
            for to in self.board.near[at]:
                if to not in foe or to in self.armour_hexes or not self.clean_side(at, to):
                    continue
                if self.worth_firing(to):
                    found.setdefault(to, []).append(unit)
        return found

    def worth_firing(self, target: str) -> bool:
        """Whether a defender has armour (9.0)."""
        return any(self.values(unit)[1] > 0 for unit in self.at(target))

    def armour_units(self, target: str, able: list[str]) -> Flow:
        """The active side names the units that fire at a hex."""
        chosen: list[str] = []
        while True:
            rest = [unit for unit in able if unit not in chosen]
            if not rest or len(able) == 1:
                return chosen or able
            offers: list[tuple[str, ...]] = [("all",), *(("join", unit) for unit in rest)]
            if chosen:
                offers.append(("done",))
            facts: dict[str, str | int] = {"place": target, "named": len(chosen)}
            answer = yield Ask(self.active, "armour_units", "8.12", offers, facts)
            if answer == ("done",):
                return chosen
            if answer == ("all",):
                return [*chosen, *rest]
            chosen.append(answer[1])

    # -- fire ------------------------------------------------------------------------------------

    def armour_dice(self, unit: str) -> int:
        """Dice of a unit (8.12, 6.22)."""
        value = self.values(unit)[1]
        if self.supply[unit] != SUPPLIED:
            value = (value + 1) // 2
        return value

    def fire(self, volley: Volley) -> Flow:
        """Both sides roll, lose steps and repair (8.13, 8.2, 8.3)."""
        target = volley.target
        enemy = enemy_of(self.active)
        attackers = [unit for unit in volley.units if self.on_map(unit)]
        defenders = self.at(target, enemy)
        for unit in attackers:
            self.activate(unit)
        self.tell("armour_combat", side=self.active, place=target, units=tuple(attackers))
        ours = yield from self.roll_fire(self.active, attackers, defenders)
        theirs = yield from self.roll_fire(enemy, defenders, attackers)
        # Fire is simultaneous (8.2); who takes his hits first is of no moment.
        lost = yield from self.armour_losses(self.active, attackers, *theirs)
        more = yield from self.armour_losses(enemy, defenders, *ours)
        for unit in [*lost, *more]:
            yield from self.repair(unit)

    def roll_fire(self, side: str, units: list[str], others: list[str]) -> Flow:
        """The hits of one side on tanks and cars, and those on cars alone (8.13)."""
        rules = tables()["armour_combat"]
        guns = sum(self.armour_dice(unit) for unit in units if not self.units[unit].is_flak)
        flak = sum(self.armour_dice(unit) for unit in units if self.units[unit].is_flak)
        hits = cars = 0
        if guns:
            dice = yield Dice("armour", guns)
            hits += sum(int(die) >= rules["hit_from"] for die in dice)
            if any(self.units[unit].is_car for unit in others):
                cars += sum(int(die) == rules["car_hit"] for die in dice)
        if flak:
            dice = yield Dice("flak", flak)
            hits += sum(int(die) >= rules["flak_hit_from"] for die in dice)
        if guns or flak:
            self.tell("armour_hits", side=side, dice=guns + flak, hits=hits, cars=cars)
        return hits, cars

    def armour_losses(self, side: str, units: list[str], hits: int, cars: int) -> Flow:
        """One side loses steps, owner and opponent choosing in turn (8.2, 8.4, R32, R54)."""
        lost: list[str] = []
        picks = 0
        for kind, number in (("car", cars), ("any", hits)):
            left = number
            while left > 0:
                able = [
                    unit
                    for unit in units
                    if self.on_map(unit) and self.can_be_hit(unit, kind, left)
                ]
                if not able:
                    break
                if len(able) == 1:
                    unit = able[0]
                else:
                    chooser = side if picks % 2 == 0 else enemy_of(side)
                    offers = [("lose", unit) for unit in able]
                    answer = yield Ask(chooser, "armour_loss", "8.2.a", offers, {})
                    unit = answer[1]
                picks += 1
                left -= self.hits_needed(unit)
                self.reduce(unit)
                lost.append(unit)
        return lost

    def hits_needed(self, unit: str) -> int:
        """Hits for one step: two on a Matilda (8.4)."""
        if self.units[unit].tank == "Matilda":
            return int(tables()["armour_combat"]["matilda_hits"])
        return 1

    def can_be_hit(self, unit: str, kind: str, left: int) -> bool:
        """Whether a unit can lose a step to this kind of hit."""
        card = self.units[unit]
        if kind == "car":
            return card.is_car
        return card.is_vehicle and self.hits_needed(unit) <= left

    def repair(self, unit: str) -> Flow:
        """A die for a step lost in armour combat (8.3, R15)."""
        card = self.units[unit]
        (roll,) = yield Dice("repair", 1)
        nation = card.nation if card.nation in ("german", "italian") else "british"
        pool = pool_of(card)
        good = int(roll) >= tables()["repair_from"][nation]
        if good:
            self.points[pool] += 1
        self.tell("repaired" if good else "not_repaired", die=int(roll), pool=pool)
