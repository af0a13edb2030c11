"""What can be done to a match, as it is stored: one row an act.

    answer   a line of the journal: a side's words, or what the dice gave
    back     answers taken back
    seat     who sits in a chair from now on
    offer    undo or draw proposed; loss on time, proposed by the clock
    reply    yes or no to it
    end      the match ends outside the rules: resigned, agreed drawn, lost on time
    renew    rules or data have changed: what fits was kept, and the match goes on from there

The body of an answer is its words, of all others JSON.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from khamsin.kernel.play.match import Entry

ANSWER, BACK, SEAT, OFFER, REPLY, END = "answer", "back", "seat", "offer", "reply", "end"
RENEW = "renew"

UNDO, DRAW, TIME = "undo", "draw", "time"
OFFERS = (UNDO, DRAW, TIME)


class Act(NamedTuple):
    """One row."""

    number: int
    time: float
    kind: str
    body: str
    mark: str = ""
    """The digest of the state, if the rules can be started afresh after this answer."""

    @property
    def data(self) -> dict[str, Any]:
        """The body of anything but an answer."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def entry(self) -> Entry:
        """The body of an answer."""
        return tuple(self.body.split(" "))

    def row(self, match: str) -> dict[str, Any]:
        """As the storage wants it."""
        return {"match": match, **self._asdict()}


def answer(number: int, time: float, entry: Entry) -> Act:
    """A line of the journal."""
    return Act(number, time, ANSWER, " ".join(entry))


def act(number: int, time: float, what: str, /, **values: object) -> Act:
    """Anything else."""
    return Act(number, time, what, json.dumps(values))
