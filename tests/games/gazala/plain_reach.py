"""How far units come, hex by hex: the long way, to hold the short one against."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, WAITING
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.model.ways import FOOT, MECH
from khamsin.games.gazala.rules.movement.cost import (
    entry_cost,
    entry_hexes,
    is_barred_west,
    leaving_cost,
    offers_shelter,
    on_road,
    points_left,
    why_not_step,
)


class PlainReach:
    """4.1 Half points to each hex, and the hex before it on the cheapest way."""

    def __init__(self, g: State, units: tuple[int, ...]) -> None:
        pack = g.pack
        self.start = start = g.place[units[0]]
        side = pack.side_of[units[0]]
        kind = MECH if pack.is_mech[units[0]] else FOOT
        left = min(points_left(g, unit) for unit in units)
        leave = left - min(points_left(g, unit) - leaving_cost(g, unit) for unit in units)
        ways = pack.ways[kind][all(on_road(g, unit) for unit in units)]
        zoc, enter, first = g.zoc[1 - side], pack.numbers.zoc_enter, g.cross[units[0]]
        self.spent: dict[int, int] = {}
        self.came_from: dict[int, int] = {}
        best = [left + 1] * len(pack.place_ids)
        for place, enemies in enumerate(g.here[1 - side]):
            if enemies:
                best[place] = 0  # 4.32
        by_cost: list[list[int]] = [[] for _ in range(left + 1)]
        for place, cost in self.first_hexes(g, units[0], kind):
            if cost < best[place]:
                best[place] = cost
                by_cost[cost].append(place)
        for used, hexes in enumerate(by_cost):
            for here in hexes:
                if best[here] != used:
                    continue  # a cheaper way was found since
                self.spent[here] = used
                for there, edge, price in ways[here]:
                    cost = used + price + (leave if zoc[here] else 0) + (enter if zoc[there] else 0)
                    if cost >= best[there]:
                        continue
                    if zoc[here] and zoc[there] and not offers_shelter(g, side, there, units):
                        continue  # 4.43
                    if side == AXIS and g.mines[edge]:
                        continue  # 10.83
                    if is_barred_west(g, side) and pack.west_of[here] == there:
                        continue  # 7.6
                    if first != NOBODY and here == start and edge != first:
                        continue  # R39
                    best[there] = cost
                    self.came_from[there] = here
                    by_cost[cost].append(there)
        if start >= 0:
            if not any(g.spent[unit] for unit in units):  # 4.12, 4.33
                for there, _ in pack.hexsides_of[start]:
                    if there not in self.spent and why_not_step(g, units, start, there) is None:
                        self.spent[there] = left
                        self.came_from[there] = start
            del self.spent[start]

    @staticmethod
    def first_hexes(g: State, unit: int, kind: int) -> list[tuple[int, int]]:
        """11.11 Where a move begins, and what it has cost."""
        if g.place[unit] != WAITING:
            return [(g.place[unit], 0)]
        side = g.pack.side_of[unit]
        enter = g.pack.numbers.zoc_enter
        return [
            (place, entry_cost(g, place, kind) + (enter if g.zoc[1 - side][place] else 0))
            for place in entry_hexes(g, side)
        ]

    def way_to(self, goal: int) -> list[int]:
        """The hexes entered on the way."""
        way = [goal]
        while self.came_from.get(way[-1], self.start) != self.start:
            way.append(self.came_from[way[-1]])
        way.reverse()
        return way
