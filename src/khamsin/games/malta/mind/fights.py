"""What fights are worth on Malta: attacks by the combat table, guns, ships and aircraft by what
they change in them. Everything is weighed in steps of strength.
"""

from __future__ import annotations

from collections.abc import Mapping

from khamsin.games.malta.model.pieces import ALLIED, ARTILLERY, HQ, NOBODY, TURNS
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.attackers import able, attackable
from khamsin.games.malta.rules.combat.bombard import column_of, targets_in, weight_of_fire
from khamsin.games.malta.rules.combat.breakthrough import attackers_on
from khamsin.games.malta.rules.combat.combat import compute
from khamsin.games.malta.rules.combat.modifiers import column
from khamsin.games.malta.rules.combat.pledges import attack_on, defenders_in, fit
from khamsin.games.malta.rules.combat.strength import steps_left
from khamsin.games.malta.rules.combat.support import BOMBARD, STORM_BOMBARD
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.play.decision import Option

from .appraisal import HEX, HQ_WORTH
from .marches import Marches

HITS = (1.0, 1.6)  # a hit on the attacker, and on the defender who may retreat instead
DISORDER = 0.4
DEMORALISED = 1.0
ATTACK_FROM = (0.6, 0.4)  # an attack must promise this much: the garrison has to last
IDLE = 0.2  # what support is worth where no attack is worth it
SLACK = 0.3  # by how much two attacks must promise more than one by all
MARKED = 2.0  # for defensive fire: the markers of the enemy tell where his attack comes
ROUND = 0.25  # a round of ammunition, if it is the last
LAST_CHANCE = 0.25  # how much a step counts that is lost on the last night of a lost game
_ROLLS = [(roll, 6 - abs(roll - 7)) for roll in range(2, 13)]


