"""What a position is worth to a side, where the chances alone no longer tell answers apart.

When a game is nearly decided all chances are close to 0 or to 1, and so are their differences. So a
little is added for the margin, by the log odds, which go on telling better from worse; and
everything is measured by what a change of the log odds would mean now. The chances still decide:
a losing side gambles, a winning one plays safe.
"""

from __future__ import annotations

from math import exp, log

from khamsin.kernel.mind.learned import Learned
from khamsin.kernel.mind.mind import Mind
from khamsin.kernel.play.match import AnyMatch

MARGIN = 0.1  # how much of the utility is the margin
FAR = 4.0  # log odds are squashed so much more slowly for the margin than for the chance
SURE = 40.0  # the log odds of what is settled


def chances(mind: Mind, world: AnyMatch) -> dict[str, float]:
    """How likely each side is to win; who has won is told."""
    result, sides = world.result, world.game.sides
    if result is None or len(sides) == 1:
        return mind.evaluate(world.state)
    if result.winner is None:
        return dict.fromkeys(sides, 0.5)
    return {side: float(side == result.winner) for side in sides}


def is_open(learned: Learned, world: AnyMatch) -> bool:
    """Whether the chance is estimated, rather than settled."""
    return world.result is None and learned.counting.settled(world.state) is None


def reasons(mind: Mind, world: AnyMatch, side: str) -> dict[str, float] | None:
    """What each feature adds to the log odds of a side, if they are estimated."""
    learned = mind.learned
    if learned is None or not is_open(learned, world):
        return None
    sign = 1.0 if learned.counting.favoured(world.state) == side else -1.0
    return {name: sign * part for name, part in learned.reasons(world.state).items()}


class Utility:
    """Of positions to a side, as seen from where it stands now."""

    def __init__(self, mind: Mind, world: AnyMatch, side: str) -> None:
        self._mind = mind
        self._side = side
        self._sees_margins = mind.learned is not None and len(world.game.sides) > 1
        self._scale = 1.0
        if self._sees_margins:
            odds = _log_odds(chances(mind, world)[side])
            self._scale = _slope(0.0) / _slope(odds)

    def __call__(self, world: AnyMatch, chance: float) -> float:
        """What a position is worth in which the side has this chance."""
        if not self._sees_margins:
            return chance
        parts = reasons(self._mind, world, self._side)
        odds = _log_odds(chance) if parts is None else sum(parts.values())
        return self._scale * ((1 - MARGIN) * chance + MARGIN * _sigmoid(odds / FAR))


def _sigmoid(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _log_odds(chance: float) -> float:
    """Of a chance.

    >>> _log_odds(0.5), _log_odds(0.0), _log_odds(1.0)
    (0.0, -40.0, 40.0)
    """
    if not 0 < chance < 1:
        return SURE if chance else -SURE
    return max(-SURE, min(SURE, log(chance / (1 - chance))))


def _slope(odds: float) -> float:
    """The derivative by the log odds."""
    near, far = _sigmoid(odds), _sigmoid(odds / FAR)
    return (1 - MARGIN) * near * (1 - near) + MARGIN * far * (1 - far) / FAR
