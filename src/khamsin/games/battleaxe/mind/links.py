"""What lines are worth to a side in Operation Battleaxe, and the divisions that a step may wake."""

from __future__ import annotations

from functools import cached_property

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.june15 import PANZER_15
from khamsin.games.battleaxe.rules.victory import LAST_DAY
from khamsin.kernel.mind.posture import PLAIN, Posture

from .chances import impulses_left, night
from .network import Network, arrivals

HOLD = 0.8  # the chance that ground taken is still held when points are counted
GUARD = 0.6  # how much of the ground it leaves the last unit gives away
CUT = 0.06  # a point of combat value without a line until night, or made safe from that
LASTING = 0.2  # how much of a cut counts even if night does not follow it
WAKING = 0.04  # a point of combat value that a German division brings in when it is released


class Links:
    """One look at the lines of both sides; everything is worked out once and kept."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        self.g = g
        self.side = side
        self.posture = posture
        self.nights = max(LAST_DAY - g.turn + 1, 1)  # how often points will still be counted
        self._links: dict[int, float] = {}

    @cached_property
    def _networks(self) -> tuple[Network, Network, Network]:
        """The lines of supply of both sides, and those by which Areas count (17.2b)."""
        g, pack = self.g, self.g.pack
        supply = [Network(g, side, pack.sources[side]) for side in (ALLIED, AXIS)]
        return supply[ALLIED], supply[AXIS], Network(g, ALLIED, pack.jump_off)

    @cached_property
    def _reached(self) -> list[int]:
        """Where the enemy can come in his next half."""
        return arrivals(self.g, 1 - self.side)

    @cached_property
    def _soon(self) -> float:
        """How much of a cut counts: it is mended before night, unless that falls at once."""
        return LASTING + (1 - LASTING) * night(self.g.impulse) * (self.side == AXIS)

    def link(self, space: int) -> float:
        """What changes hands with the lines through a space, besides the space itself."""
        known = self._links.get(space)
        if known is not None:
            return known
        g = self.g
        owner = g.control[space]
        scored, supply = self._networks[2], self._networks[owner]
        value = 0.0
        lost = supply.without(space)
        if lost & (lost - 1):
            more = supply.cut(g, owner, supply.line & ~lost) - supply.cut(g, owner, supply.line)
            value += CUT * more
        if owner == ALLIED:
            value += self._points(scored.without(space) & ~(1 << space))
        elif self.side == ALLIED:
            value += self._points(scored.with_(space) & scored.own)
        mine = self._networks[self.side]
        if owner != self.side:
            joined = mine.with_(space)
            if joined & ~(1 << space) and self._cut_now:
                line = mine.line | joined
                value += 2 * CUT * (self._cut_now - mine.cut(g, self.side, line))
        self._links[space] = value = value * self._soon * self.posture.goals
        return value

    @cached_property
    def _cut_now(self) -> int:
        """Combat value of this side without a line."""
        mine = self._networks[self.side]
        return mine.cut(self.g, self.side, mine.line)

    def _points(self, spaces: int) -> float:
        """17.2b The points of these spaces, for the nights to come."""
        areas = self.g.pack.spaces
        return HOLD * self.nights * sum([s.vp for n, s in enumerate(areas) if spaces >> n & 1])

    def guard(self, space: int) -> float:
        """What an own space without units is worth to the enemy who can walk in."""
        if self._reached[space] < 0:
            return 0.0
        return self.link(space) * GUARD * (1 + self.posture.guards)

    def waking(self, space: int) -> float:
        """16.1 What the Axis gains when 15th Panzer, or 5th Light, is released by this."""
        g, pack = self.g, self.g.pack
        if self.side != ALLIED or not any(g.locked):
            return 0.0
        rear = space in pack.axis_rear
        front = space == pack.halfaya or space in pack.area_neighbours[pack.panzer_camp]
        value = 0.0
        for number, division in enumerate(pack.divisions):
            if g.locked[number] and (rear or (front and number == PANZER_15)):
                strength = sum([pack.cv[unit][g.steps[unit]] for unit in division.units])
                value += strength * WAKING * impulses_left(g.impulse)
        return value
