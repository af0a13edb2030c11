"""Where the greedy bot likes its units to stand in Gazala 1942: ways, threats, company, supply."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import ALLIED, AXIS, NOBODY, SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.combat.combat import (
    attack_strength,
    defence_strength,
)
from khamsin.games.gazala.rules.combat.losses import steps_left
from khamsin.games.gazala.rules.supply import FAR, flood, line_limit, sources
from khamsin.kernel.mind.posture import FIERCE, KEEN, PLAIN, RECKLESS, WARY, Posture, focused

from .watch import RAIDED, Watch

PULL = 0.22  # how strongly a goal draws, for each hex of the way to it
URGE = (0.45, 1.0)  # how much of that a defender and an attacker feel
FIGHT = 0.9  # how much a unit likes to stand beside an enemy it could beat
FEAR = 0.35  # and how much it dislikes one that could beat it
EXPOSED = 0.15  # to stand where the enemy can come with several times the strength
COMPANY = 0.06  # each point of strength that stands in the same hex
ENOUGH = 10  # more company than that is not needed
GOAL = 6.0  # to hold a victory hex
QUIET = 0.35  # how much of that where it is ours and no enemy is near
HOLD = (0.0, 0.5)  # each point of strength there: a defender needs only one hex, an attacker all
GARRISON = 12  # and no more of them than that, nor than could come
LAST_DITCH = 0.5  # each point more in the last of the defender's hexes, and twice as many of them
RANGE = 0.35  # each hex beyond the range of the HQ
UNSUPPLIED = 4.0  # an HQ where no line reaches
ELSEWHERE = 8  # hexes that any goal is further away than the road for supply, if that is cut
ALONE = 5.0  # an HQ without troops where enemies can come
BLOCKED = 3  # hexes of detour that an enemy in the way is worth
MINED = 7  # and a minefield that must be breached first
HQ_GUARD = 10  # the strength that guards it well


@lru_cache(maxsize=64)
def _ways(
    pack: Pack,
    mines: tuple[bool, ...],
    goals: tuple[tuple[int, int], ...],
    enemies: tuple[int, ...],
) -> tuple[int, ...]:
    """The length of the way from every hex to the nearest goal; it changes only with the enemy.

    Goals stand with what their way is longer than it looks.
    """
    far = [FAR] * len(pack.place_ids)
    blocked = bytearray(len(far))
    for place in enemies:
        blocked[place] = BLOCKED
    buckets: list[list[int]] = [[] for _ in range(max([1 + start for _, start in goals]))]
    for goal, start in goals:
        far[goal] = start
        buckets[start].append(goal)
    for length, hexes in enumerate(buckets):  # grows while it is walked
        for here in hexes:
            if far[here] < length:
                continue
            for there, edge in pack.hexsides_of[here]:
                if pack.is_cliff[edge]:
                    continue
                cost = length + 1 + blocked[there]
                if mines and mines[edge]:
                    cost += MINED
                if cost < far[there]:
                    far[there] = cost
                    while len(buckets) <= cost:
                        buckets.append([])
                    buckets[cost].append(there)
    return tuple(far)


BOLD = Posture(goals=2.0, dangers=0.3, guards=0.3)
"""In the opening phase the Axis won 19 of 24 games so against greedy, 3 of 16 in the plain one."""
STUBBORN = Posture(guards=0.5)
"""And the Allies 22 of 24, 11 of 16 in the plain posture."""


def postures(g: State, side: str) -> tuple[Posture, ...]:
    """How an army may be led: as does best over whole games, by another temper, or for one hex."""
    hexes = len(g.scenario.victory_hexes)
    if SIDES[g.scenario.victor] == side:
        return (BOLD, *focused(hexes, BOLD._replace(goals=3.0)), KEEN, RECKLESS, FIERCE, PLAIN)
    return (STUBBORN, *focused(hexes, STUBBORN._replace(goals=3.0)), BOLD, FIERCE, WARY, PLAIN)


class Traits(NamedTuple):
    """What counts of a unit wherever it stands."""

    attack: int
    defence: int
    far: Sequence[int] | None
    """How far each hex is from its HQ, if it has one."""
    reach: int
    """How far the HQ's orders carry."""


