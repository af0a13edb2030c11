"""Losses and retreats after combat (9.3, 9.4, R21, R59)."""

from __future__ import annotations

from tests.referee.gazala.board import ALLIED, distance, enemy_of
from tests.referee.gazala.books import DEAD
from tests.referee.gazala.desk import Ask, Flow
from tests.referee.gazala.odds import Odds

VOLUNTARY = 3
"""The rank of hexes that 12.3 opens."""


class Retreat(Odds):
    """What the losing side does."""

    forces: dict[str, list[str]]
    """The units of both sides in the combat, as far as they live."""
    retreated: set[str]
    target: str
    lost_steps: dict[str, int]
    """Steps lost in this combat so far, for 12.4."""
    paths: list[list[str]]
    """The ways that retreating defenders went, for 9.54."""
    short_hexes: int
    """Hexes that eliminated defenders did not retreat, for 9.51."""
    origins: list[str]
    fought: set[str]

    def alive(self, side: str) -> list[str]:
        """Who is left of a force."""
        return [unit for unit in self.forces[side] if self.on_map(unit)]

    # -- losing steps (9.32, 9.33) ---------------------------------------------------------------

    def lose_steps(
        self, side: str, number: int, first: list[str], rule: str, among: list[str] | None = None
    ) -> Flow:
        """So many steps are lost, the owner choosing (9.32.a; 12.4)."""
        for _ in range(number):
            able = self.losers(side, first, among)
            if not able:
                return
            if len(able) == 1:
                unit = able[0]
            else:
                chooser = side
                if "varied_losses" in self.options and self.lost_steps[side] == 1:
                    chooser = enemy_of(side)
                offers = [("lose", name) for name in able]
                answer = yield Ask(chooser, "loss", rule, offers, {})
                unit = answer[1]
            first = []
            self.lost_steps[side] += 1
            self.lose_one(side, unit, among)

    def losers(self, side: str, first: list[str], among: list[str] | None) -> list[str]:
        """The units that may lose the next step (9.33, 10.7.c, 10.11, 10.85.b)."""
        able = [unit for unit in self.alive(side) if among is None or unit in among]
        troops = [unit for unit in able if not self.units[unit].is_hq]
        engineers = [unit for unit in troops if unit in first]
        return engineers or troops or able

    def lose_one(self, side: str, unit: str, among: list[str] | None) -> str:
        """A unit loses a step; a battalion takes the place of its brigade."""
        remains = self.reduce(unit)
        if remains == unit:
            return remains
        for group in (self.forces[side], *([among] if among is not None else [])):
            where = group.index(unit)
            group[where : where + 1] = [remains] if remains else []
        if remains:
            if unit in self.retreated:
                self.retreated.add(remains)
            if unit in self.fought:
                self.fought.add(remains)
            if unit in self.attacked:
                self.attacked.add(remains)
        return remains

    # -- retreating (9.4) --------------------------------------------------------------------------

    def retreat(self, side: str, hexes: int) -> Flow:
        """The units of a force retreat, hex by hex, stack by stack (R21, R59)."""
        self.retreated |= set(self.alive(side))
        groups: dict[str, list[str]] = {}
        for unit in self.alive(side):
            groups.setdefault(self.place[unit], []).append(unit)
        self.stranded: dict[str, tuple[list[str], int]] = {}
        while groups:
            at = min(groups)
            if len(groups) > 1:
                offers = [("stack", one) for one in sorted(groups)]
                facts: dict[str, str | int] = {"place": self.target}
                answer = yield Ask(side, "retreat_first", "9.4", offers, facts)
                at = answer[1]
            yield from self.retreat_group(side, groups.pop(at), hexes, [at])
        for at, (units, missing) in sorted(self.stranded.items()):
            self.tell("cannot_retreat", place=at, hexes=missing)
            yield from self.lose_steps(side, missing, [], "9.43", units)
            if side != self.active and not [u for u in units if self.on_map(u)]:
                self.short_hexes = max(self.short_hexes, missing)

    def retreat_group(self, side: str, units: list[str], hexes: int, path: list[str]) -> Flow:
        """A stack retreats, together as long as it can and its owner wants."""
        units = [unit for unit in units if self.on_map(unit)]
        if not units:
            # Lost on the way (12.3): the hexes gone count, and those that were still to go (9.51).
            if side != self.active and path[1:]:
                self.paths.append(path[1:])
                self.short_hexes = max(self.short_hexes, hexes)
            return
        if not hexes:
            if side != self.active:
                self.paths.append(path[1:])
            return
        ranked = {unit: self.retreat_hexes(side, unit, path) for unit in units}
        best = {unit: choices for unit, (_, choices) in ranked.items()}
        offers: list[tuple[str, ...]] = [
            ("to", to)
            for to in sorted(set.intersection(*(set(hexes) for hexes in best.values())))
            if self.room(to, units)
        ]
        # Where all have one and the same hex it does not matter who goes first, unless a step is
        # lost in it (12.3).
        only = len(offers) == 1 and all(len(choices) == 1 for choices in best.values())
        costs = any(rank == VOLUNTARY for rank, _ in ranked.values())
        if len(units) > 1 and (costs or not only):
            offers += [("apart", unit, to) for unit in units for to in best[unit]]
        if not offers:
            # Nobody has a way as he is.
            smaller = [unit for unit in units if self.goes_as_battalion(side, unit, path)]
            if smaller:
                offers = [*(("lose", unit) for unit in smaller), ("stay",)]
        elif all(rank == VOLUNTARY or not best[unit] for unit, (rank, _) in ranked.items()):
            offers.append(("stay",))  # 12.3 gives leave to go, it does not force anybody
        if not offers:
            self.strand(side, units, hexes, path)
            return
        answer = offers[0]
        if len(offers) > 1:
            answer = yield Ask(side, "retreat_to", "9.41", offers, {"place": path[-1]})
        if answer[0] == "stay":
            self.strand(side, units, hexes, path)
        elif answer[0] == "lose":
            units = [*units]
            while self.units[answer[1]].is_large and answer[1] in units:
                where = units.index(answer[1])
                left = self.lose_one(side, answer[1], None)
                self.lost_steps[side] += 1
                units[where : where + 1] = [left] if left else []
            yield from self.retreat_group(side, units, hexes, path)
        elif answer[0] == "apart":
            unit, to = answer[1], answer[2]
            yield from self.retreat_step(side, [unit], hexes, path, to)
            rest = [one for one in units if one != unit]
            yield from self.retreat_group(side, rest, hexes, path)
        else:
            yield from self.retreat_step(side, units, hexes, path, answer[1])

    def strand(self, side: str, units: list[str], hexes: int, path: list[str]) -> None:
        """Units that cannot go on stay and lose steps instead (9.43, R59)."""
        at = path[-1]
        here, missing = self.stranded.get(at, ([], 0))
        self.stranded[at] = ([*here, *units], max(missing, hexes))
        if side != self.active and path[1:]:
            self.paths.append(path[1:])

    def goes_as_battalion(self, side: str, unit: str, path: list[str]) -> bool:
        """Whether a brigade without a way would have one as a battalion (9.42, R59)."""
        card = self.units[unit]
        stand_in = self.free_battalion(unit) if card.battalion else ""
        if not stand_in:
            return False
        old = self.place[unit], self.place[stand_in], self.formation[stand_in]
        self.place[unit], self.place[stand_in] = DEAD, old[0]
        self.formation[stand_in] = self.formation[unit]
        good = bool(self.retreat_hexes(side, stand_in, path)[1])
        self.place[unit], self.place[stand_in], self.formation[stand_in] = old
        return good

    def retreat_step(
        self, side: str, units: list[str], hexes: int, path: list[str], to: str
    ) -> Flow:
        """Units go one hex, then on."""
        costly = self.costs_a_step(side, to)
        for unit in units:
            self.enter(unit, path[-1], to)
        self.tell("retreated", units=tuple(units), start=path[-1], place=to)
        if costly:
            yield from self.lose_steps(side, 1, [], "12.3", units)
        yield from self.retreat_group(side, units, hexes - 1, [*path, to])

    def costs_a_step(self, side: str, to: str) -> bool:
        """Whether a hex is entered by 12.3: an enemy zone without friends."""
        return to in self.zone(enemy_of(side)) and not self.at(to, side)

    def retreat_hexes(self, side: str, unit: str, path: list[str]) -> tuple[int, list[str]]:
        """Where a unit may retreat next: the best rank that has any hex (9.41, 9.42, R21)."""
        at = path[-1]
        foe, zone = self.occupied(enemy_of(side)), self.zone(enemy_of(side))
        threats = [self.target] if side == self.active else self.threats()
        now = min(distance(at, one) for one in threats)
        ranks: list[list[str]] = [[], [], [], []]
        for to in self.board.near[at]:
            if to in foe or not self.open_side(unit, at, to):
                continue
            if not self.room(to, [unit]):
                continue
            if to not in zone:
                if min(distance(to, one) for one in threats) > now:
                    ranks[0].append(to)
                elif to not in path:
                    ranks[1].append(to)
            elif self.at(to, side):
                ranks[2].append(to)
            elif "retreat_through_zoc" in self.options and to not in path:
                ranks[3].append(to)
        number = next((number for number, rank in enumerate(ranks) if rank), 0)
        return number, sorted(ranks[number])

    def threats(self) -> list[str]:
        """The hexes from which the distance of retreating defenders counts (R21)."""
        return [self.place[unit] for unit in self.alive(self.active)] or self.origins


__all__ = ["ALLIED", "Retreat"]
