"""How the greedy bot judges Operation Battleaxe: every question of the game, one after the other.

The answer is what a unit, an attack or a place is worth (`appraisal`, `links`), or a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from khamsin.games.battleaxe.model.pieces import ALLIED, FULL, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import ACTIVE, State
from khamsin.games.battleaxe.rules.combat.assault import is_mandatory
from khamsin.games.battleaxe.rules.combat.combat import lead_value
from khamsin.games.battleaxe.rules.impulse import regroup_goals
from khamsin.games.battleaxe.rules.june15 import is_locked
from khamsin.games.battleaxe.rules.victory import (
    LAST_DAY,
    loss_points,
    points_to_win,
    scoring_areas,
)
from khamsin.kernel.map.board import Reach
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .appraisal import Ground
from .evaluation import evaluate

ATTACK_FROM = 0.15  # an attack must promise this much
MARCH_FROM = 0.03  # and a march this much


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side."""
    return scored(world, Judgement(world.state, SIDES.index(side), posture), options)


class Judgement(Ground):
    """The answer to every question of the game, by what the ground is worth or a rule of thumb."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self._marches: dict[int, tuple[float, int]] = {}
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
            "refit_second": self.refit,
            "extended_day": lambda option: self._yes(option, when=self._is_behind()),
            "fuel_shortage": lambda option: self._yes(option, when=not any(g.locked)),
        }

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
        known = self._marches.get(unit)
        if known is not None:
            return known
        enemies = self.g.here[1 - self.side]
        here = self.g.place[unit]
        left = self.leaving(unit)
        found = self._marches[unit] = max(
            [
                (self.arriving(unit, s) - left, s)
                for s in reach.spent
                if s != here and not enemies[s]
            ],
            default=(0.0, here),
        )
        return found

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
            space = pack.board.at(option[2])
            value = self.steps.get((pack.unit_index[option[1]], space), -1.0)
            return value - self.waking(space) if value > 0 else value
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
        if battle.attacker == self.side:
            return self.attack(battle.space, battle.attackers, unit)
        return lead_value(g, unit, battle.defenders) * 0.2 - self.step_loss(unit) * 0.6

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
        first = g.going_on
        assert first is not None
        movers = tuple([unit for unit in first.attackers if g.pack.unit_mf[unit]])
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

    def _is_behind(self) -> bool:
        """Whether this side would rather play on than let night fall."""
        g = self.g
        chance = evaluate(g)[SIDES[ALLIED]]
        if g.turn == LAST_DAY:
            points = sum([g.pack.spaces[area].vp for area in scoring_areas(g)])
            chance = float(g.vp + points + loss_points(g) >= points_to_win(g))
        return (chance < 0.5) == (self.side == ALLIED)

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
