"""How the greedy bot judges Oasis: every question of the game, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from oasis.model.pieces import SIDES
from oasis.model.state import State
from oasis.rules.combat import BLOODY, REPULSE, ROUT, cover, difference, strength_at
from oasis.rules.ground import units_at
from oasis.rules.water import watered
from oasis.show.odds import chances

_WORTH = {REPULSE: -1.0, BLOODY: -0.1, ROUT: 1.5}
_WORTH_WHILE = 0.05  # less than this is not worth a march or a fight
_THIRST = 1.5
_OURS = 0.4  # how much a well draws that we have already


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side, always in the same posture."""
    del posture
    return scored(world, Judgement(world.state, SIDES.index(side)), options)


class Judgement:
    """One look at the table."""

    def __init__(self, g: State, side: int) -> None:
        self.g, self.side = g, side
        self.water = watered(g, side)
        self.scorers: dict[str, Callable[[Option], float]] = {
            "march": self.march,
            "fight": self.fight,
            "lose": self.lose,
            "retreat": self.retreat,
        }

    def rule_of_thumb(self, option: Option) -> float:
        """Anything is as good as anything else."""
        del option
        return 0.0

    def march(self, option: Option) -> float:
        """What it is worth to be there rather than here."""
        if option == DONE:
            return _WORTH_WHILE
        unit = self.g.pack.unit_index[option[1]]
        here, there = self.g.place[unit], self.g.pack.board.at(option[2])
        return self.standing(unit, there) - self.standing(unit, here)

    def fight(self, option: Option) -> float:
        """What may be hoped of an attack."""
        if option == DONE:
            return _WORTH_WHILE
        area = self.g.pack.board.at(option[1])
        return self.hope(area, difference(self.g, self.side, area))

    def lose(self, option: Option) -> float:
        """The step that takes the least strength away."""
        unit = self.g.pack.unit_index[option[1]]
        strength = self.g.pack.units[unit].strength
        return strength[self.g.steps[unit] - 1] - strength[self.g.steps[unit]]

    def retreat(self, option: Option) -> float:
        """Where it is best to stand."""
        return self.standing(self.g.pack.unit_index[option[1]], self.g.pack.board.at(option[2]))

    def hope(self, area: int, margin: int) -> float:
        """6.3 The results by their chances; a well is worth more than blood."""
        prize = self.g.pack.areas[area].well if self.g.control[area] != self.side else 0
        likely = chances(margin)
        return sum(likely[each] * worth for each, worth in _WORTH.items()) + likely[ROUT] * prize

    def standing(self, unit: int, area: int) -> float:
        """What it is worth that this unit stands there: wells, water, and a fight."""
        g, side = self.g, self.side
        worth = self.draw(unit, area)
        if not self.water[area] and not (g.pack.areas[area].well and self.is_free(area)):
            worth -= _THIRST
        if units_at(g, 1 - side, area):
            friends = [other for other in units_at(g, side, area) if other != unit]
            attack = g.strength(unit) + sum(g.strength(other) for other in friends)
            defence = strength_at(g, 1 - side, area) + cover(g, 1 - side, area)
            worth += self.hope(area, attack - defence)
        return worth

    def is_free(self, area: int) -> bool:
        """No enemy is there."""
        return not units_at(self.g, 1 - self.side, area)

    def draw(self, unit: int, area: int) -> float:
        """How near the wells are; one that is ours and guarded by others hardly draws."""
        g, side = self.g, self.side
        total = 0.0
        for well in g.pack.wells:
            pull = float(g.pack.areas[well].well)
            if g.control[well] == side:
                guards = [other for other in units_at(g, side, well) if other != unit]
                pull *= _OURS / (1 + len(guards))
            total += pull / (1 + g.pack.board.distances(area)[well]) ** 2
        return total
