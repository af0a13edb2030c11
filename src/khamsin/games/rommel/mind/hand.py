"""How the greedy bot for Rommel in the Desert husbands its cards: turns, Passes, the Initiative."""

from __future__ import annotations

from functools import cached_property

from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.cards import CARDS, DUMMY, REAL
from khamsin.kernel.play.decision import Option

from .foes import WEAK
from .guards import WON
from .passing import Passing
from .roads import STRANDED

CARD = 2.2  # what a Move must promise for its card
MANY, RESERVE = 6, 2  # with more real cards than many they are cheap; the last ones cost much
LATE_CARD = 0.5  # and in the last month, when cards are worth nothing afterwards
BARE = 2.0  # to have no real card left, whoever may need it
FORSAKEN = 0.15  # how much of those whom the enemy may cut off, and who are in no battle yet
LAID = 0.3  # a dummy that is laid down with others: it deceives once
SPARE = 3  # dummies after which one more or less is of no account
STAKED = 0.6  # how much of what the first turn is worth a real card may win
STAKE_PRICE = 4.0  # what a card is worth that is staked on the Initiative
FEW = 4  # real cards with which it is dearer
BLUFF = 4.0  # what must be at stake for a dummy to be believed
SEEN_FIRST = 0.4  # how much of what the best Move promises is lost if the enemy comes first


class Hand(Passing):
    """Cards."""

    def hand(self, option: Option) -> float:
        """18.0.c Keep a hand with its fair share of real cards."""
        real, dummy = self.g.hand[self.side]
        return float((option[0] == "keep") == (real >= 2 * dummy - 1))

    def cards(self, option: Option) -> float:
        """4.0 Spend cards when a Move or a battle promises enough; one is the thriftiest."""
        g = self.g
        real = int(option[2])
        dummies = int(option[1]) - real
        worth = self.turn_worth[real]
        if real and real == g.hand[self.side][REAL]:
            worth -= self.bare() * self.care
        return worth - dummies * (LAID if g.hand[self.side][DUMMY] <= SPARE else LAID / 3)

    @cached_property
    def turn_worth(self) -> tuple[float, float, float, float]:
        """What a turn with no, one, two and three real cards promises, less their price."""
        g = self.g
        have = g.hand[self.side][REAL]
        moves = sorted([*self.group_promise.values(), *self.regroups.values()], reverse=True)
        first = max(self.best_move, 0.0)
        second = max(moves[1], 0.0) * 0.5 if len(moves) > 1 else 0.0
        battles = sum(max(self.round_worth(place), 0.0) for place in self.battle_places)
        more = max(self.wide_ring.worth - self.ring.worth, 0.0) if have > 1 else 0.0
        return (
            self.stay_worth(),
            first + battles - self.price(1),
            first + max(second + more, battles * 0.6) + battles - 2.2 * self.price(2),
            first + second + more + 1.4 * battles - 4.0 * self.price(3),
        )

    def price(self, real: int) -> float:
        """What each of so many real cards is worth in the hand."""
        have = self.g.hand[self.side][REAL]
        price = (LATE_CARD if self.is_last else CARD) * self.hope * self.posture.thrift
        if have > MANY:
            return price * 0.6
        if have - real < RESERVE and not self.is_last:
            return price * 1.5
        return price

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

    def initiative(self, option: Option) -> float:
        """3.3.b A real card if much is at stake; a dummy as a bluff, if it may be believed."""
        real, dummy = self.g.hand[self.side]
        if option[0] == "decline":
            return 0.0
        if CARDS.index(option[1]) == REAL:
            return STAKED * self.stake - STAKE_PRICE * (1.5 if real < FEW else 1.0)
        return 0.5 if dummy > real or (dummy > 1 and self.stake >= BLUFF) else -0.5

    @cached_property
    def stake(self) -> float:
        """What it is worth to move before the enemy does."""
        g = self.g
        own = g.pack.base[self.side]
        comes = any(group.get(own) for group in self.marches.values())
        danger = WON if comes and not g.here[self.side][own] else self.exposed
        base = g.pack.base[self.enemy]
        is_open = not g.here[self.enemy][base]
        if is_open and any((base, NOBODY) in ways for ways in self.ways.values()):
            return danger + WON
        return danger + SEEN_FIRST * self.best_move

    @cached_property
    def exposed(self) -> float:
        """What the enemy's first blow could cost: the worst of what stands within his reach."""
        g = self.g
        worst = 0.0
        for place, _ in self.stacks[self.side]:
            stand = sum(g.cv[block] for block in firm(g, self.side, place))
            if stand:
                worst = max(worst, min(self.threat[place] - stand, float(stand)))
        for place in self.vital:
            if self.threat[place] > WEAK * self.friends[place]:
                worst = max(worst, 0.5 * self.given_up(place))
        return worst
