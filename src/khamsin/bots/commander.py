"""How the greedy bot judges Field Commander: Rommel. Everything is weighed in Force steps.

Three ideas: what a battle is worth (by the odds of one round), which goal a Force belongs to (the
nearest that still needs Forces), and what Supplies are better kept for. Ties of the Allies are
broken so that they hurt the Allies most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from khamsin.games.commander.forces import attack, defence, on_map, superior
from khamsin.games.commander.movement import affordable, distances, entries, price
from khamsin.games.commander.pieces import ALLIED, AXIS, FULL
from khamsin.games.commander.state import State
from khamsin.kernel.decision import Option
from khamsin.kernel.match import Match

from .mood import PLAIN, Mood

SUPPLY = 0.3  # what a Supply is worth
STEP = 0.35  # a point of a Force's full Attack and Defence, half of it lost with a step
KILL = 1.6  # an enemy Force destroyed: a resupply point and an upgrade
GROUND = 0.5  # an area taken on the way
GOAL = 6.0  # an area that wins, or holds, the campaign
MARCH = 0.7  # one area nearer to the goal
FOLLOW = 0.5  # how much of that it is worth to those whom no goal waits for
PLAN_HITS = 0.33  # hits of an Allied plan in a round
BPP_HITS = 0.33  # hits of a Battle Plan Point
ATTACK_FROM = 0.4  # an attack must promise this much
GUARD = {"gd": 1, "na": 1, "dd": 3}  # Forces that a goal in our hands keeps
PLAN_WORTH = {
    "german_88": 0.67, "air_raid": 0.5, "at_guns": 0.35, "dig_in": 0.4, "overrun": 0.9,
    "tactics": 0.3, "assault": 0.5, "press": 0.3, "disrupt": 0.2, "intel": 0.3, "salvage": 0.3,
    "exploit": 0.3, "cohesion": 0.0,
}  # fmt: skip


def judge(world: Match[State], side: str, options: list[Option], mood: Mood = PLAIN) -> list[float]:
    """Score each option, always in the same mood."""
    del mood
    del side
    decision = world.decision
    assert decision is not None
    view = Judgement(world.state)
    score = view.scorers.get(decision.prompt, view.rule_of_thumb)
    return [score(option) for option in options]


class Judgement:
    """One look at the table; everything is worked out once and kept."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.far = g.c.board.distances
        self.needed: list[int] = []
        """The Forces that a goal waits for; all others follow."""
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

    # -- what things are worth -------------------------------------------------------------------

    def unit(self, name: str) -> int:
        """A Force by its name."""
        return self.g.c.unit_index[name]

    def worth(self, unit: int) -> float:
        """A Force at full strength, with what its counter and chit say."""
        g = self.g
        full = g.c.printed[unit][FULL]
        return STEP * (full[0] + full[1] + full[2]) + 0.5 * g.level[unit]

    def allied_worth(self, unit: int) -> float:
        """The same for an enemy, by what shows."""
        g = self.g
        return STEP * (attack(g, unit) + defence(g, unit))

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """What wins the campaign, or must not be lost."""
        return self.g.c.victory

    @cached_property
    def assigned(self) -> dict[int, int]:
        """Which goal each Force of the map belongs to: the nearest that still needs Forces."""
        g = self.g
        units = on_map(g, AXIS)
        goal_of: dict[int, int] = {}
        for goal in sorted(self.goals, key=self._priority):
            need = self.need(goal)
            free = [unit for unit in units if unit not in goal_of]
            free.sort(key=lambda unit: (self.far(goal)[g.place[unit]], -self.worth(unit)))
            for unit in free[:need]:
                goal_of[unit] = goal
                self.needed.append(unit)
        last = max(self.goals, key=self._priority)
        for unit in units:
            if unit not in goal_of:
                goal_of[unit] = min(
                    (goal for goal in self.goals if g.control[goal] != AXIS or g.c.is_delay),
                    key=lambda goal: self.far(goal)[g.place[unit]],
                    default=last,
                )
        return goal_of

    def _priority(self, goal: int) -> int:
        """Goals are served in this order: what we hold first, then the nearest to our Forces."""
        g = self.g
        if g.c.is_delay:
            return self.g.c.victory.index(goal) * -1
        near = min((self.far(goal)[g.place[unit]] for unit in on_map(g, AXIS)), default=0)
        return -1 if g.here[AXIS][goal] else near

    def need(self, goal: int) -> int:
        """How many Forces a goal needs."""
        enemies = len(self.g.here[ALLIED][goal])
        return GUARD[self.g.c.id] if not enemies else 2 + enemies

    # -- battles ---------------------------------------------------------------------------------

    def hits(self, values: list[tuple[int, int]], more: float) -> list[float]:
        """The chance of each number of hits of dice that hit on a number, and twice on another."""
        chances = [1.0]
        for needed, double in values:
            two = min(max(double, 0), 6) / 6
            one = max(min(needed, 6) / 6 - two, 0.0)
            none = 1 - one - two
            new = [0.0] * (len(chances) + 2)
            for count, chance in enumerate(chances):
                new[count] += chance * none
                new[count + 1] += chance * one
                new[count + 2] += chance * two
            chances = new
        whole, part = int(more), more - int(more)
        shifted = [0.0] * whole + chances
        return [
            (1 - part) * (shifted[count] if count < len(shifted) else 0.0)
            + part * (shifted[count - 1] if 0 < count <= len(shifted) else 0.0)
            for count in range(len(shifted) + 1)
        ]

    def battle(self, area: int, attackers: list[int]) -> float:
        """What an attack on an area by these Forces is worth."""
        g = self.g
        defenders = g.here[ALLIED][area]
        if not attackers:
            return 0.0
        bpp = sum(1.5 for _ in attackers) + min(g.supplies[AXIS], 2)
        values = [(attack(g, unit), superior(g, unit)) for unit in attackers]
        chances = self.hits(values, bpp * BPP_HITS)
        steps = sum(g.steps[unit] for unit in defenders)
        plans = g.terms.base_plans + sum(g.is_full(unit) for unit in defenders)
        plans += 1 if g.supplies[ALLIED] > 2 else 0
        needed = steps + plans * 0.2
        whole = int(needed)
        clear = sum(chances[whole + 1 :]) + (chances[whole] if whole < len(chances) else 0.0) * (
            1 - (needed - whole)
        )
        mean = sum(count * chance for count, chance in enumerate(chances))
        kills = clear * len(defenders) + (1 - clear) * max(mean - len(defenders), 0.0) * 0.4
        fort = 1 if g.terms.forts[area] else 0
        back = sum(min(defence(g, unit) + fort, 6) / 6 for unit in defenders) + plans * PLAN_HITS
        weakest = min(self.worth(unit) for unit in attackers)
        lost = min(back, 2.0 * len(attackers)) * (0.35 * weakest + 0.35)
        gain = GROUND + (GOAL if area in self.goals else 0.0)
        return clear * gain + kills * KILL + min(mean, steps) * 0.3 - lost

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
        cost = min((cost for _, cost in entries(g, unit, area)), default=0) * SUPPLY
        return self.joining(unit, area, gang) - cost

    def joining(self, unit: int, area: int, gang: list[int]) -> float:
        """What one more Force adds to a battle, to which all these others could come too."""
        mine = list(self.g.here[AXIS][area])
        whole = self.battle(area, [*mine, unit, *gang])
        if not mine and whole < ATTACK_FROM:
            return -1.0  # not even with everybody
        added = self.battle(area, [*mine, unit]) - self.battle(area, mine)
        return added if mine else max(added, whole * 0.3)

    def may_attack(self, unit: int, area: int) -> bool:
        """Whether a Force is free to attack: not if a goal needs it where it is, or calls it."""
        is_called = self.g.c.is_delay and area not in self.goals and unit in self.called
        return not is_called and self.may_leave(unit)

    def may_leave(self, unit: int) -> bool:
        """Whether a Force may leave its area: not the guard of a goal, or of a base."""
        g = self.g
        area = g.place[unit]
        if area in self.goals:
            return len(g.here[AXIS][area]) > self.need(area)
        if area in self.bases:
            weakest = min(g.here[AXIS][area], key=lambda other: (self.worth(other), other))
            return unit != weakest
        return True

    @cached_property
    def called(self) -> list[int]:
        """The two Forces next to a goal that lies open to the enemy: they shall man it first."""
        g = self.g
        found: list[int] = []
        for goal in self.goals:
            far = self.far(goal)
            near = min((far[g.place[unit]] for unit in on_map(g, ALLIED)), default=9)
            missing = 2 - len(g.here[AXIS][goal])
            if g.control[goal] == AXIS and near <= 2 and missing > 0:
                free = [unit for unit in on_map(g, AXIS) if g.place[unit] not in self.goals]
                free.sort(key=lambda unit: (far[g.place[unit]], -self.worth(unit), unit))
                found += free[:missing]
        return found

    @cached_property
    def bases(self) -> list[int]:
        """Areas that give points, or where Forces come in, as long as they are held."""
        g = self.g
        return [area for area, _ in g.c.axis_resupply.hold]

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
            return self.joining(unit, area, gang) - SUPPLY
        return self.nearer(unit, area) + self.open_goal(area) - SUPPLY

    def beyond(self, area: int, units: tuple[int, ...]) -> float:
        """What these Forces could do next if they won in an area and went on."""
        g = self.g
        if g.supplies[AXIS] < len(units):
            return -1.0
        best = max(
            self.battle(near, list(units)) if g.here[ALLIED][near] else self.open_goal(near)
            for near in g.c.neighbours[area]
        )
        return 0.4 * (best - SUPPLY * len(units))

    def open_goal(self, area: int) -> float:
        """A goal that can be walked into."""
        return GOAL / 2 if area in self.goals and self.g.control[area] != AXIS else 0.0

    # -- moves -----------------------------------------------------------------------------------

    def nearer(self, unit: int, area: int) -> float:
        """How much nearer an area is to the Force's goal."""
        goal = self.assigned[unit]
        far = self.far(goal)
        eager = 1.0 if unit in self.needed else FOLLOW
        return (far[self.g.place[unit]] - far[area]) * MARCH * eager

    def move(self, option: Option) -> float:
        """March to the goal, without crowding and without spending what battles need."""
        if option[0] == "done":
            return 0.05
        g = self.g
        unit, area = self.unit(option[1]), g.c.board.at(option[2])
        if not self.may_leave(unit):
            return -1.0
        ways = distances(g, g.place[unit], affordable(g, unit))
        cost = price(g, ways[area]) * (SUPPLY if g.supplies[AXIS] > 4 else 1.5 * SUPPLY)
        limit = g.c.regions[g.c.region_of[area]].limit
        crowd = len(g.here[AXIS][area]) + 1 - limit
        was = len(g.here[AXIS][g.place[unit]]) - g.c.regions[g.c.region_of[g.place[unit]]].limit
        score = self.nearer(unit, area) - cost
        if area == self.assigned[unit] and self.g.place[unit] != area:
            score += GOAL / 2
        score -= 1.0 * max(crowd, 0)
        score += 1.0 if was > 0 else 0.0
        return score - self.danger(area)

    def danger(self, area: int) -> float:
        """Enemies next door, when nobody of ours stands here."""
        g = self.g
        if area in self.goals:
            return 0.0
        near = sum(len(g.here[ALLIED][other]) for other in g.c.neighbours[area])
        return 0.15 * max(near - len(g.here[AXIS][area]) - 1, 0)

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
