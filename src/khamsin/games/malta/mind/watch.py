"""What must be watched on Malta besides cities and airfields: headquarters, leaders and guns that
an enemy can come at, the beaches that bring supply, and a line without holes.
"""

from __future__ import annotations

from functools import cached_property
from itertools import compress

from khamsin.games.malta.model.pieces import (
    AA,
    ALLIED,
    ARTILLERY,
    AXIS,
    CITY,
    COAST_GUN,
    HQ,
    LEADER,
    NOBODY,
    TOWN,
    WARSHIP,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import attack, defence
from khamsin.games.malta.rules.control import has_units
from khamsin.kernel.mind.posture import PLAIN, Posture

CHARGES = {HQ: 7.0, LEADER: 3.0, ARTILLERY: 2.5, AA: 2.0}
"""Who must be guarded, and what is lost with them: an Axis HQ counts two for the surrender roll."""
NO_GUARDS = (*CHARGES, COAST_GUN, WARSHIP)
MANY = 9.0  # what all in one hex are worth at most
GUARDED = 0.25  # the part of the risk that is left with a guard as strong as can be asked for
GUARD_OF = 6.0  # the defence of such a guard
REACH = 4  # hexes from which enemies could attack next turn
LONG_REACH = 10  # and, by a good road, some of them
FAR_RISK = 0.3  # how much that counts
SOURCE = 10.0  # the only place from which the supply of a whole side comes
LINE = 8.0  # who closes a gap between two neighbours where it is well held,
THIN = 3.0  # and in the open


class Watch:
    """One look at the map from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        self.g = g
        self.side = side
        self.posture = posture

    # -- who could come ----------------------------------------------------------------------

    def coming(self, h: int) -> int:
        """The attack strength of the enemies who could attack a hex next turn."""
        found = self._coming.get(h)
        if found is None:
            far = self.g.pack.distance[h]
            found = sum([value for n, value in self._enemies if far[n] <= REACH])
            self._coming[h] = found
        return found

    @cached_property
    def _coming(self) -> dict[int, int]:
        """What is known of `coming`."""
        return {}

    @cached_property
    def _enemies(self) -> list[tuple[int, int]]:
        """Where enemies stand, with their attack strength."""
        return [(h, value) for h, value in enumerate(self._attack[1 - self.side]) if value]

    @cached_property
    def _attack(self) -> list[list[int]]:
        """The attack strength of both sides in every hex."""
        g, kind = self.g, self.g.pack.kind
        found = [[0] * len(here) for here in g.here]
        for side, here in enumerate(g.here):
            for h in compress(range(len(here)), here):
                found[side][h] = sum(
                    [attack(g, unit) for unit in here[h] if kind[unit] not in (LEADER, COAST_GUN)]
                )
        return found

    # -- headquarters, leaders, guns (14.42, 16.8, 20.0) ---------------------------------------

    def guards(self, h: int, but: int = NOBODY) -> int:
        """The defence of those in a hex who can guard others."""
        g, kind = self.g, self.g.pack.kind
        return sum(
            [
                defence(g, unit)
                for unit in g.here[self.side][h]
                if unit != but and kind[unit] not in NO_GUARDS
            ]
        )

    def risk(self, h: int, guard: int) -> float:
        """How likely those who need a guard are lost in a hex next turn."""
        share = 1.0 if self.coming(h) else FAR_RISK * self._from_afar(h)
        return share * self._unguarded(guard) if share else 0.0

    @staticmethod
    def _unguarded(guard: int) -> float:
        return 1.0 - (1.0 - GUARDED) * min(guard / GUARD_OF + 0.5, 1.0) if guard else 1.0

    def _from_afar(self, h: int) -> bool:
        """Whether somebody could come by a good way."""
        far = self.g.pack.distance[h]
        return any(far[n] <= LONG_REACH for n, _ in self._enemies)

    def escort(self, unit: int, h: int) -> float:
        """By how much a unit lessens the risk of those who need a guard in a hex."""
        charge = self.charges.get(h)
        if charge is None:
            return 0.0
        others = self.guards(h, unit)
        more = others + max(defence(self.g, unit), 1)
        return charge * (self.risk(h, others) - self.risk(h, more))

    @cached_property
    def charges(self) -> dict[int, float]:
        """What is lost in each hex where somebody must be guarded."""
        g, kind = self.g, self.g.pack.kind
        found: dict[int, float] = {}
        for h in compress(range(len(g.here[self.side])), g.here[self.side]):
            worth = sum([CHARGES.get(kind[unit], 0.0) for unit in g.here[self.side][h]])
            if worth:
                found[h] = min(worth, MANY)
        return found

    def alone(self, unit: int, h: int) -> float:
        """What one of them risks in a hex."""
        return CHARGES.get(self.g.pack.kind[unit], 0.0) * self.risk(h, self.guards(h, unit))

    # -- supply of the Axis (8.51, 19.11) ----------------------------------------------------

    @cached_property
    def sources(self) -> dict[int, float]:
        """What each place is worth from which Axis supply comes, or could come again."""
        g, pack = self.g, self.g.pack
        strengths: list[tuple[int, list[int]]] = []
        for number, formation in enumerate(pack.formations):
            if formation.side != AXIS or g.place[formation.hq] < 0:
                continue
            own = sum(
                [
                    attack(g, unit)
                    for here in g.here[AXIS]
                    for unit in here
                    if g.formation[unit] == number
                ]
            )
            places = [h for h in pack.beaches if g.landed[h]]
            if formation.marker != NOBODY and g.dz[formation.marker] != NOBODY:
                places.append(g.dz[formation.marker])
            if number == pack.div80:
                places += [h for h in pack.airfields if g.control[h] == AXIS]
            strengths.append((own, places))
        total = max(sum([own for own, _ in strengths]), 1)
        open_ = {h for _, places in strengths for h in places if self._is_open(h)}
        found: dict[int, float] = {}
        for own, places in strengths:
            for h in places:
                others = sum([n in open_ for n in places]) - (h in open_)
                worth = SOURCE * own / total / (1 + others) ** 2
                found[h] = found.get(h, 0.0) + worth
        return found

    def _is_open(self, h: int) -> bool:
        return self.g.control[h] == AXIS and not has_units(self.g, ALLIED, h)

    # -- the line of the garrison ------------------------------------------------------------

    def closes(self, unit: int, h: int) -> float:
        """What it is worth that a unit joins two neighbours who do not touch each other."""
        if not self.coming(h) or self.guards(h, unit):
            return 0.0
        pack = self.g.pack
        held = [n for n in pack.touch[h] if self.guards(n, unit)]
        for at, one in enumerate(held):
            for other in held[at + 1 :]:
                if pack.distance[one][other] > 1 and not self._joined(one, other, h, unit):
                    return LINE if pack.terrain[h] in (TOWN, CITY) or self.g.forts[h] else THIN
        return 0.0

    def _joined(self, one: int, other: int, but: int, unit: int) -> bool:
        """Whether somebody else stands between them already."""
        pack = self.g.pack
        return any(
            n != but and pack.distance[n][other] <= 1 and self.guards(n, unit)
            for n in pack.touch[one]
        )
