"""How the greedy bot judges Field Commander: Rommel, by what the ground tells.

Supplies are spent with what they are better kept for in mind, and ties of the Allies are broken so
that they hurt the Allies most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from khamsin.games.commander.model.pieces import ALLIED, AXIS, FULL
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import defence, on_map
from khamsin.games.commander.rules.movement import affordable, distances, entries, price
from khamsin.games.commander.rules.plans import in_vain
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .appraisal import BASE, GOAL, GROUND, KILL, MARCH, Ground
from .fights import Fight, fight_of, fires, joined, odds

SUPPLY = 0.15  # what a Supply is worth
EARLY = 0.6  # what a step of an Exploit saves: a part of next turn's move
ATTACK_FROM = 0.4  # an attack must promise this much
SHARE = 0.3  # of what all together could do in a battle counts for the first who come
SCATTERED = 0.5  # how much less it counts if another battle has been begun
LEAST = 0.05  # and a plan this much
HIT, HURT = 0.5, 0.35  # a step of theirs, and of ours besides what the Force is worth
FRONT = 1  # areas from the enemy
KEPT = 1.5  # ground that is held against an attack
TOGETHER = ((), ("cohesion", "assault"), ("cohesion", "assault", "intel"), ("intel", "assault"))
"""Plans that are worth more together; the first stands for each by itself."""


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option."""
    del side
    return scored(world, Judgement(world.state, posture), options)


