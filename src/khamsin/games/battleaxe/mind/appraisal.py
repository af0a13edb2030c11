"""What the greedy bot sees on the table of Operation Battleaxe. All is weighed in victory points.

Three ideas, a few lines each: what a unit is worth, what an attack is worth (by the exact odds of
2d6 against 2d6), and how much a unit likes to stand in a space.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from khamsin.games.battleaxe.model.pieces import ALLIED, ARMOUR, AXIS, FULL
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.combat.attrition import capacity
from khamsin.games.battleaxe.rules.combat.combat import (
    has_combined_arms,
    lead_candidates,
    lead_value,
)
from khamsin.games.battleaxe.rules.control import is_free
from khamsin.games.battleaxe.rules.movement import allowance, entry_cost
from khamsin.games.battleaxe.rules.supply import connected
from khamsin.games.battleaxe.rules.victory import LAST_DAY
from khamsin.kernel.map.board import Board, Reach
from khamsin.kernel.mind.posture import PLAIN, Posture

from .chances import DIE, GUNS, chances
from .links import GUARD, HOLD, Links

CV = 0.12  # a point of combat value
GERMAN_DEAD = 0.8  # a German unit eliminated is a point for the Allies, unless it is rebuilt
GERMAN_ARMOUR_HURT = 0.4  # German armour reduced is one too, unless it recovers
PULL = 0.35  # how strongly a goal one step away draws a unit, as a part of the goal's value
POST = 1.0  # works that the enemy must storm
NEAR = 0.5  # how much less a place draws that could not be held
HELD = 0.25  # how much of ground that will surely be retaken counts
RISK = 0.08  # how much of a unit's worth each point of the enemy's superiority endangers
SIEGE = 3.0  # what it is worth to the Axis that Tobruk stays besieged
RELIEF = 8.0  # and to the Allies that it is relieved


@lru_cache(maxsize=8)
def pulls(board: Board) -> list[list[float]]:
    """How strongly a goal in each space draws a unit in each: all of it there, less far off."""
    return [
        [PULL / (steps * steps) if steps else 1.0 for steps in board.distances(goal)]
        for goal in range(len(board))
    ]


@lru_cache(maxsize=8)
def surroundings(board: Board) -> list[int]:
    """The spaces two steps away or less from each, a bit each."""
    return [sum(1 << near for near in board.within(space, 2)) for space in range(len(board))]


class Ground(Links):
    """One look at the table from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self._pulls = pulls(g.pack.board)
        self._standing: dict[int, float] = {}
        self._arriving: dict[int, float] = {}
        self._menace: dict[int, float | None] = {}
        self._reaches: dict[tuple[int, int, bool], Reach] = {}

    @cached_property
    def allied_line(self) -> bytearray:
        """The spaces from which the Allies have a line to where they came from."""
        return connected(self.g, ALLIED, self.g.pack.jump_off)

    @cached_property
    def _near_enemies(self) -> int:
        """The spaces with enemies two steps away or less, a bit each."""
        around = surroundings(self.g.pack.board)
        near = 0
        for space, units in enumerate(self.g.here[1 - self.side]):
            if units:
                near |= around[space]
        return near

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
        """What taking a space is worth to this side: relief of Tobruk wins the game (17.1)."""
        g = self.g
        if space == g.pack.tobruk and self.side == ALLIED and self._is_joined:
            return RELIEF
        if g.control[space] == self.side:
            return 0.1
        return self.ground(space) * self.posture.goals

    @cached_property
    def _is_joined(self) -> bool:
        """Whether Tobruk would have a line to the frontier if the Allies held it."""
        g = self.g
        return any(self.allied_line[near] for near in g.pack.neighbours[g.pack.tobruk])

    # -- attacks -----------------------------------------------------------------------------

    def attack(self, space: int, attackers: tuple[int, ...], lead: int | None = None) -> float:
        """What an attack by these units is worth, over all rolls of the dice."""
        g, side = self.g, self.side
        defenders = g.here[1 - side][space]
        if lead is None:
            lead = max(lead_candidates(g, attackers), key=lambda u: lead_value(g, u, attackers))
        margin = lead_value(g, lead, attackers) + len(attackers) - 1.0
        margin += has_combined_arms(g, attackers)
        margin += DIE if self._has_die() else 0.0
        margin += GUNS if g.artillery[side] else 0.0
        margin -= max(lead_value(g, u, defenders) for u in defenders) + len(defenders) - 1
        margin -= g.pack.spaces[space].tem + (GUNS if g.artillery[1 - side] else 0.0)
        if side == AXIS and g.fuel_low:
            margin -= g.pack.numbers.combat_fuel_shortage
        stake = sum([self.worth(unit, g.steps[unit]) for unit in defenders])
        repulse = sum([self.step_loss(unit) for unit in attackers])
        lead_loss = self.step_loss(lead)
        success_cost = lead_loss if g.is_full(lead) else 0.0
        stake *= self.posture.fights
        taken = self.gain(space) - self.waking(space) * (g.control[space] != side)
        odds = chances(round(margin), capacity(g, defenders))
        value = odds.overrun * (stake + taken) - odds.repulse * repulse
        value += odds.stalemate * (stake / (2 * len(defenders)) - lead_loss)
        return value + odds.share * (stake + taken) - odds.success * success_cost

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
        known = self._reaches.get((start, left, fresh))
        if known is not None:
            return known
        enemies, prices = g.here[1 - side], self._prices

        def cost(origin: int, space: int) -> int | None:
            price = prices[space]
            if price is None or origin != start:
                return price or None
            if enemies[start] and not is_free(g, space, side):
                return None
            if fresh:
                return min(price, left) or left  # 9.2d: one step is always allowed
            return price or None

        found = pack.board.reach(start, max(left, 0), cost, lambda s: bool(enemies[s]))
        self._reaches[start, left, fresh] = found
        return found

    @cached_property
    def _prices(self) -> list[int | None]:
        """9.2b What each space costs to enter; None: closed, 0: all that a fresh unit has."""
        g, pack, side = self.g, self.g.pack, self.side
        return [
            None
            if space in g.attacked or len(units) >= pack.stacking[space]
            else 0
            if pack.is_zone[space]
            else entry_cost(g, side, space)
            for space, units in enumerate(g.here[side])
        ]

    # -- where to stand ----------------------------------------------------------------------

    @cached_property
    def goals(self) -> list[tuple[int, float]]:
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
        return bool(self._near_enemies >> space & 1)

    def standing(self, space: int) -> float:
        """How much a unit likes to be in a space."""
        known = self._standing.get(space)
        if known is not None:
            return known
        g, side = self.g, self.side
        value = 0.0
        pull = self._pulls
        for goal, wanted in self.goals:
            value += wanted * pull[goal][space]
        if side == ALLIED and not self.allied_line[space] and space != g.pack.tobruk:
            value -= 0.2  # far from friends
        if space == g.pack.tobruk and side == AXIS:
            value += SIEGE
        self._standing[space] = value
        return value

    def menace(self, space: int) -> float | None:
        """How strongly the enemies around could attack a space; None if there are none."""
        if space in self._menace:
            return self._menace[space]
        g, pack = self.g, self.g.pack
        cv = [
            pack.cv[enemy][g.steps[enemy]]
            for near in (space, *pack.neighbours[space])
            for enemy in g.here[1 - self.side][near]
            if pack.unit_mf[enemy] or near == space
        ]
        found = None
        if cv:
            found = max(cv) + min(len(cv), pack.numbers.stacking_area) - 1.0
            found += (DIE if self.side == AXIS else GUNS) - pack.spaces[space].tem
        self._menace[space] = found
        return found

    def danger(self, unit: int, space: int) -> float:
        """What may be lost to the enemies that stand around a space."""
        margin = self.menace(space)
        if margin is None:
            return 0.0
        g = self.g
        friends = (*[u for u in g.here[self.side][space] if u != unit], unit)
        margin -= max([lead_value(g, friend, friends) for friend in friends]) + len(friends) - 1
        share = min(max(margin + 2, 0) * RISK, 1.0) * self.posture.dangers
        return share * self.worth(unit, g.steps[unit])

    def holding(self, space: int, units: tuple[int, ...]) -> float:
        """The chance that these units keep a space against the enemies beside it."""
        if not units:
            return 0.0
        margin = self.menace(space)
        if margin is None:
            return 1.0
        g = self.g
        margin -= max([lead_value(g, unit, units) for unit in units]) + len(units) - 1
        odds = chances(round(margin), capacity(g, units))
        return 1 - odds.overrun - odds.share

    def move(self, unit: int, space: int) -> float:
        """What a march is worth: taking ground, standing better, and safer."""
        return self.arriving(unit, space) - self.leaving(unit)

    def arriving(self, unit: int, space: int) -> float:
        """What it is worth to be there, and to take or hold it."""
        g, side = self.g, self.side
        value = self._arriving.get(space)
        if value is None:
            value = self.standing(space) * self.posture.goals
            if g.control[space] != side:
                value += self.link(space) - self.waking(space)
                if self.menace(space) is None:
                    value += self.gain(space)
            elif not g.here[side][space]:
                value += self.guard(space)
            self._arriving[space] = value
        if self.menace(space) is None:
            return value
        units = g.here[side][space]
        with_it = self.holding(space, (*[u for u in units if u != unit], unit))
        value -= NEAR * (1 - with_it) * self.standing(space) * self.posture.goals
        if g.control[space] != side:
            value += self.gain(space) * (HELD + (1 - HELD) * with_it)
        elif unit not in units:
            value += self.post(space) * (with_it - self.holding(space, units))
        return value - self.danger(unit, space)

    def post(self, space: int) -> float:
        """What a garrison keeps."""
        works = POST if self.g.pack.spaces[space].is_stutzpunkt else 0.0
        return (self.ground(space) + works) * (1 + self.posture.guards)

    def leaving(self, unit: int) -> float:
        """What is given up by going away from where the unit is: how much less those who stay can
        hold, and what the enemy cuts if nobody stays.
        """
        g, side = self.g, self.side
        here = g.place[unit]
        value = self.standing(here) * self.posture.goals - self.danger(unit, here)
        if g.control[here] != side:
            return value
        units = g.here[side][here]
        others = tuple([other for other in units if other != unit])
        if self.menace(here) is not None:
            value += self.post(here) * (self.holding(here, units) - self.holding(here, others))
        elif not others and self.is_threatened(here):
            value += self.post(here) * GUARD
        return value if others else value + self.guard(here)
