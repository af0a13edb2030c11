"""The referee's own books: where every counter is and in what state, kept from answers and dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from tests.referee.gazala.board import (
    ALLIED,
    AXIS,
    INDEPENDENT,
    ROMMEL,
    SIDES,
    Counter,
    board,
    brigade_of,
    counters,
    enemy_of,
    formations,
    scenarios,
    tables,
    west_of,
)

SUPPLIED, UNSUPPLIED, ISOLATED = 0, 1, 2
DEAD, WAITING, LATER, LEFT, AFLOAT, ABSENT = "dead", "waiting", "later", "left", "afloat", "absent"
"""Where a counter is that is not on the map. Battalion counters not in use are DEAD too."""


class Books:
    """The position, and what follows from it alone: zones of control, stacking, supply lines."""

    def __init__(self, scenario: str, options: Iterable[str]) -> None:
        self.scenario = next(row for row in scenarios()["scenario"] if row["id"] == scenario)
        self.options = frozenset(options)
        self.units = counters()
        self.board = board()
        self.turn = 0
        self.withdrawing = False
        self.place: dict[str, str] = {}
        self.step: dict[str, int] = dict.fromkeys(self.units, 0)
        self.formation = {unit.id: unit.formation for unit in self.units.values()}
        self.supply: dict[str, int] = dict.fromkeys(self.units, SUPPLIED)
        """The status that counts now (R44)."""
        self.morning: dict[str, int] = dict.fromkeys(self.units, SUPPLIED)
        """The status of the initial segment, from which activation counts (6.12, R13)."""
        self.control: dict[str, str] = {}
        self.mines = set(self.board.mines)
        self.forts = set(self.board.forts)
        self.troops: dict[str, str] = dict(brigade_of())
        """Whose troops a battalion counter stands for (R37)."""
        self.crossed: set[frozenset[str]] = set()
        """Fort hexsides that an Axis unit has crossed in this impulse (10.7)."""

    # -- counters ----------------------------------------------------------------------------

    def on_map(self, unit: str) -> bool:
        """Whether a counter stands in a hex."""
        return self.place.get(unit, ABSENT) in self.board.terrain

    def army(self, side: str) -> list[str]:
        """All units of a side on the map, in the order of the pack."""
        return [u.id for u in self.units.values() if u.side == side and self.on_map(u.id)]

    def at(self, hexagon: str, side: str = "") -> list[str]:
        """The units in a hex (of one side), in the order of the pack."""
        return [
            name
            for name, unit in self.units.items()
            if self.place.get(name) == hexagon and side in ("", unit.side)
        ]

    def holder(self, hexagon: str) -> str:
        """The side that has units in a hex; nothing if it is empty."""
        there = self.at(hexagon)
        return self.units[there[0]].side if there else ""

    def occupied(self, side: str) -> dict[str, list[str]]:
        """The hexes in which a side has units, and which."""
        found: dict[str, list[str]] = {}
        for name in self.army(side):
            found.setdefault(self.place[name], []).append(name)
        return found

    def values(self, unit: str) -> tuple[int, int, int]:
        """Combat, armour and movement at the present step."""
        return self.units[unit].steps[self.step[unit]]

    def free_battalion(self, brigade: str) -> str:
        """What stands in for a reduced brigade that loses a step: its own counter, else any free
        one of the family (9.31, R37); nothing if there is none."""
        own = self.units[brigade].battalion
        if not own:
            return ""
        family = self.units[own].family
        mates = [name for name, unit in self.units.items() if unit.family == family]
        for name in [own, *mates]:
            if self.place.get(name) == DEAD:
                return name
        return ""

    def steps_in(self, units: list[str]) -> int:
        """How many steps these units can lose, one after another in the best order (9.31, R20)."""
        total = 0
        for unit in units:
            card = self.units[unit]
            total += len(card.steps) - self.step[unit]
            if card.battalion:
                family = self.units[card.battalion].family
                mates = [name for name, one in self.units.items() if one.family == family]
                # A counter that is eliminated can be used again.
                total += any(self.place.get(name) == DEAD or name in units for name in mates)
        return total

    # -- zones of control (4.4) ----------------------------------------------------------------

    def zone(self, side: str) -> set[str]:
        """Every hex in a side's zone of control (4.41)."""
        zone: set[str] = set()
        for at, there in self.occupied(side).items():
            troops = [self.units[name] for name in there if not self.units[name].is_hq]
            if not troops:
                continue
            large = any(unit.is_large for unit in troops)
            battalions = sum(not unit.is_large for unit in troops)
            full = large or battalions >= tables()["stacking"]["zoc_battalions"]
            for to in self.board.near[at]:
                pair = frozenset((at, to))
                if pair in self.board.cliffs:
                    continue
                mined = pair in self.mines
                if mined and side == AXIS:
                    continue
                reaches = full
                if side == ALLIED and mined:
                    reaches = True  # 4.41.b, R53: any unit, whatever its size
                if side == ALLIED and "zoc_from_forts" in self.options:
                    inside, outside = at in self.board.inside, to in self.board.inside
                    if pair in self.forts and inside and not outside:
                        reaches = True
                if reaches:
                    zone.add(to)
        return zone

    # -- stacking (5.1) -------------------------------------------------------------------------

    def fits(self, names: Iterable[str]) -> bool:
        """Whether these units may stand together (5.1, R30, R48)."""
        cards = [self.units[name] for name in names]
        hqs = sum(card.is_hq for card in cards)
        small = sum(not card.is_hq and not card.is_large for card in cards)
        small += max(0, hqs - 1)
        large = [card.id for card in cards if card.is_large]
        if len(large) <= 1:
            return len(large) + small <= tables()["stacking"]["units"]
        if len(large) > tables()["stacking"]["pair_large"]:
            return False
        one, other = (self.formation[name] for name in large)
        return one == other != INDEPENDENT and small <= tables()["stacking"]["pair_small"]

    def room(self, hexagon: str, newcomers: Iterable[str]) -> bool:
        """Whether these units may come into a hex without overstacking it."""
        new = list(newcomers)
        side = self.units[new[0]].side
        return self.fits(set(self.at(hexagon, side)) | set(new))

    # -- going from hex to hex ------------------------------------------------------------------

    def open_side(self, unit: str, start: str, to: str) -> bool:
        """Whether a unit may cross this hexside in normal movement (10.83, R50), enemies aside."""
        pair = frozenset((start, to))
        if not self.open_ground(unit, start, to):
            return False
        return not (self.units[unit].side == AXIS and pair in self.mines)

    def open_ground(self, unit: str, start: str, to: str) -> bool:
        """The same, mines aside: cliffs (R50), and straight west in a withdrawal (7.6, R31)."""
        card = self.units[unit]
        if frozenset((start, to)) in self.board.cliffs and not card.foot:
            return False
        return not (card.side == ALLIED and self.withdrawing and to == west_of(start))

    def enter(self, unit: str, start: str, to: str) -> None:
        """Put a unit into the next hex: it takes control (R10), forts crossed are noted (10.7)."""
        side = self.units[unit].side
        self.place[unit] = to
        self.control[to] = side
        pair = frozenset((start, to))
        if side == AXIS and pair in self.forts:
            self.crossed.add(pair)

    # -- supply lines (6.1) ---------------------------------------------------------------------

    def usable(self, side: str) -> set[str]:
        """Hexes through which a side's lines may run (6.13)."""
        enemy = enemy_of(side)
        theirs, ours = self.occupied(enemy), self.occupied(side)
        zone = self.zone(enemy)
        return {at for at in self.board.land if at not in theirs and (at in ours or at not in zone)}

    def spread(self, side: str, starts: Iterable[str], usable: set[str]) -> dict[str, int]:
        """The length of the shortest line from any of these hexes to every hex (6.13)."""
        far = {at: 0 for at in starts if at in usable}
        queue = deque(far)
        while queue:
            at = queue.popleft()
            for to in self.board.near[at]:
                if to in far or to not in usable:
                    continue
                if side == AXIS and frozenset((at, to)) in self.mines:
                    continue
                far[to] = far[at] + 1
                queue.append(to)
        return far

    def road_net(self, usable: set[str]) -> set[str]:
        """The road hexes joined to the west edge (R9)."""
        start = self.board.raw["supply_source"][0]["road_from"]
        net = {start} & usable
        queue = deque(net)
        while queue:
            at = queue.popleft()
            for to in self.board.near[at]:
                pair = frozenset((at, to))
                if self.board.links.get(pair) != "road" or pair in self.mines:
                    continue
                if to in usable and to not in net:
                    net.add(to)
                    queue.append(to)
        return net

    def hqs(self, side: str) -> list[str]:
        """The HQs of a side on the map, without Rommel, who supplies nobody (10.2)."""
        return [name for name in self.army(side) if self.units[name].type == "hq"]

    def hq_supplied(self, hq: str, usable: set[str]) -> bool:
        """Whether an HQ has its own line to a source (6.11, 6.15, R8, R9)."""
        side = self.units[hq].side
        far = self.spread(side, [self.place[hq]], usable)
        if side == AXIS:
            limit = tables()["limits"]["axis_line"]
            is_long = hq in self.scenario["long_supply"]
            if is_long and self.turn <= self.scenario["long_supply_turns"]:
                limit = tables()["limits"]["axis_line_long"]
            return any(far.get(at, 999) <= limit for at in self.road_net(usable))
        source = self.board.raw["supply_source"][1]
        if source["port"] in far and self.control[source["port"]] == ALLIED:
            return True
        return any(at in far for at in source["edge"])

    def status(self, side: str) -> dict[str, int]:
        """The supply of every unit of a side on the map, tested now as in 6.11."""
        usable = self.usable(side)
        hqs = self.hqs(side)
        good = [hq for hq in hqs if self.hq_supplied(hq, usable)]
        near_any = self.spread(side, [self.place[hq] for hq in hqs], usable)
        near_good = self.spread(side, [self.place[hq] for hq in good], usable)
        found = {}
        for name in self.army(side):
            if name == ROMMEL:
                found[name] = SUPPLIED  # R30
            elif name in hqs:
                found[name] = SUPPLIED if name in good else UNSUPPLIED  # R8
            elif self.place[name] in near_good:
                found[name] = SUPPLIED
            elif self.place[name] in near_any:
                found[name] = UNSUPPLIED
            else:
                found[name] = ISOLATED
        return found

    # -- losing steps ---------------------------------------------------------------------------

    def lose_step(self, unit: str) -> str:
        """A unit loses a step (9.31, R37); what stands there now, nothing if it is eliminated."""
        card = self.units[unit]
        if self.step[unit] + 1 < len(card.steps):
            self.step[unit] += 1
            return unit
        stand_in = self.free_battalion(unit)
        if not stand_in:
            self.place[unit] = DEAD
            return ""
        self.detach(unit, stand_in)
        self.place[unit] = DEAD
        return stand_in

    def detach(self, unit: str, battalion: str) -> None:
        """A battalion counter comes into use for a brigade's troops (10.6, R37)."""
        self.place[battalion] = self.place[unit]
        self.step[battalion] = 0
        self.troops[battalion] = unit
        self.formation[battalion] = self.formation[unit]
        self.supply[battalion] = self.supply[unit]
        self.morning[battalion] = self.morning[unit]

    def detached(self, brigade: str) -> list[str]:
        """Battalions on the map that stand for troops of a brigade (R37)."""
        return [name for name, own in self.troops.items() if own == brigade and self.on_map(name)]


def hq_of(formation: str) -> str:
    """The HQ counter of a formation."""
    return formations()[formation][1]


def side_of(formation: str) -> str:
    """The side of a formation that has an HQ."""
    return formations()[formation][0]


__all__ = ["SIDES", "Books", "Counter", "brigade_of", "hq_of", "side_of"]
