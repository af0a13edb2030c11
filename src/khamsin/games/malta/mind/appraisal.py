"""What ground on Malta is worth to the greedy bot, who is strong near it, where units stand well.

Worths are in steps of strength, by what each thing adds to the surrender roll (20.0).
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from khamsin.games.malta.model.pack import Pack
from khamsin.games.malta.model.pieces import (
    AA,
    ALLIED,
    ARTILLERY,
    AXIS,
    CITY,
    CLEAR,
    HQ,
    LEADER,
    NOBODY,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import attack, defence
from khamsin.games.malta.rules.control import load, weight
from khamsin.kernel.mind.posture import PLAIN, POSTURES, Posture, focused

from .watch import NO_GUARDS, Watch

CITY_WORTH, AIRFIELD_WORTH, TOWN_WORTH, FORT_WORTH = 5.0, 5.0, 1.5, 1.0
HEX = 0.3  # any other ground
HQ_WORTH = 4.0  # a lost Axis HQ counts two for the surrender roll
PULL = 0.55  # how much of a goal's worth is felt one hex further away
ASIDE = 0.2  # how much of it, if all are led for another
GUARD = 2.5  # how much of what a hex is worth its guard is worth
ENOUGH = 4.0  # the defence that makes a guard where no enemy is near
SPARE = 0.5  # the part of a guard that may go elsewhere
ODDS = 2.0  # a guard should not be attacked at better odds than these
HELD = 0.3  # how strongly the garrison is drawn to what it holds
TAKE = 2.0  # how much of what a hex is worth it is worth to take it
BEHIND = (HQ, LEADER, ARTILLERY, AA)


Site = tuple[float, float, float, float, float, float]
"""What a hex offers; see `Ground._site`."""


def postures(g: State, side: str) -> tuple[Posture, ...]:
    """How an army may be led: by its temper, or for one city or airfield before all.

    Always with prudence: in 30 games of Operation Hercules each, by the judgement alone against
    itself in its plain posture, the prudent Axis won 29 (the plain one 21), the prudent garrison 25
    (the plain one 9).
    """
    del side
    tempers = POSTURES + focused(len(prizes(g.pack)))
    return tuple([temper._replace(prudence=1.0) for temper in tempers])


def prizes(pack: Pack) -> tuple[int, ...]:
    """What an army may be led for."""
    return (*pack.surrender_cities, *pack.airfields)


class Ground(Watch):
    """What it is worth to stand somewhere."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.hex = g.pack.board.at
        self.unit = g.pack.unit_index
        self.prize = NOBODY if posture.focus is None else prizes(g.pack)[posture.focus]

    @cached_property
    def worths(self) -> dict[int, float]:
        """20.0 The hexes that count."""
        g, pack = self.g, self.g.pack
        worth = {h: FORT_WORTH for h in pack.forts if g.forts[h]}
        worth |= dict.fromkeys(pack.towns, TOWN_WORTH)
        worth |= dict.fromkeys(pack.airfields, AIRFIELD_WORTH)
        return worth | dict.fromkeys(pack.surrender_cities, CITY_WORTH)

    @cached_property
    def goals(self) -> tuple[tuple[int, float], ...]:
        """The ground that a side lacks; to the Allies, but less, also what may be attacked."""
        control, prize = self.g.control, self.prize
        found = []
        for h, worth in self.worths.items():
            is_held = control[h] == self.side
            if is_held and (self.side == AXIS or not self.coming(h)):
                continue
            value = worth * HELD if is_held else worth
            found.append((h, value if prize in (NOBODY, h) else value * ASIDE))
        return tuple(found)

    @cached_property
    def pull(self) -> list[float]:
        """How strongly each hex is drawn to all goals together."""
        return _pull(self.g.pack, self.goals)

    @cached_property
    def threat(self) -> list[int]:
        """The attack strength of enemies in or next to each hex."""
        return self._around(self._attack[1 - self.side])

    @cached_property
    def friends(self) -> list[int]:
        """The attack strength of this side's units in or next to each hex."""
        return self._around(self._attack[self.side])

    def _around(self, here: list[int]) -> list[int]:
        near, total = self.g.pack.near, here[:]
        for h, value in enumerate(here):
            if value:
                for n in near[h]:
                    total[n] += value
        return total

    def ground(self, h: int) -> float:
        """What a hex is worth."""
        return self.worths.get(h, HEX)

    # -- guards ------------------------------------------------------------------------------

    def lacks(self, h: int, but: int) -> float:
        """How much of the guard that a hex should have is missing without one unit, 0 to 1."""
        factor = self._factor(h)
        wanted = max(ENOUGH, self.coming(h) / ODDS / factor)
        there = self.guards(h, but)
        return max(0.0, 1.0 - there / wanted)

    def lost_soon(self, h: int) -> float:
        """How likely a hex is lost next turn: who could come, against the guard that stays."""
        coming = self.coming(h)
        guard = self.guards(h) * self._factor(h) * ODDS
        return coming / (coming + guard + 1.0)

    def _factor(self, h: int) -> int:
        """9.91.city, 9.91.fort Cities and forts double the defence."""
        return 2 if self.g.pack.terrain[h] == CITY or self.g.forts[h] else 1

    def holds(self, unit: int, h: int) -> bool:
        """The unit that is most of the guard of ground that counts stays there."""
        return self.ground(h) > HEX and self.lacks(h, unit) > SPARE

    def standing(self, unit: int, h: int) -> float:
        """How much a unit likes to be in a hex."""
        g = self.g
        is_behind = g.pack.kind[unit] in BEHIND
        stays = g.place[unit] == h
        site = self._site(h, unit, is_behind) if stays else self._sites[is_behind].get(h)
        if site is None:
            site = self._sites[is_behind][h] = self._site(h, NOBODY, is_behind)
        drawn, cover, fort, held, missing, wanted = site
        value = drawn * self._pulled(unit)
        threat = self.threat[h]
        if threat and not is_behind:
            ahead = max(-4, min(4, self.friends[h] + attack(g, unit) - threat))
            value += 0.25 * ahead * (self.posture.fights if ahead > 0 else self.posture.dangers)
        value += cover + fort
        if missing:
            factor = self._factor(h)
            value += held * min(max(defence(g, unit) * factor, 1), missing) / wanted
        elif not wanted:
            value += held
        if is_behind:
            value -= self.alone(unit, h) + self._apart(unit, h)
        else:
            value += self.escort(unit, h)
            if self.side == ALLIED:
                value += self.closes(unit, h)
        if not stays and self._load(h) + weight(g, unit) > g.pack.limits.stacking:
            value -= 20.0
        return value

    @cached_property
    def _sites(self) -> tuple[dict[int, Site], dict[int, Site]]:
        """What hexes are like for units that come to them: in front, and behind."""
        return {}, {}

    def _site(self, h: int, but: int, is_behind: bool) -> Site:
        """What draws to a hex, its terrain, its fort, and whether it is to be taken or guarded."""
        g, terrain, is_allied = self.g, self.g.pack.terrain[h], self.side == ALLIED
        drawn = self.pull[h] * self.posture.goals
        if is_behind:
            drawn = drawn * 0.5 - self.threat[h] * 0.5
        source = self.sources.get(h, 0.0)
        cover = 0.4 + 0.4 * (terrain == CITY) if is_allied and terrain != CLEAR else 0.0
        fort = 0.8 if g.forts[h] and is_allied else 0.0
        held = missing = wanted = 0.0
        if is_behind:
            pass  # who needs a guard takes no ground
        elif g.control[h] != self.side:
            held = self.ground(h) * (TAKE if h in self.worths else 1.0)
            held += source * (1.0 if is_allied else TAKE)
        else:
            held = self.worths.get(h, 0.0)
            if is_allied:
                held *= GUARD if self.coming(h) else GUARD / 3
            else:
                held = held + source if self.coming(h) else 0.0
            if held:
                wanted = max(ENOUGH, self.coming(h) / ODDS)
                missing = max(wanted - self.guards(h, but) * self._factor(h), 0.0)
        return drawn, cover, fort, held, missing, wanted

    def _pulled(self, unit: int) -> float:
        """Leaders and headquarters go where their men go."""
        return 0.0 if self.g.pack.kind[unit] in (HQ, LEADER, AA) else 1.0

    def _apart(self, unit: int, h: int) -> float:
        """How far a leader or an HQ would be from his men."""
        g = self.g
        kind = g.pack.kind[unit]
        if kind not in (HQ, LEADER):
            return 0.0
        far = [g.pack.distance[h][n] for n in self._men(unit)]
        if not far:
            return 0.0
        return 0.4 * min(far) if kind == LEADER else 0.15 * sum(far) / len(far)

    def _men(self, unit: int) -> list[int]:
        """Where those of his formation are who fight; if there are none, those of others."""
        found = self._men_of.get(unit)
        if found is None:
            g, kind = self.g, self.g.pack.kind
            formation = self.g.formation[unit]
            men = [
                (h, g.formation[other])
                for h, units in enumerate(g.here[self.side])
                for other in units
                if kind[other] not in NO_GUARDS
            ]
            own = [h for h, theirs in men if theirs == formation]
            found = self._men_of[unit] = own or [h for h, _ in men]
        return found

    @cached_property
    def _men_of(self) -> dict[int, list[int]]:
        """What has been found of whom a leader may join."""
        return {}

    @cached_property
    def _loads(self) -> dict[int, int]:
        """What is known of `_load`."""
        return {}

    def _load(self, h: int) -> int:
        found = self._loads.get(h)
        if found is None:
            found = self._loads[h] = load(self.g, self.side, h)
        return found


FELT = tuple(PULL**steps for steps in range(100))
"""The pull of a goal so many hexes away; the island is smaller than that."""


@lru_cache(maxsize=64)
def _pull(pack: Pack, goals: tuple[tuple[int, float], ...]) -> list[float]:
    """The pull of these goals on every hex; cached, because goals seldom change."""
    rows = [(pack.distance[goal], value) for goal, value in goals]
    return [sum([value * FELT[row[h]] for row, value in rows]) for h in range(pack.land)]


@lru_cache(maxsize=1024)
def offshore(pack: Pack, h: int) -> int:
    """How far it is from a hex to the nearest land."""
    far = pack.distance[h]
    return min([far[n] for n in range(pack.land)])
