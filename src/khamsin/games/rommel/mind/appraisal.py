"""What the greedy bot sees in Rommel in the Desert: the worth of fights and of hexes, in CV.

A fight is worth a few rounds of expected hits. A block likes to stand near the goals of its side,
beside friends, in supply and out of danger.
"""

from __future__ import annotations

from functools import cached_property

from khamsin.games.rommel.model.pieces import ARMOR, ARTILLERY, AXIS, INFANTRY, NOBODY
from khamsin.games.rommel.model.state import DEPLOY, State
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.movement.reach import speeds_needed
from khamsin.kernel.mind.posture import KEEN, PLAIN, POSTURES, WARY, Posture, focused

from .foes import WEAK
from .guards import Guards
from .roads import DEAD, STARVE

ROUNDS = 3  # how far a fight is looked ahead
TO_THE_END = 6  # and what those must expect who stay in a battle
FAR = 24.0  # hexes over which a goal still draws
CROWD = 20.0  # CV in a hex after which more are of little use there
FULL_ATTACK = 36.0  # CV that can come in over six hexsides at once
SIEGE = 3.0  # standing next to Tobruk in enemy hands, so that it does not win him the game
VERDICT = 3.0  # how much more that counts in the last month
PULL = 0.7  # how much two hexes nearer to the goal are worth to a block
URGE = 0.7  # how much more of that draws a side without hope
AWAY = 0.5  # how much of the way from the goals is nothing to those who save themselves
DEEP = 0.1  # how much of a block is feared for, for each hex that it is away from safe ground
LINK = 0.7  # how much of the CV is saved that a block on its own feeds again
RISK = 0.35  # how much of what an enemy attack would cost is feared
BRAVE = 0.6  # and how much of it by a side that would lose anyway
LIMP = 1.5  # a block Disrupted, which the enemy may run over
RIPOSTE = 1.5  # how much more those in a battle fear others than those who stand
SIX = 6.0


WHIMS = 6  # deployments that differ by no reason
LAVISH, THRIFTY = Posture(thrift=0.4), Posture(thrift=2.5)


def postures(g: State, side: str) -> tuple[Posture, ...]:
    """How an army may be led: by its temper, or with an eye on the cards."""
    del side
    if g.step == DEPLOY:
        return (PLAIN, *focused(WHIMS, PLAIN), KEEN, WARY)
    return (*POSTURES, LAVISH, THRIFTY)