class Ground(Watch):
    """What it is worth to stand somewhere."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.attacks = side == g.scenario.victor
        self.drawn = -PULL * posture.goals
        left = [place for place in g.scenario.victory_hexes if g.control[place] == side]
        self._urge = URGE[self.attacks or not left]  # who has lost all must take one back
        self._is_last_ditch = not self.attacks and len(left) == 1
        self._hold = HOLD[self.attacks] + posture.guards + LAST_DITCH * self._is_last_ditch
        self._known: dict[int, Traits] = {}
        self._troops: dict[int, list[int]] = {}

    # -- what things are worth ---------------------------------------------------------------

    def worth(self, unit: int) -> float:
        """A unit to its owner: its strength, armour at a premium."""
        g, pack = self.g, self.g.pack
        if pack.is_hq[unit]:
            return 5.0
        return pack.combat[unit][g.step[unit]] + pack.armour[unit][g.step[unit]] * 0.5

    def step_loss(self, unit: int) -> float:
        """What is lost with one step of a unit."""
        return self.worth(unit) / max(steps_left(self.g, unit), 1)

    @cached_property
    def goals(self) -> tuple[tuple[int, int], ...]:
        """Where to go: the victory hexes, first those the enemy holds, and the road for supply.

        If the road is cut everything else is further away.
        """
        g = self.g
        hexes = list(g.scenario.victory_hexes)
        if self.posture.focus is not None:
            wanted = [hexes[self.posture.focus]]
        else:
            wanted = [place for place in hexes if g.control[place] != self.side] or hexes
        if self.side == AXIS and self.is_cut:
            return ((g.pack.road_end, 0), *[(place, ELSEWHERE) for place in wanted])
        if self.posture.focus is None:
            wanted += self._road_ahead()
        return tuple([(place, 0) for place in dict.fromkeys(wanted)])

    def _road_ahead(self) -> list[int]:
        """6.15 Where the Axis must open the coast road, if a goal is too far from what it has."""
        g, pack = self.g, self.g.pack
        if self.side != AXIS:
            return []
        road, limit = sources(g, AXIS), pack.numbers.limits["axis_line"]
        distance = pack.board.distance
        goals = g.scenario.victory_hexes
        if all(min(distance(p, goal) for p in road) <= limit for goal in goals):
            return []
        return [there for here in road for there, _ in pack.on_road[here] if there not in road]

    @cached_property
    def _held(self) -> tuple[int, ...]:
        """Where garrisons stand: an attacker must hold all his hexes in the end."""
        hexes, focus = self.g.scenario.victory_hexes, self.posture.focus
        return hexes if self.attacks or focus is None else (hexes[focus],)

    @cached_property
    def threat(self) -> dict[int, int]:
        """How much enemy strength stands beside each hex."""
        near: dict[int, int] = {}
        neighbours = self.g.pack.board.neighbours
        for place, strength in self.enemy_hexes.items():
            for there in neighbours[place]:
                near[there] = near.get(there, 0) + strength
        return near

    @cached_property
    def pressure(self) -> dict[int, int]:
        """How much of our strength stands beside each enemy hex, the units in hand left out."""
        g = self.g
        near: dict[int, int] = {}
        neighbours = g.pack.board.neighbours
        for unit in g.pack.units_of[self.side]:
            place = g.place[unit]
            if place < 0 or unit in g.moving or g.pack.is_hq[unit]:
                continue
            strength = attack_strength(g, unit)
            for there in neighbours[place]:
                if there in self.enemy_hexes:
                    near[there] = near.get(there, 0) + strength
        return near

    @cached_property
    def way(self) -> tuple[int, ...]:
        """How far each hex is from the goals; mines and enemies on the way cost much."""
        g = self.g
        enemies = tuple(sorted(self.enemy_hexes))
        return _ways(g.pack, g.mines if self.side == AXIS else (), self.goals, enemies)

    @cached_property
    def lines(self) -> dict[int, int]:
        """Lengths of the lines to a source of supply."""
        return flood(self.g, self.side, sources(self.g, self.side))

    # -- where to stand ----------------------------------------------------------------------

    def place_value(self, unit: int, place: int) -> float:
        """How much a unit likes a hex."""
        g, pack = self.g, self.g.pack
        if pack.is_hq[unit]:
            return self.hq_value(unit, place)
        own, defence, far, reach = self._traits(unit)
        value = self.drawn * self.way[place] * self._urge
        if place in g.scenario.victory_hexes:
            value += self._holding(unit, place)
            if self._hold and place in self._held:
                value += self._hold * min(defence, self._wanted(unit, place))
        beside = self.threat.get(place, 0)
        if beside:
            value += self._best_fight(own, place) * self.posture.fights
        here = g.here[self.side][place]
        company = 0
        if here:
            friends = [u for u in here if u != unit and not pack.is_hq[u]]
            company = sum([defence_strength(g, u) for u in friends])
        held = defence + company
        near = self.danger[place]
        if beside > held:
            value -= FEAR * self.posture.dangers * min(beside / max(held, 1) - 1, 3.0)
        if near:
            value -= EXPOSED * self.posture.dangers * min(max(near / max(held, 1) - 2, 0.0), 4.0)
            value += COMPANY * min(company, ENOUGH)
        if far is not None and far[place] > reach:
            value -= RANGE * (far[place] - reach)
        if self.from_source[place] <= RAIDED:
            value += self.cover(unit, place)
        if here:
            value += self.escort(unit, place)
        if self.side == ALLIED and not self.attacks:
            value += self._behind_mines(unit, place)
        return value

    def _behind_mines(self, unit: int, place: int) -> float:
        """10.81 Who is the only one in a box stays in it."""
        return self.box(place) if self.is_alone(unit, place) else 0.0

    def _holding(self, unit: int, place: int) -> float:
        """To be the one who takes or holds a victory hex; least where nobody could come."""
        if not self.is_alone(unit, place):
            return GOAL / 4
        quiet = self.g.control[place] == self.side and not self.danger[place]
        return GOAL * QUIET if quiet else GOAL

    def _traits(self, unit: int) -> Traits:
        """What counts of a unit wherever it stands."""
        found = self._known.get(unit)
        if found is None:
            g = self.g
            hq = self._hq_of(unit)
            found = self._known[unit] = Traits(
                attack_strength(g, unit),
                defence_strength(g, unit),
                g.pack.board.distances(hq) if hq >= 0 else None,
                self._range_of(unit) if hq >= 0 else 0,
            )
        return found

    def _best_fight(self, own: int, place: int) -> float:
        """What it is worth to stand beside the enemy that is easiest to beat from here."""
        best = 0.0
        for there in self.g.pack.board.neighbours[place]:
            defence = self.enemy_hexes.get(there)
            if defence is None or self._is_walled(place, there):
                continue
            odds = (self.pressure.get(there, 0) + own) / max(defence, 1)
            best = max(best, FIGHT * min(odds, 4.0) * (0.5 + 0.1 * own))
        return best

    def _wanted(self, unit: int, place: int) -> int:
        """How much strength a victory hex still wants, against those who could come."""
        g, pack = self.g, self.g.pack
        garrison = [u for u in g.here[self.side][place] if u != unit and not pack.is_hq[u]]
        held = sum([defence_strength(g, u) for u in garrison])
        most = GARRISON * (1 + self._is_last_ditch)
        return max(min(self.danger[place], most) - held, 0)

    def is_alone(self, unit: int, place: int) -> bool:
        """Whether nobody else of ours stands there."""
        return all(other == unit for other in self.g.here[self.side][place])

    def _is_walled(self, here: int, there: int) -> bool:
        edge = self.g.pack.board.edge(here, there)
        return bool(self.g.mines[edge] or self.g.pack.is_cliff[edge])

    def _hq_of(self, unit: int) -> int:
        hq = self.g.pack.hq_of.get(self.g.formation[unit], NOBODY)
        return self.g.place[hq] if hq != NOBODY else NOBODY

    def _range_of(self, unit: int) -> int:
        return self.g.pack.reach[self.g.pack.hq_of[self.g.formation[unit]]]

    def troops_of(self, hq: int) -> list[int]:
        """The hexes where the units of its formation are."""
        found = self._troops.get(hq)
        if found is None:
            g, pack = self.g, self.g.pack
            formation = pack.units[hq].formation
            found = self._troops[hq] = [
                g.place[u]
                for u in pack.units_of[self.side]
                if g.place[u] >= 0 and g.formation[u] == formation and u != hq
            ]
        return found

    def hq_value(self, hq: int, place: int) -> float:
        """An HQ stands among its troops, in supply, and well guarded where enemies can come."""
        g, pack = self.g, self.g.pack
        row = pack.board.distances(place)
        guard = [u for u in g.here[self.side][place] if not pack.is_hq[u]]
        if hq == pack.rommel:
            alone = ALONE if not guard and self.danger[place] else 0.0
            return sum([self.worth(u) for u in guard]) * 0.1 - 0.1 * self.way[place] - alone
        troops = self.troops_of(hq)
        far = [row[there] for there in troops]
        value = -0.12 * sum(far) / max(len(far), 1)
        value -= RANGE * sum([way > pack.reach[hq] for way in far]) * 0.3
        if self.attacks:
            value -= PULL * 0.2 * self.way[place]
        strength = sum([defence_strength(g, u) for u in guard])
        value += 0.25 * min(strength, HQ_GUARD)
        beside, near = self.threat.get(place, 0), self.danger[place]
        value -= min(beside / max(strength, 1), 4.0)
        value -= 0.3 * min(near / max(strength, 1), 8.0)
        if near and not guard:
            value -= ALONE
        if self.lines.get(place, FAR + 1) > line_limit(g, hq):
            value -= UNSUPPLIED
        return value
