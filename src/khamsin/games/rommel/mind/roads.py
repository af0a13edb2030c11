"""What the greedy bot for Rommel in the Desert sees of supply: its own lines, and the enemy's."""

from __future__ import annotations

from copy import copy
from functools import cached_property

from khamsin.games.rommel.model.pieces import DUE, NOBODY
from khamsin.games.rommel.model.state import CARDS, State
from khamsin.games.rommel.rules.blocks import firm, holds, put
from khamsin.games.rommel.rules.cards import REAL
from khamsin.games.rommel.rules.supply.lines import Ground, Lines, is_supplied, lines_of
from khamsin.games.rommel.rules.victory import count, is_besieged
from khamsin.kernel.mind.posture import PLAIN, Posture

from .foes import DUMMIES, Foes

DEAD = 2.0  # a block gone for good, beside its CV
STARVE = 8.0  # standing where there is no supply
WATCH = 0.12  # standing alone where he could cut a road, for each own CV that lives on it
WATCH_MOST = 4.0
CUT = 0.2  # standing on the enemy's road, for each CV of his that lives on it
CUT_MOST = 5.0
CUT_FAST = 1.5  # how much more, if the enemy has no card with which to open it again
FARTHEST = 6  # hexes from safe ground, after which more make no difference
ISOLATED = 0.1  # how much of the blocks is feared for whose road the enemy can cut in one Move
STRANDED = 0.5  # and if there is no card left to come to their help
DESPERATE = 0.35  # how much of the price of cards counts for a side that would lose as things stand


