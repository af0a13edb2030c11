"""Who may attack what in normal combat, with what strength and at what odds (9.2, 9.6, 10.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tests.referee.gazala.armour import Armour
from tests.referee.gazala.board import AXIS, INDEPENDENT, distance, enemy_of, tables
from tests.referee.gazala.books import ISOLATED, SUPPLIED, hq_of


def up(number: int, divisor: int) -> int:
    """A share, rounded up."""
    return -(-number // divisor)


class Reckoning(NamedTuple):
    """The odds of an attack."""

    attack: int
    defence: int
    shifts: dict[str, int]
    column: int
    """In the table of results; below 0 there is no attack."""


class Odds(Armour):
    """Strengths and odds."""

    # -- who may attack ------------------------------------------------------------------------

    def attack_value(self, unit: str, supply: int) -> int:
        """Attack strength of one unit in its state of supply (6.21, 9.74)."""
        card = self.units[unit]
        if card.is_hq:
            return 0
        value = self.values(unit)[1 if card.is_flak else 0]
        parts = tables()["divide_by"]
        if supply == SUPPLIED:
            return value
        return up(value, parts["isolated_attack" if supply == ISOLATED else "unsupplied_attack"])

    def can_attack(self, unit: str, target: str) -> bool:
        """Whether a unit may join an attack on a hex, odds aside (9.0, 9.61, R46)."""
        card = self.units[unit]
        if card.is_hq or unit not in self.eligible or not self.on_map(unit):
            return False
        if not self.with_rommel(unit):
            return False
        at = self.place[unit]
        if target not in self.board.near[at]:
            return False
        if frozenset((at, target)) in self.board.cliffs and not card.foot:
            return False
        if self.attack_value(unit, self.eligible[unit]) <= 0:
            return False
        if card.is_vehicle and self.clean_side(at, target) and self.worth_firing(target):
            return target in self.armour_hexes  # 9.0.b
        return True

    # -- strengths -----------------------------------------------------------------------------

    def attack_strength(self, units: Iterable[str], target: str) -> int:
        """The strength of an attack: supply unit by unit, hexside factors by hexside (R17)."""
        total = 0
        by_hex: dict[str, list[str]] = {}
        for unit in units:
            by_hex.setdefault(self.place[unit], []).append(unit)
        for at, here in by_hex.items():
            total += self.over_side(here, at, target)
        return total

    def over_side(self, units: list[str], at: str, target: str) -> int:
        """The strength of the units of one hex over its hexside."""
        pair = frozenset((at, target))
        parts = tables()["divide_by"]
        divisor = flak_divisor = 1
        mined = pair in self.mines
        if pair in self.board.cliffs:
            divisor = flak_divisor = parts["cliff_attack"]
        elif pair in self.forts:
            divisor = flak_divisor = parts["fort_attack"]
        elif mined:
            quarter = "mines_quarter" in self.options
            divisor = parts["mine_attack_quarter" if quarter else "mine_attack"]
            flak_divisor = parts["mine_attack_flak"]
        bonus = int(self.cooperate(units))
        strength = {unit: self.attack_value(unit, self.eligible[unit]) for unit in units}
        flak = [unit for unit in units if self.units[unit].is_flak]
        guns = [unit for unit in units if not self.units[unit].is_flak]
        if "fractions_by_unit" in self.options:
            total = sum(up(strength[unit], divisor) for unit in guns)
            return total + sum(up(strength[unit], flak_divisor) for unit in flak) + bonus
        if not mined:
            return up(sum(strength.values()) + bonus, divisor)
        total = up(sum(strength[unit] for unit in guns) + bonus, divisor)
        return total + up(sum(strength[unit] for unit in flak), flak_divisor)

    def cooperate(self, units: Iterable[str]) -> bool:
        """Four units or more in a hex, all of one formation (12.1, R57)."""
        if "cooperation" not in self.options:
            return False
        troops = [unit for unit in units if not self.units[unit].is_hq]
        kinds = {self.formation[unit] for unit in troops}
        enough = len(troops) >= tables()["pursuit"]["cooperation_units"]
        return enough and len(kinds) == 1 and INDEPENDENT not in kinds

    def defence_value(self, unit: str) -> int:
        """Defence strength of one unit among troops (6.21, 10.11)."""
        if self.units[unit].is_hq:
            return 0
        value = self.values(unit)[0]
        if self.supply[unit] == ISOLATED:
            return up(value, tables()["divide_by"]["isolated_defence"])
        return value

    def defending(self, target: str) -> list[str]:
        """The units in a hex that can be attacked: nobody twice in an impulse (9.72, R63)."""
        return [
            unit for unit in self.at(target, enemy_of(self.active)) if unit not in self.attacked
        ]

    def defence_strength(self, target: str) -> int:
        """The strength of all units in the attacked hex (9.22, 10.11, R55)."""
        units = self.defending(target)
        troops = [unit for unit in units if not self.units[unit].is_hq]
        if not troops:
            return int(tables()["limits"]["lone_hq"])
        return sum(self.defence_value(unit) for unit in troops) + int(self.cooperate(troops))

    # -- shifts (9.24, 9.6) --------------------------------------------------------------------

    def shifts(self, units: list[str], target: str, air: int) -> dict[str, int]:
        """What moves the column, by name."""
        size = {row["id"]: row["columns"] for row in tables()["shift"]}
        found: dict[str, int] = {}
        from_hexes = {self.place[unit] for unit in units}
        if len(from_hexes) >= tables()["pursuit"]["encirclement_hexes"]:
            found["encirclement"] = size["encirclement"]
        if any(self.armour_stack(at, units, target) for at in from_hexes):
            found["armour_attack"] = size["armour_attack"]
            cards = [self.units[unit] for unit in self.defending(target)]
            heavy = any(card.is_tank or card.is_flak for card in cards)
            if heavy and any(card.is_infantry and card.type != "marine" for card in cards):
                found["armour_defence"] = size["armour_defence"]
        if self.board.terrain[target] == "hill":
            found["hill"] = size["hill"]
        if self.hq_attack(target):
            found["hq_attack"] = size["hq_attack"]
        if self.hq_defence(target):
            found["hq_defence"] = size["hq_defence"]
        if self.engineers(units, target, self.forts):
            found["engineer_fort"] = size["engineer_fort"]
        if self.engineers(units, target, self.mines):
            found["engineer_mine"] = size["engineer_mine"]
        if air:
            found["air"] = air
        return found

    def armour_stack(self, at: str, units: list[str], target: str) -> bool:
        """Tanks and infantry attacking together from one hex, not through mines (9.63, R22)."""
        if frozenset((at, target)) in self.mines:
            return False
        cards = [self.units[unit] for unit in units if self.place[unit] == at]
        return any(card.is_tank for card in cards) and any(card.is_infantry for card in cards)

    def engineers(self, units: list[str], target: str, sides: set[frozenset[str]]) -> list[str]:
        """Attacking engineers over hexsides of a kind (10.7.c, 10.85.b)."""
        return [
            unit
            for unit in units
            if self.units[unit].is_engineer and frozenset((self.place[unit], target)) in sides
        ]

    def hq_attack(self, target: str) -> bool:
        """Whether the activated HQ supports an attack (10.12, R33)."""
        if self.chit == "rommel":
            return False
        hq = hq_of(self.chit)
        return self.on_map(hq) and self.supports(hq, target)

    def hq_defence(self, target: str) -> bool:
        """Whether any HQ of the defender supports him (10.12, R33)."""
        return any(self.supports(hq, target) for hq in self.hqs(enemy_of(self.active)))

    def supports(self, hq: str, target: str) -> bool:
        """Whether an HQ can support a combat in this hex."""
        card = self.units[hq]
        if distance(self.place[hq], target) > card.range:
            return False
        return self.place[hq] not in self.zone(enemy_of(card.side))

    # -- odds (9.23, 9.24) ---------------------------------------------------------------------

    def reckon(self, units: list[str], target: str, air: int) -> Reckoning:
        """The column of an attack."""
        attack = self.attack_strength(units, target)
        defence = self.defence_strength(target)
        columns = [row["odds"] for row in tables()["crt"]]
        shifts = self.shifts(units, target, air)
        if attack >= defence:
            level = attack // defence - 1
        else:
            level = 1 - up(defence, attack) if attack else -99
        column = columns.index("1:1") + level + sum(shifts.values())
        return Reckoning(attack, defence, shifts, min(column, len(columns) - 1))

    def air_now(self) -> int:
        """Columns of air support still to be had (10.5)."""
        return self.air if self.active == AXIS else 0
