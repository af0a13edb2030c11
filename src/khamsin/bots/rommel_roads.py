"""What the greedy bot for Rommel in the Desert sees of supply: its own lines, and the enemy's."""

from __future__ import annotations

from copy import copy
from functools import cached_property

from khamsin.games.rommel.blocks import firm, put
from khamsin.games.rommel.movement import speeds_needed
from khamsin.games.rommel.pieces import AXIS, DUE, NOBODY
from khamsin.games.rommel.state import State
from khamsin.games.rommel.supply import Lines, is_supplied, lines_of
from khamsin.games.rommel.victory import count, is_besieged

DEAD = 2.0  # a block gone for good, beside its CV
STARVE = 8.0  # standing where there is no supply
WATCH = 2.0  # standing alone on the road where he could cut it
CUT = 0.2  # standing on the enemy's road, for each CV of his that lives on it
CUT_MOST = 5.0
DESPERATE = 0.35  # how much of the price of cards counts for a side that would lose as things stand


class Roads:
    """The table from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int) -> None:
        self.g = g
        self.side = side
        self.enemy = 1 - side
        self.is_last = g.month == g.scenario.end_month
        self.tobruk = g.pack.tobruk
        self.hope = 1.0 if self.is_winning() else self.patience()
        self._cut: dict[int, float] = {}
        self._opened: dict[int, float] = {}
        self._starved: dict[tuple[int, int], float] = {}

    def is_winning(self) -> bool:
        """17 Whether this side would win if the game were judged now."""
        g = self.g
        own, his = count(g, self.side), count(g, self.enemy)
        if own >= 2 * his or his >= 2 * own:
            return own > his
        holder = g.holder[g.pack.fortress_at[self.tobruk]]
        if not is_besieged(g, self.tobruk, holder):
            return holder == self.side
        return own > his

    def patience(self) -> float:
        """What is left of hope if the side would lose: none in the last month.

        There is little from the start if more is coming to the enemy than to us.
        """
        g = self.g
        start, end = g.scenario.start_month, g.scenario.end_month
        due, here = [0.0, 0.0], 1.0
        for block, place in enumerate(g.place):
            owner = g.pack.side_of[block]
            if place == DUE:
                due[owner] += g.pack.full_cv[block]
            elif owner == self.side and place >= 0:
                here += g.cv[block]
        tide = 1.0 - max(due[self.enemy] - due[self.side], 0.0) / here
        left = min((end - g.month) / (end - start + 1), max(tide, 0.0))
        return DESPERATE + (1.0 - DESPERATE) * left

    def worth(self, blocks: list[int]) -> float:
        """What would be lost with these blocks."""
        return sum(self.g.cv[block] + DEAD for block in blocks)

    @cached_property
    def lines(self) -> Lines:
        """The own supply lines as they are."""
        return lines_of(self.g, self.side)

    def is_fed(self, place: int) -> bool:
        """Whether a block that came here would have a supply line."""
        return bool(self.lines.ground.free[place]) and self.lines.reaches(
            self.g.pack.legs[place], place
        )

    @cached_property
    def raided(self) -> bytearray:
        """Hexes in which nobody stands and the enemy could, after one Move."""
        g = self.g
        bonus = g.pack.numbers.rommel_bonus if self.enemy == AXIS and g.scenario.rommel_bonus else 0
        found = bytearray(g.pack.size)
        for place in range(g.pack.size):
            speeds = [g.speeds[block] for block in firm(g, self.enemy, place)]
            if speeds:
                fastest = max(speeds) + bonus
                for to, via, need in speeds_needed(g, self.enemy, place):
                    if via == NOBODY and need <= fastest:
                        found[to] = 1
        return found

    @cached_property
    def secure(self) -> Lines:
        """The own supply lines if enemies stood wherever they could be after one Move."""
        g, lines = self.g, self.lines
        ground = copy(lines.ground)
        ground.free = bytearray(
            free and not raid for free, raid in zip(ground.free, self.raided, strict=True)
        )
        world = g.copy()
        world.cache = {("ground", self.side): ground}
        return lines_of(world, self.side)

    def is_secure(self, place: int) -> bool:
        """Whether the enemy cannot cut a block here off in one Move."""
        legs = self.g.pack.legs[place]
        return bool(self.lines.ground.free[place]) and self.secure.reaches(legs, place)

    @cached_property
    def ahead(self) -> list[float]:
        """By hexes from the Base: the own CV in supply that stands farther away."""
        g = self.g
        steps = g.pack.board.distances(g.pack.base[self.side])
        found = [0.0] * (max(steps) + 1)
        for place, blocks in enumerate(g.here[self.side][: g.pack.size]):
            for block in blocks:
                for near in range(steps[place]):
                    found[near] += g.cv[block]
        return found

    def watch(self, place: int) -> float:
        """What it is worth that somebody stands here: on the road on which others live."""
        if not self.lines.highway[place] or not self.raided[place]:
            return 0.0
        steps = self.g.pack.board.distances(self.g.pack.base[self.side])[place]
        return min(self.ahead[steps] / 10.0, WATCH)

    def cut(self, place: int) -> float:
        """12.2.d What it is worth to stand here on the enemy's road: those who lose their supply.

        A Fortress feeds the strongest in it (13.3).
        """
        g, pack = self.g, self.g.pack
        value = self._cut.get(place)
        if value is None:
            value = 0.0
            if pack.highway[place] and not g.here[self.enemy][place]:
                starving = self._starving(self.enemy, place, 0) - self._starving(
                    self.enemy, place, 1
                )
                value = min(CUT * starving, CUT_MOST)
            self._cut[place] = value
        return value

    def opened(self, place: int) -> float:
        """12.2.d The own CV that would have supply again if the enemy were gone from a hex."""
        if not self.hungry:
            return 0.0
        if place not in self._opened:
            free = self.lines.ground.free[place]
            now = self._starving(self.side, place, free)
            self._opened[place] = now - self._starving(self.side, place, 1)
        return self._opened[place]

    def _starving(self, side: int, place: int, is_free: int) -> float:
        """The CV of a side without supply if its lines may, or may not, run through a hex."""
        g = self.g
        lines = lines_of(g, side)
        if lines.ground.free[place] != is_free:
            ground = copy(lines.ground)
            ground.free = ground.free[:]
            ground.free[place] = is_free
            world = g.copy()
            world.cache = {("ground", side): ground}
            lines = lines_of(world, side)
        hungry = 0.0
        for at, blocks in enumerate(g.here[side][: g.pack.size]):
            if blocks and not lines.supplied[at]:
                fort = g.pack.fortress_at[at]
                fed = g.pack.fortresses[fort].capacity[side] if fort >= 0 else 0
                hungry += sum(sorted((g.cv[block] for block in blocks), reverse=True)[fed:])
        return hungry

    def starved(self, block: int, to: int) -> float:
        """What it costs that blocks whose supply ran through the old hex are cut off."""
        g = self.g
        start = g.place[block]
        if start >= g.pack.size or not self.lines.link[start]:
            return 0.0
        if len(firm(g, self.side, start)) > 1:
            return 0.0
        key = (start, to)
        if key not in self._starved:
            after = g.copy()
            after.cache = {}
            put(after, block, to)
            fed = lines_of(after, self.side).supplied
            hungry = sum(
                len(blocks)
                for place, blocks in enumerate(after.here[self.side][: g.pack.size])
                if blocks and not fed[place] and self.lines.supplied[place] and place != to
            )
            self._starved[key] = hungry * STARVE
        return self._starved[key]

    @cached_property
    def hungry(self) -> list[int]:
        """12.0.a Own blocks on the map without supply."""
        g = self.g
        return [
            block
            for blocks in g.here[self.side][: g.pack.size]
            for block in blocks
            if not is_supplied(g, block)
        ]