class Judgement(Ground):
    """What each answer is worth."""

    def __init__(self, g: State, posture: Posture = PLAIN) -> None:
        super().__init__(g, posture)
        self._valued: dict[frozenset[str], float] = {}
        self.supply = SUPPLY * posture.thrift
        self.scorers: dict[str, Callable[[Option], float]] = {
            "battle_moves": self.battle_move,
            "enter_from": lambda option: -float(option[2]),
            "moves": self.move,
            "plans": self.plan,
            "cohesion": self.pair,
            "hits": self.own_hit,
            "supply_check": self.supply_check,
            "refit": self.refit,
            "resupply": self.buy,
            "link_add": self.buy,
            "link_remove": self.give_up,
            "torch": self.sacrifice,
            "exploit": self.exploit,
            "tactics": lambda option: 0.0 if option[0] == "keep" else float(option[2]),
            "assault": lambda option: float(option[0] == "yes"),
            "attach": lambda option: self.worth(self.unit(option[1])),
            "upgrade": lambda option: 1.0 if option[0] == "draw" else 1.5,
            "tie_t2": lambda option: self.allied_worth(self.unit(option[1])),
            "tie_t1": lambda option: -self.allied_worth(self.unit(option[1])),
            "tie_t7": lambda option: self.allied_worth(self.unit(option[1])),
            "tie_t8": self.send,
        }

    # -- battles ---------------------------------------------------------------------------------

    def battle_move(self, option: Option) -> float:
        """One more Force into a battle: what it adds, less what the way costs."""
        if option[0] == "done":
            return ATTACK_FROM * 0.1
        g = self.g
        unit, area = self.unit(option[1]), g.c.board.at(option[2])
        gang = [
            other
            for other in on_map(g, AXIS)
            if not g.moved[other]
            and other != unit
            and self.may_attack(other, area)
            and area in distances(g, g.place[other], affordable(g, other))
        ]
        if not self.may_attack(unit, area):
            return -1.0
        cost = min((cost for _, cost in entries(g, unit, area)), default=0) * self.supply
        return self.joining(unit, area, gang) - cost

    def joining(self, unit: int, area: int, gang: list[int]) -> float:
        """What one more Force adds to a battle, to which all these others could come too."""
        mine = list(self.g.here[AXIS][area])
        whole = self.battle(area, [*mine, unit, *gang])
        if not mine and whole < ATTACK_FROM:
            return -1.0  # not even with everybody
        now = self.battle(area, mine)
        added = self.battle(area, [*mine, unit]) - now
        if mine:
            return max(added, (whole - now) * SHARE)
        return max(added, whole * SHARE * (SCATTERED if self.begun else 1.0))

    @cached_property
    def begun(self) -> bool:
        """Whether there is an attack to which more Forces may still come."""
        g = self.g
        return any(
            units and g.here[ALLIED][area] and g.attacker[area] == AXIS
            for area, units in enumerate(g.here[AXIS])
        )

    def plan(self, option: Option) -> float:
        """A plan by what it adds to the battle for its price, alone or with another it needs."""
        b = self.g.battle
        if option[0] == "done" or b is None:
            return 0.0
        name = option[1]
        if in_vain(self.g, b, name):
            return -1.0
        mine = frozenset(b.plans[AXIS])
        best = -1.0
        for others in TOGETHER:
            if others and name not in others:
                continue
            wanted = (frozenset(others) or frozenset([name])) - mine
            cost = sum([self.g.terms.plan_cost[plan] for plan in wanted])
            if any(plan not in self._for_sale for plan in wanted) or cost > self._purse:
                continue
            supplies = self._supplies_for(max(cost - b.bpp, 0))
            if "exploit" in mine | wanted and self.g.supplies[AXIS] <= supplies:
                continue
            added = self.with_plans(mine | wanted) - self.with_plans(mine)
            best = max(best, (added - supplies * self.supply - LEAST) / cost)
        return best

    @cached_property
    def _for_sale(self) -> list[str]:
        """The Battle Plans that have not been bought yet."""
        g, b = self.g, self.g.battle
        assert b is not None
        return [plan for plan in g.c.axis_plans if plan not in b.plans[AXIS]]

    @cached_property
    def _purse(self) -> int:
        """The points that may be spent on them."""
        g, b = self.g, self.g.battle
        assert b is not None
        return b.bpp + g.supplies[AXIS] * g.c.points.bpp_per_supply

    def _supplies_for(self, points: int) -> int:
        return -(-points // self.g.c.points.bpp_per_supply)

    @cached_property
    def _fight(self) -> Fight:
        """The battle at hand."""
        assert self.g.battle is not None
        return fight_of(self.g, self.g.battle)

    def with_plans(self, plans: frozenset[str]) -> float:
        """What the battle at hand is worth with these plans; reckoned once."""
        value = self._valued.get(plans)
        if value is None:
            value = self._valued[plans] = self._with_plans(plans)
        return value

    def _with_plans(self, plans: frozenset[str]) -> float:
        g, b = self.g, self.g.battle
        assert b is not None
        mine, theirs = b.fighters
        found = odds(self._fight, plans, fires(g.pack))
        hope = self.posture.fights
        if b.attacker == AXIS:
            won = GROUND * hope + (GOAL if b.area in self.goals else 0.0)
            won += BASE * (b.area in self.bases)
        else:
            won = KEPT * hope
        value = found.clear * (won + 0.5 * KILL * hope * len(theirs)) + found.hit * HIT * hope
        value -= found.hurt * (0.35 * min([self.worth(unit) for unit in mine]) + HURT)
        if b.attacker != AXIS:
            value -= found.lost * ((GOAL if b.area in self.goals else 0.0) + KEPT)
            value -= found.lost * BASE * (b.area in self.bases)
        if "exploit" in plans:
            value += found.clear * self._beyond
        if "salvage" in plans:
            value += self.supply * min(found.hit, len(self._fight.allied) * 2)
        if "disrupt" in plans:
            value += 0.15 * min(g.supplies[ALLIED], 1.3)
        return value

    @cached_property
    def _beyond(self) -> float:
        """What an Exploit from there is worth."""
        b = self.g.battle
        assert b is not None
        return max(self.beyond(b.area, b.fighters[AXIS]), 0.0)

    def pair(self, option: Option) -> float:
        """plan.5 The two who together are surest to hit."""
        b = self.g.battle
        assert b is not None
        at = [b.fighters[AXIS].index(self.unit(name)) for name in option[1:]]
        return joined(self._fight.axis, (at[0], at[1]))[1]

    def own_hit(self, option: Option) -> float:
        """Lose what is worth least; rather reduce than destroy."""
        g = self.g
        unit = self.unit(option[1])
        return -self.worth(unit) * (0.5 if g.steps[unit] == FULL else 0.75)

    def exploit(self, option: Option) -> float:
        """Go on into the open, or into the next battle if that is a good one."""
        g = self.g
        if option[0] == "done":
            return 0.0
        unit, area = self.unit(option[1]), g.c.board.at(option[2])
        if not self.may_leave(unit):
            return -1.0
        if g.here[ALLIED][area]:
            gang = [other for other in g.here[AXIS][g.place[unit]] if other != unit]
            return self.joining(unit, area, gang) - self.supply
        return self.nearer(unit, area) + self.open_goal(area) - self.supply

    def beyond(self, area: int, units: tuple[int, ...]) -> float:
        """What these Forces could do next if they won in an area and went on from there."""
        g = self.g
        can_pay = min(g.supplies[AXIS], len(units))
        if not can_pay:
            return 0.0
        best = 0.0
        for near in g.c.neighbours[area]:
            if g.here[ALLIED][near]:
                value = 0.4 * (self.battle(near, list(units)[:can_pay]) - self.supply * can_pay)
            else:
                value = self.open_goal(near) - self.supply
                steps = [
                    self.assigned_far(unit, area) - self.assigned_far(unit, near) for unit in units
                ]
                steps.sort(reverse=True)
                value += MARCH * EARLY * max(sum(steps[:can_pay]), 0.0)
            best = max(best, value)
        return best

    def assigned_far(self, unit: int, area: int) -> int:
        """How far an area is from the goal of a Force."""
        return self.far(self.assigned[unit])[area]

    # -- moves -----------------------------------------------------------------------------------

    def move(self, option: Option) -> float:
        """March to the goal, without crowding and without spending what battles need."""
        if option[0] == "done":
            return 0.05
        g = self.g
        unit, area = self.unit(option[1]), g.c.board.at(option[2])
        if not self.may_leave(unit):
            return -1.0
        ways = distances(g, g.place[unit], affordable(g, unit))
        cost = price(g, ways[area]) * self.supply * (1.0 if g.supplies[AXIS] > 4 else 1.5)
        limit = g.c.regions[g.c.region_of[area]].limit
        crowd = len(g.here[AXIS][area]) + 1 - limit
        was = len(g.here[AXIS][g.place[unit]]) - g.c.regions[g.c.region_of[g.place[unit]]].limit
        score = self.nearer(unit, area) - cost
        if area == self.assigned[unit] and self.g.place[unit] != area:
            score += GOAL / 2
        score -= 1.0 * max(crowd, 0)
        score += 1.0 if was > 0 else 0.0
        return score - self.danger(area)

    # -- supply ----------------------------------------------------------------------------------

    def supply_check(self, option: Option) -> float:
        """Pay while there are Supplies; else hit the weakest."""
        if option[0] == "pay":
            return 0.0 if self.g.supplies[AXIS] > 3 else -0.8
        return self.own_hit(option)

    def refit(self, option: Option) -> float:
        """The best first, keeping a few Supplies to move with."""
        g = self.g
        if option[0] == "done":
            return 0.0
        left = g.supplies[AXIS] - 2
        keep = 2 if g.c.is_delay else 4
        if option[0] == "recover":
            return -1.0
        unit = self.unit(option[1])
        if self.is_at_front(unit):
            return self.worth(unit)  # it fights before Supplies come again
        return self.worth(unit) - 0.5 if left >= keep else -1.0

    def is_at_front(self, unit: int) -> bool:
        """Whether enemies are in reach of a Force, or it of them."""
        g = self.g
        far = self.far(g.place[unit]) if g.place[unit] >= 0 else None
        return far is not None and any(
            far[area] <= FRONT for area, units in enumerate(g.here[ALLIED]) if units
        )

    def buy(self, option: Option) -> float:
        """Forces for those who are short of them, Supplies for those who can move."""
        g = self.g
        if option[0] == "done":
            return 0.0
        if option[0] == "supplies":
            return 0.5 + (1.5 if g.supplies[AXIS] < self.enough else 0.0)
        unit = self.unit(option[1])
        if option[0] == "recover":
            rich = g.points > g.c.price[unit] and g.supplies[AXIS] > self.enough
            return self.worth(unit) * 0.3 if rich else -1.0
        area = g.c.board.at(option[2])
        if g.here[ALLIED][area]:
            return -1.0
        wanted = [goal for goal in self.goals if g.control[goal] != AXIS or g.c.is_delay]
        goal = min((self.far(goal)[area] for goal in wanted), default=0)
        if goal > 2 * (len(g.c.boxes) - g.turn - 1):
            return -1.0  # too late
        crowd = len(g.here[AXIS][area]) + 1 - g.c.regions[g.c.region_of[area]].limit
        needed = self.threat(area) if area in self.bases or area in self.goals else 0.0
        return self.worth(unit) + needed - 0.1 * goal - max(crowd, 0) * 0.5

    def threat(self, area: int) -> float:
        """Enemies beside ground that must be held, more than stand in it."""
        g = self.g
        near = sum([len(g.here[ALLIED][other]) for other in g.c.neighbours[area]])
        return BASE * 0.5 * min(max(near - len(g.here[AXIS][area]), 0), 2)

    @property
    def enough(self) -> int:
        """Supplies that the Forces can use in a turn."""
        return 3 if self.g.c.is_delay else 9

    def give_up(self, option: Option) -> float:
        """Supplies before Forces, the weakest of them first."""
        return 0.0 if option[0] == "supplies" else -self.worth(self.unit(option[1]))

    def sacrifice(self, option: Option) -> float:
        """Anything rather than lose the campaign, the weakest first."""
        if option[0] == "done":
            return -99.0
        g = self.g
        unit = self.unit(option[1])
        return -self.worth(unit) * (1.0 if g.steps[unit] == FULL else 0.5)

    # -- ties ------------------------------------------------------------------------------------

    def send(self, option: Option) -> float:
        """Weak Forces against strong areas."""
        g = self.g
        area = g.c.board.at(option[2])
        wall = sum(defence(g, unit) for unit in g.here[AXIS][area])
        return wall * 0.1 - self.allied_worth(self.unit(option[1])) * 0.1

    def rule_of_thumb(self, option: Option) -> float:
        """Everything else is as good as anything."""
        del option
        return 0.0
