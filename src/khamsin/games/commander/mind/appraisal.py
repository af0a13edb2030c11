"""What the greedy bot sees on the table of Field Commander: Rommel. All is weighed in Force steps.

Two ideas: what a battle is worth (by the odds of one round), and which goal a Force belongs to (the
nearest that still needs Forces).
"""

from __future__ import annotations

from functools import cached_property

from khamsin.games.commander.model.pieces import ALLIED, AXIS, FULL
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import attack, defence, on_map, superior
from khamsin.kernel.mind.posture import PLAIN, Posture

from .fights import hits

STEP = 0.35  # a point of a Force's full Attack and Defence, half of it lost with a step
KILL = 1.6  # an enemy Force destroyed: a resupply point and an upgrade
GROUND = 0.5  # an area taken on the way
GOAL = 6.0  # an area that wins, or holds, the campaign
BASE = 2.5  # an area that gives points each turn
MARCH = 0.7  # one area nearer to the goal
FOLLOW = 0.5  # how much of that it is worth to those whom no goal waits for
PLAN_HITS = 0.33  # hits of an Allied plan in a round
POINTS = 1.5  # Battle Plan Points that a Force brings,
SPARE = 0.5  # that a Supply brings besides, of two at most,
GUN = 2  # and what a die hits on that one of them buys
GUARD = {"gd": 1, "na": 1, "dd": 3}  # Forces that a goal in our hands keeps


class Ground:
    """One look at the table; everything is worked out once and kept."""

    def __init__(self, g: State, posture: Posture = PLAIN) -> None:
        self.g = g
        self.posture = posture
        self.far = g.c.board.distances
        self.needed: list[int] = []
        """The Forces that a goal waits for; all others follow."""

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
        goal_of = dict(self.calls) if g.c.is_delay else {}
        self.needed += goal_of
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

    def battle(self, area: int, attackers: list[int]) -> float:
        """What an attack on an area by these Forces is worth."""
        g = self.g
        defenders = g.here[ALLIED][area]
        if not attackers:
            return 0.0
        points = POINTS * len(attackers) + SPARE * min(g.supplies[AXIS], 2)
        guns = ((GUN, 0),) * round(points)
        values = tuple([(attack(g, unit), superior(g, unit)) for unit in attackers])
        steps = sum([g.steps[unit] for unit in defenders])
        most = steps + 2 * len(defenders) + 2
        chances = hits(values + guns, most)
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
        hope = self.posture.fights
        gain = GROUND * hope + (GOAL if area in self.goals else 0.0)
        return clear * gain + kills * KILL * hope + min(mean, steps) * 0.3 - lost

    # -- where to stand --------------------------------------------------------------------------

    def may_attack(self, unit: int, area: int) -> bool:
        """Whether a Force is free to attack: not if a goal needs it where it is, or calls it."""
        is_called = self.g.c.is_delay and area not in self.goals and unit in self.calls
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
    def calls(self) -> dict[int, int]:
        """The two Forces next to a goal that lies open to the enemy: they go there first."""
        g = self.g
        found: dict[int, int] = {}
        for goal in self.goals:
            far = self.far(goal)
            near = min((far[g.place[unit]] for unit in on_map(g, ALLIED)), default=9)
            missing = 2 - len(g.here[AXIS][goal])
            if g.control[goal] == AXIS and near <= 2 and missing > 0:
                free = [
                    unit
                    for unit in on_map(g, AXIS)
                    if g.place[unit] not in self.goals and unit not in found
                ]
                free.sort(key=lambda unit: (far[g.place[unit]], -self.worth(unit), unit))
                found |= dict.fromkeys(free[:missing], goal)
        return found

    @cached_property
    def bases(self) -> list[int]:
        """Areas that give points, or where Forces come in, as long as they are held."""
        g = self.g
        return [area for area, _ in g.c.axis_resupply.hold]

    def open_goal(self, area: int) -> float:
        """A goal that can be walked into."""
        if self.g.control[area] == AXIS:
            return 0.0
        if area in self.goals:
            return GOAL / 2
        return BASE if area in self.bases else 0.0

    def nearer(self, unit: int, area: int) -> float:
        """How much nearer an area is to the Force's goal."""
        goal = self.assigned[unit]
        far = self.far(goal)
        eager = 1.0 if unit in self.needed else FOLLOW
        return (far[self.g.place[unit]] - far[area]) * MARCH * eager

    def danger(self, area: int) -> float:
        """Enemies next door, when nobody of ours stands here."""
        g = self.g
        if area in self.goals:
            return 0.0
        near = sum(len(g.here[ALLIED][other]) for other in g.c.neighbours[area])
        return 0.15 * max(near - len(g.here[AXIS][area]) - 1, 0)
