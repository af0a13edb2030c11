"""What must be watched in Gazala 1942 besides the goals: the end of the coast road, which one
brigade cuts; boxes that stand behind mines; headquarters that are alone.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import ALLIED, AXIS
from khamsin.games.gazala.model.state import MOVEMENT, State
from khamsin.games.gazala.rules.combat.combat import defence_strength, total_defence
from khamsin.games.gazala.rules.supply import live_road
from khamsin.kernel.mind.posture import PLAIN, Posture

SOURCE = 7.0  # somebody at the end of the road, where a raider can come in one move
COVER = 0.6  # each point of strength that keeps a raid from it, as far as they have as much
RAIDED = 14  # hexes from which a raid sets out
AHEAD = 2  # hexes by which a guard must be nearer to it than a raider
RAID = 7.0  # to cut the enemy's road where nobody guards it
FELT = 0.6  # how much of that is felt one hex further away
NEAR_ENOUGH = 8  # hexes from which it is felt at all
BOX = 4.0  # to stay where most enemies who are near must attack over mines
WALLED = 0.5  # the share of them that makes it one
BEFORE = 10  # hexes from which they come before it
ESCORT = 5.0  # the only troops with an HQ in reach of enemies
LEADER = 10.0  # the same with Rommel
FOLLOWS = 0.3  # how much of that if the HQ can still move after them
STRIKE = 5  # how far away an enemy is still dangerous
AT_EASE = 0.2  # how much an escort matters where no enemy is near


@lru_cache(maxsize=64)
def _dangers(pack: Pack, enemies: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """How much enemy strength could come to each hex before long; it changes with the enemy."""
    found = [0] * len(pack.place_ids)
    for place, strength in enemies:
        for there in pack.board.within(place, STRIKE):
            found[there] += strength
    return tuple(found)


@lru_cache(maxsize=64)
def _boxes(pack: Pack, mines: tuple[bool, ...], enemies: tuple[int, ...]) -> frozenset[int]:
    """Where most of the enemies who are near must come over mines: beside these, and behind."""
    rows = [pack.board.distances(enemy) for enemy in enemies]
    found = set()
    for place in {end for edge in pack.mined_sides if mines[edge] for end in pack.board.ends[edge]}:
        mined = [there for there, edge in pack.hexsides_of[place] if mines[edge]]
        others = [there for there in pack.board.neighbours[place] if there not in mined]
        near = [row for row in rows if row[place] <= BEFORE]
        ways = [
            (min([row[there] for there in mined]), min([row[there] for there in others]))
            for row in near
            if others
        ]
        shut = sum([1.0 if over < past else 0.5 if over == past else 0.0 for over, past in ways])
        if near and shut >= WALLED * len(near):
            found.add(place)
    behind = {
        there
        for place in found
        for there in pack.board.neighbours[place]
        if min([row[there] for row in rows]) > min([row[place] for row in rows])
    }
    return frozenset(found | behind)


class Raid(NamedTuple):
    """Who could cut the road."""

    strength: int
    nearest: int
    """How far the nearest of them is."""
    at_once: bool
    """Whether somebody could be there in one move."""


class Watch:
    """One look at the map from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        self.g = g
        self.side = side
        self.posture = posture

    @cached_property
    def enemy_hexes(self) -> dict[int, int]:
        """Defence of every hex where enemies are."""
        g = self.g
        enemy = 1 - self.side
        return {
            place: total_defence(g, enemy, place) for place in g.pack.sets.spaces(g.held[enemy])
        }

    @cached_property
    def danger(self) -> tuple[int, ...]:
        """How much enemy strength could come to each hex before long."""
        return _dangers(self.g.pack, tuple(sorted(self.enemy_hexes.items())))

    # -- the end of the coast road (6.11) ----------------------------------------------------

    @cached_property
    def is_cut(self) -> bool:
        """Whether no supply comes in for the Axis."""
        return not live_road(self.g)

    @cached_property
    def from_source(self) -> list[int]:
        """How far each hex is from the end of the road."""
        pack = self.g.pack
        return pack.board.distances(pack.road_end)

    @cached_property
    def raid(self) -> Raid:
        """The Allies who could come to the end of the road."""
        g, far = self.g, self.from_source
        strength, nearest, at_once = 0, RAIDED + 1, False
        for unit in g.pack.units_of[ALLIED]:
            place = g.place[unit]
            if place < 0 or far[place] > RAIDED or g.pack.is_hq[unit]:
                continue
            strength += defence_strength(g, unit)
            nearest = min(nearest, far[place])
            at_once = at_once or far[place] - 1 <= g.pack.movement[unit]
        return Raid(strength, nearest, at_once)

    @cached_property
    def watchers(self) -> list[tuple[int, int, int]]:
        """Axis units near the end of the road: how far, how strong, who."""
        g, far = self.g, self.from_source
        return [
            (far[g.place[unit]], defence_strength(g, unit), unit)
            for unit in g.pack.units_of[AXIS]
            if g.place[unit] >= 0 and far[g.place[unit]] <= RAIDED and not g.pack.is_hq[unit]
        ]

    def cover(self, unit: int, place: int) -> float:
        """What a unit does in a hex for the road, beyond what the others do."""
        far = self.from_source[place]
        return self._guard(unit, far) if self.side == AXIS else self._raid(unit, place, far)

    def _guard(self, unit: int, far: int) -> float:
        raid, value = self.raid, 0.0
        if raid.at_once and far <= 1:
            held = any(at <= 1 and other != unit for at, _, other in self.watchers)
            value += 0.0 if held else SOURCE
        most = max(raid.nearest - AHEAD, 1)
        if far <= most:
            others = [own for at, own, other in self.watchers if at <= most and other != unit]
            lacking = max(raid.strength - sum(others), 0)
            value += COVER * min(defence_strength(self.g, unit), lacking)
        return value

    def _raid(self, unit: int, place: int, far: int) -> float:
        g, pack = self.g, self.g.pack
        if far > NEAR_ENOUGH or not self._is_unguarded:
            return 0.0
        cuts = place == pack.road_end
        if far == 1 and pack.is_large[unit]:
            cuts = not pack.is_cliff[pack.board.edge(place, pack.road_end)]
        if cuts:
            others = [
                other
                for near in (pack.road_end, *pack.board.neighbours[pack.road_end])
                for other in g.here[ALLIED][near]
                if other != unit and pack.is_large[other]
            ]
            return (RAID / 4 if others else RAID) * self._chance_there(unit)
        felt = FELT ** max(far, 1) * (0.3 if self.is_cut else 1.0)
        return RAID * felt * self._chance_there(unit)

    def _chance_there(self, unit: int) -> float:
        """Who is soon thrown out again cuts little."""
        own = defence_strength(self.g, unit)
        return own / max(own + self.danger[self.g.pack.road_end] / 3, 1)

    @cached_property
    def _is_unguarded(self) -> bool:
        """Whether nobody stands at the end of the road or beside it."""
        return not any(far <= 1 for far, _, _ in self.watchers)

    # -- boxes (10.81) -----------------------------------------------------------------------

    def box(self, place: int) -> float:
        """What the mines before a hex are worth to Allies, if enemies must come over them."""
        return BOX if place in self._boxes else 0.0

    @cached_property
    def _boxes(self) -> frozenset[int]:
        """The hexes behind mines that the enemy would have to cross."""
        return _boxes(self.g.pack, self.g.mines, tuple(self.enemy_hexes))

    # -- headquarters (10.11, 10.13) ---------------------------------------------------------

    def escort(self, unit: int, place: int) -> float:
        """What it is worth that a unit is the only one with an HQ."""
        g, pack = self.g, self.g.pack
        value = 0.0
        for other in g.here[self.side][place]:
            if not pack.is_hq[other]:
                if other != unit:
                    return 0.0
                continue
            stays = g.stage != MOVEMENT or g.due[other] < 0 or g.spent[other]
            worth = LEADER if other == pack.rommel else ESCORT
            value += worth if stays else worth * FOLLOWS
        return value if self.danger[place] else value * AT_EASE
