"""What fights are worth in Gazala 1942: volleys of tanks by the dice, attacks by the results table.

Everything is weighed in steps: a step lost is about one. On the last days what decides the game
counts more than steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from khamsin.games.gazala.model.pieces import AXIS
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.combat.armour import (
    armour_value,
    attacks_left,
    enemies_beside,
    firing_units,
)
from khamsin.games.gazala.rules.combat.combat import LOWEST, able_attackers, attack_strength, reckon
from khamsin.games.gazala.rules.combat.losses import steps_left
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.decision import Option

from .appraisal import Ground

GROUND = 1.5  # an enemy driven from a hex
PRIZE = 4.0  # how much more if it is a goal, or the end of the coast road
ATTACK_FROM = 0.15  # an attack must promise this much
HIT = 1.6  # a tank hit, to whom it is dealt
LATER = 0.8  # how much of what follows a volley is believed
SLACK = 0.1  # by how much two attacks must promise more than one by all
HOLDS = (0.7, 0.3)  # how likely who could stand goes all the same: anywhere, and from a goal
LATE = 2  # days from the end on which it is late


class Stakes(NamedTuple):
    """What counts on a day."""

    prize: float
    """How much more a goal is worth than usual."""
    steps: float
    """How much more our own steps are."""


USUAL = Stakes(1.0, 1.0)
LATE_AND_LOSING = Stakes(2.0, 0.7)
LAST_CHANCE = Stakes(8.0, 0.15)
WON = Stakes(1.0, 2.0)


class Fights(Ground):
    """What each answer about fighting is worth."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.facts: Mapping[str, str | int] = {}
        """What the question is about."""
        self._promises: dict[tuple[int, tuple[int, ...]], float] = {}

    @cached_property
    def stakes(self) -> Stakes:
        """By the day, and by who would win now."""
        g = self.g
        left = len(g.scenario.dates) - g.turn
        if left > LATE:
            return USUAL
        has_all = all(g.control[goal] == g.scenario.victor for goal in g.scenario.victory_hexes)
        if has_all == self.attacks:
            return USUAL if left else WON
        return LATE_AND_LOSING if left else LAST_CHANCE

    @property
    def _target(self) -> int:
        return self.g.pack.board.at(str(self.facts["place"]))

    # -- armour combat -----------------------------------------------------------------------

    def volley(self, option: Option) -> float:
        """8.1, 8.5 Hits dealt against hits taken, and tanks may attack; but it is one of the
        attacks of the impulse.
        """
        if option[0] != "attack":
            return 0.0
        target = self.g.pack.board.at(option[1])
        left = attacks_left(self.g)
        best = sorted([max(value, 0.0) for value in self._prospects.values()], reverse=True)
        without = sum(best[:left])
        others = [value for place, value in self._prospects.items() if place != target]
        after = max(self.follow_up(target), 0.0) * LATER
        fought = sorted([after, *[max(value, 0.0) for value in others]], reverse=True)
        return self._exchange(target) - ATTACK_FROM + sum(fought[: left - 1]) - without

    def _exchange(self, target: int) -> float:
        """8.13 What a volley costs the enemy, less what his costs us."""
        g, pack = self.g, self.g.pack
        there = g.here[1 - self.side][target]
        units = firing_units(g, target)
        if not _has_vehicles(g, there):
            units = [self._decoy(units)]
        mine = sum([armour_value(g, u) * (2 if pack.is_flak[u] else 1) for u in units])
        theirs = sum([armour_value(g, u) * (2 if pack.is_flak[u] else 1) for u in there])
        mine *= _has_vehicles(g, there)
        if not _has_vehicles(g, tuple(units)):
            theirs = 0
        return (mine * self.posture.fights - theirs * self.stakes.steps) / 6 * HIT

    def _decoy(self, units: list[int]) -> int:
        """R46 One volley opens the hex for all: by who cannot be hit, else by the cheapest."""
        return min(units, key=self._price)

    def _price(self, unit: int) -> float:
        return self.step_loss(unit) if self.g.pack.is_vehicle[unit] else 0.0

    @cached_property
    def _prospects(self) -> dict[int, float]:
        """What the attacks promise that can be made without more volleys."""
        g = self.g
        opened = [target for target, _, _ in g.declared]
        return {
            target: self.follow_up(target) * LATER
            if target in opened
            else self._promise(target, tuple(able_attackers(g, target))) - ATTACK_FROM
            for target in enemies_beside(g)
        }

    def follow_up(self, target: int) -> float:
        """What a normal attack after the volley promises."""
        return self._promise(target, tuple(self._could_attack(target))) - ATTACK_FROM

    def _could_attack(self, target: int) -> list[int]:
        """Everybody beside the target, as if armour combat had been fought."""
        g = self.g
        near = g.pack.board.neighbours[target]
        return [
            unit
            for place in near
            for unit in g.here[self.side][place]
            if g.due[unit] >= 0 and attack_strength(g, unit) and not self._is_cliff(place, target)
        ]

    def _is_cliff(self, here: int, there: int) -> bool:
        return self.g.pack.is_cliff[self.g.pack.board.edge(here, there)]

    def fire(self, option: Option) -> float:
        """8.12 All, if there is something to hit; at others one who cannot be hit is enough."""
        g = self.g
        if _has_vehicles(g, g.here[1 - self.side][self._target]):
            return float(option[0] == "all")
        if option[0] == "join":
            return 1.0 - self._price(g.pack.unit_index[option[1]]) / 100
        return 2.0 if option[0] == "done" else 0.0

    # -- normal combat -----------------------------------------------------------------------

    def _promise(self, target: int, units: tuple[int, ...]) -> float:
        """9.25 What an attack is worth over all results of the die."""
        key = target, units
        found = self._promises.get(key)
        if found is None:
            found = self._promises[key] = self._reckoned(target, units)
        return found

    def _reckoned(self, target: int, units: tuple[int, ...]) -> float:
        g = self.g
        if not units:
            return -1.0
        odds = reckon(g, target, units, g.air if self.side == AXIS else 0)
        if odds.level < LOWEST:
            return -1.0
        column = g.pack.numbers.crt[odds.level - LOWEST]
        defenders = g.here[1 - self.side][target]
        steps = sum([steps_left(g, unit) for unit in defenders])
        theirs = sum([self.worth(u) for u in defenders]) / max(steps, 1)
        mine = min([self.step_loss(unit) for unit in units]) * self.stakes.steps
        ground = GROUND * self._prize(target)
        value = 0.0
        for lost, hit in zip(column.attacker, column.defender, strict=True):
            gain = min((hit + 1) // 2, steps) * theirs
            if hit >= 2:
                gain += ground * (1.0 if hit >= steps else HOLDS[ground > GROUND])
            value += gain * self.posture.fights - (lost + 1) // 2 * mine
            if lost >= 2:
                value -= GROUND * 0.5
        return value / len(column.attacker)

    def _prize(self, target: int) -> float:
        """How much more than another a hex is worth that is won."""
        g = self.g
        if target in g.scenario.victory_hexes:
            return PRIZE * self.stakes.prize
        return PRIZE if self.side == AXIS and self.is_cut and self.from_source[target] <= 1 else 1.0

    def attack(self, option: Option) -> float:
        """9.2 The best target first, if it promises anything."""
        if option[0] != "attack":
            return 0.0
        target = self.g.pack.board.at(option[1])
        return self._promise(target, tuple(able_attackers(self.g, target))) - ATTACK_FROM

    def join(self, option: Option) -> float:
        """9.0.c All together; who is not needed is kept for another target."""
        needed = self._needed
        if option[0] == "all":
            return 1.0 if needed is None else -1.0
        if option[0] == "done":
            return 1.0
        unit = self.g.pack.unit_index[option[1]]
        return 2.0 if needed is not None and unit in needed else 0.0

    @cached_property
    def _needed(self) -> frozenset[int] | None:
        """Who is needed for the attack, if there is work for others elsewhere."""
        g, target = self.g, self._target
        able = able_attackers(g, target)
        if attacks_left(g) < 2 or len(able) < 2:
            return None
        best, found = self._promise(target, tuple(able)) + SLACK, able
        named = [place for place, _, _ in g.declared]
        for other in enemies_beside(g):
            if other == target or other in named:
                continue
            there = able_attackers(g, other)
            shared = sorted(set(able) & set(there), key=lambda unit: -attack_strength(g, unit))
            for at in range(1, len(shared) + 1):
                kept = [unit for unit in able if unit not in shared[:at]]
                total = self._both(target, kept, other, there)
                if kept and total > best:
                    best, found = total, kept
        return None if found == able else frozenset(found)

    def _both(self, target: int, units: list[int], other: int, there: list[int]) -> float:
        """What two attacks promise, the other one by all who are not in the first."""
        rest = tuple([unit for unit in there if unit not in units])
        more = self._promise(other, rest) - ATTACK_FROM if rest else 0.0
        return self._promise(target, tuple(units)) + max(more, 0.0)

    # -- losses ------------------------------------------------------------------------------

    def loss(self, option: Option) -> float:
        """The cheapest of our own, the most valuable of theirs."""
        unit = self.g.pack.unit_index[option[1]]
        cost = self.step_loss(unit)
        return -cost if self.g.pack.side_of[unit] == self.side else cost

    def stand(self, option: Option) -> float:
        """Ground is given up, unless it decides the game."""
        b = self.g.battle
        decisive = b is not None and b.target in self.g.scenario.victory_hexes
        holds = decisive and self.g.active != self.side
        return float((option[0] == "stand") == holds)


def _has_vehicles(g: State, units: tuple[int, ...]) -> bool:
    """8.2.a Only tanks and cars can be hit by armour dice."""
    return any(g.pack.is_vehicle[unit] for unit in units)
