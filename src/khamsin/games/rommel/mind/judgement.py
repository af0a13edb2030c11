"""How the greedy bot judges Rommel in the Desert. Everything is weighed in combat values.

`rommel_roads` tells what supply is worth, `rommel_ground` fights and hexes. From that follows what
a whole Move promises (`rommel_attack`), which is what cards are spent on, and the answer to every
question of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from khamsin.games.rommel.model.pieces import CLASSES, NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.cards import PASS, REAL
from khamsin.games.rommel.rules.combat.flight import source_of
from khamsin.games.rommel.rules.movement.reach import needed
from khamsin.games.rommel.rules.supply.network import ways_back
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .rear import Rear
from .roads import DEAD, STRANDED

CARD = 2.2  # what a Move must promise for its card
MANY, RESERVE = 6, 2  # with more real cards than many they are cheap; the last ones are dear
LATE_CARD = 0.5  # and in the last month, when cards are worth nothing afterwards
STEADY = 1.0  # what a block must gain by going back in a Pass, so that no advance is in vain
ROUT = 20.0  # more than anything speaks against leaving in good time where a Rout would follow
BARE = 2.0  # to have no real card left, whoever may need it
FORSAKEN = 0.15  # how much of those whom the enemy may cut off, and who are in no battle yet
HUNGER = 0.4  # how much of the blocks without supply is feared for in a Pass; more in battles


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side."""
    return scored(world, Judgement(world.state, SIDES.index(side), posture), options)


