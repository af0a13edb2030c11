"""What a Pass means to the greedy bot for Rommel in the Desert: who falls back, who is lost."""

from __future__ import annotations

from functools import cached_property

from khamsin.games.rommel.model.pieces import NOBODY
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.combat.flight import source_of
from khamsin.games.rommel.rules.movement.reach import needed
from khamsin.games.rommel.rules.supply.network import ways_back
from khamsin.games.rommel.rules.victory import count, is_besieged

from .rear import Rear

STEADY = 1.0  # what a block must gain by going back in a Pass, so that no advance is in vain
HUNGER = 0.4  # how much of the blocks without supply is feared for in a Pass; more in battles
HARVEST = 0.9  # how much of the enemies is won who are lost with the month
OVER = 15.0  # to let the game end as it stands, won or lost


class Passing(Rear):
    """Withdrawals, and the end of a month or of the game."""

    def stay_worth(self) -> float:
        """4.5, 13.2.s1 A Pass leaves battles as they are, but Attackers must leave a Fortress.

        Whoever has no supply may be lost with the month; one group may fall back.
        """
        g = self.g
        able = [b for b in self.hungry if not g.disrupted[b]]
        doomed = [b for b in able if g.passed or g.defender[g.place[b]] != NOBODY]
        hungry = HUNGER * self.worth(able) + (1.0 - HUNGER) * self.worth(doomed)
        worth = 0.5 * max([*self.withdrawals.values(), 0.0]) - hungry
        for fortress in g.pack.fortresses:
            if self.must_leave(fortress.hex):
                worth -= 2.0 * len(g.here[self.side][fortress.hex])
        ends = 1.0 if g.passed else self.helpless
        worth += HARVEST * ends * self.worth(self.perishing(self.enemy))
        if self.is_last and not self.wins_now():
            if self.best_move > 0.0 or self.battle_places:  # there is something left to try
                worth -= OVER  # whoever is ahead ends the game with his own Pass
        elif self.is_last and g.passed:
            worth += OVER
        return worth

    def perishing(self, side: int) -> list[int]:
        """12.7.d The blocks of a side that would be lost if the month ended now.

        A Fortress feeds the strongest in it (13.3).
        """
        g = self.g
        lines = self.lines if side == self.side else self.their_lines
        found: list[int] = []
        for place, blocks in self.stacks[side]:
            if not lines.supplied[place]:
                fort = g.pack.fortress_at[place]
                fed = g.pack.fortresses[fort].capacity[side] if fort >= 0 else 0
                found += sorted(blocks, key=lambda block: -g.cv[block])[fed:]
        return found

    def wins_now(self) -> bool:
        """17 Whether this side would win if the game ended with this month's turns as they are."""
        g, halves = self.g, self.g.pack.numbers
        left = [float(count(g, side)) for side in (0, 1)]
        for side in (0, 1):
            for block in self.perishing(side):
                german = g.pack.is_german[block]
                left[side] -= halves.german_halves if german else halves.other_halves
        own, his = left[self.side], left[self.enemy]
        if own >= halves.decisive * his or his >= halves.decisive * own:
            return own > his
        holder = g.holder[g.pack.fortress_at[self.tobruk]]
        if not is_besieged(g, self.tobruk, holder):
            return holder == self.side
        return own > his

    def falling_back(self, block: int, place: int) -> float:
        """5.3 What a block gains by going back to a hex."""
        return self.arriving(block, place) - self.staying(block) - STEADY

    def must_leave(self, place: int) -> bool:
        """13.2.s1 Whether blocks would Rout in a Pass: Attackers of a Fortress."""
        g = self.g
        return g.pack.fortress_at[place] >= 0 and g.defender[place] == self.enemy

    def all_fall_back(self, place: int, blocks: list[int]) -> float:
        """What it promises that a whole group goes: as a rule it must, so that the hex is given up.

        What the first block gains that comes somewhere is gained once.
        """
        g = self.g
        flees = g.defender[place] != NOBODY
        gains, first = -self.unguarded(place, []) * (len(blocks) > 1), 0.0
        for block in blocks:
            ways = ways_back(g, self.side, place, source_of(g, block))
            can = [to for to, row in ways.items() if needed(g, row) <= g.speeds[block]]
            if not can:
                return 0.0
            alone = [0.0 if flees else self.alone(block, to) for to in can]
            worth = [self.falling_back(block, to) - self.starved(block, to) for to in can]
            gains += max([all_ - one for all_, one in zip(worth, alone, strict=True)])
            first = max(first, *alone)
        return gains + first

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
            gains = self.all_fall_back(place, blocks)
            if gains > 0:
                found[place] = gains
        return found
