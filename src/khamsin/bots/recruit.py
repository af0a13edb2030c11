"""A beginner: takes one of the first decent ideas, and often forgets that the enemy has plans too.

Its mistakes are made on purpose and drawn by its own luck, so the same luck makes the same ones.
"""

from __future__ import annotations

from random import Random

from khamsin.kernel.mind.mind import mind_of
from khamsin.kernel.mind.posture import PLAIN
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import AnySeat

CARELESS = PLAIN._replace(dangers=0.0)
FORGETS = 0.4  # how often it does not look at what the enemy could do
DECENT = 0.5  # how much worse than the best an answer may be, as a part of what the best is worth
CONTENT = 0.6  # how often the better of those that are left is taken


class RecruitBot:
    """Plays at once, and not well: it never looks ahead, and draws among decent answers."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seat: AnySeat) -> Option:
        """Pick an option that looks well at first sight."""
        options = seat.legal()
        if len(options) == 1:
            return options[0]
        world = seat.imagine(self._rng)
        mind = mind_of(world.game)
        posture = CARELESS if self._rng.random() < FORGETS else PLAIN
        scores = mind.judge(world, seat.side, options, posture)
        best = max(scores)
        floor = best - DECENT * abs(best)
        decent = [option for option, score in zip(options, scores, strict=True) if score >= floor]
        self._rng.shuffle(decent)  # equals are taken in any order
        decent.sort(key=lambda option: -scores[options.index(option)])
        return next((option for option in decent if self._rng.random() < CONTENT), decent[0])