class Judgement(Rear):
    """What each answer is worth to one side."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.scorers: dict[str, Callable[[Option], float]] = {
            "deploy": self.deploy,
            "hand": self.hand,
            "malta": self.malta,
            "spend": self.spend,
            "discard": self.discard,
            "cards": self.cards,
            "move": self.move,
            "march": self.move,
            "regroup": self.regroup,
            "refuse": self.refuse,
            "pursue": lambda option: float(option[1]),
            "suffer": self.losses,
            "losses": self.losses,
            "withdraw": self.withdraw,
            "battles": self.battles,
            "fire": self.fire,
            "challenge": self.initiative,
            "answer": self.initiative,
        }

    def cards(self, option: Option) -> float:
        """4.0 Spend cards when a Move or a battle promises enough; one is the thriftiest."""
        g = self.g
        real = int(option[2])
        dummies = int(option[1]) - real
        price = (LATE_CARD if self.is_last else CARD) * self.hope * self.posture.thrift
        if g.hand[self.side][REAL] > MANY:
            price *= 0.6
        elif g.hand[self.side][REAL] - real < RESERVE and not self.is_last:
            price *= 1.5
        moves = sorted([*self.group_promise.values(), *self.regroups.values()], reverse=True)
        first = max(self.best_move, 0.0)
        second = max(moves[1], 0.0) * 0.5 if len(moves) > 1 else 0.0
        battles = sum(max(self.round_worth(place), 0.0) for place in self.battle_places)
        worth = (
            self.stay_worth(),
            first + battles - price,
            first + max(second, battles * 0.6) + battles - 2.2 * price,
            first + second + 1.4 * battles - 4.0 * price,
        )[real]
        if real and real == g.hand[self.side][REAL]:
            worth -= self.bare() * self.care
        return worth - 0.3 * dummies

    def bare(self) -> float:
        """What it costs to have no real card left: no help for those whom the enemy may cut off."""
        g = self.g
        cost = BARE
        for place, _ in self.stacks[self.side]:
            is_battle = g.defender[place] != NOBODY
            if not self.secure.supplied[place]:
                share = STRANDED if is_battle else FORSAKEN * self.lines.supplied[place]
                cost += share * self.worth(firm(g, self.side, place))
        return cost * self.means

    def stay_worth(self) -> float:
        """4.5, 13.2.s1 A Pass leaves battles as they are, but Attackers must leave a Fortress.

        Whoever has no supply may be lost with the month; one group may fall back.
        """
        g = self.g
        able = [b for b in self.hungry if not g.disrupted[b]]
        doomed = [b for b in able if g.passed or g.defender[g.place[b]] != NOBODY]
        hungry = HUNGER * self.worth(able) + (1.0 - HUNGER) * self.worth(doomed)
        cost = 0.5 * max([*self.withdrawals.values(), 0.0]) - hungry
        for fortress in g.pack.fortresses:
            if self.must_leave(fortress.hex):
                cost -= 2.0 * len(g.here[self.side][fortress.hex])
        return cost

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

    def move(self, option: Option) -> float:
        """5, 6 Name the best Move, then send each block where it helps most."""
        g, at = self.g, self.g.pack.place_index
        verb = option[0]
        if verb == "done":
            return 0.05
        if verb == "group":
            place = at[option[1]]
            if g.option == PASS:
                return self.withdrawals.get(place, -1.0) + ROUT * self.must_leave(place)
            return self.group_promise.get(place, -1.0)
        if verb == "regroup":
            if g.option == PASS:
                return -1.0
            point = at[option[1]]
            return (
                max((v for (p, _), v in self.regroups.items() if p == point), default=-1.0) - 0.05
            )
        if verb == "rout":
            return 0.04
        block = g.pack.block_index[option[1]]
        if verb.endswith("exit"):
            return 3.0
        if verb.startswith("march"):
            return -1.0
        place = at[option[3]]
        cost = 0.1 if verb.startswith("rommel") else 0.0
        if g.option == PASS:
            value = self.falling_back(block, place) - self.starved(block, place)
            return value + ROUT * self.must_leave(g.place[block])
        if len(option) > 4:
            edge = g.pack.board.edge(at[option[4]], place)
            return self.join(block, place, edge) - self.starved(block, place) - cost
        gain = self.arriving(block, place) - self.staying(block) - cost - 0.1
        return gain if gain <= 0 else gain - self.starved(block, place)

    def falling_back(self, block: int, place: int) -> float:
        """5.3 What a block gains by going back to a hex."""
        return self.arriving(block, place) - self.staying(block) - STEADY

    def must_leave(self, place: int) -> bool:
        """13.2.s1 Whether blocks would Rout in a Pass: Attackers of a Fortress."""
        g = self.g
        return g.pack.fortress_at[place] >= 0 and g.defender[place] == self.enemy

    @cached_property
    def withdrawals(self) -> dict[int, float]:
        """4.5.a What a Withdrawal from each hex that an enemy threatens promises."""
        g, side = self.g, self.side
        found: dict[int, float] = {}
        for place in dict.fromkeys(g.place[block] for block in self.ready):
            blocks = firm(g, side, place)
            stand = sum(g.cv[block] for block in blocks)
            if self.threat[place] <= stand and not self.exposure(place):
                continue
            gains = 0.0
            for block in blocks:
                ways = ways_back(g, side, place, source_of(g, block))
                can = [to for to, row in ways.items() if needed(g, row) <= g.speeds[block]]
                worth = [self.falling_back(block, to) - self.starved(block, to) for to in can]
                gains += max(worth, default=0.0)
            if gains > 0:
                found[place] = gains
        return found

    def regroup(self, option: Option) -> float:
        """5.2.a The destination: the fight that looked best."""
        place = self.g.pack.place_index[option[1]]
        return max((v for (_, target), v in self.regroups.items() if target == place), default=-1.0)

    def refuse(self, option: Option) -> float:
        """8.4 Stand if the fight is not too bad, or if the ground is worth it."""
        g = self.g
        place = g.pack.place_index[option[1]]
        own, others = firm(g, self.side, place), firm(g, self.enemy, place)
        if option[0] == "accept":
            value = self.fight(own, others, place, attacks=False) + self.prize(place)
            return value - self.exposure(place) * self.worth(own)
        return -0.6 * len(own) - self.pursuit(own, others) - self.given_up(place)

    def losses(self, option: Option) -> float:
        """9.5, 10.5.c The cheapest loss: not the last step of a block, not the dearest arm."""
        g, pack = self.g, self.g.pack
        cost = 0.0
        left: dict[int, int] = {}
        for name in option[1:]:
            block = pack.block_index[name]
            cv = left.get(block, g.cv[block]) - pack.step_of[block]
            left[block] = cv
            cost += pack.step_of[block] + 0.1 * pack.rp_per_step[block]
            if cv <= 0:
                cost += DEAD
            cost += 0.1 / max(cv, 0.5)
        return -cost

    def withdraw(self, option: Option) -> float:
        """5.3 Back to friends, no farther than need be."""
        g = self.g
        return self.refuge(g.pack.block_index[option[1]], g.pack.place_index[option[3]])

    def battles(self, option: Option) -> float:
        """8.6 Fight where it pays."""
        if option[0] == "done":
            return 0.1
        value = self.round_worth(self.g.pack.place_index[option[1]])
        return value if option[0] == "fight" else 1.5 * value - 1.0

    def fire(self, option: Option) -> float:
        """9.3 At the class that loses most; the slow first, the fast may be left to pursue."""
        pack = self.g.pack
        block = pack.block_index[option[1]]
        own = pack.class_of[block]
        target = CLASSES.index(option[2])
        worth = (1.3, 1.0, 1.2, 1.2)[target]
        return len(pack.numbers.fire[own][target]) * worth - 0.01 * self.g.speeds[block]

    def rule_of_thumb(self, option: Option) -> float:
        """Everything else: offers are taken, cards are kept."""
        return THUMB.get(option[0], 0.0)


THUMB = {"assign": 1.0, "probe": 1.0}
