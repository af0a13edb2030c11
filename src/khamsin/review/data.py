"""What a review is made of: plain data without words, so that it can be kept and told anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

Values = Mapping[str, object]


class Happened(TypedDict):
    """A line of the log."""

    kind: str
    values: Values


class Said(TypedDict):
    """An answer to a question."""

    prompt: str
    option: list[str]


class Point(TypedDict):
    """How likely each side was to win after so many answers."""

    at: int
    chances: dict[str, float]


class Tick(TypedDict):
    """The clock of the game went on: a turn, a day, a month."""

    at: int
    kind: str
    values: Values


class Turning(TypedDict):
    """What one side did, and the dice that fell: the chances were others afterwards."""

    at: int
    to: int
    by: str
    before: dict[str, float]
    after: dict[str, float]
    luck: dict[str, float]  # the part of the change that the dice made
    events: list[Happened]


class Throw(TypedDict):
    """Dice that fell one after another, with nothing decided between them."""

    at: int
    dice: list[tuple[str, str, list[int]]]  # whose, for what, how they fell
    gain: dict[str, float]  # the chance afterwards, less what was to be expected before


class Luck(TypedDict):
    """The dice of one side."""

    dice: int
    pips: int
    gain: float  # of all throws that began with a die of this side
    others: float  # of all other throws


class Count(TypedDict):
    """How much there is after so many answers, for each side."""

    at: int
    of: dict[str, int]


class Cause(TypedDict):
    """A thing that is counted, and what one way differs from another by it."""

    feature: str
    change: float


class Costly(TypedDict):
    """Answers given in a row, and a plan that would have been better as far as one could know."""

    at: int
    to: int
    side: str
    prompt: str
    facts: Values
    played: list[Said]
    better: list[Said]
    chance: float  # with what was played
    lost: float
    error: float
    reasons: list[Cause]


class Review(TypedDict):
    """All of it."""

    game: str
    scenario: str
    options: list[str]
    rules: int
    pack: str
    sides: list[str]
    entries: int
    result: dict[str, Any] | None
    points: list[Point]
    ticks: list[Tick]
    turning: list[Turning]
    luck: dict[str, Luck]
    throws: list[Throw]
    losses: list[Count]
    ground: list[Count]
    places: dict[str, int]  # that count for each side
    looked: int  # stretches of answers that were thought about
    asked: NotRequired[int]  # and that deserved a thought; of old reviews unknown
    costly: list[Costly]


class Asked(TypedDict):
    """Answers given in a row that are worth a thought."""

    at: int
    side: str
    turn: int  # how often the clock had ticked
    played: list[Said]


class Seen(TypedDict):
    """What came of the thought."""

    hope: float  # by how much the best line looked better, sure or not
    tries: int  # how often a line was followed
    seconds: float  # of the processor that it took
    costly: Costly | None


class Sketch(TypedDict):
    """A review before anybody has thought, and what is to be thought about."""

    review: Review
    asked: list[Asked]
