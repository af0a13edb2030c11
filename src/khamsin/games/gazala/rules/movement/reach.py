"""4.1 How far units come, and by which way.

A unit names its destination and takes the cheapest way there; who cares for the way makes several
shorter moves with the points that are left.
"""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, WAITING
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.model.ways import FOOT, MECH, Passage
from khamsin.kernel.map.hexsets import spread, union

from .cost import (
    entry_cost,
    entry_hexes,
    is_barred_west,
    leaving_cost,
    offers_shelter,
    on_road,
    points_left,
    why_not_step,
)


class Order(NamedTuple):
    """Which of the cheapest ways to a hex is taken: the lowest."""

    cost: int
    """What the hex before it costs."""
    before: Order | None
    """By which way that one is reached."""
    place: int
    """The hex itself."""


def reach(g: State, units: tuple[int, ...]) -> Reach:
    """4.1 Where these units can go together; kept until something moves."""
    found: Reach | None = g.cache.get(units)
    if found is None:
        found = g.cache[units] = Reach(g, units)
    return found


def way_to(g: State, units: tuple[int, ...], goal: int) -> list[int]:
    """4.1 The hexes that these units enter on their way to one that is in reach."""
    found: Reach | None = g.cache.get(units)
    if found is None:
        found = Reach(g, units, goal)
    return found.way_to(goal)


class Reach:
    """4.1 The hexes that units can reach together, by what it costs."""

    __slots__ = (
        "_costs", "_enter", "_first", "_going", "_leave", "_mines", "_minimum", "_not_west",
        "_orders", "_pack", "_shelters", "_start", "_starts", "_ways_into", "_zones", "hexes",
    )  # fmt: skip

    def __init__(self, g: State, units: tuple[int, ...], goal: int = NOBODY) -> None:
        """Look where these units can go; with a goal only until that one is reached."""
        pack = self._pack = g.pack
        unit = units[0]
        side, kind = pack.side_of[unit], MECH if pack.is_mech[unit] else FOOT
        left = min([points_left(g, each) for each in units])
        # 4.42, R58: each pays its own way out of a zone, which nobody can pay twice in a move.
        self._leave = left - min([points_left(g, each) - leaving_cost(g, each) for each in units])
        self._enter = pack.numbers.zoc_enter
        self._zones = g.zones[1 - side]
        self._shelters = _shelters(g, side, units)
        self._start, self._first = g.place[unit], g.cross[unit]
        self._starts = _first_hexes(g, unit, kind)
        self._mines = g.mines if side == AXIS else None  # 10.83
        self._not_west = is_barred_west(g, side)
        linked = all(on_road(g, each) for each in units)
        self._going = passage(g, side).going[kind][linked]
        self._ways_into = pack.ways_into[kind][linked]
        self._orders: dict[int, Order] = {}
        self._costs = [0] * (left + 1)
        """By half points, the hexes that cost so many."""
        self._spread(g, units, goal)
        self._minimum = 0
        self.hexes = union(self._costs)
        """The set of all hexes in reach."""
        if self._start >= 0:
            self.hexes &= ~pack.sets.bit[self._start]
            if goal == NOBODY and not any(g.spent[each] for each in units):
                self._minimum = _minimum_move(g, units, self.hexes)
                self.hexes |= self._minimum

    def _spread(self, g: State, units: tuple[int, ...], goal: int) -> None:
        """4.1, 4.32, 4.42, 4.43 From the hexes that cost least to those that cost most.

        From a zone of control to the next only to friends who have not moved.
        """
        costs, zones, sets = self._costs, self._zones, self._pack.sets
        bit = sets.bit
        wanted = bit[goal] if goal != NOBODY else 0
        free = sets.every & ~g.held[1 - self._pack.side_of[units[0]]]
        for place, cost in self._starts:
            if cost < len(costs):
                costs[cost] |= bit[place]
        for paid, hexes in enumerate(costs):
            here = costs[paid] = hexes & free  # to the others a cheaper way was found
            if not here:
                continue
            free ^= here
            if here & wanted:
                del costs[paid + 1 :]
                return
            beyond = free
            if paid == 0 and self._first != NOBODY:
                beyond &= sets.at(self._pack.board.ends[self._first])  # R39
            guarded = here & zones
            if guarded:
                here ^= guarded
                self._go_on(guarded, paid + self._leave, beyond & (~zones | self._shelters))
            if here:
                self._go_on(here, paid, beyond)

    def _go_on(self, hexes: int, paid: int, free: int) -> None:
        """One step further from these hexes, to where it is free to go."""
        costs, zones, enter = self._costs, self._zones, self._enter
        most = len(costs)
        for sides, at, prices, least in self._going:
            if paid + least >= most or not hexes & at:
                continue
            ahead = spread(hexes, sides) & free
            if not ahead:
                continue
            guarded = ahead & zones
            ahead ^= guarded
            for price, ground in prices:
                cost = paid + price
                if cost < most:
                    costs[cost] |= ahead & ground
                    if guarded and cost + enter < most:
                        costs[cost + enter] |= guarded & ground

    # -- ways --------------------------------------------------------------------------------

    @property
    def spent(self) -> dict[int, int]:
        """Half points to each hex in reach, those that cost least first."""
        sets = self._pack.sets
        costs = [hexes & self.hexes for hexes in self._costs]
        costs[-1] |= self._minimum
        return {place: cost for cost, hexes in enumerate(costs) for place in sets.spaces(hexes)}

    def way_to(self, goal: int) -> list[int]:
        """The hexes that are entered on the way, the goal last."""
        bit = self._pack.sets.bit[goal]
        cost = next((cost for cost, hexes in enumerate(self._costs) if hexes & bit), NOBODY)
        if cost == NOBODY:
            return [goal]  # 4.12, 4.33 the one hex that can always be entered
        way: list[int] = []
        order: Order | None = self._order(goal, cost)
        while order is not None and order.place != self._start:
            way.append(order.place)
            order = order.before
        way.reverse()
        return way

    def _order(self, there: int, cost: int) -> Order:
        """The way to a hex, for comparison with the ways to others that cost the same."""
        found = self._orders.get(there)
        if found is None:
            found = self._orders[there] = self._find_order(there, cost)
        return found

    def _find_order(self, there: int, cost: int) -> Order:
        """From the hex that costs least; of several from that which was found first."""
        if (there, cost) in self._starts:
            return Order(self._starts.index((there, cost)) - len(self._starts), None, there)
        costs, zones, bit = self._costs, self._zones, self._pack.sets.bit
        is_guarded = zones & bit[there]
        if is_guarded:
            cost -= self._enter
        best = cost
        origins: list[int] = []
        for here, edge, price in self._ways_into[there]:
            before = cost - price
            if zones & bit[here]:
                before -= self._leave
                if is_guarded and not self._shelters & bit[there]:
                    continue
            if not 0 <= before <= best or not costs[before] & bit[here]:
                continue
            if not self._is_open(here, there, edge):
                continue
            if before < best:
                best, origins = before, []
            origins.append(here)
        return Order(best, min([self._order(here, best) for here in origins]), there)

    def _is_open(self, here: int, there: int, edge: int) -> bool:
        """7.6, 10.83, R39 No mines, not west in a withdrawal, and over a new breach first."""
        if self._mines is not None and self._mines[edge]:
            return False
        if self._not_west and self._pack.west_of[here] == there:
            return False
        return self._first == NOBODY or here != self._start or edge == self._first


