"""How the greedy bot judges Field Commander: Rommel, by what the ground tells.

Supplies are spent with what they are better kept for in mind, and ties of the Allies are broken so
that they hurt the Allies most.
"""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.commander.model.pieces import ALLIED, AXIS, FULL
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import defence, on_map
from khamsin.games.commander.rules.movement import affordable, distances, entries, price
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .appraisal import GOAL, Ground

SUPPLY = 0.3  # what a Supply is worth
ATTACK_FROM = 0.4  # an attack must promise this much
PLAN_WORTH = {
    "german_88": 0.67, "air_raid": 0.5, "at_guns": 0.35, "dig_in": 0.4, "overrun": 0.9,
    "tactics": 0.3, "assault": 0.5, "press": 0.3, "disrupt": 0.2, "intel": 0.3, "salvage": 0.3,
    "exploit": 0.3, "cohesion": 0.0,
}  # fmt: skip


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
        self.supply = SUPPLY * posture.thrift
        self.scorers: dict[str, Callable[[Option], float]] = {
            "battle_moves": self.battle_move,
            "enter_from": lambda option: -float(option[2]),
            "moves": self.move,
            "plans": self.plan,
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
        added = self.battle(area, [*mine, unit]) - self.battle(area, mine)
        return added if mine else max(added, whole * 0.3)

    def plan(self, option: Option) -> float:
        """A plan by what it does in this battle, for its price."""
        g, b = self.g, self.g.battle
        if option[0] == "done" or b is None:
            return 0.0
        name = option[1]
        worth = PLAN_WORTH[name]
        mine, theirs = b.fighters
        is_attack = b.attacker == AXIS
        if name == "overrun":
            worth = len(mine) / 6
        elif name == "assault":
            worth = 0.8 if is_attack and any(g.c.unit_type[unit] for unit in mine) else -1.0
        elif name == "press":
            worth = 0.6 if is_attack and len(mine) > len(theirs) and not b.finish else -1.0
        elif name == "exploit":
            worth = self.beyond(b.area, mine) if is_attack and len(mine) > len(theirs) else -1.0
        elif name == "disrupt":
            worth = 0.3 if g.supplies[ALLIED] else -1.0
        elif name == "intel":
            worth = 0.3 if b.plans[ALLIED] else -1.0
        elif name == "cohesion":
            worth = -1.0
        elif name == "salvage":
            worth = 0.2 * min(len(mine), 4)
        cost = g.terms.plan_cost[name]
        paid = max(cost - b.bpp, 0)
        reserve = 0.15 if g.supplies[AXIS] > (3 if g.c.is_delay else 6) else 0.35
        return worth / cost - paid * reserve / cost

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
        """What these Forces could do next if they won in an area and went on."""
        g = self.g
        if g.supplies[AXIS] < len(units):
            return -1.0
        best = max(
            self.battle(near, list(units)) if g.here[ALLIED][near] else self.open_goal(near)
            for near in g.c.neighbours[area]
        )
        return 0.4 * (best - self.supply * len(units))

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
        return self.worth(self.unit(option[1])) - 0.5 if left >= keep else -1.0

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
        return self.worth(unit) - 0.1 * goal - max(crowd, 0) * 0.5

    @property
    def enough(self) -> int:
        """Supplies that the Forces can use in a turn."""
        return 3 if self.g.c.is_delay else 12

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
