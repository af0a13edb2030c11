"""How long a search may take."""

from __future__ import annotations

from time import process_time
from typing import NamedTuple

MOST = 8  # lines that race at once
FEWEST = 3  # and at least, if there are so many
FIRST_LOOK = 3  # rounds before anything drops out
LOOKING = 0.5  # the part of the time that the first look may take


class Budget(NamedTuple):
    """How much one race may cost: seconds of the processor, or so many rounds."""

    seconds: float
    rounds: int | None = None

    def room(self, price: float) -> int:
        """How many lines there is time to look at, if it takes so long to try one."""
        if self.rounds is not None or not price:
            return MOST
        return min(int(LOOKING * self.seconds / (price * FIRST_LOOK)), MOST)

    def part(self, share: float) -> Budget:
        """A share of this budget."""
        rounds = self.rounds if self.rounds is None else max(int(self.rounds * share), 1)
        return Budget(self.seconds * share, rounds)


class Clock:
    """Runs from the beginning of a race."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = process_time()

    def spent(self) -> float:
        """Seconds of the processor."""
        return process_time() - self._began

    def share(self, rounds: int) -> float:
        """How much of the budget is gone, after so many rounds."""
        if self._budget.rounds is not None:
            return rounds / max(self._budget.rounds, 1)
        return self.spent() / self._budget.seconds if self._budget.seconds > 0 else 1.0

    def room(self) -> int:
        """How many lines there is time to look at, when the first has shown its price."""
        return self._budget.room(self.spent())
