"""What a match at the table is made of: agreement, seats, offers, lines of the log, the end."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from khamsin.kernel.play.state import Event, Value

from .clocks import Terms
from .editions import edition


class Record(NamedTuple):
    """What was agreed before play."""

    id: str
    game: str
    scenario: str
    options: tuple[str, ...]
    rules: int
    pack: str
    seed: str
    creator: int
    private: bool
    sandbox: bool
    clock: Terms | None
    on_timeout: str
    created: float
    pack_name: str = ""
    """The pack of one's own that it is played with; empty: the standard one."""
    origin: str = ""
    """Of an imagined sandbox or a lesson: where the world it began with comes from."""
    start: str = ""
    """The digest of the state before the first answer."""
    rated: bool = False
    """Whether it was agreed that it counts for the players' ratings."""
    event: str = ""
    """The tournament or series that it belongs to."""

    @property
    def is_bound(self) -> bool:
        """Whether two people play it from start to end, and nobody else in their place."""
        return self.rated or bool(self.event)

    @property
    def edition(self) -> str:
        """The game with its pack."""
        return edition(self.game, self.pack_name)

    @property
    def lesson(self) -> str:
        """The name of the lesson that it is, if it is one."""
        return lesson_in(self.origin)

    @property
    def imagined_for(self) -> str:
        """The side from which the world it began with was imagined, if it was."""
        return "" if not self.origin or self.lesson else str(json.loads(self.origin)["side"])


LESSONS = '{"lesson":%'
"""What the origins of all lessons are like, for the storage."""


def lesson_origin(name: str) -> str:
    """Of a lesson, as it is stored."""
    return json.dumps({"lesson": name})


def lesson_in(origin: str) -> str:
    """The name of the lesson that begins a match, from what is stored of its origin."""
    return str(json.loads(origin).get("lesson", "")) if origin else ""


class Holder(NamedTuple):
    """Who sits in a chair: a person, a bot, or nobody yet (`open`, `invite`)."""

    kind: str
    person: int | None = None
    name: str = ""
    bot: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody sits there who can be asked."""
        return self.person is not None


class Offer(NamedTuple):
    """Something proposed that others must agree to."""

    by: str
    to: int
    agreed: tuple[str, ...] = ()


class Over(NamedTuple):
    """How a match ended."""

    winner: str | None
    reason: str
    rule: str | None
    scores: dict[str, int]


class Line:
    """A line of the log: something the rules told, or something that happened at the table."""

    __slots__ = ("at", "by", "dice", "event", "facts", "kind", "rule", "said", "side", "time")

    def __init__(
        self,
        at: int,
        time: float,
        kind: str,
        *,
        event: Event | None = None,
        side: str | None = None,
        dice: tuple[int, ...] = (),
        facts: dict[str, Value] | None = None,
        by: str = "",
    ) -> None:
        self.at = at
        self.by = by
        """Who answered before it was told; "" where nobody had."""
        self.time = time
        self.kind = kind
        self.rule = None if event is None else event.rule
        self.event = event
        self.side = side
        self.dice = dice
        self.facts = facts or {}
        self.said: dict[tuple[str, int], Any] = {}
        """The line in each language it was asked for in."""
