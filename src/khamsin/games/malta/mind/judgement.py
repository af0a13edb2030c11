"""How the greedy bot judges Island of Death. Everything is weighed in steps of strength.

Three ideas: what an attack is worth (by the combat table), how much a unit likes to stand in a hex
(what is to be had or held near it, and who is stronger around it), and which ground counts for
the surrender of the island. Landings and drops stand in `malta_landing`. All else is thumb.
"""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    DEMORALISED,
    ENGINEERS,
    HQ,
    LEADER,
    SIDES,
    TANK,
    WARSHIP,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.breakthrough import attackers_on
from khamsin.games.malta.rules.combat.combat import compute
from khamsin.games.malta.rules.combat.modifiers import column
from khamsin.games.malta.rules.combat.pledges import attack_on, defenders_in, fit
from khamsin.games.malta.rules.combat.strength import (
    attack,
    defence,
    gun_of,
    is_remnant,
    morale,
    steps_left,
)
from khamsin.games.malta.rules.control import in_enemy_zoc
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .appraisal import AIRFIELD_WORTH, HEX, HQ_WORTH, TOWN_WORTH
from .landing import Landing

HITS = (1.0, 1.6)  # a hit on the attacker, and on the defender who may retreat instead
DISORDER = 0.4
ATTACK_FROM = (0.6, 0.4)  # an attack must promise this much: the garrison has to last
MARCH_FROM = 0.15
FAR = 5  # hexes that a strategic march may take
NEAR = 2  # and a move in the face of the enemy
_ROLLS = [(roll, 6 - abs(roll - 7)) for roll in range(2, 13)]


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side."""
    return scored(world, Judgement(world.state, SIDES.index(side), posture), options)


class Judgement(Landing):
    """One look at the table from one side: what each kind of option is worth to it."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.scorers: dict[str, Callable[[Option], float]] = {
            "strategic": lambda option: self.march(option, self.far_gain),
            "tactical": lambda option: self.march(option, self.near_gain),
            "strategic_to": self.step,
            "tactical_to": self.step,
            "beach_move": self.regroup,
            "rally": self.regroup,
            "attack": self.attack_now,
            "breakthrough": self.attack_now,
            "attackers": self.attackers,
            "support": self.support,
            "defend": self.defend,
            "lose": self.lose,
            "lose_ship": self.lose,
            "remove": self.lose,
            "stand": self.stand,
            "retreat": self.go_to,
            "advance": self.advance,
            "advance_on": self.go_to,
            "answer_fire": self.engage,
            "fire_box": self.shell,
            "fill": self.fill,
            "plan_hex": self.drop_at,
            "solo_marker": self.drop_at,
            "plan_turn": self.early,
            "choose_zone": self.zone,
            "place_hidden": self.ambush,
            "raid": self.raid,
            "target": self.aim,
            "place_ship": self.ship,
            "ship_to": self.ship,
            "overstack": lambda option: -self.lose(option),
        }

    # -- attacks -----------------------------------------------------------------------------

    def worth(self, h: int, more: int = 0) -> float:
        """What an attack by everybody who can is worth, with so many steps of odds more."""
        g = self.g
        units = tuple(sorted(attackers_on(g, h)))
        if not units or not defenders_in(g, 1 - self.side, h):
            return -1.0
        b = attack_on(g, h, units)
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
            price = ours.hits * HITS[0] + ours.order * DISORDER
            value += ways * (gain * self.posture.fights - price) / 36
        return value

    def attack_now(self, option: Option) -> float:
        """9.3.a The best attack, if it is good enough."""
        if option == ("done",):
            return ATTACK_FROM[self.side]
        return self.worth(self.hex(option[1]))

    def attackers(self, option: Option) -> float:
        """All of them: many are strong."""
        return {"all": 1.0, "with": 0.5, "done": 0.0}[option[0]]

    def support(self, option: Option) -> float:
        """9.2 Guns where an attack will be made and where they turn it; else they bombard."""
        g = self.g
        if option == ("done",):
            return 0.0
        h = self.hex(option[-1])
        if option[0] == "air":
            return self.worth(h, 1) - self.worth(h) + 0.2 if self.worth(h, 1) > 0 else -1.0
        if option[0].startswith("storm"):
            return -0.5
        gun = gun_of(g, self.unit[option[1]]).offensive
        if option[0] == "support":
            after = self.worth(h, 1)
            return min(after, 3.0) * 0.3 + gun * 0.02 if after > ATTACK_FROM[self.side] else -1.0
        return 0.05 + 0.01 * len(g.here[1 - self.side][h])

    def defend(self, option: Option) -> float:
        """9.2 Where the enemy is strongest against what is worth most."""
        if option == ("done",):
            return 0.0
        h = self.hex(option[2])
        if not self.threat[h]:
            return 0.01  # an enemy may still come up to it
        return 0.1 + self.threat[h] * 0.02 + self.ground(h) * 0.1

    # -- movement ----------------------------------------------------------------------------

    def march(self, option: Option, gain: Callable[[int], float]) -> float:
        """6.0 Units that could stand better, the best first."""
        return MARCH_FROM if option == ("done",) else gain(self.unit[option[1]])

    def far_gain(self, unit: int) -> float:
        """6.2 Only what is more than by a move in the face of the enemy: nobody has both."""
        g, pack = self.g, self.g.pack
        h = g.place[unit]
        if self._stays(unit) or (pack.kind[unit] == ARTILLERY and self._has_targets(unit)):
            return -1.0
        if pack.kind[unit] == LEADER and len(g.here[self.side][h]) > 1:
            return -1.0  # he stays with his men
        enemies, close = g.here[1 - self.side], g.near2[1 - self.side]
        far = [
            n for n in pack.within[h][FAR] if g.control_at_start[n] == self.side and not close[n]
        ]
        near = [n for n in pack.within[h][NEAR] if not enemies[n]]
        best = max([self.standing(unit, n) for n in far], default=0.0)
        if any(self.standing(unit, n) >= best for n in near if n not in far):
            return -1.0
        return best - self.standing(unit, h)

    def near_gain(self, unit: int) -> float:
        """6.3 What the best hex around is better than this one."""
        g, pack = self.g, self.g.pack
        h = g.place[unit]
        if pack.kind[unit] == ARTILLERY:
            return self._guns(unit)
        if self._stays(unit):
            return -1.0
        near = [n for n in pack.within[h][3] if not g.here[1 - self.side][n]]
        best = max((self.standing(unit, n) for n in near), default=0.0)
        return best - self.standing(unit, h)

    def _stays(self, unit: int) -> bool:
        """A lost HQ costs more than a near one gives; and ground that counts keeps its guard."""
        if self.g.pack.kind[unit] == HQ:
            return True
        return self.side == ALLIED and self.holds(unit, self.g.place[unit])

    def _guns(self, unit: int) -> float:
        """Guns deploy when enemies are in range, and limber only when none are."""
        if not self.g.deployed[unit]:
            return 0.6
        return -1.0 if self._has_targets(unit) else 0.3

    def _has_targets(self, gun: int) -> bool:
        g = self.g
        far, reach = g.pack.distance[g.place[gun]], gun_of(g, gun).range
        return any(units and far[h] <= reach for h, units in enumerate(g.here[1 - self.side]))

    def step(self, option: Option) -> float:
        """6.1 To the best hex in reach; guns deploy where they have targets."""
        g = self.g
        unit = g.moving
        verb = option[0]
        if verb in ("limber", "deploy"):
            return self._guns(unit) if verb == "limber" else 5.0 + self._guns(unit)
        if verb == "stop":
            return 0.0
        h = self.hex(option[1])
        return self.standing(unit, h) - self.standing(unit, g.place[unit])

    def regroup(self, option: Option) -> float:
        """18.7, 19.6 Off the beach first: who re-forms goes no further (R78)."""
        if option[0] == "reform":
            return 0.4
        if option == ("done",):
            return 0.3
        unit = self.unit[option[1]]
        return self.standing(unit, self.hex(option[2])) - self.standing(unit, self.g.place[unit])

    def go_to(self, option: Option) -> float:
        """9.61, 9.84 Back to friends, on to what counts."""
        if option[0] != "to":
            return 0.2
        h = self.hex(option[1])
        g = self.g
        value = self.friends[h] * 0.1 - self.threat[h] * 0.1
        if g.control[h] != self.side:
            value += self.ground(h)
        return value + self.pull[h] * 0.2 - 0.5 * in_enemy_zoc(g, self.side, h)

    def advance(self, option: Option) -> float:
        """9.8 Into the hex, if more is won than risked."""
        g = self.g
        if option == ("done",) or g.battle is None:
            return 0.0
        unit, h = self.unit[option[1]], g.battle.place
        if g.pack.kind[unit] in (HQ, LEADER):
            return -0.1
        if self.side == ALLIED and self.holds(unit, g.place[unit]):
            return -0.1  # who guards ground that counts is not lured away from it
        return 0.5 + self.ground(h) - max(0.0, self.threat[h] - self.friends[h]) * 0.2

    # -- losses ------------------------------------------------------------------------------

    def lose(self, option: Option) -> float:
        """9.42 The cheapest step."""
        g = self.g
        if len(option) < 2 or option[1] not in self.unit:
            return 0.0
        unit = self.unit[option[1]]
        kind = g.pack.kind[unit]
        price = attack(g, unit) + defence(g, unit) * 0.5 + morale(g, unit) * 0.2
        if kind in (HQ, TANK, WARSHIP):
            price += 5.0
        if kind in ENGINEERS or kind == ARTILLERY:
            price += 1.0
        if steps_left(g, unit) > 1:
            price *= 0.5
        return -price - (1.0 if is_remnant(g, unit) else 0.0)

    def stand(self, option: Option) -> float:
        """9.7 Only on ground that counts, and with good morale."""
        g, b = self.g, self.g.battle
        if b is None:
            return float(option == ("retreat",))
        units = b.attackers if b.attacker == self.side else b.defenders
        brave = [u for u in units if g.place[u] >= 0 and morale(g, u) >= 5]
        worth = self.ground(b.place) if b.attacker != self.side else 0.0
        worn = any(g.order[u] == DEMORALISED for u in units)
        stays = worth >= TOWN_WORTH and len(brave) > 1 and not worn
        if worth >= AIRFIELD_WORTH and self.side == ALLIED:
            hits = g.pack.tables.combat[b.roll][b.column][1].hits
            stays = sum(steps_left(g, u) for u in units) > hits  # steps are cheaper than cities
        return float((option == ("stand",)) == stays)

    def rule_of_thumb(self, option: Option) -> float:
        """Everything else: shoot, land, re-form, lead; and stop when there is nothing to do."""
        return THUMB.get(option[0], 0.0)


THUMB = {
    "plan": 1.0,
    "drop": 1.0,
    "deployed": 1.0,
    "load": 1.0,
    "all": 2.0,
    "try": 1.0,
    "replace": 1.0,
    "absorb": 1.0,
    "shell": 1.0,
    "fire": 1.0,
    "land": 1.0,
    "break": -0.1,
    "reform": 1.0,
    "lead": 1.0,
    "air": 1.0,
    "lone": -1.0,
    "attach": -1.0,
    "cancel": -1.0,
    "dismantle": -1.0,
    "shift": -1.0,
    "unit": -0.1,
    "join": -1.0,
    "whole": 1.0,
}
