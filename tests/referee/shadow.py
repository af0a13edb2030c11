"""What the referees of all games share: a base class that compares, and the games that it watches.

A referee is a second, plain and slow implementation of a game's rules, written from the rulebook,
our ledger of it and the data packs alone. It never imports a module of the game: it shadows a match
through what every program can see (options, events, journal, the state as plain data) and says
where the rules and the book part. `make referee` lets it watch thousands of decisions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import product
from random import Random
from typing import Any, ClassVar, NamedTuple

from khamsin.bots import make_bot
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.driver import Entry
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.state import Event
from tests.contract.play import game, random_setup

OPTIONS = "options"
"""The subject of comparing everything that a side may answer with the referee's own list."""


class Difference(NamedTuple):
    """Where the referee and the rules part."""

    subject: str
    rule: str
    about: str
    book: object
    """What the referee says."""
    table: object
    """What the rules did or offered."""
    entries: int
    """How long the journal was."""

    def __str__(self) -> str:
        said = f"{self.subject} ({self.rule}) after {self.entries} entries: {self.about}"
        return f"{said}\n  referee: {short(self.book)}\n  rules:   {short(self.table)}"


class Moment(NamedTuple):
    """What a referee is shown: what happened since the last time, and what is asked now."""

    match: Match[Any]
    answers: Sequence[Entry]
    """The lines of the journal since: a side and its words, or `dice`, what for, and the values."""
    events: Sequence[Event]
    """What the rules told since, also what is for one side only."""

    @property
    def state(self) -> dict[str, Any]:
        """The whole table as plain data, hidden things included."""
        data: dict[str, Any] = json.loads(json.dumps(self.match.state.data()))
        return data

    def position(self, side: str | None) -> dict[str, Any]:
        """What a side (None: an observer) sees on the table."""
        seen: dict[str, Any] = self.match.view(side)["position"]
        return seen

    @property
    def prompt(self) -> str:
        """What is asked now; nothing when the match is over."""
        ask = self.match.decision
        return "" if ask is None else ask.prompt

    @property
    def facts(self) -> dict[str, str | int]:
        """What the question is about."""
        ask = self.match.decision
        return {} if ask is None else dict(ask.facts)


class Referee:
    """Base of a game's referee: counts what was compared, keeps what differed."""

    slug: ClassVar[str]

    def __init__(self, match: Match[Any]) -> None:
        """Begin with a match in which nothing has been answered."""
        self.setup = match.setup
        self.compared: Counter[str] = Counter()
        """How often each subject was compared."""
        self.differences: list[Difference] = []
        self._entries = 0

    def look(self, now: Moment) -> None:
        """Compare what came of the answers since, then what may be answered now."""
        raise NotImplementedError

    def same(self, subject: str, rule: str, book: object, table: object, about: str = "") -> bool:
        """Compare what the book says with what the rules did; both sides as plain values."""
        self.compared[subject] += 1
        if book == table:
            return True
        self.differences.append(Difference(subject, rule, about, book, table, self._entries))
        return False

    def same_options(self, rule: str, book: Sequence[Option], now: Moment, about: str = "") -> bool:
        """Compare the referee's list with all that the side to answer may answer, in any order.

        A difference tells what only one of them has.
        """
        side = now.match.to_answer[0]
        mine, theirs = set(book), set(now.match.legal(side))
        only_mine, only_theirs = sorted(mine - theirs), sorted(theirs - mine)
        return self.same(OPTIONS, rule, only_mine, only_theirs, about or now.prompt)


class Watched(NamedTuple):
    """What came of watching one match."""

    name: str
    decisions: int
    """Decisions at which something was compared."""
    compared: Counter[str]
    differences: list[Difference]
    journal: str


def short(value: object) -> str:
    """A value for a line of a report."""
    text = repr(value)
    return text if len(text) < 2000 else f"{text[:2000]} ..."


def referee_of(slug: str) -> Callable[[Match[Any]], Referee]:
    """The referee of a game."""
    made: Callable[[Match[Any]], Referee] = import_module(f"tests.referee.{slug}.referee").Referee
    return made


def cast_of(slug: str, number: int, rng: Random) -> tuple[str, ...]:
    """Who plays the match with this number: mostly programs that are quick."""
    sides = game(slug).sides
    if number % 40 == 39:
        return tuple("tree:0.02" if rng.random() < 0.7 else "greedy" for _ in sides)
    casts = list(product(("random", "greedy"), repeat=len(sides)))
    return casts[number // len(game(slug).scenarios) % len(casts)]


def watch(slug: str, number: int, *, limit: int = 10**9, scenario: str = "") -> Watched:
    """Watch the match with this number; it is the same one every time.

    The scenarios take turns, the options are drawn by lot. The first difference ends it.
    """
    rng = Random(f"referee {slug} {number}")
    rules = game(slug)
    scenario = scenario or rules.scenarios[number % len(rules.scenarios)].id
    match = Match(rules, random_setup(slug, scenario, rng), SeededDice(f"referee-{slug}-{number}"))
    players = cast_of(slug, number, rng)
    minds = {side: make_bot(name, rng) for side, name in zip(rules.sides, players, strict=True)}
    referee = referee_of(slug)(match)
    decisions = entries = events = 0
    while decisions < limit:
        before = referee.compared.total()
        referee._entries = len(match.entries)
        told = [event for _, event in match.events[events:]]
        referee.look(Moment(match, match.entries[entries:], told))
        decisions += referee.compared.total() > before
        if referee.differences or match.result is not None:
            break
        entries, events = len(match.entries), len(match.events)
        side = match.to_answer[rng.randrange(len(match.to_answer))]
        match.choose(minds[side].choose(Seat(match, side)), side)
    options = " ".join(match.setup.options) or "no options"
    name = f"{slug} {number}: {scenario} ({options}), {' against '.join(players)}"
    text = journal_of(match).text() if referee.differences else ""
    return Watched(name, decisions, referee.compared, referee.differences, text)
