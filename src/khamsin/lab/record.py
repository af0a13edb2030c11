"""What is kept of a game that was played."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol


class Record(NamedTuple):
    """What came of one game."""

    number: int
    scenario: str
    bots: dict[str, str]
    """Which bot sat in which chair."""
    winner: str | None
    chair: str | None
    """Where the winner sat; not his side if sides were bid for."""
    rule: str
    reason: str
    scores: dict[str, int]
    decisions: int
    clock: dict[str, int]
    """How often each of the events that measure a game's length happened."""
    counts: dict[str, int]
    """What happened in it (see `tally`)."""
    journal: str = ""
    """Every answer and every roll, a line each, where the game itself is kept."""

    @property
    def bot(self) -> str | None:
        """The name of the bot that won."""
        return None if self.chair is None else self.bots[self.chair]


class Work(Protocol):
    """Games by number: each number is one game, whoever plays it and whenever."""

    def play(self, number: int) -> Record:
        """Play one game."""
        ...

    def identity(self) -> dict[str, Any]:
        """What makes these games what they are, as plain data: games of other work do not mix."""
        ...