class Fights(Marches):
    """What each answer about fighting is worth."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.facts: Mapping[str, str | int] = {}
        """What the question is about."""
        self._worths: dict[tuple[int, int, tuple[int, ...], int], float] = {}

    # -- attacks -----------------------------------------------------------------------------

    def worth(self, h: int, more: int = 0, units: tuple[int, ...] = (), gun: int = NOBODY) -> float:
        """What an attack by everybody who can, or by these units, is worth, with so many steps of
        odds more, or with another gun.
        """
        key = h, more, units, gun
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = self._reckoned(h, more, units, gun)
        return found

    def _reckoned(self, h: int, more: int, units: tuple[int, ...], gun: int) -> float:
        g = self.g
        units = units or tuple(sorted(attackers_on(g, h)))
        if not units or not defenders_in(g, 1 - self.side, h):
            return -1.0
        b = attack_on(g, h, units)
        if gun != NOBODY:
            b.support[0] = (*b.support[0], (gun, False))
        fit(g, b)
        compute(g, b)
        number = column(g, b.line, b.level + more)
        if number < 0:
            return -1.0
        alive = sum(steps_left(g, unit) for unit in b.defenders)
        taken = self.ground(h) if g.control[h] != self.side else HEX
        hqs = sum(g.pack.kind[unit] == HQ for unit in b.defenders)
        less = g.pack.tables.terrain["fort"].defender_hits if g.forts[h] else 0
        value = 0.0
        for roll, ways in _ROLLS:
            ours, theirs = g.pack.tables.combat[roll][number]
            hits = max(0, theirs.hits + less)
            gain = min(hits, alive + 1) * HITS[1] + theirs.order * DISORDER
            if hits:
                gain += taken * 0.6
            if hits >= alive:
                gain += hqs * HQ_WORTH
            price = (ours.hits * HITS[0] + ours.order * DISORDER) * self._price
            value += ways * (gain * self.posture.fights - price) / 36
        return value

    @property
    def _price(self) -> float:
        """4.41 On the last night the Axis has nothing to save any more."""
        g = self.g
        left = (g.scenario.last_day + 1) * len(TURNS) - g.now
        return 1.0 if self.side == ALLIED or left > 1 else LAST_CHANCE

    def attack_now(self, option: Option) -> float:
        """9.3.a The best attack, if it is good enough."""
        if option == ("done",):
            return ATTACK_FROM[self.side]
        return self.worth(self.hex(option[1]))

    def attackers(self, option: Option) -> float:
        """All of them: many are strong; but who is not needed strikes elsewhere (9.13)."""
        needed = self._needed()
        if option[0] == "all":
            return 1.0 if needed is None else -1.0
        if option[0] == "done":
            return 0.5 if needed is not None else 0.0
        if needed is None:
            return 0.5
        return 1.0 if self.unit[option[1]] in needed else 0.0

    def _needed(self) -> frozenset[int] | None:
        """Who is needed here, if there is work for the others."""
        g, h = self.g, self.hex(str(self.facts["place"]))
        mine = able(g, self.side, h)
        if len(mine) < 2:
            return None
        best, found = self.worth(h, units=tuple(sorted(mine))) + SLACK, mine
        for other in attackable(g, self.side):
            if other == h or other in g.attacked:
                continue
            there = able(g, self.side, other)
            shared = [unit for unit in mine if unit in there]
            for at in range(1, len(shared) + 1):
                kept = [unit for unit in mine if unit not in shared[:at]]
                rest = [unit for unit in there if unit not in kept]
                if not kept:
                    continue
                more = self.worth(other, units=tuple(sorted(rest)))
                total = self.worth(h, units=tuple(sorted(kept)))
                total += more if more > ATTACK_FROM[self.side] else 0.0
                if total > best:
                    best, found = total, kept
        return None if found == mine else frozenset(found)

    # -- support -----------------------------------------------------------------------------

    def support(self, option: Option) -> float:
        """9.2 Guns and aircraft where they turn an attack; else guns bombard who can be hurt."""
        if option == ("done",):
            return 0.0
        h = self.hex(option[-1])
        if option[0] == "air":
            return self._turned(self.worth(h), self.worth(h, 1)) - 0.1
        gun = self.unit[option[1]]
        storm = 0.3 if option[0].startswith("storm") else 0.0
        if option[0].endswith("support"):
            return self._turned(self.worth(h), self.worth(h, gun=gun)) - self._spent(gun) - storm
        kind = STORM_BOMBARD if storm else BOMBARD
        return self.bombardment(gun, h, kind) - self._spent(gun) - storm

    def _turned(self, before: float, after: float) -> float:
        """What support adds to an attack; little if it will not be made all the same."""
        if after > ATTACK_FROM[self.side]:
            return after - max(before, 0.0)
        return IDLE * max(after - before, 0.0)

    def _spent(self, gun: int) -> float:
        """12.51 The price of a round."""
        if self.g.pack.kind[gun] != ARTILLERY:
            return 0.02
        return ROUND if self.g.ammo[gun] == 1 else 0.05

    def bombardment(self, gun: int, h: int, kind: int) -> float:
        """10.12 What it does by the table, with all that is laid on the hex already."""
        g = self.g
        laid = [(unit, what) for unit, there, what in g.fires if there == h and what >= BOMBARD]
        now = self._effect(h, [*laid, (gun, kind)])
        return now - (self._effect(h, laid) if laid else 0.0)

    def _effect(self, h: int, shots: list[tuple[int, int]]) -> float:
        g = self.g
        units = targets_in(g, 1 - self.side, h)
        at = column_of(g, self.side, h, weight_of_fire(g, h, shots)) if units else -1
        if at < 0:
            return 0.0
        value = 0.0
        for roll, ways in _ROLLS:
            result = g.pack.tables.bombard[roll][at]
            if result == "D":
                value += ways * DISORDER * len(units)
            elif result == "Z":
                value += ways * DEMORALISED * len(units)
            elif result != "-":
                value += ways * HITS[1] * int(result)
        return value / 36

    def defend(self, option: Option) -> float:
        """9.2 Where the enemy is strongest against what is worth most."""
        if option == ("done",):
            return 0.0
        h = self.hex(option[2])
        if not self.threat[h]:
            return 0.01  # an enemy may still come up to it
        marked = any(place == h and kind < BOMBARD for _, place, kind in self.g.fires)
        marked = marked or h in self.g.air_on
        return 0.1 + self.threat[h] * 0.02 + self.ground(h) * 0.1 + MARKED * marked
