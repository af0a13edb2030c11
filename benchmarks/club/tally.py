"""What is counted while a club plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    choices: list[float] = field(default_factory=list)
    """Seconds from sending a choice to its acknowledgement, commit included."""
    requests: list[float] = field(default_factory=list)
    """The same of everything asked by HTTP while the evening lasts."""
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    """Answers that should not be: of 5xx, or not understood."""
    refused: Counter[int] = field(default_factory=Counter)
    """Choices that were refused: conflicts, limits."""
    broken: int = 0
    """Connections that ended; they may when a process dies."""
    broken_alone: list[str] = field(default_factory=list)
    """Of these, with a process that nobody had killed: what, when, and why."""
    backlog: list[float] = field(default_factory=list)
    """Seconds that the first question for a bot has waited, looked at every second."""
    kills: list[str] = field(default_factory=list)
