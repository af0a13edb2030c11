"""How the greedy bot judges Operation Battleaxe. Everything is weighed in victory points.

Three ideas, a few lines each: what a unit is worth, what an attack is worth (by the exact odds of
2d6 against 2d6), and how much a unit likes to stand in a space. The answer to every question of
the game is one of these, or a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import product

from khamsin.games.battleaxe.assault import is_mandatory
from khamsin.games.battleaxe.attrition import capacity
from khamsin.games.battleaxe.combat import has_combined_arms, lead_candidates, lead_value
from khamsin.games.battleaxe.control import is_free
from khamsin.games.battleaxe.impulse import regroup_goals
from khamsin.games.battleaxe.june15 import is_locked
from khamsin.games.battleaxe.movement import allowance, entry_cost
from khamsin.games.battleaxe.pieces import ALLIED, ARMOUR, AXIS, FULL, REDUCED, SIDES
from khamsin.games.battleaxe.state import ACTIVE, State
from khamsin.games.battleaxe.supply import connected
from khamsin.games.battleaxe.victory import LAST_DAY
from khamsin.kernel.board import Reach
from khamsin.kernel.decision import Option
from khamsin.kernel.match import Match

CV = 0.12  # a point of combat value
GERMAN_DEAD = 0.8  # a German unit eliminated is a point for the Allies, unless it is rebuilt
GERMAN_ARMOUR_HURT = 0.4  # German armour reduced is one too, unless it recovers
HOLD = 0.8  # the chance that ground taken is still held when points are counted
DIE = 3.5  # an air or Rommel die
GUNS = 1.0  # a request for artillery: +2, half the time
PULL = 0.35  # how strongly a goal one step away draws a unit, as a part of the goal's value
ATTACK_FROM = 0.15  # an attack must promise this much
MARCH_FROM = 0.03  # and a march this much
GUARD = 0.6  # how much of the ground it leaves the last unit gives away
RISK = 0.08  # how much of a unit's worth each point of the enemy's superiority endangers
SIEGE = 3.0  # what it is worth to the Axis that Tobruk stays besieged

_ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]
DIFFERENCES = [
    (wanted, sum(1 for a, b in product(_ROLLS, repeat=2) if a - b == wanted) / 36**2)
    for wanted in range(-10, 11)
]
"""Every difference of two rolls of 2d6, with its chance."""


def judge(world: Match[State], side: str, options: list[Option]) -> list[float]:
    """Score each option for this side."""
    decision = world.decision
    assert decision is not None
    view = Judgement(world.state, SIDES.index(side))
    score = view.scorers.get(decision.prompt, view.rule_of_thumb)
    return [score(option) for option in options]


class Judgement:
    """One look at the table from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int) -> None:
        self.g = g
        self.side = side
        self.nights = max(LAST_DAY - g.turn + 1, 1)  # how often points will still be counted
        self.allied_line = connected(g, ALLIED, g.pack.jump_off)
        self.distance = g.pack.board.distances
        self.goals = self._goals()
        self.scorers: dict[str, Callable[[Option], float]] = {
            "impulse": self.impulse,
            "assault": self.assault,
            "regroup": self.regroup,
            "lead_attacker": self.lead,
            "lead_defender": self.lead,
            "attrition": self.attrition,
            "retreat_to": self.retreat_to,
            "exploit": self.exploit,
            "refit": self.refit,
            "extended_day": lambda option: self._yes(option, when=side == ALLIED),
            "fuel_shortage": lambda option: self._yes(option, when=not any(g.locked)),
        }

    # -- what things are worth ---------------------------------------------------------------

    def worth(self, unit: int, steps: int) -> float:
        """A unit with so many steps, to its owner."""
        pack = self.g.pack
        value = pack.cv[unit][steps] * CV
        if pack.is_german[unit]:
            if steps:
                value += GERMAN_DEAD
            if steps == FULL and pack.unit_type[unit] == ARMOUR:
                value += GERMAN_ARMOUR_HURT
        return value

    def step_loss(self, unit: int) -> float:
        """What the owner loses with one step of a unit."""
        steps = self.g.steps[unit]
        return self.worth(unit, steps) - self.worth(unit, steps - 1)

    def ground(self, space: int) -> float:
        """What control of a space is worth until the end."""
        vp = self.g.pack.spaces[space].vp
        return vp * self.nights * HOLD + 0.05

    def gain(self, space: int) -> float:
        """What taking a space is worth to this side."""
        return self.ground(space) if self.g.control[space] != self.side else 0.1

    # -- attacks -----------------------------------------------------------------------------

    def attack(self, space: int, attackers: tuple[int, ...]) -> float:
        """What an attack by these units is worth, over all rolls of the dice."""
        g, side = self.g, self.side
        defenders = g.here[1 - side][space]
        lead = max(lead_candidates(g, attackers), key=lambda u: lead_value(g, u, attackers))
        margin = lead_value(g, lead, attackers) + len(attackers) - 1.0
        margin += has_combined_arms(g, attackers)
        margin += DIE if self._has_die() else 0.0
        margin += GUNS if g.artillery[side] else 0.0
        margin -= max(lead_value(g, u, defenders) for u in defenders) + len(defenders) - 1
        margin -= g.pack.spaces[space].tem + (GUNS if g.artillery[1 - side] else 0.0)
        if side == AXIS and g.fuel_low:
            margin -= g.pack.numbers.combat_fuel_shortage
        most = capacity(g, defenders)
        stake = sum(self.worth(unit, g.steps[unit]) for unit in defenders)
        repulse = sum(self.step_loss(unit) for unit in attackers)
        lead_loss = self.step_loss(lead)
        success_cost = lead_loss if g.is_full(lead) else 0.0
        taken = self.gain(space)
        value = 0.0
        for difference, chance in DIFFERENCES:
            points = round(margin) + difference
            if points < 0:
                value -= chance * repulse
            elif points == 0:
                value += chance * (stake / (2 * len(defenders)) - lead_loss)
            elif points > most:
                value += chance * (stake + taken)
            else:
                share = points / most
                value += chance * (stake * share + taken * share - success_cost)
        return value

    def _has_die(self) -> bool:
        g = self.g
        if self.side == ALLIED:
            return not g.air_used
        return (g.rommel and not g.rommel_used) or (g.advantage == AXIS and self.nights < LAST_DAY)

    def reach_of(self, unit: int) -> Reach:
        """The spaces a unit could still come to in an Assault (9.2)."""
        g, pack, side = self.g, self.g.pack, self.side
        start, fresh = g.place[unit], g.spent[unit] == 0
        left = allowance(g, unit) - g.spent[unit] if pack.unit_mf[unit] else 0
        enemies = g.here[1 - side]

        def cost(origin: int, space: int) -> int | None:
            if space in g.attacked or len(g.here[side][space]) >= pack.stacking[space]:
                return None
            if origin == start and enemies[start] and not is_free(g, space, side):
                return None
            first = origin == start and fresh
            if pack.is_zone[space]:
                return left if first else None
            price = entry_cost(g, side, space)
            return min(price, left) if first else price

        return pack.board.reach(start, max(left, 0), cost, lambda s: bool(enemies[s]))

    def plan(self, units: list[int]) -> tuple[float, dict[tuple[int, int], float]]:
        """What these units could do in an Assault: its promise, and the first steps towards it."""
        g, side = self.g, self.side
        reaches = {unit: self.reach_of(unit) for unit in units}
        promise, target, attackers = self._best_attack(reaches)
        steps: dict[tuple[int, int], float] = {}
        for unit, reach in reaches.items():
            if unit in attackers:
                if g.place[unit] != target:
                    steps[unit, reach.path(target)[1]] = promise + 1.0
                continue
            value, goal = self._best_march(unit, reach)
            if value > MARCH_FROM and (not g.here[1 - side][g.place[unit]]):
                steps[unit, reach.path(goal)[1]] = value
                promise += value * 0.8
        return promise, steps

    def _best_attack(self, reaches: dict[int, Reach]) -> tuple[float, int, tuple[int, ...]]:
        """The best target these units could gather on, if any attack is worth while."""
        g, side = self.g, self.side
        enemies = g.here[1 - side]
        joiners: dict[int, list[int]] = {}
        for unit, reach in reaches.items():
            here = g.place[unit]
            spaces = [here] if enemies[here] else list(reach.spent)
            for space in spaces:
                if enemies[space] and space not in g.attacked:
                    joiners.setdefault(space, []).append(unit)
        best: tuple[float, int, tuple[int, ...]] = (0.0, -1, ())
        for space, found in joiners.items():
            attackers = self._strongest(found, space)
            if attackers:
                value = self.attack(space, attackers)
                if value > max(best[0], ATTACK_FROM):
                    best = (value, space, attackers)
        return best

    def _strongest(self, units: list[int], space: int) -> tuple[int, ...]:
        """Those already there, and the best of the others that there is room for."""
        g = self.g
        there = [unit for unit in units if g.place[unit] == space]
        room = g.pack.stacking[space] - len(g.here[self.side][space])
        coming = [unit for unit in units if g.place[unit] != space]
        coming.sort(key=lambda unit: -g.pack.cv[unit][g.steps[unit]])
        return tuple(sorted(there + coming[: max(room, 0)]))

    def _best_march(self, unit: int, reach: Reach) -> tuple[float, int]:
        """The best place without enemies that a unit could come to."""
        enemies = self.g.here[1 - self.side]
        here = self.g.place[unit]
        return max(
            ((self.move(unit, s), s) for s in reach.spent if s != here and not enemies[s]),
            default=(0.0, here),
        )

    # -- where to stand ----------------------------------------------------------------------

    def _goals(self) -> list[tuple[int, float]]:
        """Spaces this side wants units in, and how much."""
        g, side = self.g, self.side
        goals: list[tuple[int, float]] = []
        for space, owner in enumerate(g.control):
            if not g.pack.spaces[space].vp:
                continue
            value = self.ground(space)
            if owner != side:
                goals.append((space, value))
            elif self.is_threatened(space):
                crowd = len(g.here[side][space])
                goals.append((space, value * 0.5 / (1 + crowd)))
        return goals

    def is_threatened(self, space: int) -> bool:
        """Whether enemies are two steps away or less."""
        enemies = self.g.here[1 - self.side]
        return any(enemies[near] for near in self.g.pack.board.within(space, 2))

    def standing(self, space: int) -> float:
        """How much a unit likes to be in a space."""
        g, side = self.g, self.side
        value = 0.0
        for goal, wanted in self.goals:
            steps = self.distance(goal)[space]
            if steps == 0:
                value += wanted
            else:
                value += wanted * PULL / (steps * steps)
        if side == ALLIED and not self.allied_line[space] and space != g.pack.tobruk:
            value -= 0.2  # far from friends
        if space == g.pack.tobruk and side == AXIS:
            value += SIEGE
        return value

    def danger(self, unit: int, space: int) -> float:
        """What may be lost to the enemies that stand around a space."""
        g, pack = self.g, self.g.pack
        cv = [
            pack.cv[enemy][g.steps[enemy]]
            for near in (space, *pack.neighbours[space])
            for enemy in g.here[1 - self.side][near]
            if pack.unit_mf[enemy] or near == space
        ]
        if not cv:
            return 0.0
        friends = (*[u for u in g.here[self.side][space] if u != unit], unit)
        margin = max(cv) + min(len(cv), pack.numbers.stacking_area) - 1.0
        margin += DIE if self.side == AXIS else GUNS
        margin -= max(lead_value(g, friend, friends) for friend in friends) + len(friends) - 1
        margin -= pack.spaces[space].tem
        return min(max(margin + 2, 0) * RISK, 1.0) * self.worth(unit, g.steps[unit])

    def move(self, unit: int, space: int) -> float:
        """What a march is worth: taking ground, standing better, and safer."""
        g, side = self.g, self.side
        here = g.place[unit]
        value = self.standing(space) - self.standing(here)
        value += self.danger(unit, here) - self.danger(unit, space)
        if g.control[space] != side and not g.here[1 - side][space]:
            value += self.gain(space)
        if g.control[here] == side and self.is_threatened(here):
            value -= self.ground(here) * GUARD / len(g.here[side][here])
        return value

    # -- the questions of the game -----------------------------------------------------------

    def impulse(self, option: Option) -> float:
        """8.1 What a whole half promises."""
        g = self.g
        if option[0] == "assault":
            return self._activation(option[1:])
        if option[0] == "regroup":
            return 0.6 * self._regroup_promise()
        if option[0] == "consolidate":
            kept, spent = (g.pack.unit_index[name] for name in option[1:])
            return self.worth(kept, FULL) - self.worth(kept, REDUCED) - self.worth(spent, REDUCED)
        return 0.01 if option[0] == "pass" else -1.0

    def _activation(self, spaces: Option) -> float:
        g = self.g
        units = [u for space in spaces for u in g.here[self.side][g.pack.board.at(space)]]
        return self.plan([unit for unit in units if not is_locked(g, unit)])[0]

    def _regroup_promise(self) -> float:
        """Part of the small improvements that a Regroup would bring."""
        g, side = self.g, self.side
        promise = 0.0
        for units in g.here[side]:
            for unit in units:
                best = max((self.move(unit, s) for s in regroup_goals(g, unit)), default=0.0)
                promise += max(best, 0.0) * 0.5
        return promise

    def assault(self, option: Option) -> float:
        """9.1 Gather on the best target, strike, then take what lies open."""
        pack = self.g.pack
        if option[0] == "done":
            return 0.0
        if option[0] == "attack":
            return self._attack_now(pack.board.at(option[1]))
        if option[0] == "move":
            return self.steps.get((pack.unit_index[option[1]], pack.board.at(option[2])), -1.0)
        if option[0] == "activate":
            return self._activation(option[1:]) * 0.5 - 0.02
        return -1.0

    @cached_property
    def steps(self) -> dict[tuple[int, int], float]:
        """The steps that the units of the Active Area should make now."""
        active = [unit for unit, status in enumerate(self.g.status) if status == ACTIVE]
        return self.plan(active)[1]

    def _attack_now(self, space: int) -> float:
        """Strike when nobody else is on the way who would help."""
        g = self.g
        here = tuple([u for u in g.here[self.side][space] if g.status[u] == ACTIVE])
        value = self.attack(space, here)
        if is_mandatory(g, space):
            return max(value, 0.1)
        return value if value > ATTACK_FROM else -1.0

    def regroup(self, option: Option) -> float:
        """8.1.2a Whatever stands better."""
        if option[0] == "done":
            return 0.02
        return self.move(self.g.pack.unit_index[option[1]], self.g.pack.board.at(option[2]))

    def lead(self, option: Option) -> float:
        """11.4.2A, 11.4.3A Strong, but not more precious than need be."""
        g, battle = self.g, self.g.battle
        assert battle is not None
        unit = g.pack.unit_index[option[1]]
        attacking = battle.attacker == self.side
        group = battle.attackers if attacking else battle.defenders
        risk = 0.6 if g.is_full(unit) or not attacking else 0.2
        return lead_value(g, unit, group) * 0.2 - self.step_loss(unit) * risk

    def attrition(self, option: Option) -> float:
        """11.5 The cheapest loss; leaving ground is a loss too."""
        g, unit = self.g, self.g.pack.unit_index[option[1]]
        if option[0] == "turn":
            return -self.step_loss(unit)
        if option[0] == "eliminate":
            return -self.worth(unit, g.steps[unit])
        battle = g.battle
        assert battle is not None
        return -0.1 - self.ground(battle.space) / len(battle.defenders)

    def retreat_to(self, option: Option) -> float:
        """11.6.2 Where it would rather stand."""
        return self.standing(self.g.pack.board.at(option[1]))

    def exploit(self, option: Option) -> float:
        """11.4.4d On to open ground or a weak enemy."""
        g = self.g
        if option[0] == "stay":
            return 0.02
        space = g.pack.board.at(option[1])
        if not g.here[1 - self.side][space]:
            return self.gain(space) if g.control[space] != self.side else 0.0
        movers = tuple([unit for unit, status in enumerate(g.status) if status > ACTIVE])
        return self.attack(space, movers)

    def refit(self, option: Option) -> float:
        """13.3.2 The most combat value for the point."""
        if option[0] == "done":
            return 0.0
        unit = self.g.pack.unit_index[option[1]]
        if option[0] == "flip":
            return (self.worth(unit, FULL) - self.worth(unit, REDUCED)) * 2
        near = self.standing(self.g.pack.board.at(option[2]))
        return self.worth(unit, REDUCED) + 0.05 * near

    def _yes(self, option: Option, *, when: bool) -> float:
        return float((option[0] == "yes") == when)

    def rule_of_thumb(self, option: Option) -> float:
        """Everything else: help is asked for, offers are taken, nobody withdraws unforced."""
        return THUMB.get(option[0], 0.0)


THUMB = {
    "yes": 1.0,
    "request": 1.0,
    "all": 1.0,
    "attack": 1.0,
    "join": 0.5,
    "recover": 1.0,
    "replacements": 1.0,
    "tiger_cubs": 0.5,
    "withdraw": -1.0,
}
