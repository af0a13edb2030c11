"""How the greedy bot judges Rommel in the Desert. Everything is weighed in combat values.

Each module adds what it sees: where enemies may come (`foes`), what supply is worth (`roads`), the
Bases and Fortresses (`guards`), fights and hexes (`appraisal`), rings (`noose`), what a whole Move
promises (`attack`), the set-up and the Buildup (`rear`), what a Pass means (`passing`), and on what
cards are spent (`hand`). From that follows the answer to every question of the game.
"""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.rommel.model.pieces import CLASSES, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.cards import PASS
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .hand import Hand
from .roads import DEAD

ROUT = 20.0  # more than anything speaks against leaving in good time where a Rout would follow


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side."""
    return scored(world, Judgement(world.state, SIDES.index(side), posture), options)


class Judgement(Hand):
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
            return self.group_promise.get(place, -1.0) + self.wide_share(place)
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
        gain += self.in_ring(block, place)
        return gain if gain <= 0 else gain - self.starved(block, place)

    def wide_share(self, place: int) -> float:
        """The part of a Group Move in a ring that takes two."""
        ring = self.planned_ring
        return ring.worth / 2 if len(ring.starts) > 1 and place in ring.starts else 0.0

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
