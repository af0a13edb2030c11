"""What a computer player is asked for advice about, and what it says of it: plain data both ways.

An inquiry holds a match and a side. In a running match it is an imagined one (`inquiry`), so that
nobody who reads it learns more than that seat knows; a position of a match that is over may be
handed in as it was (`about`). `consider` is what a worker does with it, wherever it runs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Struct

from khamsin.bots.search.advice import Line, advise, chances
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import AnySeat, Seat
from khamsin.kernel.play.transfer import unwrap, wrap
from khamsin.review import tasks
from khamsin.table.match import editions
from khamsin.table.match.table_match import TableMatch

from .demonstration import Shown, demonstrate

REVIEW = "review"


class Inquiry(NamedTuple):
    """A question about a position."""

    edition: str
    side: str
    seconds: float
    """Of the processor; 0: only the chances are wanted."""
    seed: int
    world: bytes
    """The match, wrapped."""
    kind: str = ""
    """`REVIEW`: in place of the world there is a task of a review (`khamsin.review.tasks`)."""


class Plan(Struct, frozen=True):
    """How the side may go on until its turn is over."""

    answers: tuple[tuple[str, tuple[str, ...]], ...]
    """Prompt and words of each, as it went in one imagined world; the first one is to be given."""
    chance: float
    """Of the side; in a game played alone the share of a very good score."""
    error: float
    """Its standard error."""
    is_close: bool
    """Whether luck may be all by which the first plan is better than this one."""
    reasons: tuple[tuple[str, float], ...]
    """Features, each with the log odds that it adds or takes; the largest first."""
    shown: Shown
    """What is seen of it on the board."""


class Counsel(Struct, frozen=True):
    """What can be said of a position."""

    chances: dict[str, float]
    plans: tuple[Plan, ...] = ()
    """The best three at most, the best first; none if nothing is asked or time was too short."""
    review: str = ""
    """What came of a task of a review."""


class Dropped(Exception):
    """The answer is not wanted any more."""


def inquiry(table_match: TableMatch, side: str, seconds: float, rng: random.Random) -> Inquiry:
    """Imagine a running match for a seat. `RuntimeError`: no world fits what it has seen."""
    world = table_match.match.imagine(side, rng)
    return about(table_match.record.edition, world, side, seconds, rng.getrandbits(63))


def about(edition: str, match: AnyMatch, side: str, seconds: float, seed: int) -> Inquiry:
    """Ask about a position as it is: an imagined one, or one of a match that is over."""
    return Inquiry(edition, side, seconds, seed, wrap(match))


def consider(asked: Inquiry, told: Callable[[float], None] | None = None) -> Counsel:
    """Think about it; `told` hears how much of the time is gone, and may raise to end it."""
    game = editions.game(asked.edition)
    if asked.kind == REVIEW:
        return Counsel({}, review=tasks.answer(game, asked.world, told))
    match = unwrap(game, asked.world)
    seat, rng = Seat(match, asked.side), random.Random(asked.seed)
    if not asked.seconds or seat.decision is None:
        return Counsel(chances(seat, rng))
    advice = advise(seat, rng, asked.seconds, told)
    return Counsel(advice.chances, tuple([_plan(seat, line, rng, told) for line in advice.lines]))


def _plan(
    seat: AnySeat, line: Line, rng: random.Random, told: Callable[[float], None] | None
) -> Plan:
    if told is not None:
        told(1.0)
    shown = demonstrate(seat, line.answers, rng)
    return Plan(
        tuple([(answer.prompt, answer.option) for answer in line.answers]),
        line.chance,
        line.error,
        line.is_close,
        tuple([(reason.feature, reason.change) for reason in line.reasons]),
        shown,
    )


def as_text(counsel: Counsel) -> str:
    """As JSON."""
    return msgspec.json.encode(counsel).decode()


def from_text(text: str) -> Counsel:
    """From JSON."""
    return msgspec.json.decode(text, type=Counsel)


# -- in a worker process -------------------------------------------------------------------------


class Flags(Protocol):
    """One for each inquiry under way, shared by all processes: set when it is not wanted."""

    def __getitem__(self, at: int, /) -> int:
        """One of them."""
        ...


class _Process:
    """What this worker process has been given."""

    flags: Flags | None = None


def heed(flags: Flags) -> None:
    """Look at these flags while thinking."""
    _Process.flags = flags


def consider_while(asked: Inquiry, flag: int) -> Counsel | None:
    """Think as long as this flag is not set."""

    def told(_part: float) -> None:
        if _Process.flags is not None and _Process.flags[flag]:
            raise Dropped

    try:
        told(0.0)  # it may have been dropped while it waited
        return consider(asked, told)
    except Dropped:
        return None
