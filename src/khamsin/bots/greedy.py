"""The player who takes what looks best now, by the game's own judgement of each option."""

from __future__ import annotations

from random import Random

from khamsin.kernel.mind.mind import mind_of
from khamsin.kernel.mind.posture import PLAIN
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat


class GreedyBot:
    """Takes the option with the highest score; among equals any."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.posture = PLAIN
        """How it leads its side."""

    def choose(self, seat: AnySeat) -> Option:
        """Pick the option that the game's judge likes best."""
        options = seat.legal()
        if len(options) == 1:
            return options[0]
        world = seat.imagine(self._rng)
        scores = mind_of(world.game).judge(world, seat.side, options, self.posture)
        best = max(scores)
        liked = [option for option, score in zip(options, scores, strict=True) if score == best]
        return liked[self._rng.randrange(len(liked))]