class Roads(Foes):
    """The supply of both sides."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.is_last = g.month == g.scenario.end_month
        self.tobruk = g.pack.tobruk
        self.hope = 1.0 if self.is_winning() else self.patience()
        self.reserve = g.hand[side][REAL] - (g.step == CARDS)
        """The real cards that are left when this turn has been paid for."""
        self.isolation = self.means * (ISOLATED if self.reserve > 0 else STRANDED)
        self._cut: dict[int, float] = {}
        self._opened: dict[int, float] = {}
        self._watch: dict[int, float] = {}
        self._linked: dict[int, float] = {}
        self._secure: dict[int, Lines] = {}
        self._fed: dict[int, bool] = {}
        self._left: dict[int, Lines] = {}
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

    @cached_property
    def their_lines(self) -> Lines:
        """The enemy's supply lines."""
        return lines_of(self.g, self.enemy)

    def is_fed(self, place: int) -> bool:
        """Whether a block that came here would have a supply line."""
        known = self._fed.get(place)
        if known is None:
            lines = self.lines
            known = bool(lines.ground.free[place]) and lines.reaches(self.g.pack.legs[place], place)
            self._fed[place] = known
        return known

    def is_fed_after(self, block: int, place: int) -> bool:
        """Whether a block would have a supply line in a hex once it has left the one it is in.

        13.3.c Whoever lives on a Fortress looks to that; nobody is his own link.
        """
        g = self.g
        bound, start = g.bound[block], g.place[block]
        if bound != NOBODY and g.pack.fortress_at[bound] >= 0:
            return lines_of(g, self.side, bound).reaches(g.pack.legs[place], place)
        if not self.is_fed(place):
            return False
        if not self.lines.link[start] or len(firm(g, self.side, start)) > 1:
            return True
        lines = self._left.get(start)
        if lines is None:
            ground, held = copy(self.lines.ground), holds(g, self.side)[:]
            ground.solid = ground.solid[:]
            ground.solid[start] = held[start] = 0
            lines = self._left[start] = self._lines_on(ground, self.side, held)
        return lines.reaches(g.pack.legs[place], place)

    @cached_property
    def secure(self) -> Lines:
        """The own supply lines if enemies stood wherever they could be after one Move."""
        return self.secure_but(NOBODY)

    def secure_but(self, start: int) -> Lines:
        """The same, if those who stand in one hex do not come: they are attacked there."""
        lines = self._secure.get(start)
        if lines is None:
            ground = copy(self.lines.ground)
            raided = self.raided(start)
            ground.free = bytearray(
                free and not raid for free, raid in zip(ground.free, raided, strict=True)
            )
            lines = self._secure[start] = self._lines_on(ground, self.side)
        return lines

    def _lines_on(self, ground: Ground, side: int, held: list[int] | None = None) -> Lines:
        """The lines of a side if they could run here, and if its blocks stood there."""
        g = self.g
        known = g.cache
        held = holds(g, side) if held is None else held
        g.cache = {("ground", side): ground, ("holds", side): held}
        lines = Lines(g, side, g.pack.base[side])
        g.cache = known
        return lines

    def is_secure(self, place: int, but: int = NOBODY) -> bool:
        """Whether the enemy cannot cut a block here off in one Move."""
        if not self.lines.ground.free[place]:
            return False
        return self.secure_but(but).reaches(self.g.pack.legs[place], place)

    @cached_property
    def depth(self) -> list[int]:
        """By hex: how far it is to the nearest one where the own road is safe from one Move."""
        g = self.g
        found = [FARTHEST] * g.pack.size
        free, secure = self.lines.ground.free, self.secure
        ahead = [
            place
            for place, legs in enumerate(g.pack.legs)
            if free[place] and secure.line_from(legs, place) is not None
        ]
        for place in ahead:
            found[place] = 0
        for place in ahead:  # grows while it is walked
            if found[place] + 1 < FARTHEST:
                for there, _, _ in g.pack.steps[place]:
                    if found[there] > found[place] + 1:
                        found[there] = found[place] + 1
                        ahead.append(there)
        return found

    def watch(self, place: int) -> float:
        """What it is worth that somebody stands here: for those whose road it is."""
        value = self._watch.get(place)
        if value is None:
            value = 0.0
            if self.threat[place] and place in self.vital:
                value = min(WATCH * self.given_up(place), WATCH_MOST)
            self._watch[place] = value
        return value

    def given_up(self, place: int) -> float:
        """12.2.d The own CV elsewhere that would lose its supply if the enemy had a hex."""
        return self._starving(self.side, place, 0) - self._starving(self.side, place, 1)

    @cached_property
    def vital(self) -> set[int]:
        """Hexes through which somebody's only line may run: highway, links, and between them."""
        lines, board = self.lines, self.g.pack.board
        if all(fed <= safe for fed, safe in zip(lines.supplied, self.secure.supplied, strict=True)):
            return set()  # he can cut nobody off
        found = {place for place, is_road in enumerate(iter(lines.highway)) if is_road}
        for place, is_fed in enumerate(iter(lines.supplied)):
            if is_fed and not lines.highway[place]:
                found.update(board.within(place, 2))
        return found

    def cut(self, place: int) -> float:
        """12.2.d What it is worth to stand here on the enemy's road: those who lose their supply.

        A Fortress feeds the strongest in it (13.3).
        """
        g = self.g
        value = self._cut.get(place)
        if value is None:
            value = 0.0
            if lines_of(g, self.enemy).highway[place] and not g.here[self.enemy][place]:
                starving = self._starving(self.enemy, place, 0) - self._starving(
                    self.enemy, place, 1
                )
                value = min(CUT * starving, CUT_MOST)
                value *= 1.0 + CUT_FAST * DUMMIES ** sum(g.hand[self.enemy])
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

    def linked(self, place: int) -> float:
        """12.4.a The own CV that would have supply again if a block stood in a hex as a link."""
        value = self._linked.get(place)
        if value is None:
            value = 0.0
            if place in self.gaps and self.is_fed(place):
                ground, held = copy(self.lines.ground), holds(self.g, self.side)[:]
                ground.solid = ground.solid[:]
                ground.solid[place], held[place] = 1, 2
                lines = self._lines_on(ground, self.side, held)
                value = self._without(self.side, self.lines) - self._without(self.side, lines)
            self._linked[place] = value
        return value

    @cached_property
    def gaps(self) -> set[int]:
        """Where a link may help: within range of blocks without supply, or on a dead highway."""
        g, pack = self.g, self.g.pack
        starving = {g.place[block] for block in self.hungry}
        found = {leg.end for place in starving for leg in pack.legs[place]}
        if starving:
            found.update(
                p for p in range(pack.size) if pack.highway[p] and not g.here[self.side][p]
            )
        return found

    def _starving(self, side: int, place: int, is_free: int) -> float:
        """The CV of a side without supply if its lines may, or may not, run through a hex."""
        lines = lines_of(self.g, side)
        if lines.ground.free[place] != is_free:
            lines = self.lines_without(side, place, is_free)
        return self._without(side, lines, place)

    def lines_without(self, side: int, place: int, is_free: int = 0) -> Lines:
        """The lines of a side if they may not run through a hex, or may."""
        ground = copy(lines_of(self.g, side).ground)
        ground.free, ground.solid = ground.free[:], ground.solid[:]
        ground.free[place] = is_free
        ground.solid[place] &= is_free
        return self._lines_on(ground, side)

    def _without(self, side: int, lines: Lines, but: int = NOBODY) -> float:
        """The CV of a side that these lines and its Fortresses do not feed, one hex apart."""
        return sum(
            [
                self.hungry_in(side, at, blocks)
                for at, blocks in self.stacks[side]
                if at != but and not lines.supplied[at]
            ]
        )

    def hungry_in(self, side: int, place: int, blocks: tuple[int, ...]) -> float:
        """13.3 The CV in a hex without a line; a Fortress feeds the strongest in it."""
        g = self.g
        fort = g.pack.fortress_at[place]
        if fort < 0:
            return float(sum([g.cv[block] for block in blocks]))
        fed = g.pack.fortresses[fort].capacity[side]
        return float(sum(sorted([g.cv[block] for block in blocks], reverse=True)[fed:]))

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
