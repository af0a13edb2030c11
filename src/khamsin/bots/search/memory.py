"""What a bot remembers from one answer to the next: its plan, its time, what the search has cost.

It is plain data, made of nothing but what the seat may know, so that it can travel with a question
to whichever process answers next. If it is lost, the bot searches again, and nothing else happens.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from khamsin.kernel.mind.posture import Posture
from khamsin.kernel.play.decision import Option

from .line import Answer, Line


@dataclass(slots=True)
class Memory:
    """All that a bot remembers."""

    turn: int = -1
    """How often the clock had ticked at the last question."""
    entries: int = -1
    """How long the journal will be if nothing but our own answer comes between."""
    line: Line | None = None
    """What it will do in the rest of the turn; the next answer first."""
    left: float = 0.0
    """Seconds that the turn may still cost."""
    price: float = 0.0
    """What it last cost to try a line, in seconds."""
    standing: dict[Posture, float] = field(default_factory=dict)
    """By how much each posture was better than the usual one when it last raced."""

    def written(self) -> str:
        """All of it as text."""
        line = self.line
        return json.dumps(
            {
                "turn": self.turn,
                "entries": self.entries,
                "posture": None if line is None else line.posture,
                "answers": [] if line is None else line.answers,
                "left": self.left,
                "price": self.price,
                "standing": list(self.standing.items()),
            }
        )


def read(text: str) -> Memory:
    """What was written; nothing, if nothing was, or something that cannot be read."""
    if not text:
        return Memory()
    try:
        return _read(json.loads(text))
    except (ValueError, KeyError, TypeError):
        return Memory()


def _read(row: dict[str, Any]) -> Memory:
    line = None
    if row["posture"] is not None:
        answers = [Answer(str(prompt), _words(option)) for prompt, option in row["answers"]]
        line = Line(Posture(*row["posture"]), tuple(answers))
    standing = {Posture(*posture): float(mean) for posture, mean in row["standing"]}
    numbers = int(row["turn"]), int(row["entries"])
    return Memory(*numbers, line, float(row["left"]), float(row["price"]), standing)


def _words(option: list[Any]) -> Option:
    return tuple([str(word) for word in option])


def answered_for(text: str) -> str:
    """The same after the only answer there was has been given without asking the bot."""
    kept = read(text)
    kept.entries += 1
    return kept.written()
