"""Lines in Operation Battleaxe, as the mind sees them: what hangs on each space of a network.

Sets of spaces are whole numbers, a bit for each space, because a line is looked for so often.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import FULL
from khamsin.games.battleaxe.model.state import State


@lru_cache(maxsize=8)
def neighbour_bits(pack: Pack) -> tuple[int, ...]:
    """The spaces next to each."""
    return tuple([sum([1 << other for other in near]) for near in pack.neighbours])


def flood(starts: int, allowed: int, near: tuple[int, ...]) -> int:
    """The allowed spaces that can be reached from these through allowed ones."""
    found = frontier = starts & allowed
    while frontier:
        ahead = 0
        while frontier:
            low = frontier & -frontier
            ahead |= near[low.bit_length() - 1]
            frontier ^= low
        frontier = ahead & allowed & ~found
        found |= frontier
    return found


class Network:
    """The spaces of a side that have a line to one of its sources."""

    def __init__(self, g: State, side: int, sources: Sequence[int]) -> None:
        self._near = neighbour_bits(g.pack)
        self.own = sum([1 << space for space, owner in enumerate(g.control) if owner == side])
        self._sources = sum([1 << source for source in sources])
        self._starts = self._sources & self.own
        self.line = flood(self._starts, self.own, self._near)

    def without(self, space: int) -> int:
        """The spaces that have no line any more if the enemy takes this one, itself among them."""
        bit = 1 << space
        if not self.line & bit:
            return 0
        if not self._starts & bit:
            around = self._near[space] & self.line
            if flood(around & -around, around, self._near) == around:
                return bit  # its neighbours are joined among themselves
        return self.line & ~flood(self._starts & ~bit, self.own & ~bit, self._near)

    def with_(self, space: int) -> int:
        """The spaces that have a line besides if this one is won, itself among them."""
        bit = 1 << space
        if self._sources & bit:
            starts = bit
        elif self._near[space] & self.line:
            starts = self._near[space] & self.line
        else:
            return 0
        return flood(starts, self.own | bit, self._near) & ~self.line

    def supplied(self, space: int, line: int) -> bool:
        """Whether units there have a line (R26: it may begin in a space of the enemy)."""
        return bool(line >> space & 1 or self._near[space] & line)

    def cut(self, g: State, side: int, line: int) -> int:
        """Points of combat value of a side that have no such line."""
        cv, steps = g.pack.cv, g.steps
        return sum(
            [
                sum([cv[unit][steps[unit]] for unit in units])
                for space, units in enumerate(g.here[side])
                if units and not self.supplied(space, line)
            ]
        )


def arrivals(g: State, side: int) -> list[int]:
    """The points that the most mobile of a side could have left in each space it can come to in an
    Assault (9.2); -1: nobody can come.
    """
    pack, numbers = g.pack, g.pack.numbers
    enemies, control, near = g.here[1 - side], g.control, pack.neighbours
    found = [-1] * len(control)
    waiting: list[list[int]] = [[] for _ in range(12)]
    prices: dict[int, int] = {}

    def price(space: int) -> int:
        """9.2b As `entry_cost` has it, looked up once."""
        known = prices.get(space)
        if known is None:
            if pack.is_zone[space]:
                known = 99
            elif enemies[space]:
                known = numbers.movement_cost_enemy_reduced
                if any(g.steps[enemy] == FULL for enemy in enemies[space]):
                    known = numbers.movement_cost_enemy_full
            elif any(enemies[other] for other in pack.area_neighbours[space]):
                known = numbers.movement_cost_vacant_near_enemy
            else:
                known = numbers.movement_cost_vacant
            prices[space] = known
        return known

    def come(space: int, left: int) -> None:
        if left > found[space]:
            found[space] = left
            if left and not enemies[space]:
                waiting[left].append(space)

    for space, units in enumerate(g.here[side]):
        points = max([_points(g, unit) for unit in units], default=0)
        if points:
            for other in near[space]:
                if not enemies[space] or (not enemies[other] and control[other] == side):
                    come(other, max(points - price(other), 0))  # 9.2d: one step is always allowed
    for left in range(len(waiting) - 1, 0, -1):
        for space in waiting[left]:
            if found[space] == left:
                for other in near[space]:
                    if price(other) <= left:
                        come(other, left - price(other))
    return found


def _points(g: State, unit: int) -> int:
    pack = g.pack
    division = pack.division[unit]
    if division >= 0 and g.locked[division]:
        return 0
    factor = pack.unit_mf[unit]
    return factor + pack.numbers.out_of_supply_mf if factor and g.oos[unit] else factor
