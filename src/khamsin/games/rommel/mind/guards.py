"""What the greedy bot for Rommel in the Desert sees of Bases and Fortresses: who may come, when.

An empty Base is the end of the game for the side whose it is (17.1): one block stays as long as an
enemy can be there in three turns, and whoever can walk into an empty one does.
"""

from __future__ import annotations

from functools import cached_property

from khamsin.games.rommel.model.pieces import AXIS, HIGHWAY, NOBODY
from khamsin.games.rommel.rules.blocks import firm

from .roads import Roads

WON = 80.0  # more than anything else: the enemy's Base, with nobody in it
ALARMS = (0.0, 30.0, 14.0, 8.0)  # what the first guard of the Base is worth, by turns left to come
FAR_OFF = 4  # turns after which nobody asks any more
OFF_ROAD = 2  # hexes beyond his speed that a turn brings an enemy who is on no highway
GUARD = 3.0  # the last block in a Fortress stays
POST = 2.0  # and the first one comes, if an enemy can
HOME = 9.0  # the last one in the Base all the more
CARDS_TAKEN = 0.8  # for each card that a captured Fortress brings


class Guards(Roads):
    """Bases and Fortresses of both sides."""

    def turns_to(self, place: int) -> int:
        """In how many turns an enemy can be in a hex: one is exact, more are reckoned by hexes."""
        g = self.g
        if not self.stacks[self.enemy]:
            return self.turns_from_the_start(place)
        known = self._turns.get(place)
        if known is None:
            known = FAR_OFF
            if any(group.get(place) for group in self.marches.values()):
                known = 1
            else:
                bonus = g.pack.numbers.bonus[HIGHWAY]
                steps = g.pack.board.distances(place)
                for at, blocks in self.stacks[self.enemy]:
                    fastest = max([g.speeds[block] for block in blocks])
                    a_turn = fastest + (bonus if g.pack.highway[at] else OFF_ROAD)
                    if self.enemy == AXIS and g.scenario.rommel_bonus:
                        a_turn += g.pack.numbers.rommel_bonus
                    known = min(known, max(-(-steps[at] // a_turn), 2))
            self._turns[place] = known
        return known

    def turns_from_the_start(self, place: int) -> int:
        """The same, if the enemy is still to be deployed: from the nearest hex that is open to him.

        A Base is never out of reach.
        """
        g = self.g
        steps = g.pack.board.distances(place)
        hexes = [at for row in g.scenario.rows if row.side == self.enemy for at in row.hexes]
        nearest = min([steps[at] for at in hexes], default=0)
        a_turn = max(g.pack.speeds) + g.pack.numbers.bonus[HIGHWAY]
        most = FAR_OFF - 1 if place in g.pack.base else FAR_OFF
        return min(max(-(-nearest // a_turn), 1), most)

    @cached_property
    def _turns(self) -> dict[int, int]:
        """What is known of `turns_to`."""
        return {}

    @cached_property
    def alarm(self) -> float:
        """How much the own Base, if it is empty, calls for somebody: enemies are on their way."""
        return self.alarm_in(self.turns_to(self.g.pack.base[self.side]))

    def alarm_in(self, turns: int) -> float:
        """The same, if they need so many turns."""
        return ALARMS[turns] if turns < len(ALARMS) else 0.0

    def taken(self, place: int) -> float:
        """What the first block gains that walks into a Base or a Fortress of the enemy's."""
        g = self.g
        if g.here[self.enemy][place]:
            return 0.0
        if place == g.pack.base[self.enemy]:
            return WON
        fortress = g.pack.fortress_at[place]
        if fortress < 0 or g.holder[fortress] == self.side:
            return 0.0
        value = GUARD if place == self.tobruk else POST
        if g.fought_over[fortress] != self.side and not self.is_last:
            value += CARDS_TAKEN * g.pack.fortresses[fortress].capacity[self.enemy]
        return value

    def post(self, place: int) -> float:
        """What the first guard of an own Base or Fortress is worth."""
        g = self.g
        if place == g.pack.base[self.side]:
            return self.alarm
        fortress = g.pack.fortress_at[place]
        if fortress < 0 or g.holder[fortress] != self.side:
            return 0.0
        turns = self.turns_to(place)
        if turns > 2:
            return 0.0
        return GUARD if place == self.tobruk else POST

    def unguarded(self, place: int, keeps: list[int]) -> float:
        """What is given up if only these stay in a Base or a Fortress."""
        g = self.g
        if keeps:
            thin = place == self.tobruk and len(keeps) < 3 and self.threat[place]
            return GUARD if thin else 0.0
        if place == g.pack.base[self.side]:
            here = g.here[self.enemy][place]
            return WON if here else max(HOME, self.alarm)
        if g.pack.fortress_at[place] < 0:
            return 0.0
        cost = 0.0
        if place == self.tobruk or self.threat[place] or self.turns_to(place) <= 2:
            cost = GUARD
        if place == self.tobruk and self.threat[place]:
            cost += GUARD
        return cost

    def keeps(self, place: int, but: int = NOBODY) -> list[int]:
        """Who else of ours stays in a hex."""
        if place == self.g.pack.base[self.side]:
            return [block for block in self.g.here[self.side][place] if block != but]
        return [block for block in firm(self.g, self.side, place) if block != but]
