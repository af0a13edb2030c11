"""The dice of an imagined world, the same for every answer that is tried in it.

Answers lead to battles here and there, so the n-th roll of one walk is for another thing than the
n-th of another. Dice are therefore kept by their purpose: the first roll for nightfall is the same
in all walks through a world, however many battles went before it, and so is the enemy's first
attack. Luck that all answers share then cancels out when they are compared (common random
numbers). Each walk is also repeated with all dice turned round (antithetic variates).
"""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.dice import Dice
from khamsin.kernel.play.match import AnyMatch

Purpose = tuple[str, str, int]
"""What chance is asked for, whose it is, and how often it was asked before."""


class CommonDice:
    """All the dice of one world."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self._numbers: dict[Purpose, int] = {}

    def number(self, purpose: Purpose) -> int:
        """Which of the dice are for this."""
        return self._numbers.setdefault(purpose, len(self._numbers))


class CommonThrows:
    """The part of it that one walk meets, as it is or turned round.

    A throw turned round is as fair, and both together are fairer: good luck in one is bad luck in
    the other, so that much of it cancels out.
    """

    def __init__(self, luck: CommonDice, walk: AnyMatch, *, is_turned: bool) -> None:
        self._luck = luck
        self._walk = walk
        self._is_turned = is_turned
        self._met: dict[tuple[str, str], int] = {}

    def roll(self, number: int, count: int) -> tuple[int, ...]:
        """The dice for this purpose, or their undersides."""
        del number
        dice = self._luck.dice.roll(self._number(), count)
        return tuple([7 - die for die in dice]) if self._is_turned else dice

    def draw(self, number: int, items: Sequence[str], count: int) -> tuple[str, ...]:
        """From the cup, or as if the items lay in it the other way round."""
        del number
        return self._luck.dice.draw(
            self._number(), items[::-1] if self._is_turned else items, count
        )

    def _number(self) -> int:
        ask = self._walk.chance
        assert ask is not None
        kind = ask.why, ask.side if isinstance(ask, Roll) else ""
        before = self._met.get(kind, 0)
        self._met[kind] = before + 1
        return self._luck.number((*kind, before))
