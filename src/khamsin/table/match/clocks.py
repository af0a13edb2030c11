"""Clocks for slow games: a reserve for each chair, and a little more after each answer.

The time of every act is stored with it, so the clocks follow from the acts and are the same in
every process and after every restart.
"""

from __future__ import annotations

from typing import NamedTuple


class Terms(NamedTuple):
    """What was agreed: seconds to begin with, seconds for every answer; never more than the
    reserve.
    """

    reserve: float
    increment: float

    @classmethod
    def read(cls, text: str) -> Terms | None:
        """From the storage: two numbers, or nothing."""
        if not text:
            return None
        reserve, increment = text.split(" ")
        return cls(float(reserve), float(increment))

    def text(self) -> str:
        """For the storage."""
        return f"{self.reserve:g} {self.increment:g}"


class Clocks:
    """How much time each chair has left, and whose is running since when."""

    __slots__ = ("left", "running", "since", "terms")

    def __init__(self, terms: Terms, chairs: tuple[str, ...]) -> None:
        self.terms = terms
        self.left = dict.fromkeys(chairs, terms.reserve)
        self.running: tuple[str, ...] = ()
        self.since = 0.0

    def passes(self, time: float) -> None:
        """Time has passed until now."""
        spent = max(0.0, time - self.since)
        for chair in self.running:
            self.left[chair] -= spent
        self.since = max(time, self.since)

    def answered(self, chair: str) -> None:
        """The reward for an answer."""
        self.left[chair] = min(self.terms.reserve, self.left[chair] + self.terms.increment)

    def refill(self, chair: str) -> None:
        """The others wait on."""
        self.left[chair] = self.terms.reserve

    def left_at(self, chair: str, time: float) -> float:
        """What a chair has left at a moment."""
        spent = max(0.0, time - self.since) if chair in self.running else 0.0
        return self.left[chair] - spent

    def deadline(self) -> float | None:
        """When the first of the running clocks ends."""
        return min((self.since + self.left[chair] for chair in self.running), default=None)

    def flagged(self, time: float) -> list[str]:
        """The chairs whose time has run out."""
        return [chair for chair in self.running if self.left_at(chair, time) <= 0]
