"""How the greedy bot for Rommel in the Desert sets up and spends its points."""

from __future__ import annotations

from zlib import crc32

from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.cards import DUMMY
from khamsin.kernel.play.decision import Option

from .attack import Attack

CRAMMED = 3.0  # to start in a Fortress with more than it can feed when it is besieged (13.3.a)
OFF_ROAD = 2.0  # to start where a line hangs on other blocks
GUARDS_FIRST = 40.0  # before anything else is deployed
WHIM = 3.0  # how far a deployment may differ from what is best at sight
RICH = 12  # points with which a card is a good buy
RIDE = 0.9  # what a Redeployment must gain, so that blocks do not go to and fro
MINED = 6  # CV in a threatened hex for which a minefield is worth its price


class Rear(Attack):
    """The answers behind the front."""

    def deploy(self, option: Option) -> float:
        """18.0.b Guards for the Base and the Fortresses first, the rest together near the goals."""
        g = self.g
        place = g.pack.place_index[option[2]]
        block = g.pack.block_index[option[1]]
        here = len(g.here[self.side][place])
        if not here and self.is_worth_a_guard(place):
            return GUARDS_FIRST * (2.0 if place == g.pack.base[self.side] else 1.0) - self.use(
                block
            )
        value = self.standing(block, place)
        if place == self.tobruk and here < 5:
            value += 3.0
        if not g.pack.highway[place]:
            value -= OFF_ROAD
        fortress = g.pack.fortress_at[place]
        if fortress >= 0 and here >= g.pack.fortresses[fortress].capacity[self.side]:
            value -= CRAMMED
        return value - 0.15 * max(here - 5, 0) + self.whim(block, place)

    def is_worth_a_guard(self, place: int) -> bool:
        """Whether somebody should begin in a Base or a Fortress, as far as there are enough."""
        g = self.g
        if place == g.pack.base[self.side]:
            return self.turns_to(place) <= 3
        fortress = g.pack.fortress_at[place]
        return fortress >= 0 and g.holder[fortress] == self.side and self.turns_to(place) <= 2

    def use(self, block: int) -> float:
        """What a block could do elsewhere: the slow and weak ones stand guard."""
        g = self.g
        return g.cv[block] + 2.0 * g.speeds[block] + (2.0 if g.pack.is_german[block] else 0.0)

    def whim(self, block: int, place: int) -> float:
        """A deployment is drawn by the number of its posture, so that it is not always the same."""
        number = self.posture.focus
        if number is None:
            return 0.0
        return WHIM * crc32(f"{number} {self.g.place_id(place)} {block % 3}".encode()) / 2**32

    def malta(self, option: Option) -> float:
        """18.6.b The group counts at the end; until then the cards are worth more."""
        return float((option[0] == "malta") == self.is_last)

    def spend(self, option: Option) -> float:
        """16.5 New blocks to the front, lost steps back, then mines and cards with the rest."""
        g, pack = self.g, self.g.pack
        verb = option[0]
        if verb == "done":
            return 0.1
        if verb == "extra":
            return 0.6 if g.rp[self.side] >= RICH else 0.2
        if verb == "mine":
            return self.mine(pack.place_index[option[1]])
        if verb == "relay":
            return -1.0
        block = pack.block_index[option[1]]
        if verb == "rebuild":
            return 1.5 * pack.step_of[block] / int(option[2]) + 0.3
        start = pack.place_index[option[2]]
        if verb == "refit":
            return self.refit(block, start)
        to = pack.place_index[option[3]]
        if start >= pack.size or to >= pack.size:
            return -1.0
        if g.cv[block] < pack.full_cv[block] and start == pack.base[self.side]:
            return -1.0  # first the steps
        if self.threat[start] and (self.threat[to] or self.threat[start] < 2 * self.friends[start]):
            return -1.0  # the front is not shuffled
        gain = self.standing(block, to) - self.staying(block)
        return gain * 0.6 - RIDE

    def mine(self, place: int) -> float:
        """14.1 Where the enemy may come and something is to be held: the Fortresses before all."""
        g = self.g
        stand = sum(g.cv[block] for block in firm(g, self.side, place))
        if stand < MINED or self.threat[place] < stand or g.mine[place] != NOBODY:
            return -1.0
        return 0.8 if place == self.tobruk else 0.5 if g.pack.fortress_at[place] >= 0 else 0.3

    def refit(self, block: int, start: int) -> float:
        """16.52 A block that has lost its last step but one goes home while there is time."""
        g, pack = self.g, self.g.pack
        if g.cv[block] > pack.step_of[block] or pack.full_cv[block] < 3 * pack.step_of[block]:
            return -1.0
        if g.month + 2 > g.scenario.end_month or self.leaving(block) > 0.0:
            return -1.0
        return 0.4 if start != pack.base[self.side] else -1.0

    def discard(self, option: Option) -> float:
        """16.6 Dummies only take room when the hand is full."""
        g = self.g
        over = sum(g.hand[self.side]) + 6 - g.pack.numbers.hand_limit
        return -abs(int(option[1]) - min(max(over, 0), g.hand[self.side][DUMMY]))
