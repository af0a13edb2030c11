"""The combat phase of an impulse: declarations, results, losses (3.23, 9)."""

from __future__ import annotations

from typing import NamedTuple

from tests.referee.gazala.board import ALLIED, enemy_of, tables
from tests.referee.gazala.desk import Ask, Dice, Flow
from tests.referee.gazala.odds import up
from tests.referee.gazala.pursuit import Pursuit


class Attack(NamedTuple):
    """An attack that has been declared."""

    target: str
    units: list[str]
    air: int


class Fighting(Pursuit):
    """Normal combat."""

    def combat_phase(self) -> Flow:
        """All attacks are declared, then fought in that order (9.0.c, R61)."""
        self.stage = "combat"
        before = self.zones()
        self.fought = set()
        self.combat_hexes = set()
        declared: list[Attack] = []
        while True:
            targets = self.combat_targets()
            if not targets:
                break
            offers = [("attack", at) for at in sorted(targets)]
            answer = yield Ask(self.active, "combat", "3.23.a", [*offers, ("done",)], {})
            if answer == ("done",):
                break
            target = answer[1]
            units = yield from self.combat_units(target, targets[target])
            air = yield from self.ask_air(target, units)
            self.fought |= set(units)
            if not self.free_attack(target):
                self.attacks += 1
                self.allied_attacks += self.active == ALLIED
            self.combat_hexes.add(target)
            declared.append(Attack(target, units, air))
        self.stage = "combat_fight"
        for attack in declared:
            yield from self.fight(attack)
        yield from self.check_stacks([self.active, enemy_of(self.active)])
        self.settle_control(before)

    # -- declarations --------------------------------------------------------------------------

    def free_attack(self, target: str) -> bool:
        """Armour and normal combat against one hex count as one (R16, a switch)."""
        return "attacks_per_hex" in self.options and target in self.armour_hexes

    def combat_targets(self) -> dict[str, list[str]]:
        """Hexes that can be attacked, and the units that can join."""
        found: dict[str, list[str]] = {}
        for target in self.occupied(enemy_of(self.active)):
            if target in self.combat_hexes:
                continue
            if self.attacks_left() <= 0 and not self.free_attack(target):
                continue
            able = [
                unit
                for unit in self.eligible
                if unit not in self.fought and self.can_attack(unit, target)
            ]
            if able and self.reckon(able, target, self.air_now()).column >= 0:
                found[target] = able
        return found

    def combat_units(self, target: str, able: list[str]) -> Flow:
        """The active side names the units that attack a hex."""
        chosen: list[str] = []
        while True:
            rest = [unit for unit in able if unit not in chosen]
            if not rest or len(able) == 1:
                return chosen or able
            offers: list[tuple[str, ...]] = [("all",), *(("join", unit) for unit in rest)]
            if chosen and self.reckon(chosen, target, self.air_now()).column >= 0:
                offers.append(("done",))
            facts: dict[str, str | int] = {"place": target, "named": len(chosen)}
            answer = yield Ask(self.active, "combat_units", "9.21", offers, facts)
            if answer == ("done",):
                return chosen
            if answer == ("all",):
                return [*chosen, *rest]
            chosen.append(answer[1])

    def ask_air(self, target: str, units: list[str]) -> Flow:
        """Whether the aircraft of the turn support this attack (10.5)."""
        air = self.air_now()
        if not air:
            return 0
        if self.reckon(units, target, 0).column < 0:
            answer: tuple[str, ...] = ("yes",)  # without them there is no attack (R19)
        else:
            facts: dict[str, str | int] = {"place": target, "columns": air}
            answer = yield Ask(self.active, "air", "10.5", [("yes",), ("no",)], facts)
        if answer == ("no",):
            return 0
        self.air = 0
        self.tell("air_support", place=target, columns=air)
        return air

    # -- one combat ----------------------------------------------------------------------------

    def fight(self, attack: Attack) -> Flow:
        """One attack is resolved (9.2)."""
        target, side = attack.target, self.active
        enemy = enemy_of(side)
        units = [unit for unit in attack.units if self.can_attack(unit, target)]  # R61
        if not units or not self.defending(target):
            self.tell("attack_lapses", place=target)
            return
        odds = self.reckon(units, target, attack.air)
        if odds.column < 0:
            self.tell("attack_lapses", place=target)
            return
        for unit in units:
            self.activate(unit)
        (roll,) = yield Dice("combat", 1)
        row = tables()["crt"][odds.column]
        hits = {side: row["a"][int(roll) - 1], enemy: row["d"][int(roll) - 1]}
        self.tell(
            "combat",
            side=side,
            place=target,
            units=tuple(units),
            attack=odds.attack,
            defence=odds.defence,
            odds=row["odds"],
            die=int(roll),
            attacker_hits=hits[side],
            defender_hits=hits[enemy],
        )
        engineers = self.engineers(units, target, self.forts | self.mines)
        self.forces = {side: list(units), enemy: self.defending(target)}
        self.attacked |= set(self.forces[enemy])
        self.retreated: set[str] = set()
        self.origins = [self.place[unit] for unit in units]
        self.target = target
        self.shortfall(hits)
        self.lost_steps = {side: 0, enemy: 0}
        self.paths: list[list[str]] = []
        self.short_hexes = 0
        yield from self.suffer(side, hits[side], engineers)
        yield from self.suffer(enemy, hits[enemy], [])
        if not self.at(target):
            yield from self.pursue()

    def shortfall(self, hits: dict[str, int]) -> None:
        """A side that cannot take its steps spares the other one hit (9.34, R20)."""
        short = []
        for side, units in self.forces.items():
            if self.steps_in(units) < up(hits[side], 2):
                short.append(side)
        for side in short:
            other = enemy_of(side)
            if hits[other] > 0:
                hits[other] -= 1
                self.tell("result_reduced", side=other, hits=hits[other])

    def suffer(self, side: str, hits: int, engineers: list[str]) -> Flow:
        """One side takes its hits: half as steps, the rest as hexes or steps (9.32)."""
        if not hits:
            return
        yield from self.lose_steps(side, up(hits, 2), engineers, "9.32.a")
        rest = hits - up(hits, 2)
        if not rest:
            return
        if not self.alive(side):
            if side != self.active:
                self.short_hexes = rest
            return
        facts: dict[str, str | int] = {"place": self.target, "hexes": rest}
        answer = yield Ask(side, "stand", "9.32.b", [("retreat",), ("stand",)], facts)
        if answer == ("stand",):
            before = self.lost_steps[side]
            yield from self.lose_steps(side, rest, [], "9.32.b")
            if side != self.active:
                # The dead cannot retreat the hexes that are neither gone nor paid for (9.51).
                self.short_hexes = rest - (self.lost_steps[side] - before)
        else:
            yield from self.retreat(side, rest)


__all__ = ["ALLIED", "Fighting"]