def passage(g: State, side: int) -> Passage:
    """7.6, 10.83 The hexsides over which units of a side may go."""
    if side == AXIS:
        return g.passage
    return g.pack.passage_not_west if is_barred_west(g, side) else g.pack.free_passage


def _shelters(g: State, side: int, units: tuple[int, ...]) -> int:
    """4.43 The hexes in enemy zones of control where friends offer shelter."""
    sets = g.pack.sets
    beside = g.held[side] & g.zones[1 - side]
    if not beside:
        return 0
    return sets.at([h for h in sets.spaces(beside) if offers_shelter(g, side, h, units)])


def _first_hexes(g: State, unit: int, kind: int) -> list[tuple[int, int]]:
    """11.11 Where a move begins, and what it has cost: where the unit is, or an entry hex."""
    if g.place[unit] != WAITING:
        return [(g.place[unit], 0)]
    side = g.pack.side_of[unit]
    zoc, enter = g.zoc[1 - side], g.pack.numbers.zoc_enter
    return [
        (place, entry_cost(g, place, kind) + (enter if zoc[place] else 0))
        for place in entry_hexes(g, side)
    ]


def _minimum_move(g: State, units: tuple[int, ...], found: int) -> int:
    """4.12, 4.33 One hex can always be entered, whatever it costs: those beside the start."""
    start, sets = g.place[units[0]], g.pack.sets
    beside = sets.spaces(sets.near[start] & ~found & ~g.held[1 - g.pack.side_of[units[0]]])
    return sets.at([h for h in beside if why_not_step(g, units, start, h) is None])
