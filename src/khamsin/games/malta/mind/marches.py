"""How the greedy bot judges marches on Malta: who goes where, by day and by night.

Units that gain most go first; leaders and headquarters follow when the others have gone.
"""

from __future__ import annotations

from khamsin.games.malta.model.pieces import AA, ALLIED, ARTILLERY, DEMORALISED, HQ, LEADER
from khamsin.games.malta.rules.combat.strength import gun_of
from khamsin.games.malta.rules.control import in_enemy_zoc
from khamsin.games.malta.rules.movement.reach import budget, night_half, reach
from khamsin.kernel.play.decision import Option

from .landing import Landing

MARCH_FROM = 0.15
FAR = 5  # hexes that a strategic march may take
NEAR = 3  # and a move in the face of the enemy, as far as it is looked at first
BEHIND_THEM = 1.0  # the distance from its troops at which an HQ follows them
TIRED = 4.0  # to be disorganised in the morning
ADVANCE = 0.3  # what it is worth besides to be where the enemy was
UNKNOWN = 99.0  # of whom there are few, and who may go far: nothing is known before a close look
LAST = 0.001  # how much it counts how gladly those go who go last


class Marches(Landing):
    """What every march is worth to one side."""

    def marches(self, options: list[Option], *, strategic: bool) -> list[float]:
        """6.2, 6.3 Units that could stand better, the best first: those that look best are looked
        at closely.
        """
        gain = self.far_gain if strategic else self.near_gain
        scores = [
            MARCH_FROM if option == ("done",) else gain(self.unit[option[1]]) for option in options
        ]
        best = MARCH_FROM
        for at in sorted(range(len(options)), key=lambda at: -scores[at]):
            if scores[at] <= best or options[at] == ("done",):
                continue
            unit = self.unit[options[at][1]]
            if not self.g.deployed[unit]:
                scores[at] = min(scores[at], self._real_gain(unit, strategic=strategic))
            if scores[at] > MARCH_FROM and self._goes_last(unit):
                scores[at] = MARCH_FROM + LAST * scores[at]
            best = max(best, scores[at])
        return scores

    def _goes_last(self, unit: int) -> bool:
        return self.g.pack.kind[unit] in (HQ, LEADER, AA)

    def _real_gain(self, unit: int, *, strategic: bool) -> float:
        """How much better the best hex is that the unit can really reach."""
        costs = self._costs(unit, strategic=strategic)
        best = max([self._to(unit, h, cost) for h, cost in costs.items()], default=-9.0)
        return best - self.standing(unit, self.g.place[unit])

    def _costs(self, unit: int, *, strategic: bool) -> dict[int, int]:
        g = self.g
        most = budget(g, unit)
        found = reach(g, unit, most, strategic=strategic, first=True)
        return {h: cost for h, (cost, _) in found.items()}

    def _to(self, unit: int, h: int, cost: int) -> float:
        """6.71 How much a unit likes a hex that it has marched to."""
        g = self.g
        value = self.standing(unit, h)
        if g.is_night and g.order[unit] != DEMORALISED and g.pack.kind[unit] != LEADER:
            value -= TIRED * (cost > night_half(budget(g, unit)))
        return value

    def far_gain(self, unit: int) -> float:
        """6.2 Only what exceeds the gain of a tactical move: nobody may make both."""
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
        """6.3 How much better the best hex around is than this one."""
        g, pack = self.g, self.g.pack
        h = g.place[unit]
        if pack.kind[unit] == ARTILLERY:
            return self._guns(unit)
        if self._stays(unit):
            return -1.0
        if self._goes_last(unit):
            return UNKNOWN
        near = [n for n in pack.within[h][NEAR] if not g.here[1 - self.side][n]]
        best = max((self.standing(unit, n) for n in near), default=0.0)
        return best - self.standing(unit, h)

    def _stays(self, unit: int) -> bool:
        """An HQ moves only out of danger; and ground that counts keeps its guard."""
        here = self.g.place[unit]
        if self.g.pack.kind[unit] in (HQ, AA):
            return not self.alone(unit, here) and self._apart(unit, here) < BEHIND_THEM
        return self.side == ALLIED and self.holds(unit, here)

    def _guns(self, unit: int) -> float:
        """Guns deploy when enemies are in range, and limber only when none are."""
        if not self.g.deployed[unit]:
            return 0.6
        return -1.0 if self._has_targets(unit) else 0.3

    def _has_targets(self, gun: int) -> bool:
        g = self.g
        far, range_ = g.pack.distance[g.place[gun]], gun_of(g, gun).range
        return any(units and far[h] <= range_ for h, units in enumerate(g.here[1 - self.side]))

    def steps(self, options: list[Option], *, strategic: bool) -> list[float]:
        """6.1 To the best hex in reach; guns deploy where they have targets."""
        g, unit = self.g, self.g.moving
        costs: dict[int, int] = {}
        if g.is_night:
            spent = budget(g, unit) - g.moving_left
            onward = reach(g, unit, g.moving_left, strategic=strategic, first=not spent)
            costs = {h: spent + cost for h, (cost, _) in onward.items()}
        here = self.standing(unit, g.place[unit])
        scores = []
        for option in options:
            if option[0] == "limber":
                score = self._guns(unit)
            elif option[0] == "deploy":
                score = 5.0 + self._guns(unit)
            elif option[0] == "stop":
                score = 0.0
            else:
                h = self.hex(option[1])
                score = self._to(unit, h, costs.get(h, 0)) - here
            scores.append(score)
        return scores

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
        """9.8 Into the hex, if more is won than is left behind."""
        g = self.g
        if option == ("done",) or g.battle is None:
            return 0.0
        unit, h = self.unit[option[1]], g.battle.place
        if g.pack.kind[unit] in (HQ, LEADER):
            return -0.1
        if self.holds(unit, g.place[unit]):
            return -0.1  # who guards ground that counts is not lured away from it
        return self.standing(unit, h) - self.standing(unit, g.place[unit]) + ADVANCE
