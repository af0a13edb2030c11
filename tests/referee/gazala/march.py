"""Where a unit or a stack may go, at what price, and by which ways (4, R11, R12, R58)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from tests.referee.gazala.board import ALLIED, ROMMEL, enemy_of, tables
from tests.referee.gazala.books import SUPPLIED, WAITING
from tests.referee.gazala.desk import Desk

Node = tuple[str, int, int]
"""A hex, the points paid so far for the hexes alone, and how often a zone was left."""


Around = tuple[dict[str, list[str]], set[str]]
"""The enemy's hexes and zones of control."""


class Way(NamedTuple):
    """All cheapest ways to one hex: what may follow what."""

    start: Node
    goal: str
    after: dict[Node, list[Node]]


class March(Desk):
    """Costs and ways of movement. All points are half movement points."""

    def begin_marches(self) -> None:
        """At the start of an impulse nobody has moved."""
        self.spent: dict[str, int] = {}
        """Half points spent by those that have begun to move in this impulse."""
        self.road: dict[str, bool] = {}
        """Whether a unit began its move on a road or track (4.31)."""
        self.over: set[str] = set()
        """Units whose move is over because another was taken in hand (R58)."""
        self.tried: set[str] = set()
        """Units that have tried to breach (R39)."""
        self.stuck: set[str] = set()
        """Units whose attempt failed: they do not move in this impulse (R39)."""
        self.cross: dict[str, frozenset[str]] = {}
        """The breach that a unit's first step must lead through (R39)."""
        self.helped: dict[str, int] = {}
        """How many others an engineer has assisted (10.85)."""
        self.tied: set[str] = set()
        """Engineers that have assisted in vain: part of the attempt, they do not move (R39)."""
        self.began = dict(self.place)
        """Where everybody stood at the start of the impulse (10.85)."""

    def allowance(self, unit: str) -> int:
        """Half points of a unit in this impulse (6.23, R30)."""
        printed = self.values(unit)[2]
        if self.units[unit].foot or unit == ROMMEL or self.eligible[unit] == SUPPLIED:
            return 2 * printed
        return 2 * ((printed + 1) // 2)

    def left(self, unit: str) -> int:
        """Half points that are left."""
        return self.allowance(unit) - self.spent.get(unit, 0)

    def fresh(self, unit: str) -> bool:
        """Eligible, not moved in this impulse, and not held."""
        return (
            unit in self.eligible
            and unit not in self.spent
            and unit not in self.stuck
            and unit not in self.tied
            and unit not in self.locked
            and (self.on_map(unit) or self.place[unit] == WAITING)
        )

    def on_road(self, unit: str) -> bool:
        """Whether a unit has the benefit of roads (4.31, 11.11)."""
        if unit in self.road:
            return self.road[unit]
        return self.place[unit] == WAITING or self.place[unit] in self.board.on_link

    def price(self, unit: str, start: str, to: str, road: bool) -> int:
        """Half points for the terrain of one step, zones aside (4.11, 4.31, R11, R50)."""
        kind = "foot" if self.units[unit].foot else "mech"
        pair = frozenset((start, to))
        if road and pair in self.board.links:
            wanted = self.board.links[pair]
            return next(row[kind] for row in tables()["link_cost"] if row["id"] == wanted)
        terrain = self.board.terrain[to]
        cost = next(row[kind] for row in tables()["terrain"] if row["id"] == terrain)
        if pair in self.board.cliffs:
            cost += tables()["cliff"][kind]
        return int(cost)

    def entry_price(self, unit: str, to: str) -> int:
        """Half points for the first hex of a reinforcement (11.11, R62)."""
        kind = "foot" if self.units[unit].foot else "mech"
        links = self.board.on_link.get(to, set())
        if links:
            return min(row[kind] for row in tables()["link_cost"] if row["id"] in links)
        terrain = self.board.terrain[to]
        return int(next(row[kind] for row in tables()["terrain"] if row["id"] == terrain))

    def entries(self, side: str) -> list[str]:
        """The hexes in which reinforcements may enter now (11.11, R3)."""
        row = next(row for row in self.board.raw["entry"] if row["side"] == side)
        hexes = row["hexes"]
        if side == ALLIED and "entry_gambut" in self.options:
            hexes = row["alternative"]
        foe = self.occupied(enemy_of(side))
        return [at for at in hexes if self.control.get(at) == side and at not in foe]

    def shelters(self, to: str, hand: list[str]) -> list[str]:
        """Friendly units in a hex that have not moved this turn (4.43)."""
        side = self.units[hand[0]].side
        return [name for name in self.at(to, side) if name not in hand and name not in self.moved]

    def look_round(self) -> tuple[dict[str, list[str]], set[str]]:
        """The enemy's hexes and zones, as the active side sees them."""
        enemy = enemy_of(self.active)
        return self.occupied(enemy), self.zone(enemy)

    def steps_from(
        self, hand: list[str], node: Node, first: bool, foe: Around
    ) -> Iterator[tuple[Node, bool]]:
        """The next nodes from a node, and whether all units in hand can pay for it."""
        at, base, exits = node
        theirs, zone = foe
        road = self.on_road(hand[0])
        extra = tables()["zoc"]["enter"]
        crossing = {self.cross[unit] for unit in hand if unit in self.cross}
        for to in self.board.near[at]:
            pair = frozenset((at, to))
            if to in theirs or not all(self.open_side(unit, at, to) for unit in hand):
                continue
            if first and any(wanted != pair for wanted in crossing):
                continue
            if at in zone and to in zone and not self.shelters(to, hand):
                continue
            more = self.price(hand[0], at, to, road) + (extra if to in zone else 0)
            new: Node = (to, base + more, exits + (at in zone))
            yield new, self.afford(hand, new)

    def first_hexes(self, hand: list[str], foe: Around) -> Iterator[Node]:
        """The entry hexes that reinforcements in hand can pay for (11.11, R62)."""
        extra = tables()["zoc"]["enter"]
        for to in self.entries(self.active):
            node = (to, self.entry_price(hand[0], to) + (extra if to in foe[1] else 0), 0)
            if self.afford(hand, node):
                yield node

    def afford(self, hand: list[str], node: Node) -> bool:
        """Whether every unit in hand can pay for a way to a node (4.12, 4.42, R12)."""
        _, base, exits = node
        return all(base + exits * self.values(unit)[2] <= self.left(unit) for unit in hand)

    def can_step(self, unit: str, foe: Around) -> bool:
        """Whether a unit can go anywhere at all."""
        at = self.place[unit]
        if at == WAITING:
            return any(True for _ in self.first_hexes([unit], foe))
        fresh = unit not in self.spent
        steps = self.steps_from([unit], (at, 0, 0), True, foe)
        return any(paid or fresh for _, paid in steps)

    def ways(self, hand: list[str], foe: Around) -> dict[Node, list[Node]]:
        """Every way of a unit or stack in hand: each node with those just before it.

        Prices are the same for all units of a stack but for leaving a zone, which costs half the
        printed allowance; so a node keeps both numbers, and nothing dearer in both is kept.
        """
        start: Node = (self.place[hand[0]], 0, 0)
        fresh = not any(unit in self.spent for unit in hand)
        before: dict[Node, list[Node]] = {start: []}
        best: dict[str, list[Node]] = {start[0]: [start]}
        queue: list[tuple[int, Node]] = [(0, start)]
        if start[0] == WAITING:
            queue = []
            for node in self.first_hexes(hand, foe):
                before[node] = [start]
                best[node[0]] = [node]
                heappush(queue, (node[1], node))
        while queue:
            _, node = heappop(queue)
            if node not in best[node[0]]:
                continue
            first = node == start
            for new, paid in self.steps_from(hand, node, first, foe):
                to = new[0]
                if to == start[0] or not (paid or (first and fresh)):
                    continue
                kept = best.setdefault(to, [])
                if new in kept:
                    before[new].append(node)
                    continue
                if any(old[1] <= new[1] and old[2] <= new[2] for old in kept):
                    continue
                kept[:] = [old for old in kept if old[1] < new[1] or old[2] < new[2]] + [new]
                before[new] = [node]
                if paid:
                    heappush(queue, (new[1] + 10 * new[2], new))
        live = {node for nodes in best.values() for node in nodes}
        return {node: [old for old in before[node] if old in live] for node in live}

    def reach(self, hand: list[str]) -> list[str]:
        """Where a unit or stack in hand may go."""
        home = self.place[hand[0]]
        return sorted({node[0] for node in self.ways(hand, self.look_round()) if node[0] != home})

    def way(self, hand: list[str], goal: str) -> Way | None:
        """The cheapest ways to a hex; None if there is none.

        For one unit the total counts. For a stack with different allowances "cheapest" can mean
        several things: every way is kept that is not dearer in all respects than another.
        """
        before = self.ways(hand, self.look_round())
        ends = [node for node in before if node[0] == goal]
        if not ends:
            return None
        if len({self.values(unit)[2] for unit in hand}) == 1:
            printed = self.values(hand[0])[2]
            low = min(node[1] + node[2] * printed for node in ends)
            ends = [node for node in ends if node[1] + node[2] * printed == low]
        after: dict[Node, list[Node]] = {}
        queue = list(ends)
        seen = set(ends)
        while queue:
            node = queue.pop()
            for old in before[node]:
                after.setdefault(old, []).append(node)
                if old not in seen:
                    seen.add(old)
                    queue.append(old)
        return Way((self.place[hand[0]], 0, 0), goal, after)

    def stretches(self, way: Way, node: Node, stop: str, new: set[str]) -> Iterator[list[Node]]:
        """The stretches of a way from one node to a hex on which exactly these hexes are new."""
        side = self.hint["mover"]
        beyond = self.beyond(way, node)

        def walk(at: Node, path: list[Node], missing: frozenset[str]) -> Iterator[list[Node]]:
            if path and at[0] == stop and not missing:
                yield path
            for to in way.after.get(at, []):
                rest = missing - {to[0]}
                if self.control.get(to[0]) != side and to[0] not in new:
                    continue
                if rest <= beyond[to] and (stop in beyond[to] or to[0] == stop):
                    yield from walk(to, [*path, to], rest)

        yield from walk(node, [], frozenset(new))

    def beyond(self, way: Way, start: Node) -> dict[Node, set[str]]:
        """The hexes that can still come after each node of a way."""
        found: dict[Node, set[str]] = {}

        def look(node: Node) -> set[str]:
            if node not in found:
                found[node] = set()
                for to in way.after.get(node, []):
                    found[node] |= look(to) | {to[0]}
            return found[node]

        look(start)
        return found