class Ground(Guards):
    """What fights and hexes are worth."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.verdict = VERDICT if self.is_last else 1.0
        self.care = self.hope if self.is_last else 1.0
        """How much own losses count: little if the game is lost anyway, and about to end."""
        self._beside: dict[tuple[int, int], tuple[float, float]] = {}
        self._alone: dict[tuple[int, int, bool], float] = {}
        self._company: dict[tuple[int, int], float] = {}
        self._retreat: dict[int, float] = {}
        self._site: dict[int, float] = {}
        self._staying: dict[int, float] = {}

    def power(self, firers: list[int], cv: dict[int, float], targets: list[int]) -> float:
        """The hits that these blocks may expect in a round."""
        pack = self.g.pack
        present = {pack.class_of[block] for block in targets if cv[block] > 0}
        if not present:
            return 0.0
        hits = 0.0
        for block in firers:
            own = pack.class_of[block]
            may = present
            if own in (ARMOR, INFANTRY) and own in present:
                may = {own}
            elif own != ARTILLERY and len(present) > 1:
                may = present - {ARTILLERY}
            faces = max(len(pack.numbers.fire[own][target]) for target in may)
            hits += cv[block] * faces / SIX
        return hits

    def fight(
        self,
        own: list[int],
        others: list[int],
        place: int,
        *,
        attacks: bool,
        care: float = 1.0,
        rounds: int = ROUNDS,
    ) -> float:
        """What a few rounds are worth to us: their losses less ours; who attacks fires second."""
        g = self.g
        if not own or not others:
            return 0.0
        cv = {block: float(g.cv[block]) for block in (*own, *others)}
        mine, theirs = sum(cv[b] for b in own), sum(cv[b] for b in others)
        a, b = mine, theirs
        ours, his = 1.0, 1.0
        if g.pack.fortress_at[place] >= 0:
            if attacks:
                his = 2.0
            else:
                ours = 2.0
        tough = 0.5 if g.mine[place] != NOBODY else 1.0
        strike = self.power(own, cv, others) / mine * ours * (tough if attacks else 1.0)
        answer = self.power(others, cv, own) / theirs * his * (1.0 if attacks else tough)
        for _ in range(rounds):
            if attacks:
                a -= answer * b
                b -= strike * max(a, 0.0)
            else:
                b -= strike * a
                a -= answer * max(b, 0.0)
            if a <= 0 or b <= 0:
                break
        lost, taken = min(mine - a, mine), min(theirs - b, theirs)
        value = (taken + DEAD * len(others) * taken / theirs) * self.posture.fights
        value -= (lost + DEAD * len(own) * lost / mine) * self.care * care
        if b <= 0:
            value += 1.0
        return value

    @cached_property
    def goals(self) -> list[tuple[int, float]]:
        """Where blocks are wanted: Tobruk, enemies that stand alone, the enemy's Base."""
        g = self.g
        holder = g.holder[g.pack.fortress_at[self.tobruk]]
        strong = sum(g.cv[b] for b, s in enumerate(g.pack.side_of) if s == self.side)
        base = g.pack.base[self.enemy]
        guards = sum(g.cv[block] for block in g.here[self.enemy][base])
        found = [
            (self.tobruk, 1.0 if holder != self.side else 0.6),
            (base, 1.2 if guards * 3 < strong else 0.4),
        ]
        for place, blocks in enumerate(g.here[self.enemy][: g.pack.size]):
            if blocks:
                cv = sum(g.cv[block] for block in blocks if not g.disrupted[block])
                found.append((place, 0.8 if cv * 4 < strong else 0.3))
        return found

    @cached_property
    def pull(self) -> list[float]:
        """How much each hex draws, by its distance from the goals."""
        board = self.g.pack.board
        best = [0.0] * self.g.pack.size
        for goal, worth in self.goals:
            half = worth / 2
            draws = [half * (FAR - steps) for steps in board.distances(goal)]
            best = list(map(max, best, draws))
        return best

    def site(self, place: int) -> float:
        """What a hex is worth to any block: near the goals, in supply, in works."""
        value = self._site.get(place)
        if value is None:
            value = self.eagerness * self.pull[place]
            battle = self.g.defender[place] == self.enemy
            if not (self.lines.supplied[place] if battle else self.is_fed(place)):
                value -= STARVE
            if self.g.pack.fortress_at[place] >= 0:
                value += 0.5
            self._site[place] = value
        return value

    @cached_property
    def eagerness(self) -> float:
        """How strongly goals draw."""
        return PULL * self.posture.goals * (1.0 + URGE * (1.0 - self.hope))

    def standing(self, block: int, place: int) -> float:
        """How much a block likes to be in a hex."""
        return self.plain_standing(block, place) + self.alone(block, place)

    def plain_standing(self, block: int, place: int) -> float:
        """How much it likes to be there beside others: what all gain, less what each risks."""
        g = self.g
        start = g.place[block]
        known = self._beside.get((start, place)) if start != place else None
        if known is None:
            friends = self.friends_of(block, place)
            value = self.site(place) + min(friends, 10.0) * 0.08 - max(friends - CROWD, 0.0) * 0.06
            risk = self.exposure(place)
            threat = self.threat[place]
            if threat:
                stand = friends + self.company(block, place)
                if g.pack.fortress_at[place] >= 0:
                    stand *= 2
                risk += self.danger(threat, stand)
            known = self._beside[start, place] = value, risk
        return known[0] - known[1] * (g.cv[block] + DEAD)

    def exposure(self, place: int) -> float:
        """How much of a block is feared for because its road may be cut behind it."""
        if self.g.defender[place] != NOBODY:
            return 0.0 if self.secure.supplied[place] else self.isolation
        return DEEP * self.means * self.depth[place] * max(self.hope, BRAVE)

    def staying(self, block: int) -> float:
        """How much a block likes to be where it is, and what would be given up if it left."""
        value = self._staying.get(block)
        if value is None:
            place = self.g.place[block]
            value = self.standing(block, place) + self.leaving(block)
            if self.lives_on_a_fortress(block) and not self.is_fed(place):
                value += STARVE
            self._staying[block] = value
        return value

    def lives_on_a_fortress(self, block: int) -> bool:
        """13.3.c Whether a Fortress feeds this block outside its walls."""
        g = self.g
        bound = g.bound[block]
        return bound != NOBODY and g.pack.fortress_at[bound] >= 0 and block not in self.hungry

    def arriving(self, block: int, place: int) -> float:
        """How much a block would like to come to a hex: out of a battle it comes Disrupted."""
        if self.g.defender[self.g.place[block]] != NOBODY:
            return self.refuge(block, place)
        value = self.standing(block, place)
        if place < self.g.pack.size and self.g.place[block] < self.g.pack.size:
            value += STARVE * (self.is_fed_after(block, place) - self.is_fed(place))
        return value

    def alone(self, block: int, place: int) -> float:
        """What only the first block gains that comes to a hex: it guards, cuts or besieges."""
        start = self.g.place[block]
        if start == place:
            return self.alone_there(block, place)
        key = place, self.g.unsupplied[block], start in self.siege_line
        value = self._alone.get(key)
        if value is None:
            value = self._alone[key] = self.alone_there(block, place)
        return value

    def alone_there(self, block: int, place: int) -> float:
        """The same, worked out."""
        g = self.g
        value = 0.0
        friends = self.friends_of(block, place)
        if friends * WEAK <= self.threat[place]:
            value += self.watch(place)
        if not friends:
            value += LINK * self.linked(place)
            if not g.unsupplied[block] or self.is_fed(place):
                value += self.cut(place)  # nobody who will lie Disrupted stops supply
            value += self.taken(place) + self.post(place)
        if place in self.siege_line:
            alone = self.besiegers <= (g.place[block] in self.siege_line)
            value += (SIEGE if alone else SIEGE / 6) * self.verdict
        return value

    def friends_of(self, block: int, place: int) -> float:
        """The able CV of others in a hex."""
        g = self.g
        own = g.place[block] == place and not g.disrupted[block]
        return self.friends[place] - (g.cv[block] if own else 0)

    def refuge(self, block: int, place: int) -> float:
        """10.0.a How much a block likes a hex in which it will lie Disrupted."""
        g = self.g
        friends = self.friends_of(block, place)
        value = self.site(place) + min(friends, 10.0) * 0.08
        farther = self.pull[g.place[block]] - self.pull[place]
        value += AWAY * self.eagerness * max(farther, 0.0)
        return value - self.danger(self.threat[place], friends) * 2.0 * (g.cv[block] + DEAD)

    def danger(self, threat: float, stand: float) -> float:
        """How much of what stands somewhere is feared for if so many may come."""
        excess = min(threat, FULL_ATTACK) / max(stand, 1.0) - 1.0
        return min(max(excess, 0.0), 1.5) * RISK * self.means * max(self.hope, BRAVE)

    def company(self, block: int, place: int) -> float:
        """The CV that would stand there if all who start with this block and can, came too."""
        g = self.g
        start = g.place[block]
        if start == place or start >= g.pack.size or start < 0:
            return g.cv[block]
        key = (start, place)
        if key not in self._company:
            self._company[key] = sum(
                g.cv[b]
                for b in self.ready
                if g.place[b] == start and (place, NOBODY) in self.ways[b]
            )
        return max(self._company[key], float(g.cv[block]))

    @cached_property
    def siege_line(self) -> tuple[int, ...]:
        """13.5 The hexes from which this side would besiege Tobruk."""
        g = self.g
        if g.holder[g.pack.fortress_at[self.tobruk]] == self.side:
            return ()
        return tuple(g.pack.board.neighbours[self.tobruk])

    @cached_property
    def besiegers(self) -> int:
        """How many own blocks stand there already."""
        return sum(len(self.g.here[self.side][place]) for place in self.siege_line)

    def leaving(self, block: int) -> float:
        """What is given up when a block leaves its hex."""
        g = self.g
        place = g.place[block]
        if place >= g.pack.size:
            return -1.0
        keeps = self.keeps(place, block)
        cost = self.unguarded(place, keeps)
        if not keeps and not cost and self.lines.link[place] and not self.lines.highway[place]:
            cost = 1.0  # somebody's supply may run through here
        if g.defender[place] != NOBODY:
            cost += self.retreat(place)
        return cost

    def retreat(self, place: int) -> float:
        """10.5 What it costs each block to leave a battle, less what it would cost to stay."""
        known = self._retreat.get(place)
        if known is None:
            g = self.g
            own, others = firm(g, self.side, place), firm(g, self.enemy, place)
            attacks = g.defender[place] != self.side
            stay = self.fight(own, others, place, attacks=attacks, rounds=TO_THE_END)
            stay -= self.worth([block for block in own if block in self.hungry])
            stay -= self.riposte(place, others, own)
            cost = self.pursuit(own, others) + min(stay, 0.0)
            known = self._retreat[place] = LIMP + cost / max(len(own), 1)
        return known

    def riposte(self, target: int, others: list[int], own: list[int]) -> float:
        """What may be lost to enemies from elsewhere who come into the battle after us."""
        g = self.g
        coming = self.threat[target] - sum(g.cv[block] for block in others)
        if g.pack.fortress_at[target] >= 0 and g.defender[target] != self.side:
            coming *= 2.0  # 13.2: they fight from the works
        stand = float(sum(g.cv[block] for block in own))
        return RIPOSTE * self.danger(coming, stand) * self.worth(own) if coming > 0 else 0.0

    def pursuit(self, own: list[int], others: list[int]) -> float:
        """10.5.b The losses to expect when these leave before the eyes of those."""
        g, numbers = self.g, self.g.pack.numbers
        cv = sum(g.cv[block] for block in own)
        if not cv:
            return 0.0
        slowest = min(g.speeds[block] for block in own)
        dice = 0
        for block in others:
            if g.speeds[block] >= slowest:
                faster = g.speeds[block] > slowest
                dice += numbers.pursuit_faster if faster else numbers.pursuit_same
        hits = min(dice * len(numbers.pursuit_hit) / SIX, float(cv))
        return hits + DEAD * len(own) * hits / cv

    @cached_property
    def ready(self) -> list[int]:
        """Own blocks that can still move."""
        g = self.g
        return [
            block
            for place in range(g.pack.size)
            for block in firm(g, self.side, place)
            if not g.moved[block]
        ]

    @cached_property
    def ways(self) -> dict[int, dict[tuple[int, int], int]]:
        """For each block, the hexes within its reach and by way of which hex if it Engages."""
        g = self.g
        bonus = 1 if self.side == AXIS and g.scenario.rommel_bonus and g.rommel == NOBODY else 0
        found: dict[int, dict[tuple[int, int], int]] = {}
        for block in self.ready:
            speed = g.speeds[block] + bonus
            found[block] = {
                (place, via): need
                for place, via, need in speeds_needed(g, self.side, g.place[block])
                if need <= speed
            }
        return found
