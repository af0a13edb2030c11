"""How the greedy bot judges Rommel in the Desert. Everything is weighed in combat values.

`rommel_ground` tells what fights and hexes are worth. From that follows what a whole Move promises,
which is what cards are spent on, and the answer to every question of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from khamsin.games.rommel.blocks import firm
from khamsin.games.rommel.cards import DUMMY, REAL
from khamsin.games.rommel.pieces import CLASSES, NOBODY, SIDES
from khamsin.games.rommel.state import State
from khamsin.kernel.decision import Option
from khamsin.kernel.match import Match

from .rommel_ground import DEAD, Ground

ATTACK_FROM = 1.0  # a fight must promise this much
CARD = 2.2  # what a Move must promise for its card
LATE_CARD = 0.5  # and in the last month, when cards are worth nothing afterwards


def judge(world: Match[State], side: str, options: list[Option]) -> list[float]:
    """Score each option for this side."""
    decision = world.decision
    assert decision is not None
    view = Judgement(world.state, SIDES.index(side))
    score = view.scorers.get(decision.prompt, view.rule_of_thumb)
    return [score(option) for option in options]


class Judgement(Ground):
    """What each answer is worth to one side."""

    def __init__(self, g: State, side: int) -> None:
        super().__init__(g, side)
        self.scorers: dict[str, Callable[[Option], float]] = {
            "deploy": self.deploy,
            "hand": self.hand,
            "malta": self.malta,
            "spend": self.spend,
            "discard": self.discard,
            "cards": self.cards,
            "move": self.move,
            "regroup": self.regroup,
            "refuse": self.refuse,
            "pursue": lambda option: float(option[1]),
            "suffer": self.losses,
            "losses": self.losses,
            "withdraw": self.withdraw,
            "battles": self.battles,
            "fire": self.fire,
        }

    # -- Moves -------------------------------------------------------------------------------------

    def attackers(self, target: int, blocks: list[int]) -> list[int]:
        """Those who can Engage in a hex together, the strongest first, as hexsides allow."""
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
        return found

    def attack(self, target: int, blocks: list[int]) -> float:
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
            value -= self.fight(there, others, target, attacks=attacks)
        fed = sum(self.is_near_supply(target) for _ in blocks) / max(len(blocks), 1)
        value -= (1.0 - fed) * 3.0
        return value + self.prize(target) - sum(self.leaving(b) for b in blocks) * 0.5

    def is_near_supply(self, target: int) -> bool:
        """Whether the own lines come up to the hex."""
        pack = self.g.pack
        return any(
            self.lines.highway[near] or self.lines.link[near]
            for near in pack.board.neighbours[target]
        )

    def prize(self, place: int) -> float:
        """What the ground itself is worth."""
        pack = self.g.pack
        if place == pack.base[self.enemy]:
            return 6.0
        if place == self.tobruk:
            return 3.0
        if not self.siege_line and pack.board.adjacent(place, self.tobruk):
            return 2.0  # whoever stands there besieges us
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
                going = self.attackers(target, blocks)
                if going:
                    best = max(best, self.attack(target, going))
        steps = sum(max(self.best_step(block, goal), 0.0) for block in blocks)
        return max(best, 0.0) + 0.4 * steps

    def best_step(self, block: int, goal: int = NOBODY) -> float:
        """The most a block gains by marching somewhere without a fight."""
        g = self.g
        base = self.standing(block, g.place[block]) + self.leaving(block)
        gains = [
            self.standing(block, place) - base
            for place, via in self.ways.get(block, {})
            if via == NOBODY and goal in (NOBODY, place)
        ]
        return max(gains, default=0.0)

    @cached_property
    def group_promise(self) -> dict[int, float]:
        """What a Group Move from each hex promises."""
        g = self.g
        starts = dict.fromkeys(g.place[block] for block in self.ready)
        return {
            place: self.promise([b for b in self.ready if g.place[b] == place]) for place in starts
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
                    going = self.attackers(target, blocks)
                    found[point, target] = self.attack(target, going)
        return found

    @cached_property
    def best_move(self) -> float:
        """What the best Move promises."""
        return max([*self.group_promise.values(), *self.regroups.values(), 0.0])

    # -- the questions of the game -----------------------------------------------------------------

    def cards(self, option: Option) -> float:
        """4.0 Spend cards when a Move or a battle promises enough; one is the thriftiest."""
        g = self.g
        real = int(option[2])
        dummies = int(option[1]) - real
        price = (LATE_CARD if self.is_last else CARD) * self.hope
        if g.hand[self.side][REAL] > 6:
            price *= 0.6
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
        return worth - 0.3 * dummies

    def stay_worth(self) -> float:
        """4.5, 13.2.s1 A Pass leaves battles as they are, but Attackers must leave a Fortress."""
        g = self.g
        cost = 0.0
        for fortress in g.pack.fortresses:
            if g.defender[fortress.hex] == self.enemy and g.here[self.side][fortress.hex]:
                cost -= 2.0 * len(g.here[self.side][fortress.hex])
        return cost

    @cached_property
    def battle_places(self) -> list[int]:
        """Where battles go on."""
        return [place for place, side in enumerate(self.g.defender) if side != NOBODY]

    def round_worth(self, place: int) -> float:
        """What it is worth to start a round of combat in a battle."""
        g = self.g
        own, others = firm(g, self.side, place), firm(g, self.enemy, place)
        attacks = g.defender[place] != self.side
        return (
            0.5 * self.fight(own, others, place, attacks=True)
            if attacks
            else (0.5 * self.fight(own, others, self.open_ground, attacks=True))
        )

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
            return self.group_promise.get(at[option[1]], -1.0) if g.option != "pass" else -1.0
        if verb == "regroup":
            if g.option == "pass":
                return -1.0
            point = at[option[1]]
            return (
                max((v for (p, _), v in self.regroups.items() if p == point), default=-1.0) - 0.05
            )
        if verb == "rout":
            return 0.04
        block = g.pack.block_index[option[1]]
        if verb == "exit":
            return 3.0
        if verb.startswith("march"):
            return -1.0
        place = at[option[3]]
        cost = 0.1 if verb.startswith("rommel") else 0.0
        if g.option == "pass":
            return -1.0
        if len(option) > 4:
            return self.join(block, place) - self.starved(block, place) - cost
        gain = self.standing(block, place) - self.standing(block, g.place[block])
        gain -= self.leaving(block) + cost + 0.1
        return gain if gain <= 0 else gain - self.starved(block, place)

    def join(self, block: int, place: int) -> float:
        """7.0 Whether a block should go into this fight, together with all who can."""
        g = self.g
        with_it = self.attackers(place, [b for b in self.ready if self.in_move(b)])
        if block not in with_it:
            with_it = [*with_it, block]
        value = self.attack(place, with_it)
        is_new = place in g.unfought  # others are there already: stand by them
        return value + 2.0 if value > ATTACK_FROM or is_new else -1.0

    def in_move(self, block: int) -> bool:
        """Whether the block belongs to a Move that has been named."""
        g = self.g
        return any(
            g.place[block] == place
            or (to != NOBODY and g.pack.board.adjacent(place, g.place[block]))
            for place, to in g.moves
        )

    def regroup(self, option: Option) -> float:
        """5.2.a The destination: the fight that looked best."""
        place = self.g.pack.place_index[option[1]]
        return max((v for (_, target), v in self.regroups.items() if target == place), default=-1.0)

    def refuse(self, option: Option) -> float:
        """8.4 Stand if the fight is not too bad, or if the ground is worth it."""
        g = self.g
        place = g.pack.place_index[option[1]]
        own, others = firm(g, self.side, place), firm(g, self.enemy, place)
        value = self.fight(own, others, place, attacks=False) + self.prize(place)
        return value if option[0] == "accept" else -0.6 * len(own)

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
        return self.standing(g.pack.block_index[option[1]], g.pack.place_index[option[3]])

    def battles(self, option: Option) -> float:
        """8.6 Fight where it pays."""
        if option[0] == "done":
            return 0.1
        value = self.round_worth(self.g.pack.place_index[option[1]])
        return value if option[0] == "fight" else 1.5 * value - 1.0

    def fire(self, option: Option) -> float:
        """9.3 At the class that loses most."""
        pack = self.g.pack
        own = pack.class_of[pack.block_index[option[1]]]
        target = CLASSES.index(option[2])
        worth = (1.3, 1.0, 1.2, 1.2)[target]
        return len(pack.numbers.fire[own][target]) * worth

    # -- set-up and Buildup ------------------------------------------------------------------------

    def deploy(self, option: Option) -> float:
        """18.0.b Together, near the goals, with a guard for the Fortresses."""
        g = self.g
        place = g.pack.place_index[option[2]]
        block = g.pack.block_index[option[1]]
        value = self.standing(block, place)
        here = len(g.here[self.side][place])
        if place == self.tobruk and here < 5:
            value += 3.0
        return value - 0.15 * max(here - 5, 0)

    def hand(self, option: Option) -> float:
        """18.0.c Keep a hand with its fair share of real cards."""
        real, dummy = self.g.hand[self.side]
        return float((option[0] == "keep") == (real >= 2 * dummy - 1))

    def malta(self, option: Option) -> float:
        """18.6.b The group counts at the end; until then the cards are worth more."""
        return float((option[0] == "malta") == self.is_last)

    def spend(self, option: Option) -> float:
        """16.5 New blocks to the front, lost steps back, cards with the rest."""
        g, pack = self.g, self.g.pack
        verb = option[0]
        if verb == "done":
            return 0.1
        if verb == "extra":
            return 0.6 if g.rp[self.side] >= 12 else 0.2
        if verb in ("mine", "relay"):
            return -1.0
        block = pack.block_index[option[1]]
        if verb == "rebuild":
            return 1.5 * pack.step_of[block] / int(option[2]) + 0.3
        if verb == "refit":
            return -1.0
        start, to = pack.place_index[option[2]], pack.place_index[option[3]]
        if start >= pack.size or to >= pack.size:
            return -1.0
        if g.cv[block] < pack.full_cv[block] and start == pack.base[self.side]:
            return -1.0  # first the steps
        gain = self.standing(block, to) - self.standing(block, start) - self.leaving(block)
        return gain * 0.6 - 0.3

    def discard(self, option: Option) -> float:
        """16.6 Dummies only take room when the hand is full."""
        g = self.g
        over = sum(g.hand[self.side]) + 6 - g.pack.numbers.hand_limit
        return -abs(int(option[1]) - min(max(over, 0), g.hand[self.side][DUMMY]))

    def rule_of_thumb(self, option: Option) -> float:
        """Everything else: offers are taken, cards are kept."""
        return THUMB.get(option[0], 0.0)


THUMB = {"assign": 1.0, "probe": 1.0, "challenge": -1.0, "answer": -1.0, "decline": 0.5}
