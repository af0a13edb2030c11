"""What the greedy bot for Rommel in the Desert expects of a Move: its best attack and marches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm
from khamsin.kernel.mind.posture import PLAIN, Posture

from .appraisal import LIMP
from .foes import WEAK
from .noose import Noose

ATTACK_FROM = 1.0  # a fight must promise this much
BETTER = 0.4  # how much a better place counts for in a Move
SAVED = 0.9  # and for a block without supply, or in a battle that it had better leave
RELIEF = 0.7  # how much of the blocks that have no supply in a battle is saved by a way to them
ENCIRCLE = 0.3  # taking a hexside of a battle over which the enemy would go home
CUT_OFF = 1.5  # for each block that goes into a battle where no supply will reach it
BREAK_OUT = 0.5  # how much of the blocks is saved that an attack may give their road back
LONG = 3.0  # what it costs to begin with a Fortress
STORM = 0.5  # how much of the blocks is lost at a Fortress if there is no card to go on with it


class Attack(Noose):
    """What Moves promise, and who should take part."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self._joint: dict[int, tuple[list[int], list[int], float]] = {}

    def attackers(self, target: int, blocks: list[int]) -> tuple[list[int], list[int]]:
        """Those who can Engage in a hex together, the strongest first, and over which hexsides."""
        g = self.g
        used: dict[int, int] = {}
        found: list[int] = []
        for block in sorted(blocks, key=lambda b: -g.cv[b]):
            for place, via in self.ways.get(block, {}):
                if place == target and via != NOBODY:
                    edge = g.pack.board.edge(via, place)
                    taken = used.get(edge, g.used[edge])
                    if taken < g.pack.limit[edge]:
                        used[edge] = taken + 1
                        found.append(block)
                        break
        return found, list(used)

    def attack(self, target: int, blocks: list[int], edges: list[int]) -> float:
        """What it is worth to Attack or reinforce a battle with these blocks."""
        g = self.g
        others = firm(g, self.enemy, target)
        limp = [b for b in g.here[self.enemy][target] if g.disrupted[b]]
        there = firm(g, self.side, target)
        if not others:
            return len(limp) * 3.0 - 0.1 * len(blocks) if blocks else 0.0
        attacks = g.defender[target] != self.side
        value = self.fight([*there, *blocks], others, target, attacks=attacks)
        if there:
            value -= self.without_help(target, there, others)
        hungry = [block for block in there if block in self.hungry]
        if self.is_fed_over(target, edges):
            value += RELIEF * self.worth(hungry) * self.odds(target, [*there, *blocks], others)
        else:
            value -= 3.0 + CUT_OFF * len(blocks)
            value -= self.worth([b for b in blocks if g.unsupplied[b] and self.can_go_home(b)])
        if attacks and g.pack.fortress_at[target] >= 0:
            value -= LONG  # it takes turn after turn, and a card for each
            if self.reserve <= 0:
                value -= STORM * self.worth(blocks)
        value += BREAK_OUT * self.opened(target)
        value -= self.riposte(target, others, [*there, *blocks])
        if self.is_open_behind(target, edges, blocks):
            value -= self.isolation * self.worth([*there, *blocks])
        if there and self.is_open_behind(target, [], []):
            value += self.isolation * self.worth(there)
        return value + self.prize(target) - sum(self.leaving(b) for b in blocks) * 0.5

    def without_help(self, target: int, there: list[int], others: list[int]) -> float:
        """What comes of those in a battle if nobody joins them: they fight on, or they leave."""
        attacks = self.g.defender[target] != self.side
        stay = self.fight(there, others, target, attacks=attacks)
        if stay < 0.0 and any(via == NOBODY for b in there for _, via in self.ways.get(b, {})):
            stay = max(stay, -self.pursuit(there, others) - LIMP * len(there))
        return stay

    def odds(self, target: int, own: list[int], others: list[int]) -> float:
        """How well a side stands in a battle, 1 if as well as the enemy."""
        g = self.g
        mine, theirs = (float(sum(g.cv[block] for block in side)) for side in (own, others))
        if g.pack.fortress_at[target] >= 0:
            if g.defender[target] == self.side:
                mine *= 2
            else:
                theirs *= 2
        return min(mine / max(theirs, 1.0), 1.0)

    def can_go_home(self, block: int) -> bool:
        """12.5.s3 Whether a block has supply within its reach, without a fight."""
        ways = self.ways.get(block, {})
        return any(via == NOBODY and self.is_fed(place) for place, via in ways)

    def is_fed_over(self, target: int, edges: list[int]) -> bool:
        """12.5.a Whether a line would run into a battle over these hexsides, or does already."""
        return any(True for _ in self.feeders(target, edges))

    def feeders(self, target: int, edges: list[int]) -> Iterator[int]:
        """The hexes next to a battle out of which a line would run into it, or does already."""
        g, lines = self.g, self.lines
        blocked, free = lines.ground.blocked, lines.ground.free
        is_battle = g.defender[target] != NOBODY
        for leg in g.pack.legs[target]:
            first, *others = leg.edges
            if (
                (lines.highway[leg.end] or lines.link[leg.end])
                and (first in edges or (is_battle and not blocked[first]))
                and all(free[at] for at in leg.between)
                and not any(blocked[edge] for edge in others)
            ):
                yield leg.between[0] if leg.between else leg.end

    def is_open_behind(self, target: int, edges: list[int], going: list[int]) -> bool:
        """8.1.b Whether one enemy Move can close all ways by which supply comes into a battle.

        He cannot where somebody stays behind, out of the enemy's reach or not.
        """
        g = self.g
        for via in self.feeders(target, edges):
            stay = sum(g.cv[block] for block in firm(g, self.side, via) if block not in going)
            is_held = stay * WEAK > self.threat[via] or not self.is_reached(via, target)
            if is_held and self.is_secure(via, target):
                return False
        return True

    def plan(self, target: int, blocks: list[int]) -> tuple[list[int], list[int], float]:
        """Who should go into a fight, over which hexsides, and what it is worth.

        All who can, or all but a weak one that keeps the way open behind them.
        """
        going, edges = self.attackers(target, blocks)
        if not going:
            return [], [], 0.0
        value = self.attack(target, going, edges)
        if self.is_open_behind(target, edges, going):
            vias = list(self.feeders(target, edges))
            guards = [block for block in reversed(going) if self.g.place[block] in vias]
            for guard in guards[:1]:
                rest, over = self.attackers(target, [b for b in blocks if b != guard])
                worth = self.attack(target, rest, over) if rest else 0.0
                if worth > value:
                    going, edges, value = rest, over, worth
        return going, edges, value

    def prize(self, place: int) -> float:
        """What the ground itself is worth."""
        pack = self.g.pack
        if place == pack.base[self.enemy]:
            return 6.0
        if place == self.tobruk:
            return 3.0
        if not self.siege_line and pack.board.adjacent(place, self.tobruk):
            return 2.0 * self.verdict  # whoever stands there besieges us
        return 1.0 if pack.fortress_at[place] >= 0 else 0.0

    @cached_property
    def targets(self) -> list[int]:
        """Every hex with enemies."""
        g = self.g
        return [place for place in range(g.pack.size) if g.here[self.enemy][place]]

    def promise(self, blocks: list[int], goal: int = NOBODY) -> float:
        """What a Move of these blocks promises: its best attack, and what better standing adds."""
        best = 0.0
        if goal == NOBODY or goal in self.targets:
            for target in self.targets if goal == NOBODY else [goal]:
                best = max(best, self.plan(target, blocks)[2])
        plain = first = 0.0
        for block in blocks:
            gain, alone = self.best_step(block, goal)
            is_lost = block in self.hungry or self.g.defender[self.g.place[block]] != NOBODY
            plain += gain * (SAVED if is_lost else BETTER)
            first = max(first, alone - gain)
        return max(best, 0.0) + plain + BETTER * first

    def best_step(self, block: int, goal: int = NOBODY) -> tuple[float, float]:
        """The most a block gains by marching somewhere without a fight: with others, and first."""
        g = self.g
        start = g.place[block]
        base = self.staying(block)
        best = first = 0.0
        flees = g.defender[start] != NOBODY
        for place, via in self.ways.get(block, {}):
            if via == NOBODY and goal in (NOBODY, place):
                if flees:
                    value, alone = self.refuge(block, place), 0.0
                else:
                    value, alone = self.plain_standing(block, place), self.alone(block, place)
                best = max(best, value - base)
                first = max(first, value + alone - base)
        return best, first

    @cached_property
    def group_promise(self) -> dict[int, float]:
        """What a Group Move from each hex promises."""
        g = self.g
        starts = dict.fromkeys(g.place[block] for block in self.ready)
        return {
            place: self.promise([b for b in self.ready if g.place[b] == place])
            + self.ring_from((place,)).worth
            for place in starts
        }

    @cached_property
    def regroups(self) -> dict[tuple[int, int], float]:
        """What Regroup Moves into a fight promise: Command Point and target."""
        g = self.g
        found: dict[tuple[int, int], float] = {}
        for target in self.targets:
            able = [b for b in self.ready if any(p == target for p, _ in self.ways[b])]
            points: dict[int, None] = {}
            for block in able:
                points.update(dict.fromkeys(g.pack.board.within(g.place[block], 1)))
            for point in points:
                if g.here[self.enemy][point] and not g.here[self.side][point]:
                    continue
                near = g.pack.board.within(point, 1)
                blocks = [b for b in able if g.place[b] in near]
                if len({g.place[b] for b in blocks}) > 1:
                    found[point, target] = self.plan(target, blocks)[2]
        return found

    @cached_property
    def best_move(self) -> float:
        """What the best Move promises."""
        return max([*self.group_promise.values(), *self.regroups.values(), 0.0])

    def join(self, block: int, place: int, edge: int) -> float:
        """7.0 Whether a block should go into this fight, together with all who can."""
        g = self.g
        known = self._joint.get(place)
        if known is None:
            known = self.plan(place, [b for b in self.ready if self.in_move(b)])
            self._joint[place] = known
        with_it, edges, value = known
        if block not in with_it:
            more = self.attack(place, [*with_it, block], [*edges, edge]) - value
            return more + self.hold(place, edge) if more > 0.0 else -1.0
        is_new = place in g.unfought  # others are there already: stand by them
        if value <= ATTACK_FROM and not is_new:
            return -1.0
        return value + 2.0 + self.hold(place, edge)

    def hold(self, place: int, edge: int) -> float:
        """8.1 What it is worth to come over this hexside: the own line, or the enemy's cut."""
        g = self.g
        if g.crossed[edge] == self.side:
            return 0.0
        if not self.is_fed_over(place, []) and self.is_fed_over(place, [edge]):
            return 2 * ENCIRCLE
        ends = g.pack.board.ends[edge]
        via = ends[0] if ends[1] == place else ends[1]
        steps = g.pack.board.distances(g.pack.base[self.enemy])
        return ENCIRCLE if steps[via] < steps[place] else 0.0

    def in_move(self, block: int) -> bool:
        """Whether the block belongs to a Move that has been named."""
        g = self.g
        return any(
            g.place[block] == place
            or (to != NOBODY and g.pack.board.adjacent(place, g.place[block]))
            for place, to in g.moves
        )

    @cached_property
    def battle_places(self) -> list[int]:
        """Where battles go on."""
        return [place for place, side in enumerate(self.g.defender) if side != NOBODY]

    def round_worth(self, place: int) -> float:
        """What it is worth to start a round of combat in a battle.

        12.7.b Whoever has no supply there will be lost anyway, unless the fight is won.
        """
        g = self.g
        own, others = firm(g, self.side, place), firm(g, self.enemy, place)
        ground = place if g.defender[place] != self.side else self.open_ground
        care = 0.0 if own and all(block in self.hungry for block in own) else 1.0
        return 0.5 * self.fight(own, others, ground, attacks=True, care=care)

    @cached_property
    def open_ground(self) -> int:
        """Any hex without works or mines: a Defender who starts a fight has no help of them."""
        g = self.g
        return next(
            p for p in range(g.pack.size) if g.pack.fortress_at[p] < 0 and g.mine[p] == NOBODY
        )
