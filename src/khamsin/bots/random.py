"""The player who picks anything that is allowed."""

from __future__ import annotations

from random import Random

from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat


class RandomBot:
    """Picks each option with the same chance."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seat: AnySeat) -> Option:
        """Pick one of the options offered."""
        options = seat.legal()
        return options[self._rng.randrange(len(options))]
