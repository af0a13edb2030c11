"""One pass through a match: chances, the clock, losses, ground, and who answered what in a row.

The truth is read here. So it is only for a match that is over, or for somebody who has it all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from khamsin.bots.search.line import Answer
from khamsin.bots.search.utility import chances
from khamsin.kernel.mind.mind import Mind, mind_of
from khamsin.kernel.play.decision import DICE
from khamsin.kernel.play.match import AnyMatch, Entry
from khamsin.kernel.play.state import Event
from khamsin.kernel.text.narrator import Narrator

from .data import Count, Point, Tick
from .owners import side_of

LEAST = 0.002  # a smaller change of the chances is not drawn
Odds = dict[str, float]


class Stretch(NamedTuple):
    """Answers of one side in a row: no dice and nobody else between them."""

    at: int
    to: int
    side: str
    answers: tuple[Answer, ...]
    before: Odds
    after: Odds
    """When it was over, before any dice fell."""
    is_set_up: bool
    """Whether pieces were only laid out, so that the chances mean little yet."""


@dataclass(slots=True)
class Course:
    """What that pass has found."""

    match: AnyMatch
    mind: Mind
    points: list[Point] = field(default_factory=list)
    ticks: list[Tick] = field(default_factory=list)
    losses: list[Count] = field(default_factory=list)
    ground: list[Count] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    stretches: list[Stretch] = field(default_factory=list)


def position(match: AnyMatch, at: int) -> AnyMatch:
    """The match as it was after so many answers, with no dice to come."""
    found = match.clone()
    found.dice = None
    found.rewind(at)
    found.undone = []
    return found


def course(match: AnyMatch) -> Course:
    """Walk through a match from its beginning to where it stands."""
    return _Walk(match).run()


class _Begun(NamedTuple):
    """The stretch that is open."""

    at: int
    side: str
    before: Odds
    is_set_up: bool


class _Walk:
    def __init__(self, match: AnyMatch) -> None:
        self._entries = match.entries
        self._first = match.marks[0].entries
        self._match = position(match, self._first)
        self._mind = mind_of(match.game)
        self._narrator = Narrator(match.game)
        self._found = Course(self._match, self._mind)
        self._lost = dict.fromkeys(match.game.sides, 0)
        self._told = len(self._match.events)
        self._open: list[Answer] = []
        self._began = _Begun(self._first, "", self._chances(), is_set_up=False)
        shown = match.game.presentation
        self._prepares = shown.preparations + shown.set_up

    def run(self) -> Course:
        self._look(self._first)
        for entry in self._entries[self._first :]:
            self._take(entry)
        self._close()
        self._point(len(self._match.entries), is_last=True)
        return self._found

    def _take(self, entry: Entry) -> None:
        match = self._match
        side = "" if entry[0] == DICE else entry[0]
        ask = match.decision
        is_set_up = ask is not None and ask.prompt in self._prepares
        if (side, is_set_up) != (self._began.side, self._began.is_set_up):
            self._close()
            self._began = _Begun(len(match.entries), side, self._chances(), is_set_up)
        match.feed(entry)
        if side and ask is not None:
            self._open.append(Answer(ask.prompt, entry[1:]))
        self._look(len(match.entries))

    def _close(self) -> None:
        """End the stretch that is open."""
        at, side, before, is_set_up = self._began
        if side:
            here, answers = len(self._match.entries), tuple(self._open)
            self._found.stretches.append(
                Stretch(at, here, side, answers, before, self._chances(), is_set_up)
            )
        self._open = []

    def _chances(self) -> Odds:
        return chances(self._mind, self._match)

    def _look(self, at: int) -> None:
        events = self._match.events
        news = [event for _, event in events[self._told :]]
        self._told = len(events)
        for event in news:
            self._note(at, event)
        if self._match.marks[-1].entries == at:
            self._point(at)

    def _note(self, at: int, event: Event) -> None:
        statistics = self._match.game.statistics
        if event.kind in statistics.clock:
            values = dict(event.values)
            self._found.ticks.append({"at": at, "kind": event.kind, "values": values})
        if event.kind in statistics.losses:
            side = side_of(self._match.game, event.values)
            if side in self._lost:
                self._lost[side] += 1
                self._found.losses.append({"at": at, "of": dict(self._lost)})

    def _point(self, at: int, *, is_last: bool = False) -> None:
        ask = self._match.decision
        if ask is not None and ask.prompt in self._prepares:
            return
        now = self._chances()
        points = self._found.points
        if points and not is_last and _same(points[-1]["chances"], now):
            return
        points.append({"at": at, "chances": now})
        self._see_ground(at)

    def _see_ground(self, at: int) -> None:
        """How many of the places that count for a side are its own."""
        game = self._match.game
        goals = game.presentation.goals(self._match.state, None, self._narrator)
        if goals is None:
            return
        held: dict[str, dict[str, bool]] = {}
        for goal in goals["goals"]:
            for place in goal.get("places", []):
                mine = held.setdefault(goal["side"], {})
                mine[place["id"]] = mine.get(place["id"], False) or place["met"]
        for side, places in held.items():
            self._found.places[side] = max(self._found.places.get(side, 0), len(places))
        now = {side: sum(places.values()) for side, places in held.items()}
        if now and (not self._found.ground or self._found.ground[-1]["of"] != now):
            self._found.ground.append({"at": at, "of": now})


def _same(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    return all(abs(one[side] - other[side]) < LEAST for side in one)
