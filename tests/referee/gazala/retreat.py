"""Losses and retreats after combat (9.3, 9.4, R21, R59)."""

from __future__ import annotations

from tests.referee.gazala.board import ALLIED, distance, enemy_of
from tests.referee.gazala.desk import Ask, Flow
from tests.referee.gazala.odds import Odds


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

    def lose_one(self, side: str, unit: str, among: list[str] | None) -> None:
        """A unit loses a step; a battalion takes the place of its brigade."""
        remains = self.reduce(unit)
        if remains == unit:
            return
        for group in (self.forces[side], *([among] if among is not None else [])):
            where = group.index(unit)
            group[where : where + 1] = [remains] if remains else []
        if remains:
            if unit in self.retreated:
                self.retreated.add(remains)
            if unit in self.fought:
                self.fought.add(remains)

    # -- retreating (9.4) --------------------------------------------------------------------------

    def retreat(self, side: str, hexes: int) -> Flow:
        """The units of a force retreat, hex by hex, stack by stack (R21, R59)."""
        self.retreated |= set(self.alive(side))
        groups: dict[str, list[str]] = {}
        for unit in self.alive(side):
            groups.setdefault(self.place[unit], []).append(unit)
        self.stranded: dict[str, tuple[list[str], int]] = {}
        for at in sorted(groups):
            yield from self.retreat_group(side, groups[at], hexes, [at])
        for at, (units, missing) in sorted(self.stranded.items()):
            self.tell("cannot_retreat", place=at, hexes=missing)
            yield from self.lose_steps(side, missing, [], "9.43", units)
            if side != self.active and not [u for u in units if self.on_map(u)]:
                self.short_hexes = max(self.short_hexes, missing)

    def retreat_group(self, side: str, units: list[str], hexes: int, path: list[str]) -> Flow:
        """A stack retreats, together as long as it can and its owner wants."""
        units = [unit for unit in units if self.on_map(unit)]
        if not units:
            return
        if not hexes:
            if side != self.active:
                self.paths.append(path[1:])
            return
        choices = self.retreat_hexes(side, units, path)
        answer: tuple[str, ...]
        if not choices and len(units) > 1:
            answer = ("apart",)
        elif not choices:
            at = path[-1]
            here, missing = self.stranded.get(at, ([], 0))
            self.stranded[at] = ([*here, *units], max(missing, hexes))
            if side != self.active and path[1:]:
                self.paths.append(path[1:])
            return
        else:
            offers: list[tuple[str, ...]] = [("to", to) for to in choices]
            alone = [self.retreat_hexes(side, [unit], path) for unit in units]
            if len(units) > 1 and len(choices) > 1:
                offers.append(("apart",))
            elif any(own != choices for own in alone):
                self.met.append("retreat apart")
            if len(offers) == 1:
                answer = offers[0]
            else:
                answer = yield Ask(side, "retreat_to", "9.41", offers, {"place": path[-1]})
        if answer == ("apart",):
            for unit in units:
                yield from self.retreat_group(side, [unit], hexes, path)
            return
        to = answer[1]
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

    def retreat_hexes(self, side: str, units: list[str], path: list[str]) -> list[str]:
        """Where a stack may retreat next: the best rank that has any hex (9.41, 9.42, R21)."""
        at = path[-1]
        foe, zone = self.occupied(enemy_of(side)), self.zone(enemy_of(side))
        threats = [self.target] if side == self.active else self.threats()
        now = min(distance(at, one) for one in threats)
        ranks: list[list[str]] = [[], [], [], []]
        for to in self.board.near[at]:
            if to in foe or not all(self.open_side(unit, at, to) for unit in units):
                continue
            if not self.room(to, units):
                continue
            if to not in zone:
                if min(distance(to, one) for one in threats) > now:
                    ranks[0].append(to)
                elif to not in path:
                    ranks[1].append(to)
            elif self.at(to, side):
                ranks[2].append(to)
            elif "retreat_through_zoc" in self.options:
                ranks[3].append(to)
        return sorted(next((rank for rank in ranks if rank), []))

    def threats(self) -> list[str]:
        """The hexes from which the distance of retreating defenders counts (R21)."""
        return [self.place[unit] for unit in self.alive(self.active)] or self.origins


__all__ = ["ALLIED", "Retreat"]
